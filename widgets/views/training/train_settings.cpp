#include "widgets/views/training/train_settings.h"

#include "core/base/error.h"
#include "core/train/training_data.h"
#include "widgets/figure/text_set_words.h"
#include "widgets/plot/number_format.h"
#include "widgets/views/training/sentences.h"

#include <QFileInfo>
#include <QJsonDocument>
#include <QJsonObject>

namespace widgets {

namespace {

const QString dataKey = QStringLiteral("data"), beginKey = QStringLiteral("begin"), tokensKey = QStringLiteral("tokens"),
              presetKey = QStringLiteral("preset"), recipeKey = QStringLiteral("recipe"), weightsWord = QStringLiteral("weights"),
              charactersWord = QStringLiteral("characters");

/// A set in the current language, a file by its name.
QString nameOf(const QString& text)
{
    const QString words = textSetWords(text.toStdString());
    return words == text ? QFileInfo(text).fileName() : words;
}

/// The words of a recipe that are not those of the usual one.
QVariantMap recipeMap(const core::TrainingRecipe& recipe)
{
    const core::Json usual = core::recipeJson(usualRecipe());
    core::Json own = core::recipeJson(recipe);
    for (const auto& [key, value] : usual.items())
        if (own.contains(key) && own[key] == value)
            own.erase(key);
    return QJsonDocument::fromJson(QByteArray::fromStdString(core::writeJson(own))).object().toVariantMap();
}

} // namespace

QVariantMap toMap(const TrainSettings& settings)
{
    QVariantMap map;
    if (settings.text != TrainSettings{}.text)
        map[dataKey] = settings.text;
    if (!settings.isFresh)
        map[beginKey] = weightsWord;
    if (settings.wantsCharacters)
        map[tokensKey] = charactersWord;
    if (!settings.preset.isEmpty())
        map[presetKey] = settings.preset;
    if (const QVariantMap recipe = recipeMap(settings.recipe); !recipe.isEmpty())
        map[recipeKey] = recipe;
    return map;
}

TrainSettings settingsIn(const QVariantMap& map)
{
    TrainSettings settings;
    settings.text = map.value(dataKey, settings.text).toString();
    settings.isFresh = map.value(beginKey).toString() != weightsWord;
    settings.wantsCharacters = map.value(tokensKey).toString() == charactersWord;
    settings.preset = map.value(presetKey).toString();
    const QByteArray recipe = QJsonDocument(QJsonObject::fromVariantMap(map.value(recipeKey).toMap())).toJson();
    try {
        settings.recipe = core::readRecipe(core::parseJson(recipe.toStdString(), "session"), "session", settings.recipe);
    } catch (const core::Error&) { // of a person's hand, or a later version
    }
    return settings;
}

bool isByCharacters(const TrainSettings& settings)
{
    return settings.wantsCharacters && settings.isFresh && settings.text.toStdString() != core::corpusName;
}

QString dataWords(const TrainSettings& settings)
{
    const QString file = nameOf(settings.text);
    if (isByCharacters(settings))
        return TrainingText::tr("%1, by characters").arg(file);
    if (settings.text.toStdString() != core::corpusName)
        return file;
    const double stories = settings.recipe.curriculum.stories;
    if (stories >= 1)
        return TrainingText::tr("corpus");
    if (stories <= 0)
        return TrainingText::tr("repeats only");
    return TrainingText::tr("corpus, %1 % repeats").arg(formatNumber(100 * (1 - stories)));
}

} // namespace widgets
