#pragma once

// Subcommands: `cutaway NAME …` without a window. To add one: its file command_line/NAME_command.cpp, which defines
// NAMECommand and declares it extern, and its row in the CMakeLists.txt there. What it keeps to itself carries its name (NAMEOptions,
// runName): commands are compiled several at a time.

#include "app/command_line/arguments.h"

#include "core/base/error.h"
#include "core/io/json.h"
#include "core/run/forward.h"
#include "core/run/model.h"
#include "core/trace/intervention.h"
#include "widgets/figure/figure.h"

#include <QtGlobal>

#include <initializer_list>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace app {

/// Exit codes of contract §5.
enum ExitCode : int
{
    Done = 0,
    UsageError = 1,
    InputError = 2,
    OutputError = 3,
    Different = 4,
    Cancelled = 130
};

/// UsageError, InputError or OutputError, by the kind of the error.
ExitCode exitCodeOf(const core::Error& error);

struct Command
{
    const char* name;
    const char* summary; // one line, context "commandLine"
    const char* usage;   // "--model M [--json]", after `cutaway NAME`
    const char* example; // a whole line to copy
    std::span<const Option> options;
    std::size_t positionals = 0;

    /// Draws figures or windows, so it needs a QApplication (offscreen).
    bool (*draws)(const Arguments&);

    /// Returns the exit code; throws core::Error and core::Stopped.
    int (*run)(const Arguments& arguments, const std::stop_token& stop);
};

/// Every command, in the order of the help (commands.cpp.in).
std::span<const Command* const> commands();

/// When the first argument names a command (or asks for --help, --version): runs it, prints errors as one line, and
/// returns true with the exit code. Otherwise false: the window is wanted.
bool runCommandLine(int argc, char** argv, const std::stop_token& stop, int* exitCode);

/// Keeps what Qt remarks about the desktop from standard error, which has one line for what is wrong.
void silenceRemarks();

// What several commands share.

/// `--model`, `--set` and the context of a run, with the help of each.
inline constexpr Option modelOption{
    "--model", "MODEL", QT_TRANSLATE_NOOP("commandLine", "a name of `list models`, a folder, a .safetensors or a .gguf file")};
inline constexpr Option setOption{"--set", "KEY=VALUE",
    QT_TRANSLATE_NOOP("commandLine", "change a choice, e.g. norm.kind=rms_norm or rope.base@0-4=1e4; may be repeated")};
inline constexpr Option textOption{"--text", "TEXT", QT_TRANSLATE_NOOP("commandLine", "the text to run on")};
inline constexpr Option chatOption{"--chat", nullptr,
    QT_TRANSLATE_NOOP("commandLine", "the text is a user's message: it is put into the model's chat template")};
inline constexpr Option idsOption{"--ids", "1,2,3", QT_TRANSLATE_NOOP("commandLine", "token ids instead of a text")};
inline constexpr Option decoderTextOption{
    "--decoder-text", "TEXT", QT_TRANSLATE_NOOP("commandLine", "the target of an encoder–decoder; without it its start token")};
inline constexpr Option decoderIdsOption{
    "--decoder-ids", "1,2,3", QT_TRANSLATE_NOOP("commandLine", "token ids instead of the target's text")};
inline constexpr Option interveneOption{"--intervene", "FILE.json",
    QT_TRANSLATE_NOOP("commandLine", "a list of tensors to replace on the way, see docs/contract.md; may be repeated")};
inline constexpr Option jsonOption{"--json", nullptr, QT_TRANSLATE_NOOP("commandLine", "print JSON")};
inline constexpr Option languageOption{
    "--lang", "LANGUAGE", QT_TRANSLATE_NOOP("commandLine", "language of messages and figures")};
inline constexpr Option helpOption{"--help", nullptr, QT_TRANSLATE_NOOP("commandLine", "this help")};

/// `--slot`, else this word. Throws core::Error{Usage}.
widgets::SlotMode slotModeOf(const Arguments& arguments, const std::string& otherwise);

/// The options of a slot begin with its word: "" for A ("--text"), "b-" for B ("--b-text").
using SlotWord = std::string;

/// The model that was said: a plain word, or `--model`; nothing when neither was. Throws core::Error{Usage} for both.
std::optional<std::string> modelIn(const Arguments& arguments);
std::string requiredModel(const Arguments& arguments); // throws core::Error{Usage} for nothing, too

/// The model with all `--set`s applied together, on top of `beside`. Throws core::Error.
core::SetupPtr setupOf(
    const Arguments& arguments, const std::string& model, const SlotWord& slot = {}, const core::Choices& beside = {});

/// All `--set`s, for a model of this many layers. Throws core::Error{Usage}.
core::Choices choicesOf(const Arguments& arguments, int layers, const SlotWord& slot = {});

/// Ids of a text as a user's message in the chat template of the model. Throws core::Error, also where there is none. REQUIRES:
/// it has a tokenizer.
std::vector<core::TokenId> chatIds(const core::Model& model, const std::string& text);

/// `--text`, with `--chat` as a message, or `--ids`, exactly one of them. Throws core::Error.
std::vector<core::TokenId> idsOf(const Arguments& arguments, const core::Model& model, const SlotWord& slot = {});

/// `--text` and `--decoder-text`, or their ids. Throws core::Error, also for a target that the model has no use for.
core::ForwardInput inputOf(const Arguments& arguments, const core::Setup& setup, const SlotWord& slot = {});

/// The lists of all `--intervene` (or `--b-intervene`, as `option` says), one behind the other, as they are written into `output`.
/// Throws core::Error.
std::vector<core::Intervention> interventionsOf(const Arguments& arguments, const char* option, const std::string& output);

/// What was assumed or ignored when the model was opened, a line each, on standard error; for the end of a command that
/// succeeded, because a failure has one line.
void sayNotes(const core::Model& model);

/// Bytes of "512M", "2G", "1000000". Throws core::Error{Usage}.
std::size_t bytesOf(const std::string& option, const std::string& text);

/// One line of JSON, or of text in parts, on standard output.
void printJson(const core::Json& json);
void print(std::initializer_list<std::string_view> parts);
inline void print(std::string_view line) { print({line}); }

/// A label and its value, indented; values stand below each other.
void printRow(const std::string& label, const std::string& value);

/// Text of the command line in the current language.
std::string say(const char* english);

} // namespace app
