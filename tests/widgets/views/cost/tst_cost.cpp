// Cost: the rows are the operations of the model and add up to it; measured times are kept for a file that is drawn again; what a
// run lacks is said.

#include "core/run/cost.h"
#include "tests/widgets/support/drawn_figure.h"
#include "tests/widgets/support/fulfilled.h"
#include "tests/widgets/support/quiet.h"
#include "tests/widgets/support/tiny_run.h"
#include "widgets/figure/caveats.h"
#include "widgets/figure/compose.h"
#include "widgets/figure/figure_export.h"
#include "widgets/figure/figure_numbers.h"
#include "widgets/plot/plot.h"
#include "widgets/views/cost/figure.h"
#include "widgets/views/cost/length_numbers.h"
#include "widgets/views/cost/numbers.h"
#include "widgets/views/cost/operation_rows.h"
#include "widgets/views/cost/operation_table.h"
#include "widgets/views/cost/saved_numbers.h"
#include "widgets/views/cost/view.h"
#include "widgets/views/shared/figure_pages.h"

#include <QTest>

#include <cmath>
#include <limits>
#include <memory>

using namespace widgets;

namespace {

constexpr const char* kText = "The cat sat on the mat";

FigureData dataOf(const RunPtr& a, const RunPtr& b = nullptr, SlotMode mode = SlotMode::A, const QVariantMap& options = {})
{
    return support::fulfilled(costFigure, {a, b, {}, options, mode});
}

std::unique_ptr<Plot> drawn(const FigureData& data, QSizeF size = {1100, 560})
{
    return support::drawnOnScreen(costFigure, data, size);
}

/// The tables of a picture, from left to right.
QList<OperationTable*> tablesOf(const Plot& plot)
{
    QList<OperationTable*> tables;
    for (QCPLayoutElement* element : plot.plotLayout()->elements(true))
        if (auto* table = qobject_cast<OperationTable*>(element))
            tables << table;
    return tables;
}

NumberSet numbersOf(const FigureData& data) { return figureNumbers(costFigure, data, screenStyle({1100, 560})).front(); }

/// Times of a recipe: every operation takes so long, ns, half of the passes between 0.8 and 1.2 of it.
QVariantMap timesOf(const RunPtr& run, double each)
{
    const auto count = core::operationCosts(run->setup->config, {core::Index(run->trace->ids.size()), 0}).size();
    const auto range = [](double middle) { return QVariantList{0.8 * middle, middle, 1.2 * middle}; };
    const QVariantList operations(qsizetype(count), QVariant(range(each)));
    return {{"passes", 9}, {"whole_ns", range(each * double(count))}, {"operations_ns", operations}};
}

double columnSum(const NumberSet& set, const char* name)
{
    const auto column = std::size_t(set.labels[1].indexOf(QLatin1String(name)));
    double sum = 0;
    for (std::size_t row = 0; row < std::size_t(set.shape[0]); ++row)
        sum += set.values[row * std::size_t(set.shape[1]) + column];
    return sum;
}

} // namespace

class TestCost : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { speak(QStringLiteral("en")); }

    void theRowsAddUpToTheModel_data()
    {
        QTest::addColumn<QStringList>("said");
        QTest::addColumn<QString>("rows");
        for (const char* rows : {"operation", "layer"}) {
            QTest::addRow("plain by %s", rows) << QStringList{} << rows;
            QTest::addRow("mixture by %s", rows) << QStringList{"feed_forward.kind=mixture", "mixture.experts=4"} << rows;
            QTest::addRow("mixer by %s", rows) << QStringList{"mixer.kind=selective_ssm"} << rows;
            QTest::addRow("encoder and decoder by %s", rows) << QStringList{"topology=encoder_decoder"} << rows;
            QTest::addRow("no norm by %s", rows) << QStringList{"norm.kind=none"} << rows;
            QTest::addRow("128 experts by %s", rows)
                << QStringList{"feed_forward.kind=mixture", "mixture.experts=128", "mixture.top_k=1"} << rows;
        }
    }
    void theRowsAddUpToTheModel()
    {
        QFETCH(QStringList, said);
        QFETCH(QString, rows);
        std::vector<std::string> choices;
        for (const QString& choice : said)
            choices.push_back(choice.toStdString());
        const RunPtr run = support::tinyRun(kText, choices);
        const FigureData data = dataOf(run, nullptr, SlotMode::A, {{"rows", rows}});
        QVERIFY2(whyNothing(costFigure, data).isEmpty(), qPrintable(whyNothing(costFigure, data)));
        const NumberSet set = numbersOf(data);
        QCOMPARE(columnSum(set, "parameters"), double(core::costOf(run->setup->config).parameters));
        QVERIFY(std::abs(columnSum(set, "share_of_flops") - 1) < 1e-9);
        QVERIFY(std::abs(columnSum(set, "share_of_time") - 1) < 1e-9);
        const MeasuredCost& cost = *widgets::costOf(data, run);
        QVERIFY(std::abs(columnSum(set, "milliseconds") - double(cost.times.sum()) / 1e6) < 1e-6);
        QVERIFY(!costFigure.caption(data).isEmpty() && !costFigure.subtitle(data).isEmpty());
    }

    void timesOfARecipeAreDrawnAgain()
    {
        const RunPtr run = support::tinyRun(kText);
        const FigureData first = dataOf(run);
        const QVariantMap measured = costFigure.measured(first);
        QVERIFY(measured.contains("a"));

        // Another run of the same: its times are its own, unless a recipe has some.
        const RunPtr again = support::tinyRun(kText);
        FigureData asked;
        asked.a = again;
        asked.measured
            = QJsonDocument::fromJson(QJsonDocument(QJsonObject::fromVariantMap(measured)).toJson()).object().toVariantMap();
        const FigureData second = support::fulfilled(costFigure, asked);
        QCOMPARE(costFigure.measured(second), measured);
        const auto picture = [](const FigureData& data) {
            return renderFigure(costFigure, data, screenStyle({1100, 560}), FigureFormat::Svg, {});
        };
        QCOMPARE(picture(second), picture(first));
    }

    void aRecipeOfAnotherProgramIsMeasured()
    {
        FigureData asked;
        asked.a = support::tinyRun(kText);
        const auto count = core::operationCosts(asked.a->setup->config, {core::Index(asked.a->trace->ids.size()), 0}).size();
        for (const QVariantList& times : {QVariantList{1.0, 2.0}, QVariantList(qsizetype(count), 1.0)}) { // without a range
            asked.measured = {{"a", QVariantMap{{"passes", 3}, {"whole_ns", -1.0}, {"operations_ns", times}}}};
            const FigureData data = support::fulfilled(costFigure, asked);
            const MeasuredCost* cost = widgets::costOf(data, data.a);
            QVERIFY(cost && cost->times.operations.size() == cost->operations.size());
            QVERIFY(cost->times.sum() > std::int64_t(count) && cost->times.whole.low > 0);
        }
    }

    void theDifferenceIsThatOfTheModels()
    {
        const RunPtr with = support::tinyRun(kText, {"bias.attention=true", "bias.feed_forward=true"});
        const RunPtr without = support::tinyRun(kText, {"bias.attention=false", "bias.feed_forward=false"});
        const FigureData data = dataOf(with, without, SlotMode::All);
        const auto plot = drawn(data);
        const QList<OperationTable*> tables = tablesOf(*plot);
        QCOMPARE(tables.size(), 2); // both, and the difference
        const NumberSet set = tables.last()->numbers().front();
        const auto saved = double(core::costOf(without->setup->config).parameters - core::costOf(with->setup->config).parameters);
        QVERIFY(saved < 0);
        QCOMPARE(columnSum(set, "parameters"), saved);
        const NumberSet both = tables.first()->numbers().front();
        QVERIFY(columnSum(both, "milliseconds_a") > 0 && columnSum(both, "milliseconds_b") > 0);
    }

    void timesWhoseRangesOverlapDoNotDiffer_data()
    {
        QTest::addColumn<double>("middleB"); // ns of every operation; half of the passes lie between 0.8 and 1.2 of it
        QTest::addColumn<bool>("differs");
        QTest::newRow("a little less") << 900.0 << false;
        QTest::newRow("a little more") << 1100.0 << false;
        QTest::newRow("half") << 500.0 << true;
        QTest::newRow("double") << 2000.0 << true;
    }
    void timesWhoseRangesOverlapDoNotDiffer()
    {
        QFETCH(double, middleB);
        QFETCH(bool, differs);
        FigureData asked;
        asked.a = support::tinyRun(kText);
        asked.b = support::tinyRun(kText, {"bias.attention=true"});
        asked.mode = SlotMode::All;
        asked.options = {{"show", "saved"}};
        asked.measured = {{"a", timesOf(asked.a, 1000)}, {"b", timesOf(asked.b, middleB)}};
        const FigureData data = support::fulfilled(costFigure, asked);
        QCOMPARE(differMeasurably(*widgets::costOf(data, data.a), *widgets::costOf(data, data.b)), differs);
        const QString caption = costFigure.caption(data);
        QVERIFY2(caption.contains("within the noise") != differs, qPrintable(caption));
        const TableContent table = tablesOf(*drawn(data)).first()->content();
        std::vector<TableRow> rows = table.rows;
        rows.push_back(table.total);
        for (const TableRow& row : rows) { // chance has neither number nor bar
            QVERIFY2((row.texts[1] == "≈ 0") != differs, qPrintable(row.name + row.texts[1]));
            QCOMPARE(row.cells.back() == "≈ 0", !differs);
            QCOMPARE(std::isnan(row.bars[1]), !differs);
            QVERIFY(row.isFaint == (!differs && row.cells[0] == "0" && row.bars[0] == 0) || row.name == table.total.name);
        }
        asked.options = {{"show", "operations"}};
        const auto plot = drawn(support::fulfilled(costFigure, asked));
        for (const TableRow& row : tablesOf(*plot).first()->content().rows) {
            QCOMPARE(row.isFaint, !differs);
            for (int bar = 0; bar < 2; ++bar)
                QVERIFY(row.whiskers[bar].lower < row.bars[bar] && row.bars[bar] < row.whiskers[bar].upper);
        }
    }

    void whatIsKnownOrdersADifference()
    {
        FigureData asked;
        asked.a = support::tinyRun(kText);
        asked.b = support::tinyRun(kText, {"bias.attention=true", "norm.kind=none"});
        asked.mode = SlotMode::All;
        asked.measured = {{"a", timesOf(asked.a, 1000)}, {"b", timesOf(asked.b, 1010)}};
        const auto plot = drawn(support::fulfilled(costFigure, asked));
        const TableContent both = tablesOf(*plot).first()->content(), delta = tablesOf(*plot).last()->content();
        double before = std::numeric_limits<double>::infinity();
        for (std::size_t row = 0; row < delta.rows.size(); ++row) {
            QCOMPARE(both.rows[row].name, delta.rows[row].name); // beside each other
            const double flops = std::abs(delta.rows[row].numbers[1]);
            QVERIFY(flops <= before);
            before = flops;
        }
        QVERIFY(before == 0);
    }

    void whatAChoiceSavesOfTwoStandsOnce()
    {
        const auto plot = drawn(dataOf(
            support::tinyRun(kText), support::tinyRun(kText, {"bias.attention=true"}), SlotMode::All, {{"show", "saved"}}));
        QCOMPARE(tablesOf(*plot).size(), 1);
    }

    void modelsOfOtherOperationsAreCompared()
    {
        const FigureData data = dataOf(support::tinyRun(kText),
            support::tinyRun(kText, {"mixer.kind=retention", "feed_forward.kind=mixture"}), SlotMode::All);
        const auto plot = drawn(data);
        QCOMPARE(tablesOf(*plot).size(), 2);
        const QStringList names = tablesOf(*plot).first()->numbers().front().labels[0];
        QVERIFY(names.contains(operationName(core::Operation::OtherMixer))
            && names.contains(operationName(core::Operation::Attention)));
        QCOMPARE(QStringList(names).removeDuplicates(), 0);
    }

    void aSmallRoomHasFewerRowsAndColumns()
    {
        const FigureData data = dataOf(support::tinyRun(kText));
        const auto large = drawn(data), small = drawn(data, {260, 190});
        const OperationTable &all = *tablesOf(*large).first(), &few = *tablesOf(*small).first();
        QCOMPARE(all.shownRows().size(), all.content().rows.size());
        QVERIFY(few.shownRows().size() < all.shownRows().size());
        QVERIFY(few.shownColumns().size() < all.shownColumns().size());
        QCOMPARE(few.numbers().front().values, all.numbers().front().values); // files hold all
        double shares = 0;
        for (const TableRow& row : few.shownRows())
            shares += row.bars[0];
        QVERIFY(std::abs(shares - 1) < 1e-9); // nothing is lost in groups
    }

    void oneTokenIsTimed()
    {
        const FigureData data = dataOf(support::tinyRun("The"));
        QVERIFY(whyNothing(costFigure, data).isEmpty());
        QVERIFY(wholeCost(*widgets::costOf(data, data.a)).nanoseconds > 0);
    }

    void whatIsLackingIsSaid()
    {
        const RunPtr run = support::tinyRun(kText);
        const FigureData data = dataOf(std::make_shared<RunResult>(RunResult{run->trace, nullptr}));
        QVERIFY(whyNothing(costFigure, data).contains("Open the model"));
        const RunPtr flat = support::tinyRun(kText, {"mixer.kind=linear_recurrence", "feed_forward.kind=none"});
        QVERIFY(whyNothing(costFigure, dataOf(flat, nullptr, SlotMode::A, {{"show", "length"}})).contains("Choose “Attention”"));
    }

    void aChoiceSavesWhatTheTwoModelsDiffer()
    {
        const RunPtr run = support::tinyRun(kText, {"bias.attention=true", "norm.kind=layer_norm"});
        const FigureData data = dataOf(run, nullptr, SlotMode::A, {{"show", "saved"}});
        const NumberSet set = numbersOf(data);
        const std::vector<OtherChoice> choices = otherChoices(*run);
        QCOMPARE(std::size_t(set.shape[0]), choices.size());
        const auto number = [&](qsizetype row, std::size_t column) {
            return set.values[std::size_t(row) * std::size_t(set.shape[1]) + column];
        };
        for (const OtherChoice& choice : choices) {
            core::Choices said = run->setup->said;
            said.merge(choice.change);
            const core::SetupPtr other = core::configure(run->setup->model, said);
            const qsizetype row = set.labels[0].indexOf(choice.name);
            QVERIFY(row >= 0);
            QCOMPARE(
                number(row, 0), double(core::costOf(other->config).parameters - core::costOf(run->setup->config).parameters));
        }
        for (qsizetype row = 1; row < qsizetype(set.shape[0]); ++row) // in the order of what is known
            QVERIFY(std::abs(number(row - 1, 1)) >= std::abs(number(row, 1)));
        QVERIFY(number(set.labels[0].indexOf(QStringLiteral("No biases")), 0) < 0);
        for (const OtherChoice& choice : choices)
            QVERIFY2(costFigure.caption(data).contains(choice.name + ": "), qPrintable(choice.name));
    }

    void aTrainedSiblingKeepsItsSizesWithAnotherChoice()
    {
        const core::ModelPtr main = core::openModel("main");
        core::Choices said;
        said.set("attention.kind", "grouped_query");
        said.set("weights", "trained");
        const core::SetupPtr setup = core::configure(main, said);
        const RunPtr run = std::make_shared<RunResult>(
            RunResult{core::forward(*setup, {.ids = setup->model->tokenizer->encode(kText)}), setup});
        const FigureData data = dataOf(run, nullptr, SlotMode::A, {{"show", "saved"}});
        const core::ModelPtr sibling = core::openModel(setup->origin.model);
        const double own = double(core::costOf(setup->config).parameters);
        for (const OtherChoice& choice : otherChoices(*run)) {
            const double other = double(core::costOf(core::configure(sibling, choice.change)->config).parameters);
            QCOMPARE(double(wholeCost(*costWith(data, run, choice)).parameters), other);
            if (choice.id == QLatin1String("biases") || choice.id == QLatin1String("attention.kind"))
                QVERIFY2(other > own, qPrintable(choice.id)); // biases, and keys of its own for every head
        }
        QVERIFY(std::ranges::any_of(widgets::caveatsOf(costFigure, data),
            [](const Caveat& one) { return one.text.contains("288") && one.text.contains("256"); }));
    }

    void theLengthsAreThoseThatTheTableReaches()
    {
        const RunPtr run = support::tinyRun(kText, {"position.kind=learned", "sizes.context=40"});
        const FigureData data = dataOf(run, nullptr, SlotMode::A, {{"show", "length"}});
        const CostOverLength* const cost = lengthsOf(data, run);
        QVERIFY(cost);
        QStringList lengths;
        for (const TimedLength& timed : cost->timed) {
            lengths << QString::number(timed.tokens);
            QVERIFY(timed.attention > 0 && timed.feedForward > 0 && timed.projections > 0);
        }
        QCOMPARE(lengths.join(' '), QString("8 32"));
        QVERIFY(cost->growth.crossover() > 0);
        const auto crossover = QString::number(std::int64_t(std::ceil(cost->growth.crossover())));
        QVERIFY2(costFigure.caption(data).contains(crossover), qPrintable(costFigure.caption(data)));
        for (const NumberSet& set : figureNumbers(costFigure, data, screenStyle({1100, 560})))
            QVERIFY2(set.values.size() > 2, qPrintable(set.name));
    }

    void aMixerAndNoFeedForwardHaveALength()
    {
        for (const char* said : {"mixer.kind=selective_ssm", "feed_forward.kind=none", "topology=encoder_decoder"}) {
            const FigureData data = dataOf(support::tinyRun(kText, {said}), nullptr, SlotMode::A, {{"show", "length"}});
            QVERIFY2(whyNothing(costFigure, data).isEmpty(), said);
            QVERIFY2(costFigure.caption(data).size() > 20, said);
            drawn(data);
        }
    }

    void theLengthsOfBothAreMarked()
    {
        const RunPtr a = support::tinyRun(kText), b = support::tinyRun(kText, {"sizes.d_ff=96"});
        FigureData data = dataOf(a, b, SlotMode::SideBySide, {{"show", "length"}});
        const QByteArray svg = renderFigure(costFigure, data, screenStyle({1100, 560}), FigureFormat::Svg, {});
        data.side = Side::Both;
        const QStringList numbers = costFigure.caption(data).split(QStringLiteral("from "));
        QCOMPARE(numbers.size(), 3);
        const QString ofA = numbers[1].section(u' ', 0, 0), ofB = numbers[2].section(u' ', 0, 0);
        QVERIFY(ofA != ofB);
        const QString mark = QStringLiteral("equal at A %1, B %2").arg(ofA, ofB);
        QVERIFY2(svg.contains(mark.toUtf8()), qPrintable(mark));
    }

    void aTableOfTwoNeedsNoSide()
    {
        for (const char* show : {"operations", "length", "saved"}) {
            FigureData data = dataOf(
                support::tinyRun(kText), support::tinyRun(kText, {"norm.kind=rms_norm"}), SlotMode::SideBySide, {{"show", show}});
            QVERIFY2(costFigure.table(data).count('\n') > 2, show);
            data.side = Side::Both;
            QVERIFY2(costFigure.table(data).contains("\nB,"), show);
        }
    }

    void thePageSaysWhichPictureIsShown()
    {
        SelectionModel selection;
        CostView view(&selection, nullptr);
        QCOMPARE(QLatin1String(view.figure().id), QLatin1String("cost"));
        QVERIFY(view.restore("cost", {{"show", "saved"}}));
        QCOMPARE(showOption.in(view.figureData()), QStringLiteral("saved"));
    }

    void theTableHasALineForEachOperation()
    {
        const FigureData data = dataOf(support::tinyRun(kText));
        const QStringList lines = costFigure.table(data).split('\n', Qt::SkipEmptyParts);
        QCOMPARE(std::size_t(lines.size()), 1 + widgets::costOf(data, data.a)->operations.size());
        for (const QString& line : lines)
            QCOMPARE(line.count(','), lines.front().count(','));
    }
};

QUIET_TEST_MAIN(TestCost)
#include "tst_cost.moc"
