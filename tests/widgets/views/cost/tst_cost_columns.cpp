// The columns of the table of operations of two models: all that one has, and what has no room is named.

#include "tests/widgets/support/drawn_figure.h"
#include "tests/widgets/support/fulfilled.h"
#include "tests/widgets/support/quiet.h"
#include "tests/widgets/support/tiny_run.h"
#include "widgets/figure/sides.h"
#include "widgets/plot/plot.h"
#include "widgets/views/cost/figure.h"
#include "widgets/views/cost/numbers.h"
#include "widgets/views/cost/cost_words.h"
#include "widgets/views/cost/operation_rows.h"
#include "widgets/views/cost/operation_table.h"

#include <QTest>

#include <memory>

using namespace widgets;

class TestCostColumns : public QObject
{
    Q_OBJECT

    static const OperationTable* tableOf(const Plot& plot)
    {
        for (QCPLayoutElement* element : plot.plotLayout()->elements(true))
            if (const auto* table = qobject_cast<OperationTable*>(element))
                return table;
        return nullptr;
    }

    static double sumOf(const NumberSet& set, const char* name)
    {
        const auto column = std::size_t(set.labels[1].indexOf(QLatin1String(name)));
        double sum = 0;
        for (std::size_t row = 0; row < std::size_t(set.shape[0]); ++row)
            sum += set.values[row * std::size_t(set.shape[1]) + column];
        return sum;
    }

private slots:
    void ofTwoModelsAreThoseOfOneAndOnesWithoutRoomAreNamed()
    {
        constexpr const char* text = "The cat sat on the mat";
        const FigureData data = support::fulfilled(costFigure,
            {support::tinyRun(text), support::tinyRun(text, {"attention.kind=multi_query"}), {}, {}, SlotMode::SideBySide});
        const auto large = support::drawnOnScreen(costFigure, data, {1320, 560}),
                   small = support::drawnOnScreen(costFigure, data, {700, 420});
        const OperationTable &all = *tableOf(*large), &few = *tableOf(*small);
        QCOMPARE(all.shownColumns(),
            QStringList({"parameters of A", "parameters of B", "FLOPs of A", "FLOPs of B", "bytes of A", "bytes of B"}));
        QCOMPARE(all.note(), QString());
        const NumberSet numbers = all.numbers().front();
        QCOMPARE(sumOf(numbers, "parameters_a"), double(wholeCost(*widgets::costOf(data, data.a)).parameters));
        QCOMPARE(sumOf(numbers, "bytes_b"), wholeCost(*widgets::costOf(data, data.b)).bytes);
        QVERIFY(!few.shownColumns().contains("bytes of A") && !few.shownColumns().contains("bytes of B")); // both or none
        QVERIFY2(few.note().contains("bytes of A, bytes of B"), qPrintable(few.note()));
        for (const QString& column : few.shownColumns())
            QVERIFY2(!few.note().contains(column), qPrintable(few.note()));
    }

    void aAndBAreInTheOrderOfThePass()
    {
        constexpr const char* text = "The cat sat on the mat";
        const RunPtr a = support::tinyRun(text);
        FigureData data = support::fulfilled(
            costFigure, {a, support::tinyRun(text, {"attention.kind=multi_query"}), {}, {}, SlotMode::SideBySide});
        const auto both = support::drawnOnScreen(costFigure, data, {1320, 560});
        data.mode = SlotMode::A;
        const auto alone = support::drawnOnScreen(costFigure, support::fulfilled(costFigure, data), {1320, 560});
        const NumberSet rows = tableOf(*alone)->numbers().front();
        QCOMPARE(tableOf(*both)->numbers().front().labels[0], rows.labels[0]);
        const qsizetype last = rows.labels[0].indexOf(operationName(core::Operation::Unembedding));
        const auto &one = tableOf(*alone)->content().rows[std::size_t(last)],
                   &two = tableOf(*both)->content().rows[std::size_t(last)];
        QCOMPARE(two.cells[0], one.cells[0]); // a tied matrix in both
        QCOMPARE(two.cells[1], one.cells[0]);
    }

    void whatMovesIsSaidWhereTheSumIsTheSame()
    {
        constexpr const char* text = "The cat sat on the mat";
        const RunPtr a = support::tinyRun(text), b = support::tinyRun(text, {"attention.kind=multi_query"});
        const auto said = [&](const RunPtr& other) {
            return costFigure.caption(ofSide(support::fulfilled(costFigure, {a, other, {}, {}, SlotMode::SideBySide}), Side::Both));
        };
        QVERIFY2(!said(b).contains("Parameters move"), qPrintable(said(b))); // the sum says it
        std::vector<NamedCost> of[2] = {{{"one", {}}, {"two", {}}}, {{"one", {}}, {"two", {}}}};
        of[0][0].sum.parameters = of[1][1].sum.parameters = 4096;
        QVERIFY(movedParameters(of[0], of[1]).contains("one −4,096, two +4,096"));
    }
};

QUIET_TEST_MAIN(TestCostColumns)
#include "tst_cost_columns.moc"
