#include "widgets/run/selection_model.h"

#include <algorithm>

namespace widgets {

void SelectionModel::pin(const Selection& selection)
{
    if (selection == m_pinned)
        return;
    const bool isOther = selection.layer != m_pinned.layer || selection.head != m_pinned.head;
    const bool isChosen = selection.isHeadChosen || (isOther && !m_pinned.isHeadChosen);
    m_pinned = selection;
    m_pinned.isHeadChosen = isChosen;
    emit pinnedChanged(m_pinned);
}

void SelectionModel::hover(const Selection& selection)
{
    if (selection == m_hovered)
        return;
    m_hovered = selection;
    emit hoveredChanged(m_hovered);
}

void SelectionModel::unpin()
{
    Selection selection = m_pinned;
    selection.query = selection.key = selection.dim = -1;
    pin(selection);
}

void SelectionModel::unhover() { hover(nothing()); }

void SelectionModel::clamp(int layers, int heads, int tokens)
{
    Selection selection = m_pinned;
    selection.layer = std::clamp(selection.layer, 0, std::max(0, layers - 1));
    selection.head = std::clamp(selection.head, 0, std::max(0, heads - 1));
    selection.query = std::min(selection.query, tokens - 1);
    selection.key = std::min(selection.key, tokens - 1);
    pin(selection);
    if (m_hovered.layer >= layers || m_hovered.head >= heads || std::max(m_hovered.query, m_hovered.key) >= tokens)
        unhover(); // the mouse is still where something was
}

} // namespace widgets
