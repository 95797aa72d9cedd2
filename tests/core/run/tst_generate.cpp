#include "core/run/generate.h"
#include "tests/core/support/small_models.h"

#include <QTest>

using namespace core;
using namespace support;

namespace {

GenerateOptions greedy(Index count)
{
    GenerateOptions options;
    options.count = count;
    return options;
}

/// A tokenizer that only knows where a text ends.
class EndAt : public Tokenizer
{
public:
    explicit EndAt(TokenId end)
        : m_end(end)
    {
    }
    std::vector<TokenId> encode(std::string_view, bool) const override { return {}; }
    std::string decode(std::span<const TokenId>, bool) const override { return {}; }
    std::string tokenText(TokenId id) const override { return std::to_string(id); }
    std::size_t vocabularySize() const override { return 13; }
    bool isSpecial(TokenId) const override { return false; }
    std::optional<TokenId> endOfSequence() const override { return m_end; }
    std::optional<TokenId> beginOfSequence() const override { return {}; }
    std::string toJson() const override { return {}; }

private:
    TokenId m_end;
};

} // namespace

class TestGenerate : public QObject
{
    Q_OBJECT

private slots:
    void tokensAreThoseOfWholePasses();
    void tokensAreHandedOutAsTheyAreMade();
    void sampledTextDependsOnTheSeedOnly();
    void generationEndsAtTheEndOfSequence();
    void whatCannotGenerateIsRefused();
    void aLearnedTableIsTheLimit();
    void stopEndsGeneration();
    void progressGrows();
};

void TestGenerate::tokensAreThoseOfWholePasses()
{
    // Without a bias of the logits, and with a faint embedding, what is attended to decides.
    for (const char* assignments : {"position.kind=rope", "position.kind=alibi mask.kind=sliding_window",
             "position.kind=learned attention.kind=multi_query sizes.context=20", "position.kind=rope attention.kind=latent",
             "topology=prefix_decoder position.kind=t5_buckets", "position.kind=transformer_xl mask.kind=sinks_window",
             "position.kind=disentangled", "position.kind=shaw mask.kind=strided", "mixer.kind=retention",
             "mixer.kind=linear_recurrence feed_forward.kind=channel_mix", "mixer.kind=selective_ssm feed_forward.kind=none",
             "mixer.kind@0=retention position.kind=rope", "feed_forward.kind=mixture position.kind=rope",
             "topology=encoder_decoder position.kind=sinusoidal", "topology=encoder_decoder position.kind=t5_buckets",
             "output.head=masked_language score.sinks=true position.kind=rope"})
        for (const double temperature : {0.0, 1.0}) {
            const SetupPtr setup = smallSetup(
                choices(std::string("bias.output=false output.tied=false block.embedding_scale=0.1 ") + assignments));
            GenerateOptions options = greedy(9);
            options.sampler = {.temperature = temperature, .topK = 0, .topP = 1, .seed = 5};
            // Two stacks write a text of their own, which begins with the model's start token.
            const bool hasEncoder = setup->config.hasEncoder();
            std::vector<TokenId> text = hasEncoder ? std::vector<TokenId>{setup->model->decoderStart} : smallText(), expected;
            for (std::uint64_t step = 0; step < 9; ++step) {
                ForwardInput input{hasEncoder ? smallText() : text, {}};
                input.decoderIds = text;
                const std::shared_ptr<Trace> trace = forward(*setup, input);
                expected.push_back(sample(trace->at("logits").values().last(13), options.sampler, step));
                text.push_back(expected.back());
            }
            QCOMPARE(generate(*setup, {smallText()}, options), expected);
            QVERIFY2(temperature == 0 || std::count(expected.begin(), expected.end(), expected[0]) < 9, assignments);
        }
    QVERIFY(generate(*smallSetup(smallChoices()), {smallText()}, greedy(0)).empty());
}

void TestGenerate::tokensAreHandedOutAsTheyAreMade()
{
    std::vector<TokenId> seen;
    const std::vector<TokenId> all
        = generate(*smallSetup(smallChoices()), {smallText()}, greedy(4), {}, [&](TokenId id) { seen.push_back(id); });
    QCOMPARE(seen, all);
    QCOMPARE(all.size(), std::size_t(4));
}

void TestGenerate::sampledTextDependsOnTheSeedOnly()
{
    const SetupPtr setup = smallSetup(smallChoices());
    GenerateOptions options = greedy(9);
    options.sampler = {.temperature = 5, .topK = 0, .topP = 1, .seed = 3};
    const std::vector<TokenId> first = generate(*setup, {smallText()}, options);
    QCOMPARE(generate(*setup, {smallText()}, options), first);
    options.sampler.seed = 4;
    QVERIFY(generate(*setup, {smallText()}, options) != first);
}

void TestGenerate::generationEndsAtTheEndOfSequence()
{
    const SetupPtr endless = smallSetup(smallChoices());
    const std::vector<TokenId> whole = generate(*endless, {smallText()}, greedy(5));
    const auto firstSeen = std::find(whole.begin(), whole.end(), whole[2]) - whole.begin();

    auto model = std::make_shared<Model>(*endless->model);
    model->tokenizer = std::make_shared<EndAt>(whole[2]);
    Setup ending = *endless;
    ending.model = model;
    const std::vector<TokenId> ended = generate(ending, {smallText()}, greedy(5));
    QCOMPARE(Index(ended.size()), Index(firstSeen + 1));
    GenerateOptions onAndOn = greedy(5);
    onAndOn.stopAtEnd = false;
    QCOMPARE(generate(ending, {smallText()}, onAndOn), whole);
}

void TestGenerate::whatCannotGenerateIsRefused()
{
    for (const auto& [assignments, where] :
        {std::pair("topology=encoder", "topology"), std::pair("norm.kind=batch_norm", "norm.kind"),
            std::pair("norm.kind@1=batch_norm", "norm.kind"), std::pair("output.head=none", "output.head")}) {
        const SetupPtr setup = smallSetup(choices(assignments));
        try {
            generate(*setup, {smallText()}, greedy(1));
            QFAIL("accepted");
        } catch (const Error& error) {
            QCOMPARE(error.kind(), ErrorKind::Usage);
            QCOMPARE(error.parts().where, std::string(where));
            QVERIFY(!error.parts().problem.empty() && !error.parts().expected.empty() && !error.parts().found.empty());
        }
        QCOMPARE(setup->weights.bytesInUse(), std::size_t(0)); // before anything is computed
    }
    QVERIFY_EXCEPTION_THROWN(generate(*smallSetup(smallChoices()), Prompt{}, greedy(1)), Error);
}

void TestGenerate::aLearnedTableIsTheLimit()
{
    const SetupPtr setup = smallSetup(choices("position.kind=learned sizes.context=9"));
    QCOMPARE(
        generate(*setup, {smallText()}, greedy(3)).size(), std::size_t(3)); // 7 + 2 are in the table, the last is only picked
    QVERIFY_EXCEPTION_THROWN(generate(*setup, {smallText()}, greedy(4)), Error);
}

void TestGenerate::stopEndsGeneration()
{
    std::stop_source stop;
    int tokens = 0;
    const auto onToken = [&](TokenId) {
        if (++tokens == 3)
            stop.request_stop();
    };
    QVERIFY_EXCEPTION_THROWN(
        generate(*smallSetup(smallChoices()), {smallText()}, greedy(1000000), {stop.get_token(), {}}, onToken), Stopped);
    QCOMPARE(tokens, 3);
}

void TestGenerate::progressGrows()
{
    double last = -1;
    bool grows = true;
    const RunControl control{{}, [&](double fraction, std::string_view) {
                                 grows = grows && fraction >= last - 1e-12 && fraction <= 1 + 1e-12;
                                 last = fraction;
                             }};
    generate(*smallSetup(smallChoices()), {smallText()}, greedy(5), control);
    QVERIFY(grows);
    QVERIFY(std::abs(last - 1) < 1e-9);
}

QTEST_GUILESS_MAIN(TestGenerate)
#include "tst_generate.moc"
