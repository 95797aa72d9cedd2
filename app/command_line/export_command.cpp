#include "app/command_line/command.h"

#include "app/command_line/export_words.h"
#include "app/languages.h"
#include "app/run_request.h"

#include "core/base/error.h"
#include "core/files/model_files.h"

#include <QCoreApplication>

namespace app {

namespace {

constexpr Option options[] = {
    {"--figure", "FIGURE", QT_TRANSLATE_NOOP("commandLine", "one or more of `list figures`, with commas between them")},
    modelOption, setOption, textOption, idsOption, decoderTextOption, decoderIdsOption, interveneOption,
    {"--layer", "L", QT_TRANSLATE_NOOP("commandLine", "layer, counted from 0; or all")},
    {"--head", "H", QT_TRANSLATE_NOOP("commandLine", "head, counted from 0; or all")},
    {"--all", "heads|layers",
        QT_TRANSLATE_NOOP("commandLine", "a file for every head of the layer, for every layer, or (heads,layers) for both")},
    {"--query", "I", QT_TRANSLATE_NOOP("commandLine", "marked query token, counted from 0")},
    {"--key", "I", QT_TRANSLATE_NOOP("commandLine", "marked key token, counted from 0")},
    {"--option", "KEY=VALUE", QT_TRANSLATE_NOOP("commandLine", "an option of the figure, e.g. stage=scores; may be repeated")},
    {"--format", "FORMATS",
        QT_TRANSLATE_NOOP("commandLine", "one or more of svg, pdf, png, and of the numbers csv, npy, safetensors (svg)")},
    {"--preset", "PRESET",
        QT_TRANSLATE_NOOP(
            "commandLine", "size and type: slide-16x9, slide-half, slide-4x3, beamer, paper-1col, paper-2col, a4, screen")},
    {"--theme", "light|dark|projector", QT_TRANSLATE_NOOP("commandLine", "colours (light)")},
    {"--dpi", "N", QT_TRANSLATE_NOOP("commandLine", "resolution of PNG files (192)")},
    {"--width", "MM", QT_TRANSLATE_NOOP("commandLine", "width of the page, instead of the preset's")},
    {"--height", "MM", QT_TRANSLATE_NOOP("commandLine", "height of the page")},
    {"--font-scale", "X", QT_TRANSLATE_NOOP("commandLine", "all type of the preset times this (1)")},
    {"--caption", "TEXT", QT_TRANSLATE_NOOP("commandLine", "a sentence of your own instead of the figure's")},
    {"--alt-text", "TEXT", QT_TRANSLATE_NOOP("commandLine", "what is said to those who cannot see it; without it the caption")},
    {"--no-title", nullptr, QT_TRANSLATE_NOOP("commandLine", "without title and subtitle")},
    {"--no-caption", nullptr, QT_TRANSLATE_NOOP("commandLine", "without the sentence below the picture")},
    {"--no-color-bar", nullptr, QT_TRANSLATE_NOOP("commandLine", "without the key of the colours")},
    {"--languages", "en,zh_CN", QT_TRANSLATE_NOOP("commandLine", "a file in each of these languages, instead of --lang")},
    {"--transparent", nullptr, QT_TRANSLATE_NOOP("commandLine", "without background")},
    {"--outlines", nullptr, QT_TRANSLATE_NOOP("commandLine", "SVG text as outlines instead of editable text")},
    {"--max-memory", "BYTES", QT_TRANSLATE_NOOP("commandLine", "refuse a larger record; without it half of the memory")},
    {"-o", "TEMPLATE",
        QT_TRANSLATE_NOOP(
            "commandLine", "files to write; {figure}, {ext}, {lang}, {theme}, {preset}, {layer}, {head}, {slot} are filled in")},
    languageOption, helpOption};

[[noreturn]] void refuse(const char* where, const char* problem, const std::string& expected, const std::string& found)
{
    throw core::Error({core::ErrorKind::Usage, {}, where, problem, expected, found});
}

std::vector<const widgets::FigureInfo*> figuresOf(const Arguments& arguments)
{
    std::vector<const widgets::FigureInfo*> figures;
    for (const std::string& id : splitWords(arguments.required("--figure"))) {
        const widgets::FigureInfo* figure = widgets::findFigure(QString::fromStdString(id));
        if (!figure) {
            std::string known;
            for (const widgets::FigureInfo& info : widgets::allFigures())
                known += (known.empty() ? "" : ", ") + std::string(info.id);
            refuse("--figure", CUTAWAY_TR("unknown figure"), known, id);
        }
        figures.push_back(figure);
    }
    return figures;
}

QVariantMap figureOptions(const Arguments& arguments)
{
    QVariantMap map;
    for (const std::string& said : arguments.all("--option")) {
        const std::size_t equals = said.find('=');
        if (equals == std::string::npos || equals == 0)
            refuse("--option", CUTAWAY_TR("not an assignment"), "KEY=VALUE", said);
        map[QString::fromStdString(said.substr(0, equals))] = QString::fromStdString(said.substr(equals + 1));
    }
    return map;
}

/// The positions that were said, inside this run. Throws core::Error{Usage}.
widgets::Selection selectionOf(const Arguments& arguments, const core::ModelConfig& config, core::Index tokens)
{
    widgets::Selection at;
    if (arguments.text("--layer") != "all")
        at.layer = int(arguments.integer("--layer", 0, 0, config.layers() - 1));
    if (arguments.text("--head") != "all")
        at.head = int(arguments.integer("--head", 0, 0, config.block(at.layer).heads - 1));
    at.query = int(arguments.integer("--query", -1, 0, tokens - 1));
    at.key = int(arguments.integer("--key", -1, 0, tokens - 1));
    return at;
}

int run(const Arguments& arguments, const std::stop_token& stop)
{
    // All words are checked before anything is computed.
    const std::vector<const widgets::FigureInfo*> figures = figuresOf(arguments);
    const ExportSettings settings = exportSettingsOf(arguments, figures.size());
    const std::string model = arguments.text("--model").value_or(core::defaultModel());
    const core::SetupPtr setup = setupOf(arguments, model);
    RecipeInput input{model, setup->said, arguments.text("--text").value_or(""), arguments.text("--decoder-text").value_or("")};
    core::ForwardInput given;
    if (arguments.has("--text") || arguments.has("--ids")) {
        given = inputOf(arguments, *setup);
    } else {
        input.text = defaultSentence(QString::fromStdString(model)).toStdString();
        RunRequest defaultText;
        defaultText.text = input.text;
        given.ids = idsOf(defaultText, *setup->model);
    }
    const core::Index tokens
        = core::Index(!setup->config.hasEncoder() ? given.ids.size() : std::max<std::size_t>(1, given.decoderIds.size()));
    const widgets::Selection selection = selectionOf(arguments, setup->config, tokens);
    core::RunControl control;
    control.stop = stop;
    core::TraceRequest request;
    request.interventions = interventionsOf(arguments, settings.pattern.toStdString());
    if (const auto budget = arguments.text("--max-memory"))
        request.maxBytes = bytesOf("--max-memory", *budget);
    widgets::FigureData data;
    data.a
        = std::make_shared<const widgets::RunResult>(widgets::RunResult{core::forward(*setup, given, request, control), setup});
    data.selection = selection;
    data.options = figureOptions(arguments);

    for (const widgets::FigureInfo* figure : figures)
        writeAll({input, figure, data}, settings, control);
    return Done;
}

} // namespace

const Command exportCommand{"export",
    QT_TRANSLATE_NOOP("commandLine", "draws figures into SVG, PDF or PNG files with their recipe inside"),
    "--figure F [--all heads|layers] [--model M] [--text T | --ids 1,2,3] [--set K=V …] [--intervene FILE.json …] [--layer L --head H] [--format "
    "svg,pdf,png] [--preset P] -o "
    "'fig-{figure}.{ext}'",
    "cutaway export --figure attention --model smollm2 --text 'The capital of France is Paris.' --layer 18 --head 6 --format "
    "svg,pdf -o 'fig-{figure}.{ext}'",
    options, 0, [](const Arguments&) { return true; }, run};

} // namespace app
