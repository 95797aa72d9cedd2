#pragma once

// RunRequest: everything one pass depends on, as a value; and how it is carried out. Qt-free, for any thread.

#include "app/runs/run_memory.h"

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
    bool isChat = false; // the text is a user's message, in the chat template of the model
};

/// The request of a window, for both slots.
struct SlotsRequest
{
    RunRequest a;
    std::optional<RunRequest> b = {};
    bool wantsHeads = true; // of a trained model: which head is worth opening its text with
};

/// What asks for a further run of a slot: its request with other choices, on the weights that its run has: where those are of a
/// sibling trained with the slot's choices, on the sibling's. `share`: how many such runs have together what one run may have of
/// the memory, as they are held at the same time. Throws core::Error for a trace file, which cannot be run again.
RunRequest requestOf(const widgets::FurtherRun& run, const RunRequest& slot, std::size_t share);

/// Slots and their runs.
struct AnsweredSlots
{
    SlotsRequest request;
    widgets::RunPtr a = nullptr, b = nullptr;
};

/// Carries out further runs of these slots. Throws what `work` throws, and core::Error for a run that is none of them.
widgets::CarryOut carryOutOf(
    AnsweredSlots answered, std::function<widgets::RunPtr(const RunRequest&, const core::RunControl&)> work);

/// Whether both request the same, interventions too; what is recorded is ignored.
bool operator==(const RunRequest& a, const RunRequest& b);

/// What a desk tells on the way, on the thread that it works on; each may be empty.
struct RunNews
{
    std::function<void(const core::SetupPtr&)> onConfigured = {}; // the model is open, with its choices
    std::function<void(const RunMemory&)> onPlanned = {}; // of a pass that begins, where largeMemoryOf() gives it
    std::function<void(const std::function<widgets::RunPtr()>& soFar)> onLayer = {}; // of the pass, as core::OnLayer
};

/// Carries out requests one after another and keeps the models that were opened last. What it has answered and a caller still
/// holds is not computed again. Not thread-safe: one thread owns it.
class RunDesk
{
public:
    /// The model of this name is open already.
    void keep(const std::string& name, core::ModelPtr model);

    /// Opens the model when it is another one, resolves the choices, tokenizes, runs. Throws core::Error, core::Stopped; for a
    /// text that may be cut and is too long for the memory TextTooLong (app/runs/fitting_text.h).
    widgets::RunPtr carryOut(const RunRequest& request, const core::RunControl& control = {}, const RunNews& news = {});

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
    widgets::RunPtr earlierOf(const RunRequest& request, const core::Setup& setup, const std::vector<core::TokenId>& ids) const;

    std::vector<Opened> m_opened; // the last used in front, three at most: one per slot, and one of weights
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

/// The text that is read: as it was typed, or in the chat template of the model. Throws core::Error.
std::string readTextOf(const RunRequest& request, const core::Model& model);

/// Whether the text is no part of what idsOf gives: the model has no tokenizer and the text is not made of ids.
bool hasStandInIds(const RunRequest& request, const core::Setup& setup);

} // namespace app
