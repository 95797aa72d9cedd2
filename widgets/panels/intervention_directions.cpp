#include "widgets/panels/intervention_directions.h"

#include "core/experiments/steering.h"
#include "core/trace/direction.h"
#include "core/trace/trace_request.h"
#include "widgets/controls/menu_text.h"
#include "widgets/views/shared/predictions.h"
#include "widgets/views/shared/read_out.h"
#include "widgets/views/shared/token_question.h"

#include <QCoreApplication>
#include <QMenu>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace widgets {

namespace {

struct Words
{
    Q_DECLARE_TR_FUNCTIONS(InterventionMenu)
};

constexpr int offeredTokens = 5;

/// The tensor of a place where it is [token, d_model]; nullptr: it has other numbers.
const core::Tensor* streamAt(const RunResult& run, const core::Intervention& place)
{
    const auto pattern = core::parseNamePattern(place.at);
    const core::Tensor* const tensor = pattern ? run.trace->find(pattern->name) : nullptr;
    return tensor && tensor->axes() == core::Axes{core::axis::token, core::axis::dModel} ? tensor : nullptr;
}

/// The tokens that a place is of.
std::pair<core::Index, core::Index> tokensAt(const core::Tensor& tensor, const core::Intervention& place)
{
    for (const core::AxisRange& range : place.slice)
        if (range.axis == core::axis::token)
            return {range.first, range.last};
    return {0, tensor.dim(0) - 1};
}

/// The mean of its vectors over its tokens.
std::vector<float> meanAt(const core::Tensor& tensor, const core::Intervention& place)
{
    const auto [first, last] = tokensAt(tensor, place);
    std::vector<float> mean(std::size_t(tensor.dim(1)));
    for (std::size_t i = 0; i < mean.size(); ++i) {
        double sum = 0;
        for (core::Index token = first; token <= last; ++token)
            sum += double(tensor.row(token)[i]);
        mean[i] = float(sum / double(last - first + 1));
    }
    return mean;
}

double lengthOf(const float* vector, std::size_t size)
{
    return std::sqrt(std::inner_product(
        vector, vector + size, vector, 0.0, std::plus<>(), [](float a, float b) { return double(a) * double(b); }));
}

/// As long as the vectors of the place are in the mean.
std::vector<float> scaledTo(std::vector<float> direction, const core::Tensor& tensor, const core::Intervention& place)
{
    const auto [first, last] = tokensAt(tensor, place);
    double length = 0;
    for (core::Index token = first; token <= last; ++token)
        length += lengthOf(tensor.row(token), direction.size()) / double(last - first + 1);
    const double own = lengthOf(direction.data(), direction.size());
    for (float& number : direction)
        number = own > 0 ? float(double(number) * length / own) : 0.f;
    return direction;
}

core::Intervention added(core::Intervention place, std::vector<float> direction)
{
    place.op = core::InterventionOp::Add;
    place.value = {{core::Index(direction.size())}, std::move(direction)};
    return place;
}

/// One whose numbers each run makes, times 1, which the list has for the person to change.
core::Intervention computed(core::Intervention place)
{
    place.op = core::InterventionOp::Add;
    place.value = {{}, {1.f}};
    return place;
}

/// What a person says before a direction is known, and why that cannot be asked for.
void addAsked(QMenu& menu, const core::Intervention& change, const core::Setup& setup, const InterventionChosen& chosen)
{
    const auto add = [&](const char* name, const QString& text, const QString& reason, Lacks lacks) {
        QAction* const action = menu.addAction(text);
        action->setObjectName(QString::fromLatin1(name));
        action->setEnabled(reason.isEmpty());
        action->setToolTip(reason);
        QObject::connect(action, &QAction::triggered, &menu, [chosen, one = computed(change), lacks] { chosen({one}, lacks); });
    };
    const QString noTokenizer
        = setup.model && setup.model->tokenizer ? QString() : Words::tr("The model has no tokenizer: it cannot read texts.");
    if (!setup.config.projectsEmbedding()) {
        if (setup.config.outputHead == core::OutputHead::Linear)
            add("outputToken", Words::tr("Towards another &token…"), noTokenizer, Lacks::OutputToken);
        add("embeddedToken", Words::tr("The &embedding of another token…"), noTokenizer, Lacks::EmbeddedToken);
    }
    add("twoTexts", Words::tr("&Difference of two texts…"),
        setup.config.hasEncoder() ? Words::tr("Of a model with two stacks a text alone is no input.") : noTokenizer,
        Lacks::TwoTexts);
    add("vectorFile", Words::tr("&Saved vector…"), {}, Lacks::VectorFile);
}

/// Tokens of the text up to the place, the nearest first, each once.
std::vector<core::TokenId> tokensBefore(const RunResult& run, int place)
{
    const std::vector<core::TokenId>& ids = streamIds(*run.trace);
    std::vector<core::TokenId> found;
    for (int i = std::min(place, int(ids.size()) - 1); i >= 0 && int(found.size()) < offeredTokens; --i)
        if (std::ranges::find(found, ids[std::size_t(i)]) == found.end())
            found.push_back(ids[std::size_t(i)]);
    return found;
}

} // namespace

void addDirections(QMenu& menu, const InterventionPlace& place, const PointedRuns& runs, const InterventionChosen& chosen)
{
    const core::Intervention change = place.changes.front();
    const core::Tensor* const tensor = place.changes.size() == 1 ? streamAt(*runs.run, change) : nullptr;
    const bool isOfVectors = tensor
        && std::ranges::all_of(change.slice, [](const core::AxisRange& range) { return range.axis == core::axis::token; });
    if (!isOfVectors || !runs.run->setup)
        return;
    QMenu* const below = menu.addMenu(Words::tr("Add a &direction"));
    below->setObjectName(QStringLiteral("directions"));
    below->setToolTipsVisible(true);
    const auto offer = [&](const QString& text, core::DirectionKind kind, core::TokenId id) {
        core::Intervention one = computed(change);
        core::setDirection(one, {kind, saidToken(*runs.run->setup, id)});
        QObject::connect(below->addAction(menuText(text)), &QAction::triggered, &menu,
            [chosen, one] { chosen({one}, Lacks::Length); });
    };
    const int last = int(streamTokens(*runs.run->trace).size()) - 1, at = place.token >= 0 ? std::min(place.token, last) : last;
    const core::ModelConfig& config = runs.run->setup->config;
    if (config.outputHead == core::OutputHead::Linear && !config.projectsEmbedding())
        for (const core::TokenProbability& next : nextTokens(*runs.run->trace, at, offeredTokens))
            offer(Words::tr("Towards “%1”: its row of the output matrix, less the mean of all rows").arg(tokenText(*runs.run, next.id)),
                core::DirectionKind::Towards, next.id);
    below->addSeparator();
    if (!config.projectsEmbedding())
        for (const core::TokenId id : tokensBefore(*runs.run, at))
            offer(Words::tr("The embedding of “%1”").arg(tokenText(*runs.run, id)), core::DirectionKind::Embedding, id);
    below->addSeparator();
    addAsked(*below, change, *runs.run->setup, chosen);
    const core::Tensor* const its = runs.other ? streamAt(*runs.other, change) : nullptr;
    if (!its || its->dim(1) != tensor->dim(1) || tokensAt(*its, change).second >= its->dim(0))
        return;
    below->addSeparator();
    QObject::connect(below->addAction(Words::tr("What %1 has here less what this run has").arg(runs.letter)), &QAction::triggered,
        &menu, [run = runs.run, other = runs.other, tensor, its, change, chosen] {
            std::vector<float> direction = meanAt(*its, change);
            const std::vector<float> mine = meanAt(*tensor, change);
            for (std::size_t i = 0; i < direction.size(); ++i)
                direction[i] -= mine[i];
            chosen({added(change, std::move(direction))}, Lacks::Nothing);
        });
}

std::vector<core::Intervention> withLengths(
    const RunResult& run, std::vector<core::Intervention> list, const core::RunControl& control)
{
    for (core::Intervention& one : list)
        if (const core::Tensor* const tensor = streamAt(run, one)) {
            std::vector<float> numbers = core::directionNumbers(*run.setup, one, control).numbers;
            one.value = {{core::Index(numbers.size())}, scaledTo(std::move(numbers), *tensor, one)};
        }
    return list;
}

} // namespace widgets
