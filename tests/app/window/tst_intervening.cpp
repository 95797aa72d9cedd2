// Interventions by pointing whose values come from other texts: computed by the worker, then in force, said and kept.

#include "app/window/intervening.h"

#include "app/base/languages.h"
#include "app/session/intervened.h"
#include "app/window/main_window.h"

#include "core/experiments/text_values.h"
#include "tests/app/support/shown_window.h"
#include "widgets/controls/line_question.h"
#include "widgets/controls/text_label.h"
#include "widgets/figure/caveats.h"
#include "widgets/panels/intervention_panel.h"
#include "widgets/panels/intervention_row.h"
#include "widgets/plot/cell_plottable.h"
#include "widgets/plot/plot.h"
#include "widgets/plot/theme.h"
#include "widgets/views/shared/figure_view.h"
#include "widgets/views/shared/typed_texts.h"

#include <QAction>
#include <QContextMenuEvent>
#include <QFile>
#include <QFileDialog>
#include <QLineEdit>
#include <QMenu>
#include <QPlainTextEdit>
#include <QPointer>
#include <QSignalSpy>
#include <QSlider>
#include <QTemporaryDir>
#include <QToolButton>

#include <algorithm>
#include <array>

using support::shown;
using support::waitForRun;

namespace {

/// The action of this name below the part of the place that the cursor marks; null: there is none.
QAction* offered(app::MainWindow& window, const QString& part, const char* name)
{
    window.action(app::Act::Intervene)->trigger();
    const QList<QMenu*> parts = window.intervening()->menu()->findChildren<QMenu*>();
    for (const QMenu* const one : parts)
        if (one->title() == part)
            return one->findChild<QAction*>(QLatin1String(name));
    return nullptr;
}

void choose(app::MainWindow& window, const QString& part, const char* name)
{
    QAction* const action = offered(window, part, name);
    QVERIFY2(action, qPrintable(part));
    action->trigger();
    window.intervening()->menu()->close();
}

const widgets::Selection markedHead{.layer = 1, .head = 2, .query = 4, .key = 1};
const core::Intervention place{.at = "blocks.1.attn.z[2]"};
const QString headMenu = QStringLiteral("Head L1 H2");

bool hasMean(const app::WindowState& state)
{
    return state.b && std::ranges::any_of(state.b->record.interventions, [](const core::Intervention& one) {
        return one.origin.texts == "capitals";
    });
}

} // namespace

class TestIntervening : public QObject
{
    Q_OBJECT

private slots:
    void init()
    {
        app::setLanguage("en");
        widgets::setCurrentTheme(widgets::ThemeId::Light);
    }

    /// On the map of ΔW, with the mouse and with the key.
    void aWeightIsTakenFromTheOtherModelByPointing()
    {
        const auto window = shown({.model = "main", .text = "red dog chair. red dog", .view = "weights", .remembers = false});
        app::WindowState both = app::withB(window->state());
        both.b->model = "main@0";
        both.edited = 1;
        window->change(both);
        waitForRun(*window);
        auto* const view = qobject_cast<widgets::FigureView*>(window->currentView());
        QVERIFY(view && view->restore(QStringLiteral("weight_change"), {{QStringLiteral("of"), QStringLiteral("norm")}}));
        waitForRun(*window);
        const widgets::RunPtr a = window->runOf(0), b = window->runOf(1);
        const widgets::CellPlottable* const map = view->plot()->cellMap(QStringLiteral("change"));
        QVERIFY(map);
        const int row = map->rows() - 1 - 1; // W_K of layer 1
        const QPoint at = map->cellRect({row, 1}).center().toPoint();
        QContextMenuEvent asks(QContextMenuEvent::Mouse, at, view->plot()->mapToGlobal(at));
        QCoreApplication::sendEvent(view->plot(), &asks);
        QMenu* const menu = window->intervening()->menu();
        QVERIFY(menu);
        QAction* const take = menu->findChild<QAction*>(QStringLiteral("takeB"));
        QVERIFY(take && take->isEnabled());
        QCOMPARE(take->text(), QStringLiteral("In A: take L1 W_K from B"));
        QVERIFY(menu->findChild<QAction*>(QStringLiteral("takeA"))->isEnabled());
        QVERIFY(menu->findChild<QAction*>(QStringLiteral("from"))); // in words: it is of no number of the run
        take->trigger();
        menu->close();
        waitForRun(*window);
        const std::string name = "blocks.1.attn.k.weight";
        QCOMPARE(window->state().a.record.interventions.size(), std::size_t(1));
        QCOMPARE(window->state().a.record.interventions[0].source.file, std::string("main@0"));
        QCOMPARE(window->runOf(0)->setup->weights.share(name), b->setup->weights.share(name));
        QVERIFY(!std::ranges::equal(window->runOf(0)->trace->at("logits").values(), a->trace->at("logits").values()));
        QCOMPARE(window->runOf(1), b);
        QCOMPARE(window->intervening()->panel(0)->count(), 1);
        widgets::FigureData ofA = view->figureData();
        ofA.mode = widgets::SlotMode::A;
        QVERIFY(std::ranges::any_of(
            widgets::caveatsOf(ofA), [](const widgets::Caveat& caveat) { return caveat.text.contains("L1 W_K from main@0"); }));

        emit view->plot()->cellClicked(QStringLiteral("change"), row, 1, Qt::NoModifier);
        QCOMPARE(view->markedTensor(), QStringLiteral("weights.blocks.1.attn.k.weight"));
        window->action(app::Act::Intervene)->trigger();
        QVERIFY(!window->intervening()->menu()->findChild<QAction*>(QStringLiteral("takeB"))->isEnabled()); // it is there
        QVERIFY(window->intervening()->menu()->findChild<QAction*>(QStringLiteral("takeA"))->isEnabled()); // an exchange
        window->intervening()->menu()->close();

        window->undoStack()->undo();
        waitForRun(*window);
        QVERIFY(std::ranges::equal(window->runOf(0)->trace->at("logits").values(), a->trace->at("logits").values()));
        QVERIFY(window->intervening()->panel(0)->isHidden());
    }

    /// Of the slot that is edited and of the other; what does not fit is dimmed with its reason, until it fits again.
    void eachSlotKeepsItsListAndSaysWhatDoesNotFit()
    {
        const auto window = shown({.model = "main", .text = "red dog chair. red dog", .view = "attention", .remembers = false});
        core::Intervention swap{.at = "weights.blocks.2.attn.k.weight", .op = core::InterventionOp::From};
        swap.source.file = "main@0";
        app::WindowState both = app::withB(window->state());
        both.a.record.interventions = {swap, {.at = "blocks.2.mlp_out"}};
        both.b->record.interventions = {{.at = "blocks.1.attn.z[2]"}};
        window->change(both);
        waitForRun(*window);
        const std::array panels{window->intervening()->panel(0), window->intervening()->panel(1)};
        const auto reasonOf = [&](int slot, int row) {
            const widgets::TextLabel* const why
                = panels[std::size_t(slot)]->row(row)->findChild<widgets::TextLabel*>(QStringLiteral("why"));
            return why->isHidden() ? QString() : why->text();
        };
        for (const int edited : {1, 0}) {
            app::WindowState next = window->state();
            next.edited = edited;
            window->change(next);
            waitForRun(*window);
            QCOMPARE(panels[0]->count(), 2);
            QCOMPARE(panels[1]->count(), 1);
            QVERIFY(panels[0]->heading().endsWith(QLatin1Char('A')) && panels[1]->heading().endsWith(QLatin1Char('B')));
            QCOMPARE(reasonOf(0, 0) + reasonOf(0, 1) + reasonOf(1, 0), QString());
        }
        QCOMPARE(window->intervening()->listWords(), QStringLiteral("Interventions in A: 2, in B: 1"));
        const app::WindowState all = window->state();
        app::WindowState off = all;
        off.a.record.interventions[1].isOff = true;
        window->change(off);
        waitForRun(*window);
        QCOMPARE(panels[0]->count(), 2);
        QCOMPARE(window->intervening()->listWords(), QStringLiteral("Interventions in A: 1, in B: 1")); // what is in force
        window->change(all);
        waitForRun(*window);

        app::WindowState fewer = window->state();
        fewer.a.said.setText("sizes.layers=1", 4);
        fewer.edited = 1; // the list of the other slot has its reasons, too
        window->change(fewer);
        waitForRun(*window);
        QVERIFY2(reasonOf(0, 0).contains("matches no weight of this model"), qPrintable(reasonOf(0, 0)));
        QCOMPARE(reasonOf(0, 1), QStringLiteral("matches no tensor of this model")); // and no names of files' lists
        QCOMPARE(reasonOf(1, 0), QString());
        const auto strength
            = [&](int slot) { return panels[std::size_t(slot)]->row(0)->findChild<QSlider*>(QStringLiteral("strength")); };
        QVERIFY(!strength(0)->isEnabled() && strength(1)->isEnabled());

        app::WindowState shared = both;
        shared.a.model = "heads-gqa";
        window->change(shared);
        waitForRun(*window);
        QVERIFY2(reasonOf(0, 0).contains("no such weight of this shape"), qPrintable(reasonOf(0, 0)));
        QCOMPARE(reasonOf(0, 1), QString());

        window->undoStack()->undo();
        window->undoStack()->undo();
        waitForRun(*window);
        QCOMPARE(reasonOf(0, 0) + reasonOf(0, 1), QString());
        QCOMPARE(window->runOf(0)->trace->interventions.size(), std::size_t(2));

        panels[1]->row(0)->findChild<QToolButton*>(QStringLiteral("remove"))->click(); // that of A does not come in its place
        waitForRun(*window);
        QVERIFY(panels[1]->isHidden());
        QCOMPARE(panels[0]->count(), 2);
    }

    /// Whatever else is changed while it is computed.
    void aMeanThatIsAwaitedArrives()
    {
        const auto window = shown({.model = "main", .text = "The capital of France is", .view = "attention", .remembers = false});
        window->selection()->pin({.layer = 1, .head = 2, .query = 4, .key = 1});
        choose(*window, QStringLiteral("Head L1 H2"), "capitals");
        choose(*window, QStringLiteral("All that layer 1 adds"), "zero"); // runs B
        QVERIFY(window->state().b && !hasMean(window->state()));
        window->setPrompt(QStringLiteral("The capital of Spain is"));
        QTRY_VERIFY_WITH_TIMEOUT(hasMean(window->state()), 60000);
        waitForRun(*window);
        QCOMPARE(window->state().b->record.interventions.size(), std::size_t(3));
    }

    void whatIsAwaitedOfAnotherModelIsSaidToBeDropped()
    {
        const auto window = shown({.model = "main", .text = "The capital of France is", .view = "attention", .remembers = false});
        window->selection()->pin({.layer = 1, .head = 2, .query = 4, .key = 1});
        choose(*window, QStringLiteral("Head L1 H2"), "capitals");
        QSignalSpy said(window->intervening(), &app::Intervening::said);
        window->addChoice(QStringLiteral("norm.placement"), QStringLiteral("post"));
        QCOMPARE(said.count(), 1);
        QVERIFY2(said[0][0].toString().contains("of the model before"), qPrintable(said[0][0].toString()));
        waitForRun(*window);
        QVERIFY(!hasMean(window->state()));
    }

    void anotherTextGivesValuesByPointing()
    {
        const auto window = shown({.model = "main", .text = "The capital of France is", .view = "attention", .remembers = false});
        window->selection()->pin(markedHead);
        choose(*window, headMenu, "capitals");
        QVERIFY(!window->state().b); // until the means are there
        QTRY_VERIFY_WITH_TIMEOUT(window->runOf(1), 60000);
        waitForRun(*window);
        const widgets::RunPtr a = window->runOf(0);
        QVERIFY(window->state().b->record.interventions == core::meansOverTexts(*a->setup, "capitals", {place}, {}));
        QCOMPARE(window->undoStack()->count(), 1);
        widgets::FigureData ofB = window->currentView()->figureData();
        ofB.mode = widgets::SlotMode::B;
        QVERIFY(std::ranges::any_of(widgets::caveatsOf(ofB),
            [](const widgets::Caveat& caveat) { return caveat.text.contains("L1 H2 z → mean over “capitals”"); }));

        const QString spain = QStringLiteral("The capital of Spain is");
        choose(*window, headMenu, "text");
        QPointer<widgets::LineQuestion> question
            = qobject_cast<widgets::LineQuestion*>(window->intervening()->question());
        QVERIFY(question && question->isVisible());
        QCOMPARE(question->field()->text(), QStringLiteral("The capital of France is"));
        question->field()->setText(spain);
        QTest::keyClick(question->field(), Qt::Key_Return);
        QTRY_VERIFY(!question);
        const std::vector<core::Intervention> values
            = core::valuesInText(*a->setup, spain.toStdString(), {place}, core::Index(a->trace->ids.size()), {});
        QTRY_VERIFY_WITH_TIMEOUT(window->state().b->record.interventions == values, 60000);
        waitForRun(*window);
        QCOMPARE(
            core::interventionsFromJson(window->runOf(1)->trace->interventions, {}).front().origin.text, spain.toStdString());

        choose(*window, headMenu, "text"); // of other tokens: nothing changes, and what was typed is still there
        question = qobject_cast<widgets::LineQuestion*>(window->intervening()->question());
        question->field()->setText(QStringLiteral("The capital"));
        QTest::keyClick(question->field(), Qt::Key_Return);
        QVERIFY(question && question->isVisible());
        QCOMPARE(question->field()->text(), QStringLiteral("The capital"));
        QCOMPARE(question->note(),
            QStringLiteral("This text has 2 tokens. The place is of all 5 tokens: write a text of as many, or point at one token."));
        QVERIFY(window->state().b->record.interventions == values);
    }

    void aFileOfTextsGivesItsMeansByPointing()
    {
        const auto window = shown({.model = "main", .text = "The capital of France is", .view = "attention", .remembers = false});
        window->selection()->pin(markedHead);
        const widgets::RunPtr a = window->runOf(0);
        const auto have = [&](const std::vector<core::Intervention>& expected) {
            return window->state().b && window->state().b->record.interventions == expected;
        };
        const auto chooseFile = [&](const QFile& file) {
            choose(*window, headMenu, "textFile");
            auto* const dialog = window->findChild<QFileDialog*>(QStringLiteral("openTexts"));
            if (dialog)
                emit dialog->fileSelected(file.fileName());
            return dialog != nullptr;
        };
        QTemporaryDir folder;
        QFile file(folder.filePath(QStringLiteral("cities.txt")));
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write("The city of Paris is\n\nThe city of Rome is\n") > 0);
        file.close();
        QVERIFY(chooseFile(file));
        const std::vector<core::Intervention> ofFile
            = core::meansOverTexts(*a->setup, file.fileName().toStdString(), {place}, {});
        QCOMPARE(ofFile.front().origin.texts, std::string("cities.txt"));
        QTRY_VERIFY_WITH_TIMEOUT(have(ofFile), 60000);
        waitForRun(*window);
        window->findChild<QFileDialog*>(QStringLiteral("openTexts"))->close();

        QVERIFY(file.open(QIODevice::WriteOnly)
            && file.write("The city of Berlin is\n\nThe city of Madrid is\n") > 0); // it was changed
        file.close();
        QVERIFY(chooseFile(file));
        const std::vector<core::Intervention> ofChanged
            = core::meansOverTexts(*a->setup, file.fileName().toStdString(), {place}, {});
        QVERIFY(!(ofChanged == ofFile));
        QTRY_VERIFY_WITH_TIMEOUT(have(ofChanged), 60000);
        waitForRun(*window);

        choose(*window, headMenu, "typed");
        auto* const typed = qobject_cast<widgets::TypedTexts*>(window->intervening()->question());
        QVERIFY(typed);
        typed->field()->setPlainText(QStringLiteral("The city of Paris is\nThe city of Rome is"));
        QTest::keyClick(typed->field(), Qt::Key_Return, Qt::ControlModifier);
        QTRY_VERIFY_WITH_TIMEOUT(
            window->state().b->record.interventions.front().origin.texts == "typed:The city of Paris is\nThe city of Rome is",
            60000);
        QVERIFY(window->state().b->record.interventions.front().value == ofFile.front().value); // the same texts
        waitForRun(*window);
        QVERIFY(chooseFile(file));
        QTRY_VERIFY_WITH_TIMEOUT(have(ofChanged), 60000);
    }
};

QTEST_MAIN(TestIntervening)
#include "tst_intervening.moc"
