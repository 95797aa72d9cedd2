// What is beside the map of one head: scores as bars, without lines, which are of weights.

#include "tests/widgets/support/answered_view.h"
#include "tests/widgets/support/quiet.h"
#include "tests/widgets/support/tiny_run.h"
#include "widgets/plot/charts.h"
#include "widgets/plot/plot.h"
#include "widgets/plot/token_lines.h"
#include "widgets/views/attention/figures.h"
#include "widgets/views/attention/shown.h"
#include "widgets/views/attention/view.h"

#include <QTest>

using namespace widgets;

class TestBeside : public QObject
{
    Q_OBJECT
private slots:
    /// With their numbers, which the cells of a small map have no room for.
    void scoresAreBarsBesideTheirMap()
    {
        SelectionModel selection;
        const RunPtr run = support::tinyRun();
        AttentionView view(&selection, nullptr);
        view.resize(900, 640);
        view.show();
        support::answer(view);
        view.setRun(run, nullptr);
        view.setLevel(AttentionView::Level::Head);
        view.setStage(QStringLiteral("mask"));
        selection.pin({.layer = 1, .head = 2, .query = 4, .key = 0});
        const BarChart* bars = nullptr;
        for (int i = 0; i < view.plot()->plottableCount(); ++i)
            if (const auto* const one = qobject_cast<const BarChart*>(view.plot()->plottable(i)))
                bars = one;
            else
                QVERIFY(!qobject_cast<const TokenLines*>(view.plot()->plottable(i)));
        QVERIFY(bars && bars->name() == "row");
        const Grid scores = shownHeadGrid(view.figureData());
        const std::vector<int> keys = keysOfRow(view.figureData());
        QCOMPARE(int(keys.size()), 5); // none of a masked key
        QCOMPARE(int(bars->bars().size()), 5);
        for (int i = 0; i < 5; ++i)
            QCOMPARE(bars->bars()[i].value, double(scores.at(4, keys[std::size_t(i)])));
        QVERIFY(bars->bars()[0].value >= bars->bars()[1].value && bars->bars()[1].value >= bars->bars()[4].value);
        QVERIFY(!bars->bars()[0].text.isEmpty());
        emit view.plot()->barClicked(QStringLiteral("row"), 3);
        QCOMPARE(selection.pinned().key, keys[3]);
    }

    /// With as many as have room in a column of their own, and no thicker than that.
    void barsFillTheirColumn_data()
    {
        QTest::addColumn<QString>("text");
        QTest::newRow("short") << QStringLiteral("The cat sat on the mat and it sat.");
        QTest::newRow("long") << QStringLiteral("The cat sat on the mat and it sat. ").repeated(4);
    }
    void barsFillTheirColumn()
    {
        QFETCH(QString, text);
        SelectionModel selection;
        const RunPtr run = support::tinyRun(text.toStdString());
        const int last = int(run->trace->tokens.size()) - 1;
        AttentionView view(&selection, nullptr);
        view.resize(1366, 640);
        view.show();
        support::answer(view);
        view.setRun(run, nullptr);
        view.setLevel(AttentionView::Level::Head);
        view.setStage(QStringLiteral("qk"));
        selection.pin({.layer = 1, .head = 2, .query = last, .key = 0});
        for (int i = 0; i < view.plot()->plottableCount(); ++i)
            if (const auto* const bars = qobject_cast<const BarChart*>(view.plot()->plottable(i))) {
                const double height = bars->keyAxis()->axisRect()->height(), whole = view.plot()->height();
                QVERIFY2(height > 0.7 * whole, qPrintable(QStringLiteral("%1 of %2").arg(height).arg(whole)));
                QVERIFY(int(bars->bars().size()) >= std::min(last, 16));
                return;
            }
        QFAIL("no bars");
    }
};

QUIET_TEST_MAIN(TestBeside)
#include "tst_beside.moc"
