#pragma once

// ChatFormat: how a model's messages become the text that it was trained on: its chat template, a program in Jinja, with the
// special tokens that the template may write.

#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace core {

struct ChatFormat
{
    std::string source;      // the template, UTF-8
    std::string file, where; // where it is from, for errors: a path, "chat_template"
    std::vector<std::pair<std::string, std::string>> tokens = {}; // {"bos_token", "<s>"} … of those that the model has
};

struct ChatMessage
{
    std::string role; // "system", "user", "assistant"
    std::string content;
};

/// The text of the messages; with `isAnswerNext` the template adds what an answer begins with. Its special tokens are in it as
/// texts: it is encoded without those that the tokenizer would add. Throws Error{BadInput} as Template (core/jinja/template.h).
std::string chatText(const ChatFormat& format, std::span<const ChatMessage> messages, bool isAnswerNext);

/// The text as the only message, a user's, which is to be answered.
std::string userTurn(const ChatFormat& format, const std::string& text);

} // namespace core
