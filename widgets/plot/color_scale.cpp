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

template <typename Visit>
void eachValue(std::span<const Grid> grids, Index firstColumn, Visit visit)
{
    for (const Grid& grid : grids) {
        if (grid.isEmpty())
            continue;
        for (Index row = 0; row < grid.rows; ++row)
            for (Index column = firstColumn; column < grid.columns; ++column)
                visit(grid.at(row, column));
    }
}

Extent extentOf(std::span<const Grid> grids, Index firstColumn)
{
    float least = std::numeric_limits<float>::infinity();
    float largest = -least;
    float minPositive = least;
    eachValue(grids, firstColumn, [&](float value) {
        if (!std::isfinite(value))
            return;
        least = std::min(least, value);
        largest = std::max(largest, value);
        if (value > 0)
            minPositive = std::min(minPositive, value);
    });
    return {double(least), double(largest), double(minPositive)};
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
    eachValue(grids, firstColumn, [&](float value) {
        if (i++ % step == 0 && std::isfinite(value))
            sample.push_back(of(value));
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

    const auto low = float(scale.low);
    const auto high = float(scale.high);
    const bool zeroIsBelow = choice.transform == ScaleTransform::Log;
    eachValue(grids, 0, [&](float value) {
        if (value >= low && value <= high)
            return;
        if (std::isnan(value) || value == std::numeric_limits<float>::infinity())
            ++scale.notNumbers;
        else if (std::isinf(value))
            ++scale.masked;
        else if (value > high)
            ++scale.clippedHigh;
        else if (!(zeroIsBelow && value == 0))
            ++scale.clippedLow;
    });
    if (isCyclic(choice.map))
        scale.clippedLow = scale.clippedHigh = 0;
    return scale;
}

ColorScale makeScale(const ScaleChoice& choice, const Grid& grid) { return makeScale(choice, std::span(&grid, 1)); }

} // namespace widgets
