#include "core/files/library/other_contents.h"

#include "core/base/error.h"
#include "core/io/shown_text.h"

#include <filesystem>

namespace core {

namespace {

[[noreturn]] void refuseAdapter(const std::string& file, const std::string& found)
{
    throw Error({.file = file,
        .problem = CUTAWAY_TR("an adapter, not a model: merge it into its model first"),
        .expected = "the folder that merge_and_unload() and save_pretrained() of peft write",
        .found = found});
}

} // namespace

void refuseAdapterFolder(const std::string& folder)
{
    std::error_code failure;
    if (std::filesystem::exists(std::filesystem::path(folder) / "adapter_config.json", failure))
        refuseAdapter(folder, "adapter_config.json");
}

void refuseOtherContents(const Safetensors& weights, const std::string& folder)
{
    if (weights.metadata.count("cutaway.schema"))
        throw Error({.file = folder,
            .where = "cutaway.schema",
            .problem = CUTAWAY_TR("a recorded run next to a config.json: not the weights of a model"),
            .expected = "the weights, or the run in a folder of its own"});
    for (const StoredTensor& tensor : weights.tensors)
        if (tensor.name.find(".lora_A.") != std::string::npos)
            refuseAdapter(folder, shownText(tensor.name));
}

} // namespace core
