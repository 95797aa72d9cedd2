#pragma once

// The chat template of a model: a program in the language Jinja that puts messages into the text form which the model was
// trained on. Here it is found; core/jinja carries it out.

#include "core/jinja/chat_format.h"

#include <optional>
#include <string>

namespace core {

/// From a folder (chat_template.jinja, else the key chat_template of tokenizer_config.json, there also one of a list of named
/// templates: "default" or the first) or a GGUF file (tokenizer.chat_template), with the special tokens that the files name.
/// Nothing when there is none. `path`: empty for built-in models. Throws Error{BadInput} naming the file; a template has at most
/// 1 MiB.
std::optional<ChatFormat> readChatTemplate(const std::string& path);

/// Whether there is one that can be read. Kept for the paths that were asked for last, so that asking again takes no time.
bool hasChatTemplate(const std::string& path);

/// The text as a user's message in the chat template of a model, which is to be answered (userTurn of core/jinja/chat_format.h);
/// it is encoded without the tokens that the tokenizer would add. Throws Error{BadInput} where there is no template, for one that
/// cannot be read, and as Template.
std::string inChatOf(const std::string& path, const std::string& text);

} // namespace core
