// The choices on the page are made from the families: every kind of every page can be reached, says the same as the panel, and no
// word is cut.

#include "tests/widgets/support/quiet.h"
#include "tests/widgets/support/tiny_run.h"
#include "widgets/controls/disclosure.h"
#include "widgets/controls/segmented_switch.h"
#include "widgets/controls/text_label.h"
#include "widgets/panels/choice_order.h"
#include "widgets/panels/choice_words.h"
#include "widgets/panels/page_switch.h"
#include "widgets/panels/page_switches.h"
#include "widgets/panels/variant_panel.h"
#include "widgets/views/shared/figure_pages.h"
#include "widgets/views/shared/page_families.h"
#include "widgets/views/shared/view.h"

#include <QComboBox>
#include <QMenu>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>

#include <algorithm>

using namespace widgets;
using Form = PageSwitch::Form;

class TestPageSwitches : public QObject
{
    Q_OBJECT

    static PageSwitch* switchOf(const PageSwitches& strip, const QString& key)
    {
        const auto all = strip.findChildren<PageSwitch*>();
        const auto one = std::ranges::find_if(all, [&](const PageSwitch* s) { return s->key().id == key.toStdString(); });
        return one == all.end() ? nullptr : *one;
    }

    /// What a person does to take a word, in the form in which the choice stands.
    static bool take(PageSwitches& strip, PageSwitch& one, const QString& id)
    {
        if (one.form() == Form::Folded) {
            strip.unfold();
            const auto* kinds = strip.findChild<PageSwitch*>(QStringLiteral("unfolded:") + QString::fromStdString(one.key().id));
            auto* const button = kinds ? kinds->findChild<QAbstractButton*>(id) : nullptr;
            if (button)
                button->click();
            return button && button->isEnabled();
        }
        if (auto* segments = one.findChild<SegmentedSwitch*>(); segments && !segments->isHidden()) {
            auto* const button = segments->findChild<QAbstractButton*>(id);
            if (button)
                button->click();
            return button && button->isEnabled();
        }
        auto* const menu = one.findChild<QComboBox*>();
        const int place = menu ? menu->findData(id) : -1;
        if (place < 0)
            return false;
        menu->setCurrentIndex(place);
        emit menu->activated(place);
        return true;
    }

private slots:
    void cleanup() { setCurrentTheme(ThemeId::Light); }

    void everyPageStatesFamiliesThatExist()
    {
        for (const ViewInfo& view : allViews()) {
            const bool isOfAllChoices = QStringList({"atlas", "circuits", "scan", "sweep"}).contains(QLatin1String(view.id));
            QVERIFY2(familyKeys(view).isEmpty() == isOfAllChoices, view.id);
            for (const QString& key : familyKeys(view)) {
                const core::ChoiceKey* known = core::findChoiceKey(key.toStdString());
                QVERIFY2(known && (wordIds(*known).size() >= 2 || known->type == core::ChoiceType::Number), qPrintable(key));
            }
            QStringList pages{QString()};
            for (const FigureInfo* figure : view.figures)
                pages += figure ? pageIds(*figure) << QString::fromLatin1(figure->id) : QStringList();
            for (const QString& page : std::as_const(pages))
                for (const QString& family : familiesOf(view, page))
                    for (const QString& kind : family.section(QLatin1Char('='), 1).split(QLatin1Char(','), Qt::SkipEmptyParts))
                        QVERIFY2(
                            wordIds(*core::findChoiceKey(family.section(QLatin1Char('='), 0, 0).toStdString())).contains(kind),
                            qPrintable(family));
            for (const char* stated : view.families)
                for (const QString& page : QString::fromLatin1(stated ? stated : "")
                                               .section(QLatin1Char('='), 0, 0)
                                               .section(QLatin1Char('@'), 1)
                                               .split(QLatin1Char(','), Qt::SkipEmptyParts))
                    QVERIFY2(pages.contains(page), stated);
        }
    }

    void everyKindIsReachableAndSaysWhatThePanelSays_data()
    {
        QTest::addColumn<int>("width");
        QTest::newRow("in sight") << 4000;
        QTest::newRow("as menus") << 700;
        QTest::newRow("behind more") << 120;
    }
    void everyKindIsReachableAndSaysWhatThePanelSays()
    {
        QFETCH(int, width);
        const core::SetupPtr setup = support::tinySetup({"position.kind=rope", "feed_forward.kind=mixture"});
        int taken = 0;
        VariantPanel other;
        for (const ViewInfo& view : allViews()) {
            VariantPanel panel;
            panel.editor()->setSetup(setup);
            PageSwitches strip(panel.editor());
            strip.setFamilies(familiesOf(view));
            strip.resize(width, strip.sizeHint().height());
            strip.show();
            for (const QString& key : familyKeys(view)) {
                const core::ChoiceKey& known = *core::findChoiceKey(key.toStdString());
                for (const QString& id : wordIds(known)) {
                    panel.editor()->setSetup(setup);
                    other.editor()->setSetup(setup);
                    if (!whyNotWord(*panel.editor(), known, id).isEmpty() || id == currentWord(*panel.editor(), known))
                        continue;
                    QSignalSpy here(panel.editor(), &ChoiceEditor::choicesChanged);
                    QSignalSpy there(other.editor(), &ChoiceEditor::choicesChanged);
                    PageSwitch* one = switchOf(strip, key);
                    QVERIFY2(one && take(strip, *one, id), qPrintable(key + QLatin1Char('=') + id));
                    other.editor()->say(known.id, valueOfWord(known, id));
                    QCOMPARE(here.count(), 1);
                    QCOMPARE(there.count(), 1);
                    QVERIFY(here[0][0].value<core::Choices>() == there[0][0].value<core::Choices>());
                    QCOMPARE(currentWord(*panel.editor(), known), id);
                    ++taken;
                }
            }
        }
        QVERIFY(taken > 60);
    }

    void noWordIsCutAndTheHeightNeverChanges_data()
    {
        QTest::addColumn<int>("theme");
        QTest::addColumn<QString>("language");
        for (const ThemeId theme : allThemes())
            for (const char* language : {"en", "zh_CN"})
                QTest::addRow("%s %s", qPrintable(themeWord(theme)), language) << int(theme) << QString::fromLatin1(language);
    }
    void noWordIsCutAndTheHeightNeverChanges()
    {
        QFETCH(int, theme);
        QFETCH(QString, language);
        setCurrentLanguage(language);
        setCurrentTheme(ThemeId(theme));
        VariantPanel panel;
        panel.editor()->setSetup(support::tinySetup({"position.kind=rope"}));
        PageSwitches strip(panel.editor());
        const int height = strip.sizeHint().height();
        strip.show();
        for (const ViewInfo& view : allViews())
            for (const int width : {1366, 1024, 700, 400, 150}) {
                strip.setFamilies(familiesOf(view));
                strip.resize(width, height);
                int left = 0;
                const int end = strip.findChild<QToolButton*>(QStringLiteral("moreSwitches"))->x();
                for (const QString& key : familyKeys(view)) {
                    const PageSwitch* one = switchOf(strip, key);
                    if (!one->isVisible())
                        continue;
                    QVERIFY2(one->width() >= one->widthAs(one->form()) && one->x() >= left, qPrintable(key));
                    for (const QWidget* part : one->findChildren<QWidget*>(QString(), Qt::FindDirectChildrenOnly))
                        if (part->isVisible()) // without its name the padding goes, never a word
                            QVERIFY2(
                                part->width() >= (one->form() <= Form::Some ? part->minimumSizeHint() : part->sizeHint()).width(),
                                qPrintable(key));
                    left = one->geometry().right() + 1;
                }
                QVERIFY(left <= end);
                QCOMPARE(strip.sizeHint().height(), height);
            }
        setCurrentLanguage(QStringLiteral("en"));
    }

    void theFirstFamilyIsOpenAsLongAsItHasRoom()
    {
        VariantPanel panel;
        panel.editor()->setSetup(support::tinySetup());
        PageSwitches strip(panel.editor());
        strip.setFamilies({"norm.placement", "norm.kind"});
        strip.resize(1366, strip.sizeHint().height());
        strip.show();
        QCOMPARE(switchOf(strip, "norm.placement")->form(), Form::Open);
        QCOMPARE(switchOf(strip, "norm.kind")->form(), Form::Open);
        strip.resize(900, strip.height()); // kinds visible before names
        QCOMPARE(switchOf(strip, "norm.placement")->form(), Form::Bare);
        QVERIFY(switchOf(strip, "norm.kind")->form() == Form::Bare || switchOf(strip, "norm.kind")->form() == Form::Open);
        strip.resize(strip.sizeHint()); // of the first family alone, and the menu at the end
        QCOMPARE(switchOf(strip, "norm.placement")->form(), Form::Bare);
        QCOMPARE(switchOf(strip, "norm.kind")->form(), Form::Folded);
        strip.resize(120, strip.height());
        QCOMPARE(switchOf(strip, "norm.placement")->form(), Form::Folded);
    }

    void yesAndNoKeepTheNameOfTheirChoice()
    {
        ChoiceEditor editor;
        PageSwitches strip(&editor);
        editor.setSetup(support::tinySetup());
        strip.setFamilies({"norm.placement", "bias.attention"});
        strip.show();
        const PageSwitch* const bias = switchOf(strip, "bias.attention");
        for (int width = 200; width <= 1400; width += 50) {
            strip.resize(width, strip.sizeHint().height());
            if (bias->form() != Form::Folded)
                QVERIFY2(!bias->findChild<TextLabel*>()->isHidden(), qPrintable(QString::number(width)));
        }
        QVERIFY(bias->form() != Form::Folded);
    }

    void kindsThatAnotherFamilyPutsFirstAreOneClickAwayTo()
    {
        VariantPanel panel;
        panel.editor()->setSetup(support::tinySetup({"norm.placement=pre", "norm.kind=rms_norm"}));
        PageSwitches strip(panel.editor());
        strip.setFamilies({"norm.placement", "norm.kind=layer_norm,rms_norm"});
        strip.show();
        const auto isInSight = [&](const char* key, const char* kind) {
            return switchOf(strip, key)->findChild<QAbstractButton*>(kind)->isVisible();
        };
        strip.resize(strip.sizeHint());
        QCOMPARE(switchOf(strip, "norm.placement")->form(), Form::Bare); // all of them
        for (const char* kind : {"layer_norm", "rms_norm"})
            QVERIFY2(isInSight("norm.kind", kind), kind);
        strip.resize(strip.width() - 80, strip.height()); // rather smaller placements than none, or no norm
        QCOMPARE(switchOf(strip, "norm.placement")->form(), Form::Small);
        QVERIFY(isInSight("norm.placement", "none"));
        strip.resize(strip.minimumSizeHint().width() - 4, strip.height()); // and rather fewer of them than no norm
        QCOMPARE(switchOf(strip, "norm.placement")->form(), Form::Some);
        for (const char* kind : {"layer_norm", "rms_norm"})
            QVERIFY2(isInSight("norm.kind", kind), kind);
        strip.findChild<QAbstractButton*>("layer_norm")->click();
        QCOMPARE(currentWord(*panel.editor(), *core::findChoiceKey("norm.kind")), QStringLiteral("layer_norm"));
    }

    void ofManyKindsAsManyAreInSightAsHaveRoomAndTheOneThatRuns()
    {
        VariantPanel panel;
        panel.editor()->setSetup(support::tinySetup({"position.kind=t5_buckets"}));
        PageSwitches strip(panel.editor());
        strip.setFamilies({"position.kind"});
        strip.resize(strip.minimumSizeHint() - QSize(10, 0));
        strip.show();
        const PageSwitch* one = switchOf(strip, "position.kind");
        QCOMPARE(one->form(), Form::Some);
        const auto isInSight = [&](const char* id) { return one->findChild<QAbstractButton*>(id)->isVisible(); };
        const QStringList ids = one->findChild<SegmentedSwitch*>()->ids();
        QVERIFY(isInSight("t5_buckets") && isInSight("sinusoidal"));
        QVERIFY(!isInSight(qPrintable(ids.back() == QLatin1String("t5_buckets") ? ids[ids.size() - 2] : ids.back())));
        one->findChild<QAbstractButton*>("learned")->click(); // it stays where it is, and what ran before gives its place
        QCOMPARE(currentWord(*panel.editor(), *core::findChoiceKey("position.kind")), QStringLiteral("learned"));
        QVERIFY(isInSight("learned"));
        strip.resize(3000, strip.height());
        QVERIFY(std::ranges::all_of(ids, [&](const QString& id) { return isInSight(qPrintable(id)); }));
    }

    void kindsThatComeFirstAreInSightWhereverSomeAre()
    {
        for (const char* language : {"en", "zh_CN"}) {
            setCurrentLanguage(QString::fromLatin1(language));
            VariantPanel panel;
            panel.editor()->setSetup(support::tinySetup({"position.kind=t5_buckets"}));
            PageSwitches strip(panel.editor());
            strip.setFamilies({"position.kind=alibi"});
            strip.resize(strip.minimumSizeHint() - QSize(10, 0));
            strip.show();
            const PageSwitch* one = switchOf(strip, "position.kind");
            QCOMPARE(one->form(), Form::Some);
            for (const char* id : {"alibi", "t5_buckets"})
                QVERIFY2(one->findChild<QAbstractButton*>(id)->isVisible(), id);
            one->findChild<QAbstractButton*>("alibi")->click();
            QCOMPARE(currentWord(*panel.editor(), *core::findChoiceKey("position.kind")), QStringLiteral("alibi"));
            strip.setFamilies({"position.kind=none"}); // another page of the same family
            QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
            strip.resize(strip.minimumSizeHint() - QSize(10, 0));
            QVERIFY(switchOf(strip, "position.kind")->findChild<QAbstractButton*>("none")->isVisible());
        }
        setCurrentLanguage(QStringLiteral("en"));
    }

    void theKindOfTheModelStaysInSightBesideTheOneThatRuns()
    {
        const core::ChoiceKey& key = *core::findChoiceKey("position.kind");
        for (const QStringList& families : {QStringList{"position.kind"}, {"position.kind=alibi"}}) {
            VariantPanel panel;
            PageSwitches strip(panel.editor());
            strip.setFamilies(families);
            strip.show();
            for (const char* running : {"position.kind=t5_buckets", "position.kind=disentangled"}) {
                panel.editor()->setSetup(support::tinySetup({running}));
                QVERIFY(!ownWord(*panel.editor(), key).isEmpty());
                const PageSwitch* const one = switchOf(strip, "position.kind");
                strip.resize(one->widthAs(Form::Some) + 60, strip.sizeHint().height());
                QCOMPARE(one->form(), Form::Some);
                for (const QString& id : {ownWord(*panel.editor(), key), currentWord(*panel.editor(), key)})
                    QVERIFY2(one->findChild<QAbstractButton*>(id)->isVisible(), qPrintable(id + QLatin1String(running)));
            }
        }
    }

    void whatAPageNamesComesFirstOnIt()
    {
        const ViewInfo view{.id = "v", .title = "", .create = nullptr, .families = {"b@two,three=x,y", "a=z", "c"}};
        QCOMPARE(familiesOf(view), (QStringList{"b", "a=z", "c"}));
        QCOMPARE(familiesOf(view, "three"), (QStringList{"b=x,y", "a=z", "c"}));
        QCOMPARE(familyKeys(view), (QStringList{"b", "a", "c"}));
        const ViewInfo twice{.id = "v", .title = "", .create = nullptr, .families = {"a@two=x", "a=z", "b@two"}};
        QCOMPARE(familiesOf(twice), (QStringList{"a=z", "b"}));
        QCOMPARE(familiesOf(twice, "two"), (QStringList{"a=x", "b"}));
    }

    void whatCannotRunIsDisabledWithItsReason()
    {
        VariantPanel panel;
        panel.editor()->setSetup(support::tinySetup({"norm.placement=post"}));
        PageSwitches strip(panel.editor());
        strip.setFamilies({"block.layout"});
        strip.resize(1366, strip.sizeHint().height());
        strip.show();
        const auto* button = strip.findChild<QAbstractButton*>("parallel_two_norms");
        QVERIFY(button && !button->isEnabled() && !button->toolTip().isEmpty());
        panel.editor()->setSetup(support::tinySetup({"norm.placement=pre"}));
        QVERIFY(button->isEnabled());
    }

    void whatDiffersByLayerShowsNoKindAndIsSetForAll()
    {
        VariantPanel panel;
        panel.editor()->setSetup(support::tinySetup({"norm.placement@0=pre", "norm.placement@1-2=sandwich"}));
        PageSwitches strip(panel.editor());
        strip.setFamilies({"norm.placement"});
        strip.resize(1366, strip.sizeHint().height());
        strip.show();
        auto* segments = switchOf(strip, "norm.placement")->findChild<SegmentedSwitch*>();
        QVERIFY(segments->current().isEmpty());
        segments->findChild<QAbstractButton*>("pre")->click();
        QCOMPARE(segments->current(), QStringLiteral("pre"));
        QVERIFY(!panel.editor()->value(*core::findChoiceKey("norm.placement"), 2).is_null());
        QCOMPARE(panel.editor()->value(*core::findChoiceKey("norm.placement"), 2).get<std::string>(), std::string("pre"));
    }

    void aPinnedSwitchStandsOnEveryPageUntilItIsTakenDown()
    {
        VariantPanel panel;
        panel.editor()->setSetup(support::tinySetup());
        PageSwitches strip(panel.editor());
        strip.resize(1366, strip.sizeHint().height());
        strip.show();
        strip.setPinned({"activation.kind", "no.such.key", "activation.kind"});
        QCOMPARE(strip.pinned(), QStringList{"activation.kind"});
        QSignalSpy pinned(&strip, &PageSwitches::pinnedChanged);
        strip.togglePinned("sizes.heads"); // a number
        QCOMPARE(pinned.count(), 1);
        for (const ViewInfo& view : allViews()) {
            strip.setFamilies(familiesOf(view));
            for (const char* key : {"activation.kind", "sizes.heads"})
                QVERIFY2(switchOf(strip, key), view.id);
        }
        strip.pins()->findChild<QAction*>("activation.kind")->trigger();
        QCOMPARE(strip.pinned(), QStringList{"sizes.heads"});
        strip.setFamilies({"norm.placement"});
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
        QVERIFY(!switchOf(strip, "activation.kind"));
    }

    void nothingIsShownOfAModelThatIsNotThere()
    {
        VariantPanel panel;
        PageSwitches strip(panel.editor());
        strip.setFamilies({"norm.placement"});
        strip.resize(1366, strip.sizeHint().height());
        strip.show();
        const PageSwitch* one = switchOf(strip, "norm.placement");
        QVERIFY(!one->isVisible());
        panel.editor()->setSetup(support::tinySetup());
        QVERIFY(one->isVisible());
        panel.editor()->setOpening("smollm2");
        QVERIFY(!one->isVisible());
        panel.editor()->setRecorded(core::describe(support::tinySetup()->config).toJson());
        QVERIFY(one->isVisible());
        QVERIFY(!one->findChild<QAbstractButton*>("post")->isEnabled());
    }
};

QUIET_TEST_MAIN(TestPageSwitches)
#include "tst_page_switches.moc"
