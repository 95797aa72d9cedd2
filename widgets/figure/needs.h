#pragma once

// Needs: what a picture is made of besides the runs of its slots: further runs, and quantities computed from runs. A figure names
// them (FigureInfo::needs), a worker or the command line computes them (fulfil), and draw() finds them in FigureData::results. No
// drawing runs the engine.
//
// To add a quantity: in the file of its numbers one function that makes the need (derivedNeed), with a function of core/analysis
// inside, and one that finds its result (as flow_numbers.h).

#include "core/base/error.h"
#include "core/base/run_control.h"
#include "core/model/choices.h"
#include "widgets/run/run_result.h"

#include <concepts>
#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <typeinfo>
#include <vector>

namespace widgets {

struct FigureData;
struct FigureInfo;

/// What a result is of: the traces that it is computed from, and the quantity with its parameters ("lens 3 16"). Traces never
/// change after publication, so that equal ids have equal results.
struct NeedId
{
    std::weak_ptr<const core::Trace> a, b; // expired: of a trace that is gone; null: of none
    std::string quantity;

    bool operator<(const NeedId& other) const;
    bool operator==(const NeedId& other) const { return !(*this < other) && !(other < *this); }

    /// A trace that it was computed from is gone: it is not needed again.
    bool isGone() const;
};

/// A value, or why there is none.
struct NeedResult
{
    std::shared_ptr<const void> value = nullptr; // null: `why`
    const std::type_info* type = nullptr; // of the value
    std::size_t bytes = 0;
    std::string why = {}; // English, context "core"
};

/// The run of a slot once more: other choices on its weights, and what of it is recorded.
struct FurtherRun
{
    RunPtr of; // the run of slot A or B
    core::Choices change; // on top of what was said of the slot
    std::string text = {}; // empty: the tokens of the slot
    std::vector<std::string> patterns; // as in core::TraceRequest; empty: everything
};

struct Need
{
    NeedId id;
    bool isPart = false; // the picture is drawn without it, and again when it is there
    std::optional<FurtherRun> run = {};
    std::function<NeedResult(const core::RunControl&)> compute
        = {}; // where it is no run. Pure; throws core::Error, core::Stopped
};

using Needs = std::vector<Need>; // what matters most in front

/// How large a value is in memory.
template <class Value>
std::size_t sizeOf(const Value& value)
{
    if constexpr (requires {
                      {
                          value.bytes()
                      } -> std::convertible_to<std::size_t>;
                  })
        return sizeof(Value) + value.bytes();
    else if constexpr (requires { value->bytes(); })
        return sizeof(Value) + (value ? value->bytes() : 0);
    else if constexpr (requires {
                           value.size();
                           typename Value::value_type;
                       })
        return sizeof(Value) + value.size() * sizeof(typename Value::value_type);
    else
        return sizeof(Value);
}

/// A quantity of one run, of two, or of none: compute(control) gives its value.
template <class Compute>
Need derivedNeed(NeedId id, Compute compute)
{
    using Value = std::invoke_result_t<Compute, const core::RunControl&>;
    return {.id = std::move(id), .compute = [compute = std::move(compute)](const core::RunControl& control) {
                auto value = std::make_shared<const Value>(compute(control));
                const std::size_t bytes = sizeOf(*value);
                return NeedResult{std::move(value), &typeid(Value), bytes, {}};
            }};
}

/// A run with another choice, "norm.placement" and "post"; recorded are the tensors of these patterns. REQUIRES: `of` has a
/// model.
Need runNeed(const RunPtr& of, const std::string& key, const std::string& word, std::vector<std::string> patterns = {});

/// A result that holds a run; null: refused.
NeedResult resultOfRun(const RunPtr& run, std::string why = {});

/// What has been computed for a picture. A value: copies share the results, and adding to one leaves the others as they are.
class NeedResults
{
public:
    /// Null: not there.
    const NeedResult* find(const NeedId& id) const;

    /// The value; null: not there, or refused. REQUIRES: of this type.
    template <class Value>
    const Value* value(const NeedId& id) const
    {
        const NeedResult* const found = find(id);
        return found && found->type && *found->type == typeid(Value) ? static_cast<const Value*>(found->value.get()) : nullptr;
    }

    /// A run; null: not there, or refused.
    RunPtr run(const NeedId& id) const;

    void add(const NeedId& id, NeedResult result);
    bool isEmpty() const { return !m_all || m_all->empty(); }

private:
    std::shared_ptr<std::map<NeedId, NeedResult>> m_all; // written only while this is its only owner
};

/// The run of one kind of a family, among the needs that familyNeeds() states.
struct KindRun
{
    std::string value; // "post"
    RunPtr run; // null when this kind cannot be run here: `why`
    std::string why = {}; // English, context "core"
};

/// The kinds that a picture compares, and what of their runs it reads.
struct Family
{
    const char* key; // "norm.placement"
    std::vector<std::string> patterns = {}; // as in core::TraceRequest; empty: everything
};

/// A run of each kind of a family on the weights and tokens of this one; none without a model.
Needs familyNeeds(const RunPtr& of, const Family& family);

/// Those of them that are there, in the order of the kinds; empty: none was asked for.
std::vector<KindRun> kindRuns(const NeedResults& results, const RunPtr& of, const Family& family);

/// What the figure needs and its data does not hold yet.
Needs missingNeeds(const FigureInfo& info, const FigureData& data);

/// Of these results and those that the data holds what the figure needs now: what it needed before is let go.
NeedResults neededNow(const FigureInfo& info, const FigureData& data, const NeedResults& arrived);

/// Whether the picture cannot be drawn before something has come.
bool isWaiting(const FigureInfo& info, const FigureData& data);

/// How a further run is carried out; throws core::Error, core::Stopped. `share` is how many are held at the same time.
using CarryOut = std::function<RunPtr(const FurtherRun& run, std::size_t share, const core::RunControl& control)>;

/// One need. What is refused has its reason in the result. Throws core::Stopped.
NeedResult carryOutNeed(const Need& need, std::size_t share, const CarryOut& carryOut, const core::RunControl& control);

class NeedStore;

/// Computes what is missing until nothing is, or takes it from the store, which keeps it; on the calling thread: for the command
/// line, files and tests. Throws core::Stopped.
void fulfil(
    const FigureInfo& info, FigureData& data, NeedStore& store, const CarryOut& carryOut, const core::RunControl& control = {});

} // namespace widgets
