#include "core/files/families/gguf_unread.h"

#include "core/files/library/model_files.h"
#include "tests/core/support/gguf_bytes.h"

#include <QTest>

#include <set>

using namespace core;
using namespace gguf;

namespace {

std::string integer(const std::string& key, U32 value) { return pair(key, 4, bytesOf(value)); }
std::string number(const std::string& key, float value) { return pair(key, 6, bytesOf(value)); }
std::string flag(const std::string& key, bool value) { return pair(key, 7, std::string(1, value ? '\1' : '\0')); }
std::string word(const std::string& key, const std::string& value) { return pair(key, 8, text(value)); }

/// A file of this architecture with sizes, these keys and no tensors.
std::string fileOf(const std::string& architecture, const std::vector<std::string>& more)
{
    const std::string a = architecture + ".";
    File file;
    file.pairs = {word("general.architecture", architecture), integer(a + "block_count", 2), integer(a + "embedding_length", 8),
        integer(a + "attention.head_count", 2), integer(a + "feed_forward_length", 8), integer(a + "vocab_size", 5),
        integer(a + "context_length", 16), number(a + "attention.layer_norm_rms_epsilon", 1e-5f),
        number(a + "attention.layer_norm_epsilon", 1e-5f)};
    file.pairs.insert(file.pairs.end(), more.begin(), more.end());
    return file.bytes();
}

} // namespace

class TestGgufUnread : public QObject
{
    Q_OBJECT

private slots:
    void keysThatChangeNumbersAreRefused_data();
    void keysThatChangeNumbersAreRefused();
    void valuesThatChangeNothingAreAccepted_data();
    void valuesThatChangeNothingAreAccepted();
    void unknownKeysAreNamed();
    void keysOfPartsThatAreNotThereAreNotNamed();
    void anUnknownArchitectureNamesTheNearest();
};

void TestGgufUnread::keysThatChangeNumbersAreRefused_data()
{
    QTest::addColumn<QString>("architecture");
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QString>("key");
    const auto row = [](const char* architecture, const std::string& key, const std::vector<std::string>& pairs) {
        const std::string whole = std::string(architecture) + "." + key;
        QTest::addRow("%s %s", architecture, key.c_str())
            << architecture << QByteArray::fromStdString(fileOf(architecture, pairs)) << QString::fromStdString(whole);
    };
    const std::string yarn = word("qwen2.rope.scaling.type", "yarn");
    row("llama", "attention.max_alibi_bias", {number("llama.attention.max_alibi_bias", 8)});
    row("llama", "attn_logit_softcapping", {number("llama.attn_logit_softcapping", 30)});
    row("llama", "attention.causal", {flag("llama.attention.causal", false)});
    row("llama", "logit_scale", {number("llama.logit_scale", 0.5f)});
    row("llama", "expert_shared_count", {integer("llama.expert_shared_count", 2)});
    row("llama", "expert_gating_func",
        {integer("llama.expert_count", 4), integer("llama.expert_used_count", 2), integer("llama.expert_gating_func", 4)});
    row("llama", "expert_used_count", {integer("llama.expert_count", 4)});
    row("llama", "expert_weights_norm",
        {integer("llama.expert_count", 4), integer("llama.expert_used_count", 2), flag("llama.expert_weights_norm", false)});
    row("llama", "attention.value_length", {integer("llama.attention.value_length", 6)});
    row("llama", "attention.scale", {number("llama.attention.scale", -1)});
    row("qwen2", "attention.sliding_window", {integer("qwen2.attention.sliding_window", 4)});
    row("qwen2", "nextn_predict_layers", {integer("qwen2.nextn_predict_layers", 1)});
    row("qwen2", "rope.dimension_sections", {pair("qwen2.rope.dimension_sections", 9, array(4, 1, bytesOf(U32(2))))});
    row("qwen2", "rope.scaling.type", {word("qwen2.rope.scaling.type", "dynamic")});
    row("qwen2", "rope.scaling.type", {integer("qwen2.rope.scaling.type", 1)});
    row("qwen2", "rope.scaling.factor", {yarn, number("qwen2.rope.scaling.factor", -2)});
    row("qwen2", "rope.scaling.yarn_ext_factor",
        {yarn, number("qwen2.rope.scaling.factor", 4), number("qwen2.rope.scaling.yarn_ext_factor", 0)});
    row("qwen2", "rope.scaling.yarn_attn_factor",
        {yarn, number("qwen2.rope.scaling.factor", 4), number("qwen2.rope.scaling.yarn_attn_factor", 0)});
    row("qwen2", "rope.scaling.attn_factor", {number("qwen2.rope.scaling.attn_factor", 1.2f)});
    row("gemma3", "attention.sliding_window_pattern",
        {integer("gemma3.attention.sliding_window", 4), pair("gemma3.attention.sliding_window_pattern", 9, array(7, 1, "\1"))});
    row("gemma3", "attention.sliding_window", {number("gemma3.attention.sliding_window", 4)});
    row("falcon", "tensor_data_layout", {word("falcon.tensor_data_layout", "other")});
    row("mpt", "attention.max_alibi_bias", {number("mpt.attention.max_alibi_bias", 4)});
    row("bert", "attention.causal", {flag("bert.attention.causal", true)});
    row("command-r", "logit_scale", {});
    row("deepseek2", "attention.kv_lora_rank",
        {integer("deepseek2.rope.dimension_count", 4), integer("deepseek2.attention.key_length", 8)});
    row("deepseek2", "attention.q_lora_rank",
        {integer("deepseek2.rope.dimension_count", 4), integer("deepseek2.attention.key_length", 8),
            integer("deepseek2.attention.kv_lora_rank", 3), integer("deepseek2.attention.q_lora_rank", 3)});
    row("deepseek2", "rope.dimension_count",
        {integer("deepseek2.rope.dimension_count", 8), integer("deepseek2.attention.key_length", 8)});
}

void TestGgufUnread::keysThatChangeNumbersAreRefused()
{
    QFETCH(QByteArray, bytes);
    QFETCH(QString, key);
    const TemporaryFolder folder;
    const std::string path = folder.write("x.gguf", bytes.toStdString());
    QCOMPARE(QString::fromStdString(refusalOf([&] { openModel(path); }).where), key);
}

void TestGgufUnread::valuesThatChangeNothingAreAccepted_data()
{
    QTest::addColumn<QByteArray>("pairs");
    const auto row = [](const std::string& pair) { // its key begins with the length
        QTest::newRow(pair.substr(8, std::size_t(pair.front())).c_str()) << QByteArray::fromStdString(pair);
    };
    row(number("llama.attention.max_alibi_bias", 0));
    row(flag("llama.attention.causal", true));
    row(flag("llama.use_parallel_residual", false));
    row(number("llama.logit_scale", 1));
    row(integer("llama.attention.sliding_window", 0));
    row(word("llama.tensor_data_layout", ""));
    row(number("llama.rope.scale_linear", 1));
    row(number("llama.rope.scaling.attn_factor", 1));
    row(integer("llama.expert_count", 0));
    row(integer("llama.pooling_type", 1));
    row(integer("llama.something_new", 7));
    row(pair("llama.rope.dimension_sections", 9, array(4, 2, bytesOf(U32(0)) + bytesOf(U32(0)))));
}

void TestGgufUnread::valuesThatChangeNothingAreAccepted()
{
    QFETCH(QByteArray, pairs);
    const TemporaryFolder folder;
    const std::string path = folder.write("x.gguf", fileOf("llama", {pairs.toStdString()}));
    QCOMPARE(refusalOf([&] { openModel(path); }).where, std::string("tensors")); // the keys were not the trouble
}

void TestGgufUnread::unknownKeysAreNamed()
{
    const TemporaryFolder folder;
    const Gguf file = Gguf::open(folder.write(
        "x.gguf", fileOf("llama", {integer("llama.new_switch", 7), integer("llama.another", 0), integer("other.key", 1)})));
    const GgufConfig config(file);
    for (const std::string& key : file.keys())
        if (key.find("new_switch") == std::string::npos)
            config.value(key);
    std::vector<std::string> notes;
    checkUnread(config, "llama", notes);
    QCOMPARE(notes, std::vector<std::string>{"keys of the file that had no effect: llama.new_switch"});
}

void TestGgufUnread::keysOfPartsThatAreNotThereAreNotNamed()
{
    const TemporaryFolder folder;
    const Gguf file = Gguf::open(folder.write("x.gguf",
        fileOf("llama",
            {integer("llama.pooling_type", 1), integer("llama.expert_used_count", 2), number("llama.rope.freq_base", 5e5f),
                integer("llama.new_switch", 7)})));
    const GgufConfig config(file);
    const std::set<std::string> idle = {"llama.pooling_type", "llama.expert_used_count", "llama.rope.freq_base"};
    for (const std::string& key : file.keys())
        if (!idle.count(key) && key != "llama.new_switch")
            config.value(key);
    std::vector<std::string> notes;
    checkUnread(config, "llama", notes);
    QCOMPARE(notes, std::vector<std::string>{"keys of the file that had no effect: llama.new_switch"});
}

void TestGgufUnread::anUnknownArchitectureNamesTheNearest()
{
    const TemporaryFolder folder;
    const std::string path = folder.write("x.gguf", fileOf("qwen9", {}));
    const Error::Parts parts = refusalOf([&] { openModel(path); });
    QCOMPARE(parts.where, std::string("key \"general.architecture\""));
    QVERIFY2(parts.expected.starts_with("nearest names: qwen2, qwen3, ") && parts.expected.ends_with("list families"),
        parts.expected.c_str());
    QCOMPARE(parts.found, std::string("qwen9"));
}

QTEST_GUILESS_MAIN(TestGgufUnread)
#include "tst_gguf_unread.moc"
