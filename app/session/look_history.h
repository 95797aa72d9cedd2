#pragma once

// LookHistory: what the person looked at, one thing after the other, as a browser remembers pages. What is hovered never enters
// it.

#include "widgets/run/selection_model.h"

#include <QString>
#include <QVariantMap>

#include <vector>

namespace app {

/// One thing looked at: a page with its figure, a selection on it, and a tensor beside it.
struct Look
{
    QString page;
    widgets::Selection selection;
    QString tensor;
    QString figure = {}; // its id: a page may have one for an overview and one for a part
    QVariantMap options = {}; // of the figure, for the way back to it

    /// Other options of the same figure are no other look.
    bool operator==(const Look& other) const
    {
        return page == other.page && selection == other.selection && tensor == other.tensor && figure == other.figure;
    }
};

class LookHistory
{
public:
    /// Remembers it, and forgets what could be gone forward to. A run of small steps (an arrow key held down, the steps of a
    /// pass), each within half a second of the one before, is remembered as its end. `now` in ms.
    void look(const Look& at, long long now);

    bool canGoBack() const { return m_at > 0; }
    bool canGoForward() const { return m_at + 1 < int(m_looks.size()); }

    /// REQUIRES: canGoBack(), canGoForward().
    Look back();
    Look forward();

private:
    std::vector<Look> m_looks;
    int m_at = -1;
    long long m_time = 0;    // of the last look
    bool m_isRun = false;    // the last look was a small step
};

} // namespace app
