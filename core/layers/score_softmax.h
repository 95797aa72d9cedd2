#pragma once

// What is between both products of attention: bias, soft cap, mask and softmax, with a sink where there is one; and back.

#include "core/layers/back_scope.h"
#include "core/layers/key_ranges.h"
#include "core/layers/scores.h"

#include <vector>

namespace core {

struct ScoreSoftmax
{
    const ScoreInput& in;
    const KeyRanges& seen;

    /// score = mask(cap(content + bias)) of one query; masked = −inf. `bias` may be null, `score` may be `content`.
    void scores(Index query, const float* content, const float* bias, float* score, Index keys) const;

    /// pattern = softmax(score), with the sink as one more score where there is one; its share is returned. Masked = 0, and a
    /// row that sees no key is all 0.
    float pattern(Index head, Index query, const float* score, float* weight, Index keys) const;

    /// Back through them in place, gradients [head, query, key]. Of the pattern to that of the scores, and of the learned sinks:
    /// what falls on a sink is the rest of the row, with a value of 0.
    void patternBackward(const BackScope& attn, const Tensor& pattern, Tensor& gradient) const;
    void capBackward(const BackScope& attn, const Tensor& scores, Tensor& gradient) const;

    /// What is masked has gradient 0: of each query among the keys `read`, outside of which nothing reads the gradient.
    void maskBackward(const BackScope& attn, const std::vector<KeyRange>& read, Tensor& gradient) const;
};

} // namespace core
