#include "core/analysis/derivation_builder.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace core {

namespace {

constexpr double tolerance = 1e-4; // of float32 sums of any order, relative to their magnitude

/// Where a place is in memory; heads are looked up among those kept. −1: not there.
Index offsetOf(const TraceEntry& entry, const std::vector<Index>& place)
{
    const Tensor& tensor = entry.tensor;
    if (Index(place.size()) != tensor.rank())
        return -1;
    Index offset = 0;
    for (int axis = 0; axis < tensor.rank(); ++axis) {
        Index at = place[std::size_t(axis)];
        const std::string& word = tensor.axes()[std::size_t(axis)];
        if (word == axis::head || word == axis::kvHead)
            at = entry.rowOfHead(at);
        if (at < 0 || at >= tensor.dim(axis))
            return -1;
        offset = offset * tensor.dim(axis) + at;
    }
    return offset;
}

std::vector<Index> extended(std::vector<Index> place, Index last)
{
    place.push_back(last);
    return place;
}

} // namespace

DerivationBuilder::DerivationBuilder(const Setup& setup, const Trace& trace, Index terms)
    : m_setup(setup)
    , m_trace(trace)
    , m_terms(terms)
{
}

Element DerivationBuilder::element(const std::string& name, std::vector<Index> place)
{
    const TraceEntry* entry = m_trace.findEntry(name);
    const Index offset = entry ? offsetOf(*entry, place) : -1;
    if (offset < 0) {
        failMissing(name);
        return {};
    }
    return {Element::Kind::Recorded, name, std::move(place), double(entry->tensor.data()[offset])};
}

const WeightTensor* DerivationBuilder::findWeight(const std::string& name)
{
    const WeightTensor* tensor = m_setup.weights.find(name);
    if (!tensor)
        failUnexplained();
    return tensor;
}

Element DerivationBuilder::weight(const std::string& name, std::vector<Index> place)
{
    const WeightTensor* tensor = findWeight(name);
    if (!tensor)
        return {};
    const Shape& shape = tensor->shape();
    const Index columns = shape.size() > 1 ? elements(shape) / shape[0] : 1;
    std::vector<float> row(std::size_t(columns), 0.f);
    tensor->read(place[0], 1, row.data());
    const Index column = place.size() > 1 ? place[1] : 0;
    return {Element::Kind::Weight, name, std::move(place), double(row[std::size_t(column)])};
}

Series DerivationBuilder::row(const std::string& name, std::vector<Index> place)
{
    const TraceEntry* entry = m_trace.findEntry(name);
    const Index first = entry ? offsetOf(*entry, extended(place, 0)) : -1;
    if (first < 0) {
        failMissing(name);
        return {};
    }
    const float* from = entry->tensor.data() + first;
    return {{from, from + entry->tensor.columns()}, [name, place, from](Index i) {
                return Element{Element::Kind::Recorded, name, extended(place, i), double(from[i])};
            }};
}

Series DerivationBuilder::along(const std::string& name, Index count, const std::function<std::vector<Index>(Index)>& place)
{
    const TraceEntry* entry = m_trace.findEntry(name);
    Series series;
    for (Index i = 0; entry && i < count; ++i) {
        const Index offset = offsetOf(*entry, place(i));
        if (offset < 0)
            break;
        series.values.push_back(double(entry->tensor.data()[offset]));
    }
    if (Index(series.values.size()) != count)
        failMissing(name);
    series.at = [name, place, values = series.values](Index i) {
        return Element{Element::Kind::Recorded, name, place(i), values[std::size_t(i)]};
    };
    return series;
}

Series DerivationBuilder::weightRow(const std::string& name, Index row)
{
    const WeightTensor* tensor = findWeight(name);
    if (!tensor || tensor->shape().size() < 2 || row >= tensor->shape()[0])
        return {};
    std::vector<float> numbers(std::size_t(elements(tensor->shape()) / tensor->shape()[0]));
    tensor->read(row, 1, numbers.data());
    Series series{{numbers.begin(), numbers.end()}, {}};
    series.at = [name, row, values = series.values](Index i) {
        return Element{Element::Kind::Weight, name, {row, i}, values[std::size_t(i)]};
    };
    return series;
}

void DerivationBuilder::append(DerivationLine line)
{
    double& now = m_result.total;
    double& size = m_result.magnitude;
    switch (line.op) {
    case Op::Add:
        now += line.value;
        size += std::abs(line.value);
        break;
    case Op::Subtract:
        now -= line.value;
        size += std::abs(line.value);
        break;
    case Op::Multiply:
        now *= line.value;
        size *= std::abs(line.value);
        break;
    case Op::Divide:
        now /= line.value;
        size /= std::abs(line.value);
        break;
    case Op::Power:
        size = (1 + size) * std::exp(now); // what is lost before e^x is lost relative to it
        now = std::exp(now);
        break;
    case Op::Log:
        now = std::log(now);
        size = std::max(1.0, std::abs(now));
        break;
    case Op::Root:
        now = std::sqrt(now);
        size = std::sqrt(size);
        break;
    case Op::Cap:
        now = line.value * std::tanh(now / line.value);
        break;
    case Op::Clip:
        now = std::clamp(now, -line.value, line.value);
        break;
    case Op::Activate:
        now = activationValue(m_activation, now);
        size = std::max(size, std::abs(now));
        break;
    case Op::Note:
        break;
    }
    line.reached = now;
    m_result.lines.push_back(std::move(line));
}

void DerivationBuilder::does(Op op, std::vector<Element> factors)
{
    if (failed())
        return;
    double value = factors.empty() ? 0 : 1;
    for (const Element& factor : factors)
        value *= factor.value;
    append({op, std::move(factors), value});
}

void DerivationBuilder::dot(const Series& a, const Series& b)
{
    if (failed())
        return;
    if (a.values.size() != b.values.size())
        return failUnexplained();
    const std::size_t count = a.values.size();
    std::vector<std::size_t> order(count);
    std::iota(order.begin(), order.end(), std::size_t(0));
    const auto term = [&](std::size_t i) { return a.values[i] * b.values[i]; };
    const std::size_t shown = count <= std::size_t(m_terms) + 1 ? count : std::size_t(m_terms); // a rest of one is a term
    std::partial_sort(order.begin(), order.begin() + std::ptrdiff_t(shown), order.end(), [&](std::size_t i, std::size_t j) {
        return std::abs(term(i)) != std::abs(term(j)) ? std::abs(term(i)) > std::abs(term(j)) : i < j;
    });
    for (std::size_t i = 0; i < shown; ++i) {
        const Index at = Index(order[i]);
        does(Op::Add, b.at ? std::vector{a.at(at), b.at(at)} : std::vector{a.at(at)});
    }
    if (shown == count)
        return;
    DerivationLine rest{Op::Add, {}, 0, Index(count - shown)};
    double size = 0;
    for (std::size_t i = shown; i < count; ++i) {
        rest.value += term(order[i]);
        size += std::abs(term(order[i]));
    }
    const double magnitude = m_result.magnitude + size;
    append(std::move(rest));
    m_result.magnitude = magnitude;
}

void DerivationBuilder::sum(const Series& a) { dot(a, {std::vector<double>(a.values.size(), 1.0), {}}); }

void DerivationBuilder::linear(const std::string& name, Index out, const Series& x, bool bias)
{
    dot(x, weightRow(name + ".weight", out));
    if (bias)
        add(weight(name + ".bias", {out}));
}

void DerivationBuilder::activate(Activation kind, const std::string& scope)
{
    m_activation = boundActivation(kind, [&](const char* name) { return weight(scope + "." + name, {0}).value; });
    does(Op::Activate);
}

void DerivationBuilder::fail(std::string reason, std::string missing)
{
    if (failed())
        return;
    m_result.reason = std::move(reason);
    m_result.missing = std::move(missing);
}

void DerivationBuilder::failMissing(const std::string& name) { fail(CUTAWAY_TR("This run did not record %1."), name); }

void DerivationBuilder::failUnexplained() { fail(CUTAWAY_TR("How this number is computed is not yet explained here.")); }

Derivation DerivationBuilder::take(double recorded)
{
    m_result.recorded = recorded;
    if (!failed() && m_result.lines.empty())
        failUnexplained();
    if (!failed() && !(std::abs(m_result.total - recorded) <= tolerance * std::max(m_result.magnitude, std::abs(recorded))))
        failUnexplained();
    if (failed())
        m_result.lines.clear();
    return std::move(m_result);
}

} // namespace core
