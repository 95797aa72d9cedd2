#include "app/export/recipe.h"

#include "app/base/languages.h"
#include "app/export/export_settings.h"

#include "core/base/system_memory.h"
#include "widgets/figure/compose.h"
#include "widgets/figure/need_store.h"
#include "widgets/figure/sides.h"
#include "widgets/plot/counting.h"

#include "core/files/traces/trace_file.h"

#include <QCoreApplication>
#include <QCryptographicHash>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>

#include <algorithm>
#include <tuple>

namespace app {

namespace {

QJsonValue toQt(const core::Json& value)
{
    return QJsonDocument::fromJson("[" + QByteArray::fromStdString(core::writeJson(value)) + "]").array().at(0);
}

template <class ObjectOrArray>
core::Json toCore(const ObjectOrArray& value, const std::string& file)
{
    return core::parseJson(QJsonDocument(value).toJson(QJsonDocument::Compact).toStdString(), file);
}

constexpr std::pair<const char*, widgets::MapBlocks> blocksWords[]
    = {{"mean", widgets::MapBlocks::Mean}, {"largest", widgets::MapBlocks::Largest}, {"every", widgets::MapBlocks::EveryCell}};

QString blocksWord(widgets::MapBlocks blocks)
{
    return QLatin1String(std::ranges::find(blocksWords, blocks, &std::pair<const char*, widgets::MapBlocks>::second)->first);
}

/// Recipes of earlier versions do not say it: their pictures have means.
widgets::MapBlocks blocksOf(const QString& word)
{
    const auto known = std::ranges::find_if(blocksWords, [&](const auto& one) { return word == QLatin1String(one.first); });
    return known == std::end(blocksWords) ? widgets::MapBlocks::Mean : known->second;
}

QJsonObject styleJson(const widgets::FigureStyle& style)
{
    QJsonObject json{{"theme", widgets::themeWord(style.theme)}, {"width", style.size.width()}, {"height", style.size.height()},
        {"tick_points", style.tickPoints}, {"label_points", style.labelPoints}, {"title_points", style.titlePoints},
        {"line_width", style.lineWidth}, {"transparent", style.transparent}, {"outlines", style.outlines},
        {"show_title", style.showTitle}, {"show_caption", style.showCaption}, {"show_color_bar", style.showColorBar},
        {"caption", style.caption}, {"alt_text", style.altText}, {"language", style.language}};
    // A recipe without these words is drawn as it was before there were any, and made again without them.
    if (style.face != widgets::FontFace::Inter)
        json["font"] = widgets::fontFaceWord(style.face);
    if (style.blocks != widgets::MapBlocks::Mean)
        json["blocks"] = blocksWord(style.blocks);
    if (widgets::firstNumber() != 0)
        json["count_from"] = widgets::firstNumber();
    return json;
}

QString listed(const std::vector<core::TokenId>& ids)
{
    QStringList words;
    for (const core::TokenId id : ids)
        words += QString::number(id);
    return words.join(',');
}

QJsonArray toArray(const std::vector<core::TokenId>& ids)
{
    QJsonArray array;
    for (const core::TokenId id : ids)
        array.append(id);
    return array;
}

/// "--model M --set … --text T" of a slot; every option of slot B begins with "--b-".
QString inputWords(const RecipeInput& input, const core::Trace& trace, const QString& slot)
{
    const auto option = [&](const char* name, const QString& value) { return " --" + slot + name + " " + value; };
    QString line = option("model", shellQuoted(QString::fromStdString(input.model)));
    for (const auto& [key, value] : input.said.all())
        if (!value.is_array())
            line += option("set", shellQuoted(QString::fromStdString(key + "=" + core::plainText(value))));
    line += input.text.empty() ? option("ids", listed(trace.ids))
                               : option("text", shellQuoted(QString::fromStdString(input.text)));
    if (input.isChat && !input.text.empty())
        line += QStringLiteral(" --") + slot + QStringLiteral("chat");
    if (!input.targetText.empty() && !trace.decoderIds.empty())
        line += option("decoder-text", shellQuoted(QString::fromStdString(input.targetText)));
    else if (!trace.decoderIds.empty())
        line += option("decoder-ids", listed(trace.decoderIds));
    return line;
}

QString commandLine(
    const RecipeInputs& inputs, const QString& figure, const widgets::FigureData& data, const widgets::FigureStyle& style)
{
    QString line = "cutaway export --figure " + figure + inputWords(inputs.a, *data.a->trace, {});
    if (inputs.b) {
        line += inputWords(*inputs.b, *data.b->trace, "b-") + " --slot " + widgets::slotModeWord(data.mode);
        if (!data.isLocked)
            line += " --unlocked";
    }
    const widgets::Selection& at = data.selection;
    line += QString(" --layer %1 --head %2").arg(at.layer).arg(at.head);
    if (at.query >= 0)
        line += QString(" --query %1").arg(at.query);
    if (at.key >= 0)
        line += QString(" --key %1").arg(at.key);
    if (at.dim >= 0)
        line += QString(" --dim %1").arg(at.dim);
    if (!data.a->trace->interventions.is_null())
        line += " --intervene interventions.json"; // the recipe's own list, as a file
    if (data.b && inputs.b && !data.b->trace->interventions.is_null())
        line += " --b-intervene b-interventions.json";
    for (auto option = data.options.begin(); option != data.options.end(); ++option)
        line += " --option " + shellQuoted(option.key() + "=" + option.value().toString());
    if (widgets::firstNumber() != 0)
        line += QString(" --count-from %1").arg(widgets::firstNumber());
    return line + styleWords(style);
}

/// What one slot was made from.
QJsonObject slotJson(const RecipeInput& input, const core::Trace& trace)
{
    QJsonObject slot{{"model", QString::fromStdString(input.model)}, {"said", toQt(input.said.toJson())},
        {"choices", toQt(trace.choices)}, {"text", QString::fromStdString(input.text)}, {"ids", toArray(trace.ids)}};
    if (!trace.decoderIds.empty()) {
        slot["decoder_text"] = QString::fromStdString(input.targetText);
        slot["decoder_ids"] = toArray(trace.decoderIds);
    }
    if (input.isChat && !input.text.empty())
        slot["chat"] = true;
    if (!trace.interventions.is_null())
        slot["interventions"] = toQt(trace.interventions);
    return slot;
}

/// Members of a recipe, with errors that say where: "recipe: b: ids".
class Reader
{
public:
    Reader(QJsonObject object, std::string file, std::string where)
        : m_object(std::move(object))
        , m_file(std::move(file))
        , m_where(std::move(where))
    {
    }

    QJsonValue expect(const char* key, QJsonValue::Type type, const char* expected) const
    {
        if (m_object[QLatin1String(key)].type() != type)
            throw core::Error({.file = m_file,
                .where = m_where + key,
                .problem = CUTAWAY_TR("missing or of the wrong type"),
                .expected = expected});
        return m_object[QLatin1String(key)];
    }

    std::pair<RecipeInput, RunRequest> slot() const
    {
        RecipeInput input;
        input.model = expect("model", QJsonValue::String, "string").toString().toStdString();
        input.said = core::Choices::fromJson(toCore(expect("said", QJsonValue::Object, "object").toObject(), m_file));
        input.text = expect("text", QJsonValue::String, "string").toString().toStdString();
        input.targetText = m_object["decoder_text"].toString().toStdString();
        input.isChat = m_object["chat"].toBool();
        RunRequest request{
            .model = input.model, .said = input.said, .text = input.text, .targetText = input.targetText, .isChat = input.isChat};
        for (const QJsonValue& id : expect("ids", QJsonValue::Array, "array").toArray())
            request.ids.push_back(id.toInt(-1));
        for (const QJsonValue& id : m_object["decoder_ids"].toArray())
            request.targetIds.push_back(id.toInt(-1));
        if (m_object.contains("interventions")) {
            const QJsonArray list = expect("interventions", QJsonValue::Array, "array").toArray();
            request.record.interventions = core::interventionsFromJson(toCore(list, m_file), m_file);
            request.record.openRun = core::openRecordedRun;
        }
        return {input, request};
    }

private:
    QJsonObject m_object;
    std::string m_file, m_where;
};

widgets::FigureStyle styleOf(const QJsonObject& style)
{
    widgets::FigureStyle to;
    for (const widgets::ThemeId theme : widgets::allThemes())
        if (style["theme"].toString() == widgets::themeWord(theme))
            to.theme = theme;
    // Within what a page can be: a hostile recipe must not ask for gigabytes of pixels.
    const auto number = [&](const char* key, double otherwise, double min, double max) {
        return std::clamp(style[QLatin1String(key)].toDouble(otherwise), min, max);
    };
    to.size = {number("width", to.size.width(), 16, 8000), number("height", to.size.height(), 16, 8000)};
    to.tickPoints = number("tick_points", to.tickPoints, 1, 200);
    to.labelPoints = number("label_points", to.labelPoints, 1, 200);
    to.titlePoints = number("title_points", to.titlePoints, 1, 200);
    to.lineWidth = number("line_width", to.lineWidth, 0.1, 50);
    to.face = widgets::fontFaceOf(style["font"].toString()).value_or(widgets::FontFace::Inter);
    to.blocks = blocksOf(style["blocks"].toString());
    to.transparent = style["transparent"].toBool();
    to.outlines = style["outlines"].toBool();
    to.showTitle = style["show_title"].toBool(true);
    to.showCaption = style["show_caption"].toBool(true);
    to.showColorBar = style["show_color_bar"].toBool(true);
    to.caption = style["caption"].toString();
    to.altText = style["alt_text"].toString();
    to.language = style["language"].toString();
    return to;
}

} // namespace

QJsonObject selectionJson(const widgets::Selection& selection)
{
    QJsonObject json{{"slot", selection.slot}, {"layer", selection.layer}, {"head", selection.head}, {"query", selection.query},
        {"key", selection.key}, {"dim", selection.dim}, {"step", selection.step}};
    if (!selection.isHeadChosen)
        json["head_chosen"] = false;
    return json;
}

QJsonObject makeRecipe(
    const RecipeInputs& inputs, const QString& figure, const widgets::FigureData& data, const widgets::FigureStyle& style)
{
    QJsonObject recipe = slotJson(inputs.a, *data.a->trace);
    recipe["program"] = "cutaway";
    recipe["version"] = CUTAWAY_VERSION;
    recipe["command"] = commandLine(inputs, figure, data, style);
    recipe["figure"] = figure;
    recipe["selection"] = selectionJson(data.selection);
    recipe["options"] = QJsonObject::fromVariantMap(data.options);
    recipe["style"] = styleJson(style);
    const widgets::FigureInfo* const info = widgets::findFigure(figure);
    if (const QVariantMap measured = info && info->measured ? info->measured(data) : QVariantMap(); !measured.isEmpty())
        recipe["measured"] = QJsonObject::fromVariantMap(measured);
    if (inputs.b) {
        recipe["b"] = slotJson(*inputs.b, *data.b->trace);
        recipe["slot"] = widgets::slotModeWord(data.mode);
        recipe["locked"] = data.isLocked;
    }
    return recipe;
}

RecipeContents readRecipe(const QJsonObject& recipe, const std::string& file)
{
    const Reader reader(recipe, file, "recipe: ");
    RecipeContents contents;
    std::tie(contents.inputs.a, contents.request.a) = reader.slot();
    if (recipe.contains("b")) {
        const Reader b(reader.expect("b", QJsonValue::Object, "object").toObject(), file, "recipe: b: ");
        std::tie(contents.inputs.b, contents.request.b) = b.slot();
        const QString word = reader.expect("slot", QJsonValue::String, "string").toString();
        const std::optional<widgets::SlotMode> mode = widgets::slotModeOf(word);
        if (!mode)
            throw core::Error({.file = file,
                .where = "recipe: slot",
                .problem = CUTAWAY_TR("unknown value"),
                .expected = widgets::slotModeWords().join(QStringLiteral(", ")).toStdString(),
                .found = word.toStdString()});
        contents.data.mode = *mode;
        contents.data.isLocked = recipe["locked"].toBool(true);
    }
    contents.figure = reader.expect("figure", QJsonValue::String, "string").toString();
    const QJsonObject at = reader.expect("selection", QJsonValue::Object, "object").toObject();
    contents.data.selection = {at["slot"].toInt(), at["layer"].toInt(), at["head"].toInt(), at["query"].toInt(-1),
        at["key"].toInt(-1), at["dim"].toInt(-1), at["step"].toInt(-1), at["head_chosen"].toBool(true)};
    contents.data.options = reader.expect("options", QJsonValue::Object, "object").toObject().toVariantMap();
    contents.data.measured = recipe["measured"].toObject().toVariantMap();
    const QJsonObject style = reader.expect("style", QJsonValue::Object, "object").toObject();
    contents.style = styleOf(style);
    contents.countFrom = style["count_from"].toInt() == 1 ? 1 : 0;
    return contents;
}

void computeRuns(RunDesk& desk, const SlotsRequest& request, widgets::FigureData& data, const core::RunControl& control)
{
    data.a = desk.carryOut(request.a, control);
    if (request.b)
        data.b = desk.carryOut(*request.b, control);
}

Fulfil fulfilling(RunDesk& desk, const SlotsRequest& request, const widgets::FigureData& runs, const core::RunControl& control)
{
    const widgets::CarryOut carryOut = carryOutOf({request, runs.a, runs.b},
        [&desk](const RunRequest& one, const core::RunControl& watched) { return desk.carryOut(one, watched); });
    const std::size_t said = request.a.record.maxBytes;
    const auto store = std::make_shared<widgets::NeedStore>(said > 0 ? said : core::systemMemoryBytes() / 4);
    return [carryOut, control, store](const widgets::FigureInfo& figure, widgets::FigureData& data) {
        widgets::fulfil(figure, data, *store, carryOut, control);
    };
}

namespace {

/// A person who edits a recipe by hand does not mend this: `verify` then finds that the file is no longer what was exported.
QString seal(const QJsonObject& recipe)
{
    const QByteArray text = QJsonDocument(recipe).toJson(QJsonDocument::Compact); // keys are sorted
    return QString::fromLatin1(QCryptographicHash::hash(text, QCryptographicHash::Sha256).toHex());
}

widgets::RenderOptions renderOptions(const RecipeInputs& inputs, const DrawnFigure& drawn)
{
    const auto& [figure, data, style, format, pngDpi] = drawn;
    widgets::RenderOptions options;
    options.pngDpi = pngDpi;
    options.recipe = makeRecipe(inputs, figure.id, data, style);
    options.recipe["png_dpi"] = pngDpi;
    const bool isAlone = format == widgets::FigureFormat::Recipe;
    const QJsonObject details = isAlone && figure.details ? figure.details(data) : QJsonObject();
    for (auto detail = details.begin(); detail != details.end(); ++detail)
        options.recipe[detail.key()] = detail.value();
    options.recipe["sha256"] = seal(options.recipe);
    options.title = widgets::titleText(figure, data);
    options.caption = style.caption.isEmpty() ? widgets::composedCaption(figure, data) : style.caption;
    options.description = style.altText.isEmpty() ? options.caption : style.altText;
    return options;
}

/// "fig.npy" and "L0 H1" -> "fig-L0-H1.npy", and with "product −1" "fig-product-minus1.npy"; one that is among `others` gets a number.
QString withPart(const QString& path, const QString& part, const QStringList& others)
{
    QString plain;
    for (const QChar c : part)
        plain += c == QChar(0x2212)     ? QStringLiteral("minus")
            : c.isLetterOrNumber()      ? QString(c)
            : plain.endsWith('-')       ? QString()
                                        : QString("-");
    const qsizetype dot = path.lastIndexOf('.');
    const bool hasEnding = dot >= path.lastIndexOf('/') + 1;
    const auto named = [&](const QString& name) {
        return hasEnding ? path.left(dot) + "-" + name + path.mid(dot) : path + "-" + name;
    };
    QString found = named(plain);
    for (int i = 2; others.contains(found); ++i)
        found = named(QStringLiteral("%1-%2").arg(plain).arg(i));
    return found;
}

/// Files of numbers count from 0 (docs/contract.md); pictures, and what draws them again, as the person does.
int countingOf(widgets::FigureFormat format)
{
    return widgets::hasLanguage(format) || format == widgets::FigureFormat::Recipe ? widgets::firstNumber() : 0;
}

} // namespace

QByteArray figureBytes(const RecipeInputs& inputs, const DrawnFigure& drawn)
{
    const Speaking speaking(drawn.style.language); // figures translate as they draw
    const widgets::Counting counting(countingOf(drawn.format));
    return widgets::renderFigure(drawn.figure, drawn.data, drawn.style, drawn.format, renderOptions(inputs, drawn));
}

QStringList exportFigure(const QString& path, const RecipeInputs& inputs, const DrawnFigure& drawn)
{
    // Names of arrays are in one language.
    const Speaking speaking(widgets::hasLanguage(drawn.format) ? drawn.style.language : QString("en"));
    const widgets::Counting counting(countingOf(drawn.format));
    widgets::RenderOptions options = renderOptions(inputs, drawn);
    options.file = QFileInfo(path).completeBaseName();
    QStringList written;
    for (const widgets::FigureFile& file :
        widgets::renderFigureFiles(drawn.figure, drawn.data, drawn.style, drawn.format, options)) {
        written << (file.part.isEmpty() ? path : withPart(path, file.part, written));
        widgets::writeFigure(written.last(), file.bytes);
    }
    return written;
}

} // namespace app
