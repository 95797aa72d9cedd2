#include "core/train/training_text.h"

#include "core/base/error.h"
#include "core/base/seeded_numbers.h"
#include "core/experiments/text_set.h"
#include "core/io/utf8.h"

#include <algorithm>
#include <filesystem>

namespace core {

namespace {

constexpr std::uint64_t kBlockBytes = 1 << 20;   // read at once when the file is checked
constexpr std::uint64_t kLineBytes = 4096;       // how far the next line of a plain text is looked for
constexpr std::uint64_t kMaxBytes = 4u << 20;    // cut into tokens at once
constexpr std::uint64_t kHeldOutParts = 20;

bool isInsideCharacter(char byte) { return (static_cast<unsigned char>(byte) & 0xc0u) == 0x80u; }

[[noreturn]] void refuse(const std::string& file, const std::string& where, const char* problem, const std::string& expected = {})
{
    throw Error({ErrorKind::BadInput, file, where, problem, expected, ""});
}

/// Ids that the tokenizer puts before every text.
std::vector<TokenId> idsBefore(const Tokenizer& tokenizer)
{
    const std::vector<TokenId> with = tokenizer.encode("a"), without = tokenizer.encode("a", /*special=*/false);
    const auto found = std::search(with.begin(), with.end(), without.begin(), without.end());
    return {with.begin(), found == with.end() && !without.empty() ? with.begin() : found};
}

/// Bytes of a piece that end with a whole word, or at least a whole character. REQUIRES: more text follows.
std::size_t wholeBytes(std::string_view piece)
{
    const std::size_t space = piece.find_last_of(" \n");
    if (space != std::string_view::npos && space > piece.size() / 2)
        return space; // the next piece begins with it, as words of most tokenizers do
    std::size_t cut = piece.size() - 1;
    while (cut > 0 && isInsideCharacter(piece[cut]))
        --cut;
    return cut;
}

} // namespace

/// Tokens, and whether each is to be told.
class TrainingText::Tokens
{
public:
    explicit Tokens(const Tokenizer& tokenizer)
        : m_tokenizer(tokenizer)
        , m_before(idsBefore(tokenizer))
    {
    }

    Index size() const { return Index(m_ids.size()); }
    void begin() { add(m_before, false); }
    void end(bool counts)
    {
        if (const std::optional<TokenId> last = m_tokenizer.endOfSequence())
            add(std::vector<TokenId>{*last}, counts);
    }
    void add(std::string_view text, bool counts) { add(m_tokenizer.encode(text, /*special=*/false), counts); }

    TrainingRow row(Index length) const
    {
        TrainingRow row{{m_ids.begin(), m_ids.begin() + length}, {}};
        for (Index t = 1; t <= length; ++t)
            row.targets.push_back(m_counts[std::size_t(t)] ? m_ids[std::size_t(t)] : -1);
        return row;
    }

private:
    void add(const std::vector<TokenId>& ids, bool counts)
    {
        m_ids.insert(m_ids.end(), ids.begin(), ids.end());
        m_counts.resize(m_ids.size(), counts);
    }

    const Tokenizer& m_tokenizer;
    std::vector<TokenId> m_before, m_ids;
    std::vector<bool> m_counts;
};

TrainingText::TrainingText(const std::string& nameOrPath, const ModelPtr& model, const RunControl& control)
    : m_model(model)
    , m_lines(std::make_unique<TextReader>(nameOrPath))
    , m_file(std::make_unique<FileReader>(m_lines->path()))
{
    m_isLines = std::filesystem::path(path()).extension() == ".jsonl";
    if (!model->tokenizer)
        refuse(model->path, "", CUTAWAY_TR("a model without a tokenizer cannot be trained on texts"));
    check(control);
    if (m_isLines)
        splitLines(control);
    else
        splitText();
}

TrainingText::~TrainingText() = default;

const std::string& TrainingText::path() const { return m_file->path(); }

std::string TrainingText::read(std::uint64_t from, std::uint64_t to) const
{
    std::string bytes(std::size_t(to - from), '\0');
    m_file->readAt(from, bytes.data(), bytes.size());
    return bytes;
}

void TrainingText::check(const RunControl& control)
{
    m_mark = {m_file->size(), hashText("")};
    if (m_mark.bytes == 0)
        refuse(path(), "", CUTAWAY_TR("the file has no text"));
    std::string rest; // an unfinished character
    for (std::uint64_t from = 0; from < m_mark.bytes; from += kBlockBytes) {
        control.check();
        const std::uint64_t to = std::min(from + kBlockBytes, m_mark.bytes);
        const std::string block = read(from, to);
        for (const char byte : block)
            m_mark.hash = (m_mark.hash ^ static_cast<unsigned char>(byte)) * 0x100000001b3u;
        if (const std::size_t zero = block.find('\0'); zero != std::string::npos)
            refuse(path(), "byte " + std::to_string(from + zero), CUTAWAY_TR("a zero byte: the file is no text"));
        const std::string text = rest + block;
        const std::optional<std::size_t> invalid = firstInvalidByte(text);
        const bool mayGoOn = invalid && to < m_mark.bytes && text.size() - *invalid < 4;
        if (invalid && !mayGoOn)
            refuse(path(), "byte " + std::to_string(from - rest.size() + *invalid), CUTAWAY_TR("the text is not UTF-8"));
        rest = mayGoOn ? text.substr(*invalid) : "";
    }
}

void TrainingText::splitLines(const RunControl& control)
{
    const std::uint64_t wanted = m_mark.bytes - m_mark.bytes / kHeldOutParts;
    std::uint64_t cut = 0, begin = 0, last = 0;
    std::size_t texts = 0;
    while (m_lines->next()) {
        control.check();
        if (texts > 0 && cut == 0 && begin >= wanted)
            cut = begin;
        last = begin;
        begin = std::min(m_lines->offset(), m_mark.bytes);
        ++texts;
    }
    if (texts < 2)
        refuse(path(), "", CUTAWAY_TR("too short: a part of it is held out"), CUTAWAY_TR("two texts or more"));
    cut = cut > 0 ? cut : last;
    m_training = {0, cut};
    m_heldOut = {cut, m_mark.bytes};
}

void TrainingText::splitText()
{
    const bool hasMark = read(0, std::min<std::uint64_t>(3, m_mark.bytes)) == "\xEF\xBB\xBF";
    const Part whole{hasMark ? std::uint64_t(3) : 0, m_mark.bytes};
    const std::uint64_t length = whole.end - whole.begin;
    const std::uint64_t wanted = whole.end - length / kHeldOutParts, line = lineAfter(wanted, whole);
    const std::uint64_t cut = length < kHeldOutParts ? whole.begin : line > whole.begin ? line : characterAfter(wanted, whole);
    m_training = {whole.begin, cut};
    m_heldOut = {cut, whole.end};
    if (m_training.begin == m_training.end)
        refuse(path(), "", CUTAWAY_TR("too short: a part of it is held out"), std::to_string(kHeldOutParts) + " bytes or more");
}

std::uint64_t TrainingText::lineAfter(std::uint64_t place, const Part& part) const
{
    if (place <= part.begin)
        return part.begin;
    const std::uint64_t limit = m_isLines ? part.end : std::min(part.end, place + kLineBytes);
    for (std::uint64_t from = place - 1; from < limit; from += kLineBytes) {
        const std::string bytes = read(from, std::min(from + kLineBytes, limit));
        if (const std::size_t at = bytes.find('\n'); at != std::string::npos)
            return from + at + 1 < part.end ? from + at + 1 : part.begin; // behind the last line the first comes next
    }
    return m_isLines ? part.begin : characterAfter(place, part);
}

std::uint64_t TrainingText::characterAfter(std::uint64_t place, const Part& part) const
{
    const std::string bytes = read(place, std::min(place + 4, part.end));
    const auto start = std::find_if_not(bytes.begin(), bytes.end(), isInsideCharacter);
    return start == bytes.end() ? part.begin : place + std::uint64_t(start - bytes.begin());
}

void TrainingText::addPlain(std::uint64_t& place, const Part& part, Index tokens, Tokens& to) const
{
    const std::uint64_t most = std::min(kMaxBytes, std::uint64_t(tokens) * 8 + 64);
    const std::uint64_t end = std::min(place + most, part.end);
    std::string piece = read(place, end);
    if (end < part.end)
        piece.resize(wholeBytes(piece));
    to.add(piece, true);
    place += piece.size();
}

void TrainingText::addLine(std::uint64_t& place, const Part& part, Tokens& to) const
{
    m_lines->seek(place, 0);
    const std::optional<SetText> text = m_lines->next();
    place = std::min(text ? m_lines->offset() : part.end, part.end);
    if (!text)
        return;
    to.begin();
    to.add(text->text, text->answer.empty());
    if (!text->answer.empty())
        to.add(text->answer, true);
    to.end(text->answer.empty());
}

TrainingRow TrainingText::rowAt(std::uint64_t place, const Part& part, Index length) const
{
    Tokens tokens(*m_model->tokenizer);
    if (!m_isLines)
        tokens.begin();
    Index before = -1; // tokens when the part began anew
    while (tokens.size() <= length) {
        if (place >= part.end) {
            if (tokens.size() == before)
                refuse(path(), "", CUTAWAY_TR("the text has no tokens"));
            before = tokens.size();
            place = part.begin;
        }
        if (m_isLines)
            addLine(place, part, tokens);
        else
            addPlain(place, part, length + 1 - tokens.size(), tokens);
    }
    return tokens.row(length);
}

TrainingRow TrainingText::pairAt(std::uint64_t place, const Part& part, Index length) const
{
    std::vector<TokenId> source, target;
    const Tokenizer& tokenizer = *m_model->tokenizer;
    if (m_isLines)
        m_lines->seek(place, 0);
    if (const std::optional<SetText> text = m_isLines ? m_lines->next() : std::nullopt; text && !text->answer.empty()) {
        source = tokenizer.encode(text->text);
        target = tokenizer.encode(text->answer, /*special=*/false);
        if (const std::optional<TokenId> end = tokenizer.endOfSequence())
            target.push_back(*end);
        source.resize(std::min(source.size(), std::size_t(length)));
        target.resize(std::min(target.size(), std::size_t(length)));
    } else {
        const Index half = std::max<Index>(1, length / 2);
        const TrainingRow row = rowAt(place, part, 2 * half);
        source.assign(row.ids.begin(), row.ids.begin() + half);
        target.assign(row.ids.begin() + half, row.ids.end());
    }
    TrainingRow pair{{m_model->decoderStart}, target, source};
    pair.ids.insert(pair.ids.end(), target.begin(), target.end() - 1);
    return pair;
}

std::uint64_t TrainingText::placeOf(std::uint64_t stream, Index row) const
{
    const double bytes = double(m_training.end - m_training.begin);
    return lineAfter(m_training.begin + std::uint64_t(bytes * uniformNumber(stream, std::uint64_t(row))), m_training);
}

std::uint64_t TrainingText::heldOutPlace(Index row, Index count) const
{
    const std::uint64_t bytes = m_heldOut.end - m_heldOut.begin;
    return lineAfter(m_heldOut.begin + bytes * std::uint64_t(row) / std::uint64_t(count), m_heldOut);
}

std::vector<TrainingRow> TrainingText::rows(std::uint64_t seed, Index step, Index count, Index length) const
{
    const std::uint64_t stream = rowStream(seed, "training rows", std::uint64_t(step));
    std::vector<TrainingRow> rows;
    for (Index row = 0; row < count; ++row)
        rows.push_back(rowAt(placeOf(stream, row), m_training, length));
    return rows;
}

std::vector<TrainingRow> TrainingText::heldOutRows(Index count, Index length) const
{
    std::vector<TrainingRow> rows;
    for (Index row = 0; row < count; ++row)
        rows.push_back(rowAt(heldOutPlace(row, count), m_heldOut, length));
    return rows;
}

std::vector<TrainingRow> TrainingText::pairs(const RowsWanted& wanted) const
{
    const std::uint64_t stream = rowStream(wanted.seed, "training rows", std::uint64_t(wanted.step));
    std::vector<TrainingRow> rows;
    for (Index row = 0; row < wanted.count; ++row)
        rows.push_back(pairAt(placeOf(stream, row), m_training, wanted.length));
    return rows;
}

std::vector<TrainingRow> TrainingText::heldOutPairs(Index count, Index length) const
{
    std::vector<TrainingRow> rows;
    for (Index row = 0; row < count; ++row)
        rows.push_back(pairAt(heldOutPlace(row, count), m_heldOut, length));
    return rows;
}

} // namespace core
