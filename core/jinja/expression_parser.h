#pragma once

// Expressions of a template, with the precedences of Jinja.

#include "core/jinja/syntax.h"
#include "core/jinja/token_stream.h"

namespace core::jinja {

/// An expression; with commas a list of several. Throws Error{BadInput} for anything else, and for one that is nested too deeply.
ExpressionPtr parseExpression(TokenStream& tokens);
ExpressionPtr parseTuple(TokenStream& tokens);

/// Without "… if … else …" at its end: what {% for … in … if … %} goes over.
ExpressionPtr parseUnconditional(TokenStream& tokens);

} // namespace core::jinja
