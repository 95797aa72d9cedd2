#include "widgets/figure/shown_panels.h"

#include "widgets/figure/sides.h"

#include <QCoreApplication>

#include <algorithm>

namespace widgets {

namespace {

struct Panels
{
    Q_DECLARE_TR_FUNCTIONS(Compose)
};

void takeAwayDelta(ShownPanels& shown, const QString& why)
{
    shown.missing = Panels::tr("No Δ: %1").arg(why);
    shown.data.mode = SlotMode::SideBySide;
    shown.sides.pop_back();
    shown.whyNot.pop_back();
}

/// One of them over the whole page, where the other lacks what a picture of both would need. Whether it is so.
bool takeOne(ShownPanels& shown)
{
    const std::optional<Side> one = loneSide(shown.info, shown.data);
    if (!one)
        return false;
    shown.sides = {*one};
    shown.whyNot = QStringList{QString()};
    shown.missing = (*one == Side::A ? Panels::tr("B is not drawn: %1") : Panels::tr("A is not drawn: %1"))
                        .arg(whyNotSide(shown.info, shown.data, *one == Side::A ? Side::B : Side::A));
    return true;
}

std::vector<Caveat> caveatsAbove(const ShownPanels& shown)
{
    const auto of = [&](Side side) {
        const auto panel = std::find(shown.sides.begin(), shown.sides.end(), side);
        const QString whyNot = panel == shown.sides.end() ? whyNotSide(shown.info, shown.data, side)
                                                          : shown.whyNot[panel - shown.sides.begin()]; // asked once
        return caveatsOf(shown.info, ofSide(shown.data, side), whyNot.isEmpty());
    };
    const bool isOfOne = shown.isWholePage() && shown.sides.front() != Side::Both;
    return isOfOne ? of(shown.sides.front()) : comparedCaveats(of(Side::A), of(Side::B));
}

} // namespace

std::optional<Side> loneSide(const FigureInfo& info, const FigureData& data)
{
    const bool hasA = whyNotSide(info, data, Side::A).isEmpty(), hasB = whyNotSide(info, data, Side::B).isEmpty();
    return hasA == hasB ? std::nullopt : std::optional(hasA ? Side::A : Side::B);
}

ShownPanels shownPanels(const FigureInfo& info, const FigureData& data)
{
    ShownPanels shown{info, data, {}, {}, {}, {}, true};
    for (const Side side : shownSides(info, data)) {
        const auto ofB = std::ranges::find(shown.sides, Side::B);
        const bool lacksB = side == Side::Delta && ofB != shown.sides.end() && !shown.whyNot[ofB - shown.sides.begin()].isEmpty();
        const QString why = lacksB ? Panels::tr("B has no picture.") // whose panel says why
                                   : whyNotSide(info, data, side, ofB == shown.sides.end());
        if (side == Side::Both && !why.isEmpty() && takeOne(shown))
            break; // nor is there a difference
        shown.sides.push_back(side);
        shown.whyNot << why;
    }
    if (shown.areSeveral() && shown.sides.back() == Side::Delta && !shown.whyNot.back().isEmpty())
        takeAwayDelta(shown, shown.whyNot.back());
    shown.caveats = caveatsAbove(shown);
    return shown;
}

ShownPanels withoutDelta(const ShownPanels& shown)
{
    ShownPanels others = shown;
    takeAwayDelta(others, Panels::tr("there is no room for it here."));
    others.caveats = caveatsAbove(others);
    return others;
}

} // namespace widgets
