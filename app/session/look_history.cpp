#include "app/session/look_history.h"

#include <cstdlib>

namespace app {

namespace {

constexpr long long runMs = 500;
constexpr std::size_t most = 200; // looks kept

/// One step of one part of the selection, as a key makes it; along the steps of a pass layer and tensor follow.
bool isSmallStep(const Look& from, const Look& to)
{
    if (from.page != to.page || from.figure != to.figure)
        return false;
    if (from.selection.step != to.selection.step)
        return from.selection.step >= 0 && to.selection.step >= 0;
    const int parts[][2] = {{from.selection.layer, to.selection.layer}, {from.selection.head, to.selection.head},
        {from.selection.query, to.selection.query}, {from.selection.key, to.selection.key},
        {from.selection.dim, to.selection.dim}};
    int moved = 0;
    for (const auto& [before, after] : parts)
        moved += std::abs(after - before);
    return moved == 1;
}

} // namespace

void LookHistory::look(const Look& at, long long now)
{
    if (m_at >= 0 && m_looks[std::size_t(m_at)] == at)
        return;
    const bool isStep = m_at >= 0 && isSmallStep(m_looks[std::size_t(m_at)], at);
    m_looks.resize(std::size_t(m_at + 1));
    if (isStep && m_isRun && now - m_time < runMs)
        m_looks.back() = at;
    else
        m_looks.push_back(at);
    if (m_looks.size() > most)
        m_looks.erase(m_looks.begin());
    m_at = int(m_looks.size()) - 1;
    m_isRun = isStep;
    m_time = now;
}

Look LookHistory::back()
{
    m_isRun = false;
    return m_looks[std::size_t(--m_at)];
}

Look LookHistory::forward()
{
    m_isRun = false;
    return m_looks[std::size_t(++m_at)];
}

} // namespace app
