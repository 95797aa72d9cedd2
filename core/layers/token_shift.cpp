#include "core/layers/token_shift.h"

#include <algorithm>

namespace core {

TokenShift::TokenShift(const Scope& scope, const Tensor& x, const TokenPlaces& places, LayerCache* cache, const char* cacheName)
    : m_scope(scope)
    , m_x(x)
    , m_places(places)
    , m_last(cache && !scope.planning() ? cache->state(cacheName, x.columns()).data() : nullptr)
{
}

const float* TokenShift::before(Index token) const
{
    if (m_places.positions[std::size_t(token)] == 0)
        return nullptr;
    return token > 0 ? m_x.row(token - 1) : m_last;
}

Tensor TokenShift::mixed(const char* mix) const
{
    // μ grows from 0 to 1 over the channels of a trained model; its mean is where a model without a file starts.
    const float* share = m_scope.vectorWeight(std::string(mix) + ".weight", m_x.columns(), Init::Gain, 0.5f);
    Tensor result = m_scope.make(mix, m_x.axes(), m_x.shape(), Recording::Never);
    m_scope.rows(m_x.rows(), 4 * m_x.columns(), [&](Index t) {
        const float* now = m_x.row(t);
        const float* earlier = before(t);
        for (Index i = 0; i < m_x.columns(); ++i)
            result.row(t)[i] = share[i] * now[i] + (1.f - share[i]) * (earlier ? earlier[i] : 0.f);
    });
    return result;
}

void TokenShift::backward(const BackScope& scope, const char* mix, const Tensor& dMixed, Tensor& dx) const
{
    const std::string weight = std::string(mix) + ".weight";
    const float* share = m_scope.vectorWeight(weight, m_x.columns(), Init::Gain, 0.5f);
    Tensor fresh = scope.make(m_x); // what is new in a token: it is what μ multiplies
    scope.rows(m_x.rows(), 4 * m_x.columns(), [&](Index t) {
        const float* earlier = before(t);
        const bool isRead = t + 1 < m_x.rows() && m_places.positions[std::size_t(t + 1)] != 0; // by the next token
        for (Index i = 0; i < m_x.columns(); ++i) {
            fresh.row(t)[i] = m_x.row(t)[i] - (earlier ? earlier[i] : 0.f);
            dx.row(t)[i] += share[i] * dMixed.row(t)[i] + (isRead ? (1.f - share[i]) * dMixed.row(t + 1)[i] : 0.f);
        }
    });
    scope.addToVector(weight, dMixed, &fresh);
}

void TokenShift::remember() const
{
    if (m_last)
        std::copy_n(m_x.row(m_x.rows() - 1), m_x.columns(), m_last);
}

} // namespace core
