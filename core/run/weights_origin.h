#pragma once

// Origin of the weights of a setup, and the choices under which they were trained: what a person must be told before
// reading anything into a picture ("trained with Pre, run as Post: shows sensitivity, not quality").

#include "core/model/choices.h"

#include <memory>
#include <string>
#include <vector>

namespace core {

struct Model;

/// A choice in which the run departs from the training of its weights.
struct ChangedChoice
{
    std::string key;  // "norm.placement"
    Json trainedWith; // one value, or one per layer; null where the kinds of the one do not have the key
    Json runAs;
    bool operator==(const ChangedChoice&) const = default;
};

struct WeightsOrigin
{
    enum class How
    {
        Seeded,  // nothing was trained
        Trained, // trained with exactly these choices
        Kept     // trained with other choices: `changed`
    };

    How how = How::Seeded;
    std::string model;                  // whose weights they are: the opened model, or a sibling
    std::vector<ChangedChoice> changed; // empty unless Kept
    std::vector<std::string> identity;  // tensors that no file brings and that start as identity: new norms and biases
    std::vector<std::string> seeded;    // tensors that no file brings, random
};

const char* wordOf(WeightsOrigin::How how); // "seeded", "trained", "kept"

/// The siblings of a model, trained on the same tokens. An interface for `weights=trained_or_keep`, implemented in core/files.
class TrainedSiblings
{
public:
    struct Sibling
    {
        std::string name;
        Choices choices;             // all of them, as describe() gives them
        int trainingDifferences = 0; // settings of the training (seed, rate, steps …) that differ from those of the model opened
    };

    virtual ~TrainedSiblings() = default;

    /// By name, without the model itself. What cannot be read is left out.
    virtual const std::vector<Sibling>& all() const = 0;

    /// Its weights; the same object every time. Throws Error{BadInput}.
    virtual std::shared_ptr<const Model> open(const std::string& name) const = 0;
};

} // namespace core
