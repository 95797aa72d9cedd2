// A safetensors file: its header, then every tensor that can be read.

#include "tests/fuzz/fuzz_target.h"

#include "core/files/safetensors.h"

#include <vector>

void fuzzTarget(std::string_view bytes)
{
    const std::string path = fuzzFile("x.safetensors", bytes);
    refusing([&] {
        for (const core::StoredTensor& tensor : core::Safetensors::open(path).tensors) {
            if (!tensor.format)
                continue;
            std::vector<float> numbers(std::size_t(core::elements(tensor.shape))); // no more than the file has
            tensor.read(0, core::Index(numbers.size()), numbers.data());
        }
    });
}
