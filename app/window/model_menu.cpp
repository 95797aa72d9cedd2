#include "app/window/model_menu.h"

#include "core/files/library/model_files.h"
#include "widgets/views/training/groups.h"
#include "widgets/views/training/sentences.h"

#include <QCoreApplication>

#include <filesystem>

namespace app {

namespace {

/// A fetched model has none: of its training nothing is known.
bool hasHistory(const std::string& folder)
{
    std::error_code ignored;
    return std::filesystem::exists(std::filesystem::path(folder) / "history.json", ignored);
}

} // namespace

std::vector<MenuEntry> modelEntries()
{
    const QString kept = ModelMenu::tr("Your models"), own = ModelMenu::tr("Fetched models");
    std::vector<MenuEntry> found;
    for (const core::ModelListing& model : core::listModels()) {
        const QString id = QString::fromStdString(model.id);
        const QString group = model.bundled ? widgets::groupOfTraining(id)
            : model.path.empty()            ? QString()
            : hasHistory(model.path)        ? kept
                                            : own;
        const QString title = model.bundled ? widgets::purposeOf(id) : QCoreApplication::translate("core", model.title.c_str());
        const QString text = title.isEmpty() || title == id ? id : ModelMenu::tr("%1 — %2").arg(id, title);
        found.push_back({id, text, group});
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
