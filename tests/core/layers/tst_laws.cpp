// What must be true of attention and of the stream, whatever the kinds are. Kinds are skipped by their nature only
// (core/base/kind.h), and what is skipped is itself tested.

#include "core/layers/head_sharing.h"
#include "tests/core/support/small_models.h"

#include <QTest>

#include <cmath>
#include <limits>
#include <map>

using namespace core;
using namespace support;

namespace {

constexpr float masked = -std::numeric_limits<float>::infinity();

/// Calls check(name, setup, trace) for every choice: in the small model, and in one of another shape (one head, one token,
/// heads of odd width and wider than the stream) where the choice has such a shape.
template <class Check>
void everyRun(Check&& check)
{
    const std::vector<std::string> shapes{"sizes.heads=1 sizes.d_head=1", "sizes.heads=1 sizes.d_head=7 sizes.layers=1",
        "sizes.heads=2 sizes.d_head=3", "sizes.heads=3 sizes.d_head=8 sizes.d_model=7", "sizes.heads=4 sizes.d_head=9"};
    std::size_t drawn = 0, shaped = 0;
    for (const std::string& assignments : everyChoice()) {
        const SetupPtr small = smallSetup(choices(assignments));
        check(assignments, *small, *run(*small, smallText()));

        const std::string& shape = shapes[drawn % shapes.size()];
        std::vector<TokenId> ids{4, 4, 9, 1, 0, 12, 3, 8, 10};
        ids.resize(1 + drawn % 9); // all lengths with all shapes, as 9 and 5 have no common divisor
        ++drawn;
        if (isRefused(choices(assignments + " " + shape)))
            continue; // a list with a number for each head
        const SetupPtr other = smallSetup(choices(assignments + " " + shape));
        const std::string name = assignments + ", " + shape + ", " + std::to_string(ids.size()) + " tokens";
        check(name, *other, *run(*other, ids));
        ++shaped;
    }
    QVERIFY(shaped > 200);
}

/// The tensors of this name in all layers of both stacks, cross-attention included.
std::vector<const Tensor*> everywhere(const Trace& trace, const std::string& end)
{
    std::vector<const Tensor*> found;
    for (const TraceEntry& entry : trace.entries())
        if (entry.name().ends_with(end))
            found.push_back(&entry.tensor);
    return found;
}

/// A pass whose last stack sees these tokens; the source of an encoder–decoder stays the small text.
std::shared_ptr<Trace> runLastStack(const Setup& setup, const std::vector<TokenId>& ids)
{
    ForwardInput input{setup.config.hasEncoder() ? smallText() : ids, {}};
    input.decoderIds = ids;
    return forward(setup, input);
}

std::string without(const std::string& text, std::size_t count) { return text.substr(0, text.size() - count); }

} // namespace

class TestLaws : public QObject
{
    Q_OBJECT

private slots:
    void onlyTheseLawsAreSkipped();
    void rowsOfAttentionSumToOne();
    void aRowThatSeesNothingIsZero();
    void whatIsMaskedIsMinusInfinityAndThenZero();
    void termsMakeTheScore();
    void laterTokensChangeNothingBefore();
    void withoutPositionsOrderIsOfNoConsequence();
    void positionsMakeOrderMatter();
    void theStreamGoesOnBitForBit();
    void branchesAreExactlyWhatIsAdded();
    void groupedQueriesWithAsManyHeadsAreMultiHead();
    void equalKeyHeadsMakeMultiQueryOfMultiHead();
};

void TestLaws::onlyTheseLawsAreSkipped()
{
    const std::map<std::string, unsigned> natures{
        {"norm.kind=batch_norm", MixesTokens},
        {"mask.kind=bidirectional", LooksAhead},
        {"mask.kind=prefix", LooksAhead},
        {"mask.kind=painted", LooksAhead},
        {"topology=encoder", LooksAhead},
        {"topology=prefix_decoder", LooksAhead}, // its mask
        {"rope.scaling=dynamic_ntk", DependsOnLength},
        {"rope.scaling=longrope", DependsOnLength},
        {"mixture.capacity=0.4", DependsOnLength},
        {"mixture.capacity=5000", DependsOnLength},
        {"score.sinks=true", LosesMass},
    };
    std::map<std::string, int> met;
    for (const std::string& assignments : everyChoice()) {
        unsigned expected = Plain;
        for (const auto& [choice, nature] : natures) {
            const std::size_t at = assignments.find(choice);
            const std::size_t end = at + choice.size();
            if (at == std::string::npos
                || (end < assignments.size() && (std::isalpha(assignments[end]) || assignments[end] == '_')))
                continue;
            expected |= nature;
            ++met[choice];
        }
        QVERIFY2(natureOf(resolve(choices(assignments), {})) == expected, assignments.c_str());
    }
    QCOMPARE(met.size(), natures.size());
}

void TestLaws::rowsOfAttentionSumToOne()
{
    std::size_t checked = 0;
    everyRun([&](const std::string& name, const Setup& setup, const Trace& trace) {
        for (const Tensor* pattern : everywhere(trace, "attn.pattern")) {
            const Tensor* sink = trace.find(without(pattern->name(), 7) + "sink_weight");
            QCOMPARE(sink != nullptr, (natureOf(setup.config) & LosesMass) != 0);
            for (Index row = 0; row < pattern->rows(); ++row) {
                double sum = sink ? double(sink->data()[row]) : 0;
                for (Index key = 0; key < pattern->columns(); ++key) {
                    QVERIFY(pattern->row(row)[key] >= 0);
                    sum += double(pattern->row(row)[key]);
                }
                QVERIFY2(std::abs(sum - 1) < 1e-5, name.c_str());
                QVERIFY(!sink || (sink->data()[row] > 0 && sink->data()[row] < 1));
            }
            ++checked;
        }
    });
    QVERIFY(checked > 500);
}

void TestLaws::aRowThatSeesNothingIsZero()
{
    for (const char* sinks : {"score.sinks=false", "score.sinks=true"}) {
        Choices said = choices(std::string("mask.kind=painted position.kind=alibi ") + sinks);
        said.set("mask.painted", parseJson("[[1,0,0],[0,0,0],[1,1,1]]", "x"));
        const std::shared_ptr<Trace> trace = run(*smallSetup(said), {3, 1, 12});
        for (Index head = 0; head < 6; ++head)
            for (Index i = 0; i < 5; ++i) {
                QCOMPARE(trace->at("blocks.0.attn.z").at({1, head, i}), 0.f);
                QVERIFY(i > 2 || trace->at("blocks.0.attn.pattern").at({head, 1, i}) == 0.f);
                QVERIFY(i > 2 || trace->at("blocks.0.attn.scores").at({head, 1, i}) == masked);
            }
        for (const float logit : trace->at("logits").values())
            QVERIFY(std::isfinite(logit));
    }
}

void TestLaws::whatIsMaskedIsMinusInfinityAndThenZero()
{
    everyRun([](const std::string& name, const Setup& setup, const Trace& trace) {
        for (const Tensor* scores : everywhere(trace, "attn.scores")) {
            const bool isOwn = scores->name().starts_with("blocks.") && scores->name().find("cross_attn") == std::string::npos;
            const Index layer = isOwn ? Index(scores->name()[7] - '0') : 0;
            const Tensor& pattern = trace.at(without(scores->name(), 6) + "pattern");
            for (Index head = 0; head < scores->dim(0); ++head)
                for (Index query = 0; query < scores->dim(1); ++query)
                    for (Index key = 0; key < scores->dim(2); ++key) {
                        const bool sees = !isOwn || maskSees(setup.config.block(layer).mask, query, key);
                        QVERIFY2((scores->at({head, query, key}) == masked) == !sees, name.c_str());
                        QVERIFY2(sees || pattern.at({head, query, key}) == 0.f, name.c_str());
                    }
        }
    });
}

void TestLaws::termsMakeTheScore()
{
    std::map<std::string, std::size_t> kinds; // that have parts of their bias
    everyRun([&](const std::string& name, const Setup& setup, const Trace& trace) {
        for (const Tensor* scores : everywhere(trace, "attn.scores")) {
            const std::string attn = without(scores->name(), 6);
            const Tensor& content = trace.at(attn + "scores_content");
            const Tensor* bias = trace.find(attn + "bias");
            std::vector<const Tensor*> terms;
            for (const char* term : {"bias_u", "bias_qr", "bias_wr", "bias_content_to_position", "bias_position_to_content"})
                if (const Tensor* found = trace.find(attn + term)) {
                    terms.push_back(found);
                    ++kinds[term];
                }
            const double cap = setup.config.block(0).softCap;
            for (Index i = 0; i < scores->size(); ++i) {
                double parts = 0, size = std::abs(double(content.data()[i]));
                for (const Tensor* term : terms) {
                    parts += double(term->data()[i]);
                    size += std::abs(double(term->data()[i]));
                }
                const double all = double(content.data()[i]) + (bias ? double(bias->data()[i]) : 0);
                QVERIFY2(terms.empty() || (bias && std::abs(double(bias->data()[i]) - parts) <= 1e-5 * std::max(1.0, size)),
                    name.c_str());
                if (scores->data()[i] != masked)
                    QVERIFY2(std::abs(double(scores->data()[i]) - (cap > 0 ? cap * std::tanh(all / cap) : all))
                            <= 1e-5 * std::max(1.0, size),
                        name.c_str());
            }
        }
    });
    QCOMPARE(kinds.size(), std::size_t(5));
}

void TestLaws::laterTokensChangeNothingBefore()
{
    std::vector<TokenId> changed = smallText();
    changed[5] = 1;
    std::size_t causal = 0;
    for (const std::string& assignments : everyChoice()) {
        const SetupPtr setup = smallSetup(choices(assignments));
        const std::shared_ptr<Trace> a = runLastStack(*setup, smallText()), b = runLastStack(*setup, changed);
        if (setup->config.outputHead == OutputHead::None)
            continue; // nothing to look at
        const std::span<const float> before = a->at("logits").values().first(5 * 13),
                                     after = b->at("logits").values().first(5 * 13);
        const unsigned nature = natureOf(setup->config);
        if ((nature & (MixesTokens | LooksAhead)) == 0) {
            QVERIFY2(relativeDifference(before, after) == 0, assignments.c_str());
            ++causal;
        }
        // What leaks, leaks: else there were no law to skip. A prefix of no more tokens looks ahead no further.
        const auto* prefix = std::get_if<PrefixMask>(&setup->config.block(0).mask);
        if ((nature & (MixesTokens | LooksAhead)) != 0 && (!prefix || prefix->prefix > 5))
            QVERIFY2(relativeDifference(before, after) > 1e-6, assignments.c_str());
        if (assignments.find("embedding_scale=0") != std::string::npos || assignments == "output.scale=0")
            continue; // no token is told from another
        const std::span<const float> changedRow = a->at("logits").values().subspan(5 * 13, 13);
        QVERIFY2(relativeDifference(changedRow, b->at("logits").values().subspan(5 * 13, 13)) > 1e-4, assignments.c_str());
    }
    QVERIFY(causal > 200);
}

void TestLaws::withoutPositionsOrderIsOfNoConsequence()
{
    const std::vector<Index> order{4, 0, 6, 2, 1, 5, 3};
    std::vector<TokenId> permuted;
    for (const Index from : order)
        permuted.push_back(smallText()[std::size_t(from)]);
    std::size_t checked = 0;
    for (const std::string& pair : everyPair({"attention.kind", "norm.kind", "norm.placement", "block.layout", "score.qk_norm",
             "score.sinks", "feed_forward.kind", "mixture.routing", "activation.kind", "block.residual_from_norm"})) {
        if (pair.find("channel_mix") != std::string::npos)
            continue; // looks at the token before
        const SetupPtr setup = smallSetup(choices("topology=encoder position.kind=none " + pair));
        const std::shared_ptr<Trace> a = run(*setup, smallText()), b = run(*setup, permuted);
        std::vector<float> expected;
        for (const Index from : order)
            expected.insert(expected.end(), a->at("logits").row(from), a->at("logits").row(from) + 13);
        const double error = relativeDifference(b->at("logits").values(), expected);
        QVERIFY2(error < 1e-4, (pair + " " + std::to_string(error * 1e6)).c_str());
        ++checked;
    }
    QVERIFY(checked > 60);
}

void TestLaws::positionsMakeOrderMatter()
{
    for (const std::string& kind : findChoiceKey("position.kind")->words) {
        const SetupPtr setup = smallSetup(choices("topology=encoder position.kind=" + kind));
        const std::shared_ptr<Trace> a = run(*setup, {7, 2, 11, 0}), b = run(*setup, {2, 7, 11, 0});
        const double difference = relativeDifference(a->at("logits").values().last(13), b->at("logits").values().last(13));
        QVERIFY2(kind == "none" ? difference < 1e-5 : difference > 1e-4, kind.c_str());
    }
}

void TestLaws::theStreamGoesOnBitForBit()
{
    for (const std::string& assignments : everyPair({"norm.kind", "norm.placement", "block.layout", "position.kind", "mixer.kind",
             "feed_forward.kind", "topology", "norm.embedding"})) {
        const SetupPtr setup = smallSetup(choices(assignments));
        const std::shared_ptr<Trace> trace = run(*setup, smallText());
        for (const char* stack : {"", "encoder."}) {
            const std::string at = stack + std::string("blocks.");
            if (*stack != '\0' && !setup->config.hasEncoder())
                continue;
            QVERIFY2(relativeDifference(trace->at(at + "1.resid_pre").values(), trace->at(at + "0.resid_post").values()) == 0,
                assignments.c_str());
            QCOMPARE(trace->find(at + "0.resid_mid") != nullptr, assignments.find("parallel") == std::string::npos);
            QCOMPARE(trace->find(at + "0.resid_mid_cross") != nullptr, setup->config.hasEncoder() && *stack == '\0');
        }
    }
}

void TestLaws::branchesAreExactlyWhatIsAdded()
{
    for (const std::string& assignments : everyPair({"norm.kind", "norm.placement", "block.layout", "mixer.kind",
             "feed_forward.kind", "topology", "block.residual_from_norm", "block.residual_scale"})) {
        const SetupPtr setup = smallSetup(choices(assignments));
        const std::shared_ptr<Trace> trace = run(*setup, smallText());
        const BlockConfig& config = setup->config.block(1);
        const NormPlaces places = placesOf(config.placement);
        const bool normed = !std::holds_alternative<NoNorm>(config.norm);
        const auto find = [&](const std::string& name) { return trace->find(blockName(1, name)); };
        const auto at = [&](const std::string& name) -> const Tensor& { return trace->at(blockName(1, name)); };
        // The stream, or what the norm before the branch left of it.
        const auto carried = [&](const char* stream, const char* slot) -> const Tensor& {
            return config.residualFromNorm && places.beforeBranch && normed ? at(std::string(slot) + ".out") : at(stream);
        };
        const auto isSum = [&](const Tensor& sum, const Tensor& stream, const Tensor& a, const Tensor* b) {
            std::vector<float> expected;
            for (Index i = 0; i < sum.size(); ++i)
                expected.push_back(float(config.deepFactors().alpha * double(stream.data()[i]) + double(a.data()[i])
                    + (b ? double(b->data()[i]) : 0.0)));
            QVERIFY2(relativeDifference(sum.values(), expected) < 1e-6, (assignments + " " + sum.name()).c_str());
        };
        const auto sumOf = [&](const char* name) -> const Tensor& {
            return places.onStream && normed ? at(std::string(name) + "_sum") : at(name);
        };
        // The raw branch · β · multiplier, through a norm of its own where there is one.
        const auto isBranch = [&](const char* out, const char* raw, const char* slot) {
            const Tensor& from = places.onBranch && normed ? at(std::string(slot) + ".out") : at(raw);
            std::vector<float> expected;
            for (const float number : from.values())
                expected.push_back(number * float(config.residualScale * config.deepFactors().beta));
            QVERIFY2(relativeDifference(at(out).values(), expected) < 1e-6, (assignments + " " + out).c_str());
        };

        const bool attends = isAttention(config.mixer);
        const Tensor& first = at(attends ? "attn_out" : "mixer_out");
        QVERIFY(find(attends ? "mixer_out" : "attn_out") == nullptr);
        isBranch(attends ? "attn_out" : "mixer_out", attends ? "attn.out" : "mixer.out", "ln1_post");
        const bool feeds = hasFeedForward(config.feedForward);
        QCOMPARE(find("mlp_out") != nullptr, feeds);
        if (feeds)
            isBranch("mlp_out", "mlp.out", "ln2_post");
        if (isParallel(config.layout)) {
            isSum(at("resid_post"), carried("resid_pre", "ln1"), first, find("mlp_out"));
            continue;
        }
        isSum(sumOf("resid_mid"), carried("resid_pre", "ln1"), first, nullptr);
        const char* before = "resid_mid";
        if (setup->config.hasEncoder()) {
            isBranch("cross_attn_out", "cross_attn.out", "ln_cross_post");
            isSum(sumOf("resid_mid_cross"), carried("resid_mid", "ln_cross"), at("cross_attn_out"), nullptr);
            before = "resid_mid_cross";
        }
        if (feeds)
            isSum(sumOf("resid_post"), carried(before, "ln2"), at("mlp_out"), nullptr);
        else
            QVERIFY(relativeDifference(at("resid_post").values(), at(before).values()) == 0);
    }
}

void TestLaws::groupedQueriesWithAsManyHeadsAreMultiHead()
{
    for (const char* position : {"none", "rope", "shaw", "transformer_xl", "t5_buckets", "alibi", "disentangled"}) {
        const std::string with = std::string(" position.kind=") + position;
        const SetupPtr multiHead = smallSetup(choices("attention.kind=multi_head" + with));
        const SetupPtr grouped = smallSetup(choices("attention.kind=grouped_query sizes.kv_heads=6" + with));
        QVERIFY(std::holds_alternative<GroupedQuery>(grouped->config.block(0).sharing));
        QCOMPARE(relativeDifference(
                     run(*grouped, smallText())->at("logits").values(), run(*multiHead, smallText())->at("logits").values()),
            0.0);
    }
}

void TestLaws::equalKeyHeadsMakeMultiQueryOfMultiHead()
{
    // Repeating the one key and value head of multi-query six times gives a multi-head model that computes the same.
    struct Repeated : TensorSource
    {
        WeightPtr one;
        Shape repeatedShape;
        const Shape& shape() const override { return repeatedShape; }
        std::string dtype() const override { return "F32"; }
        std::string origin() const override { return "file"; }
        void read(Index row, Index rows, float* out) const override
        {
            const Index columns = one->shape().size() == 2 ? one->shape()[1] : 1;
            for (Index r = row; r < row + rows; ++r)
                one->read(r % one->shape()[0], 1, out + (r - row) * columns);
        }
    };
    for (const char* with : {" position.kind=rope", " position.kind=shaw", " position.kind=transformer_xl",
             " position.kind=disentangled", " position.kind=disentangled disentangled.share_projections=false",
             " score.qk_norm=rms_head", " topology=encoder_decoder"}) {
        const SetupPtr multiQuery = smallSetup(choices(std::string("attention.kind=multi_query") + with));
        Setup multiHead = *smallSetup(choices(std::string("attention.kind=multi_head") + with));
        for (const auto& [name, tensor] : multiQuery->weights.all()) {
            auto repeated = std::make_shared<Repeated>();
            repeated->one = tensor;
            repeated->repeatedShape = multiHead.weights.at(name).shape();
            multiHead.weights.set(name, std::make_shared<WeightTensor>(repeated));
        }
        QVERIFY2(relativeDifference(
                     run(multiHead, smallText())->at("logits").values(), run(*multiQuery, smallText())->at("logits").values())
                < 1e-5,
            with);
    }
}

QTEST_GUILESS_MAIN(TestLaws)
#include "tst_laws.moc"
