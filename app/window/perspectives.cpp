#include "app/window/perspectives.h"

namespace app {

namespace {

struct Delivered
{
    const char* word;
    bool hasLeft, hasRight;
};

constexpr Delivered delivered[perspectives]
    = {{"explore", true, true}, {"compare", false, true}, {"lesson", false, false}, {"figures", false, false}};

} // namespace

Arrangement deliveredArrangement(Perspective perspective)
{
    const Delivered& row = delivered[std::size_t(perspective)];
    Arrangement made;
    made.drawers[Drawers::Left].isOpen = row.hasLeft;
    made.drawers[Drawers::Right].isOpen = row.hasRight;
    return made;
}

QString perspectiveWord(Perspective perspective) { return QString::fromLatin1(delivered[std::size_t(perspective)].word); }

std::array<Arrangement, perspectives> deliveredArrangements()
{
    std::array<Arrangement, perspectives> all;
    for (int i = 0; i < perspectives; ++i)
        all[std::size_t(i)] = deliveredArrangement(Perspective(i));
    return all;
}

} // namespace app
