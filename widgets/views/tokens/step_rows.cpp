#include "widgets/views/tokens/step_rows.h"

#include "core/io/utf8.h"
#include "widgets/figure/sentences.h"
#include "widgets/plot/number_format.h"
#include "widgets/views/tokens/pages.h"
#include "widgets/views/tokens/word_page.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace widgets {

namespace {

constexpr std::size_t maxLanes = 60;

QString score(double value) { return formatFixed(value, 2); }

/// Bytes of a word as characters, and its parts as texts.
struct Word
{
    const TokenizedText& whole;
    const core::EncodedWord& word = shownWord(whole);

    double at(std::size_t byte) const { return characterAt(word.text, byte); }

    /// A byte that is a part of a character as its number.
    QString part(std::size_t begin, std::size_t end) const
    {
        return shownToken(core::shownBytes(writtenText(whole, word.text.substr(begin, end - begin))));
    }

    SpanBox box(std::size_t begin, std::size_t end, SpanBox::Mark mark) const
    {
        return {at(begin), at(end), part(begin, end), {}, mark};
    }
};

// BPE

std::vector<SpanBox> mergedBoxes(const Word& word, const core::MergeSteps& steps, int step)
{
    std::vector<SpanBox> boxes;
    for (const core::TokenSpan& piece : core::piecesAfter(steps, std::size_t(step))) {
        const bool isNew = step > 0 && steps.merges[std::size_t(step) - 1].begin == piece.begin
            && steps.merges[std::size_t(step) - 1].end == piece.end;
        boxes.push_back(word.box(piece.begin, piece.end,
            isNew                 ? SpanBox::Strong
                : piece.isUnknown ? SpanBox::Unknown
                                  : SpanBox::Plain));
        boxes.back().value = step;
    }
    return boxes;
}

StepRows mergeRows(const Word& word, const core::MergeSteps& steps, int step)
{
    StepRows rows;
    if (steps.isWhole) {
        rows.lines.push_back(
            {TokensWords::tr("the whole word is a token"), {}, {word.box(0, word.word.text.size(), SpanBox::Strong)}});
        return rows;
    }
    rows.lines.push_back({word.whole.record.isByteLevel ? TokensWords::tr("bytes") : TokensWords::tr("characters"), {}, mergedBoxes(word, steps, 0)});
    for (int i = 1; i <= step; ++i) {
        const core::MergeSteps::Merge& merge = steps.merges[std::size_t(i) - 1];
        rows.lines.push_back({TokensWords::tr("merge %1 by rule %2").arg(i).arg(formatCount(merge.rank)),
            QStringLiteral("%1 + %2").arg(word.part(merge.begin, merge.middle), word.part(merge.middle, merge.end)),
            mergedBoxes(word, steps, i)});
    }
    rows.current = step;
    return rows;
}

// WordPiece

StepRows matchRows(const Word& word, const core::MatchSteps& steps, int step)
{
    StepRows rows;
    if (steps.isTooLong) {
        rows.lines.push_back({TokensWords::tr("too long: unknown"), {}, {word.box(0, word.word.text.size(), SpanBox::Unknown)}});
        return rows;
    }
    std::vector<SpanBox> settled;
    for (int i = 0; i < step; ++i) {
        const core::MatchSteps::Place& place = steps.places[std::size_t(i)];
        const QString label = TokensWords::tr("from character %1").arg(int(word.at(place.begin)) + 1);
        if (place.found.empty()) {
            SpanLine line{label, TokensWords::tr("no token begins here"), settled};
            line.boxes.push_back(word.box(place.begin, word.word.text.size(), SpanBox::Unknown));
            rows.lines.push_back(std::move(line));
            break;
        }
        for (std::size_t found = 0; found < place.found.size(); ++found) {
            const core::TokenSpan& token = place.found[found];
            const bool isLongest = found + 1 == place.found.size();
            SpanLine line{found == 0 ? label : QString(), isLongest ? TokensWords::tr("the longest") : QString(), settled};
            line.boxes.push_back(word.box(token.begin, token.end, isLongest ? SpanBox::Strong : SpanBox::Plain));
            line.boxes.back().value = i;
            rows.lines.push_back(std::move(line));
        }
        settled.push_back(word.box(place.found.back().begin, place.found.back().end, SpanBox::Muted));
    }
    rows.current = int(rows.lines.size()) - 1;
    return rows;
}

// Unigram

/// Bytes of the first characters of a word.
std::size_t bytesOf(const std::string& word, int characters)
{
    std::size_t at = 0;
    for (int i = 0; i < characters && at < word.size(); ++i)
        at += std::max<std::size_t>(core::decodeChar(word, at).bytes, 1);
    return at;
}

/// The edges that end before this byte: what is known there.
core::LatticeSteps upTo(const core::LatticeSteps& steps, std::size_t end)
{
    core::LatticeSteps part;
    std::ranges::copy_if(steps.edges, std::back_inserter(part.edges), [&](const auto& edge) { return edge.end <= end; });
    return part;
}

SpanLine pathLine(const Word& word, const core::LatticeSteps& lattice, const core::LatticePath& path, bool isBest)
{
    SpanLine line{
        isBest ? TokensWords::tr("best way") : TokensWords::tr("second best"), TokensWords::tr("sum %1").arg(score(path.score))};
    for (const std::size_t e : path.edges) {
        const core::LatticeSteps::Edge& edge = lattice.edges[e];
        line.boxes.push_back(word.box(edge.begin, edge.end,
            edge.isUnknown ? SpanBox::Unknown
                : isBest   ? SpanBox::Strong
                           : SpanBox::Second));
        line.boxes.back().note = score(edge.score);
        line.boxes.back().value = edge.score;
    }
    return line;
}

StepRows latticeRows(const Word& word, const core::LatticeSteps& whole, int step)
{
    StepRows rows;
    if (whole.isCut) {
        rows.lines.push_back({TokensWords::tr("too many pieces to show")});
        return rows;
    }
    const std::size_t size = bytesOf(word.word.text, step);
    const core::LatticeSteps lattice = upTo(whole, size);
    const std::vector<core::LatticePath> paths = core::bestPaths(lattice, size, 2);
    for (std::size_t i = 0; i < paths.size(); ++i)
        rows.lines.push_back(pathLine(word, lattice, paths[i], i == 0));
    // The other pieces, in as few lines as they need, short ones first.
    std::vector<SpanLine> lanes;
    for (std::size_t e = 0; e < lattice.edges.size(); ++e) {
        const auto isIn = [&](const core::LatticePath& path) { return std::ranges::find(path.edges, e) != path.edges.end(); };
        if (std::ranges::any_of(paths, isIn))
            continue;
        const core::LatticeSteps::Edge& edge = lattice.edges[e];
        SpanBox box = word.box(edge.begin, edge.end, edge.isUnknown ? SpanBox::Unknown : SpanBox::Plain);
        box.note = score(edge.score);
        box.value = edge.score;
        const auto lane
            = std::ranges::find_if(lanes, [&](const SpanLine& line) { return line.boxes.back().end <= box.begin + 1e-9; });
        if (lane != lanes.end())
            lane->boxes.push_back(std::move(box));
        else if (lanes.size() < maxLanes)
            lanes.push_back({lanes.empty() ? TokensWords::tr("other pieces") : QString(), {}, {std::move(box)}});
    }
    std::ranges::move(lanes, std::back_inserter(rows.lines));
    return rows;
}

/// Every piece costs the same.
bool areEqual(const core::LatticeSteps& lattice)
{
    const auto known = [](const core::LatticeSteps::Edge& edge) { return !edge.isUnknown; };
    const auto first = std::ranges::find_if(lattice.edges, known);
    return first != lattice.edges.end()
        && std::ranges::all_of(lattice.edges, [&](const auto& edge) { return edge.isUnknown || edge.score == first->score; });
}

QString latticeSentence(const TokenizedText& text, const core::LatticeSteps& lattice)
{
    const core::EncodedWord& word = shownWord(text);
    const double ways = core::pathCount(lattice, word.text.size());
    const std::vector<core::LatticePath> paths = core::bestPaths(lattice, word.text.size(), 2);
    const QString quoted = quotedWord(text);
    if (paths.empty())
        return {};
    if (paths.size() < 2)
        return TokensWords::tr("%1 can be written in one way only: %2.").arg(quoted, score(paths[0].score));
    const double gap = paths[0].score - paths[1].score;
    const QString found = TokensWords::tr("%1 can be written as tokens in %2 ways; the best sum of scores is %3, the next %4.")
                              .arg(quoted, ways < 1e9 ? formatCount(std::int64_t(ways)) : formatNumber(ways),
                                  score(paths[0].score), score(paths[1].score));
    const QString why = areEqual(lattice) ? TokensWords::tr("Here every token costs the same, so that the fewest tokens win.")
        : gap < 1e-9
        ? TokensWords::tr("Of equal sums the first stays.")
        : TokensWords::tr("Scores are log-probabilities: the next way is %1 times less likely.").arg(formatNumber(std::exp(gap)));
    return joinedSentences({found, why});
}

QString mergeSentence(const TokenizedText& text, const core::MergeSteps& steps, int step)
{
    if (steps.isWhole)
        return TokensWords::tr("%1 stands whole in the vocabulary, and this tokenizer then merges nothing.")
            .arg(quotedWord(text));
    const Word shown{text};
    const QString all = (text.record.isByteLevel ? TokensWords::tr("%1 begins as %2 bytes and becomes %3 tokens in %4 merges.")
                                                 : TokensWords::tr("%1 begins as %2 characters and becomes %3 tokens in %4 merges."))
                            .arg(quotedWord(text))
                            .arg(qlonglong(steps.characters.size()))
                            .arg(qlonglong(shown.word.tokens.size()))
                            .arg(qlonglong(steps.merges.size()));
    if (step == 0)
        return joinedSentences(
            {all, TokensWords::tr("Next is the pair of neighbours that training merged first: that of the earliest rule.")});
    const core::MergeSteps::Merge& merge = steps.merges[std::size_t(step) - 1];
    return joinedSentences({all,
        TokensWords::tr("Of all neighbours “%1” and “%2” had the earliest rule, %3.")
            .arg(shown.part(merge.begin, merge.middle), shown.part(merge.middle, merge.end), formatCount(merge.rank))});
}

QString matchSentence(const TokenizedText& text, const core::MatchSteps& steps)
{
    const core::EncodedWord& word = shownWord(text);
    const QString quoted = quotedWord(text);
    if (steps.isTooLong)
        return TokensWords::tr("%1 has more characters than this tokenizer takes: all of it is unknown.").arg(quoted);
    if (steps.places.back().found.empty())
        return TokensWords::tr(
            "At character %1 of %2 no token begins: the whole word becomes the unknown token, and its text is lost.")
            .arg(int(characterAt(word.text, steps.places.back().begin)) + 1)
            .arg(quoted);
    std::size_t tried = 0;
    for (const core::MatchSteps::Place& place : steps.places)
        tried += place.found.size();
    return TokensWords::tr("%1 becomes %2 tokens: at each place the longest of the tokens that begin there, %3 in all.")
        .arg(quoted)
        .arg(qlonglong(word.tokens.size()))
        .arg(qlonglong(tried));
}

} // namespace

int stepCount(const TokenizedText& text)
{
    const core::WordSteps& steps = text.record.steps;
    if (const auto* const merges = std::get_if<core::MergeSteps>(&steps))
        return int(merges->merges.size());
    if (const auto* const matches = std::get_if<core::MatchSteps>(&steps))
        return int(matches->places.size());
    if (const auto* const lattice = std::get_if<core::LatticeSteps>(&steps))
        return lattice->isCut ? 0 : int(std::lround(characterAt(shownWord(text).text, shownWord(text).text.size())));
    return 0;
}

int shownStep(const FigureData& data, const TokenizedText& text)
{
    const int all = stepCount(text);
    return std::clamp(tokenStepOption.in(data, all), 0, all);
}

StepRows stepRows(const TokenizedText& text, int step)
{
    const Word word{text};
    const core::WordSteps& steps = text.record.steps;
    if (const auto* const merges = std::get_if<core::MergeSteps>(&steps))
        return mergeRows(word, *merges, step);
    if (const auto* const matches = std::get_if<core::MatchSteps>(&steps))
        return matchRows(word, *matches, step);
    if (const auto* const lattice = std::get_if<core::LatticeSteps>(&steps))
        return latticeRows(word, *lattice, step);
    const auto* const lookup = std::get_if<core::LookupSteps>(&steps);
    const bool isUnknown = lookup && !lookup->isKnown;
    StepRows rows;
    rows.lines.push_back({lookup ? TokensWords::tr("word") : TokensWords::tr("token"), {},
        {word.box(0, word.word.text.size(), isUnknown ? SpanBox::Unknown : SpanBox::Strong)}});
    return rows;
}

QString stepHeading(const TokenizedText& text, int step)
{
    const QString quoted = quotedWord(text);
    const core::WordSteps& steps = text.record.steps;
    const int all = stepCount(text);
    if (std::holds_alternative<core::MergeSteps>(steps))
        return TokensWords::tr("BPE, %1: after %2 of %3 merges").arg(quoted).arg(step).arg(all);
    if (std::holds_alternative<core::MatchSteps>(steps))
        return TokensWords::tr("WordPiece, %1: the longest token at each place").arg(quoted);
    if (std::holds_alternative<core::LatticeSteps>(steps))
        return step < all ? TokensWords::tr("Unigram, %1: the best way to character %2 of %3").arg(quoted).arg(step).arg(all)
                          : TokensWords::tr("Unigram, %1: the tokens it can be written with").arg(quoted);
    return quoted;
}

QString stepSentence(const TokenizedText& text, int step)
{
    const core::EncodedWord& word = shownWord(text);
    const core::WordSteps& steps = text.record.steps;
    if (const auto* const merges = std::get_if<core::MergeSteps>(&steps))
        return mergeSentence(text, *merges, step);
    if (const auto* const matches = std::get_if<core::MatchSteps>(&steps))
        return matchSentence(text, *matches);
    if (const auto* const lattice = std::get_if<core::LatticeSteps>(&steps))
        return latticeSentence(text, *lattice);
    if (const auto* const lookup = std::get_if<core::LookupSteps>(&steps))
        return lookup->isKnown
            ? TokensWords::tr("%1 is a token of the vocabulary of words.").arg(quotedWord(text))
            : TokensWords::tr("%1 is not in the vocabulary of words: it becomes the unknown token.").arg(quotedWord(text));
    return word.isAdded
        ? TokensWords::tr("%1 is an added token: it is found as a whole, and no model cuts it.").arg(quotedWord(text))
        : TokensWords::tr("This kind of tokenizer does not note its steps: a box is a token.");
}

} // namespace widgets
