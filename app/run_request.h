#pragma once

// RunRequest: everything one pass depends on, as a value; and how it is carried out. Qt-free, for any thread.

#include "core/base/run_control.h"
#include "core/model/model.h"
#include "core/run/forward.h"
#include "widgets/run_result.h"

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
};

/// Carries out requests one after another and keeps the model that was opened last. Not thread-safe: one thread owns it.
class RunDesk
{
public:
    /// Opens the model when it is another one, resolves the choices, tokenizes, runs. A text that is longer than a table of the
    /// model is run as far as the table goes. Throws core::Error, core::Stopped.
    widgets::RunPtr carryOut(const RunRequest& request, const core::RunControl& control = {});

private:
    std::string m_modelName;
    widgets::RunPtr m_last; // blocks that a change leaves alone are taken from it
    core::ModelPtr m_model;
    std::shared_ptr<const std::vector<core::TokenId>> m_unseenIds; // of that model's training
};

/// A .safetensors file without a config.json beside it: the record of a run, not a model.
bool isTraceFile(const std::string& path);

/// Ids of a request for a model: its ids, else its text through the tokenizer. Throws core::Error.
std::vector<core::TokenId> idsOf(const RunRequest& request, const core::Model& model);

} // namespace app
