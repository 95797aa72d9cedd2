// What recipes and sessions hold that the engine reads: choices, and lists of interventions.

#include "tests/fuzz/fuzz_target.h"

#include "core/model/model_config.h"
#include "core/trace/intervention.h"

#include <cstdlib>

void fuzzTarget(std::string_view bytes)
{
    refusing([&] {
        const core::Json recipe = core::parseJson(bytes, "recipe.json");
        if (recipe.is_array()) {
            const std::vector<core::Intervention> list = core::interventionsFromJson(recipe, "recipe.json");
            core::toJson(list);
        } else {
            const core::Choices choices = core::Choices::fromJson(recipe);
            if (core::Choices::fromJson(choices.toJson()) != choices)
                std::abort();
            core::describe(core::resolve({}, choices));
        }
    });
}
