#pragma once

// Intervention places: what a place in a picture is about, and so what an intervention can change: a number, a head, a neuron, an
// expert, a token, a branch, a layer, a whole tensor.

#include "core/trace/intervention.h"
#include "widgets/run/run_result.h"
#include "widgets/run/selection_model.h"

#include <QString>

#include <optional>
#include <vector>

namespace widgets {

struct InterventionPlace
{
    enum class Kind
    {
        Number, // one cell of the tensor
        Token, // all numbers of one token in it; of a pattern a row of one head
        Column, // one neuron or dimension, of all tokens
        Part, // of one head in it
        Head, // what a head puts out: attn.z
        Expert, // what an expert puts out
        Branch, // what attention, mixer or feed-forward adds to the stream
        Layer, // all that a block adds to the stream
        Tensor
    };
    Kind kind = Kind::Tensor;
    int layer = -1; // −1: of no block
    int index = -1; // head, neuron or dimension, expert
    int token = -1; // of the text that the tensor is about
    std::string rest = {}; // of the tensor's name: "attn.z"
    std::vector<core::Intervention> changes = {}; // places alone: the caller says the operation
};

/// Of the place `at` in this tensor of a run, the narrowest first; a field of `at` that is −1 names no place. Empty where the run
/// has no such tensor. An empty name: of the head, and of what is around it. Of experts, where `at` names none, each.
std::vector<InterventionPlace> placesAt(const RunResult& run, const QString& tensor, const Selection& at);

/// Of a token of the text: in the embeddings, in the stream before this layer and in what its branches add.
std::vector<InterventionPlace> placesOfToken(const RunResult& run, int layer, int token);

/// The numbers that a run has at a place, as an array of the slice's shape; nothing where it recorded no such tensor, has no such
/// place, or has too many of them for a list.
std::optional<core::InterventionValue> numbersOf(const RunResult& run, const core::Intervention& place);

/// The mean over the tokens of the text at a place that is of one token: what the operation `mean` is to a place of all of them.
/// Numbers that are masked do not count. Nothing as above, or where the tensor has no tokens.
std::optional<core::InterventionValue> meanOf(const RunResult& run, const core::Intervention& place);

/// How many tokens a place is of; 0: the tensor has none.
int tokensOf(const RunResult& run, const core::Intervention& place);

/// Whether the tensor has its numbers token by token, so that those of texts of any length have a mean.
bool isOfTokens(const RunResult& run, const core::Intervention& place);

} // namespace widgets
