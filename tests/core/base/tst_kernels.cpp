#include "core/base/kernels.h"
#include "core/base/seeded_numbers.h"
#include "core/layers/activation.h"

#include <QProcess>
#include <QTest>

#include <bit>
#include <cmath>
#include <limits>
#include <numbers>
#include <vector>

using core::kernels::Table;

Q_DECLARE_METATYPE(const Table*)

namespace {

constexpr float kInfinity = std::numeric_limits<float>::infinity();

/// Numbers of several magnitudes.
std::vector<float> spread(int count)
{
    std::vector<float> values;
    for (int i = 0; i < count; ++i)
        values.push_back(float(std::sin(i * 12.9898) * std::pow(10.0, i % 4 - 1)));
    return values;
}

/// Numbers of about 1, other ones from each `first` on.
std::vector<float> even(int count, int first = 0)
{
    std::vector<float> values;
    for (int i = first; i < first + count; ++i)
        values.push_back(float(std::sin(i * 12.9898)));
    return values;
}

} // namespace

class TestKernels : public QObject
{
    Q_OBJECT
private slots:
    void softmaxSumsToOne_data() { tables(); }
    void softmaxSumsToOne();
    void softmaxOfExtremes_data() { tables(); }
    void softmaxOfExtremes();
    void statisticsEqualNaive_data() { tables(); }
    void statisticsEqualNaive();
    void activationsEqualDoublePrecision_data() { tables(); }
    void activationsEqualDoublePrecision();
    void normalizeAppliesGainAndBias_data() { tables(); }
    void normalizeAppliesGainAndBias();
    void addedRowsEqualNaive_data() { tables(); }
    void addedRowsEqualNaive();
    void softmaxBackEqualsNaive_data() { tables(); }
    void softmaxBackEqualsNaive();
    void waysBackOfActivationsEqualNaive_data() { tables(); }
    void waysBackOfActivationsEqualNaive();
    void waysBackOfGeluEqualItsDerivative_data() { tables(); }
    void waysBackOfGeluEqualItsDerivative();
    void sumsOfGradientsEqualNaive_data() { tables(); }
    void sumsOfGradientsEqualNaive();
    void halvesTurnAsPairs_data() { tables(); }
    void halvesTurnAsPairs();
    void normalsAreTheSameBits_data() { tables(); }
    void normalsAreTheSameBits();
    void theNamedTableRuns();
    void anOlderMachineCanBePlayed();

private:
    void tables()
    {
        QTest::addColumn<const Table*>("table");
        QTest::newRow("baseline") << &core::kernels::baseline();
        if (core::kernels::v3())
            QTest::newRow("x86-64-v3") << core::kernels::v3();
        if (core::kernels::v4())
            QTest::newRow("x86-64-v4") << core::kernels::v4();
    }
};

void TestKernels::theNamedTableRuns()
{
    const core::kernels::Table* const fastest = core::kernels::v4() ? core::kernels::v4()
        : core::kernels::v3()                                       ? core::kernels::v3()
                                                                    : &core::kernels::baseline();
    const QByteArray named = qgetenv("CUTAWAY_KERNELS");
    QCOMPARE(&core::kernels::best(), named == "baseline" ? &core::kernels::baseline() : fastest);
}

void TestKernels::anOlderMachineCanBePlayed()
{
    QProcess other;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert("CUTAWAY_KERNELS", "baseline");
    other.setProcessEnvironment(environment);
    other.start(QCoreApplication::applicationFilePath(), {"theNamedTableRuns"});
    QVERIFY(other.waitForFinished());
    QCOMPARE(other.exitCode(), 0);
}

void TestKernels::softmaxSumsToOne()
{
    QFETCH(const Table*, table);
    for (const int count : {1, 2, 7, 8, 9, 15, 16, 17, 31, -31, 500}) {
        const std::vector<float> x = count < 0 ? spread(-count) : even(count);
        const auto size = std::ptrdiff_t(x.size());
        std::vector<float> y(x.size()), inPlace = x;
        table->softmax(x.data(), y.data(), size);
        table->softmax(inPlace.data(), inPlace.data(), size);
        QCOMPARE(inPlace, y);
        double top = -1e30, sum = 0, total = 0;
        for (const float v : x)
            top = std::max(top, double(v));
        for (const float v : x)
            sum += std::exp(double(v) - top);
        for (std::size_t i = 0; i < x.size(); ++i) {
            total += double(y[i]);
            QVERIFY(std::abs(double(y[i]) - std::exp(double(x[i]) - top) / sum) < 1e-6);
        }
        QVERIFY(std::abs(total - 1) < 1e-5);
        QVERIFY(std::abs(double(table->logSumExp(x.data(), size)) - (top + std::log(sum))) < 1e-5 * (1 + std::abs(top)));
        table->expAbove(x.data(), float(top), 0.5f, y.data(), size);
        for (std::size_t i = 0; i < x.size(); ++i)
            QVERIFY(std::abs(double(y[i]) - 0.5 * std::exp(double(x[i]) - top)) < 1e-6);
    }
}

void TestKernels::softmaxOfExtremes()
{
    QFETCH(const Table*, table);
    const std::vector<float> masked{-kInfinity, -kInfinity, -kInfinity};
    std::vector<float> y(3, 7.f);
    table->softmax(masked.data(), y.data(), 3);
    QCOMPARE(y, std::vector<float>(3, 0.f));
    const std::vector<float> one{-kInfinity, 3e38f, -3e38f};
    table->softmax(one.data(), y.data(), 3);
    QCOMPARE(y, (std::vector<float>{0.f, 1.f, 0.f}));
}

void TestKernels::statisticsEqualNaive()
{
    QFETCH(const Table*, table);
    for (const int count : {1, 3, 64, 577}) {
        const std::vector<float> x = spread(count);
        double sum = 0, squares = 0, centred = 0;
        for (const float v : x) {
            sum += double(v);
            squares += double(v) * double(v);
        }
        for (const float v : x)
            centred += std::pow(double(v) - sum / count, 2);
        float mean = 0, variance = 0;
        table->meanVariance(x.data(), count, &mean, &variance);
        const double size = std::sqrt(squares / count) + 1e-9;
        QVERIFY(std::abs(double(mean) - sum / count) < 1e-5 * size);
        QVERIFY(std::abs(double(variance) - centred / count) < 1e-5 * size * size);
        QVERIFY(std::abs(double(table->meanSquare(x.data(), count)) - squares / count) < 1e-5 * size * size);
    }
}

void TestKernels::activationsEqualDoublePrecision()
{
    QFETCH(const Table*, table);
    const auto check = [](const auto& kernel, double (*reference)(double), const char* name) {
        std::vector<float> x;
        for (double v = -30; v <= 30; v += 0.0173)
            x.push_back(float(v));
        for (const float v : {0.f, -0.f, 1e-6f, -1e-6f, 1e4f, -1e4f})
            x.push_back(v);
        std::vector<float> y(x.size());
        kernel(x.data(), y.data(), std::ptrdiff_t(x.size()));
        for (std::size_t i = 0; i < x.size(); ++i) {
            const double expected = reference(double(x[i]));
            QVERIFY2(std::abs(double(y[i]) - expected) <= 1e-6 * std::max(1.0, std::abs(double(x[i]))),
                qPrintable(QString("%1(%2) = %3, expected %4").arg(name).arg(double(x[i])).arg(double(y[i])).arg(expected)));
        }
    };
    check(
        table->relu, [](double x) { return x > 0 ? x : 0.0; }, "relu");
    check(
        table->gelu, [](double x) { return 0.5 * x * std::erfc(-x / std::sqrt(2.0)); }, "gelu");
    check(
        table->geluTanh,
        [](double x) { return 0.5 * x * (1 + std::tanh(std::sqrt(2 / std::numbers::pi) * (x + 0.044715 * x * x * x))); },
        "gelu_tanh");
    check([&](const float* x, float* y, std::ptrdiff_t count) { table->swish(x, 1.f, y, count); },
        [](double x) { return x / (1 + std::exp(-x)); }, "silu");
    const float nan = std::numeric_limits<float>::quiet_NaN();
    float y = 0;
    table->relu(&nan, &y, 1);
    QVERIFY2(std::isnan(y), "NaN must not vanish");
}

void TestKernels::normalizeAppliesGainAndBias()
{
    QFETCH(const Table*, table);
    const std::vector<float> x{1, 2, 3}, gain{2, 3, 4}, bias{10, 20, 30};
    std::vector<float> normalized(3), out(3);
    table->normalize(x.data(), 2.f, 0.5f, gain.data(), 0.f, bias.data(), normalized.data(), out.data(), 3);
    QCOMPARE(normalized, (std::vector<float>{-0.5f, 0.f, 0.5f}));
    QCOMPARE(out, (std::vector<float>{9.f, 20.f, 32.f}));
    table->normalize(x.data(), 2.f, 0.5f, gain.data(), 1.f, nullptr, normalized.data(), out.data(), 3);
    QCOMPARE(out, (std::vector<float>{-1.5f, 0.f, 2.5f}));
    table->normalize(x.data(), 2.f, 0.5f, nullptr, 0.f, bias.data(), normalized.data(), out.data(), 3);
    QCOMPARE(out, (std::vector<float>{9.5f, 20.f, 30.5f}));
    table->normalize(x.data(), 2.f, 0.5f, nullptr, 0.f, nullptr, normalized.data(), out.data(), 3);
    QCOMPARE(out, normalized);
}

void TestKernels::addedRowsEqualNaive()
{
    QFETCH(const Table*, table);
    for (const int count : {0, 1, 7, 8, 9, 19})
        for (const int width : {1, 5, 16, 33}) {
            const std::vector<float> x = spread(count), rows = spread(count * width), start = spread(width);
            std::vector<float> y = start;
            table->addRows(x.data(), rows.data(), count, width, y.data());
            for (int i = 0; i < width; ++i) {
                double expected = double(start[std::size_t(i)]), size = 1;
                for (int r = 0; r < count; ++r) {
                    const double term = double(x[std::size_t(r)]) * double(rows[std::size_t(r * width + i)]);
                    expected += term;
                    size += std::abs(term);
                }
                QVERIFY(std::abs(double(y[std::size_t(i)]) - expected) <= 1e-6 * size);
            }
        }
}

void TestKernels::softmaxBackEqualsNaive()
{
    QFETCH(const Table*, table);
    for (const int count : {0, 1, 3, 15, 16, 17, 40, 129}) {
        const std::vector<float> x = even(count);
        std::vector<float> y(x.size()), d = even(count + 5, 1000), before = d;
        table->softmax(x.data(), y.data(), count);
        double sum = 0;
        for (std::size_t i = 0; i < x.size(); ++i)
            sum += double(y[i]) * double(d[i]);
        const float found = table->softmaxBack(y.data(), d.data(), count);
        QVERIFY(std::abs(double(found) - sum) < 1e-6);
        for (std::size_t i = 0; i < d.size(); ++i) // nothing is written behind the row
            QVERIFY(
                std::abs(double(d[i]) - (i < x.size() ? double(y[i]) * (double(before[i]) - sum) : double(before[i]))) < 1e-6);
    }
}

void TestKernels::waysBackOfActivationsEqualNaive()
{
    QFETCH(const Table*, table);
    for (const int count : {1, 5, 16, 67})
        for (const float beta : {1.f, 1.702f}) {
            const std::vector<float> gate = spread(count), up = spread(2 * count), dy = spread(3 * count);
            std::vector<float> dx(gate.size()), dGate(gate.size()), dUp(gate.size());
            table->swishBack(gate.data(), beta, dy.data(), dx.data(), count);
            table->swishGateBack({gate.data(), up.data() + count, dy.data() + count, beta, dGate.data(), dUp.data(), count});
            for (int i = 0; i < count; ++i) {
                const std::size_t at = std::size_t(i), later = std::size_t(count + i);
                const double x = double(gate[at]), b = double(beta), share = 1 / (1 + std::exp(-b * x));
                const double slope = share + b * x * share * (1 - share);
                const auto isNear = [](float value, double expected) {
                    return std::abs(double(value) - expected) <= 1e-5 * (1 + std::abs(expected));
                };
                QVERIFY(isNear(dx[at], double(dy[at]) * slope));
                QVERIFY(isNear(dGate[at], double(dy[later]) * double(up[later]) * slope));
                QVERIFY(isNear(dUp[at], double(dy[later]) * x * share));
            }
        }
}

void TestKernels::waysBackOfGeluEqualItsDerivative()
{
    QFETCH(const Table*, table);
    const auto check = [](const auto& kernel, const auto& kind) {
        std::vector<float> x{0.f, -0.f, 1e-6f, -1e-6f, 50.f, -50.f, 1e4f, -1e4f};
        for (double v = -9; v <= 9; v += 0.0173)
            x.push_back(float(v));
        const std::vector<float> dy(x.size(), -1.5f);
        std::vector<float> dx(x.size());
        kernel(x.data(), dy.data(), dx.data(), std::ptrdiff_t(x.size()));
        for (std::size_t i = 0; i < x.size(); ++i)
            QVERIFY2(std::abs(double(dx[i]) + 1.5 * kind.derivative(double(x[i]))) <= 3e-6,
                qPrintable(QString("%1 at %2: %3").arg(kind.info.id.data()).arg(double(x[i])).arg(double(dx[i]))));
    };
    check(table->geluBack, core::Gelu{});
    check(table->geluTanhBack, core::GeluTanh{});
}

void TestKernels::sumsOfGradientsEqualNaive()
{
    QFETCH(const Table*, table);
    for (const int count : {1, 7, 16, 96, 101}) {
        const std::vector<float> d = spread(count), n = even(3 * count, 1000), gain = even(count, 2000);
        double expected[3] = {}, sums[3] = {9, 9, 9};
        for (std::size_t i = 0; i < d.size(); ++i) {
            expected[0] += double(d[i]);
            expected[1] += double(d[i]) * double(n[i]);
            expected[2] += double(n[i]) * double(n[i]);
        }
        table->sumsAlong(d.data(), n.data(), count, sums);
        for (int i = 0; i < 3; ++i)
            QVERIFY(std::abs(sums[i] - expected[i]) <= 1e-9 * (1 + std::abs(expected[2])));
        QVERIFY(std::abs(table->sumOfSquares(n.data(), count) - expected[2]) <= 1e-9 * (1 + expected[2]));

        std::vector<float> left(d.size()), scaled(d.size());
        table->subtractAlong({d.data(), n.data(), 0.25f, 3.f, 0.5f, left.data(), count});
        table->applyGain(d.data(), gain.data(), 1.f, scaled.data(), count);
        for (std::size_t i = 0; i < d.size(); ++i) {
            const double size
                = 1e-6 * (1 + 3 * std::abs(double(d[i])) + std::abs(double(n[i])) + std::abs(double(gain[i]) * double(d[i])));
            QVERIFY(std::abs(double(left[i]) - ((double(d[i]) - 0.25) * 3 - double(n[i]) * 0.5)) <= size);
            QVERIFY(std::abs(double(scaled[i]) - double(d[i]) * (double(gain[i]) + 1)) <= size);
        }

        // All columns but the last of three rows.
        std::vector<double> columns(d.size(), 2.0), alone(d.size(), 2.0);
        table->addColumns({n.data(), n.data(), count, 3, count - 1, columns.data()});
        table->addColumns({n.data(), nullptr, count, 3, count - 1, alone.data()});
        for (std::size_t i = 0; i < d.size(); ++i) {
            double squares = 2, sum = 2;
            for (std::size_t row = 0; row < 3 && i + 1 < d.size(); ++row) {
                const double one = double(n[row * d.size() + i]);
                squares += one * one;
                sum += one;
            }
            QVERIFY(std::abs(columns[i] - squares) <= 1e-9 * squares);
            QVERIFY(std::abs(alone[i] - sum) <= 1e-9 * squares);
        }
    }
}

void TestKernels::halvesTurnAsPairs()
{
    QFETCH(const Table*, table);
    for (const int pairs : {0, 1, 3, 4, 12, 16, 23, 64})
        for (const float direction : {1.f, -1.f}) {
            const int width = 2 * pairs + 3, heads = 3; // the numbers beside the pairs are left as they are
            const std::vector<float> x = spread(heads * width);
            std::vector<float> cosines, sines, y(x.size(), 7.f);
            for (int i = 0; i < pairs; ++i) {
                cosines.push_back(float(std::cos(0.3 * i)));
                sines.push_back(float(std::sin(0.3 * i)));
            }
            table->turnHalves({x.data(), cosines.data(), sines.data(), direction, pairs, heads, width, y.data()});
            for (int head = 0; head < heads; ++head) {
                const float *const from = x.data() + head * width, *const to = y.data() + head * width;
                for (int i = 0; i < pairs; ++i) {
                    const double a = double(from[i]), b = double(from[i + pairs]), angle = 0.3 * i * double(direction);
                    const double size = 1e-6 * (std::abs(a) + std::abs(b));
                    QVERIFY(std::abs(double(to[i]) - (a * std::cos(angle) - b * std::sin(angle))) <= size);
                    QVERIFY(std::abs(double(to[i + pairs]) - (a * std::sin(angle) + b * std::cos(angle))) <= size);
                }
                for (int i = 2 * pairs; i < width; ++i)
                    QCOMPARE(to[i], 7.f);
            }
        }
}

void TestKernels::normalsAreTheSameBits()
{
    QFETCH(const Table*, table);
    const std::uint64_t stream = core::rowStream(7, "embed.weight", 3);
    std::vector<float> numbers(37);
    table->normals(stream, 0.3f, numbers.data(), std::ptrdiff_t(numbers.size()));
    for (std::size_t i = 0; i < numbers.size(); ++i)
        QCOMPARE(std::bit_cast<std::uint32_t>(numbers[i]), std::bit_cast<std::uint32_t>(0.3f * core::normalNumber(stream, i)));
}

QTEST_GUILESS_MAIN(TestKernels)
#include "tst_kernels.moc"
