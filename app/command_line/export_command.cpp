#include "app/command_line/command.h"

#include "app/base/languages.h"
#include "app/command_line/export_words.h"
#include "app/runs/opening_head.h"
#include "app/runs/prompt_guide.h"
#include "app/runs/run_request.h"

#include "core/base/error.h"
#include "core/files/library/model_files.h"
#include "core/files/library/tokenizer_files.h"
#include "core/files/traces/trace_file.h"
#include "core/io/shown_text.h"
#include "widgets/figure/compose.h"
#include "widgets/figure/options.h"
#include "widgets/figure/sides.h"
#include "widgets/plot/counting.h"
#include "widgets/views/attention/part_place.h"
#include "widgets/views/shared/head_scores.h"

#include <QCoreApplication>

#include <algorithm>

namespace app {

namespace {

constexpr Option exportOptions[] = {
    {"--figure", "FIGURE", QT_TRANSLATE_NOOP("commandLine", "one or more of `list figures`, separated by commas")}, modelOption,
    setOption, textOption, chatOption, idsOption, decoderTextOption, decoderIdsOption, interveneOption,
    {"--b-model", "MODEL", QT_TRANSLATE_NOOP("commandLine", "model of slot B; without it that of A")},
    {"--b-set", "KEY=VALUE", QT_TRANSLATE_NOOP("commandLine", "change a choice of slot B; may be repeated")},
    {"--b-text", "TEXT", QT_TRANSLATE_NOOP("commandLine", "the text of slot B; without it that of A")},
    {"--b-chat", nullptr, QT_TRANSLATE_NOOP("commandLine", "the text of slot B in the chat template of its model")},
    {"--b-ids", "1,2,3", QT_TRANSLATE_NOOP("commandLine", "token ids of slot B instead of a text")},
    {"--b-decoder-text", "TEXT", QT_TRANSLATE_NOOP("commandLine", "the target of slot B")},
    {"--b-decoder-ids", "1,2,3", QT_TRANSLATE_NOOP("commandLine", "token ids instead of the target's text of slot B")},
    {"--b-intervene", "FILE.json", QT_TRANSLATE_NOOP("commandLine", "a list of tensors to replace in slot B; may be repeated")},
    {"--slot", "a|b|ab|delta|abdelta",
        QT_TRANSLATE_NOOP("commandLine", "A, B, side by side, B − A, or all three (abdelta when there is a slot B)")},
    {"--unlocked", nullptr, QT_TRANSLATE_NOOP("commandLine", "A and B each with its own scale")},
    {"--layer", "L", QT_TRANSLATE_NOOP("commandLine", "layer, counted from 0; or all")},
    {"--head", "H", QT_TRANSLATE_NOOP("commandLine", "head, counted from 0; or all")},
    {"--all", "heads|layers",
        QT_TRANSLATE_NOOP("commandLine", "a file for every head of the layer, for every layer, or (heads,layers) for both")},
    {"--query", "I", QT_TRANSLATE_NOOP("commandLine", "marked query token, counted from 0")},
    {"--key", "I", QT_TRANSLATE_NOOP("commandLine", "marked key token, counted from 0")},
    {"--dim", "I", QT_TRANSLATE_NOOP("commandLine", "marked component, counted from 0")},
    {"--count-from", "0|1",
        QT_TRANSLATE_NOOP("commandLine", "what the words of a picture count layers, heads and tokens from (0)")},
    {"--option", "KEY=VALUE", QT_TRANSLATE_NOOP("commandLine", "an option of the figure, e.g. stage=scores; may be repeated")},
    {"--format", "FORMATS",
        QT_TRANSLATE_NOOP("commandLine",
            "one or more of svg, pdf, png, of the numbers csv, npy, safetensors, of the words json (the recipe alone), tex "
            "(svg)")},
    {"--preset", "PRESET",
        QT_TRANSLATE_NOOP("commandLine",
            "size and type: slide-16x9, slide-half, slide-4x3, beamer, paper-1col, paper-1.5col, paper-2col, neurips, icml, a4, "
            "screen")},
    {"--theme", "light|dark|high_contrast|projector", QT_TRANSLATE_NOOP("commandLine", "colours (light)")},
    {"--dpi", "N", QT_TRANSLATE_NOOP("commandLine", "resolution of PNG files (192)")},
    {"--width", "MM", QT_TRANSLATE_NOOP("commandLine", "width of the page, instead of the preset's")},
    {"--height", "MM", QT_TRANSLATE_NOOP("commandLine", "height of the page")},
    {"--font-scale", "X", QT_TRANSLATE_NOOP("commandLine", "all type of the preset times this (1)")},
    {"--caption", "TEXT", QT_TRANSLATE_NOOP("commandLine", "a caption of your own instead of the figure's")},
    {"--alt-text", "TEXT", QT_TRANSLATE_NOOP("commandLine", "alternative text for screen readers; without it the caption")},
    {"--font", "inter|serif|cm",
        QT_TRANSLATE_NOOP("commandLine", "the font of all text: sans serif, serif, or that of LaTeX (inter)")},
    {"--no-title", nullptr, QT_TRANSLATE_NOOP("commandLine", "without title and subtitle")},
    {"--with-title", nullptr, QT_TRANSLATE_NOOP("commandLine", "with title and subtitle, where a paper preset omits them")},
    {"--no-caption", nullptr, QT_TRANSLATE_NOOP("commandLine", "without the caption below the picture")},
    {"--with-caption", nullptr, QT_TRANSLATE_NOOP("commandLine", "with the caption, where a paper preset omits it")},
    {"--every-cell", nullptr,
        QT_TRANSLATE_NOOP("commandLine", "SVG and PDF hold every cell of a map, even where the page shows blocks")},
    {"--no-color-bar", nullptr, QT_TRANSLATE_NOOP("commandLine", "without the colour bar")},
    {"--languages", "LANGUAGE,…", QT_TRANSLATE_NOOP("commandLine", "a file in each of these languages, instead of --lang")},
    {"--transparent", nullptr, QT_TRANSLATE_NOOP("commandLine", "without background")},
    {"--outlines", nullptr, QT_TRANSLATE_NOOP("commandLine", "SVG text as outlines instead of editable text")},
    {"--max-memory", "BYTES",
        QT_TRANSLATE_NOOP("commandLine",
            "memory for the trace and the weights; without it half of the machine's. A larger trace is refused, larger weights "
            "are read layer by layer")},
    {"-o", "TEMPLATE",
        QT_TRANSLATE_NOOP(
            "commandLine", "files to write; {figure}, {ext}, {lang}, {theme}, {preset}, {slot}, {layer}, {head} are filled in")},
    languageOption, helpOption};

std::vector<const widgets::FigureInfo*> figuresOf(const Arguments& arguments)
{
    std::vector<const widgets::FigureInfo*> figures;
    for (const std::string& id : splitWords(arguments.required("--figure"))) {
        const widgets::FigureInfo* figure = widgets::findFigure(QString::fromStdString(id));
        if (!figure)
            refuse(
                "--figure", CUTAWAY_TR("unknown figure"), core::joinedWords(widgets::allFigures(), &widgets::FigureInfo::id), id);
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

/// Throws core::Error{Usage} for a value that the option does not understand.
void checkValue(const widgets::FigureOption& option, const QString& said)
{
    if (widgets::isUnderstood(option, said))
        return;
    const std::string name = "--option " + option.key.toStdString(), found = said.isEmpty() ? "\"\"" : said.toStdString();
    if (option.value == widgets::FigureOption::Number)
        refuse(name, CUTAWAY_TR("not a number in the legal range"),
            QStringLiteral("%1 – %2").arg(option.least, 0, 'g', 15).arg(option.most, 0, 'g', 15).toStdString(), found);
    refuse(name, CUTAWAY_TR("unknown value"), option.words.join(QStringLiteral(", ")).toStdString(), found);
}

/// Refuses a key that none of the figures has, and a value that one of them does not understand. Throws core::Error{Usage}.
void checkOptions(const std::vector<const widgets::FigureInfo*>& figures, const QVariantMap& said)
{
    for (auto one = said.begin(); one != said.end(); ++one) {
        QStringList known;
        bool isKnown = false;
        for (const widgets::FigureInfo* figure : figures)
            for (const widgets::FigureOption& option : widgets::optionsOf(*figure)) {
                if (!known.contains(option.key))
                    known << option.key;
                if (option.key != one.key())
                    continue;
                isKnown = true;
                checkValue(option, one->toString());
            }
        if (known.isEmpty())
            refuse("--option", CUTAWAY_TR("this figure has no options"), {}, one.key().toStdString());
        if (!isKnown)
            refuse("--option", CUTAWAY_TR("unknown option of the figure"), known.join(QStringLiteral(", ")).toStdString(),
                one.key().toStdString());
    }
}

/// Files of tokenizers that options name are opened before anything is computed. Throws core::Error{BadInput}: what is none.
void checkTokenizers(const QVariantMap& said)
{
    for (const char* key : {"tokenizer", "also"})
        for (const QString& name : said.value(QLatin1String(key)).toString().split(QLatin1Char(','), Qt::SkipEmptyParts))
            core::openTokenizer(name.toStdString());
}

/// Refuses an option that the figure has and this run leaves nothing of: experts where there are none. Throws
/// core::Error{Usage}.
void checkLeft(const widgets::FigureInfo& figure, const widgets::FigureData& data)
{
    const widgets::FigureOptions left = widgets::optionsOf(figure, data);
    const bool isDrawn = !figure.whyNot || figure.whyNot(data).isEmpty(); // else why not is said
    for (const widgets::FigureOption& option : widgets::optionsOf(figure))
        if (isDrawn && data.options.contains(option.key)
            && std::ranges::find(left, option.key, &widgets::FigureOption::key) == left.end())
            refuse("--option " + option.key.toStdString(), CUTAWAY_TR("this model has nothing to choose from here"), {},
                data.options[option.key].toString().toStdString());
    for (const widgets::FigureOption& option : left)
        if (data.options.contains(option.key))
            checkValue(option, data.options[option.key].toString());
}

/// One slot as given: what the recipe keeps, what is run, and the source of its number of layers: the setup of a model, or
/// the run that a trace file holds.
struct GivenSlot
{
    RecipeInput input;
    RunRequest request;
    core::SetupPtr setup;
    widgets::RunPtr recorded;

    core::Index tokens() const
    {
        if (recorded)
            return core::Index(widgets::streamTokens(*recorded->trace).size());
        return core::Index(setup->config.hasEncoder() ? std::max<std::size_t>(1, request.targetIds.size()) : request.ids.size());
    }
    /// Of the stack that is shown; of the encoder of a model that is nothing else its only one.
    core::Index layers(core::AttentionPart part) const
    {
        if (recorded)
            return widgets::layersOf(*recorded, part);
        const bool isOfEncoder = part == core::AttentionPart::Encoder && setup->config.hasEncoder();
        return isOfEncoder ? core::Index(setup->config.encoderBlocks.size()) : setup->config.layers();
    }
    core::Index heads(core::AttentionPart part, int layer) const
    {
        if (recorded)
            return widgets::headsOf(*recorded, layer, part);
        const bool isOfEncoder = part == core::AttentionPart::Encoder && setup->config.hasEncoder();
        return (isOfEncoder ? setup->config.encoderBlocks[std::size_t(layer)] : setup->config.block(layer)).heads;
    }
};

/// The positions that were said, inside this run and the stack that the options name. Throws core::Error{Usage}.
widgets::Selection selectionOf(const Arguments& arguments, const GivenSlot& slot, const QVariantMap& options)
{
    const core::AttentionPart part = core::attentionPart(widgets::partOption.in(options).toStdString());
    const core::Index tokens = slot.tokens();
    widgets::Selection at;
    if (arguments.text("--layer") != "all")
        at.layer = int(arguments.integer("--layer", 0, 0, std::max<core::Index>(1, slot.layers(part)) - 1));
    if (arguments.text("--head") != "all")
        at.head = int(arguments.integer("--head", 0, 0, std::max<core::Index>(1, slot.heads(part, at.layer)) - 1));
    at.query = int(arguments.integer("--query", -1, 0, tokens - 1));
    at.key = int(arguments.integer("--key", -1, 0, tokens - 1));
    at.dim = int(arguments.integer("--dim", -1, 0, 1 << 20));
    return at;
}

/// The head that the window opens the text with; what was said of its tokens stays.
void openHead(const GivenSlot& slot, widgets::FigureData& data)
{
    PromptGuide guide;
    guide.setModel(QString::fromStdString(slot.input.model));
    const auto head = openingHead(*data.a, core::scoredHeads(*data.a->trace), guide.about(slot.input.text));
    data.selection.isHeadChosen = head.has_value();
    if (!head)
        return;
    const bool hasTokens = data.selection.query >= 0 || data.selection.key >= 0;
    data.selection.layer = head->layer;
    data.selection.head = head->head;
    if (!hasTokens) {
        data.selection.query = head->query;
        data.selection.key = head->key;
    }
}

/// A trace file is shown as it is: nothing that would run it anew may be said.
GivenSlot recordedSlot(const Arguments& arguments, const std::string& file, const SlotWord& word, RunDesk& desk)
{
    for (const char* rest : {"text", "ids", "decoder-text", "decoder-ids", "set"})
        if (const std::string option = "--" + word + rest; arguments.has(option))
            refuse(option, CUTAWAY_TR("a trace file cannot be run again"), {}, *arguments.text(option));
    if (arguments.has("--intervene"))
        refuse("--intervene", CUTAWAY_TR("a trace file cannot be run again"), {}, *arguments.text("--intervene"));
    GivenSlot slot;
    slot.input.model = slot.request.model = file;
    slot.recorded = desk.carryOut(slot.request);
    return slot;
}

GivenSlot slotA(const Arguments& arguments, const core::TraceRequest& record, RunDesk& desk)
{
    GivenSlot slot;
    const std::string model = modelIn(arguments).value_or(core::defaultModel());
    if (isTraceFile(model))
        return recordedSlot(arguments, model, "", desk);
    slot.setup = setupOf(arguments, model);
    slot.input = {model, slot.setup->said, arguments.text("--text").value_or(""), arguments.text("--decoder-text").value_or("")};
    core::ForwardInput given;
    if (arguments.has("--text") || arguments.has("--ids")) {
        given = inputOf(arguments, *slot.setup);
    } else {
        slot.input.text = defaultSentence(QString::fromStdString(model)).toStdString();
        RunRequest defaultText;
        defaultText.text = slot.input.text;
        defaultText.isChat = arguments.has("--chat");
        given.ids = idsOf(defaultText, *slot.setup);
    }
    slot.input.isChat = arguments.has("--chat");
    slot.request = {model, slot.setup->said, slot.input.text, given.ids, record, slot.input.targetText, given.decoderIds, false,
        slot.input.isChat};
    return slot;
}

bool hasSlotB(const Arguments& arguments)
{
    return std::ranges::any_of(std::initializer_list<const char*>{"--b-model", "--b-set", "--b-text", "--b-ids",
                                   "--b-decoder-text", "--b-decoder-ids", "--b-chat", "--b-intervene"},
        [&](const char* option) { return arguments.has(option); });
}

/// What is not said of B is as in A; with a model of its own its choices begin afresh.
GivenSlot slotB(const Arguments& arguments, const GivenSlot& a, RunDesk& desk, const std::string& output)
{
    const std::string model = arguments.text("--b-model").value_or(a.input.model);
    if (isTraceFile(model))
        return recordedSlot(arguments, model, "b-", desk);
    if (a.recorded && !arguments.has("--b-text") && !arguments.has("--b-ids"))
        refuse("--b-model", CUTAWAY_TR("a trace file has no text for another model"), "--b-text TEXT, --b-ids 1,2,3", model);
    GivenSlot slot = a;
    slot.recorded = nullptr;
    slot.setup = setupOf(arguments, model, "b-", arguments.has("--b-model") ? core::Choices() : a.setup->said);
    slot.input.model = slot.request.model = model;
    slot.input.said = slot.request.said = slot.setup->said;
    slot.request.record.interventions = interventionsOf(arguments, "--b-intervene", output); // not those of A
    if (arguments.has("--b-text") || arguments.has("--b-ids")) {
        const core::ForwardInput given = inputOf(arguments, *slot.setup, "b-");
        slot.input.text = slot.request.text = arguments.text("--b-text").value_or("");
        slot.input.targetText = slot.request.targetText = arguments.text("--b-decoder-text").value_or("");
        slot.request.ids = given.ids;
        slot.request.targetIds = given.decoderIds;
        slot.input.isChat = slot.request.isChat = arguments.has("--b-chat");
    } else if (const bool isOther = model != a.input.model || arguments.has("--b-chat"); isOther && !slot.request.text.empty()) {
        slot.input.isChat = slot.request.isChat = slot.request.isChat || arguments.has("--b-chat");
        const core::Model& own = *slot.setup->model;
        slot.request.ids = !own.tokenizer ? a.request.ids
            : slot.request.isChat         ? chatIds(own, slot.request.text)
                                          : own.tokenizer->encode(slot.request.text);
    }
    return slot;
}

widgets::SlotMode modeOf(const Arguments& arguments, bool hasB)
{
    const widgets::SlotMode mode = slotModeOf(arguments, hasB ? "abdelta" : "a");
    if (!hasB && mode != widgets::SlotMode::A)
        refuse("--slot", CUTAWAY_TR("there is no slot B"), "--b-set, --b-text, --b-model, --b-intervene",
            widgets::slotModeWord(mode));
    return mode;
}

int runExport(const Arguments& arguments, const std::stop_token& stop)
{
    // All words are checked before anything is computed.
    const std::vector<const widgets::FigureInfo*> figures = figuresOf(arguments);
    const ExportSettings settings = exportSettingsOf(arguments, figures.size());
    const widgets::Counting counting(int(arguments.integer("--count-from", 0, 0, 1)));
    const bool hasB = hasSlotB(arguments);
    widgets::FigureData data;
    data.mode = modeOf(arguments, hasB);
    data.isLocked = !arguments.has("--unlocked");

    core::TraceRequest record;
    record.interventions = interventionsOf(arguments, "--intervene", settings.pattern.toStdString());
    record.openRun = core::openRecordedRun;
    if (const auto budget = arguments.text("--max-memory"))
        record.maxBytes = bytesOf("--max-memory", *budget);
    RunDesk desk;
    const GivenSlot a = slotA(arguments, record, desk);
    if (a.setup)
        desk.keep(a.input.model, a.setup->model);
    RecipeInputs inputs{a.input};
    SlotsRequest request{a.request};
    if (hasB) {
        const GivenSlot b = slotB(arguments, a, desk, settings.pattern.toStdString());
        if (b.setup && b.input.model != a.input.model)
            desk.keep(b.input.model, b.setup->model);
        inputs.b = b.input;
        request.b = b.request;
    }
    data.options = figureOptions(arguments);
    checkOptions(figures, data.options);
    checkTokenizers(data.options);
    data.selection = selectionOf(arguments, a, data.options);

    core::RunControl control;
    control.stop = stop;
    Fulfil fulfil;
    const bool isHeadGiven = arguments.has("--layer") || arguments.has("--head") || arguments.has("--all");
    for (const widgets::FigureInfo* figure : figures) {
        if (figure == figures.front()) {
            computeRuns(desk, request, data, control);
            fulfil = fulfilling(desk, request, data, control);
            if (!isHeadGiven)
                openHead(a, data);
        }
        data.results = {};
        fulfil(*figure, data);
        checkLeft(*figure, data);
        writeAll({inputs, figure, data, fulfil}, settings, control);
    }
    return Done;
}

} // namespace

extern const Command exportCommand;
const Command exportCommand{"export",
    QT_TRANSLATE_NOOP("commandLine", "draws figures into SVG, PDF or PNG files with their recipe inside"),
    "[M] --figure F [--all heads|layers] [--text T | --ids 1,2,3] [--set K=V …] [--intervene FILE.json …] [--layer L "
    "--head H] [--format "
    "svg,pdf,png] [--preset P] -o "
    "'fig-{figure}.{ext}'",
    "cutaway export smollm2 --figure attention --text 'The capital of France is Paris.' --layer 18 --head 6 --format "
    "svg,pdf -o 'fig-{figure}.{ext}'",
    exportOptions, 1, [](const Arguments&) { return true; }, runExport};

} // namespace app
