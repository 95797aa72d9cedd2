#include "core/model/model.h"

#include "core/run/forward.h"

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

std::string shown(const Json& value) { return value.is_string() ? value.get<std::string>() : writeJson(value); }

/// Weights from a file have the sizes of the file: only fewer layers and the context may be said.
void checkSizes(const Model& model, const Choices& said)
{
    const Choices own = describe(resolve(model.choices, {}));
    for (const auto& [key, value] : said.all()) {
        if (!key.starts_with("sizes.") || value == own.all().at(key) || key == "sizes.context")
            continue;
        const Json& of = own.all().at(key);
        if (key == "sizes.layers" && value < of)
            continue;
        throw Error({ErrorKind::Usage, {}, key, CUTAWAY_TR("is fixed by the weights of the model"),
            key == "sizes.layers" ? "1–" + shown(of) : shown(of), shown(value)});
    }
}

/// A table of positions cannot be longer than the file's; where it is shorter, it is the beginning of the file's.
void keepPositionTable(const Model& model, const ModelConfig& config, Setup& setup)
{
    static const std::string name = "pos_embed.weight";
    const WeightPtr stored = model.weights.share(name);
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

} // namespace

SetupPtr configure(const ModelPtr& model, const Choices& said)
{
    if (model->sizesFixed)
        checkSizes(*model, said);

    auto setup = std::make_shared<Setup>();
    setup->model = model;
    setup->said = said;
    setup->config = resolve(model->choices, said);
    setup->specs = plan(setup->config, 1).weights;
    setup->weights = resolveWeights(setup->specs, model->weights, setup->config.seed, *model->generated);
    keepPositionTable(*model, setup->config, *setup);
    model->generated->trim(keptForToggling);
    return setup;
}

} // namespace core
