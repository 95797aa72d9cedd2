#pragma once

// Direct logit attribution: how much each branch, and each head, adds to one logit at one position. The final norm is held at the
// statistics that it had there; then the logit is a sum over everything that was added to the stream.

#include "core/run/model.h"
#include "core/trace/trace.h"

#include <vector>

namespace core {

/// Why a logit is no sum of the branches' parts.
enum class NoAttribution
{
    Possible,
    NoLogits, // no output head
    Head, // BERT's head has an activation between the stream and the logits
    NormOnStream, // Post, DeepNorm: every block norms the whole stream again
    NormCarried, // the residual carries the output of a norm (BLOOM)
    StreamScaled, // DeepNorm's α without a norm
    NotRecorded
};
NoAttribution attributionGap(const Setup& setup, const Trace& trace);

enum class PartOf
{
    Embedded, // what enters block 0
    Mixed, // attn_out or mixer_out
    Crossed, // cross_attn_out
    FedForward, // mlp_out
    Constant // biases of the final norm and of the output matrix
};

struct LogitPart
{
    PartOf of;
    Index layer = -1;
    double value = 0;
};

struct Attribution
{
    std::vector<LogitPart> parts; // in the order in which they are added
    double logit = 0; // before the soft cap, where the model has one
    double rest = 0; // logit − Σ parts: rounding, unless an intervention wrote into the stream
};

/// Parts of the logit of `token` at `position`. REQUIRES: attributionGap is Possible; token and position exist.
Attribution attribution(const Setup& setup, const Trace& trace, Index position, TokenId token);

/// Parts of the heads of a layer's attention in the same logit: W^O takes a slice of its columns for each head. A norm on the
/// branch is held as well.
struct HeadParts
{
    std::vector<double> heads; // [head]; empty where the layer has no heads or z was not recorded
    double constant = 0; // the bias of W^O, and of a norm on the branch; Σ heads + constant = the layer's Mixed part
};
HeadParts headParts(const Setup& setup, const Trace& trace, Index layer, Index position, TokenId token);

} // namespace core
