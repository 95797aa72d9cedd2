// The bytes of the characters of a word: what a tokenizer of bytes works on.

#include "widgets/figure/sentences.h"
#include "widgets/views/tokens/pages.h"
#include "widgets/views/tokens/span_rows.h"
#include "widgets/views/tokens/word_page.h"

#include <algorithm>
#include <set>

namespace widgets {

namespace {

constexpr std::size_t maxBits = 14; // bytes whose bits have room

using Characters = std::vector<core::CharacterBytes>;

Characters charactersOf(const TokenizedText& text) { return core::characterBytes(shownWord(text), text.record.isByteLevel); }

QString hex(unsigned value, int digits) { return QStringLiteral("%1").arg(value, digits, 16, QLatin1Char('0')).toUpper(); }

/// A byte and the character that it is of.
struct Byte
{
    const core::CharacterBytes* character;
    const core::CharacterByte* byte;
    bool isFirst; // of its character
};

std::vector<Byte> bytesOf(const Characters& characters)
{
    std::vector<Byte> all;
    for (const core::CharacterBytes& character : characters)
        for (const core::CharacterByte& byte : character.bytes)
            all.push_back({&character, &byte, &byte == &character.bytes.front()});
    return all;
}

/// A box for each byte.
template <class Text>
SpanLine byteLine(const QString& label, const std::vector<Byte>& bytes, SpanBox::Mark mark, Text text)
{
    SpanLine line{label};
    for (std::size_t i = 0; i < bytes.size(); ++i) {
        SpanBox box{double(i), double(i + 1), text(bytes[i]), {}, mark};
        box.strength = bytes[i].isFirst ? 0.55 : 0.15;
        box.value = bytes[i].byte->byte;
        line.boxes.push_back(std::move(box));
    }
    return line;
}

void addCharacters(std::vector<SpanLine>& lines, const Characters& characters)
{
    SpanLine texts{TokensWords::tr("character")}, codes{TokensWords::tr("code point")};
    double at = 0;
    for (const core::CharacterBytes& character : characters) {
        const double end = at + double(character.bytes.size());
        const QString text = shownSpaces(character.text);
        texts.boxes.push_back({at, end, character.text.empty() ? QStringLiteral("–") : text, {}, SpanBox::Strong});
        codes.boxes.push_back({at, end,
            character.text.empty() ? QStringLiteral("–") : QStringLiteral("U+") + hex(character.code, 4), {}, SpanBox::Muted});
        codes.boxes.back().value = double(character.code);
        at = end;
    }
    lines.push_back(std::move(texts));
    lines.push_back(std::move(codes));
}

SpanLine tokenLine(const TokenizedText& text, const std::vector<Byte>& bytes)
{
    const core::EncodedWord& word = shownWord(text);
    SpanLine line{TokensWords::tr("tokens")};
    for (std::size_t i = 0; i < bytes.size(); ++i) {
        const int token = bytes[i].byte->token;
        if (token < 0)
            continue;
        if (i > 0 && bytes[i - 1].byte->token == token) {
            line.boxes.back().end = double(i + 1);
            continue;
        }
        const core::TokenSpan& span = word.tokens[std::size_t(token)];
        line.boxes.push_back({double(i), double(i + 1), shownToken(text.texts[word.first + std::size_t(token)]),
            QStringLiteral("%1").arg(span.id), span.isUnknown ? SpanBox::Unknown : SpanBox::Strong});
        line.boxes.back().value = span.id;
    }
    return line;
}

std::vector<SpanLine> linesOf(const TokenizedText& text)
{
    const Characters characters = charactersOf(text);
    const std::vector<Byte> bytes = bytesOf(characters);
    std::vector<SpanLine> lines;
    addCharacters(lines, characters);
    lines.push_back(byteLine(
        TokensWords::tr("bytes (UTF-8)"), bytes, SpanBox::Plain, [](const Byte& one) { return hex(one.byte->byte, 2); }));
    if (bytes.size() <= maxBits)
        lines.push_back(byteLine(TokensWords::tr("bits"), bytes, SpanBox::Bare,
            [](const Byte& one) { return QStringLiteral("%1").arg(one.byte->byte, 8, 2, QLatin1Char('0')); }));
    if (text.record.isByteLevel)
        lines.push_back(byteLine(TokensWords::tr("byte-level letters"), bytes, SpanBox::Plain,
            [](const Byte& one) { return QString::fromStdString(one.byte->letter); }));
    lines.push_back(tokenLine(text, bytes));
    return lines;
}

void drawTokenBytes(const Drawing& drawing)
{
    const TokenizedText& text = *wordText(drawing.data);
    std::vector<SpanLine> lines = linesOf(text);
    QCPAxisRect* const rect = drawWordStrip(drawing, TokensWords::tr("%1 in bytes").arg(quotedWord(text)));
    auto* const shown = new SpanRows(rect, drawing.style);
    shown->setName(QLatin1String(linesName));
    shown->setLargest(1e6, 4);
    shown->setLines(std::move(lines), double(std::max<std::size_t>(1, bytesOf(charactersOf(text)).size())));
}

QString tokenBytesSubtitle(const FigureData&)
{
    return TokensWords::tr(
        "Character → code point → bytes in UTF-8 → tokens. A stronger box is the first byte of its character.");
}

QString tokenBytesCaption(const FigureData& data)
{
    const TokenizedText* const text = wordText(data);
    if (!text || text->record.words.empty())
        return {};
    const Characters characters = charactersOf(*text);
    std::size_t bytes = 0, most = 0;
    for (std::size_t i = 0; i < characters.size(); ++i) {
        bytes += characters[i].bytes.size();
        if (characters[i].bytes.size() > characters[most].bytes.size())
            most = i;
    }
    const core::EncodedWord& word = shownWord(*text);
    const QString counted = TokensWords::tr("%1: characters %2, bytes %3, tokens %4.")
                                .arg(quotedWord(*text))
                                .arg(qlonglong(characters.size()))
                                .arg(qlonglong(bytes))
                                .arg(qlonglong(word.tokens.size()));
    if (characters.empty() || characters[most].bytes.size() < 2)
        return joinedSentences({counted, TokensWords::tr("Each character here is one byte.")});
    std::set<int> tokens;
    for (const core::CharacterByte& byte : characters[most].bytes)
        tokens.insert(byte.token);
    return joinedSentences({counted,
        TokensWords::tr("“%1” takes %2 bytes and lies in %n token(s).", nullptr, int(tokens.size()))
            .arg(QString::fromStdString(characters[most].text))
            .arg(qlonglong(characters[most].bytes.size()))});
}

QString tokenBytesTable(const FigureData& data)
{
    const TokenizedText& text = *wordText(data);
    QString csv = QStringLiteral("character,code_point,byte,letter,token\n");
    const auto characters = charactersOf(text); // the bytes point into them
    for (const Byte& one : bytesOf(characters)) {
        const auto quoted = [](const std::string& cell) {
            return QLatin1Char('"') + QString::fromStdString(cell).replace(QLatin1Char('"'), QStringLiteral("\"\""))
                + QLatin1Char('"');
        };
        csv += QStringLiteral("%1,%2,%3,%4,%5\n")
                   .arg(
                       quoted(one.character->text), hex(one.character->code, 4), hex(one.byte->byte, 2), quoted(one.byte->letter))
                   .arg(one.byte->token);
    }
    return csv;
}

} // namespace

const FigurePage tokenBytesPage{.id = "bytes",
    .title = QT_TRANSLATE_NOOP("figures", "Which bytes are the characters?"),
    .draw = drawTokenBytes,
    .caption = tokenBytesCaption,
    .whyNot = whyNoWord,
    .subtitle = tokenBytesSubtitle,
    .table = tokenBytesTable,
    .needs = wordNeeds,
    .options = wordOptions,
    .minPanel = minPanelOf<220, 170>,
    .minRoom = {200, 130},
    .concepts = "C43"};

} // namespace widgets
