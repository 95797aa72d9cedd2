#pragma once

// Elementwise loops over rows of numbers, written so that the compiler vectorises them: one build for every x86-64
// machine, one for x86-64-v3, one for v4, chosen at run time. Formulas only; which kind runs when is decided in core/layers.

#include <cstddef>
#include <cstdint>

namespace core::kernels {

constexpr std::ptrdiff_t panelColumns = 32;

/// c [rows, columns] = a [rows, count] · panel [count, panelColumns], or that added to c. Rows of a and c are strides apart; of
/// the panel's columns the first `columns` count.
struct PanelProduct
{
    const float* a;
    std::ptrdiff_t aStride, rows;
    const float* panel;
    std::ptrdiff_t count;
    float* c;
    std::ptrdiff_t cStride, columns;
    bool adds;
};

/// sums [columns] += Σ a[r, i] · b[r, i] over `rows` rows that are `stride` apart; b null: Σ a[r, i].
struct ColumnSums
{
    const float* a;
    const float* b;
    std::ptrdiff_t stride, rows, columns;
    double* sums;
};

/// Back through gate · σ(β · gate) ∘ up, from the gradient of the product.
struct SwishGateBack
{
    const float* gate;
    const float* up;
    const float* dy;
    float beta;
    float* dGate;
    float* dUp;
    std::ptrdiff_t count;
};

/// out = (d − mean) · factor − n · pull.
struct CentredGradient
{
    const float* d;
    const float* n;
    float mean, factor, pull;
    float* out;
    std::ptrdiff_t count;
};

/// Pairs (x[i], x[i + pairs]) of each head turned by the angles of these cosines and sines; direction −1: back. Heads are `width`
/// numbers apart.
struct HalvesTurn
{
    const float* x;
    const float* cosines;
    const float* sines;
    float direction;
    std::ptrdiff_t pairs, heads, width;
    float* y;
};

struct Table
{
    /// y = softmax of x over `count` numbers, shifted by their maximum; −inf gives 0. All −inf gives zeros.
    /// x and y may be the same.
    void (*softmax)(const float* x, float* y, std::ptrdiff_t count);

    /// Back through softmax, in place: d = y ∘ (d − Σ y d) of its result y; returns Σ y d.
    float (*softmaxBack)(const float* y, float* d, std::ptrdiff_t count);

    /// log Σ exp(x), shifted by the maximum so that nothing overflows.
    float (*logSumExp)(const float* x, std::ptrdiff_t count);

    /// y = factor · exp(x − shift); where that is below exp(−87), 0.
    void (*expAbove)(const float* x, float shift, float factor, float* y, std::ptrdiff_t count);

    /// Mean and population variance of x.
    void (*meanVariance)(const float* x, std::ptrdiff_t count, float* mean, float* variance);
    float (*meanSquare)(const float* x, std::ptrdiff_t count);

    /// normalized = (x − mean) · factor; out = normalized · (gain + gainShift) + bias. gain, bias may be null.
    void (*normalize)(const float* x, float mean, float factor, const float* gain, float gainShift, const float* bias,
        float* normalized, float* out, std::ptrdiff_t count);

    /// sums [3] = Σ d, Σ d · n, Σ n².
    void (*sumsAlong)(const float* d, const float* n, std::ptrdiff_t count, double* sums);

    void (*subtractAlong)(const CentredGradient& gradient);

    /// out = d · (gain + gainShift).
    void (*applyGain)(const float* d, const float* gain, float gainShift, float* out, std::ptrdiff_t count);

    void (*addColumns)(const ColumnSums& columns);
    double (*sumOfSquares)(const float* x, std::ptrdiff_t count);

    void (*turnHalves)(const HalvesTurn& turn);

    void (*add)(const float* a, const float* b, float* sum, std::ptrdiff_t count);
    void (*multiply)(const float* a, const float* b, float* result, std::ptrdiff_t count);
    void (*scale)(const float* x, float factor, float* y, std::ptrdiff_t count);

    /// y [width] += Σ x[r] · rows[r, width] over `count` rows, stored one after the other: one token's product, at the speed
    /// at which memory gives the rows.
    void (*addRows)(const float* x, const float* rows, std::ptrdiff_t count, std::ptrdiff_t width, float* y);

    /// sums [16] += Σ x[i] · numbers[i, 16] over `count` rows of sixteen numbers: one token's product with sixteen outputs.
    void (*addLanes)(const float* numbers, std::ptrdiff_t count, const float* x, float* sums);

    /// Each number is one sum in the order of the panel's rows, whatever rows and columns there are beside it.
    void (*multiplyPanel)(const PanelProduct& product);

    /// out[i] = factor · normalNumber(stream, i) of core/base/seeded_numbers.h, bit for bit.
    void (*normals)(std::uint64_t stream, float factor, float* out, std::ptrdiff_t count);

    void (*relu)(const float* x, float* y, std::ptrdiff_t count);
    void (*gelu)(const float* x, float* y, std::ptrdiff_t count);
    void (*geluTanh)(const float* x, float* y, std::ptrdiff_t count);
    void (*geluBack)(const float* x, const float* dy, float* dx, std::ptrdiff_t count);
    void (*geluTanhBack)(const float* x, const float* dy, float* dx, std::ptrdiff_t count);
    void (*swish)(const float* x, float beta, float* y, std::ptrdiff_t count); // x · σ(βx); SiLU with β = 1
    void (*swishBack)(const float* x, float beta, const float* dy, float* dx, std::ptrdiff_t count);
    void (*swishGateBack)(const SwishGateBack& gate);
    void (*sigmoid)(const float* x, float* y, std::ptrdiff_t count);
    void (*elu)(const float* x, float positive, float negative, float* y, std::ptrdiff_t count); // p·x or n·(eˣ − 1)
};

/// The fastest table that this machine runs; with "baseline" or "v3" in $CUTAWAY_KERNELS none that is faster than that.
const Table& best();

/// The tables one by one, for the test that they agree; null where the machine or the compiler has none.
const Table& baseline();
const Table* v3();
const Table* v4();

} // namespace core::kernels
