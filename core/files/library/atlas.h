#pragma once

// Atlas: published Transformer models with their sizes and choices, each with its source and how certain it is. It comes with the
// program, in ../share/cutaway/atlas. To add a model: a line of resources/atlas/models.json (its README has the words).

#include "core/base/tensor.h"
#include "core/io/words_by_language.h"
#include "core/model/choices.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace core {

/// How a model was trained, as far as it was published.
struct AtlasTraining
{
    std::optional<double> dropout, weightDecay;
    std::string source, certainty; // as those of the sizes; empty: nothing is known
};

/// A published model. What is not known is not there.
struct AtlasModel
{
    std::string id; // "llama-2-7b"
    std::string name; // "Llama 2 7B"
    std::string organisation;
    int year = 0;
    int month = 0; // 0: not known
    std::int64_t parameters = 0; // as published
    std::int64_t active = 0; // of these, what a token uses, as published of mixtures; 0: not said
    std::int64_t tokens = 0; // that it was trained on; 0: not known
    std::string licence;
    Choices choices; // sizes included
    std::map<std::string, std::vector<Json>> pattern; // choices that layers have in turn, from layer 0 on
    Index denseLayers = 0; // of a mixture: the first layers, which have none
    std::map<std::string, std::string> unsupported; // choices that no kind here is, with their published words
    std::string source;
    std::string sizesFrom; // id of the model that was made from it, whose sizes a replica takes; empty: its own are published
    AtlasTraining training;
    std::string certainty; // of the sizes: "config", "config_partial", "recalled", "course_only"
    std::string course; // where a course lists it, and where that differs from the fact
    std::map<std::string, int> tables; // tables of the course that it is in, "large", "llama", "deepseek", with its row from 1 on
    WordsByLanguage courseSays, fact; // where the course differs from the fact; empty: nowhere known
    std::optional<double> check; // parameters computed from the sizes over the published ones

    double time() const { return year + (month > 0 ? (month - 0.5) / 12.0 : 0.5); } // years
    Index size(const std::string& name) const; // "d_model"; 0: not known
    std::string word(const std::string& key) const; // of a choice of words; empty: not known
    bool hasExperts() const { return choices.has("mixture.experts"); }

    /// heads · d_head / d_model and d_ff / d_model (of one expert's width where every layer is a mixture has none); NaN where a
    /// size is not known or does not apply. With latents the width of a head is that of its values.
    double headRatio() const;
    double feedForwardRatio() const;

    /// Every layer's choices, with the patterns written out.
    Choices byLayer() const;
};

/// The atlas of the program, in the order of its file. Throws Error{BadInput} when it cannot be read.
const std::vector<AtlasModel>& atlas();

/// nullptr when it has no such model.
const AtlasModel* findAtlasModel(const std::string& id);

/// Throws Error{BadInput}: file, place, problem.
std::vector<AtlasModel> readAtlas(const std::string& path);

/// <folder of the program>/../share/cutaway/atlas.
std::string atlasFolder();

} // namespace core
