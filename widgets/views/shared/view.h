#pragma once

// View: one page of the window, a question of the student. A view states what it is (ViewInfo) in its own file and has one row in
// view_registry.cpp.

#include "widgets/figure/figure.h"

#include <QWidget>

#include <array>
#include <span>
#include <vector>

namespace widgets {

/// What the window shows on the lines of a page; null: nothing.
struct PageGuests
{
    QWidget* lead = nullptr; // before its controls
    QWidget* switches = nullptr; // after them
    QWidget* words = nullptr; // beside the title
};

class View : public QWidget
{
    Q_OBJECT
public:
    explicit View(SelectionModel* selection, QWidget* parent = nullptr)
        : QWidget(parent)
        , m_selection(selection)
    {
    }

    /// A null run empties the view.
    virtual void setRun(const RunPtr& a, const RunPtr& b) = 0;

    /// What was computed for the picture (FigureInfo::needs), as far as it has come.
    virtual void setResults(const NeedResults& results) = 0;

    /// The person stopped what was computed for it: says so where it cannot be drawn, with a way to go on.
    virtual void setHalted() { }

    /// The picture on screen waits for what it needs.
    virtual bool isComputing() const { return false; }

    /// How the two slots are shown, and whether they share their scales.
    virtual void setSlotMode(SlotMode mode, bool isLocked) = 0;

    /// The old picture stays under a veil until the new run is there.
    virtual void setStale(bool stale) = 0;

    /// The text was emptied: what is said of the old one is dimmed, as the picture is.
    virtual void setTextGone(bool /*isGone*/) { }

    /// Room for so many lines of the sentence below the picture, whatever is said: nothing moves when a sentence comes or goes.
    virtual void setCaptionLines(int /*lines*/) { }

    /// Height of what is above and below the picture in this page with so many of these lines, px; the same for every run and
    /// selection.
    virtual int wordsHeight(int /*captionLines*/) const { return 0; }

    /// The room that a figure is drawn into, or the words why there is none; null: none.
    virtual QWidget* picture() const { return nullptr; }

    /// Widgets of the window that are on the lines of this page while it is on screen; the page does not own them.
    virtual void setGuests(const PageGuests& /*guests*/) { }

    /// Why there is no run of what was asked: said over what is there or instead of it. Empty: there is one, or soon.
    virtual void setNotice(const QString& /*words*/) { }

    /// A person was told what to look at: the selected part itself instead of an overview of all.
    virtual void lookCloser() { }

    /// The figure on screen, for Export and Copy.
    virtual const FigureInfo& figure() const = 0;
    virtual FigureData figureData() const = 0;

    /// The tensor of the trace of which the picture marks a place: what the status line describes. Empty: a head as a whole.
    virtual QString markedTensor() const { return {}; }

    /// Whether the picture marks the place of the linked cursor in its own run; else the status line has no word of it.
    virtual bool marksPlace() const { return true; }

    /// Where it marks no place: what of the linked cursor it marks, in words for the status line; empty: nothing.
    virtual QString markedPart() const { return {}; }

    /// Shows one of the tensors of its ViewInfo, in the state of the page that is computed from it. False, and nothing changed: of
    /// this run none is. Without a word of its own, the page is one picture that always is.
    virtual bool openTensor(const QString& /*tensor*/) { return true; }

    /// Shows this figure with these options, as an opened file says. False, and nothing changed, when it has no such figure.
    virtual bool restore(const QString& figureId, const QVariantMap& options) = 0;

    /// Numbers that the person tries in the picture and that the model does not have; empty: none. Undone like any choice.
    virtual QVariantMap whatIf() const { return {}; }
    virtual void setWhatIf(const QVariantMap& /*numbers*/) { }

signals:
    /// By the person, once for a drag: whatIf() has changed.
    void whatIfChanged();

    /// The picture was drawn anew: figure() and figureData() may have changed.
    void drawn();

    /// The picture needs what figureData() lacks (missingNeeds): answered by setResults(), at once or when it is computed.
    void needsMissing();

    /// The person clicked what another view shows in full: its id (as in allViews()).
    void viewWanted(const QString& id);

    /// The person asks where a number comes from: the selection is at its place in this tensor.
    void tensorWanted(const QString& tensor);

    /// The person asks what can be done with the place `at` of this tensor; empty: with the head of `at`. `where` on the screen.
    void placeAsked(const QString& tensor, const widgets::Selection& at, const QPoint& where);

    /// The person wants the text to go on with this token behind token `position`.
    void tokenWanted(int position, core::TokenId id);

    /// The person asks for a choice of the model from within the page, as if made in the panel, or for what an offer with this key
    /// does (offers.h).
    void choiceWanted(const QString& key, const QString& value);

    /// The person wants this model to run: in place of that of the slot on screen, or as B beside A.
    void modelWanted(const QString& name, bool asB);

    /// The person asks for the slots in another way than the one that has no picture.
    void modeWanted(widgets::SlotMode mode);

protected:
    SelectionModel* selectionModel() const { return m_selection; }

private:
    SelectionModel* m_selection;
};

/// How a view shows a tensor: the page of the best opens for it.
enum class Shown
{
    Effect, // what it does to the stream
    Among, // with others
    Itself // the view is about it
};

struct ShownTensors
{
    const char* names; // without "blocks.N.", '*' for any text: "attn.rot_*", "encoder.attn.*"
    Shown how;
};

struct ViewInfo
{
    const char* id; // "attention": settings key, command line
    const char* title; // QT_TRANSLATE_NOOP("views", …)
    View* (*create)(SelectionModel* selection, QWidget* parent);
    std::array<const char*, 5> families = {}; // keys of the choices that it is about, to switch on the page; null: fewer
    std::array<const FigureInfo*, 8> figures = {}; // in the order of `cutaway list figures`; null: fewer
    std::span<const ShownTensors> shows = {}; // whose box in the diagram and whose step it opens, where openTensor() can
};

/// ViewInfo::create.
template <class SomeView>
View* createView(SelectionModel* selection, QWidget* parent)
{
    return new SomeView(selection, parent);
}

/// Views that share a tab of the window.
struct Tab
{
    const char* title; // QT_TRANSLATE_NOOP("views", …); null: of its only view
    std::vector<const ViewInfo*> views; // not empty
};

/// Every tab, in the order of a lecture (view_registry.cpp).
std::span<const Tab> allTabs();

/// Every view, in the order of the tabs.
std::span<const ViewInfo> allViews();

/// Ids of the views that show this tensor of some run, best first; perhaps none. Of the run on screen View::openTensor() knows.
QStringList viewsShowing(const QString& tensor);

} // namespace widgets
