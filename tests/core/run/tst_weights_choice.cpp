#include "core/run/weights_choice.h"

#include "core/base/error.h"
#include "tests/core/support/small_models.h"

#include <QTest>

#include <map>
#include <sstream>

using namespace core;
using namespace support;

namespace {

/// Numbers that say they come from a file.
class FileSource : public TensorSource
{
public:
    explicit FileSource(WeightPtr numbers)
        : m_numbers(std::move(numbers))
    {
    }
    const Shape& shape() const override { return m_numbers->shape(); }
    std::string dtype() const override { return "F16"; }
    std::string origin() const override { return "file"; }
    void read(Index row, Index rows, float* out) const override { m_numbers->read(row, rows, out); }

private:
    WeightPtr m_numbers;
};

ModelPtr trainedModel(const std::string& name, const std::string& assignments)
{
    auto model = std::make_shared<Model>();
    model->name = name;
    model->choices = choices(assignments);
    const SetupPtr setup = smallSetup(model->choices);
    for (const auto& [tensor, numbers] : setup->weights.all())
        model->weights.set(tensor, std::make_shared<WeightTensor>(std::make_shared<FileSource>(numbers)));
    return model;
}

/// Models trained beside one, without files.
class Zoo : public TrainedSiblings
{
public:
    void add(const std::string& name, const std::string& assignments, int trainingDifferences = 0)
    {
        m_models[name] = trainedModel(name, assignments);
        m_siblings.push_back({name, describe(resolve(m_models[name]->choices, {})), trainingDifferences});
    }
    const std::vector<Sibling>& all() const override { return m_siblings; }
    ModelPtr open(const std::string& name) const override { return m_models.at(name); }

private:
    std::vector<Sibling> m_siblings;
    std::map<std::string, ModelPtr> m_models;
};

constexpr const char* base = "norm.kind=rms_norm norm.placement=pre position.kind=rope rope.base=100 feed_forward.kind=gated "
                             "activation.kind=silu attention.kind=multi_head mask.kind=causal";

std::string with(const std::string& assignments) { return std::string(base) + " " + assignments; }

/// `main` with its siblings.
ModelPtr mainModel()
{
    const auto zoo = std::make_shared<Zoo>();
    zoo->add("alibi", with("position.kind=alibi"));
    zoo->add("main-seed2", base, 1);
    zoo->add("mqa", with("attention.kind=multi_query sizes.d_ff=31"));
    zoo->add("one-layer", with("sizes.layers=1"));
    zoo->add("post", with("norm.placement=post"));
    zoo->add("post-slow", with("norm.placement=post"), 1);
    zoo->add("relu", with("feed_forward.kind=plain activation.kind=relu sizes.d_ff=29"));
    zoo->add("window", with("mask.kind=sliding_window mask.window=5"));
    const auto model = std::make_shared<Model>(*trainedModel("main", base));
    model->siblings = zoo;
    return model;
}

Choices said(const std::string& assignments, const std::string& weights = "trained_or_keep")
{
    Choices result;
    result.set("weights", weights);
    std::istringstream words(assignments);
    for (std::string word; words >> word;)
        result.setText(word, 2);
    return result;
}

std::string text(const WeightsOrigin& origin)
{
    std::string result = std::string(wordOf(origin.how)) + " " + origin.model;
    for (const ChangedChoice& choice : origin.changed)
        result += " " + choice.key + ":" + writeJson(choice.trainedWith) + ">" + writeJson(choice.runAs);
    return result;
}

std::string refusal(const ModelPtr& model, const Choices& wish)
{
    try {
        chooseWeights(model, wish);
    } catch (const Error& error) {
        return error.parts().where;
    }
    return "";
}

} // namespace

class TestWeightsChoice : public QObject
{
    Q_OBJECT

private slots:
    void whatIsTrainedIsUsedAndElseTheNearestIsKept_data();
    void whatIsTrainedIsUsedAndElseTheNearestIsKept();
    void keepNeverLeavesTheModel();
    void trainedAloneRefusesWhatWasNotTrained();
    void widthsThatOnlyFollowAreThoseOfTheTraining();
    void newTensorsAreListed();
    void theDescriptionGivesTheSameAgain_data();
    void theDescriptionGivesTheSameAgain();
    void seededModelsHaveNoTraining();
    void theNearestRunsTheChoicesAskedFor();
    void sizesOfNoTrainingAreRefused();
    void whoWasTrainedWithTheChoicesIsKnownBeforeItIsOpened();
};

void TestWeightsChoice::whatIsTrainedIsUsedAndElseTheNearestIsKept_data()
{
    QTest::addColumn<QString>("assignments");
    QTest::addColumn<QString>("origin");
    const auto row = [](const char* assignments, const char* origin) { QTest::newRow(assignments) << assignments << origin; };
    row("", "trained main"); // itself before another of the same choices
    row("norm.placement=pre", "trained main");
    row("sizes.context=11 seed=5", "trained main"); // no part of a training
    row("norm.placement=post", "trained post");     // of two with these choices, the one trained as main was
    row("position.kind=alibi", "trained alibi");
    row("attention.kind=multi_query", "trained mqa"); // with the width that it was trained with
    row("feed_forward.kind=plain activation.kind=relu", "trained relu");
    row("mask.kind=sliding_window", "trained window");
    row("mask.kind=sliding_window mask.window=5", "trained window");
    row("sizes.layers=1", "trained one-layer");
    row("norm.placement=post norm.final=true", "kept main norm.placement:\"pre\">\"post\"");
    row("mask.kind=sliding_window mask.window=3", "kept window mask.window:5>3");
    row("mask.window=3", "trained main"); // of a kind that is not in use
    row("score.qk_norm=rms_head", "kept main score.qk_norm:\"none\">\"rms_head\"");
    row("rope.base=7", "kept main rope.base:100.0>7.0");
    row("norm.placement=sandwich", "kept main norm.placement:\"pre\">\"sandwich\"");
    row("norm.placement=post score.sinks=true", "kept post score.sinks:false>true");
    row("norm.placement=post position.kind=alibi", "kept alibi norm.placement:\"pre\">\"post\""); // the first by name
    row("feed_forward.kind=plain", "kept main feed_forward.kind:\"gated\">\"plain\"");            // main itself before others
    row("norm.placement@1=post", "kept main norm.placement:\"pre\">[\"pre\",\"post\"]");
    row("norm.placement=post sizes.layers=1", "kept one-layer norm.placement:\"pre\">\"post\"");
}

void TestWeightsChoice::whatIsTrainedIsUsedAndElseTheNearestIsKept()
{
    QFETCH(QString, assignments);
    QFETCH(QString, origin);
    QCOMPARE(QString::fromStdString(text(chooseWeights(mainModel(), said(assignments.toStdString())).origin)), origin);
}

void TestWeightsChoice::keepNeverLeavesTheModel()
{
    const ModelPtr model = mainModel();
    const WeightsChoice choice = chooseWeights(model, said("norm.placement=post", "keep"));
    QCOMPARE(choice.source.get(), model.get());
    QCOMPARE(text(choice.origin), std::string(R"(kept main norm.placement:"pre">"post")"));
    Choices unsaid = said("norm.placement=post");
    unsaid.remove("weights");
    QCOMPARE(text(chooseWeights(model, unsaid).origin), text(choice.origin));
}

void TestWeightsChoice::trainedAloneRefusesWhatWasNotTrained()
{
    const ModelPtr model = mainModel();
    QCOMPARE(text(chooseWeights(model, said("", "trained")).origin), std::string("trained main"));
    QCOMPARE(text(chooseWeights(model, said("norm.placement=post", "trained")).origin), std::string("trained post"));
    QCOMPARE(refusal(model, said("norm.placement=sandwich", "trained")), std::string("weights"));
    QCOMPARE(refusal(trainedModel("alone", base), said("norm.placement=post", "trained")), std::string("weights"));
    QCOMPARE(refusal(smallSetup(smallChoices())->model, said("", "trained")), std::string("weights"));
}

void TestWeightsChoice::widthsThatOnlyFollowAreThoseOfTheTraining()
{
    const ModelPtr model = mainModel();
    QCOMPARE(chooseWeights(model, said("attention.kind=multi_query")).config.block(0).dFf, Index(31));
    QCOMPARE(configure(model, said("attention.kind=multi_query"))->origin.seeded.size(), std::size_t(0));
    QCOMPARE(chooseWeights(model, said("attention.kind=multi_query", "keep")).config.block(0).dFf,
        chooseWeights(model, said("")).config.block(0).dFf);
}

void TestWeightsChoice::newTensorsAreListed()
{
    const SetupPtr setup = configure(mainModel(), said("norm.placement=sandwich"));
    QVERIFY((setup->origin.identity
        == std::vector<std::string>{
            "blocks.0.ln1_post.weight", "blocks.0.ln2_post.weight", "blocks.1.ln1_post.weight", "blocks.1.ln2_post.weight"}));
    QVERIFY(setup->origin.seeded.empty());
    const SetupPtr positions = configure(mainModel(), said("position.kind=learned"));
    QVERIFY((positions->origin.seeded == std::vector<std::string>{"pos_embed.weight"}));
}

void TestWeightsChoice::theDescriptionGivesTheSameAgain_data()
{
    QTest::addColumn<QString>("assignments");
    QTest::addColumn<QString>("word");
    QTest::newRow("own") << ""
                         << "keep";
    QTest::newRow("own, other choices") << "norm.placement=sandwich"
                                        << "keep";
    QTest::newRow("trained") << "norm.placement=post"
                             << "trained";
    QTest::newRow("trained, other widths") << "attention.kind=multi_query"
                                           << "trained";
    QTest::newRow("one layer") << "sizes.layers=1"
                               << "trained";
    QTest::newRow("kept") << "norm.placement=post score.sinks=true"
                          << "trained_or_keep";
}

void TestWeightsChoice::theDescriptionGivesTheSameAgain()
{
    QFETCH(QString, assignments);
    QFETCH(QString, word);
    const ModelPtr model = mainModel();
    const SetupPtr setup = configure(model, said(assignments.toStdString()));
    const Choices description = describeSetup(*setup);
    QCOMPARE(QString::fromStdString(description.value("weights").get<std::string>()), word);
    const SetupPtr again = configure(model, description);
    QVERIFY(again->config == setup->config);
    QCOMPARE(text(again->origin), text(setup->origin));
}

void TestWeightsChoice::seededModelsHaveNoTraining()
{
    const WeightsChoice choice = chooseWeights(smallSetup(smallChoices())->model, said("norm.placement=post sizes.heads=2"));
    QVERIFY(choice.origin.how == WeightsOrigin::How::Seeded && choice.origin.changed.empty());
}

void TestWeightsChoice::theNearestRunsTheChoicesAskedFor()
{
    const ModelPtr model = mainModel();
    for (const char* assignments : {"norm.placement=post score.sinks=true", "norm.placement=post position.kind=alibi",
             "mask.kind=sliding_window mask.window=3", "rope.base=7", "norm.placement=post sizes.layers=1"})
        QVERIFY2(chooseWeights(model, said(assignments)).config == chooseWeights(model, said(assignments, "keep")).config,
            assignments);
}

void TestWeightsChoice::sizesOfNoTrainingAreRefused()
{
    const ModelPtr model = mainModel();
    QCOMPARE(refusal(model, said("sizes.d_ff=8")), std::string("sizes.d_ff"));
    QCOMPARE(refusal(model, said("sizes.layers=3")), std::string("sizes.layers"));
    QCOMPARE(
        refusal(model, said("topology=encoder_decoder sizes.encoder_layers=1", "keep")), std::string("sizes.encoder_layers"));
}

void TestWeightsChoice::whoWasTrainedWithTheChoicesIsKnownBeforeItIsOpened()
{
    const ModelPtr main = mainModel();
    for (const char* weights : {"keep", "trained_or_keep"}) { // whatever is requested
        QCOMPARE(trainedWith(main, said("", weights)), std::string("main"));
        QCOMPARE(trainedWith(main, said("norm.placement=post", weights)), std::string("post"));
        QCOMPARE(trainedWith(main, said("norm.placement=post position.kind=alibi", weights)), std::string());
    }
    QCOMPARE(trainedWith(smallSetup(smallChoices())->model, said("norm.placement=post")), std::string());
}

QTEST_GUILESS_MAIN(TestWeightsChoice)
#include "tst_weights_choice.moc"
