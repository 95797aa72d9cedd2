#include "app/run_request.h"

#include "core/files/model_files.h"
#include "core/files/trace_file.h"
#include "core/files/training_history.h"

#include <filesystem>

namespace app {

std::vector<core::TokenId> idsOf(const RunRequest& request, const core::Model& model)
{
    if (!request.ids.empty())
        return request.ids;
    if (!model.tokenizer)
        throw core::Error({.file = model.path.empty() ? model.name : model.path,
            .problem = CUTAWAY_TR("the model has no tokenizer, so only token ids can be given")});
    std::vector<core::TokenId> ids = model.tokenizer->encode(request.text);
    if (ids.empty())
        throw core::Error({.problem = CUTAWAY_TR("the text is empty: type at least one word")});
    return ids;
}

namespace {

std::shared_ptr<const std::vector<core::TokenId>> unseenIdsOf(const core::Model& model)
{
    const auto history = model.path.empty() ? std::nullopt : core::trainingHistoryOf(model.path);
    if (!history)
        return nullptr;
    return std::make_shared<const std::vector<core::TokenId>>(history->unseenIds.begin(), history->unseenIds.end());
}

/// Cuts off what the tables of the model do not reach for, and gives its tokens.
std::vector<std::string> leaveOut(std::vector<core::TokenId>& ids, const core::Setup& setup)
{
    std::vector<std::string> tokens;
    const std::optional<core::Index> most = core::longestText(setup.config);
    if (!most || core::Index(ids.size()) <= *most)
        return tokens;
    for (std::size_t i = std::size_t(*most); i < ids.size() && setup.model->tokenizer; ++i)
        tokens.push_back(setup.model->tokenizer->tokenText(ids[i]));
    ids.resize(std::size_t(*most));
    return tokens;
}

} // namespace

bool isTraceFile(const std::string& path)
{
    const std::filesystem::path file(path);
    std::error_code ignored;
    return file.extension() == ".safetensors" && std::filesystem::is_regular_file(file, ignored)
        && !std::filesystem::exists(file.parent_path() / "config.json", ignored);
}

widgets::RunPtr RunDesk::carryOut(const RunRequest& request, const core::RunControl& control)
{
    if (isTraceFile(request.model))
        return std::make_shared<const widgets::RunResult>(widgets::RunResult{core::readTrace(request.model), nullptr});
    if (!m_model || m_modelName != request.model) {
        m_model = core::openModel(request.model);
        m_modelName = request.model;
        m_unseenIds = unseenIdsOf(*m_model);
    }
    control.check();
    const core::SetupPtr setup = core::configure(m_model, request.said);
    std::vector<core::TokenId> ids = idsOf(request, *m_model);
    std::vector<std::string> leftOut = leaveOut(ids, *setup);
    control.check();
    core::ForwardInput input{.ids = ids,
        .sequenceStarts = {},
        .earlier = m_last ? m_last->trace : nullptr,
        .earlierSetup = m_last ? m_last->setup : nullptr};
    if (setup->config.hasEncoder()) {
        input.decoderIds = request.targetIds;
        if (input.decoderIds.empty() && !request.targetText.empty() && m_model->tokenizer)
            input.decoderIds = m_model->tokenizer->encode(request.targetText);
    }
    m_last = std::make_shared<const widgets::RunResult>(
        widgets::RunResult{core::forward(*setup, input, request.record, control), setup, std::move(leftOut), m_unseenIds});
    return m_last;
}

} // namespace app
