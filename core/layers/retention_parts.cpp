#include "core/layers/retention_parts.h"

namespace core::retention {

namespace {

double forgets(Index head) { return std::ldexp(1.0, int(-5 - head)); }

} // namespace

double gamma(Index head) { return 1.0 - forgets(head); }

double rootOfDecays(Index head, Index n)
{
    const double lost = forgets(head);
    return std::sqrt(lost < 1e-300 ? double(n + 1) : -std::expm1(double(n + 1) * std::log1p(-lost)) / lost);
}

void turn(const Scope& mixer, const MixerInput& in, const Tensor& x, const Turning& by, Tensor& result)
{
    const Index pairs = in.dHead / 2, width = in.heads * in.dHead;
    mixer.rows(x.dim(0), 32 * pairs + 3 * width, [&](Index t) {
        const float* from = x.data() + t * width;
        float* to = result.data() + t * width;
        for (Index i = 0; i < pairs; ++i) {
            const double frequency = std::pow(10000.0, pairs > 1 ? -double(i) / double(pairs - 1) : 0.0);
            const double angle = double(in.places.positions[std::size_t(t)]) * frequency;
            const float c = float(std::cos(angle) * by.scale), s = float(std::sin(angle) * by.scale * by.direction);
            for (Index first = 2 * i; first < width; first += in.dHead) {
                to[first] = from[first] * c - from[first + 1] * s;
                to[first + 1] = from[first] * s + from[first + 1] * c;
            }
        }
        if (in.dHead % 2 == 1)
            for (Index last = in.dHead - 1; last < width; last += in.dHead)
                to[last] = float(by.scale) * from[last];
    });
}

} // namespace core::retention
