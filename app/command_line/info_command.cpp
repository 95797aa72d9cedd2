#include "app/command_line/command.h"

#include "app/base/error_text.h"
#include "app/command_line/atlas_json.h"
#include "app/command_line/model_json.h"

#include "core/files/library/replica.h"
#include "core/files/tokenizers/chat_template.h"
#include "core/io/shown_text.h"
#include "core/run/cost.h"
#include "core/run/forward.h"
#include "core/run/weights_choice.h"
#include "core/run/weights_in_memory.h"
#include "core/text/ordinary_ids.h"

#include <QCoreApplication>
#include <QLocale>

#include <map>
#include <optional>

namespace app {

namespace {

constexpr Option infoOptions[] = {modelOption, setOption, jsonOption, languageOption, helpOption};

core::Json tensors(const core::Setup& setup, const core::WeightsInMemory& held)
{
    core::Json rows = core::Json::array();
    for (const core::WeightSpec& spec : setup.specs) {
        const core::WeightTensor& tensor = setup.weights.at(spec.name);
        rows.push_back({{"name", spec.name}, {"shape", spec.shape}, {"dtype", tensor.source().dtype()},
            {"source", tensor.source().origin()}, {"form", held.wordOf(tensor)},
            {"bytes", spec.sharedWith.empty() ? held.bytesOf(tensor) : 0},
            {"stored_bytes", tensor.bytes(core::MatrixForm::Stored)}});
    }
    return rows;
}

/// In which form the weights would be in memory, and what they take in each form.
core::Json weightsInMemory(const core::Setup& setup, const core::WeightsInMemory& held)
{
    return {{"form", held.word()}, {"float32_bytes", core::WeightsInMemory::bytes(setup, core::MatrixForm::Packed)},
        {"stored_bytes", core::WeightsInMemory::bytes(setup, core::MatrixForm::Stored)}};
}

core::Json infoJson(const core::Setup& setup)
{
    const core::Cost cost = core::costOf(setup.config);
    const auto held = core::WeightsInMemory::of(setup, core::WeightsInMemory::ordinaryBudget());
    core::Json info{{"model", setup.model->name}, {"family", setup.model->family}, {"choices", runningChoices(setup).toJson()},
        {"parameters", parametersJson(setup)}, {"flops_per_token", std::int64_t(cost.flopsPerToken)},
        {"attention_flops_per_token_per_position", std::int64_t(cost.attentionFlopsPerTokenPerPosition)},
        {"kv_cache_bytes_per_token", cost.cacheBytesPerToken}, {"tensors", tensors(setup, held)}, {"dtype", setup.model->dtype},
        {"trained", setup.model->trained}, {"notes", setup.model->notes}, {"weights", weightsJson(setup.origin)},
        {"weights_in_memory", weightsInMemory(setup, held)}};
    const std::string& path = setup.model->path;
    const auto history = path.empty() ? std::nullopt : core::trainingHistoryOf(path);
    if ((path.empty() || history) && setup.model->tokenizer) {
        const core::IdRange ordinary = core::ordinaryIds(*setup.model->tokenizer);
        info["ordinary_ids"] = {ordinary.first, ordinary.last};
    }
    if (const std::optional<core::ChatFormat> format = core::readChatTemplate(path))
        info["chat_template"] = format->source;
    if (core::replicated(setup.model->name))
        info["full_size"] = fullSizeJson(setup);
    if (history)
        info["unseen_ids"] = history->unseenIds;
    return info;
}

/// Whose weights run, and the choices in which the run departs from their training.
void printOrigin(const core::WeightsOrigin& origin)
{
    if (origin.how == core::WeightsOrigin::How::Seeded)
        return;
    printRow(say(QT_TRANSLATE_NOOP("commandLine", "weights of")), origin.model);
    for (const core::ChangedChoice& choice : origin.changed)
        printRow("  " + choice.key,
            QCoreApplication::translate("commandLine", "trained with %1, run as %2")
                .arg(QString::fromStdString(core::plainText(choice.trainedWith)),
                    QString::fromStdString(core::plainText(choice.runAs)))
                .toStdString());
}

/// A program from the file: only its text, and nothing in it that a terminal obeys.
void printTemplate(const std::string& text)
{
    print({"\n", say(QT_TRANSLATE_NOOP("commandLine", "Chat template (--chat applies it)"))});
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find('\n', at), text.size());
        print({"  ", core::shownText(text.substr(at, end - at), end - at)});
        at = end + 1;
    }
}

const char* heldAs(const std::string& form)
{
    if (form == "read when used")
        return QT_TRANSLATE_NOOP("commandLine", "read from the file when used");
    if (form == "stored")
        return QT_TRANSLATE_NOOP("commandLine", "as stored");
    return form == "float32" ? QT_TRANSLATE_NOOP("commandLine", "in float32")
                             : QT_TRANSLATE_NOOP("commandLine", "in float32, and as stored for single tokens");
}

std::string bytesText(double bytes) { return QLocale().formattedDataSize(qint64(bytes)).toStdString(); }

/// By stored type, in which form tensors are in memory.
void printForms(const core::Json& tensors)
{
    std::map<std::pair<std::string, std::string>, std::pair<int, double>> forms; // count and bytes by type and form
    for (const core::Json& tensor : tensors) {
        auto& [count, bytes] = forms[{tensor["dtype"].get<std::string>(), tensor["form"].get<std::string>()}];
        ++count;
        bytes += tensor["bytes"].get<double>();
    }
    print({"\n", say(QT_TRANSLATE_NOOP("commandLine", "Weights in memory"))});
    for (const auto& [form, sum] : forms)
        printRow(std::to_string(sum.first) + " × " + form.first, bytesText(sum.second) + ", " + say(heldAs(form.second)));
}

void printInfo(const core::Setup& setup, const core::Json& info)
{
    const QLocale locale;
    const auto number = [&](const core::Json& value) { return locale.toString(qint64(value.get<std::int64_t>())).toStdString(); };

    const core::Index tokens = 16;
    print({setup.model->name, setup.model->trained ? "" : "  ",
        setup.model->trained ? "" : say(QT_TRANSLATE_NOOP("commandLine", "untrained: seeded weights"))});
    printRow(say(QT_TRANSLATE_NOOP("commandLine", "family")), info["family"]);
    if (!setup.model->path.empty())
        printRow(say(QT_TRANSLATE_NOOP("commandLine", "path")), setup.model->path);
    printRow(say(QT_TRANSLATE_NOOP("commandLine", "stored as")), setup.model->dtype);
    printOrigin(setup.origin);
    printRow(say(QT_TRANSLATE_NOOP("commandLine", "parameters")), number(info["parameters"]["total"]));
    const std::pair<const char*, const char*> parts[] = {{"embedding", QT_TRANSLATE_NOOP("commandLine", "of these, embeddings")},
        {"attention", QT_TRANSLATE_NOOP("commandLine", "… attention")}, {"mixer", QT_TRANSLATE_NOOP("commandLine", "… mixers")},
        {"feed_forward", QT_TRANSLATE_NOOP("commandLine", "… feed-forward")},
        {"norm", QT_TRANSLATE_NOOP("commandLine", "… norms")}, {"output", QT_TRANSLATE_NOOP("commandLine", "… output")}};
    for (const auto& [part, label] : parts)
        if (info["parameters"][part] != 0)
            printRow(say(label), number(info["parameters"][part]));
    if (info["parameters"]["active"] != info["parameters"]["total"])
        printRow(say(QT_TRANSLATE_NOOP("commandLine", "a token uses")), number(info["parameters"]["active"]));
    printRow(say(QT_TRANSLATE_NOOP("commandLine", "FLOPs per token")), number(info["flops_per_token"]));
    printRow(say(QT_TRANSLATE_NOOP("commandLine", "… and per earlier position")),
        number(info["attention_flops_per_token_per_position"]));
    if (info["kv_cache_bytes_per_token"] != 0)
        printRow(say(QT_TRANSLATE_NOOP("commandLine", "key-value cache per token")),
            bytesText(double(info["kv_cache_bytes_per_token"])));
    const core::Json& weights = info["weights_in_memory"];
    printRow(say(QT_TRANSLATE_NOOP("commandLine", "memory of all weights")),
        bytesText(weights["float32_bytes"].get<double>()) + " " + say(QT_TRANSLATE_NOOP("commandLine", "in float32")) + ", "
            + bytesText(weights["stored_bytes"].get<double>()) + " " + say(QT_TRANSLATE_NOOP("commandLine", "as stored")));
    printRow(say(QT_TRANSLATE_NOOP("commandLine", "memory of a full trace")),
        bytesText(double(core::plan(setup.config, tokens).traceBytes())) + " ("
            + QCoreApplication::translate("commandLine", "%n token(s)", nullptr, int(tokens)).toStdString() + ")");

    if (info.contains("full_size"))
        printFullSize(setup, info["full_size"]);
    print({"\n", say(QT_TRANSLATE_NOOP("commandLine", "Choices"))});
    const core::Choices choices = runningChoices(setup);
    for (const auto& [key, value] : choices.all())
        printRow(key, core::plainText(value));

    printForms(info["tensors"]);
    std::map<std::string, int> sources;
    for (const core::Json& tensor : info["tensors"])
        ++sources[tensor["source"].get<std::string>()];
    print({"\n", say(QT_TRANSLATE_NOOP("commandLine", "Tensors by source"))});
    for (const auto& [source, count] : sources)
        printRow(source, std::to_string(count));

    if (info.contains("chat_template"))
        printTemplate(info["chat_template"]);

    if (!setup.model->notes.empty())
        print({"\n", say(QT_TRANSLATE_NOOP("commandLine", "Assumed or ignored"))});
    for (const std::string& note : setup.model->notes)
        print({"  ", coreText(note).toStdString()});
}

int runInfo(const Arguments& arguments, const std::stop_token&)
{
    const core::SetupPtr setup = setupOf(arguments, requiredModel(arguments));
    const core::Json info = infoJson(*setup);
    if (arguments.has("--json"))
        printJson(info);
    else
        printInfo(*setup, info);
    return Done;
}

} // namespace

extern const Command infoCommand;
const Command infoCommand{"info",
    QT_TRANSLATE_NOOP("commandLine", "every choice of a model, its size, its cost and the memory it takes"),
    "M [--set K=V …] [--json]", "cutaway info smollm2", infoOptions, 1, nullptr, runInfo};

} // namespace app
