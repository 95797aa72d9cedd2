#pragma once

// The pages of a figure that has several: the option "show" names one, the first is shown without. A list of pages is a range of
// pointers to structs with `const char* id`.

#include "widgets/figure/figure.h"

#include <QStringList>

#include <iterator>

namespace widgets {

/// The page that the options name.
template <class Pages>
const auto& pageOf(const Pages& pages, const FigureData& data)
{
    const QString show = data.options.value(QStringLiteral("show")).toString();
    for (const auto* page : pages)
        if (show == QLatin1String(page->id))
            return *page;
    return **std::begin(pages);
}

/// The words of "show", in order: for the switch of the view.
template <class Pages>
QStringList pageIds(const Pages& pages)
{
    QStringList ids;
    for (const auto* page : pages)
        ids << QString::fromLatin1(page->id);
    return ids;
}

/// Options that show each page once (FigureInfo::variants).
template <class Pages>
std::vector<QVariantMap> pageVariants(const Pages& pages)
{
    std::vector<QVariantMap> all;
    for (const QString& id : pageIds(pages))
        all.push_back({{QStringLiteral("show"), id}});
    return all;
}

} // namespace widgets
