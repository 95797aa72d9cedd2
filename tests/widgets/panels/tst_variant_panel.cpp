#include "tests/widgets/support/choice_rows.h"
#include "tests/widgets/support/quiet.h"
#include "tests/widgets/support/tiny_run.h"
#include "widgets/controls/segmented_switch.h"
#include "widgets/panels/choice_group.h"
#include "widgets/panels/choice_row.h"
#include "widgets/panels/choice_words.h"
#include "widgets/panels/mask_painter.h"
#include "widgets/panels/variant_panel.h"

#include <QAbstractButton>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTest>
#include <QToolButton>

#include <algorithm>

using namespace support;
using namespace widgets;

class TestVariantPanel : public QObject
{
    Q_OBJECT

private slots:
    void listsEveryKeyAndEveryKind()
    {
        VariantPanel panel;
        for (const core::ChoiceKey& key : core::choiceKeys()) {
            QVERIFY2(row(panel, key.id.c_str()), key.id.c_str());
            if (key.type != core::ChoiceType::Word)
                continue;
            const QComboBox* box = combo(panel, key.id.c_str());
            if (!box) {
                const auto* words = qobject_cast<SegmentedSwitch*>(row(panel, key.id.c_str())->control());
                QVERIFY2(words && words->ids() == wordIds(key), key.id.c_str());
                continue;
            }
            QCOMPARE(std::size_t(box->count()), key.words.size());
            for (const std::string& word : key.words)
                QVERIFY2(box->findData(QString::fromStdString(word)) >= 0, word.c_str());
        }
    }

    /// Whether a mask can be painted does not depend on the length of the text: no table of it is made.
    void askingWhyMakesNoTableOfALongText()
    {
        ChoiceEditor editor;
        editor.setSetup(support::tinySetup({"mask.kind=causal"}));
        editor.setTokens(100'000); // 10¹⁰ cells
        QCOMPARE(editor.whyRefused(*core::findChoiceKey("mask.kind"), "painted"), QString());
        editor.setSetup(support::tinySetup({"topology=encoder"}));
        for (const std::string& kind : core::findChoiceKey("mask.kind")->words)
            editor.whyRefused(*core::findChoiceKey("mask.kind"), kind);
    }

    void momentsOfATrainingChangeNothing()
    {
        ChoiceEditor editor;
        const RunPtr run = tinyRun();
        editor.setSetup(run->setup);
        QSignalSpy changes(&editor, &ChoiceEditor::changed);
        const auto at = [&](const char* step) {
            const auto moment = std::make_shared<core::Setup>(*run->setup);
            const auto model = std::make_shared<core::Model>(*moment->model);
            model->name += step;
            moment->model = model;
            return moment;
        };
        editor.setSetup(at("@120"));
        const auto moment = at("@124"); // other weights, the same choices
        editor.setSetup(moment);
        QCOMPARE(changes.count(), 0);
        QCOMPARE(editor.setup(), core::SetupPtr(moment));
        editor.setSetup(moment); // again: what the person has set meanwhile is taken back
        QCOMPARE(changes.count(), 1);
        const auto kept = std::make_shared<core::Setup>(*run->setup);
        kept->origin.how = core::WeightsOrigin::How::Kept;
        editor.setSetup(kept);
        QCOMPARE(changes.count(), 2);
    }

    void rowsAreAsHighAsInTheThemeThatIsShown()
    {
        const auto places = [](const VariantPanel& panel) {
            QList<QRect> all;
            for (const ChoiceRow* one : panel.findChildren<ChoiceRow*>())
                if (one->isVisible())
                    all << QRect(one->mapTo(&panel, QPoint()), one->size());
            for (const ChoiceGroup* group : panel.findChildren<ChoiceGroup*>())
                all << QRect(group->mapTo(&panel, QPoint()), group->size());
            return all;
        };
        const auto show = [](VariantPanel& panel) {
            panel.editor()->setSetup(support::tinySetup());
            panel.resize(300, 900);
            panel.show();
            for (int round = 0; round < 3; ++round) // a layout asks for another one
                QCoreApplication::processEvents();
        };
        setCurrentTheme(ThemeId::Light);
        VariantPanel light;
        show(light);
        const QList<QRect> wanted = places(light);
        QVERIFY(wanted.size() > 10);
        setCurrentTheme(ThemeId::Projector);
        VariantPanel projected; // made in the one theme, seen in the other
        for (VariantPanel* panel : {&light, &projected})
            show(*panel);
        setCurrentTheme(ThemeId::Light);
        for (VariantPanel* panel : {&light, &projected}) {
            show(*panel);
            QCOMPARE(places(*panel), wanted);
        }
    }

    void showsWhatRuns()
    {
        VariantPanel panel;
        panel.editor()->setSetup(support::tinySetup({"norm.placement=sandwich"}));
        QCOMPARE(combo(panel, "norm.placement")->currentData().toString(), QStringLiteral("sandwich"));
        QVERIFY(combo(panel, "norm.final")->currentIndex() >= 0);
        QCOMPARE(qobject_cast<QSpinBox*>(row(panel, "sizes.layers")->control())->value(), 3);
    }

    void choosingAKindEmitsExactlyOneChange()
    {
        VariantPanel panel;
        panel.editor()->setSetup(support::tinySetup());
        QSignalSpy changes(panel.editor(), &ChoiceEditor::choicesChanged);
        choose(combo(panel, "norm.placement"), "post");
        QTest::qWait(150); // and none follows
        QCOMPARE(changes.count(), 1);
        const auto said = changes.front().front().value<core::Choices>();
        QCOMPARE(said.value("norm.placement").get<std::string>(), std::string("post"));
        QCOMPARE(said.value("sizes.layers").get<int>(), 3); // what was said before stays

        choose(combo(panel, "norm.placement"), "post"); // the same again is no change
        QCOMPARE(changes.count(), 1);
    }

    void manyStepsOfANumberAreOneChange()
    {
        VariantPanel panel;
        panel.editor()->setSetup(support::tinySetup());
        QSignalSpy changes(panel.editor(), &ChoiceEditor::choicesChanged);
        auto* layers = qobject_cast<QSpinBox*>(row(panel, "sizes.layers")->control());
        for (int i = 0; i < 4; ++i)
            layers->stepUp();
        QCOMPARE(changes.count(), 0);
        QTRY_COMPARE(changes.count(), 1);
        QCOMPARE(changes.front().front().value<core::Choices>().value("sizes.layers").get<int>(), 7);
    }

    void setSetupEmitsNothing()
    {
        VariantPanel panel;
        QSignalSpy changes(panel.editor(), &ChoiceEditor::choicesChanged);
        panel.editor()->setSetup(support::tinySetup({"position.kind=alibi"}));
        panel.editor()->setSetup(support::tinySetup({"position.kind=rope"}));
        QTest::qWait(150);
        QCOMPARE(changes.count(), 0);
    }

    void aChoiceThatCannotRunIsDisabledWithItsReason()
    {
        VariantPanel panel;
        panel.editor()->setSetup(support::tinySetup({"norm.placement=post"}));
        panel.show();
        QComboBox* layout = combo(panel, "block.layout");
        const QModelIndex parallel = layout->model()->index(layout->findData(QStringLiteral("parallel_two_norms")), 0);
        layout->showPopup(); // what may be chosen is computed before it is seen
        QVERIFY(!(parallel.flags() & Qt::ItemIsEnabled));
        QVERIFY(!parallel.data(Qt::ToolTipRole).toString().isEmpty());
        layout->hidePopup();
        panel.editor()->setSetup(support::tinySetup({"norm.placement=pre"}));
        layout->showPopup();
        QVERIFY(parallel.flags() & Qt::ItemIsEnabled);
        layout->hidePopup();
    }

    void aClosedMenuWalksPastWhatCannotRun()
    {
        VariantPanel panel;
        panel.editor()->setSetup(support::tinySetup({"norm.placement=post"}));
        panel.show();
        QComboBox* layout = combo(panel, "block.layout");
        for (int i = 0; i < layout->count(); ++i)
            QTest::keyClick(layout, Qt::Key_Down);
        const QModelIndex now = layout->model()->index(layout->currentIndex(), 0);
        QVERIFY(now.flags() & Qt::ItemIsEnabled);
        QVERIFY(!layout->currentData().toString().startsWith(QStringLiteral("parallel")));
    }

    void aNumberOrAWordTakesBoth()
    {
        VariantPanel panel;
        panel.editor()->setSetup(support::tinySetup({"norm.placement=deep_norm"}));
        QSignalSpy changes(panel.editor(), &ChoiceEditor::choicesChanged);
        QComboBox* alpha = combo(panel, "norm.deep_alpha");
        QVERIFY(alpha->isEditable());
        alpha->lineEdit()->clear();
        QTest::keyClicks(alpha->lineEdit(), "1.5");
        QTest::keyClick(alpha->lineEdit(), Qt::Key_Return);
        QCOMPARE(changes.count(), 1);
        QCOMPARE(panel.editor()->said().value("norm.deep_alpha").get<double>(), 1.5);
        choose(alpha, "paper");
        QCOMPARE(changes.count(), 2);
        QVERIFY(alpha->lineEdit()->text().toDouble() > 1); // what the paper says for this depth
        QVERIFY(combo(panel, "score.scale")->isEditable());
    }

    void aListIsTypedWithCommasAndRefusedInPlace()
    {
        VariantPanel panel;
        panel.editor()->setSetup(support::tinySetup({"position.kind=alibi"}));
        QSignalSpy changes(panel.editor(), &ChoiceEditor::choicesChanged);
        QLineEdit* slopes = combo(panel, "alibi.slopes")->lineEdit();
        slopes->clear();
        QTest::keyClicks(slopes, "1, 0.5, 0.25");
        QTest::keyClick(slopes, Qt::Key_Return);
        QCOMPARE(changes.count(), 0); // four heads
        slopes->clear();
        QTest::keyClicks(slopes, "1, 0.5, 0.25, 0.125");
        QTest::keyClick(slopes, Qt::Key_Return);
        QCOMPARE(changes.count(), 1);
        QCOMPARE(panel.editor()->said().value("alibi.slopes").size(), std::size_t(4));
        QCOMPARE(slopes->text(), QStringLiteral("1, 0.5, 0.25, 0.125"));
    }

    void aPaintedMaskBeginsWithTheMaskThatIsThere()
    {
        VariantPanel panel;
        panel.resize(300, 600);
        panel.setTokens({"The", "cat", "sat", "on"});
        panel.editor()->setSetup(support::tinySetup({"mask.kind=causal"}));
        panel.show();
        QSignalSpy changes(panel.editor(), &ChoiceEditor::choicesChanged);
        choose(combo(panel, "mask.kind"), "painted");
        QCOMPARE(changes.count(), 1);
        auto* painter = qobject_cast<MaskPainter*>(row(panel, "mask.painted")->control());
        QVERIFY(painter->isVisible());
        QCOMPARE(painter->table()[1][0].get<int>(), 1);
        QCOMPARE(painter->table()[0][1].get<int>(), 0);

        QTest::mouseClick(painter, Qt::LeftButton, {}, painter->cellRect(0, 1).center().toPoint());
        QCOMPARE(changes.count(), 2);
        QCOMPARE(panel.editor()->said().value("mask.painted")[0][1].get<int>(), 1);
    }

    void aChangeMaySpeakOfOneLayer()
    {
        VariantPanel panel;
        panel.editor()->setSetup(support::tinySetup({"mask.kind=causal"}));
        QSignalSpy changes(panel.editor(), &ChoiceEditor::choicesChanged);
        panel.editor()->setLayer(1);
        panel.editor()->setOneLayer(true);
        choose(combo(panel, "mask.kind"), "sliding_window");
        QCOMPARE(changes.count(), 1);
        QCOMPARE(panel.editor()->said().value("mask.kind", 0).get<std::string>(), std::string("causal"));
        QCOMPARE(panel.editor()->said().value("mask.kind", 1).get<std::string>(), std::string("sliding_window"));
        QVERIFY(!row(panel, "topology")->control()->isEnabled());
        panel.editor()->setLayer(2);
        QCOMPARE(combo(panel, "mask.kind")->currentData().toString(), QStringLiteral("causal"));
        panel.editor()->setOneLayer(false);
        QVERIFY(row(panel, "topology")->control()->isEnabled());
    }

    void aRecordedRunShowsWhatRanAndNothingElse()
    {
        VariantPanel panel;
        panel.show();
        const core::SetupPtr setup = support::tinySetup({"mask.kind=causal", "norm.placement=sandwich"});
        panel.editor()->setRecorded(core::describe(setup->config).toJson());
        QCOMPARE(combo(panel, "norm.placement")->currentData().toString(), QStringLiteral("sandwich"));
        QVERIFY(combo(panel, "norm.placement")->isVisible() && !combo(panel, "norm.placement")->isEnabled());
        for (const core::Json& unknown : {core::Json(), core::Json::object(), core::Json{{"someone", "else"}}}) {
            panel.editor()->setRecorded(unknown);
            QVERIFY(!combo(panel, "norm.placement")->isVisible());
        }
        panel.editor()->setSetup(setup);
        QVERIFY(combo(panel, "norm.placement")->isVisible() && combo(panel, "norm.placement")->isEnabled());
    }

    void whatHasNoEffectIsDisabledWithItsReason()
    {
        VariantPanel panel;
        panel.editor()->setSetup(support::tinySetup({"mixer.kind=retention"}));
        for (const char* key : {"attention.kind", "mask.kind", "score.scale"}) {
            QVERIFY2(!row(panel, key)->control()->isEnabled(), key);
            QVERIFY2(row(panel, key)->control()->toolTip().contains(QStringLiteral("no effect")), key);
        }
        QVERIFY(row(panel, "position.kind")->control()->isEnabled());
        panel.editor()->setSetup(support::tinySetup({"mixer.kind@0=retention"}));
        QVERIFY(row(panel, "mask.kind")->control()->isEnabled());
        panel.editor()->setOneLayer(true);
        QVERIFY(!row(panel, "mask.kind")->control()->isEnabled()); // layer 0 has none
    }

    void theWeightsSayWhatRunsWithOneStepToEachOfTheTwo()
    {
        core::Choices start;
        start.set("weights", "trained_or_keep");
        const core::ModelPtr model = core::openModel("main");
        const auto setupOf = [&](core::Choices said) {
            said.set("norm.placement", "post");
            return core::configure(model, said);
        };
        VariantPanel panel;
        panel.editor()->setStart(start);
        panel.editor()->setSetup(setupOf(start));
        auto* const weights = qobject_cast<SegmentedSwitch*>(row(panel, "weights")->control());
        const auto button = [&](const char* id) { return weights->findChild<QAbstractButton*>(QLatin1String(id)); };
        const auto says = [&](const char* words) {
            const auto labels = row(panel, "weights")->findChildren<QLabel*>();
            return std::ranges::any_of(labels, [&](const QLabel* label) { return label->text().contains(QLatin1String(words)); });
        };
        QCOMPARE(weights->current(), QStringLiteral("trained_or_keep"));
        QCOMPARE(button("trained_or_keep")->text(), QStringLiteral("own: post"));
        QCOMPARE(button("keep")->text(), QStringLiteral("kept: main"));
        QVERIFY(says("Running post: trained separately"));
        // An arrow is where the person said something, and nowhere else.
        const auto arrow = [&](const char* key) { return row(panel, key)->findChild<QToolButton*>(); };
        QVERIFY(arrow("weights")->isHidden() && !arrow("norm.placement")->isHidden());

        QSignalSpy changes(panel.editor(), &ChoiceEditor::choicesChanged);
        button("keep")->click();
        QCOMPARE(changes.count(), 1);
        panel.editor()->setSetup(setupOf(changes.front().front().value<core::Choices>()));
        QCOMPARE(panel.editor()->setup()->origin.model, std::string("main"));
        QCOMPARE(weights->current(), QStringLiteral("keep"));
        QVERIFY(says("main was trained with other choices"));
        QVERIFY(!arrow("weights")->isHidden());
        button("trained_or_keep")->click();
        QCOMPARE(changes.count(), 2);
        panel.editor()->setSetup(setupOf(changes.back().front().value<core::Choices>()));
        QCOMPARE(panel.editor()->setup()->origin.model, std::string("post"));
        QVERIFY(arrow("weights")->isHidden());
    }

    void weightsThatNobodyTrainedAreNotOffered()
    {
        VariantPanel panel;
        core::Choices said;
        said.set("weights", "trained_or_keep");
        said.set("activation.kind", "tanh");
        panel.editor()->setSetup(core::configure(core::openModel("main"), said));
        const auto* const own = panel.findChild<QWidget*>("weights")->findChild<QAbstractButton*>("trained_or_keep");
        QVERIFY(!own->isEnabled() && !own->toolTip().isEmpty());
        said.set("norm.placement", "post");
        panel.editor()->setSetup(core::configure(core::openModel("main"), said)); // those of a sibling are the nearest
        QCOMPARE(own->text(), QStringLiteral("nearest: post"));
        panel.editor()->setSetup(support::tinySetup());
        QVERIFY(!own->isEnabled());
    }

    void whileAModelIsOpenedNothingIsSaidOfTheLast()
    {
        VariantPanel panel;
        panel.show();
        panel.editor()->setSetup(support::tinySetup());
        QVERIFY(row(panel, "norm.placement")->isVisible());
        panel.editor()->setOpening(QStringLiteral("smollm2"));
        QVERIFY(!row(panel, "norm.placement")->isVisible());
        const auto labels = panel.findChildren<QLabel*>();
        QVERIFY(std::ranges::any_of(
            labels, [](const QLabel* label) { return label->isVisible() && label->text().contains("smollm2"); }));
        QSignalSpy changes(panel.editor(), &ChoiceEditor::choicesChanged);
        panel.editor()->say("norm.placement", "post");
        QCOMPARE(changes.count(), 0);
        panel.editor()->setSetup(support::tinySetup());
        QVERIFY(row(panel, "norm.placement")->isVisible());
    }

    void resetTakesBackWhatWasSaid()
    {
        VariantPanel panel;
        panel.editor()->setSetup(support::tinySetup({"norm.placement=post"}));
        QSignalSpy changes(panel.editor(), &ChoiceEditor::choicesChanged);
        row(panel, "norm.placement")->findChild<QToolButton*>()->click();
        QCOMPARE(changes.count(), 1);
        QVERIFY(!changes.front().front().value<core::Choices>().has("norm.placement"));
    }
};

QUIET_TEST_MAIN(TestVariantPanel)
#include "tst_variant_panel.moc"
