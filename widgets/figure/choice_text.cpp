#include "widgets/figure/choice_text.h"

#include "core/model/choices.h"
#include "widgets/plot/counting.h"
#include "widgets/plot/number_format.h"

#include <QCoreApplication>
#include <QRegularExpression>
#include <QStringList>

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace widgets {

namespace {

struct ChoiceWords
{
    Q_DECLARE_TR_FUNCTIONS(Choices)
};

/// 10,000 rather than 10000.0
QString numberText(const core::Json& value)
{
    const auto number = value.get<double>();
    return std::abs(number) < 1e9 && number == std::floor(number) ? formatCount(std::int64_t(number))
                                                                  : QString::number(number, 'g', 6);
}

/// The label of one of the words of a key; empty for anything else.
QString wordLabel(const core::ChoiceKey& key, const core::Json& value)
{
    for (std::size_t i = 0; i < key.words.size() && i < key.wordLabels.size(); ++i)
        if (value == core::Json(key.words[i]))
            return coreText(key.wordLabels[i]);
    return {};
}

/// The value alone: "Pre", "yes", "10,000".
QString valueText(const core::ChoiceKey& key, const core::Json& value)
{
    if (const QString label = wordLabel(key, value); !label.isEmpty())
        return label;
    return value.is_boolean()     ? (value.get<bool>() ? ChoiceWords::tr("yes") : ChoiceWords::tr("no"))
        : value.is_array()        ? ChoiceWords::tr("by layer")
        : value.is_number_float() ? numberText(value)
                                  : QString::fromStdString(core::plainText(value));
}

/// The value in a layer; beyond the last one that is said, the last counts.
core::Json valueIn(const core::Json& value, std::size_t layer)
{
    return !value.is_array() ? value : value.empty() ? core::Json() : value[std::min(layer, value.size() - 1)];
}

/// "64 in L0–L2, 32 in L5": the layers where the two differ, neighbours of one value together.
QString differingLayers(const core::ChoiceKey& key, const core::Json& value, const core::Json& other)
{
    const std::size_t layers = std::max(value.size(), other.is_array() ? other.size() : 0);
    const auto differs = [&](std::size_t layer) { return valueIn(value, layer) != valueIn(other, layer); };
    QStringList parts;
    for (std::size_t first = 0, next = 0; first < layers; first = next) {
        const core::Json one = valueIn(value, first);
        for (next = first + 1; next < layers && valueIn(value, next) == one && differs(next) == differs(first);)
            ++next;
        if (!differs(first) || one.is_null())
            continue;
        parts << ChoiceWords::tr("%1 in %2").arg(valueText(key, one), layersText(int(first), int(next) - 1));
    }
    constexpr qsizetype most = 3;
    if (parts.size() > most)
        parts = parts.mid(0, most) << QStringLiteral("…");
    return parts.join(ChoiceWords::tr(", "));
}

/// What core says of a file with a number in it, and what its reader of JSON expects.
constexpr const char* wordsWithNumbers[] = {QT_TRANSLATE_NOOP("core", "at most %1 levels"),
    QT_TRANSLATE_NOOP("core", "at most %1 bytes"), QT_TRANSLATE_NOOP("core", "at most %1 tokens"),
    QT_TRANSLATE_NOOP("core", "at most %1"), QT_TRANSLATE_NOOP("core", "at least %1 bytes"), QT_TRANSLATE_NOOP("core", "byte %1"),
    QT_TRANSLATE_NOOP("core", "line %1"), QT_TRANSLATE_NOOP("core", "string literal"), QT_TRANSLATE_NOOP("core", "end of input"),
    QT_TRANSLATE_NOOP("core", "'[', '{', or a literal")};

} // namespace

QString coreText(const std::string& english)
{
    static const QRegularExpression number(QStringLiteral("[0-9]+"));
    const QString plain = QString::fromStdString(english);
    const QRegularExpressionMatch found = number.match(plain);
    if (found.hasMatch()) {
        const QString words = plain.left(found.capturedStart()) + QStringLiteral("%1") + plain.mid(found.capturedEnd());
        for (const char* const known : wordsWithNumbers)
            if (words == QLatin1String(known))
                return QCoreApplication::translate("core", known).arg(found.captured());
    }
    return QCoreApplication::translate("core", english.c_str());
}

QString choiceName(const std::string& key)
{
    const core::ChoiceKey* known = core::findChoiceKey(key);
    return known ? coreText(known->label) : QString::fromStdString(key);
}

QString choiceText(const std::string& key, const core::Json& value)
{
    const core::ChoiceKey* known = core::findChoiceKey(key);
    if (!known || value.is_null())
        return {};
    if (const QString label = wordLabel(*known, value); !label.isEmpty())
        return label;
    return ChoiceWords::tr("%1: %2").arg(coreText(known->label), valueText(*known, value));
}

std::pair<QString, QString> choiceTexts(const std::string& key, const core::Json& a, const core::Json& b)
{
    const core::ChoiceKey* known = core::findChoiceKey(key);
    const auto textOf = [&](const core::Json& value, const core::Json& other) {
        const QString layers = known && value.is_array() ? differingLayers(*known, value, other) : QString();
        return layers.isEmpty() ? choiceText(key, value) : ChoiceWords::tr("%1: %2").arg(coreText(known->label), layers);
    };
    return {textOf(a, b), textOf(b, a)};
}

QString layersText(int first, int last)
{
    return first == last ? layerLabel(first) : QStringLiteral("L%1–L%2").arg(counted(first)).arg(counted(last));
}

} // namespace widgets
