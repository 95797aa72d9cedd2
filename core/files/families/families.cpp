// All families of Hugging Face folders. To add one: a row in the file of its relatives; a new file is a function in families.h.

#include "core/files/families/families.h"

namespace core {

std::vector<Family> joined(std::initializer_list<FamilyTable> tables)
{
    std::vector<Family> all;
    for (const FamilyTable table : tables)
        for (Family& family : table())
            all.push_back(std::move(family));
    return all;
}

const std::vector<Family>& huggingFaceFamilies()
{
    static const std::vector<Family> families = joined({gptLikeFamilies, llamaLikeFamilies, llamaRelativeFamilies, gemmaFamilies,
        someWithoutPositionsFamilies, neoxLikeFamilies, optLikeFamilies, encoderFamilies, lateEncoderFamilies, t5LikeFamilies,
        bartLikeFamilies, mixtureFamilies, deepseekFamilies, stateSpaceFamilies, recurrentFamilies});
    return families;
}

} // namespace core
