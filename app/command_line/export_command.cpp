#include "app/command_line/command.h"

#include "app/languages.h"
#include "app/recipe.h"
#include "app/run_request.h"

#include "core/base/error.h"
#include "core/files/model_files.h"
#include "widgets/figure/compose.h"
#include "widgets/figure/sides.h"

#include <QCoreApplication>

#include <algorithm>
#include <functional>
#include <set>

namespace app {

namespace {

constexpr Option options[] = {
    {"--figure", "FIGURE", QT_TRANSLATE_NOOP("commandLine", "one or more of `list figures`, with commas between them")},
    modelOption, setOption, textOption, idsOption, decoderTextOption, decoderIdsOption, interveneOption,
    {"--b-model", "MODEL", QT_TRANSLATE_NOOP("commandLine", "model of slot B; without it B begins as A is")},
    {"--b-set", "KEY=VALUE", QT_TRANSLATE_NOOP("commandLine", "change a choice of slot B; may be repeated")},
    {"--b-text", "TEXT", QT_TRANSLATE_NOOP("commandLine", "the text of slot B; without it that of A")},
    {"--b-ids", "1,2,3", QT_TRANSLATE_NOOP("commandLine", "token ids of slot B instead of a text")},
    {"--b-decoder-text", "TEXT", QT_TRANSLATE_NOOP("commandLine", "the target of slot B")},
    {"--b-decoder-ids", "1,2,3", QT_TRANSLATE_NOOP("commandLine", "token ids instead of the target's text of slot B")},
    {"--slot", "a|b|ab|delta|abdelta",
        QT_TRANSLATE_NOOP("commandLine", "A, B, side by side, B − A, or all three (abdelta when there is a slot B)")},
    {"--unlocked", nullptr, QT_TRANSLATE_NOOP("commandLine", "A and B each with its own scale")},
    {"--layer", "L", QT_TRANSLATE_NOOP("commandLine", "layer, counted from 0")},
    {"--head", "H", QT_TRANSLATE_NOOP("commandLine", "head, counted from 0")},
    {"--query", "I", QT_TRANSLATE_NOOP("commandLine", "marked query token, counted from 0")},
    {"--key", "I", QT_TRANSLATE_NOOP("commandLine", "marked key token, counted from 0")},
    {"--dim", "I", QT_TRANSLATE_NOOP("commandLine", "marked component, counted from 0")},
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
            "commandLine", "files to write; {figure}, {ext}, {lang}, {theme}, {preset}, {slot}, {layer}, {head} are filled in")},
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
    at.dim = int(arguments.integer("--dim", -1, 0, 1 << 20));
    return at;
}

/// One slot as it was said: what the recipe keeps, what is run, and the setup that says how many layers it has.
struct SaidSlot
{
    RecipeInput input;
    RunRequest request;
    core::SetupPtr setup;

    core::Index tokens() const
    {
        return core::Index(setup->config.hasEncoder() ? std::max<std::size_t>(1, request.targetIds.size()) : request.ids.size());
    }
};

SaidSlot slotA(const Arguments& arguments, const core::TraceRequest& record)
{
    SaidSlot slot;
    const std::string model = arguments.text("--model").value_or(core::defaultModel());
    slot.setup = setupOf(arguments, model);
    slot.input = {model, slot.setup->said, arguments.text("--text").value_or(""), arguments.text("--decoder-text").value_or("")};
    core::ForwardInput given;
    if (arguments.has("--text") || arguments.has("--ids")) {
        given = inputOf(arguments, *slot.setup);
    } else {
        slot.input.text = defaultSentence(QString::fromStdString(model)).toStdString();
        RunRequest defaultText;
        defaultText.text = slot.input.text;
        given.ids = idsOf(defaultText, *slot.setup->model);
    }
    slot.request = {model, slot.setup->said, slot.input.text, given.ids, record, slot.input.targetText, given.decoderIds, false};
    return slot;
}

bool hasSlotB(const Arguments& arguments)
{
    return std::ranges::any_of(
        std::initializer_list<const char*>{"--b-model", "--b-set", "--b-text", "--b-ids", "--b-decoder-text", "--b-decoder-ids"},
        [&](const char* option) { return arguments.has(option); });
}

/// What is not said of B is as in A; with a model of its own its choices begin afresh.
SaidSlot slotB(const Arguments& arguments, const SaidSlot& a)
{
    SaidSlot slot = a;
    const std::string model = arguments.text("--b-model").value_or(a.input.model);
    slot.setup = setupOf(arguments, model, "b-", arguments.has("--b-model") ? core::Choices() : a.setup->said);
    slot.input.model = slot.request.model = model;
    slot.input.said = slot.request.said = slot.setup->said;
    slot.request.record.interventions.clear(); // those of A
    if (arguments.has("--b-text") || arguments.has("--b-ids")) {
        const core::ForwardInput given = inputOf(arguments, *slot.setup, "b-");
        slot.input.text = slot.request.text = arguments.text("--b-text").value_or("");
        slot.input.targetText = slot.request.targetText = arguments.text("--b-decoder-text").value_or("");
        slot.request.ids = given.ids;
        slot.request.targetIds = given.decoderIds;
    } else if (model != a.input.model && !slot.request.text.empty()) {
        slot.request.ids = slot.setup->model->tokenizer ? slot.setup->model->tokenizer->encode(slot.request.text) : a.request.ids;
    }
    return slot;
}

widgets::SlotMode modeOf(const Arguments& arguments, bool hasB)
{
    const std::string word = arguments.text("--slot").value_or(hasB ? "abdelta" : "a");
    const std::optional<widgets::SlotMode> mode = widgets::slotModeOf(QString::fromStdString(word));
    if (!mode)
        refuse("--slot", CUTAWAY_TR("unknown value"), "a, b, ab, delta, abdelta", word);
    if (!hasB && *mode != widgets::SlotMode::A)
        refuse("--slot", CUTAWAY_TR("there is no slot B"), "--b-set, --b-text, --b-model", word);
    return *mode;
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
    const bool hasB = hasSlotB(arguments);
    widgets::FigureData data;
    data.mode = modeOf(arguments, hasB);
    data.isLocked = !arguments.has("--unlocked");
    QString pattern = QString::fromStdString(arguments.text("-o").value_or("{figure}.{ext}"));
    eachPath(pattern, figures, formats, nullptr);

    core::TraceRequest record;
    record.interventions = interventionsOf(arguments, pattern.toStdString());
    if (const auto budget = arguments.text("--max-memory"))
        record.maxBytes = bytesOf("--max-memory", *budget);
    RunDesk desk;
    const SaidSlot a = slotA(arguments, record);
    desk.keep(a.input.model, a.setup->model);
    RecipeInputs inputs{a.input};
    SlotsRequest request{a.request};
    if (hasB) {
        const SaidSlot b = slotB(arguments, a);
        if (b.input.model != a.input.model)
            desk.keep(b.input.model, b.setup->model);
        inputs.b = b.input;
        request.b = b.request;
    }
    data.selection = selectionOf(arguments, a.setup->config, a.tokens());
    data.options = figureOptions(arguments);
    pattern.replace("{lang}", style.language)
        .replace("{theme}", widgets::themeWord(style.theme))
        .replace("{preset}", QString::fromStdString(arguments.text("--preset").value_or("slide-16x9")))
        .replace("{slot}", widgets::slotModeWord(data.mode))
        .replace("{layer}", QString::number(data.selection.layer))
        .replace("{head}", QString::number(data.selection.head));

    core::RunControl control;
    control.stop = stop;
    eachPath(
        pattern, figures, formats, [&](const widgets::FigureInfo& figure, widgets::FigureFormat format, const QString& path) {
            computeRuns(desk, request, figure, data, control);
            if (const QString reason = widgets::whyNothing(figure, data); !reason.isEmpty())
                throw core::Error({core::ErrorKind::Usage, path.toStdString(), figure.id, CUTAWAY_TR("there is nothing to draw"),
                    {}, reason.toStdString()});
            exportFigure(path, inputs, figure, data, style, format, dpi);
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
