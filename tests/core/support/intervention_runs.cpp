#include "tests/core/support/intervention_runs.h"

#include "core/files/traces/trace_file.h"
#include "tests/core/support/small_models.h"

#include <utility>

using namespace core;

namespace support {

TraceRequest everything()
{
    TraceRequest request;
    request.patterns = {"*"};
    return request;
}

TraceRequest intervening(const std::string& json, const std::string& file)
{
    TraceRequest request = everything();
    request.interventions = interventionsFromJson(parseJson(json, file), file);
    request.openRun = openRecordedRun;
    return request;
}

TraceRequest intervening(const std::string& at, InterventionOp op, float value, std::vector<AxisRange> slice)
{
    TraceRequest request = everything();
    request.interventions = {{.at = at, .slice = std::move(slice), .op = op, .value = {{}, {value}}}};
    return request;
}

bool same(const Tensor& a, const Tensor& b) { return a.shape() == b.shape() && relativeDifference(a.values(), b.values()) == 0; }

std::string firstDifference(const Trace& a, const Trace& b)
{
    if (a.entries().size() != b.entries().size())
        return "the number of tensors";
    for (std::size_t i = 0; i < a.entries().size(); ++i)
        if (a.entries()[i].name() != b.entries()[i].name() || !same(a.entries()[i].tensor, b.entries()[i].tensor))
            return a.entries()[i].name();
    return "";
}

std::string endOf(const Trace& trace) { return trace.find("logits") ? "logits" : "ln_final.out"; }

double endsDiffer(const Trace& a, const Trace& b) { return relativeDifference(a.at(endOf(a)).values(), b.at(endOf(b)).values()); }

} // namespace support
