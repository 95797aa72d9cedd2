#include "core/run/pass.h"

#include "core/base/thread_pool.h"
#include "core/io/read_ahead.h"
#include "core/run/tape_names.h"

#include <algorithm>
#include <cassert>
#include <cstring>
#include <stdexcept>
#include <utility>

namespace core {

namespace {

/// Memory of traces waits here for the next run. Grows with what was used, up to the cap.
ArenaPool& arenas()
{
    static const std::shared_ptr<ArenaPool> pool = ArenaPool::make(std::size_t(2) << 30);
    return *pool;
}

} // namespace

Pass::Pass(Plan& plan, const TraceMatcher& matcher)
    : m_plan(&plan)
    , m_matcher(matcher)
{
}

Pass::Pass(const Weights& weights, const TraceMatcher& matcher, const InterventionList& interventions, const RunControl& control,
    std::size_t blockBytes)
    : m_matcher(matcher)
    , m_weights(&weights)
    , m_interventions(&interventions)
    , m_control(control)
    , m_trace(std::make_shared<Trace>())
    , m_blockBytes(blockBytes)
{
    m_recorded = arenas().take(0);
}

void Pass::watchLayers(const OnLayer& onLayer)
{
    if (!onLayer)
        return;
    m_onLayer = onLayer;
    m_growing = GrowingTrace::make();
    m_trace = m_growing->whole();
}

void Pass::readAhead(const std::string& prefix) const
{
    constexpr Index minNumbers = 1 << 20; // a smaller one is read at once
    if (planning())
        return;
    const auto& all = m_weights->all();
    for (auto weight = all.lower_bound(prefix); weight != all.end() && weight->first.starts_with(prefix); ++weight)
        if (const WeightTensor& tensor = *weight->second; elements(tensor.shape()) >= minNumbers && tensor.bytesInUse() == 0)
            if (const auto* const file = dynamic_cast<const ReadsAhead*>(&tensor.source()))
                file->readAhead();
}

void Pass::layerDone() const
{
    if (m_growing)
        m_onLayer([this] { return m_growing->part(); });
}

void Pass::beginBlock()
{
    if (planning())
        return;
    m_recorded = arenas().take(m_blockBytes);
}

float* Pass::allocate(bool recorded, Index floats, std::shared_ptr<void>* owner)
{
    // A step on the way has memory of its own, which the next one reuses as soon as it is released.
    const std::shared_ptr<Arena> arena
        = recorded ? m_recorded : arenas().borrow(std::size_t(std::max<Index>(1, floats)) * sizeof(float));
    *owner = arena;
    return arena->allocate(floats);
}

bool Pass::intervenes(const std::string& name) const { return m_interventions && m_interventions->touches(name); }

void Pass::add(const Tensor& tensor, bool replaced) { m_trace->add(keptEntry(tensor, m_matcher.heads(tensor.name()), replaced)); }

void Pass::intervene(Tensor& tensor)
{
    m_trace->replaced.push_back(tensor.name());
    if (!m_isTape)
        return m_interventions->apply(tensor);
    Tensor untouched(untouchedName(tensor.name()), tensor.axes(), tensor.shape());
    std::copy_n(tensor.data(), tensor.size(), untouched.data());
    m_trace->add({untouched, {}, false});
    m_interventions->apply(tensor, [this](const Tensor& share) { m_trace->add({share, {}, false}); });
}

/// In a plan the end of a step, else a tick of the clock.
void Pass::made(const Tensor& tensor)
{
    if (!planning()) {
        if (m_control.onMade)
            m_control.onMade(tensor.name());
        return;
    }
    m_step.tensor = tensor.name();
    m_step.size = tensor.size();
    m_step.productFlops = m_plan->productFlops - m_flopsBefore[0];
    m_step.attentionFlops = m_plan->attentionFlops - m_flopsBefore[1];
    m_step.weights = m_plan->weights.size();
    m_flopsBefore[0] = m_plan->productFlops;
    m_flopsBefore[1] = m_plan->attentionFlops;
    m_plan->steps.push_back(std::exchange(m_step, {}));
}

Scope Scope::child(std::string_view name) const
{
    Scope scope(*m_pass, nameOf(name));
    scope.m_isSilent = m_isSilent;
    scope.m_isIdle = m_isIdle;
    return scope;
}

Scope Scope::silent() const
{
    Scope scope = *this;
    scope.m_isSilent = true;
    return scope;
}

Scope Scope::idle() const
{
    Scope scope = *this;
    scope.m_isIdle = true;
    return scope;
}

std::string Scope::nameOf(std::string_view name) const
{
    return m_prefix.empty() ? std::string(name) : m_prefix + "." + std::string(name);
}

bool Scope::planning() const { return m_pass->planning(); }

bool Scope::wants(std::string_view name, Recording recording) const
{
    if (m_isSilent || recording == Recording::Never)
        return false;
    const std::string full = nameOf(name);
    return m_pass->m_matcher.wants(full, recording) || m_pass->intervenes(full);
}

std::vector<Index> Scope::heads(std::string_view name) const
{
    return planning() || intervenes(name) ? std::vector<Index>() : m_pass->m_matcher.heads(nameOf(name));
}

bool Scope::intervenes(std::string_view name) const { return !m_isSilent && m_pass->intervenes(nameOf(name)); }

Tensor Scope::make(std::string_view name, Axes axes, Shape shape, Recording recording) const
{
    std::string full = nameOf(name);
    const bool isShown = !m_isSilent && recording != Recording::Never;
    const bool recorded = isShown && m_pass->m_matcher.wants(full, recording);
    if (planning()) {
        m_pass->m_step.made += elements(shape);
        if (isShown)
            m_pass->m_plan->tensors.push_back({full, axes, shape, recording == Recording::OnRequest, recorded, {}, {}});
        return Tensor(std::move(full), std::move(axes), std::move(shape), nullptr, nullptr);
    }
    std::shared_ptr<void> owner;
    // A few heads of a tensor are copied out when it is complete, so the whole of it is scratch.
    float* data = m_pass->allocate(recorded && m_pass->m_matcher.heads(full).empty(), elements(shape), &owner);
    return Tensor(std::move(full), std::move(axes), std::move(shape), data, std::move(owner));
}

void Scope::made(const Tensor& tensor) const { m_pass->made(tensor); }

void Scope::record(Tensor& tensor, Recording recording) const
{
    if (!planning())
        m_pass->m_kept.restore(tensor);
    made(tensor);
    if (planning() || m_isSilent || recording == Recording::Never)
        return;
    const bool replaced = m_pass->intervenes(tensor.name());
    if (replaced)
        m_pass->intervene(tensor);
    if (m_pass->m_matcher.wants(tensor.name(), recording) || (replaced && m_pass->m_isTape))
        m_pass->add(tensor, replaced);
}

void Scope::nothingFollows(const Tensor& tensor, std::initializer_list<std::string_view> instead) const
{
    if (!planning() || m_isSilent)
        return;
    PlannedTensor& planned = m_pass->m_plan->tensors.back();
    if (planned.name != tensor.name())
        throw std::logic_error("nothingFollows() of " + tensor.name() + " after another tensor");
    for (const std::string_view name : instead)
        planned.changeInstead += (planned.changeInstead.empty() ? "" : ", ") + nameOf(name);
}

Tensor Scope::alias(std::string_view name, const Tensor& of, Recording recording) const
{
    std::string full = nameOf(name);
    if (of.name() == full) {
        Tensor same = of;
        record(same, recording);
        return same;
    }
    const bool recorded = m_pass->m_matcher.wants(full, recording);
    if (planning()) {
        m_pass->m_plan->tensors.push_back(
            {full, of.axes(), of.shape(), recording == Recording::OnRequest, recorded, of.name(), {}});
        const Tensor same = of.renamed(std::move(full));
        made(same);
        return same;
    }
    const bool intervenes = m_pass->intervenes(full);
    if (!recorded && !intervenes) {
        const Tensor same = of.renamed(std::move(full));
        made(same);
        return same;
    }
    // Shared numbers stay as they were when an intervention writes.
    Tensor result = of.renamed(full);
    if (intervenes) {
        std::shared_ptr<void> owner;
        float* data = m_pass->allocate(recorded, of.size(), &owner);
        std::copy_n(of.data(), of.size(), data);
        result = Tensor(std::move(full), of.axes(), of.shape(), data, std::move(owner));
    }
    record(result, recording);
    return result;
}

const WeightTensor* Scope::weight(std::string_view name, Shape shape, Init init, float gain) const
{
    return weight(WeightSpec{std::string(name), std::move(shape), init, gain});
}

const WeightTensor* Scope::weight(WeightSpec spec) const
{
    spec.name = nameOf(spec.name);
    spec.active &= !m_isIdle;
    if (planning()) {
        m_pass->m_step.read += spec.active && !spec.optional ? elements(spec.shape) : 0;
        std::vector<WeightSpec>& specs = m_pass->m_plan->weights;
        if (spec.sharedWith.find('*') != std::string::npos) {
            const auto first = std::find_if(specs.begin(), specs.end(),
                [&](const WeightSpec& s) { return s.shape == spec.shape && matchesPattern(spec.sharedWith, s.name); });
            spec.sharedWith = first == specs.end() || first->name == spec.name ? "" : first->name;
        }
        const auto [known, isNew] = m_pass->m_plannedWeights.emplace(spec.name, specs.size());
        if (isNew)
            specs.push_back(std::move(spec));
        else
            specs[known->second].active |= spec.active;
        return nullptr;
    }
    const WeightTensor* tensor = m_pass->m_weights->find(spec.name);
    if (!tensor && !spec.optional)
        m_pass->m_weights->at(spec.name); // throws with the name
    assert(!tensor || tensor->shape() == spec.shape || tensor->shape() == spec.otherShape);
    return tensor;
}

const float* Scope::vectorWeight(std::string_view name, Index size, Init init, float gain) const
{
    const WeightTensor* tensor = weight(name, {size}, init, gain);
    return tensor ? tensor->values().data() : nullptr;
}

void Scope::linear(std::string_view name, const Tensor& x, Index in, Index out, bool bias, Tensor& y) const
{
    linear({{name, x, in, out, bias, y}});
}

void Scope::linear(std::initializer_list<Linear> maps) const
{
    std::vector<Product> products;
    for (const Linear& map : maps) {
        const std::string base(map.name);
        const WeightTensor* matrix = weight(base + ".weight", {map.out, map.in}, Init::Projection);
        const float* bias = map.bias ? vectorWeight(base + ".bias", map.out, Init::Bias) : nullptr;
        products.push_back({matrix, bias, map.x, map.in, map.out, map.y});
    }
    multiply(products);
}

void Scope::multiply(const WeightTensor* matrix, const float* bias, const Tensor& x, Index in, Index out, Tensor& y) const
{
    multiply({Product{matrix, bias, x, in, out, y}});
}

void Scope::multiply(const std::vector<Product>& products) const
{
    std::vector<KeptRows::Product> run;
    std::vector<std::shared_ptr<const ProductMatrix>> matrices;
    Index tokens = 0; // as many in each
    bool areKept = !planning() && !m_isSilent; // some rows of all
    for (const auto& [matrix, bias, x, in, out, y] : products) {
        tokens = x.size() / in;
        if (planning())
            countProductFlops(2.0 * double(tokens) * double(in) * double(out));
        else {
            areKept = areKept && m_pass->m_kept.has(y) && m_pass->m_held.keepsForm(*matrix, tokens);
            matrices.push_back(m_pass->m_held.matrixOf(*matrix, tokens));
            run.push_back({{matrices.back().get(), x.data(), {bias, bias ? std::size_t(out) : 0}, y.data(), out}, in, y});
        }
    }
    if (areKept)
        m_pass->m_kept.multiplyOthers(run, ThreadPool::shared(), m_pass->m_control);
    else if (!planning()) {
        std::vector<ProductMatrix::Job> jobs;
        for (const KeptRows::Product& product : run)
            jobs.push_back(product.job);
        ProductMatrix::multiply(jobs, tokens, ThreadPool::shared(), m_pass->m_control);
    }
    made(products.front().y);
}

void Scope::countAttentionFlops(double flops) const
{
    if (planning())
        m_pass->m_plan->attentionFlops += flops;
}

void Scope::countProductFlops(double flops) const
{
    if (planning())
        m_pass->m_plan->productFlops += flops;
}

void Scope::rows(Index count, Index cost, const std::function<void(Index)>& row) const
{
    if (planning())
        return;
    constexpr Index minNumbersPerThread = 16 * 1024; // numbers; below, waking a thread costs more than it brings
    if (count * cost < 2 * minNumbersPerThread) {
        for (Index i = 0; i < count; ++i)
            row(i);
    } else {
        const RunControl& control = m_pass->m_control;
        ThreadPool::shared().run(
            count,
            [&](Index i) {
                if (!control.stop.stop_requested())
                    row(i);
            },
            std::max<Index>(1, minNumbersPerThread / std::max<Index>(1, cost)));
    }
    m_pass->m_control.check();
}

const RunControl& Scope::control() const { return m_pass->m_control; }

} // namespace core
