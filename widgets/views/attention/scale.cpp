#include "widgets/views/attention/scale.h"

#include <algorithm>
#include <cmath>

namespace widgets {

double firstKeyShare(std::span<const Grid> patterns)
{
    double first = 0;
    double all = 0;
    const auto weightOf = [](float weight) { return std::isfinite(weight) ? double(weight) : 0; }; // masked: none
    for (const Grid& pattern : patterns)
        for (core::Index row = 1; row < pattern.rows && !pattern.isEmpty(); ++row) { // the first query has no other choice
            first += weightOf(pattern.at(row, 0));
            double sum = 0;
#pragma omp simd reduction(+ : sum)
            for (core::Index column = 0; column < pattern.columns; ++column)
                sum += weightOf(pattern.at(row, column));
            all += sum;
        }
    return all > 0 ? first / all : 0;
}

bool areFaint(std::span<const Grid> patterns)
{
    constexpr core::Index lookedAt = 128; // of the queries of a pattern
    constexpr float faint = 0.05F;
    core::Index queries = 0, faintOnes = 0;
    for (const Grid& pattern : patterns)
        for (core::Index row = 0; !pattern.isEmpty() && row < pattern.rows; row += std::max<core::Index>(1, pattern.rows / lookedAt)) {
            float largest = 0;
            for (core::Index column = 0; column < pattern.columns; ++column)
                largest = std::max(largest, pattern.at(row, column)); // NaN and what is masked are not larger
            ++queries;
            faintOnes += largest > 0 && largest < faint;
        }
    return 2 * faintOnes > queries;
}

namespace {

/// Whether half of the patterns, or more, would have powers of ten alone.
bool mostHaveSinks(std::span<const Grid> patterns)
{
    std::ptrdiff_t shown = 0, sunk = 0;
    for (const Grid& pattern : patterns) {
        shown += !pattern.isEmpty();
        sunk += firstKeyShare({&pattern, 1}) > 0.5;
    }
    return sunk > 0 && 2 * sunk >= shown;
}

} // namespace

ScaleChoice weightScale(std::span<const Grid> patterns, const QString& option)
{
    ScaleChoice choice = scaleChoiceFor("attn.pattern");
    const bool isAuto = option.isEmpty() || option == QLatin1String("auto");
    if (option == QLatin1String("log") || (isAuto && (mostHaveSinks(patterns) || areFaint(patterns))))
        choice.transform = ScaleTransform::Log;
    if (option == QLatin1String("without_first")) {
        choice.policy = ScalePolicy::ZeroToMax;
        choice.withoutFirst = true;
    }
    return choice;
}

QString scaleWords(const ScaleChoice& choice)
{
    ColorScale scale;
    scale.choice = choice;
    return choice.transform == ScaleTransform::Linear && !choice.withoutFirst ? QString() : scale.suffix();
}

QString scaleMark(const ScaleChoice& choice)
{
    const QString words = scaleWords(choice);
    return words.isEmpty() ? QString() : QStringLiteral(" · ") + words;
}

} // namespace widgets
