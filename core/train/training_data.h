#pragma once

// TrainingData: the rows that a model is trained on, of whatever it can learn from a text: the next token, hidden tokens of an
// encoder, the target of two stacks. From a file (training_text.h) or from the bundled corpus (training_corpus.h).

#include "core/base/run_control.h"
#include "core/train/batch_gradient.h"
#include "core/train/recipe.h"
#include "core/train/training_text.h"

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace core {

class TrainingCorpus;

/// What a model is asked while it is trained.
enum class TrainingTask
{
    NextToken,
    HiddenTokens, // an encoder: a share of the tokens, each at its own place
    Target        // two stacks: the next token of the target
};
TrainingTask taskOf(const ModelConfig& config);

/// The word that stands for the bundled corpus where a file is named.
inline constexpr std::string_view corpusName = "corpus";

class TrainingData
{
public:
    /// `name` is a file, a set that comes with the program, or corpusName. Throws as TrainingText(); Error{BadInput} for an encoder
    /// whose tokenizer has no token that hides others.
    TrainingData(const std::string& name, const Setup& setup, const Curriculum& curriculum, const RunControl& control = {});
    ~TrainingData();

    /// The rows of a step: `count` of `length` tokens (of two stacks: both texts at most that, half of it each where a text is cut
    /// in two), the same for the same seed and step. What a token sees already does not count.
    std::vector<TrainingRow> rows(std::uint64_t seed, Index step, Index count, Index length) const;
    std::vector<TrainingRow> heldOutRows(Index count, Index length) const;

    std::string name() const; // the path of the file, or corpusName
    TextMark mark() const;

    /// Nats a token that no model of the bundled corpus can stay below; nothing for a file.
    std::optional<double> entropy() const;

private:
    std::vector<TrainingRow> asked(std::vector<TrainingRow> rows, std::uint64_t stream) const;

    const ModelConfig m_config;
    ModelPtr m_model;
    TrainingTask m_task;
    TokenId m_mask = -1; // of an encoder
    std::unique_ptr<TrainingText> m_text;
    std::unique_ptr<TrainingCorpus> m_corpus;
};

/// Hides tokens of a row for an encoder: 15 % are to be told; of these 80 % are shown as `mask`, a tenth as another token, a tenth
/// as themselves (Devlin et al. 2018 §3.1). At least one where any is no special token. The numbers of `stream` choose.
void hideTokens(TrainingRow& row, TokenId mask, const Tokenizer& tokenizer, std::uint64_t stream);

} // namespace core
