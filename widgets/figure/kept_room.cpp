#include "widgets/figure/kept_room.h"

#include "widgets/figure/compose.h"
#include "widgets/figure/page_words.h"

#include <qcustomplot.h>

namespace widgets {

namespace {
thread_local double chipsInForce = 0, captionInForce = 0; // px; a preview on another thread keeps none
}

WordRoom roomInForce() { return {chipsInForce, captionInForce}; }

KeptRoom::KeptRoom(const WordRoom& room)
    : m_before(roomInForce())
{
    set(room);
}

KeptRoom::~KeptRoom() { set(m_before); }

void KeptRoom::set(const WordRoom& room)
{
    chipsInForce = room.chips;
    captionInForce = room.caption;
}

void setHeight(QCPLayoutElement& row, int height)
{
    row.setMinimumSize(0, height);
    row.setMaximumSize(QWIDGETSIZE_MAX, height);
}

WordRoom roomFor(const FigureInfo& info, const FigureData& data, const FigureStyle& style)
{
    if (!whyNothing(info, data).isEmpty())
        return roomInForce();
    const ShownPanels shown = shownPanels(info, data);
    return {chipsHeight(shown, style), captionHeight(pageWords(shown, style).caption, style)};
}

} // namespace widgets
