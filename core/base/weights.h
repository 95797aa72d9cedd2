#pragma once

// Weights by name. A tensor is described when a model is opened and read, dequantised and packed only when first used.
// Names are those of the native model folder (contract §4): "blocks.0.attn.q.weight" [out, in], "blocks.0.ln1.bias".

#include "core/base/block_format.h"
#include "core/base/products.h"
#include "core/base/tensor.h"

#include <cstdint>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace core {

/// Where the numbers of one tensor come from: a file by position, a seed, an identity. Thread-safe.
class TensorSource
{
public:
    virtual ~TensorSource() = default;
    virtual const Shape& shape() const = 0; // as the engine sees it: matrices [out, in]
    virtual std::string dtype() const = 0;  // as stored: "F32", "BF16", "Q4_1"
    virtual std::string origin() const = 0; // "file", "seed" or "identity"

    /// Rows [row, row + rows) of the tensor flattened to [shape[0], rest], as float32. A vector is one row per element.
    /// Throws Error when the file became shorter or cannot be read.
    virtual void read(Index row, Index rows, float* out) const = 0;

    /// How the numbers are stored, where each row is a run of whole blocks: then rows can be taken as they are. Else nullptr.
    virtual const BlockFormat* blocks() const { return nullptr; }

    /// The numbers in float32, row after row, where they lie in memory for as long as the source lives; else nullptr.
    virtual const float* inMemory() const { return nullptr; }

    /// Rows [row, row + rows) as they are stored, one after the other. REQUIRES: blocks().
    virtual void readBlocks(Index row, Index rows, std::byte* out) const;
};

/// The form in which a matrix is held for products.
enum class MatrixForm
{
    Packed, // float32, the fastest for many rows
    Stored  // as in the file: the least memory, the fastest for one row
};

/// One tensor, shared by every slot that uses it. What was read stays; the packed form is keyed by this object.
class WeightTensor
{
public:
    explicit WeightTensor(std::shared_ptr<const TensorSource> source)
        : m_source(std::move(source))
    {
    }

    const Shape& shape() const { return m_source->shape(); }
    const TensorSource& source() const { return *m_source; }

    /// All values, read at the first call: for vectors and tables that are used row by row.
    const Tensor& values() const;

    /// Rows [row, row + rows) without keeping anything: embeddings read the rows of a prompt.
    void read(Index row, Index rows, float* out) const { m_source->read(row, rows, out); }

    /// For products, held in this form from the first call on: Stored where the numbers are kept in blocks, else in float32.
    /// REQUIRES: rank 2.
    std::shared_ptr<const ProductMatrix> matrix(MatrixForm form) const;

    /// The matrix that is held, in this form where it is held in both; nullptr where it is not held.
    std::shared_ptr<const ProductMatrix> heldMatrix(MatrixForm preferred) const;

    /// As stored where the numbers are kept in blocks, else in float32; not held. REQUIRES: rank 2.
    std::shared_ptr<const ProductMatrix> passingMatrix() const;

    bool hasBlocks() const { return m_source->blocks() != nullptr; } // whether it is smaller in Stored
    std::size_t bytes(MatrixForm form) const; // that a matrix takes in memory in this form
    std::size_t bytesInUse() const;           // held now, in all forms

private:
    std::shared_ptr<const TensorSource> m_source;
    mutable std::mutex m_mutex;
    mutable std::optional<Tensor> m_values;
    mutable std::shared_ptr<const ProductMatrix> m_packed, m_stored;
};

using WeightPtr = std::shared_ptr<const WeightTensor>;

/// A set of tensors by name. Copies share the tensors.
class Weights
{
public:
    const WeightTensor* find(const std::string& name) const;
    const WeightTensor& at(const std::string& name) const; // throws Error when absent
    WeightPtr share(const std::string& name) const;         // nullptr when absent
    void set(const std::string& name, WeightPtr tensor) { m_tensors[name] = std::move(tensor); }
    const std::map<std::string, WeightPtr>& all() const { return m_tensors; }
    std::size_t bytesInUse() const;

private:
    std::map<std::string, WeightPtr> m_tensors;
};

/// How a tensor starts when no file brings it.
enum class Init
{
    Projection, // standard deviation 1/√in
    Embedding,  // standard deviation 1
    Gain,       // identity: 1 (0 where the gain is stored as 1 + w)
    Bias        // identity: 0
};

/// A tensor that a configuration needs.
struct WeightSpec
{
    std::string name;
    Shape shape;
    Init init = Init::Projection;
    float gain = 1.f; // the identity of Init::Gain
    Shape otherShape = {};        // a second shape in which files store it; empty = none
    bool optional = false;        // used only where a file brings it, never generated
    std::string sharedWith = {};  // unless a file brings it, it is the tensor of this name; '*': the first one like it
    bool active = true;           // used by every token; false for an expert that a single token does not go to
};

/// Numbers of a seed, element by element from (seed, tensor name, row, column) by integer arithmetic: the same bits on
/// every platform, and a wider matrix contains the narrower (up to its 1/√in). For Projection and Embedding.
std::shared_ptr<const TensorSource> seededSource(const WeightSpec& spec, std::uint64_t seed);

/// Constant tensor of Gain or Bias.
std::shared_ptr<const TensorSource> identitySource(const WeightSpec& spec);

/// Tensors that no file brings, shared between the configurations of a model: going back to an earlier choice finds its
/// numbers generated and packed. Thread-safe.
class GeneratedWeights
{
public:
    /// The tensor of this description and seed: seeded, or identity for gains and biases.
    WeightPtr share(const WeightSpec& spec, std::uint64_t seed);

    /// Drops the tensors that are not held elsewhere, longest unused first, until the rest of them takes at most capBytes.
    void trim(std::size_t capBytes);

private:
    struct Key
    {
        std::string name;
        Shape shape;
        Init init;
        float gain;
        std::uint64_t seed;
        auto operator<=>(const Key&) const = default;
    };
    std::mutex m_mutex;
    std::list<std::pair<Key, WeightPtr>> m_byAge; // the most recently used last
    std::map<Key, std::list<std::pair<Key, WeightPtr>>::iterator> m_entries;
};

/// The weights for a configuration under `weights=keep`: a tensor of `base` with the same name and shape is shared, any
/// other comes from `generated`. `specs` keeps the tensors that there are: optional ones that `base` does not bring and those
/// that are another's are struck out, shapes become those stored. A tensor of `base` with several names stays `sharedWith` the
/// first of them.
Weights resolveWeights(std::vector<WeightSpec>& specs, const Weights& base, std::uint64_t seed, GeneratedWeights& generated);

} // namespace core
