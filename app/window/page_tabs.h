#pragma once

#include <QStringList>
#include <QWidget>

#include <vector>

class QStackedWidget;

namespace widgets {

class SegmentedSwitch;

} // namespace widgets

namespace app {

class TabStrip;

/// The pages of the window in two levels on one line: the tabs, and at the right the pages of the current tab where it has
/// several. A page is named by its place among all of them.
class PageTabs : public QWidget
{
    Q_OBJECT
public:
    explicit PageTabs(QWidget* parent = nullptr);

    /// One more tab, with the pages of these ids; at least one.
    void addTab(const QStringList& ids);

    int tabCount() const;
    int tabOf(int page) const { return m_pages[std::size_t(page)].tab; }
    void setTabText(int tab, const QString& text);

    int count() const { return int(m_pages.size()); } // of pages
    const QString& idAt(int page) const { return m_pages[std::size_t(page)].id; }
    const QString& textAt(int page) const { return m_pages[std::size_t(page)].text; }
    void setText(int page, const QString& text);

    int currentIndex() const { return m_current; }
    void setCurrentIndex(int page); // emits nothing

    /// The page of this tab that was on screen last, the first one at the beginning.
    int pageOf(int tab) const { return m_last[std::size_t(tab)]; }

    /// Where a page is opened: its word at the right while its tab is current, else its tab; invalid for an unknown one.
    QRect placeOf(const QString& id) const;

    /// Leaves out these pages, and tabs that have no other; the one on screen is not left by it.
    void setHidden(const QStringList& ids);
    bool isHidden(int page) const { return m_hidden.contains(idAt(page)); }

    /// Less room above and below the words, for a low window.
    void setDense(bool dense);

    /// A widget at the end of the line, which takes it.
    void setCorner(QWidget* corner);

protected:
    void paintEvent(QPaintEvent* event) override;

signals:
    void chosen(int page); // by the person

private:
    struct Page
    {
        QString id, text;
        int tab;
    };

    TabStrip* m_tabs;
    QStackedWidget* m_switches; // one for each tab: as wide as the widest, so that no tab moves
    std::vector<widgets::SegmentedSwitch*> m_ofTab;
    std::vector<Page> m_pages;
    std::vector<int> m_last; // of each tab
    QStringList m_hidden;
    int m_current = 0;
};

} // namespace app
