#pragma once

// TokenQuestion: asks for any token of the vocabulary, as a metric names it: its text, with the space before it where the token has
// one, or #ID. What is no token is refused with the tokens that it is.

#include "core/base/token_id.h"
#include "core/run/model.h"
#include "widgets/controls/line_question.h"

#include <string>

namespace widgets {

class TokenQuestion : public LineQuestion
{
    Q_OBJECT
public:
    /// `setup`: whose vocabulary it is; null: nothing is refused.
    TokenQuestion(const QString& question, const core::SetupPtr& setup, QWidget* window);
};

/// A token as such a text: its own where that is one token, else #ID.
std::string saidToken(const core::Setup& setup, core::TokenId id);

/// The token that was taken. REQUIRES: one that the question did not refuse.
core::TokenId tokenOf(const core::Setup& setup, const QString& text);

} // namespace widgets
