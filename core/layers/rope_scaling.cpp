#include "core/layers/rope_scaling.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace core {

namespace {

/// base · stretch^(d/(d − 2)); with a single pair there is nothing between fast and slow.
double stretchedBase(const RopeInput& in, double stretch)
{
    return in.dims <= 2 ? in.base : in.base * std::pow(stretch, double(in.dims) / double(in.dims - 2));
}

} // namespace

std::vector<double> ropeFrequencies(Index dims, double base)
{
    std::vector<double> result;
    for (Index i = 0; 2 * i < dims; ++i)
        result.push_back(std::pow(base, -2.0 * double(i) / double(dims)));
    return result;
}

RopeAngles NoScaling::angles(const RopeInput& in) const { return {ropeFrequencies(in.dims, in.base)}; }

RopeAngles LinearScaling::angles(const RopeInput& in) const
{
    RopeAngles result{ropeFrequencies(in.dims, in.base)};
    for (double& frequency : result.frequencies)
        frequency /= factor;
    return result;
}

RopeAngles NtkScaling::angles(const RopeInput& in) const { return {ropeFrequencies(in.dims, stretchedBase(in, factor))}; }

RopeAngles DynamicNtkScaling::angles(const RopeInput& in) const
{
    const double stretch = factor * double(in.length) / in.originalContext - (factor - 1.0);
    return {ropeFrequencies(in.dims, double(in.length) > in.originalContext ? stretchedBase(in, stretch) : in.base)};
}

double YarnScaling::growth(double factor, double mscale) { return factor <= 1.0 ? 1.0 : 0.1 * mscale * std::log(factor) + 1.0; }

RopeAngles YarnScaling::angles(const RopeInput& in) const
{
    // The pair that makes `turns` turns in the trained length.
    const auto pairOf = [&](double turns) {
        return double(in.dims) * std::log(in.originalContext / (turns * 2.0 * std::numbers::pi)) / (2.0 * std::log(in.base));
    };
    double low = pairOf(betaFast), high = pairOf(betaSlow);
    if (truncate) {
        low = std::floor(low);
        high = std::ceil(high);
    }
    low = std::max(low, 0.0);
    high = std::min(high, double(in.dims - 1));
    if (low == high)
        high += 0.001;

    RopeAngles result{ropeFrequencies(in.dims, in.base)};
    for (std::size_t i = 0; i < result.frequencies.size(); ++i) {
        const double interpolated = std::clamp((double(i) - low) / (high - low), 0.0, 1.0);
        result.frequencies[i] *= interpolated / factor + (1.0 - interpolated);
    }
    if (attentionFactor != 0.0)
        result.attentionFactor = attentionFactor;
    else if (mscale != 0.0 && mscaleAllDim != 0.0)
        result.attentionFactor = growth(factor, mscale) / growth(factor, mscaleAllDim);
    else
        result.attentionFactor = growth(factor, 1.0);
    return result;
}

RopeAngles Llama3Scaling::angles(const RopeInput& in) const
{
    RopeAngles result{ropeFrequencies(in.dims, in.base)};
    for (double& frequency : result.frequencies) {
        const double wavelength = 2.0 * std::numbers::pi / frequency;
        if (wavelength > in.originalContext / lowFreqFactor)
            frequency /= factor;
        else if (wavelength >= in.originalContext / highFreqFactor) {
            const double kept = (in.originalContext / wavelength - lowFreqFactor) / (highFreqFactor - lowFreqFactor);
            frequency *= (1.0 - kept) / factor + kept;
        }
    }
    return result;
}

RopeAngles LongRopeScaling::angles(const RopeInput& in) const
{
    const bool isLong = double(in.length) > in.originalContext;
    const std::vector<double>& divisors = isLong ? longFactor : shortFactor;
    RopeAngles result{ropeFrequencies(in.dims, in.base)};
    for (std::size_t i = 0; i < result.frequencies.size(); ++i)
        result.frequencies[i] /= i < divisors.size() ? divisors[i] : isLong ? factor : 1.0;
    const double mscale = isLong ? longMscale : shortMscale;
    if (mscale != 0.0 || attentionFactor != 0.0)
        result.attentionFactor = mscale != 0.0 ? mscale : attentionFactor;
    else if (factor > 1.0 && in.originalContext > 1.0)
        result.attentionFactor = std::sqrt(1.0 + std::log(factor) / std::log(in.originalContext));
    return result;
}

} // namespace core
