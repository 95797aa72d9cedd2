#pragma once

// Model: an opened model with its own choices. Shared by all slots, never written after opening.

#include "core/base/weights.h"
#include "core/model/choices.h"
#include "core/model/model_config.h"
#include "core/run/weights_origin.h"
#include "core/text/tokenizer.h"

#include <memory>
#include <string>
#include <vector>

namespace core {

struct Model
{
    std::string name;    // "smollm2", "untrained", or the file name
    std::string family;  // "llama", "gpt2", "cutaway"
    std::string replicaOf; // the published model that it is an untrained replica of: "Llama 2 7B"; empty: it is none
    std::string guessedType; // the model_type of a folder that is unknown and that is read as `family`; empty: known
    std::string path;    // empty for built-in models
    std::string dtype;   // dtype of most of its weights: "F32", "Q4_1"
    bool trained = true; // false: all weights seeded, stated on screen
    bool sizesFixed = true; // weights from a file: only layers (fewer) and context may be set
    Choices choices;
    Weights weights;     // those the file brings; empty for seeded models
    std::shared_ptr<GeneratedWeights> generated = std::make_shared<GeneratedWeights>(); // those no file brings
    TokenId decoderStart = 0; // what the target of an encoder–decoder begins with
    std::shared_ptr<const Tokenizer> tokenizer; // may be null: then only ids can be given
    std::shared_ptr<const TrainedSiblings> siblings; // its sibling models; null: none
    std::vector<std::string> notes; // what opening assumed or ignored, one line each, English
};

using ModelPtr = std::shared_ptr<const Model>;

/// A model as it is run: choices resolved and weights filled in. `differences` are the choices said on top.
struct Setup
{
    ModelPtr model;
    Choices said;
    ModelConfig config;
    Weights weights;
    std::vector<WeightSpec> specs; // what the configuration needs, in order of use
    WeightsOrigin origin;          // whose weights they are, and what has changed since their training
};

using SetupPtr = std::shared_ptr<const Setup>;

/// Applies choices to a model. Throws Error{Usage}; nothing is computed, and only weights=trained and trained_or_keep read
/// (headers of its sibling models). Tensors are shared with earlier setups of the same model, so that toggling back
/// costs nothing. Of weights=trained_or_keep: the sibling trained with these choices, else the weights of the nearest
/// (chooseWeights in weights_choice.h); the sizes that only follow from a choice are then the sibling's.
SetupPtr configure(const ModelPtr& model, const Choices& said);

} // namespace core
