// Fixed slices: what a thread says of them, and that the numbers of products stay what they are.

#include "core/base/slice_scope.h"

#include "core/base/products.h"

#include <QTest>

#include <cmath>
#include <optional>
#include <thread>
#include <vector>

using namespace core;

namespace {

std::vector<float> numbers(Index count, unsigned state)
{
    std::vector<float> values(static_cast<std::size_t>(count));
    for (float& value : values) {
        state = state * 1664525u + 1013904223u;
        value = float(int(state >> 8) % 2001 - 1000) / 977.f;
    }
    return values;
}

/// y = x · Wᵀ of [7, 96] and [1024, 96].
std::vector<float> product(bool isFixed)
{
    constexpr Index out = 1024, in = 96, tokens = 7;
    std::optional<FixedSlices> scope;
    if (isFixed)
        scope.emplace();
    const std::vector<float> w = numbers(out * in, 1), x = numbers(tokens * in, 2);
    const PackedMatrix matrix(out, in,
        [&](Index row, Index rows, float* to) { std::copy_n(w.data() + row * in, rows * in, to); });
    std::vector<float> y(std::size_t(out * tokens));
    matrix.multiply(x.data(), tokens, {}, y.data(), out, ThreadPool::shared(), {});
    return y;
}

} // namespace

class TestSliceScope : public QObject
{
    Q_OBJECT
private slots:
    void aScopeHidesTheNumberOfThreads()
    {
        QCOMPARE(sliceCores(3), 3);
        {
            const FixedSlices outer;
            QCOMPARE(sliceCores(3), fixedSliceCores);
            {
                const FixedSlices inner;
                QCOMPARE(sliceCores(1), fixedSliceCores);
            }
            QCOMPARE(sliceCores(1), fixedSliceCores);
            {
                const FixedSlices one(1);
                QCOMPARE(sliceCores(3), 1);
            }
            QCOMPARE(sliceCores(1), fixedSliceCores);
            int elsewhere = 0;
            std::thread([&] { elsewhere = sliceCores(5); }).join();
            QCOMPARE(elsewhere, 5); // the scope is of one thread
        }
        QCOMPARE(sliceCores(3), 3);
    }

    void theNumbersOfAProductStay()
    {
        const std::vector<float> plain = product(false), fixed = product(true);
        for (std::size_t i = 0; i < plain.size(); ++i)
            QVERIFY(std::abs(plain[i] - fixed[i]) < 1e-4f);
    }
};

QTEST_GUILESS_MAIN(TestSliceScope)
#include "tst_slice_scope.moc"
