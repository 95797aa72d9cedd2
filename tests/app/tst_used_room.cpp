// The room that the window gives a picture is used: what is drawn reaches from edge to edge in one direction at least, and of a
// comparison each map is large enough to be read from a seat.

#include "app/base/languages.h"

#include "tests/widgets/support/fulfilled.h"
#include "tests/widgets/support/quiet.h"
#include "tests/widgets/support/tiny_run.h"
#include "widgets/figure/compose.h"
#include "widgets/plot/panel_layout.h"
#include "widgets/plot/plot.h"
#include "widgets/views/shared/figure_pages.h"

#include <QImage>

#include <algorithm>
#include <map>

using namespace widgets;

namespace {

const char* const sentence = "The capital of France is Paris. The capital of Italy is";

constexpr double minMap = 200; // px of each map of A | B | Δ

/// Where A, B and Δ do not have one map each of that size, and why.
struct Exception
{
    const char* figure;
    const char* show; // the option, or empty
    const char* reason;
};

constexpr Exception kExceptions[] = {
    {"attention_stages", "", "seven steps of one head follow each other on each side"},
    {"alibi", "", "each side has several heads, or terms with their sum, and the charts that belong to them"},
    {"norm", "statistics", "each side has a map for every kind of slot"},
    {"norm", "placements", "the maps stand above the lines of the same depths"},
    {"rope", "", "each side has planes, strips or angles with the chart that explains them"},
    {"mixture", "", "each side has a router, the links or bars of its choices and a wall of its layers"},
    {"gradients", "softmax", "each side has the pattern twice, of scores that are divided and of plain ones"},
    {"weights", "maps", "each side has the seven matrices of a layer"},
    {"generation", "", "each side has the bars of the next tokens beside the tree, and log Z below"},
    {"mixers", "compare", "each side has every mixer on the same text"},
    {"tokens", "vocabulary", "each side is a chart whose points are cells, not a map"},
};

bool isExcepted(const FigureInfo& info, const QVariantMap& options)
{
    const QString show = options.value(QStringLiteral("show"), pageIds(info).value(0)).toString();
    return std::any_of(std::begin(kExceptions), std::end(kExceptions), [&](const Exception& one) {
        return QLatin1String(one.figure) == QLatin1String(info.id) && (*one.show == 0 || show == QLatin1String(one.show));
    });
}

/// Of all that is not ground.
QRect drawnIn(const QImage& image)
{
    const QRgb ground = image.pixel(0, 0);
    QRect drawn;
    for (int y = 0; y < image.height(); ++y) {
        const auto* line = reinterpret_cast<const QRgb*>(image.constScanLine(y));
        int first = 0, last = image.width() - 1;
        while (first <= last && line[first] == ground)
            ++first;
        while (last > first && line[last] == ground)
            --last;
        if (first <= last)
            drawn |= QRect(QPoint(first, y), QPoint(last, y));
    }
    return drawn;
}

/// Of a square map its side; what has a row a layer, or a column a dimension, is as flat as those are few.
double sideOf(const CellPlottable& map)
{
    const QSizeF size = map.mapRect().size();
    return map.rows() == map.columns() && map.rows() > 1 ? std::min(size.width(), size.height()) : std::max(size.width(), size.height());
}

QString nameOf(const FigureInfo& info, const QVariantMap& options)
{
    QStringList words{QString::fromLatin1(info.id)};
    for (auto option = options.begin(); option != options.end(); ++option)
        words << option.key() + QLatin1Char('=') + option.value().toString();
    return words.join(QLatin1Char(' '));
}

} // namespace

class TestUsedRoom : public QObject
{
    Q_OBJECT

    static RunPtr runOf(const std::vector<std::string>& choices = {}) { return support::tinyRun(sentence, choices); }

    const Selection m_at{.layer = 1, .head = 2, .query = 7, .key = 3};
    RunPtr m_plain = runOf(), m_seed = runOf({"seed=3"}), m_post = runOf({"norm.placement=post"}),
           m_alibi = runOf({"position.kind=alibi"});
    RunPtr m_steeper = runOf({"position.kind=alibi", "norm.placement=post"});
    RunPtr m_experts = runOf({"feed_forward.kind=mixture", "mixture.experts=4", "mixture.top_k=2"});
    RunPtr m_fewer = runOf({"feed_forward.kind=mixture", "mixture.experts=4", "mixture.top_k=1"});

    /// What is wrong with one picture.
    static QStringList faultsOf(const FigureInfo& info, const FigureData& data, const QSize& size)
    {
        Plot plot;
        plot.resize(size);
        const FigureStyle style = screenStyle(size);
        composeFigure(plot, info, data, style);
        const QImage image = plot.toPixmap(size.width(), size.height(), 1).toImage().convertToFormat(QImage::Format_RGB32);
        const QRect drawn = drawnIn(image);
        const QString show = data.options.value(QStringLiteral("show")).toString();
        const bool hasThree = (QLatin1String(info.id) == "mixers" && show == "compare")
            || (QLatin1String(info.id) == "heads_cache" && show == "blocks");
        const int wholePixels = hasThree ? 32 : 24; // that cells of whole pixels leave, of maps below or beside each other
        const int edge = pageMargin(style) + wholePixels;
        const QRect inner = QRect(QPoint(), size).adjusted(edge, edge, -edge, -edge);
        const bool isWide = drawn.left() <= inner.left() && drawn.right() >= inner.right();
        const bool isHigh = drawn.top() <= inner.top() && drawn.bottom() >= inner.bottom();
        QStringList faults;
        if (!isWide && !isHigh)
            faults << QStringLiteral("drawn are %1 × %2 from (%3, %4)")
                          .arg(drawn.width())
                          .arg(drawn.height())
                          .arg(drawn.left())
                          .arg(drawn.top());
        if (data.mode != SlotMode::All || isExcepted(info, data.options))
            return faults;
        for (const CellPlottable* map : plot.cellMaps())
            if (const QRectF place = map->mapRect(); sideOf(*map) < minMap) {
                faults << QStringLiteral("the map %1 is %2 × %3").arg(map->name()).arg(place.width()).arg(place.height());
                break;
            }
        return faults;
    }

private slots:
    void initTestCase() { app::setLanguage("en"); }
    void cleanup() { setCurrentTheme(ThemeId::Light); }

    void everyPictureUsesItsRoom_data()
    {
        QTest::addColumn<QString>("theme");
        QTest::addColumn<bool>("compares");
        QTest::addColumn<QSize>("size");
        QTest::newRow("light, one") << "light" << false << QSize(1000, 470);
        QTest::newRow("light, A | B | Δ") << "light" << true << QSize(1270, 470);
        QTest::newRow("projector, one") << "projector" << false << QSize(1000, 470);
        QTest::newRow("projector, A | B | Δ") << "projector" << true << QSize(1240, 440);
    }
    void everyPictureUsesItsRoom()
    {
        QFETCH(QString, theme);
        QFETCH(bool, compares);
        QFETCH(QSize, size);
        setCurrentTheme(theme == QLatin1String("light") ? ThemeId::Light : ThemeId::Projector);
        const std::vector<std::pair<RunPtr, RunPtr>> pairs{
            {m_plain, m_post}, {m_alibi, m_steeper}, {m_experts, m_fewer}, {m_plain, m_seed}};
        QStringList found;
        int drawn = 0;
        for (const FigureInfo& info : allFigures())
            for (const QVariantMap& options : info.variants ? info.variants() : std::vector<QVariantMap>{{}})
                for (const auto& [a, b] : pairs) { // the first that it has a picture of
                    FigureData data{a, compares ? b : nullptr, m_at, options, compares ? SlotMode::All : SlotMode::A};
                    data = support::fulfilled(info, data);
                    if (!whyNothing(info, data).isEmpty())
                        continue;
                    ++drawn;
                    for (const QString& fault : faultsOf(info, data, size))
                        found << nameOf(info, options) + QStringLiteral(": ") + fault;
                    break;
                }
        QVERIFY(drawn > 30);
        for (const QString& fault : found)
            qInfo("%s", qPrintable(fault));
        QVERIFY(found.isEmpty());
    }

    void noExceptionIsForNothing()
    {
        for (const Exception& one : kExceptions)
            QVERIFY2(findFigure(QString::fromLatin1(one.figure)), one.figure);
    }
};

QUIET_TEST_MAIN(TestUsedRoom)
#include "tst_used_room.moc"
