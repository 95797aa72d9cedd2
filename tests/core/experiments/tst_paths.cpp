// Paths: effects against runs that are put together by hand, and what must hold of any circuit.

#include "core/experiments/paths.h"

#include "core/experiments/path_model.h"
#include "core/files/library/bundled_models.h"
#include "core/files/library/model_files.h"
#include "tests/core/support/small_models.h"
#include "tests/core/support/temporary_files.h"

#include <QTest>

#include <algorithm>
#include <cmath>

using namespace core;
using namespace support;

namespace {

const SetupPtr& mainSetup()
{
    static const SetupPtr setup = configure(openModel(bundledModelsFolder() + "/main"), {});
    return setup;
}

Measurement copyOfMain()
{
    const Setup& setup = *mainSetup();
    return {setup, {.ids = setup.model->tokenizer->encode("Repeat: red dog chair cup. Again: red dog")},
        parseMetric("logit_difference: chair, cup@-1", setup)};
}

/// A model and what is measured on it; null where SmolLM2 is not there.
std::pair<SetupPtr, std::optional<Measurement>> textOf(const std::string& which)
{
    if (which == "main")
        return {mainSetup(), copyOfMain()};
    if (which == "SmolLM2") {
        try {
            const SetupPtr setup = configure(openModel("smollm2"), {});
            return {setup,
                Measurement{*setup,
                    {.ids = setup->model->tokenizer->encode("The capital of France is Paris. The capital of Italy is")},
                    parseMetric("logit_difference: Rome, Paris@-1", *setup)}};
        } catch (const Error&) {
            return {};
        }
    }
    const SetupPtr setup
        = smallSetup(choices(which == "mixture" ? "feed_forward.kind=mixture mixture.experts=4 mixture.top_k=2"
                                                : "attention.kind=grouped_query sizes.kv_heads=2 sizes.heads=6"));
    return {setup, Measurement{*setup, {.ids = smallText()}, parseMetric("logit:#3@-1", *setup)}};
}

std::size_t senderOf(const PathModel& model, const std::string& id)
{
    for (std::size_t i = 0; i < model.senders().size(); ++i)
        if (model.senders()[i].id == id)
            return i;
    return std::size_t(-1);
}

const PathReceiver& receiverOf(const PathModel& model, const std::string& id)
{
    for (const PathReceiver& receiver : model.receivers())
        if (receiver.id == id)
            return receiver;
    return model.receivers().back();
}

} // namespace

class TestPaths : public QObject
{
    Q_OBJECT
private slots:
    void allEdgesAreTheRunAndNoneIsTheReplacement_data()
    {
        QTest::addColumn<QString>("assignments");
        for (const char* assignments :
            {"", "block.layout=parallel_two_norms", "norm.placement=sandwich", "norm.placement=branch_output",
                "attention.kind=grouped_query sizes.kv_heads=2 sizes.heads=6", "feed_forward.kind=none", "position.kind=learned"})
            QTest::newRow(*assignments ? assignments : "plain") << assignments;
    }

    void allEdgesAreTheRunAndNoneIsTheReplacement()
    {
        QFETCH(QString, assignments);
        const SetupPtr setup = smallSetup(choices(assignments.toStdString()));
        const ForwardInput other{.ids = {1, 4, 6, 2, 9, 3, 5}};
        const Measurement measurement{*setup, {.ids = smallText()}, parseMetric("logit:#3@-1", *setup)};
        const PathModel model(measurement, ReplacingText{other}, {});
        const double all = model.metricOf([](std::size_t, std::size_t) { return true; });
        const double none = model.metricOf([](std::size_t, std::size_t) { return false; });
        const ChangedRuns others({*setup, other, measurement.metric});
        QVERIFY(std::abs(none - others.untouched()) < 1e-4);
        if (!assignments.contains("sandwich")
            && !assignments.contains("branch_output")) // there a norm mixes the heads of a layer
            QVERIFY2(std::abs(all - model.untouched()) < 1e-4, std::to_string(all).c_str());
    }

    void theDirectEffectOfAHeadIsItsPartOfTheLogits()
    {
        const PathModel model(copyOfMain(), {}, {});
        const std::size_t sender = senderOf(model, "blocks.3.mlp_out");
        const double effect = model.effects({sender}, model.receivers().back()).front();
        // Nothing reads the last feed-forward but the logits: its path is its ablation by the mean.
        const ChangedRuns runs(copyOfMain());
        const double ablated = runs.values({{{.at = "blocks.3.mlp_out", .op = InterventionOp::Mean}}}).front();
        QVERIFY(std::abs(effect - (runs.untouched() - ablated)) < 1e-3);
    }

    void directAndTotalEffectAreThoseOfPlainRuns_data()
    {
        QTest::addColumn<bool>("hasOther");
        QTest::newRow("means") << false;
        QTest::newRow("other text") << true;
    }

    void directAndTotalEffectAreThoseOfPlainRuns()
    {
        QFETCH(bool, hasOther);
        const Measurement measurement = copyOfMain();
        const Setup& setup = measurement.setup;
        const ForwardInput other{.ids = setup.model->tokenizer->encode("Repeat: blue dog cup chair. Again: blue dog")};
        QCOMPARE(other.ids.size(), measurement.input.ids.size());
        const PathModel model(measurement, hasOther ? std::optional(ReplacingText{other}) : std::nullopt, {});
        const std::shared_ptr<const Trace> base = forward(setup, measurement.input, {}), others = forward(setup, other, {});
        const auto metricOf = [&](const Trace& trace) { return valueOf(measurement.metric, {trace.at("logits"), {}, nullptr}); };
        for (const char* const id : {"embed", "blocks.1.attn.z[2]", "blocks.2.attn.z[0]", "blocks.1.mlp_out"}) {
            const std::size_t sender = senderOf(model, id);
            const SenderEffects effects = senderEffects(model, {sender}).front();
            Intervention exchanged{
                .at = model.senders()[sender].layer < 0 ? "blocks.0.resid_pre" : id, .op = InterventionOp::Mean};
            if (hasOther) {
                exchanged.op = InterventionOp::From;
                exchanged.source = {"", "", "", others};
            }
            const auto total = forward(setup, measurement.input, {.patterns = {}, .interventions = {exchanged}});
            QVERIFY2(std::abs(effects.total - (metricOf(*base) - metricOf(*total))) < 1e-3, id);
            // What it writes into the stream is another; the last stream has that difference and no other.
            const Index layer = std::max<Index>(0, model.senders()[sender].layer);
            const std::string written = model.senders()[sender].layer < 0 ? "blocks.0.resid_pre"
                : model.senders()[sender].head < 0                        ? id
                                                                          : blockName(layer, "attn_out");
            const std::string last = blockName(setup.config.layers() - 1, "resid_post");
            const Tensor &was = base->at(written), &is = total->at(written), &end = base->at(last);
            Intervention set{.at = last, .op = InterventionOp::Set, .value = {end.shape(), {}}};
            for (Index i = 0; i < end.size(); ++i)
                set.value.numbers.push_back(end.data()[i] + is.data()[i] - was.data()[i]);
            const auto direct = forward(setup, measurement.input, {.patterns = {}, .interventions = {set}});
            QVERIFY2(std::abs(effects.direct - (metricOf(*base) - metricOf(*direct))) < 1e-3, id);
        }
    }

    void everyEdgeIsAPlainLoop_data()
    {
        QTest::addColumn<QString>("which");
        for (const char* which : {"main", "mixture", "grouped", "SmolLM2"}) // CUTAWAY_DATA_DIR says where the last one is
            QTest::newRow(which) << which;
    }

    /// Two whole runs for each edge, as `trace --intervene` runs them: one whose stream is what the reader is to read, of which
    /// what it makes is recorded, and one in which it has made that.
    void everyEdgeIsAPlainLoop()
    {
        QFETCH(QString, which);
        const auto [setup, measurement] = textOf(which.toStdString());
        if (!setup)
            QSKIP("SmolLM2 is not there");
        const PathModel model(*measurement, {}, {});
        const auto run = [&](const Changes& changes) {
            return forward(*setup, measurement->input, {.patterns = {}, .interventions = changes});
        };
        const auto metricOf = [&](const Trace& trace) { return valueOf(measurement->metric, {trace.at("logits"), {}, nullptr}); };
        const std::shared_ptr<const Trace> base = run({});
        std::vector<std::vector<float>> parts; // of each sender: what its mean in its place takes from the stream
        for (const PathSender& sender : model.senders()) {
            const std::string at = sender.layer < 0 ? "blocks.0.resid_pre" : sender.id,
                              written = sender.head < 0 ? at : blockName(sender.layer, "attn_out");
            const auto without = run({{.at = at, .op = InterventionOp::Mean}});
            parts.emplace_back();
            for (Index i = 0; i < base->at(written).size(); ++i)
                parts.back().push_back(base->at(written).data()[i] - without->at(written).data()[i]);
        }
        std::size_t edges = 0;
        double worst = 0, largest = 0;
        for (std::size_t place = 0; place < model.receivers().size(); ++place) {
            const PathReceiver& to = model.receivers()[place];
            if (which == "SmolLM2" && to.input != PathInput::Logits && (to.layer != 23 || (to.head >= 0 && to.head != 1)))
                continue; // the layer that reads the subject
            const bool isLogits = to.input == PathInput::Logits, isFeedForward = to.input == PathInput::FeedForwardIn;
            const bool readsMiddle = isFeedForward && !isParallel(setup->config.block(to.layer).layout);
            const std::string stream = isLogits ? blockName(setup->config.layers() - 1, "resid_post")
                                                : blockName(to.layer, readsMiddle ? "resid_mid" : "resid_pre");
            const std::vector<std::size_t> senders = sendersInto(model, place);
            const std::vector<double> effects = model.effects(senders, to);
            for (std::size_t i = 0; i < senders.size(); ++i, ++edges) {
                Intervention reading{.at = stream, .op = InterventionOp::Set, .value = {base->at(stream).shape(), {}}};
                for (std::size_t n = 0; n < parts[senders[i]].size(); ++n)
                    reading.value.numbers.push_back(base->at(stream).data()[n] - parts[senders[i]][n]);
                std::shared_ptr<const Trace> exchanged = run({reading});
                if (!isLogits)
                    exchanged = run({{.at = isFeedForward ? blockName(to.layer, "mlp_out") : to.id,
                        .op = InterventionOp::From,
                        .source = {"", "", "", exchanged}}});
                const double expected = metricOf(*base) - metricOf(*exchanged);
                worst = std::max(worst, std::abs(effects[i] - expected));
                largest = std::max(largest, std::abs(expected));
                QVERIFY2(std::abs(effects[i] - expected) < 1e-3 + 1e-4 * std::abs(expected),
                    (model.senders()[senders[i]].id + " → " + to.id + ": " + std::to_string(effects[i]) + " instead of "
                        + std::to_string(expected))
                        .c_str());
            }
        }
        qInfo("%zu edges, at most %.2g apart, the largest is %.3g", edges, worst, largest);
        QVERIFY(edges > 100);
    }

    void onlyTheHeadsThatMatterMostHavePathsIfSoWished()
    {
        const PathModel all(copyOfMain(), {}, {}), some(copyOfMain(), {}, {}, 5);
        std::vector<std::size_t> heads;
        for (std::size_t i = 0; i < all.senders().size(); ++i)
            if (all.senders()[i].head >= 0)
                heads.push_back(i);
        QCOMPARE(some.heads(), heads.size());
        QCOMPARE(some.senders().size(), all.senders().size() - heads.size() + 5);
        const std::vector<double> effects = all.totalEffects(heads);
        std::vector<double> sizes;
        for (const double effect : effects)
            sizes.push_back(std::abs(effect));
        std::sort(sizes.rbegin(), sizes.rend());
        for (std::size_t i = 0; i < heads.size(); ++i)
            QCOMPARE(senderOf(some, all.senders()[heads[i]].id) != std::size_t(-1), std::abs(effects[i]) >= sizes[4]);
        QVERIFY(some.receivers().size() < all.receivers().size());
        for (std::size_t place = 0; place < some.receivers().size(); ++place) { // what is left has the same effects
            const PathReceiver& to = some.receivers()[place];
            const std::vector<std::size_t> senders = sendersInto(some, place);
            const std::vector<double> found = some.effects(senders, to);
            for (std::size_t i = 0; i < senders.size(); ++i) {
                const std::size_t same = senderOf(all, some.senders()[senders[i]].id);
                QVERIFY(std::abs(found[i] - all.effects({same}, receiverOf(all, to.id)).front()) < 1e-3);
            }
            for (const std::size_t node : some.nodesOf(to))
                QVERIFY(node < some.senders().size());
        }
        const PathModel one(copyOfMain(), {}, {}, 1); // most layers have none
        QVERIFY(std::isfinite(circuitOf(one, 0.05).faithfulness));
        const Circuit circuit = circuitOf(some, 0.05);
        QVERIFY2(circuit.faithfulness > 0.3, std::to_string(circuit.faithfulness).c_str());
    }

    void whatIsInForceIsInEveryRunOfAPath()
    {
        Measurement measurement = copyOfMain();
        measurement.inForce = {{.at = "blocks.1.attn.z[2]", .op = InterventionOp::Scale, .value = {{}, {0.5f}}},
            {.at = "blocks.0.attn_out", .op = InterventionOp::Scale, .value = {{}, {0.8f}}}};
        const PathModel model(measurement, {}, {}), untouched(copyOfMain(), {}, {});
        QVERIFY(std::abs(model.untouched() - untouched.untouched()) > 0.1);
        QVERIFY(std::abs(model.metricOf([](std::size_t, std::size_t) { return true; }) - model.untouched()) < 1e-3);
        const std::size_t previous = senderOf(model, "blocks.1.attn.z[2]");
        const ChangedRuns runs(copyOfMain());
        Changes all = measurement.inForce;
        all.push_back({.at = "blocks.1.attn.z[2]", .op = InterventionOp::Mean});
        QVERIFY(std::abs(model.totalEffects({previous}).front() - (model.untouched() - runs.values({all}).front())) < 1e-3);
        measurement.inForce = {{.at = "blocks.1.attn.z[2]"}}; // nothing is left of it
        const PathModel none(measurement, {}, {});
        for (const double effect : {none.effects({previous}, none.receivers().back()).front(),
                 none.effects({previous}, receiverOf(none, "blocks.2.attn.k[3]")).front(), none.totalEffects({previous}).front()})
            QVERIFY(std::abs(effect) < 1e-4);
        // What is added to all tokens alike is in the means, too; to one token it is the part of no sender.
        measurement.inForce = {{.at = "blocks.2.resid_pre", .op = InterventionOp::Add, .value = {{}, {0.1f}}}};
        const PathModel steered(measurement, {}, {});
        QVERIFY(std::abs(steered.metricOf([](std::size_t, std::size_t) { return true; }) - steered.untouched()) < 1e-3);
        measurement.inForce.front().slice = {{axis::token, 3, 3}};
        QCOMPARE(refusalOf([&] { PathModel(measurement, {}, {}); }).where, std::string("blocks.2.resid_pre"));
    }

    void thePreviousTokenHeadIsReadByTheKeysOfTheInductionHeads()
    {
        const PathModel model(copyOfMain(), {}, {});
        const std::size_t previous = senderOf(model, "blocks.1.attn.z[2]");
        double keys = 0, queries = 0;
        for (int head = 0; head < 4; ++head) {
            const std::string of = "[" + std::to_string(head) + "]";
            keys = std::max(keys, model.effects({previous}, receiverOf(model, "blocks.2.attn.k" + of)).front());
            queries = std::max(queries, std::abs(model.effects({previous}, receiverOf(model, "blocks.2.attn.q" + of)).front()));
        }
        QVERIFY2(keys > 0.5 && keys > 3 * queries, (std::to_string(keys) + " " + std::to_string(queries)).c_str());
    }

    void theCircuitOfTheCopyIsFaithful()
    {
        const PathModel model(copyOfMain(), {}, {});
        const Circuit circuit = circuitOf(model, 0.05);
        QVERIFY2(circuit.faithfulness > 0.9 && circuit.faithfulness < 1.1, std::to_string(circuit.faithfulness).c_str());
        QVERIFY(circuit.completeness > 0.9);
        QVERIFY(!circuit.edges.empty() && circuit.edges.size() < 200);
        QVERIFY(std::any_of(circuit.edges.begin(), circuit.edges.end(),
            [](const PathEdge& edge) { return edge.from == "blocks.1.attn.z[2]" && edge.to.starts_with("blocks.2.attn.k"); }));
        QCOMPARE(circuit.thresholds.front().edges, circuit.edges.size());
        QVERIFY(circuit.thresholds.back().edges < circuit.edges.size());
        const Json json = toJson(circuit);
        QVERIFY(json["edges"].size() == circuit.edges.size() && json["nodes"].back()["id"] == Json("logits"));
        QCOMPARE(circuit.effects.size() + 1, circuit.nodes.size());
        for (std::size_t i = 0; i < circuit.effects.size(); ++i) {
            QVERIFY(json["nodes"][i]["direct"] == Json(circuit.effects[i].direct));
            QVERIFY(json["nodes"][i]["total"] == Json(circuit.effects[i].total));
            for (const PathEdge& edge : circuit.edges) // an edge into the logits is the direct effect
                if (edge.from == circuit.nodes[i] && edge.to == "logits")
                    QVERIFY(std::abs(edge.effect - circuit.effects[i].direct) < 1e-6);
        }
    }

    void whatHasNoPathsIsRefused()
    {
        for (const char* assignments : {"norm.placement=post", "topology=encoder_decoder", "mixer.kind=retention"}) {
            const SetupPtr setup = smallSetup(choices(assignments));
            const Measurement measurement{*setup, {.ids = smallText()}, parseMetric("loss", *setup)};
            QVERIFY2(!refusalOf([&] { PathModel(measurement, {}, {}); }).problem.empty(), assignments);
        }
        const PathModel model(copyOfMain(), {}, {});
        for (const double wrong : {0.0, -1.0, std::nan("")})
            QVERIFY(!refusalOf([&] { circuitOf(model, wrong); }).problem.empty());
        QVERIFY(!refusalOf([] { PathModel(copyOfMain(), ReplacingText{{.ids = {300}}}, {}); }).problem.empty());
    }
};

QTEST_GUILESS_MAIN(TestPaths)
#include "tst_paths.moc"
