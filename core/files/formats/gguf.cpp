#include "core/files/formats/gguf.h"

#include "core/base/error.h"
#include "core/base/stop_scope.h"
#include "core/io/fetched_file.h"
#include "core/io/limits.h"
#include "core/io/shown_text.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <limits>
#include <string_view>

namespace core {

namespace {

constexpr const char* alignmentKey = "general.alignment";

enum class Type : std::uint32_t
{
    Uint8,
    Int8,
    Uint16,
    Int16,
    Uint32,
    Int32,
    Float32,
    Bool,
    String,
    Array,
    Uint64,
    Int64,
    Float64
};
constexpr std::uint64_t typeBytes[] = {1, 1, 2, 2, 4, 4, 4, 1, 8, 12, 8, 8, 8}; // the least that one takes
constexpr std::uint32_t types = std::size(typeBytes);

/// "Q4_K" for the types that exist, also those that cannot be used.
std::string typeName(std::uint32_t type)
{
    static const std::map<std::uint32_t, const char*> names = {{0, "F32"}, {1, "F16"}, {2, "Q4_0"}, {3, "Q4_1"}, {6, "Q5_0"},
        {7, "Q5_1"}, {8, "Q8_0"}, {9, "Q8_1"}, {10, "Q2_K"}, {11, "Q3_K"}, {12, "Q4_K"}, {13, "Q5_K"}, {14, "Q6_K"}, {15, "Q8_K"},
        {16, "IQ2_XXS"}, {17, "IQ2_XS"}, {18, "IQ3_XXS"}, {19, "IQ1_S"}, {20, "IQ4_NL"}, {21, "IQ3_S"}, {22, "IQ2_S"},
        {23, "IQ4_XS"}, {24, "I8"}, {25, "I16"}, {26, "I32"}, {27, "I64"}, {28, "F64"}, {29, "IQ1_M"}, {30, "BF16"},
        {34, "TQ1_0"}, {35, "TQ2_0"}, {39, "MXFP4"}, {40, "NVFP4"}, {41, "Q1_0"}, {42, "Q2_0"}};
    const auto name = names.find(type);
    return name == names.end() ? "type " + std::to_string(type) : name->second;
}

/// The bytes of the head of the file, one after another, through one bounded buffer.
class Cursor
{
public:
    explicit Cursor(const FileReader& file)
        : m_file(file)
    {
    }

    std::uint64_t position() const { return m_position; }
    std::uint64_t left() const { return m_file.size() - m_position; }

    template <class T>
    T read()
    {
        T value;
        m_field = m_position;
        bytes(&value, sizeof value);
        return value;
    }

    std::string text(std::uint64_t most)
    {
        const std::uint64_t begin = m_position;
        const auto length = read<std::uint64_t>();
        if (length > most || length > left())
            refuse(CUTAWAY_TR("length of a text is impossible"), "at most " + std::to_string(std::min(most, left())),
                std::to_string(length));
        std::string result(length, '\0');
        m_field = begin;
        bytes(result.data(), result.size());
        return result;
    }

    /// The place is the beginning of the field that was read last.
    [[noreturn]] void refuse(const char* problem, const std::string& expected = {}, const std::string& found = {}) const
    {
        throw Error({.file = m_file.path(),
            .where = (m_place.empty() ? "" : m_place + ", ") + "byte " + std::to_string(m_field),
            .problem = problem,
            .expected = expected,
            .found = found});
    }

    void enter(std::string place) { m_place = std::move(place); }

private:
    void bytes(void* out, std::size_t count)
    {
        if (count > left())
            refuse(CUTAWAY_TR("the file ends in its header: an incomplete download?"), std::to_string(count) + " more bytes",
                std::to_string(left()));
        auto* to = static_cast<char*>(out);
        while (count > 0) {
            if (m_position < m_bufferBegin || m_position >= m_bufferBegin + m_filled) {
                m_bufferBegin = m_position;
                m_filled = std::min<std::uint64_t>(m_buffer.size(), m_file.size() - m_position);
                m_file.readAt(m_position, m_buffer.data(), m_filled);
            }
            const std::size_t at = m_position - m_bufferBegin;
            const std::size_t now = std::min<std::size_t>(count, m_filled - at);
            std::memcpy(to, m_buffer.data() + at, now);
            to += now;
            m_position += now;
            count -= now;
        }
    }

    const FileReader& m_file;
    std::uint64_t m_position = 0;
    std::uint64_t m_field = 0;
    std::string m_place;
    std::vector<char> m_buffer = std::vector<char>(std::size_t(1) << 16);
    std::uint64_t m_bufferBegin = 0;
    std::uint64_t m_filled = 0;
};

} // namespace

namespace {

std::uint32_t swapped(std::uint32_t number)
{
    return number >> 24 | (number >> 8 & 0xFF00) | (number << 8 & 0xFF0000) | number << 24;
}

} // namespace

class GgufParser
{
public:
    explicit GgufParser(const std::string& path)
        : m_file(std::make_shared<FileReader>(path))
        , m_cursor(*m_file)
    {
        m_result.m_path = path;
    }

    Gguf parse()
    {
        std::uint64_t keys = 0;
        const std::uint64_t tensors = readStart(keys);
        for (std::uint64_t i = 0; i < keys; ++i)
            readPair(i);
        const std::uint64_t alignment = readAlignment();
        std::vector<StoredTensor> inOrder;
        for (std::uint64_t i = 0; i < tensors; ++i)
            inOrder.push_back(readTensor(i, alignment));
        m_cursor.enter({});

        const std::uint64_t head = m_cursor.position();
        const std::uint64_t dataBegin = (head + alignment - 1) / alignment * alignment; // both far from overflow
        checkIntervals(inOrder, dataBegin);
        for (StoredTensor& tensor : inOrder) {
            tensor.file = m_file;
            tensor.offset += dataBegin;
            m_result.m_tensors.emplace(tensor.name, std::move(tensor));
        }
        return std::move(m_result);
    }

private:
    std::uint64_t readStart(std::uint64_t& keys)
    {
        constexpr std::uint64_t startBytes = 24;
        std::array<char, 4> magic = {};
        const auto there = std::size_t(std::min<std::uint64_t>(m_file->size(), magic.size()));
        m_file->readAt(0, magic.data(), there);
        refuseUnfetched(*m_file);
        if (std::string_view(magic.data(), there) != "GGUF" || m_file->size() < startBytes)
            throw Error({.file = m_file->path(),
                .where = "byte 0",
                .problem = CUTAWAY_TR("not a GGUF file"),
                .expected = "GGUF and at least 24 bytes",
                .found = (there > 0 ? shownText({magic.data(), there}) + ", " : "") + std::to_string(m_file->size()) + " bytes"});
        m_cursor.read<std::uint32_t>(); // the magic
        const auto version = m_cursor.read<std::uint32_t>();
        if (version != 0 && (version & 0xFFFF) == 0)
            m_cursor.refuse(CUTAWAY_TR("big-endian GGUF files are not supported"), "little-endian, version 2 or 3",
                "version " + std::to_string(swapped(version)) + " in the other order of bytes");
        if (version != 2 && version != 3)
            m_cursor.refuse(CUTAWAY_TR("unsupported version"), "2 or 3", std::to_string(version));
        const std::uint64_t left = m_file->size() - startBytes;
        constexpr std::uint64_t minTensor = 8 + 4 + 8 + 4 + 8;
        constexpr std::uint64_t minPair = 8 + 4 + 1;
        const auto tensors = m_cursor.read<std::uint64_t>();
        if (tensors > limits::ggufCount || tensors * minTensor > left)
            m_cursor.refuse(CUTAWAY_TR("impossible number of tensors"),
                "at most " + std::to_string(std::min(limits::ggufCount, left / minTensor)), std::to_string(tensors));
        keys = m_cursor.read<std::uint64_t>();
        if (keys > limits::ggufCount || keys * minPair > left)
            m_cursor.refuse(CUTAWAY_TR("impossible number of keys"),
                "at most " + std::to_string(std::min(limits::ggufCount, left / minPair)), std::to_string(keys));
        return tensors;
    }

    void readPair(std::uint64_t number)
    {
        m_cursor.enter("key " + std::to_string(number));
        std::string key = m_cursor.text(limits::ggufKey);
        if (key.empty() || !isPlainText(key))
            m_cursor.refuse(CUTAWAY_TR("a key that is empty or not text"), "a word of UTF-8", "\"" + shownText(key) + "\"");
        m_cursor.enter("key \"" + shownText(key) + "\"");
        const auto type = m_cursor.read<std::uint32_t>();
        if (key == alignmentKey && type != std::uint32_t(Type::Uint32))
            m_cursor.refuse(CUTAWAY_TR("wrong type"), "UINT32");
        GgufValue value = readValue(type);
        if (m_cursor.position() > limits::ggufMetadata)
            m_cursor.refuse(CUTAWAY_TR("metadata too large"), "at most " + std::to_string(limits::ggufMetadata) + " bytes");
        if (!m_result.m_metadata.emplace(std::move(key), std::move(value)).second)
            m_cursor.refuse(CUTAWAY_TR("duplicate key"));
    }

    GgufValue readValue(std::uint32_t type)
    {
        if (type == std::uint32_t(Type::Array))
            return readArray();
        if (type == std::uint32_t(Type::String))
            return m_cursor.text(limits::ggufText);
        if (type == std::uint32_t(Type::Bool))
            return m_cursor.read<std::uint8_t>() != 0;
        if (type == std::uint32_t(Type::Float32) || type == std::uint32_t(Type::Float64))
            return readFloat(Type(type));
        if (type >= types)
            m_cursor.refuse(CUTAWAY_TR("unknown value type"), "0 to 12", std::to_string(type));
        if (type == std::uint32_t(Type::Uint64)) { // what an integer of ours cannot hold is kept as a number
            const auto value = m_cursor.read<std::uint64_t>();
            constexpr std::uint64_t most = std::numeric_limits<std::int64_t>::max();
            return value > most ? GgufValue(double(value)) : GgufValue(std::int64_t(value));
        }
        return readInteger(Type(type));
    }

    double readFloat(Type type) { return type == Type::Float32 ? double(m_cursor.read<float>()) : m_cursor.read<double>(); }

    std::int64_t readInteger(Type type)
    {
        switch (type) {
        case Type::Uint8:
            return m_cursor.read<std::uint8_t>();
        case Type::Int8:
            return m_cursor.read<std::int8_t>();
        case Type::Uint16:
            return m_cursor.read<std::uint16_t>();
        case Type::Int16:
            return m_cursor.read<std::int16_t>();
        case Type::Uint32:
            return m_cursor.read<std::uint32_t>();
        case Type::Int32:
            return m_cursor.read<std::int32_t>();
        default:
            return m_cursor.read<std::int64_t>();
        }
    }

    GgufArray readArray()
    {
        const auto type = m_cursor.read<std::uint32_t>();
        const auto count = m_cursor.read<std::uint64_t>();
        if (type >= types || type == std::uint32_t(Type::Array))
            m_cursor.refuse(CUTAWAY_TR("unknown type of array elements"), "0 to 12, no array", std::to_string(type));
        const std::uint64_t most = std::min(m_cursor.left(), limits::ggufMetadata) / typeBytes[type];
        if (count > std::min(most, limits::ggufElements))
            m_cursor.refuse(CUTAWAY_TR("impossible number of array elements"),
                "at most " + std::to_string(std::min(most, limits::ggufElements)), std::to_string(count));

        if (Type(type) == Type::String)
            return fill<std::string>(count, [&] { return m_cursor.text(limits::ggufText); });
        if (Type(type) == Type::Bool)
            return fill<bool>(count, [&] { return m_cursor.read<std::uint8_t>() != 0; });
        if (Type(type) == Type::Float32 || Type(type) == Type::Float64)
            return fill<double>(count, [&] { return readFloat(Type(type)); });
        return fill<std::int64_t>(count, [&] { return readInteger(Type(type)); });
    }

    template <class T, class Read>
    static std::vector<T> fill(std::uint64_t count, Read&& read)
    {
        std::vector<T> values;
        values.reserve(count);
        for (std::uint64_t i = 0; i < count; ++i) {
            checkStop();
            values.push_back(read());
        }
        return values;
    }

    std::uint64_t readAlignment()
    {
        const std::string key = alignmentKey;
        constexpr std::int64_t least = 8;
        constexpr std::int64_t most = std::int64_t(1) << 20;
        const std::int64_t alignment = m_result.integer(key, least, most).value_or(32);
        if (!std::has_single_bit(std::uint64_t(alignment)))
            m_result.refuse(key, CUTAWAY_TR("not a power of two"), {}, std::to_string(alignment));
        return std::uint64_t(alignment);
    }

    StoredTensor readTensor(std::uint64_t number, std::uint64_t alignment)
    {
        m_cursor.enter("tensor " + std::to_string(number));
        StoredTensor tensor;
        tensor.name = m_cursor.text(limits::ggufName);
        if (tensor.name.empty() || !isPlainText(tensor.name))
            m_cursor.refuse(
                CUTAWAY_TR("a name that is empty or not text"), "a word of UTF-8", "\"" + shownText(tensor.name) + "\"");
        m_cursor.enter("tensor \"" + shownText(tensor.name) + "\"");
        if (!m_names.emplace(tensor.name, number).second)
            m_cursor.refuse(CUTAWAY_TR("duplicate tensor"));

        const auto dims = m_cursor.read<std::uint32_t>();
        if (dims < 1 || dims > 4)
            m_cursor.refuse(CUTAWAY_TR("impossible number of dimensions"), "1 to 4", std::to_string(dims));
        std::uint64_t count = 1;
        for (std::uint32_t i = 0; i < dims; ++i) {
            const auto size = m_cursor.read<std::uint64_t>();
            if (size == 0 || __builtin_mul_overflow(count, size, &count) || count > limits::tensorBytes)
                m_cursor.refuse(
                    CUTAWAY_TR("impossible size"), "at least 1, fewer than 2^62 numbers in all", std::to_string(size));
            tensor.shape.insert(tensor.shape.begin(), Index(size)); // the file begins with the length of a row
        }

        const auto type = m_cursor.read<std::uint32_t>();
        tensor.dtype = typeName(type);
        tensor.format = findGgufFormat(type);
        tensor.offset = m_cursor.read<std::uint64_t>();
        if (tensor.dtype.starts_with("type "))
            m_cursor.refuse(CUTAWAY_TR("unknown type of numbers"), {}, tensor.dtype);
        if (tensor.offset % alignment != 0)
            m_cursor.refuse(
                CUTAWAY_TR("offset is not aligned"), "a multiple of " + std::to_string(alignment), std::to_string(tensor.offset));
        if (tensor.format) {
            const std::uint64_t row = std::uint64_t(tensor.shape.back());
            if (row % tensor.format->blockNumbers != 0)
                m_cursor.refuse(CUTAWAY_TR("a row is not a whole number of blocks"),
                    "a multiple of " + std::to_string(tensor.format->blockNumbers), std::to_string(row));
            if (__builtin_mul_overflow(
                    count / tensor.format->blockNumbers, std::uint64_t(tensor.format->blockBytes), &tensor.bytes))
                m_cursor.refuse(CUTAWAY_TR("impossible size"), "fewer than 2^64 bytes");
        }
        return tensor;
    }

    /// Each tensor is inside the file and no two share a byte. (Those of unsupported types have no size that we know.)
    void checkIntervals(const std::vector<StoredTensor>& tensors, std::uint64_t dataBegin) const
    {
        const std::uint64_t dataBytes = dataBegin > m_file->size() ? 0 : m_file->size() - dataBegin;
        std::vector<const StoredTensor*> sorted;
        for (const StoredTensor& tensor : tensors)
            sorted.push_back(&tensor);
        std::sort(
            sorted.begin(), sorted.end(), [](const StoredTensor* a, const StoredTensor* b) { return a->offset < b->offset; });
        const StoredTensor* before = nullptr;
        for (const StoredTensor* tensor : sorted) {
            const auto refuse = [&](const char* problem, const std::string& expected, const std::string& what) {
                throw Error({.file = m_file->path(),
                    .where = "tensor \"" + shownText(tensor->name) + "\"",
                    .problem = problem,
                    .expected = expected,
                    .found = what});
            };
            if (before && before->offset + std::max<std::uint64_t>(before->bytes, 1) > tensor->offset)
                refuse(CUTAWAY_TR("shares bytes with another tensor"), {}, shownText(before->name));
            if (tensor->offset > dataBytes || tensor->bytes > dataBytes - tensor->offset)
                refuse(CUTAWAY_TR("the file is too short: an incomplete download?"),
                    std::to_string(tensor->bytes) + " bytes at " + std::to_string(tensor->offset), std::to_string(dataBytes));
            before = tensor;
        }
    }

    std::shared_ptr<FileReader> m_file;
    Cursor m_cursor;
    Gguf m_result;
    std::map<std::string, std::uint64_t> m_names;
};

Gguf Gguf::open(const std::string& path) { return GgufParser(path).parse(); }

} // namespace core
