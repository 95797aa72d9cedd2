#include "app/window/palette_entries.h"

#include "app/base/languages.h"
#include "app/lessons/lesson.h"
#include "app/window/concept_menu.h"
#include "app/window/lesson_host.h"
#include "app/window/main_window.h"
#include "app/window/model_menu.h"
#include "app/window/page_tabs.h"

#include "core/files/library/replica.h"
#include "core/model/choices.h"
#include "core/trace/tensor_slice.h"
#include "core/trace/trace.h"
#include "widgets/figure/choice_text.h"
#include "widgets/plot/counting.h"
#include "widgets/run/tensor_place.h"
#include "widgets/views/shared/figure_pages.h"
#include "widgets/views/shared/view.h"

#include <QCoreApplication>
#include <QFileInfo>

#include <algorithm>

namespace app {

namespace {

constexpr int maxPlaces = 6000; // heads, or tokens

/// The titles and ids of its pictures and their pages.
QStringList wordsOf(const widgets::ViewInfo& view)
{
    QStringList words{QLatin1String(view.id)};
    for (const widgets::FigureInfo* figure : view.figures)
        if (figure)
            words << QCoreApplication::translate("figures", figure->title) << QLatin1String(figure->id)
                  << widgets::pageIds(*figure);
    return words;
}

/// Whether a selected head is seen on this page.
bool marksHead(const widgets::View& view, const core::Trace& trace)
{
    if (!view.marksPlace() || view.markedTensor().isEmpty())
        return view.marksPlace();
    const core::Tensor* const marked = trace.find(view.markedTensor().toStdString());
    return marked && core::headAxis(marked->axes()) >= 0;
}

/// The models of the atlas that run, asked for once.
const std::vector<const core::AtlasModel*>& replicas()
{
    static const std::vector<const core::AtlasModel*> found = [] {
        std::vector<const core::AtlasModel*> running;
        for (const core::AtlasModel& model : core::atlas())
            if (!core::noReplica(model))
                running.push_back(&model);
        return running;
    }();
    return found;
}

QString numbered(const char* kind, int number) { return QLatin1String(kind) + QLatin1Char(' ') + QString::number(number); }

} // namespace

PaletteEntries::PaletteEntries(MainWindow& window, const WindowActions& actions, CommandPalette& palette)
    : QObject(&window)
    , m_window(window)
    , m_actions(actions)
{
    palette.addSource([this] { return this->actions(); }, false);
    palette.addSource([this] { return pages(); }, false); // a class may not have them all
    palette.addSource([this] { return concepts(); }, false); // the same
    palette.addSource([this] { return lessons(); }, false); // the same
    palette.addSource([this] { return kinds(); }, false); // the same
    palette.addSource([this] { return places(); }, false);
    palette.addSource([this] { return models(); }, false);
}

std::vector<PaletteEntry> PaletteEntries::actions() const
{
    std::vector<PaletteEntry> entries;
    const auto add = [&](const QString& id, const QString& text, QAction* action) {
        const QString place = m_actions.placeOf(action);
        entries.push_back({.id = id,
            .text = text,
            .group = place.isEmpty() ? tr("Action") : place,
            .keys = action->shortcut().toString(QKeySequence::NativeText),
            .whyNot = action->isEnabled() ? QString() : tr("Not possible now"),
            .take = [action] { action->trigger(); }});
    };
    for (int act = 0; act < int(Act::Count); ++act)
        if (Act(act) != Act::FindAnything && m_actions[Act(act)]->isVisible())
            add(QStringLiteral("act ") + m_actions.idOf(Act(act)), m_actions.textOf(Act(act)), m_actions[Act(act)]);
    for (QAction* const language : m_actions.languageActions())
        add(QStringLiteral("language ") + language->data().toString(), language->text(), language);
    return entries;
}

std::vector<PaletteEntry> PaletteEntries::pages() const
{
    std::vector<PaletteEntry> entries;
    for (int page = 0; page < m_window.pageTabs().count(); ++page) {
        if (m_window.pageTabs().isHidden(page))
            continue;
        const widgets::ViewInfo& view = widgets::allViews()[std::size_t(page)];
        entries.push_back({.id = QStringLiteral("page ") + QLatin1String(view.id),
            .text = QCoreApplication::translate("views", view.title),
            .group = tr("Page"),
            .words = wordsOf(view),
            .take = [&window = m_window, id = QString::fromLatin1(view.id)] { window.showView(id); }});
    }
    return entries;
}

/// The page that shows a concept first is before all others of it.
std::vector<PaletteEntry> PaletteEntries::concepts() const
{
    std::vector<PaletteEntry> entries;
    if (m_window.classroom().hides("concepts"))
        return entries;
    std::vector<MenuEntry> pages = conceptEntries(m_window.classroom().pages);
    std::ranges::stable_partition(pages, &MenuEntry::isFirst);
    for (const MenuEntry& entry : pages)
        entries.push_back({.id = QStringLiteral("concept ") + entry.id,
            .text = entry.text,
            .group = tr("Concept"),
            .words = {entry.words, entry.group, entry.text, entry.id},
            .names = {entry.names.front()},
            .take = [&window = m_window, id = entry.id] { window.showConcept(id); }});
    return entries;
}

std::vector<PaletteEntry> PaletteEntries::lessons() const
{
    std::vector<PaletteEntry> entries;
    if (m_window.classroom().hides("menu")) // which has them
        return entries;
    for (const Lesson& lesson : allLessons()) {
        const QString file = QString::fromStdString(lesson.file);
        entries.push_back({.id = QStringLiteral("lesson ") + file,
            .text = lesson.wordsIn(currentLanguage()).title,
            .group = tr("Lesson"),
            .take = [&window = m_window, file] { window.lessonHost()->openLesson(file); }});
    }
    return entries;
}

/// Every kind of every family: "Attention: Grouped-query".
std::vector<PaletteEntry> PaletteEntries::kinds() const
{
    std::vector<PaletteEntry> entries;
    if (m_window.classroom().hides("choices") || m_window.classroom().hides("switches"))
        return entries;
    for (const core::ChoiceKey& key : core::choiceKeys())
        for (const std::string& word : key.words) {
            const QString id = QString::fromStdString(key.id), value = QString::fromStdString(word);
            entries.push_back({.id = QStringLiteral("kind %1=%2").arg(id, value),
                .text = tr("%1: %2").arg(widgets::choiceName(key.id), widgets::choiceText(key.id, word)),
                .group = tr("Choice"),
                .words = {id, value},
                .take = [&window = m_window, id, value] { window.addChoice(id, value); }});
        }
    return entries;
}

/// Layers, heads, tokens and tensors of the run on screen.
std::vector<PaletteEntry> PaletteEntries::places() const
{
    std::vector<PaletteEntry> entries;
    if (!m_window.run())
        return entries;
    const core::Trace& trace = *m_window.run()->trace;
    const auto pin = [&window = m_window](auto change, bool isHead) {
        widgets::Selection to = window.selection()->pinned();
        change(to);
        const auto isSeen = [&] {
            return isHead ? marksHead(*window.currentView(), *window.run()->trace) : window.currentView()->marksPlace();
        };
        const bool isElsewhere = !isSeen();
        if (isElsewhere)
            window.showView(QStringLiteral("attention"));
        window.goTo(to);
        if (isHead) // from a survey of all heads, too
            window.currentView()->lookCloser();
    };
    for (int layer = 0; layer < int(trace.layers()); ++layer) {
        const auto toLayer = [layer](widgets::Selection& to) { to.layer = layer; };
        entries.push_back(
            {.id = numbered("layer", layer), .text = widgets::layerLabel(layer), .group = tr("Layer"), .take = [pin, toLayer] {
                 pin(toLayer, false);
             }});
        const int heads = widgets::queryHeads(*m_window.run(), layer);
        for (int head = 0; head < heads && int(entries.size()) < maxPlaces; ++head) {
            const auto toHead = [layer, head](widgets::Selection& to) {
                to.layer = layer;
                to.head = head;
                to.isHeadChosen = true;
            };
            entries.push_back({.id = QStringLiteral("head %1 %2").arg(layer).arg(head),
                .text = widgets::headLabel(layer, head),
                .group = tr("Head"),
                .take = [pin, toHead] { pin(toHead, true); }});
        }
    }
    const std::vector<std::string> tokens = widgets::streamTokens(trace);
    for (int token = 0; token < int(tokens.size()) && token < maxPlaces; ++token) {
        const auto toToken = [token](widgets::Selection& to) { to.query = token; };
        entries.push_back({.id = numbered("token", token),
            .text = tr("%1: “%2”").arg(widgets::counted(token)).arg(QString::fromStdString(tokens[std::size_t(token)])),
            .group = tr("Token"),
            .take = [pin, toToken] { pin(toToken, false); }});
    }
    if (m_window.classroom().hides("tensor"))
        return entries;
    for (const core::TraceEntry& tensor : trace.entries())
        entries.push_back({.id = QStringLiteral("tensor ") + QString::fromStdString(tensor.name()),
            .text = QString::fromStdString(tensor.name()),
            .group = tr("Tensor"),
            .take = [&window = m_window, name = QString::fromStdString(tensor.name())] { window.showTensor(name); }});
    return entries;
}

/// Models by name, those of the atlas that run as replicas, and files that were opened lately.
std::vector<PaletteEntry> PaletteEntries::models() const
{
    std::vector<PaletteEntry> entries;
    if (m_window.classroom().hides("menu"))
        return entries;
    for (const MenuEntry& model : modelEntries())
        entries.push_back({.id = QStringLiteral("model ") + model.id,
            .text = model.text,
            .group = tr("Model"),
            .words = {model.group},
            .take = [&window = m_window, id = model.id] { window.openModel(id); }});
    if (!m_window.classroom().pages.contains(QStringLiteral("atlas")))
        for (const core::AtlasModel* const model : replicas()) {
            const QString id = QString::fromStdString(std::string(core::replicaPrefix) + model->id);
            entries.push_back({.id = QStringLiteral("model ") + id,
                .text = tr("%1 (replica)").arg(QString::fromStdString(model->name)),
                .group = tr("Model"),
                .words = {QString::fromStdString(model->organisation), id},
                .take = [&window = m_window, id] { window.openModel(id); }});
        }
    for (const QString& path : m_window.recentFiles())
        entries.push_back({.id = QStringLiteral("file ") + path,
            .text = QFileInfo(path).fileName(),
            .group = tr("Opened lately"),
            .words = {path},
            .take = [&window = m_window, path] { window.openModel(path); }});
    return entries;
}

} // namespace app
