#pragma once

// ConceptMenu: the concepts of a course on Transformers, each with the pages that show it, by tab.

#include "app/window/search_menu.h"

namespace app {

/// An entry for each page of each concept that has one, in the order of the tabs; its id is the concept's and the words of its
/// page: "C05 positions show=relative kind=shaw".
std::vector<MenuEntry> conceptEntries();

class ConceptMenu : public SearchMenu
{
    Q_OBJECT
public:
    using SearchMenu::SearchMenu;

protected:
    std::vector<MenuEntry> entries() const override { return conceptEntries(); }
    QString hint() const override;
};

} // namespace app
