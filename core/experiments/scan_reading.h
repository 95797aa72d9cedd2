#pragma once

// ScanReading: what a scan reads of a tensor at a token: every number of it, or one number for each vector: how long it is, or how
// far it goes along a direction. Of a head (attn.z) the vector is what W_O makes of it, the part of the stream that is the head's;
// its length says how much the head does at a token (Kobayashi et al. 2020, "Attention is not only a weight").

#include "core/base/run_control.h"
#include "core/run/model.h"
#include "core/trace/intervention.h"
#include "core/trace/trace_request.h"

#include <string>
#include <vector>

namespace core {

/// The word for lengths, in place of a direction.
inline constexpr const char* scanNorm = "norm";

/// `along` as an intervention that adds the direction at this place. Throws Error{Usage} for words that are none.
Intervention scannedDirection(const std::string& at, const std::string& along);

class ScanReading
{
public:
    /// `at`: a tensor with tokens first, heads in brackets. `along`: empty (every number), scanNorm, or the `source` of a direction
    /// as an intervention has it, JSON. Throws Error{Usage} for other words and a direction of another width than the vectors, and
    /// what directionNumbers() throws.
    ScanReading(const Setup& setup, const PlannedTensor& tensor, const std::string& at, const std::string& along,
        const RunControl& control);

    /// Of the channels of a token.
    const Axes& axes() const { return m_axes; }
    const Shape& shape() const { return m_shape; }

    /// What each channel writes into the stream [channel, d_model], where that is the same at every token; else zeros for the sums
    /// of read(); empty: nothing that is known.
    const std::vector<double>& written() const { return m_written; }

    /// [token, channel] of the tensor as it was recorded. What vectors write is added to `sums`, which is as long as written().
    Tensor read(const Tensor& numbers, std::vector<double>& sums) const;

private:
    /// `width`: of the vectors.
    void goAlong(const std::vector<double>& unit, bool isOfStream, Index width);
    void addLengths(const Tensor& numbers, float* out, std::vector<double>& sums) const;

    Axes m_axes;
    Shape m_shape;
    bool m_isNorm = false;
    std::vector<std::vector<float>> m_out; // of each head W_O [d_model, d_value], row by row; empty: vectors are as they are
    std::vector<std::vector<double>> m_towards; // what the vector of a channel is multiplied with, or all; empty: no direction
    std::vector<double> m_written;
};

} // namespace core
