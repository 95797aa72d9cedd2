// Interventions by pointing whose values come from other texts: computed by the worker, then in force, said and kept.

#include "app/window/intervening.h"

#include "app/base/languages.h"
#include "app/window/main_window.h"

#include "core/experiments/text_values.h"
#include "tests/app/support/shown_window.h"
#include "widgets/figure/caveats.h"
#include "widgets/panels/intervention_other_text.h"
#include "widgets/plot/theme.h"
#include "widgets/views/shared/view.h"

#include <QAction>
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

class TestIntervening : public QObject
{
    Q_OBJECT

private slots:
    void init()
    {
        app::setLanguage("en");
        widgets::setCurrentTheme(widgets::ThemeId::Light);
    }

    void otherTextsGiveValuesByPointing()
    {
        const auto window = shown({.model = "main", .text = "The capital of France is", .view = "attention", .remembers = false});
        window->selection()->pin({.layer = 1, .head = 2, .query = 4, .key = 1});
        const auto choose = [&](const char* name) {
            window->action(app::Act::Intervene)->trigger();
            QAction* action = nullptr;
            const QList<QMenu*> parts = window->intervening()->menu()->findChildren<QMenu*>();
            for (const QMenu* const part : parts)
                if (part->title() == QLatin1String("Head L1 H2"))
                    action = part->findChild<QAction*>(QLatin1String(name));
            if (action)
                action->trigger();
            window->intervening()->menu()->close();
            return action != nullptr;
        };
        QVERIFY(choose("capitals"));
        QVERIFY(!window->state().b); // until the means are there
        QTRY_VERIFY_WITH_TIMEOUT(window->runOf(1), 60000);
        waitForRun(*window);
        const widgets::RunPtr a = window->runOf(0);
        const core::Intervention place{.at = "blocks.1.attn.z[2]"};
        const std::vector<core::Intervention> means = core::meansOverTexts(*a->setup, "capitals", {place}, {});
        QVERIFY(window->state().b->record.interventions == means);
        QCOMPARE(window->undoStack()->count(), 1);
        widgets::FigureData ofB = window->currentView()->figureData();
        ofB.mode = widgets::SlotMode::B;
        QVERIFY(std::ranges::any_of(widgets::caveatsOf(ofB),
            [](const widgets::Caveat& caveat) { return caveat.text.contains("L1 H2 z → mean over “capitals”"); }));

        const QString spain = QStringLiteral("The capital of Spain is");
        QVERIFY(choose("text"));
        QPointer<widgets::InterventionOtherText> question
            = qobject_cast<widgets::InterventionOtherText*>(window->intervening()->question());
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

        QTemporaryDir folder; // a file of one's own
        QFile file(folder.filePath(QStringLiteral("cities.txt")));
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write("The city of Paris is\n\nThe city of Rome is\n") > 0);
        file.close();
        QVERIFY(choose("textFile"));
        auto* const dialog = window->findChild<QFileDialog*>(QStringLiteral("openTexts"));
        QVERIFY(dialog);
        emit dialog->fileSelected(file.fileName());
        const std::vector<core::Intervention> ofFile
            = core::meansOverTexts(*a->setup, file.fileName().toStdString(), {place}, {});
        QCOMPARE(ofFile.front().origin.texts, std::string("cities.txt"));
        QTRY_VERIFY_WITH_TIMEOUT(window->state().b->record.interventions == ofFile, 60000);
        waitForRun(*window);
        dialog->close();

        QVERIFY(file.open(QIODevice::WriteOnly) && file.write("The city of Berlin is\n\nThe city of Madrid is\n") > 0); // it was changed
        file.close();
        QVERIFY(choose("textFile"));
        emit window->findChild<QFileDialog*>(QStringLiteral("openTexts"))->fileSelected(file.fileName());
        const std::vector<core::Intervention> ofChanged
            = core::meansOverTexts(*a->setup, file.fileName().toStdString(), {place}, {});
        QVERIFY(!(ofChanged == ofFile));
        QTRY_VERIFY_WITH_TIMEOUT(window->state().b->record.interventions == ofChanged, 60000);
        waitForRun(*window);

        QVERIFY(choose("text")); // of other tokens: nothing changes, and it is said
        question = qobject_cast<widgets::InterventionOtherText*>(window->intervening()->question());
        question->field()->setText(QStringLiteral("The capital"));
        QSignalSpy said(window->intervening(), &app::Intervening::said);
        QTest::keyClick(question->field(), Qt::Key_Return);
        QTRY_VERIFY_WITH_TIMEOUT(!said.isEmpty(), 60000);
        QVERIFY2(said[0][0].toString().contains("tokens"), qPrintable(said[0][0].toString()));
        QVERIFY(window->state().b->record.interventions == ofChanged);
    }
};

QTEST_MAIN(TestIntervening)
#include "tst_intervening.moc"
