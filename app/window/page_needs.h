#pragma once

// PageNeeds: what the page on screen and the inspector need beside the run: what is kept is there at once, the rest is computed
// by the worker and given to them when it arrives.

#include "widgets/figure/needs.h"

#include <QObject>

namespace widgets {
class Inspector;
}

namespace app {

class ForwardRunner;
class PageStack;

class PageNeeds : public QObject
{
    Q_OBJECT
public:
    /// All outlive it.
    PageNeeds(ForwardRunner& runner, const PageStack& pages, widgets::Inspector& inspector, QObject* parent);

    /// What the page on screen needs; what the inspector needs is asked for by itself.
    void ask();

signals:
    /// What came is with those who asked for it.
    void taken();

private:
    void askGradient();
    void take(const widgets::NeedResults& arrived);

    ForwardRunner& m_runner;
    const PageStack& m_pages;
    widgets::Inspector& m_inspector;
};

} // namespace app
