#include "widgets/figure/intervention_text.h"

#include "core/experiments/text_set.h"
#include "core/io/shown_text.h"
#include "core/trace/direction.h"
#include "core/trace/trace.h"
#include "core/trace/trace_request.h"
#include "core/trace/weight_place.h"
#include "widgets/figure/text_set_words.h"
#include "widgets/figure/weight_text.h"
#include "widgets/plot/counting.h"
#include "widgets/plot/number_format.h"
#include "widgets/plot/short_text.h"

#include <QCoreApplication>
#include <QStringList>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <iterator>

namespace widgets {

namespace {

struct Text
{
    Q_DECLARE_TR_FUNCTIONS(InterventionText)
};

constexpr int maxSaid = 3; // of a list
constexpr int maxTextSigns = 30, beforeDifference = 6;
constexpr float maxWhole = 1e5f; // of whole numbers that are written without a point

/// "9" or "9–11".
QString indicesText(const core::AxisRange& range)
{
    return range.first == range.last ? countedText(range.first)
                                     : QStringLiteral("%1–%2").arg(counted(range.first)).arg(counted(range.last));
}

QString headsText(const std::vector<core::Index>& heads)
{
    QStringList all;
    for (const core::Index head : heads)
        all << headLabel(head);
    return all.join(QStringLiteral(", "));
}

QString numberText(float number)
{
    if (std::isinf(number))
        return QStringLiteral("−∞");
    const bool isWhole = number == std::round(number) && std::abs(number) < maxWhole;
    return isWhole ? formatFixed(double(number), 0) : formatNumber(double(number), 4);
}

QString valueText(const core::InterventionValue& value)
{
    return value.numbers.size() == 1 ? numberText(value.numbers.front())
                                     : Text::tr("%n number(s)", nullptr, int(value.numbers.size()));
}

QString saidText(const std::string& text, SaidTexts texts)
{
    const QString words = QString::fromStdString(text).simplified();
    return texts == SaidTexts::Whole ? words : cutAtEnd(words, maxTextSigns);
}

/// “text” − “less”: where they have no room both begin a little before they differ.
QString differenceText(const std::string& text, const std::string& less, SaidTexts texts)
{
    QString both[] = {saidText(text, SaidTexts::Whole), saidText(less, SaidTexts::Whole)};
    if (texts == SaidTexts::Short && std::max(both[0].size(), both[1].size()) > maxTextSigns) {
        const qsizetype common = std::ranges::mismatch(both[0], both[1]).in1 - both[0].begin(), from = common - beforeDifference;
        const qsizetype word = from > 0 ? both[0].lastIndexOf(QLatin1Char(' '), from) + 1 : 0;
        for (QString& one : both)
            one = cutAtEnd((word > 0 ? QStringLiteral("…") : QString()) + one.mid(word), maxTextSigns);
    }
    return Text::tr("(“%1” − “%2”)").arg(both[0], both[1]);
}

/// What is added: a direction with its factor, or numbers.
QString addedText(const core::Intervention& what, const QString& value, SaidTexts texts)
{
    const QString direction = directionText(what, texts);
    if (direction.isEmpty())
        return value;
    const bool isOnce = !what.value.shape.empty() || what.value.numbers == std::vector{1.f};
    return isOnce ? direction : QStringLiteral("%1 · %2").arg(value, direction);
}

/// How many cells of attention are taken away by −∞ among numbers that change nothing; 0: it is no such list.
int takenCells(const core::Intervention& what)
{
    const std::vector<float>& numbers = what.value.numbers;
    const auto taken = std::ranges::count_if(numbers, [](float number) { return std::isinf(number) && number < 0; });
    return taken + std::ranges::count(numbers, 0.f) == std::ssize(numbers) ? int(taken) : 0;
}

/// Where numbers that were put somewhere were computed; `value` where that is not known.
QString computedText(const core::InterventionOrigin& origin, const QString& value, SaidTexts texts)
{
    if (core::typedIn(origin.texts))
        return Text::tr("mean over typed texts");
    if (!origin.texts.empty())
        return Text::tr("mean over “%1”").arg(textSetWords(core::shownText(origin.texts, 60)));
    if (origin.text.empty())
        return value;
    return Text::tr("value in “%1”").arg(saidText(origin.text, texts));
}

/// "pattern" of "attn.pattern".
QString shortName(std::string_view rest)
{
    const QString name = QString::fromStdString(core::shownText(std::string(rest), 60));
    return name.startsWith(QLatin1String("attn.")) ? name.mid(5) : name;
}

} // namespace

QString directionText(const core::Intervention& what, SaidTexts texts)
{
    const auto [kind, text, less] = core::directionOf(what);
    switch (kind) {
    case core::DirectionKind::None:
        break;
    case core::DirectionKind::File: {
        const std::string file = std::filesystem::path(what.source.file).filename().string();
        return QString::fromStdString(core::shownText(what.source.name.empty() ? file : file + ": " + what.source.name, 60));
    }
    case core::DirectionKind::Difference:
        return differenceText(text, less, texts);
    case core::DirectionKind::Embedding:
        return Text::tr("embedding of “%1”").arg(saidText(text, texts));
    case core::DirectionKind::Unembedding:
        return Text::tr("output row of “%1”").arg(saidText(text, texts));
    case core::DirectionKind::Towards:
        return Text::tr("direction towards “%1”").arg(saidText(text, texts));
    }
    return {};
}

QString placeText(const core::Intervention& intervention)
{
    if (core::isOfWeight(intervention))
        return weightText(core::weightOf(intervention.at));
    const std::optional<core::NamePattern> name = core::parseNamePattern(intervention.at);
    if (!name || name->name.find_first_of("*?") != std::string::npos)
        return QString::fromStdString(core::shownText(intervention.at, 60));
    const core::NameParts parts = core::partsOfName(name->name);
    QStringList words, places;
    if (parts.isOfEncoder)
        words << Text::tr("encoder");
    if (parts.layer >= 0)
        words << layerLabel(parts.layer);
    if (!name->heads.empty())
        words << headsText(name->heads);
    QString column;
    for (const core::AxisRange& range : intervention.slice) {
        const QString at = indicesText(range);
        if (range.axis == core::axis::head || range.axis == core::axis::kvHead)
            words << QStringLiteral("H%1").arg(at);
        else if (range.axis == core::axis::query)
            places.prepend(Text::tr("query %1").arg(at)); // reads before the key
        else if (range.axis == core::axis::key)
            places << Text::tr("key %1").arg(at);
        else if (range.axis == core::axis::token || range.axis == core::axis::routedToken)
            places << Text::tr("token %1").arg(at);
        else
            column = QStringLiteral("#%1").arg(at);
    }
    words << shortName(parts.rest);
    if (!column.isEmpty())
        words << column;
    places.prepend(words.join(QLatin1Char(' ')));
    return places.join(Text::tr(", "));
}

QString interventionText(const core::Intervention& intervention, SaidTexts texts)
{
    const QString place = placeText(intervention), value = valueText(intervention.value);
    QString text;
    switch (intervention.op) {
    case core::InterventionOp::Zero:
        text = QStringLiteral("%1 → %2").arg(place, QStringLiteral("0"));
        break;
    case core::InterventionOp::Mean:
        text = Text::tr("%1 → mean").arg(place);
        break;
    case core::InterventionOp::Set:
        text = QStringLiteral("%1 → %2").arg(place, computedText(intervention.origin, value, texts));
        break;
    case core::InterventionOp::Add:
        if (const int cells = takenCells(intervention); cells > 0)
            text = Text::tr("%1 → −∞ in %n cell(s)", nullptr, cells).arg(place);
        else
            text = QStringLiteral("%1 + %2").arg(place, addedText(intervention, value, texts));
        break;
    case core::InterventionOp::Scale:
        text = QStringLiteral("%1 × %2").arg(place, value);
        break;
    case core::InterventionOp::From: {
        std::string file = intervention.source.file;
        if (core::isOfWeight(intervention)) // a model is called by its folder or file
            file = std::filesystem::path(file).filename().string();
        text = Text::tr("%1 from %2").arg(place, QString::fromStdString(core::shownText(file, 60)));
        break;
    }
    }
    return intervention.strength >= 1 ? text
                                      : Text::tr("%1 (strength %2)").arg(text, formatFixed(double(intervention.strength), 2));
}

QString interventionsText(const core::Json& list)
{
    if (!list.is_array() || list.empty())
        return {};
    QStringList said;
    for (const core::Intervention& one : core::interventionsFromJson(list, {}))
        said << interventionText(one);
    const qsizetype all = said.size();
    const QString text = said.mid(0, maxSaid).join(Text::tr("; "));
    return all > maxSaid ? Text::tr("%1 and %2 more").arg(text).arg(all - maxSaid) : text;
}

} // namespace widgets
