#include "app/export/export_settings.h"

#include "app/base/languages.h"

#include "tests/widgets/support/fulfilled.h"
#include "tests/widgets/support/quiet.h"
#include "tests/widgets/support/tiny_run.h"
#include "widgets/figure/figure_export.h"
#include "widgets/figure/page_words.h"
#include "widgets/plot/cell_plottable.h"
#include "widgets/plot/plot.h"

#include <QEvent>
#include <QWidget>

using app::ExportSettings;
using widgets::FigureFormat;

namespace {

app::ExportSource source()
{
    app::ExportSource made;
    made.inputs.a.model = "untrained";
    made.figure = widgets::findFigure("attention");
    made.data.a = support::tinyRun("The cat sat");
    made.data.selection = {.layer = 1, .head = 2};
    return made;
}

QStringList pathsOf(const ExportSettings& settings)
{
    QStringList paths;
    for (const app::ExportItem& item : app::exportItems(source(), settings, "out"))
        paths << item.path;
    return paths;
}

} // namespace

class TestExportSettings : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { app::setLanguage("en"); }

    void thePatternIsFilledIn()
    {
        ExportSettings settings;
        settings.pattern = "{figure}_L{layer}H{head}_{slot}_{lang}_{theme}_{preset}.{ext}";
        settings.formats = {FigureFormat::Svg, FigureFormat::Safetensors};
        QCOMPARE(pathsOf(settings),
            QStringList(
                {"out/attention_L1H2_a_en_light_slide-16x9.svg", "out/attention_L1H2_a_en_light_slide-16x9.safetensors"}));
    }

    void theNameOfAFileIsThatOfItsPage()
    {
        const auto nameOf = [](const char* page) {
            app::ExportSource made = source();
            made.figure = widgets::findFigure("alibi");
            made.data.options = {{"show", page}};
            return app::exportItems(made, ExportSettings(), "out").front().path;
        };
        QCOMPARE(nameOf("terms"), QStringLiteral("out/alibi-terms-en.svg"));
        QCOMPARE(nameOf("order"), QStringLiteral("out/alibi-order-en.svg"));
        QCOMPARE(pathsOf({}).front(), QStringLiteral("out/attention-en.svg")); // which has no pages
    }

    void aColumnIsAsHighAsAComparisonNeeds()
    {
        app::ExportSource both = source();
        both.figure = widgets::findFigure("alibi");
        both.data.b = support::tinyRun("The cat sat", {"norm.placement=post"});
        both.data.mode = widgets::SlotMode::SideBySide;
        both.data.options = {{"show", "terms"}};
        both.data = support::fulfilled(*both.figure, both.data);
        ExportSettings settings;
        settings.preset = "paper-1col";
        while (widgets::whyNoRoom(*both.figure, both.data, settings.style()).isEmpty() && settings.fontScale < 2)
            settings.fontScale += 0.02;
        const QSizeF column = settings.style().size, page = app::exportItems(both, settings, {}).front().style.size;
        QVERIFY(!widgets::whyNoRoom(*both.figure, both.data, settings.style()).isEmpty());
        QVERIFY(widgets::whyNoRoom(*both.figure, both.data, app::pageOf(both, settings)).isEmpty());
        QCOMPARE(page.width(), column.width());
        QVERIFY(page.height() > column.height());
        QCOMPARE(app::pageOf(both, settings).size, page);
        settings.millimetres = QSizeF(0, 66); // said: nothing grows
        QCOMPARE(app::pageOf(both, settings).size.height(), settings.style().size.height());
        settings.millimetres = {};
        both.data.mode = widgets::SlotMode::A;
        QCOMPARE(app::pageOf(both, settings).size, column);
    }

    /// The key stands below a map that is larger so, on a page that is no higher than it needs.
    void aMapFillsItsColumn()
    {
        app::ExportSource from = source();
        from.data.a = support::tinyRun("The cat sat on the mat and the dog sat on it");
        ExportSettings settings;
        settings.preset = "paper-1col";
        const widgets::FigureStyle page = app::pageOf(from, settings);
        const auto plot = widgets::buildFigure(*from.figure, from.data, page);
        const double side = plot->cellMaps().front()->mapRect().width();
        QVERIFY2(side > 0.68 * page.size.width(), qPrintable(QString("%1 of %2").arg(side).arg(page.size.width())));
        widgets::FigureStyle lower = page;
        lower.size.rheight() -= 12;
        QVERIFY(widgets::buildFigure(*from.figure, from.data, lower)->cellMaps().front()->mapRect().width() < side);
    }

    void everyHeadOfEveryLayerIsAFile()
    {
        ExportSettings settings;
        settings.pattern = "{layer}-{head}.{ext}";
        settings.everyHead = true;
        QCOMPARE(pathsOf(settings), QStringList({"out/1-0.svg", "out/1-1.svg", "out/1-2.svg", "out/1-3.svg"}));
        settings.everyLayer = true;
        const std::vector<app::ExportItem> items = app::exportItems(source(), settings, {});
        QCOMPARE(items.size(), std::size_t(12));
        QCOMPARE(items.back().data.selection.layer, 2);
        QCOMPARE(items.back().data.selection.head, 3);
        QCOMPARE(items.back().path, QString("2-3.svg"));
    }

    void bothLanguagesAreTwoFilesButNumbersAreOne()
    {
        ExportSettings settings;
        settings.languages = {"en", "zh_CN"};
        settings.formats = {FigureFormat::Pdf, FigureFormat::Npy};
        settings.pattern = "{lang}.{ext}";
        QCOMPARE(pathsOf(settings), QStringList({"out/en.pdf", "out/en.npy", "out/zh_CN.pdf"}));
    }

    void filesOfOneNameAreFoundOut()
    {
        ExportSettings settings;
        settings.pattern = "a.{ext}";
        QVERIFY(app::missingPlaceholders(app::exportItems(source(), settings, {}), settings).isEmpty());
        settings.everyHead = true;
        settings.languages = {"en", "zh_CN"};
        QCOMPARE(app::missingPlaceholders(app::exportItems(source(), settings, {}), settings), QStringList({"{head}", "{lang}"}));
    }

    void theStyleIsThePresetsUnlessSaid()
    {
        ExportSettings settings;
        settings.preset = "paper-1col";
        QCOMPARE(settings.style().size.width() * 25.4 / 96, 88.0);
        QCOMPARE(settings.style().tickPoints, 6.75); // whole pixels
        settings.fontScale = 2;
        settings.millimetres = {100, 50};
        settings.captions["en"] = "My own";
        QCOMPARE(settings.style().tickPoints, 13.5);
        QCOMPARE(settings.style().titlePoints, 16.5);
        QCOMPARE(settings.style().lineWidth, widgets::findPreset("paper-1col")->style.lineWidth);
        QCOMPARE(settings.style().size, QSizeF(100, 50) * 96 / 25.4);
        QCOMPARE(settings.style("en").caption, QString("My own"));
        QCOMPARE(settings.style("zh_CN").caption, QString());
    }

    void wordsOfTheCommandLineGiveTheStyle()
    {
        ExportSettings settings;
        settings.preset = "beamer";
        QCOMPARE(app::styleWords(settings.style()), QString(" --preset beamer --theme light --lang en"));
        settings.fontScale = 1.5;
        settings.millimetres = {100, 50};
        settings.transparent = true;
        settings.showColorBar = false;
        settings.captions["en"] = "it's";
        QCOMPARE(app::styleWords(settings.style()),
            QString(
                " --preset beamer --font-scale 1.5 --width 100 --height 50 --theme light --transparent --no-color-bar --caption "
                "'it'\\''s' --lang en"));
        for (const widgets::FigurePreset& preset : widgets::figurePresets()) {
            settings = {};
            settings.preset = preset.id;
            QVERIFY2(app::styleWords(settings.style()).startsWith(QString(" --preset ") + preset.id + " --theme"), preset.id);
        }
    }

    void aColumnIsFilledByItsMap()
    {
        ExportSettings settings;
        settings.preset = "paper-1col";
        const app::ExportSource one = source();
        const widgets::FigureStyle page = app::pageOf(one, settings);
        QCOMPARE(page.size.width(), settings.style().size.width());
        const auto plot = widgets::buildFigure(*one.figure, one.data, page);
        const QRectF map = plot->cellMap("head")->mapRect();
        QVERIFY2(map.width() > 0.6 * page.size.width(), qPrintable(QString::number(map.width() / page.size.width())));
        settings.millimetres = QSizeF(0, 40); // said: it stays
        QCOMPARE(app::pageOf(one, settings).size.height(), settings.style().size.height());
    }

    void papersBeginWithoutTheWordsThatLatexSets()
    {
        ExportSettings settings;
        for (const widgets::FigurePreset& preset : widgets::figurePresets()) {
            settings.preset = preset.id;
            QCOMPARE(settings.style().showTitle, !preset.isColumn);
            QCOMPARE(settings.style().showCaption, !preset.isColumn);
        }
        settings.preset = "icml";
        settings.showTitle = true;
        settings.face = widgets::FontFace::ComputerModern;
        settings.everyCell = true;
        QVERIFY(settings.style().showTitle);
        QCOMPARE(app::styleWords(settings.style()),
            QString(" --preset icml --theme light --font cm --every-cell --with-title --lang en"));
        settings.showCaption = true;
        settings.captions["en"] = "mine";
        QVERIFY(app::styleWords(settings.style()).endsWith(" --with-title --caption 'mine' --lang en"));
        settings.showCaption = false;
        QVERIFY(app::styleWords(settings.style()).contains(" --no-caption --caption 'mine'"));
    }

    void aRecipeOfBeforeIsDrawnAsItWas()
    {
        ExportSettings settings;
        settings.preset = "paper-1col";
        const app::ExportSource from = source();
        QJsonObject recipe = app::makeRecipe(from.inputs, from.figure->id, from.data, settings.style());
        QCOMPARE(recipe["style"].toObject()["blocks"].toString(), QString("largest"));
        // As it was written when papers had title and caption, and maps had means.
        QJsonObject style = recipe["style"].toObject();
        style.remove("blocks");
        style["show_title"] = style["show_caption"] = true;
        recipe["style"] = style;
        recipe["command"] = recipe["command"].toString().replace("--no-title --no-caption ", "");
        const app::RecipeContents contents = app::readRecipe(recipe, "old.svg");
        QCOMPARE(contents.style.blocks, widgets::MapBlocks::Mean);
        QCOMPARE(contents.style.face, widgets::FontFace::Inter);
        QCOMPARE(app::makeRecipe(contents.inputs, contents.figure, from.data, contents.style), recipe);
    }

    void speakingIsUnheard()
    {
        class Ear : public QWidget
        {
        public:
            int heard = 0;

        protected:
            void changeEvent(QEvent* event) override { heard += event->type() == QEvent::LanguageChange; }
        } ear;
        QCOMPARE(QCoreApplication::translate("figures", "Slide 16:9"), QString("Slide 16:9"));
        {
            const app::Speaking speaking("zh_CN");
            QCOMPARE(app::currentLanguage(), QString("zh_CN"));
            QVERIFY(QCoreApplication::translate("figures", "Slide 16:9") != "Slide 16:9");
            QCOMPARE(widgets::currentScript(), widgets::Script::Han);
        }
        QCOMPARE(app::currentLanguage(), QString("en"));
        QCOMPARE(QCoreApplication::translate("figures", "Slide 16:9"), QString("Slide 16:9"));
        QCOMPARE(widgets::currentScript(), widgets::Script::Latin);
        QCoreApplication::processEvents();
        QCOMPARE(ear.heard, 0);
        app::setLanguage("zh_CN"); // but this is heard
        QCoreApplication::processEvents();
        QVERIFY(ear.heard > 0);
        app::setLanguage("en");
    }
};

QUIET_TEST_MAIN(TestExportSettings)
#include "tst_export_settings.moc"
