// The gradients of the first step: a placement of the norms is one colour, that of the model on screen thick.

#include "core/files/library/bundled_models.h"
#include "core/files/library/training_runs.h"
#include "tests/widgets/support/fulfilled.h"
#include "tests/widgets/support/quiet.h"
#include "tests/widgets/support/tiny_run.h"
#include "widgets/figure/caveats.h"
#include "widgets/plot/plot.h"
#include "widgets/views/training/figure.h"

#include <QTest>

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>

using namespace widgets;

class TestFirstStep : public QObject
{
    Q_OBJECT

private slots:
    void aPlacementHasOneColourAndThatOfTheModelIsThick()
    {
        for (const char* own : {"pre", "post"}) {
            FigureData data{support::tinyRun("The cat", {"norm.placement=" + std::string(own)}), nullptr, {},
                {{"show", QStringLiteral("depth")}}};
            const auto plot = buildFigure(trainingFigure, support::fulfilled(trainingFigure, data), FigureStyle());
            std::map<std::string, QColor> colors;
            std::map<std::string, double> widths;
            int lines = 0;
            for (int i = 0; i < plot->graphCount(); ++i) {
                const std::string name = plot->graph(i)->name().toStdString();
                const std::string file = core::bundledModelsFolder() + '/' + name + "/history.json";
                if (!std::filesystem::exists(file))
                    continue;
                const core::Json word = core::readTrainingHistory(file).choices.value("norm.placement");
                const std::string kind = word.is_string() ? word.get<std::string>() : "pre";
                const QColor color = plot->graph(i)->pen().color();
                QVERIFY2(colors.try_emplace(kind, color).first->second == color, name.c_str());
                widths[kind] = plot->graph(i)->pen().widthF();
                ++lines;
            }
            QVERIFY(lines > int(colors.size()) && colors.size() > 2);
            std::set<QRgb> different;
            for (const auto& [kind, color] : colors)
                different.insert(color.rgb());
            QCOMPARE(different.size(), colors.size());
            for (const auto& [kind, width] : widths)
                QCOMPARE(width > 1.5 * widths[kind == "sandwich" ? "deep_norm" : "sandwich"], kind == own);
        }
    }

    /// As Backward pass says it, of the gradients alone.
    void gradientsOfAMixtureAreWithoutItsRouting()
    {
        for (const char* const show : {"gradient", "depth", "loss"})
            for (const char* const run : {"experts", "main"}) {
                const FigureData data = support::fulfilled(trainingFigure,
                    {support::tinyRun("The cat"), nullptr, {}, {{"show", QLatin1String(show)}, {"runs", QLatin1String(run)}}});
                const std::vector<Caveat> caveats = caveatsOf(trainingFigure, data);
                const bool isSaid = std::ranges::find(caveats, heldRouting().text, &Caveat::text) != caveats.end();
                QVERIFY2(isSaid == (QByteArray(run) == "experts" && QByteArray(show) != "loss"), show);
            }
    }
};

QUIET_TEST_MAIN(TestFirstStep)
#include "tst_first_step.moc"
