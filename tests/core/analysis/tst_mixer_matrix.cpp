// The matrix of a mixer: times its values it is what the run recorded, its cells are those of the paper's sum, and the states of
// its lanes are those that the run records on request.

#include "core/analysis/mixer_matrix.h"

#include "core/analysis/mixer_kernels.h"
#include "core/analysis/mixer_states.h"
#include "tests/core/layers/mixer_twins.h"

#include <QTest>

#include <cmath>

using namespace core;
using namespace twins;

namespace {

constexpr Index tokens = 9;

constexpr const char* kinds[] = {"mixer.kind=retention", "mixer.kind=retention sizes.heads=2 sizes.d_head=1",
    "mixer.kind=linear_recurrence", "mixer.kind=linear_recurrence mixer.d_inner=7", "mixer.kind=selective_ssm",
    "mixer.kind=selective_ssm mixer.d_inner=7 mixer.d_state=3 mixer.inner_norm=rms mixer.dt_rank=5",
    "mixer.kind=selective_ssm mixer.d_conv=1 mixer.d_state=1", "mixer.kind=state_space_dual",
    "mixer.kind=state_space_dual sizes.heads=6 sizes.d_head=4 mixer.groups=3 mixer.d_state=5 mixer.dt_min=0.3",
    "mixer.kind=gated_recurrence", "mixer.kind=gated_recurrence mixer.d_inner=15"};

/// A mixer, its run and the numbers of its tensors and weights.
struct Ran
{
    Small small;
    std::shared_ptr<Trace> trace;

    explicit Ran(const QString& choices)
        : small(choices.toStdString())
        , trace(small.run(textOf(tokens)))
    {
    }
    MixerForm form() const { return mixerFormOf(small.setup, 0); }
    const Tensor& at(const std::string& name) const { return trace->at("blocks.0.mixer." + name); }
    double number(const char* name, Index row, Index column) const
    {
        const Tensor& all = at(name);
        return double(all.data()[row * (all.size() / all.dim(0)) + column]);
    }
    double weight(const std::string& name, Index i) const { return small.weight("mixer." + name + ".weight")[std::size_t(i)]; }
    MixerMatrix matrix(Index lane) const { return mixerMatrix(small.setup, *trace, {0, lane}); }
    MixerStates states(Index lane) const { return mixerStates(small.setup, *trace, {0, lane}); }

    /// Σ of a number of each step behind `from` up to `last`.
    double between(const char* name, Index from, Index last, Index column) const
    {
        double sum = 0;
        for (Index t = from + 1; t <= last; ++t)
            sum += number(name, t, column);
        return sum;
    }
};

/// The cell of the paper's sum, for each kind.
double retentionCell(const Ran& ran, Index lane, Index t, Index s) { return double(ran.at("scores").at({lane, t, s})); }
double recurrenceCell(const Ran& ran, Index lane, Index t, Index s) // RWKV-4, eq. 16
{
    const double w = -std::exp(ran.weight("decay", lane)), u = ran.weight("first", lane);
    const auto weight = [&](Index of) {
        return of == t ? std::exp(u + ran.number("k", of, lane)) : std::exp(w * double(t - 1 - of) + ran.number("k", of, lane));
    };
    double all = 0;
    for (Index of = 0; of <= t; ++of)
        all += weight(of);
    return weight(s) / all;
}
double selectiveCell(const Ran& ran, Index lane, Index t, Index s) // Ali et al., eq. 11
{
    const Index states = ran.at("b").columns();
    double sum = s == t ? ran.weight("d", lane) : 0;
    for (Index n = 0; n < states; ++n)
        sum += ran.number("c", t, n) * std::exp(-std::exp(ran.weight("a_log", lane * states + n)) * ran.between("dt", s, t, lane))
            * ran.number("dt", s, lane) * ran.number("b", s, n);
    return sum;
}
double dualCell(const Ran& ran, Index lane, Index t, Index s) // Dao and Gu, eq. 3 with a scalar A
{
    const auto& kind = std::get<StateSpaceDual>(ran.small.setup.config.block(0).mixer);
    const Index first = lane / (ran.small.setup.config.block(0).heads / kind.groups) * kind.dState;
    double product = 0;
    for (Index n = 0; n < kind.dState; ++n)
        product += ran.number("c", t, first + n) * ran.number("b", s, first + n);
    return product * std::exp(-std::exp(ran.weight("a_log", lane)) * ran.between("step", s, t, lane))
        * ran.number("step", s, lane)
        + (s == t ? ran.weight("d", lane) : 0);
}
double gatedCell(const Ran& ran, Index lane, Index t, Index s) // Griffin, eq. 4
{
    double left = 1;
    for (Index between = s + 1; between <= t; ++between)
        left *= ran.number("decay", between, lane);
    const double a = ran.number("decay", s, lane);
    return left * std::sqrt(1 - a * a) * ran.number("input_gate", s, lane);
}

double cellOf(const Ran& ran, Index lane, Index t, Index s)
{
    const std::string_view kind = infoOf(ran.small.setup.config.block(0).mixer).id;
    return kind == "retention"        ? retentionCell(ran, lane, t, s)
        : kind == "linear_recurrence" ? recurrenceCell(ran, lane, t, s)
        : kind == "selective_ssm"     ? selectiveCell(ran, lane, t, s)
        : kind == "state_space_dual"  ? dualCell(ran, lane, t, s)
                                      : gatedCell(ran, lane, t, s);
}

void everyKind()
{
    QTest::addColumn<QString>("choices");
    for (const char* kind : kinds)
        QTest::newRow(kind) << QString::fromUtf8(kind);
}

} // namespace

class TestMixerMatrix : public QObject
{
    Q_OBJECT

private slots:
    void matrixTimesValuesIsTheRecordedResult_data() { everyKind(); }
    void matrixTimesValuesIsTheRecordedResult()
    {
        QFETCH(QString, choices);
        const Ran ran(choices);
        const MixerForm form = ran.form();
        QCOMPARE(mixerLanes(ran.small.setup, 0), form.lanes);
        QVERIFY(missingForMixer(ran.small.setup, *ran.trace, 0).empty());
        std::vector<double> product, recorded;
        for (Index lane = 0; lane < form.lanes; ++lane) {
            const MixerMatrix matrix = ran.matrix(lane);
            QVERIFY2(matrix.error < 3e-6, qPrintable(QString::number(matrix.error)));
            for (Index t = 0; t < tokens; ++t)
                for (Index j = lane * form.width; j < (lane + 1) * form.width; ++j) {
                    double sum = 0;
                    for (Index s = 0; s < tokens; ++s)
                        sum += double(matrix.effective(t, s)) * ran.number(form.values, s, j);
                    product.push_back(sum);
                    recorded.push_back(ran.number(form.result, t, j));
                }
        }
        QVERIFY(difference(product, recorded) < 3e-6);
    }

    void eachCellIsThatOfThePapersSum_data() { everyKind(); }
    void eachCellIsThatOfThePapersSum()
    {
        QFETCH(QString, choices);
        const Ran ran(choices);
        for (Index lane = 0; lane < ran.form().lanes; ++lane) {
            const MixerMatrix matrix = ran.matrix(lane);
            std::vector<double> ours, naive;
            for (Index t = 0; t < tokens; ++t)
                for (Index s = 0; s < tokens; ++s) {
                    ours.push_back(double(matrix.effective(t, s)));
                    naive.push_back(s > t ? 0 : cellOf(ran, lane, t, s));
                }
            QVERIFY2(difference(ours, naive) < 2e-6, qPrintable(QString::number(difference(ours, naive))));
        }
    }

    void statesAreThoseOfTheRun_data() { everyKind(); }
    void statesAreThoseOfTheRun()
    {
        QFETCH(QString, choices);
        const Ran ran(choices);
        const MixerForm form = ran.form();
        const Tensor& state = ran.at("state"); // [token, head, d_state, d_head]
        for (Index lane = 0; lane < form.lanes; ++lane) {
            const MixerStates states = ran.states(lane);
            std::vector<double> ours, recorded;
            for (Index t = 0; t < tokens; ++t)
                for (Index i = 0; i < form.states; ++i) {
                    ours.push_back(double(states.state(t, states.areLanes ? lane : i)));
                    double squares = 0, first = 0;
                    for (Index j = 0; j < form.width; ++j) {
                        const double number
                            = form.areHeads ? double(state.at({t, lane, i, j})) : double(state.at({t, 0, i, lane}));
                        squares += number * number;
                        first = number;
                    }
                    recorded.push_back(form.width > 1 ? std::sqrt(squares)
                            : form.isMean             ? first / double(state.at({t, 0, 1, lane}))
                                                      : first);
                }
            QVERIFY2(difference(ours, recorded) < 5e-6, qPrintable(QString::number(difference(ours, recorded))));
        }
    }

    void theMeanIsOfMagnitudesAndOnlyAMeanSumsToOne_data() { everyKind(); }
    void theMeanIsOfMagnitudesAndOnlyAMeanSumsToOne()
    {
        QFETCH(QString, choices);
        const Ran ran(choices);
        const Index lanes = ran.form().lanes;
        Matrix mean = Matrix::Zero(tokens, tokens);
        for (Index lane = 0; lane < lanes; ++lane)
            mean += ran.matrix(lane).effective.cwiseAbs() / float(lanes);
        const MixerMatrix all = ran.matrix(-1);
        QVERIFY(difference(std::vector<float>(all.effective.data(), all.effective.data() + all.effective.size()),
                    std::vector<float>(mean.data(), mean.data() + mean.size()))
            < 1e-6);
        const bool sumsToOne = std::abs(all.rowSumLeast - 1) < 1e-5 && std::abs(all.rowSumMost - 1) < 1e-5;
        QCOMPARE(sumsToOne, ran.form().isMean);
        for (Index t = 0; t < tokens; ++t)
            QCOMPARE(all.decay(t, t), 1.F); // nothing is lost of what was just written
    }

    void retentionsDecayIsAPowerOfTheDistance()
    {
        const Ran ran("mixer.kind=retention");
        for (Index head = 0; head < 3; ++head) {
            const double gamma = 1 - std::ldexp(1.0, int(-5 - head));
            const MixerMatrix matrix = ran.matrix(head);
            for (Index t = 0; t < tokens; ++t)
                for (Index s = 0; s < tokens; ++s)
                    QVERIFY(std::abs(double(matrix.decay(t, s)) - (s > t ? 0 : std::pow(gamma, double(t - s)))) < 1e-6);
        }
    }

    /// The convolution and the shift again, from the taps.
    void kernelsMakeWhatTheRunRecorded()
    {
        const Ran gated("mixer.kind=gated_recurrence mixer.d_conv=3");
        const std::vector<MixerKernel> found = mixerKernels(gated.small.setup, 0);
        QCOMPARE(found.size(), std::size_t(1));
        const Matrix& taps = found[0].taps;
        QCOMPARE(taps.rows(), Index(3));
        const Numbers bias = gated.small.weight("mixer.conv.bias");
        std::vector<double> ours, recorded;
        for (Index t = 0; t < tokens; ++t)
            for (Index i = 0; i < taps.cols(); ++i) {
                double sum = bias[std::size_t(i)];
                for (Index back = 0; back < taps.rows() && back <= t; ++back)
                    sum += double(taps(back, i)) * gated.number("pre", t - back, i);
                ours.push_back(sum);
                recorded.push_back(gated.number("conv", t, i));
            }
        QVERIFY(difference(ours, recorded) < 1e-6);

        const Small shifting("mixer.kind=linear_recurrence");
        const std::vector<MixerKernel> shifts = mixerKernels(shifting.setup, 0);
        QCOMPARE(shifts.size(), std::size_t(3));
        for (const MixerKernel& shift : shifts) {
            QVERIFY(shift.isShift);
            for (Index i = 0; i < shift.taps.cols(); ++i) {
                QCOMPARE(double(shift.taps(0, i)), shifting.weight(shift.weight.substr(9))[std::size_t(i)]);
                QVERIFY(std::abs(double(shift.taps(0, i) + shift.taps(1, i)) - 1) < 1e-6);
            }
        }
        QVERIFY(mixerKernels(Small("mixer.kind=retention").setup, 0).empty());
    }

    void ofAttentionItIsThePattern()
    {
        const Small small("mixer.kind=attention");
        const auto trace = small.run(textOf(tokens));
        QCOMPARE(mixerLanes(small.setup, 0), Index(3));
        const MixerMatrix matrix = mixerMatrix(small.setup, *trace, {0, 2});
        QVERIFY(matrix.effective == Matrix(trace->at("blocks.0.attn.pattern").slice(2)));
        QCOMPARE(matrix.decay.size(), Index(0));
        QVERIFY(std::abs(matrix.rowSumLeast - 1) < 1e-6 && std::abs(matrix.rowSumMost - 1) < 1e-6);
    }

    void whatIsNotRecordedIsNamed()
    {
        const Small small("mixer.kind=selective_ssm");
        const auto trace = small.run(textOf(tokens), nullptr, {}, {"blocks.*.mixer.y", "blocks.*.mixer.conv", "*.dt", "*.b"});
        QCOMPARE(missingForMixer(small.setup, *trace, 0), std::string("blocks.0.mixer.c"));
    }
};

QTEST_GUILESS_MAIN(TestMixerMatrix)
#include "tst_mixer_matrix.moc"
