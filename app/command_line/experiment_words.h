#pragma once

// What the commands of many runs have in common: `ablate`, `patch`, `paths`, `scan`, `sweep`.

#include "app/command_line/command.h"

#include "core/experiments/changed_runs.h"
#include "core/experiments/measured_map.h"

namespace app {

inline constexpr Option metricOption{"--metric", "METRIC",
    QT_TRANSLATE_NOOP("commandLine",
        "loss, kl, logit:TOKEN@POS, log_prob:TOKEN@POS, logit_difference:TOKEN,TOKEN@POS, entropy@POS or rank:TOKEN@POS; TOKEN is "
        "an id (#123) or a text that is one token, POS counts from 0, −1 is the last")};
inline constexpr Option otherTextOption{"--b-text", "TEXT", QT_TRANSLATE_NOOP("commandLine", "the other text")};
inline constexpr Option otherIdsOption{
    "--b-ids", "1,2,3", QT_TRANSLATE_NOOP("commandLine", "token ids instead of the other text")};
inline constexpr Option otherDecoderTextOption{
    "--b-decoder-text", "TEXT", QT_TRANSLATE_NOOP("commandLine", "the other target of an encoder–decoder")};
inline constexpr Option otherDecoderIdsOption{
    "--b-decoder-ids", "1,2,3", QT_TRANSLATE_NOOP("commandLine", "token ids instead of the other target's text")};
inline constexpr Option textsOption{"--texts", "FILE",
    QT_TRANSLATE_NOOP("commandLine",
        "many texts: a .txt file with one a line, a .jsonl file with a JSON string or {\"text\": …} a line, or one of the sets that "
        "come with the program: agreement, brackets, capitals, copying, pronouns, repeats")};
inline constexpr Option csvOption{"--csv", nullptr, QT_TRANSLATE_NOOP("commandLine", "print CSV")};

/// `--text` (or the text of slot "b-") and `--metric`. The setup outlives it. Throws core::Error.
core::Measurement measurementOf(const Arguments& arguments, const core::Setup& setup, const SlotWord& slot = {});

/// The ids of all `--texts`. Throws core::Error with the file and the line.
std::vector<std::vector<core::TokenId>> textsOf(const Arguments& arguments, const core::Model& model);

/// The map on standard output: JSON, CSV, or a table in which the place that changes the metric most is first. `more` goes into the
/// JSON besides. Throws core::Error{Usage} for --json and --csv together.
void printMap(const Arguments& arguments, const core::MeasuredMap& map, const core::Json& more = core::Json::object());

/// Throws core::Error{Usage} for --json and --csv together.
void requireOneForm(const Arguments& arguments);

/// A text that ends its last line.
void printText(const std::string& text);

} // namespace app
