#include "core/experiments/sweep.h"

#include "core/experiments/measured_map.h"
#include "core/experiments/steering.h"
#include "core/files/traces/trace_file.h"
#include "core/io/shown_text.h"
#include "core/run/metric.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace core {

namespace {

constexpr std::size_t maxRows = 10'000;
constexpr MetricKind metricKinds[] = {MetricKind::Loss, MetricKind::Kl, MetricKind::Logit, MetricKind::LogProb,
    MetricKind::LogitDifference, MetricKind::Entropy, MetricKind::Rank};

/// The mean of the finite numbers of a tensor, of the heads that were asked for.
double meanOf(const Trace& trace, const std::string& pattern)
{
    double sum = 0;
    std::size_t count = 0;
    const std::string name = parseNamePattern(pattern).value_or(NamePattern{pattern, {}}).name;
    for (const TraceEntry& entry : trace.entries())
        if (matchesPattern(name, entry.name()))
            for (const float number : entry.tensor.values())
                if (std::isfinite(number)) {
                    sum += double(number);
                    ++count;
                }
    return count > 0 ? sum / double(count) : std::numeric_limits<double>::quiet_NaN();
}

struct SweepRun
{
    SweepRow row;
    SetupPtr setup;
};

/// The runs of these values, [first, end), value by value. Throws Error{Usage} for a choice that cannot be.
std::vector<SweepRun> runsOf(
    const ModelPtr& model, const Choices& said, const SweepRequest& request, std::size_t first, std::size_t end)
{
    const auto layers = int(configure(model, said)->config.layers());
    std::vector<SweepRun> runs;
    for (std::size_t value = first; value < end; ++value)
        for (int seed = 0; seed < std::max(1, request.seeds); ++seed) {
            SweepRow row;
            row.value = request.values[value];
            Choices choices = said;
            if (request.seeds > 0) {
                row.seed = seed;
                choices.setText("seed=" + std::to_string(seed), layers);
            }
            choices.setText(request.key + "=" + row.value, layers);
            runs.push_back({std::move(row), configure(model, choices)});
        }
    return runs;
}

/// What is measured of a setup.
class Measured
{
public:
    Measured(const SweepRequest& request, const Setup& setup, std::shared_ptr<const Trace> untouched, const RunControl& control)
        : m_text(request.measured)
        , m_input(request.input)
        , m_inForce(request.inForce)
        , m_control{control.stop, {}, {}}
        , m_metric(isMetric(m_text) ? std::optional(parseMetric(m_text, setup)) : std::nullopt)
        , m_untouched(std::move(untouched))
    {
    }

    double operator()(const Setup& setup) const
    {
        if (!m_metric)
            return meanOf(*run(setup, m_text), m_text);
        const auto trace = run(setup, "logits");
        const bool isPair = setup.config.hasEncoder();
        const std::vector<TokenId> targets = targetsOf(*m_metric, setup.config, isPair ? trace->decoderIds : trace->ids);
        return valueOf(*m_metric, {trace->at("logits"), targets, m_untouched ? &m_untouched->at("logits") : nullptr});
    }

private:
    std::shared_ptr<const Trace> run(const Setup& setup, const std::string& pattern) const
    {
        TraceRequest request{.patterns = {pattern}};
        request.interventions = withNumbers(setup, m_inForce, true, m_control);
        request.skipsUnfit = true;
        request.openRun = openRecordedRun;
        try {
            return forward(setup, m_input, request, m_control);
        } catch (const Error& error) {
            Error::Parts parts = error.parts();
            if (!parts.where.starts_with("--record "))
                throw;
            parts.where = "--metric " + m_text; // the person did not say --record
            std::string metrics;
            for (const MetricKind kind : metricKinds)
                metrics += std::string(wordOf(kind)) + ", ";
            parts.expected = metrics + parts.expected;
            throw Error(parts);
        }
    }

    std::string m_text;
    ForwardInput m_input;
    std::vector<Intervention> m_inForce;
    RunControl m_control;
    std::optional<Metric> m_metric; // none: a tensor
    std::shared_ptr<const Trace> m_untouched;
};

void checkCount(const SweepRequest& request)
{
    const std::size_t rows = request.values.size() * std::size_t(std::max(1, request.seeds));
    if (rows > maxRows)
        throw Error({ErrorKind::Usage, "", "--over", CUTAWAY_TR("too many values"), "at most " + std::to_string(maxRows),
            std::to_string(rows)});
}

std::vector<SweepRow> measuredRows(const Measured& measured, std::vector<SweepRun> runs, const RunControl& control,
    const std::function<void(const SweepRow&)>& onRow)
{
    std::vector<SweepRow> rows;
    for (auto& [row, setup] : runs) {
        control.check();
        row.result = measured(*setup);
        setup.reset(); // weights of many seeds would add up
        rows.push_back(row);
        if (onRow)
            onRow(row);
        control.progress(double(rows.size()) / double(runs.size()), "runs");
    }
    return rows;
}

Json numberJson(double value) { return std::isfinite(value) ? Json(value) : Json(); }

/// A value of the key as JSON where it is a number or a bool, else as text.
Json valueJson(const std::string& value)
{
    try {
        const Json json = parseJson(value, "");
        return json.is_number() || json.is_boolean() ? json : Json(value);
    } catch (const Error&) {
        return value;
    }
}

} // namespace

bool isMetric(const std::string& text)
{
    const std::string word = text.substr(0, text.find_first_of(":@"));
    for (const MetricKind kind : metricKinds)
        if (word == wordOf(kind))
            return true;
    return false;
}

SweepRequest sweepOver(const std::string& words)
{
    const std::size_t equals = words.find('=');
    SweepRequest request;
    request.key = words.substr(0, std::min(equals, words.size()));
    for (std::size_t at = equals; at < words.size();) {
        const std::size_t end = std::min(words.find(',', at + 1), words.size());
        if (end > at + 1)
            request.values.push_back(words.substr(at + 1, end - at - 1));
        at = end;
    }
    if (request.key.empty() || request.values.empty())
        throw Error(
            {ErrorKind::Usage, "", "--over", CUTAWAY_TR("not a key with values"), "KEY=VALUE,VALUE", shownText(words, 60)});
    return request;
}

std::vector<SweepRow> sweep(const ModelPtr& model, const Choices& said, const SweepRequest& request, const RunControl& control,
    const std::function<void(const SweepRow&)>& onRow)
{
    checkCount(request);
    std::vector<SweepRun> runs = runsOf(model, said, request, 0, request.values.size());
    const SetupPtr setup = configure(model, said);
    return measuredRows({request, *setup, sweepUntouched(*setup, request, control), control}, std::move(runs), control, onRow);
}

void checkSweep(const Setup& setup, const SweepRequest& request)
{
    checkCount(request);
    runsOf(setup.model, setup.said, request, 0, request.values.size());
}

std::shared_ptr<const Trace> sweepUntouched(const Setup& setup, const SweepRequest& request, const RunControl& control)
{
    if (!isMetric(request.measured) || parseMetric(request.measured, setup).kind != MetricKind::Kl)
        return nullptr;
    return forward(setup, request.input, {.patterns = {"logits"}}, {control.stop, {}, {}});
}

std::vector<SweepRow> sweepValue(const Setup& setup, const SweepRequest& request, std::size_t value,
    const std::shared_ptr<const Trace>& untouched, const RunControl& control)
{
    return measuredRows(
        {request, setup, untouched, control}, runsOf(setup.model, setup.said, request, value, value + 1), control, {});
}

std::vector<SweepBand> bandsOf(const std::vector<SweepRow>& rows)
{
    std::vector<SweepBand> bands;
    for (std::size_t first = 0, end = 0; first < rows.size(); first = end) {
        SweepBand band{rows[first].value, 0, std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity()};
        double count = 0;
        for (end = first; end < rows.size() && rows[end].value == band.value; ++end)
            if (std::isfinite(rows[end].result)) {
                band.mean += rows[end].result;
                band.least = std::min(band.least, rows[end].result);
                band.most = std::max(band.most, rows[end].result);
                ++count;
            }
        band.mean = count > 0 ? band.mean / count : std::numeric_limits<double>::quiet_NaN();
        bands.push_back(band);
    }
    return bands;
}

Json toJson(const SweepRequest& request, const std::vector<SweepRow>& rows)
{
    Json json = {{"metric", request.measured}, {"over", request.key}, {"rows", Json::array()}};
    for (const SweepRow& row : rows) {
        Json one = {{request.key, valueJson(row.value)}, {"value", numberJson(row.result)}};
        if (row.seed)
            one["seed"] = *row.seed;
        json["rows"].push_back(std::move(one));
    }
    if (request.seeds > 0)
        for (const SweepBand& band : bandsOf(rows))
            json["bands"].push_back({{request.key, valueJson(band.value)}, {"mean", numberJson(band.mean)},
                {"min", numberJson(band.least)}, {"max", numberJson(band.most)}});
    return json;
}

std::string toCsv(const SweepRequest& request, const std::vector<SweepRow>& rows)
{
    std::string text = request.key + (request.seeds > 0 ? ",seed,value\n" : ",value\n");
    for (const SweepRow& row : rows)
        text += row.value + "," + (row.seed ? std::to_string(*row.seed) + "," : "") + numberText(row.result) + "\n";
    return text;
}

} // namespace core
