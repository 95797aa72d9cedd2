// A GGUF file: metadata, tensors of every type, the tokenizer, and the model that it would be.

#include "tests/fuzz/fuzz_target.h"

#include "core/files/formats/gguf.h"
#include "core/files/library/model_files.h"
#include "core/files/tokenizers/gguf_tokenizer_data.h"
#include "core/text/tokenizer.h"

#include <algorithm>
#include <vector>

void fuzzTarget(std::string_view bytes)
{
    const std::string path = fuzzFile("x.gguf", bytes);
    refusing([&] {
        const core::Gguf gguf = core::Gguf::open(path);
        for (const auto& [name, tensor] : gguf.tensors()) {
            if (!tensor.format)
                continue;
            std::vector<float> numbers(std::size_t(std::min<core::Index>(core::elements(tensor.shape), 1 << 16)));
            tensor.read(0, core::Index(numbers.size()), numbers.data());
        }
        if (const auto data = core::readGgufTokenizer(gguf))
            core::makeTokenizer(*data, path)->encode("The cat");
    });
    refusing([&] { core::openModel(path); });
}
