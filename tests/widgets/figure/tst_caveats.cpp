// What limits a picture is in it, on screen and in files.

#include "widgets/figure/caveats.h"

#include "tests/core/support/model_copy.h"
#include "tests/widgets/support/fulfilled.h"
#include "tests/widgets/support/quiet.h"
#include "tests/widgets/support/tiny_run.h"
#include "widgets/figure/choice_text.h"
#include "widgets/figure/figure_export.h"
#include "widgets/plot/plot.h"

#include <QTest>
#include <QXmlStreamReader>

#include <limits>

using namespace widgets;

class TestCaveats : public QObject
{
    Q_OBJECT

    static RunPtr runOf(const std::string& model, const std::vector<std::string>& assignments,
        const std::string& text = "The cat sat on the mat")
    {
        const core::ModelPtr opened = core::openModel(model);
        core::Choices said;
        for (const std::string& assignment : assignments)
            said.setText(assignment, 4);
        const core::SetupPtr setup = core::configure(opened, said);
        core::ForwardInput input;
        input.ids = opened->tokenizer->encode(text);
        return std::make_shared<RunResult>(RunResult{core::forward(*setup, input), setup});
    }

    static QByteArray svgOf(const FigureInfo& info, const FigureData& data, const FigureStyle& style)
    {
        return renderFigure(info, support::fulfilled(info, data), style, FigureFormat::Svg, {});
    }

    /// What is written in the picture, without the spaces, at which lines are broken.
    static QString lettersOf(const QByteArray& svg)
    {
        QString letters;
        QXmlStreamReader xml(svg);
        while (!xml.atEnd())
            if (xml.readNext() == QXmlStreamReader::StartElement && xml.name() == QLatin1String("text"))
                letters += xml.readElementText(QXmlStreamReader::IncludeChildElements).remove(' ');
        return letters;
    }

    static QString textOf(const RunPtr& run)
    {
        QStringList texts;
        for (const Caveat& caveat : caveatsOf({run, nullptr, {}, {}}))
            texts << caveat.text;
        return texts.join('\n');
    }

private slots:

    void aPlainRunHasNone()
    {
        QCOMPARE(textOf(support::tinyRun()), QString());
        QCOMPARE(textOf(runOf("main", {})), QString());
        QCOMPARE(caveatsOf({}).size(), std::size_t(0));
    }

    void aFamilyThatWasGuessedIsNamed()
    {
        const core::ModelCopy copy("llama");
        copy.setConfig({{"model_type", "orca9"}, {"architectures", nullptr}});
        const core::SetupPtr setup = core::configure(core::openModel(copy.path()), {});
        const RunPtr run = std::make_shared<RunResult>(RunResult{core::forward(*setup, {.ids = {3, 1, 12}}), setup});
        QCOMPARE(textOf(run), QStringLiteral("Unknown family (orca9), read as llama."));
        const QByteArray svg = svgOf(*findFigure("residual"), {run, nullptr, {}, {}}, {});
        QVERIFY(lettersOf(svg).contains("Unknownfamily(orca9),readasllama."));
    }

    void weightsOfAnotherTrainingAreNamedInEveryFile()
    {
        const RunPtr run = runOf("main", {"norm.placement=post"});
        const QString text = textOf(run);
        QVERIFY2(text.contains("Pre") && text.contains("Post") && text.contains("sensitivity"), qPrintable(text));
        const FigureInfo* figure = findFigure("residual");
        const QByteArray svg
            = renderFigure(*figure, support::fulfilled(*figure, {run, nullptr, {}, {}}), {}, FigureFormat::Svg, {});
        QVERIFY(svg.contains("shows sensitivity"));
    }

    /// A sibling that answers otherwise than by copying says what the copy would have been; one that copies says nothing.
    void aSiblingThatDoesNotCopyTheTextSaysSo()
    {
        const std::string text = "Repeat: red dog chair cup. Again: red dog";
        const QString gqa = textOf(runOf("main", {"attention.kind=grouped_query", "weights=trained"}, text));
        QVERIFY2(gqa.contains("heads-gqa") && gqa.contains("did not learn to copy this: “chair” gets only"), qPrintable(gqa));
        QVERIFY(!textOf(runOf("main", {"attention.kind=latent", "weights=trained"}, text)).contains("copy"));
        QVERIFY(!textOf(runOf("main", {"attention.kind=grouped_query", "weights=trained"})).contains("copy")); // nothing to copy
    }

    void whatDiffersByLayerSaysInWhich()
    {
        const auto array = [](const char* text) { return core::Json::parse(text); };
        const auto [a, b] = choiceTexts("mask.window", array("[4, 4, 8, 16]"), array("[4, 4, 32, 32]"));
        QCOMPARE(a, QStringLiteral("Window: 8 in L2, 16 in L3"));
        QCOMPARE(b, QStringLiteral("Window: 32 in L2–L3"));
        const auto [kinds, one] = choiceTexts("norm.placement", array("[\"pre\", \"post\"]"), "pre");
        QCOMPARE(kinds, QStringLiteral("Norm placement: Post in L1"));
        QCOMPARE(one, QStringLiteral("Pre"));
        const QString text = textOf(runOf("mask-wwwf", {"mask.window@0=3"}));
        QVERIFY2(text.contains("in L0") && !text.contains("by layer"), qPrintable(text));
    }

    void onePictureOfBothRunsHasTheCaveatsOfEach()
    {
        FigureData data{runOf("main", {}), runOf("main", {"norm.placement=post"}), {}, {}};
        data.mode = SlotMode::SideBySide;
        for (const char* figure : {"residual", "norm"}) {
            const QByteArray svg
                = renderFigure(*findFigure(figure), support::fulfilled(*findFigure(figure), data), {}, FigureFormat::Svg, {});
            QVERIFY2(svg.contains("B: Trained with Pre, run as Post"), figure);
        }
    }

    /// What a model does not have is shown of it all the same: the picture says so, whatever else it leaves out.
    void whatTheModelDoesNotHaveIsSaidInThePicture()
    {
        const FigureInfo& alibi = *findFigure("alibi");
        for (const char* page : {"penalty", "beyond", "terms"}) {
            FigureData data{runOf("main", {}), nullptr, {}, {{"show", page}}};
            QCOMPARE(alibi.whyNot(support::fulfilled(alibi, data)), QString());
            const QString text = lettersOf(svgOf(alibi, data, {}));
            QVERIFY2(text.contains(page == std::string("terms") ? "siblingposition-sinusoidal,trainedwiththem;themodelitselfhasRotary"
                                                                 : "Themodelitself:Rotary(RoPE)."),
                page);
            data.a = runOf("main", {page == std::string("terms") ? "position.kind=sinusoidal" : "position.kind=alibi"});
            QVERIFY(alibi.caveats(data).empty());
        }
    }

    void everyCaveatStandsInEveryThemeAndOnEveryPage()
    {
        const RunPtr run = runOf("main", {"norm.placement=post"});
        int caveats = 0;
        for (const FigureInfo& info : allFigures())
            for (const QVariantMap& options : info.variants ? info.variants() : std::vector<QVariantMap>{{}}) {
                const FigureData data{run, nullptr, {.layer = 1}, options};
                if (!info.whyNot(data).isEmpty())
                    continue;
                const std::vector<Caveat> own = caveatsOf(info, data);
                QVERIFY(!info.isOfRun || !own.empty());
                for (const ThemeId theme : allThemes())
                    for (const bool hasWords : {true, false}) {
                        FigureStyle style = findPreset(hasWords ? "slide-16x9" : "paper-1col")->style;
                        style.theme = theme;
                        style.showTitle = style.showCaption = style.showColorBar = hasWords;
                        const QString text = lettersOf(svgOf(info, data, style));
                        for (const Caveat& caveat : own)
                            QVERIFY2(text.contains(QString(caveat.text).remove(' ')),
                                qPrintable(QStringLiteral("%1: %2").arg(info.id, caveat.text)));
                    }
                caveats += int(own.size());
            }
        QVERIFY(caveats > 20);
    }

    void aStepOfATrainingIsNamed()
    {
        const QString text = textOf(runOf("main@1100", {}));
        QVERIFY2(text.contains("1,100"), qPrintable(text));
    }

    void theFirstTensorWithoutNumbersIsNamed()
    {
        const RunPtr run = support::tinyRun();
        // The end is broken, and something before it: the earlier one is the cause.
        const RunPtr end = support::withNumber(run, "blocks.2.resid_post", 0, std::numeric_limits<float>::quiet_NaN());
        const RunPtr both = support::withNumber(end, "blocks.1.mlp.post", 3, std::numeric_limits<float>::infinity());
        QVERIFY2(textOf(both).contains("blocks.1.mlp.post"), qPrintable(textOf(both)));
    }

    void wordsThatTheVocabularyLacksAreNamed()
    {
        auto run = std::make_shared<RunResult>(*support::tinyRun());
        run->unknown = {{"zebra", "quagga", "okapi"}, "[UNK]", {"xylophone"}};
        for (const char* word : {"“zebra”", "[UNK]", "1 more", "“xylophone”"})
            QVERIFY2(textOf(run).contains(QString::fromUtf8(word)), word);
    }

    void whatWasLeftOutIsCounted()
    {
        auto run = std::make_shared<RunResult>(*support::tinyRun());
        run->leftOut = {" a", " b", " c"};
        QVERIFY2(textOf(run).contains("3"), qPrintable(textOf(run)));
    }
};

QUIET_TEST_MAIN(TestCaveats)
#include "tst_caveats.moc"
