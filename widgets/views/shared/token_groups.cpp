#include "widgets/views/shared/token_groups.h"

#include "core/text/characters.h"
#include "widgets/run/run_result.h"

#include <algorithm>

namespace widgets {

namespace {

/// ₁, ₂, …: which part of a character a token is.
QString subscript(int number)
{
    QString text;
    for (const QChar digit : QString::number(number))
        text += QChar(0x2080 + digit.digitValue());
    return text;
}

/// Whether the places are those of so many tokens.
bool areAll(const TokenGroups& groups, core::Index tokens)
{
    return !groups.ranges.empty() && tokens == groups.ranges.back().second + 1;
}

template <class Arithmetic>
Grid grouped(const Grid& grid, const TokenGroups& queries, const TokenGroups& keys, Arithmetic arithmetic)
{
    if ((!queries.areSummed && !keys.areSummed) || grid.isEmpty() || !areAll(queries, grid.rows) || !areAll(keys, grid.columns))
        return grid;
    return gridOf(arithmetic(viewOf(grid), std::span(queries.ranges), std::span(keys.ranges)));
}

} // namespace

int TokenGroups::placeOf(int token) const
{
    const auto found = std::find_if(ranges.begin(), ranges.end(),
        [&](const core::IndexRange& range) { return token >= range.first && token <= range.second; });
    return found == ranges.end() ? -1 : int(found - ranges.begin());
}

int TokenGroups::firstToken(int place) const
{
    return place >= 0 && place < count() ? int(ranges[std::size_t(place)].first) : -1;
}

bool hasSplitCharacters(const std::vector<std::string>& tokens) { return !core::splitCharacters(tokens).empty(); }

TokenGroups tokenGroups(const core::Trace& trace, bool sums) { return tokenGroups(streamTokens(trace), sums); }

TokenGroups tokenGroups(const std::vector<std::string>& tokens, bool sums)
{
    TokenGroups groups;
    std::size_t token = 0;
    const auto addTokens = [&](std::size_t end) {
        for (; token < end; ++token) {
            groups.ranges.emplace_back(token, token);
            groups.texts << QString::fromStdString(tokens[token]);
        }
    };
    for (const core::CharacterSpan& span : core::splitCharacters(tokens)) {
        addTokens(span.first);
        const QString text = QString::fromStdString(span.text);
        if (sums) {
            groups.ranges.emplace_back(span.first, span.last);
            groups.texts << text;
            groups.areSummed = true;
            token = span.last + 1;
        } else {
            groups.brackets.push_back({int(span.first), int(span.last), text});
            for (int part = 1; token <= span.last; ++token, ++part) {
                groups.ranges.emplace_back(token, token);
                groups.texts << withoutIsolates(visibleToken(text)) + subscript(part); // made visible where it is written
            }
        }
    }
    addTokens(tokens.size());
    return groups;
}

QString tokenWord(const std::vector<std::string>& tokens, int position)
{
    if (position < 0 || std::size_t(position) >= tokens.size())
        return {};
    auto first = tokens.begin() + position, last = first; // a whole token at both ends, or the end of the text
    while (first != tokens.begin() && core::mayHoldBytes(*first))
        --first;
    while (last + 1 != tokens.end() && core::mayHoldBytes(*last))
        ++last;
    return tokenGroups(std::vector<std::string>(first, last + 1), false).texts.value(position - int(first - tokens.begin()));
}

QString tokenWord(const core::Trace& trace, int position) { return tokenWord(streamTokens(trace), position); }

void labelColumns(GridAxisRect& rect, const core::Trace& trace)
{
    TokenGroups groups = tokenGroups(trace, false);
    rect.setColumnTokens(groups.texts);
    rect.setColumnBrackets(std::move(groups.brackets));
}

void labelRows(GridAxisRect& rect, const core::Trace& trace)
{
    TokenGroups groups = tokenGroups(trace, false);
    rect.setRowTokens(groups.texts);
    rect.setRowBrackets(std::move(groups.brackets));
}

TokenGroups inOrder(const TokenGroups& groups, const std::vector<core::Index>& order)
{
    TokenGroups moved;
    for (const core::Index place : order) {
        moved.ranges.push_back(groups.ranges[std::size_t(place)]);
        moved.texts << groups.texts.at(place);
    }
    const auto end = int(order.size());
    for (int first = 0; first < end; ++first)
        for (const AxisBracket& bracket : groups.brackets) {
            int part = 0;
            while (first + part < end && order[std::size_t(first + part)] == core::Index(bracket.first + part))
                ++part;
            if (part > bracket.last - bracket.first)
                moved.brackets.push_back({first, first + bracket.last - bracket.first, bracket.text});
        }
    return moved;
}

bool sumsBrackets(const FigureData& data) { return bracketsOption.is(data, "sum"); }

Grid groupedPattern(const Grid& pattern, const TokenGroups& queries, const TokenGroups& keys)
{
    return grouped(pattern, queries, keys, core::summedPattern);
}

Grid groupedMask(const Grid& scores, const TokenGroups& queries, const TokenGroups& keys)
{
    return grouped(scores, queries, keys, core::largestScores);
}

Grid gridOf(core::Matrix matrix)
{
    const auto owner = std::make_shared<const core::Matrix>(std::move(matrix));
    return {owner, owner->data(), owner->rows(), owner->cols(), owner->cols()};
}

core::ConstMatrixView viewOf(const Grid& grid)
{
    return {grid.data, grid.rows, grid.columns, Eigen::OuterStride<>(grid.rowStride)};
}

} // namespace widgets
