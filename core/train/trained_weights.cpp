#include "core/train/trained_weights.h"

#include "core/base/thread_pool.h"
#include "core/trace/trace_request.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <map>

namespace core {

namespace {

/// Rows of numbers that the caller writes.
class WrittenSource : public TensorSource
{
public:
    WrittenSource(Shape shape, std::shared_ptr<const std::vector<float>> numbers)
        : m_shape(std::move(shape))
        , m_numbers(std::move(numbers))
        , m_width(m_shape.empty() || m_shape[0] == 0 ? 1 : elements(m_shape) / m_shape[0])
    {
    }
    const Shape& shape() const override { return m_shape; }
    std::string dtype() const override { return "F32"; }
    std::string origin() const override { return "file"; }
    const float* inMemory() const override { return m_numbers->data(); }
    void read(Index row, Index rows, float* out) const override
    {
        std::copy_n(m_numbers->data() + row * m_width, rows * m_width, out);
    }

private:
    Shape m_shape;
    std::shared_ptr<const std::vector<float>> m_numbers;
    Index m_width;
};

bool endsWithAny(const std::string& name, std::initializer_list<const char*> endings)
{
    return std::any_of(endings.begin(), endings.end(), [&](const char* ending) { return name.ends_with(ending); });
}

/// Whether the matrix is the last of a branch.
bool writesIntoStream(const std::string& name)
{
    return name.find("blocks.") != std::string::npos && endsWithAny(name, {".o.weight", ".down.weight", ".out.weight"});
}

std::vector<float> startNumbers(const WeightTensor& tensor, float scale)
{
    std::vector<float> numbers(std::size_t(elements(tensor.shape())));
    tensor.read(0, tensor.shape().empty() ? 1 : tensor.shape()[0], numbers.data());
    for (float& number : numbers)
        number *= scale;
    return numbers;
}

} // namespace

float startScale(const ModelConfig& config, const WeightSpec& spec)
{
    if (endsWithAny(spec.name, {"rel_bias.weight"}))
        return 0.f;
    if (spec.init == Init::Embedding)
        return float(1.0 / std::sqrt(double(config.dModel)));
    const NormPlaces places = placesOf(config.blocks.front().placement);
    if (!writesIntoStream(spec.name) || places.onBranch || places.onStream)
        return 1.f;
    return float(1.0 / std::sqrt(2.0 * double(config.blocks.size())));
}

TrainedWeights::TrainedWeights(const Setup& from, const std::vector<std::string>& noDecay)
    : m_setup(from)
    , m_choices(describe(from.config))
{
    if (from.model) {
        const auto model = std::make_shared<Model>(*from.model);
        model->trained = true;
        model->siblings = nullptr;
        model->replicaOf.clear(); // an untrained replica no more
        m_setup.model = model;
    }
    m_setup.origin = {};
    m_setup.origin.how = WeightsOrigin::How::Trained;
    m_setup.origin.model = from.model ? from.model->name : "";
    std::map<const WeightTensor*, std::size_t> known;
    for (const WeightSpec& spec : from.specs) {
        const WeightTensor* tensor = from.weights.find(spec.name);
        if (!tensor || known.contains(tensor))
            continue;
        known[tensor] = m_parameters.size();
        const bool isSeeded = tensor->source().origin() == "seed";
        const bool isExcepted = std::any_of(
            noDecay.begin(), noDecay.end(), [&](const std::string& pattern) { return matchesPattern(pattern, spec.name); });
        m_parameters.push_back({spec.name, tensor->shape(), tensor->shape().size() >= 2 && !isExcepted,
            std::make_shared<std::vector<float>>(startNumbers(*tensor, isSeeded ? startScale(from.config, spec) : 1.f))});
    }
    m_names.resize(m_parameters.size());
    for (const auto& [name, tensor] : from.weights.all())
        if (const auto found = known.find(tensor.get()); found != known.end())
            m_names[found->second].push_back(name);
    changed();
}

void TrainedWeights::changed()
{
    for (std::size_t i = 0; i < m_parameters.size(); ++i) {
        const auto tensor = std::make_shared<WeightTensor>(
            std::make_shared<WrittenSource>(m_parameters[i].shape, m_parameters[i].numbers));
        for (const std::string& name : m_names[i])
            m_setup.weights.set(name, tensor);
    }
}

/// Memory that no model has any more, or new one.
std::shared_ptr<TrainedWeights::Numbers> TrainedWeights::freeCopy() const
{
    for (const std::shared_ptr<Numbers>& copy : m_copies)
        if (copy.use_count() == 1) {
            std::atomic_thread_fence(std::memory_order_acquire); // what was read of it was read before it was let go
            return copy;
        }
    return m_copies.emplace_back(std::make_shared<Numbers>(m_parameters.size()));
}

ModelPtr TrainedWeights::copied(const std::string& name) const
{
    auto model = std::make_shared<Model>(*m_setup.model);
    model->name = name;
    model->path.clear(); // no file has these numbers
    model->dtype = "F32";
    model->sizesFixed = true;
    model->choices = m_choices;
    model->weights = {};
    model->generated = std::make_shared<GeneratedWeights>();
    const std::shared_ptr<Numbers> numbers = freeCopy();
    ThreadPool::shared().run(
        Index(numbers->size()), [&](Index i) { (*numbers)[std::size_t(i)] = *m_parameters[std::size_t(i)].numbers; });
    for (std::size_t i = 0; i < m_parameters.size(); ++i) {
        const auto tensor = std::make_shared<WeightTensor>(std::make_shared<WrittenSource>(
            m_parameters[i].shape, std::shared_ptr<const std::vector<float>>(numbers, &(*numbers)[i])));
        for (const std::string& one : m_names[i])
            model->weights.set(one, tensor);
    }
    return model;
}

Index TrainedWeights::count() const
{
    Index count = 0;
    for (const Parameter& parameter : m_parameters)
        count += Index(parameter.numbers->size());
    return count;
}

} // namespace core
