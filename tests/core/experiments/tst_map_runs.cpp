// A map in parts is the whole map: the same passes, and so the same numbers to the last bit.

#include "core/experiments/map_runs.h"

#include "core/experiments/ablation.h"
#include "core/experiments/patching.h"
#include "core/files/library/bundled_models.h"
#include "core/files/library/model_files.h"
#include "tests/core/support/small_models.h"

#include <QTest>

#include <algorithm>
#include <bit>
#include <cmath>
#include <set>

using namespace core;
using namespace support;

namespace {

/// A text of the model and another of as many tokens.
struct Texts
{
    SetupPtr setup;
    ForwardInput own, other;
};

Texts textsOf(const QString& which)
{
    if (which == "main") {
        const SetupPtr setup = configure(openModel(bundledModelsFolder() + "/main"), {});
        const Tokenizer& tokenizer = *setup->model->tokenizer;
        Texts texts{setup, {.ids = tokenizer.encode("The capital of France is Paris. The capital of Italy is")}, {}};
        texts.other = texts.own;
        texts.other.ids[1] = texts.own.ids[3]; // nearly every place is another
        return texts;
    }
    const SetupPtr setup = smallSetup(
        choices(which == "mixture" ? "feed_forward.kind=mixture mixture.experts=4 mixture.top_k=2" : "topology=encoder_decoder"));
    Texts texts{setup, {}, {}};
    for (int i = 0; i < 8; ++i) { // so that a pass holds some copies only
        for (const TokenId id : smallText())
            texts.own.ids.push_back(id);
        for (const TokenId id : {1, 4, 6, 2, 9, 3, 5})
            texts.other.ids.push_back(id);
    }
    if (setup->config.hasEncoder()) {
        texts.own.decoderIds = texts.own.ids;
        texts.other.decoderIds = texts.other.ids;
    }
    return texts;
}

/// Each part by itself, the last first, as a map.
MeasuredMap mapOf(const MapParts& parts)
{
    MeasuredMap map = parts.all().map;
    for (std::size_t part = parts.parts(); part-- > 0;) {
        const std::vector<double> values = parts.values(part, {});
        for (std::size_t i = 0; i < values.size(); ++i)
            map.places[parts.placesOf(part)[i]].value = values[i];
    }
    return map;
}

bool isSame(const MeasuredMap& a, const MeasuredMap& b)
{
    return a.untouched == b.untouched
        && std::ranges::equal(a.places, b.places, [](const MeasuredPlace& one, const MeasuredPlace& other) {
               return one.at == other.at && one.token == other.token
                   && std::bit_cast<std::uint64_t>(one.value) == std::bit_cast<std::uint64_t>(other.value);
           });
}

} // namespace

class TestMapRuns : public QObject
{
    Q_OBJECT
private slots:
    void partsAreTheWholeBitForBit_data()
    {
        QTest::addColumn<QString>("model");
        QTest::addColumn<QString>("over");
        QTest::addColumn<int>("maxParts");
        for (const char* model : {"main", "pair", "mixture"})
            for (const int maxParts : {3, 48}) {
                QTest::addRow("%s ablated %d", model, maxParts) << model << "" << maxParts;
                QTest::addRow("%s heads %d", model, maxParts) << model << "heads" << maxParts;
            }
        QTest::newRow("main stream") << "main"
                                     << "stream" << 48;
    }

    void partsAreTheWholeBitForBit()
    {
        QFETCH(QString, model);
        QFETCH(QString, over);
        QFETCH(int, maxParts);
        const Texts texts = textsOf(model);
        const Measurement measurement{*texts.setup, texts.other, parseMetric("loss", *texts.setup)};
        MeasuredMap whole;
        const auto make = [&] {
            if (!over.isEmpty()) {
                const PatchRequest request{texts.own, patchedPart(over.toStdString())};
                const Patches patches = patch(measurement, request);
                whole = patches.map;
                PatchRuns made = patchRuns(measurement, request);
                if (made.all.clean != patches.clean)
                    whole = {};
                return made;
            }
            const AblationRequest request = ablationOver(model == "main" ? "neurons@1" : "heads");
            ChangedRuns runs(measurement);
            whole = ablate(runs, request);
            MapRuns all = ablationRuns(runs, request);
            return PatchRuns{std::move(runs), std::move(all)};
        };
        auto [runs, all] = make();
        const std::size_t places = all.map.places.size();
        const MapParts parts(texts.setup, runs, std::move(all), std::size_t(maxParts));
        QVERIFY(parts.parts() > 1 && parts.parts() <= std::size_t(maxParts));
        std::set<std::size_t> met;
        for (std::size_t part = 0; part < parts.parts(); ++part)
            met.insert(parts.placesOf(part).begin(), parts.placesOf(part).end());
        QCOMPARE(met.size(), places); // each is in one part
        QVERIFY(isSame(mapOf(parts), whole));
        QVERIFY(parts.bytes() >= runs.base()->bytes());
    }

    /// A pass of a part is as full as one of the whole, and begins with the blocks that no run of it changes.
    void aPartTakesThePassesOfTheWhole()
    {
        const Texts texts = textsOf("main");
        const auto [runs, all]
            = patchRuns({*texts.setup, texts.other, parseMetric("loss", *texts.setup)}, {texts.own, PatchedPart::Heads});
        std::vector<Changes> changes = all.changes;
        std::erase_if(changes, [](const Changes& one) { return one.empty(); });
        const std::vector<std::vector<std::size_t>> passes = runs.passes(changes);
        const MapParts parts(texts.setup, runs, all, passes.size());
        QCOMPARE(parts.parts(), passes.size());
        const auto tensorsMade = [&](const std::function<void(const RunControl&)>& run) {
            int tensors = 0;
            run({.stop = {}, .onProgress = {}, .onMade = [&](std::string_view) { ++tensors; }});
            return tensors;
        };
        const int whole = tensorsMade([&](const RunControl& control) { runs.under(control).values(changes); });
        int summed = 0;
        for (std::size_t part = 0; part < parts.parts(); ++part)
            summed += tensorsMade([&](const RunControl& control) { parts.values(part, control); });
        QVERIFY(whole > 0);
        QCOMPARE(summed, whole);
        const auto ofOne
            = [&](std::size_t part) { return tensorsMade([&](const RunControl& control) { parts.values(part, control); }); };
        QVERIFY(ofOne(parts.parts() - 1) < ofOne(0)); // the last layers only
    }

    void whatIsTheSameInBothTextsIsNotRun()
    {
        Texts texts = textsOf("main");
        texts.other = texts.own;
        const Index differs = Index(texts.own.ids.size()) - 3;
        texts.other.ids[std::size_t(differs)] += 1;
        const Measurement measurement{*texts.setup, texts.other, parseMetric("loss", *texts.setup)};
        const ChangedRuns source({*texts.setup, texts.own, measurement.metric}, {}, {"*"});
        for (const PatchedPart part : {PatchedPart::Stream, PatchedPart::Attention, PatchedPart::MlpOut, PatchedPart::Heads}) {
            const auto [runs, all] = patchRuns(measurement, {texts.own, part});
            const MeasuredMap map = mapOf(MapParts(texts.setup, runs, all, 48));
            QVERIFY(isSame(map, patch(measurement, {texts.own, part}).map));
            std::vector<Changes> every;
            for (const MeasuredPlace& place : all.map.places)
                every.push_back({{.at = place.at,
                    .slice = place.slice,
                    .op = InterventionOp::From,
                    .source = {"clean", "", "", source.base()}}});
            const std::vector<double> values = runs.values(every);
            for (std::size_t i = 0; i < values.size(); ++i) {
                const Index token = all.map.places[i].token;
                if (token <= differs) // behind it the embeddings are the same, too
                    QCOMPARE(all.changes[i].empty(), token < differs);
                QVERIFY(std::abs(map.places[i].value - values[i]) < 1e-5);
            }
        }
    }

    void aPartIsStopped()
    {
        const Texts texts = textsOf("main");
        const ChangedRuns runs({*texts.setup, texts.other, parseMetric("loss", *texts.setup)});
        const MapParts parts(texts.setup, runs, ablationRuns(runs, {}), 4);
        std::stop_source stop;
        stop.request_stop();
        QVERIFY_THROWS_EXCEPTION(Stopped, parts.values(0, {.stop = stop.get_token(), .onProgress = {}}));
    }
};

QTEST_GUILESS_MAIN(TestMapRuns)
#include "tst_map_runs.moc"
