#include "core/text/sentence_piece_model.h"

#include "core/base/error.h"
#include "core/io/fetched_file.h"
#include "core/io/shown_text.h"
#include "core/text/unicode.h"

#include <cmath>
#include <cstring>
#include <optional>
#include <unordered_set>

namespace core {

namespace {

constexpr std::uint64_t largestFile = std::uint64_t(64) << 20;
constexpr std::size_t longestPiece = 64 * 1024;

/// One field of a message: its number and its value.
struct Field
{
    std::uint64_t number = 0;
    std::uint64_t integer = 0; // of a varint; the bits of a fixed one
    std::string_view bytes;    // of a text or an inner message
    std::size_t at = 0;        // byte in the file
    int wire = 0;
};

/// Reads the fields of one message, one after the other.
class Message
{
public:
    Message(std::string_view bytes, std::size_t at, const std::string& file)
        : m_bytes(bytes)
        , m_start(at)
        , m_file(file)
    {
    }

    std::optional<Field> next()
    {
        if (m_at == m_bytes.size())
            return std::nullopt;
        Field field;
        field.at = m_start + m_at;
        const std::uint64_t tag = varint();
        field.number = tag >> 3;
        field.wire = static_cast<int>(tag & 7);
        if (field.number == 0)
            refuse(field.at, CUTAWAY_TR("not a SentencePiece model"), "a field number above 0", "0");
        if (field.wire == 0) {
            field.integer = varint();
        } else if (field.wire == 2) {
            const std::uint64_t length = varint();
            field.at = m_start + m_at;
            field.bytes = take(length);
        } else if (field.wire == 1 || field.wire == 5) {
            const std::string_view bits = take(field.wire == 1 ? 8 : 4);
            std::memcpy(&field.integer, bits.data(), bits.size());
        } else {
            refuse(field.at, CUTAWAY_TR("not a SentencePiece model"), "a wire type of 0, 1, 2 or 5", std::to_string(field.wire));
        }
        return field;
    }

    [[noreturn]] void refuse(
        std::size_t at, const char* problem, const std::string& expected = {}, const std::string& found = {}) const
    {
        throw Error(
            {.file = m_file, .where = "byte " + std::to_string(at), .problem = problem, .expected = expected, .found = found});
    }

    std::string text(const Field& field) const
    {
        if (field.wire != 2)
            refuse(field.at, CUTAWAY_TR("wrong type"), "a text", "wire type " + std::to_string(field.wire));
        if (const auto invalid = firstInvalidByte(field.bytes))
            refuse(field.at + *invalid, CUTAWAY_TR("text is not UTF-8"));
        return std::string(field.bytes);
    }

    Message message(const Field& field) const
    {
        if (field.wire != 2)
            refuse(field.at, CUTAWAY_TR("wrong type"), "a message", "wire type " + std::to_string(field.wire));
        return Message(field.bytes, field.at, m_file);
    }

    /// Negative ones are stored as 64 bits.
    std::int64_t integer(const Field& field) const
    {
        if (field.wire != 0)
            refuse(field.at, CUTAWAY_TR("wrong type"), "an integer", "wire type " + std::to_string(field.wire));
        return static_cast<std::int64_t>(field.integer);
    }

    float number(const Field& field) const
    {
        if (field.wire != 5)
            refuse(field.at, CUTAWAY_TR("wrong type"), "a float", "wire type " + std::to_string(field.wire));
        const auto bits = static_cast<std::uint32_t>(field.integer);
        float value = 0.0f;
        std::memcpy(&value, &bits, sizeof(value));
        if (!std::isfinite(value))
            refuse(field.at, CUTAWAY_TR("not a finite number"));
        return value;
    }

private:
    std::uint64_t varint()
    {
        std::uint64_t value = 0;
        const std::size_t begin = m_at;
        for (int shift = 0; shift < 64 && m_at < m_bytes.size(); shift += 7) {
            const auto byte = static_cast<unsigned char>(m_bytes[m_at++]);
            value |= std::uint64_t(byte & 0x7F) << shift;
            if (byte < 0x80)
                return value;
        }
        refuse(m_start + begin, CUTAWAY_TR("the file is cut off or damaged"), "the end of a number");
    }

    std::string_view take(std::uint64_t length)
    {
        const std::size_t left = m_bytes.size() - m_at;
        if (length > left)
            refuse(m_start + m_at, CUTAWAY_TR("the file is cut off or damaged"), std::to_string(length) + " bytes",
                std::to_string(left));
        const std::string_view bytes = m_bytes.substr(m_at, static_cast<std::size_t>(length));
        m_at += static_cast<std::size_t>(length);
        return bytes;
    }

    std::string_view m_bytes;
    std::size_t m_start = 0; // of the message in the file
    std::size_t m_at = 0;
    const std::string& m_file;
};

SentencePieceModel::Piece readPiece(Message message)
{
    SentencePieceModel::Piece piece;
    while (const std::optional<Field> field = message.next()) {
        if (field->number == 1)
            piece.text = message.text(*field);
        else if (field->number == 2)
            piece.score = message.number(*field);
        else if (field->number == 3)
            piece.type = static_cast<int>(message.integer(*field));
        if (piece.text.size() > longestPiece)
            message.refuse(field->at, CUTAWAY_TR("token too long"), "at most " + std::to_string(longestPiece) + " bytes",
                std::to_string(piece.text.size()));
    }
    return piece;
}

void readTrainer(Message message, SentencePieceModel& model)
{
    while (const std::optional<Field> field = message.next()) {
        if (field->number == 3) {
            const std::int64_t kind = message.integer(*field);
            if (kind < 1 || kind > 4)
                message.refuse(field->at, CUTAWAY_TR("unknown value"), "1 to 4", std::to_string(kind));
            model.kind = static_cast<SentencePieceModel::Kind>(kind);
        } else if (field->number == 24) {
            model.putsSpaceLast = message.integer(*field) != 0;
        } else if (field->number == 44) {
            model.unknownSurface = message.text(*field);
        } else if (field->number == 35) {
            model.hasByteFallback = message.integer(*field) != 0;
        } else if (field->number == 40) {
            model.unknownId = static_cast<std::int32_t>(message.integer(*field));
        } else if (field->number == 45) {
            model.unknownPiece = message.text(*field);
        } else if (field->number == 46) {
            model.beginPiece = message.text(*field);
        } else if (field->number == 47) {
            model.endPiece = message.text(*field);
        }
    }
}

void readNormalizer(Message message, SentencePieceModel& model)
{
    while (const std::optional<Field> field = message.next()) {
        if (field->number == 2 && field->wire == 2)
            model.charsmap = field->bytes;
        else if (field->number == 3)
            model.addsPrefix = message.integer(*field) != 0;
        else if (field->number == 4)
            model.removesSpaces = message.integer(*field) != 0;
        else if (field->number == 5)
            model.escapesSpaces = message.integer(*field) != 0;
    }
}

} // namespace

SentencePieceModel parseSentencePiece(std::string_view bytes, const std::string& file)
{
    SentencePieceModel model;
    std::unordered_set<std::string> seen;
    Message message(bytes, 0, file);
    while (const std::optional<Field> field = message.next()) {
        if (field->number == 1) {
            model.pieces.push_back(readPiece(message.message(*field)));
            if (!seen.insert(model.pieces.back().text).second)
                message.refuse(
                    field->at, CUTAWAY_TR("token occurs twice in the vocabulary"), {}, shownText(model.pieces.back().text, 60));
        } else if (field->number == 2) {
            readTrainer(message.message(*field), model);
        } else if (field->number == 3) {
            readNormalizer(message.message(*field), model);
        }
    }
    if (model.pieces.empty())
        throw Error({.file = file, .problem = CUTAWAY_TR("not a SentencePiece model"), .expected = "pieces", .found = "none"});
    if (model.unknownId < 0 || model.unknownId >= static_cast<std::int64_t>(model.pieces.size()))
        throw Error({.file = file,
            .where = "trainer_spec.unk_id",
            .problem = CUTAWAY_TR("token id is not in the vocabulary"),
            .expected = "0 to " + std::to_string(model.pieces.size() - 1),
            .found = std::to_string(model.unknownId)});
    return model;
}

SentencePieceModel readSentencePiece(const std::string& path) { return parseSentencePiece(readFetched(path, largestFile), path); }

} // namespace core
