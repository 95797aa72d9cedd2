// The prompts of each bundled model against the model itself: the head looks where the sentence says that it looks, and the
// next token is the one that is promised.

#include "core/files/library/curated_prompts.h"

#include "core/base/error.h"
#include "core/files/library/bundled_models.h"
#include "core/files/library/model_files.h"
#include "core/run/forward.h"
#include "tests/core/support/temporary_files.h"

#include <QTest>

#include <algorithm>
#include <span>

using namespace core;

class TestCuratedPrompts : public QObject
{
    Q_OBJECT

private slots:
    void everyHeadLooksWhereItsSentenceSays_data();
    void everyHeadLooksWhereItsSentenceSays();
    void bothLanguagesHaveSome();
    void whatIsMissingIsNamed();
    void aFolderWithoutAListHasNone();
};

void TestCuratedPrompts::everyHeadLooksWhereItsSentenceSays_data()
{
    QTest::addColumn<QString>("model");
    QTest::addColumn<int>("row");
    for (const ModelListing& model : listModels())
        for (std::size_t i = 0; !model.path.empty() && i < curatedPrompts(model.path).size(); ++i)
            QTest::newRow((model.id + " " + std::to_string(i)).c_str()) << QString::fromStdString(model.id) << int(i);
}

void TestCuratedPrompts::everyHeadLooksWhereItsSentenceSays()
{
    QFETCH(QString, model);
    QFETCH(int, row);
    const SetupPtr setup = configure(openModel(model.toStdString()), {});
    const CuratedPrompt prompt = curatedPrompts(setup->model->path)[std::size_t(row)];
    const std::string pattern = blockName(prompt.layer, "attn.pattern");
    TraceRequest request;
    request.patterns = {pattern, "logits"};
    ForwardInput input;
    input.ids = setup->model->tokenizer->encode(prompt.text);
    if (!prompt.target.empty())
        input.decoderIds = setup->model->tokenizer->encode(prompt.target);
    const auto trace = forward(*setup, input, request);
    QVERIFY(prompt.query < int((prompt.target.empty() ? input.ids : input.decoderIds).size()));
    const float weight = trace->at(pattern).at({prompt.head, prompt.query, prompt.key});
    QVERIFY2(double(weight) >= prompt.weight, qPrintable(QString::number(double(weight))));
    QVERIFY2(prompt.weight > 0.5, "a promise must be most of the attention");
    if (prompt.next.empty())
        return;
    // What an encoder says of a place is at that place, else it comes after the last token.
    const Tensor& all = trace->at("logits");
    const Index place = setup->config.topology == Topology::Encoder ? prompt.query : all.rows() - 1;
    const std::span<const float> logits(all.row(place), std::size_t(all.columns()));
    const auto best = std::max_element(logits.begin(), logits.end());
    QCOMPARE(setup->model->tokenizer->tokenText(TokenId(best - logits.begin())), prompt.next);
}

void TestCuratedPrompts::bothLanguagesHaveSome()
{
    const std::vector<CuratedPrompt> prompts = curatedPrompts(bundledModelsFolder() + "/main");
    for (const char* language : {"en", "zh_CN"})
        QVERIFY(std::count_if(prompts.begin(), prompts.end(), [&](const auto& one) { return one.language == language; }) >= 5);
    for (const CuratedPrompt& prompt : prompts)
        QVERIFY(!wordsIn(prompt.sentence, "en").empty() && wordsIn(prompt.sentence, "zh_CN") != wordsIn(prompt.sentence, "en"));
}

void TestCuratedPrompts::whatIsMissingIsNamed()
{
    const TemporaryFolder folder;
    folder.write("prompts.json", R"({"format": 1, "prompts": [{"language": "fr", "text": "Le chat"}]})");
    try {
        curatedPrompts(folder.path());
        QFAIL("accepted");
    } catch (const Error& error) {
        QVERIFY(QString::fromUtf8(error.what()).contains("layer"));
    }
}

void TestCuratedPrompts::aFolderWithoutAListHasNone()
{
    const TemporaryFolder folder;
    QVERIFY(curatedPrompts(folder.path()).empty());
}

QTEST_GUILESS_MAIN(TestCuratedPrompts)
#include "tst_curated_prompts.moc"
