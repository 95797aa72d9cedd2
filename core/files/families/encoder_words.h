#pragma once

// Parts that the tables of encoder families share.

#include "core/files/families/table_words.h"

namespace core::table {

/// Choices, keys and names of BERT's plan: a norm on the stream, learned positions, biases everywhere. The head is not named.
Fixed bertChoices();
Keys bertKeys(int vocabulary);
Names bertNames();

/// There is a masked-language head where one of these tensors is stored; without it the model ends in the stream.
Finish headWhere(std::vector<std::string> names);

} // namespace core::table
