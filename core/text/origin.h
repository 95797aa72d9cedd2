#pragma once

// Origin of a normalized text, as far as tokenizing needs it: how many of its bytes belong to the first character of the
// original. Each step of the reference library keeps its own idea of that, followed here.

#include "core/text/normalizer.h"

#include <cstddef>
#include <string>

namespace core {

/// `before` became `after`, and the first `start` bytes of `before` belong to the first character of the original: so many
/// bytes of `after` do. Kinds that work character by character:
template <class Kind>
std::size_t startAfter(const Kind& kind, const std::string& before, const std::string& /*after*/, std::size_t start)
{
    return kind.apply(before.substr(0, start)).size();
}

std::size_t startAfter(
    const normalizers::UnicodeForm& kind, const std::string& before, const std::string& after, std::size_t start);
std::size_t startAfter(const normalizers::Replace& kind, const std::string& before, const std::string& after, std::size_t start);
std::size_t startAfter(const normalizers::Prepend& kind, const std::string& before, const std::string& after, std::size_t start);
std::size_t startAfter(const normalizers::Strip& kind, const std::string& before, const std::string& after, std::size_t start);
std::size_t startAfter(const normalizers::Bert& kind, const std::string& before, const std::string& after, std::size_t start);
std::size_t startAfter(
    const normalizers::Precompiled& kind, const std::string& before, const std::string& after, std::size_t start);

} // namespace core
