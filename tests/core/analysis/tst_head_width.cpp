// What ÷√d does to the scores of a head: against naive loops, and for random vectors against the law.

#include "core/analysis/head_width.h"
#include "core/base/seeded_numbers.h"

#include <QTest>

#include <cmath>
#include <limits>

using namespace core;

namespace {

Matrix numbers(Index rows, Index columns, const char* name)
{
    Matrix m(rows, columns);
    for (Index i = 0; i < rows; ++i)
        for (Index j = 0; j < columns; ++j)
            m(i, j) = normalNumber(rowStream(7, name, std::uint64_t(i)), std::uint64_t(j));
    return m;
}

Visible causal(Index size)
{
    Visible visible(size, size);
    for (Index i = 0; i < size; ++i)
        for (Index j = 0; j < size; ++j)
            visible(i, j) = j <= i;
    return visible;
}

/// The same by the definitions, one number after the other.
WidthSpread naive(const Matrix& q, const Matrix& k, const Visible& visible, Index width, bool isDivided)
{
    WidthSpread spread{width, 0, 0, 0};
    int rows = 0;
    for (Index i = 0; i < q.rows(); ++i) {
        std::vector<double> scores;
        for (Index j = 0; j < k.rows(); ++j) {
            if (!visible(i, j))
                continue;
            double score = 0;
            for (Index d = 0; d < width; ++d)
                score += double(q(i, d)) * double(k(j, d));
            scores.push_back(isDivided ? score / std::sqrt(double(width)) : score);
        }
        if (scores.size() < 2)
            continue;
        ++rows;
        double sum = 0, squares = 0, total = 0, largest = 0, entropy = 0;
        for (const double score : scores) {
            sum += score;
            squares += score * score;
            total += std::exp(score);
        }
        const auto n = double(scores.size());
        spread.deviation += squares / n - sum / n * sum / n;
        for (const double score : scores) {
            const double p = std::exp(score) / total;
            entropy -= p > 0 ? p * std::log(p) : 0;
            largest = std::max(largest, p);
        }
        spread.entropy += entropy;
        spread.saturated += largest > 0.99 ? 1 : 0;
    }
    spread.deviation = std::sqrt(spread.deviation / rows);
    spread.entropy /= rows;
    spread.saturated /= rows;
    return spread;
}

/// A run with one layer of two query heads that share one key head.
Trace traceOf(const Matrix& q, const Matrix& k)
{
    const Index tokens = q.rows(), width = k.cols();
    Trace trace;
    Tensor queries("blocks.0.attn.q", {axis::token, axis::head, axis::dHead}, {tokens, 2, width});
    std::copy_n(q.data(), q.size(), queries.data());
    Tensor keys("blocks.0.attn.k", {axis::token, axis::kvHead, axis::dHead}, {tokens, 1, width});
    std::copy_n(k.data(), k.size(), keys.data());
    Tensor scores("blocks.0.attn.scores", {axis::head, axis::query, axis::key}, {2, tokens, tokens});
    for (Index h = 0; h < 2; ++h)
        for (Index i = 0; i < tokens; ++i)
            for (Index j = 0; j < tokens; ++j)
                scores.data()[(h * tokens + i) * tokens + j] = j <= i ? 0.F : -std::numeric_limits<float>::infinity();
    for (const Tensor& tensor : {queries, keys, scores})
        trace.add({tensor, {}});
    return trace;
}

} // namespace

class TestHeadWidth : public QObject
{
    Q_OBJECT

private slots:
    void widthsDoubleUpToTheHeads()
    {
        QCOMPARE(widthsUpTo(24), (std::vector<Index>{1, 2, 4, 8, 16, 24}));
        QCOMPARE(widthsUpTo(8), (std::vector<Index>{1, 2, 4, 8}));
        QCOMPARE(widthsUpTo(1), (std::vector<Index>{1}));
    }

    void aCourseIsThatOfNaiveLoops()
    {
        const Matrix q = 2 * numbers(9, 24, "q"), k = numbers(9, 24, "k");
        const Visible visible = causal(9);
        const WidthCourse course = widthCourse(q, k, visible, {});
        QCOMPARE(course.plain.size(), std::size_t(6));
        bool saturates = false;
        for (std::size_t i = 0; i < course.plain.size(); ++i)
            for (const bool isDivided : {false, true}) {
                const WidthSpread& found = isDivided ? course.divided[i] : course.plain[i];
                const WidthSpread expected = naive(q, k, visible, found.width, isDivided);
                QVERIFY(std::abs(found.deviation - expected.deviation) < 1e-4 * expected.deviation);
                QVERIFY(std::abs(found.entropy - expected.entropy) < 1e-4);
                QCOMPARE(found.saturated, expected.saturated);
                saturates |= found.saturated > 0 && !isDivided;
            }
        QVERIFY(saturates);
    }

    void theSpreadOfRandomScoresGrowsWithTheRootAndDivisionStopsIt()
    {
        const WidthCourse course
            = widthCourse(numbers(96, 1024, "q"), numbers(96, 1024, "k"), Visible::Constant(96, 96, true), {});
        for (std::size_t i = 4; i < course.plain.size(); ++i) { // 16 and wider
            QVERIFY(std::abs(course.plain[i].deviation / std::sqrt(double(course.plain[i].width)) - 1) < 0.08);
            QVERIFY(std::abs(course.divided[i].deviation - 1) < 0.08);
        }
        QVERIFY(course.plain.back().saturated > 0.5);
        QCOMPARE(course.divided.back().saturated, 0.0);
        QVERIFY(course.plain.back().entropy < 0.5);
        QVERIFY(course.divided.back().entropy > 3.5); // of ln 96 = 4.56
    }

    void aHeadIsItsOwnVectorsUnderItsMask()
    {
        const Matrix q = numbers(6, 16, "q"), k = numbers(6, 8, "k"); // two query heads of 8 each
        const auto widths = headWidths(traceOf(q, k), 0, 1, {});
        QVERIFY(widths);
        const WidthSpread expected = naive(q.rightCols(8), k, causal(6), 8, false);
        QVERIFY(std::abs(widths->head.plain.back().deviation - expected.deviation) < 1e-4);
        QVERIFY(std::abs(widths->head.plain.back().entropy - expected.entropy) < 1e-4);
        double even = 0;
        for (int keys = 2; keys <= 6; ++keys)
            even += std::log(double(keys)) / 5;
        QVERIFY(std::abs(widths->evenEntropy - even) < 1e-12);
        QCOMPARE(widths->random.plain.back().width, maxRandomWidth);
        QCOMPARE(widths->queries, Index(6));
    }

    void oneTokenAndAMissingHeadHaveNone()
    {
        QVERIFY(!headWidths(traceOf(numbers(1, 16, "q"), numbers(1, 8, "k")), 0, 0, {}));
        QVERIFY(!headWidths(traceOf(numbers(4, 16, "q"), numbers(4, 8, "k")), 0, 2, {}));
        QVERIFY(!headWidths(Trace(), 0, 0, {}));
        QVERIFY(headWidths(traceOf(numbers(4, 2, "q"), numbers(4, 1, "k")), 0, 0, {})); // a width of one
    }
};

QTEST_APPLESS_MAIN(TestHeadWidth)
#include "tst_head_width.moc"
