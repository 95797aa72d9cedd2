// config.json of a folder with the weights of a small llama.

#include "tests/fuzz/fuzz_target.h"

#include "core/files/formats/safetensors.h"
#include "core/files/library/model_files.h"

#include <vector>

namespace {

void writeWeights()
{
    const std::string layer = "model.layers.0.";
    const std::vector<std::pair<std::string, core::Shape>> tensors = {{"model.embed_tokens.weight", {16, 8}},
        {"lm_head.weight", {16, 8}}, {"model.norm.weight", {8}}, {layer + "input_layernorm.weight", {8}},
        {layer + "post_attention_layernorm.weight", {8}}, {layer + "self_attn.q_proj.weight", {8, 8}},
        {layer + "self_attn.k_proj.weight", {8, 8}}, {layer + "self_attn.v_proj.weight", {8, 8}},
        {layer + "self_attn.o_proj.weight", {8, 8}}, {layer + "mlp.gate_proj.weight", {8, 8}},
        {layer + "mlp.up_proj.weight", {8, 8}}, {layer + "mlp.down_proj.weight", {8, 8}}};
    std::vector<core::TensorToWrite> list;
    for (const auto& [name, shape] : tensors) {
        const core::Index columns = core::elements(shape) / shape[0];
        list.push_back(
            {name, shape, [columns](core::Index, core::Index rows, float* out) { std::fill_n(out, rows * columns, 1.f); }});
    }
    core::writeSafetensors(fuzzFolder() + "/model.safetensors", list, {});
}

} // namespace

void fuzzTarget(std::string_view bytes)
{
    static const bool once = (writeWeights(), true);
    (void)once;
    fuzzFile("config.json", bytes);
    refusing([&] { core::openModel(fuzzFolder()); });
}
