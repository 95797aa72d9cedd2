#pragma once

// Derivation of one number of a trace: its operands, one line each; computed in order, they give the number.
// The operands are elements of other tensors of the trace, so that one can go on from there, down to the embedding.
//
// To explain another tensor: a line in the part that it belongs to (derivation_attention.cpp, derivation_block.cpp, or the two
// ends of the model in derivation.cpp).

#include "core/run/model.h"
#include "core/trace/trace.h"

#include <string>
#include <vector>

namespace core {

/// A number and where it stands.
struct Element
{
    enum class Kind
    {
        Recorded, // an element of the trace: `tensor` at `place`, heads counted as the model counts them
        Weight,   // an element of a weight
        Number    // neither: `tensor` is the word for it ("scale", "cos")
    };
    Kind kind = Kind::Number;
    std::string tensor;
    std::vector<Index> place;
    double value = 0;
    std::string role = {}; // the word for what it is here, where its name does not say it ("largest of the row")
};

/// One step on the way to the number.
struct DerivationLine
{
    enum class Op
    {
        Add,      // + operand (the first line: the operand itself)
        Subtract,
        Multiply,
        Divide,
        Power,    // e^reached
        Log,      // ln reached
        Root,     // √reached
        Cap,      // operand · tanh(reached / operand)
        Clip,     // reached, within ± operand
        Activate, // the activation of the layer
        Note      // nothing is done: a number that helps to read the others
    };
    Op op = Op::Add;
    std::vector<Element> factors; // the operand is their product; empty: `count` terms that are too small to be shown, or none
    double value = 0;             // of the operand
    Index count = 1;              // terms that the line stands for
    double reached = 0;           // with this line
};

struct Derivation
{
    std::vector<DerivationLine> lines;
    double total = 0;     // reached by the last line: equals `recorded` but for rounding
    double recorded = 0;
    double magnitude = 0; // of what was added up, all signs +: rounding is relative to this
    std::string reason;   // CUTAWAY_TR: why there are no lines; empty when there are
    std::string missing;  // the tensor that the reason is about; may be empty
};

/// Of the element at `place` of this tensor (rows as in the tensor). `terms`: the largest of a long sum that get their own line.
/// `reason` says what is not explained or does not add up; nothing throws. REQUIRES: the place is inside.
Derivation derivationOf(
    const Setup& setup, const Trace& trace, const std::string& tensor, const std::vector<Index>& place, Index terms = 4);

} // namespace core
