#pragma once

// A family is a std::variant of small value types ("kinds"), for example
//     using Norm = std::variant<LayerNorm, RmsNorm, NoNorm>;
// Each kind has a static `info` and, if it has parameters, an eachParam(). Menus, the command line, files, JSON and
// the tests that every kind must pass are all built from this header.
// A parameter may be a bool, an Index, a double, an enum class, an optional<double> (a number, or the one word of its info: it
// follows from the rest), a vector<double>, a table of bool, or a family of its own (RoPE's scaling); its id is the full choice key
// ("norm.eps").

#include "core/base/error.h"

#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <variant>
#include <vector>

namespace core {

/// What kinds tell of their nature; laws skip by these flags only.
enum KindNature : unsigned
{
    Plain = 0,
    DependsOnLength = 1, // the same token computes differently in a longer text, even under a causal mask
    MixesTokens = 2,     // one token's output depends on others where the paper's family does not (BatchNorm)
    LosesMass = 4,       // rows of attention may sum to less than 1
    LooksAhead = 8       // a token may see later ones
};

struct KindInfo
{
    std::string_view id;      // value of the family's choice key: "rms_norm"
    std::string_view label;   // text shown to people, translated by widgets (context "core"): "RMSNorm"
    std::string_view formula; // one line of plain text
    unsigned nature = Plain;
};

/// A parameter of a kind. `words` are the legal values of an enum, in its order; `labels` the same for people.
struct ParamInfo
{
    std::string_view id;    // the full choice key: "norm.eps"
    std::string_view label; // "Epsilon"
    double min = 0.0;
    double max = 0.0; // min = max = 0 for bool and enum
    std::span<const std::string_view> words = {};
    std::span<const std::string_view> labels = {};
};

/// Rows of yes and no, e.g. which keys each query sees.
using BoolTable = std::vector<std::vector<bool>>;

template <class T>
inline constexpr bool isFamily = false;
template <class... Kinds>
inline constexpr bool isFamily<std::variant<Kinds...>> = true;

template <class Family>
struct FamilyTraits;

template <class... Kinds>
struct FamilyTraits<std::variant<Kinds...>>
{
    static constexpr std::array<KindInfo, sizeof...(Kinds)> infos{Kinds::info...};
    static const std::array<std::variant<Kinds...>, sizeof...(Kinds)>& defaults()
    {
        static const std::array<std::variant<Kinds...>, sizeof...(Kinds)> all{Kinds{}...};
        return all;
    }
};

/// All kinds of a family, in the order of its `using` line.
template <class Family>
constexpr std::span<const KindInfo> kindInfos()
{
    return FamilyTraits<Family>::infos;
}

template <class Family>
const KindInfo& infoOf(const Family& kind)
{
    return FamilyTraits<Family>::infos[kind.index()];
}

/// The kind with this id and default parameters, or nullptr.
template <class Family>
const Family* findKind(std::string_view id)
{
    for (const Family& kind : FamilyTraits<Family>::defaults())
        if (infoOf(kind).id == id)
            return &kind;
    return nullptr;
}

/// Calls visit(const ParamInfo&, Value& value) for each parameter of the kind.
template <class Family, class Visitor>
void eachParam(Family& family, Visitor&& visit)
{
    std::visit(
        [&](auto& kind) {
            if constexpr (requires { kind.eachParam(visit); })
                kind.eachParam(visit);
        },
        family);
}

} // namespace core
