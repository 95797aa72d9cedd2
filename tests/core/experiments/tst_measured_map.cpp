// Places of a model, and a map as JSON and CSV.

#include "core/experiments/measured_map.h"

#include "core/run/forward.h"
#include "tests/core/support/small_models.h"

#include <QTest>

#include <limits>

using namespace core;
using namespace support;

namespace {

std::vector<PlannedTensor> planned(const std::string& assignments)
{
    return plan(smallSetup(choices(assignments))->config, 5).tensors;
}

} // namespace

class TestMeasuredMap : public QObject
{
    Q_OBJECT
private slots:
    void placesAreInTheOrderOfComputation()
    {
        const std::vector<MeasuredPlace> heads = headsIn(planned("topology=encoder_decoder"));
        QCOMPARE(heads.size(), std::size_t(2 * 6 + 2 * 12));
        QCOMPARE(heads.front().at, std::string("encoder.blocks.0.attn.z[0]"));
        QVERIFY(heads.front().isOfEncoder && !heads.back().isOfEncoder);
        QCOMPARE(heads.back().at, std::string("blocks.1.cross_attn.z[5]"));
        QCOMPARE(branchesIn(planned("mixer.kind=retention")).front().at, std::string("blocks.0.mixer_out"));
        const std::vector<MeasuredPlace> experts = expertsIn(planned("feed_forward.kind=mixture mixture.experts=3 mixture.top_k=1"));
        QCOMPARE(experts.size(), std::size_t(6));
        QCOMPARE(experts.back().expert, Index(2));
        QVERIFY(expertsIn(planned("")).empty() && neuronsIn(planned(""), 2).empty());
        const std::vector<MeasuredPlace> neurons = neuronsIn(planned(""), 1);
        QCOMPARE(neurons.back().slice, (std::vector<AxisRange>{{axis::dMlp, neurons.back().neuron, neurons.back().neuron}}));
    }

    void jsonAndCsvSayThePlace()
    {
        MeasuredMap map{{.text = "loss"}, 1.5,
            {{.at = "blocks.1.attn.z[2]", .slice = {{axis::token, 3, 3}}, .layer = 1, .head = 2, .token = 3, .branch = "attn", .value = 0.25},
                {.at = "encoder.blocks.0.mlp_out",
                    .isOfEncoder = true,
                    .layer = 0,
                    .branch = "mlp_out",
                    .value = std::numeric_limits<double>::infinity()}}};
        const Json json = toJson(map);
        QVERIFY(json["metric"] == Json("loss"));
        QVERIFY(json["untouched"] == Json(1.5));
        const Json expected = {{"at", "blocks.1.attn.z[2]"}, {"slice", {{"token", 3}}}, {"layer", 1}, {"head", 2}, {"token", 3},
            {"branch", "attn"}, {"value", 0.25}};
        QVERIFY2(json["rows"][0] == expected, writeJson(json).c_str());
        QVERIFY(json["rows"][1]["value"].is_null());
        QVERIFY(json["rows"][1]["stack"] == Json("encoder"));
        QCOMPARE(toCsv(map),
            std::string("at,stack,branch,layer,head,expert,neuron,token,value\n"
                        "blocks.1.attn.z[2],,attn,1,2,,,3,0.25\n"
                        "encoder.blocks.0.mlp_out,encoder,mlp_out,0,,,,,\n"));
        QCOMPARE(labelOf(map.places[0]), std::string("L1 H2 @3"));
        QCOMPARE(labelOf(map.places[1]), std::string("encoder L0 mlp_out"));
    }
};

QTEST_GUILESS_MAIN(TestMeasuredMap)
#include "tst_measured_map.moc"
