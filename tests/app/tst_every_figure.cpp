// Over the registry, so that a new figure is covered by itself: it exports in three formats and both languages, its numbers can
// be had, they are those of its tensors for two models, and with another tensor it is another picture.

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

FigureData withTensorChanged(FigureData data, const std::string& name)
{
    data.a = withTensorChanged(data.a, name);
    for (KindRun& kind : data.kinds)
        if (kind.run && kind.run->trace->find(name))
            kind.run = withTensorChanged(kind.run, name);
    return data;
}

/// What a part of a picture must hold, worked out from the trace by plain loops.
using Numbers = std::vector<double>;
struct Claim
{
    enum class Place
    {
        All,
        First, // of what is drawn: what is claimed, then more
        Last   // what is added up, then the sum that is claimed
    };
    const char* figure;
    const char* part;   // of figureNumbers()
    const char* tensor; // of the trace, "attn.pattern" one of every block: another one, another picture
    Numbers (*expected)(const core::Trace& trace, const Selection& at);
    const char* choice = nullptr; // that the model needs for it
    Place place = Place::All;
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

/// The score of a query and a key if they stood 0, 1, … apart: rows of the distance and the score, worked out from what enters
/// the rotation (halves paired; Su et al. 2021, equation 34).
Numbers scoresOverDistance(const core::Trace& trace, const Selection& at)
{
    const Numbers q = vectorOf(blockTensor(trace, at, "attn.q"), at.query, at.head),
                  k = vectorOf(blockTensor(trace, at, "attn.k"), at.key, at.head);
    const std::size_t half = q.size() / 2;
    const double base = trace.choices["rope"]["base"].get<double>();
    Numbers rows;
    for (int distance = 0; distance <= 200; ++distance) {
        double sum = 0;
        for (std::size_t i = 0; i < half; ++i) {
            const double angle = distance * std::pow(base, -double(i) / double(half));
            sum += (q[i] * k[i] + q[i + half] * k[i + half]) * std::cos(angle)
                + (q[i] * k[i + half] - q[i + half] * k[i]) * std::sin(angle);
        }
        rows.insert(rows.end(), {double(distance), sum / std::sqrt(double(q.size()))});
    }
    return rows;
}

/// What each position says after the last block: the probability of its most likely token.
Numbers mostLikelyOfEach(const core::Trace& trace, const Selection& at)
{
    Numbers row;
    for (Selection one = at; core::Index(row.size()) < trace.at("logits").rows(); row.push_back(mostLikely(trace, one, 1)[0]))
        one.query = int(row.size());
    return row;
}

/// Keys with at least 2 % of a query's weight, the heaviest first: rows of key and weight.
Numbers heaviestKeys(const core::Trace& trace, const Selection& at)
{
    const core::Tensor& pattern = blockTensor(trace, at, "attn.pattern");
    const float* const weights = pattern.data() + (at.head * pattern.dim(1) + at.query) * pattern.dim(2);
    std::vector<int> keys;
    for (int key = 0; key <= at.query; ++key)
        if (weights[key] >= 0.02F)
            keys.push_back(key);
    std::sort(keys.begin(), keys.end(), [&](int a, int b) { return weights[a] > weights[b]; });
    Numbers rows;
    for (const int key : keys)
        rows.insert(rows.end(), {double(key), double(weights[key])});
    return rows;
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
    {"flow", "next", "logits", [](const core::Trace& trace, const Selection& at) { return mostLikely(trace, at, 6); }},
    {"flow", "flow", "logits", mostLikelyOfEach, nullptr, Claim::Place::First}, // its first row
    {"flow", "arcs", "attn.pattern", heaviestKeys},
    {"rope", "score", "attn.q", scoresOverDistance, "position.kind=rope"},
    {"attention", "head", "attn.pattern",
        [](const core::Trace& trace, const Selection& at) { return headOf(blockTensor(trace, at, "attn.pattern"), at.head); }},
    {"attention_wall", "wall", "attn.pattern",
        [](const core::Trace& trace, const Selection&) {
            Numbers all;
            for (int layer = 0; layer < layersIn(trace); ++layer) {
                const core::Tensor& pattern = trace.at(core::blockName(layer, "attn.pattern"));
                all.insert(all.end(), pattern.data(), pattern.data() + pattern.size());
            }
            return all;
        }},
    {"attention_stages", "stage_softmax", "attn.pattern",
        [](const core::Trace& trace, const Selection& at) { return headOf(blockTensor(trace, at, "attn.pattern"), at.head); }},
    {"attention_stages", "stage_out", "attn.out",
        [](const core::Trace& trace, const Selection& at) {
            const core::Tensor& out = blockTensor(trace, at, "attn.out");
            return Numbers(out.data(), out.data() + out.size());
        }},
    {"attention_cell", "operands", "attn.rot_q",
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
    {"alibi", "attention", "attn.pattern",
        [](const core::Trace& trace, const Selection& at) { return headOf(blockTensor(trace, at, "attn.pattern"), at.head); },
        "position.kind=alibi"},
    {"norm", "placement", "resid_post",
        [](const core::Trace& trace, const Selection&) {
            std::vector<std::string> names{core::blockName(0, "resid_pre")};
            for (int layer = 0; layer < layersIn(trace); ++layer)
                names.push_back(core::blockName(layer, "resid_post"));
            return rootMeanSquares(trace, names);
        }},
    {"mixture", "sum", "mlp.out",
        [](const core::Trace& trace, const Selection& at) { // its last row
            const core::Tensor& out = blockTensor(trace, at, "mlp.out");
            return Numbers(out.row(at.query), out.row(at.query) + out.columns());
        },
        "feed_forward.kind=mixture", Claim::Place::Last},
    {"residual", "stream", "resid_mid",
        [](const core::Trace& trace, const Selection&) {
            std::vector<std::string> names{core::blockName(0, "resid_pre")};
            for (int layer = 0; layer < layersIn(trace); ++layer)
                for (const char* name : {"resid_mid", "resid_post"})
                    names.push_back(core::blockName(layer, name));
            return rootMeanSquares(trace, names);
        }},
    {"output", "next", "logits", [](const core::Trace& trace, const Selection& at) { return mostLikely(trace, at, 10); }},
    {"embeddings", "embed", "embed",
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

std::vector<RunPtr> runsFor(const Claim& claim)
{
    std::vector<std::string> tiny;
    if (claim.choice)
        tiny.push_back(claim.choice);
    return {support::tinyRun("The cat sat on the mat", tiny), modelRun("main", claim.choice)};
}

FigureData dataOf(const Claim& claim, const RunPtr& run)
{
    FigureData data{run, nullptr, {.layer = 1, .head = 1, .query = 4, .key = 2, .dim = 0}, {}};
    const FigureInfo& figure = *findFigure(QString(claim.figure));
    if (const char* family = figure.family ? figure.family(data) : nullptr)
        data.kinds = support::kindsOf(run, family);
    return data;
}

/// The part of the claim as it is read back from the picture; without values when there is none.
NumberSet partOf(const Claim& claim, const FigureData& data)
{
    for (NumberSet& set : figureNumbers(*findFigure(QString(claim.figure)), data, pageIn("en")))
        if (set.name == QString(claim.part) || set.name.startsWith(QString(claim.part) + ' '))
            return std::move(set);
    return {};
}

/// Where what is drawn is not what the trace holds; empty: nowhere.
QString whereItDiffers(const Claim& claim, const FigureData& data)
{
    const Numbers expected = claim.expected(*data.a->trace, data.selection);
    const Numbers drawn = partOf(claim, data).values;
    const bool areBars = QString(claim.part) == "next"; // as many as there is room for
    if (expected.size() < 2 || (areBars ? drawn.size() < 4 : drawn.size() < expected.size()))
        return QString("%1 numbers are drawn, %2 in the trace").arg(drawn.size()).arg(expected.size());
    if (claim.place == Claim::Place::All && drawn.size() > expected.size())
        return QString("%1 numbers are drawn, only %2 in the trace").arg(drawn.size()).arg(expected.size());
    double largest = 1e-30;
    for (const double value : expected)
        largest = std::max(largest, std::abs(value));
    const std::size_t skipped = claim.place == Claim::Place::Last ? drawn.size() - expected.size() : 0;
    for (std::size_t i = 0; i < std::min(drawn.size(), expected.size()); ++i) {
        const bool isMasked = expected[i] == 0 && drawn[skipped + i] == -qInf();
        if (!isMasked && !(std::abs(drawn[skipped + i] - expected[i]) <= 1e-5 * largest))
            return QString("%1: %2 is drawn, %3 in the trace").arg(i).arg(drawn[skipped + i]).arg(expected[i]);
    }
    return {};
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

    void isTheSameTwice_data() { figures(); }
    void isTheSameTwice()
    {
        QFETCH(QString, id);
        const FigureInfo& figure = *findFigure(id);
        const FigureData data = drawable(figure);
        QVERIFY(data.a);
        QCOMPARE(picture(figure, data), picture(figure, data));
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

    void itsNumbersAreThoseOfTheTrace_data() { rowsOfClaims(); }
    void itsNumbersAreThoseOfTheTrace()
    {
        QFETCH(int, row);
        const Claim& claim = claims[row];
        for (const RunPtr& run : runsFor(claim)) {
            const QString problem = whereItDiffers(claim, dataOf(claim, run));
            QVERIFY2(problem.isEmpty(), qPrintable(problem));
        }
    }

    void itShowsItsTensor_data() { rowsOfClaims(); }
    void itShowsItsTensor()
    {
        QFETCH(int, row);
        const Claim& claim = claims[row];
        for (const RunPtr& run : runsFor(claim)) {
            const FigureData before = dataOf(claim, run);
            const std::string name
                = run->trace->find(claim.tensor) ? claim.tensor : core::blockName(before.selection.layer, claim.tensor);
            QVERIFY(run->trace->find(name));
            const FigureData after = withTensorChanged(before, name);
            const FigureInfo& figure = *findFigure(QString(claim.figure));
            QVERIFY2(picture(figure, after) != picture(figure, before), qPrintable(QString::fromStdString(name)));
            const QString problem = whereItDiffers(claim, after); // it is the numbers of the other tensor that are drawn
            QVERIFY2(problem.isEmpty(), qPrintable(problem));
        }
    }

    void theArrowsOfRopeAreThoseOfTheTrace()
    {
        const Claim claim{"rope", "planes", "", scoresOverDistance, "position.kind=rope"};
        static const QRegularExpression dims("dims (\\d+), (\\d+) · (q|k)");
        for (const RunPtr& run : runsFor(claim)) {
            const FigureData data = dataOf(claim, run);
            const NumberSet planes = partOf(claim, data);
            QVERIFY(!planes.labels.empty() && planes.labels[0].size() >= 4);
            for (qsizetype arrow = 0; arrow < planes.labels[0].size(); ++arrow) {
                const QRegularExpressionMatch match = dims.match(planes.labels[0][arrow]);
                QVERIFY2(match.hasMatch(), qPrintable(planes.labels[0][arrow]));
                const bool isQuery = match.captured(3) == "q";
                const auto vector = [&](const char* name) {
                    return vectorOf(blockTensor(*run->trace, data.selection, name),
                        isQuery ? data.selection.query : data.selection.key, data.selection.head);
                };
                const Numbers before = vector(isQuery ? "attn.q" : "attn.k"),
                              after = vector(isQuery ? "attn.rot_q" : "attn.rot_k");
                const std::size_t first = match.captured(1).toULong(), second = match.captured(2).toULong();
                QVERIFY(second == first + before.size() / 2);
                const Numbers expected{before[first], before[second], after[first], after[second]};
                for (std::size_t i = 0; i < expected.size(); ++i)
                    QCOMPARE(planes.values[std::size_t(arrow) * expected.size() + i], expected[i]);
            }
        }
    }

    void everyFigureOfARunHasSuchAClaim()
    {
        for (const FigureInfo& figure : allFigures()) {
            QVERIFY2(!figure.isOfRun || QString(figure.id) == "diagram" // boxes and words
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

    void rowsOfClaims()
    {
        QTest::addColumn<int>("row");
        for (std::size_t i = 0; i < std::size(claims); ++i)
            QTest::addRow("%s %s", claims[i].figure, claims[i].part) << int(i);
    }
};

QUIET_TEST_MAIN(TestEveryFigure)
#include "tst_every_figure.moc"
