#include "widgets/figure/options.h"

#include "widgets/figure/figure.h"

#include <algorithm>
#include <cmath>

namespace widgets {

QVariant OptionKey::valueIn(const FigureData& data) const { return valueIn(data.options); }

bool OptionKey::isIn(const FigureData& data) const { return data.options.contains(name()); }

QStringList WordOption::list() const
{
    QStringList all;
    for (const char* word : words)
        if (word)
            all << QString::fromLatin1(word);
    return all;
}

QString WordOption::in(const QVariantMap& options) const
{
    const QString said = valueIn(options).toString();
    for (const char* word : words)
        if (word && said == QLatin1String(word))
            return said;
    return QString::fromLatin1(words.front());
}

QString WordOption::in(const FigureData& data) const { return in(data.options); }

QStringList TextOption::listIn(const QVariantMap& options) const
{
    QStringList all;
    for (const QString& one : in(options).split(QLatin1Char(','), Qt::SkipEmptyParts))
        all << one.trimmed();
    return all;
}

QStringList TextOption::listIn(const FigureData& data) const { return listIn(data.options); }

FigureOption TextOption::oneOf(const QStringList& words) const
{
    return {name(), words.isEmpty() ? FigureOption::Text : FigureOption::Word, words};
}

double NumberOption::in(const FigureData& data, double otherwise) const
{
    bool isNumber = false;
    const double said = valueIn(data).toDouble(&isNumber);
    return isNumber && std::isfinite(said) ? said : otherwise;
}

int WholeOption::in(const FigureData& data, int otherwise) const
{
    bool isNumber = false;
    const double said = valueIn(data).toDouble(&isNumber); // "3.0" is whole, too
    return isNumber && std::abs(said) < 1e9 ? int(said) : otherwise;
}

FigureOptions optionsOf(const FigureInfo& figure) { return optionsOf(figure, {}); }

FigureOptions optionsOf(const FigureInfo& figure, const FigureData& data)
{
    return figure.options ? figure.options(data) : FigureOptions();
}

void addOptions(FigureOptions& to, const FigureOptions& more)
{
    for (const FigureOption& option : more)
        if (std::none_of(to.begin(), to.end(), [&](const FigureOption& one) { return one.key == option.key; }))
            to.push_back(option);
}

bool isUnderstood(const FigureOption& option, const QString& said)
{
    switch (option.value) {
    case FigureOption::Word:
        return option.words.contains(said);
    case FigureOption::Words: {
        const QStringList all = said.split(QLatin1Char(','), Qt::SkipEmptyParts);
        return std::all_of(all.begin(), all.end(), [&](const QString& one) { return option.words.contains(one.trimmed()); });
    }
    case FigureOption::Number: {
        bool isNumber = false;
        const double value = said.toDouble(&isNumber);
        return isNumber && value >= option.least && value <= option.most && (!option.isWhole || value == std::floor(value));
    }
    case FigureOption::Text:
        break;
    }
    return true;
}

} // namespace widgets
