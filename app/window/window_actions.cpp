#include "app/window/window_actions.h"

#include "app/base/languages.h"

#include <QActionGroup>
#include <QCoreApplication>
#include <QKeySequence>
#include <QMenu>
#include <QMenuBar>
#include <QRegularExpression>
#include <QSet>

namespace app {

namespace {

struct Row
{
    Act act;
    const char* id; // the same in every language and version: settings keep it
    const char* text; // context "app::WindowActions"
    const char* keys; // several with "; " between them
    bool checkable = false;
};

constexpr Row rows[] = {
    {Act::OpenFile, "open_file", QT_TRANSLATE_NOOP("app::WindowActions", "&Open file…"), "Ctrl+O"},
    {Act::OpenFolder, "open_folder", QT_TRANSLATE_NOOP("app::WindowActions", "Open model &folder…"), "Ctrl+Shift+O"},
    {Act::Save, "save", QT_TRANSLATE_NOOP("app::WindowActions", "&Save session"), "Ctrl+S"},
    {Act::SaveAs, "save_as", QT_TRANSLATE_NOOP("app::WindowActions", "Sa&ve session as…"), "Ctrl+Shift+S"},
    {Act::Export, "export", QT_TRANSLATE_NOOP("app::WindowActions", "&Export figure…"), "Ctrl+Shift+E"},
    {Act::ExportAgain, "export_again", QT_TRANSLATE_NOOP("app::WindowActions", "Expor&t again"), "Ctrl+Alt+E"},
    {Act::CopyFigure, "copy_figure", QT_TRANSLATE_NOOP("app::WindowActions", "&Copy figure"), "Ctrl+Shift+C"},
    {Act::ExportScenes, "export_scenes", QT_TRANSLATE_NOOP("app::WindowActions", "Export sce&nes…"), ""},
    {Act::ExportAnimation, "export_animation", QT_TRANSLATE_NOOP("app::WindowActions", "Export ani&mation…"), ""},
    {Act::Quit, "quit", QT_TRANSLATE_NOOP("app::WindowActions", "&Quit"), "Ctrl+Q"},
    {Act::Undo, "undo", QT_TRANSLATE_NOOP("app::WindowActions", "&Undo change"), "Ctrl+Z"},
    {Act::Redo, "redo", QT_TRANSLATE_NOOP("app::WindowActions", "&Redo change"), "Ctrl+Shift+Z"},
    {Act::ResetChoices, "reset_choices", QT_TRANSLATE_NOOP("app::WindowActions", "Back to the model's own &choices"),
        "Ctrl+Alt+R"},
    {Act::CopyValue, "copy_value", QT_TRANSLATE_NOOP("app::WindowActions", "Copy &value"), "Ctrl+C"},
    {Act::Unpin, "unpin", QT_TRANSLATE_NOOP("app::WindowActions", "U&npin the cursor"), "Esc"},
    {Act::MakeB, "make_b", QT_TRANSLATE_NOOP("app::WindowActions", "&Make B from A"), "Ctrl+D"},
    {Act::CloseB, "close_b", QT_TRANSLATE_NOOP("app::WindowActions", "&End the comparison"), "Ctrl+Alt+D"},
    {Act::SwapSlots, "swap_slots", QT_TRANSLATE_NOOP("app::WindowActions", "E&xchange A and B"), "Ctrl+Shift+X"},
    {Act::ShowA, "show_a", QT_TRANSLATE_NOOP("app::WindowActions", "&A alone"), "1", true},
    {Act::ShowB, "show_b", QT_TRANSLATE_NOOP("app::WindowActions", "&B alone"), "2", true},
    {Act::ShowSideBySide, "show_side_by_side", QT_TRANSLATE_NOOP("app::WindowActions", "A and B &side by side"), "3", true},
    {Act::ShowDelta, "show_delta", QT_TRANSLATE_NOOP("app::WindowActions", "&Difference B − A"), "4", true},
    {Act::ShowAll, "show_all", QT_TRANSLATE_NOOP("app::WindowActions", "A, B and di&fference"), "5", true},
    {Act::Blink, "blink", QT_TRANSLATE_NOOP("app::WindowActions", "B&link between A and B"), "X"},
    {Act::LockScales, "lock_scales", QT_TRANSLATE_NOOP("app::WindowActions", "Same s&cale for A and B"), "", true},
    {Act::ThemeSystem, "theme_system", QT_TRANSLATE_NOOP("app::WindowActions", "As the &system"), "", true},
    {Act::ThemeLight, "theme_light", QT_TRANSLATE_NOOP("app::WindowActions", "&Light"), "", true},
    {Act::ThemeDark, "theme_dark", QT_TRANSLATE_NOOP("app::WindowActions", "&Dark"), "", true},
    {Act::ThemeHighContrast, "theme_high_contrast", QT_TRANSLATE_NOOP("app::WindowActions", "&High contrast"), "", true},
    {Act::ThemeProjector, "theme_projector", QT_TRANSLATE_NOOP("app::WindowActions", "&Projector"), "", true},
    {Act::Explore, "explore", QT_TRANSLATE_NOOP("app::WindowActions", "&Explore"), "", true},
    {Act::CompareTwo, "compare_two", QT_TRANSLATE_NOOP("app::WindowActions", "&Compare two"), "", true},
    {Act::Lesson, "lesson", QT_TRANSLATE_NOOP("app::WindowActions", "&Lesson"), "", true},
    {Act::Figures, "figures", QT_TRANSLATE_NOOP("app::WindowActions", "&Figures"), "", true},
    {Act::ShowTokens, "show_tokens", QT_TRANSLATE_NOOP("app::WindowActions", "&Tokens and training"), "Ctrl+4",
        true}, // beside the drawers
    {Act::ShowTable, "show_table", QT_TRANSLATE_NOOP("app::WindowActions", "&Numbers as a table"), "T", true},
    {Act::ShowDiagram, "show_diagram", QT_TRANSLATE_NOOP("app::WindowActions", "&Model diagram"), "Ctrl+1"},
    {Act::ShowChoices, "show_choices", QT_TRANSLATE_NOOP("app::WindowActions", "Arc&hitecture"), "Ctrl+2"},
    {Act::ShowScenes, "show_scenes", QT_TRANSLATE_NOOP("app::WindowActions", "S&cenes"), "Ctrl+3"},
    {Act::ResetLayout, "reset_layout", QT_TRANSLATE_NOOP("app::WindowActions", "&Reset layout"), ""},
    {Act::Present, "present", QT_TRANSLATE_NOOP("app::WindowActions", "&Present"), "F5; F11; Shift+F5", true},
    {Act::LectureSteps, "lecture_steps", QT_TRANSLATE_NOOP("app::WindowActions", "Lect&ure steps"), ""},
    {Act::KeepScene, "keep_scene", QT_TRANSLATE_NOOP("app::WindowActions", "&Keep as a scene"), "Ctrl+M"},
    {Act::FirstStep, "first_step", QT_TRANSLATE_NOOP("app::WindowActions", "F&irst planned step"), "Home"},
    {Act::NextStep, "next_step", QT_TRANSLATE_NOOP("app::WindowActions", "Ne&xt planned step"), "PgDown"},
    {Act::PreviousStep, "previous_step", QT_TRANSLATE_NOOP("app::WindowActions", "Pre&vious planned step"), "PgUp"},
    {Act::BlackScreen, "black_screen", QT_TRANSLATE_NOOP("app::WindowActions", "&Black screen"), "B; ."},
    {Act::WhiteScreen, "white_screen", QT_TRANSLATE_NOOP("app::WindowActions", "&White screen"), "W"},
    {Act::Freeze, "freeze", QT_TRANSLATE_NOOP("app::WindowActions", "&Freeze for the audience"), "F", true},
    {Act::LecturerNotes, "lecturer_notes", QT_TRANSLATE_NOOP("app::WindowActions", "N&otes and clock"), "N", true},
    {Act::Laser, "laser", QT_TRANSLATE_NOOP("app::WindowActions", "&Laser pointer"), "L", true},
    {Act::Spotlight, "spotlight", QT_TRANSLATE_NOOP("app::WindowActions", "&Spotlight"), "S", true},
    {Act::Pen, "pen", QT_TRANSLATE_NOOP("app::WindowActions", "P&en"), "P", true},
    {Act::ClearDrawing, "clear_drawing", QT_TRANSLATE_NOOP("app::WindowActions", "E&rase the drawing"), "E"},
    {Act::ZoomRegion, "zoom_region", QT_TRANSLATE_NOOP("app::WindowActions", "&Zoom to a region"), "Z", true},
    {Act::CopyScreen, "copy_screen", QT_TRANSLATE_NOOP("app::WindowActions", "&Copy the screen with the drawing"), "Ctrl+Alt+C"},
    {Act::RecordStep, "record_step", QT_TRANSLATE_NOOP("app::WindowActions", "&Record step from here…"), ""},
    {Act::StudentSheet, "student_sheet", QT_TRANSLATE_NOOP("app::WindowActions", "&Student sheet…"), ""},
    {Act::AnswerSheet, "answer_sheet", QT_TRANSLATE_NOOP("app::WindowActions", "&Answers…"), ""},
    {Act::LeaveLesson, "leave_lesson", QT_TRANSLATE_NOOP("app::WindowActions", "&Leave the lesson"), ""},
    {Act::NextPage, "next_page", QT_TRANSLATE_NOOP("app::WindowActions", "&Next page"), "Ctrl+Tab"},
    {Act::PreviousPage, "previous_page", QT_TRANSLATE_NOOP("app::WindowActions", "Pre&vious page"), "Ctrl+Shift+Tab"},
    {Act::NextInPass, "next_in_pass", QT_TRANSLATE_NOOP("app::WindowActions", "What follo&ws in the pass"), "Ctrl+PgDown"},
    {Act::PreviousInPass, "previous_in_pass", QT_TRANSLATE_NOOP("app::WindowActions", "What co&mes before in the pass"),
        "Ctrl+PgUp"},
    {Act::NextLayer, "next_layer", QT_TRANSLATE_NOOP("app::WindowActions", "Next la&yer"),
        "Ctrl+Up"}, // deeper is higher, as in Flow
    {Act::PreviousLayer, "previous_layer", QT_TRANSLATE_NOOP("app::WindowActions", "P&revious layer"), "Ctrl+Down"},
    {Act::NextHead, "next_head", QT_TRANSLATE_NOOP("app::WindowActions", "Next &head"), "Ctrl+Right"},
    {Act::PreviousHead, "previous_head", QT_TRANSLATE_NOOP("app::WindowActions", "Previous h&ead"), "Ctrl+Left"},
    {Act::Back, "back", QT_TRANSLATE_NOOP("app::WindowActions", "&Back to the previous place"), "Alt+Left"},
    {Act::Forward, "forward", QT_TRANSLATE_NOOP("app::WindowActions", "&Forward again"), "Alt+Right"},
    {Act::FindConcept, "find_concept", QT_TRANSLATE_NOOP("app::WindowActions", "Find a &concept"), "Ctrl+K"},
    {Act::FindAnything, "find_anything", QT_TRANSLATE_NOOP("app::WindowActions", "Find &anything"), "Ctrl+Shift+P"},
    {Act::ShowSymbols, "show_symbols", QT_TRANSLATE_NOOP("app::WindowActions", "S&ymbols"), "F1", true},
    {Act::StepThrough, "step_through", QT_TRANSLATE_NOOP("app::WindowActions", "&Step through the pass"), "Ctrl+T", true},
    {Act::StepBack, "step_back", QT_TRANSLATE_NOOP("app::WindowActions", "One operation bac&k"), "Shift+Left"},
    {Act::StepOn, "step_on", QT_TRANSLATE_NOOP("app::WindowActions", "One operation &on"), "Shift+Right"},
    {Act::FocusPrompt, "focus_prompt", QT_TRANSLATE_NOOP("app::WindowActions", "&Edit the text"), "Ctrl+L"},
    {Act::Settings, "settings", QT_TRANSLATE_NOOP("app::WindowActions", "Se&ttings…"), "Ctrl+,"},
    {Act::CheckRun, "check_run", QT_TRANSLATE_NOOP("app::WindowActions", "&Check this run"), ""},
    {Act::Intervene, "intervene", QT_TRANSLATE_NOOP("app::WindowActions", "&Intervene here…"), "I"},
    {Act::Stop, "stop", QT_TRANSLATE_NOOP("app::WindowActions", "&Stop the pass"), "Ctrl+."},
    {Act::ShowKeys, "show_keys", QT_TRANSLATE_NOOP("app::WindowActions", "&Keys"), "?"},
    {Act::CopyCitation, "copy_citation", QT_TRANSLATE_NOOP("app::WindowActions", "&Copy citation"), ""},
    {Act::About, "about", QT_TRANSLATE_NOOP("app::WindowActions", "&About Cutaway"), ""},
};
static_assert(std::size(rows) == std::size_t(Act::Count));
static_assert([] { // an action is found by its place
    for (std::size_t i = 0; i < std::size(rows); ++i)
        if (rows[i].act != Act(i))
            return false;
    return true;
}());

} // namespace

QString WindowActions::withoutMnemonic(QString text)
{
    static const QRegularExpression behind(QStringLiteral("\\(&.\\)"));
    return text.remove(behind).remove(QLatin1Char('&'));
}

WindowActions::WindowActions(QWidget* window)
    : QObject(window)
    , m_actions(std::size(rows))
{
    for (const Row& row : rows) {
        auto* action = new QAction(window);
        action->setCheckable(row.checkable);
        action->setShortcuts(ownKeys(row.act));
        window->addAction(action); // works without the menu bar too, when presenting
        m_actions[std::size_t(row.act)] = action;
    }
    auto* spoken = new QActionGroup(this);
    for (const QString& language : languages()) {
        // Each by its own name, whatever the current language.
        QAction* action = spoken->addAction(languageName(language));
        action->setCheckable(true);
        action->setData(language);
        m_languages.push_back(action);
    }
    connect(
        spoken, &QActionGroup::triggered, this, [this](QAction* action) { emit languageRequested(action->data().toString()); });
    for (const auto& group :
        {std::vector{Act::ThemeSystem, Act::ThemeLight, Act::ThemeDark, Act::ThemeHighContrast, Act::ThemeProjector},
            std::vector{Act::Explore, Act::CompareTwo, Act::Lesson, Act::Figures},
            std::vector{Act::ShowA, Act::ShowB, Act::ShowSideBySide, Act::ShowDelta, Act::ShowAll}}) {
        auto* exclusive = new QActionGroup(this);
        for (const Act act : group)
            exclusive->addAction((*this)[act]);
    }
    // Where macOS has them in the menu of the program, whatever their words.
    (*this)[Act::Settings]->setMenuRole(QAction::PreferencesRole);
    (*this)[Act::About]->setMenuRole(QAction::AboutRole);
    (*this)[Act::Quit]->setMenuRole(QAction::QuitRole);
    retranslate();
}

QMenu* WindowActions::addMenu(QWidget* to, const char* title, std::initializer_list<Act> acts)
{
    auto* const bar = qobject_cast<QMenuBar*>(to);
    QMenu* const menu = bar ? bar->addMenu(QString()) : static_cast<QMenu*>(to)->addMenu(QString());
    m_menus.emplace_back(menu, title);
    add(menu, acts);
    return menu;
}

void WindowActions::add(QMenu* to, std::initializer_list<Act> acts)
{
    for (const Act act : acts)
        to->addAction((*this)[act]);
}

/// What is on screen, and how to come to it.
void WindowActions::buildLookingMenus(QMenuBar* bar)
{
    QMenu* view = addMenu(bar, QT_TRANSLATE_NOOP("app::WindowActions", "&View"));
    add(view, {Act::ShowTable, Act::ShowDiagram, Act::ShowChoices, Act::ShowScenes, Act::ShowTokens, Act::ShowSymbols});
    view->addSeparator();
    addMenu(view, QT_TRANSLATE_NOOP("app::WindowActions", "Th&eme"),
        {Act::ThemeSystem, Act::ThemeLight, Act::ThemeDark, Act::ThemeHighContrast, Act::ThemeProjector});
    addMenu(view, QT_TRANSLATE_NOOP("app::WindowActions", "Perspect&ive"),
        {Act::Explore, Act::CompareTwo, Act::Lesson, Act::Figures});
    QMenu* language = addMenu(view, QT_TRANSLATE_NOOP("app::WindowActions", "&Language"));
    for (QAction* action : m_languages)
        language->addAction(action);
    view->addSeparator();
    add(view, {Act::ResetLayout});

    QMenu* go = addMenu(bar, QT_TRANSLATE_NOOP("app::WindowActions", "&Go"));
    add(go, {Act::Back, Act::Forward});
    go->addSeparator();
    add(go, {Act::FindAnything, Act::FindConcept});
    go->addSeparator();
    m_pages = addMenu(go, QT_TRANSLATE_NOOP("app::WindowActions", "Pa&ge"));
    add(go, {Act::NextPage, Act::PreviousPage, Act::NextInPass, Act::PreviousInPass});
    go->addSeparator();
    add(go, {Act::NextLayer, Act::PreviousLayer, Act::NextHead, Act::PreviousHead});
    go->addSeparator();
    add(go, {Act::StepThrough, Act::StepBack, Act::StepOn});
}

void WindowActions::buildPresentMenu(QMenuBar* bar)
{
    m_present = addMenu(bar, QT_TRANSLATE_NOOP("app::WindowActions", "&Present"));
    add(m_present, {Act::Present});
    m_screens = addMenu(m_present, QT_TRANSLATE_NOOP("app::WindowActions", "Present o&n"));
    m_present->addSeparator();
    add(m_present, {Act::LectureSteps, Act::KeepScene, Act::FirstStep, Act::NextStep, Act::PreviousStep});
    m_present->addSeparator();
    add(m_present, {Act::Laser, Act::Spotlight, Act::Pen, Act::ClearDrawing, Act::CopyScreen});
    m_present->addSeparator();
    add(m_present, {Act::ZoomRegion, Act::BlackScreen, Act::WhiteScreen, Act::Freeze, Act::LecturerNotes});
}

void WindowActions::buildMenus(QMenuBar* bar)
{
    QMenu* file = addMenu(bar, QT_TRANSLATE_NOOP("app::WindowActions", "&File"));
    add(file, {Act::OpenFile, Act::OpenFolder});
    m_recent = addMenu(file, QT_TRANSLATE_NOOP("app::WindowActions", "Open &recent"));
    m_cached = addMenu(file, QT_TRANSLATE_NOOP("app::WindowActions", "Open from the Hugging Face c&ache"));
    file->addSeparator();
    add(file, {Act::Save, Act::SaveAs});
    file->addSeparator();
    add(file, {Act::Export, Act::ExportAgain, Act::CopyFigure, Act::ExportScenes, Act::ExportAnimation});
    file->addSeparator();
    add(file, {Act::Quit});

    QMenu* edit = addMenu(bar, QT_TRANSLATE_NOOP("app::WindowActions", "&Edit"));
    add(edit, {Act::Undo, Act::Redo, Act::ResetChoices});
    edit->addSeparator();
    add(edit, {Act::CopyValue});
    edit->addSeparator();
    add(edit, {Act::FocusPrompt, Act::Unpin});
    edit->addSeparator();
    add(edit, {Act::Settings});

    buildLookingMenus(bar);

    QMenu* compare = addMenu(bar, QT_TRANSLATE_NOOP("app::WindowActions", "&Compare"));
    add(compare, {Act::MakeB, Act::SwapSlots, Act::CloseB});
    compare->addSeparator();
    add(compare, {Act::ShowA, Act::ShowB, Act::ShowSideBySide, Act::ShowDelta, Act::ShowAll});
    compare->addSeparator();
    add(compare, {Act::Blink, Act::LockScales});

    buildPresentMenu(bar);
    m_lessons = addMenu(bar, QT_TRANSLATE_NOOP("app::WindowActions", "&Lessons"));
    add(m_lessons, {Act::StudentSheet, Act::AnswerSheet, Act::RecordStep});
    m_lessons->addSeparator();
    add(m_lessons, {Act::LeaveLesson});
    m_models = addMenu(bar, QT_TRANSLATE_NOOP("app::WindowActions", "&Model"));
    m_concepts = addMenu(bar, QT_TRANSLATE_NOOP("app::WindowActions", "Co&ncepts"));
    addMenu(bar, QT_TRANSLATE_NOOP("app::WindowActions", "&Run"), {Act::CheckRun, Act::Intervene, Act::Stop});
    addMenu(bar, QT_TRANSLATE_NOOP("app::WindowActions", "&Help"), {Act::ShowKeys, Act::CopyCitation, Act::About});
    m_barMenus = bar->actions();
    retranslate();
}

QString WindowActions::textOf(Act act) const
{
    return withoutMnemonic(QCoreApplication::translate("app::WindowActions", rows[std::size_t(act)].text))
        .remove(QStringLiteral("…"));
}

QString WindowActions::withKeys(const QString& text, Act act) const
{
    const QString keys = (*this)[act]->shortcut().toString(QKeySequence::NativeText);
    return keys.isEmpty() ? text : tr("%1 (%2)").arg(text, keys);
}

QString WindowActions::idOf(Act act) { return QString::fromLatin1(rows[std::size_t(act)].id); }

QList<QKeySequence> WindowActions::ownKeys(Act act)
{
    QList<QKeySequence> keys = QKeySequence::listFromString(QLatin1String(rows[std::size_t(act)].keys));
    keys.removeAll(QKeySequence()); // what an empty list is read as
    return keys;
}

void WindowActions::setKeys(Act act, const QList<QKeySequence>& keys)
{
    (*this)[act]->setShortcuts(keys);
    retranslate(); // tips contain them
}

QMap<QString, QString> WindowActions::changedKeys() const
{
    QMap<QString, QString> changed;
    for (const Row& row : rows)
        if (const QList<QKeySequence> keys = (*this)[row.act]->shortcuts(); keys != ownKeys(row.act))
            changed[QString::fromLatin1(row.id)] = QKeySequence::listToString(keys);
    return changed;
}

void WindowActions::setChangedKeys(const QMap<QString, QString>& keys)
{
    QSet<QKeySequence> taken; // by what a person chose, which an action of a later version does not take away
    const auto changedOf = [&](const Row& row) { return keys.constFind(QString::fromLatin1(row.id)); };
    for (const Row& row : rows)
        if (const auto changed = changedOf(row); changed != keys.constEnd())
            for (const QKeySequence& key : QKeySequence::listFromString(*changed))
                taken << key;
    for (const Row& row : rows) {
        const auto changed = changedOf(row);
        QList<QKeySequence> now = changed == keys.constEnd() ? ownKeys(row.act) : QKeySequence::listFromString(*changed);
        const bool isOwn = changed == keys.constEnd();
        now.removeIf([&](const QKeySequence& key) { return key.isEmpty() || (isOwn && taken.contains(key)); });
        (*this)[row.act]->setShortcuts(now);
    }
    retranslate();
}

QString WindowActions::placeOf(const QAction* action) const
{
    const auto titleOf
        = [](const char* title) { return withoutMnemonic(QCoreApplication::translate("app::WindowActions", title)); };
    for (const auto& [menu, title] : m_menus) {
        if (!menu->actions().contains(action))
            continue;
        for (const auto& [above, aboveTitle] : m_menus)
            if (above->actions().contains(menu->menuAction()))
                return tr("%1 › %2").arg(titleOf(aboveTitle), titleOf(title));
        return titleOf(title);
    }
    return {};
}

void WindowActions::retranslate()
{
    for (const Row& row : rows) {
        QAction* action = m_actions[std::size_t(row.act)];
        action->setText(QCoreApplication::translate("app::WindowActions", row.text));
        const QString plain = textOf(row.act);
        action->setToolTip(withKeys(plain, row.act));
        action->setStatusTip(plain);
    }
    for (QAction* action : m_languages)
        action->setChecked(action->data() == currentLanguage());
    for (const auto& [menu, title] : m_menus)
        menu->setTitle(QCoreApplication::translate("app::WindowActions", title));
}

} // namespace app
