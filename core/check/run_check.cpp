#include "core/check/run_check.h"

#include "core/check/naive_reference.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

namespace core {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

/// Infinite where one of them is not finite and the other is another number.
double distance(double a, double b)
{
    if (a == b || (std::isnan(a) && std::isnan(b)))
        return 0;
    return std::isfinite(a) && std::isfinite(b) ? std::abs(a - b) : infinity;
}

double largestOf(const std::vector<double>& values)
{
    double largest = 0;
    for (const double value : values)
        if (std::isfinite(value))
            largest = std::max(largest, std::abs(value));
    return largest;
}

double largestOf(std::span<const float> values) { return largestOf(std::vector<double>(values.begin(), values.end())); }

/// The axis of heads, of which perhaps only some were recorded; −1: none.
int axisOfHeads(const TraceEntry& entry)
{
    return std::max(entry.tensor.axisIndex(axis::head), entry.tensor.axisIndex(axis::kvHead));
}

/// The index of each axis of number `offset`, heads as the model counts them.
std::vector<Index> placeOf(const TraceEntry& entry, Index offset)
{
    const Shape& shape = entry.tensor.shape();
    std::vector<Index> place(shape.size());
    for (std::size_t i = shape.size(); i-- > 0; offset /= shape[i])
        place[i] = offset % shape[i];
    if (const int heads = axisOfHeads(entry); heads >= 0)
        place[std::size_t(heads)] = entry.headOfRow(place[std::size_t(heads)]);
    return place;
}

/// Whether the recorded tensor is the computed one, or some heads of it.
bool fits(const TraceEntry& entry, const NaiveTensor& twin)
{
    Shape shape = entry.tensor.shape();
    const int heads = axisOfHeads(entry);
    if (shape.size() != twin.shape.size())
        return false;
    if (!entry.heads.empty() && heads >= 0)
        shape[std::size_t(heads)] = twin.shape[std::size_t(heads)];
    return shape == twin.shape;
}

Index offsetIn(const Shape& shape, const std::vector<Index>& place)
{
    Index offset = 0;
    for (std::size_t i = 0; i < shape.size(); ++i)
        offset = offset * shape[i] + place[i];
    return offset;
}

/// A norm's mean may be zero up to rounding: it is measured beside its scale.
double magnitudeOf(const std::string& name, const NaiveTensor& twin, const Trace& trace)
{
    const Tensor* scale = name.ends_with(".mean") ? trace.find(name.substr(0, name.size() - 4) + "scale") : nullptr;
    return scale ? largestOf(scale->values()) : largestOf(twin.values);
}

void keepLarger(PlacedDifference& largest, double value, const TraceEntry& entry, const std::vector<Index>& place)
{
    if (value > largest.value)
        largest = {value, entry.name(), place};
}

void compare(const TraceEntry& entry, const NaiveTensor& twin, const Trace& trace, RunCheck& check)
{
    ++check.tensors;
    if (!fits(entry, twin)) {
        keepLarger(check.absolute, infinity, entry, {});
        return keepLarger(check.relative, infinity, entry, {});
    }
    const bool isWhole = entry.heads.empty();
    double largest = 0;
    Index at = -1;
    for (Index i = 0; i < entry.tensor.size(); ++i) {
        const Index other = isWhole ? i : offsetIn(twin.shape, placeOf(entry, i));
        const double difference = distance(double(entry.tensor.data()[i]), twin.values[std::size_t(other)]);
        if (difference > largest) {
            largest = difference;
            at = i;
        }
    }
    if (at < 0)
        return;
    const std::vector<Index> place = placeOf(entry, at);
    const double magnitude = magnitudeOf(entry.name(), twin, trace);
    keepLarger(check.absolute, largest, entry, place);
    keepLarger(check.relative, magnitude > 0 ? largest / magnitude : infinity, entry, place);
}

std::string inBillions(double number) { return std::to_string(std::llround(std::ceil(number / 1e9))) + " · 10⁹"; }

std::string inMegabytes(std::size_t bytes) { return std::to_string((bytes >> 20) + 1) + " MB"; }

} // namespace

std::string placeText(const PlacedDifference& difference)
{
    std::string text = difference.tensor;
    for (std::size_t i = 0; i < difference.place.size(); ++i)
        text += (i == 0 ? "[" : ", ") + std::to_string(difference.place[i]);
    return difference.place.empty() ? text : text + "]";
}

void requireCheckable(const Trace& trace, const Setup& setup)
{
    if (const std::string choice = withoutTwin(setup.config); !choice.empty())
        throw Error({.problem = CUTAWAY_TR("this choice is not among those that plain loops compute"), .found = choice});
    if (!trace.replaced.empty()) // weights of another model are in the setup
        throw Error({.problem = CUTAWAY_TR("a run with interventions is not checked by plain loops")});
    if (trace.ids.empty() || !trace.decoderIds.empty())
        throw Error({.problem = CUTAWAY_TR("plain loops compute a run of one text")});
    const NaiveCost cost = naiveCost(setup.config, Index(trace.ids.size()));
    if (cost.multiplications > maxCheckedMultiplications)
        throw Error({.problem = CUTAWAY_TR("plain loops would take too many multiplications for this model and text"),
            .expected = inBillions(maxCheckedMultiplications),
            .found = inBillions(cost.multiplications)});
    if (cost.bytes > maxCheckedBytes)
        throw Error({.problem = CUTAWAY_TR("plain loops would take too much memory for this text"),
            .expected = inMegabytes(maxCheckedBytes),
            .found = inMegabytes(cost.bytes)});
}

RunCheck checkRun(const Trace& trace, const Setup& setup, const RunControl& control)
{
    requireCheckable(trace, setup);
    RunCheck check;
    std::set<std::string> computed;
    const NaiveSink sink = [&](const std::string& name, const NaiveTensor& twin) {
        computed.insert(name);
        if (const TraceEntry* entry = trace.findEntry(name))
            compare(*entry, twin, trace, check);
    };
    naiveForward(setup, trace.ids, sink, control);
    for (const TraceEntry& entry : trace.entries())
        if (!computed.contains(entry.name()))
            check.withoutTwin.push_back(entry.name());
    return check;
}

} // namespace core
