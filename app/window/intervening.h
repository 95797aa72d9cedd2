#pragma once

// Intervening: interventions by pointing: the menu of a place, the panel of what is in force, and the session between them.

#include "app/session/session.h"

#include <QPointer>

class QMenu;

namespace widgets {
class InterventionNumber;
class InterventionPanel;
class View;
} // namespace widgets

namespace app {

class Intervening : public QObject
{
    Q_OBJECT
public:
    /// `window`: whose menus open over it.
    Intervening(Session& session, QWidget* window);

    /// For the window to place; hidden while nothing is in force.
    widgets::InterventionPanel* panel() const { return m_panel; }

    /// A place of a page, wherever it is asked for.
    void listenTo(const widgets::View& view);

    /// The menu of the place that this page marks, over it.
    void offerMarked(const widgets::View& view);

    /// The menu that was opened last; for tests.
    QMenu* menu() const { return m_menu; }

    /// Where the number of a change is asked for; null while none is.
    widgets::InterventionNumber* question() const;

    /// "Interventions in B: 2", for what leads to the panel; empty: nothing is in force.
    QString listWords() const { return m_words; }

    /// The list of the slot that is edited, or of the other where that one alone has any, and of its run why one does not fit.
    void refresh();

signals:
    void tensorWanted(const QString& tensor); // where the number comes from, at the selection
    void said(const QString& words);
    void listWordsChanged();

private:
    void offer(const QString& tensor, const widgets::Selection& at, const QPoint& where, const QString& panel = {});
    void ask(const std::vector<core::Intervention>& list, const QPoint& where);
    void intervene(const std::vector<core::Intervention>& list);

    Session& m_session;
    QWidget* m_window;
    widgets::InterventionPanel* m_panel;
    QString m_words;
    QPointer<QMenu> m_menu;
    QPointer<widgets::InterventionNumber> m_question;
};

} // namespace app
