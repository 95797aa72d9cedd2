// What pages say of tensors, held against their pictures, over the registry: of one tensor at a time the numbers are others, and
// so is the picture of each page that names it, and of a page that its box in the diagram and its step open.

#include "app/base/languages.h"

#include "tests/app/support/page_pictures.h"
#include "tests/widgets/support/answered_view.h"
#include "tests/widgets/support/quiet.h"
#include "widgets/plot/charts.h"
#include "widgets/plot/heatmap_plottable.h"
#include "widgets/plot/plot.h"
#include "widgets/run/tensor_place.h"
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
    std::set<std::string> names{view.markedTensor().toStdString()};
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

    bool isChangedBy(const std::string& tensor) const
    {
        const QByteArray other
            = pictureOf(*figure, support::withTensorChanged(*figure, data, tensor, support::changeEveryNumber));
        return !other.isEmpty() && other != picture;
    }

    QString words() const { return QLatin1String(figure->id) + QLatin1Char(' ') + showOption.in(data.options); }
};

/// The pages of a view that have a picture of the run, with the other words of each option behind them.
std::vector<Page> pagesOn(const ViewInfo& view, const RunPtr& run)
{
    std::vector<Page> pages;
    const auto add = [&](const FigureInfo& figure, const QVariantMap& options) {
        const FigureData data = support::fulfilled(figure, {run, nullptr, place, options});
        if (whyNothing(figure, data).isEmpty())
            pages.push_back({&figure, data});
    };
    for (const FigureInfo* const figure : view.figures)
        for (const QVariantMap& options : figure ? pagesOf(*figure) : std::vector<QVariantMap>())
            add(*figure, options);
    for (const Page& page : std::vector<Page>(pages))
        for (const FigureOption& option : page.figure->options ? page.figure->options(page.data) : FigureOptions())
            for (const QString& word : option.key == showOption.name() ? QStringList() : option.words) {
                QVariantMap options = page.data.options;
                options[option.key] = word;
                add(*page.figure, options);
            }
    return pages;
}

} // namespace

class TestNamedTensors : public QObject
{
    Q_OBJECT

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
                std::set<std::string> named = namedBy(*view, *first.a->trace);
                for (const std::string& name : named)
                    if (!page.isChangedBy(name))
                        faults << page.words() + QStringLiteral(" names %1").arg(QString::fromStdString(name));
                if (named.empty() && page.isChangedBy({})) // then what its view is about
                    if (std::ranges::none_of(first.a->trace->entries(), [&](const core::TraceEntry& entry) {
                            return viewsShowing(QString::fromStdString(entry.name())).contains(id)
                                && page.isChangedBy(entry.name());
                        }))
                        faults << page.words() + QStringLiteral(" changes with no tensor that it names");
            }
        for (const QString& fault : std::as_const(faults))
            qInfo("%s", qPrintable(fault));
        QVERIFY(faults.isEmpty());
    }

    void aTensorChangesAPageThatItOpens_data()
    {
        QTest::addColumn<QString>("choices");
        for (const char* choices : {"", "position.kind=rope", "position.kind=alibi", "position.kind=learned",
                 "position.kind=shaw", "position.kind=transformer_xl", "position.kind=disentangled",
                 "feed_forward.kind=mixture mixture.experts=4 mixture.top_k=2 mixture.shared=1", "norm.placement=sandwich",
                 "attention.kind=latent position.kind=rope", "mixer.kind=selective_ssm", "score.qk_norm=rms_head"})
            QTest::newRow(choices) << QString::fromLatin1(choices);
        QTest::newRow("translator") << "translator";
    }
    void aTensorChangesAPageThatItOpens()
    {
        QFETCH(QString, choices);
        std::vector<std::string> said;
        for (const QString& choice : choices.split(QLatin1Char(' '), Qt::SkipEmptyParts))
            said.push_back(choice.toStdString());
        const RunPtr run
            = choices == QLatin1String("translator") ? support::runs().back() : support::tinyRun("The cat sat on the mat", said);
        std::map<QString, std::vector<Page>> pages;
        QStringList faults;
        for (const core::TraceEntry& entry : run->trace->entries()) {
            const QString name = QString::fromStdString(entry.name());
            if (const int layer = splitName(name.startsWith("encoder.") ? name.mid(8) : name).first;
                layer >= 0 && layer != place.layer)
                continue;
            bool isChanged = false;
            for (const QString& id : viewsShowing(name)) {
                if (!pages.contains(id))
                    pages[id]
                        = pagesOn(*std::ranges::find(allViews(), id, [](const ViewInfo& one) { return QString(one.id); }), run);
                isChanged = isChanged
                    || std::ranges::any_of(pages[id], [&](const Page& page) { return page.isChangedBy(entry.name()); });
            }
            if (!isChanged)
                faults << name + QStringLiteral(" opens ") + viewsShowing(name).join(QLatin1Char(' '));
        }
        for (const QString& fault : std::as_const(faults))
            qInfo("%s", qPrintable(fault));
        QVERIFY(faults.isEmpty());
    }
};

QUIET_TEST_MAIN(TestNamedTensors)
#include "tst_named_tensors.moc"
