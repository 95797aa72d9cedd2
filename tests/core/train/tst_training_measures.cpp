// What a history measures, against plain sums over the tensors of a run.

#include "core/train/training_measures.h"

#include "core/files/library/bundled_models.h"
#include "core/run/metric.h"
#include "tests/core/train/small_trainings.h"

#include <QTest>

#include <algorithm>
#include <cmath>

using namespace core;
using namespace support;

namespace {

bool isNear(double a, double b) { return std::abs(a - b) <= 1e-3 * std::max(1.0, std::abs(b)); }

TrainingRow rowOf(std::vector<TokenId> ids)
{
    TrainingRow row{ids, {}};
    row.targets.assign(ids.begin() + 1, ids.end());
    row.targets.push_back(-1);
    return row;
}

const TrainedWeights& weights()
{
    static const TrainedWeights of(*smallSetup(choices("feed_forward.kind=mixture")), {});
    return of;
}

} // namespace

class TestTrainingMeasures : public QObject
{
    Q_OBJECT
private slots:
    void measuresAreThoseOfARun()
    {
        const TrainingRow row = rowOf(smallText());
        const TrainingPoint point = measuresOf(weights(), {&row, 1}, 1);
        const auto trace = run(weights().setup(), row.ids);
        const Tensor& logits = trace->at("logits");
        QVERIFY(isNear(point.at("held_out").get<double>(), valueOf(Metric{}, MetricInput{logits, row.targets})));
        double z = 0, squares = 0, largest = -INFINITY;
        for (const float one : trace->at("log_z").values())
            z += double(one) * double(one) / double(trace->at("log_z").size());
        QVERIFY(isNear(point.at("z").get<double>(), z));
        const Tensor& stream = trace->at("blocks.1.resid_post");
        for (const float one : stream.values())
            squares += double(one) * double(one) / double(stream.size());
        QVERIFY(isNear(point.at("activation")[1].get<double>(), std::sqrt(squares)));
        for (const float one : trace->at("blocks.0.attn.scores").values())
            largest = std::isfinite(one) ? std::max(largest, double(one)) : largest;
        QVERIFY(isNear(point.at("max_score")[0].get<double>(), largest));
        double load = 0;
        for (const Json& share : point.at("expert_load")[0])
            load += share.get<double>() / double(point.at("expert_load")[0].size());
        QVERIFY(isNear(load, 1.0));
    }

    void packingChangesNoMeasure()
    {
        const std::vector<TrainingRow> rows{rowOf({1, 2, 3, 4, 5}), rowOf({7, 3, 7, 3}), rowOf({0, 12, 6})};
        const TrainingPoint one = measuresOf(weights(), rows, 1), all = measuresOf(weights(), rows, 3);
        for (const char* name : {"held_out", "z"})
            QVERIFY(isNear(one.at(name).get<double>(), all.at(name).get<double>()));
        QVERIFY(isNear(one.at("activation")[0].get<double>(), all.at("activation")[0].get<double>()));
    }

    void aModelThatCopiesIsSeenToCopy()
    {
        const TrainedWeights copying(*configure(openModel(bundledModelsFolder() + "/main"), {}), {}),
            fresh(*tinySetup(), {});
        const auto best = [](const Json& layers) {
            double most = 0;
            for (const Json& layer : layers)
                for (const Json& head : layer)
                    most = std::max(most, head.get<double>());
            return most;
        };
        const TrainingPoint point = copyingOf(copying), none = copyingOf(fresh);
        QVERIFY(best(point.at("induction")) > 0.5);
        QVERIFY(best(point.at("previous")) > 0.5);
        QVERIFY(best(none.at("induction")) < 0.3);
        QVERIFY2(point.at("second_copy").get<double>() < 1.0, point.at("second_copy").dump().c_str());
        QVERIFY(none.at("second_copy").get<double>() > 4.0);
    }

    void withoutAttentionNothingIsSaidOfHeads()
    {
        QVERIFY(copyingOf(TrainedWeights(*tinySetup("mixer.kind=retention"), {})).empty());
        QVERIFY(copyingOf(TrainedWeights(*tinySetup("topology=prefix_decoder mask.prefix=3"), {})).empty());
    }

    void normsAreOfAllAndOfEachLayer()
    {
        GradientList gradients;
        for (const Parameter& parameter : weights().parameters())
            gradients.emplace_back(parameter.numbers->size(), parameter.name.starts_with("blocks.1.") ? 2.f : 0.f);
        gradients[0].assign(gradients[0].size(), 0.f);
        gradients[0][0] = 3.f; // of the embedding
        const TrainingPoint point = normsOf(weights(), gradients);
        const double layer = point.at("gradient_layers")[1].get<double>();
        QCOMPARE(point.at("gradient_layers")[0].get<double>(), 0.0);
        QVERIFY(layer > 2.0);
        QVERIFY(isNear(point.at("gradient").get<double>(), std::sqrt(layer * layer + 9.0)));
    }
};

QTEST_GUILESS_MAIN(TestTrainingMeasures)
#include "tst_training_measures.moc"
