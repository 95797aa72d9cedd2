#include "widgets/views/training/races.h"

#include "widgets/views/training/sentences.h"

#include <QCoreApplication>

#include <algorithm>

namespace widgets {

namespace {

constexpr Race rows[] = {
    {"induction", QT_TRANSLATE_NOOP("Training", "An induction head from nothing"),
        QT_TRANSLATE_NOOP("Training",
            "Watch the heads: for 350 steps none does much; then a head of the first layer looks at the token before, and "
            "from step 480 on, as the rows get longer, a head of the second layer looks at what followed the same token last "
            "time."),
        "heads", 70, "main", "", {{QT_TRANSLATE_NOOP("Lanes", "from-nothing")}, {nullptr}}},
    {"C12", QT_TRANSLATE_NOOP("Training", "With and without ÷√d"),
        QT_TRANSLATE_NOOP("Training",
            "Watch the loss: without ÷√d the scores are ten times as large from the first step, so each token attends to "
            "hardly more than one other, and the loss falls later."),
        "loss", 20, "main", "sizes.layers=2 sizes.heads=1", {{QT_TRANSLATE_NOOP("Lanes", "divided")}, {QT_TRANSLATE_NOOP("Lanes", "not-divided"), "score.scale=1"}}},
    {"C19", QT_TRANSLATE_NOOP("Training", "RoPE against no positions"),
        QT_TRANSLATE_NOOP("Training",
            "Watch the loss: for 50 steps both learn equally fast which words are frequent; then the loss without positions "
            "stays higher, because no head can tell which token came last."),
        "loss", 40, "main", "", {{QT_TRANSLATE_NOOP("Lanes", "rope"), "position.kind=rope"}, {QT_TRANSLATE_NOOP("Lanes", "none"), "position.kind=none"}}},
    {"C20", QT_TRANSLATE_NOOP("Training", "Post, with and without warm-up"),
        QT_TRANSLATE_NOOP("Training",
            "Watch the loss: without warm-up Post hardly learns more than how frequent each word is; after a warm-up of 80 steps "
            "at the same rate it goes on falling."),
        "loss", 20, "main", "sizes.layers=6 sizes.d_model=48 sizes.d_ff=128 norm.placement=post",
        {{QT_TRANSLATE_NOOP("Lanes", "at-once")}, {QT_TRANSLATE_NOOP("Lanes", "warm-up"), "", R"({"warmup": 80})"}}},
    {"C22", QT_TRANSLATE_NOOP("Training", "Pre against sandwich, 12 layers"),
        QT_TRANSLATE_NOOP("Training",
            "Watch the stream: with a second norm behind each branch all branches add equally much from the first step, so "
            "the stream is five times as large after 12 layers; in Pre it begins near 1.5 and grows as the branches learn."),
        "stream", 20, "main", "sizes.layers=12 sizes.d_model=48 sizes.d_ff=128",
        {{QT_TRANSLATE_NOOP("Lanes", "pre"), "norm.placement=pre"}, {QT_TRANSLATE_NOOP("Lanes", "sandwich"), "norm.placement=sandwich"}}},
    {"C23", QT_TRANSLATE_NOOP("Training", "Pre against Post, 12 layers"),
        QT_TRANSLATE_NOOP("Training",
            "Watch the gradients: in Pre those of all layers are of similar size; in Post the first layers get a thousandth "
            "of what the last one gets, and the loss stays where knowing how frequent each word is brings it."),
        "gradient", 20, "main", "sizes.layers=12 sizes.d_model=48 sizes.d_ff=128",
        {{QT_TRANSLATE_NOOP("Lanes", "pre"), "norm.placement=pre"}, {QT_TRANSLATE_NOOP("Lanes", "post"), "norm.placement=post"}}},
    {"C27", QT_TRANSLATE_NOOP("Training", "ReLU against SwiGLU"),
        QT_TRANSLATE_NOOP("Training",
            "Watch the loss: with the same number of parameters SwiGLU is ahead from the 20th step on; within these 150 steps "
            "ReLU does not catch up."),
        "loss", 15, "main", "sizes.layers=2",
        {{QT_TRANSLATE_NOOP("Lanes", "relu"), "feed_forward.kind=plain activation.kind=relu sizes.d_ff=384"}, {QT_TRANSLATE_NOOP("Lanes", "swiglu")}}},
    {"C29", QT_TRANSLATE_NOOP("Training", "Experts, with and without balancing"),
        QT_TRANSLATE_NOOP("Training",
            "Watch the load: without balancing one expert of each layer soon gets three to four times its fair share of "
            "tokens, and others hardly a token; with balancing all are used, and the loss is no worse."),
        "experts", 10, "main", "sizes.layers=2 feed_forward.kind=mixture mixture.experts=8 mixture.top_k=1 mixture.d_expert=64",
        {{QT_TRANSLATE_NOOP("Lanes", "balanced"), "", R"({"balance": 0.05})"}, {QT_TRANSLATE_NOOP("Lanes", "unbalanced")}}},
    {"C34", QT_TRANSLATE_NOOP("Training", "With and without weight decay"),
        QT_TRANSLATE_NOOP("Training",
            "Watch the stream: a decay of 5 keeps the matrices small, so the branches add less and the stream stays less than "
            "half as large as the other; so strong a decay also makes the loss fall more slowly."),
        "stream", 15, "main", "sizes.layers=2", {{QT_TRANSLATE_NOOP("Lanes", "no-decay")}, {QT_TRANSLATE_NOOP("Lanes", "decay"), "", R"({"weight_decay": 5})"}}},
};

} // namespace

std::span<const Race> races() { return rows; }

QString titleOf(const Race& race) { return QCoreApplication::translate("Training", race.title); }

QString wordsOf(const RaceLane& lane) { return QCoreApplication::translate("Lanes", lane.name); }

QString watchOf(const Race& race) { return QCoreApplication::translate("Training", race.watch); }

QString menuTextOf(const Race& race) { return titleOf(race) + QLatin1Char('\t') + TrainingText::tr("about %1 s").arg(race.seconds); }

const Race* findRace(const std::string& id)
{
    const auto found = std::ranges::find_if(rows, [&](const Race& race) { return id == race.id; });
    return found == std::end(rows) ? nullptr : found;
}

} // namespace widgets
