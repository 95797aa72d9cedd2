#include "core/files/families/family.h"

#include "core/files/library/model_files.h"
#include "tests/core/support/model_copy.h"
#include "tests/test_data.h"

#include <QTest>

#include <filesystem>

using namespace core;

namespace {

const std::string golden = TEST_DATA "/golden/";

using Copy = ModelCopy;

} // namespace

class TestFamily : public QObject
{
    Q_OBJECT

private slots:
    void absentKeysHaveTheDefaultsOfTheClass();
    void badConfigurationsAreRefused_data();
    void badConfigurationsAreRefused();
    void moreLayersAndExpertsThanTensorsAreRefusedWithoutAPlan();
    void unknownFamiliesAreRefusedInOneClearLine();
    void architecturesNameTheFamilyWhenModelTypeIsAbsent();
    void missingTensorsAreNamedWithTheNearest();
    void wrongShapesNameBothShapes();
    void otherTensorsAreNoted();
    void aStoredOutputMatrixWinsOverTied();
    void anEqualOutputMatrixIsTied();
    void aTableThatIsStoredTwiceIsOne();
    void theTargetBeginsAsTheFileOrItsClassSays();
    void gemmaReadsOneKeyOfItsActivation();
    void aMissingOutputMatrixIsRefused();
    void pickleFoldersAreRefused();
    void theHeadOfBertIsThereWhenItsTensorsAre();
    void whatOneBertHasAndAnotherNotIsNoted();
};

void TestFamily::absentKeysHaveTheDefaultsOfTheClass()
{
    const JsonConfig config(Json::object(), "config.json");
    StoredTensor output;
    std::vector<std::string> notes;
    const Choices choices = readChoices(*findFamily(huggingFaceFamilies(), "llama"), config, {{"lm_head.weight", output}}, notes);
    QVERIFY(choices.value("sizes.layers") == Json(32));
    QVERIFY(choices.value("sizes.kv_heads") == Json(32));
    QVERIFY(choices.value("sizes.d_head") == Json(128));
    QVERIFY(choices.value("norm.eps") == Json(1e-6));
    QVERIFY(choices.value("output.tied") == Json(false));
    const Choices gpt2 = readChoices(*findFamily(huggingFaceFamilies(), "gpt2"), config, {}, notes);
    QVERIFY(gpt2.value("sizes.d_ff") == Json(3072));
    QVERIFY(gpt2.value("activation.kind") == Json("gelu_tanh"));
    QVERIFY(gpt2.value("output.tied") == Json(true));
}

void TestFamily::badConfigurationsAreRefused_data()
{
    QTest::addColumn<QString>("folder");
    QTest::addColumn<QByteArray>("changes");
    QTest::addColumn<QString>("where");
    const auto row = [](const char* folder, const char* changes, const char* where) {
        QTest::newRow(changes) << folder << QByteArray(changes) << where;
    };
    for (const char* value :
        {"0", "-1", "1.5", "\"4096\"", "true", "1000000000", "9000000000000000000", "18446744073709551615", "[]"})
        QTest::newRow(qPrintable(QString("hidden_size ") + value)) << "llama" << QByteArray("{\"hidden_size\":") + value + "}"
                                                                   << "hidden_size";
    row("llama", R"({"num_hidden_layers":1000000000})", "num_hidden_layers");
    row("llama", R"({"num_attention_heads":5,"num_key_value_heads":5,"head_dim":null})", "num_attention_heads");
    row("llama", R"({"num_key_value_heads":4})", "num_key_value_heads");
    row("llama", R"({"num_key_value_heads":0})", "num_key_value_heads");
    row("llama", R"({"num_key_value_heads":12})", "num_key_value_heads");
    row("llama", R"({"head_dim":0})", "head_dim");
    row("llama", R"({"head_dim":7})", "head_dim");
    row("llama", R"({"head_dim":1000000})", "head_dim");
    row("llama", R"({"vocab_size":2147483648})", "vocab_size");
    row("llama", R"({"rms_norm_eps":0})", "rms_norm_eps");
    row("llama", R"({"rms_norm_eps":-1e-6})", "rms_norm_eps");
    row("llama", R"({"rms_norm_eps":"1e-6"})", "rms_norm_eps");
    row("llama", R"({"rms_norm_eps":1e308})", "rms_norm_eps");
    row("llama", R"({"rope_parameters":{"rope_type":"default","rope_theta":0}})", "rope_parameters.rope_theta");
    row("llama", R"({"rope_parameters":{"rope_type":"default","rope_theta":-1}})", "rope_parameters.rope_theta");
    row("llama", R"({"rope_theta":5})", "rope_parameters.rope_theta");
    row("llama", R"({"rope_parameters":{"rope_type":"yarn","rope_theta":7000.0}})", "rope_parameters.factor");
    row("llama", R"({"rope_scaling":{"type":"linear","factor":2.0}})", "rope_scaling.type");
    row("llama", R"({"rope_scaling":{"factor":2.0}})", "rope_scaling.rope_type");
    row("llama", R"({"rope_scaling":[]})", "rope_scaling");
    row("llama", R"({"rope_scaling":"linear"})", "rope_scaling");
    row("llama", R"({"partial_rotary_factor":0.5})", "partial_rotary_factor");
    row("llama", R"({"hidden_act":"gelu2"})", "hidden_act");
    row("llama", R"({"tie_word_embeddings":"false"})", "tie_word_embeddings");
    row("llama", R"({"attention_bias":1})", "attention_bias");
    row("llama", R"({"quantization_config":{"quant_method":"gptq"}})", "quantization_config");
    row("llama", R"({"model_type":1})", "model_type");
    row("llama", R"({"model_type":null,"architectures":[]})", "model_type");
    row("llama", R"({"model_type":null,"architectures":[1]})", "model_type");
    row("gpt2", R"({"n_head":7})", "n_head");
    row("gpt2", R"({"hidden_size":31})", "hidden_size");
    row("gpt2", R"({"n_inner":0})", "n_inner");
    row("bert", R"({"position_embedding_type":"relative_key"})", "position_embedding_type");
    row("bert", R"({"is_decoder":true})", "is_decoder");
    row("bert", R"({"type_vocab_size":0})", "type_vocab_size");
    row("bert", R"({"layer_norm_eps":0})", "layer_norm_eps");
    row("bert", R"({"num_attention_heads":7})", "num_attention_heads");
}

void TestFamily::badConfigurationsAreRefused()
{
    QFETCH(QString, folder);
    QFETCH(QByteArray, changes);
    QFETCH(QString, where);
    const Copy copy(folder.toStdString());
    copy.setConfig(Json::parse(changes.toStdString()));
    const Error::Parts parts = copy.refusal();
    QVERIFY2(!parts.problem.empty(), "was accepted");
    QCOMPARE(parts.where, where.toStdString());
    QCOMPARE(parts.file, copy.path("config.json"));
    QVERIFY(parts.kind == ErrorKind::BadInput);
}

void TestFamily::moreLayersAndExpertsThanTensorsAreRefusedWithoutAPlan()
{
    const Copy copy("families/mixtral-plain");
    for (const auto& [layers, experts] : {std::pair(2048, 4), std::pair(2, 4096)}) {
        copy.setConfig({{"num_hidden_layers", layers}, {"num_local_experts", experts}});
        const Error::Parts parts = copy.refusal();
        QCOMPARE(parts.where, std::string("tensors"));
        QVERIFY2(parts.expected.starts_with(std::to_string(layers) + " layers, "), parts.expected.c_str());
        QVERIFY2(parts.expected.ends_with(std::to_string(layers * experts) + " experts"), parts.expected.c_str());
    }
}

void TestFamily::unknownFamiliesAreRefusedInOneClearLine()
{
    const Copy copy("llama");
    copy.setConfig({{"model_type", "whisper"}});
    copy.setTensors([](StoredTensors& stored) {
        const StoredTensor any = stored.begin()->second;
        stored = {{"conv1.weight", any}};
    });
    const Error::Parts parts = copy.refusal();
    QCOMPARE(parts.found, std::string("\"whisper\""));
    QVERIFY2(parts.expected.find("cutaway list families") != std::string::npos, parts.expected.c_str());
}

void TestFamily::architecturesNameTheFamilyWhenModelTypeIsAbsent()
{
    const Copy copy("llama");
    copy.setConfig({{"model_type", nullptr}});
    QCOMPARE(openModel(copy.path())->family, std::string("llama"));
    copy.setConfig({{"model_type", "llama"}, {"architectures", {"BertModel"}}});
    QVERIFY(!openModel(copy.path())->notes.empty());
}

void TestFamily::missingTensorsAreNamedWithTheNearest()
{
    const Copy copy("llama");
    copy.setTensors([](StoredTensors& stored) {
        auto moved = stored.extract("model.norm.weight");
        moved.key() = "model.norms.weight";
        stored.insert(std::move(moved));
    });
    const Error::Parts parts = copy.refusal();
    QCOMPARE(parts.expected, std::string("model.norm.weight"));
    QCOMPARE(parts.found, std::string("nearest: model.norms.weight"));
}

void TestFamily::wrongShapesNameBothShapes()
{
    const Copy copy("llama");
    copy.setConfig({{"vocab_size", 68}});
    const Error::Parts parts = copy.refusal();
    QCOMPARE(parts.where, std::string("tensor \"model.embed_tokens.weight\""));
    QCOMPARE(parts.expected, std::string("68 × 42"));
    QCOMPARE(parts.found, std::string("67 × 42"));
    QCOMPARE(parts.file, copy.path("model.safetensors"));
}

void TestFamily::otherTensorsAreNoted()
{
    const Copy copy("gpt2");
    copy.setTensors([](StoredTensors& stored) {
        stored["transformer.h.0.attn.masked_bias"] = stored.at("transformer.ln_f.bias"); // a buffer of old files
        stored["score.weight"] = stored.at("transformer.ln_f.bias");
    });
    const ModelPtr model = openModel(copy.path());
    const auto noted = [&](const char* name) {
        return std::any_of(model->notes.begin(), model->notes.end(),
            [&](const std::string& note) { return note.find(name) != std::string::npos; });
    };
    QVERIFY(noted("score.weight"));
    QVERIFY(!noted("masked_bias"));
}

void TestFamily::aStoredOutputMatrixWinsOverTied()
{
    const Copy copy("llama");
    copy.setConfig({{"tie_word_embeddings", true}});
    const ModelPtr model = openModel(copy.path());
    QVERIFY(model->choices.value("output.tied") == Json(false));
    QVERIFY(model->weights.find("unembed.weight"));
    QVERIFY(!model->notes.empty());
}

void TestFamily::anEqualOutputMatrixIsTied()
{
    const Copy copy("llama-tied-biases-bf16");
    copy.setTensors([](StoredTensors& stored) { stored["lm_head.weight"] = stored.at("model.embed_tokens.weight"); });
    const ModelPtr model = openModel(copy.path());
    QVERIFY(model->choices.value("output.tied") == Json(true));
    QVERIFY(!model->weights.find("unembed.weight"));
}

void TestFamily::aTableThatIsStoredTwiceIsOne()
{
    const Copy copy("families/bart-plain");
    copy.setTensors([](StoredTensors& stored) {
        for (const char* name : {"model.encoder.embed_tokens.weight", "model.decoder.embed_tokens.weight"})
            stored[name] = stored.at("model.shared.weight");
    });
    QVERIFY(!openModel(copy.path())->weights.find("encoder.embed.weight"));
    const Copy own("families/bart-own-tables");
    QVERIFY(openModel(own.path())->weights.find("encoder.embed.weight"));
}

void TestFamily::theTargetBeginsAsTheFileOrItsClassSays()
{
    const Copy copy("families/bart-plain");
    copy.setConfig({{"decoder_start_token_id", 5}});
    QCOMPARE(openModel(copy.path())->decoderStart, 5);
    copy.setConfig({{"decoder_start_token_id", nullptr}});
    QCOMPARE(openModel(copy.path())->decoderStart, 2);
    for (const Json& wrong : {Json(37), Json(-1), Json("2"), Json(1.5), Json(1e30)}) {
        copy.setConfig({{"decoder_start_token_id", wrong}});
        const Error::Parts parts = copy.refusal();
        QCOMPARE(parts.where, std::string("decoder_start_token_id"));
        QCOMPARE(parts.file, copy.path("config.json"));
    }
}

void TestFamily::gemmaReadsOneKeyOfItsActivation()
{
    std::vector<std::string> notes;
    const auto activationOf = [&](const char* family, const Json& config) {
        return readChoices(*findFamily(huggingFaceFamilies(), family), JsonConfig(config, "config.json"), {}, notes)
            .value("activation.kind");
    };
    const Json both{{"hidden_act", "gelu"}, {"hidden_activation", "gelu_pytorch_tanh"}};
    QVERIFY(activationOf("gemma", both) == "gelu_tanh");
    QVERIFY(activationOf("gemma", {{"hidden_act", "relu"}}) == "relu");
    QVERIFY(activationOf("gemma2", both) == "gelu_tanh");
    QVERIFY(activationOf("gemma3_text", {{"hidden_act", "relu"}}) == "gelu_tanh");
}

void TestFamily::aMissingOutputMatrixIsRefused()
{
    const Copy copy("llama-tied-biases-bf16");
    copy.setConfig({{"tie_word_embeddings", false}});
    QCOMPARE(copy.refusal().problem, std::string("missing output matrix"));
}

void TestFamily::pickleFoldersAreRefused()
{
    const Copy copy("llama");
    std::filesystem::rename(copy.path("model.safetensors"), copy.path("pytorch_model.bin"));
    QVERIFY(copy.refusal().problem.find("pickle") != std::string::npos);
    std::filesystem::remove(copy.path("pytorch_model.bin"));
    QCOMPARE(copy.refusal().problem, std::string("no weights"));
}

void TestFamily::theHeadOfBertIsThereWhenItsTensorsAre()
{
    const Choices whole = openModel(golden + "bert")->choices;
    QVERIFY(whole.value("output.head") == Json("masked_language"));
    QVERIFY(whole.value("bias.output") == Json(true) && whole.value("output.tied") == Json(true));
    QVERIFY(whole.value("embedding.token_types") == Json(3));
    QVERIFY(openModel(golden + "bert-untied-f16")->choices.value("output.tied") == Json(false));

    const Copy copy("bert-no-head-old-names");
    copy.setConfig({{"tie_word_embeddings", false}}); // there is nothing to tie
    const Choices stream = openModel(copy.path())->choices;
    QVERIFY(stream.value("output.head") == Json("none"));
    QVERIFY(stream.value("bias.output") == Json(false));
}

void TestFamily::whatOneBertHasAndAnotherNotIsNoted()
{
    for (const char* folder : {"bert", "bert-untied-f16"})
        QCOMPARE(
            openModel(golden + folder)->notes, std::vector<std::string>{"there is no tokenizer.json: only ids can be given"});
    const std::vector<std::string> notes = openModel(golden + "bert-no-head-old-names")->notes;
    QVERIFY(std::any_of(notes.begin(), notes.end(),
        [](const std::string& note) { return note.find("pooler.dense.weight") != std::string::npos; }));
    QVERIFY(std::none_of(notes.begin(), notes.end(), [](const std::string& note) {
        return note.find("position_ids") != std::string::npos || note.find("architectures") != std::string::npos;
    }));
    const Copy copy("bert");
    copy.setConfig({{"architectures", {"BertForTokenClassification"}}});
    QVERIFY(openModel(copy.path())->notes.at(0).find("BertForTokenClassification") != std::string::npos);
}

QTEST_GUILESS_MAIN(TestFamily)
#include "tst_family.moc"
