// Products whose rows do not depend on each other: against plain loops, and the same bits whatever is beside a row.

#include "core/base/row_products.h"

#include "core/base/kernels.h"

#include <QTest>

#include <cmath>
#include <vector>

using core::Factor;
using core::Index;
using core::ProductSize;

namespace {

std::vector<float> waves(Index count, double frequency)
{
    std::vector<float> numbers;
    for (Index i = 0; i < count; ++i)
        numbers.push_back(float(std::sin(double(i) * frequency)));
    return numbers;
}

constexpr Index tokens = 70, stride = 300, columns = 75; // of A and B: wider than what is used
const std::vector<float> left = waves(tokens * stride, 0.7), right = waves(stride * stride, 0.9);

Factor rightHand(bool isTransposed) { return {right.data(), stride, isTransposed}; }

/// C [rows, columns] of the rows of A from `first` on.
std::vector<float> rowsOf(Index first, const ProductSize& size, bool isTransposed)
{
    std::vector<float> c(std::size_t(size.rows * columns), 99.f);
    core::rowProduct(size, {left.data() + first * stride, stride}, rightHand(isTransposed), c.data(), columns);
    return c;
}

} // namespace

class TestRowProducts : public QObject
{
    Q_OBJECT
private slots:
    void equalsPlainLoops_data();
    void equalsPlainLoops();
    void aRowIsTheSameWhateverIsBesideIt_data() { equalsPlainLoops_data(); }
    void aRowIsTheSameWhateverIsBesideIt();
    void zerosAtTheEndChangeNothing();
    void everyTableMultipliesPanels_data();
    void everyTableMultipliesPanels();
};

void TestRowProducts::equalsPlainLoops_data()
{
    QTest::addColumn<bool>("isTransposed");
    QTest::addColumn<int>("inner");
    for (const bool isTransposed : {false, true})
        for (const int inner : {0, 1, 3, 4, 13, 64, 128, 131, 300})
            QTest::addRow("%s, %d", isTransposed ? "transposed" : "straight", inner) << isTransposed << inner;
}

void TestRowProducts::equalsPlainLoops()
{
    QFETCH(bool, isTransposed);
    QFETCH(int, inner);
    for (const Index rows : {1, 2, 7, 8, 9, 64})
        for (const Index width : {1, 3, 31, 32, 33, 75}) {
            const std::vector<float> c = rowsOf(0, {rows, width, inner, 0.3f}, isTransposed);
            for (Index row = 0; row < rows; ++row) {
                for (Index column = 0; column < width; ++column) {
                    double sum = 0, size = 1e-9;
                    for (Index i = 0; i < inner; ++i) {
                        const double product = 0.3 * double(left[std::size_t(row * stride + i)])
                            * double(right[std::size_t(isTransposed ? column * stride + i : i * stride + column)]);
                        sum += product;
                        size += std::abs(product);
                    }
                    QVERIFY(std::abs(double(c[std::size_t(row * columns + column)]) - sum) <= 2e-6 * size);
                }
                for (Index column = width; column < columns; ++column)
                    QCOMPARE(c[std::size_t(row * columns + column)], 99.f); // nothing is written beside the product
            }
        }
}

void TestRowProducts::aRowIsTheSameWhateverIsBesideIt()
{
    QFETCH(bool, isTransposed);
    QFETCH(int, inner);
    const std::vector<float> all = rowsOf(0, {tokens, columns, inner, 0.3f}, isTransposed);
    for (const Index rows : {1, 2, 3, 7, 8, 9, 37})
        for (const Index first : {0, 1, 11, 33})
            for (const Index width : {1, 5, 32, 40, 75}) {
                const std::vector<float> some = rowsOf(first, {rows, width, inner, 0.3f}, isTransposed);
                for (Index row = 0; row < rows; ++row)
                    for (Index column = 0; column < width; ++column)
                        QVERIFY(some[std::size_t(row * columns + column)] == all[std::size_t((first + row) * columns + column)]);
            }
}

void TestRowProducts::zerosAtTheEndChangeNothing()
{
    std::vector<float> padded(left.begin(), left.begin() + 9 * stride);
    for (Index row = 0; row < 9; ++row)
        std::fill_n(padded.begin() + row * stride + 20 + row, stride - 20 - row, 0.f); // as a causal pattern ends
    const auto upTo = [&](Index inner) {
        std::vector<float> c(9 * columns);
        core::rowProduct({9, columns, inner}, {padded.data(), stride}, rightHand(false), c.data(), columns);
        return c;
    };
    const std::vector<float> shortest = upTo(29);
    for (const Index inner : {30, 64, 127, 128, 129, 300})
        QVERIFY(upTo(inner) == shortest);
}

void TestRowProducts::everyTableMultipliesPanels_data()
{
    QTest::addColumn<int>("table");
    for (int table = 0; table < 3; ++table)
        QTest::addRow("%d", table) << table;
}

void TestRowProducts::everyTableMultipliesPanels()
{
    QFETCH(int, table);
    using namespace core::kernels;
    const Table* const of[] = {&baseline(), v3(), v4()};
    if (!of[table])
        QSKIP("this machine has no such instructions");
    constexpr Index count = 40;
    for (const Index width : {Index(5), panelColumns}) {
        std::vector<float> all(std::size_t(19 * columns), 2.f);
        for (const bool adds : {false, true}) { // the second on top of the first
            of[table]->multiplyPanel({left.data(), stride, 19, right.data(), count, all.data(), columns, width, adds});
            for (Index row = 0; row < 19; ++row) {
                std::vector<float> alone(columns, 2.f);
                for (const bool alsoAdds : {false, true})
                    if (!alsoAdds || adds)
                        of[table]->multiplyPanel(
                            {left.data() + row * stride, stride, 1, right.data(), count, alone.data(), columns, width, alsoAdds});
                for (Index column = 0; column < columns; ++column) {
                    double sum = column < width ? 0. : 2.;
                    for (Index i = 0; i < count && column < width; ++i)
                        sum += (adds ? 2. : 1.) * double(left[std::size_t(row * stride + i)])
                            * double(right[std::size_t(i * panelColumns + column)]);
                    QVERIFY(std::abs(double(alone[std::size_t(column)]) - sum) < 1e-4);
                    QVERIFY(alone[std::size_t(column)] == all[std::size_t(row * columns + column)]);
                }
            }
        }
    }
}

QTEST_APPLESS_MAIN(TestRowProducts)
#include "tst_row_products.moc"
