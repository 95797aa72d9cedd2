#include "core/base/edit_distance.h"

#include <algorithm>

namespace core {

std::size_t editDistance(std::string_view a, std::string_view b)
{
    std::vector<std::size_t> row(b.size() + 1);
    for (std::size_t j = 0; j <= b.size(); ++j)
        row[j] = j;
    for (std::size_t i = 1; i <= a.size(); ++i) {
        std::size_t diagonal = row[0];
        row[0] = i;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const std::size_t above = row[j];
            row[j] = std::min({above + 1, row[j - 1] + 1, diagonal + (a[i - 1] == b[j - 1] ? 0 : 1)});
            diagonal = above;
        }
    }
    return row[b.size()];
}

std::vector<std::string> nearestWords(std::string_view word, const std::vector<std::string>& candidates, std::size_t count)
{
    std::vector<std::pair<std::size_t, std::size_t>> order; // distance, place
    for (std::size_t i = 0; i < candidates.size(); ++i)
        order.emplace_back(editDistance(word.substr(0, 200), candidates[i]), i);
    std::sort(order.begin(), order.end());
    std::vector<std::string> nearest;
    for (std::size_t i = 0; i < std::min(count, order.size()); ++i)
        nearest.push_back(candidates[order[i].second]);
    return nearest;
}

} // namespace core
