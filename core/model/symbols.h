#pragma once

// Symbols: the letters of the field for sizes and quantities of a Transformer. One letter means different things in different
// sources (N: heads in one, layers in another, parameters in a third), so each row has the letters of each.
//
// To add a symbol: a row in symbols.cpp, at its place in the legend. To add a source: an enumerator and its row there.

#include "core/base/tensor.h"
#include "core/model/choices.h"

#include <span>
#include <string>
#include <vector>

namespace core {

/// Who writes these letters.
struct SymbolSource
{
    const char* name;  // "Vaswani"; of the course English, context "core"
    const char* paper; // "Vaswani et al. 2017, arXiv:1706.03762"; empty for the course
};

/// "N" of Vaswani et al.
struct SymbolLetters
{
    const SymbolSource* source = nullptr;
    const char* letters = ""; // "_" before what is lowered, "^" before what is raised, several with ", "
};

struct Symbol
{
    const char* id;      // "heads"
    const char* letters; // as the pages of the program have them: "n_h"
    const char* meaning; // English, context "core"
    const char* keys;    // whose value it has (docs/contract.md), several with " × "; empty: see symbolValues()
    const char* with; // "position.kind=transformer_xl": it is there with this choice alone; empty: wherever a key has a value
    std::vector<SymbolLetters> others;
};

/// All of them in the order of the legend.
const std::vector<Symbol>& allSymbols();

/// The sources in the order of the letters.
std::span<const SymbolSource> symbolSources();

/// What a model on a text has beside its choices.
struct SymbolCounts
{
    Index tokens = 0; // of the text; 0: no text
    std::int64_t parameters = 0; // 0: not known
};

/// The values of a symbol for a model of these described choices (describe()): one value, or the different ones of the layers
/// in their order; a product of sizes ("n_h × d_h") has one value a factor and `isProduct`. Empty where the model has none.
struct SymbolValues
{
    std::vector<double> values;
    bool isProduct = false;
};
SymbolValues symbolValues(const Symbol& symbol, const Choices& described, const SymbolCounts& counts);

} // namespace core
