#pragma once

// ReferenceNumbers: what transformers computed for a named triple of a model, a text and its choices, and how far a run is from
// it. The files come with the program, in ../share/cutaway/references; tools/reference/references.py writes them and says what is
// in them. To add a triple: a row there.

#include "core/run/model.h"
#include "core/trace/trace.h"

#include <functional>
#include <string>
#include <vector>

namespace core {

/// A file that says what the model computes.
struct ReferenceFile
{
    std::string name; // in the model's folder
    std::size_t bytes = 0;
    std::string sha256; // lower-case hexadecimal
};

struct ReferenceNumbers
{
    std::string name; // of the triple: "main-en"
    std::string program; // "transformers"
    std::string version; // of the program
    std::string torch; // its version
    std::string script; // that wrote the file
    std::string model; // "main"
    std::string family; // the program's class of it: "Granite"
    std::string text;
    std::vector<ReferenceFile> files = {};
    std::vector<TokenId> ids = {};
    std::vector<std::vector<double>> streamRms = {}; // [layer][token]: of the stream after each block

    // Logits of every token; all empty where the model has none.
    Index every = 0; // of the ids 0, every, 2·every, …
    std::vector<float> logits = {}; // [token, those]
    Index largest = 0; // and of so many of the largest
    std::vector<TokenId> largestIds = {}; // [token, largest]
    std::vector<float> largestLogits = {}; // [token, largest]
};

/// <folder of the program>/../share/cutaway/references; empty when the system does not say where the program is.
std::string referencesFolder();

/// Throws Error{BadInput} for a file that is not of the form that the script writes.
ReferenceNumbers readReferenceNumbers(const std::string& path);

/// All in a folder, by name; none where there is no such folder. Throws as readReferenceNumbers().
std::vector<ReferenceNumbers> readReferenceFolder(const std::string& folder);

/// SHA-256 of a file, lower-case hexadecimal; empty when it cannot be read.
using HashOfFile = std::function<std::string(const std::string& path)>;

/// Whether a run can be a triple at all: a trained model of a folder with its own choices and weights, nothing replaced.
bool mayBeOfTriple(const Trace& trace, const Setup& setup);

/// Whether a run is this triple: the same ids, the model's own choices and weights, nothing replaced, and the very files. They
/// are hashed only where all else is the same.
bool isOfTriple(const ReferenceNumbers& reference, const Trace& trace, const Setup& setup, const HashOfFile& hashOf);

struct ReferenceDifference
{
    bool hasLogits = false;
    double logits = 0; // largest |a − b|; infinite where the run has other ones
    double largestLogit = 0; // magnitude, of the reference
    double rms = 0; // largest |a − b| / b of the stream's root mean square

    /// As far as float32 lets two programs agree that add in another order.
    static constexpr double tolerance = 1e-4;
    bool agrees() const { return logits <= tolerance * largestLogit && rms <= tolerance; }
};

/// REQUIRES: isOfTriple(). A tensor that the run did not record counts as infinitely far.
ReferenceDifference differenceFrom(const ReferenceNumbers& reference, const Trace& trace);

} // namespace core
