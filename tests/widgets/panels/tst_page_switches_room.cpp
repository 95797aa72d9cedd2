// What of the choices of a page is in their line, and what the end of the line says of the others.

#include "tests/widgets/support/quiet.h"
#include "tests/widgets/support/tiny_run.h"
#include "widgets/panels/page_switch.h"
#include "widgets/panels/page_switches.h"
#include "widgets/panels/variant_panel.h"

#include <QTest>
#include <QToolButton>

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
};

QTEST_MAIN(TestPageSwitchesRoom)
#include "tst_page_switches_room.moc"
