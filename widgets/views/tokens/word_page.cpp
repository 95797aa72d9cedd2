#include "widgets/views/tokens/word_page.h"

#include "core/io/utf8.h"
#include "core/text/byte_level.h"
#include "widgets/figure/sides.h"
#include "widgets/plot/panel_layout.h"
#include "widgets/plot/plot.h"
#include "widgets/views/shared/figure_room.h"
#include "widgets/views/tokens/pages.h"
#include "widgets/views/tokens/piece_flow.h"

#include <QRegularExpression>

#include <algorithm>

namespace widgets {

std::string wordTokenizer(const FigureData& data) { return tokenizerOption.in(data).toStdString(); }

const TokenizedText* wordText(const FigureData& data) { return textUnder(data, wordTokenizer(data)); }

const core::EncodedWord& shownWord(const TokenizedText& text)
{
    static const core::EncodedWord none;
    return text.record.words.empty() ? none : text.record.words[std::min(text.record.wanted, text.record.words.size() - 1)];
}

QString shownSpaces(const std::string& text)
{
    return QString::fromStdString(text).replace(QLatin1Char(' '), QChar(0x2423)).replace(QLatin1Char('\n'), QChar(0x21B5));
}

QString shownToken(const std::string& text)
{
    static const QRegularExpression byte(QStringLiteral("<0x([0-9A-F]{2})>"));
    return shownSpaces(text).replace(byte, QStringLiteral("\\1 ")).trimmed();
}

std::string writtenText(const TokenizedText& text, const std::string& part)
{
    return text.record.isByteLevel ? core::fromByteAlphabet(part).value_or(part) : part;
}

QString quotedWord(const TokenizedText& text)
{
    return TokensWords::tr("“%1”").arg(shownSpaces(core::shownBytes(writtenText(text, shownWord(text).text))));
}

Needs wordNeeds(const FigureData& data)
{
    if (!hasText(shownRun(data)))
        return {};
    Needs needs{tokenizerListNeed()};
    needs.front().isPart = true; // of the menu only
    for (const RunPtr& run : drawnRuns(data))
        if (hasText(run))
            for (Need& need : textNeeds(data, run, wordTokenizer(data)))
                needs.push_back(std::move(need));
    return needs;
}

QString whyNoWord(const FigureData& data)
{
    const QString reason = whyNoText(data);
    if (!reason.isEmpty())
        return reason;
    const QString refused = whyRefused(data, wordTokenizer(data));
    return refused.isEmpty()
        ? QString()
        : TokensWords::tr("%1 cannot be used: %2. Choose another tokenizer.").arg(tokenizerLabel(wordTokenizer(data)), refused);
}

/// Without the space before a word; one alone is to be seen.
static QString pieceText(const std::string& text)
{
    const QString trimmed = QString::fromStdString(text).trimmed();
    return trimmed.isEmpty() ? shownSpaces(text) : shownToken(trimmed.toStdString());
}

QCPAxisRect* drawWordStrip(const Drawing& drawing, const QString& heading)
{
    const auto& [plot, data, style] = drawing;
    const TokenizedText& text = *wordText(data);
    std::vector<FlowWord> words;
    for (const core::EncodedWord& word : text.record.words) {
        FlowWord shown{{}, word.isAdded};
        for (std::size_t i = 0; i < word.tokens.size(); ++i)
            shown.pieces << pieceText(text.texts[word.first + i]);
        words.push_back(std::move(shown));
    }
    const int lines = roomOf(style).height() > 330 ? 3 : roomOf(style).height() > 200 ? 2 : 1;
    QCPAxisRect* const strip = plot.addAxisRect(0, 0, style);
    auto* const flow = new PieceFlow(strip, style);
    flow->setName(QLatin1String(wordsName));
    flow->setWords(std::move(words), int(text.record.wanted));
    QCPLayoutGrid* const page = plot.panel();
    plot.addPanelTitle(1, 0, heading, style);
    QCPAxisRect* const rect = plot.addAxisRect(2, 0, style);
    const int high
        = int(flow->linesNeeded(lines, roomOf(style).width() * typeScale(style)) * PieceFlow::heightOf(1, style, &plot));
    strip->setMinimumSize(40, high);
    strip->setMaximumSize(QWIDGETSIZE_MAX, high);
    page->setRowStretchFactor(0, 0.001);
    page->setRowStretchFactor(1, 0.001);
    page->setRowSpacing(space::s);
    return rect;
}

double characterAt(const std::string& word, std::size_t at)
{
    double characters = 0;
    for (std::size_t i = 0; i < word.size() && i < at;) {
        const std::size_t size = std::max<std::size_t>(core::decodeChar(word, i).bytes, 1);
        characters += i + size <= at ? 1 : double(at - i) / double(size);
        i += size;
    }
    return characters;
}

FigureOptions wordOptions(const FigureData&) { return {tokenizerOption, tokenOption}; }

} // namespace widgets
