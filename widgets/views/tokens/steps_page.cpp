// How one word becomes tokens, step by step.

#include "widgets/plot/number_format.h"
#include "widgets/views/tokens/pages.h"
#include "widgets/views/tokens/step_rows.h"
#include "widgets/views/tokens/word_page.h"

namespace widgets {

namespace {

void drawTokenSteps(const Drawing& drawing)
{
    const TokenizedText& text = *wordText(drawing.data);
    const int step = shownStep(drawing.data, text);
    QCPAxisRect* const rect = drawWordStrip(drawing, stepHeading(text, step));
    StepRows rows = stepRows(text, step);
    const std::string& word = shownWord(text).text;
    auto* const shown = new SpanRows(rect, drawing.style);
    shown->setName(QLatin1String(linesName));
    shown->setLargest(1e6, 4);
    shown->setLines(std::move(rows.lines), characterAt(word, word.size()), rows.current);
}

QString tokenStepsSubtitle(const FigureData& data)
{
    const TokenizedText* const text = wordText(data);
    if (!text)
        return {};
    const QString name
        = wordTokenizer(data).empty() ? TokensWords::tr("the model's tokenizer") : tokenizerLabel(wordTokenizer(data));
    return TokensWords::tr("Words of the text as %1 cuts them, %2 tokens; the selected one step by step below.")
        .arg(name)
        .arg(qlonglong(text->record.ids.size()));
}

QString tokenStepsCaption(const FigureData& data)
{
    const TokenizedText* const text = wordText(data);
    return text ? stepSentence(*text, shownStep(data, *text)) : QString();
}

/// Every box of every step.
QString tokenStepsTable(const FigureData& data)
{
    const TokenizedText& text = *wordText(data);
    QString csv = QStringLiteral("line,label,begin,end,piece,value\n");
    const auto quoted = [](QString cell) {
        return QLatin1Char('"') + cell.replace(QLatin1Char('"'), QStringLiteral("\"\"")) + QLatin1Char('"');
    };
    int number = 0;
    for (const SpanLine& line : stepRows(text, shownStep(data, text)).lines) {
        for (const SpanBox& box : line.boxes)
            csv += QStringLiteral("%1,%2,%3,%4,%5,%6\n")
                       .arg(number)
                       .arg(quoted(line.label), exactText(float(box.begin)), exactText(float(box.end)), quoted(box.text),
                           exactText(float(box.value)));
        ++number;
    }
    return csv;
}

FigureOptions options(const FigureData& data)
{
    FigureOptions all = wordOptions(data);
    all.push_back(wordOption);
    all.push_back(tokenStepOption);
    return all;
}

} // namespace

const FigurePage tokenStepsPage{.id = "steps",
    .title = QT_TRANSLATE_NOOP("figures", "How does the text become tokens?"),
    .draw = drawTokenSteps,
    .caption = tokenStepsCaption,
    .whyNot = whyNoWord,
    .subtitle = tokenStepsSubtitle,
    .table = tokenStepsTable,
    .needs = wordNeeds,
    .options = options,
    .minPanel = minPanelOf<220, 130>,
    .minRoom = {200, 90},
    .concepts = "C43"};

} // namespace widgets
