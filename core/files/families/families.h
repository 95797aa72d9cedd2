#pragma once

// One function per file of tables; families.cpp puts them together.

#include "core/files/families/family.h"

#include <initializer_list>
#include <vector>

namespace core {

using FamilyTable = std::vector<Family> (*)();

/// The rows of these tables, one table after the other.
std::vector<Family> joined(std::initializer_list<FamilyTable> tables);

std::vector<Family> gptLikeFamilies();
std::vector<Family> llamaLikeFamilies();
std::vector<Family> neoxLikeFamilies();
std::vector<Family> optLikeFamilies();
std::vector<Family> llamaRelativeFamilies();
std::vector<Family> gemmaFamilies();
std::vector<Family> someWithoutPositionsFamilies();
std::vector<Family> encoderFamilies();
std::vector<Family> lateEncoderFamilies();
std::vector<Family> t5LikeFamilies();
std::vector<Family> bartLikeFamilies();
std::vector<Family> mixtureFamilies();
std::vector<Family> deepseekFamilies();
std::vector<Family> stateSpaceFamilies();
std::vector<Family> recurrentFamilies();

std::vector<Family> ggufLlamaLikeFamilies();
std::vector<Family> ggufGptLikeFamilies();
std::vector<Family> ggufMixtureFamilies();

} // namespace core
