// No word of any picture of the window is on another, is cut off or is covered: every page with all that its switches show, at
// the sizes of the screens that lecturers have, in the ordinary and the projector theme, in both languages.

#include "app/base/languages.h"
#include "app/window/main_window.h"

#include "tests/widgets/support/drawn_words.h"
#include "widgets/figure/figure.h"
#include "widgets/plot/plot.h"
#include "widgets/plot/svg_paint_device.h"
#include "widgets/views/shared/figure_view.h"

#include <QTest>

#include <memory>

using namespace widgets;

namespace {

/// What the plot shows, as it is on screen.
QByteArray drawn(Plot& plot)
{
    SvgOptions options;
    options.size = plot.size();
    options.dpi = plot.logicalDpiY();
    SvgPaintDevice device(options);
    QCPPainter painter(&device);
    painter.setMode(QCPPainter::pmVectorized);
    painter.setMode(QCPPainter::pmNoCaching);
    painter.fillRect(QRectF(QPointF(), plot.size()), currentTheme().surface);
    plot.toPainter(&painter, plot.width(), plot.height());
    painter.end();
    return device.document();
}

} // namespace

class TestReadableWindow : public QObject
{
    Q_OBJECT

private slots:
    void init() { app::setLanguage("en"); }
    void cleanup() { setCurrentTheme(ThemeId::Light); }

    void everyPage_data()
    {
        QTest::addColumn<QSize>("size");
        QTest::addColumn<int>("theme");
        QTest::addColumn<QString>("language");
        QTest::addColumn<int>("mode");
        // Screens less the frame of a window manager; the two small ones where type is large.
        for (const QSize size : {QSize(1366, 738), QSize(1280, 690), QSize(1024, 738), QSize(1920, 1050)})
            for (const auto& [theme, name] : {std::pair{ThemeId::Light, "light"}, {ThemeId::Projector, "projector"}})
                for (const char* language : {"en", "zh_CN"})
                    for (const SlotMode mode : {SlotMode::A, SlotMode::SideBySide, SlotMode::All})
                        if (theme == ThemeId::Projector || size.width() > 1300)
                            QTest::addRow("%d %s %s %s", size.width(), name, language, slotModeWord(mode))
                                << size << int(theme) << QString(language) << int(mode);
    }
    void everyPage()
    {
        QFETCH(QSize, size);
        QFETCH(int, theme);
        QFETCH(QString, language);
        QFETCH(int, mode);
        const app::Speaking speaking(language);
        setCurrentTheme(ThemeId(theme));
        app::MainWindow::Start start{.model = "experts", .remembers = false};
        if (SlotMode(mode) != SlotMode::A) {
            start.saidOfB.emplace();
            start.saidOfB->setText("norm.placement=post", 4);
            start.mode = SlotMode(mode);
        }
        app::MainWindow window(start);
        window.resize(size);
        window.show();
        QTRY_VERIFY_WITH_TIMEOUT(!window.isComputing() && window.run(), 60000);

        QStringList found;
        int pictures = 0;
        for (const FigureInfo& figure : allFigures())
            for (const QVariantMap& options : figure.variants ? figure.variants() : std::vector<QVariantMap>{{}})
                for (const char* page :
                    {"flow", "attention", "embeddings", "rope", "alibi", "norm", "residual", "mixture", "output", "training"}) {
                    auto* const view = qobject_cast<FigureView*>((window.showView(page), window.currentView()));
                    QVERIFY(view);
                    if (!view->restore(figure.id, options))
                        continue;
                    QTRY_VERIFY_WITH_TIMEOUT(!window.isComputing(), 60000);
                    QCoreApplication::processEvents();
                    if (view->isEmpty())
                        break;
                    ++pictures;
                    for (const QString& fault : support::unreadableWords(drawn(*view->plot())))
                        found << QStringLiteral("%1 %2 at %3 × %4: %5")
                                     .arg(QLatin1String(figure.id), options.isEmpty() ? QString() : options.first().toString())
                                     .arg(view->plot()->width())
                                     .arg(view->plot()->height())
                                     .arg(fault);
                    break;
                }
        for (const QString& fault : found)
            qInfo("%s", qPrintable(fault));
        QVERIFY2(pictures > 20, qPrintable(QString::number(pictures)));
        QVERIFY(found.isEmpty());
    }
};

QTEST_MAIN(TestReadableWindow)
#include "tst_readable_window.moc"
