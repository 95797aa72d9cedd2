#pragma once

// TrainingRecipe: how a model is trained, as data. The keys of its JSON are those of `training` in history.json
// (resources/models/README.md) and the words of `cutaway train` (docs/contract.md §7).

#include "core/base/tensor.h"
#include "core/io/json.h"
#include "core/io/words_by_language.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace core {

enum class OptimizerKind
{
    AdamW, // Loshchilov, Hutter 2019, algorithm 2: decay beside the gradient, not in it
    Sgd    // with momentum, and decay as there (algorithm 1)
};
inline constexpr std::string_view optimizerWords[] = {"adamw", "sgd"};

enum class RateSchedule
{
    Cosine,  // down to `floor` of the rate at the last step
    Constant
};
inline constexpr std::string_view scheduleWords[] = {"cosine", "constant"};

/// What the rows of the bundled corpus are at a step: documents, or random sequences that repeat, which make copying heads.
struct Curriculum
{
    double stories = 1.0; // share of documents at its end; the others are sequences
    Index first = 0;      // steps of sequences only, of the first `pool` ids, in shorter rows; 0: `stories` from the start
    Index pool = 100;
    Index halvings = 1;   // how often the rows of these steps are halved
    Index doubling = 100; // steps in which the pool then doubles, up to all ordinary ids, and rows that were halved more than once
    Index blend = 300;    // steps in which the share of documents then grows
    bool operator==(const Curriculum&) const = default;
};

struct TrainingRecipe
{
    std::uint64_t seed = 1; // of the rows of each step; weights that no file brings follow the choice `seed`
    Index steps = 1000;     // updates
    Index rows = 16;        // of a batch, and
    Index length = 128;     // tokens of a row
    Index passes = 0;       // in which a batch is computed, rows packed into each; 0: as rowsPerPass() of batch_gradient.h

    OptimizerKind optimizer = OptimizerKind::AdamW;
    double rate = 1e-3;
    RateSchedule schedule = RateSchedule::Cosine;
    double floor = 0.05; // share of the rate that a cosine ends with
    Index warmup = -1;   // steps of linear growth; −1: a tenth of all, at most 100
    double beta1 = 0.9, beta2 = 0.95, epsilon = 1e-9; // of AdamW
    double momentum = 0.9;                            // of SGD
    double weightDecay = 0.01;
    std::vector<std::string> noDecay = {"*embed*"}; // shell patterns of matrices without decay; vectors never have any
    double clip = 1.0;    // largest norm of a gradient, 0: none
    double zLoss = 0.0;   // factor of the mean of (log Σ exp logits)² (PaLM, Chowdhery et al. 2022 §5)
    double balance = 0.0; // factor of the load balancing of experts (Switch, Fedus et al. 2022 eq. 4–6)

    double dropout = 0.0; // of what branches add to the stream and of what enters the first block (core/layers/dropout.h), < 1
    double attentionDropout = 0.0; // of the weights of attention, < 1

    Curriculum curriculum = {}; // of the bundled corpus

    std::vector<Index> snapshots = {}; // steps before which the weights are kept, besides those that the caller says
    WordsByLanguage purpose = {};      // a line for lists; empty: made from the names of model and file

    Index warmupSteps() const;
    Index rowsPerPass(Index tokens) const; // at least 1; `tokens` of a pass where `passes` is 0
    bool operator==(const TrainingRecipe&) const = default;
};

/// The recipe with the keys of an object on top: what it does not name stays. Throws Error{BadInput} with file and key for an
/// unknown key, a value of another type or outside its range.
TrainingRecipe readRecipe(const Json& json, const std::string& file, TrainingRecipe on = {});

/// Every key: readRecipe() of it gives the recipe again.
Json recipeJson(const TrainingRecipe& recipe);

/// Throws Error{BadInput} with the key for a number that no training can have: no steps, a rate that is NaN or negative …
void checkRecipe(const TrainingRecipe& recipe, const std::string& file = {});

/// The rate of a step, from 0: linear warm-up times the schedule.
double learningRate(const TrainingRecipe& recipe, Index step);

} // namespace core
