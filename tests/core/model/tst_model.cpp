#include "core/model/cost.h"
#include "core/model/model.h"
#include "core/run/forward.h"
#include "tests/core/support/small_models.h"

#include <QTest>

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

} // namespace

class TestModel : public QObject
{
    Q_OBJECT

private slots:
    void sizesOfAFileCannotBeSet_data();
    void sizesOfAFileCannotBeSet();
    void fewerLayersKeepTheFirst();
    void aShorterContextReadsTheSameTable();
    void aTogglesOtherTensorsStayTheSame_data();
    void aTogglesOtherTensorsStayTheSame();
    void togglingBackFindsTheSameTensors();
    void missingTensorsAreIdentityOrSeeded();
    void costsOfGpt2SmallAreThePublishedOnes();
    void costsAreCountedFromTheTensors();
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

void TestModel::aTogglesOtherTensorsStayTheSame_data()
{
    QTest::addColumn<QString>("assignments");
    for (const std::string& assignments : everyKindAndParameter())
        QTest::newRow(assignments.c_str()) << QString::fromStdString(assignments);
}

void TestModel::aTogglesOtherTensorsStayTheSame()
{
    // Law 3 of the design: two models, so that nothing is shared but the numbers.
    QFETCH(QString, assignments);
    Choices changed;
    for (const QString& word : assignments.split(' '))
        changed.setText(word.toStdString(), 2);
    const SetupPtr before = configure(untrainedModel(), {}), after = configure(untrainedModel(), changed);
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
    QVERIFY(common > 10);
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
    for (const std::string& assignments : everyKindAndParameter()) {
        const SetupPtr setup = smallSetup(choices(assignments + " output.tied=false"));
        const Cost cost = costOf(setup->config);
        std::int64_t parameters = 0;
        for (const auto& [name, tensor] : setup->weights.all())
            parameters += elements(tensor->shape());
        QCOMPARE(cost.parameters, parameters);
        QCOMPARE(cost.embedding + cost.attention + cost.feedForward + cost.norm + cost.output, parameters);
        QCOMPARE(cost.output, std::int64_t(13 * 18 + 13));
    }
}

QTEST_GUILESS_MAIN(TestModel)
#include "tst_model.moc"
