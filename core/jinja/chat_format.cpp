#include "core/jinja/chat_format.h"

#include "core/jinja/template.h"

namespace core {

std::string chatText(const ChatFormat& format, std::span<const ChatMessage> messages, bool isAnswerNext)
{
    Json list = Json::array();
    for (const ChatMessage& one : messages)
        list.push_back({{"role", one.role}, {"content", one.content}});
    std::vector<std::pair<std::string, Json>> variables{
        {"messages", std::move(list)}, {"add_generation_prompt", isAnswerNext}, {"tools", nullptr}, {"documents", nullptr}};
    for (const auto& [name, token] : format.tokens)
        variables.emplace_back(name, token);
    return Template(format.source, format.file, format.where).render(variables);
}

std::string userTurn(const ChatFormat& format, const std::string& text)
{
    const ChatMessage message{"user", text};
    return chatText(format, std::span(&message, 1), true);
}

} // namespace core
