// The view of docs/adding-a-view.md is one like all others: listed, drawn, exported, with options that are refused when they are wrong.

#include "tests/widgets/support/answered_view.h"
#include "tests/widgets/support/fulfilled.h"
#include "tests/widgets/support/quiet.h"
#include "tests/widgets/support/tiny_run.h"
#include "core/analysis/head_table.h"
#include "widgets/figure/figure_export.h"
#include "widgets/views/entropy/view.h"
#include "widgets/views/shared/figure_view.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <memory>

using namespace widgets;

class TestDocumentedView : public QObject
{
    Q_OBJECT

    const RunPtr m_run = support::tinyRun();

    FigureData data(const QVariantMap& options = {}) const
    {
        return support::fulfilled(entropyFigure, {m_run, nullptr, {}, options});
    }

private slots:
    void itIsListed()
    {
        QVERIFY(std::ranges::any_of(allViews(), [](const ViewInfo& view) { return view.id == QByteArrayView("entropy"); }));
        QVERIFY(findFigure(QStringLiteral("entropy")));
        QCOMPARE(viewsShowing(QStringLiteral("blocks.0.attn.pattern")), (QStringList{"attention", "entropy"}));
    }

    void itsNumbersAreThoseOfTheHeads()
    {
        QCOMPARE(entropyFigure.whyNot(data()), QString());
        const QStringList lines = entropyFigure.table(data()).split(QLatin1Char('\n'), Qt::SkipEmptyParts);
        QCOMPARE(lines.size(), 1 + 3 * 4); // layers, heads
        const core::HeadScores first = core::scoredHeads(*m_run->trace).front().scores;
        QVERIFY(first.entropy > 0);
        QCOMPARE(lines[1].section(QLatin1Char(','), 2).toFloat(), float(first.entropy));
        const QString bits = entropyFigure.table(data({{"unit", "bit"}})).section(QLatin1Char('\n'), 1, 1);
        QCOMPARE(bits.section(QLatin1Char(','), 2).toFloat(), float(first.entropy / std::log(2.0)));
    }

    void itLeavesTheProgramAsAFile()
    {
        const QByteArray file = renderFigure(entropyFigure, data(), FigureStyle(), FigureFormat::Svg, RenderOptions());
        QVERIFY(file.contains("<svg") && file.contains("Which heads are focused?"));
    }

    void itUnderstandsItsOptionAndNoOther()
    {
        const FigureOptions options = optionsOf(entropyFigure);
        QCOMPARE(options.size(), std::size_t(1));
        QCOMPARE(options.front().key, QStringLiteral("unit"));
        QVERIFY(isUnderstood(options.front(), "bit") && !isUnderstood(options.front(), "byte"));
    }

    void itsPageShowsThePicture()
    {
        const auto info = std::ranges::find_if(allViews(), [](const ViewInfo& view) { return view.id == QByteArrayView("entropy"); });
        SelectionModel selection;
        const std::unique_ptr<FigureView> view(static_cast<FigureView*>(info->create(&selection, nullptr)));
        support::answer(*view);
        view->resize(900, 640);
        view->show();
        view->setRun(m_run, nullptr);
        QVERIFY(!view->isEmpty() && view->captionText().contains(QStringLiteral("nat")));
        QVERIFY(view->restore(QStringLiteral("entropy"), {{"unit", "bit"}}));
        QVERIFY(view->captionText().contains(QStringLiteral("bit")));
    }
};

QUIET_TEST_MAIN(TestDocumentedView)
#include "tst_documented_view.moc"
