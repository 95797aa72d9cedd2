#pragma once

// ReadableWindow: what is cut off, squeezed, covered or on something else among the words of a window: around the picture and in it.

#include "app/window/main_window.h"

#include "tests/widgets/support/drawn_words.h"
#include "tests/widgets/support/wait.h"
#include "widgets/controls/elided_label.h"
#include "widgets/controls/segmented_switch.h"
#include "widgets/figure/figure.h"
#include "widgets/plot/plot.h"
#include "widgets/plot/svg_paint_device.h"
#include "widgets/views/shared/figure_view.h"
#include "widgets/views/shared/page_foot.h"

#include <QAbstractButton>
#include <QAbstractScrollArea>
#include <QMainWindow>
#include <QTest>

#include <optional>

namespace support {

using namespace widgets;

/// What the plot shows, as it is on screen.
inline QByteArray drawn(Plot& plot)
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
inline std::optional<QRect> seenPart(const QWidget& part, const QMainWindow& window)
{
    QRect seen(part.mapTo(&window, QPoint()), part.size());
    for (const QWidget* around = part.parentWidget(); around && around != &window; around = around->parentWidget()) {
        if (qobject_cast<const QAbstractScrollArea*>(around) && around != window.centralWidget())
            return std::nullopt;
        seen &= QRect(around->mapTo(&window, QPoint()), around->size());
    }
    return seen & window.rect();
}

/// The words on buttons and labels around the picture that are cut, squeezed, or lie on each other.
inline QStringList faultsAround(const QMainWindow& window)
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

inline void settle(const app::MainWindow& window)
{
    QVERIFY(waitUntil([&] { return !window.isComputing() && window.run(); }, 60000));
    for (int round = 0; round < 5; ++round) // a layout asks for another one
        QCoreApplication::processEvents();
}

/// Of the pictures: all, or each second one, where another row of the test has the others.
enum class Half
{
    Both,
    Even,
    Odd
};

/// Everything that is wrong on the pages of this window, with all that their switches show; more than `least` pictures. `known`:
/// beginnings of faults that are known and wait to be mended.
inline void check(app::MainWindow& window, int least, const QStringList& known = {}, Half half = Half::Both)
{
    settle(window);
    QStringList found;
    int pictures = 0, variant = 0;
    for (const ViewInfo& page : allViews()) {
        QVERIFY(window.showView(page.id));
        auto* const view = qobject_cast<FigureView*>(window.currentView());
        QVERIFY(view);
        auto* const foot = view->findChild<PageFoot*>();
        for (const FigureInfo& figure : allFigures())
            for (const QVariantMap& options : figure.variants ? figure.variants() : std::vector<QVariantMap>{{}}) {
                if (half != Half::Both && ++variant % 2 == (half == Half::Even ? 0 : 1))
                    continue;
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
    found.removeIf([&](const QString& fault) {
        return std::any_of(known.begin(), known.end(), [&](const QString& one) { return fault.startsWith(one); });
    });
    for (const QString& fault : found)
        qInfo("%s", qPrintable(fault));
    QVERIFY2(pictures > least, qPrintable(QString::number(pictures)));
    QVERIFY(found.isEmpty());
}

} // namespace support
