// All architectures of GGUF files. To add one: a row in the file of its relatives; a new file is a function in families.h.

#include "core/files/families/families.h"

namespace core {

const std::vector<Family>& ggufFamilies()
{
    static const std::vector<Family> families = joined({ggufLlamaLikeFamilies, ggufGptLikeFamilies, ggufMixtureFamilies});
    return families;
}

} // namespace core
