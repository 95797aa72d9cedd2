#pragma once

// RunRequest: everything one pass depends on, as a value; and how it is carried out. Qt-free, for any thread.

#include "core/base/run_control.h"
#include "core/run/forward.h"
#include "core/run/model.h"
#include "widgets/figure/figure.h"
#include "widgets/run/run_result.h"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace app {

struct RunRequest
{
    std::string model = "untrained";    // name or path; a trace file is shown as it is
    core::Choices said;                 // on top of the model's own
    std::string text;                   // used when ids is empty
    std::vector<core::TokenId> ids = {};
    core::TraceRequest record = {};
    std::string targetText = {};                // of an encoder–decoder, when targetIds is empty; empty: its start token
    std::vector<core::TokenId> targetIds = {};
    bool cutsText = true; // a text that is longer than a table of the model is run as far as the table goes; else refused
};

/// The request of a window, for both slots.
struct SlotsRequest
{
    RunRequest a;
    std::optional<RunRequest> b = {};
    std::string family = {}; // of which every kind is run on the weights and tokens of A, after A and B; empty: none
};

/// A run of each kind of a family, in the order of its kinds: A with that kind, on the weights that `runOfA`, the run of A, has:
/// where those are of a sibling trained with A's choices, on the sibling's. A kind that is refused says why. Throws what carryOut
/// throws but core::Error.
std::vector<widgets::KindRun> runKinds(const RunRequest& a, const widgets::RunPtr& runOfA, const std::string& family,
    const std::function<widgets::RunPtr(const RunRequest&)>& carryOut);

/// Whether both request the same; what is recorded is ignored.
bool operator==(const RunRequest& a, const RunRequest& b);

/// Carries out requests one after another and keeps the models that were opened last. What it has answered and somebody still
/// holds is not computed again. Not thread-safe: one thread owns it.
class RunDesk
{
public:
    /// The model of this name is open already.
    void keep(const std::string& name, core::ModelPtr model);

    /// Opens the model when it is another one, resolves the choices, tokenizes, runs. Throws core::Error, core::Stopped; for a
    /// text that may be cut and is too long for the memory TextTooLong (app/runs/fitting_text.h).
    widgets::RunPtr carryOut(const RunRequest& request, const core::RunControl& control = {});

private:
    struct Opened
    {
        std::string name;
        core::ModelPtr model;
        std::shared_ptr<const std::vector<core::TokenId>> unseenIds; // of its training
        std::weak_ptr<const widgets::RunResult> last; // blocks that a change leaves alone are taken from it
    };
    struct Answer
    {
        RunRequest request;
        std::weak_ptr<const widgets::RunResult> result;
    };
    Opened& open(const std::string& name);
    void keepAgain(const std::string& name, const core::ModelPtr& model);
    widgets::RunPtr answered(const RunRequest& request) const;

    std::vector<Opened> m_opened; // the last used in front, two at most: one per slot
    std::vector<Answer> m_answers;
};

/// A .safetensors file, or the index of several, without a config.json beside it: the record of a run, not a model. Under another
/// name a safetensors file with the mark of a trace.
bool isTraceFile(const std::string& path);

/// Ids of a request for a model: its ids, else its text through the tokenizer. A model without one takes a text of ids ("3 1 12")
/// as that, and for any other text its ids from 1 on. Throws core::Error.
std::vector<core::TokenId> idsOf(const RunRequest& request, const core::Setup& setup);

/// Ids of its target, of an encoder–decoder: none stands for the start token. Throws core::Error.
std::vector<core::TokenId> targetIdsOf(const RunRequest& request, const core::Setup& setup);

/// Whether the text is no part of what idsOf gives: the model has no tokenizer and the text is not made of ids.
bool hasStandInIds(const RunRequest& request, const core::Setup& setup);

} // namespace app
