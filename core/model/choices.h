#pragma once

// Choices: the values given for a model's settings, by key (docs/contract.md). One value, or one per layer. Parameters of kinds
// not in use are remembered here; ModelConfig (model_config.h) is what follows from them.

#include "core/base/kind.h"
#include "core/io/json.h"

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace core {

enum class ChoiceType
{
    Bool,
    Integer,
    Number,
    Word, // one of `words`
    Text,          // letters of a schedule
    NumberOrWord,  // a number, or one of `words`
    Numbers,       // a list of numbers, or one of `words`
    Table          // rows of 0 and 1; on the command line a JSON file
};

/// One key of contract §2, collected from the families: menus, command line, JSON and tests all read this list.
struct ChoiceKey
{
    std::string id;                      // "norm.kind"
    std::string label;                   // "Norm", English, context "core"
    ChoiceType type = ChoiceType::Word;
    std::vector<std::string> words;      // legal words of a Word
    std::vector<std::string> wordLabels; // the same for people: "RMSNorm"; empty = the words themselves
    std::vector<std::string> formulas;   // one line each; may be empty
    double min = 0;
    double max = 0;
    std::string ofKey;                   // for a parameter: the family key that it belongs to, "norm.kind"
    std::vector<std::string> ofKinds;    // … and the kinds that have it, {"layer_norm", "rms_norm"}; empty = always
    bool perLayer = true;                // may be given layers: key@0-4=value
};

/// Every key, in the order of contract §2.
const std::vector<ChoiceKey>& choiceKeys();
const ChoiceKey* findChoiceKey(std::string_view id);

class Choices
{
public:
    /// Sets one value for all layers. Throws Error{Usage} naming the key, the value and the legal ones.
    void set(const std::string& key, Json value);

    /// One value for layers [first, last]; `layers` is the number of layers of the model.
    void set(const std::string& key, int first, int last, int layers, Json value);

    /// One value for each layer, null where nothing is said. Throws Error{Usage}.
    void setLayers(const std::string& key, const Json& values);

    /// "rope.base@0-4=1e4" as on the command line. Throws Error{Usage}.
    void setText(std::string_view assignment, int layers);

    /// Values of `other` win, layer by layer.
    void merge(const Choices& other);

    bool has(const std::string& key) const { return m_values.count(key) != 0; }
    void remove(const std::string& key) { m_values.erase(key); }

    /// The value in this layer, or null JSON when nothing was said. Beyond the last stored layer the last value counts.
    Json value(const std::string& key, int layer = 0) const;

    /// {key: scalar or array of one value per layer}.
    const std::map<std::string, Json>& all() const { return m_values; }

    bool operator==(const Choices&) const = default;

    /// Objects nested at the dots, as in `info --json` and config.json; and back (throws Error{Usage} for unknown keys and
    /// illegal values).
    Json toJson() const;
    static Choices fromJson(const Json& nested);

private:
    std::map<std::string, Json> m_values;
};

/// A table as it is said: rows of 0 and 1.
Json jsonOf(const BoolTable& table);

} // namespace core
