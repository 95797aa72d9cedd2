#pragma once

// PageSwitches: the choices that the page on screen is about, one click away, on one line whose height never changes. Which they
// are the page says by their keys; any other can be pinned. What has no room is in the menu at the end of the line.

#include "widgets/panels/page_switch.h"

#include <QStringList>
#include <QWidget>

#include <vector>

class QMenu;
class QToolButton;

namespace widgets {

class TextLabel;

class PageSwitches : public QWidget
{
    Q_OBJECT
public:
    /// `editor`: that of the window's panel; outlives this.
    explicit PageSwitches(ChoiceEditor* editor, QWidget* parent = nullptr);

    /// The keys that the page is about, the first ones first; "KEY=kind,kind" where these kinds of it come first.
    void setFamilies(const QStringList& families);

    /// Those that are there on every page.
    void setPinned(const QStringList& keys);
    const QStringList& pinned() const { return m_pinned; }
    void togglePinned(const QString& key);

    /// The menu at the end, as it would open now: what has no room, and what can be pinned. The caller owns nothing.
    QMenu* more();

    /// What switches this choice: its control in the line, or the button of the menu where the line has no room; null: nothing
    /// does on this page.
    const QWidget* controlOf(const QString& key) const;

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

signals:
    void pinnedChanged(const QStringList& keys); // by the person

protected:
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;

private:
    void build();
    void refresh();
    void arrange();
    void fillMore();
    int minWidth(PageSwitch::Form first) const;
    int widthOfFirstKinds() const;
    void restyle();

    ChoiceEditor* m_editor;
    QStringList m_families, m_pinned;
    std::vector<PageSwitch*> m_switches; // in order, those of the page first
    TextLabel* m_note; // while a model is being opened
    QToolButton* m_more;
    int m_lineHeight = 0; // of an ordinary control
    QMenu* m_menu;
};

} // namespace widgets
