#pragma once

// A family of published models: how its configuration becomes choices and its tensors become weights. A family is a row
// of data in core/files/families/; this file has the words that such a row is written in, and what reads it.

#include "core/base/error.h"
#include "core/files/families/config_source.h"
#include "core/files/formats/stored_tensor.h"
#include "core/model/choices.h"
#include "core/model/model_config.h"

#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace core {

/// How the value of a key is read.
struct Reading
{
    enum Kind
    {
        Integer, // within [min, max]
        Number,  // within [min, max]
        Bool,
        Word // one of `words`: {in the file, as a choice}
    };
    Kind kind = Integer;
    double min = 0;
    double max = 0;
    std::vector<std::pair<std::string, std::string>> words = {};
};

/// The default when the file has none of the names.
struct Missing
{
    Json value = {};                          // null: nothing is said
    Json (*derive)(const Choices&) = nullptr; // from the choices read before
    bool isError = false;
};

struct ConfigKey
{
    std::string choice;             // key of the contract
    std::vector<std::string> names; // in the file; the first that is there counts, the others must agree
    Reading reading;
    Missing missing;
};

/// A key whose other values this program cannot run. Absent is legal.
struct Requirement
{
    std::string key;
    Json legal;
};

/// Which rows of a stored matrix are meant, of a block with H heads and G key/value heads of d numbers.
enum class Part
{
    Whole,
    Q, // [q: H·d; k: G·d; v: G·d]
    K,
    V,
    GroupQ, // head by head, or group by group: [q: H/G·d; k: d; v: d] G times
    GroupK,
    GroupV,
    FirstHalf, // [gate; up]
    SecondHalf,
    EvenRows, // gate and up in turn
    OddRows,
    QuarterQ, // CodeGen: [q; v; k] four times
    QuarterV,
    QuarterK
};

/// Which stored tensor a weight is. Several rules may name one weight: the first whose tensor is there counts.
struct TensorName
{
    std::string native;        // "blocks.N.attn.q", without .weight and .bias; with them only that one is meant
    std::string stored;        // "h.N.attn.c_attn", ending like `native`. N is the layer, E the expert, H the head
    bool isTransposed = false; // matrices are stored [in, out]
    Part part = Part::Whole;
    bool isReshaped = false; // stored with other axes: [d_model, head, d_head], [d, 1, taps]
    bool hasUnitRows = false; // rows are divided by their length when they are used
    bool isZeroWhenAbsent = false; // a bias that some models of the family do not have
};
// An expert's weight whose stored name has no E is one of a stack: [expert, …], or the experts' rows one after the other.
// A name with H is a head's own tensor: the weight is all of them, one after the other. With G, layers share tensors in as many
// groups as there are stored, as evenly as it goes (ALBERT). Weights of one stored tensor are one tensor.

/// What a table cannot say: reads more of the configuration, after the keys.
struct FamilyReading
{
    const ConfigSource& config;
    const StoredTensors& stored;
    Choices& choices;
    std::vector<std::string>& notes;

    Index size(const char* key) const { return choices.value(key).get<Index>(); }
};
using Finish = std::function<void(FamilyReading&)>;

struct Family
{
    std::string id;            // model_type, or general.architecture
    std::string architecture;  // word of `architectures`, used when there is no model_type
    std::vector<std::pair<std::string, Json>> fixed; // choices that all models of the family share
    std::vector<ConfigKey> keys;                     // in order: derived defaults see those before
    std::vector<Requirement> requirements = {};
    std::vector<std::string> prefixes = {""};        // that may be before stored names
    std::vector<std::string> ignored = {};           // endings of stored names that hold no weights
    std::vector<std::pair<std::string, std::string>> endings = {}; // {as in the table, as some files have it instead}
    std::vector<std::string> otherArchitectures = {}; // the same model with other heads or none
    std::vector<TensorName> tensors;                  // empty: stored under our own names
    std::vector<Finish> finish = {};                  // in order
    int decoderStart = 0; // the first id of a target where the file says none
    // Keys that every folder of the family has, and that tell it from families whose tensors have the same names.
    std::vector<std::string> ownKeys = {};
    std::vector<std::string> idleKeys = {}; // that its class writes, others do not, and that change nothing
    std::vector<std::string> otherIds = {};           // older words of model_type, or those of the same plan
    bool (*suits)(const ConfigSource&) = nullptr; // of several rows with one id the first that suits; null: always
};

/// Families of Hugging Face folders and of GGUF files, collected in families.cpp.
const std::vector<Family>& huggingFaceFamilies();
const std::vector<Family>& ggufFamilies();

/// The family of this id, old or new; nullptr when there is none. Of several the one that suits the configuration.
const Family* findFamily(const std::vector<Family>& families, const std::string& id, const ConfigSource* config = nullptr);

/// "nearest names: gpt2, gptj, gpt_neo; all: cutaway list families": for messages.
std::string familiesNear(const std::vector<Family>& families, const std::string& id);

/// Where the file says this choice, or would: "num_experts_per_tok" for "mixture.top_k". The choice itself where no key of the
/// family does.
std::string placeOf(const Family& family, const ConfigSource& config, const std::string& choice);

/// An error over choices as one over the file that said them: they were not typed, and `where` is the key of the file.
Error inWordsOf(const Error& error, const Family& family, const ConfigSource& config);

/// The choices that a configuration means. Whether the output matrix is tied follows from file and tensors together; what
/// was assumed goes to `notes`. Throws Error{BadInput} with file, key, expected, found.
Choices readChoices(
    const Family& family, const ConfigSource& config, const StoredTensors& stored, std::vector<std::string>& notes);

/// The weights that `config` needs, found among the stored tensors. What is left over goes to `notes`. Throws
/// Error{BadInput} when tensors are missing (up to 20 are named), have a wrong shape or an unsupported type.
Weights readWeights(const Family& family, const ModelConfig& config, const StoredTensors& stored, const std::string& file,
    std::vector<std::string>& notes);

/// The stored tensor of this name with any of the family's prefixes; nullptr when there is none.
const StoredTensor* findStored(const Family& family, const StoredTensors& stored, const std::string& name);

/// dtype of most of the numbers: "Q4_1".
std::string mainDtype(const Weights& weights);

} // namespace core
