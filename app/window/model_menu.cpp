#include "app/window/model_menu.h"

#include "core/files/library/model_files.h"
#include "core/files/library/training_history.h"
#include "widgets/views/training/data.h"
#include "widgets/views/training/groups.h"
#include "widgets/views/training/sentences.h"

#include <QCoreApplication>

namespace app {

std::vector<MenuEntry> modelEntries()
{
    const QString kept = ModelMenu::tr("Your models"), own = ModelMenu::tr("Fetched models");
    const auto main = widgets::historyOf(QString::fromStdString(core::defaultModel()));
    std::vector<MenuEntry> found;
    for (const core::ModelListing& model : core::listModels()) {
        const QString id = QString::fromStdString(model.id);
        const auto history = model.bundled ? widgets::historyAt(core::historyFile(model.path)) : nullptr;
        const bool isMain = model.id == core::defaultModel();
        const QString group = model.path.empty() || isMain ? QString()
            : model.bundled                ? (history && main ? widgets::groupOfTraining(*history, *main) : QString())
            : core::hasHistory(model.path) ? kept
                                           : own;
        const QString title = !model.bundled ? QCoreApplication::translate("core", model.title.c_str())
            : history                        ? widgets::purposeOf(*history)
                                             : QString();
        const QString text = title.isEmpty() || title == id ? id : ModelMenu::tr("%1 — %2").arg(id, title);
        found.push_back({.id = id, .text = text, .group = group, .names = {id}});
    }
    std::vector<MenuEntry> entries;
    for (const QString& group : QStringList{QString()} + widgets::trainingGroups() + QStringList{kept, own})
        for (const MenuEntry& entry : found)
            if (entry.group == group)
                entries.push_back(entry);
    return entries;
}

ModelMenu::ModelMenu(QMenu* menu, std::function<QString()> current)
    : SearchMenu(menu)
    , m_current(std::move(current))
{
}

QString ModelMenu::hint() const { return tr("Find a model"); }

} // namespace app
