// Every number that is explained adds up: for many choices, elements of all tensors of the trace.

#include "core/analysis/derivation.h"

#include "core/files/library/model_files.h"
#include "core/run/forward.h"

#include <QTest>

#include <cmath>
#include <map>
#include <set>

using namespace core;

namespace {

using Op = DerivationLine::Op;

struct Run
{
    SetupPtr setup;
    std::shared_ptr<Trace> trace;
};

Run runOf(const std::vector<std::string>& assignments)
{
    const ModelPtr model = openModel("untrained");
    Choices said;
    for (const char* size : {"sizes.layers=2", "sizes.d_model=32", "sizes.heads=4", "sizes.d_head=8", "sizes.d_ff=48"})
        said.setText(size, 2);
    for (const std::string& assignment : assignments)
        said.setText(assignment, 2);
    Run run{configure(model, said), nullptr};
    ForwardInput input{model->tokenizer->encode("The cat sat on the mat"), {}};
    if (run.setup->config.hasEncoder())
        input.decoderIds = {0, 3, 5, 2};
    run.trace = forward(*run.setup, input, {});
    return run;
}

std::vector<Index> placeAt(const Tensor& tensor, Index offset)
{
    std::vector<Index> place(std::size_t(tensor.rank()));
    for (int axis = tensor.rank() - 1; axis >= 0; --axis) {
        place[std::size_t(axis)] = offset % tensor.dim(axis);
        offset /= tensor.dim(axis);
    }
    return place;
}

std::string withoutLayer(const std::string& name)
{
    const std::size_t at = name.find("blocks.");
    return at == std::string::npos ? name : name.substr(0, at) + name.substr(name.find('.', at + 7) + 1);
}

/// The same arithmetic as written on the lines, once more and by itself.
double carriedOut(const Derivation& derivation, const Activation& activation)
{
    double now = 0;
    for (const DerivationLine& line : derivation.lines) {
        double operand = line.factors.empty() ? line.value : 1;
        for (const Element& factor : line.factors)
            operand *= factor.value;
        switch (line.op) {
        case Op::Add:
            now += operand;
            break;
        case Op::Subtract:
            now -= operand;
            break;
        case Op::Multiply:
            now *= operand;
            break;
        case Op::Divide:
            now /= operand;
            break;
        case Op::Power:
            now = std::exp(now);
            break;
        case Op::Log:
            now = std::log(now);
            break;
        case Op::Root:
            now = std::sqrt(now);
            break;
        case Op::Cap:
            now = operand * std::tanh(now / operand);
            break;
        case Op::Clip:
            now = std::min(operand, std::max(-operand, now));
            break;
        case Op::Activate:
            now = activationValue(activation, now);
            break;
        case Op::Note:
            break;
        }
    }
    return now;
}

} // namespace

class TestDerivation : public QObject
{
    Q_OBJECT
private slots:
    void operandsAddUpToTheRecordedNumber_data();
    void operandsAddUpToTheRecordedNumber();
    void recordedOperandsAreWhatTheTraceHolds();
    void oneWalksFromALogitDownToTheEmbedding();
    void longSumsShowTheLargestTermsAndTheRest();
    void whatIsHiddenOrUnknownSaysSo();
    void aChangedNumberIsNoLongerExplained();
    void fewRecordedHeadsAreFoundByTheirNumber();
};

void TestDerivation::operandsAddUpToTheRecordedNumber_data()
{
    QTest::addColumn<QStringList>("choices");
    QTest::addColumn<QStringList>("unexplained"); // names, within their blocks, of which nothing is claimed
    const QStringList always{"log_z", "ln_embed.mean", "ln_embed.scale", "attn.scores_content_content",
        "attn.scores_content_position", "attn.scores_position_content", "attn.scores_position_position"};
    const auto row = [&](const char* name, const QStringList& choices, const QStringList& more = {}) {
        QTest::newRow(name) << choices << always + more;
    };
    row("as it comes", {});
    row("RMSNorm, RoPE, gated, GQA", {"norm.kind=rms_norm", "position.kind=rope", "feed_forward.kind=gated", "sizes.kv_heads=2"});
    row("LayerNorm, interleaved partial RoPE",
        {"norm.kind=layer_norm", "position.kind=rope", "rope.pairing=interleaved", "rope.fraction=0.5"});
    row("BatchNorm, ALiBi", {"norm.kind=batch_norm", "position.kind=alibi"});
    row("post, learned positions", {"norm.placement=post", "position.kind=learned"});
    row("DeepNorm, sinusoids", {"norm.placement=deep_norm", "position.kind=sinusoidal"});
    row("sandwich, T5", {"norm.placement=sandwich", "position.kind=t5_buckets"});
    row("branch output, Shaw", {"norm.placement=branch_output", "position.kind=shaw"});
    row("no norm", {"norm.kind=none", "norm.placement=none"});
    row("parallel, one norm", {"block.layout=parallel_shared_norm"});
    row("parallel, two norms", {"block.layout=parallel_two_norms", "position.kind=rope", "rope.scaling=yarn"});
    row("QK-norm, caps, multipliers",
        {"score.qk_norm=rms_head", "score.soft_cap=5", "position.kind=rope", "score.clip_qkv=2", "score.sinks=true"});
    row("QK-norm of all heads", {"score.qk_norm=layer_full", "bias.attention=true"});
    row("mixture", {"feed_forward.kind=mixture"}, {"mlp."});
    row("latent", {"attention.kind=latent", "position.kind=rope"},
        {"attn.q", "attn.k", "attn.v", "attn.c_", "attn.rot_", "attn.k_rope"});
    row("retention", {"mixer.kind=retention"}, {"mixer."});
    row("two stacks", {"topology=encoder_decoder"});
}

void TestDerivation::operandsAddUpToTheRecordedNumber()
{
    QFETCH(QStringList, choices);
    QFETCH(QStringList, unexplained);
    std::vector<std::string> assignments;
    for (const QString& choice : choices)
        assignments.push_back(choice.toStdString());
    const Run run = runOf(assignments);
    int explained = 0;
    for (const TraceEntry& entry : run.trace->entries()) {
        const QString short_ = QString::fromStdString(withoutLayer(entry.name()));
        const bool claimsNothing = std::any_of(unexplained.begin(), unexplained.end(), [&](const QString& name) {
            return name.endsWith('.') || name.endsWith('_') ? short_.startsWith(name) : short_ == name;
        });
        const Index size = entry.tensor.size();
        for (const Index offset : {Index(0), size / 3, size / 2 + 1, size - 1}) {
            if (offset < 0 || offset >= size)
                continue;
            const Derivation one = derivationOf(*run.setup, *run.trace, entry.name(), placeAt(entry.tensor, offset), 3);
            const double recorded = double(entry.tensor.data()[offset]);
            QCOMPARE(one.recorded, recorded);
            if (claimsNothing) {
                QVERIFY2(!one.reason.empty(), entry.name().c_str());
                QVERIFY(one.lines.empty());
                continue;
            }
            const bool isHidden = std::isinf(recorded) || (short_ == "attn.pattern" && recorded == 0)
                || (short_ == "cross_attn.pattern" && recorded == 0);
            if (isHidden) {
                QVERIFY2(one.reason.find("mask") != std::string::npos, entry.name().c_str());
                continue;
            }
            QVERIFY2(one.reason.empty(), (entry.name() + ": " + one.reason + " " + one.missing).c_str());
            const double near = 1e-5 * std::max({1.0, one.magnitude, std::abs(recorded)});
            QVERIFY2(std::abs(one.total - recorded) <= near,
                qPrintable(QStringLiteral("%1: %2 against %3")
                               .arg(QString::fromStdString(entry.name()))
                               .arg(one.total, 0, 'g', 9)
                               .arg(recorded, 0, 'g', 9)));
            QCOMPARE(one.lines.back().reached, one.total);
            const Activation& activation = run.setup->config.block(0).activation;
            QVERIFY(std::abs(carriedOut(one, activation) - one.total) <= 1e-9 * std::max(1.0, one.magnitude));
            ++explained;
        }
    }
    QVERIFY(explained > 60);
}

void TestDerivation::recordedOperandsAreWhatTheTraceHolds()
{
    const Run run = runOf({"position.kind=rope", "sizes.kv_heads=2"});
    const Derivation score = derivationOf(*run.setup, *run.trace, "blocks.1.attn.scores", {3, 4, 2}, 8);
    std::set<std::string> names;
    for (const DerivationLine& line : score.lines)
        for (const Element& factor : line.factors)
            if (factor.kind == Element::Kind::Recorded) {
                names.insert(factor.tensor);
                const Tensor& tensor = run.trace->at(factor.tensor);
                QCOMPARE(factor.value, double(tensor.at({factor.place[0], factor.place[1], factor.place[2]})));
                QCOMPARE(factor.place[0], factor.tensor == "blocks.1.attn.rot_q" ? 4 : 2);
                QCOMPARE(factor.place[1], factor.tensor == "blocks.1.attn.rot_q" ? 3 : 1); // two heads share a key head
            }
    QCOMPARE(names, (std::set<std::string>{"blocks.1.attn.rot_q", "blocks.1.attn.rot_k"}));
}

void TestDerivation::oneWalksFromALogitDownToTheEmbedding()
{
    const Run run = runOf({"norm.kind=rms_norm", "position.kind=rope", "feed_forward.kind=gated"});
    std::string tensor = "logits";
    std::vector<Index> place{3, 17};
    std::vector<std::string> way;
    // Always the first recorded operand: along the stream, that is straight down.
    for (int steps = 0; steps < 60 && tensor != "embed"; ++steps) {
        const Derivation one = derivationOf(*run.setup, *run.trace, tensor, place);
        QVERIFY2(one.reason.empty(), (tensor + ": " + one.reason).c_str());
        way.push_back(tensor);
        const Element* next = nullptr;
        for (const DerivationLine& line : one.lines)
            for (const Element& factor : line.factors)
                if (!next && factor.kind == Element::Kind::Recorded)
                    next = &factor;
        QVERIFY2(next, tensor.c_str());
        tensor = next->tensor;
        place = next->place;
    }
    QCOMPARE(tensor, std::string("embed"));
    QCOMPARE(way,
        (std::vector<std::string>{"logits", "ln_final.out", "blocks.1.resid_post", "blocks.1.resid_mid", "blocks.1.resid_pre",
            "blocks.0.resid_post", "blocks.0.resid_mid", "blocks.0.resid_pre"}));
    const Derivation row = derivationOf(*run.setup, *run.trace, "embed", place);
    QCOMPARE(row.lines.front().factors.front().tensor, std::string("embed.weight"));
    QCOMPARE(row.lines.front().factors.front().place[0], Index(run.trace->ids[3]));
}

void TestDerivation::longSumsShowTheLargestTermsAndTheRest()
{
    const Run run = runOf({"bias.attention=true"});
    const Derivation q = derivationOf(*run.setup, *run.trace, "blocks.0.attn.q", {1, 2, 5}, 4);
    QCOMPARE(q.lines.size(), std::size_t(6)); // four terms, the rest, the bias
    for (int i = 0; i < 3; ++i)
        QVERIFY(std::abs(q.lines[std::size_t(i)].value) >= std::abs(q.lines[std::size_t(i) + 1].value));
    QCOMPARE(q.lines[4].count, Index(32 - 4));
    QVERIFY(q.lines[4].factors.empty());
    QCOMPARE(q.lines[5].factors.front().tensor, std::string("blocks.0.attn.q.bias"));
    const Derivation all = derivationOf(*run.setup, *run.trace, "blocks.0.attn.q", {1, 2, 5}, 31);
    QCOMPARE(all.lines.size(), std::size_t(33)); // a rest of one term is that term
}

void TestDerivation::whatIsHiddenOrUnknownSaysSo()
{
    const Run run = runOf({"feed_forward.kind=mixture"});
    const auto reasonOf = [&](const std::string& name, const std::vector<Index>& place) {
        const Derivation one = derivationOf(*run.setup, *run.trace, name, place);
        return one.lines.empty() ? one.reason : "there are lines";
    };
    QVERIFY(reasonOf("blocks.0.attn.pattern", {0, 1, 4}).starts_with("The mask hides"));
    QVERIFY(reasonOf("blocks.0.mlp.out", {0, 1}).ends_with("not yet explained here."));
    QVERIFY(reasonOf("blocks.7.mlp.out", {0, 1}).starts_with("This run did not record"));
}

void TestDerivation::aChangedNumberIsNoLongerExplained()
{
    const Run run = runOf({});
    auto changed = std::make_shared<Trace>();
    changed->ids = run.trace->ids;
    for (TraceEntry entry : run.trace->entries()) {
        if (entry.name() == "blocks.1.attn.z") {
            Tensor copy(entry.name(), entry.tensor.axes(), entry.tensor.shape());
            std::copy_n(entry.tensor.data(), entry.tensor.size(), copy.data());
            copy.data()[0] += 0.5f;
            entry.tensor = copy;
        }
        changed->add(std::move(entry));
    }
    QVERIFY(!derivationOf(*run.setup, *changed, "blocks.1.attn.z", {0, 0, 0}).reason.empty());
    QVERIFY(!derivationOf(*run.setup, *changed, "blocks.1.attn.out", {0, 3}).reason.empty());
    QVERIFY(derivationOf(*run.setup, *changed, "blocks.1.attn.z", {0, 0, 1}).reason.empty());
}

void TestDerivation::fewRecordedHeadsAreFoundByTheirNumber()
{
    const SetupPtr setup = runOf({}).setup;
    TraceRequest request;
    request.patterns = {"blocks.1.attn.pattern[2]", "blocks.1.attn.scores[2]"};
    ForwardInput input{setup->model->tokenizer->encode("The cat sat"), {}};
    const auto trace = forward(*setup, input, request);
    const TraceEntry* pattern = trace->findEntry("blocks.1.attn.pattern");
    QVERIFY(pattern);
    QCOMPARE(pattern->heads, std::vector<Index>{2});
    const Derivation one = derivationOf(*setup, *trace, "blocks.1.attn.pattern", {0, 2, 1});
    QVERIFY2(one.reason.empty(), one.reason.c_str());
    QCOMPARE(one.lines.front().factors.front().place, (std::vector<Index>{2, 2, 1}));
}

QTEST_GUILESS_MAIN(TestDerivation)
#include "tst_derivation.moc"
