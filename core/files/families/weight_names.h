#pragma once

// Names of stored tensors by the table of a family. Their layout is in weight_layout.h.

#include "core/files/families/family.h"

#include <string>
#include <vector>

namespace core {

/// A weight's name with N, E in place of the numbers of layer and expert.
struct GeneralName
{
    std::string name;    // "encoder.blocks.N.mlp.experts.E.up.weight"
    std::string layer;   // "3"; empty for tensors of no layer
    std::string expert;
};

GeneralName generalName(const std::string& weight);

/// `name` with a number in place of the first part that is one letter; `name` itself where there is none.
std::string withNumber(std::string name, char letter, const std::string& number);

/// A stored tensor that a weight may be.
struct Wanted
{
    std::string name; // without prefix; H stands for a head, G for a group of layers
    TensorName rule;
};

/// Tensors that the plan of a model needs are not stored: `names` of all of them, or what they would be for.
class MissingTensors : public Error
{
public:
    MissingTensors(Parts parts, std::vector<std::string> missing)
        : Error(std::move(parts))
        , names(std::move(missing))
    {
    }
    const std::vector<std::string> names;
};

/// All that a weight may be, the first that is stored counts; empty for a weight that the family's table does not name.
std::vector<Wanted> wantedFor(const Family& family, const std::string& weight);

/// The stored name of a layer in a group, where `name` has a G and layers share tensors: layer · groups / layers of them.
std::string inGroup(const Family& family, const StoredTensors& stored, std::string name, const GeneralName& weight, Index layers);

} // namespace core
