// What every view must do, for each row of the registry.

#include "tests/widgets/support/answered_view.h"
#include "tests/widgets/support/fulfilled.h"
#include "tests/widgets/support/quiet.h"
#include "tests/widgets/support/tiny_run.h"
#include "widgets/diagram/model_diagram.h"
#include "widgets/figure/compose.h"
#include "widgets/figure/figure_export.h"
#include "widgets/figure/page_words.h"
#include "widgets/plot/plot.h"
#include "widgets/views/diagram/figure.h"
#include "widgets/views/output/figure.h"
#include "widgets/views/output/view.h"
#include "widgets/views/residual/figure.h"
#include "widgets/views/residual/view.h"
#include "widgets/views/shared/figure_view.h"
#include "widgets/views/shared/figure_words.h"
#include "widgets/views/shared/predictions.h"

#include <QLabel>
#include <QSignalSpy>
#include <QTest>

#include <cmath>
#include <map>
#include <memory>

using namespace widgets;

class TestViews : public QObject
{
    Q_OBJECT

    RunPtr m_run = support::tinyRun();

    std::unique_ptr<FigureView> makeView(const char* id, SelectionModel& selection) const
    {
        for (const ViewInfo& info : allViews())
            if (QLatin1String(info.id) == QLatin1String(id)) {
                auto* view = static_cast<FigureView*>(info.create(&selection, nullptr));
                view->resize(900, 640);
                view->show();
                support::answer(*view);
                return std::unique_ptr<FigureView>(view);
            }
        return nullptr;
    }

    static QImage imageOf(const char* figure, const RunPtr& run, const Selection& selection = {})
    {
        FigureStyle style;
        style.size = {900, 600};
        const FigureInfo* info = findFigure(QString::fromLatin1(figure));
        RenderOptions options;
        options.pngDpi = 96;
        return QImage::fromData(
            renderFigure(*info, support::fulfilled(*info, {run, nullptr, selection, {}}), style, FigureFormat::Png, options));
    }

    static void addViews()
    {
        QTest::addColumn<QString>("id");
        for (const ViewInfo& info : allViews())
            QTest::newRow(info.id) << QString::fromLatin1(info.id);
    }

private slots:
    void cleanup() { setCurrentTheme(ThemeId::Light), setCurrentLanguage(QStringLiteral("en")); }

    void everyViewAcceptsNoTraceThenATraceThenATraceWithoutItsTensors_data() { addViews(); }
    void everyViewAcceptsNoTraceThenATraceThenATraceWithoutItsTensors()
    {
        QFETCH(QString, id);
        SelectionModel selection;
        const auto view = makeView(id.toLatin1().constData(), selection);
        QVERIFY(view->isEmpty());
        view->setRun(nullptr, nullptr);
        QVERIFY(view->isEmpty());
        view->setRun(m_run, nullptr);
        // This model has seeded weights, so nothing was trained, and no experts.
        QCOMPARE(view->isEmpty(), id == u"training" || id == u"mixture");
        QVERIFY(!view->captionText().isEmpty() || view->isEmpty());
        view->setRun(support::without(m_run, {"attn", "resid", "ln", "mlp", "logits"}), nullptr);
        const QStringList ofModels{
            "cost", "diagram", "weights", "atlas", "tokens", "scan", "texts"}; // which read the model or the text
        QCOMPARE(view->isEmpty(), !ofModels.contains(id));
        view->setRun(nullptr, nullptr);
        QVERIFY(view->isEmpty());
    }

    void oneTokenSaysWhyThereIsNothingToSee()
    {
        SelectionModel selection;
        const auto view = makeView("attention", selection);
        view->setRun(support::tinyRun("The"), nullptr);
        QVERIFY(view->isEmpty());
    }

    void aModelWithoutLogitsSaysSo()
    {
        SelectionModel selection;
        const auto view = makeView("output", selection);
        view->setRun(support::tinyRun("The cat sat", {"output.head=none"}), nullptr);
        QVERIFY(view->isEmpty());
        const FigureData data{support::tinyRun("The cat sat", {"output.head=none"}), nullptr, {}, {}};
        QVERIFY(view->figure().whyNot(data).contains(QStringLiteral("no output head")));
    }

    void anEncoderSpeaksOfTheTokenThatStandsThere()
    {
        const FigureData data{
            support::tinyRun("The cat sat", {"topology=encoder", "output.head=masked_language"}), nullptr, {.query = 1}, {}};
        const FigureInfo& output = *findFigure(QStringLiteral("output"));
        QVERIFY(output.whyNot(data).isEmpty());
        QCOMPARE(titleText(output, data), QStringLiteral("Which token belongs here?"));
        QVERIFY(output.caption(data).contains(QStringLiteral("The one there")));
        const FigureData decoder{m_run, nullptr, {.query = 1}, {}};
        QCOMPARE(titleText(output, decoder), QStringLiteral("What comes next?"));
    }

    void blocksOfTwoStacksSpeakOfTheTarget()
    {
        const core::SetupPtr setup = support::tinySetup({"topology=encoder_decoder"});
        core::ForwardInput input;
        input.ids = setup->model->tokenizer->encode("The cat sat on the mat");
        input.decoderIds = setup->model->tokenizer->encode("it was");
        const RunPtr run = std::make_shared<RunResult>(RunResult{core::forward(*setup, input), setup});
        const FigureData data{run, nullptr, {}, {}};
        for (const FigureInfo& figure : allFigures())
            QVERIFY2(figure.whyNot(support::fulfilled(figure, data)).isEmpty()
                    == !QStringList({"training", "mixture", "divergence", "weight_change", "patching", "paths", "scan", "texts"})
                            .contains(QLatin1String(figure.id)), // patching: of two runs; paths, scan, texts: of one stack
                figure.id);
        QVERIFY(findFigure(QStringLiteral("output"))->caption(data).contains(QStringLiteral("“was”")));
        QCOMPARE(tokenTexts(*run->trace).size(), 2);
        for (const char* id : {"flow", "attention", "residual", "output"}) {
            SelectionModel selection;
            const auto view = makeView(id, selection);
            view->setRun(run, nullptr);
            QVERIFY2(!view->isEmpty(), id);
        }
    }

    void selectionOutsideTheRunIsHarmless_data() { addViews(); }
    void selectionOutsideTheRunIsHarmless()
    {
        QFETCH(QString, id);
        SelectionModel selection;
        selection.pin({.layer = 99, .head = 99, .query = 99, .key = 99});
        const auto view = makeView(id.toLatin1().constData(), selection);
        view->setRun(m_run, nullptr);
        selection.pin({.layer = 1, .head = 1, .query = 99, .key = 99});
        selection.pin({.layer = -1, .head = -1, .query = -1, .key = 3});
        QVERIFY(!view->grab().isNull());
    }

    void changedCellShows_data()
    {
        QTest::addColumn<QString>("figure");
        QTest::addColumn<QString>("tensor");
        QTest::addColumn<int>("offset");
        QTest::addColumn<float>("value");
        // Layer 1, head 2, query 3, key 1 of 6 tokens.
        const int cell = 2 * 36 + 3 * 6 + 1;
        QTest::newRow("wall") << "attention_wall"
                              << "blocks.1.attn.pattern" << cell << 0.93F;
        QTest::newRow("head") << "attention"
                              << "blocks.1.attn.pattern" << cell << 0.93F;
        QTest::newRow("cell") << "attention_cell"
                              << "blocks.1.attn.scores" << cell << 5.0F;
        QTest::newRow("stream") << "residual"
                                << "blocks.1.resid_post" << 3 * 32 << 40.0F;
        QTest::newRow("embeddings") << "embeddings"
                                    << "embed" << 3 * 32 << 40.0F;
        QTest::newRow("norm") << "residual"
                              << "blocks.1.ln2.out" << 3 * 32 << 40.0F;
        QTest::newRow("output") << "output"
                                << "logits" << 7 << 60.0F;
        QTest::newRow("lens") << "flow"
                              << "blocks.1.resid_post" << 3 * 32 << 40.0F;
        QTest::newRow("arcs") << "flow"
                              << "blocks.1.attn.pattern" << cell << 0.93F;
        QTest::newRow("parts") << "flow"
                               << "blocks.1.mlp_out" << 3 * 32 << 40.0F;
        QTest::newRow("heads") << "flow"
                               << "blocks.1.attn.z" << 3 * 32 << 40.0F;
    }
    void changedCellShows()
    {
        QFETCH(QString, figure);
        QFETCH(QString, tensor);
        QFETCH(int, offset);
        QFETCH(float, value);
        const Selection at{.layer = 1, .head = 2, .query = tensor == QLatin1String("logits") ? 0 : 3, .key = 1};
        const QByteArray id = figure.toLatin1();
        const QImage before = imageOf(id.constData(), m_run, at);
        QVERIFY(!before.isNull());
        QCOMPARE(imageOf(id.constData(), m_run, at), before); // the same numbers, the same picture
        QVERIFY(imageOf(id.constData(), support::withNumber(m_run, tensor.toStdString(), offset, value), at) != before);
    }

    void cursorIsLinkedOverViewsWithoutLoops()
    {
        SelectionModel selection;
        std::map<QByteArray, std::unique_ptr<FigureView>> views;
        for (const ViewInfo& info : allViews()) {
            views[info.id] = makeView(info.id, selection);
            views[info.id]->setRun(m_run, nullptr);
        }
        QSignalSpy pins(&selection, &SelectionModel::pinnedChanged);
        QSignalSpy hovers(&selection, &SelectionModel::hoveredChanged);
        emit views["residual"]->plot()->cellClicked(QStringLiteral("stream"), 0, 2, Qt::NoModifier);
        QCOMPARE(pins.count(), 1);
        QCOMPARE(selection.pinned().query, 2);
        QCOMPARE(views["residual"]->plot()->cellMap(QStringLiteral("stream"))->pinned().column, 2);
        QCOMPARE(views["output"]->plot()->cellMap(QStringLiteral("strip"))->pinned().column, 2);

        emit views["output"]->plot()->cellHovered(QStringLiteral("strip"), 0, 4);
        QCOMPARE(hovers.count(), 1);
        QCOMPARE(views["residual"]->plot()->cellMap(QStringLiteral("stream"))->hovered().column, 4);
        emit views["output"]->plot()->cellHovered(QStringLiteral("strip"), -1, -1);
        QCOMPARE(hovers.count(), 2);
        QVERIFY(views["residual"]->plot()->cellMap(QStringLiteral("stream"))->hovered().isNone());

        ModelDiagram diagram(&selection);
        diagram.setSetup(m_run->setup);
        emit views["attention"]->plot()->cellClicked(QStringLiteral("wall"), 0, 3, Qt::NoModifier); // the last layer is on top
        QCOMPARE(pins.count(), 2);
        QCOMPARE(diagram.diagram().layer, selection.pinned().layer);
        QCOMPARE(selection.pinned().head, 3);
        for (const auto& [id, view] : views)
            QVERIFY2(view->figureData().selection == selection.pinned(), id.constData());
    }

    void themeRepaints_data() { addViews(); }
    void themeRepaints()
    {
        QFETCH(QString, id);
        SelectionModel selection;
        const auto view = makeView(id.toLatin1().constData(), selection);
        view->setRun(m_run, nullptr);
        const QImage light = view->grab().toImage();
        setCurrentTheme(ThemeId::Dark);
        QCoreApplication::processEvents();
        const QImage dark = view->grab().toImage();
        const auto brightness
            = [](const QImage& image) { return QColor(image.pixel(image.width() - 3, image.height() / 2)).lightness(); };
        QVERIFY2(brightness(light) > 200 && brightness(dark) < 60, "the ground of the page follows the theme");
        setCurrentTheme(ThemeId::Projector);
        QCoreApplication::processEvents();
        QVERIFY(view->findChildren<QLabel*>().first()->font().pointSizeF() > 14);
    }

    void veilCoversTheOldPictureUntilTheNewRun()
    {
        SelectionModel selection;
        const auto view = makeView("residual", selection);
        view->setRun(m_run, nullptr);
        const QImage clear = view->grab().toImage();
        view->setStale(true);
        QVERIFY(view->grab().toImage() != clear);
        view->setRun(m_run, nullptr);
        QCOMPARE(view->grab().toImage(), clear);
    }

    void figuresOfTheContractAreThere()
    {
        for (const char* id : {"attention", "attention_wall", "attention_stages", "rope", "alibi", "norm", "residual", "mixture",
                 "output", "embeddings", "diagram", "flow", "training"})
            QVERIFY2(findFigure(QString::fromLatin1(id)), id);
        QVERIFY(!findFigure(QStringLiteral("no such figure")));
        for (const FigureInfo* figure : {&residualFigure, &outputFigure, &diagramFigure})
            QVERIFY(findFigure(QString::fromLatin1(figure->id))->draw == figure->draw);
    }

    void aViewShowsTheFigureThatIsExported()
    {
        SelectionModel selection;
        QCOMPARE(&ResidualView(&selection, nullptr).figure(), &residualFigure);
        QCOMPARE(&OutputView(&selection, nullptr).figure(), &outputFigure);
    }

    void everyFigureIsDrawnInAColumnOfAPaper()
    {
        for (const FigureInfo& info : allFigures()) {
            FigureStyle style = findPreset(QStringLiteral("paper-1col"))->style;
            const QImage image = QImage::fromData(
                renderFigure(info, support::fulfilled(info, {m_run, nullptr, {.layer = 1, .query = 3, .key = 1}, {}}), style,
                    FigureFormat::Png, {}));
            QVERIFY2(!image.isNull(), info.id);
        }
    }

    void everyComparisonHasRoomOnEveryPage()
    {
        const std::vector<std::string> mixture{"feed_forward.kind=mixture", "mixture.experts=4", "mixture.top_k=2"};
        std::vector<std::string> single = mixture;
        single.back() = "mixture.top_k=1";
        const RunPtr plain = support::tinyRun(), alibi = support::tinyRun("The cat sat on the mat", {"position.kind=alibi"}),
                     base = support::tinyRun("The cat sat on the mat", {"rope.base=100"}),
                     experts = support::tinyRun("The cat sat on the mat", mixture),
                     fewer = support::tinyRun("The cat sat on the mat", single);
        int drawn = 0;
        for (const auto& [a, b] : {std::pair{plain, base}, std::pair{plain, alibi}, std::pair{experts, fewer}})
            for (const FigureInfo& info : allFigures())
                for (const QVariantMap& options : info.variants ? info.variants() : std::vector<QVariantMap>{{}})
                    for (const SlotMode mode : {SlotMode::SideBySide, SlotMode::All}) {
                        FigureData data{a, b, {.layer = 1, .head = 2, .query = 4, .key = 1}, options, mode};
                        if (!whyNothing(info, data).isEmpty())
                            continue;
                        for (const FigurePreset& preset : figurePresets()) {
                            if (preset.id == std::string("icml"))
                                continue; // the narrowest: some pictures need more
                            // A column is as high as its picture needs.
                            const FigureStyle page = preset.isColumn ? withRoom(info, data, preset.style) : preset.style;
                            const QString why = whyNoRoom(info, data, page);
                            QVERIFY2(why.isEmpty(),
                                qPrintable(QStringLiteral("%1 %2 %3: %4")
                                               .arg(QLatin1String(info.id), options.value(QStringLiteral("show")).toString(),
                                                   QLatin1String(preset.id), why)));
                            ++drawn;
                        }
                    }
        QVERIFY(drawn > 1000);
    }

    void probabilitiesOfTheNextTokenAreASoftmax()
    {
        const core::Tensor& logits = m_run->trace->at("logits");
        const auto all = nextTokens(*m_run->trace, 2, int(logits.columns()));
        QCOMPARE(core::Index(all.size()), logits.columns());
        double sum = 0;
        for (const core::TokenProbability& token : all)
            sum += token.probability;
        QVERIFY(std::abs(sum - 1) < 1e-6);
        QVERIFY(std::abs(probabilityOf(*m_run->trace, 2, all[1].id) - all[1].probability) < 1e-12);
        QVERIFY(hasAllLogits(*m_run->trace));
        QVERIFY(nextTokens(*m_run->trace, 6, 3).empty()); // there is no position 6
    }

    void logitsOfTheLastTokenOnlyAreEnough()
    {
        auto trace = std::make_shared<core::Trace>(*support::without(m_run, {"logits"})->trace);
        const core::Tensor& logits = m_run->trace->at("logits");
        trace->lastLogits.assign(logits.row(5), logits.row(5) + logits.columns());
        const RunPtr run = std::make_shared<RunResult>(RunResult{trace, m_run->setup});
        SelectionModel selection;
        const auto view = makeView("output", selection);
        view->setRun(run, nullptr);
        QVERIFY(!view->isEmpty());
        QVERIFY(!view->plot()->cellMap(QStringLiteral("strip")));
        selection.pin({.query = 1}); // has no logits: the last position stays
        QVERIFY(!view->isEmpty());
    }
};

QUIET_TEST_MAIN(TestViews)
#include "tst_views.moc"
