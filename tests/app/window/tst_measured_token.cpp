// Measured token, and what next tokens, the diagram and the tokens of the text offer by a right click.

#include "app/window/measured_token.h"

#include "app/base/languages.h"
#include "app/window/intervening.h"
#include "app/window/main_window.h"
#include "app/window/next_tokens.h"
#include "app/window/token_bars.h"

#include "tests/app/support/shown_window.h"
#include "widgets/diagram/model_diagram.h"
#include "widgets/panels/token_strip.h"
#include "widgets/plot/theme.h"
#include "widgets/views/shared/view.h"

#include <QAction>
#include <QContextMenuEvent>
#include <QMenu>
#include <QSignalSpy>

using support::shown;
using support::waitForRun;

namespace {

/// The menu of what is at a place of a part of the window.
QMenu* askedAt(app::MainWindow& window, QWidget* part, const QPoint& at)
{
    QContextMenuEvent asks(QContextMenuEvent::Mouse, at, part->mapToGlobal(at));
    QCoreApplication::sendEvent(part, &asks);
    return window.intervening()->menu();
}

QStringList titlesOf(const QMenu& menu)
{
    QStringList titles;
    for (const QAction* const action : menu.actions())
        if (action->menu())
            titles << action->text();
    return titles;
}

} // namespace

class TestMeasuredToken : public QObject
{
    Q_OBJECT

private slots:
    void init()
    {
        app::setLanguage("en");
        widgets::setCurrentTheme(widgets::ThemeId::Light);
    }

    /// Alone, and as the one that is subtracted, for every page that measures; a left click still appends it.
    void aNextTokenIsMeasuredByPointing()
    {
        QCOMPARE(app::measuringPages(), (QStringList{"circuits", "sweep", "gradients"}));
        const auto window = shown({.model = "main", .text = "red dog chair. red dog", .view = "circuits", .remembers = false});
        const std::string text = window->state().a.text;
        const auto rows = window->nextTokens()->rows();
        auto* const bars = window->nextTokens()->findChild<app::TokenBars*>();
        const auto ask = [&](int bar, const char* name) {
            QMenu* const menu = askedAt(*window, bars, bars->barRect(bar).center());
            return menu ? menu->findChild<QAction*>(QLatin1String(name)) : nullptr;
        };
        QAction* const measure = ask(1, "measure");
        QVERIFY(measure && measure->text().contains(rows[1].token));
        QSignalSpy said(window->intervening(), &app::Intervening::said);
        measure->trigger();
        window->intervening()->menu()->close();
        waitForRun(*window);
        const QString alone = QStringLiteral("log_prob:#%1@-1").arg(rows[1].id);
        for (const QString& page : app::measuringPages())
            QCOMPARE(window->state().whatIf.value(page).toMap().value(QStringLiteral("metric")).toString(), alone);
        QCOMPARE(window->currentView()->figureData().options.value(QStringLiteral("metric")).toString(), alone);
        QVERIFY(said.count() == 1 && said[0][0].toString().contains(QStringLiteral("Circuits")));
        QVERIFY(window->state().a.text == text);

        QVERIFY(!ask(1, "measureMinus")); // of a token with itself
        window->intervening()->menu()->close();
        QAction* const minus = ask(2, "measureMinus");
        QVERIFY(minus);
        minus->trigger();
        window->intervening()->menu()->close();
        waitForRun(*window);
        const QString difference = QStringLiteral("logit_difference:#%1,#%2@-1").arg(rows[1].id).arg(rows[2].id);
        QCOMPARE(app::measuredIn(window->state()), difference);
        window->undoStack()->undo();
        waitForRun(*window);
        QCOMPARE(app::measuredIn(window->state()), alone);
        window->undoStack()->undo();
        waitForRun(*window);
        QCOMPARE(app::measuredIn(window->state()), QString());

        bars->setFocus(Qt::TabFocusReason); // with the keys, behind another token
        window->selection()->pin({.layer = 0, .head = 0, .query = 1});
        QTest::keyClick(bars, Qt::Key_Down);
        window->action(app::Act::Intervene)->trigger();
        QAction* const byKey = window->intervening()->menu()->findChild<QAction*>(QStringLiteral("measure"));
        QVERIFY(byKey);
        byKey->trigger();
        window->intervening()->menu()->close();
        QVERIFY2(app::measuredIn(window->state()).endsWith(QStringLiteral("@1")), qPrintable(app::measuredIn(window->state())));
    }

    /// The pictures of the architecture and of the text, as any other.
    void nodesAndTokensOfferWhatPicturesDo()
    {
        const auto window = shown({.model = "main", .text = "red dog chair. red dog", .view = "attention", .remembers = false});
        window->selection()->pin({.layer = 1, .head = 2, .query = 4, .key = 1});
        auto* const diagram = window->findChild<widgets::ModelDiagram*>();
        diagram->resize(diagram->sizeHint().expandedTo({220, 640}));
        const auto node = [&](const char* id) {
            return askedAt(*window, diagram, diagram->diagram().find(QLatin1String(id))->rect.center().toPoint());
        };
        QMenu* menu = node("attn.pattern");
        QVERIFY(menu);
        QVERIFY2(titlesOf(*menu).startsWith(QStringLiteral("Head L1 H2")), qPrintable(titlesOf(*menu).join('|')));
        QVERIFY(titlesOf(*menu).contains(QStringLiteral("Attention of layer 1")));
        menu->close();
        menu = node("mlp.out");
        QVERIFY(menu && titlesOf(*menu).contains(QStringLiteral("Feed-forward of layer 1")));
        menu->close();
        menu = node("block.2");
        QVERIFY(menu && titlesOf(*menu).contains(QStringLiteral("All that layer 2 adds")));
        QCOMPARE(window->selection()->pinned().layer, 1); // it is asked, not gone to
        menu->close();

        auto* const strip = window->findChild<widgets::TokenStrip*>();
        QWidget* const chips = strip->widget();
        menu = askedAt(*window, chips, {20, chips->height() / 3});
        QVERIFY(menu);
        const QStringList titles = titlesOf(*menu);
        QVERIFY2(titles.size() == 4 && titles[0].endsWith(QStringLiteral("embed, token 0")), qPrintable(titles.join('|')));
        QVERIFY(titles[1].endsWith(QStringLiteral("L1 resid_pre, token 0")));
        menu->findChildren<QMenu*>().at(0)->findChild<QAction*>(QStringLiteral("zero"))->trigger();
        menu->close();
        waitForRun(*window);
        QCOMPARE(window->runOf(1)->trace->replaced, std::vector<std::string>{"embed"});
    }
};

QTEST_MAIN(TestMeasuredToken)
#include "tst_measured_token.moc"
