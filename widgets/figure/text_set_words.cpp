#include "widgets/figure/text_set_words.h"

#include <QCoreApplication>

#include <algorithm>
#include <iterator>

namespace widgets {

namespace {

constexpr const char* sets[] = {QT_TRANSLATE_NOOP("TextSets", "agreement"), QT_TRANSLATE_NOOP("TextSets", "brackets"),
    QT_TRANSLATE_NOOP("TextSets", "capitals"), QT_TRANSLATE_NOOP("TextSets", "copying"), QT_TRANSLATE_NOOP("TextSets", "pronouns"),
    QT_TRANSLATE_NOOP("TextSets", "repeats")};

} // namespace

QString textSetWords(const std::string& nameOrPath)
{
    const auto known = std::ranges::find_if(sets, [&](const char* one) { return nameOrPath == one; });
    return known == std::end(sets) ? QString::fromStdString(nameOrPath) : QCoreApplication::translate("TextSets", *known);
}

} // namespace widgets
