#include "core/base/cut_inputs.h"

#include <cassert>
#include <utility>

namespace core {

namespace {
thread_local CutInputs* ofThisThread = nullptr;
} // namespace

const CutNumbers* CutInputs::of(const float* x, Index count)
{
    assert(count % cutNumbers == 0);
    const std::lock_guard lock(m_mutex);
    for (const Known& known : m_known)
        if (known.x == x && known.count == count)
            return known.cut.empty() ? nullptr : known.cut.data();
    Known& added = m_known.emplace_back(Known{x, count, std::vector<CutNumbers>(std::size_t(count / cutNumbers))});
    if (!laneDots()->cut(x, count / cutNumbers, added.cut.data()))
        added.cut.clear();
    return added.cut.empty() ? nullptr : added.cut.data();
}

CutInputs* CutInputs::current() { return ofThisThread; }

CutInputs::Use::Use(CutInputs& inputs)
    : m_before(std::exchange(ofThisThread, &inputs))
{
}

CutInputs::Use::~Use() { ofThisThread = m_before; }

} // namespace core
