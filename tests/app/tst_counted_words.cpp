// Counting from 1: over the registry, so that a new figure is covered by itself. Whatever a figure says of a layer, a head or a
// position with a number, in its picture, its words and its tables, is one higher; its files of numbers are the same bytes, and a
// picture is drawn again from its recipe as it was.

#include "app/base/languages.h"
#include "app/export/export_settings.h"
#include "app/export/recipe.h"

#include "tests/app/support/drawable_figure.h"
#include "tests/app/support/figure_runs.h"
#include "tests/widgets/support/fulfilled.h"
#include "tests/widgets/support/quiet.h"
#include "widgets/figure/caveats.h"
#include "widgets/figure/compose.h"
#include "widgets/figure/figure_export.h"
#include "widgets/figure/figure_tables.h"
#include "widgets/figure/page_words.h"
#include "widgets/plot/counting.h"
#include "widgets/views/shared/table_page.h"

#include <QRegularExpression>
#include <QXmlStreamReader>

#include <algorithm>

using namespace widgets;
using support::runs;

namespace {

/// What is a number of a place in both languages: "L0", "H3", "E2", "layer 4", "第 4 层".
const QRegularExpression& indexWords()
{
    static const QRegularExpression words(
        QStringLiteral("(?<![A-Za-z0-9_^])(?:[LHES]|[Ll]ayers? |[Hh]eads? |[Pp]ositions? |[Tt]oken |"
                       "[Nn]eurons? |[Dd]imensions? |[Dd]ims? |[Pp]airs? |[Bb]lock |[Ee]xpert |"
                       "[Cc]hannel |[Qq]uery |[Kk]ey |第 )(\\d+)(?![\\d.,]*\\d|[A-Za-z])"));
    return words;
}

/// Not one higher, each with its reason.
struct Exception
{
    const char* figure;
    const char* words; // an expression for what is around the number
    const char* why;
};
constexpr Exception exceptions[] = {
    {"", "[Dd]imension 1 of the|[Hh]ead 1 of the|第 1 (维|个头)", "any of them, as an example"},
    {"", "第 \\d+ 步", "a step of a training"},
    {"", "previous token [\\d.]+ ", "a measured number"},
    {"", "层中的第 \\d+ 层", "which of all layers it is: the third of four"},
    {"attention_masks", "from layer|第 \\d+ 层起", "how many layers were passed"},
    {"mixture", "token \\d+ of \\d+ experts", "a count"},
    {"norm", "scale of token 2", "the second part of this name"},
    {"scan", "第 \\d+ 行", "a line of a text file"},
};

struct Found
{
    QString around;
    int number;
    bool operator==(const Found&) const = default;
};

std::vector<Found> indicesIn(const QString& text)
{
    std::vector<Found> all;
    for (auto match = indexWords().globalMatch(text); match.hasNext();) {
        const QRegularExpressionMatch one = match.next();
        all.push_back({text.mid(std::max<qsizetype>(0, one.capturedStart() - 12), 40), one.captured(1).toInt()});
    }
    return all;
}

bool isExcepted(const FigureInfo& figure, const QString& around)
{
    return std::ranges::any_of(exceptions, [&](const Exception& one) {
        return (!*one.figure || QLatin1String(figure.id) == QLatin1String(one.figure))
            && around.contains(QRegularExpression(QString::fromUtf8(one.words)));
    });
}

/// What a picture says depends on the room that its names take: two heads by name, or their number.
bool isDrawnAlike(const FigureInfo& figure) { return QLatin1String(figure.id) != QLatin1String("paths"); }

FigureStyle pageStyle()
{
    app::ExportSettings settings;
    settings.languages = {app::currentLanguage()};
    FigureStyle style = settings.style();
    style.size *= 1.5; // the same words have room, whether a number has one digit or two
    return style;
}

/// Everything that is said in and around the picture, one line each.
QStringList wordsOf(const FigureInfo& figure, const FigureData& data)
{
    QStringList words{
        titleText(figure, data), composedCaption(figure, data), figure.subtitle ? figure.subtitle(data) : QString()};
    if (!isDrawnAlike(figure))
        return words;
    QXmlStreamReader xml(renderFigure(figure, data, pageStyle(), FigureFormat::Svg, {}));
    while (!xml.atEnd())
        if (xml.readNext() == QXmlStreamReader::StartElement && xml.name() == QLatin1String("text"))
            words << xml.readElementText(QXmlStreamReader::IncludeChildElements);
    return words;
}

/// Of the tables on screen, their names, heads and cells.
QStringList tableWords(const FigureInfo& figure, const FigureData& data)
{
    constexpr int most = 40; // rows, and columns
    QStringList words;
    for (const NumberTable& table : figureTables(figure, data)) {
        words << table.shownName();
        for (int column = 0; column < std::min(most, table.columns()); ++column)
            words << table.columnName(column);
        for (int row = 0; row < std::min(most, table.rows()); ++row) {
            words << table.rowName(row);
            for (int column = 0; column < std::min(most, table.columns()); ++column)
                if (std::isnan(table.number(row, column)))
                    words << table.shown(row, column);
        }
    }
    return words;
}

/// Lines whose numbers are not those of `zero`, each one higher.
QStringList faults(const FigureInfo& figure, const QStringList& zero, const QStringList& one)
{
    QStringList found;
    const QString before = zero.join(QStringLiteral(" ¦ ")), after = one.join(QStringLiteral(" ¦ "));
    std::vector<Found> a = indicesIn(before), b = indicesIn(after);
    if (a.size() != b.size())
        found << QStringLiteral("%1 numbers, then %2").arg(a.size()).arg(b.size());
    for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i)
        if (b[i].number != a[i].number + 1 && !isExcepted(figure, a[i].around))
            found << QStringLiteral("“%1” then “%2”").arg(a[i].around, b[i].around);
    return found.mid(0, 3);
}

std::vector<FigureData> picturesOf(const FigureInfo& figure)
{
    std::vector<FigureData> all;
    for (const QVariantMap& options : figure.variants ? figure.variants() : std::vector<QVariantMap>{{}}) {
        for (const RunPtr& run : {runs()[5], support::drawable(figure).a}) { // main, and one that has what this figure is of
            FigureData data{run, nullptr, {.layer = 1, .head = 1, .query = 4, .key = 1, .dim = 3}, options};
            data = support::fulfilled(figure, data);
            if (whyNothing(figure, data).isEmpty() && whyNoRoom(figure, data, pageStyle()).isEmpty())
                all.push_back(data);
        }
    }
    return all;
}

} // namespace

class TestCountedWords : public QObject
{
    Q_OBJECT

    static void addFigures()
    {
        QTest::addColumn<QString>("id");
        for (const FigureInfo& figure : allFigures())
            QTest::newRow(figure.id) << QString(figure.id);
    }

private slots:
    void initTestCase() { app::setLanguage("en"); }
    void cleanup() { setFirstNumber(0); }

    void allIndicesAreOneHigher_data() { addFigures(); }
    void allIndicesAreOneHigher()
    {
        QFETCH(QString, id);
        const FigureInfo& figure = *findFigure(id);
        for (const char* language : {"en", "zh_CN"}) {
            const app::Speaking speaking{QString(language)};
            for (const FigureData& data : picturesOf(figure)) {
                const QStringList zero = wordsOf(figure, data) + tableWords(figure, data);
                const Counting fromOne(1);
                const QStringList found = faults(figure, zero, wordsOf(figure, data) + tableWords(figure, data));
                QVERIFY2(found.isEmpty(),
                    qPrintable(QStringLiteral("%1 %2: %3")
                                   .arg(QLatin1String(language), data.options.value(QStringLiteral("show")).toString(),
                                       found.join(QLatin1String(" | ")))));
            }
        }
    }

    void filesOfNumbersCountFromZero_data() { addFigures(); }
    void filesOfNumbersCountFromZero()
    {
        QFETCH(QString, id);
        const FigureInfo& figure = *findFigure(id);
        app::RecipeInputs inputs;
        inputs.a.model = "untrained";
        for (const FigureData& data : picturesOf(figure)) {
            const auto csv = [&] { return app::figureBytes(inputs, {figure, data, pageStyle(), FigureFormat::Csv, 96}); };
            QByteArray zero;
            try {
                zero = csv();
            } catch (const core::Error&) { // it has no numbers
                continue;
            }
            const Counting fromOne(1);
            QVERIFY(csv() == zero);
        }
    }

    void aRecipeSaysIt()
    {
        const FigureInfo& figure = *findFigure(QStringLiteral("attention"));
        const FigureData data = support::drawable(figure);
        app::RecipeInputs inputs;
        inputs.a.model = "untrained";
        const auto svg = [&] { return app::figureBytes(inputs, {figure, data, pageStyle(), FigureFormat::Svg, 96}); };
        const QByteArray zero = svg();
        QVERIFY(!zero.contains("count_from") && !zero.contains("--count-from"));
        QByteArray one;
        {
            const Counting fromOne(1);
            one = svg();
        }
        QVERIFY(one != zero && one.contains("--count-from 1"));
        const app::RecipeContents contents = app::readRecipe(widgets::readRecipe(one), "figure");
        QCOMPARE(contents.countFrom, 1);
        QCOMPARE(app::readRecipe(widgets::readRecipe(zero), "figure").countFrom, 0);
        const Counting counting(contents.countFrom);
        QCOMPARE(svg(), one);
    }
};

QTEST_MAIN(TestCountedWords)
#include "tst_counted_words.moc"
