// `cutaway manual`: the manual page as roff, made from the tables of the window and of the commands.

#include "app/command_line/completions.h"
#include "app/command_line/window_options.h"

#include <iterator>

namespace app {

namespace {

constexpr Option manualOptions[] = {languageOption, helpOption};

struct Entry
{
    const char* term;
    const char* text; // context "commandLine"
};

constexpr Entry files[] = {
    {"../share/cutaway/models", QT_TRANSLATE_NOOP("commandLine", "the models that come with the program, beside its own folder")},
    {"~/.local/share/cutaway/models",
        QT_TRANSLATE_NOOP("commandLine", "the user's own models, a folder each; cutaway-get puts published ones there")},
    {"~/.config/cutaway/cutaway.conf",
        QT_TRANSLATE_NOOP(
            "commandLine", "language, theme and layout of the window; no other file is written without being asked")}};

constexpr Entry environment[]
    = {{"CUTAWAY_DATA_DIR", QT_TRANSLATE_NOOP("commandLine", "the data folder, instead of ~/.local/share/cutaway")},
        {"XDG_DATA_HOME", QT_TRANSLATE_NOOP("commandLine", "the folder of all programs' data, instead of ~/.local/share")},
        {"DISPLAY, WAYLAND_DISPLAY",
            QT_TRANSLATE_NOOP("commandLine", "where the window opens; figures and every other command need none")}};

constexpr Entry exitCodes[] = {{"0", QT_TRANSLATE_NOOP("commandLine", "done")},
    {"1", QT_TRANSLATE_NOOP("commandLine", "wrong words on the command line")},
    {"2", QT_TRANSLATE_NOOP("commandLine", "a model or a file that cannot be read")},
    {"3", QT_TRANSLATE_NOOP("commandLine", "a result that cannot be computed or written")},
    {"4", QT_TRANSLATE_NOOP("commandLine", "verify found a difference")},
    {"130", QT_TRANSLATE_NOOP("commandLine", "cancelled by a signal")}};

/// Text of roff: no character of it is a request.
std::string roff(const std::string& text)
{
    std::string safe;
    for (const char c : text)
        if (c == '\\')
            safe += "\\e";
        else if (c == '-')
            safe += "\\-";
        else if (c == '\'')
            safe += "\\(aq";
        else if (c == '`')
            safe += "\\(ga";
        else if (c == '~')
            safe += "\\(ti";
        else
            safe += c;
    return safe.starts_with('.') ? "\\&" + safe : safe;
}

std::string bold(const std::string& text) { return "\\fB" + roff(text) + "\\fR"; }

void printItem(const std::string& term, const std::string& text) { print({".TP\n", term, "\n", roff(text)}); }

void printSection(const char* title) { print({".SH ", roff(say(title))}); }

void printOptions(std::span<const Option> rows)
{
    for (const Option& option : rows)
        printItem(bold(option.name) + (option.value ? " \\fI" + roff(option.value) + "\\fR" : ""), say(option.help));
}

void printEntries(const char* title, std::span<const Entry> rows)
{
    printSection(title);
    for (const Entry& entry : rows)
        printItem(bold(entry.term), say(entry.text));
}

void printBeginning()
{
    print(".TH CUTAWAY 1 \"\" \"cutaway " CUTAWAY_VERSION "\"\n.ad l"); // Chinese has few blanks to stretch
    printSection(QT_TRANSLATE_NOOP("commandLine", "NAME"));
    print({"cutaway \\- ", roff(say(QT_TRANSLATE_NOOP("commandLine", "a running Transformer with the casing cut away")))});
    printSection(QT_TRANSLATE_NOOP("commandLine", "SYNOPSIS"));
    print({bold("cutaway"), " [", roff("MODEL | FOLDER | FILE"), "] [\\fIOPTION\\fR ...]\n.br\n", bold("cutaway"),
        " \\fICOMMAND\\fR [\\fIOPTION\\fR ...]"});
    printSection(QT_TRANSLATE_NOOP("commandLine", "DESCRIPTION"));
    print(roff(say(QT_TRANSLATE_NOOP("commandLine",
        "Cutaway runs real forward passes of Transformers on the CPU, with the architectural choices of the last years behind "
        "switches, and shows every tensor on the way. Without a command it opens the window."))));
    print({".P\n",
        roff(say(QT_TRANSLATE_NOOP("commandLine",
            "A model is a name of `cutaway list models`, a folder of Hugging Face, a .safetensors file beside its config.json, "
            "or "
            "a .gguf file. The window also opens traces, exported figures, sessions and planned steps.")))});
}

void printCommands()
{
    printSection(QT_TRANSLATE_NOOP("commandLine", "COMMANDS"));
    for (const Command* command : commands()) {
        print({".SS ", command->name, "\n", roff(say(command->summary)), "\n.P\n", bold("cutaway"), " ", bold(command->name), " ",
            roff(command->usage)});
        printOptions(command->options);
        print({".P\n", roff(say(QT_TRANSLATE_NOOP("commandLine", "Example:"))), "\n.P\n.nf\n", roff(command->example), "\n.fi"});
    }
}

int runManual(const Arguments&, const std::stop_token&)
{
    printBeginning();
    printSection(QT_TRANSLATE_NOOP("commandLine", "OPTIONS OF THE WINDOW"));
    printOptions(allWindowOptions());
    printCommands();
    printEntries(QT_TRANSLATE_NOOP("commandLine", "FILES"), files);
    printEntries(QT_TRANSLATE_NOOP("commandLine", "ENVIRONMENT"), environment);
    printEntries(QT_TRANSLATE_NOOP("commandLine", "EXIT STATUS"), exitCodes);
    printSection(QT_TRANSLATE_NOOP("commandLine", "SEE ALSO"));
    print("\\fBcutaway\\-get\\fR(1)");
    return Done;
}

} // namespace

extern const Command manualCommand;
const Command manualCommand{"manual", QT_TRANSLATE_NOOP("commandLine", "prints the manual page, for man and mandoc"),
    "[--lang LANGUAGE]", "cutaway manual --lang zh_CN | man -l -", manualOptions, 0, nullptr, runManual};

} // namespace app
