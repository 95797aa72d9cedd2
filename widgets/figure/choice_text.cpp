#include "widgets/figure/choice_text.h"

#include "core/model/choices.h"
#include "widgets/plot/number_format.h"

#include <QCoreApplication>

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

} // namespace

QString coreText(const std::string& english) { return QCoreApplication::translate("core", english.c_str()); }

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
    if (value.is_string())
        for (std::size_t i = 0; i < known->words.size() && i < known->wordLabels.size(); ++i)
            if (known->words[i] == value.get<std::string>())
                return coreText(known->wordLabels[i]);
    const QString text = value.is_boolean() ? (value.get<bool>() ? ChoiceWords::tr("yes") : ChoiceWords::tr("no"))
        : value.is_array()                  ? ChoiceWords::tr("by layer")
        : value.is_number_float()           ? numberText(value)
                                            : QString::fromStdString(core::plainText(value));
    return ChoiceWords::tr("%1: %2").arg(coreText(known->label), text);
}

} // namespace widgets
