// The page of tokens: what is drawn is what the tokenizers noted, a word can be clicked, a file that is none is a sentence.

#include "widgets/views/tokens/view.h"

#include "core/files/library/tokenizer_files.h"
#include "core/run/cost.h"
#include "tests/core/support/temporary_files.h"
#include "tests/widgets/support/answered_view.h"
#include "tests/widgets/support/quiet.h"
#include "tests/widgets/support/tiny_run.h"
#include "widgets/figure/compose.h"
#include "widgets/plot/number_format.h"
#include "widgets/plot/plot.h"
#include "widgets/run/selection_model.h"
#include "widgets/views/atlas/model_points.h"
#include "widgets/views/tokens/figure.h"
#include "widgets/views/tokens/pages.h"
#include "widgets/views/tokens/piece_flow.h"
#include "widgets/views/tokens/span_rows.h"
#include "widgets/views/tokens/step_rows.h"
#include "widgets/views/tokens/word_page.h"

#include <QTest>

#include <cmath>
#include <memory>

using namespace widgets;

namespace {

const char* const text = "The cat sat on the mat";

FigureData dataOf(const QVariantMap& options, int query = -1, const RunPtr& run = support::tinyRun(text))
{
    Selection selection;
    selection.query = query;
    return support::fulfilled(tokensFigure, {run, nullptr, selection, options});
}

std::unique_ptr<Plot> drawn(const FigureData& data, QSizeF size = {1100, 560})
{
    auto plot = std::make_unique<Plot>();
    plot->resize(size.toSize());
    plot->setViewport(QRect(QPoint(), size.toSize()));
    composeFigure(*plot, tokensFigure, data, screenStyle(size));
    plot->replot();
    return plot;
}

const SpanRows& rowsOf(const Plot& plot)
{
    const auto* const rows = qobject_cast<const SpanRows*>(plot.cellMap(QLatin1String(linesName)));
    if (!rows)
        qFatal("no lines are drawn");
    return *rows;
}

QStringList piecesOf(const SpanLine& line)
{
    QStringList pieces;
    for (const SpanBox& box : line.boxes)
        pieces << box.text;
    return pieces;
}

} // namespace

class TestTokens : public QObject
{
    Q_OBJECT
private slots:
    void initTestCase() { speak(QStringLiteral("en")); }

    void theLastMergeLeavesTheTokensOfTheTokenizer()
    {
        const auto tokenizer = core::openTokenizer("bpe-1000");
        const std::vector<core::TokenId> ids = tokenizer->encode(text);
        for (int token = 0; token < int(ids.size()); ++token) {
            const FigureData data = dataOf({{"tokenizer", "bpe-1000"}, {"token", token}});
            const auto plot = drawn(data);
            const TokenizedText& shown = *wordText(data);
            const core::EncodedWord& word = shownWord(shown);
            QVERIFY(token >= int(word.first) && token < int(word.first + word.tokens.size()));
            QCOMPARE(rowsOf(*plot).lines().back().boxes.size(), word.tokens.size());
            QVERIFY(shown.record.ids == ids);
            const auto* const flow = qobject_cast<const PieceFlow*>(plot->cellMap(QLatin1String(wordsName)));
            std::size_t pieces = 0;
            for (const FlowWord& one : flow->words())
                pieces += std::size_t(one.pieces.size());
            QCOMPARE(pieces, ids.size());
        }
    }

    void aStepShowsSoManyMerges()
    {
        const FigureData whole = dataOf({{"tokenizer", "bpe-1000"}, {"token", 0}});
        const int merges = int(std::get<core::MergeSteps>(wordText(whole)->record.steps).merges.size());
        QVERIFY(merges >= 2); // T, h, e
        for (int step = 0; step <= merges; ++step) {
            const auto plot = drawn(dataOf({{"tokenizer", "bpe-1000"}, {"token", 0}, {"step", step}}));
            QCOMPARE(int(rowsOf(*plot).lines().size()), step + 1);
            QCOMPARE(int(rowsOf(*plot).lines().back().boxes.size()), 3 - step);
        }
    }

    void theBestWayIsThatOfTheModel()
    {
        const FigureData data = dataOf({{"tokenizer", "unigram-1000"}, {"token", 2}});
        const auto plot = drawn(data);
        const core::EncodedWord& word = shownWord(*wordText(data));
        const SpanLine& best = rowsOf(*plot).lines().front();
        QCOMPARE(best.boxes.size(), word.tokens.size());
        double sum = 0;
        for (const SpanBox& box : best.boxes)
            sum += box.value;
        QVERIFY(best.end.contains(QString::number(std::abs(sum), 'f', 2)));
        double second = 0;
        for (const SpanBox& box : rowsOf(*plot).lines()[1].boxes)
            second += box.value;
        QVERIFY(second <= sum);
    }

    void theLongestMatchIsTaken()
    {
        const FigureData data = dataOf({{"tokenizer", "wordpiece-300"}, {"token", 1}});
        const auto plot = drawn(data);
        const core::EncodedWord& word = shownWord(*wordText(data));
        std::size_t strong = 0;
        for (const SpanLine& line : rowsOf(*plot).lines())
            strong += std::size_t(std::ranges::count(line.boxes, SpanBox::Strong, &SpanBox::mark));
        QCOMPARE(strong, word.tokens.size());
    }

    void theSelectedTokenNamesTheWordUnderAnyTokenizer()
    {
        const RunPtr run = support::tinyRun(text);
        const auto own = run->setup->model->tokenizer;
        for (int query = 0; query < int(run->trace->ids.size()); ++query)
            for (const char* const id : {"", "bpe-4000", "wordpiece-4000", "unigram-4000"}) {
                const FigureData data = dataOf({{"tokenizer", id}}, query, run);
                const TokenizedText& shown = *wordText(data);
                const core::PlacedToken& there = shown.placed[shownWord(shown).first];
                const std::string token = own->tokenText(run->trace->ids[std::size_t(query)]);
                const auto letters = QString::fromStdString(token).trimmed();
                const auto place = QString::fromStdString(shown.text).mid(int(there.begin)).trimmed();
                QVERIFY2(place.startsWith(letters) || letters.isEmpty(), qPrintable(place + QLatin1String(" at ") + letters));
            }
    }

    void bytesAreThoseOfUtf8()
    {
        const FigureData data = dataOf({{"show", "bytes"}, {"tokenizer", "bpe-300"}, {"token", 0}}, -1, support::tinyRun("猫在"));
        const auto plot = drawn(data);
        const std::vector<SpanLine>& lines = rowsOf(*plot).lines();
        QCOMPARE(piecesOf(lines[0]), (QStringList{"猫", "在"}));
        QCOMPARE(piecesOf(lines[1]), (QStringList{"U+732B", "U+5728"}));
        QCOMPARE(piecesOf(lines[2]), (QStringList{"E7", "8C", "AB", "E5", "9C", "A8"}));
        QCOMPARE(piecesOf(lines[3]).front(), QStringLiteral("11100111"));
        QCOMPARE(lines[4].boxes.size(), std::size_t(6)); // letters
    }

    void everyTokenizerHasALine()
    {
        const FigureData data = dataOf({{"show", "side"}});
        const auto plot = drawn(data);
        const std::vector<SpanLine>& lines = rowsOf(*plot).lines();
        QCOMPARE(lines.size(), core::listTokenizers().size() + 1); // the text; the run's own is one of them
        std::size_t next = 2;
        for (const core::TokenizerListing& one : core::listTokenizers()) {
            if (one.id == "untrained")
                continue;
            const std::size_t count = core::openTokenizer(one.id)->encode(text).size();
            QVERIFY2(lines[next].end.startsWith(QString::number(count)), qPrintable(lines[next].label));
            ++next;
        }
    }

    void theLinesWithTheFewestTokensAreInSight()
    {
        const FigureData data = dataOf({{"show", "side"}});
        for (const double height : {160.0, 220.0, 300.0, 600.0}) {
            const auto plot = drawn(data, {900, height});
            const SpanRows& rows = rowsOf(*plot);
            const std::vector<int> shown = rows.shownLines();
            std::size_t kept = 0;
            for (std::size_t line = 0; line < rows.lines().size(); ++line)
                if (rows.lines()[line].isKept) {
                    QVERIFY2(std::ranges::find(shown, int(line)) != shown.end() || shown.size() < 4,
                        qPrintable(QStringLiteral("%1 in %2 px").arg(rows.lines()[line].label).arg(height)));
                    QVERIFY(tokensFigure.caption(data).contains(rows.lines()[line].label));
                    ++kept;
                }
            QVERIFY(kept > 0);
        }
    }

    /// Of many tokenizers with long names.
    void aLineWithoutRoomTakesNoWidth()
    {
        const auto rightOf = [](const QString& lastName, const QString& lastEnd) {
            Plot plot;
            plot.resize(400, 120);
            plot.setViewport(QRect(0, 0, 400, 120));
            QCPAxisRect* const rect = plot.addAxisRect(0, 0, screenStyle({400, 120}));
            auto* const rows = new SpanRows(rect, screenStyle({400, 120}));
            std::vector<SpanLine> lines(40, {QStringLiteral("main"), QStringLiteral("3"), {{0, 10, QStringLiteral("cat")}}});
            lines.back().label = lastName;
            lines.back().end = lastEnd;
            rows->setLines(std::move(lines), 10);
            plot.replot();
            double right = 0;
            for (double x = 0; x < 400; x += 0.5)
                if (!rows->cellAt({x, rect->top() + 5.0}).isNone())
                    right = x;
            return right;
        };
        const double usual = rightOf(QStringLiteral("main"), QStringLiteral("3"));
        QVERIFY(usual > 350);
        QCOMPARE(rightOf(QStringLiteral("a long name"), QStringLiteral("9 (9 of no character)")), usual);
    }

    void theCountsAreMeansOverTheSentences()
    {
        for (const char* const language : {"en", "zh_CN"}) {
            const auto plot = drawn(dataOf({{"show", "vocabulary"}, {"sentences", language}}));
            const auto* const points = qobject_cast<const ModelPoints*>(plot->cellMap(QLatin1String(countsName)));
            QVERIFY(points && points->points().size() == core::listTokenizers().size());
            for (const ModelPoint& point : points->points()) {
                const auto tokenizer = core::openTokenizer(point.id.toStdString());
                double sum = 0;
                for (const std::string& sentence : core::sampleSentences(language))
                    sum += double(tokenizer->encode(sentence, false).size());
                QVERIFY(std::abs(point.y - sum / 100) < 1e-9);
                QCOMPARE(point.x, double(tokenizer->vocabularySize()));
            }
        }
    }

    void tyingTheOutputIsSeen()
    {
        const auto sentence = [](const char* tied) {
            const RunPtr run = support::tinyRun(text, {std::string("output.tied=") + tied});
            return tokensFigure.caption(dataOf({{"show", "vocabulary"}}, -1, run));
        };
        const RunPtr run = support::tinyRun(text, {"output.tied=false"});
        const core::Cost cost = core::costOf(run->setup->config);
        QVERIFY2(sentence("true").contains("one table of"), qPrintable(sentence("true")));
        QVERIFY2(sentence("false").contains(QStringLiteral("two tables of")), qPrintable(sentence("false")));
        QVERIFY(sentence("false").contains(QStringLiteral("%1 of the %2 parameters")
                                               .arg(formatPercent(double(cost.embedding + cost.output) / double(cost.parameters)),
                                                   formatCount(cost.parameters))));
    }

    void aFileThatIsNoneIsASentence()
    {
        const TemporaryFolder folder;
        const QString path = QString::fromStdString(folder.write("noise.json", "no tokenizer"));
        const FigureData steps = dataOf({{"tokenizer", path}});
        QVERIFY(tokensFigure.whyNot(steps).contains(QLatin1String("noise.json")));
        const FigureData side = dataOf({{"show", "side"}, {"also", path}});
        QVERIFY(tokensFigure.whyNot(side).isEmpty());
        const auto plot = drawn(side);
        QCOMPARE(rowsOf(*plot).lines()[2].end, QStringLiteral("–"));
        QVERIFY(!rowsOf(*plot).lines()[2].boxes[0].text.isEmpty());
    }

    void aWordWithoutStepsGivesWayUntilItIsChosen()
    {
        SelectionModel selection;
        const RunPtr run = support::tinyRun(text);
        Selection first;
        first.query = 0;
        selection.pin(first);
        TokensView view(&selection, nullptr);
        support::answer(view);
        view.resize(1100, 640);
        view.setRun(run, nullptr);
        view.restore("tokens", {{"show", "steps"}, {"tokenizer", "wordpiece-4000"}}); // whole words
        view.show();
        QTRY_VERIFY(view.isUpToDate());
        const TokenizedText& whole = *wordText(view.figureData());
        QCOMPARE(stepCount(whole), 1); // no word has more: the selected one is kept
        QCOMPARE(int(whole.record.wanted), 0);
        view.restore("tokens", {{"show", "steps"}, {"tokenizer", "wordpiece-300"}});
        const RunPtr mixed = support::tinyRun("a cat");
        view.setRun(mixed, nullptr);
        QTRY_VERIFY(view.isUpToDate());
        QVERIFY(stepCount(*wordText(view.figureData())) > 1);
        QCOMPARE(int(wordText(view.figureData())->record.wanted), 1); // "cat", though "a" is selected
        emit view.plot()->cellClicked(QLatin1String(wordsName), 0, 0, {});
        QTRY_VERIFY(view.isUpToDate());
        QCOMPARE(int(wordText(view.figureData())->record.wanted), 0);
    }

    void aClickOnAWordSelectsItsToken()
    {
        SelectionModel selection;
        TokensView view(&selection, nullptr);
        support::answer(view);
        view.resize(1100, 640);
        view.setRun(support::tinyRun(text), nullptr);
        view.show();
        QTRY_VERIFY(view.isUpToDate());
        const auto* const flow = qobject_cast<const PieceFlow*>(view.plot()->cellMap(QLatin1String(wordsName)));
        QVERIFY(flow);
        emit view.plot()->cellClicked(QLatin1String(wordsName), 0, 3, {});
        QCOMPARE(selection.pinned().query, int(wordText(view.figureData())->record.words[3].first));
        QTRY_VERIFY(view.isUpToDate());
        QCOMPARE(int(wordText(view.figureData())->record.wanted), 3);
    }
};

QTEST_MAIN(TestTokens)
#include "tst_tokens.moc"
