// The loops of the way back, and of what a training sums up. Included by kernels_loops.h only, of which it is a part.

static float softmaxBack(const float* y, float* d, std::ptrdiff_t count)
{
    const std::ptrdiff_t whole = count / rowLanes * rowLanes;
    const int done = int(rowLanes - (count - whole));
    alignas(64) float yLast[rowLanes], dLast[rowLanes];
    lastLanes(y, count, 0.f, yLast);
    lastLanes(d, count, 0.f, dLast);
    float sum = 0.f;
#pragma omp simd reduction(+ : sum)
    for (int lane = 0; lane < rowLanes; ++lane)
        sum += lane < done ? 0.f : yLast[lane] * dLast[lane];
#pragma omp simd reduction(+ : sum)
    for (std::ptrdiff_t i = 0; i < whole; ++i)
        sum += y[i] * d[i];
#pragma omp simd
    for (std::ptrdiff_t i = 0; i < whole; ++i)
        d[i] = y[i] * (d[i] - sum);
#pragma omp simd
    for (int lane = 0; lane < rowLanes; ++lane)
        dLast[lane] = yLast[lane] * (dLast[lane] - sum);
    storeLastLanes(dLast, d, count);
    return sum;
}

static void sumsAlong(const float* d, const float* n, std::ptrdiff_t count, double* sums)
{
    double sum = 0.0, along = 0.0, square = 0.0;
#pragma omp simd reduction(+ : sum, along, square)
    for (std::ptrdiff_t i = 0; i < count; ++i) {
        sum += double(d[i]);
        along += double(d[i]) * double(n[i]);
        square += double(n[i]) * double(n[i]);
    }
    sums[0] = sum;
    sums[1] = along;
    sums[2] = square;
}

static void subtractAlong(const CentredGradient& of)
{
    const float *d = of.d, *n = of.n;
    const float mean = of.mean, factor = of.factor, pull = of.pull;
    float* out = of.out;
    const std::ptrdiff_t count = of.count;
#pragma omp simd
    for (std::ptrdiff_t i = 0; i < count; ++i)
        out[i] = (d[i] - mean) * factor - n[i] * pull;
}

static void applyGain(const float* d, const float* gain, float gainShift, float* out, std::ptrdiff_t count)
{
#pragma omp simd
    for (std::ptrdiff_t i = 0; i < count; ++i)
        out[i] = d[i] * (gain[i] + gainShift);
}

static void addColumns(const ColumnSums& of)
{
    double* const sums = of.sums;
    for (std::ptrdiff_t row = 0; row < of.rows; ++row) {
        const float* const a = of.a + row * of.stride;
        if (of.b) {
            const float* const b = of.b + row * of.stride;
#pragma omp simd
            for (std::ptrdiff_t i = 0; i < of.columns; ++i)
                sums[i] += double(a[i]) * double(b[i]);
        } else {
#pragma omp simd
            for (std::ptrdiff_t i = 0; i < of.columns; ++i)
                sums[i] += double(a[i]);
        }
    }
}

static double sumOfSquares(const float* x, std::ptrdiff_t count)
{
    double squares = 0.0;
#pragma omp simd reduction(+ : squares)
    for (std::ptrdiff_t i = 0; i < count; ++i)
        squares += double(x[i]) * double(x[i]);
    return squares;
}

/// Pairs of a head from `first` on, so many at once; the first that is left.
template <int lanes>
static inline std::ptrdiff_t turnLanes(const HalvesTurn& of, std::ptrdiff_t head, std::ptrdiff_t first)
{
    const float *x = of.x + head * of.width, *cosines = of.cosines, *sines = of.sines;
    const float direction = of.direction;
    const std::ptrdiff_t pairs = of.pairs;
    float* y = of.y + head * of.width;
    for (; first + lanes <= pairs; first += lanes)
#pragma omp simd
        for (int lane = 0; lane < lanes; ++lane) {
            const std::ptrdiff_t a = first + lane, b = a + pairs;
            const float xa = x[a], xb = x[b], c = cosines[a], s = sines[a] * direction;
            y[a] = xa * c - xb * s;
            y[b] = xa * s + xb * c;
        }
    return first;
}

static void turnHalves(const HalvesTurn& of)
{
    for (std::ptrdiff_t head = 0; head < of.heads; ++head) // of a few pairs each
        turnLanes<1>(of, head, turnLanes<4>(of, head, turnLanes<16>(of, head, 0)));
}

static void geluBack(const float* x, const float* dy, float* dx, std::ptrdiff_t count)
{
#pragma omp simd
    for (std::ptrdiff_t i = 0; i < count; ++i) {
        const float below = 0.5f * (1.f + errorFunction(x[i] * 0.707106781186547524f)); // Φ(x), and the density φ(x)
        const float density = 0.398942280401432678f * exponential(-0.5f * x[i] * x[i]);
        dx[i] = dy[i] * (below + x[i] * density);
    }
}

/// x · σ(2u) with u = √(2/π) · (x + 0.044715 x³): d/dx = σ + x · σ · (1 − σ) · 2 du/dx.
static void geluTanhBack(const float* x, const float* dy, float* dx, std::ptrdiff_t count)
{
    constexpr float twice = 1.59576912160573072f, cubic = 0.044715f; // 2 √(2/π)
#pragma omp simd
    for (std::ptrdiff_t i = 0; i < count; ++i) {
        const float square = x[i] * x[i];
        const float share = 1.f / (1.f + exponential(-twice * x[i] * (1.f + cubic * square)));
        dx[i] = dy[i] * (share + x[i] * share * (1.f - share) * twice * (1.f + 3.f * cubic * square));
    }
}

/// d/dx x · σ(βx) = σ · (1 + βx · (1 − σ)), from σ.
static inline float swishSlope(float x, float beta, float share) { return share * (1.f + beta * x * (1.f - share)); }

static void swishBack(const float* x, float beta, const float* dy, float* dx, std::ptrdiff_t count)
{
#pragma omp simd
    for (std::ptrdiff_t i = 0; i < count; ++i) {
        const float share = 1.f / (1.f + exponential(-beta * x[i]));
        dx[i] = dy[i] * swishSlope(x[i], beta, share);
    }
}

static void swishGateBack(const SwishGateBack& of)
{
    const float *gate = of.gate, *up = of.up, *dy = of.dy;
    float *dGate = of.dGate, *dUp = of.dUp;
    const float beta = of.beta;
    const std::ptrdiff_t count = of.count;
#pragma omp simd
    for (std::ptrdiff_t i = 0; i < count; ++i) {
        const float share = 1.f / (1.f + exponential(-beta * gate[i]));
        const float ofUp = dy[i] * gate[i] * share;
        dGate[i] = dy[i] * up[i] * swishSlope(gate[i], beta, share);
        dUp[i] = ofUp;
    }
}
