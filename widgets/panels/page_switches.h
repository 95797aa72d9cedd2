#pragma once

// PageSwitches: the choices that the page on screen is about, one click away, on one line whose height never changes. Which they
// are the page says by their keys; any other can be pinned. What has no room unfolds below the end of the line when that is
// pointed at or pressed.

#include "widgets/panels/page_switch.h"

#include <QPointer>
#include <QStringList>
#include <QTimer>
#include <QWidget>

#include <vector>

class QMenu;
class QToolButton;

namespace widgets {

class TextLabel;
class UnfoldedSwitches;

class PageSwitches : public QWidget
{
    Q_OBJECT
public:
    /// `editor`: that of the window's panel; outlives this.
    explicit PageSwitches(ChoiceEditor* editor, QWidget* parent = nullptr);
    ~PageSwitches() override;

    /// The keys that the page is about, the first ones first; "KEY=kind,kind" where these kinds of it come first.
    void setFamilies(const QStringList& families);

    /// Those that are there on every page.
    void setPinned(const QStringList& keys);
    const QStringList& pinned() const { return m_pinned; }
    void togglePinned(const QString& key);

    /// What has no room, below the end of the line, until who looks at it goes elsewhere; nothing where all has room. `byKey`: it
    /// takes the focus.
    void unfold(bool byKey = false);

    /// The menu of what can be pinned, as it would open now. The caller owns nothing.
    QMenu* pins();

    /// What switches this choice: its control in the line, or the end of the line where it has no room; null: nothing does on
    /// this page.
    const QWidget* controlOf(const QString& key) const;

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

signals:
    void pinnedChanged(const QStringList& keys); // by the person

protected:
    bool eventFilter(QObject* watched, QEvent* event) override; // of the end of the line
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;

private:
    void build();
    void refresh();
    std::vector<PageSwitch::Form> formsIn(int room) const;
    int widthAs(std::size_t at, PageSwitch::Form form) const;
    bool isShown(std::size_t at) const;
    bool hidesKinds(std::size_t at, PageSwitch::Form form) const;
    int endWidth(const QString& sign) const;
    void arrange();
    std::vector<const PageSwitch*> withoutRoom() const;
    void describeMore();
    void fold();
    int minWidth(PageSwitch::Form first) const;
    int widthOfFirstKinds() const;
    void restyle();

    ChoiceEditor* m_editor;
    QStringList m_families, m_pinned;
    std::vector<PageSwitch*> m_switches; // in order, those of the page first
    TextLabel* m_note; // while a model is being opened
    QToolButton* m_more;
    int m_lineHeight = 0; // of an ordinary control
    QMenu* m_pins;
    QTimer m_pointing; // at the end of the line
    QPointer<UnfoldedSwitches> m_unfolded; // null: nothing is
};

} // namespace widgets
