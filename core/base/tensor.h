#pragma once

// Tensor: row-major float32 numbers with a name, named axes, and shared memory.
// The words of the axes are listed in namespace axis and used everywhere: code, trace files, screen.

#include <Eigen/Core>

#include <initializer_list>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace core {

using Index = Eigen::Index;

/// Row-major float matrix. Rows are tokens, columns are features: [token, feature].
using Matrix = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using RowVector = Eigen::Matrix<float, 1, Eigen::Dynamic, Eigen::RowMajor>;
using MatrixView = Eigen::Map<Matrix, 0, Eigen::OuterStride<>>;
using ConstMatrixView = Eigen::Map<const Matrix, 0, Eigen::OuterStride<>>;

/// The axis words of the trace.
namespace axis {
inline constexpr const char* token = "token";
inline constexpr const char* query = "query";
inline constexpr const char* key = "key";
inline constexpr const char* head = "head";
inline constexpr const char* kvHead = "kv_head";
inline constexpr const char* dHead = "d_head";
inline constexpr const char* dRope = "d_rope";
inline constexpr const char* dValue = "d_value";
inline constexpr const char* rank = "rank";
inline constexpr const char* dModel = "d_model";
inline constexpr const char* dEmbed = "d_embed"; // of an embedding narrower or wider than the stream
inline constexpr const char* dMlp = "d_mlp";
inline constexpr const char* dState = "d_state";
inline constexpr const char* dInner = "d_inner";
inline constexpr const char* expert = "expert";
inline constexpr const char* routedToken = "routed_token"; // a token among those that one expert gets
inline constexpr const char* vocabulary = "vocabulary";
} // namespace axis

using Axes = std::vector<std::string>;
using Shape = std::vector<Index>;

/// Number of elements of a shape; 1 for a scalar.
Index elements(const Shape& shape);

/// "6 × 64", for messages.
std::string shapeText(const Shape& shape);

/// A handle: copies share the numbers. What a published trace holds is never written again.
class Tensor
{
public:
    Tensor() = default;

    /// Own memory, not initialised.
    Tensor(std::string name, Axes axes, Shape shape);

    /// Memory of another owner, kept alive by `owner`. `data` may be null in a plan (see core/run/pass.h).
    Tensor(std::string name, Axes axes, Shape shape, float* data, std::shared_ptr<void> owner);

    const std::string& name() const { return m_name; }
    const Axes& axes() const { return m_axes; }
    const Shape& shape() const { return m_shape; }
    Index size() const { return m_size; }
    int rank() const { return int(m_shape.size()); }
    Index dim(int i) const { return m_shape[std::size_t(i)]; }
    Index columns() const { return m_shape.empty() ? 1 : m_shape.back(); } // length of the last axis
    Index rows() const { return columns() == 0 ? 0 : m_size / columns(); }  // product of the axes before it
    explicit operator bool() const { return !m_name.empty(); }

    /// The same numbers under another name.
    Tensor renamed(std::string name) const;

    /// Position of the axis with this word, or -1.
    int axisIndex(std::string_view word) const;

    float* data() { return m_data; }
    const float* data() const { return m_data; }
    std::span<const float> values() const { return {m_data, std::size_t(m_size)}; }
    float at(std::initializer_list<Index> index) const; // REQUIRES: one index an axis, each in range
    float* row(Index i) { return m_data + i * columns(); }
    const float* row(Index i) const { return m_data + i * columns(); }

    /// All axes but the last flattened into rows: [rows(), columns()].
    MatrixView matrix() { return {m_data, rows(), columns(), Eigen::OuterStride<>(columns())}; }
    ConstMatrixView matrix() const { return {m_data, rows(), columns(), Eigen::OuterStride<>(columns())}; }

    /// Rows [first, first + count) of the first axis, the same memory.
    Tensor part(Index first, Index count) const;

    /// The last two axes at one index of the first of three: of [head, query, key] the matrix [query, key] of a head.
    MatrixView slice(Index i);
    ConstMatrixView slice(Index i) const;

    const std::shared_ptr<void>& owner() const { return m_owner; }

private:
    std::string m_name;
    Axes m_axes;
    Shape m_shape;
    Index m_size = 0;
    float* m_data = nullptr;
    std::shared_ptr<void> m_owner;
};

} // namespace core
