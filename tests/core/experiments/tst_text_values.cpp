// What other texts give at places: means and values against plain loops over runs, in the run that they are put into, and what is
// refused.

#include "core/experiments/text_values.h"

#include "core/experiments/text_set.h"
#include "core/files/library/bundled_models.h"
#include "core/files/library/model_files.h"
#include "core/run/forward.h"

#include <QTest>

#include <cmath>

using namespace core;

namespace {

const Setup& mainSetup()
{
    static const SetupPtr setup = configure(openModel(bundledModelsFolder() + "/main"), {});
    return *setup;
}

TracePtr runOf(const std::string& text, const std::vector<Intervention>& changes = {})
{
    TraceRequest request;
    request.interventions = changes;
    return forward(mainSetup(), {.ids = mainSetup().model->tokenizer->encode(text)}, request);
}

const std::string france = "The capital of France is", spain = "The capital of Spain is",
                  longer = "The capital of Spain is Madrid";

} // namespace

class TestTextValues : public QObject
{
    Q_OBJECT
private slots:
    void meansAreOverAllTokensOfTheTexts()
    {
        std::vector<double> z, stream;
        double tokens = 0;
        for (const SetText& text : readTexts("capitals")) {
            const TracePtr trace = runOf(text.text);
            const Tensor &heads = trace->at("blocks.1.attn.z"), &after = trace->at("blocks.1.resid_post");
            z.resize(std::size_t(heads.dim(2)));
            stream.resize(1);
            for (Index token = 0; token < heads.dim(0); ++token, ++tokens) {
                for (Index d = 0; d < heads.dim(2); ++d)
                    z[std::size_t(d)] += double(heads.data()[(token * heads.dim(1) + 2) * heads.dim(2) + d]);
                stream[0] += double(after.row(token)[5]);
            }
        }
        const std::vector<Intervention> list = meansOverTexts(mainSetup(), "capitals",
            {{.at = "blocks.1.attn.z[2]"}, {.at = "blocks.1.resid_post", .slice = {{"d_model", 5, 5}, {"token", 3, 3}}}}, {});
        QCOMPARE(list.size(), std::size_t(2));
        for (std::size_t d = 0; d < z.size(); ++d)
            QVERIFY(std::abs(double(list[0].value.numbers[d]) - z[d] / tokens) < 1e-5);
        QCOMPARE(list[1].value.numbers.size(), std::size_t(1));
        QVERIFY(std::abs(double(list[1].value.numbers[0]) - stream[0] / tokens) < 1e-5);
        for (const Intervention& one : list)
            QVERIFY(one.op == InterventionOp::Set && one.origin.texts == "capitals" && one.origin.text.empty());
        QCOMPARE(list[1].slice.size(), std::size_t(2)); // it stays that place

        // In the run each token of the head has them.
        const TracePtr changed = runOf(france, {list[0]});
        const Tensor& heads = changed->at("blocks.1.attn.z");
        for (Index token = 0; token < heads.dim(0); ++token)
            QCOMPARE(heads.data()[(token * heads.dim(1) + 2) * heads.dim(2) + 1], list[0].value.numbers[1]);
    }

    void aPlaceOfAllHeadsIsOneForEach()
    {
        const Index heads = runOf(france)->at("blocks.0.attn.z").dim(1);
        const std::vector<Intervention> list = meansOverTexts(mainSetup(), "capitals", {{.at = "blocks.0.attn.z"}}, {});
        QCOMPARE(Index(list.size()), heads);
        QCOMPARE(list.back().at, "blocks.0.attn.z[" + std::to_string(heads - 1) + "]");
        QVERIFY(list.front().value.numbers != list.back().value.numbers);
        QVERIFY(runOf(france, list)->replaced == std::vector<std::string>{"blocks.0.attn.z"});
    }

    void valuesAreThoseOfTheOtherRun()
    {
        const TracePtr other = runOf(spain), untouched = runOf(france);
        QCOMPARE(other->ids.size(), untouched->ids.size());
        const std::vector<Intervention> list
            = valuesInText(mainSetup(), spain, {{.at = "blocks.2.resid_pre"}}, Index(untouched->ids.size()), {});
        QVERIFY(list[0].op == InterventionOp::Set && list[0].origin.text == spain && list[0].origin.texts.empty());
        const TracePtr changed = runOf(france, list);
        QVERIFY(changed->at("logits").values().size() == other->at("logits").values().size());
        for (Index i = 0; i < changed->at("logits").size(); ++i) // from there on it is the other run
            QVERIFY(std::abs(changed->at("logits").data()[i] - other->at("logits").data()[i]) < 1e-4f);

        const Index last = Index(untouched->ids.size()) - 1;
        const Intervention ofToken{.at = "blocks.1.attn.z[2]", .slice = {{"token", last, last}}};
        const std::vector<Intervention> one = valuesInText(mainSetup(), longer, {ofToken}, last + 1, {}); // of a longer text, too
        const TracePtr longerRun = runOf(longer);
        const Tensor& z = longerRun->at("blocks.1.attn.z");
        QCOMPARE(one[0].value.numbers[3], z.data()[(last * z.dim(1) + 2) * z.dim(2) + 3]);
    }

    void aTextOfOtherTokensIsRefused()
    {
        const Index tokens = Index(runOf(france)->ids.size());
        QVERIFY_THROWS_EXCEPTION(Error, valuesInText(mainSetup(), longer, {{.at = "blocks.2.resid_pre"}}, tokens, {}));
        QVERIFY_THROWS_EXCEPTION(Error, valuesInText(mainSetup(), longer, {{.at = "blocks.2.attn.pattern[1]"}}, tokens, {}));
        QVERIFY_THROWS_EXCEPTION(
            Error, valuesInText(mainSetup(), "The", {{.at = "blocks.2.resid_pre", .slice = {{"token", 3, 3}}}}, tokens, {}));
        QVERIFY_THROWS_EXCEPTION(Error, meansOverTexts(mainSetup(), "no-such-set", {{.at = "blocks.2.resid_pre"}}, {}));
    }
};

QTEST_APPLESS_MAIN(TestTextValues)
#include "tst_text_values.moc"
