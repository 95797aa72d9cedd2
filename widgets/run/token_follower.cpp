#include "widgets/run/token_follower.h"

#include <QScopedValueRollback>

#include <algorithm>
#include <cstdlib>

namespace widgets {

TokenFollower::TokenFollower(SelectionModel* selection)
    : QObject(selection)
    , m_selection(selection)
    , m_chosen(selection->pinned())
{
    connect(selection, &SelectionModel::pinnedChanged, this, [this](const Selection& pinned) {
        if (m_isFollowing)
            return;
        m_chosen = pinned;
        m_chosenAmong = m_tokens;
    });
}

void TokenFollower::follow(int layers, int heads, const std::vector<std::string>& tokens)
{
    m_tokens = tokens;
    const QScopedValueRollback guard(m_isFollowing, true);
    m_selection->clamp(layers, heads, int(tokens.size()));
    Selection selection = m_selection->pinned();
    selection.layer = std::clamp(m_chosen.layer, 0, std::max(0, layers - 1));
    selection.head = std::clamp(m_chosen.head, 0, std::max(0, heads - 1));
    selection.query = followedToken(m_chosenAmong, m_chosen.query, tokens);
    if (selection.query < 0 && m_chosen.query >= 0)
        selection.query = int(tokens.size()) - 1;
    selection.key = followedToken(m_chosenAmong, m_chosen.key, tokens);
    m_selection->pin(selection);
}

int followedToken(const std::vector<std::string>& before, int position, const std::vector<std::string>& after)
{
    const int old = int(before.size()), now = int(after.size());
    if (position < 0 || now == 0)
        return -1;
    if (position >= old) // chosen when no text was known
        return std::min(position, now - 1);
    if (position == old - 1)
        return now - 1;
    const int common = int(std::ranges::mismatch(before, after).in1 - before.begin());
    if (position < common)
        return position;
    int ending = 0;
    while (ending < std::min(old, now) - common && before[std::size_t(old - 1 - ending)] == after[std::size_t(now - 1 - ending)])
        ++ending;
    if (position >= old - ending)
        return position + now - old;
    int nearest = -1;
    for (int i = 0; i < now; ++i)
        if (after[std::size_t(i)] == before[std::size_t(position)]
            && (nearest < 0 || std::abs(i - position) < std::abs(nearest - position)))
            nearest = i;
    const bool isOneForOne = old == now && 2 * (common + ending) >= old; // a few words are others, each in its place
    return nearest >= 0 ? nearest : isOneForOne ? position : -1;
}

} // namespace widgets
