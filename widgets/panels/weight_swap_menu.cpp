#include "widgets/panels/weight_swap_menu.h"

#include "core/trace/weight_place.h"
#include "widgets/figure/weight_text.h"

#include <QCoreApplication>
#include <QMenu>

#include <algorithm>

namespace widgets {

namespace {

struct Words
{
    Q_DECLARE_TR_FUNCTIONS(WeightSwapMenu)
};

const char* letterOf(int slot) { return slot == 1 ? "B" : "A"; }

bool isSiblings(const core::Setup& setup)
{
    return setup.model && !setup.origin.model.empty() && setup.origin.model != setup.model->name;
}

/// By which the weights are found again: of a sibling's, its own.
std::string modelOf(const SwapSlot& slot) { return isSiblings(*slot.run->setup) ? slot.run->setup->origin.model : slot.model; }

/// That of its model, whatever was taken from others; nullptr where it has none.
core::WeightPtr ownWeight(const core::Setup& setup, const std::string& weight)
{
    const core::WeightPtr stored = setup.model && !isSiblings(setup) ? setup.model->weights.share(weight) : nullptr;
    return stored ? stored : setup.weights.share(weight);
}

/// Whether the name of its model alone leads to this weight: not where a seed or sizes were said, and no file brings it.
bool isNamed(const core::Setup& setup, const core::WeightTensor& tensor)
{
    const auto isOfSeed = [](const auto& choice) { return choice.first == "seed" || choice.first.starts_with("sizes."); };
    return tensor.source().origin() == "file" || std::ranges::none_of(setup.said.all(), isOfSeed);
}

QString sizesText(const core::Shape& shape)
{
    QStringList lengths;
    for (const core::Index length : shape)
        lengths << QString::number(length);
    return lengths.join(QStringLiteral(" × "));
}

/// Why the weight of `from` cannot stand in `into`; empty: it can.
QString whyNotPanelsWeightSwapMenu(const SwapSlot& into, const SwapSlot& from, const QString& letter, const std::string& weight)
{
    if (!into.run || !into.run->setup || !from.run || !from.run->setup)
        return Words::tr("A recorded run has no weights.");
    const core::WeightPtr own = into.run->setup->weights.share(weight), other = ownWeight(*from.run->setup, weight);
    if (!own || !other)
        return Words::tr("Only one of the two models has this weight.");
    if (own->shape() != other->shape())
        return Words::tr("It has another shape in %1: %2 instead of %3.")
            .arg(letter, sizesText(other->shape()), sizesText(own->shape()));
    if (own == other)
        return Words::tr("It is the same weight in both.");
    return isNamed(*from.run->setup, *other) ? QString() : Words::tr("That of %1 is of a seed that no name leads to.").arg(letter);
}

} // namespace

void addSwaps(QMenu& menu, const std::string& weight, const std::array<SwapSlot, 2>& both, const SwapChosen& chosen)
{
    menu.setToolTipsVisible(true);
    for (int slot = 0; slot < 2; ++slot) {
        const SwapSlot &into = both[std::size_t(slot)], &from = both[std::size_t(1 - slot)];
        const QString letter = QString::fromLatin1(letterOf(1 - slot));
        const QString why = whyNotPanelsWeightSwapMenu(into, from, letter, weight);
        const QString own = QString::fromLatin1(letterOf(slot));
        QAction* const action = menu.addAction(Words::tr("In %1: take %2 from %3").arg(own, weightText(weight), letter));
        action->setObjectName(QStringLiteral("take%1").arg(QLatin1String(letterOf(1 - slot))));
        action->setEnabled(why.isEmpty());
        action->setToolTip(why);
        if (!why.isEmpty())
            continue;
        core::Intervention swap{.at = std::string(core::weightPrefix) + weight, .op = core::InterventionOp::From};
        swap.source.file = modelOf(from);
        QObject::connect(action, &QAction::triggered, &menu, [chosen, slot, swap] { chosen(slot, swap); });
    }
}

} // namespace widgets
