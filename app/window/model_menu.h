#pragma once

// ModelMenu: the models that can be opened, in groups by the choices that differ from `main`.

#include "app/window/search_menu.h"

#include <functional>

namespace app {

/// Those of core::listModels(), with what they are for, by group: first those without one.
std::vector<MenuEntry> modelEntries();

class ModelMenu : public SearchMenu
{
    Q_OBJECT
public:
    /// `current` tells the model to mark.
    ModelMenu(QMenu* menu, std::function<QString()> current);

protected:
    std::vector<MenuEntry> entries() const override { return modelEntries(); }
    QString hint() const override;
    QString current() const override { return m_current(); }

private:
    std::function<QString()> m_current;
};

} // namespace app
