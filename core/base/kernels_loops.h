// The loops of kernels.h, compiled once for each instruction set. Included by kernels_baseline, _v3 and _v4.cpp only,
// inside a namespace of their own. No templates or inline functions of libraries: they would be shared between the builds.

static inline float exponential(float x) // within 2 units in the last place for −87 < x < 88
{
    x = x < -87.3f ? -87.3f : (x > 88.f ? 88.f : x);
    const float scaled = x * 1.44269504088896341f;
    const float whole = __builtin_floorf(scaled + 0.5f);
    // ln 2 in two parts, so that the remainder keeps all its bits
    const float rest = (x - whole * 0.693359375f) + whole * 2.12194440054690583e-4f;
    const float taylor
        = 1.f + rest * (1.f + rest * (0.5f + rest * (1.f / 6 + rest * (1.f / 24 + rest * (1.f / 120 + rest * (1.f / 720))))));
    const int bits = (int(whole) + 127) << 23;
    float power;
    __builtin_memcpy(&power, &bits, sizeof power);
    return taylor * power;
}

static inline float errorFunction(float x) // Abramowitz, Stegun 1964, 7.1.26: absolute error below 1.5e-7
{
    const float a = __builtin_fabsf(x);
    const float t = 1.f / (1.f + 0.3275911f * a);
    const float polynomial
        = t * (0.254829592f + t * (-0.284496736f + t * (1.421413741f + t * (-1.453152027f + t * 1.061405429f))));
    const float y = 1.f - polynomial * exponential(-a * a);
    return __builtin_copysignf(y, x);
}

// Rows of a pattern are short. The last block of a row reaches back over the one before it, so that no number is alone; the first
// `done` of its lanes are of that one. A row that is shorter than a block is padded in front.
static constexpr std::ptrdiff_t rowLanes = 16;

static inline void lastLanes(const float* x, std::ptrdiff_t count, float padding, float* last)
{
    if (count >= rowLanes) {
        for (std::ptrdiff_t lane = 0; lane < rowLanes; ++lane)
            last[lane] = x[count - rowLanes + lane];
        return;
    }
    for (std::ptrdiff_t lane = 0; lane < rowLanes; ++lane)
        last[lane] = padding;
    for (std::ptrdiff_t i = 0; i < count; ++i)
        last[rowLanes - count + i] = x[i];
}

static inline void storeLastLanes(const float* last, float* y, std::ptrdiff_t count)
{
    if (count >= rowLanes)
        for (std::ptrdiff_t lane = 0; lane < rowLanes; ++lane)
            y[count - rowLanes + lane] = last[lane];
    else
        for (std::ptrdiff_t i = 0; i < count; ++i)
            y[i] = last[rowLanes - count + i];
}

static void softmax(const float* x, float* y, std::ptrdiff_t count)
{
    const std::ptrdiff_t whole = count / rowLanes * rowLanes;
    const int done = int(rowLanes - (count - whole));
    alignas(64) float last[rowLanes];
    lastLanes(x, count, -__builtin_inff(), last);
    float top = -__builtin_inff();
#pragma omp simd reduction(max : top)
    for (std::ptrdiff_t i = 0; i < whole; ++i)
        top = x[i] > top ? x[i] : top;
#pragma omp simd reduction(max : top)
    for (int lane = 0; lane < rowLanes; ++lane)
        top = last[lane] > top ? last[lane] : top;
    if (top == -__builtin_inff()) {
        for (std::ptrdiff_t i = 0; i < count; ++i)
            y[i] = 0.f;
        return;
    }
    float sum = 0.f;
#pragma omp simd reduction(+ : sum)
    for (int lane = 0; lane < rowLanes; ++lane) {
        const float shifted = last[lane] - top;
        const float e = shifted < -87.f ? 0.f : exponential(shifted);
        last[lane] = e;
        sum += lane < done ? 0.f : e;
    }
#pragma omp simd reduction(+ : sum)
    for (std::ptrdiff_t i = 0; i < whole; ++i) {
        const float shifted = x[i] - top;
        const float e = shifted < -87.f ? 0.f : exponential(shifted);
        y[i] = e;
        sum += e;
    }
    const float factor = 1.f / sum;
#pragma omp simd
    for (std::ptrdiff_t i = 0; i < whole; ++i)
        y[i] *= factor;
#pragma omp simd
    for (int lane = 0; lane < rowLanes; ++lane)
        last[lane] *= factor;
    storeLastLanes(last, y, count);
}

static float logSumExp(const float* x, std::ptrdiff_t count)
{
    float top = -__builtin_inff();
#pragma omp simd reduction(max : top)
    for (std::ptrdiff_t i = 0; i < count; ++i)
        top = x[i] > top ? x[i] : top;
    float sum = 0.f;
#pragma omp simd reduction(+ : sum)
    for (std::ptrdiff_t i = 0; i < count; ++i)
        sum += exponential(x[i] - top);
    return top + __builtin_logf(sum);
}

static void expAbove(const float* x, float shift, float factor, float* y, std::ptrdiff_t count)
{
#pragma omp simd
    for (std::ptrdiff_t i = 0; i < count; ++i) {
        const float shifted = x[i] - shift;
        y[i] = shifted < -87.f ? 0.f : factor * exponential(shifted);
    }
}

static void meanVariance(const float* x, std::ptrdiff_t count, float* mean, float* variance)
{
    float sum = 0.f;
#pragma omp simd reduction(+ : sum)
    for (std::ptrdiff_t i = 0; i < count; ++i)
        sum += x[i];
    const float m = sum / float(count);
    float squares = 0.f;
#pragma omp simd reduction(+ : squares)
    for (std::ptrdiff_t i = 0; i < count; ++i) {
        const float d = x[i] - m;
        squares += d * d;
    }
    *mean = m;
    *variance = squares / float(count);
}

static float meanSquare(const float* x, std::ptrdiff_t count)
{
    float squares = 0.f;
#pragma omp simd reduction(+ : squares)
    for (std::ptrdiff_t i = 0; i < count; ++i)
        squares += x[i] * x[i];
    return squares / float(count);
}

static void normalize(const float* x, float mean, float factor, const float* gain, float gainShift, const float* bias,
    float* normalized, float* out, std::ptrdiff_t count)
{
#pragma omp simd
    for (std::ptrdiff_t i = 0; i < count; ++i)
        normalized[i] = (x[i] - mean) * factor;
    if (gain && bias) {
#pragma omp simd
        for (std::ptrdiff_t i = 0; i < count; ++i)
            out[i] = normalized[i] * (gain[i] + gainShift) + bias[i];
    } else if (gain) {
#pragma omp simd
        for (std::ptrdiff_t i = 0; i < count; ++i)
            out[i] = normalized[i] * (gain[i] + gainShift);
    } else if (bias) {
#pragma omp simd
        for (std::ptrdiff_t i = 0; i < count; ++i)
            out[i] = normalized[i] + bias[i];
    } else if (out != normalized) {
#pragma omp simd
        for (std::ptrdiff_t i = 0; i < count; ++i)
            out[i] = normalized[i];
    }
}

static void add(const float* a, const float* b, float* sum, std::ptrdiff_t count)
{
#pragma omp simd
    for (std::ptrdiff_t i = 0; i < count; ++i)
        sum[i] = a[i] + b[i];
}

static void multiply(const float* a, const float* b, float* result, std::ptrdiff_t count)
{
#pragma omp simd
    for (std::ptrdiff_t i = 0; i < count; ++i)
        result[i] = a[i] * b[i];
}

static void scale(const float* x, float factor, float* y, std::ptrdiff_t count)
{
#pragma omp simd
    for (std::ptrdiff_t i = 0; i < count; ++i)
        y[i] = x[i] * factor;
}

static void addRows(const float* x, const float* rows, std::ptrdiff_t count, std::ptrdiff_t width, float* y)
{
    // Row after row: one stream from memory is faster than several, and y stays in the nearest cache.
    for (std::ptrdiff_t r = 0; r < count; ++r)
#pragma omp simd
        for (std::ptrdiff_t i = 0; i < width; ++i)
            y[i] += x[r] * rows[r * width + i];
}

static void addLanes(const float* numbers, std::ptrdiff_t count, const float* x, float* sums)
{
    constexpr int lanes = 16, chains = 4; // sums that do not wait for each other
    float parts[chains][lanes] = {};
    std::ptrdiff_t i = 0;
    for (; i + chains <= count; i += chains)
        for (int chain = 0; chain < chains; ++chain)
#pragma omp simd
            for (int lane = 0; lane < lanes; ++lane)
                parts[chain][lane] += x[i + chain] * numbers[(i + chain) * lanes + lane];
    for (; i < count; ++i)
#pragma omp simd
        for (int lane = 0; lane < lanes; ++lane)
            parts[0][lane] += x[i] * numbers[i * lanes + lane];
    for (int lane = 0; lane < lanes; ++lane)
        sums[lane] += (parts[0][lane] + parts[1][lane]) + (parts[2][lane] + parts[3][lane]);
}

// As wide as a register of the instruction set.
#if defined(__AVX512F__)
using Lanes [[gnu::vector_size(64), gnu::aligned(4), gnu::may_alias]] = float;
static constexpr int panelRows = 8; // whose sums stay in registers
#elif defined(__AVX__)
using Lanes [[gnu::vector_size(32), gnu::aligned(4), gnu::may_alias]] = float;
static constexpr int panelRows = 2;
#else
using Lanes [[gnu::vector_size(16), gnu::aligned(4), gnu::may_alias]] = float;
static constexpr int panelRows = 1;
#endif
static constexpr int panelLanes = int(panelColumns * sizeof(float) / sizeof(Lanes));

template <int rows>
static inline void multiplyRows(const PanelProduct& of, const float* a, float* c, std::ptrdiff_t cStride)
{
    const std::ptrdiff_t aStride = of.aStride, count = of.count;
    Lanes sums[rows][panelLanes] = {};
    if (of.adds)
        for (int r = 0; r < rows; ++r)
            for (int l = 0; l < panelLanes; ++l)
                sums[r][l] = reinterpret_cast<const Lanes*>(c + r * cStride)[l];
    const Lanes* numbers = reinterpret_cast<const Lanes*>(of.panel);
    for (std::ptrdiff_t k = 0; k < count; ++k, numbers += panelLanes)
#pragma GCC unroll 8
        for (int r = 0; r < rows; ++r)
#pragma GCC unroll 8
            for (int l = 0; l < panelLanes; ++l)
                sums[r][l] += a[r * aStride + k] * numbers[l];
    for (int r = 0; r < rows; ++r)
        for (int l = 0; l < panelLanes; ++l)
            reinterpret_cast<Lanes*>(c + r * cStride)[l] = sums[r][l];
}

template <int rows>
static inline void multiplyRows(const PanelProduct& of, std::ptrdiff_t first)
{
    const float* const a = of.a + first * of.aStride;
    float* const c = of.c + first * of.cStride;
    if (of.columns == panelColumns)
        return multiplyRows<rows>(of, a, c, of.cStride);
    float edge[rows * panelColumns] = {};
    const std::size_t bytes = std::size_t(of.columns) * sizeof(float);
    if (of.adds)
        for (int r = 0; r < rows; ++r)
            __builtin_memcpy(edge + r * panelColumns, c + r * of.cStride, bytes);
    multiplyRows<rows>(of, a, edge, panelColumns);
    for (int r = 0; r < rows; ++r)
        __builtin_memcpy(c + r * of.cStride, edge + r * panelColumns, bytes);
}

static void multiplyPanel(const PanelProduct& of)
{
    std::ptrdiff_t row = 0;
    for (; row + panelRows <= of.rows; row += panelRows)
        multiplyRows<panelRows>(of, row);
    for (; row < of.rows; ++row)
        multiplyRows<1>(of, row);
}

static inline std::uint64_t mixed(std::uint64_t counter) // SplitMix64
{
    counter = (counter ^ (counter >> 30)) * 0xbf58476d1ce4e5b9u;
    counter = (counter ^ (counter >> 27)) * 0x94d049bb133111ebu;
    return counter ^ (counter >> 31);
}

static inline std::uint64_t fourUniforms(std::uint64_t bits) // two sums of two, in lanes of 32 bits
{
    const std::uint64_t lanes = 0x0000ffff0000ffffu;
    return (bits & lanes) + ((bits >> 16) & lanes);
}

static void normals(std::uint64_t stream, float factor, float* out, std::ptrdiff_t count)
{
    const std::uint64_t step = 0x9e3779b97f4a7c15u;
#pragma omp simd
    for (std::ptrdiff_t i = 0; i < count; ++i) {
        const std::uint64_t counter = stream + 3 * std::uint64_t(i) * step;
        const std::uint64_t sum
            = fourUniforms(mixed(counter)) + fourUniforms(mixed(counter + step)) + fourUniforms(mixed(counter + 2 * step));
        const int total = int(sum & 0xffffffffu) + int(sum >> 32);
        out[i] = factor * (float(total - 12 * 65535 / 2) * (1.f / 65536.f));
    }
}

static void relu(const float* x, float* y, std::ptrdiff_t count)
{
#pragma omp simd
    for (std::ptrdiff_t i = 0; i < count; ++i)
        y[i] = x[i] <= 0.f ? 0.f : x[i]; // NaN stays NaN
}

static void gelu(const float* x, float* y, std::ptrdiff_t count)
{
#pragma omp simd
    for (std::ptrdiff_t i = 0; i < count; ++i)
        y[i] = 0.5f * x[i] * (1.f + errorFunction(x[i] * 0.70710678118654752f));
}

static void geluTanh(const float* x, float* y, std::ptrdiff_t count)
{
    // x/2 · (1 + tanh u) = x · σ(2u)
#pragma omp simd
    for (std::ptrdiff_t i = 0; i < count; ++i) {
        const float u = 0.79788456080286536f * (x[i] + 0.044715f * x[i] * x[i] * x[i]);
        y[i] = x[i] / (1.f + exponential(-2.f * u));
    }
}

static void swish(const float* x, float beta, float* y, std::ptrdiff_t count)
{
#pragma omp simd
    for (std::ptrdiff_t i = 0; i < count; ++i)
        y[i] = x[i] / (1.f + exponential(-beta * x[i]));
}

static void sigmoid(const float* x, float* y, std::ptrdiff_t count)
{
#pragma omp simd
    for (std::ptrdiff_t i = 0; i < count; ++i)
        y[i] = 1.f / (1.f + exponential(-x[i]));
}

static void elu(const float* x, float positive, float negative, float* y, std::ptrdiff_t count)
{
#pragma omp simd
    for (std::ptrdiff_t i = 0; i < count; ++i)
        y[i] = x[i] > 0.f ? positive * x[i] : negative * (exponential(x[i]) - 1.f);
}

#include "core/base/kernels_back_loops.h"

static constexpr Table table{softmax, softmaxBack, logSumExp, expAbove, meanVariance, meanSquare, normalize, sumsAlong,
    subtractAlong, applyGain, addColumns, sumOfSquares, turnHalves, add, multiply, scale, addRows, addLanes, multiplyPanel,
    normals, relu, gelu, geluTanh, geluBack, geluTanhBack, swish, swishBack, swishGateBack, sigmoid, elu};
