#include "app/window/page_tabs.h"

#include "app/window/tab_strip.h"

#include "widgets/controls/segmented_switch.h"
#include "widgets/plot/theme.h"

#include <QHBoxLayout>
#include <QPainter>
#include <QSignalBlocker>
#include <QStackedWidget>

#include <algorithm>

namespace app {

using widgets::SegmentedSwitch;

PageTabs::PageTabs(QWidget* parent)
    : QWidget(parent)
    , m_tabs(new TabStrip(this))
    , m_switches(new QStackedWidget(this))
{
    auto* const line = new QHBoxLayout(this);
    line->setContentsMargins(0, 0, widgets::space::l, 0);
    line->setSpacing(widgets::space::l);
    line->addWidget(m_tabs, 1);
    line->addWidget(m_switches);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    m_switches->setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Fixed);
    connect(m_tabs, &QTabBar::currentChanged, this, [this](int tab) { emit chosen(pageOf(tab)); });
}

void PageTabs::addTab(const QStringList& ids)
{
    const int tab = tabCount();
    m_last.push_back(count());
    for (const QString& id : ids)
        m_pages.push_back({id, {}, tab});
    auto* const place = new QWidget(m_switches);
    auto* const line = new QHBoxLayout(place);
    line->setContentsMargins(0, 0, 0, 0);
    line->addStretch(1);
    m_ofTab.push_back(ids.size() > 1 ? new SegmentedSwitch(ids, place) : nullptr);
    if (SegmentedSwitch* const pages = m_ofTab.back()) {
        line->addWidget(pages);
        connect(pages, &SegmentedSwitch::chosen, this,
            [this, ids, first = m_last.back()](const QString& id) { emit chosen(first + int(ids.indexOf(id))); });
    }
    m_switches->addWidget(place);
    const QSignalBlocker blocker(m_tabs); // the first one becomes current
    m_tabs->addTab(QString());
}

int PageTabs::tabCount() const { return int(m_last.size()); }

void PageTabs::setTabText(int tab, const QString& text) { m_tabs->setTabText(tab, text); }

void PageTabs::setText(int page, const QString& text)
{
    m_pages[std::size_t(page)].text = text;
    if (SegmentedSwitch* const pages = m_ofTab[std::size_t(tabOf(page))])
        pages->setLabel(idAt(page), text);
}

void PageTabs::setCurrentIndex(int page)
{
    const int tab = tabOf(page);
    m_current = page;
    m_last[std::size_t(tab)] = page;
    const QSignalBlocker blocker(m_tabs);
    m_tabs->setCurrentIndex(tab);
    m_switches->setCurrentIndex(tab);
    if (SegmentedSwitch* const pages = m_ofTab[std::size_t(tab)])
        pages->setCurrent(idAt(page));
}

QRect PageTabs::placeOf(const QString& id) const
{
    const auto page = std::ranges::find(m_pages, id, &Page::id);
    if (page == m_pages.end())
        return {};
    const SegmentedSwitch* const pages = m_ofTab[std::size_t(page->tab)];
    if (const auto* const word = pages ? pages->findChild<QWidget*>(id) : nullptr; word && word->isVisible())
        return {word->mapTo(this, QPoint()), word->size()};
    return m_tabs->tabRect(page->tab).translated(m_tabs->pos());
}

void PageTabs::setHidden(const QStringList& ids)
{
    m_hidden = ids;
    const QSignalBlocker blocker(m_tabs);
    for (int tab = 0; tab < tabCount(); ++tab) {
        bool isEmpty = true;
        for (int page = 0; page < count(); ++page) {
            if (tabOf(page) != tab)
                continue;
            isEmpty &= isHidden(page);
            if (const SegmentedSwitch* const pages = m_ofTab[std::size_t(tab)])
                if (auto* const word = pages->findChild<QWidget*>(idAt(page)))
                    word->setVisible(!isHidden(page));
            if (m_last[std::size_t(tab)] == page && isHidden(page))
                for (int other = 0; other < count(); ++other)
                    if (tabOf(other) == tab && !isHidden(other)) {
                        m_last[std::size_t(tab)] = other;
                        break;
                    }
        }
        m_tabs->setTabShown(tab, !isEmpty);
    }
}

void PageTabs::setDense(bool dense) { m_tabs->setDense(dense); }

void PageTabs::setCorner(QWidget* corner) { layout()->addWidget(corner); }

/// The line below the tabs goes on to the end.
void PageTabs::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setPen(widgets::currentTheme().border);
    painter.drawLine(0, height() - 1, width(), height() - 1);
}

} // namespace app
