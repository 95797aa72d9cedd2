#pragma once

// Keys that any configuration of transformers may have, whatever its family, and that change the numbers of a pass.
// To add one: its row in common_keys.cpp.

#include "core/files/families/config_source.h"
#include "core/model/choices.h"

namespace core {

/// Throws Error{BadInput} naming the first of these keys whose value asks for another model than the choices are.
void checkCommonKeys(const ConfigSource& config, const Choices& choices);

} // namespace core
