#include "core/base/tensor.h"

#include <cassert>
#include <new>

namespace core {

Index elements(const Shape& shape)
{
    Index count = 1;
    for (const Index n : shape)
        count *= n;
    return count;
}

std::string shapeText(const Shape& shape)
{
    std::string text;
    for (const Index n : shape)
        text += (text.empty() ? "" : " × ") + std::to_string(n);
    return text.empty() ? "scalar" : text;
}

Tensor::Tensor(std::string name, Axes axes, Shape shape)
    : Tensor(std::move(name), std::move(axes), std::move(shape), nullptr, nullptr)
{
    const auto bytes = std::size_t(m_size) * sizeof(float);
    std::shared_ptr<void> memory(
        ::operator new(bytes ? bytes : 1, std::align_val_t(64)), [](void* p) { ::operator delete(p, std::align_val_t(64)); });
    m_data = static_cast<float*>(memory.get());
    m_owner = std::move(memory);
}

Tensor::Tensor(std::string name, Axes axes, Shape shape, float* data, std::shared_ptr<void> owner)
    : m_name(std::move(name))
    , m_axes(std::move(axes))
    , m_shape(std::move(shape))
    , m_size(elements(m_shape))
    , m_data(data)
    , m_owner(std::move(owner))
{
    assert(m_axes.size() == m_shape.size());
}

Tensor Tensor::renamed(std::string name) const
{
    Tensor other = *this;
    other.m_name = std::move(name);
    return other;
}

int Tensor::axisIndex(std::string_view word) const
{
    for (std::size_t i = 0; i < m_axes.size(); ++i)
        if (m_axes[i] == word)
            return int(i);
    return -1;
}

float Tensor::at(std::initializer_list<Index> index) const
{
    assert(index.size() == m_shape.size());
    Index offset = 0;
    auto dim = m_shape.begin();
    for (const Index i : index) {
        assert(i >= 0 && i < *dim);
        offset = offset * *dim++ + i;
    }
    return m_data[offset];
}

Tensor Tensor::part(Index first, Index count) const
{
    Shape shape = m_shape;
    const Index width = m_shape[0] == 0 ? 0 : m_size / m_shape[0];
    shape[0] = count;
    return Tensor(m_name, m_axes, std::move(shape), m_data ? m_data + first * width : nullptr, m_owner);
}

MatrixView Tensor::slice(Index i)
{
    assert(rank() == 3 && i >= 0 && i < dim(0));
    return {m_data + i * dim(1) * dim(2), dim(1), dim(2), Eigen::OuterStride<>(dim(2))};
}

ConstMatrixView Tensor::slice(Index i) const
{
    assert(rank() == 3 && i >= 0 && i < dim(0));
    return {m_data + i * dim(1) * dim(2), dim(1), dim(2), Eigen::OuterStride<>(dim(2))};
}

} // namespace core
