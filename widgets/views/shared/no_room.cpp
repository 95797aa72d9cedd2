#include "widgets/views/shared/no_room.h"

#include "widgets/plot/plot.h"

#include <QCoreApplication>

namespace widgets {

namespace {

struct NoRoom
{
    Q_DECLARE_TR_FUNCTIONS(NoRoom)
};

} // namespace

void sayNoRoomFor(Plot& plot, const QStringList& leftOut, const FigureStyle& style)
{
    if (leftOut.isEmpty())
        return;
    const int row = plot.panel()->rowCount();
    plot.addPanelTitle(row, 0, NoRoom::tr("No room for %1.").arg(leftOut.join(NoRoom::tr(", "))), style, true);
    plot.panel()->setRowStretchFactor(row, 0.001);
}

} // namespace widgets
