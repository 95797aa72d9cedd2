#pragma once

// Small models of odd sizes with every parameter random, and the list of all combinations of kinds. Everything here is
// collected from choiceKeys(), so a new kind is tested without a change.

#include "core/run/forward.h"
#include "core/run/model.h"

#include <functional>
#include <string>
#include <vector>

namespace support {

/// `on` with these said on top, "norm.kind=none mask.window=2".
core::Choices assigned(const std::string& assignments, core::Choices on = {});

/// 2 layers, 6 heads of width 5 over a stream of 18, 13 tokens in the vocabulary, all biases. No size divides another by
/// accident.
core::Choices smallChoices();

/// smallChoices() with these on top, "norm.kind=none mask.window=2".
core::Choices choices(const std::string& assignments);

/// A model with these choices and random numbers in every tensor: gains and biases too, so that none hides.
core::SetupPtr smallSetup(const core::Choices& choices, std::uint64_t seed = 1);

/// Seven tokens of the small vocabulary, none in order.
std::vector<core::TokenId> smallText();

/// All keys that choose a kind of a family.
std::vector<const core::ChoiceKey*> familyKeys();

/// One value of every kind of every family with everything else as it is, and every parameter of it at each of its words,
/// or at a few numbers in its range: "norm.kind=rms_norm norm.gain=none".
std::vector<std::string> everyKindAndParameter();

/// Every choice of no family, at each of its words or at a few values; sizes, seed and weights left out: "score.sinks=true".
std::vector<std::string> everyPlainChoice();

/// Both lists, one after the other. All are legal.
std::vector<std::string> everyChoice();

/// One choice for each set of names that a trace may have, on request or not: for tests that visit every name.
std::vector<std::string> everySetOfNames();

/// Legal combinations of the values of these keys that hold every pair of them, where a legal one holds it at all; of those
/// that `isMeant` where there is one.
std::vector<std::string> everyPair(
    const std::vector<std::string>& keys, const std::function<bool(const core::ModelConfig&)>& isMeant = {});

/// Whether the combination is refused.
bool isRefused(const core::Choices& choices);

/// All `nature` flags of the kinds in use, and those of the choices that are no kinds: sinks, capacity, an encoder.
unsigned natureOf(const core::ModelConfig& config);

/// A pass over these tokens that records everything.
std::shared_ptr<core::Trace> run(const core::Setup& setup, const std::vector<core::TokenId>& ids,
    const core::TraceRequest& request = {}, core::KvCache* cache = nullptr);

/// Largest |a − b| divided by the largest |b| (or by `atLeast`); infinite where one is −inf, NaN or of another length and the
/// other not.
double relativeDifference(std::span<const float> a, std::span<const float> b, double atLeast = 1e-30);

double largestValue(std::span<const float> values);

/// The name of the scale beside which a norm's mean, which may be zero up to rounding, is measured; empty for other names.
std::string scaleBeside(const std::string& name);

} // namespace support
