#pragma once

// The trace file of contract §3: safetensors with metadata, in several files when large. What is in the metadata beyond
// the contract: "seed", "dtype", "heads" (name -> heads that were kept).

#include "core/files/formats/stored_tensor.h"
#include "core/trace/intervention.h"
#include "core/trace/trace.h"

#include <cstdint>
#include <string>

namespace core {

/// Writes NAME.safetensors, or with more than `fileBytes` of numbers NAME-00001-of-0000K.safetensors and
/// NAME.safetensors.index.json. Throws Error{Output} when a file cannot be written; nothing half-written is left.
void writeTrace(const Trace& trace, const std::string& path, std::uint64_t fileBytes = std::uint64_t(4) << 30);

/// A trace file whose numbers are still in the file.
struct TraceFile
{
    struct Item
    {
        StoredTensor stored;
        Axes axes;
        std::vector<Index> heads; // that were kept; empty: all

        /// The whole tensor. Throws Error when the file became shorter.
        Tensor read() const;
    };
    std::shared_ptr<Trace> trace; // what the metadata says, without entries
    std::vector<Item> items;      // in the order of their bytes

    /// nullptr when the file has no such tensor.
    const Item* find(std::string_view name) const;
};

/// Reads headers only. As readTrace() otherwise.
TraceFile openTrace(const std::string& path);

/// A file as a source of interventions: headers are read here, tensors when they are used. As openTrace() otherwise.
std::shared_ptr<const RecordedRun> openRecordedRun(const std::string& path);

/// Any file with the schema's mark, ours or another program's: NAME.safetensors also when only its index is there, or the
/// index itself. Missing axes follow from the names, missing tokens from ids or positions. Throws Error{BadInput}.
std::shared_ptr<Trace> readTrace(const std::string& path);

} // namespace core
