#include "app/command_line/command.h"

#include "app/languages.h"
#include "app/recipe.h"
#include "app/run_request.h"

#include "core/base/error.h"
#include "core/files/model_files.h"

#include <QCoreApplication>

#include <functional>
#include <set>

namespace app {

namespace {

constexpr Option options[] = {
    {"--figure", "FIGURE", QT_TRANSLATE_NOOP("commandLine", "one or more of `list figures`, with commas between them")},
    modelOption, setOption, textOption, idsOption, decoderTextOption, decoderIdsOption, interveneOption,
    {"--layer", "L", QT_TRANSLATE_NOOP("commandLine", "layer, counted from 0")},
    {"--head", "H", QT_TRANSLATE_NOOP("commandLine", "head, counted from 0")},
    {"--query", "I", QT_TRANSLATE_NOOP("commandLine", "marked query token, counted from 0")},
    {"--key", "I", QT_TRANSLATE_NOOP("commandLine", "marked key token, counted from 0")},
    {"--option", "KEY=VALUE", QT_TRANSLATE_NOOP("commandLine", "an option of the figure, e.g. stage=scores; may be repeated")},
    {"--format", "svg,pdf,png,csv", QT_TRANSLATE_NOOP("commandLine", "one or more formats (svg)")},
    {"--preset", "PRESET",
        QT_TRANSLATE_NOOP(
            "commandLine", "size and type: slide-16x9, slide-half, slide-4x3, beamer, paper-1col, paper-2col, a4, screen")},
    {"--theme", "light|dark|projector", QT_TRANSLATE_NOOP("commandLine", "colours (light)")},
    {"--dpi", "N", QT_TRANSLATE_NOOP("commandLine", "resolution of PNG files (192)")},
    {"--transparent", nullptr, QT_TRANSLATE_NOOP("commandLine", "without background")},
    {"--outlines", nullptr, QT_TRANSLATE_NOOP("commandLine", "SVG text as outlines instead of editable text")},
    {"--max-memory", "BYTES", QT_TRANSLATE_NOOP("commandLine", "refuse a larger record; without it half of the memory")},
    {"-o", "TEMPLATE",
        QT_TRANSLATE_NOOP(
            "commandLine", "files to write; {figure}, {ext}, {lang}, {theme}, {preset}, {layer}, {head} are filled in")},
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

std::vector<std::pair<std::string, widgets::FigureFormat>> formatsOf(const Arguments& arguments)
{
    std::vector<std::pair<std::string, widgets::FigureFormat>> formats;
    for (const std::string& word : splitWords(arguments.text("--format").value_or("svg"))) {
        widgets::FigureFormat format{};
        if (!widgets::parseFormat(QString::fromStdString(word), &format))
            refuse("--format", CUTAWAY_TR("unknown format"), "svg, pdf, png, csv", word);
        formats.emplace_back(word, format);
    }
    return formats;
}

widgets::FigureStyle styleOf(const Arguments& arguments)
{
    const std::string presetId = arguments.text("--preset").value_or("slide-16x9");
    const widgets::FigurePreset* preset = widgets::findPreset(QString::fromStdString(presetId));
    if (!preset) {
        std::string known;
        for (const widgets::FigurePreset& one : widgets::figurePresets())
            known += (known.empty() ? "" : ", ") + std::string(one.id);
        refuse("--preset", CUTAWAY_TR("unknown preset"), known, presetId);
    }
    widgets::FigureStyle style = preset->style;
    const std::string word = arguments.text("--theme").value_or("light");
    bool isTheme = false;
    for (const widgets::ThemeId theme : {widgets::ThemeId::Light, widgets::ThemeId::Dark, widgets::ThemeId::Projector})
        if (widgets::themeWord(theme).toStdString() == word) {
            style.theme = theme;
            isTheme = true;
        }
    if (!isTheme)
        refuse("--theme", CUTAWAY_TR("unknown theme"), "light, dark, projector", word);
    style.transparent = arguments.has("--transparent");
    style.outlines = arguments.has("--outlines");
    style.language = currentLanguage();
    return style;
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
    at.layer = int(arguments.integer("--layer", 0, 0, config.layers() - 1));
    at.head = int(arguments.integer("--head", 0, 0, config.block(at.layer).heads - 1));
    at.query = int(arguments.integer("--query", -1, 0, tokens - 1));
    at.key = int(arguments.integer("--key", -1, 0, tokens - 1));
    return at;
}

/// Calls visit (unless empty) for each figure in each format with its path. Throws core::Error{Usage} when two are the same.
void eachPath(const QString& pattern, const std::vector<const widgets::FigureInfo*>& figures,
    const std::vector<std::pair<std::string, widgets::FigureFormat>>& formats,
    const std::function<void(const widgets::FigureInfo&, widgets::FigureFormat, const QString&)>& visit)
{
    std::set<QString> paths;
    for (const widgets::FigureInfo* figure : figures)
        for (const auto& [word, format] : formats) {
            QString path = pattern;
            path.replace("{figure}", figure->id).replace("{ext}", QString::fromStdString(word));
            if (!paths.insert(path).second)
                refuse("-o", CUTAWAY_TR("several files would have this name"), "{figure}, {ext}", path.toStdString());
            if (visit)
                visit(*figure, format, path);
        }
}

int run(const Arguments& arguments, const std::stop_token& stop)
{
    // All words are checked before anything is computed.
    const std::vector<const widgets::FigureInfo*> figures = figuresOf(arguments);
    const auto formats = formatsOf(arguments);
    const widgets::FigureStyle style = styleOf(arguments);
    const int dpi = int(arguments.integer("--dpi", 192, 30, 1200));
    const std::string model = arguments.text("--model").value_or(core::defaultModel());
    QString pattern = QString::fromStdString(arguments.text("-o").value_or("{figure}.{ext}"));
    eachPath(pattern, figures, formats, nullptr);

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
    pattern.replace("{lang}", style.language)
        .replace("{theme}", widgets::themeWord(style.theme))
        .replace("{preset}", QString::fromStdString(arguments.text("--preset").value_or("slide-16x9")))
        .replace("{layer}", QString::number(selection.layer))
        .replace("{head}", QString::number(selection.head));

    core::RunControl control;
    control.stop = stop;
    core::TraceRequest request;
    request.interventions = interventionsOf(arguments, pattern.toStdString());
    if (const auto budget = arguments.text("--max-memory"))
        request.maxBytes = bytesOf("--max-memory", *budget);
    widgets::FigureData data;
    data.a
        = std::make_shared<const widgets::RunResult>(widgets::RunResult{core::forward(*setup, given, request, control), setup});
    data.selection = selection;
    data.options = figureOptions(arguments);

    eachPath(
        pattern, figures, formats, [&](const widgets::FigureInfo& figure, widgets::FigureFormat format, const QString& path) {
            control.check();
            if (const QString reason = figure.whyNot(data); !reason.isEmpty())
                throw core::Error({core::ErrorKind::Usage, path.toStdString(), figure.id, CUTAWAY_TR("there is nothing to draw"),
                    {}, reason.toStdString()});
            exportFigure(path, input, figure, data, style, format, dpi);
        });
    return Done;
}

} // namespace

const Command exportCommand{"export",
    QT_TRANSLATE_NOOP("commandLine", "draws figures into SVG, PDF or PNG files with their recipe inside"),
    "--figure F [--model M] [--text T | --ids 1,2,3] [--set K=V …] [--intervene FILE.json …] [--layer L --head H] [--format "
    "svg,pdf,png] [--preset P] -o "
    "'fig-{figure}.{ext}'",
    "cutaway export --figure attention --model smollm2 --text 'The capital of France is Paris.' --layer 18 --head 6 --format "
    "svg,pdf -o 'fig-{figure}.{ext}'",
    options, 0, [](const Arguments&) { return true; }, run};

} // namespace app
