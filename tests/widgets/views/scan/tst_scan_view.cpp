// The picture of a scan is the scan of core/experiments, read now or from a file: its lists, its histogram, its unit.

#include "core/experiments/opened_scan.h"
#include "core/files/library/model_files.h"
#include "core/io/json.h"
#include "tests/widgets/support/answered_view.h"
#include "tests/widgets/support/fulfilled.h"
#include "tests/widgets/support/quiet.h"
#include "tests/widgets/support/tiny_run.h"
#include "widgets/figure/compose.h"
#include "widgets/figure/figure_numbers.h"
#include "widgets/figure/offers.h"
#include "widgets/plot/plot.h"
#include "widgets/views/scan/figure.h"
#include "widgets/views/scan/hit_lines.h"
#include "widgets/views/scan/numbers.h"
#include "widgets/views/scan/view.h"
#include "widgets/views/shared/predictions.h"
#include "widgets/views/shared/token_question.h"

#include <QComboBox>
#include <QSpinBox>
#include <QTemporaryDir>
#include <QTest>

#include <cmath>

using namespace widgets;

namespace {

RunPtr ownRun()
{
    static const RunPtr run = support::tinyRun("The cat sat on the mat");
    return run;
}

FigureData dataOf(const QVariantMap& options = {}, const RunPtr& run = ownRun())
{
    return support::fulfilled(scanFigure, {run, nullptr, {.layer = 1, .head = 2}, options});
}

/// The run that a file of a scan is shown as.
RunPtr opened(const QString& file)
{
    return std::make_shared<const RunResult>(RunResult{core::traceOfScan(file.toStdString()), nullptr});
}

NumberSet setOf(const FigureData& data, const QString& name)
{
    for (NumberSet& set : figureNumbers(scanFigure, data, FigureStyle()))
        if (set.name == name)
            return std::move(set);
    return {};
}

} // namespace

class TestScanView : public QObject
{
    Q_OBJECT

private slots:
    void theListsAreThoseOfTheScan()
    {
        const FigureData data = dataOf({{unitOption.name(), 7}, {textsOption.name(), "capitals"}});
        QVERIFY2(scanFigure.whyNot(data).isEmpty(), qPrintable(scanFigure.whyNot(data)));
        const core::Scan expected = core::scanTexts(*ownRun()->setup, {"blocks.1.mlp.post", 12, "capitals"});
        const core::ScanChannel& channel = expected.channels[7];
        for (const auto& [name, hits] :
            {std::pair{"top", &channel.top}, {"bottom", &channel.bottom}, {"sample", &channel.sample}}) {
            const NumberSet set = setOf(data, QLatin1String(name));
            QCOMPARE(set.shape, (std::vector<core::Index>{core::Index(hits->size()), core::scanWindow}));
            for (std::size_t hit = 0; hit < hits->size(); ++hit)
                for (std::size_t token = 0; token < std::size_t(core::scanWindow); ++token) {
                    const float value = (*hits)[hit].values[token];
                    const double drawn = set.values[hit * std::size_t(core::scanWindow) + token];
                    QVERIFY(std::isnan(value) ? std::isnan(drawn) : std::abs(drawn - double(value)) < 1e-6);
                }
        }
        const NumberSet histogram = setOf(data, QStringLiteral("values"));
        double counted = 0;
        for (std::size_t bin = 0; bin < std::size_t(core::scanBins); ++bin)
            counted += histogram.values[3 * bin + 2];
        QCOMPARE(counted, double(expected.tokens));
        QCOMPARE(scanFigure.table(data).count('\n'),
            qsizetype(1 + channel.top.size() + channel.bottom.size() + channel.sample.size()));
    }

    void everyKindOfNumberHasItsTensor()
    {
        const auto at = [](const char* of) { return dataOf({{scannedOption.name(), QString::fromLatin1(of)}}); };
        QCOMPARE(scanOf(at("neurons"), ownRun())->at, std::string("blocks.1.mlp.post"));
        QCOMPARE(scanOf(at("head"), ownRun())->at, std::string("blocks.1.attn.z[2]"));
        QCOMPARE(scanOf(at("stream"), ownRun())->at, std::string("blocks.1.resid_post"));
        QCOMPARE(unitName(*scanOf(at("head"), ownRun()), 3), QStringLiteral("number 3 of what L1 H2 puts out"));
        QCOMPARE(unitName(*scanOf(at("stream"), ownRun()), 3), QStringLiteral("dimension 3 of the stream after L1"));
        const auto vector = [](const char* of, const QString& along = {}) {
            return dataOf({{scannedOption.name(), QString::fromLatin1(of)}, {readOption.name(), QStringLiteral("vector")},
                {alongOption.name(), along}});
        };
        const FigureData whole = vector("head"), direction = vector("stream");
        QCOMPARE(unitName(*scanOf(whole, ownRun()), 0), QStringLiteral("the length of what L1 H2 adds to the stream"));
        const core::TokenId next = nextTokens(*ownRun()->trace, int(ownRun()->trace->ids.size()) - 1, 1).front().id;
        const std::string said = saidToken(*ownRun()->setup, next);
        QCOMPARE(scanOf(direction, ownRun())->along, core::writeJson({{"towards", said}}));
        QCOMPARE(unitName(*scanOf(direction, ownRun()), 0),
            QStringLiteral("the projection of the stream after L1 on direction towards “%1”").arg(QString::fromStdString(said).simplified()));
        for (const FigureData& data : {whole, direction})
            QVERIFY(wordsOfUnit(data, ownRun()));
        // The direction itself is what is written most, as a token's row is closest to itself.
        QCOMPARE(wordsOfUnit(vector("stream", QStringLiteral("{\"towards\":\"#7\"}")), ownRun())->up.front().id, core::TokenId(7));
        QVERIFY(!scanFigure.whyNot(at("experts")).isEmpty());
        QVERIFY(scanNeeds({ownRun(), nullptr, {.layer = 1}, {{scannedOption.name(), "experts"}}}).empty()); // so that it is said
        QCOMPARE(scanFigure.offer(at("experts")).key, QString(modelOffer)); // the way out
        QCOMPARE(scanFigure.offer(at("experts")).value, QStringLiteral("experts"));
        QVERIFY(scanFigure.offer(at("neurons")).label.isEmpty());
        const RunPtr mixture
            = support::tinyRun("The cat sat on the mat", {"feed_forward.kind=mixture", "mixture.experts=4", "mixture.top_k=2"});
        const FigureData experts = dataOf({{scannedOption.name(), "experts"}}, mixture);
        QVERIFY2(scanFigure.whyNot(experts).isEmpty(), qPrintable(scanFigure.whyNot(experts)));
        QVERIFY(scanFigure.offer(experts).label.isEmpty());
        QCOMPARE(scanOf(experts, mixture)->channels.size(), std::size_t(4));
    }

    void theFirstUnitIsTheOneThatStandsOutMost()
    {
        const FigureData data = dataOf();
        const core::Scan& scan = *scanOf(data, ownRun());
        const int unit = shownUnit(scan, data);
        for (std::size_t other = 0; other < scan.channels.size(); ++other)
            QVERIFY(core::peakOf(scan, std::size_t(unit)) >= core::peakOf(scan, other));
        QVERIFY(wordsOfUnit(data, ownRun()));
        for (const char* of : {"stream", "head"})
            QVERIFY2(wordsOfUnit(dataOf({{scannedOption.name(), of}}), ownRun()), of);
        QVERIFY(scanFigure.caption(data).contains(unitName(scan, unit)));
    }

    void aFileOpensWithItsModelAndWithout()
    {
        QTemporaryDir folder;
        const QString file = folder.filePath("scan.safetensors");
        const core::SetupPtr setup = core::configure(core::openModel("main"), {});
        const core::Scan written = core::scan(*setup, {"blocks.2.mlp.post", 4, "agreement"}, file.toStdString());
        const RunPtr run = opened(file);
        const FigureData data = dataOf({{unitOption.name(), 3}}, run);
        QVERIFY2(scanFigure.whyNot(data).isEmpty(), qPrintable(scanFigure.whyNot(data)));
        QCOMPARE(scanOf(data, run)->channels[3].top.front().ids, written.channels[3].top.front().ids);
        QVERIFY(wordsOfUnit(data, run));
        QVERIFY(!run->trace->tokens.empty() && !run->trace->tokens.front().starts_with('#'));

        core::Scan foreign = written;
        foreign.model = "nobody/has-this";
        core::writeScan(foreign, file.toStdString());
        const RunPtr other = opened(file);
        const FigureData without = dataOf({}, other);
        QVERIFY(scanFigure.whyNot(without).isEmpty());
        QVERIFY(!wordsOfUnit(without, other));
        QVERIFY(scanFigure.caption(without).contains("is not here"));
        QVERIFY(scannedToken(nullptr, 12) == "#12");
    }

    void linesKeepTheirTokenInOneColumn()
    {
        const FigureData data = dataOf();
        Plot plot;
        FigureStyle style;
        composeFigure(plot, scanFigure, data, style);
        plot.resize(900, 600);
        plot.replot();
        auto* const lines = qobject_cast<HitLines*>(plot.cellMap(QStringLiteral("hits")));
        QVERIFY(lines);
        double left = -1;
        int hits = 0;
        const std::vector<HitLines::Box> boxes = lines->boxes();
        for (std::size_t i = 0; i < boxes.size(); ++i) {
            QVERIFY(QRectF(lines->keyAxis()->axisRect()->rect()).adjusted(-1, -1, 1, 1).contains(boxes[i].rect));
            for (std::size_t j = 0; j < i; ++j)
                QVERIFY(!boxes[i].rect.intersects(boxes[j].rect));
            if (boxes[i].token != int(core::scanBefore))
                continue;
            QVERIFY(left < 0 || boxes[i].rect.left() == left);
            left = boxes[i].rect.left();
            ++hits;
            QCOMPARE(lines->cellAt(boxes[i].rect.center()).column, boxes[i].token);
        }
        QVERIFY(hits >= 3); // of each list
    }

    void theViewChoosesAUnitAndComesBack()
    {
        SelectionModel selection;
        ScanView view(&selection, nullptr);
        support::answer(view);
        view.resize(1000, 640);
        view.setRun(ownRun(), nullptr);
        view.show();
        QVERIFY(!view.isEmpty());
        auto* const unit = view.findChild<QSpinBox*>();
        QVERIFY(unit && unit->maximum() == 63);
        QVERIFY(!view.figureData().options.contains(unitOption.name()));
        unit->setValue(unit->value() == 5 ? 6 : 5);
        QCOMPARE(view.figureData().options[unitOption.name()].toInt(), unit->value());
        QVERIFY(
            view.restore("scan", {{unitOption.name(), 9}, {scannedOption.name(), "stream"}, {textsOption.name(), "brackets"}}));
        QCOMPARE(unit->value(), 9);
        QCOMPARE(unit->maximum(), 31);
        QCOMPARE(view.findChild<QComboBox*>()->currentData().toString(), QString("brackets"));
        QVERIFY(!view.restore("output", {}));
    }

    void whatCannotBeScannedIsSaid()
    {
        const RunPtr recorded = std::make_shared<const RunResult>(RunResult{ownRun()->trace, nullptr});
        QVERIFY(scanFigure.whyNot(dataOf({}, recorded)).contains("recorded"));
        QVERIFY(scanFigure.whyNot(dataOf({}, support::tinyRun("The cat sat", {"feed_forward.kind=none"}))).contains("Layer 1"));
    }
};

QUIET_TEST_MAIN(TestScanView)
#include "tst_scan_view.moc"
