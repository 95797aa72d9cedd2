#include "widgets/plot/color_scale.h"

#include <QCoreApplication>
#include <QStringList>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <vector>

namespace widgets {

using core::Index;

namespace {

/// Percentiles are taken of at most this many numbers, evenly spread: enough for three digits of P99.5.
constexpr Index sampleLimit = Index(1) << 17;
constexpr double robustShare = 0.995;
constexpr double logDecades = 4;

struct Extent
{
    double least = std::numeric_limits<double>::infinity();
    double largest = -std::numeric_limits<double>::infinity();
    double minPositive = std::numeric_limits<double>::infinity();
    bool isEmpty() const { return least > largest; }
    double magnitude() const { return isEmpty() ? 0 : std::max(std::abs(least), std::abs(largest)); }
};

/// Calls visit(at, count) for each row from `firstColumn` on, where at(i) is its number i: without a stride where there is none,
/// so that the loop over a row is vectorised.
template <typename Visit>
void eachRow(std::span<const Grid> grids, Index firstColumn, Visit visit)
{
    for (const Grid& grid : grids) {
        const Index count = grid.columns - firstColumn;
        for (Index row = 0; row < grid.rows && !grid.isEmpty(); ++row) {
            const float* const values = grid.data + row * grid.rowStride + firstColumn * grid.columnStride;
            if (grid.columnStride == 1)
                visit([values](Index i) { return values[i]; }, count);
            else
                visit([values, stride = grid.columnStride](Index i) { return values[i * stride]; }, count);
        }
    }
}

Extent extentOf(std::span<const Grid> grids, Index firstColumn)
{
    constexpr float infinity = std::numeric_limits<float>::infinity();
    float least = infinity, largest = -infinity, minPositive = infinity;
    eachRow(grids, firstColumn, [&](auto at, Index count) {
#pragma omp simd reduction(min : least, minPositive) reduction(max : largest)
        for (Index i = 0; i < count; ++i) {
            const float value = at(i);
            const bool isFinite = std::abs(value) < infinity; // false for NaN
            least = std::min(least, isFinite ? value : infinity);
            largest = std::max(largest, isFinite ? value : -infinity);
            minPositive = std::min(minPositive, isFinite && value > 0 ? value : infinity);
        }
    });
    return {double(least), double(largest), double(minPositive)};
}

/// Numbers that `scale` has no colour of its own for.
void countOutside(ColorScale& scale, std::span<const Grid> grids)
{
    const auto low = float(scale.low);
    const auto high = float(scale.high);
    const bool zeroIsBelow = scale.choice.transform == ScaleTransform::Log;
    eachRow(grids, 0, [&](auto at, Index count) {
        Index outside = 0;
#pragma omp simd reduction(+ : outside)
        for (Index i = 0; i < count; ++i)
            outside += !(at(i) >= low && at(i) <= high);
        for (Index i = 0; i < count && outside > 0; ++i) {
            const float value = at(i);
            if (value >= low && value <= high)
                continue;
            if (std::isnan(value) || value == std::numeric_limits<float>::infinity())
                ++scale.notNumbers;
            else if (std::isinf(value))
                ++scale.masked;
            else if (value > high)
                ++scale.clippedHigh;
            else if (!(zeroIsBelow && value == 0))
                ++scale.clippedLow;
        }
    });
}

/// The robustShare quantile of `of` applied to the finite values; NaN for none.
template <typename Of>
double robustLargest(std::span<const Grid> grids, Index firstColumn, Of of)
{
    Index count = 0;
    for (const Grid& grid : grids)
        count += grid.size();
    const Index step = std::max<Index>(1, (count + sampleLimit - 1) / sampleLimit) | 1; // odd: visits every column
    std::vector<float> sample;
    Index i = 0;
    eachRow(grids, firstColumn, [&](auto at, Index numbers) {
        for (Index k = 0; k < numbers; ++k)
            if (i++ % step == 0 && std::isfinite(at(k)))
                sample.push_back(of(at(k)));
    });
    if (sample.empty())
        return std::numeric_limits<double>::quiet_NaN();
    const auto rank = std::ptrdiff_t(std::ceil(robustShare * double(sample.size()))) - 1;
    std::nth_element(sample.begin(), sample.begin() + rank, sample.end());
    return double(sample[std::size_t(rank)]);
}

bool endsWithOneOf(std::string_view name, std::initializer_list<std::string_view> words)
{
    const std::size_t dot = name.rfind('.');
    const std::string_view last = dot == std::string_view::npos ? name : name.substr(dot + 1);
    return std::find(words.begin(), words.end(), last) != words.end();
}

} // namespace

double ColorScale::position(double value) const
{
    if (isCyclic(choice.map)) {
        const double turns = (value - low) / (high - low);
        return std::isfinite(turns) && value != high ? turns - std::floor(turns) : 1;
    }
    const double part = choice.transform == ScaleTransform::Log ? (value > low ? std::log(value / low) / std::log(high / low) : 0)
                                                                : (value - low) / (high - low);
    const double clamped = std::clamp(part, 0.0, 1.0);
    return choice.transform == ScaleTransform::SquareRoot ? std::sqrt(clamped) : clamped;
}

double ColorScale::valueAt(double position) const
{
    switch (choice.transform) {
    case ScaleTransform::Log:
        return low * std::pow(high / low, position);
    case ScaleTransform::SquareRoot:
        return low + position * position * (high - low);
    case ScaleTransform::Linear:
        break;
    }
    return low + position * (high - low);
}

QString ColorScale::suffix() const
{
    QStringList words;
    if (choice.transform == ScaleTransform::Log)
        words << QCoreApplication::translate("plot", "log");
    if (choice.transform == ScaleTransform::SquareRoot)
        words << QCoreApplication::translate("plot", "√ scale");
    if (choice.policy == ScalePolicy::SymmetricRobust && clippedLow + clippedHigh > 0)
        words << QStringLiteral("±P99.5");
    if (choice.policy == ScalePolicy::MinToRobust && clippedHigh > 0)
        words << QStringLiteral("P99.5");
    if (choice.withoutFirst)
        words << QCoreApplication::translate("plot", "without first");
    return words.join(QStringLiteral(" · "));
}

bool hasColor(float value) { return std::isfinite(value); }

ScaleChoice scaleChoiceFor(std::string_view name, bool difference)
{
    if (difference)
        return {ColorMapId::Vik, ScalePolicy::SymmetricMax};
    if (endsWithOneOf(name, {"pattern", "sink_weight", "router_probs", "gates", "probabilities", "rollout"}))
        return {ColorMapId::Viridis, ScalePolicy::Fixed01};
    if (endsWithOneOf(name, {"scale", "norm", "rms", "entropy", "variance", "count", "load", "dropped"}))
        return {ColorMapId::Cividis, ScalePolicy::ZeroToMax};
    if (endsWithOneOf(name, {"log_z"}))
        return {ColorMapId::Cividis, ScalePolicy::MinToMax};
    if (endsWithOneOf(name, {"sinusoid", "sin", "cos"}))
        return {ColorMapId::RdBu, ScalePolicy::MinusOneToOne};
    if (endsWithOneOf(name, {"angle", "phase"}))
        return {ColorMapId::VikO, ScalePolicy::Phase};
    return {ColorMapId::RdBu, ScalePolicy::SymmetricRobust};
}

ColorScale makeScale(const ScaleChoice& choice, std::span<const Grid> grids)
{
    const bool isOneColumn = std::all_of(grids.begin(), grids.end(), [](const Grid& grid) { return grid.columns <= 1; });
    const Index firstColumn = choice.withoutFirst && !isOneColumn ? 1 : 0;
    const Extent extent = extentOf(grids, firstColumn);
    ColorScale scale;
    scale.choice = choice;
    scale.choice.withoutFirst = firstColumn > 0; // what is said of it

    const auto symmetric = [&](double magnitude) {
        scale.high = magnitude > 0 ? magnitude : 1;
        scale.low = -scale.high;
    };
    switch (choice.policy) {
    case ScalePolicy::Fixed01:
        break;
    case ScalePolicy::ZeroToMax:
        scale.high = !extent.isEmpty() && extent.largest > 0 ? extent.largest : 1;
        break;
    case ScalePolicy::MinToMax:
        if (!extent.isEmpty()) {
            scale.low = extent.least;
            scale.high = extent.largest > extent.least ? extent.largest : extent.least + 1;
        }
        break;
    case ScalePolicy::MinToRobust:
        if (!extent.isEmpty()) {
            const double robust = robustLargest(grids, firstColumn, [](float value) { return value; });
            scale.low = extent.least;
            scale.high = robust > extent.least ? robust : extent.largest > extent.least ? extent.largest : extent.least + 1;
        }
        break;
    case ScalePolicy::SymmetricRobust: {
        const double robust = robustLargest(grids, firstColumn, [](float value) { return std::abs(value); });
        symmetric(robust > 0 ? robust : extent.magnitude());
        break;
    }
    case ScalePolicy::SymmetricMax:
        symmetric(extent.magnitude());
        break;
    case ScalePolicy::MinusOneToOne:
        symmetric(1);
        break;
    case ScalePolicy::Phase:
        symmetric(std::numbers::pi);
        break;
    }
    if (choice.transform == ScaleTransform::Log) {
        const double floor = scale.high * std::pow(10.0, -logDecades);
        scale.low = std::clamp(extent.minPositive, floor, scale.high);
        if (!(scale.high > scale.low))
            scale.low = floor;
    }

    countOutside(scale, grids);
    if (isCyclic(choice.map))
        scale.clippedLow = scale.clippedHigh = 0;
    return scale;
}

ColorScale makeScale(const ScaleChoice& choice, const Grid& grid) { return makeScale(choice, std::span(&grid, 1)); }

} // namespace widgets
