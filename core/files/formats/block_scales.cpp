#include "core/files/formats/block_scales.h"

#include "core/base/error.h"
#include "core/io/shown_text.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <limits>
#include <optional>
#include <vector>

namespace core {

namespace {

constexpr Index atOnce = Index(1) << 16; // bytes of a file, decoded at a time

/// sign, 4 bits of exponent with bias 7, 3 of fraction; no infinity, all ones are NaN.
float float8(unsigned bits)
{
    const unsigned exponent = bits >> 3 & 15u, fraction = bits & 7u;
    const float sign = bits & 128u ? -1.f : 1.f;
    if (exponent == 15 && fraction == 7)
        return std::numeric_limits<float>::quiet_NaN();
    return sign * std::ldexp(exponent == 0 ? float(fraction) : float(8 + fraction), exponent == 0 ? -9 : int(exponent) - 10);
}

const std::array<float, 256>& float8Table()
{
    static const std::array<float, 256> table = [] {
        std::array<float, 256> values{};
        for (unsigned bits = 0; bits < 256; ++bits)
            values[bits] = float8(bits);
        return values;
    }();
    return table;
}

constexpr std::size_t float8Block = 128; // numbers in memory that share a scale, as in the files of DeepSeek-V3

void decodeFloat8(const std::byte* in, std::size_t blocks, float* out)
{
    for (; blocks > 0; --blocks, in += sizeof(float) + float8Block) {
        float scale = 0;
        std::memcpy(&scale, in, sizeof scale);
        for (std::size_t i = 0; i < float8Block; ++i)
            *out++ = float8Table()[std::to_integer<std::size_t>(in[sizeof scale + i])] * scale;
    }
}

constexpr BlockFormat ofFloat8{"F8_E4M3", float8Block, sizeof(float) + float8Block, decodeFloat8, LaneKind::Float8};

std::vector<std::uint8_t> bytesOf(const StoredTensor& tensor, Index first, Index count)
{
    std::vector<std::uint8_t> bytes(static_cast<std::size_t>(count));
    tensor.file->readAt(tensor.offset + std::uint64_t(first), reinterpret_cast<std::byte*>(bytes.data()), bytes.size());
    return bytes;
}

/// A matrix of float8, one scale per block of rows and columns; the last blocks are cut.
class Float8Numbers : public StoredNumbers
{
public:
    Float8Numbers(StoredTensor weight, StoredTensor scales, Index blockRows, Index blockColumns)
        : m_weight(std::move(weight))
        , m_scales(std::move(scales))
        , m_blockRows(blockRows)
        , m_blockColumns(blockColumns)
    {
    }
    void read(Index first, Index count, float* out) const override
    {
        const Index columns = m_weight.shape.back(), blocks = m_scales.shape.back();
        std::vector<float> scales(static_cast<std::size_t>(blocks));
        Index readRow = -1;
        for (Index done = 0; done < count;) {
            const Index row = (first + done) / columns, column = (first + done) % columns;
            const Index now = std::min({count - done, columns - column, atOnce});
            if (row / m_blockRows != readRow) {
                readRow = row / m_blockRows;
                m_scales.read(readRow * blocks, blocks, scales.data());
            }
            const std::vector<std::uint8_t> bytes = bytesOf(m_weight, first + done, now);
            for (Index i = 0; i < now; ++i)
                out[done + i] = float8Table()[bytes[std::size_t(i)]] * scales[std::size_t((column + i) / m_blockColumns)];
            done += now;
        }
    }
    const BlockFormat* blocks() const override
    {
        const Index block = Index(float8Block);
        return m_blockColumns % block == 0 && m_weight.shape.back() % block == 0 ? &ofFloat8 : nullptr;
    }
    void readBlocks(Index first, Index count, std::byte* out) const override
    {
        const Index block = Index(float8Block), ofRow = m_weight.shape.back() / block, ofScales = m_scales.shape.back();
        std::vector<float> scales(static_cast<std::size_t>(ofScales));
        std::vector<std::uint8_t> bytes;
        Index readRow = -1;
        for (Index i = first; i < first + count; ++i) {
            const Index row = i / ofRow, column = i % ofRow * block;
            if (i == first || column == 0) // a row at a time
                bytes = bytesOf(m_weight, i * block, std::min(ofRow - i % ofRow, first + count - i) * block);
            if (row / m_blockRows != readRow) {
                readRow = row / m_blockRows;
                m_scales.read(readRow * ofScales, ofScales, scales.data());
            }
            const float scale = scales[std::size_t(column / m_blockColumns)];
            std::memcpy(out, &scale, sizeof scale);
            const Index begun = std::max(first, row * ofRow); // the block that `bytes` begins with
            std::memcpy(out + sizeof scale, bytes.data() + (i - begun) * block, float8Block);
            out += ofFloat8.blockBytes;
        }
    }

private:
    StoredTensor m_weight, m_scales;
    Index m_blockRows, m_blockColumns;
};

/// 32 numbers of a row are 16 bytes, the even ones in the low halves, and 2^(scale − 127).
class Mxfp4Numbers : public StoredNumbers
{
public:
    Mxfp4Numbers(StoredTensor blocks, StoredTensor scales)
        : m_blocks(std::move(blocks))
        , m_scales(std::move(scales))
    {
    }
    void read(Index first, Index count, float* out) const override
    {
        constexpr std::array<float, 16> numbers{
            0.f, .5f, 1.f, 1.5f, 2.f, 3.f, 4.f, 6.f, -0.f, -.5f, -1.f, -1.5f, -2.f, -3.f, -4.f, -6.f};
        for (Index done = 0; done < count;) {
            const Index block = (first + done) / perBlock;
            const Index last = std::min((first + count - 1) / perBlock, block + atOnce / bytesPerBlock - 1);
            const std::vector<std::uint8_t> bytes = bytesOf(m_blocks, block * bytesPerBlock, (last - block + 1) * bytesPerBlock);
            const std::vector<std::uint8_t> scales = bytesOf(m_scales, block, last - block + 1);
            for (; done < count && (first + done) / perBlock <= last; ++done) {
                const Index at = first + done - block * perBlock;
                const unsigned pair = bytes[std::size_t(at / 2)];
                out[done] = std::ldexp(numbers[at % 2 ? pair >> 4 : pair & 15u], int(scales[std::size_t(at / perBlock)]) - 127);
            }
        }
    }

    /// In memory as a block of GGUF: the scale, then in each byte a number and the one that is 16 places behind it.
    const BlockFormat* blocks() const override { return findGgufFormat(ggufMxfp4); }
    void readBlocks(Index first, Index count, std::byte* out) const override
    {
        const std::vector<std::uint8_t> pairs = bytesOf(m_blocks, first * bytesPerBlock, count * bytesPerBlock);
        const std::vector<std::uint8_t> scales = bytesOf(m_scales, first, count);
        for (Index block = 0; block < count; ++block) {
            const std::uint8_t* const in = pairs.data() + block * bytesPerBlock;
            const auto number = [in](Index i) { return unsigned(in[i / 2]) >> (i % 2 * 4) & 15u; };
            *out++ = std::byte(scales[std::size_t(block)]);
            for (Index i = 0; i < bytesPerBlock; ++i)
                *out++ = std::byte(number(i) | number(i + perBlock / 2) << 4);
        }
    }

    static constexpr Index perBlock = 32, bytesPerBlock = 16;
    static constexpr std::uint32_t ggufMxfp4 = 39;

private:
    StoredTensor m_blocks, m_scales;
};

[[noreturn]] void refuseShape(const StoredTensor& tensor, const Shape& expected)
{
    throw Error({.file = tensor.file->path(),
        .where = "tensor \"" + shownText(tensor.name) + "\"",
        .problem = CUTAWAY_TR("wrong shape"),
        .expected = shapeText(expected),
        .found = shapeText(tensor.shape)});
}

/// Takes the tensor NAME + ending out; nothing when there is none.
std::optional<StoredTensor> taken(StoredTensors& stored, const std::string& name)
{
    const auto found = stored.find(name);
    if (found == stored.end())
        return {};
    StoredTensor tensor = std::move(found->second);
    stored.erase(found);
    return tensor;
}

std::vector<std::string> namesOf(const StoredTensors& stored, const std::string& dtype, const std::string& ending)
{
    std::vector<std::string> names;
    for (const auto& [name, tensor] : stored)
        if (tensor.dtype == dtype && name.ends_with(ending))
            names.push_back(name);
    return names;
}

/// The key, and below it the member, of a configuration file with an impossible value.
struct Place
{
    const std::string& file;
    std::string member = {};
};

[[noreturn]] void refuseKey(const Place& place, const char* problem, const std::string& expected, const Json& found)
{
    throw Error({.file = place.file,
        .where = "quantization_config" + place.member,
        .problem = problem,
        .expected = expected,
        .found = shownText(writeJson(found), 60)});
}

void undoFloat8(const Json& said, const std::string& file, StoredTensors& stored)
{
    const Json size = said.is_object() ? said.value("weight_block_size", Json()) : Json();
    const auto isSize = [](const Json& n) { return n.is_number_integer() && n >= 1 && n <= (1 << 20); };
    if (!size.is_array() || size.size() != 2 || !isSize(size[0]) || !isSize(size[1]))
        refuseKey({file, ".weight_block_size"}, CUTAWAY_TR("not the size of a block"), "two integers", size);
    if (const Json format = said.value("fmt", Json()); !format.is_null() && format != "e4m3")
        refuseKey({file, ".fmt"}, CUTAWAY_TR("unknown value"), "e4m3", format);
    const Index rows = size[0].get<Index>(), columns = size[1].get<Index>();
    for (const std::string& name : namesOf(stored, "F8_E4M3", ".weight")) {
        const std::optional<StoredTensor> scales = taken(stored, name + "_scale_inv");
        StoredTensor& weight = stored.at(name);
        if (!scales || weight.shape.size() != 2)
            continue; // refused when it is used as a weight
        const Shape expected{(weight.shape[0] + rows - 1) / rows, (weight.shape[1] + columns - 1) / columns};
        if (scales->shape != expected || !scales->format)
            refuseShape(*scales, expected);
        weight.numbers = std::make_shared<Float8Numbers>(weight, *scales, rows, columns);
    }
}

void undoMxfp4(StoredTensors& stored)
{
    const std::string ending = "_blocks";
    for (const std::string& name : namesOf(stored, "U8", ending)) {
        const std::optional<StoredTensor> scales = taken(stored, name.substr(0, name.size() - ending.size()) + "_scales");
        StoredTensor& blocks = stored.at(name);
        if (!scales)
            continue;
        Shape shape = blocks.shape;
        if (shape.size() != 4 || shape.back() != Mxfp4Numbers::bytesPerBlock)
            refuseShape(blocks, {shape.empty() ? 0 : shape.front(), 0, 0, Mxfp4Numbers::bytesPerBlock});
        shape.pop_back();
        if (scales->shape != shape || scales->dtype != "U8")
            refuseShape(*scales, shape);
        shape.back() *= Mxfp4Numbers::perBlock;
        blocks.numbers = std::make_shared<Mxfp4Numbers>(blocks, *scales);
        blocks.shape = shape;
        blocks.dtype = "MXFP4";
    }
}

} // namespace

const BlockFormat& float8Format() { return ofFloat8; }

void undoQuantization(const Json& said, const std::string& file, StoredTensors& stored)
{
    if (said.is_null())
        return;
    const Json method = said.is_object() && said.contains("quant_method") ? said["quant_method"] : said;
    if (method == "fp8")
        undoFloat8(said, file, stored);
    else if (method == "mxfp4")
        undoMxfp4(stored);
    else
        refuseKey({file}, CUTAWAY_TR("quantized weights of this kind are not supported"), "fp8, mxfp4, or none", method);
}

} // namespace core
