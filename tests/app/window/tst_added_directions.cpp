// Directions by pointing: what a person says of one is asked for, in force, listed, and said on figures.

#include "app/window/intervening.h"

#include "app/base/languages.h"
#include "app/window/main_window.h"

#include "core/experiments/steering.h"
#include "tests/app/support/shown_window.h"
#include "widgets/controls/line_question.h"
#include "widgets/controls/text_label.h"
#include "widgets/figure/caveats.h"
#include "widgets/panels/intervention_panel.h"
#include "widgets/panels/intervention_row.h"
#include "widgets/panels/intervention_two_texts.h"
#include "widgets/plot/theme.h"
#include "widgets/views/shared/figure_view.h"

#include <QAction>
#include <QDoubleSpinBox>
#include <QFile>
#include <QFileDialog>
#include <QLineEdit>
#include <QMenu>
#include <QPointer>
#include <QSignalSpy>
#include <QTemporaryDir>

#include <algorithm>
#include <memory>

using support::shown;
using support::waitForRun;

namespace {

/// The menu of directions at a place of the stream: triggers the action of this name, where it is.
bool choose(app::MainWindow& window, const char* name)
{
    emit window.currentView()->placeAsked(QStringLiteral("blocks.2.resid_pre"), window.selection()->pinned(), QPoint(10, 10));
    const QList<QMenu*> menus = window.intervening()->menu()->findChildren<QMenu*>(QStringLiteral("directions"));
    QAction* const action = menus.isEmpty() ? nullptr : menus.first()->findChild<QAction*>(QLatin1String(name));
    if (!action)
        return false;
    action->trigger();
    window.intervening()->menu()->close();
    return true;
}

/// A window with “a red dog” − “the cup” added in B.
std::unique_ptr<app::MainWindow> withTwoTexts()
{
    auto window = shown({.model = "main", .text = "red dog chair. red dog", .view = "residual", .remembers = false});
    window->selection()->pin({.layer = 2, .head = 1, .query = 3});
    if (!choose(*window, "twoTexts"))
        return window;
    QPointer<widgets::InterventionTwoTexts> question
        = qobject_cast<widgets::InterventionTwoTexts*>(window->intervening()->question());
    if (!question || !question->isVisible() || question->text()->text() != QLatin1String("red dog chair. red dog"))
        return window;
    question->text()->setText(QStringLiteral("a red dog"));
    question->less()->setText(QStringLiteral("the cup"));
    QTest::keyClick(question->less(), Qt::Key_Return);
    if (QTest::qWaitFor([&] { return !question; }))
        waitForRun(*window);
    return window;
}

QDoubleSpinBox* factorOf(app::MainWindow& window, int row = 0)
{
    return window.intervening()->panel(1)->row(row)->findChild<QDoubleSpinBox*>(QStringLiteral("number"));
}

bool write(QFile& file, const QByteArray& text)
{
    const bool done = file.open(QIODevice::WriteOnly) && file.write(text) > 0;
    file.close();
    return done;
}

} // namespace

class TestAddedDirections : public QObject
{
    Q_OBJECT

private slots:
    void init()
    {
        app::setLanguage("en");
        widgets::setCurrentTheme(widgets::ThemeId::Light);
    }

    /// In force with a factor, and said on figures.
    void twoTextsGiveADirectionByPointing()
    {
        const auto window = withTwoTexts();
        const widgets::RunPtr a = window->runOf(0), b = window->runOf(1);
        QVERIFY(b && window->state().b->record.interventions.size() == 1);
        const core::Intervention& said = window->state().b->record.interventions.front();
        QVERIFY(core::directionOf(said).less == "the cup" && core::needsNumbers(said));
        core::Intervention numbers = said;
        numbers.value = core::directionNumbers(*a->setup, said);
        core::TraceRequest record;
        record.interventions = {numbers};
        const auto expected = core::forward(*a->setup, {.ids = a->trace->ids}, record);
        QVERIFY(std::ranges::equal(b->trace->at("logits").values(), expected->at("logits").values()));
        QVERIFY(!std::ranges::equal(a->trace->at("logits").values(), expected->at("logits").values()));
        widgets::FigureData ofB = window->currentView()->figureData();
        ofB.mode = widgets::SlotMode::B;
        QVERIFY(std::ranges::any_of(widgets::caveatsOf(ofB), [](const widgets::Caveat& caveat) {
            return caveat.text.contains("L2 resid_pre, token 3 + (“a red dog” − “the cup”)");
        }));

        QDoubleSpinBox* const factor = factorOf(*window);
        QVERIFY(factor && !factor->isHidden());
        factor->setValue(-3);
        waitForRun(*window);
        const core::Intervention& opposite = window->state().b->record.interventions.front();
        QCOMPARE(opposite.value.numbers, std::vector<float>{-3});
        QVERIFY(core::directionOf(opposite).text == "a red dog");
        QVERIFY(!std::ranges::equal(window->runOf(1)->trace->at("logits").values(), expected->at("logits").values()));
    }

    /// Any token of the vocabulary; what is none is asked for again, as it was typed.
    void anotherTokenIsADirectionByPointing()
    {
        const auto window = shown({.model = "main", .text = "red dog chair. red dog", .view = "residual", .remembers = false});
        window->selection()->pin({.layer = 2, .head = 1, .query = 3});
        const auto asked = [&] { return qobject_cast<widgets::LineQuestion*>(window->intervening()->question()); };
        for (const auto& [name, kind] :
            {std::pair{"outputToken", core::DirectionKind::Towards}, {"embeddedToken", core::DirectionKind::Embedding}}) {
            QVERIFY2(choose(*window, name), name);
            QVERIFY(asked() && asked()->field()->text().isEmpty());
            asked()->field()->setText(QStringLiteral(" cup chair"));
            QTest::keyClick(asked()->field(), Qt::Key_Return);
            QTRY_VERIFY(asked() && asked()->note().contains("token"));
            QCOMPARE(asked()->field()->text(), QStringLiteral(" cup chair"));
            asked()->field()->setText(QStringLiteral(" cup"));
            QTest::keyClick(asked()->field(), Qt::Key_Return);
            waitForRun(*window);
            QVERIFY(window->state().b);
            const core::Direction direction = core::directionOf(window->state().b->record.interventions.back());
            QVERIFY2(direction.kind == kind && direction.text == " cup", name);
        }
    }

    /// Beside the direction before; a file of none is said, one that is gone dims it.
    void aSavedVectorIsADirectionByPointing()
    {
        const auto window = withTwoTexts();
        QVERIFY(window->runOf(1));
        const QTemporaryDir folder;
        const auto vectorFile = [&] { return window->findChild<QFileDialog*>(QStringLiteral("openVector")); };
        QFile file(folder.filePath(QStringLiteral("v.json")));
        QVERIFY(write(file, "[1, 2, \"three\"]"));
        QVERIFY(choose(*window, "vectorFile") && vectorFile());
        QSignalSpy words(window->intervening(), &app::Intervening::said);
        emit vectorFile()->fileSelected(file.fileName());
        QVERIFY(words.size() == 1 && words[0][0].toString().startsWith(QLatin1String("Nothing was changed")));
        QVERIFY(window->state().b->record.interventions.front().source.file.empty());
        delete vectorFile();

        QByteArray list = "[0";
        for (int i = 1; i < int(window->runOf(0)->setup->config.dModel); ++i)
            list += "," + QByteArray::number(i % 5);
        list += "]";
        QVERIFY(write(file, list));
        QVERIFY(choose(*window, "vectorFile") && vectorFile());
        emit vectorFile()->fileSelected(file.fileName());
        delete vectorFile();
        waitForRun(*window);
        QCOMPARE(window->state().b->record.interventions.size(), std::size_t(2));
        QCOMPARE(window->runOf(1)->trace->interventions.size(), std::size_t(2));
        QCOMPARE(window->state().b->record.interventions.back().source.file, file.fileName().toStdString());

        QVERIFY(file.remove());
        QDoubleSpinBox* const factor = factorOf(*window, 1);
        factor->setValue(2);
        waitForRun(*window);
        const auto* const why = window->intervening()->panel(1)->row(1)->findChild<widgets::TextLabel*>(QStringLiteral("why"));
        QVERIFY(!why->isHidden() && !why->text().isEmpty());
        QVERIFY(write(file, list));
        factor->setValue(4);
        waitForRun(*window);
        QVERIFY2(why->isHidden(), qPrintable(why->text()));
        QCOMPARE(window->runOf(1)->trace->interventions.size(), std::size_t(2));
    }
};

QTEST_MAIN(TestAddedDirections)
#include "tst_added_directions.moc"
