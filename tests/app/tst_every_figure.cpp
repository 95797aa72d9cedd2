// Over the registry, so that a new figure is covered by itself: it exports in three formats and both languages, and its numbers can
// be had. What parts of pictures are computed as, in plain loops over the trace (figure_claims.h): for two models, and with another
// tensor. That every number is where its page says, and every page changes with what it names: tst_every_page.

#include "app/base/languages.h"
#include "app/export/export_settings.h"

#include "core/base/engine_use.h"
#include "core/base/error.h"
#include "tests/app/support/changed_tensor.h"
#include "tests/app/support/drawable_figure.h"
#include "tests/app/support/figure_claims.h"
#include "tests/app/support/figure_runs.h"
#include "tests/widgets/support/fulfilled.h"
#include "tests/widgets/support/quiet.h"
#include "tests/widgets/support/tiny_run.h"
#include "widgets/figure/compose.h"
#include "widgets/figure/figure_numbers.h"
#include "widgets/figure/page_words.h"
#include "widgets/figure/sides.h"
#include "widgets/plot/plot.h"
#include "widgets/views/shared/figure_pages.h"

#include <QImage>
#include <QRegularExpression>
#include <QXmlStreamReader>

#include <algorithm>
#include <cmath>

using namespace widgets;
using support::blockTensor, support::changeEveryNumber, support::Claim, support::claims, support::drawable, support::modelRun,
    support::NumberList, support::otherText, support::otherWeights, support::runs, support::scoresOverDistance, support::vectorOf;

namespace {

FigureStyle pageIn(const QString& language)
{
    app::ExportSettings settings;
    settings.languages = {language};
    return settings.style();
}

QByteArray fileOf(const FigureInfo& figure, const FigureData& data, FigureFormat format, const QString& language)
{
    app::RecipeInputs inputs;
    inputs.a.model = "untrained";
    const FigureStyle page = pageIn(language);
    return app::figureBytes(inputs, {figure, data, page, format, 96});
}

/// What is drawn and said, without the recipe.
QByteArray picture(const FigureInfo& figure, const FigureData& data)
{
    return renderFigure(figure, data, pageIn("en"), FigureFormat::Svg, {});
}

QString wordsOf(const QByteArray& svg)
{
    QXmlStreamReader xml(svg);
    QString words;
    while (!xml.atEnd())
        if (xml.readNext() == QXmlStreamReader::StartElement && xml.name() == QLatin1String("text"))
            words += xml.readElementText(QXmlStreamReader::IncludeChildElements) + ' ';
    return words;
}

std::vector<RunPtr> runsFor(const Claim& claim)
{
    std::vector<std::string> tiny;
    if (claim.choice)
        tiny.push_back(claim.choice);
    return {support::tinyRun("The cat sat on the mat", tiny), modelRun("main", claim.choice)};
}

FigureData dataOf(const Claim& claim, const RunPtr& run)
{
    FigureData data{run, nullptr, {.layer = 1, .head = 1, .query = 4, .key = 2, .dim = 0}, {}};
    if (claim.show)
        data.options[showOption.name()] = QString::fromLatin1(claim.show);
    const FigureInfo& figure = *findFigure(QString(claim.figure));
    return support::fulfilled(figure, data);
}

/// The part of the claim as it is read back from the picture; without values when there is none.
NumberSet partOf(const Claim& claim, const FigureData& data)
{
    for (NumberSet& set : figureNumbers(*findFigure(QString(claim.figure)), data, pageIn("en")))
        if (set.name == QString(claim.part) || set.name.startsWith(QString(claim.part) + ' '))
            return std::move(set);
    return {};
}

/// Where what is drawn is not what the trace holds; empty: nowhere.
QString whereItDiffers(const Claim& claim, const FigureData& data)
{
    const NumberList expected = claim.expected(*data.a->trace, data.selection);
    const NumberList drawn = partOf(claim, data).values;
    const bool areBars = QString(claim.part) == "next"; // as many as there is room for
    if (expected.size() < 2 || (areBars ? drawn.size() < 4 : drawn.size() < expected.size()))
        return QString("%1 numbers are drawn, %2 in the trace").arg(drawn.size()).arg(expected.size());
    if (claim.place == Claim::Place::All && drawn.size() > expected.size())
        return QString("%1 numbers are drawn, only %2 in the trace").arg(drawn.size()).arg(expected.size());
    double largest = 1e-30;
    for (const double value : expected)
        largest = std::max(largest, std::abs(value));
    const std::size_t skipped = claim.place == Claim::Place::Last ? drawn.size() - expected.size() : 0;
    for (std::size_t i = 0; i < std::min(drawn.size(), expected.size()); ++i) {
        const bool isMasked = expected[i] == 0 && drawn[skipped + i] == -qInf();
        if (!isMasked && !(std::abs(drawn[skipped + i] - expected[i]) <= 1e-5 * largest))
            return QString("%1: %2 is drawn, %3 in the trace").arg(i).arg(drawn[skipped + i]).arg(expected[i]);
    }
    return {};
}

} // namespace

class TestEveryFigure : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { app::setLanguage("en"); }

    void hasAPicture_data() { figures(); }
    void hasAPicture()
    {
        QFETCH(QString, id);
        const FigureInfo& figure = *findFigure(id);
        QVERIFY2(drawable(figure).a, figure.id);
    }

    void exportsInThreeFormatsAndBothLanguages_data() { figures(); }
    void exportsInThreeFormatsAndBothLanguages()
    {
        QFETCH(QString, id);
        const FigureInfo& figure = *findFigure(id);
        const FigureData data = drawable(figure);
        QVERIFY(data.a);
        static const QRegularExpression han("[\\x{4e00}-\\x{9fff}]"); // tokens may be Chinese in any language
        qsizetype inEnglish = 0;
        for (const QString language : {"en", "zh_CN"}) {
            const QByteArray svg = fileOf(figure, data, FigureFormat::Svg, language);
            QXmlStreamReader xml(svg);
            while (!xml.atEnd())
                xml.readNext();
            QVERIFY2(!xml.hasError(), qPrintable(xml.errorString()));
            const QString words = wordsOf(svg);
            const qsizetype signs = words.count(han);
            QVERIFY2(language == "en" || signs > inEnglish + 5, qPrintable(words));
            inEnglish = signs;
            QVERIFY(fileOf(figure, data, FigureFormat::Pdf, language).startsWith("%PDF"));
            const QImage png = QImage::fromData(fileOf(figure, data, FigureFormat::Png, language), "PNG");
            QCOMPARE(png.size(), QSize(1280, 720));
            for (const FigureFormat format : {FigureFormat::Svg, FigureFormat::Png}) {
                const QJsonObject recipe = readRecipe(fileOf(figure, data, format, language));
                QCOMPARE(recipe["figure"].toString(), QString(figure.id));
                QCOMPARE(recipe["style"].toObject()["language"].toString(), language);
            }
        }
        QVERIFY(app::currentLanguage() == "en");
    }

    void isTheSameTwice_data() { figures(); }
    void isTheSameTwice()
    {
        QFETCH(QString, id);
        const FigureInfo& figure = *findFigure(id);
        const FigureData data = drawable(figure);
        QVERIFY(data.a);
        QCOMPARE(picture(figure, data), picture(figure, data));
    }

    /// What a picture needs is computed by others; drawing it, and saying why it is not there yet, computes nothing.
    void drawingRunsNoEngine_data() { figures(); }
    void drawingRunsNoEngine()
    {
        QFETCH(QString, id);
        const FigureInfo& figure = *findFigure(id);
        const RunPtr none,
            others[] = {support::tinyRun("The cat sat on the mat", {"norm.placement=post"}), otherText(), otherWeights()};
        int drawn = 0;
        for (const RunPtr& run : runs())
            for (const QVariantMap& options : figure.variants ? figure.variants() : std::vector<QVariantMap>{{}})
                for (const auto& [mode, other] : {std::pair{SlotMode::A, none}, {SlotMode::All, others[0]},
                         {SlotMode::All, others[1]}, {SlotMode::All, others[2]}}) {
                    if ((other == others[1] || other == others[2]) && run != runs()[0])
                        continue;
                    const FigureData bare{run, other, {.layer = 1, .head = 1, .query = 4, .key = 1, .dim = 0}, options, mode};
                    const FigureData full = support::fulfilled(figure, bare);
                    const std::uint64_t before = core::engineUses();
                    for (const FigureData& data : {bare, full}) {
                        if (!whyNothing(figure, data).isEmpty())
                            continue;
                        buildFigure(figure, data, pageIn("en"));
                        composedCaption(figure, data);
                        if (figure.table)
                            figure.table(data);
                        if (figure.metrics && data.b && whyNotSide(figure, data, Side::Delta).isEmpty())
                            figure.metrics(data);
                        ++drawn;
                    }
                    QCOMPARE(core::engineUses(), before);
                }
        QVERIFY(drawn > 0);
    }

    void itsNumbersCanBeHad_data() { figures(); }
    void itsNumbersCanBeHad()
    {
        QFETCH(QString, id);
        const FigureInfo& figure = *findFigure(id);
        const FigureData data = drawable(figure);
        QVERIFY(data.a);
        if (QString(figure.id) == "diagram")
            return; // boxes and words
        if (!figure.table) {
            const std::vector<NumberSet> sets = figureNumbers(figure, data, pageIn("en"));
            QVERIFY2(
                !sets.empty(), "nothing it draws is known to figure_numbers.cpp: name its class there, or derive HasNumbers");
            for (const NumberSet& set : sets) {
                core::Index count = 1;
                for (const core::Index length : set.shape)
                    count *= length;
                QCOMPARE(core::Index(set.values.size()), count);
                QCOMPARE(set.axes.size(), qsizetype(set.shape.size()));
            }
        }
        const QByteArray csv = renderFigure(figure, data, pageIn("en"), FigureFormat::Csv, {});
        const QList<QByteArray> lines = csv.split('\n');
        QVERIFY2(lines.size() > 2 && lines[0].contains(','), csv.left(200).constData());
    }

    void itsNumbersAreThoseOfTheTrace_data() { rowsOfClaims(); }
    void itsNumbersAreThoseOfTheTrace()
    {
        QFETCH(int, row);
        const Claim& claim = claims[row];
        for (const RunPtr& run : runsFor(claim)) {
            const QString problem = whereItDiffers(claim, dataOf(claim, run));
            QVERIFY2(problem.isEmpty(), qPrintable(problem));
        }
    }

    void itShowsItsTensor_data() { rowsOfClaims(); }
    void itShowsItsTensor()
    {
        QFETCH(int, row);
        const Claim& claim = claims[row];
        for (const RunPtr& run : runsFor(claim)) {
            const FigureData before = dataOf(claim, run);
            const std::string name
                = run->trace->find(claim.tensor) ? claim.tensor : core::blockName(before.selection.layer, claim.tensor);
            QVERIFY(run->trace->find(name));
            const FigureInfo& figure = *findFigure(QString(claim.figure));
            const FigureData after = support::withTensorChanged(figure, before, name, changeEveryNumber);
            QVERIFY2(picture(figure, after) != picture(figure, before), qPrintable(QString::fromStdString(name)));
            const QString problem = whereItDiffers(claim, after); // it is the numbers of the other tensor that are drawn
            QVERIFY2(problem.isEmpty(), qPrintable(problem));
        }
    }

    void theArrowsOfRopeAreThoseOfTheTrace()
    {
        const Claim claim{"rope", "planes", "", scoresOverDistance, "position.kind=rope"};
        static const QRegularExpression dims("dims (\\d+), (\\d+) · (q|k)");
        for (const RunPtr& run : runsFor(claim)) {
            const FigureData data = dataOf(claim, run);
            const NumberSet planes = partOf(claim, data);
            QVERIFY(!planes.labels.empty() && planes.labels[0].size() >= 4);
            for (qsizetype arrow = 0; arrow < planes.labels[0].size(); ++arrow) {
                const QRegularExpressionMatch match = dims.match(planes.labels[0][arrow]);
                QVERIFY2(match.hasMatch(), qPrintable(planes.labels[0][arrow]));
                const bool isQuery = match.captured(3) == "q";
                const auto vector = [&](const char* name) {
                    return vectorOf(blockTensor(*run->trace, data.selection, name),
                        isQuery ? data.selection.query : data.selection.key, data.selection.head);
                };
                const NumberList before = vector(isQuery ? "attn.q" : "attn.k"),
                                 after = vector(isQuery ? "attn.rot_q" : "attn.rot_k");
                const std::size_t first = match.captured(1).toULong(), second = match.captured(2).toULong();
                QVERIFY(second == first + before.size() / 2);
                const NumberList expected{before[first], before[second], after[first], after[second]};
                for (std::size_t i = 0; i < expected.size(); ++i)
                    QCOMPARE(planes.values[std::size_t(arrow) * expected.size() + i], expected[i]);
            }
        }
    }

private:
    void figures()
    {
        QTest::addColumn<QString>("id");
        for (const FigureInfo& figure : allFigures())
            QTest::newRow(figure.id) << QString(figure.id);
    }

    void rowsOfClaims()
    {
        QTest::addColumn<int>("row");
        for (std::size_t i = 0; i < std::size(claims); ++i)
            QTest::addRow("%s %s", claims[i].figure, claims[i].part) << int(i);
    }
};

QUIET_TEST_MAIN(TestEveryFigure)
#include "tst_every_figure.moc"
