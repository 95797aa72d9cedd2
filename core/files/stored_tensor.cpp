#include "core/files/stored_tensor.h"

#include "core/base/error.h"
#include "core/files/shown_text.h"

#include <algorithm>
#include <cassert>
#include <cstring>
#include <vector>

namespace core {

namespace {

constexpr std::size_t bufferBytes = std::size_t(1) << 18; // of a file, decoded at a time

/// Rows of the stored tensor as they are.
class StoredRows : public TensorSource
{
public:
    StoredRows(StoredTensor tensor, Shape shape, Index firstRow)
        : m_tensor(std::move(tensor))
        , m_shape(std::move(shape))
        , m_rowLength(m_shape.empty() || m_shape[0] == 0 ? 1 : elements(m_shape) / m_shape[0])
        , m_firstRow(firstRow)
    {
    }

    const Shape& shape() const override { return m_shape; }
    std::string dtype() const override { return m_tensor.dtype; }
    std::string origin() const override { return "file"; }
    void read(Index row, Index rows, float* out) const override
    {
        m_tensor.read((m_firstRow + row) * m_rowLength, rows * m_rowLength, out);
    }

private:
    StoredTensor m_tensor;
    Shape m_shape;
    Index m_rowLength;
    Index m_firstRow;
};

/// Columns of a stored matrix [in, out], as rows.
class StoredColumns : public TensorSource
{
public:
    StoredColumns(StoredTensor tensor, Shape shape, Index firstColumn)
        : m_tensor(std::move(tensor))
        , m_shape(std::move(shape))
        , m_firstColumn(firstColumn)
    {
    }

    const Shape& shape() const override { return m_shape; }
    std::string dtype() const override { return m_tensor.dtype; }
    std::string origin() const override { return "file"; }
    void read(Index row, Index rows, float* out) const override
    {
        constexpr Index strip = 16; // stored rows turned at a time: one cache line of each output row
        const Index in = m_shape[1];
        std::vector<float> lines(std::size_t(strip * rows));
        for (Index i = 0; i < in; i += strip) {
            const Index count = std::min(strip, in - i);
            for (Index line = 0; line < count; ++line)
                m_tensor.read((i + line) * m_tensor.shape[1] + m_firstColumn + row, rows, lines.data() + line * rows);
            for (Index j = 0; j < rows; ++j)
                for (Index line = 0; line < count; ++line)
                    out[j * in + i + line] = lines[std::size_t(line * rows + j)];
        }
    }

private:
    StoredTensor m_tensor;
    Shape m_shape;
    Index m_firstColumn;
};

std::string formatNames()
{
    std::string names;
    for (const NumberFormat& format : numberFormats())
        names += (names.empty() ? "" : ", ") + std::string(format.name);
    return names;
}

} // namespace

void StoredTensor::read(Index first, Index count, float* out) const
{
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

std::shared_ptr<const TensorSource> storedSource(const StoredTensor& tensor, const TensorLayout& layout)
{
    if (!tensor.format || (layout.isTransposed && tensor.format->blockNumbers > 1))
        throw Error({.file = tensor.file->path(),
            .where = "tensor \"" + shownText(tensor.name) + "\"",
            .problem = CUTAWAY_TR("numbers of this type are not supported as weights"),
            .expected = formatNames(),
            .found = shownText(tensor.dtype)});
    Shape shape = tensor.shape;
    if (layout.isTransposed)
        std::swap(shape.at(0), shape.at(1));
    if (!shape.empty()) {
        assert(layout.firstRow >= 0 && layout.firstRow + std::max<Index>(layout.rows, 0) <= shape[0]);
        shape[0] = layout.rows >= 0 ? layout.rows : shape[0] - layout.firstRow;
    }
    if (layout.isTransposed)
        return std::make_shared<StoredColumns>(tensor, std::move(shape), layout.firstRow);
    return std::make_shared<StoredRows>(tensor, std::move(shape), layout.firstRow);
}

} // namespace core
