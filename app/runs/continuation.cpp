#include "app/runs/continuation.h"

#include "widgets/views/shared/predictions.h"

#include <algorithm>
#include <utility>

namespace app {

namespace {

/// The part of a request that the model writes: the target of an encoder–decoder, else the text.
struct Written
{
    std::string& text;
    std::vector<core::TokenId>& ids;
};

Written writtenOf(RunRequest& request, const core::Setup& setup)
{
    if (setup.config.hasEncoder())
        return {request.targetText, request.targetIds};
    return {request.text, request.ids};
}

/// Ids as they are typed for a model without a tokenizer.
std::string idsAsText(const std::vector<core::TokenId>& ids)
{
    std::string text;
    for (const core::TokenId id : ids)
        text += (text.empty() ? "" : " ") + std::to_string(id);
    return text;
}

/// What the ids say; half a character at the end waits for the token that completes it.
std::string decoded(const core::Tokenizer& tokenizer, const std::vector<core::TokenId>& ids)
{
    static constexpr std::string_view half = "\xef\xbf\xbd";
    std::string text = tokenizer.decode(ids, true);
    while (text.ends_with(half))
        text.resize(text.size() - half.size());
    return text;
}

/// What the written text is read as; nothing where it cannot be read, as what was decoded may be.
std::optional<std::vector<core::TokenId>> readIds(const RunRequest& request, const core::Setup& setup)
{
    try {
        return setup.config.hasEncoder() ? targetIdsOf(request, setup) : idsOf(request, setup);
    } catch (const core::Error&) {
        return std::nullopt;
    }
}

} // namespace

bool canContinue(const widgets::RunResult& run)
{
    return run.setup && run.leftOut.empty() && run.setup->config.generates()
        && !widgets::logitsAfter(*run.trace, int(widgets::streamIds(*run.trace).size()) - 1).empty();
}

RunRequest withToken(const RunRequest& asked, const widgets::RunResult& run, int position, core::TokenId id)
{
    RunRequest request = asked;
    const Written written = writtenOf(request, *run.setup);
    const std::vector<core::TokenId>& ids = widgets::streamIds(*run.trace);
    const std::size_t kept = std::size_t(position) + 1;
    const std::vector<core::TokenId> before(ids.begin(), ids.begin() + std::ptrdiff_t(kept));
    written.ids = before;
    written.ids.push_back(id);
    const core::Tokenizer* tokenizer = run.setup->model->tokenizer.get();
    if (!tokenizer) {
        written.text = idsAsText(written.ids);
        return request;
    }
    if (request.isChat)
        return request; // the text stays the message
    // The text as it was typed, and what the new token adds to it: decoding may change the case or a space of the rest.
    const std::string old = decoded(*tokenizer, before), now = decoded(*tokenizer, written.ids);
    const bool isAtEnd = kept == ids.size() && !written.text.empty();
    written.text = isAtEnd && now.starts_with(old) ? written.text + now.substr(old.size()) : now;
    return request;
}

RunRequest asText(RunRequest request, const core::Setup& setup)
{
    RunRequest plain = request;
    const Written written = writtenOf(plain, setup);
    if (written.ids.empty() || written.text.empty())
        return request;
    const std::vector<core::TokenId> ids = std::exchange(written.ids, {});
    return readIds(plain, setup) == ids ? plain : request;
}

RunRequest withFirstTokens(const RunRequest& asked, const widgets::RunResult& run, int count)
{
    RunRequest request = asked;
    const Written written = writtenOf(request, *run.setup);
    const std::vector<core::TokenId>& all = widgets::streamIds(*run.trace);
    written.ids.assign(all.begin(), all.begin() + std::min<std::ptrdiff_t>(count, std::ssize(all)));
    const core::Tokenizer* const tokenizer = run.setup->model->tokenizer.get();
    if (!tokenizer || request.isChat) { // there the text stays the message
        written.text = tokenizer ? written.text : idsAsText(written.ids);
        return request;
    }
    std::vector<core::TokenId> kept = written.ids;
    for (; !kept.empty(); kept.pop_back()) { // what ends every text needs its place
        RunRequest plain = request;
        const Written shorter = writtenOf(plain, *run.setup);
        shorter.ids.clear();
        shorter.text = decoded(*tokenizer, kept);
        if (const auto tokens = readIds(plain, *run.setup); tokens && !tokens->empty() && std::ssize(*tokens) <= count)
            return plain;
        if (std::ssize(kept) + 2 < count) // decoding does not lead back to these tokens
            break;
    }
    written.text = decoded(*tokenizer, written.ids);
    return request;
}

std::optional<RunRequest> Continuation::next(const RunRequest& asked, const widgets::RunResult& run)
{
    if (m_left == 0 || !canContinue(run))
        return std::nullopt;
    const int last = int(widgets::streamIds(*run.trace).size()) - 1;
    if (const auto most = core::longestText(run.setup->config); most && last + 1 >= *most) {
        m_end = TextEnd::Full;
        return std::nullopt;
    }
    const core::TokenId id
        = core::sample(widgets::logitsAfter(*run.trace, last), m_options, m_written, widgets::streamIds(*run.trace));
    if (run.setup->model->tokenizer && run.setup->model->tokenizer->endOfSequence() == id) {
        m_end = TextEnd::Ended;
        return std::nullopt;
    }
    --m_left;
    ++m_written;
    return withToken(asked, run, last, id);
}

} // namespace app
