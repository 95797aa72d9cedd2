#include "widgets/plot/kept_apart.h"

#include <algorithm>
#include <utility>

namespace widgets {

std::vector<double> keptApart(const std::vector<double>& wanted, double step, double first, double last)
{
    std::vector<std::pair<double, std::size_t>> groups; // of places that touch: where the first is, and how many there are
    for (std::size_t i = 0; i < wanted.size(); ++i) {
        groups.emplace_back(wanted[i] - double(i) * step, 1);
        while (groups.size() > 1 && groups[groups.size() - 2].first > groups.back().first) {
            const auto [start, count] = groups.back();
            groups.pop_back();
            auto& [before, countBefore] = groups.back();
            before = (before * double(countBefore) + start * double(count)) / double(countBefore + count);
            countBefore += count;
        }
    }
    const double lastStart = last - (double(wanted.size()) - 1) * step;
    std::vector<double> places;
    for (const auto& [start, count] : groups)
        for (std::size_t i = 0; i < count; ++i)
            places.push_back(std::min(std::max(start, first), lastStart) + double(places.size()) * step);
    return places;
}

} // namespace widgets
