#pragma once

// What sets of texts are called: those that come with the program by a word of the current language, files by their names.

#include <QString>

#include <string>

namespace widgets {

/// The word of a set of core::bundledTextSets(); of anything else, itself.
QString textSetWords(const std::string& nameOrPath);

} // namespace widgets
