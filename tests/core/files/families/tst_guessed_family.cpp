// What is read of a folder whose family is unknown: the same numbers as under its own name, or nothing.

#include "core/files/families/unknown_family.h"

#include "core/run/forward.h"
#include "tests/core/support/model_copy.h"

#include <QDir>
#include <QTest>

#include <algorithm>

using namespace core;

namespace {

const QDir folders(TEST_DATA "/families");

QStringList checkpoints()
{
    QStringList names;
    for (const QString& name : folders.entryList(QDir::Dirs | QDir::NoDotAndDotDot))
        if (folders.exists(name + "/model.safetensors") && folders.exists(name + "/config.json"))
            names << name;
    return names;
}

/// Another type for the model, and for the language part of a larger one.
void invent(const ModelCopy& copy, const char* type)
{
    Json changes = {{"model_type", type}, {"architectures", nullptr}};
    if (std::optional<Json> inner = JsonConfig(readConfigDocument(copy.path("config.json")), "").value("text_config")) {
        (*inner)["model_type"] = type;
        changes["text_config"] = *inner;
    }
    copy.setConfig(changes);
}

/// The last tensor of a run.
std::vector<float> endOf(const ModelPtr& model)
{
    ForwardInput input;
    input.ids = {3, 1, 12, 1, 6, 2, 9};
    input.decoderIds = {0, 4, 5};
    const std::shared_ptr<Trace> trace = forward(*configure(model, {}), input);
    const std::span<const float> values = trace->entries().back().tensor.values();
    return {values.begin(), values.end()};
}

/// How a folder with other keys is refused; an empty problem when it is read.
Error::Parts refusalWith(const char* folder, const Json& changes)
{
    const ModelCopy copy(folder);
    copy.setConfig(changes);
    return copy.refusal();
}

} // namespace

class TestGuessedFamily : public QObject
{
    Q_OBJECT

private slots:
    void underAnInventedTypeNumbersStayOrNothingIsRead_data();
    void underAnInventedTypeNumbersStayOrNothingIsRead();
    void someFoldersAreStillRead();
    void classesThatLookLikeOthersAreRefused_data();
    void classesThatLookLikeOthersAreRefused();
    void anOldLlamaUnderAnotherNameIsALlama();
    void refusalsStayReadable();
};

void TestGuessedFamily::underAnInventedTypeNumbersStayOrNothingIsRead_data()
{
    QTest::addColumn<QString>("folder");
    for (const QString& name : checkpoints())
        QTest::newRow(qPrintable(name)) << "families/" + name;
}

void TestGuessedFamily::underAnInventedTypeNumbersStayOrNothingIsRead()
{
    QFETCH(QString, folder);
    const ModelCopy copy(folder.toStdString());
    const ModelPtr known = openModel(copy.path());
    QVERIFY(known->guessedType.empty());
    invent(copy, "orca9");
    const Error::Parts refused = copy.refusal();
    if (!refused.problem.empty()) {
        QCOMPARE(QString::fromStdString(refused.where), QStringLiteral("model_type"));
        QVERIFY2(refused.expected.size() < 600, refused.expected.c_str());
        return;
    }
    const ModelPtr guessed = openModel(copy.path());
    QCOMPARE(guessed->guessedType, std::string("orca9"));
    const std::vector<float> a = endOf(known), b = endOf(guessed);
    QVERIFY2(a == b, ("read as " + guessed->family).c_str());
}

void TestGuessedFamily::someFoldersAreStillRead()
{
    int read = 0;
    for (const char* folder : {"llama", "gpt2", "bert", "families/granite-plain", "families/gemma2-plain", "families/qwen3-plain",
             "families/deepseek_v3-yarn-v4", "families/t5-plain"})
        read += refusalWith(folder, {{"model_type", "orca9"}, {"architectures", nullptr}}).problem.empty();
    QVERIFY2(read >= 5, std::to_string(read).c_str());
}

void TestGuessedFamily::classesThatLookLikeOthersAreRefused_data()
{
    QTest::addColumn<QString>("folder");
    QTest::addColumn<QByteArray>("changes");
    QTest::addColumn<QString>("obstacle");
    const auto row = [](const char* folder, const char* type, const char* changes, const char* obstacle) {
        QTest::newRow(type) << folder << QByteArray(changes) << obstacle;
    };
    row("families/mistral-window", "ministral3", R"({"model_type":"ministral3","rope_parameters":{"rope_type":"default",
        "rope_theta":5000.0,"llama_4_scaling_beta":0.1}})",
        "rope_parameters.llama_4_scaling_beta");
    row("llama", "eurobert", R"({"model_type":"eurobert","mask_token_id":5,"classifier_pooling":"late"})", "classifier_pooling");
    row("llama", "eurobert, masked", R"({"model_type":"eurobert","architectures":["EuroBertForMaskedLM"]})", "architectures");
    row("families/deepseek_v3-yarn-v4", "minicpm3",
        R"({"model_type":"minicpm3","scale_emb":12,"scale_depth":1.4,"dim_model_base":256})", "dim_model_base");
    row("families/deepseek_v3-yarn-v4", "widths that do not follow", R"({"model_type":"orca9","qk_head_dim":12})", "qk_head_dim");
    row("families/nemotron-plain", "jais2", R"({"model_type":"jais2","norm_eps":null,"layer_norm_eps":1e-5})", "layer_norm_eps");
    row("families/granite-plain", "hyperclovax", R"({"model_type":"hyperclovax","use_post_norm":false})", "use_post_norm");
}

void TestGuessedFamily::classesThatLookLikeOthersAreRefused()
{
    QFETCH(QString, folder);
    QFETCH(QByteArray, changes);
    QFETCH(QString, obstacle);
    const ModelCopy copy(folder.toStdString());
    copy.setConfig(Json::parse(changes.toStdString()));
    const Error::Parts refused = copy.refusal();
    QCOMPARE(QString::fromStdString(refused.where), QStringLiteral("model_type"));
    QVERIFY2(QString::fromStdString(refused.expected).contains(obstacle), refused.expected.c_str());
}

void TestGuessedFamily::anOldLlamaUnderAnotherNameIsALlama()
{
    const ModelCopy copy("families/llama-plain");
    const std::vector<float> numbers = endOf(openModel(copy.path()));
    copy.setConfig({{"model_type", "Yi"}, {"architectures", {"YiForCausalLM"}}});
    for (const bool isOld : {false, true}) {
        if (isOld)
            copy.setConfig({{"attention_bias", nullptr}, {"mlp_bias", nullptr}, {"head_dim", nullptr},
                {"pretraining_tp", nullptr}, {"rope_parameters", nullptr}, {"rope_theta", 5000.0}});
        const ModelPtr model = openModel(copy.path());
        QCOMPARE(model->guessedType, std::string("Yi"));
        QVERIFY(endOf(model) == numbers);
    }
}

void TestGuessedFamily::refusalsStayReadable()
{
    const TemporaryFolder folder;
    folder.write("config.json", R"({"model_type":"lama"})");
    const Error::Parts refused = refusalOf([&] { openModel(folder.path()); });
    QVERIFY2(refused.expected.find("llama") != std::string::npos && refused.expected.find("list families") != std::string::npos
            && refused.expected.size() < 120,
        refused.expected.c_str());
}

QTEST_GUILESS_MAIN(TestGuessedFamily)
#include "tst_guessed_family.moc"
