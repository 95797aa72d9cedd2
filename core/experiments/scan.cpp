#include "core/experiments/scan.h"

#include "core/experiments/changed_runs.h"
#include "core/experiments/scan_reading.h"
#include "core/run/forward.h"
#include "core/run/kept_beginning.h"
#include "core/run/weights_choice.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <limits>

namespace core {

namespace fs = std::filesystem;

namespace {

constexpr Index kPieceTokens = 512; // longer texts are cut, and so many tokens share a pass

/// A text, or a part of a long one.
struct Piece
{
    std::vector<TokenId> ids;
    std::uint64_t line = 0;
    Index first = 0; // position of its first token in the text
};

/// A fixed order of all tokens of all texts, another one for each channel (splitmix64).
std::uint64_t drawOf(std::uint64_t line, Index position, std::size_t channel)
{
    std::uint64_t x = line * 0x9e3779b97f4a7c15ULL + std::uint64_t(position) * 0xbf58476d1ce4e5b9ULL + channel;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ULL;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebULL;
    return x ^ (x >> 31);
}

const PlannedTensor& plannedAt(const std::vector<PlannedTensor>& planned, const std::string& at)
{
    const NamePattern pattern = parseNamePattern(at).value_or(NamePattern{at, {}});
    for (const PlannedTensor& tensor : planned)
        if (tensor.name == pattern.name) {
            if (tensor.axes.front() != axis::token || tensor.axes.size() < 2)
                throw Error({ErrorKind::Usage, "", "--at", CUTAWAY_TR("the tensor has no numbers for each token"), "token, …",
                    tensor.axes.front()});
            return tensor;
        }
    try {
        TraceMatcher({.patterns = {at}}).checkAllMatch(planned); // says what is near
    } catch (const Error& error) {
        Error::Parts parts = error.parts();
        parts.where = "--at " + at;
        throw Error(std::move(parts));
    }
    throw Error({ErrorKind::Usage, "", "--at", CUTAWAY_TR("one tensor at a time"), "", at});
}

/// One list of a channel: those with the largest rank, of equal ones the first.
template <class RankOf>
void keepBest(std::vector<ScanHit>& hits, Index keep, const RankOf& rankOf, const std::function<ScanHit()>& make, double rank)
{
    if (Index(hits.size()) == keep && !(rank > rankOf(hits.back())))
        return;
    const auto at = std::find_if(hits.begin(), hits.end(), [&](const ScanHit& hit) { return rank > rankOf(hit); });
    hits.insert(at, make());
    if (Index(hits.size()) > keep)
        hits.pop_back();
}

class Scanner
{
public:
    Scanner(const Setup& setup, const ScanRequest& request, const RunControl& control)
        : m_setup(cutBehind(setup, request.at))
        , m_request(request)
        , m_control{control.stop, {}, {}}
    {
        const PlannedTensor tensor = plannedAt(plan(m_setup.config, 4, {.patterns = {"*"}}).tensors, request.at);
        if (setup.config.hasEncoder() && !partsOfName(tensor.name).isOfEncoder)
            throw Error({ErrorKind::BadInput, "", request.at,
                CUTAWAY_TR("of a model with two stacks only the encoder reads the text: name a tensor of it"), "encoder.…", ""});
        m_name = tensor.name;
        m_reading.emplace(setup, tensor, request.at, request.along, m_control);
        m_scan.at = request.at;
        m_scan.along = request.along;
        m_scan.written = m_reading->written();
        m_scan.model = setup.model ? setup.model->name : "";
        m_scan.choices = writeJson(describeSetup(setup).toJson());
        m_scan.texts = TextReader(request.texts).path();
        m_scan.keep = request.keep;
        m_scan.axes = m_reading->axes();
        m_scan.shape = m_reading->shape();
        m_scan.channels.resize(std::size_t(elements(m_scan.shape)));
        for (ScanChannel& channel : m_scan.channels)
            channel.bins.resize(std::size_t(scanBins));
        const std::optional<Index> longest = longestText(setup.config);
        m_pieceTokens = longest ? std::min(kPieceTokens, *longest) : kPieceTokens;
        m_packs = !setup.config.hasEncoder() && !mixesTokens(setup.config);
    }

    Scan& state() { return m_scan; }

    /// Adds the tokens of a text; counts them when a pass is full.
    void add(const SetText& text)
    {
        const std::vector<TokenId> ids = idsOf(text, m_scan.texts, *m_setup.model);
        for (std::size_t first = 0; first < ids.size(); first += std::size_t(m_pieceTokens)) {
            const std::size_t end = std::min(ids.size(), first + std::size_t(m_pieceTokens));
            m_pieces.push_back({{ids.begin() + Index(first), ids.begin() + Index(end)}, text.line, Index(first)});
            m_waiting += Index(end - first);
        }
    }

    bool isFull() const { return m_waiting >= kPieceTokens; }

    /// Runs what waits and counts it.
    void flush()
    {
        std::size_t next = 0;
        while (next < m_pieces.size()) {
            std::size_t end = next;
            Index tokens = 0;
            while (
                end < m_pieces.size() && (end == next || (m_packs && tokens + Index(m_pieces[end].ids.size()) <= kPieceTokens)))
                tokens += Index(m_pieces[end++].ids.size());
            run({m_pieces.data() + next, end - next});
            next = end;
            m_isWhole = next == m_pieces.size();
        }
        m_pieces.clear();
        m_waiting = 0;
    }

    /// Whether all texts that were added before the last flush are counted, and nothing else.
    bool isWhole() const { return m_isWhole; }

private:
    void run(std::span<const Piece> pieces)
    {
        ForwardInput input;
        for (const Piece& piece : pieces) {
            input.sequenceStarts.push_back(Index(input.ids.size()));
            input.ids.insert(input.ids.end(), piece.ids.begin(), piece.ids.end());
        }
        if (pieces.size() == 1)
            input.sequenceStarts.clear();
        TraceRequest request{.patterns = {m_request.at}};
        const auto trace = forward(m_setup, input, request, m_control);
        const Tensor numbers = m_reading->read(trace->at(m_name), m_scan.written);
        if (m_scan.low.empty())
            chooseRanges(numbers);
        Index first = 0;
        for (const Piece& piece : pieces) {
            count(piece, numbers.part(first, Index(piece.ids.size())));
            first += Index(piece.ids.size());
        }
    }

    /// Of the histograms: that of the first pass, and a quarter more on both sides.
    void chooseRanges(const Tensor& numbers)
    {
        const std::size_t channels = m_scan.channels.size();
        m_scan.low.assign(channels, std::numeric_limits<float>::infinity());
        m_scan.high.assign(channels, -std::numeric_limits<float>::infinity());
        for (Index t = 0; t < numbers.dim(0); ++t)
            for (std::size_t c = 0; c < channels; ++c) {
                const float value = numbers.data()[t * Index(channels) + Index(c)];
                m_scan.low[c] = std::min(m_scan.low[c], value);
                m_scan.high[c] = std::max(m_scan.high[c], value);
            }
        for (std::size_t c = 0; c < channels; ++c) {
            const float more = std::max(0.25f * (m_scan.high[c] - m_scan.low[c]), 1e-6f);
            m_scan.low[c] -= more;
            m_scan.high[c] += more;
        }
    }

    void count(const Piece& piece, const Tensor& numbers)
    {
        const Index channels = Index(m_scan.channels.size()), tokens = numbers.dim(0);
        for (Index c = 0; c < channels; ++c)
            for (Index t = 0; t < tokens; ++t)
                countOne(piece, numbers.data(), c, t);
        m_scan.tokens += std::uint64_t(tokens);
    }

    void countOne(const Piece& piece, const float* numbers, Index c, Index t)
    {
        const Index channels = Index(m_scan.channels.size());
        ScanChannel& channel = m_scan.channels[std::size_t(c)];
        const float value = numbers[t * channels + c];
        const bool isFirst = m_scan.tokens == 0 && t == 0;
        channel.least = isFirst ? value : std::min(channel.least, value);
        channel.most = isFirst ? value : std::max(channel.most, value);
        channel.sum += double(value);
        channel.squares += double(value) * double(value);
        const float low = m_scan.low[std::size_t(c)], high = m_scan.high[std::size_t(c)];
        const float bin = (value - low) / (high - low) * float(scanBins);
        ++channel.bins[std::size_t(std::clamp(bin, 0.f, float(scanBins - 1)))];
        const std::uint64_t draw = drawOf(piece.line, piece.first + t, std::size_t(c));
        const auto make = [&] {
            ScanHit hit{.value = value, .line = piece.line, .position = piece.first + t, .ids = {}, .values = {}, .draw = draw};
            for (Index at = t - scanBefore; at <= t + scanAfter; ++at) {
                const bool isInside = at >= 0 && at < Index(piece.ids.size());
                hit.ids.push_back(isInside ? piece.ids[std::size_t(at)] : -1);
                hit.values.push_back(isInside ? numbers[at * channels + c] : std::numeric_limits<float>::quiet_NaN());
            }
            return hit;
        };
        keepBest(
            channel.top, m_scan.keep, [](const ScanHit& hit) { return double(hit.value); }, make, double(value));
        keepBest(
            channel.bottom, m_scan.keep, [](const ScanHit& hit) { return -double(hit.value); }, make, -double(value));
        keepBest(
            channel.sample, m_scan.keep, [](const ScanHit& hit) { return double(hit.draw >> 11); }, make, double(draw >> 11));
    }

    Setup m_setup;
    ScanRequest m_request;
    RunControl m_control;
    std::string m_name;
    std::optional<ScanReading> m_reading;
    Index m_pieceTokens = kPieceTokens;
    bool m_packs = true;
    std::vector<Piece> m_pieces;
    Index m_waiting = 0;
    bool m_isWhole = true;
    Scan m_scan;
};

/// Goes on from the part of an earlier call, where it is of the same request. Throws Error{BadInput} for a damaged one.
void resume(Scan& scan, const std::string& part)
{
    std::error_code failure;
    if (!fs::exists(part, failure) || fs::file_size(part, failure) == 0) // nothing was scanned
        return;
    Scan before;
    try {
        before = readScan(part);
    } catch (const Error& error) {
        throw Error({ErrorKind::BadInput, part, error.parts().where,
            CUTAWAY_TR("this begun scan is damaged: delete it, and the scan begins anew"), "", ""});
    }
    for (ScanChannel& channel : before.channels)
        for (ScanHit& hit : channel.sample)
            hit.draw = drawOf(hit.line, hit.position, std::size_t(&channel - before.channels.data()));
    const bool isSameReading = before.at == scan.at && before.along == scan.along
        && (scan.along.empty() || scan.along == scanNorm || before.written == scan.written);
    const bool isSame = isSameReading && before.model == scan.model && before.choices == scan.choices
        && before.texts == scan.texts && before.keep == scan.keep && before.shape == scan.shape;
    if (isSame)
        scan = std::move(before);
}

} // namespace

std::vector<float> Scan::writtenBy(std::size_t channel) const
{
    const std::size_t width = written.size() / std::max<std::size_t>(1, channels.size());
    const double count = along == scanNorm ? std::max(1.0, double(tokens)) : 1.0;
    std::vector<float> vector;
    for (std::size_t i = channel * width; i < (channel + 1) * width; ++i)
        vector.push_back(float(written[i] / count));
    return vector;
}

std::size_t Scan::bytes() const
{
    constexpr std::size_t ofHit = sizeof(ScanHit) + std::size_t(scanWindow) * (sizeof(TokenId) + sizeof(float));
    return channels.size()
        * (sizeof(ScanChannel) + std::size_t(scanBins) * sizeof(std::uint64_t) + 3 * std::size_t(keep) * ofHit)
        + written.size() * sizeof(double);
}

Scan scanTexts(const Setup& setup, const ScanRequest& request, const RunControl& control)
{
    Scanner scanner(setup, request, control);
    Scan& state = scanner.state();
    TextReader reader(request.texts);
    while (const std::optional<SetText> text = reader.next()) {
        control.check();
        scanner.add(*text);
        ++state.textCount;
        if (scanner.isFull()) {
            scanner.flush();
            control.progress(reader.size() > 0 ? double(reader.offset()) / double(reader.size()) : 1.0, "texts");
        }
    }
    scanner.flush();
    state.offset = reader.offset();
    state.lines = reader.line();
    if (state.tokens == 0)
        throw Error({ErrorKind::BadInput, reader.path(), "", CUTAWAY_TR("the file has no text"), "", ""});
    return state;
}

Scan scan(
    const Setup& setup, const ScanRequest& request, const std::string& file, const RunControl& control, std::uint64_t saveEvery)
{
    Scanner scanner(setup, request, control);
    const std::string part = file + ".part";
    Scan& state = scanner.state();
    resume(state, part);
    TextReader reader(request.texts);
    if (state.offset > 0)
        reader.seek(state.offset, std::size_t(state.lines));
    std::uint64_t saved = state.textCount, read = state.textCount;
    bool hasMore = true;
    while (hasMore) {
        const std::optional<SetText> text = reader.next();
        hasMore = text.has_value();
        if (text) {
            scanner.add(*text);
            ++read;
        }
        if (hasMore && !scanner.isFull())
            continue;
        try {
            scanner.flush();
        } catch (const Stopped&) {
            if (state.textCount > saved && scanner.isWhole())
                writeScan(state, part);
            throw;
        }
        state.textCount = read;
        state.offset = reader.offset();
        state.lines = reader.line();
        if (read - saved >= saveEvery) {
            writeScan(state, part);
            saved = read;
        }
        control.progress(
            reader.size() > 0 ? double(std::min(reader.offset(), reader.size())) / double(reader.size()) : 1.0, "texts");
    }
    if (state.tokens == 0)
        throw Error({ErrorKind::BadInput, reader.path(), "", CUTAWAY_TR("the file has no text"), "", ""});
    writeScan(state, file);
    std::error_code ignored;
    fs::remove(part, ignored);
    return state;
}

} // namespace core
