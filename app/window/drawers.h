#pragma once

// Drawers: the page in the middle and a drawer at each side of it. A drawer is beside the page while the page keeps the width
// that it needs, the left one giving way first; without that room it waits behind its handle, and is over the page when it is
// opened: the page is narrower only where the person wants to see all of it (setPictures).

#include <QWidget>

#include <array>

namespace app {

class Drawers : public QWidget
{
    Q_OBJECT
public:
    enum Side
    {
        Left,
        Right
    };

    /// What the person said of a drawer; kept from one time to the next.
    struct Wish
    {
        bool isOpen = true; // while there is room beside the page
        int width = 0; // px of ordinary type
        bool operator==(const Wish&) const = default;
    };
    using Wishes = std::array<Wish, 2>;

    /// Takes the three widgets. Widths in px of ordinary type.
    Drawers(QWidget* page, QWidget* left, QWidget* right, QWidget* parent);

    /// What the handles say, one word or more each: each opens its drawer. An open drawer has none.
    void setWords(Side side, const QStringList& words);

    /// px that the page keeps when a drawer is to be beside it.
    void setMinPageWidth(int width);

    /// Neither drawers nor handles, for a presentation; what was said of them stays.
    void setBare(bool bare);

    /// As if its handle, or the button that folds it, was used.
    void setOpen(Side side, bool open);
    bool isOpen(Side side) const; // beside the page or over it
    bool isBeside(Side side) const; // it takes width from the page

    /// So many pictures are beside each other: a drawer that is opened covers none of them, as long as the room of all but one is
    /// left, and of one as long as half of the width is. 0: it may cover what it will.
    void setPictures(int pictures);

    /// A drawer lies over the page and leaves less than that room.
    bool covers(int pictures) const;

    /// What of the page a drawer lies over, in the coordinates of this widget; empty: nothing.
    QRect overPage() const;

    /// Closes what is over the page; false when nothing does.
    bool closeOver();

    const Wishes& wishes() const { return m_wanted; }
    void setWishes(const Wishes& wishes);

    /// px of width that the handles of two closed drawers take from the page.
    int handlesWidth() const;

signals:
    /// A word of a handle was chosen, counted from 0; its drawer is open.
    void wordChosen(app::Drawers::Side side, int word);

protected:
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    struct Drawer
    {
        QWidget* frame = nullptr; // content with its fold button and the grip
        QWidget* grip = nullptr;
        QWidget* handle = nullptr;
        bool isBeside = false;
        bool isOver = false; // the person has opened it; over the page while it is not beside it
    };
    void build(Side side, QWidget* content);
    void arrange();
    int widthOf(Side side) const;
    bool isRoomFor(int pictures, int broad) const;
    int handleWidth() const;
    void drag(Side side, int x);

    QWidget* m_page;
    std::array<Drawer, 2> m_drawers;
    Wishes m_wanted;
    int m_minPage = 0;
    bool m_isBare = false;
    int m_pictures = 0; // that no drawer covers
};

} // namespace app
