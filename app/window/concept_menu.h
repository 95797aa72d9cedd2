#pragma once

// ConceptMenu: the concepts of a course on Transformers, each with the pages that show it, by tab.

#include "app/window/search_menu.h"

#include <functional>

namespace app {

/// An entry for each page of each concept that has one, in the order of the tabs; its id is the concept's and the words of its
/// page: "C05 positions show=relative kind=shaw".
/// Without those of hidden pages: ids of views.
std::vector<MenuEntry> conceptEntries(const QStringList& hidden);

class ConceptMenu : public SearchMenu
{
    Q_OBJECT
public:
    /// `hidden`: as above, asked for each time that it opens.
    ConceptMenu(QMenu* menu, std::function<QStringList()> hidden)
        : SearchMenu(menu)
        , m_hidden(std::move(hidden))
    {
    }

protected:
    std::vector<MenuEntry> entries() const override { return conceptEntries(m_hidden()); }
    QString hint() const override;

private:
    std::function<QStringList()> m_hidden;
};

} // namespace app
