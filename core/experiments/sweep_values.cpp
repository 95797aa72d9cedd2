#include "core/experiments/sweep_values.h"

#include "core/experiments/measured_map.h"

#include <algorithm>
#include <cmath>

namespace core {

namespace {

constexpr int seeds = 8;

bool isInputKey(const std::string& key) { return key == "topology" || key == "sizes.vocab"; }

bool hasValues(const ChoiceKey& key)
{
    return key.type == ChoiceType::Bool || key.type == ChoiceType::Word || key.type == ChoiceType::Integer
        || key.type == ChoiceType::Number || key.type == ChoiceType::NumberOrWord;
}

/// Halves and doubles of a number, powers of ten of a very large or small one; of 0 what is near it.
std::vector<double> numbersAround(const ChoiceKey& key, double own)
{
    const bool isWhole = key.type == ChoiceType::Integer;
    if (own == 0)
        return isWhole ? std::vector{0.0, 1.0, 2.0, 4.0} : std::vector{0.0, 0.1, 1.0, 10.0};
    const double factor = !isWhole && (std::abs(own) >= 100 || std::abs(own) <= 0.01) ? 10 : 2;
    std::vector<double> all;
    for (const double number : {own / factor / factor, own / factor, own, own * factor})
        if (const double one = isWhole ? std::floor(number) : number; all.empty() || one > all.back())
            all.push_back(one);
    return all;
}

std::vector<std::string> candidates(const ChoiceKey& key, const Json& own)
{
    std::vector<std::string> all;
    if (key.id == "seed")
        for (int seed = 0; seed < seeds; ++seed)
            all.push_back(std::to_string(seed));
    else if (key.type == ChoiceType::Bool)
        all = {"false", "true"};
    else if (key.type == ChoiceType::Word)
        all = key.words;
    else if (own.is_number())
        for (const double number : numbersAround(key, own.get<double>()))
            if (number >= key.min && number <= key.max)
                all.push_back(numberText(number));
    return all;
}

} // namespace

std::vector<std::string> sweepKeys(const ModelConfig& config)
{
    const Choices own = describe(config);
    std::vector<std::string> keys;
    for (const ChoiceKey& key : choiceKeys())
        if (hasValues(key) && !isInputKey(key.id) && !own.value(key.id).is_null())
            keys.push_back(key.id);
    return keys;
}

std::vector<std::string> sweepValues(const Setup& setup, const std::string& key)
{
    const ChoiceKey* const known = findChoiceKey(key);
    const Json own = describe(setup.config).value(key);
    if (!known || own.is_null())
        return {};
    std::vector<std::string> values = candidates(*known, own);
    std::erase_if(values, [&](const std::string& value) {
        try {
            Choices said = setup.said;
            said.setText(key + "=" + value, int(setup.config.layers()));
            configure(setup.model, said);
            return false;
        } catch (const Error&) {
            return true;
        }
    });
    return values.size() > 1 ? values : std::vector<std::string>();
}

} // namespace core
