#pragma once

// Runs that figures are drawn of: small ones of different kinds, and those of bundled models.

#include "core/files/library/model_files.h"
#include "core/run/forward.h"
#include "core/run/same_weights.h"
#include "tests/widgets/support/tiny_run.h"

#include <utility>

namespace support {

/// Small runs of different kinds: every figure has something to draw for one of them.
inline const std::vector<widgets::RunPtr>& runs()
{
    static const std::vector<widgets::RunPtr> all = [] {
        std::vector<widgets::RunPtr> made;
        for (const std::vector<std::string>& said : {std::vector<std::string>{}, {"position.kind=rope"}, {"position.kind=alibi"},
                 {"feed_forward.kind=mixture", "mixture.experts=4", "mixture.top_k=2"}, {"position.kind=sinusoidal"}})
            made.push_back(tinyRun("The cat sat on the mat", said));
        const core::ModelPtr model = core::openModel("main"); // has a training
        const core::SetupPtr setup = core::configure(model, {});
        core::ForwardInput input{.ids = model->tokenizer->encode("The cat sat on the mat"), .sequenceStarts = {}};
        made.push_back(std::make_shared<widgets::RunResult>(widgets::RunResult{core::forward(*setup, input), setup}));
        const core::ModelPtr two = core::openModel("translator"); // two stacks
        const core::SetupPtr both = core::configure(two, {});
        made.push_back(std::make_shared<widgets::RunResult>(widgets::RunResult{core::forward(*both,
                                                                 {.ids = two->tokenizer->encode("The cat sleeps on the sofa."),
                                                                     .decoderIds = two->tokenizer->encode("猫在沙发上")}),
            both}));
        return made;
    }();
    return all;
}

/// The first run's model on another text, of as many tokens.
inline widgets::RunPtr otherText()
{
    core::ForwardInput input = core::inputOf(*runs()[0]->trace);
    std::swap(input.ids.front(), input.ids.back());
    return std::make_shared<widgets::RunResult>(widgets::RunResult{core::forward(*runs()[0]->setup, input), runs()[0]->setup});
}

/// The first run's text on other weights of the same shapes.
inline widgets::RunPtr otherWeights()
{
    static const widgets::RunPtr run = tinyRun("The cat sat on the mat", {"seed=3"});
    return run;
}

/// The run of a model of the program, with a choice.
inline widgets::RunPtr modelRun(const char* name, const char* choice)
{
    const core::ModelPtr model = core::openModel(name);
    core::Choices said;
    if (choice)
        said.setText(choice, int(core::configure(model, {})->config.blocks.size()));
    const core::SetupPtr setup = core::configure(model, said);
    core::ForwardInput input{.ids = model->tokenizer->encode("The capital of France is Paris"), .sequenceStarts = {}};
    return std::make_shared<widgets::RunResult>(widgets::RunResult{core::forward(*setup, input), setup});
}

} // namespace support
