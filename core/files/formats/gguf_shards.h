#pragma once

// Models that were split into several GGUF files: NAME-00001-of-00003.gguf and so on. The first has the metadata, its
// `split.count` says how many there are, and each says by `split.no` (from 0) which it is.

#include "core/files/formats/gguf.h"

#include <optional>
#include <string>

namespace core {

/// The path of the first of the files that `path` is one of, by its name; nothing for a name of another form.
std::optional<std::string> firstGgufShard(const std::string& path);

/// The model of a GGUF file, with the tensors of all files where there are several; any of them may be named. Throws
/// Error{BadInput} naming the file: for one that is not there, is another than its name says, belongs to another model, or
/// lists a tensor that is in another one.
Gguf openGgufModel(const std::string& path);

} // namespace core
