// model.safetensors.index.json beside two small shards.

#include "tests/fuzz/fuzz_target.h"

#include "core/files/formats/safetensors.h"

#include <vector>

namespace {

void writeShard(const std::string& name, const std::vector<std::string>& tensors)
{
    std::vector<core::TensorToWrite> list;
    for (const std::string& tensor : tensors)
        list.push_back({tensor, {2}, [](core::Index, core::Index rows, float* out) { std::fill_n(out, rows, 1.f); }});
    core::writeSafetensors(fuzzFolder() + "/" + name, list, {});
}

} // namespace

void fuzzTarget(std::string_view bytes)
{
    static const bool once = [] {
        writeShard("a.safetensors", {"one", "two"});
        writeShard("b.safetensors", {"three"});
        return true;
    }();
    (void)once;
    const std::string path = fuzzFile("model.safetensors.index.json", bytes);
    refusing([&] {
        std::vector<std::string> notes;
        core::Safetensors::openIndex(path, notes).byName();
    });
}
