#include "widgets/figure/word_room.h"

#include "widgets/figure/compose.h"
#include "widgets/figure/page_words.h"

#include <qcustomplot.h>

namespace widgets {

void setHeight(QCPLayoutElement& row, int height)
{
    row.setMinimumSize(0, height);
    row.setMaximumSize(QWIDGETSIZE_MAX, height);
}

WordRoom roomFor(const FigureInfo& info, const FigureData& data, const FigureStyle& style)
{
    if (!whyNothing(info, data).isEmpty())
        return style.room;
    const ShownPanels shown = shownPanels(info, data);
    return {chipsHeight(shown, style), captionHeight(pageWords(shown, style).caption, style)};
}

} // namespace widgets
