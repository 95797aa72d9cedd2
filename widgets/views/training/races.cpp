#include "widgets/views/training/races.h"

#include <QCoreApplication>

#include <algorithm>

namespace widgets {

namespace {

constexpr Race rows[] = {
    {"C23", QT_TRANSLATE_NOOP("Training", "Pre against Post, 12 layers"),
        QT_TRANSLATE_NOOP("Training",
            "Watch the loss: Pre falls at once; Post stays where the frequencies of words alone bring it, as its first layers "
            "get no gradient."),
        "main", "sizes.layers=12 sizes.d_model=48 sizes.d_ff=128",
        {{"pre", "norm.placement=pre"}, {"post", "norm.placement=post"}},
        "stories", 120, 8, 64, 3e-3, 1},
};

} // namespace

std::span<const Race> races() { return rows; }

QString titleOf(const Race& race) { return QCoreApplication::translate("Training", race.title); }

QString watchOf(const Race& race) { return QCoreApplication::translate("Training", race.watch); }

const Race* findRace(const std::string& id)
{
    const auto found = std::ranges::find_if(rows, [&](const Race& race) { return id == race.id; });
    return found == std::end(rows) ? nullptr : found;
}

} // namespace widgets
