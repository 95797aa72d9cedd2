// Continuations: the tree is what writing each text alone gives, and its numbers are those of naive loops over whole passes.

#include "core/run/continuations.h"

#include "core/run/forward.h"
#include "tests/core/support/small_models.h"

#include <QTest>

#include <cmath>
#include <set>

using namespace core;
using namespace support;

namespace {

ContinuationOptions warm(Index texts = 3, Index tokens = 6)
{
    ContinuationOptions options;
    options.sampler = {.temperature = 1.5, .topK = 9, .topP = 0.95, .minP = 0.01, .repetitionPenalty = 1.2, .seed = 11};
    options.texts = texts;
    options.tokens = tokens;
    return options;
}

/// A model whose texts fork.
SetupPtr forking(const std::string& more = "position.kind=rope")
{
    return smallSetup(choices("bias.output=false output.tied=false block.embedding_scale=0.1 " + more));
}

std::vector<TokenId> tokensOf(const ContinuationTree& tree, const Continuation& text)
{
    std::vector<TokenId> ids;
    for (const Index node : text.nodes)
        ids.push_back(tree.nodes[std::size_t(node)].id);
    return ids;
}

/// Logits after a text by one pass over all of it.
std::vector<float> logitsOf(const Setup& setup, const std::vector<TokenId>& text)
{
    ForwardInput input{setup.config.hasEncoder() ? smallText() : text, {}};
    input.decoderIds = text;
    const auto trace = forward(setup, input);
    const std::span<const float> last = trace->at("logits").values().last(13);
    return {last.begin(), last.end()};
}

} // namespace

class TestContinuations : public QObject
{
    Q_OBJECT

private slots:
    void everyTextIsThatOfGenerate();
    void nodesAreSharedAndReadOnce();
    void numbersOfANodeAreThoseOfAWholePass();
    void aBranchBeginsAsItWasChosen();
    void probabilitiesOfATextAreProducts();
    void aTextEndsWhereTheModelDoes();
    void countsAreBounded();
    void stopEndsIt();
};

void TestContinuations::everyTextIsThatOfGenerate()
{
    for (const char* more : {"position.kind=rope", "position.kind=learned sizes.context=20", "mixer.kind=retention",
             "mixer.kind=selective_ssm feed_forward.kind=none", "topology=encoder_decoder position.kind=sinusoidal",
             "position.kind=alibi mask.kind=sliding_window"}) {
        const SetupPtr setup = forking(more);
        const ContinuationTree tree = continuations(*setup, {smallText()}, warm());
        QCOMPARE(tree.texts.size(), std::size_t(4));
        for (std::size_t i = 0; i < tree.texts.size(); ++i) {
            GenerateOptions alone{.count = 6, .sampler = warm().sampler};
            alone.sampler.seed = tree.texts[i].seed;
            if (i == 0)
                alone.sampler.temperature = 0;
            else
                QCOMPARE(tree.texts[i].seed, std::uint64_t(11 + i - 1));
            QCOMPARE(tokensOf(tree, tree.texts[i]), generate(*setup, {smallText()}, alone));
            QCOMPARE(tree.texts[i].end, ContinuationEnd::Length);
        }
    }
}

void TestContinuations::nodesAreSharedAndReadOnce()
{
    const ContinuationTree tree = continuations(*forking(), {smallText()}, warm(8, 5));
    std::set<std::vector<TokenId>> paths;
    for (std::size_t i = 0; i < tree.nodes.size(); ++i) {
        const std::vector<TokenId> path = tree.pathTo(Index(i));
        QVERIFY(paths.insert(path).second);
        QCOMPARE(tree.find(path), Index(i));
        QCOMPARE(Index(path.size()), tree.nodes[i].depth);
        QVERIFY(tree.nodes[i].parent < Index(i));
        QVERIFY(tree.nodes[i].isRead);
    }
    QVERIFY(tree.nodes.size() > 10 && tree.nodes.size() < 1 + 9 * 5); // it forks, and not everywhere
    QCOMPARE(tree.find({12, 12, 12, 12, 12, 12}), Index(-1));
    QCOMPARE(tree.find({}), Index(0));
}

void TestContinuations::numbersOfANodeAreThoseOfAWholePass()
{
    const SetupPtr setup = forking();
    const ContinuationTree tree = continuations(*setup, {smallText()}, warm());
    const auto near = [](double a, double b) { return std::abs(a - b) <= 2e-5 * std::max(1.0, std::abs(b)); };
    for (std::size_t i = 0; i < tree.nodes.size(); ++i) {
        const ContinuationNode& node = tree.nodes[i];
        std::vector<TokenId> text = smallText();
        for (const TokenId id : tree.pathTo(Index(i)))
            text.push_back(id);
        const std::vector<float> logits = logitsOf(*setup, text);
        double z = 0, entropy = 0, total = 0;
        for (const float logit : logits)
            z += std::exp(double(logit));
        std::vector<double> warmed; // after penalty and temperature
        for (std::size_t id = 0; id < logits.size(); ++id) {
            const double p = std::exp(double(logits[id])) / z;
            entropy -= p * std::log(p);
            double score = double(logits[id]);
            if (std::ranges::count(text, TokenId(id)) > 0)
                score = score > 0 ? score / 1.2 : score * 1.2;
            warmed.push_back(std::exp(score / 1.5));
            total += warmed.back();
        }
        QVERIFY(near(node.logZ, std::log(z)));
        QVERIFY(near(node.entropy, entropy));
        QCOMPARE(node.next.size(), logits.size());
        double sum = 0, after = 0, kept = 0;
        Index stay = 0;
        for (const NextToken& next : node.next) {
            sum += next.before;
            QVERIFY(near(next.sum, sum));
            QVERIFY(near(next.before, warmed[std::size_t(next.id)] / total));
            QVERIFY(near(next.model, std::exp(double(logits[std::size_t(next.id)])) / z));
            after += next.after;
            stay += next.after > 0;
            kept += next.after > 0 ? next.before : 0;
        }
        QVERIFY(near(after, 1) && near(sum, 1));
        QCOMPARE(node.kept, stay);
        QVERIFY(near(node.keptBefore, kept) && stay < 13); // the cut does something
    }
}

void TestContinuations::aBranchBeginsAsItWasChosen()
{
    ContinuationOptions options = warm(2, 5);
    const ContinuationTree plain = continuations(*forking(), {smallText()}, options);
    options.branches = {{3, 12}, {}, {3, 5}};
    const ContinuationTree tree = continuations(*forking(), {smallText()}, options);
    QCOMPARE(tree.texts.size(), std::size_t(5)); // an empty branch is none
    for (std::size_t i = 0; i < plain.texts.size(); ++i)
        QCOMPARE(tokensOf(tree, tree.texts[i]), tokensOf(plain, plain.texts[i]));
    for (const auto& [at, second] : {std::pair(std::size_t(3), TokenId(12)), std::pair(std::size_t(4), TokenId(5))}) {
        const std::vector<TokenId> ids = tokensOf(tree, tree.texts[at]);
        QCOMPARE(ids.size(), std::size_t(5));
        QCOMPARE(ids[0], TokenId(3));
        QCOMPARE(ids[1], second);
        QCOMPARE(tree.texts[at].kind, Continuation::Chosen);
    }
    options.texts = maxContinuations - 1;
    QCOMPARE(continuations(*forking(), {smallText()}, options).texts.size(), std::size_t(1 + maxContinuations)); // no more
}

void TestContinuations::probabilitiesOfATextAreProducts()
{
    const SetupPtr setup = forking();
    const ContinuationTree tree = continuations(*setup, {smallText()}, warm());
    for (const Continuation& text : tree.texts) {
        std::vector<TokenId> so = smallText();
        double sum = 0;
        for (const TokenId id : tokensOf(tree, text)) {
            const std::vector<float> logits = logitsOf(*setup, so);
            double z = 0;
            for (const float logit : logits)
                z += std::exp(double(logit));
            sum += double(logits[std::size_t(id)]) - std::log(z);
            so.push_back(id);
        }
        QVERIFY(std::abs(text.logProbability - sum) < 1e-4);
        double before = 0;
        for (const Index node : text.nodes) {
            const ContinuationNode& one = tree.nodes[std::size_t(node)];
            const auto& listed = tree.nodes[std::size_t(one.parent)].next;
            const auto same = std::ranges::find_if(listed, [&](const NextToken& next) { return next.id == one.id; });
            QVERIFY(same != listed.end());
            QCOMPARE(one.drawn.before, same->before);
            QCOMPARE(one.drawn.after, same->after);
            QVERIFY(std::abs(one.drawn.sum - same->sum) < 1e-12);
            before += std::log(one.drawn.before);
        }
        QVERIFY(std::abs(text.logBefore - before) < 1e-12);
    }
}

void TestContinuations::aTextEndsWhereTheModelDoes()
{
    // Seven tokens of a table of nine: two more are read, the third is only drawn.
    const ContinuationTree tree = continuations(*forking("position.kind=learned sizes.context=9"), {smallText()}, warm(2, 8));
    QCOMPARE(tree.limit, Index(9));
    for (const Continuation& text : tree.texts) {
        QCOMPARE(text.nodes.size(), std::size_t(3));
        QCOMPARE(text.end, ContinuationEnd::Full);
        QVERIFY(!tree.nodes[std::size_t(text.nodes.back())].isRead);
    }
    QVERIFY_EXCEPTION_THROWN(continuations(*forking("topology=encoder"), {smallText()}, warm()), Error);
}

void TestContinuations::countsAreBounded()
{
    for (const auto& [texts, tokens] : {std::pair(Index(9), Index(4)), std::pair(Index(-1), Index(4)),
             std::pair(Index(2), Index(0)), std::pair(Index(2), Index(49))})
        QVERIFY_EXCEPTION_THROWN(continuations(*forking(), {smallText()}, warm(texts, tokens)), Error);
}

void TestContinuations::stopEndsIt()
{
    std::stop_source stop;
    double last = 0;
    const RunControl control{stop.get_token(), [&](double fraction, std::string_view) {
                                 QVERIFY(fraction >= last && fraction <= 1);
                                 last = fraction;
                                 if (fraction > 0.3)
                                     stop.request_stop();
                             }};
    QVERIFY_EXCEPTION_THROWN(continuations(*forking(), {smallText()}, warm(), control), Stopped);
}

QTEST_GUILESS_MAIN(TestContinuations)
#include "tst_continuations.moc"
