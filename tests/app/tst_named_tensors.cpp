// What pages say of tensors, held against their pictures, over the registry: of one tensor at a time the numbers are others, and
// so is the picture of each page that names it, and of the page that opens for it.

#include "app/base/languages.h"

#include "core/base/error.h"
#include "core/model/choices.h"
#include "tests/app/support/page_pictures.h"
#include "tests/widgets/support/answered_view.h"
#include "tests/widgets/support/quiet.h"
#include "widgets/plot/charts.h"
#include "widgets/plot/heatmap_plottable.h"
#include "widgets/plot/plot.h"
#include "widgets/views/shared/figure_view.h"

#include <QSignalSpy>
#include <QTest>
#include <QWhatsThis>

#include <algorithm>
#include <map>
#include <memory>
#include <set>

using namespace widgets;
using support::firstOf, support::pagesOf, support::pictureOf, support::place;

namespace {

/// The tensors that the page names: where its cells and bars lead, and what the status line reads out of it.
std::set<std::string> namedBy(FigureView& view, const core::Trace& trace)
{
    std::set<std::string> names;
    if (view.marksPlace())
        names.insert(view.markedTensor().toStdString());
    std::vector<std::pair<QString, Cell>> cells; // each question draws the page anew
    std::vector<std::pair<QString, int>> bars;
    for (const CellPlottable* const map : view.plot()->cellMaps())
        for (int row = 0; row < map->rows(); row += std::max(1, map->rows() / 5))
            for (int column = 0; column < map->columns(); column += std::max(1, map->columns() / 3))
                cells.emplace_back(map->name(), Cell{row, column});
    for (int i = 0; i < view.plot()->plottableCount(); ++i)
        if (const auto* const chart = qobject_cast<const BarChart*>(view.plot()->plottable(i)))
            for (int bar = 0; bar < int(chart->bars().size()); bar += std::max(1, int(chart->bars().size()) / 5))
                bars.emplace_back(chart->name(), bar);
    QSignalSpy wanted(&view, &View::tensorWanted);
    for (const auto& [map, cell] : cells)
        emit view.plot()->cellAsked(map, cell.row, cell.column);
    for (const auto& [chart, bar] : bars)
        emit view.plot()->barAsked(chart, bar);
    QWhatsThis::hideText();
    for (const QList<QVariant>& one : wanted)
        names.insert(one.front().toString().toStdString());
    std::erase_if(names, [&](const std::string& name) { return !trace.find(name); });
    return names;
}

/// A page of a view on a run, and its picture.
struct Page
{
    const FigureInfo* figure;
    FigureData data;
    QByteArray picture = pictureOf(*figure, data);

    /// By other numbers in its places, or by its own in others: some are only counted.
    bool isChangedBy(const std::string& tensor) const
    {
        const float* const first = data.a->trace->at(tensor).data();
        const auto isOther = [&](const support::ChangeTensor& change) {
            FigureData changed = data;
            for (const core::TraceEntry& entry : data.a->trace->entries())
                if (entry.tensor.data() == first) // of the next block by another name
                    changed = support::withTensorChanged(*figure, changed, entry.name(), change);
            const QByteArray other = pictureOf(*figure, changed);
            return !other.isEmpty() && other != picture;
        };
        return isOther(support::changeEveryNumber)
            || isOther([](core::Tensor& numbers) { std::reverse(numbers.data(), numbers.data() + numbers.size()); });
    }

    QString words() const { return QLatin1String(figure->id) + QLatin1Char(' ') + showOption.in(data.options); }
};

/// A small run with this choice; null: it needs a file, or other choices.
RunPtr runWith(const std::string& choice)
{
    try {
        const core::SetupPtr setup = support::tinySetup({choice});
        const core::Tokenizer& tokenizer = *setup->model->tokenizer;
        core::ForwardInput input{.ids = tokenizer.encode("The cat sat on the mat"), .sequenceStarts = {}};
        if (setup->config.hasEncoder())
            input.decoderIds = tokenizer.encode("on the mat");
        return std::make_shared<RunResult>(RunResult{core::forward(*setup, input), setup});
    } catch (const core::Error&) {
        return nullptr;
    }
}

/// The pages of a run, of which one opens for a tensor, as in the window.
class Window
{
public:
    explicit Window(RunPtr run)
        : m_run(std::move(run))
    {
    }

    /// Null: no page shows it.
    FigureView* pageOf(const std::string& tensor)
    {
        m_selection.pin(place);
        const QString name = QString::fromStdString(tensor);
        for (const QString& id : viewsShowing(name))
            if (FigureView& view = viewAt(id); view.openTensor(name))
                return &view;
        return nullptr;
    }

private:
    FigureView& viewAt(const QString& id)
    {
        std::unique_ptr<FigureView>& view = m_views[id];
        if (!view) {
            const ViewInfo& info = *std::ranges::find(allViews(), id, [](const ViewInfo& one) { return QString(one.id); });
            view.reset(static_cast<FigureView*>(info.create(&m_selection, nullptr)));
            view->resize(1366, 640);
            view->show();
            support::answer(*view);
            view->setRun(m_run, nullptr);
        }
        return *view;
    }

    RunPtr m_run;
    SelectionModel m_selection;
    std::map<QString, std::unique_ptr<FigureView>> m_views;
};

} // namespace

class TestNamedTensors : public QObject
{
    Q_OBJECT

    int m_named = 0;

private slots:
    void initTestCase() { app::setLanguage("en"); }

    void aPageChangesWithEachTensorThatItNames_data()
    {
        QTest::addColumn<QString>("id");
        for (const ViewInfo& info : allViews())
            QTest::newRow(info.id) << QString(info.id);
    }
    void aPageChangesWithEachTensorThatItNames()
    {
        QFETCH(QString, id);
        const ViewInfo& info = *std::ranges::find(allViews(), id, [](const ViewInfo& one) { return QString(one.id); });
        QStringList faults;
        for (const FigureInfo* const figure : info.figures)
            for (const QVariantMap& options : figure && figure->isOfRun ? pagesOf(*figure) : std::vector<QVariantMap>()) {
                const FigureData first = firstOf(*figure, options);
                if (!first.a)
                    continue;
                SelectionModel selection;
                selection.pin(place);
                const std::unique_ptr<FigureView> view(static_cast<FigureView*>(info.create(&selection, nullptr)));
                view->resize(1366, 640);
                view->show();
                support::answer(*view);
                view->setRun(first.a, first.b);
                view->setSlotMode(first.mode, true);
                if (!view->restore(figure->id, options) || view->isEmpty() || &view->figure() != figure)
                    continue;
                const Page page{figure, view->figureData()};
                selection.pin(place);
                for (const std::string& name : namedBy(*view, *first.a->trace)) {
                    ++m_named;
                    if (!page.isChangedBy(name))
                        faults << page.words() + QStringLiteral(" names %1").arg(QString::fromStdString(name));
                }
            }
        QVERIFY2(faults.isEmpty(), qPrintable(faults.join(QLatin1String("; "))));
    }

    /// Every kind of every family, a switch that is on, and two models of the program, one of them with two stacks.
    void aTensorOpensAPageThatReadsIt_data()
    {
        QTest::addColumn<QString>("choice");
        QTest::newRow("main") << QString();
        QTest::newRow("translator") << QString();
        for (const core::ChoiceKey& key : core::choiceKeys())
            for (const std::string& word : !key.ofKey.empty() ? std::vector<std::string>()
                    : key.type == core::ChoiceType::Bool     ? std::vector<std::string>{"true"}
                                                             : key.words)
                QTest::newRow((key.id + "=" + word).c_str()) << QString::fromStdString(key.id + "=" + word);
    }
    void aTensorOpensAPageThatReadsIt()
    {
        QFETCH(QString, choice);
        const bool isMain = qstrcmp(QTest::currentDataTag(), "main") == 0;
        const RunPtr run = choice.isEmpty() ? support::runs()[isMain ? 5 : 6] : runWith(choice.toStdString());
        if (!run)
            QSKIP("no run has this choice alone");
        QStringList faults;
        int led = 0, others = 0;
        Window window(run);
        for (const core::TraceEntry& entry : run->trace->entries()) {
            const core::NameParts parts = core::partsOfName(entry.name());
            if (parts.layer >= 0 && parts.layer != place.layer)
                continue;
            const FigureView* const view = window.pageOf(entry.name());
            ++(view ? led : others);
            if (!view)
                continue;
            const Page page{&view->figure(), view->figureData()};
            if (view->isEmpty() || !page.isChangedBy(entry.name()))
                faults << QStringLiteral("%1 opens %2").arg(QString::fromStdString(entry.name()), page.words());
        }
        QVERIFY2(faults.isEmpty(), qPrintable(faults.join(QLatin1String("; "))));
        QVERIFY(led > 0);
        if (isMain)
            QCOMPARE(others, 0);
    }

    void manyAreNamed() { QVERIFY2(m_named > 60, qPrintable(QString::number(m_named))); }
};

QUIET_TEST_MAIN(TestNamedTensors)
#include "tst_named_tensors.moc"
