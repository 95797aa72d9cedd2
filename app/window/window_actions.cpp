#include "app/window/window_actions.h"

#include "app/base/languages.h"

#include <QActionGroup>
#include <QCoreApplication>
#include <QKeySequence>
#include <QMenu>
#include <QMenuBar>
#include <QRegularExpression>

namespace app {

namespace {

struct Row
{
    Act act;
    const char* text; // context "app::WindowActions"
    const char* keys; // several with "; " between them
    bool checkable = false;
};

constexpr Row rows[] = {
    {Act::OpenFile, QT_TRANSLATE_NOOP("app::WindowActions", "&Open model file…"), "Ctrl+O"},
    {Act::OpenFolder, QT_TRANSLATE_NOOP("app::WindowActions", "Open model &folder…"), "Ctrl+Shift+O"},
    {Act::Save, QT_TRANSLATE_NOOP("app::WindowActions", "&Save session"), "Ctrl+S"},
    {Act::SaveAs, QT_TRANSLATE_NOOP("app::WindowActions", "Sa&ve session as…"), "Ctrl+Shift+S"},
    {Act::Export, QT_TRANSLATE_NOOP("app::WindowActions", "&Export figure…"), "Ctrl+Shift+E"},
    {Act::ExportAgain, QT_TRANSLATE_NOOP("app::WindowActions", "Export &again"), "Ctrl+Alt+E"},
    {Act::CopyFigure, QT_TRANSLATE_NOOP("app::WindowActions", "&Copy figure"), "Ctrl+Shift+C"},
    {Act::ExportScenes, QT_TRANSLATE_NOOP("app::WindowActions", "Export sce&nes…"), ""},
    {Act::Quit, QT_TRANSLATE_NOOP("app::WindowActions", "&Quit"), "Ctrl+Q"},
    {Act::Undo, QT_TRANSLATE_NOOP("app::WindowActions", "&Undo change"), "Ctrl+Z"},
    {Act::Redo, QT_TRANSLATE_NOOP("app::WindowActions", "&Redo change"), "Ctrl+Shift+Z"},
    {Act::ResetChoices, QT_TRANSLATE_NOOP("app::WindowActions", "Back to the model's own &choices"), "Ctrl+Alt+R"},
    {Act::CopyValue, QT_TRANSLATE_NOOP("app::WindowActions", "Copy &value"), "Ctrl+C"},
    {Act::Unpin, QT_TRANSLATE_NOOP("app::WindowActions", "U&npin the cursor"), "Esc"},
    {Act::MakeB, QT_TRANSLATE_NOOP("app::WindowActions", "&Make B from A"), "Ctrl+D"},
    {Act::CloseB, QT_TRANSLATE_NOOP("app::WindowActions", "&End the comparison"), "Ctrl+Alt+D"},
    {Act::SwapSlots, QT_TRANSLATE_NOOP("app::WindowActions", "E&xchange A and B"), "Ctrl+Shift+X"},
    {Act::ShowA, QT_TRANSLATE_NOOP("app::WindowActions", "&A alone"), "1", true},
    {Act::ShowB, QT_TRANSLATE_NOOP("app::WindowActions", "&B alone"), "2", true},
    {Act::ShowSideBySide, QT_TRANSLATE_NOOP("app::WindowActions", "A and B &side by side"), "3", true},
    {Act::ShowDelta, QT_TRANSLATE_NOOP("app::WindowActions", "&Difference B − A"), "4", true},
    {Act::ShowAll, QT_TRANSLATE_NOOP("app::WindowActions", "A, B &and difference"), "5", true},
    {Act::Blink, QT_TRANSLATE_NOOP("app::WindowActions", "B&link between A and B"), "X"},
    {Act::LockScales, QT_TRANSLATE_NOOP("app::WindowActions", "Same &scale for A and B"), "", true},
    {Act::ThemeLight, QT_TRANSLATE_NOOP("app::WindowActions", "&Light"), "", true},
    {Act::ThemeDark, QT_TRANSLATE_NOOP("app::WindowActions", "&Dark"), "", true},
    {Act::ThemeProjector, QT_TRANSLATE_NOOP("app::WindowActions", "&Projector"), "", true},
    {Act::ShowTokens, QT_TRANSLATE_NOOP("app::WindowActions", "&Tokens and training"), "Ctrl+4", true}, // beside the drawers
    {Act::ShowTable, QT_TRANSLATE_NOOP("app::WindowActions", "&Numbers as a table"), "T", true},
    {Act::ShowDiagram, QT_TRANSLATE_NOOP("app::WindowActions", "&Model diagram"), "Ctrl+1"},
    {Act::ShowChoices, QT_TRANSLATE_NOOP("app::WindowActions", "Arc&hitecture"), "Ctrl+2"},
    {Act::ShowScenes, QT_TRANSLATE_NOOP("app::WindowActions", "S&cenes"), "Ctrl+3"},
    {Act::ResetLayout, QT_TRANSLATE_NOOP("app::WindowActions", "&Reset layout"), ""},
    {Act::Present, QT_TRANSLATE_NOOP("app::WindowActions", "&Present"), "F5; F11; Shift+F5", true},
    {Act::LectureSteps, QT_TRANSLATE_NOOP("app::WindowActions", "Lect&ure steps"), ""},
    {Act::KeepScene, QT_TRANSLATE_NOOP("app::WindowActions", "&Keep as a scene"), "Ctrl+M"},
    {Act::NextStep, QT_TRANSLATE_NOOP("app::WindowActions", "Next planned step"), "PgDown"},
    {Act::PreviousStep, QT_TRANSLATE_NOOP("app::WindowActions", "Previous planned step"), "PgUp"},
    {Act::BlackScreen, QT_TRANSLATE_NOOP("app::WindowActions", "&Black screen"), "B; ."},
    {Act::WhiteScreen, QT_TRANSLATE_NOOP("app::WindowActions", "&White screen"), "W"},
    {Act::Freeze, QT_TRANSLATE_NOOP("app::WindowActions", "&Freeze for the audience"), "F", true},
    {Act::Laser, QT_TRANSLATE_NOOP("app::WindowActions", "&Laser pointer"), "L", true},
    {Act::Spotlight, QT_TRANSLATE_NOOP("app::WindowActions", "&Spotlight"), "S", true},
    {Act::Pen, QT_TRANSLATE_NOOP("app::WindowActions", "&Pen"), "P", true},
    {Act::ClearDrawing, QT_TRANSLATE_NOOP("app::WindowActions", "&Erase the drawing"), "E"},
    {Act::ZoomRegion, QT_TRANSLATE_NOOP("app::WindowActions", "&Zoom to a region"), "Z", true},
    {Act::CopyScreen, QT_TRANSLATE_NOOP("app::WindowActions", "&Copy the screen with the drawing"), "Ctrl+Alt+C"},
    {Act::RecordStep, QT_TRANSLATE_NOOP("app::WindowActions", "&Record step from here…"), ""},
    {Act::StudentSheet, QT_TRANSLATE_NOOP("app::WindowActions", "&Student sheet…"), ""},
    {Act::AnswerSheet, QT_TRANSLATE_NOOP("app::WindowActions", "&Answers…"), ""},
    {Act::LeaveLesson, QT_TRANSLATE_NOOP("app::WindowActions", "&Leave the lesson"), ""},
    {Act::NextPage, QT_TRANSLATE_NOOP("app::WindowActions", "&Next page"), "Ctrl+Tab"},
    {Act::PreviousPage, QT_TRANSLATE_NOOP("app::WindowActions", "Pre&vious page"), "Ctrl+Shift+Tab"},
    {Act::NextInPass, QT_TRANSLATE_NOOP("app::WindowActions", "What follo&ws in the pass"), "Ctrl+PgDown"},
    {Act::PreviousInPass, QT_TRANSLATE_NOOP("app::WindowActions", "What &comes before in the pass"), "Ctrl+PgUp"},
    {Act::NextLayer, QT_TRANSLATE_NOOP("app::WindowActions", "Next la&yer"), "Ctrl+Up"}, // deeper is higher, as in Flow
    {Act::PreviousLayer, QT_TRANSLATE_NOOP("app::WindowActions", "Previous l&ayer"), "Ctrl+Down"},
    {Act::NextHead, QT_TRANSLATE_NOOP("app::WindowActions", "Next &head"), "Ctrl+Right"},
    {Act::PreviousHead, QT_TRANSLATE_NOOP("app::WindowActions", "Previous h&ead"), "Ctrl+Left"},
    {Act::Back, QT_TRANSLATE_NOOP("app::WindowActions", "&Back to the previous place"), "Alt+Left"},
    {Act::Forward, QT_TRANSLATE_NOOP("app::WindowActions", "&Forward again"), "Alt+Right"},
    {Act::FindConcept, QT_TRANSLATE_NOOP("app::WindowActions", "Find a &concept"), "Ctrl+K"},
    {Act::FindAnything, QT_TRANSLATE_NOOP("app::WindowActions", "&Find anything"), "Ctrl+Shift+P"},
    {Act::ShowSymbols, QT_TRANSLATE_NOOP("app::WindowActions", "S&ymbols"), "F1", true},
    {Act::StepThrough, QT_TRANSLATE_NOOP("app::WindowActions", "&Step through the pass"), "Ctrl+T", true},
    {Act::StepBack, QT_TRANSLATE_NOOP("app::WindowActions", "One operation bac&k"), "Shift+Left"},
    {Act::StepOn, QT_TRANSLATE_NOOP("app::WindowActions", "One operation &on"), "Shift+Right"},
    {Act::FocusPrompt, QT_TRANSLATE_NOOP("app::WindowActions", "&Edit the text"), "Ctrl+L"},
    {Act::CheckRun, QT_TRANSLATE_NOOP("app::WindowActions", "&Check this run"), ""},
    {Act::Stop, QT_TRANSLATE_NOOP("app::WindowActions", "&Stop the pass"), "Ctrl+."},
    {Act::CopyCitation, QT_TRANSLATE_NOOP("app::WindowActions", "&Copy citation"), ""},
    {Act::About, QT_TRANSLATE_NOOP("app::WindowActions", "&About Cutaway"), ""},
};
static_assert(std::size(rows) == std::size_t(Act::Count));

/// "&Open" and "打开(&O)" without the letter that opens it.
QString withoutMnemonic(QString text)
{
    static const QRegularExpression behind(QStringLiteral("\\(&.\\)"));
    return text.remove(behind).remove(QLatin1Char('&'));
}

} // namespace

WindowActions::WindowActions(QWidget* window)
    : QObject(window)
    , m_actions(std::size(rows))
{
    for (const Row& row : rows) {
        auto* action = new QAction(window);
        action->setCheckable(row.checkable);
        action->setShortcuts(QKeySequence::listFromString(row.keys));
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
    for (const auto& group : {std::vector{Act::ThemeLight, Act::ThemeDark, Act::ThemeProjector},
             std::vector{Act::ShowA, Act::ShowB, Act::ShowSideBySide, Act::ShowDelta, Act::ShowAll}}) {
        auto* exclusive = new QActionGroup(this);
        for (const Act act : group)
            exclusive->addAction((*this)[act]);
    }
    retranslate();
}

void WindowActions::buildMenus(QMenuBar* bar)
{
    const auto menu = [&](QMenu* parent, const char* title) {
        QMenu* made = parent ? parent->addMenu(QString()) : bar->addMenu(QString());
        m_menus.emplace_back(made, title);
        return made;
    };
    const auto add = [&](QMenu* to, std::initializer_list<Act> acts) {
        for (const Act act : acts)
            to->addAction((*this)[act]);
    };

    QMenu* file = menu(nullptr, QT_TRANSLATE_NOOP("app::WindowActions", "&File"));
    add(file, {Act::OpenFile, Act::OpenFolder});
    m_recent = menu(file, QT_TRANSLATE_NOOP("app::WindowActions", "Open &recent"));
    m_cached = menu(file, QT_TRANSLATE_NOOP("app::WindowActions", "Open from the Hugging Face c&ache"));
    file->addSeparator();
    add(file, {Act::Save, Act::SaveAs});
    file->addSeparator();
    add(file, {Act::Export, Act::ExportAgain, Act::CopyFigure, Act::ExportScenes});
    file->addSeparator();
    add(file, {Act::Quit});

    QMenu* edit = menu(nullptr, QT_TRANSLATE_NOOP("app::WindowActions", "&Edit"));
    add(edit, {Act::Undo, Act::Redo, Act::ResetChoices});
    edit->addSeparator();
    add(edit, {Act::CopyValue});
    edit->addSeparator();
    add(edit, {Act::FocusPrompt, Act::Unpin});

    QMenu* view = menu(nullptr, QT_TRANSLATE_NOOP("app::WindowActions", "&View"));
    add(view, {Act::Back, Act::Forward});
    add(view, {Act::FindAnything, Act::FindConcept});
    view->addSeparator();
    add(view, {Act::StepThrough, Act::StepBack, Act::StepOn});
    view->addSeparator();
    m_pages = menu(view, QT_TRANSLATE_NOOP("app::WindowActions", "Pa&ge"));
    add(view, {Act::NextPage, Act::PreviousPage, Act::NextInPass, Act::PreviousInPass});
    view->addSeparator();
    add(view, {Act::NextLayer, Act::PreviousLayer, Act::NextHead, Act::PreviousHead});
    view->addSeparator();
    add(menu(view, QT_TRANSLATE_NOOP("app::WindowActions", "&Theme")), {Act::ThemeLight, Act::ThemeDark, Act::ThemeProjector});
    QMenu* language = menu(view, QT_TRANSLATE_NOOP("app::WindowActions", "&Language"));
    for (QAction* action : m_languages)
        language->addAction(action);
    view->addSeparator();
    add(view,
        {Act::ShowTable, Act::ShowDiagram, Act::ShowChoices, Act::ShowScenes, Act::ShowTokens, Act::ShowSymbols,
            Act::ResetLayout});
    view->addSeparator();
    add(view, {Act::Present, Act::LectureSteps, Act::KeepScene});
    m_screens = menu(view, QT_TRANSLATE_NOOP("app::WindowActions", "Present o&n"));
    m_present = menu(view, QT_TRANSLATE_NOOP("app::WindowActions", "While p&resenting"));
    add(m_present, {Act::NextStep, Act::PreviousStep});
    m_present->addSeparator();
    add(m_present, {Act::Laser, Act::Spotlight, Act::Pen, Act::ClearDrawing, Act::CopyScreen});
    m_present->addSeparator();
    add(m_present, {Act::ZoomRegion, Act::BlackScreen, Act::WhiteScreen, Act::Freeze});

    QMenu* compare = menu(nullptr, QT_TRANSLATE_NOOP("app::WindowActions", "&Compare"));
    add(compare, {Act::MakeB, Act::SwapSlots, Act::CloseB});
    compare->addSeparator();
    add(compare, {Act::ShowA, Act::ShowB, Act::ShowSideBySide, Act::ShowDelta, Act::ShowAll});
    compare->addSeparator();
    add(compare, {Act::Blink, Act::LockScales});

    m_lessons = menu(nullptr, QT_TRANSLATE_NOOP("app::WindowActions", "&Lessons"));
    add(m_lessons, {Act::StudentSheet, Act::AnswerSheet, Act::RecordStep});
    m_lessons->addSeparator();
    add(m_lessons, {Act::LeaveLesson});
    m_models = menu(nullptr, QT_TRANSLATE_NOOP("app::WindowActions", "&Model"));
    m_concepts = menu(nullptr, QT_TRANSLATE_NOOP("app::WindowActions", "Co&ncepts"));
    add(menu(nullptr, QT_TRANSLATE_NOOP("app::WindowActions", "&Run")), {Act::CheckRun, Act::Stop});
    add(menu(nullptr, QT_TRANSLATE_NOOP("app::WindowActions", "&Help")), {Act::CopyCitation, Act::About});
    retranslate();
}

QString WindowActions::textOf(Act act) const
{
    return withoutMnemonic(QCoreApplication::translate("app::WindowActions", rows[std::size_t(act)].text)).remove(QStringLiteral("…"));
}

QString WindowActions::placeOf(const QAction* action) const
{
    const auto titleOf = [](const char* title) { return withoutMnemonic(QCoreApplication::translate("app::WindowActions", title)); };
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
        const QString keys = action->shortcut().toString(QKeySequence::NativeText);
        action->setToolTip(keys.isEmpty() ? plain : tr("%1 (%2)").arg(plain, keys));
        action->setStatusTip(plain);
    }
    for (QAction* action : m_languages)
        action->setChecked(action->data() == currentLanguage());
    for (const auto& [menu, title] : m_menus)
        menu->setTitle(QCoreApplication::translate("app::WindowActions", title));
}

} // namespace app
