#pragma once

// Scan: what drives the numbers of a tensor over many texts: for each channel (a neuron, a number of a head's output, a component of
// the stream, an expert's gate; the length of what a head adds, the stream along a direction) the tokens with its largest and
// smallest values, a random sample, and how its values are spread. Texts are read one after another, so that memory does not grow
// with them; a scan that was stopped goes on where it was.

#include "core/base/run_control.h"
#include "core/experiments/text_set.h"
#include "core/run/model.h"

#include <cstdint>
#include <string>
#include <vector>

namespace core {

inline constexpr Index scanBins = 64;    // of a histogram
inline constexpr Index scanBefore = 12;  // tokens of a window before the one that is shown, and
inline constexpr Index scanAfter = 4;    // behind it
inline constexpr Index scanWindow = scanBefore + 1 + scanAfter;

/// A token of a text with the value of a channel there, and its neighbours.
struct ScanHit
{
    float value = 0;
    std::uint64_t line = 0; // of the file of texts, from 1
    Index position = 0;     // in the text
    std::vector<TokenId> ids; // [scanWindow]: of the token and its neighbours; −1 beyond the text
    std::vector<float> values; // [scanWindow]: of the channel there; NaN beyond the text
    std::uint64_t draw = 0; // of a random sample: its place in a fixed order
};

struct ScanChannel
{
    std::vector<ScanHit> top, bottom, sample; // best first; at most `keep` each
    double sum = 0, squares = 0;
    float least = 0, most = 0;
    std::vector<std::uint64_t> bins; // [scanBins] over the range of the first texts; what is outside counts at the ends
};

struct ScanRequest
{
    std::string at;    // a tensor with a token axis; heads in brackets
    Index keep = 10;   // hits of each list
    std::string texts; // a file, or a set that comes with the program
    std::string along = {}; // empty: every number is a channel; else one for each vector (scan_reading.h)
};

struct Scan
{
    std::string at;
    std::string along; // as of the request
    std::string model;
    std::string texts;
    std::vector<std::string> axes; // of a token's numbers: {"d_mlp"}
    Shape shape;                   // of them; channels are counted row by row
    Index keep = 0;
    std::string choices;           // of the setup, JSON
    std::uint64_t lines = 0, textCount = 0, tokens = 0; // that were read
    std::uint64_t offset = 0; // bytes of the file
    std::vector<float> low, high; // of each channel: the range of its histogram
    std::vector<ScanChannel> channels;
    std::vector<double> written; // along: into the stream [channel, d_model], a direction, or of lengths the sum; empty: not known

    /// What a channel writes along: the direction, or of lengths the mean over the tokens; empty: not known.
    std::vector<float> writtenBy(std::size_t channel) const;

    std::size_t bytes() const; // of its hits and histograms, about
};

/// Scans all texts. Every `saveEvery` texts and at a stop the state is written to `file`.part, from which the next call with the same
/// request goes on; at the end `file` is written whole and the part is gone. The result is the same, bit for bit, however often it was
/// stopped. Texts of more than 512 tokens are cut into pieces of so many. Throws Error{Usage} for a name that is no tensor with
/// tokens, Error{BadInput} for texts that cannot be read, Error{Output}; Stopped.
Scan scan(const Setup& setup, const ScanRequest& request, const std::string& file, const RunControl& control = {},
    std::uint64_t saveEvery = 2000);

/// The same in memory, of texts that are few. Throws as scan() does.
Scan scanTexts(const Setup& setup, const ScanRequest& request, const RunControl& control = {});

/// The file of a scan: tensors [channel, …] with metadata `cutaway.scan` = "1" (docs/contract.md §6). Throws Error{Output}.
void writeScan(const Scan& scan, const std::string& file);

/// Whether a file is safetensors with the mark of a scan. Reads its header; false for what cannot be read.
bool isScanFile(const std::string& file);

/// Reads it. Throws Error{BadInput} for a file that is cut off, or is no scan.
Scan readScan(const std::string& file);

} // namespace core
