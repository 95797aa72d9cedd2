#include "app/window/model_menu.h"

#include "core/files/library/model_files.h"
#include "widgets/views/training/data.h"
#include "widgets/views/training/groups.h"
#include "widgets/views/training/sentences.h"

#include <QCoreApplication>

#include <filesystem>

namespace app {

namespace {

std::string historyFile(const std::string& folder) { return (std::filesystem::path(folder) / "history.json").string(); }

/// A fetched model has none: of its training nothing is known.
bool hasHistory(const std::string& folder)
{
    std::error_code ignored;
    return std::filesystem::exists(historyFile(folder), ignored);
}

} // namespace

std::vector<MenuEntry> modelEntries()
{
    const QString kept = ModelMenu::tr("Your models"), own = ModelMenu::tr("Fetched models");
    const auto main = widgets::historyOf(QString::fromStdString(core::defaultModel()));
    std::vector<MenuEntry> found;
    for (const core::ModelListing& model : core::listModels()) {
        const QString id = QString::fromStdString(model.id);
        const auto history = model.bundled ? widgets::historyAt(historyFile(model.path)) : nullptr;
        const bool isMain = model.id == core::defaultModel();
        const QString group = model.path.empty() || isMain ? QString()
            : model.bundled          ? (history && main ? widgets::groupOfTraining(*history, *main) : QString())
            : hasHistory(model.path) ? kept
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
