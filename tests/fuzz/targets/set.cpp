// Assignments as `--set` takes them, one per line, and the model that they mean.

#include "tests/fuzz/fuzz_target.h"

#include "core/model/model_config.h"

void fuzzTarget(std::string_view bytes)
{
    core::Choices choices;
    while (!bytes.empty()) {
        const std::string_view line = bytes.substr(0, bytes.find('\n'));
        bytes.remove_prefix(std::min(bytes.size(), line.size() + 1));
        refusing([&] { choices.setText(line, 3); });
    }
    refusing([&] { core::describe(core::resolve({}, choices)); });
}
