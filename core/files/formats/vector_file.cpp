#include "core/files/formats/vector_file.h"

#include "core/files/formats/safetensors.h"
#include "core/io/file_reader.h"
#include "core/io/json.h"
#include "core/io/shown_text.h"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace core {

namespace {

constexpr Index maxNumbers = Index(1) << 22;

[[noreturn]] void refuse(const std::string& path, const std::string& where, const char* problem, const std::string& expected = "",
    const std::string& found = "")
{
    throw Error({ErrorKind::BadInput, path, where, problem, expected, found});
}

bool isVector(const Shape& shape)
{
    return !shape.empty() && elements(shape) <= maxNumbers && elements(shape) > 0
        && std::ranges::count_if(shape, [](Index length) { return length != 1; }) <= 1;
}

std::vector<float> checked(std::vector<float> numbers, const std::string& path)
{
    if (!std::ranges::all_of(numbers, [](float number) { return std::isfinite(number); }))
        refuse(path, "", CUTAWAY_TR("has numbers that are not finite"));
    return numbers;
}

void requireVector(const Shape& shape, const std::string& path, const std::string& where)
{
    if (!isVector(shape))
        refuse(path, where, CUTAWAY_TR("is no vector"), CUTAWAY_TR("one axis"), shapeText(shape));
}

std::vector<float> fromSafetensors(const std::string& path, const std::string& name)
{
    const Safetensors file = Safetensors::open(path);
    const StoredTensor* found = nullptr;
    std::vector<std::string> names;
    for (const StoredTensor& tensor : file.tensors) {
        names.push_back(tensor.name);
        if (tensor.name == name || (name.empty() && file.tensors.size() == 1))
            found = &tensor;
    }
    const auto nameOf = [](const std::string& one) { return shownText(one, 60); };
    names.resize(std::min<std::size_t>(names.size(), 8));
    if (!found && name.empty())
        refuse(path, "", CUTAWAY_TR("has several tensors: name one"), joinedWords(names, nameOf));
    if (!found)
        refuse(path, shownText(name), CUTAWAY_TR("has no tensor of this name"), joinedWords(names, nameOf));
    requireVector(found->shape, path, shownText(found->name));
    if (!found->format)
        refuse(path, shownText(found->name), CUTAWAY_TR("its numbers cannot be read"), "F32, F16, BF16", found->dtype);
    std::vector<float> numbers(std::size_t(elements(found->shape)));
    found->read(0, Index(numbers.size()), numbers.data());
    return numbers;
}

/// What stands behind `'key': ` in the header of an .npy file, up to the next comma outside brackets.
std::string npyMember(const std::string& header, const std::string& key)
{
    const std::size_t at = header.find("'" + key + "':");
    if (at == std::string::npos)
        return {};
    std::size_t begin = at + key.size() + 3, end = begin;
    for (int depth = 0; end < header.size() && (depth > 0 || (header[end] != ',' && header[end] != '}')); ++end)
        depth += header[end] == '(' ? 1 : header[end] == ')' ? -1 : 0;
    std::string text = header.substr(begin, end - begin);
    std::erase(text, ' ');
    return text;
}

Shape npyShape(const std::string& text, const std::string& path)
{
    Shape shape;
    Index length = -1;
    for (const char sign : text)
        if (sign >= '0' && sign <= '9') {
            length = std::max<Index>(0, length) * 10 + (sign - '0');
            if (length > maxNumbers)
                refuse(path, "shape", CUTAWAY_TR("is no vector"), CUTAWAY_TR("one axis"), shownText(text, 60));
        } else if (length >= 0) {
            shape.push_back(std::exchange(length, -1));
        }
    return shape;
}

template <class Number>
std::vector<float> npyNumbers(const FileReader& file, std::uint64_t offset, std::size_t count)
{
    std::vector<Number> stored(count);
    file.readAt(offset, stored.data(), count * sizeof(Number));
    return {stored.begin(), stored.end()};
}

/// https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html
std::vector<float> fromNpy(const std::string& path)
{
    const FileReader file(path);
    unsigned char start[12] = {};
    constexpr const char* magic = "\x93NUMPY";
    if (file.size() < sizeof start)
        refuse(path, "", CUTAWAY_TR("is no .npy file"));
    file.readAt(0, start, sizeof start);
    if (std::memcmp(start, magic, 6) != 0 || start[6] < 1 || start[6] > 3)
        refuse(path, "", CUTAWAY_TR("is no .npy file"));
    const bool isLong = start[6] > 1;
    const std::uint64_t length = isLong ? start[8] | start[9] << 8 | start[10] << 16 | std::uint64_t(start[11]) << 24
                                        : std::uint64_t(start[8] | start[9] << 8);
    const std::uint64_t begin = isLong ? 12 : 10;
    if (length > 65536 || begin + length > file.size())
        refuse(path, "", CUTAWAY_TR("is no .npy file"));
    std::string header(std::size_t(length), ' ');
    file.readAt(begin, header.data(), header.size());
    const Shape shape = npyShape(npyMember(header, "shape"), path);
    requireVector(shape, path, "shape");
    const std::string type = npyMember(header, "descr");
    const std::size_t bytes = type == "'<f4'" ? 4 : type == "'<f8'" ? 8 : 0;
    if (bytes == 0)
        refuse(path, "descr", CUTAWAY_TR("its numbers cannot be read"), "<f4, <f8", shownText(type, 60));
    const auto count = std::size_t(elements(shape));
    if (begin + length + count * bytes != file.size())
        refuse(path, "", CUTAWAY_TR("its length is not that of its shape"), std::to_string(begin + length + count * bytes),
            std::to_string(file.size()));
    return bytes == 4 ? npyNumbers<float>(file, begin + length, count) : npyNumbers<double>(file, begin + length, count);
}

std::vector<float> fromJson(const std::string& path)
{
    const Json json = readJson(path, {std::size_t(64) << 20, 2, std::size_t(maxNumbers)});
    const auto isNumber = [](const Json& one) { return one.is_number(); };
    if (!json.is_array() || json.empty() || !std::ranges::all_of(json, isNumber))
        refuse(path, "", CUTAWAY_TR("is no vector"), CUTAWAY_TR("a list of numbers"));
    std::vector<float> numbers;
    for (const Json& one : json)
        numbers.push_back(float(one.get<double>()));
    return numbers;
}

} // namespace

std::vector<float> readVector(const std::string& path, const std::string& name)
{
    if (path.ends_with(".safetensors"))
        return checked(fromSafetensors(path, name), path);
    if (!name.empty())
        refuse(path, shownText(name), CUTAWAY_TR("has no tensor of this name"));
    if (path.ends_with(".npy"))
        return checked(fromNpy(path), path);
    if (path.ends_with(".json"))
        return checked(fromJson(path), path);
    refuse(path, "", CUTAWAY_TR("is no file of vectors"), ".safetensors, .npy, .json");
}

std::vector<std::string> vectorNames(const std::string& path)
{
    std::vector<std::string> names;
    if (!path.ends_with(".safetensors"))
        return names;
    try {
        for (const StoredTensor& tensor : Safetensors::open(path).tensors)
            if (isVector(tensor.shape) && tensor.format)
                names.push_back(tensor.name);
    } catch (const Error&) {
    }
    return names;
}

} // namespace core
