#pragma once

// SessionGuide: the files of a window: what it opens and in which file its session is saved, the menus and dialogs for that, what
// was opened and could not be shown, and what a window left that did not end in order.

#include "app/export/recipe.h"
#include "app/session/session_repair.h"
#include "app/window/step_guide.h"

#include <QJsonObject>
#include <QObject>

#include <memory>
#include <string>

namespace widgets {
class View;
}

namespace app {

class MainWindow;
class PageStack;
class PageTabs;
class Presenter;
class Session;
class SessionKeeper;
class WindowActions;
struct Settings;
struct WindowState;

class SessionGuide : public QObject
{
    Q_OBJECT
public:
    /// `pages` are those of the window, `settings` has the files that were opened lately. All outlive it; the window has all its
    /// other parts. `remembers`: what is not saved is kept for recovery.
    SessionGuide(MainWindow& window, PageStack& pages, const WindowActions& actions, Settings& settings, bool remembers);

    /// The first run of the session is on its way; it is of this model or file.
    void begin(const QString& model);

    /// What a name, a path, a figure, a session, planned steps or a lesson begins with.
    void open(const QString& nameOrPath);

    /// What is on screen, into a file that opens as it is; says so. A file that another window or program has changed meanwhile
    /// is left alone, with an offer. Result: whether it was written.
    bool save(const QString& path);

    SessionKeeper* keeper() { return m_keeper; }

    /// The window is to close with changes of a file, or scenes, that are in none: asks, and the answer closes it. False where
    /// there is nothing to ask, or the person closes it once more.
    bool holdsClosing();

    /// A planned step or a figure, on its page at once.
    void showFigure(const RecipeContents& figure);

    /// What the session opened, where its run is on screen already.
    void showFigureAtOnce();

    /// The page, controls and selection of a figure that was opened, once its run is there.
    void restoreFigure();

    /// A page that is looked at for the first time begins as the session says that was opened.
    void restoreKept(int page, widgets::View& view);

    /// What pages of the session begin with that have not been looked at since it was opened, by their ids.
    const QJsonObject& pagesDue() const { return m_pagesDue; }
    void setPagesDue(const QJsonObject& pages) { m_pagesDue = pages; }

signals:
    /// The session is of another file.
    void fileChanged();

private:
    void connectKeeping(), followHistory();
    bool showPageOf(const RecipeContents& made);
    QByteArray sessionBytes(const QString& folder, const QJsonObject& more) const;
    QJsonObject otherPages(const StepGuide::Shown& shown) const;
    void takePages(const RecipeContents& session);
    void openFile(const QString& nameOrPath, const LocatedModels& located);
    static bool takesPlace(const std::string& path);
    bool isUnsaved() const;
    bool holdsOpening(const QString& nameOrPath);
    void askToSave(const QString& question, const QStringList& answers, const std::function<void()>& then);
    void keepRecent(const QString& path);
    void showOpened(), reportSession(), offerRecovery(), sayWhatIsKept();
    void locateModel(const QString& session, const std::string& missing);
    bool write(const QString& path, bool mayReplace);
    void askToReplace(const QString& path, const QString& why);
    void openDialog(bool folder), saveDialog(const std::function<void()>& then = {});
    void fillRecentMenu(), fillCachedMenu();

    MainWindow& m_window;
    Session& m_session;
    PageStack* m_pages;
    PageTabs* m_tabs;
    Presenter* m_presenter;
    const WindowActions& m_actions;
    Settings& m_settings;
    const bool m_remembers;
    SessionKeeper* m_keeper;
    QString m_opened; // the file that is on its way to the screen
    QString m_reported; // what was said of the one that is there
    QString m_damaged; // a file of which not all could be opened: it is not replaced unasked
    int m_openedAt = 0; // the step of the history that opened the file …
    std::shared_ptr<const WindowState> m_openedState; // … to this; null: there was none
    bool m_isBeforeOpened = false; // it is undone
    QString m_replaceQuestion; // whether a file that holds something else is to be replaced
    QString m_leavingQuestion; // whether to save first; asked already; empty: not
    QJsonObject m_pagesDue;
    QJsonObject m_otherWords; // of a session: what other programs and versions put into it
    bool m_isFileGiven = false; // the window began with a session
    bool m_isSettleDue = true; // what comes on screen next is as it was opened
};

} // namespace app
