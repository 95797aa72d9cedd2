#pragma once

// One function a file of tables; families.cpp puts them together.

#include "core/files/family.h"

namespace core {

std::vector<Family> gptLikeFamilies();
std::vector<Family> llamaLikeFamilies();
std::vector<Family> neoxLikeFamilies();
std::vector<Family> optLikeFamilies();
std::vector<Family> llamaRelativeFamilies();
std::vector<Family> gemmaFamilies();
std::vector<Family> someWithoutPositionsFamilies();
std::vector<Family> encoderFamilies();
std::vector<Family> lateEncoderFamilies();
std::vector<Family> encoderDecoderFamilies();
std::vector<Family> mixtureFamilies();
std::vector<Family> deepseekFamilies();
std::vector<Family> stateSpaceFamilies();
std::vector<Family> recurrentFamilies();

std::vector<Family> ggufLlamaLikeFamilies();
std::vector<Family> ggufGptLikeFamilies();
std::vector<Family> ggufMixtureFamilies();

} // namespace core
