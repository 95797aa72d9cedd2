#include "widgets/views/shared/page_families.h"

#include "widgets/views/shared/view.h"

#include <QSet>

#include <algorithm>

namespace widgets {

namespace {

struct StatedFamily
{
    QString key, kinds;
    QStringList pages; // empty: all
};

StatedFamily familyOf(const char* words)
{
    const QString said = QString::fromLatin1(words);
    const QString before = said.section(QLatin1Char('='), 0, 0);
    return {before.section(QLatin1Char('@'), 0, 0), said.section(QLatin1Char('='), 1),
        before.section(QLatin1Char('@'), 1).split(QLatin1Char(','), Qt::SkipEmptyParts)};
}

} // namespace

QStringList familiesOf(const ViewInfo& view, const QString& page)
{
    std::vector<StatedFamily> stated;
    for (const char* words : view.families)
        if (words)
            stated.push_back(familyOf(words));
    QStringList all;
    QSet<QString> keys;
    const auto add = [&](const StatedFamily& family) {
        if (keys.contains(family.key))
            return;
        keys.insert(family.key);
        all << (family.kinds.isEmpty() ? family.key : family.key + QLatin1Char('=') + family.kinds);
    };
    for (const StatedFamily& family : stated)
        if (family.pages.contains(page))
            add(family);
    for (const StatedFamily& family : stated) {
        const auto ofAll
            = std::ranges::find_if(stated, [&](const StatedFamily& one) { return one.key == family.key && one.pages.isEmpty(); });
        add(ofAll != stated.end() ? *ofAll : StatedFamily{family.key, {}, {}});
    }
    return all;
}

QStringList familyKeys(const ViewInfo& view)
{
    QStringList keys;
    for (const QString& family : familiesOf(view))
        keys << family.section(QLatin1Char('='), 0, 0);
    return keys;
}

} // namespace widgets
