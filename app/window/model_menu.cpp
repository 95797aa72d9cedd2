#include "app/window/model_menu.h"

#include "core/files/library/model_files.h"
#include "core/files/library/training_history.h"
#include "widgets/views/training/data.h"
#include "widgets/views/training/sentences.h"

#include <QCoreApplication>

#include <algorithm>
#include <filesystem>
#include <set>

namespace app {

namespace {

struct Group
{
    const char* title;
    std::vector<const char*> keys; // of choices, or how they begin
};

const Group encoders{QT_TRANSLATE_NOOP("app::ModelMenu", "Encoders"), {"topology"}};
const Group depths{QT_TRANSLATE_NOOP("app::ModelMenu", "Number of layers"), {"sizes.layers"}};
const Group recipes{QT_TRANSLATE_NOOP("app::ModelMenu", "Whole recipes"), {}};
const Group training{QT_TRANSLATE_NOOP("app::ModelMenu", "Training and seeds"), {}};
const Group kept{QT_TRANSLATE_NOOP("app::ModelMenu", "Your models"), {}}; // trained here
const Group own{QT_TRANSLATE_NOOP("app::ModelMenu", "Fetched models"), {}};

const Group parts[] = {
    {QT_TRANSLATE_NOOP("app::ModelMenu", "Norm placement"), {"norm.placement"}},
    {QT_TRANSLATE_NOOP("app::ModelMenu", "Norms"), {"norm."}},
    {QT_TRANSLATE_NOOP("app::ModelMenu", "Positions"), {"position."}},
    {QT_TRANSLATE_NOOP("app::ModelMenu", "Heads and masks"), {"attention.", "mask.", "score."}},
    {QT_TRANSLATE_NOOP("app::ModelMenu", "Feed-forward and experts"), {"feed_forward.", "activation.", "mixture."}},
    {QT_TRANSLATE_NOOP("app::ModelMenu", "Block and biases"), {"block.layout", "bias."}},
};

constexpr std::size_t partsOfARecipe = 3; // changed at once

/// Keys of the choices that one of the two has and the other has not, or otherwise.
std::set<std::string> changed(const core::Choices& before, const core::Choices& after)
{
    std::set<std::string> keys;
    for (const auto& [one, other] : {std::pair{&before, &after}, {&after, &before}})
        for (const auto& [key, value] : one->all())
            if (const auto found = other->all().find(key); found == other->all().end() || found->second != value)
                keys.insert(key);
    return keys;
}

bool isOf(const Group& group, const std::set<std::string>& keys)
{
    return std::ranges::any_of(group.keys, [&](const char* begin) {
        return std::ranges::any_of(keys, [&](const std::string& key) { return key.starts_with(begin); });
    });
}

/// Whose choices differ from those of the default model in these keys.
const Group& groupOf(const std::set<std::string>& keys)
{
    for (const Group* whole : {&encoders, &depths})
        if (isOf(*whole, keys))
            return *whole;
    std::vector<const Group*> touched;
    for (const Group& part : parts)
        if (isOf(part, keys))
            touched.push_back(&part);
    return touched.empty() ? training : touched.size() >= partsOfARecipe ? recipes : *touched.front();
}

/// A fetched model has none: of its training nothing is known.
bool hasHistory(const std::string& folder)
{
    std::error_code ignored;
    return std::filesystem::exists(std::filesystem::path(folder) / "history.json", ignored);
}

} // namespace

std::vector<MenuEntry> modelEntries()
{
    const std::string first = core::defaultModel();
    const auto main = widgets::historyOf(QString::fromStdString(first));
    std::vector<std::pair<const Group*, MenuEntry>> found;
    for (const core::ModelListing& model : core::listModels()) {
        const QString id = QString::fromStdString(model.id);
        const auto history = model.bundled ? widgets::historyOf(id) : nullptr;
        const Group* group = nullptr;
        if (history && main && model.id != first)
            group = &groupOf(changed(main->choices, history->choices));
        else if (!model.bundled && !model.path.empty())
            group = hasHistory(model.path) ? &kept : &own;
        const QString title = model.bundled ? widgets::purposeOf(id) : QCoreApplication::translate("core", model.title.c_str());
        const QString text = title.isEmpty() || title == id ? id : ModelMenu::tr("%1 — %2").arg(id, title);
        found.push_back({group, {id, text, group ? ModelMenu::tr(group->title) : QString()}});
    }
    std::vector<MenuEntry> entries;
    std::vector<const Group*> order{nullptr};
    for (const Group& part : parts)
        order.push_back(&part);
    order.insert(order.end(), {&recipes, &depths, &training, &encoders, &kept, &own});
    for (const Group* group : order)
        for (const auto& [of, entry] : found)
            if (of == group)
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
