#pragma once

// TitleLine: one line over a picture: the question it answers, where one is, what a cell is, and what the window says and links
// there. It is as high as one line whatever is said, so that no sentence moves the picture.

#include "widgets/controls/text_widths.h"

#include <QPointer>
#include <QWidget>

class QHBoxLayout;

namespace widgets {

class ElidedLabel;
class TextLabel;

class TitleLine : public QWidget
{
    Q_OBJECT
public:
    explicit TitleLine(QWidget* parent);

    void setTitle(const QString& title);
    QString title() const;

    /// What a cell is, in smaller type where it needs that; else its first sentences and clauses, as many as have room, then "…".
    /// The whole is the tool tip of the line.
    void setSubtitle(const QString& subtitle);

    /// Where one is; hidden until a view shows it.
    TextLabel* breadcrumb() const { return m_breadcrumb; }

    /// Without room for both the title stays and the path goes: for an audience. Else the path says enough.
    void setTitleFirst(bool isFirst);

    /// The path is news and not where one is: it is whole whatever becomes of the title.
    void setPathStays(bool stays);

    /// A widget at the right end, in place of the subtitle while it is visible; null takes it away. The line does not own it.
    void setGuest(QWidget* guest);

    /// A widget behind all others, which stays whatever is said: as broad as it likes (sizeHint) where nothing else gives way for
    /// it, else as small as it can be (minimumSizeHint); null takes it away. The line does not own it.
    void setEnd(QWidget* end);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void arrange();
    void arrangeNow();
    bool arrangeIn(int room);
    QString fitSubtitle(int room, QFont& type);
    int restWidth();

    QHBoxLayout* m_row;
    ElidedLabel* m_title;
    QWidget* m_path; // where there is room for it
    TextLabel* m_breadcrumb; // in it
    ElidedLabel* m_subtitle;
    TextLabel* m_rest; // "…"
    QString m_wholeSubtitle;
    QPointer<QWidget> m_guest;
    QPointer<QWidget> m_end;
    bool m_isTitleFirst = false, m_pathStays = false, m_isArranging = false, m_isDue = false;
    TextWidths m_widths;
};

} // namespace widgets
