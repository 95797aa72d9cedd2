#pragma once

// Intervening: interventions by pointing: the menu of a place, the panel of what is in force, and the session between them.

#include "app/session/session.h"

#include "core/trace/direction.h"
#include "widgets/plot/cell_plottable.h"

#include <QPointer>

#include <array>
#include <functional>
#include <vector>

class QMenu;

namespace widgets {
class InterventionPanel;
struct InterventionPlace;
class PointedQuestion;
enum class Lacks;
class View;
} // namespace widgets

namespace app {

class Intervening : public QObject
{
    Q_OBJECT
public:
    /// `window`: whose menus open over it.
    Intervening(Session& session, QWidget* window);

    /// What is in force in a slot, 0 = A, for the window to place; hidden while nothing is.
    widgets::InterventionPanel* panel(int slot) const { return m_panels[std::size_t(slot)]; }

    /// A place of a page, wherever it is asked for.
    void listenTo(const widgets::View& view);

    /// The menu of the place that this page marks, over it.
    void offerMarked(const widgets::View& view);

    /// What a picture adds to a place in it.
    struct InPicture
    {
        QString panel;  // the letter of the run whose picture it is, where several are side by side
        QString source; // of a number that is none of the tensor: where it comes from (number_source.h)
    };

    /// The menu of the place `at` of a tensor; an empty name: of the head of `at`.
    void offer(const QString& tensor, const widgets::Selection& at, const QPoint& where, const InPicture& picture);
    void offer(const QString& tensor, const widgets::Selection& at, const QPoint& where) { offer(tensor, at, where, {}); }

    /// The menu of a number of a picture that is of no tensor.
    void offerSource(const QString& source, const QPoint& where);

    /// The menu of a token of the text: in the embeddings, and in the stream and its branches at the selected layer.
    void offerToken(int token, const QPoint& where);

    /// The menu that was opened last; for tests.
    QMenu* menu() const { return m_menu; }

    /// Where the number or the text of a change is asked for; null while none is.
    widgets::PointedQuestion* question() const;

    /// "Interventions in B: 2", for what leads to the panel; empty: nothing is in force.
    QString listWords() const { return m_words; }

    /// The lists of both slots, and of their runs why one does not fit.
    void refresh();

signals:
    void tensorWanted(const QString& tensor); // where the number comes from, at the selection
    void said(const QString& words);
    void listWordsChanged();

private:
    using Values = std::function<std::vector<core::Intervention>(const core::RunControl& control)>;

    widgets::RunPtr intervenedRun() const; // that pointing changes
    void addParts(QMenu& menu, const std::vector<widgets::InterventionPlace>& places, const QPoint& where, const QString& panel);
    void addSource(QMenu& menu, const QString& source, const QPoint& where);
    void offerSwaps(QMenu& menu, const std::string& weight);
    QMenu* newMenu();
    void choose(const std::vector<core::Intervention>& list, widgets::Lacks lacks, const QPoint& where);
    void askNumber(const std::vector<core::Intervention>& list, const QPoint& where);
    void askText(const std::vector<core::Intervention>& list, const QPoint& where, const QString& typed, const QString& note);
    void askFile(const std::vector<core::Intervention>& list);
    void askTyped(const std::vector<core::Intervention>& list, const QPoint& where);
    void askTwoTexts(const std::vector<core::Intervention>& list, const QPoint& where);
    void askToken(const std::vector<core::Intervention>& list, const QPoint& where, core::DirectionKind kind);
    void askVector(const std::vector<core::Intervention>& list, const QPoint& where);
    void takeVector(std::vector<core::Intervention> list, const QString& path, const std::string& name);
    void computeLengths(const std::vector<core::Intervention>& list);
    void computeMeans(const std::vector<core::Intervention>& list, const std::string& texts);
    using Refused = std::function<void(const QString& problem)>;
    void compute(const widgets::RunPtr& run, const std::string& what, const Values& values, const Refused& refused = {});
    void askAwaited();
    void dropAwaited(bool isStopped);
    void takeComputed(const widgets::NeedResults& arrived);
    void intervene(const std::vector<core::Intervention>& list);
    void drawMask(int layer, const std::vector<widgets::Cell>& cells);
    void putInForce(const WindowState& next, const core::Intervention& last);
    QStringList problemsOf(int slot) const;

    Session& m_session;
    QWidget* m_window;
    std::array<widgets::InterventionPanel*, 2> m_panels; // of A and B: a list keeps its place, whichever is edited
    QString m_words;
    QPointer<QMenu> m_menu;
    QPointer<widgets::PointedQuestion> m_question;
    struct Awaited
    {
        widgets::Need need;
        RunRequest of; // the slot whose weights they are of
        Refused refused; // asks again; empty: the problem is said
    };
    std::vector<Awaited> m_awaited; // values that the worker computes, to be put in force
};

} // namespace app
