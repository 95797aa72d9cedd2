// A text through each kind of tokenizer: the first byte chooses which.

#include "tests/fuzz/fuzz_target.h"

#include "core/io/json.h"
#include "core/text/tokenizer.h"
#include "tests/test_data.h"

#include <memory>
#include <vector>

namespace {

std::vector<std::unique_ptr<core::Tokenizer>> tokenizers()
{
    std::vector<std::unique_ptr<core::Tokenizer>> all;
    all.push_back(core::makeBuiltInTokenizer());
    for (const char* name : {"gpt2", "llama2", "llama3", "bert_uncased", "bert_accents", "unigram", "unigram_unknown",
             "metaspace_first", "composed_digits", "punctuation", "whitespace_words"}) {
        const std::string path = std::string(TEST_DATA) + "/tokenizers/" + name + ".json";
        const core::Json file = core::readJson(path, {.bytes = std::size_t(64) << 20});
        all.push_back(core::makeTokenizer(file.contains("tokenizer") ? file["tokenizer"] : file, path));
    }
    return all;
}

} // namespace

void fuzzTarget(std::string_view bytes)
{
    static const std::vector<std::unique_ptr<core::Tokenizer>> all = tokenizers();
    if (bytes.empty())
        return;
    const core::Tokenizer& tokenizer = *all[static_cast<unsigned char>(bytes[0]) % all.size()];
    refusing([&] {
        const std::vector<core::TokenId> ids = tokenizer.encode(std::string(bytes.substr(1)));
        tokenizer.decode(ids);
        for (const core::TokenId id : ids)
            tokenizer.tokenText(id);
    });
}
