#include "core/run/model.h"

#include "core/run/forward.h"
#include "core/run/weights_choice.h"

#include <fmt/format.h>

namespace core {

namespace {

/// Bytes of generated tensors that no setup uses but a person may toggle back to.
constexpr std::size_t keptForToggling = std::size_t(256) << 20;

/// The first rows of a longer table: a shorter context reads the same position vectors.
class FirstRows : public TensorSource
{
public:
    FirstRows(WeightPtr table, Shape shape)
        : m_table(std::move(table))
        , m_shape(std::move(shape))
    {
    }
    const Shape& shape() const override { return m_shape; }
    std::string dtype() const override { return m_table->source().dtype(); }
    std::string origin() const override { return m_table->source().origin(); }
    void read(Index row, Index rows, float* out) const override { m_table->read(row, rows, out); }

private:
    WeightPtr m_table;
    Shape m_shape;
};

/// A table of positions cannot be longer than the file's; where it is shorter, it is the beginning of the file's.
void keepPositionTable(const Weights& weights, const ModelConfig& config, Setup& setup)
{
    static const std::string name = "pos_embed.weight";
    const WeightPtr stored = weights.share(name);
    for (const WeightSpec& spec : setup.specs) {
        if (spec.name != name || !stored || stored->shape().size() != 2 || stored->shape() == spec.shape
            || stored->shape()[1] != spec.shape[1])
            continue;
        const Index extra = stored->shape()[0] - spec.shape[0];
        if (extra < 0)
            throw Error({ErrorKind::Usage, {}, "sizes.context", CUTAWAY_TR("is longer than the model's table of positions"),
                fmt::format("1–{}", config.context + extra), std::to_string(config.context)});
        setup.weights.set(name, std::make_shared<WeightTensor>(std::make_shared<FirstRows>(stored, spec.shape)));
    }
}

/// Tensors that no file brings, by what they start as.
void listGenerated(Setup& setup)
{
    for (const WeightSpec& spec : setup.specs) {
        const std::string origin = setup.weights.at(spec.name).source().origin();
        if (origin == "identity")
            setup.origin.identity.push_back(spec.name);
        else if (origin == "seed")
            setup.origin.seeded.push_back(spec.name);
    }
}

} // namespace

SetupPtr configure(const ModelPtr& model, const Choices& said)
{
    WeightsChoice choice = chooseWeights(model, said);
    auto setup = std::make_shared<Setup>();
    setup->model = model;
    setup->said = said;
    setup->config = std::move(choice.config);
    setup->origin = std::move(choice.origin);
    setup->specs = plan(setup->config, 1).weights;
    setup->weights = resolveWeights(setup->specs, choice.source->weights, setup->config.seed, *model->generated);
    keepPositionTable(choice.source->weights, setup->config, *setup);
    listGenerated(*setup);
    model->generated->trim(keptForToggling);
    return setup;
}

} // namespace core
