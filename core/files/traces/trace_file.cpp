#include "core/files/traces/trace_file.h"

#include "core/base/error.h"
#include "core/base/program_version.h"
#include "core/files/formats/safetensors.h"
#include "core/files/traces/trace_axes.h"
#include "core/files/traces/trace_labels.h"
#include "core/io/atomic_file.h"
#include "core/io/shown_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <limits>
#include <set>

namespace core {

namespace {

namespace fs = std::filesystem;
using Metadata = std::map<std::string, std::string>;

constexpr const char* schemaKey = "cutaway.schema";
constexpr const char* schema = "1";
constexpr const char* indexEnding = ".index.json";
constexpr const char* ending = ".safetensors";

Metadata metadataOf(const Trace& trace)
{
    Json axes = Json::object();
    Json heads = Json::object();
    for (const TraceEntry& entry : trace.entries()) {
        axes[entry.name()] = entry.tensor.axes();
        if (!entry.heads.empty())
            heads[entry.name()] = entry.heads;
    }
    Metadata metadata = {{schemaKey, schema}, {"program", programVersion()}, {"model", trace.model},
        {"choices", writeJson(trace.choices)}, {"ids", writeJson(trace.ids)}, {"tokens", writeJson(trace.tokens)},
        {"axes", writeJson(axes)}, {"seed", std::to_string(trace.seed)}, {"dtype", trace.dtype}};
    if (!trace.decoderIds.empty()) {
        metadata["decoder_ids"] = writeJson(trace.decoderIds);
        metadata["decoder_tokens"] = writeJson(trace.decoderTokens);
    }
    if (!trace.metric.empty()) {
        metadata["metric"] = trace.metric;
        metadata["metric_value"] = writeJson(trace.metricValue);
    }
    if (!heads.empty())
        metadata["heads"] = writeJson(heads);
    if (!trace.interventions.is_null())
        metadata["interventions"] = writeJson(trace.interventions);
    if (!trace.replicaOf.empty())
        metadata["replica_of"] = trace.replicaOf;
    if (!trace.replaced.empty())
        metadata["replaced"] = writeJson(trace.replaced);
    return metadata;
}

TensorToWrite toWrite(const Tensor& tensor)
{
    const Index rowLength = tensor.rank() == 0 || tensor.dim(0) == 0 ? 1 : tensor.size() / tensor.dim(0);
    return {tensor.name(), tensor.shape(), [tensor, rowLength](Index row, Index rows, float* out) {
                std::copy_n(tensor.data() + row * rowLength, rows * rowLength, out);
            }};
}

/// Reads the JSON texts of the metadata, each with its key in the error.
class MetadataReader
{
public:
    MetadataReader(const std::string& file, const Metadata& metadata)
        : m_file(file)
        , m_metadata(metadata)
    {
    }

    std::string text(const std::string& key) const
    {
        const auto value = m_metadata.find(key);
        return value == m_metadata.end() ? "" : value->second;
    }

    /// Null when the key is absent. Throws Error unless the text is JSON of this type.
    Json json(const std::string& key, Json::value_t type, const char* expected) const
    {
        const std::string value = text(key);
        if (value.empty())
            return nullptr;
        try {
            Json result = parseJson(value, m_file);
            if (result.type() != type && !result.is_null())
                refuse(key, CUTAWAY_TR("wrong type"), expected, result.type_name());
            return result;
        } catch (const Error& error) {
            Error::Parts parts = error.parts();
            if (!parts.where.starts_with("__metadata__"))
                parts.where = "__metadata__." + key + (parts.where.empty() ? "" : ", " + parts.where);
            throw Error(std::move(parts));
        }
    }

    /// Elements of an array, or nothing when the key is absent.
    template <class T, class IsLegal>
    std::vector<T> list(const std::string& key, const Json& array, const char* expected, IsLegal&& isLegal) const
    {
        std::vector<T> values;
        for (const Json& value : array) {
            if (!isLegal(value))
                refuse(key, CUTAWAY_TR("wrong element"), expected, shownText(writeJson(value), 60));
            values.push_back(value.get<T>());
        }
        return values;
    }

    [[noreturn]] void refuse(
        const std::string& key, const char* problem, const std::string& expected, const std::string& found) const
    {
        throw Error({.file = m_file,
            .where = "__metadata__." + shownText(key),
            .problem = problem,
            .expected = expected,
            .found = found});
    }

private:
    const std::string& m_file;
    const Metadata& m_metadata;
};

bool isText(const Json& value) { return value.is_string(); }
bool isId(const Json& value) { return value.is_number_integer() && value >= 0 && value <= std::numeric_limits<TokenId>::max(); }

Safetensors openTraceFile(const std::string& path)
{
    std::vector<std::string> notes;
    if (path.ends_with(indexEnding))
        return Safetensors::openIndex(path, notes);
    std::error_code failure;
    if (!fs::exists(path, failure) && fs::exists(path + indexEnding, failure))
        return Safetensors::openIndex(path + indexEnding, notes);
    return Safetensors::open(path);
}

/// The axes that the file says, else those of the name, else numbered ones.
Axes readAxes(const MetadataReader& metadata, const Json& said, const StoredTensor& stored)
{
    Axes axes;
    if (const auto own = said.find(stored.name); said.is_object() && own != said.end())
        axes = own->is_array() ? metadata.list<std::string>("axes." + stored.name, *own, "texts", isText) : Axes{};
    else
        axes = axesOf(stored.name);
    if (axes.empty())
        for (std::size_t i = 0; i < stored.shape.size(); ++i)
            axes.push_back("axis_" + std::to_string(i));
    if (axes.size() != stored.shape.size())
        metadata.refuse("axes." + stored.name, CUTAWAY_TR("as many axes as dimensions are needed"),
            std::to_string(stored.shape.size()), std::to_string(axes.size()));
    return axes;
}

} // namespace

void writeTrace(const Trace& trace, const std::string& path, std::uint64_t fileBytes)
{
    const Metadata metadata = metadataOf(trace);
    std::vector<std::vector<TensorToWrite>> files(1);
    std::uint64_t bytes = 0;
    std::uint64_t total = 0;
    for (const TraceEntry& entry : trace.entries()) {
        const std::uint64_t size = std::uint64_t(entry.tensor.size()) * sizeof(float);
        if (bytes + size > fileBytes && !files.back().empty()) {
            files.emplace_back();
            bytes = 0;
        }
        files.back().push_back(toWrite(entry.tensor));
        bytes += size;
        total += size;
    }
    if (files.size() == 1) {
        writeSafetensors(path, files.front(), metadata);
        return;
    }

    const std::string stem = path.ends_with(ending) ? path.substr(0, path.size() - std::string_view(ending).size()) : path;
    Json map = Json::object();
    for (std::size_t i = 0; i < files.size(); ++i) {
        const std::string file = fmt::format("{}-{:05}-of-{:05}{}", stem, i + 1, files.size(), ending);
        writeSafetensors(file, files[i], metadata);
        for (const TensorToWrite& tensor : files[i])
            map[tensor.name] = fs::path(file).filename().string();
    }
    AtomicFile index(stem + ending + indexEnding);
    index.write(writeJson({{"metadata", {{"total_size", total}}}, {"weight_map", map}}, 2) + "\n");
    index.commit();
}

Tensor TraceFile::Item::read() const
{
    Tensor tensor(stored.name, axes, stored.shape);
    stored.read(0, tensor.size(), tensor.data());
    return tensor;
}

const TraceFile::Item* TraceFile::find(std::string_view name) const
{
    const auto found = std::find_if(items.begin(), items.end(), [&](const Item& item) { return item.stored.name == name; });
    return found == items.end() ? nullptr : &*found;
}

TraceFile openTrace(const std::string& path)
{
    const Safetensors file = openTraceFile(path);
    const MetadataReader metadata(path, file.metadata);
    if (metadata.text(schemaKey) != schema)
        metadata.refuse(
            schemaKey, CUTAWAY_TR("not a trace file of a known schema"), schema, shownText(metadata.text(schemaKey), 60));

    const auto trace = std::make_shared<Trace>();
    trace->model = metadata.text("model");
    trace->dtype = metadata.text("dtype");
    trace->replicaOf = metadata.text("replica_of");
    trace->metric = metadata.text("metric");
    const Json value = metadata.json("metric_value", Json::value_t::number_float, "a number");
    trace->metricValue = value.is_number() ? value.get<double>() : 0.0;
    trace->choices = metadata.json("choices", Json::value_t::object, "an object");
    trace->ids = metadata.list<TokenId>("ids", metadata.json("ids", Json::value_t::array, "a list of ids"), "ids", isId);
    trace->decoderIds
        = metadata.list<TokenId>("decoder_ids", metadata.json("decoder_ids", Json::value_t::array, "a list of ids"), "ids", isId);
    trace->decoderTokens = metadata.list<std::string>(
        "decoder_tokens", metadata.json("decoder_tokens", Json::value_t::array, "a list of texts"), "texts", isText);
    trace->tokens
        = metadata.list<std::string>("tokens", metadata.json("tokens", Json::value_t::array, "a list of texts"), "texts", isText);
    if (!trace->tokens.empty() && trace->tokens.size() != trace->ids.size() && !trace->ids.empty())
        metadata.refuse("tokens", CUTAWAY_TR("as many tokens as ids are needed"), std::to_string(trace->ids.size()),
            std::to_string(trace->tokens.size()));
    if (const std::string seed = metadata.text("seed");
        !seed.empty() && seed.size() <= 20 && seed.find_first_not_of("0123456789") == std::string::npos)
        trace->seed = std::strtoull(seed.c_str(), nullptr, 10);

    const Json axes = metadata.json("axes", Json::value_t::object, "an object of lists");
    const Json heads = metadata.json("heads", Json::value_t::object, "an object of lists");
    trace->interventions = metadata.json("interventions", Json::value_t::array, "a list");
    const Json replaced = metadata.json("replaced", Json::value_t::array, "a list of names");
    trace->replaced = metadata.list<std::string>("replaced", replaced, "names", isText);

    TraceFile result{trace, {}};
    for (const StoredTensor& stored : file.tensors) {
        if (!stored.format)
            storedSource(stored); // throws: a type that cannot be read
        TraceFile::Item item{stored, readAxes(metadata, axes, stored), {}};
        if (heads.is_object() && heads.contains(stored.name))
            item.heads = metadata.list<Index>("heads." + stored.name, heads[stored.name], "heads", isId);
        result.items.push_back(std::move(item));
    }
    labelPositions(*trace, result.items);
    return result;
}

namespace {

/// A file whose tensors are read when an intervention uses them.
class FileRun : public RecordedRun
{
public:
    explicit FileRun(const std::string& path)
        : m_file(openTrace(path))
    {
    }
    std::optional<RecordedTensor> find(const std::string& name) const override
    {
        const TraceFile::Item* item = m_file.find(name);
        if (!item)
            return {};
        return RecordedTensor{item->stored.shape, item->heads, [item = *item] { return item.read(); }};
    }

private:
    TraceFile m_file;
};

} // namespace

std::shared_ptr<const RecordedRun> openRecordedRun(const std::string& path) { return std::make_shared<FileRun>(path); }

std::shared_ptr<Trace> readTrace(const std::string& path)
{
    TraceFile file = openTrace(path);
    const std::set<std::string> replaced(file.trace->replaced.begin(), file.trace->replaced.end());
    for (TraceFile::Item& item : file.items)
        file.trace->add({item.read(), std::move(item.heads), replaced.count(item.stored.name) > 0});
    return file.trace;
}

} // namespace core
