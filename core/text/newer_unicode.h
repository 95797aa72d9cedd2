#pragma once

// The reference library brings an Oniguruma that knows Unicode 16, ours knows Unicode 14: a pattern is rewritten so that its
// classes hold the newer characters too.

#include <string>

namespace core {

/// The pattern with \p{…} and \P{…} of the general categories and of Han, \w, \d, \b and their opposites spelled out, in
/// the syntax of Oniguruma. Anything else stays as it is. Patterns that narrow classes to ASCII, as (?W) does, stay too.
std::string withNewerCharacters(const std::string& pattern);

} // namespace core
