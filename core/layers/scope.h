#pragma once

// Scope: what a layer sees of the forward pass that it is part of. All memory, weights, products and loops go
// through a Scope, so the same layer code runs in a plan, where nothing is computed and only names, shapes and FLOPs are
// noted (core/run/forward.h). A layer never touches numbers outside rows().

#include "core/base/arena.h"
#include "core/base/run_control.h"
#include "core/base/tensor.h"
#include "core/base/weights.h"

#include <functional>
#include <initializer_list>
#include <string>
#include <string_view>

namespace core {

class Pass; // core/run/pass.h

/// Whether a tensor is recorded without being asked for by name.
enum class Recording
{
    Usual,
    OnRequest,
    Never // only a step on the way
};

/// A place in the model: a prefix of names ("blocks.3.attn") in a pass. Cheap to copy.
class Scope
{
public:
    Scope(Pass& pass, std::string prefix)
        : m_pass(&pass)
        , m_prefix(std::move(prefix))
    {
    }

    Scope child(std::string_view name) const;

    /// The same place, where nothing is recorded.
    Scope silent() const;

    /// The same place in a plan where no token comes by: weights are noted as not active.
    Scope idle() const;
    std::string nameOf(std::string_view name) const; // "blocks.3.attn" + "q" -> "blocks.3.attn.q"

    /// True in a plan: tensors have no numbers then.
    bool planning() const;

    /// Whether the tensor of this name must exist as a whole: it is recorded, or an intervention waits for it.
    bool wants(std::string_view name, Recording recording = Recording::Usual) const;

    /// The heads of this tensor that are recorded, sorted; empty: all, or the whole of it is needed.
    std::vector<Index> heads(std::string_view name) const;

    /// Whether an intervention waits for this name.
    bool intervenes(std::string_view name) const;

    /// A tensor to be filled, not initialised: in the trace's memory when it will be recorded, else in memory that serves
    /// others once it is not held any more.
    Tensor make(std::string_view name, Axes axes, Shape shape, Recording recording = Recording::Usual) const;

    /// Call when the tensor is complete and before it is used next: runs the intervention, then adds it to the trace.
    void record(Tensor& tensor, Recording recording = Recording::Usual) const;

    /// Says of a tensor that was just made that nothing of the pass is computed from it, so that an intervention on it is
    /// refused; `instead` are names of this place that do act, one or more.
    void nothingFollows(const Tensor& tensor, std::initializer_list<std::string_view> instead) const;

    /// The same numbers under another name of the trace ("attn.out" as "attn_out"). Copies only when it must.
    Tensor alias(std::string_view name, const Tensor& of, Recording recording = Recording::Usual) const;

    /// A weight by name. In a plan the need for it is noted and the result has no numbers.
    const WeightTensor* weight(std::string_view name, Shape shape, Init init, float gain = 1.f) const;

    /// The same for a weight with conditions: `spec.name` is relative to this scope. nullptr too when it is optional and absent.
    const WeightTensor* weight(WeightSpec spec) const;

    /// The values of a vector weight; nullptr in a plan.
    const float* vectorWeight(std::string_view name, Index size, Init init, float gain = 1.f) const;

    /// y = x · Wᵀ (+ b): weight NAME.weight [out, in], bias NAME.bias [out]. x has `in` numbers a token in its trailing
    /// axes, y has `out`. Recorded by the caller.
    void linear(std::string_view name, const Tensor& x, Index in, Index out, bool bias, Tensor& y) const;

    struct Linear
    {
        std::string_view name;
        const Tensor& x;
        Index in, out;
        bool bias;
        Tensor& y;
    };

    /// The same for several at once, which do not wait for each other: as many tokens each.
    void linear(std::initializer_list<Linear> maps) const;

    /// The same with given weights: x · matrixᵀ (+ bias [out] unless null).
    void multiply(const WeightTensor* matrix, const float* bias, const Tensor& x, Index in, Index out, Tensor& y) const;

    /// Notes 4·T²·heads·d_head or the like in a plan.
    void countAttentionFlops(double flops) const;

    /// Notes 2 · tokens · numbers of the weight in a plan, for a product that is not one of `linear`.
    void countProductFlops(double flops) const;

    /// Calls row(i) for i in [0, count), over all cores when count · cost (in numbers touched) is worth it.
    /// Nothing happens in a plan. Polls stop.
    void rows(Index count, Index cost, const std::function<void(Index)>& row) const;

    const RunControl& control() const;

private:
    struct Product
    {
        const WeightTensor* matrix;
        const float* bias; // or null
        const Tensor& x;
        Index in, out;
        Tensor& y;
    };
    void multiply(const std::vector<Product>& products) const;
    void made(const Tensor& tensor) const;

    Pass* m_pass;
    std::string m_prefix;
    bool m_isSilent = false;
    bool m_isIdle = false;
};

} // namespace core
