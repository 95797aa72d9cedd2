#include "core/files/formats/stored_tensor.h"

#include "core/base/error.h"
#include "core/io/read_ahead.h"
#include "core/io/shown_text.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstring>
#include <vector>

namespace core {

namespace {

constexpr std::size_t bufferBytes = std::size_t(1) << 18; // of a file, decoded at a time

/// Descriptions that all sources of a file share.
class FileSource : public TensorSource, public ReadsAhead
{
public:
    FileSource(StoredTensor tensor, TensorLayout layout)
        : m_tensor(std::move(tensor))
        , m_layout(std::move(layout))
    {
    }
    const Shape& shape() const override { return m_layout.shape; }
    std::string dtype() const override { return m_tensor.dtype; }
    std::string origin() const override { return "file"; }
    void readAhead() const override
    {
        const double all = double(std::max<Index>(1, elements(m_tensor.shape)));
        const double first = double(m_layout.firstNumber) / all, part = double(elements(m_layout.shape)) / all; // of an expert
        core::readAhead(m_tensor.file->path(), m_tensor.offset + std::uint64_t(first * double(m_tensor.bytes)),
            std::uint64_t(part * double(m_tensor.bytes)));
    }

protected:
    StoredTensor m_tensor;
    TensorLayout m_layout;
};

/// Rows of the stored matrix as they are.
class StoredRows : public FileSource
{
public:
    using FileSource::FileSource;
    void read(Index row, Index rows, float* out) const override
    {
        const Index length = m_layout.shape.empty() || m_layout.shape[0] == 0 ? 1 : elements(m_layout.shape) / m_layout.shape[0];
        for (Index done = 0; done < rows;) {
            const Index now = m_layout.run > 0 ? std::min(rows - done, m_layout.run - (row + done) % m_layout.run) : rows;
            m_tensor.read(m_layout.firstNumber + m_layout.storedRow(row + done) * length, now * length, out + done * length);
            done += now;
        }
    }
    const BlockFormat* blocks() const override
    {
        const BlockFormat* const format = m_tensor.blocks();
        const bool isMatrix = format && m_layout.shape.size() == 2 && format->blockBytes < sizeof(float) * format->blockNumbers;
        const auto block = isMatrix ? Index(format->blockNumbers) : 1;
        return isMatrix && m_layout.shape[1] % block == 0 && m_layout.firstNumber % block == 0 ? format : nullptr;
    }
    void readBlocks(Index row, Index rows, std::byte* out) const override
    {
        const BlockFormat& format = *m_tensor.blocks();
        const auto block = Index(format.blockNumbers), ofRow = m_layout.shape[1] / block;
        for (Index done = 0; done < rows;) {
            const Index now = m_layout.run > 0 ? std::min(rows - done, m_layout.run - (row + done) % m_layout.run) : rows;
            m_tensor.readBlocks(m_layout.firstNumber / block + m_layout.storedRow(row + done) * ofRow, now * ofRow,
                out + std::size_t(done * ofRow) * format.blockBytes);
            done += now;
        }
    }
};

/// Columns of a stored matrix [in, out], as rows.
class StoredColumns : public FileSource
{
public:
    using FileSource::FileSource;
    void read(Index row, Index rows, float* out) const override
    {
        constexpr Index strip = 16; // stored rows turned at a time: one cache line of each output row
        const Index in = m_layout.shape[1];
        const Index first = m_layout.storedRow(row);
        const Index span = m_layout.storedRow(row + rows - 1) - first + 1;
        std::vector<float> lines(std::size_t(strip * span));
        for (Index i = 0; i < in; i += strip) {
            const Index count = std::min(strip, in - i);
            for (Index line = 0; line < count; ++line)
                m_tensor.read(m_layout.firstNumber + (i + line) * m_layout.lineLength + first, span, lines.data() + line * span);
            for (Index j = 0; j < rows; ++j)
                for (Index line = 0; line < count; ++line)
                    out[j * in + i + line] = lines[std::size_t(line * span + m_layout.storedRow(row + j) - first)];
        }
    }
};

class JoinedRows : public TensorSource, public ReadsAhead
{
public:
    JoinedRows(std::vector<std::shared_ptr<const TensorSource>> parts, Shape shape)
        : m_parts(std::move(parts))
        , m_shape(std::move(shape))
    {
    }
    const Shape& shape() const override { return m_shape; }
    std::string dtype() const override { return m_parts.front()->dtype(); }
    std::string origin() const override { return m_parts.front()->origin(); }
    void readAhead() const override
    {
        for (const auto& part : m_parts)
            if (const auto* const file = dynamic_cast<const ReadsAhead*>(part.get()))
                file->readAhead();
    }
    void read(Index row, Index rows, float* out) const override
    {
        const Index length = elements(m_shape) / m_shape[0];
        Index first = 0; // row of the joined matrix at which the part begins
        for (const auto& part : m_parts) {
            const Index partLength = elements(part->shape()) / part->shape()[0]; // a vector is one number per row
            const Index count = elements(part->shape()) / length;
            const Index from = std::max(row, first), to = std::min(row + rows, first + count);
            if (from < to)
                part->read((from - first) * length / partLength, (to - from) * length / partLength, out + (from - row) * length);
            first += count;
        }
    }
    const BlockFormat* blocks() const override
    {
        const BlockFormat* const first = m_parts.front()->blocks();
        const bool isOne = std::ranges::all_of(
            m_parts, [&](const auto& part) { return part->blocks() == first && part->shape().back() == m_shape.back(); });
        return isOne && m_shape.size() == 2 ? first : nullptr;
    }
    void readBlocks(Index row, Index rows, std::byte* out) const override
    {
        const std::size_t rowBytes = std::size_t(m_shape[1]) / blocks()->blockNumbers * blocks()->blockBytes;
        Index first = 0;
        for (const auto& part : m_parts) {
            const Index from = std::max(row, first), to = std::min(row + rows, first + part->shape()[0]);
            if (from < to)
                part->readBlocks(from - first, to - from, out + std::size_t(from - row) * rowBytes);
            first += part->shape()[0];
        }
    }

private:
    std::vector<std::shared_ptr<const TensorSource>> m_parts;
    Shape m_shape;
};

class UnitRows : public TensorSource
{
public:
    explicit UnitRows(std::shared_ptr<const TensorSource> source)
        : m_source(std::move(source))
    {
    }
    const Shape& shape() const override { return m_source->shape(); }
    std::string dtype() const override { return m_source->dtype(); }
    std::string origin() const override { return m_source->origin(); }
    void read(Index row, Index rows, float* out) const override
    {
        constexpr double smallest = 1e-12;
        m_source->read(row, rows, out);
        const Index length = elements(shape()) / shape()[0];
        for (Index r = 0; r < rows; ++r) {
            double squares = 0;
            for (Index i = 0; i < length; ++i)
                squares += double(out[r * length + i]) * out[r * length + i];
            const auto factor = float(1.0 / std::max(std::sqrt(squares), smallest));
            for (Index i = 0; i < length; ++i)
                out[r * length + i] *= factor;
        }
    }

private:
    std::shared_ptr<const TensorSource> m_source;
};

} // namespace

void StoredTensor::read(Index first, Index count, float* out) const
{
    if (numbers)
        return numbers->read(first, count, out);
    assert(format && first >= 0 && count >= 0 && first + count <= elements(shape));
    const auto block = Index(format->blockNumbers);
    const Index blocksAtOnce = Index(bufferBytes / format->blockBytes);
    std::vector<std::byte> stored;
    std::vector<float> decoded;
    while (count > 0) {
        const Index firstBlock = first / block;
        const Index blocks = std::min(blocksAtOnce, (first + count - 1) / block - firstBlock + 1);
        const std::size_t storedBytes = std::size_t(blocks) * format->blockBytes;
        stored.resize(storedBytes);
        file->readAt(offset + std::uint64_t(firstBlock) * format->blockBytes, stored.data(), storedBytes);

        const Index skipped = first - firstBlock * block;
        const Index got = std::min(count, blocks * block - skipped);
        if (skipped == 0 && got == blocks * block) {
            format->decode(stored.data(), std::size_t(blocks), out);
        } else { // the ends of the range cut through a block
            decoded.resize(std::size_t(blocks * block));
            format->decode(stored.data(), std::size_t(blocks), decoded.data());
            std::copy_n(decoded.data() + skipped, got, out);
        }
        first += got;
        count -= got;
        out += got;
    }
}

void StoredNumbers::readBlocks(Index, Index, std::byte*) const { assert(false); }

void StoredTensor::readBlocks(Index first, Index count, std::byte* out) const
{
    if (numbers)
        return numbers->readBlocks(first, count, out);
    file->readAt(offset + std::uint64_t(first) * format->blockBytes, out, std::size_t(count) * format->blockBytes);
}

bool sameNumbers(const StoredTensor& a, const StoredTensor& b)
{
    if (a.shape != b.shape || !a.format || !b.format)
        return false;
    constexpr Index atOnce = Index(1) << 16;
    const Index count = elements(a.shape);
    std::vector<float> left(std::size_t(std::min(atOnce, count)));
    std::vector<float> right(left.size());
    for (Index first = 0; first < count; first += atOnce) {
        const Index now = std::min(atOnce, count - first);
        a.read(first, now, left.data());
        b.read(first, now, right.data());
        if (!std::equal(left.begin(), left.begin() + now, right.begin()))
            return false;
    }
    return true;
}

std::shared_ptr<const TensorSource> storedSource(const StoredTensor& tensor, const TensorLayout& layout)
{
    const bool isReadable = tensor.numbers || (tensor.format && !(layout.isTransposed && tensor.format->blockNumbers > 1));
    if (!isReadable)
        throw Error({.file = tensor.file->path(),
            .where = "tensor \"" + shownText(tensor.name) + "\"",
            .problem = CUTAWAY_TR("numbers of this type are not supported as weights"),
            .expected = joinedWords(numberFormats(), &NumberFormat::name),
            .found = shownText(tensor.dtype)});
    TensorLayout whole = layout;
    if (whole.lineLength == 0)
        whole.lineLength = tensor.shape.empty() ? 1 : tensor.shape.back();
    if (whole.shape.empty() && !tensor.shape.empty()) {
        whole.shape = tensor.shape;
        if (layout.isTransposed)
            std::swap(whole.shape.at(0), whole.shape.at(1));
        assert(layout.firstRow >= 0 && layout.firstRow + std::max<Index>(layout.rows, 0) <= whole.shape[0]);
        whole.shape[0] = layout.rows >= 0 ? layout.rows : whole.shape[0] - layout.firstRow;
    }
    if (layout.isTransposed)
        return std::make_shared<StoredColumns>(tensor, std::move(whole));
    return std::make_shared<StoredRows>(tensor, std::move(whole));
}

std::shared_ptr<const TensorSource> joinedSource(std::vector<std::shared_ptr<const TensorSource>> parts, Shape shape)
{
    return std::make_shared<JoinedRows>(std::move(parts), std::move(shape));
}

std::shared_ptr<const TensorSource> unitRowsSource(std::shared_ptr<const TensorSource> source)
{
    return std::make_shared<UnitRows>(std::move(source));
}

} // namespace core
