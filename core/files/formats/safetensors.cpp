#include "core/files/formats/safetensors.h"

#include "core/base/error.h"
#include "core/io/atomic_file.h"
#include "core/io/fetched_file.h"
#include "core/io/limits.h"
#include "core/io/shown_text.h"

#include <algorithm>
#include <cstring>
#include <string_view>

namespace core {

namespace {

constexpr std::uint64_t lengthBytes = 8;

struct Dtype
{
    std::string_view name;
    std::uint64_t bits;
};
constexpr Dtype dtypes[] = {{"F64", 64}, {"F32", 32}, {"F16", 16}, {"BF16", 16}, {"I64", 64}, {"I32", 32}, {"I16", 16}, {"I8", 8},
    {"U64", 64}, {"U32", 32}, {"U16", 16}, {"U8", 8}, {"BOOL", 8}, {"F8_E4M3", 8}, {"F8_E5M2", 8}, {"F8_E8M0", 8},
    {"F8_E4M3FNUZ", 8}, {"F8_E5M2FNUZ", 8}, {"F6_E2M3", 6}, {"F6_E3M2", 6}, {"F4", 4}, {"C64", 64}};

/// What is found in a document, short enough for one line.
std::string found(const Json& value) { return shownText(plainText(value), 60); }

/// One entry of the header, with everything that its errors name.
class Entry
{
public:
    Entry(const std::string& file, const std::string& name, const Json& json)
        : m_file(file)
        , m_name(name)
        , m_json(json)
    {
    }

    /// The tensor with its offset relative to the first byte after the header.
    StoredTensor tensor() const
    {
        if (m_name.empty() || m_name.size() > limits::headerName)
            refuse(CUTAWAY_TR("name of impossible length"), "1 to " + std::to_string(limits::headerName) + " bytes",
                std::to_string(m_name.size()));
        if (!m_json.is_object())
            refuse(CUTAWAY_TR("wrong type"), "object with dtype, shape, data_offsets", found(m_json));
        StoredTensor tensor;
        tensor.name = m_name;
        const Dtype& dtype = readDtype();
        tensor.dtype = dtype.name;
        tensor.format = findSafetensorsFormat(dtype.name);

        std::uint64_t bits = dtype.bits;
        for (const Json& size : member("shape", limits::headerRank)) {
            tensor.shape.push_back(Index(integer(size, "shape")));
            if (__builtin_mul_overflow(bits, std::uint64_t(tensor.shape.back()), &bits) || bits > limits::tensorBytes)
                refuse(CUTAWAY_TR("size overflows"), "", found(m_json["shape"]));
        }
        if (bits % 8 != 0)
            refuse(CUTAWAY_TR("not a whole number of bytes"), "", std::to_string(bits) + " bits");

        const Json& offsets = member("data_offsets", 2);
        if (offsets.size() != 2)
            refuse(CUTAWAY_TR("wrong data_offsets"), "two integers, begin and end", found(offsets));
        tensor.offset = integer(offsets[0], "data_offsets");
        const std::uint64_t end = integer(offsets[1], "data_offsets");
        if (end < tensor.offset)
            refuse(CUTAWAY_TR("wrong data_offsets"), "begin not after end", found(offsets));
        tensor.bytes = end - tensor.offset;
        if (tensor.bytes != bits / 8)
            refuse(CUTAWAY_TR("data_offsets do not fit shape and dtype"), std::to_string(bits / 8) + " bytes",
                std::to_string(tensor.bytes));
        return tensor;
    }

    [[noreturn]] void refuse(const char* problem, const std::string& expected, const std::string& what) const
    {
        throw Error({.file = m_file,
            .where = "tensor \"" + shownText(m_name) + "\"",
            .problem = problem,
            .expected = expected,
            .found = what});
    }

private:
    const Dtype& readDtype() const
    {
        const auto member = m_json.find("dtype");
        for (const Dtype& dtype : dtypes)
            if (member != m_json.end() && member->is_string() && member->get_ref<const std::string&>() == dtype.name)
                return dtype;
        refuse(CUTAWAY_TR("unknown dtype"), joinedWords(dtypes, &Dtype::name), member == m_json.end() ? "none" : found(*member));
    }

    const Json& member(const char* key, std::size_t most) const
    {
        const auto member = m_json.find(key);
        if (member == m_json.end() || !member->is_array() || member->size() > most)
            refuse(CUTAWAY_TR("wrong list of integers"), std::string(key) + " of at most " + std::to_string(most) + " integers",
                member == m_json.end() ? "none" : found(*member));
        return *member;
    }

    std::uint64_t integer(const Json& value, const char* key) const
    {
        const bool isCount = value.is_number_unsigned() || (value.is_number_integer() && value.get<std::int64_t>() >= 0);
        if (!isCount || value.get<std::uint64_t>() > limits::tensorBytes)
            refuse(CUTAWAY_TR("not an integer in range"), std::string(key) + " from 0 to 2^62", found(value));
        return value.get<std::uint64_t>();
    }

    const std::string& m_file;
    const std::string& m_name;
    const Json& m_json;
};

Json readHeader(const FileReader& file, std::uint64_t& dataBegin)
{
    refuseUnfetched(file);
    const auto refuse = [&](const char* where, const char* problem, const std::string& expected, const std::string& what) {
        throw Error({.file = file.path(), .where = where, .problem = problem, .expected = expected, .found = what});
    };
    if (file.size() == 0)
        refuse("header length", CUTAWAY_TR("the file is empty: fetch, copy or write it again"), "", "");
    if (file.size() < lengthBytes)
        refuse("header length", CUTAWAY_TR("the file is shorter than its header length"), "at least 8 bytes",
            std::to_string(file.size()));
    unsigned char start[lengthBytes];
    file.readAt(0, start, lengthBytes);
    std::uint64_t length;
    std::memcpy(&length, start, lengthBytes);
    if (start[0] == 0x80 || (start[0] == 'P' && start[1] == 'K'))
        if (length > limits::headerBytes)
            refuse("header length", CUTAWAY_TR("not a safetensors file: it looks like a pickle, which can run code"),
                "safetensors", "PyTorch");
    if (length > limits::headerBytes)
        refuse("header length", CUTAWAY_TR("header too long"), "at most " + std::to_string(limits::headerBytes) + " bytes",
            std::to_string(length));
    if (length > file.size() - lengthBytes)
        refuse("header length", CUTAWAY_TR("the header does not fit into the file"),
            "at most " + std::to_string(file.size() - lengthBytes) + " bytes", std::to_string(length));

    std::string text(length, '\0');
    file.readAt(lengthBytes, text.data(), text.size());
    dataBegin = lengthBytes + length;
    try {
        return parseJson(text, file.path(), {.bytes = limits::headerBytes, .values = 10 * limits::headerTensors});
    } catch (const Error& error) {
        Error::Parts parts = error.parts();
        parts.where = parts.where.empty() ? "header" : "header: " + parts.where;
        throw Error(parts);
    }
}

} // namespace

Safetensors Safetensors::open(const std::string& path)
{
    const auto file = std::make_shared<FileReader>(path);
    std::uint64_t dataBegin = 0;
    const Json header = readHeader(*file, dataBegin);
    if (!header.is_object())
        throw Error({.file = path,
            .where = "header",
            .problem = CUTAWAY_TR("wrong type"),
            .expected = "object",
            .found = header.type_name()});
    if (header.size() > limits::headerTensors)
        throw Error({.file = path,
            .where = "header",
            .problem = CUTAWAY_TR("too many tensors"),
            .expected = "at most " + std::to_string(limits::headerTensors),
            .found = std::to_string(header.size())});

    Safetensors result;
    for (const auto& [name, json] : header.items()) {
        if (name != "__metadata__") {
            result.tensors.push_back(Entry(path, name, json).tensor());
            result.tensors.back().file = file;
            continue;
        }
        if (!json.is_object())
            throw Error({.file = path,
                .where = name,
                .problem = CUTAWAY_TR("wrong type"),
                .expected = "object of strings",
                .found = found(json)});
        for (const auto& [key, value] : json.items()) {
            if (!value.is_string())
                throw Error({.file = path,
                    .where = name + "." + shownText(key),
                    .problem = CUTAWAY_TR("wrong type"),
                    .expected = "string",
                    .found = found(value)});
            result.metadata[key] = value.get<std::string>();
        }
    }

    std::stable_sort(result.tensors.begin(), result.tensors.end(),
        [](const StoredTensor& a, const StoredTensor& b) { return std::pair(a.offset, a.bytes) < std::pair(b.offset, b.bytes); });
    const std::uint64_t dataBytes = file->size() - dataBegin;
    std::uint64_t end = 0;
    for (StoredTensor& tensor : result.tensors) {
        const Entry entry(path, tensor.name, header[tensor.name]);
        if (tensor.offset < end)
            entry.refuse(
                CUTAWAY_TR("shares bytes with another tensor"), "begin at " + std::to_string(end), std::to_string(tensor.offset));
        if (tensor.offset > end)
            entry.refuse(CUTAWAY_TR("bytes before it belong to no tensor"), "begin at " + std::to_string(end),
                std::to_string(tensor.offset));
        end += tensor.bytes;
        if (end > dataBytes)
            entry.refuse(CUTAWAY_TR("the file is cut off, an incomplete download or copy: fetch, copy or write it again"),
                std::to_string(dataBegin + end) + " bytes at least", std::to_string(file->size()));
        tensor.offset += dataBegin;
    }
    if (end != dataBytes)
        throw Error({.file = path,
            .where = "byte " + std::to_string(dataBegin + end),
            .problem = CUTAWAY_TR("bytes after the last tensor"),
            .expected = std::to_string(dataBegin + end) + " bytes",
            .found = std::to_string(file->size())});
    return result;
}

StoredTensors Safetensors::byName() const
{
    StoredTensors map;
    for (const StoredTensor& tensor : tensors)
        map.emplace(tensor.name, tensor);
    return map;
}

void writeSafetensors(
    const std::string& path, const std::vector<TensorToWrite>& tensors, const std::map<std::string, std::string>& metadata)
{
    Json header = Json::object();
    if (!metadata.empty())
        header["__metadata__"] = metadata;
    std::uint64_t end = 0;
    for (const TensorToWrite& tensor : tensors) {
        const std::uint64_t begin = end;
        end += std::uint64_t(elements(tensor.shape)) * sizeof(float);
        header[tensor.name] = {{"dtype", "F32"}, {"shape", tensor.shape}, {"data_offsets", {begin, end}}};
    }
    std::string text = writeJson(header);
    text.append((lengthBytes - text.size() % lengthBytes) % lengthBytes, ' ');
    const std::uint64_t length = text.size();

    AtomicFile file(path);
    file.write(&length, sizeof length);
    file.write(text);
    std::vector<float> rows;
    for (const TensorToWrite& tensor : tensors) {
        constexpr Index numbersAtOnce = Index(1) << 18;
        const Index count = tensor.shape.empty() ? 1 : tensor.shape[0];
        const Index length0 = count == 0 ? 0 : elements(tensor.shape) / count;
        if (length0 == 0)
            continue;
        const Index rowsAtOnce = std::max<Index>(1, numbersAtOnce / length0);
        for (Index row = 0; row < count; row += rowsAtOnce) {
            const Index now = std::min(rowsAtOnce, count - row);
            rows.resize(std::size_t(now * length0));
            tensor.read(row, now, rows.data());
            file.write(rows.data(), rows.size() * sizeof(float));
        }
    }
    file.commit();
}

} // namespace core
