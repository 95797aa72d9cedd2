// Over the registry, so that a new page is covered by itself: whoever asks a cell or a bar where its number comes from is led to
// that number of the trace, for two models, or to one that it is computed from as a claim of figure_claims.h says; and a picture
// of a run is another with other numbers in its tensors, or where it reads none of them of another run.

#include "app/base/languages.h"

#include "core/base/error.h"
#include "core/model/choices.h"
#include "tests/app/support/page_pictures.h"
#include "tests/widgets/support/answered_view.h"
#include "tests/widgets/support/quiet.h"
#include "widgets/figure/compose.h"
#include "widgets/figure/figure_export.h"
#include "widgets/figure/figure_numbers.h"
#include "widgets/figure/page_words.h"
#include "widgets/figure/sides.h"
#include "widgets/plot/charts.h"
#include "widgets/plot/heatmap_plottable.h"
#include "widgets/plot/plot.h"
#include "widgets/run/tensor_place.h"
#include "widgets/views/shared/figure_pages.h"
#include "widgets/views/shared/figure_view.h"

#include <QSignalSpy>
#include <QTest>
#include <QWhatsThis>

#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>

using namespace widgets;
using support::firstOf, support::pagesOf, support::pictureOf, support::place;

namespace {

/// A number of a picture that a person can ask about.
struct ShownNumber
{
    QString part;
    Cell cell; // a bar is a row of the only column
    bool isBar = false;
    double value = 0;

    QString words() const { return QStringLiteral("%1 at %2, %3: %4").arg(part).arg(cell.row).arg(cell.column).arg(value); }
};

/// Some of each part.
std::vector<ShownNumber> numbersIn(const Plot& plot)
{
    constexpr core::Index asked = 7;
    std::vector<ShownNumber> all;
    for (const CellPlottable* const one : plot.cellMaps())
        if (const auto* const map = qobject_cast<const HeatmapPlottable*>(one)) {
            const Grid& grid = map->grid();
            for (core::Index at = 0; at < grid.size(); at += std::max<core::Index>(1, grid.size() / asked)) {
                const Cell cell{int(at / grid.columns), int(at % grid.columns)};
                all.push_back({map->name(), cell, false, double(grid.at(cell.row, cell.column))});
            }
        }
    auto& drawn = const_cast<Plot&>(plot); // QCustomPlot's readers are not const
    for (int i = 0; i < drawn.plottableCount(); ++i)
        if (const auto* const chart = qobject_cast<const BarChart*>(drawn.plottable(i)))
            for (int bar = 0; bar < std::min(int(chart->bars().size()), int(asked)); ++bar)
                all.push_back({chart->name(), {bar, 0}, true, chart->bars()[bar].value});
    return all;
}

/// A number of the trace.
struct TensorPlace
{
    std::string tensor;
    core::Index offset = -1; // −1: none of it
};

/// What the person is led to who asks where the number comes from; nothing: it is the number of no tensor, which is said.
std::optional<TensorPlace> sourceOf(FigureView& view, SelectionModel& selection, const ShownNumber& number, const RunResult& run)
{
    selection.pin(place);
    QSignalSpy wanted(&view, &View::tensorWanted);
    if (number.isBar)
        emit view.plot()->barAsked(number.part, number.cell.row);
    else
        emit view.plot()->cellAsked(number.part, number.cell.row, number.cell.column);
    QWhatsThis::hideText();
    if (wanted.isEmpty())
        return std::nullopt;
    const QString name = wanted.front().front().toString();
    const core::TraceEntry& entry = *run.trace->findEntry(name.toStdString());
    const std::vector<core::Index> at = placeOf(entry, selection.pinned(), queryHeads(run, splitName(name).first));
    selection.pin(place);
    core::Index offset = 0;
    for (std::size_t axis = 0; axis < at.size(); ++axis)
        offset = offset * entry.tensor.dim(int(axis)) + at[axis];
    return TensorPlace{name.toStdString(), at.empty() ? -1 : offset};
}

/// What the mask hides has no number.
bool isSame(double drawn, double recorded)
{
    return drawn == -qInf() || std::abs(drawn - recorded) <= 1e-5 * std::max(1e-3, std::abs(recorded));
}

/// Whether the part has another number once this one number of the tensor is another.
bool isComputedFrom(const TensorPlace& source, const FigureInfo& figure, const FigureData& data, const ShownNumber& number)
{
    const auto numbersOf = [&](const FigureData& of) {
        std::vector<double> all;
        for (const NumberSet& set : figureNumbers(figure, of, screenStyle({1280, 720})))
            if (set.name == number.part || set.name.startsWith(number.part + ' '))
                all.insert(all.end(), set.values.begin(), set.values.end());
        return all;
    };
    const auto raise = [&](core::Tensor& tensor) { tensor.data()[source.offset] += 1 + std::abs(tensor.data()[source.offset]); };
    return numbersOf(support::withTensorChanged(figure, data, source.tensor, raise)) != numbersOf(data);
}

/// The same text on the same model with another word for one choice; null: it cannot be run so.
RunPtr withWord(const RunPtr& run, const core::ChoiceKey& key, const std::string& word)
{
    try {
        core::Choices said = run->setup->said;
        said.set(key.id, word);
        const core::SetupPtr setup = core::configure(run->setup->model, said);
        const auto trace = core::forward(*setup, core::inputOf(*run->trace));
        trace->tokens = run->trace->tokens;
        return std::make_shared<RunResult>(RunResult{trace, setup});
    } catch (const core::Error&) {
        return nullptr;
    }
}

/// What makes another picture of it: "tensors", "another run", a choice, an option of its own; empty: nothing does.
QString whatChanges(const FigureInfo& figure, const FigureData& data)
{
    const QByteArray before = pictureOf(figure, data);
    const auto isOther = [&](const FigureData& other) {
        const QByteArray after = pictureOf(figure, other);
        return !after.isEmpty() && after != before;
    };
    if (isOther(support::withTensorChanged(figure, data, {}, support::changeEveryNumber)))
        return QStringLiteral("tensors");
    const auto withRun = [&](const RunPtr& run) {
        FigureData other = data;
        other.a = run;
        other.results = {};
        return support::fulfilled(figure, other);
    };
    std::vector<RunPtr> others = support::runs();
    others.insert(others.end(), {support::otherText(), support::otherWeights()});
    if (std::ranges::any_of(others, [&](const RunPtr& run) { return isOther(withRun(run)); }))
        return QStringLiteral("another run");
    for (const core::ChoiceKey& key : core::choiceKeys())
        for (const std::string& word : key.words)
            if (const RunPtr run = withWord(data.a, key, word); run && isOther(withRun(run)))
                return QString::fromStdString(key.id);
    for (const FigureOption& option : figure.options ? figure.options(data) : FigureOptions()) { // of a textbook, of a table
        FigureData other = data;
        other.options[option.key] = option.words.isEmpty() ? QVariant(option.most) : QVariant(option.words.back());
        if (option.key != showOption.name() && isOther(support::fulfilled(figure, other)))
            return option.key;
    }
    return {};
}

} // namespace

class TestEveryPage : public QObject
{
    Q_OBJECT

    int m_same = 0, m_computed = 0;

    /// The run of a model that comes with the program, the default first; null: there are no more.
    static RunPtr run(std::size_t i)
    {
        static std::vector<RunPtr> runs;
        static const std::vector<core::ModelListing> models = core::listModels();
        std::size_t bundled = 0;
        for (const core::ModelListing& model : models)
            if (model.bundled && bundled++ == i) {
                if (runs.size() == i)
                    runs.push_back(support::modelRun(model.id.c_str(), nullptr));
                return runs[i];
            }
        return nullptr;
    }

    /// Numbers of the page whose source is another; how they are wrong.
    QStringList askEverywhere(FigureView& view, SelectionModel& selection, const RunPtr& shown)
    {
        QStringList faults;
        const FigureInfo& figure = view.figure();
        const FigureData data = view.figureData();
        for (const ShownNumber& number : numbersIn(*view.plot())) {
            const std::optional<TensorPlace> source = sourceOf(view, selection, number, *shown);
            if (!source)
                continue;
            const QString words = number.words() + QStringLiteral(", of %1 ").arg(QString::fromStdString(source->tensor));
            if (source->offset < 0) {
                faults << words + QStringLiteral("at no place");
                continue;
            }
            const double recorded = double(shown->trace->at(source->tensor).data()[source->offset]);
            if (isSame(number.value, recorded))
                ++m_same;
            else if (isComputedFrom(*source, figure, data, number))
                ++m_computed;
            else
                faults << words + QString::number(recorded);
        }
        return faults;
    }

private slots:
    void initTestCase() { app::setLanguage("en"); }

    void itsNumbersAreWhereItSaysThatTheyAre_data()
    {
        QTest::addColumn<QString>("id");
        for (const ViewInfo& info : allViews())
            QTest::newRow(info.id) << QString(info.id);
    }
    void itsNumbersAreWhereItSaysThatTheyAre()
    {
        QFETCH(QString, id);
        const ViewInfo& info = *std::ranges::find(allViews(), id, [](const ViewInfo& one) { return QString(one.id); });
        QStringList faults;
        for (const FigureInfo* const figure : info.figures)
            for (const QVariantMap& options : figure ? pagesOf(*figure) : std::vector<QVariantMap>()) {
                int models = 0;
                for (std::size_t i = 0; models < 2 && run(i); ++i) {
                    SelectionModel selection;
                    selection.pin(place);
                    const std::unique_ptr<FigureView> view(static_cast<FigureView*>(info.create(&selection, nullptr)));
                    view->resize(1366, 640);
                    view->show();
                    support::answer(*view);
                    view->setRun(run(i), nullptr);
                    if (!view->restore(figure->id, options))
                        break;
                    if (view->isEmpty() || QLatin1String(view->figure().id) != QLatin1String(figure->id))
                        continue;
                    ++models;
                    for (const QString& fault : askEverywhere(*view, selection, run(i)))
                        faults << QStringLiteral("%1 %2 %3").arg(QLatin1String(figure->id), showOption.in(options), fault);
                }
            }
        for (const QString& fault : std::as_const(faults))
            qInfo("%s", qPrintable(fault));
        QVERIFY(faults.isEmpty());
    }

    void manyNumbersHaveASource()
    {
        QVERIFY2(m_same > 300 && m_computed > 20, qPrintable(QStringLiteral("%1, %2").arg(m_same).arg(m_computed)));
    }

    void itChangesWithWhatItReads_data()
    {
        QTest::addColumn<QString>("id");
        for (const FigureInfo& figure : allFigures())
            if (figure.isOfRun)
                QTest::newRow(figure.id) << QString(figure.id);
    }
    void itChangesWithWhatItReads()
    {
        QFETCH(QString, id);
        const FigureInfo& figure = *findFigure(id);
        int pages = 0;
        for (const QVariantMap& options : pagesOf(figure)) {
            const FigureData data = firstOf(figure, options);
            if (!data.a)
                continue;
            ++pages;
            const QString read = whatChanges(figure, data);
            QVERIFY2(!read.isEmpty(), qPrintable(id + QLatin1Char(' ') + showOption.in(options)));
            if (read != QLatin1String("tensors"))
                qInfo("%s %s: %s", figure.id, qPrintable(showOption.in(options)), qPrintable(read));
        }
        QVERIFY(pages > 0);
    }
};

QUIET_TEST_MAIN(TestEveryPage)
#include "tst_every_page.moc"
