#include "core/run/backward_pass.h"

#include "core/base/kernels.h"
#include "core/base/thread_pool.h"
#include "core/run/tape_names.h"

#include <algorithm>
#include <cassert>

namespace core {

namespace {

TraceRequest requestOf(const std::vector<std::string>& patterns, bool nothing)
{
    TraceRequest request;
    request.patterns = patterns;
    request.nothing = nothing;
    return request;
}

TraceRequest nothingOf() { return requestOf({}, true); }

} // namespace

BackwardPass::BackwardPass(const Setup& setup, const Trace& tape, const GradientRequest& request, const RunControl& control)
    : m_setup(setup)
    , m_tape(tape)
    , m_control(control)
    , m_matchesNothing(nothingOf())
    , m_wanted(requestOf(request.patterns, request.noTensors))
    , m_noInterventions({}, nullptr)
    , m_again(setup.weights, m_matchesNothing, m_noInterventions, m_control, 0)
{
    m_again.holdWeights(request.held);
    m_held = request.held;
    m_into = request.into ? request.into : &m_sums;
    const TraceMatcher weights(requestOf(request.weights, request.weights.empty()));
    for (const WeightSpec& spec : setup.specs) {
        const WeightTensor* tensor = setup.weights.find(spec.name);
        if (!tensor || !m_storedNames.emplace(tensor, spec.name).second || request.into
            || !weights.wants("grad.weights." + spec.name, Recording::Usual))
            continue;
        Axes axes;
        for (std::size_t i = 0; i < tensor->shape().size(); ++i)
            axes.push_back("axis" + std::to_string(i));
        Tensor sum("grad.weights." + spec.name, axes, tensor->shape());
        m_sums.emplace(spec.name, GradientSum{sum.data(), true});
        m_gradients.weights.emplace(spec.name, sum);
    }
}

bool BackwardPass::wants(std::string_view name) const
{
    return m_wanted.wants(name, Recording::Usual) && m_tape.find(name) != nullptr;
}

GradientSum* BackwardPass::sumOf(const std::string& name)
{
    const auto stored = m_storedNames.find(m_setup.weights.find(name));
    if (stored == m_storedNames.end())
        return nullptr;
    const auto found = m_into->find(stored->second);
    return found == m_into->end() ? nullptr : &found->second;
}

Gradients BackwardPass::takeGradients()
{
    for (auto& [name, sum] : m_sums)
        clearEmpty(sum, m_gradients.weights.at(name).size(), ThreadPool::shared());
    return std::move(m_gradients);
}

BackScope::BackScope(BackwardPass& pass, std::string prefix)
    : m_pass(&pass)
    , m_prefix(std::move(prefix))
{
}

BackScope BackScope::child(std::string_view name) const
{
    BackScope scope(*m_pass, nameOf(name));
    scope.m_again = m_again;
    return scope;
}

std::string BackScope::nameOf(std::string_view name) const
{
    return m_prefix.empty() ? std::string(name) : m_prefix + "." + std::string(name);
}

const Tensor* BackScope::find(std::string_view name) const { return (m_again ? *m_again : m_pass->m_tape).find(nameOf(name)); }

const Tensor& BackScope::tape(std::string_view name) const { return (m_again ? *m_again : m_pass->m_tape).at(nameOf(name)); }

Scope BackScope::forward() const { return Scope(m_pass->m_again, m_prefix); }

BackScope BackScope::rerun(const std::function<void(const Scope&)>& run) const
{
    const TraceMatcher everything{TraceRequest{}};
    Pass again(m_pass->m_setup.weights, everything, m_pass->m_noInterventions, m_pass->m_control, 0);
    again.holdWeights(m_pass->m_held);
    run(Scope(again, m_prefix));
    BackScope scope = *this;
    scope.m_again = again.takeTrace();
    return scope;
}

Tensor BackScope::make(const Axes& axes, const Shape& shape) const
{
    return forward().make("grad", axes, shape, Recording::Never);
}

Tensor BackScope::zeros(const Axes& axes, const Shape& shape) const
{
    Tensor tensor = make(axes, shape);
    std::fill_n(tensor.data(), tensor.size(), 0.f);
    return tensor;
}

bool BackScope::wants(std::string_view name) const { return !m_again && m_pass->wants(nameOf(name)); }

void BackScope::keep(std::string_view name, const Tensor& gradient) const
{
    const std::string full = nameOf(name);
    const Tensor& of = m_pass->m_tape.at(full);
    assert(of.size() == gradient.size());
    const Tensor named("grad." + full, of.axes(), of.shape(), const_cast<float*>(gradient.data()), gradient.owner());
    m_pass->m_gradients.tensors.push_back(keptEntry(named, m_pass->m_wanted.heads(full)));
}

void BackScope::record(std::string_view name, const Tensor& gradient) const
{
    if (find(untouchedName(name))) // the kind does not say how they pass
        throw Error({ErrorKind::Usage, "", nameOf(name),
            CUTAWAY_TR("gradients do not go back through an intervention at this tensor"), "", ""});
    if (wants(name))
        keep(name, gradient);
}

void BackScope::recordCopy(std::string_view name, const Tensor& gradient) const
{
    if (!wants(name))
        return;
    Tensor copy = make(gradient);
    std::copy_n(gradient.data(), gradient.size(), copy.data());
    keep(name, copy);
}

float* BackScope::weightGradient(std::string_view name) const
{
    GradientSum* const sum = m_pass->sumOf(nameOf(name));
    if (!sum)
        return nullptr;
    clearEmpty(*sum, elements(m_pass->m_setup.weights.at(nameOf(name)).shape()), ThreadPool::shared());
    return sum->numbers;
}

void BackScope::addToVector(std::string_view weight, const Tensor& a, const Tensor* b) const
{
    float* gradient = weightGradient(weight);
    if (!gradient)
        return;
    constexpr Index chunk = 64; // columns of a thread
    const Index rowCount = a.rows(), width = a.columns();
    rows((width + chunk - 1) / chunk, 2 * chunk * rowCount, [&](Index i) {
        const Index first = i * chunk, last = std::min(width, first + chunk);
        std::vector<double> sums(std::size_t(last - first), 0.0);
        kernels::best().addColumns(
            {a.data() + first, b ? b->data() + first : nullptr, width, rowCount, last - first, sums.data()});
        for (Index column = first; column < last; ++column)
            gradient[column] += float(sums[std::size_t(column - first)]);
    });
}

void BackScope::linear(std::string_view name, const Tensor& x, const Tensor& dy, bool bias, Tensor& dx) const
{
    multiply(std::string(name) + ".weight", x, dy, dx);
    if (!bias)
        return;
    const std::string vector = std::string(name) + ".bias";
    const Index out = m_pass->m_setup.weights.at(nameOf(vector)).shape()[0];
    const Tensor rows("dy", {axis::token, axis::dModel}, {dy.size() / out, out}, const_cast<float*>(dy.data()), dy.owner());
    addToVector(vector, rows);
}

void BackScope::multiply(std::string_view weight, const Tensor& x, const Tensor& dy, Tensor& dx) const
{
    const WeightTensor& matrix = m_pass->m_setup.weights.at(nameOf(weight));
    const Index out = matrix.shape()[0], in = matrix.shape()[1], tokens = dy.size() / out;
    const RunControl& control = m_pass->m_control;
    m_pass->m_held.matrixOf(matrix, tokens)->multiplyBack(dy.data(), tokens, dx.data(), ThreadPool::shared(), control);
    if (GradientSum* const gradient = m_pass->sumOf(nameOf(weight)))
        addOuterProducts({dy.data(), tokens, out, Eigen::OuterStride<>(out)}, {x.data(), tokens, in, Eigen::OuterStride<>(in)},
            *gradient, ThreadPool::shared(), control);
}

void BackScope::add(const Tensor& part, Tensor& sum) const
{
    const Index width = sum.columns();
    rows(sum.rows(), 2 * width, [&](Index t) { kernels::best().add(sum.row(t), part.row(t), sum.row(t), width); });
}

} // namespace core
