// The legend of symbols: over the page, which stays where it is; its values are those of the models on screen.

#include "app/window/main_window.h"
#include "app/window/symbol_legend.h"

#include "app/base/languages.h"
#include "core/model/symbols.h"
#include "tests/app/support/shown_window.h"
#include "tests/widgets/support/quiet.h"
#include "widgets/views/shared/view.h"

#include <QTest>
#include <QTextDocument>
#include <QToolButton>

class TestSymbolLegend : public QObject
{
    Q_OBJECT

    static app::SymbolLegend* legendOf(const app::MainWindow& window) { return window.findChild<app::SymbolLegend*>(); }

    static QString plain(const app::SymbolLegend& legend)
    {
        QTextDocument document;
        document.setHtml(legend.table());
        return document.toPlainText().replace(QChar::Nbsp, QLatin1Char(' '));
    }

    /// The cells of the row of this meaning.
    static QStringList rowOf(const app::SymbolLegend& legend, const QString& meaning)
    {
        QStringList lines = plain(legend).split(QLatin1Char('\n'));
        for (QString& line : lines)
            line = line.trimmed();
        const qsizetype at = lines.indexOf(meaning);
        return at < 1 ? QStringList() : lines.mid(at - 1, 5);
    }

private slots:
    void init() { app::setLanguage("en"); }
    void cleanup() { widgets::setCurrentTheme(widgets::ThemeId::Light); }

    void lettersAreLoweredAndRaised()
    {
        QCOMPARE(app::lettersAsHtml(QStringLiteral("d_ff, ffn")), QStringLiteral("d<sub>ff</sub>, ffn"));
        QCOMPARE(app::lettersAsHtml(QStringLiteral("a^K_ij")), QStringLiteral("a<sup>K</sup><sub>ij</sub>"));
        QCOMPARE(app::lettersAsHtml(QStringLiteral("r_i−j")), QStringLiteral("r<sub>i−j</sub>"));
        QCOMPARE(app::lettersAsHtml(QStringLiteral("N")), QStringLiteral("N"));
    }

    void oneClickOpensItAndThePageStays()
    {
        const auto window = support::shown({.model = "main", .view = "attention", .remembers = false});
        const app::SymbolLegend* const legend = legendOf(*window);
        const QRect page = window->currentView()->geometry();
        QVERIFY(!legend->isVisible());
        QTest::mouseClick(window->findChild<QToolButton*>("symbolsButton"), Qt::LeftButton);
        QVERIFY(legend->isVisible());
        QVERIFY(window->rect().contains(QRect(legend->mapTo(window.get(), QPoint()), legend->size())));
        QCOMPARE(window->currentView()->geometry(), page);
        window->showView("rope"); // it stays while pages change
        QVERIFY(legend->isVisible());
        window->action(app::Act::Unpin)->trigger();
        QVERIFY(!legend->isVisible());
        QVERIFY(!window->action(app::Act::ShowSymbols)->isChecked());
    }

    void valuesAreThoseOfTheModelsOnScreen()
    {
        const auto window = support::shown({.model = "main", .text = "red dog", .view = "attention", .remembers = false});
        window->action(app::Act::ShowSymbols)->trigger();
        const app::SymbolLegend& legend = *legendOf(*window);
        const core::ModelConfig& config = window->run()->setup->config;
        QCOMPARE(rowOf(legend, "width of the stream").value(2), QLocale().toString(config.dModel));
        QCOMPARE(rowOf(legend, "tokens of this text").value(2), QLocale().toString(int(window->run()->trace->ids.size())));
        QCOMPARE(rowOf(legend, "width of the latent that holds keys and values").value(2), QStringLiteral("–"));
        window->openModel("atlas:deepseek-v2");
        support::waitForRun(*window);
        QCOMPARE(rowOf(legend, "width of the stream").value(2), QLocale().toString(window->run()->setup->config.dModel));
        QVERIFY(rowOf(legend, "width of the latent that holds keys and values").value(2) != QStringLiteral("–"));
        QVERIFY(rowOf(legend, "heads: of queries").value(3).contains("A BERT"));
    }

    void bothModelsOfAComparisonHaveTheirColumn()
    {
        const auto window = support::shown(
            {.model = "untrained", .view = "attention", .saidOfB = support::choice("sizes.d_ff=96"), .remembers = false});
        window->action(app::Act::ShowSymbols)->trigger();
        const QStringList row = rowOf(*legendOf(*window), "width of the feed-forward: of one of its matrices");
        QCOMPARE(row.value(2), QLocale().toString(256));
        QCOMPARE(row.value(3), QStringLiteral("96"));
    }

    void itIsThereWhilePresentingAndInChinese()
    {
        const auto window = support::shown({.model = "main", .view = "attention", .remembers = false});
        window->resize(1366, 768);
        window->setPresenting(true);
        support::waitForRun(*window);
        QTest::keyClick(window.get(), Qt::Key_F1);
        const app::SymbolLegend* const legend = legendOf(*window);
        QVERIFY(legend->isVisible());
        QTest::keyClick(window.get(), Qt::Key_Escape); // closes the legend before it ends the presentation
        QVERIFY(!legend->isVisible());
        QVERIFY(window->action(app::Act::Present)->isChecked());
        window->setPresenting(false);
        window->setLanguage("zh_CN");
        window->action(app::Act::ShowSymbols)->trigger();
        for (const core::Symbol& one : core::allSymbols())
            QVERIFY2(!plain(*legend).contains(QString::fromUtf8(one.meaning)), one.id);
    }
};

QUIET_TEST_MAIN(TestSymbolLegend)
#include "tst_symbol_legend.moc"
