// The same text under several tokenizers: a line each, over the same characters.

#include "core/io/utf8.h"
#include "widgets/figure/sentences.h"
#include "widgets/figure/sides.h"
#include "widgets/plot/number_format.h"
#include "widgets/plot/plot.h"
#include "widgets/views/shared/figure_room.h"
#include "widgets/views/tokens/pages.h"
#include "widgets/views/tokens/span_rows.h"
#include "widgets/views/tokens/tokenized_texts.h"
#include "widgets/views/tokens/word_page.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace widgets {

namespace {

constexpr double besideText = 250;      // px of ordinary type: names and counts
constexpr double narrowestCharacter = 9;
constexpr double longPiece = 7;         // characters: the strongest colour

/// A line of the page; the first is the model's own.
struct Row
{
    ShownTokenizer tokenizer;
    bool isOwn = false;
};

std::vector<Row> rowsOf(const FigureData& data)
{
    const core::Model& model = *shownRun(data)->setup->model;
    std::vector<Row> rows{{{{}, QString::fromStdString(model.name)}, true}};
    for (ShownTokenizer& one : shownTokenizers(data))
        if (one.id != model.name)
            rows.push_back({std::move(one), false});
    return rows;
}

/// Of the whole text, whatever word is selected.
FigureData ofText(FigureData data)
{
    data.selection.query = -1;
    data.options.remove(tokenOption.name());
    return data;
}

Needs tokenSideNeeds(const FigureData& given)
{
    const FigureData data = ofText(given);
    if (!hasText(shownRun(data)))
        return {};
    Needs all{tokenizerListNeed()};
    for (const RunPtr& run : drawnRuns(data)) {
        const FigureData side = ofSide(data, run == data.b ? Side::B : Side::A);
        for (const Row& row : hasText(run) ? rowsOf(side) : std::vector<Row>())
            for (Need& need : textNeeds(side, run, row.tokenizer.id)) {
                need.isPart = !row.isOwn; // a file without a tokenizer leaves the others as they are
                all.push_back(std::move(need));
            }
    }
    return all;
}

std::vector<QString> charactersOf(const std::string& text)
{
    std::vector<QString> characters;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t size = std::max<std::size_t>(core::decodeChar(text, at).bytes, 1);
        characters.push_back(QString::fromStdString(text.substr(at, size)));
        at += size;
    }
    return characters;
}

/// A token over the text; none of those that are over nothing in it, or lie behind what is shown.
std::vector<SpanBox> boxesOf(const TokenizedText& text, const std::vector<QString>& characters, double shown)
{
    const auto isWhole = [](double place) { return std::abs(place - std::round(place)) < 1e-9; };
    std::vector<SpanBox> boxes;
    for (std::size_t i = 0; i < text.placed.size(); ++i) {
        const core::PlacedToken& token = text.placed[i];
        if (token.end <= token.begin || token.end > shown + 1e-9)
            continue;
        QString written;
        if (isWhole(token.begin) && isWhole(token.end))
            for (auto at = std::size_t(std::lround(token.begin)); at < std::size_t(std::lround(token.end)); ++at)
                written += characters[at];
        else
            written = shownToken(text.texts[i]); // of bytes
        const QString trimmed = written.trimmed();
        SpanBox box{token.begin, token.end, trimmed.isEmpty() ? shownSpaces(written.toStdString()) : trimmed};
        box.mark = token.isUnknown ? SpanBox::Unknown : SpanBox::Plain;
        box.strength = std::min(1.0, (token.end - token.begin) / longPiece);
        box.value = token.id;
        boxes.push_back(std::move(box));
    }
    return boxes;
}

std::size_t unknownIn(const TokenizedText& text)
{
    return std::size_t(std::ranges::count_if(text.placed, &core::PlacedToken::isUnknown));
}

/// Those that lose nothing of the text.
bool losesNothing(const TokenizedText* text) { return text && unknownIn(*text) == 0; }

std::size_t fewestTokens(const FigureData& data)
{
    std::size_t fewest = std::numeric_limits<std::size_t>::max();
    for (const Row& row : rowsOf(data))
        if (const TokenizedText* const text = textUnder(data, row.tokenizer.id); losesNothing(text))
            fewest = std::min(fewest, text->placed.size());
    return fewest;
}

QString countOf(const TokenizedText& text)
{
    const auto count = qlonglong(text.placed.size());
    const auto unknown = qlonglong(unknownIn(text));
    const auto unwritten = qlonglong(
        std::ranges::count_if(text.placed, [](const core::PlacedToken& token) { return token.end <= token.begin; }));
    return unknown > 0  ? TokensWords::tr("%1 (%2 unknown)").arg(count).arg(unknown)
        : unwritten > 0 ? TokensWords::tr("%1 (%2 of no character)").arg(count).arg(unwritten)
                        : QString::number(count);
}

void drawTokenSide(const Drawing& drawing)
{
    const auto& [plot, given, style] = drawing;
    const FigureData data = ofText(given);
    const TokenizedText* const own = textUnder(data, {});
    const std::vector<QString> characters = charactersOf(own->text);
    const double room = std::max(100.0, roomOf(style).width() - besideText);
    const auto shown = std::min(characters.size(), std::size_t(room / narrowestCharacter));
    std::vector<SpanLine> lines{{TokensWords::tr("text, %1 characters").arg(qlonglong(characters.size()))}};
    for (std::size_t i = 0; i < shown; ++i)
        lines[0].boxes.push_back({double(i), double(i + 1), characters[i], {}, SpanBox::Bare});
    const std::size_t fewest = fewestTokens(data);
    lines[0].end = shown < characters.size() ? QStringLiteral("…") : TokensWords::tr("tokens");
    for (const Row& row : rowsOf(data)) {
        SpanLine line{row.tokenizer.label};
        line.isMarked = row.isOwn;
        if (const TokenizedText* const text = textUnder(data, row.tokenizer.id)) {
            line.boxes = boxesOf(*text, characters, double(shown));
            line.end = countOf(*text);
            line.isKept = losesNothing(text) && text->placed.size() == fewest; // which the sentence names
        } else {
            line.boxes.push_back({0, double(shown), whyRefused(data, row.tokenizer.id), {}, SpanBox::Bare});
            line.end = line.boxes.back().text.isEmpty() ? QStringLiteral("…") : QStringLiteral("–");
        }
        lines.push_back(std::move(line));
    }
    auto* const rows = new SpanRows(plot.addAxisRect(0, 0, style), style);
    rows->setName(QLatin1String(linesName));
    rows->setLargest(1e6, 2.2);
    rows->setLines(std::move(lines), double(std::max<std::size_t>(1, shown)));
}

QString tokenSideSubtitle(const FigureData&)
{
    return TokensWords::tr("A box is a token over its characters; the longer, the stronger. Dashed: unknown, the text is lost.");
}

QString tokenSideCaption(const FigureData& given)
{
    const FigureData data = ofText(given);
    QStringList fewest, most;
    std::size_t low = std::numeric_limits<std::size_t>::max(), high = 0;
    for (const Row& row : rowsOf(data)) {
        const TokenizedText* const text = textUnder(data, row.tokenizer.id);
        if (!losesNothing(text))
            continue;
        const std::size_t count = text->placed.size();
        if (count < low)
            fewest.clear();
        if (count > high)
            most.clear();
        low = std::min(low, count);
        high = std::max(high, count);
        if (count == low)
            fewest << row.tokenizer.label;
        if (count == high)
            most << row.tokenizer.label;
    }
    if (fewest.isEmpty())
        return TokensWords::tr("Each of these tokenizers loses a part of this text.");
    if (low == high)
        return TokensWords::tr("All that lose nothing need as many tokens: %1.").arg(qlonglong(low));
    return TokensWords::tr("Fewest tokens of those that lose nothing: %1 with %2; most: %3 with %4.")
        .arg(fewest.join(TokensWords::tr(" and ")))
        .arg(qlonglong(low))
        .arg(most.join(TokensWords::tr(" and ")))
        .arg(qlonglong(high));
}

QString tokenSideTable(const FigureData& given)
{
    const FigureData data = ofText(given);
    QString csv = QStringLiteral("tokenizer,vocabulary,tokens,unknown\n");
    for (const Row& row : rowsOf(data))
        if (const TokenizedText* const text = textUnder(data, row.tokenizer.id))
            csv += QStringLiteral("\"%1\",%2,%3,%4\n")
                       .arg(row.tokenizer.label)
                       .arg(qlonglong(text->vocabulary))
                       .arg(qlonglong(text->placed.size()))
                       .arg(qlonglong(unknownIn(*text)));
    return csv;
}

FigureOptions options(const FigureData&) { return {alsoOption}; }

} // namespace

const FigurePage tokenSidePage{.id = "side",
    .title = QT_TRANSLATE_NOOP("figures", "How do several tokenizers cut the same text?"),
    .draw = drawTokenSide,
    .caption = tokenSideCaption,
    .whyNot = whyNoText,
    .subtitle = tokenSideSubtitle,
    .table = tokenSideTable,
    .needs = tokenSideNeeds,
    .options = options,
    .minPanel = minPanelOf<300, 150>,
    .minRoom = {240, 110},
    .concepts = "C43"};

} // namespace widgets
