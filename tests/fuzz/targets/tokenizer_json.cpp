// tokenizer.json, then a text through what it made.

#include "tests/fuzz/fuzz_target.h"

#include "core/io/json.h"
#include "core/text/tokenizer.h"

void fuzzTarget(std::string_view bytes)
{
    refusing([&] {
        const auto tokenizer = core::makeTokenizer(core::parseJson(bytes, "tokenizer.json"), "tokenizer.json");
        tokenizer->decode(tokenizer->encode("The cat's 12 caf\xC3\xA9s \xE7\x8C\xAB\n <s>!"));
        tokenizer->toJson();
    });
}
