#pragma once

// A text continued with tokens of the model: chosen by the person, or sampled from the model's predictions. Each token
// is a pass of its own, so that every picture follows it.

#include "app/runs/run_request.h"

#include "core/run/sampler.h"

#include <optional>

namespace app {

/// Whether the model writes: no encoder alone, with logits for the last token, and the run has the whole text.
bool canContinue(const widgets::RunResult& run);

/// What was asked, with this token behind token `position` of the text (of the target of an encoder–decoder); what followed is
/// left out. It has the ids, and the text that they mean. REQUIRES: canContinue(run), and `run` answers `asked`.
RunRequest withToken(const RunRequest& asked, const widgets::RunResult& run, int position, core::TokenId id);

/// The text up to its first tokens, at most `count` with what the tokenizer puts around it. REQUIRES: count > 0, the run has its setup.
RunRequest withFirstTokens(const RunRequest& asked, const widgets::RunResult& run, int count);

/// The same as a text alone where the tokenizer cuts it into the ids it has; else as it is.
RunRequest asText(RunRequest request, const core::Setup& setup);

/// Why a text is not written on.
enum class TextEnd
{
    None, // it is, or there are enough tokens
    Ended, // the model's next token is the end of a text
    Full // the model reads no more tokens
};

/// A text that the model writes on by itself. The same text and options give the same tokens, as `cutaway generate` has them.
class Continuation
{
public:
    /// At most `tokens` of them.
    Continuation(const core::SamplerOptions& options, int tokens)
        : m_options(options)
        , m_left(tokens)
    {
    }

    /// What comes after `asked`, whose run is there; nothing when the model says that the text ends, or cannot read more.
    std::optional<RunRequest> next(const RunRequest& asked, const widgets::RunResult& run);

    /// Why next() gave nothing.
    TextEnd end() const { return m_end; }

private:
    core::SamplerOptions m_options;
    int m_left;
    std::uint64_t m_written = 0;
    TextEnd m_end = TextEnd::None;
};

} // namespace app
