// The file of a scan: safetensors with float32 tensors, whole numbers and doubles in parts that float32 holds.

#include "core/experiments/scan.h"

#include "core/files/formats/safetensors.h"

#include <cmath>

namespace core {

namespace {


using Hits = std::vector<ScanHit> ScanChannel::*;
constexpr std::pair<const char*, Hits> lists[]
    = {{"top", &ScanChannel::top}, {"bottom", &ScanChannel::bottom}, {"sample", &ScanChannel::sample}};

void pushWhole(std::vector<float>& numbers, std::uint64_t value)
{
    numbers.push_back(float(value >> 20));
    numbers.push_back(float(value & ((1u << 20) - 1)));
}

std::uint64_t wholeFrom(const float* numbers) { return (std::uint64_t(numbers[0]) << 20) + std::uint64_t(numbers[1]); }

/// A double as three floats whose sum it is.
void pushDouble(std::vector<float>& numbers, double value)
{
    for (int i = 0; i < 3; ++i) {
        const float part = float(value);
        numbers.push_back(part);
        value -= double(part);
    }
}

double doubleFrom(const float* numbers) { return double(numbers[0]) + double(numbers[1]) + double(numbers[2]); }

/// Tensors to write, which keep their numbers.
class Writer
{
public:
    std::vector<float>& add(const std::string& name, Shape shape)
    {
        auto numbers = std::make_shared<std::vector<float>>();
        Index width = 1;
        for (std::size_t axis = 1; axis < shape.size(); ++axis)
            width *= shape[axis];
        m_tensors.push_back({name, std::move(shape), [numbers, width](Index row, Index rows, float* out) {
                                 std::copy_n(numbers->data() + row * width, rows * width, out);
                             }});
        return *numbers;
    }
    const std::vector<TensorToWrite>& tensors() const { return m_tensors; }

private:
    std::vector<TensorToWrite> m_tensors;
};

/// The tensors of a scan, with their shapes checked.
class Reader
{
public:
    explicit Reader(const std::string& file)
        : m_file(file)
        , m_stored(Safetensors::open(file))
        , m_byName(m_stored.byName())
    {
        if (text("cutaway.scan") != "1")
            refuse("cutaway.scan", CUTAWAY_TR("the file is no scan"));
    }

    std::string text(const std::string& key) const
    {
        const auto found = m_stored.metadata.find(key);
        return found == m_stored.metadata.end() ? "" : found->second;
    }

    Json json(const std::string& key) const { return parseJson(text(key), m_file); }

    std::uint64_t whole(const std::string& key) const
    {
        const Json value = json(key);
        if (!value.is_number_unsigned())
            refuse(key, CUTAWAY_TR("wrong type"));
        return value.get<std::uint64_t>();
    }

    /// The length of the second axis; 0: there is no such tensor of this many rows.
    Index widthOf(const std::string& name, Index rows) const
    {
        const auto found = m_byName.find(name);
        return found != m_byName.end() && found->second.shape.size() > 1 && found->second.shape.front() == rows
            ? found->second.shape[1]
            : 0;
    }

    std::vector<float> numbers(const std::string& name, const Shape& shape) const
    {
        const auto found = m_byName.find(name);
        if (found == m_byName.end() || found->second.shape != shape || !found->second.format)
            refuse("tensor \"" + name + "\"", CUTAWAY_TR("missing, or of another shape"));
        std::vector<float> values(std::size_t(elements(shape)));
        found->second.read(0, elements(shape), values.data());
        return values;
    }

    [[noreturn]] void refuse(const std::string& where, const char* problem) const
    {
        throw Error({ErrorKind::BadInput, m_file, where, problem, "", ""});
    }

private:
    std::string m_file;
    Safetensors m_stored;
    StoredTensors m_byName;
};

void readHits(const Reader& reader, Scan& scan, const std::string& name, Hits hits)
{
    const Index channels = Index(scan.channels.size()), keep = scan.keep;
    const std::vector<float> values = reader.numbers(name + ".value", {channels, keep}),
                             places = reader.numbers(name + ".place", {channels, keep, 3}),
                             ids = reader.numbers(name + ".ids", {channels, keep, scanWindow}),
                             windows = reader.numbers(name + ".values", {channels, keep, scanWindow});
    for (Index c = 0; c < channels; ++c)
        for (Index k = 0; k < keep; ++k) {
            const Index at = c * keep + k;
            if (std::isnan(values[std::size_t(at)]))
                break; // fewer tokens than that
            ScanHit hit{.value = values[std::size_t(at)],
                .line = wholeFrom(&places[std::size_t(3 * at)]),
                .position = Index(places[std::size_t(3 * at + 2)]),
                .ids = {},
                .values = {}};
            for (Index w = 0; w < scanWindow; ++w) {
                hit.ids.push_back(TokenId(ids[std::size_t(at * scanWindow + w)]));
                hit.values.push_back(windows[std::size_t(at * scanWindow + w)]);
            }
            (scan.channels[std::size_t(c)].*hits).push_back(std::move(hit));
        }
}

void writeHits(Writer& writer, const Scan& scan, const std::string& name, Hits hits)
{
    const Index channels = Index(scan.channels.size()), keep = scan.keep;
    const float none = std::numeric_limits<float>::quiet_NaN();
    std::vector<float>&values = writer.add(name + ".value", {channels, keep}),
    &places = writer.add(name + ".place", {channels, keep, 3}), &ids = writer.add(name + ".ids", {channels, keep, scanWindow}),
    &windows = writer.add(name + ".values", {channels, keep, scanWindow});
    for (const ScanChannel& channel : scan.channels)
        for (Index k = 0; k < keep; ++k) {
            const std::vector<ScanHit>& all = channel.*hits;
            const ScanHit* hit = k < Index(all.size()) ? &all[std::size_t(k)] : nullptr;
            values.push_back(hit ? hit->value : none);
            pushWhole(places, hit ? hit->line : 0);
            places.push_back(hit ? float(hit->position) : 0.f);
            for (Index w = 0; w < scanWindow; ++w) {
                ids.push_back(hit ? float(hit->ids[std::size_t(w)]) : -1.f);
                windows.push_back(hit ? hit->values[std::size_t(w)] : none);
            }
        }
}

} // namespace

void writeScan(const Scan& scan, const std::string& file)
{
    const Index channels = Index(scan.channels.size());
    Writer writer;
    for (const auto& [name, hits] : lists)
        writeHits(writer, scan, name, hits);
    std::vector<float>&bins = writer.add("histogram.count", {channels, scanBins, 2}),
    &range = writer.add("histogram.range", {channels, 2}), &sums = writer.add("sum", {channels, 2, 3}),
    &ends = writer.add("least_most", {channels, 2});
    for (std::size_t c = 0; c < scan.channels.size(); ++c) {
        const ScanChannel& channel = scan.channels[c];
        for (const std::uint64_t count : channel.bins)
            pushWhole(bins, count);
        range.push_back(scan.low[c]);
        range.push_back(scan.high[c]);
        pushDouble(sums, channel.sum);
        pushDouble(sums, channel.squares);
        ends.push_back(channel.least);
        ends.push_back(channel.most);
    }
    std::map<std::string, std::string> along;
    if (!scan.along.empty())
        along["along"] = scan.along;
    if (!scan.written.empty()) {
        std::vector<float>& written = writer.add("written", {channels, Index(scan.written.size()) / channels, 3});
        for (const double number : scan.written)
            pushDouble(written, number);
    }
    writeSafetensors(file, writer.tensors(),
        {{"cutaway.scan", "1"}, {"at", scan.at}, {"model", scan.model}, {"choices", scan.choices}, {"texts", scan.texts},
            {"axes", writeJson(scan.axes)}, {"shape", writeJson(scan.shape)}, {"keep", std::to_string(scan.keep)},
            {"lines", std::to_string(scan.lines)}, {"text_count", std::to_string(scan.textCount)},
            {"tokens", std::to_string(scan.tokens)}, {"offset", std::to_string(scan.offset)}});
}

bool isScanFile(const std::string& file)
{
    try {
        const Safetensors stored = Safetensors::open(file);
        return stored.metadata.contains("cutaway.scan");
    } catch (const Error&) {
        return false;
    }
}

Scan readScan(const std::string& file)
{
    const Reader reader(file);
    Scan scan;
    scan.at = reader.text("at");
    scan.along = reader.text("along");
    scan.model = reader.text("model");
    scan.choices = reader.text("choices");
    scan.texts = reader.text("texts");
    scan.keep = Index(reader.whole("keep"));
    scan.lines = reader.whole("lines");
    scan.textCount = reader.whole("text_count");
    scan.tokens = reader.whole("tokens");
    scan.offset = reader.whole("offset");
    const Json axes = reader.json("axes"), shape = reader.json("shape");
    for (const auto& [key, axis] : axes.items())
        scan.axes.push_back(axis.is_string() ? axis.get<std::string>() : "");
    for (const auto& [key, length] : shape.items())
        scan.shape.push_back(length.is_number_unsigned() && length <= 1'000'000'000 ? length.get<Index>() : 0);
    const Index channels = elements(scan.shape);
    if (channels <= 0 || channels > 10'000'000 || scan.keep <= 0 || scan.keep > 1000)
        reader.refuse("shape", CUTAWAY_TR("missing, or of another shape"));
    const std::vector<float> range = reader.numbers("histogram.range", {channels, 2}),
                             bins = reader.numbers("histogram.count", {channels, scanBins, 2}),
                             sums = reader.numbers("sum", {channels, 2, 3}), ends = reader.numbers("least_most", {channels, 2});
    scan.channels.resize(std::size_t(channels));
    for (std::size_t c = 0; c < std::size_t(channels); ++c) {
        ScanChannel& channel = scan.channels[c];
        scan.low.push_back(range[2 * c]);
        scan.high.push_back(range[2 * c + 1]);
        for (std::size_t bin = 0; bin < std::size_t(scanBins); ++bin)
            channel.bins.push_back(wholeFrom(&bins[(c * std::size_t(scanBins) + bin) * 2]));
        channel.sum = doubleFrom(&sums[6 * c]);
        channel.squares = doubleFrom(&sums[6 * c + 3]);
        channel.least = ends[2 * c];
        channel.most = ends[2 * c + 1];
    }
    for (const auto& [name, hits] : lists)
        readHits(reader, scan, name, hits);
    if (const Index width = scan.along.empty() ? 0 : reader.widthOf("written", channels); width > 0) {
        const std::vector<float> written = reader.numbers("written", {channels, width, 3});
        for (std::size_t i = 0; i < written.size(); i += 3)
            scan.written.push_back(doubleFrom(&written[i]));
    }
    return scan;
}

} // namespace core
