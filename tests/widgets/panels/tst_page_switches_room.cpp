// What of the choices of a page is in their line, and what the end of the line says of the others.

#include "tests/widgets/support/quiet.h"
#include "tests/widgets/support/tiny_run.h"
#include "widgets/controls/segmented_switch.h"
#include "widgets/panels/page_switch.h"
#include "widgets/panels/page_switches.h"
#include "widgets/panels/variant_panel.h"
#include "widgets/plot/theme.h"
#include "widgets/views/shared/page_families.h"
#include "widgets/views/shared/view.h"

#include <QTest>
#include <QToolButton>

#include <algorithm>
#include <string_view>

using namespace widgets;
using Form = PageSwitch::Form;

class TestPageSwitchesRoom : public QObject
{
    Q_OBJECT

    static const PageSwitch* switchOf(const PageSwitches& strip, const char* key)
    {
        return strip.findChild<PageSwitch*>(QStringLiteral("page:%1").arg(QLatin1String(key)));
    }

private slots:
    /// Two of its kinds and the way to the others, rather than a choice that the page names later.
    void thePagesOwnFamilyIsInSightBeforeOthers()
    {
        VariantPanel panel;
        panel.editor()->setSetup(support::tinySetup());
        PageSwitches strip(panel.editor());
        strip.setFamilies({"norm.placement", "norm.kind"});
        strip.show();
        for (int width = 600; width >= 60; width -= 10) {
            strip.resize(width, strip.sizeHint().height());
            const bool hasOther = switchOf(strip, "norm.kind")->form() != Form::Folded;
            QVERIFY2(!hasOther || switchOf(strip, "norm.placement")->form() != Form::Folded, qPrintable(QString::number(width)));
        }
    }

    /// A menu of its kinds needs less room than two of them.
    void thePagesOwnFamilyStaysWithoutItsName()
    {
        VariantPanel panel;
        panel.editor()->setSetup(support::tinySetup());
        PageSwitches strip(panel.editor());
        strip.setFamilies({"attention.kind", "score.qk_norm"});
        strip.show();
        const PageSwitch* const own = switchOf(strip, "attention.kind");
        QVERIFY(own->widthAs(Form::Kind) < own->widthAs(Form::Menu));
        const auto* const end = strip.findChild<QToolButton*>(QStringLiteral("moreSwitches"));
        strip.resize(own->widthAs(Form::Kind) + end->sizeHint().width() + 60, strip.sizeHint().height());
        QVERIFY(own->form() != Form::Folded);
        QVERIFY(own->width() < own->widthAs(Form::Menu));
    }

    void theEndOfTheLineSaysHowManyKindsHaveNoRoom()
    {
        VariantPanel panel;
        panel.editor()->setSetup(support::tinySetup());
        PageSwitches strip(panel.editor());
        strip.setFamilies({"norm.placement", "norm.kind"});
        strip.show();
        const auto* const end = strip.findChild<QToolButton*>(QStringLiteral("moreSwitches"));
        strip.resize(1366, strip.sizeHint().height());
        QCOMPARE(end->text(), QStringLiteral("▾"));
        strip.resize(switchOf(strip, "norm.placement")->widthAs(Form::Bare) + 80, strip.height());
        QCOMPARE(switchOf(strip, "norm.kind")->form(), Form::Folded); // another than the page's own
        QCOMPARE(end->text(), QStringLiteral("+%1 ▾").arg(switchOf(strip, "norm.kind")->outOfSight().size()));
        QVERIFY(end->width() >= end->sizeHint().width());
    }

    /// The chosen one and those that a course speaks of first stay, however little room there is.
    void theKindsOfTheCourseAreTheLastThatGo()
    {
        const QString order[] = {"sigmoid", "relu", "gelu", "silu", "swish"}; // the one that runs in front
        VariantPanel panel;
        panel.editor()->setSetup(support::tinySetup({"activation.kind=sigmoid"}));
        PageSwitches strip(panel.editor());
        strip.setFamilies({"activation.kind"});
        strip.show();
        const PageSwitch* const one = switchOf(strip, "activation.kind");
        bool areSome = false;
        for (int width = 900; width >= 60; width -= 10) {
            strip.resize(width, strip.sizeHint().height());
            const auto* const words = one->findChild<SegmentedSwitch*>();
            if (one->form() != Form::Some)
                continue;
            QStringList shown;
            for (const QString& id : words->ids())
                if (words->button(id)->isVisible())
                    shown << id;
            areSome = areSome || (shown.size() >= 3 && shown.size() < words->ids().size());
            for (qsizetype i = 0; i < std::min<qsizetype>(shown.size(), std::size(order)); ++i)
                QVERIFY2(shown.contains(order[i]), qPrintable(QStringLiteral("%1: ").arg(width) + shown.join(' ')));
        }
        QVERIFY(areSome);
    }

    /// docs/concepts.md: Diagram, then *Grouped-query*.
    void theDiagramHasGroupedQueryInItsLine()
    {
        setCurrentTheme(ThemeId::Projector);
        for (const char* language : {"en", "zh_CN"}) {
            setCurrentLanguage(QString::fromLatin1(language));
            VariantPanel panel;
            panel.editor()->setSetup(support::tinySetup());
            PageSwitches strip(panel.editor());
            const std::span<const ViewInfo> views = allViews();
            strip.setFamilies(familiesOf(*std::ranges::find(views, std::string_view("diagram"), &ViewInfo::id), "diagram"));
            strip.resize(940, strip.sizeHint().height()); // of a page on a laptop, beside its own button
            strip.show();
            QVERIFY(switchOf(strip, "attention.kind")->findChild<QAbstractButton*>("grouped_query")->isVisible());
        }
        setCurrentLanguage(QStringLiteral("en"));
        setCurrentTheme(ThemeId::Light);
    }
};

QTEST_MAIN(TestPageSwitchesRoom)
#include "tst_page_switches_room.moc"
