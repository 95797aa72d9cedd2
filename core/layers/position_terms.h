#pragma once

// The four parts of a score with absolute positions (Dai et al. 2019, eq. of §3.3): content with content, content with
// position, position with content, position with position.

#include "core/layers/attention.h"

namespace core {

/// Records scores_content_content, _content_position, _position_content, _position_position [head, query, key] where they are
/// asked for; they sum to scores_content. The first word is the query's part. The norm before is frozen at this input's mean
/// and scale, the mean and all biases count as content. REQUIRES: in.positionPart.
void recordPositionTerms(const Scope& attn, const AttentionInput& in, const Tensor& q, const Tensor& k);

} // namespace core
