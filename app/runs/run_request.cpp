#include "app/runs/run_request.h"

#include "app/base/model_names.h"
#include "app/runs/fitting_text.h"
#include "app/runs/live_models.h"

#include "core/base/stop_scope.h"
#include "core/base/system_memory.h"
#include "core/experiments/opened_scan.h"
#include "core/experiments/steering.h"
#include "core/files/library/model_files.h"
#include "core/files/library/training_history.h"
#include "core/files/tokenizers/chat_template.h"
#include "core/files/traces/trace_file.h"
#include "core/trace/weight_place.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <tuple>

namespace app {

namespace {

/// The numbers of a text that holds nothing else, between spaces or commas; empty for any other.
std::vector<core::TokenId> idsIn(std::string text)
{
    std::ranges::replace(text, ',', ' ');
    std::istringstream words(text);
    std::vector<core::TokenId> ids;
    for (std::string word; words >> word;) {
        core::TokenId id = 0;
        const auto [end, failure] = std::from_chars(word.data(), word.data() + word.size(), id);
        if (failure != std::errc() || end != word.data() + word.size() || id < 0)
            return {};
        ids.push_back(id);
    }
    return ids;
}

std::vector<core::TokenId> standInIds(const core::Setup& setup)
{
    std::vector<core::TokenId> ids;
    for (core::Index i = 1; i <= 8; ++i)
        ids.push_back(core::TokenId(i % setup.config.vocabulary));
    return ids;
}

} // namespace

bool hasStandInIds(const RunRequest& request, const core::Setup& setup)
{
    return request.ids.empty() && !setup.model->tokenizer && idsIn(request.text).empty();
}

std::vector<core::TokenId> idsOf(const RunRequest& request, const core::Setup& setup)
{
    if (!request.ids.empty())
        return request.ids;
    const bool hasTokenizer = bool(setup.model->tokenizer);
    std::vector<core::TokenId> ids = hasTokenizer
        ? setup.model->tokenizer->encode(readTextOf(request, *setup.model), /*special=*/!request.isChat)
        : idsIn(request.text);
    if (ids.empty() && !hasTokenizer)
        return standInIds(setup); // as hasStandInIds() says
    if (ids.empty())
        throw core::Error({.problem = CUTAWAY_TR("the text is empty: type at least one word")});
    return ids;
}

std::string readTextOf(const RunRequest& request, const core::Model& model)
{
    return request.isChat ? core::inChatOf(model.path, request.text) : request.text;
}

std::vector<core::TokenId> targetIdsOf(const RunRequest& request, const core::Setup& setup)
{
    if (!request.targetIds.empty() || request.targetText.empty())
        return request.targetIds;
    return setup.model->tokenizer ? setup.model->tokenizer->encodeTarget(request.targetText) : idsIn(request.targetText);
}

namespace {

std::shared_ptr<const std::vector<core::TokenId>> unseenIdsOf(const core::Model& model)
{
    const auto history = model.path.empty() ? std::nullopt : core::trainingHistoryOf(model.path);
    if (!history)
        return nullptr;
    return std::make_shared<const std::vector<core::TokenId>>(history->unseenIds.begin(), history->unseenIds.end());
}

bool recordsAll(const RunRequest& request)
{
    const auto isFromFile = [](const core::Intervention& one) { // which may change
        return !one.source.file.empty() && !core::isOfWeight(one);
    };
    return request.record.patterns.empty() && !request.record.nothing
        && std::ranges::none_of(request.record.interventions, isFromFile);
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

core::UnknownWords unknownIn(const RunRequest& request, const core::Setup& setup, const std::vector<core::TokenId>& ids)
{
    const auto& tokenizer = setup.model->tokenizer;
    return tokenizer && request.ids.empty() ? core::unknownWords(*tokenizer, readTextOf(request, *setup.model), ids)
                                            : core::UnknownWords();
}

constexpr std::size_t maxHeaderBytes = 1 << 24;

/// Whether a file of any name is safetensors with the mark of a trace in its header.
bool hasTraceMark(const std::string& path)
{
    std::ifstream file(path, std::ios::binary);
    std::array<unsigned char, 9> start{}; // the header's length, and its brace
    if (!file.read(reinterpret_cast<char*>(start.data()), start.size()) || start[8] != '{')
        return false;
    std::uint64_t length = 0;
    for (int i = 7; i >= 0; --i)
        length = length << 8 | start[std::size_t(i)];
    if (length > maxHeaderBytes)
        return false;
    std::string header(std::size_t(length), '\0');
    file.seekg(8);
    return file.read(header.data(), std::streamsize(length)) && header.find("\"cutaway.schema\"") != std::string::npos;
}

} // namespace

bool isTraceFile(const std::string& path)
{
    const std::filesystem::path file(path);
    std::error_code ignored;
    const bool isIndex = path.ends_with(".safetensors.index.json");
    const bool isThere = std::filesystem::is_regular_file(file, ignored)
        || std::filesystem::is_regular_file(path + ".index.json", ignored); // a large one in several files
    if (!isIndex && file.extension() != ".safetensors")
        return std::filesystem::is_regular_file(file, ignored) && hasTraceMark(path);
    return (isIndex || file.extension() == ".safetensors") && isThere
        && !std::filesystem::exists(file.parent_path() / "config.json", ignored);
}

bool operator==(const RunRequest& a, const RunRequest& b)
{
    const auto asks
        = [](const RunRequest& r) { return std::tie(r.model, r.said, r.text, r.ids, r.targetText, r.targetIds, r.isChat); };
    return asks(a) == asks(b) && a.record.interventions == b.record.interventions;
}

RunRequest requestOf(const widgets::FurtherRun& run, const RunRequest& slot, std::size_t share)
{
    if (isTraceFile(slot.model))
        throw core::Error({.problem = CUTAWAY_TR("a trace file is not run again")});
    RunRequest request = slot;
    if (run.of && run.of->setup) { // whose weights run: those of a trained sibling, or its own
        const core::WeightsOrigin& origin = run.of->setup->origin;
        if (!origin.model.empty() && origin.model != run.of->setup->model->name)
            request.model = origin.model;
    }
    if (!run.text.empty()) {
        request.text = run.text;
        request.ids.clear();
        request.isChat = false; // it is the whole text
    }
    request.record.patterns = run.patterns;
    const std::size_t ofOne = slot.record.maxBytes > 0 ? slot.record.maxBytes : core::systemMemoryBytes() / 2;
    request.record.maxBytes = ofOne / std::max<std::size_t>(1, share);
    request.said.merge(run.change);
    if (!run.change.has("weights"))
        request.said.set("weights", "keep");
    return request;
}

widgets::CarryOut carryOutOf(
    AnsweredSlots answered, std::function<widgets::RunPtr(const RunRequest&, const core::RunControl&)> work)
{
    return [answered = std::move(answered), work = std::move(work)](
               const widgets::FurtherRun& run, std::size_t share, const core::RunControl& control) {
        const bool isOfB = answered.request.b && run.of == answered.b;
        if (!isOfB && run.of != answered.a)
            throw core::Error({.problem = CUTAWAY_TR("this run is no longer shown")});
        return work(requestOf(run, isOfB ? *answered.request.b : answered.request.a, share), control);
    };
}

RunDesk::Opened& RunDesk::open(const std::string& name)
{
    const auto known = std::ranges::find(m_opened, name, &Opened::name);
    if (known != m_opened.end()) {
        std::rotate(m_opened.begin(), known, known + 1);
        return m_opened.front();
    }
    const std::shared_ptr<const LiveModel> live = liveModel(name);
    keep(name, live ? live->model : openModel(name));
    core::hasChatTemplate(m_opened.front().model->path); // read here: the window asks for it again
    return m_opened.front();
}

void RunDesk::keep(const std::string& name, core::ModelPtr model)
{
    auto unseenIds = unseenIdsOf(*model);
    m_opened.insert(m_opened.begin(), {name, std::move(model), std::move(unseenIds), {}});
    m_opened.resize(std::min<std::size_t>(m_opened.size(), 3));
}

/// What is compared with a run that was answered before shares its weights: the model may have been opened anew meanwhile.
void RunDesk::keepAgain(const std::string& name, const core::ModelPtr& model)
{
    const auto known = std::ranges::find(m_opened, name, &Opened::name);
    if (known != m_opened.end() && known->model == model)
        return;
    if (known != m_opened.end())
        m_opened.erase(known);
    keep(name, model);
}

widgets::RunPtr RunDesk::answered(const RunRequest& request) const
{
    for (const Answer& answer : m_answers)
        if (recordsAll(request) && answer.request == request)
            if (widgets::RunPtr result = answer.result.lock())
                return result;
    return nullptr;
}

/// What a run goes on from: the last over its text where the first block is alike, else one with its choices, whose text may
/// begin alike.
widgets::RunPtr RunDesk::earlierOf(
    const RunRequest& request, const core::Setup& setup, const std::vector<core::TokenId>& ids) const
{
    const widgets::RunPtr last = m_opened.front().last.lock();
    if (last && last->trace->ids == ids && last->setup->config.block(0) == setup.config.block(0))
        return last;
    for (auto answer = m_answers.rbegin(); answer != m_answers.rend(); ++answer) {
        const bool isAlike = answer->request.model == request.model && answer->request.said == request.said;
        if (widgets::RunPtr result = isAlike ? answer->result.lock() : nullptr; result && result->setup)
            return result;
    }
    return last;
}

widgets::RunPtr RunDesk::carryOut(const RunRequest& request, const core::RunControl& control, const RunNews& news)
{
    if (widgets::RunPtr known = answered(request)) {
        if (known->setup)
            keepAgain(request.model, known->setup->model);
        return known;
    }
    const core::StopScope stoppable(control.stop);
    std::erase_if(m_answers, [](const Answer& answer) { return answer.result.expired(); });
    widgets::RunPtr result;
    if (isTraceFile(request.model)) {
        const core::TracePtr trace
            = core::isScanFile(request.model) ? core::traceOfScan(request.model) : core::readTrace(request.model);
        result = std::make_shared<const widgets::RunResult>(widgets::RunResult{trace, nullptr});
    } else {
        const Opened opened = open(request.model); // a copy: models that weights are taken from may come before it
        control.check();
        const core::SetupPtr setup = core::configure(opened.model, request.said);
        if (news.onConfigured)
            news.onConfigured(setup);
        std::vector<core::TokenId> ids = idsOf(request, *setup);
        std::vector<std::string> leftOut = request.cutsText ? leaveOut(ids, *setup) : std::vector<std::string>();
        control.check();
        const widgets::RunPtr earlier = earlierOf(request, *setup, ids);
        core::ForwardInput input{.ids = ids,
            .sequenceStarts = {},
            .earlier = earlier ? earlier->trace : nullptr,
            .earlierSetup = earlier ? earlier->setup : nullptr};
        if (setup->config.hasEncoder())
            input.decoderIds = targetIdsOf(request, *setup);
        try {
            const core::UnknownWords unknown = unknownIn(request, *setup, ids);
            const auto runOf = [&](const core::TracePtr& trace, const core::SetupPtr& ran) {
                return std::make_shared<const widgets::RunResult>(
                    widgets::RunResult{trace, ran, leftOut, opened.unseenIds, unknown});
            };
            core::PassWatch watch{control};
            if (news.onLayer)
                watch.onLayer
                    = [&](const std::function<core::TracePtr()>& soFar) { news.onLayer([&] { return runOf(soFar(), setup); }); };
            const core::TraceRequest record = news.onConfigured ? besideWeights(request.record, *setup, input) : request.record;
            if (const auto memory = news.onPlanned ? largeMemoryOf(*setup, input, record) : std::nullopt)
                news.onPlanned(*memory);
            const core::SwappedRun run = core::steeredForward(
                setup, input, record, [this](const std::string& name) { return open(name).model; }, watch);
            result = runOf(run.trace, run.setup);
        } catch (const core::TraceTooLarge& error) {
            if (!request.cutsText || error.fitting() == 0)
                throw;
            throw TextTooLong(error, cutTo(request, std::size_t(error.fitting()), *setup));
        }
        keepAgain(request.model, opened.model);
        if (request.record.patterns.empty() && !request.record.nothing) // of a partial record few blocks could be taken
            std::ranges::find(m_opened, request.model, &Opened::name)->last = result;
    }
    if (recordsAll(request))
        m_answers.push_back({request, result});
    return result;
}

} // namespace app
