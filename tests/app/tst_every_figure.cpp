// Over the registry, so that a new figure is covered by itself: it exports in three formats and both languages, it changes when
// a tensor of its run changes, and its numbers can be had.

#include "app/export_settings.h"
#include "app/languages.h"

#include "core/base/error.h"
#include "tests/widgets/support/quiet.h"
#include "tests/widgets/support/tiny_run.h"
#include "widgets/figure/compose.h"
#include "widgets/figure/figure_numbers.h"

#include <QImage>
#include <QRegularExpression>
#include <QXmlStreamReader>

using namespace widgets;

namespace {

/// Small runs of different kinds: every figure has something to draw for one of them.
const std::vector<RunPtr>& runs()
{
    static const std::vector<RunPtr> all = [] {
        std::vector<RunPtr> made;
        for (const std::vector<std::string>& said : {std::vector<std::string>{}, {"position.kind=rope"}, {"position.kind=alibi"},
                 {"feed_forward.kind=mixture", "mixture.experts=4", "mixture.top_k=2"}, {"position.kind=sinusoidal"}})
            made.push_back(support::tinyRun("The cat sat on the mat", said));
        const core::ModelPtr model = core::openModel("main"); // has a training
        const core::SetupPtr setup = core::configure(model, {});
        core::ForwardInput input{.ids = model->tokenizer->encode("The cat sat on the mat"), .sequenceStarts = {}};
        made.push_back(std::make_shared<RunResult>(RunResult{core::forward(*setup, input), setup}));
        return made;
    }();
    return all;
}

std::vector<KindRun> kindsOf(const RunPtr& run, const std::string& family)
{
    app::RunDesk desk;
    desk.keep("tiny", run->setup->model);
    const app::RunRequest request{.model = "tiny", .said = run->setup->said, .text = {}, .ids = run->trace->ids};
    return app::runKinds(request, run, family, [&](const app::RunRequest& one) { return desk.carryOut(one); });
}

/// The figure on the first run that it has a picture of; a is null when there is none.
FigureData drawable(const FigureInfo& figure)
{
    for (const RunPtr& run : runs()) {
        FigureData data;
        data.a = run;
        data.selection = {.layer = 1, .head = 1, .query = 4, .key = 1, .dim = 0};
        if (!whyNothing(figure, data).isEmpty())
            continue;
        if (const char* family = figure.family ? figure.family(data) : nullptr)
            data.kinds = kindsOf(run, family);
        return data;
    }
    return {};
}

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
    return app::figureBytes(inputs, figure, data, pageIn(language), format, 96);
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

/// The run with another number in every place of one tensor.
RunPtr withTensorChanged(const RunPtr& run, const std::string& name)
{
    auto trace = std::make_shared<core::Trace>(*run->trace);
    auto changed = std::make_shared<core::Trace>();
    changed->model = trace->model;
    changed->ids = trace->ids;
    changed->tokens = trace->tokens;
    changed->choices = trace->choices;
    changed->lastLogits = trace->lastLogits;
    for (core::TraceEntry entry : trace->entries()) {
        if (entry.name() == name) {
            core::Tensor other(name, entry.tensor.axes(), entry.tensor.shape());
            for (core::Index i = 0; i < other.size(); ++i) // 0 and the mask stay; all else moves, and not in proportion
                other.data()[i] = entry.tensor.data()[i] * (0.6F + 0.07F * float(i % 7));
            entry.tensor = other;
        }
        changed->add(std::move(entry));
    }
    return std::make_shared<RunResult>(RunResult{changed, run->setup, run->leftOut, run->unseenIds});
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

    void changesWhenItsTensorChanges_data() { figures(); }
    void changesWhenItsTensorChanges()
    {
        QFETCH(QString, id);
        const FigureInfo& figure = *findFigure(id);
        const FigureData data = drawable(figure);
        QVERIFY(data.a);
        const QByteArray before = picture(figure, data);
        QCOMPARE(picture(figure, data), before); // by itself it stays
        if (!figure.isOfRun)
            return; // shows a training, or the model
        for (const core::TraceEntry& entry : data.a->trace->entries()) {
            FigureData other = data;
            other.a = withTensorChanged(data.a, entry.name());
            for (KindRun& kind : other.kinds)
                if (kind.run)
                    kind.run = withTensorChanged(kind.run, entry.name());
            if (picture(figure, other) != before)
                return;
        }
        QFAIL(qPrintable(QString("no tensor of the run is in the picture of %1").arg(figure.id)));
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

private:
    void figures()
    {
        QTest::addColumn<QString>("id");
        for (const FigureInfo& figure : allFigures())
            QTest::newRow(figure.id) << QString(figure.id);
    }
};

QUIET_TEST_MAIN(TestEveryFigure)
#include "tst_every_figure.moc"
