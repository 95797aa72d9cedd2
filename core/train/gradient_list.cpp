#include "core/train/gradient_list.h"

#include "core/base/thread_pool.h"

#include <algorithm>

namespace core {

std::vector<GradientBlock> blocksOf(const GradientList& gradients)
{
    constexpr std::size_t length = 16 * 1024; // numbers of a piece of work
    std::vector<GradientBlock> blocks;
    for (std::size_t p = 0; p < gradients.size(); ++p)
        for (std::size_t first = 0; first < gradients[p].size(); first += length)
            blocks.push_back({p, first, std::min(gradients[p].size(), first + length)});
    return blocks;
}

void eachBlock(const std::vector<GradientBlock>& blocks, const std::function<void(Index)>& work)
{
    ThreadPool::shared().run(Index(blocks.size()), work);
}

} // namespace core
