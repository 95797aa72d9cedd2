#include "app/runs/fitting_text.h"

#include <algorithm>

namespace app {

namespace {

/// The beginning of the text, back to the end of a character.
std::string wholeCharacters(const std::string& text, std::size_t bytes)
{
    bytes = std::min(bytes, text.size());
    while (bytes > 0 && bytes < text.size() && (static_cast<unsigned char>(text[bytes]) & 0xC0U) == 0x80U)
        --bytes;
    return text.substr(0, bytes);
}

void cut(std::string& text, std::vector<core::TokenId>& ids, std::size_t most,
    const std::function<std::size_t(const std::string&)>& countOf)
{
    ids.resize(std::min(ids.size(), most));
    if (ids.empty())
        text = beginningOf(text, most, countOf);
    else
        text.clear(); // what runs are the ids
}

} // namespace

std::string beginningOf(const std::string& text, std::size_t most, const std::function<std::size_t(const std::string&)>& countOf)
{
    // From a short beginning on: a text of megabytes is never counted whole.
    std::size_t fits = 0, tooLong = most + 1;
    while (tooLong < text.size() && countOf(wholeCharacters(text, tooLong)) <= most) {
        fits = tooLong;
        tooLong *= 2;
    }
    if (tooLong >= text.size()) {
        if (countOf(text) <= most)
            return text;
        tooLong = text.size();
    }
    while (tooLong - fits > 1) {
        const std::size_t middle = fits + (tooLong - fits) / 2;
        (countOf(wholeCharacters(text, middle)) <= most ? fits : tooLong) = middle;
    }
    return wholeCharacters(text, fits);
}

RunRequest cutTo(RunRequest request, std::size_t most, const core::Setup& setup)
{
    RunRequest beginning = request;
    cut(request.text, request.ids, most, [&](const std::string& text) {
        beginning.text = text;
        beginning.ids.clear();
        return text.empty() ? 0 : idsOf(beginning, setup).size();
    });
    cut(request.targetText, request.targetIds, most, [&](const std::string& text) {
        beginning.targetText = text;
        beginning.targetIds.clear();
        return targetIdsOf(beginning, setup).size();
    });
    return request;
}

} // namespace app
