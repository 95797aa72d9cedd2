#include "core/files/library/reference_numbers.h"

#include "core/base/error.h"
#include "core/base/program_folder.h"
#include "core/files/library/bundled_models.h"
#include "core/io/json_value.h"
#include "core/text/base64.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <limits>

namespace core {

namespace fs = std::filesystem;

namespace {

constexpr JsonLimits referenceLimits{.bytes = std::size_t(1) << 20};
constexpr std::size_t maxTokens = 4096, maxLayers = 1024, maxFiles = 100;
constexpr std::int64_t largestNumber = std::int64_t(1) << 40;
constexpr double infinity = std::numeric_limits<double>::infinity();

/// Numbers of 4 bytes, little-endian, as base64.
template <class Number>
std::vector<Number> numbersOf(const JsonValue& json)
{
    static_assert(sizeof(Number) == 4);
    const std::optional<std::string> bytes = fromBase64(json.string());
    if (!bytes || bytes->size() % sizeof(Number) != 0)
        json.refuse(CUTAWAY_TR("wrong type"), "base64 of numbers of 4 bytes", "other text");
    std::vector<Number> numbers(bytes->size() / sizeof(Number));
    std::memcpy(numbers.data(), bytes->data(), bytes->size());
    return numbers;
}

void requireSize(const JsonValue& json, std::size_t found, std::size_t expected)
{
    if (found != expected)
        json.refuse(CUTAWAY_TR("wrong number of elements"), std::to_string(expected) + " numbers", std::to_string(found));
}

void readLogits(const JsonValue& json, ReferenceNumbers& reference)
{
    const std::size_t tokens = reference.ids.size();
    reference.every = Index(json["every"].integer(1, largestNumber));
    reference.largest = Index(json["largest"].integer(0, largestNumber));
    reference.logits = numbersOf<float>(json["values"]);
    if (reference.logits.empty() || reference.logits.size() % tokens != 0)
        json["values"].refuse(
            CUTAWAY_TR("wrong number of elements"), "a row for each token", std::to_string(reference.logits.size()));
    if (reference.largest == 0)
        return;
    reference.largestIds = numbersOf<TokenId>(json["largest_ids"]);
    reference.largestLogits = numbersOf<float>(json["largest_values"]);
    requireSize(json["largest_ids"], reference.largestIds.size(), tokens * std::size_t(reference.largest));
    requireSize(json["largest_values"], reference.largestLogits.size(), tokens * std::size_t(reference.largest));
}

void readStream(const JsonValue& json, ReferenceNumbers& reference)
{
    for (std::size_t layer = 0; layer < json.arraySize(maxLayers); ++layer) {
        std::vector<double>& row = reference.streamRms.emplace_back();
        for (std::size_t token = 0; token < json[layer].arraySize(maxTokens); ++token)
            row.push_back(json[layer][token].number());
        requireSize(json[layer], row.size(), reference.ids.size());
    }
}

/// Where a model's file is; empty where other weights are beside those of the triple.
std::string pathOf(const ReferenceFile& file, const std::string& modelPath)
{
    std::error_code failure;
    if (!fs::is_directory(modelPath, failure))
        return modelPath;
    if (file.name.ends_with(".safetensors"))
        for (const fs::directory_entry& entry : fs::directory_iterator(modelPath, failure))
            if (entry.path().extension() == ".safetensors" && entry.path().filename() != file.name)
                return {};
    return (fs::path(modelPath) / file.name).generic_string();
}

void keepLarger(double& largest, double difference)
{
    largest = std::isnan(difference) ? infinity : std::max(largest, difference);
}

/// The row of a token; null where the run has no such logits.
const float* logitsOf(const Trace& trace, Index token)
{
    const Tensor* logits = trace.find("logits");
    return logits && token < logits->rows() ? logits->row(token) : nullptr;
}

double logitDifference(const ReferenceNumbers& reference, const Trace& trace)
{
    double largest = 0;
    const Index rows = Index(reference.ids.size()), columns = Index(reference.logits.size()) / rows;
    const Tensor* logits = trace.find("logits");
    const Index vocabulary = logits ? logits->columns() : 0;
    if ((vocabulary + reference.every - 1) / reference.every != columns)
        return infinity;
    for (Index token = 0; token < rows; ++token) {
        const float* row = logitsOf(trace, token);
        if (!row)
            return infinity;
        for (Index i = 0; i < columns; ++i)
            keepLarger(
                largest, std::abs(double(row[i * reference.every]) - double(reference.logits[std::size_t(token * columns + i)])));
        for (Index i = token * reference.largest; i < (token + 1) * reference.largest; ++i) {
            const TokenId id = reference.largestIds[std::size_t(i)];
            const bool isThere = id >= 0 && id < vocabulary;
            keepLarger(largest, isThere ? std::abs(double(row[id]) - double(reference.largestLogits[std::size_t(i)])) : infinity);
        }
    }
    return largest;
}

double rmsDifference(const ReferenceNumbers& reference, const Trace& trace)
{
    double largest = 0;
    for (std::size_t layer = 0; layer < reference.streamRms.size(); ++layer) {
        const Tensor* stream = trace.find(blockName(Index(layer), "resid_post"));
        if (!stream || stream->rows() != Index(reference.ids.size()))
            return infinity;
        for (Index token = 0; token < stream->rows(); ++token) {
            double square = 0;
            for (Index i = 0; i < stream->columns(); ++i)
                square += double(stream->row(token)[i]) * double(stream->row(token)[i]);
            const double expected = reference.streamRms[layer][std::size_t(token)];
            keepLarger(largest, std::abs(std::sqrt(square / double(stream->columns())) - expected) / expected);
        }
    }
    return largest;
}

} // namespace

std::string referencesFolder() { return sharedFolder("references"); }

ReferenceNumbers readReferenceNumbers(const std::string& path)
{
    const Json document = readJson(path, referenceLimits);
    const JsonValue json(document, path);
    json["format"].integer(1, 1);
    ReferenceNumbers reference{.name = json["name"].string(),
        .program = json["program"].string(),
        .version = json["versions"]["transformers"].string(),
        .torch = json["versions"]["torch"].string(),
        .script = json["script"].string(),
        .model = json["model"].string(),
        .family = json["family"].string(),
        .text = json["text"].string()};
    if (!json["choices"].object().empty())
        json["choices"].refuse(CUTAWAY_TR("wrong number of elements"), "the model's own choices, {}");
    for (const auto& [name, value] : json["files"].object()) {
        const JsonValue file = json["files"][name];
        reference.files.push_back({name, std::size_t(file["bytes"].integer(1, largestNumber)), file["sha256"].string()});
    }
    if (reference.files.empty() || reference.files.size() > maxFiles)
        json["files"].refuse(CUTAWAY_TR("wrong number of elements"), "1 to " + std::to_string(maxFiles) + " files");
    const JsonValue ids = json["ids"];
    for (std::size_t i = 0; i < ids.arraySize(maxTokens); ++i)
        reference.ids.push_back(TokenId(ids[i].integer(0, std::numeric_limits<TokenId>::max())));
    if (reference.ids.empty())
        ids.refuse(CUTAWAY_TR("wrong number of elements"), "ids");
    readStream(json["stream_rms"], reference);
    if (json.has("logits"))
        readLogits(json["logits"], reference);
    return reference;
}

std::vector<ReferenceNumbers> readReferenceFolder(const std::string& folder)
{
    std::vector<ReferenceNumbers> references;
    std::error_code failure;
    for (const fs::directory_entry& entry : fs::directory_iterator(folder, failure))
        if (entry.path().extension() == ".json")
            references.push_back(readReferenceNumbers(entry.path().generic_string()));
    std::ranges::sort(references, {}, &ReferenceNumbers::name);
    return references;
}

bool mayBeOfTriple(const Trace& trace, const Setup& setup)
{
    const WeightsOrigin& origin = setup.origin;
    const bool isOwn = setup.model->trained && !setup.model->path.empty() && !snapshotName(setup.model->name)
        && origin.how == WeightsOrigin::How::Trained && origin.changed.empty() && origin.identity.empty() && origin.seeded.empty()
        && (origin.model.empty() || origin.model == setup.model->name);
    const bool isUntouched = trace.replaced.empty() && (trace.interventions.is_null() || trace.interventions.empty());
    return isOwn && isUntouched && trace.decoderIds.empty();
}

bool isOfTriple(const ReferenceNumbers& reference, const Trace& trace, const Setup& setup, const HashOfFile& hashOf)
{
    if (!mayBeOfTriple(trace, setup) || trace.ids != reference.ids || trace.layers() != Index(reference.streamRms.size()))
        return false;
    for (const ReferenceFile& file : reference.files) {
        const std::string path = pathOf(file, setup.model->path);
        std::error_code failure;
        if (path.empty() || fs::file_size(path, failure) != file.bytes || failure)
            return false;
    }
    return std::ranges::all_of(
        reference.files, [&](const ReferenceFile& file) { return hashOf(pathOf(file, setup.model->path)) == file.sha256; });
}

ReferenceDifference differenceFrom(const ReferenceNumbers& reference, const Trace& trace)
{
    ReferenceDifference difference{.hasLogits = !reference.logits.empty()};
    if (difference.hasLogits) {
        difference.logits = logitDifference(reference, trace);
        for (const std::vector<float>* numbers : {&reference.logits, &reference.largestLogits})
            for (const float logit : *numbers)
                difference.largestLogit = std::max(difference.largestLogit, std::abs(double(logit)));
    }
    difference.rms = rmsDifference(reference, trace);
    return difference;
}

} // namespace core
