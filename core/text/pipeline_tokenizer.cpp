#include "core/text/pipeline_tokenizer.h"

#include "core/base/error.h"
#include "core/base/stop_scope.h"
#include "core/text/sentence_piece_tokenizer.h"
#include "core/text/special_roles.h"
#include "core/text/unicode.h"

#include <algorithm>

namespace core {

namespace {

class PipelineTokenizer : public Tokenizer, public RecordsEncoding
{
public:
    PipelineTokenizer(TokenModel model, TokenizerStages stages, SpecialIds special, const std::string& file);

    std::vector<TokenId> encode(std::string_view text, bool special) const override { return encode(text, special, nullptr); }
    EncodingRecord recordEncoding(std::string_view text, bool special, std::size_t token) const override;
    std::string decode(std::span<const TokenId> ids, bool skipSpecial) const override;
    std::string tokenText(TokenId id) const override;
    std::size_t vocabularySize() const override { return m_added.idCount(vocabularyOf(m_model)); }
    bool isSpecial(TokenId id) const override { return m_added.isSpecial(id); }
    std::optional<TokenId> endOfSequence() const override { return m_special.endOfSequence; }
    std::optional<TokenId> beginOfSequence() const override { return m_special.beginOfSequence; }
    std::string toJson() const override;

private:
    struct Recorder; // of one text

    std::vector<TokenId> encode(std::string_view text, bool special, Recorder* recorder) const;
    void encodePart(std::string_view text, bool isAtStart, std::vector<TokenId>& ids, Recorder* recorder) const;
    void addFoundTokens(EncodingRecord& record) const;
    const std::string* rawText(TokenId id) const;
    void checkId(std::optional<TokenId> id, const std::string& file, const char* where) const;

    TokenModel m_model;
    TokenizerStages m_stages;
    SpecialIds m_special;
    Normalizer m_normalizer;
    AddedTokens m_added;
    PreTokenizer m_preTokenizer;
    bool m_asksForStart = false;
    PostProcessor m_postProcessor;
    Decoder m_decoder;
};

PipelineTokenizer::PipelineTokenizer(TokenModel model, TokenizerStages stages, SpecialIds special, const std::string& file)
    : m_model(std::move(model))
    , m_stages(std::move(stages))
    , m_special(special)
    , m_normalizer(readNormalizer({m_stages.normalizer, file, "normalizer"}))
    , m_added(AddedTokens::fromJson({m_stages.addedTokens, file, "added_tokens"}, vocabularyOf(m_model), m_normalizer))
    , m_preTokenizer(readPreTokenizer({m_stages.preTokenizer, file, "pre_tokenizer"}))
    , m_asksForStart(asksForStart(m_preTokenizer))
    , m_postProcessor(readPostProcessor({m_stages.postProcessor, file, "post_processor"}))
    , m_decoder(readDecoder({m_stages.decoder, file, "decoder"}))
{
    m_stages.addedTokens = Json(); // m_added holds them, with their true ids
    for (const std::vector<TokenId>* side : {&m_postProcessor.before, &m_postProcessor.after})
        for (const TokenId id : *side)
            checkId(id, file, "post_processor");
    checkId(m_special.beginOfSequence, file, "beginning of sequence");
    checkId(m_special.endOfSequence, file, "end of sequence");
}

void PipelineTokenizer::checkId(std::optional<TokenId> id, const std::string& file, const char* where) const
{
    if (id && !rawText(*id))
        throw Error({.file = file,
            .where = where,
            .problem = CUTAWAY_TR("token id is not in the vocabulary"),
            .expected = "0 to " + std::to_string(vocabularySize() - 1),
            .found = std::to_string(*id)});
}

const std::string* PipelineTokenizer::rawText(TokenId id) const
{
    const AddedToken* added = m_added.find(id);
    return added ? &added->found : vocabularyOf(m_model).text(id);
}

/// What is noted of a text: the words of each piece, with the steps in the one that holds a token.
struct PipelineTokenizer::Recorder
{
    std::size_t token = 0; // of the result
    EncodingRecord record;

    /// The model cuts the piece; its words are appended.
    void tokenizePiece(const TokenModel& model, const std::string& text, std::vector<TokenId>& ids)
    {
        PieceRecord piece;
        std::size_t next = ids.size();
        if (token >= next)
            piece.wanted = token - next;
        tokenize(model, text, ids, &piece);
        auto at = piece.tokens.begin();
        for (std::size_t word = 0; word < piece.starts.size(); ++word) {
            const std::size_t begin = piece.starts[word];
            const std::size_t end = word + 1 < piece.starts.size() ? piece.starts[word + 1] : text.size();
            EncodedWord shown{text.substr(begin, end - begin), next, {}, false};
            for (; at != piece.tokens.end() && at->begin < end; ++at, ++next)
                shown.tokens.push_back(
                    {at->id, std::max(at->begin, begin) - begin, std::max(at->end, begin) - begin, at->isUnknown});
            if (shown.tokens.empty())
                continue; // nothing stands for it
            if (token >= shown.first && token < next)
                record.steps = piece.steps;
            record.words.push_back(std::move(shown));
        }
    }
};

std::vector<TokenId> PipelineTokenizer::encode(std::string_view text, bool special, Recorder* recorder) const
{
    const std::span<const TokenId> none;
    const auto& [before, after] = m_postProcessor;
    return m_added.encodeAround(
        text, special ? before : none, special ? after : none, [&](std::string_view part, std::vector<TokenId>& ids) {
            encodePart(part, /*isAtStart=*/part.data() == text.data(), ids, recorder);
        });
}

EncodingRecord PipelineTokenizer::recordEncoding(std::string_view text, bool special, std::size_t token) const
{
    Recorder recorder{token, {}};
    recorder.record.ids = encode(text, special, &recorder);
    EncodingRecord record = std::move(recorder.record);
    addFoundTokens(record);
    const auto holds = [&](const EncodedWord& word) { return token >= word.first && token < word.first + word.tokens.size(); };
    const auto wanted = std::find_if(record.words.begin(), record.words.end(), holds);
    record.wanted = wanted == record.words.end() ? 0 : std::size_t(wanted - record.words.begin());
    const auto isByteLevel = [](const auto& stages, auto isKind) { return std::any_of(stages.begin(), stages.end(), isKind); };
    record.isByteLevel = isByteLevel(m_preTokenizer,
                             [](const PreTokenizerKind& kind) { return std::holds_alternative<pre_tokenizers::ByteLevel>(kind); })
        || isByteLevel(
            m_normalizer, [](const NormalizerKind& kind) { return std::holds_alternative<normalizers::ByteLevel>(kind); });
    return record;
}

/// Ids that no word has are added tokens: words of their own.
void PipelineTokenizer::addFoundTokens(EncodingRecord& record) const
{
    std::vector<EncodedWord> all;
    const auto addUpTo = [&](std::size_t end) {
        for (std::size_t next = all.empty() ? 0 : all.back().first + all.back().tokens.size(); next < end; ++next) {
            const std::string text = tokenText(record.ids[next]);
            all.push_back({text, next, {{record.ids[next], 0, text.size()}}, true});
        }
    };
    for (EncodedWord& word : record.words) {
        addUpTo(word.first);
        all.push_back(std::move(word));
    }
    addUpTo(record.ids.size());
    record.words = std::move(all);
}

void PipelineTokenizer::encodePart(std::string_view text, bool isAtStart, std::vector<TokenId>& ids, Recorder* recorder) const
{
    const bool tracksStart = isAtStart && m_asksForStart;
    std::size_t start = tracksStart ? decodeChar(text, 0).bytes : 0;
    const std::string normalized = normalize(m_normalizer, std::string(text), tracksStart ? &start : nullptr);
    for (const AddedTokens::Part& part : m_added.split(normalized, /*isNormalized=*/true)) {
        if (part.id) {
            ids.push_back(*part.id);
            continue;
        }
        const auto begin = static_cast<std::size_t>(part.text.data() - normalized.data());
        const std::size_t partStart = std::min(part.text.size(), start - std::min(start, begin));
        for (const Piece& piece : preTokenize(m_preTokenizer, {std::string(part.text), partStart})) {
            checkStop();
            if (recorder)
                recorder->tokenizePiece(m_model, piece.text, ids);
            else
                tokenize(m_model, piece.text, ids);
        }
    }
}

std::string PipelineTokenizer::decode(std::span<const TokenId> ids, bool skipSpecial) const
{
    TokenTexts tokens;
    for (const TokenId id : ids) {
        const std::string* text = rawText(id);
        if (text && !(skipSpecial && m_added.isSpecialText(*text)))
            tokens.push_back(*text);
    }
    return decodeTokens(m_decoder, std::move(tokens));
}

std::string PipelineTokenizer::tokenText(TokenId id) const
{
    if (const AddedToken* added = m_added.find(id))
        return added->content;
    const std::string* text = rawText(id);
    if (!text)
        return "<unused " + std::to_string(id) + ">";
    const std::string shown = revealToken(m_decoder, *text);
    return !shown.empty() ? shown : !text->empty() ? *text : "<empty>";
}

std::string PipelineTokenizer::toJson() const
{
    return writeJson({{"version", "1.0"}, {"truncation", nullptr}, {"padding", nullptr},
        {"added_tokens", withRoles(m_added.toJson(), m_special)}, {"normalizer", m_stages.normalizer},
        {"pre_tokenizer", m_stages.preTokenizer}, {"post_processor", m_stages.postProcessor}, {"decoder", m_stages.decoder},
        {"model", core::toJson(m_model)}});
}

/// A stage of the document; null when it is absent.
Json stageOf(const JsonValue& document, const std::string& key) { return document.has(key) ? document[key].json() : Json(); }

} // namespace

std::unique_ptr<Tokenizer> makePipelineTokenizer(
    TokenModel model, TokenizerStages stages, SpecialIds special, const std::string& file)
{
    return std::make_unique<PipelineTokenizer>(std::move(model), std::move(stages), special, file);
}

std::unique_ptr<Tokenizer> makeTokenizer(const Json& tokenizerJson, const std::string& file, SpecialIds special)
{
    const JsonValue document(tokenizerJson, file);
    if (document.has("version") && document["version"].string() != "1.0")
        document["version"].refuse(CUTAWAY_TR("unsupported version of tokenizer.json"), "\"1.0\"");
    if (isSentencePiece(document))
        return makeSentencePieceTokenizer(document, special);
    TokenizerStages stages{.addedTokens = stageOf(document, "added_tokens"),
        .normalizer = stageOf(document, "normalizer"),
        .preTokenizer = stageOf(document, "pre_tokenizer"),
        .postProcessor = stageOf(document, "post_processor"),
        .decoder = stageOf(document, "decoder")};
    special = withRolesOf(special, stages.addedTokens, file);
    return makePipelineTokenizer(readTokenModel(document["model"]), std::move(stages), special, file);
}

} // namespace core
