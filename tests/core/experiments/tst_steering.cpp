// Directions that are added to the stream: a run with one is, bit for bit, that with its numbers; the trace has it as it was
 // said.

#include "core/experiments/steering.h"

#include "core/analysis/token_directions.h"
#include "core/files/library/bundled_models.h"
#include "core/files/library/model_files.h"
#include "tests/core/support/intervention_runs.h"
#include "tests/core/support/small_models.h"
#include "tests/core/support/temporary_files.h"

#include <QTest>

using namespace core;
using namespace support;

namespace {

const SetupPtr& mainSetup()
{
    static const SetupPtr setup = configure(openModel(bundledModelsFolder() + "/main"), {});
    return setup;
}

ForwardInput input() { return {.ids = mainSetup()->model->tokenizer->encode("red dog chair. red dog")}; }

ModelPtr noModel(const std::string& name) { throw Error({ErrorKind::BadInput, name, "", "no such model", "", ""}); }

SwappedRun steered(const std::string& json, bool skipsUnfit = false, const std::string& file = "list.json")
{
    TraceRequest request = intervening(json, file);
    request.skipsUnfit = skipsUnfit;
    return steeredForward(mainSetup(), input(), request, noModel);
}

/// The run of plain numbers.
std::shared_ptr<Trace> added(
    const std::string& at, std::vector<float> numbers, float factor = 1, std::vector<AxisRange> slice = {}, float strength = 1)
{
    for (float& number : numbers)
        number *= factor;
    TraceRequest request = everything();
    Intervention what{.at = at, .slice = std::move(slice), .op = InterventionOp::Add};
    what.value = {{Index(numbers.size())}, numbers};
    what.strength = strength;
    request.interventions = {what};
    return forward(*mainSetup(), input(), request);
}

std::vector<float> lastRow(const std::string& text, const std::string& name)
{
    const auto trace = forward(*mainSetup(), {.ids = mainSetup()->model->tokenizer->encode(text)}, {.patterns = {name}});
    const Tensor& tensor = trace->at(name);
    const float* const row = tensor.row(tensor.rows() - 1);
    return {row, row + tensor.columns()};
}

std::string said(const Trace& trace) { return writeJson(trace.interventions); }

/// "1: problem" or "2: problem".
std::string refusal(const std::string& json)
{
    try {
        steered(json);
    } catch (const Error& error) {
        return (error.parts().kind == ErrorKind::Usage ? "1: " : "2: ") + error.parts().problem;
    }
    return "";
}

} // namespace

class TestSteering : public QObject
{
    Q_OBJECT
private slots:
    void aListOfDirectionsIsReadAndWrittenAgain()
    {
        for (const char* const json : {R"([{"at":"blocks.1.resid_pre","op":"add","source":{"text":"a","less":"b"}}])",
                 R"([{"at":"blocks.1.resid_pre","op":"add","source":{"embedding":" dog"},"value":2.5}])",
                 R"([{"at":"blocks.1.resid_pre","op":"add","source":{"unembedding":"#12"},"strength":0.25}])",
                 R"([{"at":"blocks.1.resid_pre","op":"add","source":{"towards":"#12"}}])",
                 R"([{"at":"blocks.1.resid_pre","op":"add","source":{"file":"v.safetensors","name":"d"},"value":-3.0}])",
                 R"([{"at":"blocks.1.resid_pre","op":"add","source":"v.npy"}])",
                 R"([{"at":"blocks.1.resid_pre","op":"add","source":{"embedding":" dog"},"value":[1.0,2.0]}])"}) {
            const Json list = parseJson(json, "");
            QVERIFY2(toJson(interventionsFromJson(list, "")) == list, json);
            const bool hasArray = list.front().contains("value") && list.front()["value"].is_array();
            QCOMPARE(needsNumbers(interventionsFromJson(list, "").front()), !hasArray);
        }
        for (const char* const bad : {R"([{"at":"a","op":"add"}])", R"([{"at":"a","op":"add","source":{"text":"a"}}])",
                 R"([{"at":"a","op":"add","source":{"embedding":"a","unembedding":"b"}}])",
                 R"([{"at":"a","op":"add","source":{"embedding":""}}])", R"([{"at":"a","op":"add","source":3}])",
                 R"([{"at":"a","op":"add","source":{"embedding":"a"},"value":"-inf"}])",
                 R"([{"at":"a","op":"zero","source":{"embedding":"a"}}])"})
            QVERIFY_THROWS_EXCEPTION(Error, interventionsFromJson(parseJson(bad, ""), ""));
    }

    void aSavedVectorIsAdded()
    {
        const TemporaryFolder folder;
        std::vector<float> numbers;
        std::string list = "[";
        for (int i = 0; i < int(mainSetup()->config.dModel); ++i) {
            numbers.push_back(float(i % 7) * 0.25f - 0.5f);
            list += (i > 0 ? "," : "") + std::to_string(numbers.back());
        }
        folder.write("v.json", list + "]");
        const std::string json = R"([{"at":"blocks.1.resid_pre","op":"add","value":2,"source":"v.json"}])";
        const SwappedRun run = steered(json, false, folder.path("list.json")); // the path starts beside the list
        QCOMPARE(firstDifference(*run.trace, *added("blocks.1.resid_pre", numbers, 2)), std::string());
        QCOMPARE(said(*run.trace), std::string(R"([{"at":"blocks.1.resid_pre","op":"add","source":"v.json","value":2.0}])"));
        QCOMPARE(run.trace->replaced, std::vector<std::string>{"blocks.1.resid_pre"});
    }

    void theDifferenceOfTwoTextsIsThatAtTheirLastTokens()
    {
        const std::string at = "blocks.2.resid_pre";
        std::vector<float> numbers = lastRow("a red dog", at), less = lastRow("the cup", at);
        for (std::size_t i = 0; i < numbers.size(); ++i)
            numbers[i] -= less[i];
        const SwappedRun run = steered(
            R"([{"at":"blocks.2.resid_pre","slice":{"token":[1,3]},"op":"add","value":4,"strength":0.5,"source":{"text":"a red dog","less":"the cup"}}])");
        QCOMPARE(firstDifference(*run.trace, *added(at, numbers, 4, {{"token", 1, 3}}, 0.5f)), std::string());

        const std::string z = "blocks.1.attn.z"; // of one head
        const auto trace
            = steered(R"([{"at":"blocks.1.attn.z[2]","op":"add","source":{"text":"a red dog","less":"the cup"}}])").trace;
        const auto headOf = [&](const std::string& text) {
            const auto other = forward(*mainSetup(), {.ids = mainSetup()->model->tokenizer->encode(text)}, {.patterns = {z}});
            const Tensor& tensor = other->at(z); // [token, head, d_head]
            const Index width = tensor.dim(2);
            const float* const first = tensor.data() + ((tensor.dim(0) - 1) * tensor.dim(1) + 2) * width;
            return std::vector<float>(first, first + width);
        };
        std::vector<float> ofHead = headOf("a red dog");
        const std::vector<float> lessOfHead = headOf("the cup");
        for (std::size_t i = 0; i < ofHead.size(); ++i)
            ofHead[i] -= lessOfHead[i];
        QCOMPARE(firstDifference(*trace, *added("blocks.1.attn.z[2]", ofHead)), std::string());
    }

    void rowsAreThoseOfTheMatrices()
    {
        const TokenId dog = mainSetup()->model->tokenizer->encode(" dog", false).front();
        const auto into = steered(R"([{"at":"blocks.1.resid_pre","op":"add","source":{"embedding":" dog"}}])").trace;
        QCOMPARE(firstDifference(*into, *added("blocks.1.resid_pre", embeddingDirection(*mainSetup(), dog))), std::string());
        const auto plain = forward(*mainSetup(), input());
        const Tensor& without = plain->at("logits");
        for (const auto& [word, vector] : {std::pair("unembedding", unembeddingDirection(*mainSetup(), dog)),
                 {"towards", directionTowards(*mainSetup(), dog)}}) {
            const Json row{
                {"at", "blocks.3.resid_post"}, {"op", "add"}, {"value", 3}, {"source", {{word, "#" + std::to_string(dog)}}}};
            const auto out = steered(writeJson(Json::array({row}))).trace;
            QCOMPARE(firstDifference(*out, *added("blocks.3.resid_post", vector, 3)), std::string());
            const Tensor& with = out->at("logits");
            QVERIFY(with.row(with.rows() - 1)[dog] > without.row(without.rows() - 1)[dog]);
        }
    }

    void whatCannotBeComputedIsOneLineOrLeftOut()
    {
        const TemporaryFolder folder;
        const std::string path = folder.write("short.json", "[1, 2, 3]");
        const auto refused = [](const Json& source) {
            return refusal(writeJson(Json::array({{{"at", "blocks.1.resid_pre"}, {"op", "add"}, {"source", source}}})));
        };
        QCOMPARE(refused(path), std::string("1: the array has another shape than the slice"));
        QVERIFY(refused("missing.npy").starts_with("2: "));
        QVERIFY(refused({{"embedding", " dog chair"}}).starts_with("2: "));
        QVERIFY(refusal(R"([{"at":"blocks.*.resid_pre","op":"add","source":{"text":"a","less":"b"}}])").starts_with("1: "));
        QVERIFY(refusal(R"([{"at":"blocks.9.resid_pre","op":"add","source":{"embedding":" dog"}}])").starts_with("1: "));

        const std::string both = R"([{"at":"blocks.1.resid_pre","op":"add","source":"missing.npy"},)"
                                 R"({"at":"blocks.2.resid_pre","op":"add","source":{"embedding":" dog"}}])";
        const auto run = steered(both, true).trace;
        QCOMPARE(said(*run), std::string(R"([{"at":"blocks.2.resid_pre","op":"add","source":{"embedding":" dog"}}])"));
        const SetupPtr pair = smallSetup(choices("topology=encoder_decoder"));
        Intervention what{.at = "blocks.1.resid_pre", .op = InterventionOp::Add};
        what.value.numbers = {1};
        setDirection(what, {DirectionKind::Difference, "a", "b"});
        QVERIFY_THROWS_EXCEPTION(Error, directionNumbers(*pair, what));
        QVERIFY_THROWS_EXCEPTION(Error,
            forward(*mainSetup(), input(), {.patterns = {"logits"}, .interventions = {what}})); // no factor is added by itself
    }

    void whatWasInForceIsSoInOtherRuns()
    {
        const char* const list = R"([{"at": "blocks.1.resid_pre", "op": "add", "source": {"unembedding": " chair"}, "value": 3},
            {"at": "blocks.2.attn.z[1]", "op": "zero", "strength": 0.5}])";
        const SwappedRun run = steered(list);
        const std::vector<Intervention> inForce = inForceOf(*run.setup, *run.trace);
        QCOMPARE(inForce.size(), std::size_t(2));
        const auto again = forward(*run.setup, input(), {.patterns = {"logits"}, .interventions = inForce});
        QVERIFY(std::ranges::equal(again->at("logits").values(), run.trace->at("logits").values()));
        QVERIFY(inForceOf(*mainSetup(), *forward(*mainSetup(), input(), {})).empty());
    }

    void aDirectionThatIsOffIsNotComputed()
    {
        const auto run = steered(R"([{"at":"blocks.1.resid_pre","op":"add","source":"missing.npy","off":true}])").trace;
        QCOMPARE(firstDifference(*run, *forward(*mainSetup(), input(), everything())), std::string());
    }
};

QTEST_GUILESS_MAIN(TestSteering)
#include "tst_steering.moc"
