#include "core/io/json.h"

#include "core/base/error.h"
#include "core/base/stop_scope.h"
#include "core/io/fetched_file.h"
#include "core/io/limits.h"

#include <cstdint>
#include <utility>
#include <vector>

namespace core {

namespace {

static_assert(JsonLimits{}.bytes == limits::configBytes && JsonLimits{}.depth == limits::jsonDepth);
static_assert(JsonLimits{}.values == limits::jsonValues);

constexpr std::size_t shownBytes = 80; // of a name or token from the file

// About what one takes on the heap, with the room that arrays leave when they grow.
constexpr std::size_t scalarMemory = 32;
constexpr std::size_t textMemory = 64; // and its bytes
constexpr std::size_t containerMemory = 64;
constexpr std::size_t memberMemory = 112; // and the bytes of its name

/// What a document of this many bytes may take: what sensible ones do, and far less than a text of "[[],[],[]," could.
std::size_t memoryFor(std::size_t bytes) { return limits::jsonMemoryFactor * bytes + limits::jsonMemory; }

constexpr std::string_view byteOrderMark = "\xEF\xBB\xBF";
constexpr int writtenDepth = 512; // the writer of the library recurses; this is far from the end of any stack

std::string clipped(const std::string& text)
{
    if (text.size() <= shownBytes)
        return text;
    std::size_t end = shownBytes;
    while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80)
        --end;
    return text.substr(0, end) + "...";
}

std::string atByte(std::size_t offset) { return "byte " + std::to_string(offset); }

/// Walks the text and keeps the number of bytes read where the builder can see it: the events of the library
/// carry no position.
class CountingIterator
{
public:
    using iterator_category = std::input_iterator_tag;
    using value_type = char;
    using difference_type = std::ptrdiff_t;
    using pointer = const char*;
    using reference = const char&;

    CountingIterator(const char* at, std::size_t* count)
        : m_at(at)
        , m_count(count)
    {
    }

    reference operator*() const { return *m_at; }
    CountingIterator& operator++()
    {
        ++m_at;
        ++*m_count;
        return *this;
    }
    CountingIterator operator++(int)
    {
        const CountingIterator before = *this;
        ++*this;
        return before;
    }
    bool operator==(const CountingIterator& other) const { return m_at == other.m_at; }
    bool operator!=(const CountingIterator& other) const { return m_at != other.m_at; }

private:
    const char* m_at;
    std::size_t* m_count;
};

/// Builds the document from the events of the parser and refuses what the limits forbid. The parser keeps its
/// own state on the heap, so nesting never costs stack.
class Builder : public nlohmann::json_sax<Json>
{
public:
    Builder(const std::string& file, JsonLimits limits, std::size_t memory, const std::size_t& position)
        : m_file(file)
        , m_limits(limits)
        , m_memory(memory)
        , m_position(position)
    {
    }

    Json take() { return std::move(m_root); }

    bool null() override { return add(nullptr); }
    bool boolean(bool value) override { return add(value); }
    bool number_integer(std::int64_t value) override { return add(value); }
    bool number_unsigned(std::uint64_t value) override { return add(value); }
    bool number_float(double value, const std::string&) override { return add(value); }
    bool string(std::string& value) override { return add(std::move(value)); }
    bool binary(Json::binary_t&) override { return false; } // JSON text holds none

    bool start_object(std::size_t) override { return open(Json::object()); }
    bool start_array(std::size_t) override { return open(Json::array()); }
    bool end_object() override { return close(); }
    bool end_array() override { return close(); }

    bool key(std::string& name) override
    {
        spend(memberMemory + name.size());
        const auto [place, isNew] = m_open.back()->get_ref<Json::object_t&>().emplace(std::move(name), nullptr);
        if (!isNew)
            refuse(CUTAWAY_TR("duplicate key"), m_position, "", "\"" + clipped(place->first) + "\"");
        m_member = &place->second;
        return true;
    }

    bool parse_error(std::size_t position, const std::string& token, const Json::exception& error) override
    {
        const std::string_view what = error.what();
        const std::size_t offset = position > 0 ? position - 1 : 0;
        if (what.find("UTF-8") != std::string_view::npos)
            refuse(CUTAWAY_TR("text is not UTF-8"), offset);
        if (what.find("number overflow") != std::string_view::npos)
            refuse(CUTAWAY_TR("number too large"), offset, "", clipped(token));
        if (m_empty && what.find("unexpected end of input") != std::string_view::npos)
            refuse(CUTAWAY_TR("empty document"), offset);
        const std::string_view marker = "expected ";
        const std::size_t expected = what.rfind(marker);
        const bool isNamed = expected != std::string_view::npos && expected > 0 && what[expected - 1] == ' ';
        const std::string wanted(isNamed ? what.substr(expected + marker.size()) : std::string_view());
        const auto says = [&](std::string_view words) { return what.find(words) != std::string_view::npos; };
        const bool isEnd = says("unexpected end of input") || says("missing closing quote"); // of a text in quotes
        refuse(CUTAWAY_TR("malformed JSON"), offset, wanted,
            isEnd ? CUTAWAY_TR("the end of the text") : "\"" + clipped(token) + "\"");
    }

private:
    [[noreturn]] void refuse(const char* problem, std::size_t offset, std::string expected = {}, std::string found = {})
    {
        throw Error({.file = m_file,
            .where = atByte(offset),
            .problem = problem,
            .expected = std::move(expected),
            .found = std::move(found)});
    }

    /// A document may not become much larger than its text.
    void spend(std::size_t bytes)
    {
        if (bytes > m_memory)
            refuse(CUTAWAY_TR("too many values"), m_position, "", CUTAWAY_TR("a document much larger than its text"));
        m_memory -= bytes;
    }

    /// The place where the next value goes.
    Json* place(Json value)
    {
        checkStop();
        m_empty = false;
        spend(value.is_string()         ? textMemory + value.get_ref<const std::string&>().size()
                : value.is_structured() ? containerMemory
                                        : scalarMemory);
        if (++m_values > m_limits.values)
            refuse(CUTAWAY_TR("too many values"), m_position, "at most " + std::to_string(m_limits.values));
        if (m_open.empty())
            m_root = std::move(value);
        else if (m_open.back()->is_array())
            return &m_open.back()->get_ref<Json::array_t&>().emplace_back(std::move(value));
        else
            *m_member = std::move(value);
        return m_open.empty() ? &m_root : m_member;
    }

    bool add(Json value)
    {
        place(std::move(value));
        return true;
    }

    bool open(Json value)
    {
        if (m_open.size() >= static_cast<std::size_t>(m_limits.depth))
            refuse(CUTAWAY_TR("nested too deep"), m_position, "at most " + std::to_string(m_limits.depth) + " levels");
        m_open.push_back(place(std::move(value)));
        return true;
    }

    bool close()
    {
        m_open.pop_back();
        return true;
    }

    const std::string& m_file;
    JsonLimits m_limits;
    std::size_t m_memory; // left
    const std::size_t& m_position;
    Json m_root;
    std::vector<Json*> m_open; // stable: a container does not grow while one of its children is open
    Json* m_member = nullptr;  // value of the key just read
    std::size_t m_values = 0;
    bool m_empty = true;
};

} // namespace

Json parseJson(std::string_view text, const std::string& file, JsonLimits limits)
{
    if (text.size() > limits.bytes)
        throw Error({.file = file,
            .problem = CUTAWAY_TR("document too large"),
            .expected = "at most " + std::to_string(limits.bytes) + " bytes",
            .found = std::to_string(text.size())});
    if (text.starts_with(byteOrderMark))
        throw Error({.file = file,
            .where = atByte(0),
            .problem = CUTAWAY_TR("starts with a byte-order mark"),
            .expected = "UTF-8 without one"});

    std::size_t position = 0;
    Builder builder(file, limits, memoryFor(text.size()), position);
    const CountingIterator begin(text.data(), &position);
    const CountingIterator end(text.data() + text.size(), &position);
    Json::sax_parse(begin, end, &builder);
    return builder.take();
}

Json readJson(const std::string& path, JsonLimits limits)
{
    const std::string text = readFetched(path, limits.bytes);
    const std::string_view all = text;
    return parseJson(all.starts_with(byteOrderMark) ? all.substr(byteOrderMark.size()) : all, path, limits);
}

std::string writeJson(const Json& value, int indent)
{
    std::vector<std::pair<const Json*, int>> open{{&value, 0}};
    while (!open.empty()) {
        const auto [node, depth] = open.back();
        open.pop_back();
        if (depth > writtenDepth)
            throw Error({.kind = ErrorKind::Output,
                .problem = CUTAWAY_TR("nested too deep"),
                .expected = "at most " + std::to_string(writtenDepth) + " levels"});
        for (const Json& child : *node)
            if (child.is_structured())
                open.emplace_back(&child, depth + 1);
    }
    return value.dump(indent, ' ', /*ensure_ascii=*/false, Json::error_handler_t::replace);
}

std::string plainText(const Json& value) { return value.is_string() ? value.get<std::string>() : writeJson(value); }

} // namespace core
