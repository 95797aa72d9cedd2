// A figure of several pages is what its shown page is.

#include "tests/widgets/support/quiet.h"
#include "widgets/plot/figure_style.h"
#include "widgets/plot/plot.h"
#include "widgets/views/shared/figure_pages.h"

#include <QTest>

using namespace widgets;

namespace {

QString s_drawn;

constexpr FigurePage kFirst{.id = "first",
    .draw = [](const Drawing&) { s_drawn = "first"; },
    .caption = [](const FigureData&) { return QStringLiteral("caption of first"); },
    .subtitle = [](const FigureData&) { return QStringLiteral("subtitle of first"); },
    .minPanel = minPanelOf<30, 20>};

constexpr FigurePage kSecond{.id = "second",
    .title = "Why second?",
    .draw = [](const Drawing&) { s_drawn = "second"; },
    .caption = [](const FigureData&) { return QStringLiteral("caption of second"); },
    .whyNot = [](const FigureData&) { return QStringLiteral("no second"); },
    .subtitle = [](const FigureData&) { return QStringLiteral("subtitle of second"); },
    .table = [](const FigureData&) { return QStringLiteral("a,b\n"); },
    .needs = [](const FigureData&) { return Needs(2); },
    .options = [](const FigureData&) -> FigureOptions {
        return {TextOption("of"), TextOption("show")};
    }};

constexpr const FigurePage* kPages[] = {&kFirst, &kSecond};

QString noTokens(const FigureData& data) { return data.a ? QString() : QStringLiteral("no tokens"); }

constexpr FigureInfo kFigure = figureOf<kPages, noTokens>("figure", "What?");

FigureData showing(const QString& page, const RunPtr& run = std::make_shared<RunResult>())
{
    FigureData data;
    data.a = run;
    data.options[QStringLiteral("show")] = page;
    return data;
}

} // namespace

class TestFigurePages : public QObject
{
    Q_OBJECT

private slots:
    void theFigureIsItsShownPage()
    {
        Plot plot;
        for (const QString& page : pageIds(kFigure)) {
            const FigureData data = showing(page);
            const FigureStyle style = screenStyle({100, 100});
            kFigure.draw({plot, data, style});
            QCOMPARE(s_drawn, page);
            QCOMPARE(kFigure.caption(showing(page)), QStringLiteral("caption of ") + page);
            QCOMPARE(kFigure.subtitle(showing(page)), QStringLiteral("subtitle of ") + page);
        }
        QCOMPARE(kFigure.titleFor(showing(QStringLiteral("second"))), "Why second?");
        QCOMPARE(kFigure.table(showing(QStringLiteral("second"))), QStringLiteral("a,b\n"));
        QCOMPARE(kFigure.needs(showing(QStringLiteral("second"))).size(), std::size_t(2));
        QCOMPARE(kFigure.minPanel(showing(QStringLiteral("first"))), QSizeF(30, 20));
    }

    void whatAPageLacksIsNothing()
    {
        const FigureData first = showing(QStringLiteral("first"));
        QVERIFY(!kFigure.titleFor(first) && kFigure.needs(first).empty());
        QVERIFY(kFigure.whyNot(first).isEmpty() && kFigure.table(first).isEmpty() && kFigure.metrics(first).empty());
        QCOMPARE(kFigure.minPanel(showing(QStringLiteral("second"))), panelOfMap);
    }

    void whatIsMissingForAllIsAskedFirst()
    {
        QCOMPARE(kFigure.whyNot(showing(QStringLiteral("second"), nullptr)), QStringLiteral("no tokens"));
        QCOMPARE(kFigure.whyNot(showing(QStringLiteral("second"))), QStringLiteral("no second"));
    }

    void theFirstPageIsShownForAnythingElse()
    {
        QCOMPARE(kFigure.caption(FigureData()), QStringLiteral("caption of first"));
        QCOMPARE(kFigure.caption(showing(QStringLiteral("third"))), QStringLiteral("caption of first"));
    }

    void optionsOfAllPagesAreUnderstoodAndEachKeyIsThereOnce()
    {
        QStringList keys;
        for (const FigureOption& option : optionsOf(kFigure))
            keys << option.key;
        QCOMPARE(keys, (QStringList{"show", "of"}));
        QCOMPARE(optionsOf(kFigure).front().words, (QStringList{"first", "second"}));
    }

    void idsAreThoseOfTheVariants()
    {
        QCOMPARE(pageIds(kFigure), (QStringList{"first", "second"}));
        FigureInfo figure = kFigure;
        figure.variants = [] {
            std::vector<QVariantMap> all = pageVariants(kPages);
            all.push_back({{QStringLiteral("layout"), QStringLiteral("overlay")}});
            all.push_back({{QStringLiteral("show"), QStringLiteral("second")}, {QStringLiteral("statistic"), 1}});
            return all;
        };
        QCOMPARE(pageIds(figure), (QStringList{"first", "second"}));
        figure.variants = nullptr;
        QVERIFY(pageIds(figure).isEmpty());
    }
};

QUIET_TEST_MAIN(TestFigurePages)
#include "tst_figure_pages.moc"
