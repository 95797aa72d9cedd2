// Over the registry, so that a new figure is covered by itself: it exports in three formats and both languages, it changes when
// a tensor of its run changes, and its numbers can be had.

#include "app/export_settings.h"
#include "app/languages.h"

#include "core/base/error.h"
#include "tests/app/support/kind_runs.h"
#include "tests/widgets/support/quiet.h"
#include "tests/widgets/support/tiny_run.h"
#include "widgets/figure/compose.h"
#include "widgets/figure/figure_numbers.h"

#include <QImage>
#include <QRegularExpression>
#include <QXmlStreamReader>

#include <algorithm>
#include <cmath>

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
            data.kinds = support::kindsOf(run, family);
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

/// What a part of a picture must hold, worked out from the trace by plain loops.
using Numbers = std::vector<double>;
struct Claim
{
    const char* figure;
    const char* part; // of figureNumbers()
    Numbers (*expected)(const core::Trace& trace, const Selection& at);
    const char* choice = nullptr; // that the model needs for it
};

const core::Tensor& blockTensor(const core::Trace& trace, const Selection& at, const char* name)
{
    return trace.at(core::blockName(at.layer, name));
}

/// A head's matrix of [head, query, key].
Numbers headOf(const core::Tensor& tensor, int head)
{
    const core::Index size = tensor.dim(1) * tensor.dim(2);
    return {tensor.data() + head * size, tensor.data() + (head + 1) * size};
}

/// A head's vector of [token, head, component].
Numbers vectorOf(const core::Tensor& tensor, int token, int head)
{
    const float* const first = tensor.data() + (token * tensor.dim(1) + head) * tensor.dim(2);
    return {first, first + tensor.dim(2)};
}

Numbers mostLikely(const core::Trace& trace, const Selection& at, std::size_t count)
{
    const core::Tensor& logits = trace.at("logits");
    Numbers row(logits.row(at.query), logits.row(at.query) + logits.columns());
    const double largest = *std::max_element(row.begin(), row.end());
    double sum = 0;
    for (double& value : row)
        sum += value = std::exp(value - largest);
    for (double& value : row)
        value /= sum;
    std::sort(row.rbegin(), row.rend());
    row.resize(count);
    return row;
}

/// Root mean squares of rows, a row of the result for each of these tensors, the last on top.
Numbers rootMeanSquares(const core::Trace& trace, std::vector<std::string> names)
{
    Numbers all;
    for (auto name = names.rbegin(); name != names.rend(); ++name) {
        const core::Tensor& stream = trace.at(*name);
        for (core::Index token = 0; token < stream.rows(); ++token) {
            double squares = 0;
            for (core::Index d = 0; d < stream.columns(); ++d)
                squares += double(stream.row(token)[d]) * double(stream.row(token)[d]);
            all.push_back(std::sqrt(squares / double(stream.columns())));
        }
    }
    return all;
}

int layersIn(const core::Trace& trace)
{
    int layers = 0;
    while (trace.find(core::blockName(layers, "resid_post")))
        ++layers;
    return layers;
}

/// One claim a figure that shows a run: what is read back from the picture is what the trace holds.
const Claim claims[] = {
    {"flow", "next", [](const core::Trace& trace, const Selection& at) { return mostLikely(trace, at, 6); }},
    {"attention", "head",
        [](const core::Trace& trace, const Selection& at) { return headOf(blockTensor(trace, at, "attn.pattern"), at.head); }},
    {"attention_wall", "wall",
        [](const core::Trace& trace, const Selection&) {
            Numbers all;
            for (int layer = 0; layer < layersIn(trace); ++layer) {
                const core::Tensor& pattern = trace.at(core::blockName(layer, "attn.pattern"));
                all.insert(all.end(), pattern.data(), pattern.data() + pattern.size());
            }
            return all;
        }},
    {"attention_stages", "stage_softmax",
        [](const core::Trace& trace, const Selection& at) { return headOf(blockTensor(trace, at, "attn.pattern"), at.head); }},
    {"attention_stages", "stage_out",
        [](const core::Trace& trace, const Selection& at) {
            const core::Tensor& out = blockTensor(trace, at, "attn.out");
            return Numbers(out.data(), out.data() + out.size());
        }},
    {"attention_cell", "operands",
        [](const core::Trace& trace, const Selection& at) {
            const Numbers q = vectorOf(blockTensor(trace, at, "attn.rot_q"), at.query, at.head),
                          k = vectorOf(blockTensor(trace, at, "attn.rot_k"), at.key, at.head);
            Numbers rows(q);
            rows.insert(rows.end(), k.begin(), k.end());
            for (std::size_t d = 0; d < q.size(); ++d)
                rows.push_back(q[d] * k[d]);
            return rows;
        },
        "position.kind=rope"},
    {"alibi", "attention",
        [](const core::Trace& trace, const Selection& at) { return headOf(blockTensor(trace, at, "attn.pattern"), at.head); },
        "position.kind=alibi"},
    {"norm", "placement",
        [](const core::Trace& trace, const Selection&) {
            std::vector<std::string> names{core::blockName(0, "resid_pre")};
            for (int layer = 0; layer < layersIn(trace); ++layer)
                names.push_back(core::blockName(layer, "resid_post"));
            return rootMeanSquares(trace, names);
        }},
    {"mixture", "sum",
        [](const core::Trace& trace, const Selection& at) { // its last row
            const core::Tensor& out = blockTensor(trace, at, "mlp.out");
            return Numbers(out.row(at.query), out.row(at.query) + out.columns());
        },
        "feed_forward.kind=mixture"},
    {"residual", "stream",
        [](const core::Trace& trace, const Selection&) {
            std::vector<std::string> names{core::blockName(0, "resid_pre")};
            for (int layer = 0; layer < layersIn(trace); ++layer)
                for (const char* name : {"resid_mid", "resid_post"})
                    names.push_back(core::blockName(layer, name));
            return rootMeanSquares(trace, names);
        }},
    {"output", "next", [](const core::Trace& trace, const Selection& at) { return mostLikely(trace, at, 10); }},
    {"embeddings", "embed",
        [](const core::Trace& trace, const Selection&) {
            const core::Tensor& embed = trace.at("embed");
            return Numbers(embed.data(), embed.data() + embed.size());
        }},
};

/// The run of a model of the program, with a choice.
RunPtr modelRun(const char* name, const char* choice)
{
    const core::ModelPtr model = core::openModel(name);
    core::Choices said;
    if (choice)
        said.setText(choice, int(core::configure(model, {})->config.blocks.size()));
    const core::SetupPtr setup = core::configure(model, said);
    core::ForwardInput input{.ids = model->tokenizer->encode("The capital of France is Paris"), .sequenceStarts = {}};
    return std::make_shared<RunResult>(RunResult{core::forward(*setup, input), setup});
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

    void itsNumbersAreThoseOfTheTrace_data()
    {
        QTest::addColumn<int>("row");
        for (std::size_t i = 0; i < std::size(claims); ++i)
            QTest::addRow("%s %s", claims[i].figure, claims[i].part) << int(i);
    }
    void itsNumbersAreThoseOfTheTrace()
    {
        QFETCH(int, row);
        const Claim& claim = claims[row];
        const FigureInfo& figure = *findFigure(QString(claim.figure));
        const Selection at{.layer = 1, .head = 1, .query = 4, .key = 2, .dim = 0};
        std::vector<std::string> tiny;
        if (claim.choice)
            tiny.push_back(claim.choice);
        int compared = 0;
        for (const RunPtr& run : {support::tinyRun("The cat sat on the mat", tiny), modelRun("main", claim.choice)}) {
            FigureData data{run, nullptr, at, {}};
            if (const char* family = figure.family ? figure.family(data) : nullptr)
                data.kinds = support::kindsOf(run, family);
            const Numbers expected = claim.expected(*run->trace, at);
            const std::vector<NumberSet> sets = figureNumbers(figure, data, pageIn("en"));
            const auto set = std::find_if(
                sets.begin(), sets.end(), [&](const NumberSet& one) { return one.name.startsWith(QString(claim.part)); });
            QStringList names;
            for (const NumberSet& one : sets)
                names << one.name;
            QVERIFY2(set != sets.end(), qPrintable(names.join(' ')));
            const bool areBars = QString(claim.part) == "next"; // as many as there is room for
            QVERIFY2(areBars ? set->values.size() > 3 : set->values.size() >= expected.size(), claim.figure);
            QVERIFY(expected.size() > 3);
            double largest = 1e-30;
            for (const double value : expected)
                largest = std::max(largest, std::abs(value));
            const std::size_t skipped = set->values.size() - std::min(set->values.size(), expected.size());
            QVERIFY(skipped == 0 || QString(claim.figure) == "mixture"); // of a sum: what is added up
            for (std::size_t i = 0; i < std::min(set->values.size(), expected.size()); ++i)
                QVERIFY2(std::abs(set->values[skipped + i] - expected[i]) <= 1e-5 * largest
                        || (expected[i] == 0 && set->values[i] == -qInf()), // masked
                    qPrintable(
                        QString("%1: %2 is drawn, %3 in the trace").arg(i).arg(set->values[skipped + i]).arg(expected[i])));
            ++compared;
        }
        QCOMPARE(compared, 2);
    }

    void everyFigureOfARunHasSuchAClaim()
    {
        for (const FigureInfo& figure : allFigures()) {
            const bool isComputed = QString(figure.id) == "rope" || QString(figure.id) == "diagram"; // angles; boxes and words
            QVERIFY2(!figure.isOfRun || isComputed
                    || std::any_of(std::begin(claims), std::end(claims),
                        [&](const Claim& claim) { return QString(claim.figure) == figure.id; }),
                figure.id);
        }
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
