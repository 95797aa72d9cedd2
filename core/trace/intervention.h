#pragma once

// Interventions as data: "this tensor, or this slice of it, becomes zero, its mean, these numbers or those of another run".
// A list of them is in a TraceRequest; the pass applies it wherever a tensor is recorded (core/run/intervention_list.h),
// and no layer knows of it. The same list is JSON in files, traces and recipes:
//
//   [{"at": "blocks.1.attn.pattern", "slice": {"head": 3, "query": [0, 4]}, "op": "set", "value": 0.5}, …]
//
// Each has a strength s from 0 to 1: a number becomes untouched + s · (replaced − untouched). One that is off stays in the list and
// does nothing.
//
// To add an operation: its name in InterventionOp and operations(), and its arithmetic in intervention_list.cpp.

#include "core/base/error.h"
#include "core/base/tensor.h"
#include "core/io/json.h"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace core {

class Trace;

/// A tensor of another run, whose numbers may still be in a file.
struct RecordedTensor
{
    Shape shape;
    std::vector<Index> heads; // that were kept; empty: all
    std::function<Tensor()> read; // throws Error
};

/// Another run that `from` takes numbers of.
class RecordedRun
{
public:
    virtual ~RecordedRun() = default;
    virtual std::optional<RecordedTensor> find(const std::string& name) const = 0; // nothing: it recorded none of this name
};

/// The run in a file. Throws Error{BadInput}. core/files/traces/trace_file.h has one.
using RunOpener = std::function<std::shared_ptr<const RecordedRun>(const std::string& path)>;

enum class InterventionOp
{
    Zero,
    Mean,  // over the tokens of the slice
    Set,
    Add,
    Scale,
    From   // the same place of another run
};

/// Indices `first` to `last` of one axis, both included.
struct AxisRange
{
    std::string axis; // one of the words of namespace axis
    Index first = 0;
    Index last = 0;
    bool operator==(const AxisRange&) const = default;
};

/// One number, or an array: of the slice's shape (axes of length 1 may be left out), or of the length of its last axis.
/// −inf is a number here: a score at −inf takes a key away from a query.
struct InterventionValue
{
    Shape shape;                // empty: one number
    std::vector<float> numbers; // row-major
    bool operator==(const InterventionValue&) const = default;
};

/// Where the numbers of `from` come from: a trace file, or a trace in memory; of a weight (weight_place.h) a model.
struct InterventionSource
{
    std::string file;                             // as the list says it
    std::string name;                             // tensor in it; empty: the one that is replaced
    std::string folder = {};                      // of the list: a relative file starts here
    std::shared_ptr<const Trace> trace = nullptr; // used instead of the file
    bool operator==(const InterventionSource&) const = default;
};

/// What the numbers of `set` were computed of, for readers: nothing is read again. One of them at most; none: a person said them.
struct InterventionOrigin
{
    std::string texts = {}; // a set, or a file, that they are the mean over
    std::string text = {};  // of whose run they are
    bool operator==(const InterventionOrigin&) const = default;
};

struct Intervention
{
    std::string at;               // a name of the trace or a shell pattern; heads in brackets: "blocks.3.attn.z[0,5]"
    std::vector<AxisRange> slice = {}; // empty: the whole tensor
    InterventionOp op = InterventionOp::Zero;
    InterventionValue value = {};   // of set, add, scale
    InterventionSource source = {}; // of from
    InterventionOrigin origin = {}; // of set
    float strength = 1;             // 0: untouched … 1: replaced
    bool isOff = false;             // kept in the list, without effect

    std::string list = {};          // the file that held the list, for messages; may be empty
    std::string place = {};         // in that list: "[2]"

    /// Whether both do the same; where they were read from is ignored.
    friend bool operator==(const Intervention& a, const Intervention& b)
    {
        return a.at == b.at && a.slice == b.slice && a.op == b.op && a.value == b.value && a.source == b.source
            && a.origin == b.origin && a.strength == b.strength && a.isOff == b.isOff;
    }
};

/// One that a run went on without, where it was asked to (TraceRequest::skipsUnfit).
struct UnfitIntervention
{
    std::size_t number = 0; // in the list that was asked for
    Error::Parts why;
};

/// "zero", "mean", …
std::string_view idOf(InterventionOp op);

/// A list from JSON. `file` is where it stands, for messages and relative sources. Throws Error{BadInput} with the place
/// in the list for anything that is not of the form above. Whether it fits a model is checked by the pass.
std::vector<Intervention> interventionsFromJson(const Json& json, const std::string& file);

/// A file with such a list. Throws Error{BadInput}.
std::vector<Intervention> readInterventions(const std::string& path);

/// The list as it must be written into `file`: relative sources start in that file's folder.
std::vector<Intervention> interventionsIn(const std::string& file, std::vector<Intervention> interventions);

/// The list as JSON: interventionsFromJson() makes the same one of it, but for a source that is in memory only.
Json toJson(const std::vector<Intervention>& interventions);

} // namespace core
