#pragma once

// Helpers for the tables of the families: how a value is read, its default when it is missing, and the
// parts of a configuration that many families spell alike.

#include "core/files/families/family.h"

namespace core::table {

// Bounds of the values of a configuration, so that nothing of impossible size is ever allocated.
inline constexpr double layersCap = 2048;
inline constexpr double headsCap = 4096;
inline constexpr double dHeadCap = 2048;
inline constexpr double dModelCap = 1 << 18;
inline constexpr double dFfCap = 1 << 21;
inline constexpr double vocabularyCap = 1 << 24;
inline constexpr double contextCap = 1 << 28;
inline constexpr double tokenTypesCap = 1 << 20;
inline constexpr double expertsCap = 4096;
inline constexpr double factorCap = 1e6; // of multipliers

inline Reading integer(double max) { return {Reading::Integer, 1, max, {}}; }
inline Reading count(double max) { return {Reading::Integer, 0, max, {}}; } // zero too
inline Reading number(double min, double max) { return {Reading::Number, min, max, {}}; }
inline const Reading boolean{Reading::Bool, 0, 0, {}};
inline const Reading epsilon = number(1e-30, 1);
inline const Reading ropeBase = number(1, 1e12);
inline const Reading factor = number(-factorCap, factorCap);
inline const Reading positive = number(0, factorCap);
extern const Reading activation; // the words of `hidden_act`; not for constants of a file (order of initialisation)

inline Missing otherwise(Json value) { return {std::move(value), nullptr, false}; }
inline Missing derived(Json (*from)(const Choices&)) { return {{}, from, false}; }
inline const Missing required{{}, nullptr, true};
inline const Missing unsaid{};

Json fourTimesDModel(const Choices& choices);
Json asManyAsHeads(const Choices& choices);

using Keys = std::vector<ConfigKey>;
using Names = std::vector<TensorName>;
using Fixed = std::vector<std::pair<std::string, Json>>;

/// `own` first, so that its rows win over those of the same choice or tensor in `common`.
Keys with(Keys common, Keys own);
Names with(Names common, Names own);
Fixed with(Fixed common, Fixed own);

/// Rotary positions, in the keys of either generation (formats of v4: rope_theta and rope_scaling; of v5: rope_parameters,
/// one object or one per layer type). Throws Error{BadInput} for scalings that do not exist.
struct RopeDefaults
{
    double base = 10000.0;
    double fraction = 1.0;
    bool mayBePartial = false; // a fraction may be said though the default is 1
    double slidingBase = 0.0; // of layers with a window, where the family has two bases; 0: one base
    std::vector<std::string> baseNames = {};     // older names of rope_theta
    std::vector<std::string> fractionNames = {}; // older names of partial_rotary_factor
    std::string slidingBaseName = {};            // v4: rope_local_base_freq
    Json scaling = {};                           // the default when there is no rope key at all
};
Finish rope(RopeDefaults defaults = {});

/// Which layers have a sliding window. `layer_types` says it; without it the rule of the family does.
struct WindowDefaults
{
    std::vector<std::string> names = {"sliding_window"};
    Index window = 0;                          // when the key is absent; 0: none. A null always means none
    std::string enabledBy = {};                // key that must be true, "use_sliding_window"
    bool typesEnable = false;                  // or layers that slide among `layer_types`
    Index pattern = 0;                         // layer i is full when (i + 1) % pattern == 0; 0: all slide
    std::string patternName = {};              // a key that says `pattern` instead
    bool (*slides)(const FamilyReading&, Index layer) = nullptr; // a rule that no pattern can say
};
Finish slidingWindow(WindowDefaults defaults = {});

/// Words of `layer_types` for each layer: "full_attention", "sliding_attention"; empty when the configuration has none.
/// Throws Error{BadInput} when there are not as many as layers or a word is unknown.
std::vector<std::string> layerTypes(const FamilyReading& reading);

/// A key that is true or false. Throws Error{BadInput} when it is something else.
bool flag(const FamilyReading& reading, const std::string& key, bool otherwise);

/// A key that is an integer within [min, max]; nothing when it is absent or null. Throws Error{BadInput} for all else.
std::optional<Index> wholeNumber(const FamilyReading& reading, const std::string& key, Index min, Index max);

/// This many heads of keys and values, which say the kind of attention, too. Throws Error{BadInput} naming `key` when they do
/// not divide the heads.
void shareHeads(FamilyReading& reading, Index kvHeads, const std::string& key = "num_key_value_heads");

/// Names of experts under "layers.N.PLACE", each its own tensors or all in one as transformers 5 holds them in memory, and of
/// their router. `own` are the last words of gate, up and down of one expert.
struct ExpertWords
{
    std::string gate = "gate_proj", up = "up_proj", down = "down_proj";
    std::string router = "gate";
};
Names expertNames(const std::string& place = "mlp", const ExpertWords& own = {});

/// Which layers are mixtures, by a rule; the others are gated.
void setMixtures(FamilyReading& reading, const std::function<bool(Index layer)>& isMixture);

/// One value per layer. Throws Error{BadInput} via the choice's own check.
void setLayers(FamilyReading& reading, const std::string& choice, const std::function<Json(Index layer)>& valueOf);

} // namespace core::table
