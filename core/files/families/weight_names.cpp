#include "core/files/families/weight_names.h"

#include <algorithm>

namespace core {

namespace {

/// Puts `letter` in place of the number after `mark`; the number, or "" when the name has no such part.
std::string takeNumber(std::string& name, const std::string& mark, const char* letter)
{
    const std::size_t at = name.find(mark);
    if (at == std::string::npos || (at > 0 && name[at - 1] != '.'))
        return "";
    const std::size_t begin = at + mark.size();
    const std::string number = name.substr(begin, name.find('.', begin) - begin);
    if (number.empty() || number.find_first_not_of("0123456789") != std::string::npos)
        return "";
    name.replace(begin, number.size(), letter);
    return number;
}

} // namespace

GeneralName generalName(const std::string& weight)
{
    GeneralName general{weight, "", ""};
    general.layer = takeNumber(general.name, "blocks.", "N");
    general.expert = takeNumber(general.name, "experts.", "E");
    return general;
}

std::string withNumber(std::string name, char letter, const std::string& number)
{
    for (std::size_t at = 0; at < name.size(); ++at) {
        const bool begins = at == 0 || name[at - 1] == '.';
        const bool ends = at + 1 == name.size() || name[at + 1] == '.';
        if (name[at] == letter && begins && ends)
            return name.replace(at, 1, number);
    }
    return name;
}

std::vector<Wanted> wantedFor(const Family& family, const std::string& weight)
{
    if (family.tensors.empty())
        return {{weight, {}}};
    const GeneralName general = generalName(weight);
    const std::size_t dot = general.name.rfind('.');
    std::vector<Wanted> wanted;
    for (const TensorName& rule : family.tensors) {
        const bool isWhole = rule.native == general.name;
        if (!isWhole && rule.native != general.name.substr(0, dot))
            continue;
        std::string name = rule.stored + (isWhole ? "" : general.name.substr(dot));
        name = withNumber(withNumber(std::move(name), 'N', general.layer), 'E', general.expert);
        wanted.push_back({std::move(name), rule});
    }
    return wanted;
}

std::string inGroup(const Family& family, const StoredTensors& stored, std::string name, const GeneralName& weight, Index layers)
{
    if (withNumber(name, 'G', "0") == name)
        return name;
    Index groups = 0;
    while (findStored(family, stored, withNumber(name, 'G', std::to_string(groups))))
        ++groups;
    // In floating point, as the reference decides it.
    const double inOne = double(layers) / double(std::max<Index>(1, groups));
    const auto group = Index(double(weight.layer.empty() ? 0 : std::stoll(weight.layer)) / inOne);
    return withNumber(std::move(name), 'G', std::to_string(group));
}

const StoredTensor* findStored(const Family& family, const StoredTensors& stored, const std::string& name)
{
    std::vector<std::string> names{name};
    for (const auto& [ending, other] : family.endings)
        if (name.ends_with(ending))
            names.push_back(name.substr(0, name.size() - ending.size()) + other);
    for (const std::string& each : names) {
        for (const std::string& prefix : family.prefixes) {
            const auto tensor = stored.find(prefix + each);
            if (tensor != stored.end())
                return &tensor->second;
        }
    }
    return nullptr;
}

} // namespace core
