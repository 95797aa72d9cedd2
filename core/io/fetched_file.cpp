#include "core/io/fetched_file.h"

#include "core/base/error.h"
#include "core/io/file_reader.h"

#include <algorithm>
#include <cctype>

namespace core {

void refuseUnfetched(std::string_view start, const std::string& file)
{
    if (start.starts_with("version https://git-lfs.github.com/spec/"))
        throw Error({.file = file,
            .where = "byte 0",
            .problem = CUTAWAY_TR("a Git LFS pointer, not the file itself: run git lfs pull"),
            .expected = "the file itself",
            .found = "a pointer of Git LFS"});
    const std::size_t first = start.find_first_not_of(" \t\r\n");
    std::string word(start.substr(std::min(first, start.size()), 9));
    std::transform(word.begin(), word.end(), word.begin(), [](unsigned char letter) { return char(std::tolower(letter)); });
    if (word.starts_with("<!doctype") || word.starts_with("<html"))
        throw Error({.file = file,
            .where = "byte 0",
            .problem = CUTAWAY_TR("a web page, not the file itself: download the file"),
            .expected = "the file itself",
            .found = "HTML"});
}

void refuseUnfetched(const FileReader& file)
{
    std::string start(std::size_t(std::min<std::uint64_t>(64, file.size())), '\0');
    file.readAt(0, start.data(), start.size());
    refuseUnfetched(start, file.path());
}

std::string readFetched(const std::string& path, std::uint64_t most)
{
    const FileReader file(path);
    if (file.size() > most)
        throw Error({.file = path,
            .problem = CUTAWAY_TR("document too large"),
            .expected = "at most " + std::to_string(most) + " bytes",
            .found = std::to_string(file.size())});
    std::string bytes(static_cast<std::size_t>(file.size()), '\0');
    file.readAt(0, bytes.data(), bytes.size());
    refuseUnfetched(bytes, path);
    return bytes;
}

} // namespace core
