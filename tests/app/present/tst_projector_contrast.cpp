// The projector theme, 1024 × 768, in a bright room: light of the room is added to black and to white alike.

#include "app/base/languages.h"

#include "tests/app/support/presented_window.h"
#include "tests/widgets/support/quiet.h"
#include "widgets/controls/text_label.h"
#include "widgets/plot/theme.h"

#include <QLabel>
#include <QTest>

#include <cmath>

namespace {

constexpr double room = 0.1; // of the light of a white screen: its contrast falls to 11 : 1

double luminance(const QColor& color) // WCAG 2.1, relative luminance
{
    const auto linear = [](double value) { return value <= 0.03928 ? value / 12.92 : std::pow((value + 0.055) / 1.055, 2.4); };
    return 0.2126 * linear(color.redF()) + 0.7152 * linear(color.greenF()) + 0.0722 * linear(color.blueF());
}

double contrast(const QColor& a, const QColor& b, double light)
{
    const double one = luminance(a) + light + 0.05, other = luminance(b) + light + 0.05;
    return std::max(one, other) / std::min(one, other);
}

} // namespace

class TestProjectorContrast : public QObject, support::PresentedWindow
{
    Q_OBJECT
private slots:
    void coloursStandABrightRoom();
    void wordsOfEveryPageStandABrightRoom();
};

void TestProjectorContrast::coloursStandABrightRoom()
{
    const widgets::Theme& t = widgets::themeOf(widgets::ThemeId::Projector);
    const auto verify = [](const char* name, const QColor& ink, const QColor& paper, double light, double least) {
        const double found = contrast(ink, paper, light);
        QVERIFY2(found >= least, qPrintable(QStringLiteral("%1: %2").arg(QLatin1String(name)).arg(found)));
    };
    for (const auto& [name, ink, paper] : {std::tuple{"text", t.text, t.surface}, {"text2", t.text2, t.surface},
             {"text on buttons", t.text, t.surfaceAlt}, {"text2 on buttons", t.text2, t.surfaceAlt},
             {"accent", t.accent, t.surface}, {"selection", t.selectionText, t.selection}, {"on accent", t.onAccent, t.accent}})
        verify(name, ink, paper, room, 4.5); // what is read
    for (const auto& [name, ink, paper] : {std::tuple{"ok", t.ok, t.okSurface}, {"warning", t.warning, t.warningSurface},
             {"error", t.error, t.errorSurface}, {"info", t.info, t.infoSurface}, {"A", t.slotA, t.surface},
             {"B", t.slotB, t.surface}, {"Q", t.q, t.surface}, {"K", t.k, t.surface}, {"V", t.v, t.surface},
             {"O", t.o, t.surface}, {"lines", t.border, t.surface}, {"axes", t.borderStrong, t.surface},
             {"disabled", t.disabled, t.surface}, {"hatch", t.hatch, t.surface}}) {
        verify(name, ink, paper, 0, 4.5);
        verify(name, ink, paper, room, 3); // what is seen
    }
}

void TestProjectorContrast::wordsOfEveryPageStandABrightRoom()
{
    app::setLanguage("en");
    open("main", "flow");
    press(Qt::Key_F5);
    m_window->setWindowState(Qt::WindowNoState);
    m_window->resize(1024, 768);
    int words = 0;
    for (const char* page : {"flow", "attention", "norm", "rope", "residual", "output"}) {
        QVERIFY(m_window->showView(page));
        settle();
        const QImage screen = m_window->grab().toImage();
        for (const QLabel* label : m_window->findChildren<QLabel*>()) {
            if (!label->isVisible() || label->text().isEmpty() || label->size().isEmpty())
                continue;
            const QRect place(label->mapTo(m_window.get(), QPoint()), label->size());
            double lightest = 0, darkest = 1;
            for (int y = std::max(0, place.top()); y <= std::min(place.bottom(), screen.height() - 1); ++y)
                for (int x = std::max(0, place.left()); x <= std::min(place.right(), screen.width() - 1); ++x) {
                    const double light = luminance(screen.pixelColor(x, y));
                    lightest = std::max(lightest, light);
                    darkest = std::min(darkest, light);
                }
            const double found = (lightest + room + 0.05) / (darkest + room + 0.05);
            QVERIFY2(found >= 4.5, qPrintable(QStringLiteral("%1, “%2”: %3").arg(page, label->text()).arg(found)));
            const double high = QFontMetricsF(label->font()).xHeight(); // px: seen from the last row
            QVERIFY2(high >= 768 / 120.0, qPrintable(QStringLiteral("%1: %2").arg(label->text()).arg(high)));
            ++words;
        }
    }
    QVERIFY(words > 12);
    m_window->setPresenting(false);
}

QUIET_TEST_MAIN(TestProjectorContrast)
#include "tst_projector_contrast.moc"
