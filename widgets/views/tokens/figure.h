#pragma once

// The figure of tokens: how a text becomes tokens, step by step, in bytes, under several tokenizers, and over the size of the
// vocabulary.

#include "widgets/figure/figure.h"

namespace widgets {

extern const FigureInfo tokensFigure;

inline constexpr TextOption tokenizerOption{"tokenizer"};                 // name or path; empty: that of the model
inline constexpr WholeOption tokenOption{"token", 0, WholeOption::many};  // of that tokenizer, whose word is shown
inline constexpr WordOption wordOption{"word", {"selected", "most"}};     // "most": one without steps gives way to that with the most
inline constexpr WholeOption tokenStepOption{"step", 0, WholeOption::many}; // none: the last
inline constexpr TextOption alsoOption{"also"};                           // tokenizers by path
inline constexpr WordOption sentencesOption{"sentences", {"en", "zh_CN"}};

} // namespace widgets
