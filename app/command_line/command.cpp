#include "app/command_line/command.h"

#include "app/base/error_text.h"
#include "app/base/languages.h"
#include "app/base/model_names.h"
#include "app/command_line/window_options.h"

#include "core/files/tokenizers/chat_template.h"
#include "core/files/tokenizers/tokenizer_folder.h"
#include "widgets/figure/sides.h"

#include <QApplication>
#include <QString>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <new>

namespace app {

namespace {

std::string padded(const std::string& text, std::size_t width)
{
    return text + std::string(width > text.size() + 1 ? width - text.size() : 2, ' ');
}

void printHelp(const Command& command)
{
    print(say(command.summary));
    print({"\n  cutaway ", command.name, " ", command.usage, "\n"});
    for (const Option& option : command.options) {
        std::string name = option.name;
        if (option.value)
            name.append(" ").append(option.value);
        print({"  ", padded(name, 26), " ", say(option.help)});
    }
    print({"\n", say(QT_TRANSLATE_NOOP("commandLine", "Example:")), "\n  ", command.example});
}

void printOverview()
{
    print(say(QT_TRANSLATE_NOOP("commandLine", "Cutaway: a running Transformer with the casing cut away.")));
    print({"\n  cutaway [MODEL | FOLDER | FILE]    ", say(QT_TRANSLATE_NOOP("commandLine", "the window"))});
    for (const Command* command : commands())
        print({"  cutaway ", padded(command->name, 27), say(command->summary)});

    print({"\n", say(QT_TRANSLATE_NOOP("commandLine", "`cutaway COMMAND --help` says more. Options of the window:"))});
    for (const Option& option : windowOptions)
        print({"  ", padded(std::string(option.name).append(" ").append(option.value), 35), say(option.help)});
}

int fail(const core::Error& error)
{
    std::fprintf(stderr, "%s\n", errorText(error.parts()).toUtf8().constData());
    return exitCodeOf(error);
}

/// A result is lost when the reader of standard output received only half of it.
int flushed(int exitCode)
{
    if (std::fflush(stdout) == 0 && std::ferror(stdout) == 0)
        return exitCode;
    return exitCode != Done ? exitCode
                            : fail(core::Error({core::ErrorKind::Output, "stdout", {}, CUTAWAY_TR("cannot be written")}));
}

/// Qt's remarks about the desktop that is not there must not mix with our one line of error.
void onlyGraveMessages(QtMsgType type, const QMessageLogContext&, const QString& text)
{
    if (type == QtCriticalMsg || type == QtFatalMsg)
        std::fprintf(stderr, "%s\n", text.toUtf8().constData());
}

int runCommand(const Command& command, const std::vector<std::string>& words, int argc, char** argv, const std::stop_token& stop)
{
    // The language first, as it is named, so that even a complaint about the words themselves is understood.
    QString language = "en";
    for (std::size_t i = 0; i < words.size(); ++i)
        if (words[i] == "--lang" && i + 1 < words.size())
            language = QString::fromStdString(words[i + 1]);
        else if (words[i].starts_with("--lang="))
            language = QString::fromStdString(words[i].substr(7));

    silenceRemarks();
    std::unique_ptr<QCoreApplication> application;
    try {
        std::unique_ptr<core::Error> wrongWords;
        std::unique_ptr<Arguments> arguments;
        const bool wantsHelp = std::ranges::find(words, "--help") != words.end();
        try {
            arguments = std::make_unique<Arguments>(command.options, command.positionals, words);
        } catch (const core::Error& error) {
            wrongWords = std::make_unique<core::Error>(error);
        }

        // Figures are drawn without a display, the same with and without one; engine commands start in milliseconds.
        if (arguments && !wantsHelp && command.draws && command.draws(*arguments)) {
            qputenv("QT_QPA_PLATFORM", "offscreen");
            for (const char* scaling : {"QT_SCALE_FACTOR", "QT_FONT_DPI", "QT_SCREEN_SCALE_FACTORS"})
                qunsetenv(scaling);
            application = std::make_unique<QApplication>(argc, argv);
        } else {
            application = std::make_unique<QCoreApplication>(argc, argv);
        }
        setLanguage(isLanguage(language) ? language : "en");

        if (wantsHelp) {
            printHelp(command);
            return flushed(Done);
        }
        if (wrongWords)
            throw *wrongWords;
        if (!isLanguage(language))
            throw core::Error(
                {core::ErrorKind::Usage, {}, "--lang", CUTAWAY_TR("unknown language"), languageWords(), language.toStdString()});
        return flushed(command.run(*arguments, stop));
    } catch (const core::Stopped&) {
        std::fprintf(stderr, "%s\n", say(QT_TRANSLATE_NOOP("commandLine", "cancelled")).c_str());
        return Cancelled;
    } catch (const core::Error& error) {
        return fail(error);
    } catch (const std::bad_alloc&) {
        return fail(core::Error({.problem = CUTAWAY_TR("there is not enough memory")}));
    } catch (const std::exception& error) {
        return fail(core::Error({core::ErrorKind::Output, {}, command.name, CUTAWAY_TR("the pass failed"), {}, error.what()}));
    }
}

} // namespace

ExitCode exitCodeOf(const core::Error& error)
{
    return error.kind() == core::ErrorKind::Usage ? UsageError
        : error.kind() == core::ErrorKind::Output ? OutputError
                                                  : InputError;
}

void silenceRemarks() { qInstallMessageHandler(onlyGraveMessages); }

bool runCommandLine(int argc, char** argv, const std::stop_token& stop, int* exitCode)
{
    const std::vector<std::string> words(argv + std::min(argc, 1), argv + argc);
    const std::string first = words.empty() ? "" : words[0];
    for (const Command* command : commands())
        if (first == command->name) {
            *exitCode = runCommand(*command, {words.begin() + 1, words.end()}, argc, argv, stop);
            return true;
        }
    if (first == "--version") {
        print("cutaway " CUTAWAY_VERSION);
        *exitCode = flushed(Done);
        return true;
    }
    if (first == "-h" || first == "help" || std::ranges::find(words, "--help") != words.end()) { // also `cutaway MODEL --help`
        const QCoreApplication application(argc, argv);
        const auto language = std::ranges::find(words, "--lang");
        const QString said
            = language != words.end() && language + 1 != words.end() ? QString::fromStdString(language[1]) : QString();
        setLanguage(isLanguage(said) ? said : "en");
        printOverview();
        *exitCode = flushed(Done);
        return true;
    }
    return false;
}

widgets::SlotMode slotModeOf(const Arguments& arguments, const std::string& otherwise)
{
    const std::string word = arguments.text("--slot").value_or(otherwise);
    const std::optional<widgets::SlotMode> mode = widgets::slotModeOf(QString::fromStdString(word));
    if (!mode)
        refuse("--slot", CUTAWAY_TR("unknown value"), widgets::slotModeWords().join(QStringLiteral(", ")).toStdString(), word);
    return *mode;
}

core::Choices choicesOf(const Arguments& arguments, int layers, const SlotWord& slot)
{
    core::Choices choices;
    const std::vector<std::string> assignments = arguments.all("--" + slot + "set");
    // A number of layers that is said counts for `key@layers` of every other --set, wherever it stands.
    for (const std::string& assignment : assignments)
        if (assignment.starts_with("sizes.layers=")) {
            choices.setText(assignment, layers);
            layers = choices.value("sizes.layers").get<int>();
        }
    for (const std::string& assignment : assignments)
        if (!assignment.starts_with("sizes.layers="))
            choices.setText(assignment, layers);
    return choices;
}

std::optional<std::string> modelIn(const Arguments& arguments)
{
    const std::vector<std::string>& words = arguments.positionals();
    if (words.empty())
        return arguments.text("--model");
    if (arguments.has("--model"))
        refuse("--model", CUTAWAY_TR("the model is given twice"), words.front(), *arguments.text("--model"));
    return words.front();
}

std::string requiredModel(const Arguments& arguments)
{
    const std::optional<std::string> model = modelIn(arguments);
    return model && !model->empty() ? *model : arguments.required("--model");
}

core::SetupPtr setupOf(const Arguments& arguments, const std::string& model, const SlotWord& slot, const core::Choices& beside)
{
    const core::ModelPtr opened = openModel(model);
    const core::Json layers = opened->choices.value("sizes.layers");
    core::Choices said = beside;
    said.merge(choicesOf(arguments, layers.is_number_integer() ? layers.get<int>() : 1, slot));
    return core::configure(opened, said);
}

std::vector<core::TokenId> chatIds(const core::Model& model, const std::string& text)
{
    return model.tokenizer->encode(core::inChatOf(model.path, text), /*special=*/false);
}

namespace {

enum class Part
{
    Text,
    Chat, // a user's message
    Target
};

/// The ids of a text or those given; REQUIRES one of the options.
std::vector<core::TokenId> idsOf(
    const Arguments& arguments, const core::Model& model, const std::string& textName, const std::string& idsName, Part part)
{
    if (!arguments.has(idsName)) {
        if (!model.tokenizer) {
            const std::string unread = core::unreadVocabulary(model.path);
            throw core::Error({.file = model.path,
                .problem = CUTAWAY_TR("the model has no tokenizer, so only token ids can be given"),
                .expected = unread.empty() ? "" : "tokenizer.json",
                .found = unread.empty() ? "" : unread + " alone"});
        }
        const std::string text = *arguments.text(textName);
        if (part == Part::Chat)
            return chatIds(model, text);
        return part == Part::Target ? model.tokenizer->encodeTarget(text) : model.tokenizer->encode(text);
    }
    std::vector<core::TokenId> ids;
    for (const long id : integerList(idsName, *arguments.text(idsName), 0, 0x7fffffff))
        ids.push_back(core::TokenId(id));
    return ids;
}

} // namespace

std::vector<core::TokenId> idsOf(const Arguments& arguments, const core::Model& model, const SlotWord& slot)
{
    const std::string text = "--" + slot + "text", ids = "--" + slot + "ids";
    if (arguments.has(ids) == arguments.has(text))
        throw core::Error({core::ErrorKind::Usage, {}, {}, CUTAWAY_TR("give the input once"), text + " TEXT, " + ids + " 1,2,3"});
    const std::string chat = "--" + slot + "chat";
    if (arguments.has(chat) && arguments.has(ids))
        refuse(chat, CUTAWAY_TR("a chat template takes a text"), text + " TEXT", ids);
    return idsOf(arguments, model, text, ids, arguments.has(chat) ? Part::Chat : Part::Text);
}

core::ForwardInput inputOf(const Arguments& arguments, const core::Setup& setup, const SlotWord& slot)
{
    core::ForwardInput input{idsOf(arguments, *setup.model, slot), {}};
    const std::string text = "--" + slot + "decoder-text", ids = "--" + slot + "decoder-ids";
    const bool hasIds = arguments.has(ids), hasText = arguments.has(text);
    if (!hasIds && !hasText)
        return input;
    if (!setup.config.hasEncoder())
        throw core::Error(
            {core::ErrorKind::Usage, {}, hasIds ? ids : text, CUTAWAY_TR("only an encoder–decoder has a target of its own"),
                "topology=encoder_decoder", "topology=" + core::describe(setup.config).value("topology").get<std::string>()});
    if (hasIds && hasText)
        throw core::Error(
            {core::ErrorKind::Usage, {}, {}, CUTAWAY_TR("give the target once"), text + " TEXT, " + ids + " 1,2,3"});
    input.decoderIds = idsOf(arguments, *setup.model, text, ids, Part::Target);
    return input;
}

std::vector<core::Intervention> interventionsOf(const Arguments& arguments, const char* option, const std::string& output)
{
    std::vector<core::Intervention> interventions;
    for (const std::string& file : arguments.all(option))
        for (core::Intervention& one : core::interventionsIn(output, core::readInterventions(file)))
            interventions.push_back(std::move(one));
    return interventions;
}

void sayNotes(const core::Model& model)
{
    for (const std::string& note : model.notes)
        std::fprintf(stderr, "%s\n", coreText(note).toUtf8().constData());
}

std::size_t bytesOf(const std::string& option, const std::string& text)
{
    static constexpr std::string_view units = "KMGT";
    std::size_t used = 0;
    double value = 0;
    try {
        value = std::stod(text, &used);
    } catch (const std::exception&) {
        used = 0;
    }
    double factor = 1;
    if (used > 0 && used < text.size())
        if (const std::size_t unit = units.find(text[used]); unit != std::string_view::npos) {
            for (std::size_t i = 0; i <= unit; ++i)
                factor *= 1024;
            ++used;
        }
    if (used == 0 || used != text.size() || !(value > 0 && value * factor < 9e18))
        throw core::Error({core::ErrorKind::Usage, {}, option, CUTAWAY_TR("not a size in bytes"), "512M, 2G", text});
    return std::size_t(value * factor);
}

void printJson(const core::Json& json) { print(core::writeJson(json)); }

void print(std::initializer_list<std::string_view> parts)
{
    for (const std::string_view part : parts)
        std::fwrite(part.data(), 1, part.size(), stdout);
    std::fputc('\n', stdout);
}

std::string say(const char* english) { return QCoreApplication::translate("commandLine", english).toStdString(); }

void printRow(const std::string& label, const std::string& value)
{
    // Chinese letters are two columns wide and three bytes long.
    std::size_t columns = 0;
    for (const char32_t letter : QString::fromStdString(label).toUcs4())
        columns += letter >= 0x2e80 ? 2 : 1;
    print({"  ", label, std::string(columns < 30 ? 30 - columns : 1, ' '), value});
}

} // namespace app
