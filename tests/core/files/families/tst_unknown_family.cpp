#include "core/files/families/unknown_family.h"

#include "core/files/families/language_part.h"
#include "core/run/forward.h"
#include "tests/core/support/model_copy.h"

#include <QTest>

#include <algorithm>

using namespace core;

namespace {

std::vector<float> logitsOf(const ModelPtr& model)
{
    ForwardInput input;
    input.ids = {3, 1, 12, 1, 6};
    const std::shared_ptr<Trace> trace = forward(*configure(model, {}), input);
    const auto values = trace->at("logits").values();
    return {values.begin(), values.end()};
}

bool hasNote(const ModelPtr& model, const std::string& words)
{
    return std::any_of(
        model->notes.begin(), model->notes.end(), [&](const std::string& note) { return note.find(words) != std::string::npos; });
}

/// The tensors of the copy under other names.
template <class NewName>
void rename(const ModelCopy& copy, NewName&& newName)
{
    copy.setTensors([&](StoredTensors& stored) {
        StoredTensors renamed;
        for (const auto& [name, tensor] : stored)
            renamed.emplace(newName(name), tensor);
        stored = renamed;
    });
}

/// config.json becomes {"model_type": type, "text_config": what it was}, with more keys around.
void wrap(const ModelCopy& copy, const Json& around)
{
    Json config = around;
    config["text_config"] = readJson(copy.path("config.json"));
    for (const auto& [key, value] : around.items())
        config["text_config"].erase(key == "model_type" ? "" : key);
    copy.write("config.json", writeJson(config));
}

} // namespace

class TestUnknownFamily : public QObject
{
    Q_OBJECT

private slots:
    void aTypeThatNobodyKnowsIsReadByItsTensors();
    void aKeyThatNobodyKnowsIsInTheWay();
    void theFamilyThatUnderstandsMostKeysIsTaken();
    void layersNeedNotBeLikeTheFirst_data();
    void layersNeedNotBeLikeTheFirst();
    void whatIsLeftOverIsNamedBeforeWhatNobodyNeeds();
    void keysThatAFamilyDoesNotUseAreNamed();
    void aTypeThatOnlyArchitecturesTellsIsNoted();
    void aTensorTooManyIsRefused();
    void theNearestFamiliesAndWhatTheyLackAreNamed();
    void missingNamesOfLaterLayersAreNamed();
    void leadingPrefixesAreDropped_data();
    void leadingPrefixesAreDropped();
    void behindAPrefixMissingTensorsAreNamed();
    void withoutAnEmbeddingMissingTensorsAreNamed();
    void adaptersAndRunsAreNotWeights();
    void aBadTokenizerRefusesItsFolder();
    void thousandsOfLayersOrExpertsAreRefusedAsAFewAre();
    void withNothingInCommonTheNearestNamesAreNamed();
    void theLanguagePartOfALargerModelIsRead_data();
    void theLanguagePartOfALargerModelIsRead();
    void whatTheLanguagePartLeavesOutIsAroundIt();
};

void TestUnknownFamily::aTypeThatNobodyKnowsIsReadByItsTensors()
{
    const ModelCopy copy("llama");
    const ModelPtr known = openModel(copy.path());
    copy.setConfig({{"model_type", "orca9"}, {"architectures", {"Orca9ForCausalLM"}}, {"hidden_act", nullptr}});
    const ModelPtr model = openModel(copy.path());
    QCOMPARE(QString::fromStdString(model->family), QStringLiteral("llama"));
    QVERIFY(logitsOf(model) == logitsOf(known));
    QVERIFY(hasNote(model, "orca9"));
    QVERIFY(hasNote(model, "assumed: "));
    QVERIFY(hasNote(model, "activation.kind \"silu\""));
    QVERIFY(!hasNote(known, "assumed"));
}

void TestUnknownFamily::aKeyThatNobodyKnowsIsInTheWay()
{
    const ModelCopy copy("llama");
    copy.setConfig({{"model_type", "orca9"}, {"strange_key", 3}});
    const Error::Parts refused = copy.refusal();
    QCOMPARE(QString::fromStdString(refused.where), QStringLiteral("model_type"));
    QVERIFY2(
        refused.expected.find("llama (keys that it does not know: strange_key)") != std::string::npos, refused.expected.c_str());
}

void TestUnknownFamily::theFamilyThatUnderstandsMostKeysIsTaken()
{
    const ModelCopy copy("families/granite-plain");
    const std::vector<float> logits = logitsOf(openModel(copy.path()));
    copy.setConfig({{"model_type", "granite9"}, {"architectures", nullptr}});
    const ModelPtr model = openModel(copy.path());
    QCOMPARE(QString::fromStdString(model->family), QStringLiteral("granite"));
    QVERIFY(logitsOf(model) == logits);
}

void TestUnknownFamily::layersNeedNotBeLikeTheFirst_data()
{
    QTest::addColumn<QString>("family");
    QTest::addColumn<QString>("folder");
    QTest::newRow("dense before experts") << "deepseek_v3"
                                          << "deepseek_v3-yarn-v4";
    QTest::newRow("attention among others") << "jamba"
                                            << "jamba-dense-v4";
    QTest::newRow("groups of layers") << "albert"
                                      << "albert-groups-v4";
}

void TestUnknownFamily::layersNeedNotBeLikeTheFirst()
{
    QFETCH(QString, family);
    QFETCH(QString, folder);
    const ModelCopy copy("families/" + folder.toStdString());
    const std::vector<float> logits = logitsOf(openModel(copy.path()));
    copy.setConfig({{"model_type", "orca9"}, {"architectures", nullptr}});
    const ModelPtr model = openModel(copy.path());
    QCOMPARE(QString::fromStdString(model->family), family);
    QVERIFY(logitsOf(model) == logits);
}

void TestUnknownFamily::whatIsLeftOverIsNamedBeforeWhatNobodyNeeds()
{
    const ModelCopy copy("families/bert-base-no-prefix-f16"); // no head, but a pooler
    copy.setConfig({{"model_type", "orca9"}, {"architectures", nullptr}});
    const std::string expected = copy.refusal().expected;
    QVERIFY2(expected.find("bert (tensors that the model does not use: pooler.dense.") != std::string::npos, expected.c_str());
}

void TestUnknownFamily::keysThatAFamilyDoesNotUseAreNamed()
{
    const ModelCopy copy("llama");
    QVERIFY(!hasNote(openModel(copy.path()), "not used by"));
    copy.setConfig({{"foo_scale", 2.0}, {"sliding_window", 3}, {"num_beams", 2}});
    QVERIFY(hasNote(openModel(copy.path()), "not used by llama: foo_scale, sliding_window"));
}

void TestUnknownFamily::aTypeThatOnlyArchitecturesTellsIsNoted()
{
    const ModelCopy copy("llama");
    QVERIFY(!hasNote(openModel(copy.path()), "no model_type"));
    copy.setConfig({{"model_type", nullptr}});
    QVERIFY(hasNote(openModel(copy.path()), "there is no model_type: read as llama"));
}

void TestUnknownFamily::aTensorTooManyIsRefused()
{
    const ModelCopy copy("llama");
    copy.setConfig({{"model_type", "orca9"}});
    copy.setTensors(
        [](StoredTensors& stored) { stored.emplace("model.layers.0.self_attn.gate", stored.at("model.norm.weight")); });
    const Error::Parts refused = copy.refusal();
    QCOMPARE(QString::fromStdString(refused.where), QStringLiteral("model_type"));
    QVERIFY2(refused.expected.find("model.layers.0.self_attn.gate") != std::string::npos, refused.expected.c_str());
}

void TestUnknownFamily::theNearestFamiliesAndWhatTheyLackAreNamed()
{
    const ModelCopy copy("llama");
    copy.setConfig({{"model_type", "orca9"}});
    rename(copy, [](std::string name) {
        const std::size_t at = name.find("o_proj");
        return at == std::string::npos ? name : name.replace(at, 6, "out");
    });
    const Error::Parts refused = copy.refusal();
    QCOMPARE(QString::fromStdString(refused.where), QStringLiteral("model_type"));
    QCOMPARE(QString::fromStdString(refused.found), QStringLiteral("\"orca9\""));
    QVERIFY2(refused.expected.find("llama (missing: model.layers.0.self_attn.o_proj.weight") != std::string::npos,
        refused.expected.c_str());
}

void TestUnknownFamily::missingNamesOfLaterLayersAreNamed()
{
    const ModelCopy copy("llama");
    copy.setConfig({{"model_type", "orca9"}});
    copy.setTensors([](StoredTensors& stored) { stored.erase("model.layers.1.mlp.up_proj.weight"); });
    const std::string expected = copy.refusal().expected;
    QVERIFY2(expected.find("llama (missing: model.layers.1.mlp.up_proj.weight)") != std::string::npos, expected.c_str());
    copy.setConfig({{"num_hidden_layers", 4}});
    const std::string more = copy.refusal().expected;
    QVERIFY2(more.find("model.layers.1.mlp.up_proj.weight, model.layers.2.") != std::string::npos, more.c_str());
    QVERIFY2(more.find(" more)") != std::string::npos, more.c_str());
}

void TestUnknownFamily::leadingPrefixesAreDropped_data()
{
    QTest::addColumn<QString>("folder");
    QTest::addColumn<QString>("prefix");
    QTest::addColumn<bool>("isKnown");
    for (const char* prefix : {"module.", "_orig_mod.", "language_model.", "base_model.model.", "transformer.", "a.b.c."})
        for (const bool isKnown : {true, false})
            QTest::newRow(qPrintable(QStringLiteral("llama, %1%2").arg(prefix, isKnown ? "" : ", unknown type")))
                << "llama" << prefix << isKnown;
    QTest::newRow("gpt2, module.") << "gpt2"
                                   << "module." << true;
    QTest::newRow("bert, 0.auto_model.") << "families/bert-plain"
                                         << "0.auto_model." << true;
    QTest::newRow("t5, module.") << "families/t5-plain"
                                 << "module." << true;
}

void TestUnknownFamily::leadingPrefixesAreDropped()
{
    QFETCH(QString, folder);
    QFETCH(QString, prefix);
    QFETCH(bool, isKnown);
    const ModelCopy copy(folder.toStdString());
    const ModelPtr plain = openModel(copy.path());
    const bool hasPrompt = !folder.contains("t5"); // which would need a target too
    const std::vector<float> logits = hasPrompt ? logitsOf(plain) : std::vector<float>();
    rename(copy, [&](const std::string& name) { return prefix.toStdString() + name; });
    if (!isKnown)
        copy.setConfig({{"model_type", "orca9"}, {"architectures", nullptr}});
    const ModelPtr model = openModel(copy.path());
    QCOMPARE(model->family, plain->family);
    QVERIFY(hasNote(model, "tensors begin with " + prefix.toStdString() + ": they are read without it"));
    QVERIFY(!hasNote(plain, "read without it"));
    QCOMPARE(model->weights.all().size(), plain->weights.all().size());
    if (hasPrompt)
        QVERIFY(logitsOf(model) == logits);
}

void TestUnknownFamily::behindAPrefixMissingTensorsAreNamed()
{
    const ModelCopy copy("llama");
    rename(
        copy, [](const std::string& name) { return name.find("up_proj") == std::string::npos ? "module." + name : "x." + name; });
    const Error::Parts refused = copy.refusal();
    QCOMPARE(QString::fromStdString(refused.where), QStringLiteral("tensors"));
    QVERIFY2(refused.expected.find("model.layers.0.mlp.up_proj.weight") != std::string::npos, refused.expected.c_str());
}

void TestUnknownFamily::withoutAnEmbeddingMissingTensorsAreNamed()
{
    const ModelCopy copy("llama");
    rename(copy, [](const std::string& name) { return std::string(name.rbegin(), name.rend()); });
    const Error::Parts refused = copy.refusal();
    QCOMPARE(QString::fromStdString(refused.problem), QStringLiteral("missing tensors"));
    QVERIFY2(refused.expected.find("model.embed_tokens.weight") != std::string::npos, refused.expected.c_str());
}

void TestUnknownFamily::adaptersAndRunsAreNotWeights()
{
    const auto numbers = [](Index, Index rows, float* out) { std::fill_n(out, rows * 2, 1.f); };
    const ModelCopy copy("llama");
    writeSafetensors(copy.path("model.safetensors"),
        {{"base_model.model.model.layers.0.self_attn.q_proj.lora_A.weight", {3, 2}, numbers}}, {});
    QVERIFY(copy.refusal().problem.find("an adapter") != std::string::npos);
    writeSafetensors(copy.path("model.safetensors"), {{"embed", {3, 2}, numbers}}, {{"cutaway.schema", "1"}});
    QVERIFY(copy.refusal().problem.find("a recorded run") != std::string::npos);
    const TemporaryFolder folder;
    folder.write("adapter_config.json", "{}");
    const Error::Parts refused = refusalOf([&] { openModel(folder.path()); });
    QVERIFY2(refused.problem.find("an adapter") != std::string::npos, refused.problem.c_str());
}

void TestUnknownFamily::aBadTokenizerRefusesItsFolder()
{
    const ModelCopy copy("llama");
    copy.write("tokenizer.model", "\x0A\x7F\x0A\x01");
    const Error::Parts refused = copy.refusal();
    QVERIFY2(refused.file.find("tokenizer.model") != std::string::npos, refused.file.c_str());
    copy.write("tokenizer.model", "version https://git-lfs.github.com/spec/v1\noid sha256:0a\n");
    QVERIFY(copy.refusal().problem.find("Git LFS") != std::string::npos);
}

void TestUnknownFamily::thousandsOfLayersOrExpertsAreRefusedAsAFewAre()
{
    const auto expectedOf = [](const char* folder, const Json& changes) {
        const ModelCopy copy(folder);
        copy.setConfig({{"model_type", "orca9"}, {"architectures", nullptr}});
        copy.setConfig(changes);
        return QString::fromStdString(copy.refusal().expected);
    };
    const QString layers = expectedOf("llama", {{"num_hidden_layers", 2048}});
    QVERIFY2(layers.contains("llama (missing: tensors for 2048 layers)"), qPrintable(layers));
    const QString nine = expectedOf("families/mixtral-plain", {{"num_local_experts", 9}});
    QVERIFY2(nine.contains("mixtral (tensor \"model.layers.0.block_sparse_moe.gate.weight\": wrong shape)"), qPrintable(nine));
    const QString many = expectedOf("families/mixtral-plain", {{"num_local_experts", 4096}});
    QVERIFY2(many.contains("mixtral (missing: tensors for 2 layers, 8192 experts)"), qPrintable(many));
}

void TestUnknownFamily::withNothingInCommonTheNearestNamesAreNamed()
{
    const ModelCopy copy("llama");
    copy.setConfig({{"model_type", "llama9"}});
    rename(copy, [](const std::string& name) { return std::string(name.rbegin(), name.rend()); });
    const std::string expected = copy.refusal().expected;
    QVERIFY2(expected.starts_with("nearest names: llama, ") && expected.ends_with("list families"), expected.c_str());
}

void TestUnknownFamily::theLanguagePartOfALargerModelIsRead_data()
{
    QTest::addColumn<QString>("inFront");
    QTest::addColumn<QString>("instead");
    QTest::newRow("first") << "language_model."
                           << "";
    QTest::newRow("behind model") << ""
                                  << "model.language_model.";
    QTest::newRow("text model") << ""
                                << "model.text_model.";
}

void TestUnknownFamily::theLanguagePartOfALargerModelIsRead()
{
    QFETCH(QString, inFront);
    QFETCH(QString, instead);
    const ModelCopy copy("llama");
    const std::vector<float> logits = logitsOf(openModel(copy.path()));
    rename(copy, [&](std::string name) {
        if (!instead.isEmpty() && name.starts_with("model."))
            name.replace(0, 6, instead.toStdString());
        return inFront.toStdString() + name;
    });
    copy.setTensors([](StoredTensors& stored) {
        StoredTensor any = stored.begin()->second;
        stored.emplace("vision_tower.patches.weight", any);
        stored.emplace("multi_modal_projector.linear.bias", any);
    });
    wrap(copy, {{"model_type", "lookandtell"}});
    const ModelPtr model = openModel(copy.path());
    QCOMPARE(QString::fromStdString(model->family), QStringLiteral("llama"));
    QVERIFY(hasNote(model, "vision part is ignored (2 tensors)"));
    QVERIFY(!hasNote(model, "does not use"));
    QVERIFY(logitsOf(model) == logits);
}

void TestUnknownFamily::whatTheLanguagePartLeavesOutIsAroundIt()
{
    const Json config = Json::parse(R"({"eos_token_id": 7, "tie_word_embeddings": true, "hidden_size": 5,
        "text_config": {"tie_word_embeddings": false, "eos_token_id": 8, "hidden_size": 6}})");
    const std::optional<JsonConfig> inner = languageConfig(config, "config.json");
    QVERIFY(inner && inner->value("eos_token_id") == Json(8)); // its own word counts
    QVERIFY(inner->value("tie_word_embeddings") == Json(true)); // but the output matrix is the larger model's
    QVERIFY(inner->value("hidden_size") == Json(6));
    QVERIFY(!languageConfig(Json::parse(R"({"text_config": null})"), "config.json"));
}

QTEST_GUILESS_MAIN(TestUnknownFamily)
#include "tst_unknown_family.moc"
