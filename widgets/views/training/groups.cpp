#include "widgets/views/training/groups.h"

#include "widgets/views/training/sentences.h"

#include <algorithm>
#include <set>
#include <vector>

namespace widgets {

namespace {

struct Group
{
    const char* title;
    std::vector<const char*> keys; // of choices, or how they begin
};

const Group encoders{QT_TRANSLATE_NOOP("Training", "Encoders"), {"topology"}};
const Group depths{QT_TRANSLATE_NOOP("Training", "Number of layers"), {"sizes.layers"}};
const Group recipes{QT_TRANSLATE_NOOP("Training", "Whole recipes"), {}};
const Group training{QT_TRANSLATE_NOOP("Training", "Training and seeds"), {}};

const Group parts[] = {
    {QT_TRANSLATE_NOOP("Training", "Norm placement"), {"norm.placement"}},
    {QT_TRANSLATE_NOOP("Training", "Norms"), {"norm."}},
    {QT_TRANSLATE_NOOP("Training", "Positions"), {"position."}},
    {QT_TRANSLATE_NOOP("Training", "Heads and masks"), {"attention.", "mask.", "score."}},
    {QT_TRANSLATE_NOOP("Training", "Feed-forward and experts"), {"feed_forward.", "activation.", "mixture."}},
    {QT_TRANSLATE_NOOP("Training", "Block and biases"), {"block.layout", "bias."}},
};

constexpr std::size_t partsOfARecipe = 3; // changed at once

/// Keys of the choices that one of the two has and the other has not, or otherwise.
std::set<std::string> changed(const core::Choices& before, const core::Choices& after)
{
    std::set<std::string> keys;
    for (const auto& [one, other] : {std::pair{&before, &after}, {&after, &before}})
        for (const auto& [key, value] : one->all())
            if (const auto found = other->all().find(key); found == other->all().end() || found->second != value)
                keys.insert(key);
    return keys;
}

bool isOf(const Group& group, const std::set<std::string>& keys)
{
    return std::ranges::any_of(group.keys, [&](const char* begin) {
        return std::ranges::any_of(keys, [&](const std::string& key) { return key.starts_with(begin); });
    });
}

/// Whose choices differ from those of the default model in these keys.
const Group& groupOf(const std::set<std::string>& keys)
{
    for (const Group* whole : {&encoders, &depths})
        if (isOf(*whole, keys))
            return *whole;
    std::vector<const Group*> touched;
    for (const Group& part : parts)
        if (isOf(part, keys))
            touched.push_back(&part);
    return touched.empty() ? training : touched.size() >= partsOfARecipe ? recipes : *touched.front();
}

} // namespace

QStringList trainingGroups()
{
    QStringList titles;
    for (const Group& part : parts)
        titles << TrainingText::tr(part.title);
    for (const Group* group : {&recipes, &depths, &training, &encoders})
        titles << TrainingText::tr(group->title);
    return titles;
}

QString groupOfTraining(const core::TrainingHistory& history, const core::TrainingHistory& main)
{
    return TrainingText::tr(groupOf(changed(main.choices, history.choices)).title);
}

} // namespace widgets
