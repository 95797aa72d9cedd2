#include "app/recipe.h"

#include "app/export_settings.h"
#include "app/languages.h"
#include "widgets/figure/compose.h"

#include <QCoreApplication>
#include <QCryptographicHash>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>

#include <algorithm>

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

QJsonObject selectionJson(const widgets::Selection& selection)
{
    return {{"slot", selection.slot}, {"layer", selection.layer}, {"head", selection.head}, {"query", selection.query},
        {"key", selection.key}, {"dim", selection.dim}, {"step", selection.step}};
}

QJsonObject styleJson(const widgets::FigureStyle& style)
{
    return {{"theme", widgets::themeWord(style.theme)}, {"width", style.size.width()}, {"height", style.size.height()},
        {"tick_points", style.tickPoints}, {"label_points", style.labelPoints}, {"title_points", style.titlePoints},
        {"line_width", style.lineWidth}, {"transparent", style.transparent}, {"outlines", style.outlines},
        {"show_title", style.showTitle}, {"show_caption", style.showCaption}, {"show_color_bar", style.showColorBar},
        {"caption", style.caption}, {"alt_text", style.altText}, {"language", style.language}};
}

/// A shell takes it back as it is.
QString quoted(const QString& text) { return "'" + QString(text).replace("'", "'\\''") + "'"; }

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

QString commandLine(
    const RecipeInput& input, const QString& figure, const widgets::FigureData& data, const widgets::FigureStyle& style)
{
    QString line = "cutaway export --figure " + figure + " --model " + quoted(QString::fromStdString(input.model));
    for (const auto& [key, value] : input.said.all())
        if (!value.is_array())
            line += " --set " + quoted(QString::fromStdString(key + "=" + core::plainText(value)));
    if (!input.text.empty()) {
        line += " --text " + quoted(QString::fromStdString(input.text));
    } else {
        line += " --ids " + listed(data.a->trace->ids);
    }
    if (!input.targetText.empty() && !data.a->trace->decoderIds.empty())
        line += " --decoder-text " + quoted(QString::fromStdString(input.targetText));
    else if (!data.a->trace->decoderIds.empty())
        line += " --decoder-ids " + listed(data.a->trace->decoderIds);
    const widgets::Selection& at = data.selection;
    line += QString(" --layer %1 --head %2").arg(at.layer).arg(at.head);
    if (at.query >= 0)
        line += QString(" --query %1").arg(at.query);
    if (at.key >= 0)
        line += QString(" --key %1").arg(at.key);
    if (!data.a->trace->interventions.is_null())
        line += " --intervene interventions.json"; // the recipe's own list, as a file
    for (auto option = data.options.begin(); option != data.options.end(); ++option)
        line += " --option " + quoted(option.key() + "=" + option.value().toString());
    return line + styleWords(style);
}

} // namespace

QJsonObject makeRecipe(
    const RecipeInput& input, const QString& figure, const widgets::FigureData& data, const widgets::FigureStyle& style)
{
    QJsonObject recipe{{"program", "cutaway"}, {"version", CUTAWAY_VERSION}, {"command", commandLine(input, figure, data, style)},
        {"model", QString::fromStdString(input.model)}, {"said", toQt(input.said.toJson())},
        {"choices", toQt(data.a->trace->choices)}, {"text", QString::fromStdString(input.text)},
        {"ids", toArray(data.a->trace->ids)}, {"figure", figure}, {"selection", selectionJson(data.selection)},
        {"options", QJsonObject::fromVariantMap(data.options)}, {"style", styleJson(style)}};
    if (!data.a->trace->decoderIds.empty()) {
        recipe["decoder_text"] = QString::fromStdString(input.targetText);
        recipe["decoder_ids"] = toArray(data.a->trace->decoderIds);
    }
    if (!data.a->trace->interventions.is_null())
        recipe["interventions"] = toQt(data.a->trace->interventions);
    return recipe;
}

RecipeContents readRecipe(const QJsonObject& recipe, const std::string& file)
{
    const auto expect = [&](const char* key, QJsonValue::Type type, const char* expected) {
        if (recipe[QLatin1String(key)].type() != type)
            throw core::Error({.file = file,
                .where = std::string("recipe: ") + key,
                .problem = CUTAWAY_TR("missing or of the wrong type"),
                .expected = expected});
        return recipe[QLatin1String(key)];
    };
    RecipeContents contents;
    contents.input.model = expect("model", QJsonValue::String, "string").toString().toStdString();
    contents.input.said = core::Choices::fromJson(toCore(expect("said", QJsonValue::Object, "object").toObject(), file));
    contents.input.text = expect("text", QJsonValue::String, "string").toString().toStdString();
    for (const QJsonValue& id : expect("ids", QJsonValue::Array, "array").toArray())
        contents.ids.push_back(id.toInt(-1));
    contents.input.targetText = recipe["decoder_text"].toString().toStdString();
    for (const QJsonValue& id : recipe["decoder_ids"].toArray())
        contents.decoderIds.push_back(id.toInt(-1));
    if (recipe.contains("interventions")) {
        const QJsonArray list = expect("interventions", QJsonValue::Array, "array").toArray();
        contents.interventions = core::interventionsFromJson(toCore(list, file), file);
    }
    contents.figure = expect("figure", QJsonValue::String, "string").toString();
    const QJsonObject at = expect("selection", QJsonValue::Object, "object").toObject();
    contents.data.selection = {at["slot"].toInt(), at["layer"].toInt(), at["head"].toInt(), at["query"].toInt(-1),
        at["key"].toInt(-1), at["dim"].toInt(-1), at["step"].toInt(-1)};
    contents.data.options = expect("options", QJsonValue::Object, "object").toObject().toVariantMap();

    const QJsonObject style = expect("style", QJsonValue::Object, "object").toObject();
    widgets::FigureStyle& to = contents.style;
    for (const widgets::ThemeId theme : {widgets::ThemeId::Light, widgets::ThemeId::Dark, widgets::ThemeId::Projector})
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
    to.transparent = style["transparent"].toBool();
    to.outlines = style["outlines"].toBool();
    to.showTitle = style["show_title"].toBool(true);
    to.showCaption = style["show_caption"].toBool(true);
    to.showColorBar = style["show_color_bar"].toBool(true);
    to.caption = style["caption"].toString();
    to.altText = style["alt_text"].toString();
    to.language = style["language"].toString();
    return contents;
}

namespace {

/// Whoever edits a recipe by hand does not mend this: `verify` then finds that the file is no longer what was exported.
QString seal(const QJsonObject& recipe)
{
    const QByteArray text = QJsonDocument(recipe).toJson(QJsonDocument::Compact); // keys are sorted
    return QString::fromLatin1(QCryptographicHash::hash(text, QCryptographicHash::Sha256).toHex());
}

widgets::RenderOptions renderOptions(const RecipeInput& input, const widgets::FigureInfo& figure, const widgets::FigureData& data,
    const widgets::FigureStyle& style, int pngDpi)
{
    widgets::RenderOptions options;
    options.pngDpi = pngDpi;
    options.recipe = makeRecipe(input, figure.id, data, style);
    options.recipe["png_dpi"] = pngDpi;
    options.recipe["sha256"] = seal(options.recipe);
    options.title = widgets::titleText(figure, data);
    options.description = !style.altText.isEmpty() ? style.altText
        : !style.caption.isEmpty()                 ? style.caption
                                                   : widgets::composedCaption(figure, data);
    return options;
}

/// "fig.npy" and "L0 H1" -> "fig-L0-H1.npy".
QString withPart(const QString& path, const QString& part)
{
    QString plain;
    for (const QChar c : part)
        plain += c.isLetterOrNumber() ? c : plain.endsWith('-') ? QString() : QString("-");
    const qsizetype dot = path.lastIndexOf('.');
    return dot < path.lastIndexOf('/') + 1 ? path + "-" + plain : path.left(dot) + "-" + plain + path.mid(dot);
}

} // namespace

QByteArray figureBytes(const RecipeInput& input, const widgets::FigureInfo& figure, const widgets::FigureData& data,
    const widgets::FigureStyle& style, widgets::FigureFormat format, int pngDpi)
{
    const Speaking speaking(style.language); // figures translate as they draw
    return widgets::renderFigure(figure, data, style, format, renderOptions(input, figure, data, style, pngDpi));
}

QStringList exportFigure(const QString& path, const RecipeInput& input, const widgets::FigureInfo& figure,
    const widgets::FigureData& data, const widgets::FigureStyle& style, widgets::FigureFormat format, int pngDpi)
{
    const Speaking speaking(widgets::isPicture(format) ? style.language : QString("en")); // names of arrays in one language
    QStringList written;
    for (const widgets::FigureFile& file :
        widgets::renderFigureFiles(figure, data, style, format, renderOptions(input, figure, data, style, pngDpi))) {
        written << (file.part.isEmpty() ? path : withPart(path, file.part));
        widgets::writeFigure(written.last(), file.bytes);
    }
    return written;
}

} // namespace app
