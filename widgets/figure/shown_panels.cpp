#include "widgets/figure/shown_panels.h"

#include "widgets/figure/sides.h"

#include <QCoreApplication>

namespace widgets {

namespace {

struct Panels
{
    Q_DECLARE_TR_FUNCTIONS(Compose)
};

} // namespace

ShownPanels shownPanels(const FigureInfo& info, const FigureData& data)
{
    ShownPanels shown{info, data, shownSides(info, data), {}, {}, {}};
    for (const Side side : shown.sides)
        shown.whyNot << whyNotSide(info, data, side);
    if (shown.areSeveral() && shown.sides.back() == Side::Delta && !shown.whyNot.back().isEmpty()) {
        shown.noDelta = Panels::tr("No Δ: %1").arg(shown.whyNot.back());
        shown.sides.pop_back();
        shown.whyNot.pop_back();
    }
    if (info.isOfRun)
        shown.caveats = shown.isWholePage() ? caveatsOf(ofSide(data, shown.sides.front())) : comparedCaveats(data);
    return shown;
}

} // namespace widgets
