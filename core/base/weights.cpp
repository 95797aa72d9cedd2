#include "core/base/weights.h"

#include "core/base/kernels.h"
#include "core/base/row_matrix.h"
#include "core/base/seeded_numbers.h"
#include "core/base/stored_matrix.h"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace core {

namespace {

class SeededSource : public TensorSource
{
public:
    SeededSource(const WeightSpec& spec, std::uint64_t seed)
        : m_name(spec.name)
        , m_shape(spec.shape)
        , m_seed(seed)
        , m_columns(spec.shape.empty() || spec.shape[0] == 0 ? 1 : elements(spec.shape) / spec.shape[0])
        , m_deviation(spec.init == Init::Projection ? float(1.0 / std::sqrt(double(m_columns))) : 1.f)
    {
    }
    const Shape& shape() const override { return m_shape; }
    std::string dtype() const override { return "F32"; }
    std::string origin() const override { return "seed"; }
    void read(Index row, Index rows, float* out) const override
    {
        for (Index r = row; r < row + rows; ++r) {
            const std::uint64_t stream = rowStream(m_seed, m_name, std::uint64_t(r));
            kernels::best().normals(stream, m_deviation, out, m_columns);
            out += m_columns;
        }
    }

private:
    std::string m_name;
    Shape m_shape;
    std::uint64_t m_seed;
    Index m_columns;
    float m_deviation;
};

class IdentitySource : public TensorSource
{
public:
    explicit IdentitySource(const WeightSpec& spec)
        : m_shape(spec.shape)
        , m_columns(spec.shape.empty() || spec.shape[0] == 0 ? 1 : elements(spec.shape) / spec.shape[0])
        , m_value(spec.init == Init::Gain ? spec.gain : 0.f)
    {
    }
    const Shape& shape() const override { return m_shape; }
    std::string dtype() const override { return "F32"; }
    std::string origin() const override { return "identity"; }
    void read(Index, Index rows, float* out) const override { std::fill_n(out, rows * m_columns, m_value); }

private:
    Shape m_shape;
    Index m_columns;
    float m_value;
};

/// Of the numbers of a source, in blocks or in float32.
std::shared_ptr<const ProductMatrix> makeMatrix(const std::shared_ptr<const TensorSource>& source, bool isStored)
{
    const Index out = source->shape()[0], in = source->shape()[1];
    if (isStored)
        return std::make_shared<StoredMatrix>(
            out, in, *source->blocks(), [&](Index row, Index rows, std::byte* to) { source->readBlocks(row, rows, to); });
    if (const float* rows = source->inMemory())
        return std::make_shared<RowMatrix>(out, in, std::shared_ptr<const float>(source, rows));
    return std::make_shared<PackedMatrix>(out, in, [&](Index row, Index rows, float* to) { source->read(row, rows, to); });
}

} // namespace

void TensorSource::readBlocks(Index, Index, std::byte*) const { assert(false); }

const Tensor& WeightTensor::values() const
{
    const std::scoped_lock lock(m_mutex);
    if (!m_values) {
        Axes axes;
        for (std::size_t i = 0; i < shape().size(); ++i)
            axes.push_back("axis" + std::to_string(i));
        Tensor tensor("weight", axes, shape());
        m_source->read(0, shape().empty() ? 1 : shape()[0], tensor.data());
        m_values = tensor;
    }
    return *m_values;
}

std::shared_ptr<const ProductMatrix> WeightTensor::matrix(MatrixForm form) const
{
    const std::scoped_lock lock(m_mutex);
    const bool isStored = form == MatrixForm::Stored && hasBlocks();
    std::shared_ptr<const ProductMatrix>& held = isStored ? m_stored : m_packed;
    if (!held)
        held = makeMatrix(m_source, isStored);
    return held;
}

std::shared_ptr<const ProductMatrix> WeightTensor::heldMatrix(MatrixForm preferred) const
{
    const std::scoped_lock lock(m_mutex);
    const bool prefersStored = preferred == MatrixForm::Stored;
    const std::shared_ptr<const ProductMatrix>& first = prefersStored ? m_stored : m_packed;
    return first ? first : prefersStored ? m_packed : m_stored;
}

std::shared_ptr<const ProductMatrix> WeightTensor::passingMatrix() const { return makeMatrix(m_source, hasBlocks()); }

std::size_t WeightTensor::bytes(MatrixForm form) const
{
    if (form == MatrixForm::Stored && hasBlocks())
        return StoredMatrix::bytesOf(shape()[0], shape()[1], *m_source->blocks());
    return std::size_t(elements(shape())) * sizeof(float);
}

std::size_t WeightTensor::bytesInUse() const
{
    const std::scoped_lock lock(m_mutex);
    return (m_values ? std::size_t(m_values->size()) * sizeof(float) : 0) + (m_packed ? m_packed->bytes() : 0)
        + (m_stored ? m_stored->bytes() : 0);
}

const WeightTensor* Weights::find(const std::string& name) const
{
    const auto found = m_tensors.find(name);
    return found == m_tensors.end() ? nullptr : found->second.get();
}

const WeightTensor& Weights::at(const std::string& name) const
{
    if (const WeightTensor* tensor = find(name))
        return *tensor;
    throw Error({.where = name, .problem = CUTAWAY_TR("the model has no such tensor")});
}

WeightPtr Weights::share(const std::string& name) const
{
    const auto found = m_tensors.find(name);
    return found == m_tensors.end() ? nullptr : found->second;
}

std::size_t Weights::bytesInUse() const
{
    std::size_t bytes = 0;
    for (const auto& [name, tensor] : m_tensors)
        bytes += tensor->bytesInUse();
    return bytes;
}

std::shared_ptr<const TensorSource> seededSource(const WeightSpec& spec, std::uint64_t seed)
{
    return std::make_shared<SeededSource>(spec, seed);
}

std::shared_ptr<const TensorSource> identitySource(const WeightSpec& spec) { return std::make_shared<IdentitySource>(spec); }

WeightPtr GeneratedWeights::share(const WeightSpec& spec, std::uint64_t seed)
{
    const std::scoped_lock lock(m_mutex);
    const bool isConstant = spec.init == Init::Gain || spec.init == Init::Bias;
    const Key key{spec.name, spec.shape, spec.init, spec.gain, isConstant ? 0 : seed};
    if (const auto found = m_entries.find(key); found != m_entries.end()) {
        m_byAge.splice(m_byAge.end(), m_byAge, found->second);
        return found->second->second;
    }
    auto source = isConstant ? identitySource(spec) : seededSource(spec, seed);
    m_byAge.emplace_back(key, std::make_shared<WeightTensor>(std::move(source)));
    m_entries[key] = std::prev(m_byAge.end());
    return m_byAge.back().second;
}

void GeneratedWeights::trim(std::size_t capBytes)
{
    const std::scoped_lock lock(m_mutex);
    std::size_t unused = 0;
    for (auto entry = m_byAge.end(); entry != m_byAge.begin();) {
        --entry;
        if (entry->second.use_count() > 1)
            continue;
        unused += entry->second->bytesInUse() + sizeof(WeightTensor);
        if (unused > capBytes) {
            m_entries.erase(entry->first);
            entry = m_byAge.erase(entry);
        }
    }
}

Weights resolveWeights(std::vector<WeightSpec>& specs, const Weights& base, std::uint64_t seed, GeneratedWeights& generated)
{
    Weights weights;
    std::vector<WeightSpec> existing;
    std::vector<std::pair<std::string, std::string>> shared; // a tensor and its lender
    std::map<const WeightTensor*, std::string> first;        // the name under which a tensor comes first
    for (WeightSpec& spec : specs) {
        const WeightPtr kept = base.share(spec.name);
        if (kept && (kept->shape() == spec.shape || kept->shape() == spec.otherShape)) {
            spec.shape = kept->shape();
            weights.set(spec.name, kept);
            const std::string& name = first.emplace(kept.get(), spec.name).first->second;
            spec.sharedWith = name == spec.name ? "" : name;
        } else if (spec.optional)
            continue;
        else if (!spec.sharedWith.empty()) {
            shared.emplace_back(spec.name, spec.sharedWith);
            continue;
        } else
            weights.set(spec.name, generated.share(spec, seed));
        existing.push_back(std::move(spec));
    }
    for (const auto& [name, lender] : shared)
        weights.set(name, weights.share(lender));
    specs = std::move(existing);
    return weights;
}

} // namespace core
