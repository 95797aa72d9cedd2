// Descent before and after a norm: the path is gradient descent, divergence is said, and what cannot be drawn has a way out.

#include "core/analysis/descent.h"
#include "tests/widgets/support/answered_view.h"
#include "tests/widgets/support/norm_page.h"
#include "tests/widgets/support/quiet.h"
#include "tests/widgets/support/tiny_run.h"
#include "widgets/controls/segmented_switch.h"
#include "widgets/figure/compose.h"
#include "widgets/plot/plot.h"
#include "widgets/views/norm/descent_plottable.h"
#include "widgets/views/norm/figures.h"
#include "widgets/views/norm/parts.h"
#include "widgets/views/norm/view.h"

#include <QSlider>
#include <QTest>

#include <cmath>

using namespace support;
using namespace widgets;

namespace {

QVariantMap descent(QVariantMap options = {})
{
    options[showOption.name()] = QStringLiteral("descent");
    return options;
}

FigureData computed(const RunPtr& run, QVariantMap options = {})
{
    return support::fulfilled(normFigure, dataOf(run, descent(std::move(options))));
}

std::vector<const DescentPlottable*> pathsOf(Plot& plot)
{
    std::vector<const DescentPlottable*> all;
    for (int i = 0; i < plot.plottableCount(); ++i)
        if (const auto* one = qobject_cast<DescentPlottable*>(plot.plottable(i)))
            all.push_back(one);
    return all;
}

QString textbookCaption(const RunPtr& run, double rate, double condition)
{
    return normFigure.caption(computed(run,
        {{quadraticOption.name(), QStringLiteral("textbook")}, {rateOption.name(), rate}, {conditionOption.name(), condition}}));
}

} // namespace

class TestDescentPage : public QObject
{
    Q_OBJECT

    RunPtr m_run = support::tinyRun();

private slots:
    void pathsStepAgainstTheGradientOfTheStreamAndOfTheNormalised()
    {
        const auto plot = drawn(computed(m_run, {{rateOption.name(), 0.7}}));
        const std::vector<const DescentPlottable*> paths = pathsOf(*plot);
        QCOMPARE(paths.size(), std::size_t(2));
        const auto curvatures = core::normCurvatures(*m_run->trace, core::normSlots(*m_run->trace).at(2), {}); // blocks.1.ln1
        QVERIFY(curvatures);
        for (std::size_t i = 0; i < 2; ++i) {
            const core::Quadratic quadratic = (i == 0 ? curvatures->before : curvatures->after).scaled();
            const std::vector<core::DescentStep>& steps = paths[i]->steps();
            QCOMPARE(steps.size(), std::size_t(31));
            for (std::size_t step = 1; step < steps.size(); ++step) {
                const double up = steps[step - 1].weights[0] * (1 - 0.7 * quadratic.steep);
                const double across = steps[step - 1].weights[1] * (1 - 0.7 * quadratic.shallow);
                QVERIFY(std::abs(steps[step].weights[0] - up) < 1e-9);
                QVERIFY(std::abs(steps[step].weights[1] - across) < 1e-9);
            }
        }
    }

    void divergenceIsSaidAboveTheLimitAndOnlyThere()
    {
        // Condition 25 of mean curvature 1: λ = 25/13, 2/λ = 1.04; the round one 2.
        QVERIFY(!textbookCaption(m_run, 1.03, 25).contains(QLatin1String("diverges")));
        QCOMPARE(textbookCaption(m_run, 1.05, 25).count(QLatin1String("diverges")), 1);
        QCOMPARE(textbookCaption(m_run, 2.1, 25).count(QLatin1String("diverges")), 2);
        QVERIFY(textbookCaption(m_run, 1.05, 25).contains(QLatin1String("1.04")));
    }

    void whatHasNoDescentSaysAWayOut()
    {
        const auto why = [](const RunPtr& run, QVariantMap options = {}) {
            return whyNothing(normFigure, computed(run, std::move(options)));
        };
        const QVariantMap textbook{{quadraticOption.name(), QStringLiteral("textbook")}};
        const RunPtr one = support::tinyRun("a");
        QVERIFY(core::Index(streamTokens(*one->trace).size()) != 1 || why(one).contains(QLatin1String("longer text")));
        const RunPtr none = support::tinyRun("The cat sat on the mat", {"norm.kind=none"});
        QVERIFY(why(none).contains(QLatin1String("Choose LayerNorm")));
        QVERIFY(why(none, textbook).isEmpty());
        QVERIFY(why(support::without(m_run, {"blocks.1.resid_pre", "blocks.0.resid_post"})).contains(QLatin1String("record")));
    }

    void aSmallDistanceIsNotRoundedToNone()
    {
        const QString near = textbookCaption(m_run, 0.9, 1.2);
        QVERIFY2(!near.contains("0.0 %"), qPrintable(near));
    }

    void theTextbookIsBeforeTheDials()
    {
        SelectionModel selection;
        NormView view(&selection, nullptr);
        view.restore(QStringLiteral("norm"), descent());
        view.setRun(m_run, nullptr);
        view.resize(900, 600);
        view.show();
        const auto* const quadratic = view.findChild<SegmentedSwitch*>(quadraticOption.name());
        QVERIFY(quadratic->isVisible());
        for (const QSlider* const dial : view.findChildren<QSlider*>())
            QVERIFY(!dial->isVisible() || dial->mapTo(&view, QPoint()).x() > quadratic->mapTo(&view, QPoint()).x());
    }

    void sizeAloneDoesNotMatterAndShapeDoes()
    {
        const auto condition = [](const RunPtr& run) {
            const auto both = core::normCurvatures(*run->trace, core::normSlots(*run->trace).at(2), {});
            return both ? both->before.condition() : 0;
        };
        const core::Tensor& stream = m_run->trace->at("blocks.1.resid_pre");
        const RunPtr changed = support::withNumber(m_run, "blocks.1.resid_pre", 3, 50 * stream.data()[3] + 9);
        QVERIFY(condition(m_run) > 1);
        QVERIFY(std::abs(condition(changed) / condition(m_run) - 1) > 0.1);
    }

    void theSliderMovesTheRateAndIsUndone()
    {
        SelectionModel selection;
        NormView view(&selection, nullptr);
        view.restore(QStringLiteral("norm"), descent({{rateOption.name(), 1.2}}));
        QCOMPARE(view.figureData().options.value(rateOption.name()).toDouble(), 1.2);
        view.setRun(m_run, nullptr);
        view.resize(900, 600);
        view.show();
        QSlider* const rate = view.findChildren<QSlider*>().front();
        QCOMPARE(rate->value(), 24);
        rate->setValue(10);
        QCOMPARE(view.figureData().options.value(rateOption.name()).toDouble(), 0.5);
        QCOMPARE(view.whatIf().value(rateOption.name()).toDouble(), 0.5);
        view.setWhatIf({});
        QCOMPARE(view.figureData().options.value(rateOption.name()).toDouble(), ordinaryRate);
    }
};

QUIET_TEST_MAIN(TestDescentPage)
#include "tst_descent_page.moc"
