#pragma once

// LookHistory: what the person looked at, one thing after the other, as a browser remembers pages. What is hovered never enters
// it.

#include "widgets/run/selection_model.h"

#include <QString>

#include <vector>

namespace app {

/// One thing looked at: a page, a selection on it, and a tensor beside it.
struct Look
{
    QString page;
    widgets::Selection selection;
    QString tensor;
    bool operator==(const Look&) const = default;
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
