// Directions by pointing: what a person says of one is asked for, in force, listed, and said on figures.

#include "app/window/intervening.h"

#include "app/base/languages.h"
#include "app/window/main_window.h"

#include "core/experiments/steering.h"
#include "tests/app/support/shown_window.h"
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

using support::shown;
using support::waitForRun;

class TestAddedDirections : public QObject
{
    Q_OBJECT

private slots:
    void init()
    {
        app::setLanguage("en");
        widgets::setCurrentTheme(widgets::ThemeId::Light);
    }

    /// Two texts and a saved vector: in force with a factor and a strength, listed, undone, said on figures; a file of none is
    /// said.
    void directionsAreAddedByPointing()
    {
        const auto window = shown({.model = "main", .text = "red dog chair. red dog", .view = "residual", .remembers = false});
        window->selection()->pin({.layer = 2, .head = 1, .query = 3});
        const auto choose = [&](const char* name) {
            emit window->currentView()->placeAsked(
                QStringLiteral("blocks.2.resid_pre"), window->selection()->pinned(), QPoint(10, 10));
            const QList<QMenu*> menus = window->intervening()->menu()->findChildren<QMenu*>(QStringLiteral("directions"));
            QAction* const action = menus.isEmpty() ? nullptr : menus.first()->findChild<QAction*>(QLatin1String(name));
            if (!action)
                return false;
            action->trigger();
            window->intervening()->menu()->close();
            return true;
        };
        QVERIFY(choose("twoTexts"));
        QPointer<widgets::InterventionTwoTexts> question
            = qobject_cast<widgets::InterventionTwoTexts*>(window->intervening()->question());
        QVERIFY(question && question->isVisible());
        QCOMPARE(question->text()->text(), QStringLiteral("red dog chair. red dog"));
        question->text()->setText(QStringLiteral("a red dog"));
        question->less()->setText(QStringLiteral("the cup"));
        QTest::keyClick(question->less(), Qt::Key_Return);
        QTRY_VERIFY(!question);
        waitForRun(*window);
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

        auto* const factor = window->intervening()->panel(1)->row(0)->findChild<QDoubleSpinBox*>(QStringLiteral("number"));
        QVERIFY(factor && !factor->isHidden());
        factor->setValue(-3);
        waitForRun(*window);
        const core::Intervention& opposite = window->state().b->record.interventions.front();
        QCOMPARE(opposite.value.numbers, std::vector<float>{-3});
        QVERIFY(core::directionOf(opposite).text == "a red dog");
        QVERIFY(!std::ranges::equal(window->runOf(1)->trace->at("logits").values(), expected->at("logits").values()));

        const QTemporaryDir folder;
        const auto vectorFile = [&] { return window->findChild<QFileDialog*>(QStringLiteral("openVector")); };
        QFile file(folder.filePath(QStringLiteral("v.json")));
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write("[1, 2, \"three\"]") > 0);
        file.close();
        QVERIFY(choose("vectorFile") && vectorFile());
        QSignalSpy words(window->intervening(), &app::Intervening::said);
        emit vectorFile()->fileSelected(file.fileName());
        QVERIFY(words.size() == 1 && words[0][0].toString().startsWith(QLatin1String("Nothing was changed")));
        QVERIFY(window->state().b->record.interventions.front().source.file.empty());
        delete vectorFile();

        QByteArray list = "[0";
        for (int i = 1; i < int(a->setup->config.dModel); ++i)
            list += "," + QByteArray::number(i % 5);
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(list + "]") > 0);
        file.close();
        QVERIFY(choose("vectorFile") && vectorFile());
        emit vectorFile()->fileSelected(file.fileName());
        delete vectorFile();
        waitForRun(*window);
        QCOMPARE(window->state().b->record.interventions.size(), std::size_t(1)); // in the stead of the one before
        QCOMPARE(window->runOf(1)->trace->interventions.size(), std::size_t(1));
        QCOMPARE(window->state().b->record.interventions.front().source.file, file.fileName().toStdString());

        QVERIFY(file.remove()); // without the file it is dimmed, and says so
        factor->setValue(2);
        waitForRun(*window);
        const auto* const why = window->intervening()->panel(1)->row(0)->findChild<widgets::TextLabel*>(QStringLiteral("why"));
        QVERIFY(!why->isHidden() && !why->text().isEmpty());
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(list + "]") > 0);
        file.close();
        factor->setValue(4);
        waitForRun(*window);
        QVERIFY2(why->isHidden(), qPrintable(why->text()));
        QCOMPARE(window->runOf(1)->trace->interventions.size(), std::size_t(1));
    }
};

QTEST_MAIN(TestAddedDirections)
#include "tst_added_directions.moc"
