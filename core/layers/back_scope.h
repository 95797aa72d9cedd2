#pragma once

// BackScope: what a layer sees of the way back, as it sees the forward pass through a Scope. The trace is the tape: what the
// forward pass recorded is read by its names; what is cheap is computed again. A kind's backward() is beside its forward: it
// takes the gradient of what the kind put out, says the gradients of everything that the kind recorded, and returns that of
// what the kind read.
//
// The gradient of a tensor is what the metric gains for each number of it when this tensor alone is replaced and the run goes
// on from there, as by an intervention. Which expert a token goes to and what a capacity drops are constants.

#include "core/layers/scope.h"

#include <functional>
#include <memory>
#include <string>
#include <string_view>

namespace core {

class BackwardPass; // core/run/backward_pass.h
class Trace;        // core/trace/trace.h

/// A place in the model on the way back. Cheap to copy.
class BackScope
{
public:
    BackScope(BackwardPass& pass, std::string prefix);

    BackScope child(std::string_view name) const;
    std::string nameOf(std::string_view name) const;

    /// What the forward pass recorded under this name; tape() of a tensor that must be there, find() nullptr where it is not.
    const Tensor& tape(std::string_view name) const;
    const Tensor* find(std::string_view name) const;

    /// The same place in a forward pass that records nothing: weights, loops, and what is computed again.
    Scope forward() const;

    /// The same place with what `run` records as its tape, for parts that the forward pass did not record. Of such a place no
    /// gradients of tensors are kept, those of weights are.
    BackScope rerun(const std::function<void(const Scope&)>& run) const;

    /// A tensor to be filled, of the shape of another; zeros() of one to be added to.
    Tensor make(const Tensor& like) const { return make(like.axes(), like.shape()); }
    Tensor zeros(const Tensor& like) const { return zeros(like.axes(), like.shape()); }
    Tensor make(const Axes& axes, const Shape& shape) const;
    Tensor zeros(const Axes& axes, const Shape& shape) const;

    /// Whether the gradient of this tensor is asked for.
    bool wants(std::string_view name) const;

    /// The gradient of a tensor that the forward pass recorded under this name is complete: kept where it is asked for. It
    /// shares the numbers, so they must not be written afterwards.
    void record(std::string_view name, const Tensor& gradient) const;

    /// The same of numbers that are overwritten next: what is kept is a copy.
    void recordCopy(std::string_view name, const Tensor& gradient) const;

    /// Where the gradient of a weight ("q.weight") is summed up, in its stored shape; null where it is not asked for.
    float* weightGradient(std::string_view name) const;

    /// Adds Σ_t a[t, i] · b[t, i] to the gradient of a vector weight [i]; b null: Σ_t a[t, i].
    void addToVector(std::string_view weight, const Tensor& a, const Tensor* b = nullptr) const;

    /// Back through Scope::linear, y = x · Wᵀ (+ b): dx += dy · W, and the gradients of NAME.weight and NAME.bias.
    void linear(std::string_view name, const Tensor& x, const Tensor& dy, bool bias, Tensor& dx) const;

    /// Back through Scope::multiply with the weight of this full name below the scope ("embed.weight").
    void multiply(std::string_view weight, const Tensor& x, const Tensor& dy, Tensor& dx) const;

    /// sum += part.
    void add(const Tensor& part, Tensor& sum) const;

    /// As Scope::rows.
    void rows(Index count, Index cost, const std::function<void(Index)>& row) const { forward().rows(count, cost, row); }

private:
    void keep(std::string_view name, const Tensor& gradient) const;

    BackwardPass* m_pass;
    std::string m_prefix;
    std::shared_ptr<const Trace> m_again; // the tape of a rerun; null: the pass's
};

} // namespace core
