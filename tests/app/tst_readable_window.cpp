// No word of the window lies on another, is cut off, squeezed or covered, in the picture and around it: every page with all that
// its switches show, at the sizes of the screens that lecturers have, in the ordinary and the projector theme, in both languages;
// presented, after that, of a recorded run, and opened again in another theme.

#include "app/base/languages.h"
#include "app/window/main_window.h"

#include "core/files/traces/trace_file.h"
#include "tests/widgets/support/drawn_words.h"
#include "widgets/figure/figure.h"
#include "widgets/controls/elided_label.h"
#include "widgets/plot/plot.h"
#include "widgets/plot/svg_paint_device.h"
#include "widgets/controls/segmented_switch.h"
#include "widgets/views/shared/figure_view.h"
#include "widgets/views/shared/page_foot.h"

#include <QAbstractButton>
#include <QAbstractScrollArea>
#include <QSettings>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

#include <optional>

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

/// The part of a widget that its ancestors leave to be seen, in the window; null inside of what scrolls.
std::optional<QRect> seenPart(const QWidget& part, const QWidget& window)
{
    QRect seen(part.mapTo(&window, QPoint()), part.size());
    for (const QWidget* around = part.parentWidget(); around && around != &window; around = around->parentWidget()) {
        if (qobject_cast<const QAbstractScrollArea*>(around))
            return std::nullopt;
        seen &= QRect(around->mapTo(&window, QPoint()), around->size());
    }
    return seen & window.rect();
}

/// The words on buttons and labels around the picture that are cut, squeezed, or lie on each other.
QStringList faultsAround(const QWidget& window)
{
    struct Words
    {
        QString text;
        QRect place;
    };
    QStringList faults;
    std::vector<Words> all;
    for (const QWidget* part : window.findChildren<QWidget*>()) {
        const auto* const button = qobject_cast<const QAbstractButton*>(part);
        const auto* const label = qobject_cast<const QLabel*>(part);
        const QString text = button ? button->text() : label ? label->text() : QString();
        if (text.isEmpty() || !part->isVisible() || part->window() != &window)
            continue;
        const bool isFlowing = label && label->wordWrap();
        const bool isElided = qobject_cast<const ElidedLabel*>(part);
        // The words of a switch become smaller first; a sign alone has a place of its own.
        const double least = qobject_cast<const SegmentedSwitch*>(part->parentWidget()) ? 0.7 : 1;
        if (button && text.size() > 1 && part->width() < least * part->minimumSizeHint().width())
            faults << QStringLiteral("“%1” is squeezed to %2 px").arg(text).arg(part->width());
        if (label && !isElided
            && (isFlowing ? label->heightForWidth(part->width()) > part->height() + 1
                          : label->minimumSizeHint().width() > part->width() + 1))
            faults << QStringLiteral("“%1” has no room in %2 × %3").arg(text).arg(part->width()).arg(part->height());
        const std::optional<QRect> seen = seenPart(*part, window);
        if (!seen)
            continue;
        const bool isLow = seen->height() < std::min(part->height(), part->fontMetrics().height());
        if ((isLow || seen->width() + 2 < part->width()) && !part->size().isEmpty())
            faults << QStringLiteral("“%1” is cut to %2 × %3").arg(text).arg(seen->width()).arg(seen->height());
        for (const Words& other : all)
            if (const QRect common = other.place & *seen; common.width() > 2 && common.height() > 2)
                faults << QStringLiteral("“%1” lies on “%2”").arg(text, other.text);
        all.push_back({text, *seen});
    }
    return faults;
}

void settle(const app::MainWindow& window)
{
    QTRY_VERIFY_WITH_TIMEOUT(!window.isComputing() && window.run(), 60000);
    for (int round = 0; round < 2; ++round) // a layout asks for another one
        QCoreApplication::processEvents();
}

/// Everything that is wrong on the pages of this window, with all that their switches show; at least `least` pictures.
void check(app::MainWindow& window, int least)
{
    settle(window);
    QStringList found;
    int pictures = 0;
    for (const ViewInfo& page : allViews()) {
        QVERIFY(window.showView(page.id));
        auto* const view = qobject_cast<FigureView*>(window.currentView());
        QVERIFY(view);
        const auto* const foot = view->findChild<PageFoot*>();
        for (const FigureInfo& figure : allFigures())
            for (const QVariantMap& options : figure.variants ? figure.variants() : std::vector<QVariantMap>{{}}) {
                if (!view->restore(figure.id, options))
                    break;
                settle(window);
                if (view->isEmpty())
                    continue;
                ++pictures;
                QStringList faults = support::unreadableWords(drawn(*view->plot())) + faultsAround(window);
                if (!foot->areChipsWhole()
                    && foot->chipTexts().size() <= (foot->width() < 1200 ? 1 : 2)) // else each as far as there is room
                    faults << QStringLiteral("a caveat is cut: %1").arg(foot->chipTexts().join(QStringLiteral(" | ")));
                for (const QString& fault : faults)
                    found << QStringLiteral("%1 %2 at %3 × %4: %5")
                                 .arg(QLatin1String(figure.id), options.isEmpty() ? QString() : options.first().toString())
                                 .arg(view->plot()->width())
                                 .arg(view->plot()->height())
                                 .arg(fault);
            }
    }
    found.removeDuplicates();
    for (const QString& fault : found)
        qInfo("%s", qPrintable(fault));
    QVERIFY2(pictures > least, qPrintable(QString::number(pictures)));
    QVERIFY(found.isEmpty());
}

app::MainWindow::Start startIn(SlotMode mode)
{
    app::MainWindow::Start start{.model = "experts", .remembers = false};
    if (mode != SlotMode::A) {
        start.saidOfB.emplace();
        start.saidOfB->setText("norm.placement=post", 4);
        start.mode = mode;
    }
    return start;
}

} // namespace

class TestReadableWindow : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { QStandardPaths::setTestModeEnabled(true); }
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
                        if (size == QSize(1366, 738) || (theme == ThemeId::Projector) == (mode != SlotMode::SideBySide))
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
        app::MainWindow window(startIn(SlotMode(mode)));
        window.resize(size);
        window.show();
        check(window, 20);
    }

    void presented_data()
    {
        QTest::addColumn<QSize>("size");
        QTest::addColumn<QString>("language");
        QTest::addColumn<int>("mode");
        for (const QSize size : {QSize(1366, 768), QSize(1024, 768)}) // whole screens
            for (const char* language : {"en", "zh_CN"})
                for (const SlotMode mode : {SlotMode::A, SlotMode::All})
                    QTest::addRow("%d %s %s", size.width(), language, slotModeWord(mode))
                        << size << QString(language) << int(mode);
    }
    void presented()
    {
        QFETCH(QSize, size);
        QFETCH(QString, language);
        QFETCH(int, mode);
        const app::Speaking speaking(language);
        app::MainWindow window(startIn(SlotMode(mode)));
        window.resize(1280, 690);
        window.show();
        settle(window);
        window.setPresenting(true);
        window.setWindowState(Qt::WindowNoState); // the screen of the test is smaller than those that are meant
        window.resize(size);
        check(window, 20);
        QCOMPARE(window.size(), size);
    }

    void afterAPresentation_data()
    {
        QTest::addColumn<QSize>("size");
        QTest::addColumn<int>("theme");
        QTest::addColumn<QString>("language");
        for (const ThemeId theme : {ThemeId::Light, ThemeId::Projector})
            for (const char* language : {"en", "zh_CN"}) {
                const QSize size = theme == ThemeId::Light ? QSize(1366, 738) : QSize(1024, 738);
                QTest::addRow("%d %s %s", size.width(), qPrintable(themeWord(theme)), language)
                    << size << int(theme) << QString(language);
            }
    }
    void afterAPresentation()
    {
        QFETCH(QSize, size);
        QFETCH(int, theme);
        QFETCH(QString, language);
        const app::Speaking speaking(language);
        setCurrentTheme(ThemeId(theme));
        app::MainWindow window(startIn(SlotMode::SideBySide));
        window.resize(size);
        window.show();
        for (const ViewInfo& page : allViews()) { // each laid out in the other theme, too
            window.showView(page.id);
            settle(window);
        }
        window.setPresenting(true);
        window.resize(1366, 768);
        settle(window);
        window.setPresenting(false);
        window.resize(size);
        check(window, 20);
    }

    void ofARecordedRun_data() { afterAPresentation_data(); }
    void ofARecordedRun()
    {
        QFETCH(QSize, size);
        QFETCH(int, theme);
        QFETCH(QString, language);
        const app::Speaking speaking(language);
        setCurrentTheme(ThemeId(theme));
        QTemporaryDir folder;
        const QString file = folder.filePath("run.safetensors");
        {
            app::MainWindow source(startIn(SlotMode::A));
            settle(source);
            core::writeTrace(*source.run()->trace, file.toStdString());
        }
        app::MainWindow window({.model = file, .remembers = false});
        window.resize(size);
        window.show();
        check(window, 10);
    }

    /// Widths that were dragged in one theme are those of the next start in another.
    void openedAgainInAnotherTheme_data()
    {
        QTest::addColumn<int>("before");
        QTest::addColumn<int>("after");
        QTest::addColumn<QString>("language");
        for (const auto& [before, after] : {std::pair{ThemeId::Projector, ThemeId::Light}, {ThemeId::Light, ThemeId::Projector},
                 {ThemeId::Projector, ThemeId::Dark}})
            QTest::addRow("%s to %s", qPrintable(themeWord(before)), qPrintable(themeWord(after)))
                << int(before) << int(after) << QString(after == ThemeId::Light ? "en" : "zh_CN");
    }
    void openedAgainInAnotherTheme()
    {
        QFETCH(int, before);
        QFETCH(int, after);
        QFETCH(QString, language);
        const app::Speaking speaking(language);
        QSettings("cutaway", "cutaway").clear();
        for (const int theme : {before, after}) {
            setCurrentTheme(ThemeId(theme));
            app::MainWindow window({.model = "experts"});
            window.resize(1366, 738);
            window.show();
            settle(window);
            if (theme == after) {
                for (const app::Drawers::Side side : {app::Drawers::Left, app::Drawers::Right})
                    window.drawers()->setOpen(side, false);
                check(window, 20);
                for (const app::Drawers::Side side : {app::Drawers::Left, app::Drawers::Right}) {
                    window.drawers()->setOpen(side, true); // over the page where it has no room beside it
                    settle(window);
                    for (const QString& fault : faultsAround(*window.drawers()->window()))
                        if (!fault.contains(" lies on "))
                            QFAIL(qPrintable(fault));
                    window.drawers()->setOpen(side, false);
                }
                continue;
            }
            app::Drawers::Wishes wishes = window.drawers()->wishes();
            wishes[app::Drawers::Left].width = 180;
            wishes[app::Drawers::Right].width = 420;
            window.drawers()->setWishes(wishes);
            settle(window);
            window.close();
        }
        QSettings("cutaway", "cutaway").clear();
    }
};

QTEST_MAIN(TestReadableWindow)
#include "tst_readable_window.moc"
