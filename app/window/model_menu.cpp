#include "app/window/model_menu.h"

#include "core/files/library/model_files.h"
#include "core/files/library/training_history.h"
#include "widgets/views/training/data.h"
#include "widgets/views/training/sentences.h"

#include <QApplication>
#include <QKeyEvent>
#include <QLineEdit>
#include <QMenu>
#include <QWidgetAction>

#include <algorithm>
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

} // namespace

std::vector<ModelEntry> modelEntries()
{
    const std::string first = core::defaultModel();
    const auto main = widgets::historyOf(QString::fromStdString(first));
    std::vector<std::pair<const Group*, ModelEntry>> found;
    for (const core::ModelListing& model : core::listModels()) {
        const QString id = QString::fromStdString(model.id);
        const auto history = model.bundled ? widgets::historyOf(id) : nullptr;
        const Group* group = nullptr;
        if (history && main && model.id != first)
            group = &groupOf(changed(main->choices, history->choices));
        else if (!model.bundled && !model.path.empty())
            group = &own;
        const QString title = model.bundled ? widgets::purposeOf(id) : QCoreApplication::translate("core", model.title.c_str());
        found.push_back({group, {id, title == id ? QString() : title, group ? ModelMenu::tr(group->title) : QString()}});
    }
    std::vector<ModelEntry> entries;
    std::vector<const Group*> order{nullptr};
    for (const Group& part : parts)
        order.push_back(&part);
    order.insert(order.end(), {&recipes, &depths, &training, &encoders, &own});
    for (const Group* group : order)
        for (const auto& [of, entry] : found)
            if (of == group)
                entries.push_back(entry);
    return entries;
}

ModelMenu::ModelMenu(QMenu* menu, std::function<QString()> current)
    : QObject(menu)
    , m_menu(menu)
    , m_current(std::move(current))
{
    connect(menu, &QMenu::aboutToShow, this, &ModelMenu::fill);
    menu->installEventFilter(this);
}

void ModelMenu::fill()
{
    m_menu->clear();
    for (QMenu* const group : m_menu->findChildren<QMenu*>(Qt::FindDirectChildrenOnly))
        group->deleteLater();
    m_groups.clear();
    m_found.clear();

    auto* const field = new QWidgetAction(m_menu);
    m_search = new QLineEdit(m_menu);
    m_search->setPlaceholderText(tr("Find a model"));
    m_search->setClearButtonEnabled(true);
    m_search->installEventFilter(this);
    connect(m_search, &QLineEdit::textChanged, this, &ModelMenu::find);
    field->setDefaultWidget(m_search);
    m_menu->addAction(field);

    const std::vector<ModelEntry> entries = modelEntries();
    QMenu* group = nullptr;
    for (const ModelEntry& entry : entries) {
        if (!entry.group.isEmpty() && (!group || group->title() != entry.group)) {
            group = m_menu->addMenu(entry.group);
            m_groups.push_back(group->menuAction());
        }
        addTo(group ? group : m_menu, entry);
        if (!group)
            m_groups.push_back(m_menu->actions().back());
    }
    for (const ModelEntry& entry : entries) {
        addTo(m_menu, entry);
        m_found.push_back(m_menu->actions().back());
    }
    find({});
    m_search->setFocus(Qt::PopupFocusReason);
}

void ModelMenu::addTo(QMenu* menu, const ModelEntry& entry)
{
    QAction* const action = menu->addAction(entry.title.isEmpty() ? entry.id : tr("%1 — %2").arg(entry.id, entry.title));
    action->setCheckable(true);
    action->setChecked(entry.id == m_current());
    connect(action, &QAction::triggered, this, [this, id = entry.id] { emit modelChosen(id); });
}

/// Models that have all the words, in name or purpose.
void ModelMenu::find(const QString& words)
{
    const QStringList wanted = words.split(QLatin1Char(' '), Qt::SkipEmptyParts);
    for (QAction* const group : m_groups)
        group->setVisible(wanted.isEmpty());
    for (QAction* const model : m_found)
        model->setVisible(!wanted.isEmpty() && std::ranges::all_of(wanted, [&](const QString& word) {
            return model->text().contains(word, Qt::CaseInsensitive);
        }));
}

/// Letters go to the field, wherever the focus is; arrows walk the menu; Enter opens the first that was found.
bool ModelMenu::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() != QEvent::KeyPress || !m_search)
        return QObject::eventFilter(watched, event);
    const auto* const press = static_cast<QKeyEvent*>(event);
    const bool isField = watched == m_search;
    const int key = press->key();
    if (isField && key == Qt::Key_Down) {
        const QList<QAction*> all = m_menu->actions();
        const auto first = std::find_if(all.begin() + 1, all.end(), [](const QAction* one) { return one->isVisible(); });
        if (first != all.end())
            m_menu->setActiveAction(*first);
        return true;
    }
    if (isField && (key == Qt::Key_Up || key == Qt::Key_Escape))
        return QCoreApplication::sendEvent(m_menu, event);
    if (isField && (key == Qt::Key_Return || key == Qt::Key_Enter)) {
        const auto first = std::ranges::find_if(m_found, [](const QAction* model) { return model->isVisible(); });
        if (first != m_found.end()) {
            QAction* const model = *first;
            m_menu->close();
            model->trigger();
        }
        return true;
    }
    const bool isLetter = !press->text().isEmpty() && press->text().front().isPrint()
        && !(press->modifiers() & (Qt::ControlModifier | Qt::AltModifier));
    const bool isBlank = press->text() == QLatin1String(" ") && m_search->text().isEmpty(); // opens what is marked
    if (isField || !isLetter || isBlank)
        return QObject::eventFilter(watched, event);
    m_search->setFocus(Qt::PopupFocusReason);
    return QCoreApplication::sendEvent(m_search, event);
}

} // namespace app
