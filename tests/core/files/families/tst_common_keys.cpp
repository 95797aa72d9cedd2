#include "core/files/families/common_keys.h"

#include "core/files/families/family.h"
#include "tests/core/support/model_copy.h"

#include <QDir>
#include <QTest>

#include <map>

using namespace core;

namespace {

/// A folder of the test data for each family, by its id.
std::map<std::string, std::string> folderOfEachFamily()
{
    std::map<std::string, std::string> folders;
    const QDir all(TEST_DATA "/families");
    for (const QString& name : all.entryList(QDir::Dirs | QDir::NoDotAndDotDot))
        if (all.exists(name + "/model.safetensors") && all.exists(name + "/config.json"))
            folders.emplace(openModel(all.filePath(name).toStdString())->family, "families/" + name.toStdString());
    return folders;
}

/// What the keys of every class mean for a model of this topology.
struct Meaning
{
    const char* key;
    Json value;
    bool (*runs)(const Json& topology);
};

const std::vector<Meaning>& meanings()
{
    static const auto never = [](const Json&) { return false; };
    static const auto always = [](const Json&) { return true; };
    static const std::vector<Meaning> table{
        {"is_causal", true, [](const Json& topology) { return topology != "encoder"; }},
        {"is_causal", false, [](const Json& topology) { return topology == "encoder"; }},
        {"use_bidirectional_attention", false, always},
        {"is_decoder", true, [](const Json& topology) { return topology == "causal_decoder"; }},
        {"is_decoder", false, always},
        {"add_cross_attention", true, [](const Json& topology) { return topology == "encoder_decoder"; }},
        {"add_cross_attention", false, always},
        {"is_encoder_decoder", true, [](const Json& topology) { return topology == "encoder_decoder"; }},
        {"is_encoder_decoder", false, [](const Json& topology) { return topology != "encoder_decoder"; }},
        {"tie_encoder_decoder", true, never},
        {"tie_encoder_decoder", false, always},
        {"pruned_heads", {{"0", {1}}}, never},
        {"pruned_heads", Json::object(), always},
        {"per_layer_config", {{"0", {{"num_attention_heads", 1}}}}, never},
        {"chunk_size_feed_forward", 3, always},
    };
    return table;
}

} // namespace

class TestCommonKeys : public QObject
{
    Q_OBJECT

private slots:
    void keysOfEveryClassRunOrAreRefusedByName();
};

void TestCommonKeys::keysOfEveryClassRunOrAreRefusedByName()
{
    const std::map<std::string, std::string> folders = folderOfEachFamily();
    std::string wrong;
    for (const Family& family : huggingFaceFamilies()) {
        const auto folder = folders.find(family.id);
        QVERIFY2(folder != folders.end(), family.id.c_str());
        for (const Meaning& meaning : meanings()) {
            const ModelCopy copy(folder->second);
            const Json topology = openModel(copy.path())->choices.value("topology");
            copy.setConfig({{meaning.key, meaning.value}});
            const Error::Parts refused = copy.refusal();
            // Two classes have no decoder to switch to, and say so.
            const bool hasOwnWord
                = meaning.key == std::string("is_decoder") && (family.id == "gpt_neox" || family.id == "biogpt");
            const bool runs = meaning.runs(topology) && !(hasOwnWord && meaning.value == Json(true));
            if (runs ? !refused.problem.empty() : refused.where != meaning.key)
                wrong += family.id + ": " + meaning.key + " = " + writeJson(meaning.value)
                    + (runs ? " is refused: " + refused.where + " " + refused.problem : " is not refused by name") + "\n";
        }
    }
    QVERIFY2(wrong.empty(), wrong.c_str());
}

QTEST_GUILESS_MAIN(TestCommonKeys)
#include "tst_common_keys.moc"
