#include "core/run/cost.h"
#include "core/run/forward.h"
#include "core/run/model.h"
#include "tests/core/support/small_models.h"

#include <QTest>

#include <algorithm>
#include <map>
#include <set>
#include <sstream>

using namespace core;
using namespace support;

namespace {

/// A model as if opened from a file: sizes fixed, its weights given.
ModelPtr modelFromFile(const std::string& assignments)
{
    const SetupPtr setup = smallSetup(choices(assignments));
    auto model = std::make_shared<Model>();
    model->name = "stored";
    model->choices = choices(assignments);
    model->weights = setup->weights;
    return model;
}

ModelPtr untrainedModel()
{
    auto model = std::make_shared<Model>();
    model->trained = model->sizesFixed = false;
    model->choices = smallChoices();
    return model;
}

Choices said(const std::string& assignment)
{
    Choices result;
    result.setText(assignment, 2);
    return result;
}

/// One row a choice, each kind and each plain value; some that speak to each other.
void everyRow()
{
    QTest::addColumn<QString>("assignments");
    for (const std::string& assignments : everyChoice())
        QTest::newRow(assignments.c_str()) << QString::fromStdString(assignments);
    for (const char* assignments : {"topology=encoder_decoder position.kind=learned norm.embedding=true",
             "topology=encoder_decoder sizes.encoder_layers=3 sizes.encoder_heads=3 position.kind=t5_buckets",
             "output.head=masked_language output.tied=false", "mixer.kind@1=selective_ssm feed_forward.kind@1=none"})
        QTest::newRow(assignments) << assignments;
}

/// The untrained model with these choices; no file brings a tensor.
SetupPtr untrained(const std::string& assignments)
{
    Choices changed;
    std::istringstream words(assignments);
    for (std::string word; words >> word;)
        changed.setText(word, 2);
    return configure(untrainedModel(), changed);
}

bool endsWithAny(const std::string& text, std::initializer_list<const char*> ends)
{
    return std::any_of(ends.begin(), ends.end(), [&](const char* end) { return text.ends_with(end); });
}

/// The part of the cost that a tensor counts to, from the list of names of contract §4.
const char* partOf(const std::string& name)
{
    if (name.find(".mixer.") != std::string::npos)
        return "mixer";
    if (name.find(".attn.") != std::string::npos || name.find(".cross_attn.") != std::string::npos)
        return "attention";
    if (name.find(".mlp.") != std::string::npos)
        return "feed_forward";
    if (name.find("ln_") != std::string::npos || name.find(".ln") != std::string::npos)
        return "norm";
    if (name.starts_with("unembed.") || name.starts_with("head."))
        return "output";
    return "embedding";
}

/// Matrices that a token is not multiplied by: tables that are looked up, and numbers of a channel of its own.
bool isTable(const WeightSpec& spec)
{
    return spec.shape.size() != 2
        || (spec.name != "unembed.weight"
            && endsWithAny(spec.name,
                {"embed.weight", "rel_k.weight", "rel_v.weight", "rel_bias.weight", "attn.u.weight", "attn.w.weight",
                    "mixer.conv.weight", "mixer.a_log.weight"}));
}

} // namespace

class TestModel : public QObject
{
    Q_OBJECT

private slots:
    void sizesOfAFileCannotBeSet_data();
    void sizesOfAFileCannotBeSet();
    void fewerLayersKeepTheFirst();
    void aShorterContextReadsTheSameTable();
    void aTogglesOtherTensorsStayTheSame_data() { everyRow(); }
    void aTogglesOtherTensorsStayTheSame();
    void togglingBackFindsTheSameTensors();
    void missingTensorsAreIdentityOrSeeded();
    void costsOfGpt2SmallAreThePublishedOnes();
    void costsAreCountedFromTheTensors_data() { everyRow(); }
    void costsAreCountedFromTheTensors();
    void flopsAreTwiceTheParametersInProducts_data() { everyRow(); }
    void flopsAreTwiceTheParametersInProducts();
    void aTokenUsesTheExpertsOfItsChoice();
    void attentionFlopsAndCacheFollowTheFormulas_data();
    void attentionFlopsAndCacheFollowTheFormulas();
};

void TestModel::sizesOfAFileCannotBeSet_data()
{
    QTest::addColumn<QString>("assignment");
    QTest::addColumn<bool>("legal");
    for (const char* refused : {"sizes.d_model=20", "sizes.heads=3", "sizes.kv_heads=3", "sizes.d_head=4", "sizes.d_ff=9",
             "sizes.vocab=12", "sizes.layers=3"})
        QTest::newRow(refused) << refused << false;
    for (const char* legal : {"sizes.d_model=18", "sizes.heads=6", "sizes.layers=1", "sizes.layers=2", "sizes.context=5",
             "sizes.context=99", "attention.kind=multi_query", "norm.kind=rms_norm"})
        QTest::newRow(legal) << legal << true;
}

void TestModel::sizesOfAFileCannotBeSet()
{
    QFETCH(QString, assignment);
    QFETCH(bool, legal);
    const ModelPtr model = modelFromFile("");
    try {
        configure(model, said(assignment.toStdString()));
        QVERIFY(legal);
    } catch (const Error& error) {
        QVERIFY2(!legal, error.what());
        QCOMPARE(error.kind(), ErrorKind::Usage);
        QCOMPARE(error.parts().where, assignment.toStdString().substr(0, assignment.indexOf('=')));
    }
    QCOMPARE(configure(untrainedModel(), said("sizes.d_model=20"))->config.dModel, Index(20));
}

void TestModel::fewerLayersKeepTheFirst()
{
    const ModelPtr model = modelFromFile("");
    const SetupPtr whole = configure(model, {}), first = configure(model, said("sizes.layers=1"));
    const std::shared_ptr<Trace> a = run(*whole, smallText()), b = run(*first, smallText());
    QCOMPARE(relativeDifference(b->at("blocks.0.resid_post").values(), a->at("blocks.0.resid_post").values()), 0.0);
    QVERIFY(!b->find("blocks.1.resid_pre"));
}

void TestModel::aShorterContextReadsTheSameTable()
{
    const ModelPtr model = modelFromFile("position.kind=learned learned.offset=2");
    const SetupPtr whole = configure(model, {}), shorter = configure(model, said("sizes.context=7"));
    QCOMPARE(shorter->weights.at("pos_embed.weight").shape(), Shape({9, 18}));
    QCOMPARE(shorter->weights.at("pos_embed.weight").source().origin(), model->weights.at("pos_embed.weight").source().origin());
    QCOMPARE(
        relativeDifference(run(*shorter, smallText())->at("logits").values(), run(*whole, smallText())->at("logits").values()),
        0.0);
    QVERIFY_EXCEPTION_THROWN(configure(model, said("sizes.context=18")), Error); // the table ends
}

void TestModel::aTogglesOtherTensorsStayTheSame()
{
    // Law 3 of the design: two models, so that nothing is shared but the numbers.
    QFETCH(QString, assignments);
    const SetupPtr before = configure(untrainedModel(), {}), after = untrained(assignments.toStdString());
    std::size_t common = 0;
    for (const WeightSpec& spec : after->specs) {
        const WeightPtr other = before->weights.share(spec.name);
        if (!other || other->shape() != spec.shape)
            continue;
        ++common;
        const Index count = elements(spec.shape);
        std::vector<float> a(static_cast<std::size_t>(count)), b(a.size());
        other->read(0, spec.shape[0], a.data());
        after->weights.at(spec.name).read(0, spec.shape[0], b.data());
        if (spec.init != Init::Gain) // whose identity depends on how it acts
            QVERIFY2(a == b, spec.name.c_str());
    }
    QVERIFY(common >= 10);
}

void TestModel::togglingBackFindsTheSameTensors()
{
    const ModelPtr model = untrainedModel();
    const WeightTensor* gate = nullptr;
    {
        const SetupPtr gated = configure(model, said("feed_forward.kind=gated"));
        run(*gated, smallText());
        gate = &gated->weights.at("blocks.0.mlp.gate.weight");
    }
    configure(model, said("feed_forward.kind=plain"));
    const SetupPtr again = configure(model, said("feed_forward.kind=gated"));
    QVERIFY(&again->weights.at("blocks.0.mlp.gate.weight") == gate);
    QVERIFY(gate->bytesInUse() > 0);
}

void TestModel::missingTensorsAreIdentityOrSeeded()
{
    const ModelPtr model = modelFromFile("norm.kind=rms_norm bias.output=false");
    const SetupPtr setup = configure(model, said("norm.placement=sandwich"));
    QCOMPARE(setup->weights.at("blocks.0.ln1_post.weight").source().origin(), std::string("identity"));
    QVERIFY(setup->weights.share("blocks.0.ln1.weight") == model->weights.share("blocks.0.ln1.weight"));
    QCOMPARE(configure(model, said("feed_forward.kind=gated"))->weights.at("blocks.1.mlp.gate.weight").source().origin(),
        std::string("seed"));
}

void TestModel::costsOfGpt2SmallAreThePublishedOnes()
{
    Choices gpt2;
    for (const char* assignment : {"sizes.layers=12", "sizes.d_model=768", "sizes.heads=12", "sizes.vocab=50257",
             "sizes.context=1024", "position.kind=learned", "activation.kind=gelu_tanh", "bias.attention=true",
             "bias.attention_output=true", "bias.feed_forward=true"})
        gpt2.setText(assignment, 12);
    const Cost cost = costOf(resolve(gpt2, {}));
    QCOMPARE(cost.parameters, std::int64_t(124439808)); // Radford et al. 2019, as stored by the authors
    QCOMPARE(cost.embedding, std::int64_t(50257 + 1024) * 768);
    QCOMPARE(cost.attention, std::int64_t(12) * 4 * (768 * 768 + 768));
    QCOMPARE(cost.feedForward, std::int64_t(12) * (2 * 768 * 3072 + 3072 + 768));
    QCOMPARE(cost.norm, std::int64_t(25) * 2 * 768);
    QCOMPARE(cost.output, std::int64_t(0));
    QCOMPARE(cost.flopsPerToken, 2.0 * (12.0 * 12 * 768 * 768 + 50257.0 * 768));
    QCOMPARE(cost.attentionFlopsPerTokenPerPosition, 4.0 * 12 * 768);
    QCOMPARE(cost.cacheBytesPerToken, std::int64_t(12) * 2 * 768 * 4);
}

void TestModel::costsAreCountedFromTheTensors()
{
    QFETCH(QString, assignments);
    const SetupPtr setup = untrained(assignments.toStdString());
    run(*setup, smallText()); // every tensor is one that a pass can use
    std::map<std::string, std::int64_t> parts;
    std::int64_t parameters = 0;
    std::set<const WeightTensor*> counted; // one table may serve several layers, or both stacks
    for (const auto& [name, tensor] : setup->weights.all()) {
        if (!counted.insert(tensor.get()).second)
            continue;
        parts[partOf(name)] += elements(tensor->shape());
        parameters += elements(tensor->shape());
    }
    const Cost cost = costOf(setup->config);
    QCOMPARE(cost.parameters, parameters);
    QCOMPARE(cost.weightBytes, parameters * 4);
    QCOMPARE(cost.embedding, parts["embedding"]);
    QCOMPARE(cost.attention, parts["attention"]);
    QCOMPARE(cost.mixer, parts["mixer"]);
    QCOMPARE(cost.feedForward, parts["feed_forward"]);
    QCOMPARE(cost.norm, parts["norm"]);
    QCOMPARE(cost.output, parts["output"]);
    QVERIFY(cost.active <= cost.parameters);
    if (assignments.indexOf("mixture") < 0)
        QCOMPARE(cost.active, cost.parameters);
}

void TestModel::flopsAreTwiceTheParametersInProducts()
{
    QFETCH(QString, assignments);
    const SetupPtr setup = untrained(assignments.toStdString());
    std::int64_t inProducts = 0;
    for (const WeightSpec& spec : plan(setup->config, 1).weights)
        if (!isTable(spec) && spec.active && spec.sharedWith.empty() && !spec.optional)
            inProducts += elements(spec.shape);
    if (setup->config.tied && setup->config.outputHead != OutputHead::None)
        inProducts += setup->config.vocabulary * setup->config.tableWidth();
    QCOMPARE(costOf(setup->config).flopsPerToken, 2.0 * double(inProducts));
}

void TestModel::aTokenUsesTheExpertsOfItsChoice()
{
    const auto costs = [](const std::string& assignments) {
        return costOf(resolve(choices("feed_forward.kind=mixture bias.feed_forward=false sizes.layers=1 " + assignments), {}));
    };
    const std::int64_t expert = 3 * 18 * 7; // gate, up, down
    for (const Index k : {1, 2, 5}) {
        const Cost cost = costs("mixture.experts=5 mixture.d_expert=7 mixture.top_k=" + std::to_string(k));
        QCOMPARE(cost.parameters - cost.active, (5 - k) * expert);
        QCOMPARE(cost.feedForward, 5 * expert + 5 * 18);
    }
    const Cost shared = costs("mixture.experts=5 mixture.d_expert=7 mixture.top_k=2 mixture.shared=2 mixture.d_shared=4");
    QCOMPARE(shared.parameters - shared.active, 3 * expert);
    QCOMPARE(shared.feedForward, 5 * expert + 5 * 18 + 2 * 3 * 18 * 4);
    // Groups with fewer experts than wanted give fewer.
    const Cost groups = costs("mixture.experts=6 mixture.d_expert=7 mixture.top_k=4 mixture.groups=3 mixture.groups_top_k=1");
    QCOMPARE(groups.parameters - groups.active, 4 * expert);
    // An expert's share of the FLOPs is that of its parameters.
    QCOMPARE(costs("mixture.experts=5 mixture.d_expert=7 mixture.top_k=3").flopsPerToken
            - costs("mixture.experts=5 mixture.d_expert=7 mixture.top_k=2").flopsPerToken,
        2.0 * double(expert));
}

void TestModel::attentionFlopsAndCacheFollowTheFormulas_data()
{
    QTest::addColumn<QString>("assignments");
    QTest::addColumn<double>("flops");  // of one layer
    QTest::addColumn<int>("numbers"); // that one layer keeps of a token
    const auto row = [](const char* assignments, double flops, int numbers) {
        QTest::newRow(assignments) << assignments << flops << numbers;
    };
    row("attention.kind=multi_head", 4 * 6 * 5, 2 * 6 * 5);
    row("attention.kind=grouped_query sizes.kv_heads=2", 4 * 6 * 5, 2 * 2 * 5);
    row("attention.kind=multi_query", 4 * 6 * 5, 2 * 5);
    row("attention.kind=latent latent.kv_rank=7 latent.d_rope=4 latent.d_nope=3 latent.d_value=9 position.kind=rope",
        2 * 6 * (4 + 3) + 2 * 6 * 9, 7 + 4);
    row("mask.kind=sliding_window", 4 * 6 * 5, 2 * 6 * 5); // nothing is subtracted for a mask
    row("mixer.kind=linear_recurrence", 0, 0);
    row("mixer.kind=selective_ssm", 0, 0);
}

void TestModel::attentionFlopsAndCacheFollowTheFormulas()
{
    QFETCH(QString, assignments);
    QFETCH(double, flops);
    QFETCH(int, numbers);
    const Cost cost = costOf(resolve(choices(assignments.toStdString()), {}));
    QCOMPARE(cost.attentionFlopsPerTokenPerPosition, 2 * flops);
    QCOMPARE(cost.cacheBytesPerToken, std::int64_t(2 * numbers * 4));
}

QTEST_GUILESS_MAIN(TestModel)
#include "tst_model.moc"
