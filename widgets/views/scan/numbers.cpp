#include "widgets/views/scan/numbers.h"

#include "core/experiments/scan_reading.h"
#include "core/io/json.h"
#include "core/run/forward.h"
#include "core/run/metric.h"
#include "core/trace/tensor_slice.h"
#include "core/trace/trace_request.h"
#include "widgets/figure/intervention_text.h"
#include "widgets/figure/sides.h"
#include "widgets/plot/counting.h"
#include "widgets/plot/visible_token.h"
#include "widgets/views/shared/predictions.h"
#include "widgets/views/shared/token_question.h"

#include <QCoreApplication>

#include <algorithm>

namespace widgets {

namespace {

struct Scan
{
    Q_DECLARE_TR_FUNCTIONS(Scan)
};

constexpr core::Index kept = 12; // hits of a list, more than a page has room for
constexpr core::Index shownWords = 6;

std::string textsIn(const FigureData& data)
{
    const QString said = textsOption.in(data);
    return said.isEmpty() ? defaultTexts : said.toStdString();
}

NeedId scanId(const FigureData& data, const RunPtr& run)
{
    return {run->trace, {},
        "scan of " + scannedTensor(data) + " along " + scannedAlong(data, run) + " over " + textsIn(data)};
}

NeedId fileId(const RunPtr& run) { return {run->trace, {}, "file of a scan"}; }

NeedId wordsId(const RunPtr& run, const core::Scan& scan, int unit)
{
    return {run->trace, {},
        "scan: words of " + scan.at + " " + std::to_string(unit) + " along " + scan.along + " over " + scan.texts};
}

} // namespace

std::string scannedTensor(const FigureData& data)
{
    const std::string block = core::blockName(std::max(0, data.selection.layer), "");
    if (scannedOption.is(data, "head"))
        return block + "attn.z[" + std::to_string(std::max(0, data.selection.head)) + "]";
    return block
        + (scannedOption.is(data, "stream")         ? "resid_post"
                : scannedOption.is(data, "experts") ? "mlp.gates"
                                                    : "mlp.post");
}

bool readsLength(const FigureData& data) { return scannedOption.is(data, "head") && readOption.is(data, "vector"); }

bool readsDirection(const FigureData& data) { return scannedOption.is(data, "stream") && readOption.is(data, "vector"); }

std::string scannedAlong(const FigureData& data, const RunPtr& run)
{
    if (readsLength(data))
        return core::scanNorm;
    if (!readsDirection(data))
        return {};
    if (const QString said = alongOption.in(data); !said.isEmpty())
        return said.toStdString();
    const std::vector<core::TokenProbability> next
        = run->setup ? nextTokens(*run->trace, int(run->trace->ids.size()) - 1, 1) : std::vector<core::TokenProbability>();
    return next.empty() ? std::string() : core::writeJson({{"towards", saidToken(*run->setup, next.front().id)}});
}

QString alongText(const std::string& along)
{
    try {
        return directionText(core::scannedDirection("resid_post", along));
    } catch (const core::Error&) {
        return QString::fromStdString(along);
    }
}

bool hasTensor(const core::Setup& setup, std::string_view ending)
{
    const std::vector<core::PlannedTensor> planned = core::plan(setup.config, 1).tensors;
    return std::ranges::any_of(planned, [&](const core::PlannedTensor& one) { return one.name.ends_with(ending); });
}

bool hasScanned(const core::Setup& setup, const FigureData& data)
{
    const std::string at = scannedTensor(data);
    return hasTensor(setup, at.substr(0, at.find('[')));
}

core::SetupPtr setupOfScan(const FigureData& data, const RunPtr& run)
{
    const core::OpenedScan* const file = data.results.value<core::OpenedScan>(fileId(run));
    return file ? file->setup : run->setup;
}

const core::Scan* scanOf(const FigureData& data, const RunPtr& run)
{
    if (!core::isOfScan(*run->trace))
        return data.results.value<core::Scan>(scanId(data, run));
    const core::OpenedScan* const file = data.results.value<core::OpenedScan>(fileId(run));
    return file ? &file->scan : nullptr;
}

Needs scanNeeds(const FigureData& data)
{
    Needs needs;
    for (const RunPtr& run : drawnRuns(data)) {
        if (core::isOfScan(*run->trace))
            needs.push_back(
                derivedNeed(fileId(run), [file = run->trace->model](const core::RunControl&) { return core::openScan(file); }));
        else if (run->setup && !run->setup->config.hasEncoder() && hasScanned(*run->setup, data)
            && (!readsDirection(data) || !scannedAlong(data, run).empty()))
            needs.push_back(derivedNeed(scanId(data, run),
                [run, request = core::ScanRequest{scannedTensor(data), kept, textsIn(data), scannedAlong(data, run)}](
                    const core::RunControl& control) { return core::scanTexts(*run->setup, request, control); }));
        const core::Scan* const scan = scanOf(data, run);
        const core::SetupPtr setup = setupOfScan(data, run);
        if (!scan || !setup)
            continue;
        const int unit = shownUnit(*scan, data);
        if (!scan->along.empty()) {
            if (setup->config.outputHead == core::OutputHead::Linear && !scan->written.empty())
                needs.push_back(derivedNeed(wordsId(run, *scan, unit),
                    [setup, vector = scan->writtenBy(std::size_t(unit))](const core::RunControl& control) {
                        return core::wordsOfVector(*setup, vector, shownWords, control);
                    }));
        } else if (core::writesWords(*setup, scan->at))
            needs.push_back(derivedNeed(wordsId(run, *scan, unit), [setup, at = scan->at, unit](const core::RunControl& control) {
                return core::writtenWords(*setup, at, unit, shownWords, control);
            }));
    }
    return needs;
}

int shownUnit(const core::Scan& scan, const FigureData& data)
{
    const int units = int(scan.channels.size());
    if (const int said = unitOption.in(data, -1); said >= 0)
        return std::min(said, units - 1);
    return int(core::peakChannel(scan));
}

const core::WrittenWords* wordsOfUnit(const FigureData& data, const RunPtr& run)
{
    const core::Scan* const scan = scanOf(data, run);
    return scan ? data.results.value<core::WrittenWords>(wordsId(run, *scan, shownUnit(*scan, data))) : nullptr;
}

QString scannedToken(const core::Setup* setup, core::TokenId id)
{
    return setup && setup->model && setup->model->tokenizer && id < setup->config.vocabulary
        ? visibleToken(QString::fromStdString(setup->model->tokenizer->tokenText(id)))
        : QStringLiteral("#%1").arg(id);
}

UnitPlace placeOfUnit(const core::Scan& scan, int unit)
{
    const auto pattern = core::parseNamePattern(scan.at);
    const bool hasHeads = !scan.axes.empty() && scan.axes.front() == core::axis::head;
    const int width = scan.along.empty() && !scan.shape.empty() ? int(scan.shape.back()) : 1;
    UnitPlace place{-1, scan.along.empty() ? unit % width : -1};
    if (hasHeads)
        place.head = pattern && !pattern->heads.empty() ? int(pattern->heads[std::size_t(unit / width)]) : unit / width;
    return place;
}

/// Of one number for each vector.
static QString vectorName(const core::Scan& scan, int unit)
{
    const auto pattern = core::parseNamePattern(scan.at);
    const core::NameParts parts = core::partsOfName(pattern ? pattern->name : scan.at);
    const bool isPlain = parts.layer >= 0 && !parts.isOfEncoder;
    const QString vector = isPlain && parts.rest == "attn.z"
        ? Scan::tr("what %1 adds to the stream").arg(headLabel(parts.layer, placeOfUnit(scan, unit).head))
        : isPlain && parts.rest == "resid_post" ? Scan::tr("the stream after %1").arg(layerLabel(parts.layer))
                                                : QString::fromStdString(scan.at);
    return scan.along == core::scanNorm ? Scan::tr("the length of %1").arg(vector)
                                        : Scan::tr("the projection of %1 on %2").arg(vector, alongText(scan.along));
}

QString unitName(const core::Scan& scan, int unit)
{
    if (!scan.along.empty())
        return vectorName(scan, unit);
    const auto pattern = core::parseNamePattern(scan.at);
    const core::NameParts parts = core::partsOfName(pattern ? pattern->name : scan.at);
    const QString layer = layerLabel(parts.layer);
    if (parts.layer >= 0 && parts.rest == "mlp.post" && !parts.isOfEncoder)
        return Scan::tr("neuron %1 of %2").arg(counted(unit)).arg(layer);
    if (parts.layer >= 0 && parts.rest == "mlp.gates" && !parts.isOfEncoder)
        return Scan::tr("the gate of expert %1 of %2").arg(counted(unit)).arg(layer);
    const auto [head, dim] = placeOfUnit(scan, unit);
    if (parts.layer >= 0 && parts.rest == "attn.z" && !parts.isOfEncoder && head >= 0)
        return Scan::tr("number %1 of what %2 puts out").arg(counted(dim)).arg(headLabel(parts.layer, head));
    if (parts.layer >= 0 && parts.rest == "resid_post" && !parts.isOfEncoder)
        return Scan::tr("dimension %1 of the stream after %2").arg(counted(unit)).arg(layer);
    return Scan::tr("number %1 of %2").arg(counted(unit)).arg(QString::fromStdString(scan.at));
}

} // namespace widgets
