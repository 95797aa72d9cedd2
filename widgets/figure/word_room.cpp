#include "widgets/figure/word_room.h"

#include "widgets/figure/compose.h"
#include "widgets/figure/page_words.h"

#include <qcustomplot.h>

#include <algorithm>

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
    FigureStyle plain = style; // in PDF
    plain.plainLetters = true;
    const QString words = pageWords(shown, style).caption;
    return {std::max(chipsHeight(shown, style), chipsHeight(shown, plain)),
        std::max(captionHeight(words, style), captionHeight(words, plain))};
}

} // namespace widgets
