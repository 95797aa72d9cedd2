// What the rows of GGUF architectures make of keys; the numbers of whole models are compared in core/run/tst_gguf_models.

#include "core/files/families/family.h"

#include "core/layers/rope.h"
#include "tests/core/support/gguf_bytes.h"

#include <QTest>

#include <cmath>

using namespace core;
using namespace gguf;

namespace {

std::string integer(const std::string& key, U32 value) { return pair(key, 4, bytesOf(value)); }
std::string number(const std::string& key, float value) { return pair(key, 6, bytesOf(value)); }
std::string word(const std::string& key, const std::string& value) { return pair(key, 8, text(value)); }

/// The choices that a file of this architecture without tensors means: 4 heads over 32 numbers, and these keys.
Choices choicesOf(const std::string& architecture, U32 layers, const std::vector<std::string>& more)
{
    const TemporaryFolder folder;
    const std::string a = architecture + ".";
    File file;
    file.pairs = {word("general.architecture", architecture), integer(a + "block_count", layers),
        integer(a + "embedding_length", 32), integer(a + "attention.head_count", 4), integer(a + "feed_forward_length", 8),
        integer(a + "vocab_size", 5), integer(a + "context_length", 64), number(a + "attention.layer_norm_rms_epsilon", 1e-5f)};
    file.pairs.insert(file.pairs.end(), more.begin(), more.end());
    const Gguf gguf = Gguf::open(folder.write("x.gguf", file.bytes()));
    std::vector<std::string> notes;
    return readChoices(*findFamily(ggufFamilies(), architecture), GgufConfig(gguf), gguf.tensors(), notes);
}

std::string slidingLayers(const Choices& choices, int layers)
{
    std::string letters;
    for (int layer = 0; layer < layers; ++layer)
        letters += choices.value("mask.kind", layer) == "sliding_window" ? 'w' : 'f';
    return letters;
}

} // namespace

class TestGgufFamilies : public QObject
{
    Q_OBJECT

private slots:
    void gemma2HasAWindowAndCapsOfItsOwn();
    void gemmaDividesScoresByTheWidthThatItsSizeMeans();
    void layersSlideByFlagsOrByAPeriod();
    void aFactorWithoutAWordIsLinear();
    void yarnsCosinesGrowByBothFactors();
    void eachNumberOfTurnedDimensionsIsMet();
};

void TestGgufFamilies::gemma2HasAWindowAndCapsOfItsOwn()
{
    const Choices said = choicesOf("gemma2", 4, {});
    QVERIFY(said.value("mask.window") == Json(4096));
    QCOMPARE(slidingLayers(said, 4), std::string("wfwf"));
    QVERIFY(said.value("score.soft_cap") == Json(50.0));
    QVERIFY(said.value("output.soft_cap") == Json(30.0));
    QCOMPARE(slidingLayers(choicesOf("gemma2", 2, {integer("gemma2.attention.sliding_window", 0)}), 2), std::string("ff"));
}

void TestGgufFamilies::gemmaDividesScoresByTheWidthThatItsSizeMeans()
{
    QVERIFY(!choicesOf("gemma2", 4, {}).has("score.scale"));
    QCOMPARE(choicesOf("gemma2", 46, {}).value("score.scale").get<double>(), std::sqrt(4.0 / 32.0));
    QCOMPARE(choicesOf("gemma3", 62, {}).value("score.scale").get<double>(), std::sqrt(4.0 / 32.0));
    QVERIFY(choicesOf("gemma3", 62, {number("gemma3.attention.scale", 0.5f)}).value("score.scale") == Json(0.5));
}

void TestGgufFamilies::layersSlideByFlagsOrByAPeriod()
{
    const std::string window = integer("gemma3.attention.sliding_window", 8), pattern = "gemma3.attention.sliding_window_pattern";
    QCOMPARE(slidingLayers(choicesOf("gemma3", 7, {window}), 7), std::string("wwwwwfw"));
    QCOMPARE(slidingLayers(choicesOf("gemma3", 5, {window, integer(pattern, 3)}), 5), std::string("wwfww"));
    QCOMPARE(slidingLayers(choicesOf("gemma3", 3, {window, integer(pattern, 1)}), 3), std::string("fff"));
    QCOMPARE(slidingLayers(choicesOf("gemma3", 3, {window, pair(pattern, 9, array(7, 3, std::string("\0\1\1", 3)))}), 3),
        std::string("fww"));
    const Choices bases = choicesOf("gemma3", 3, {window, integer(pattern, 2), number("gemma3.rope.freq_base", 5000)});
    QVERIFY(bases.value("rope.base", 0) == Json(10000.0));
    QVERIFY(bases.value("rope.base", 1) == Json(5000.0));
}

void TestGgufFamilies::aFactorWithoutAWordIsLinear()
{
    for (const char* key : {"llama.rope.scale_linear", "llama.rope.scaling.factor"}) {
        const Choices choices = choicesOf("llama", 2, {number(key, 4)});
        QVERIFY(choices.value("rope.scaling") == Json("linear"));
        QVERIFY(choices.value("rope.factor") == Json(4.0));
    }
    const std::vector<std::string> off{number("llama.rope.scaling.factor", 4), word("llama.rope.scaling.type", "none")};
    QVERIFY(!choicesOf("llama", 2, off).has("rope.scaling"));
}

void TestGgufFamilies::yarnsCosinesGrowByBothFactors()
{
    const std::vector<std::string> yarn{word("llama.rope.scaling.type", "yarn"), number("llama.rope.scaling.factor", 4),
        integer("llama.rope.scaling.original_context_length", 16), number("llama.rope.scaling.attn_factor", 1.5f)};
    const Choices choices = choicesOf("llama", 2, yarn);
    QVERIFY(choices.value("rope.original_context") == Json(16));
    QCOMPARE(choices.value("rope.attention_factor").get<double>(), 1.5 * (0.1 * std::log(4.0) + 1.0));

    const auto withOwn = [&](float own) {
        std::vector<std::string> pairs = yarn;
        pairs.push_back(number("llama.rope.scaling.yarn_attn_factor", own));
        return choicesOf("llama", 2, pairs).value("rope.attention_factor").get<double>();
    };
    QCOMPARE(withOwn(0.5f), 0.75 * (0.1 * std::log(4.0) + 1.0));
    QCOMPARE(withOwn(-1), 1.5 * (0.1 * std::log(4.0) + 1.0)); // stands for nothing said
}

void TestGgufFamilies::eachNumberOfTurnedDimensionsIsMet()
{
    for (const U32 dHead : {6u, 10u, 30u, 80u, 98u, 130u, 250u})
        for (U32 dims = 2; dims <= dHead; dims += 2) {
            const Choices choices = choicesOf(
                "llama", 1, {integer("llama.attention.key_length", dHead), integer("llama.rope.dimension_count", dims)});
            Rope rope;
            rope.fraction = choices.has("rope.fraction") ? choices.value("rope.fraction").get<double>() : 1.0;
            QCOMPARE(rope.rotatedDims(dHead), Index(dims));
        }
}

QTEST_GUILESS_MAIN(TestGgufFamilies)
#include "tst_gguf_families.moc"
