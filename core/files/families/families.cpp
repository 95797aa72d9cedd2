// All families of Hugging Face folders. To add one: a row in the file of its relatives; a new file is a function in families.h.

#include "core/files/families/families.h"

namespace core {

const std::vector<Family>& huggingFaceFamilies()
{
    static const std::vector<Family> families = [] {
        std::vector<Family> all;
        for (auto* tables : {gptLikeFamilies, llamaLikeFamilies, llamaRelativeFamilies, gemmaFamilies,
                 someWithoutPositionsFamilies, neoxLikeFamilies, optLikeFamilies, encoderFamilies, lateEncoderFamilies,
                 encoderDecoderFamilies, mixtureFamilies, deepseekFamilies, stateSpaceFamilies, recurrentFamilies})
            for (Family& family : tables())
                all.push_back(std::move(family));
        return all;
    }();
    return families;
}

} // namespace core
