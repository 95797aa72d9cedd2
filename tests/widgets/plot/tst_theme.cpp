#include "widgets/plot/theme.h"

#include "tests/widgets/support/quiet.h"
#include "widgets/plot/color_map.h"

#include <QCheckBox>
#include <QComboBox>
#include <QFontDatabase>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QRawFont>
#include <QScrollBar>
#include <QSpinBox>
#include <QStyleOption>
#include <QTextLayout>

using namespace widgets;

class TestTheme : public QObject
{
    Q_OBJECT

private slots:
    void everyPairOfColoursIsReadable_data();
    void everyPairOfColoursIsReadable();
    void everyTextOfHighContrastIsAt7To1();
    void settingTheThemeReachesTheApplication();
    void theEdgesOfFieldsCanBeSeen_data();
    void theEdgesOfFieldsCanBeSeen();
    void chineseComesFromANamedChineseFace_data();
    void chineseComesFromANamedChineseFace();
};

void TestTheme::everyPairOfColoursIsReadable_data()
{
    QTest::addColumn<int>("theme");
    for (const ThemeId id : allThemes())
        QTest::newRow(qPrintable(themeWord(id))) << int(id);
}

void TestTheme::everyPairOfColoursIsReadable()
{
    QFETCH(int, theme);
    const Theme& t = themeOf(ThemeId(theme));
    struct Pair
    {
        const char* name;
        QColor front, back;
        double ratio;
    };
    const Pair pairs[] = {{"text", t.text, t.surface, 12}, {"text on window", t.text, t.window, 12},
        {"text-2", t.text2, t.surface, 7}, {"border-strong", t.borderStrong, t.surface, 3},
        {"disabled", t.disabled, t.surface, 3}, {"hatch", t.hatch, t.surface, 3}, {"accent", t.accent, t.surface, 4.5},
        {"on-accent", t.onAccent, t.accent, 4.5}, {"selection", t.selectionText, t.selection, 7}, {"ok", t.ok, t.okSurface, 4.5},
        {"warning", t.warning, t.warningSurface, 4.5}, {"error", t.error, t.errorSurface, 4.5},
        {"info", t.info, t.infoSurface, 4.5}, {"A", t.slotA, t.surface, 4.5}, {"B", t.slotB, t.surface, 4.5},
        {"q", t.q, t.surface, 4.5}, {"k", t.k, t.surface, 4.5}, {"v", t.v, t.surface, 4.5}, {"o", t.o, t.surface, 4.5}};
    for (const Pair& pair : pairs)
        QVERIFY2(contrastRatio(pair.front, pair.back) >= pair.ratio,
            qPrintable(QStringLiteral("%1: %2").arg(QLatin1String(pair.name)).arg(contrastRatio(pair.front, pair.back))));
}

/// Whatever a text is drawn on there, words that cannot be used now included.
void TestTheme::everyTextOfHighContrastIsAt7To1()
{
    const Theme& t = themeOf(ThemeId::HighContrast);
    for (const QColor& ground : {t.window, t.surface, t.surfaceAlt})
        for (const QColor& ink : {t.text, t.text2, t.disabled, t.accent, t.ok, t.warning, t.error, t.info, t.slotA, t.slotB, t.v,
                 t.o, t.hatch, t.borderStrong, t.border})
            QVERIFY2(contrastRatio(ink, ground) >= 7, qPrintable(ink.name() + " on " + ground.name()));
    for (const QColor& ink : {t.q, t.k}) // of pictures, which are on the surface
        QVERIFY2(contrastRatio(ink, t.surface) >= 7, qPrintable(ink.name()));
    const std::pair<QColor, QColor> pairs[] = {{t.onAccent, t.accent}, {t.selectionText, t.selection}, {t.ok, t.okSurface},
        {t.warning, t.warningSurface}, {t.error, t.errorSurface}, {t.info, t.infoSurface}, {t.text, t.okSurface},
        {t.text, t.warningSurface}, {t.text, t.errorSurface}, {t.text, t.infoSurface}};
    for (const auto& [ink, ground] : pairs)
        QVERIFY2(contrastRatio(ink, ground) >= 7, qPrintable(ink.name() + " on " + ground.name()));
    QVERIFY(contrastRatio(t.selection, t.surface) > 2.9); // what is chosen is told from what is not
}

void TestTheme::theEdgesOfFieldsCanBeSeen_data() { everyPairOfColoursIsReadable_data(); }

void TestTheme::theEdgesOfFieldsCanBeSeen()
{
    QFETCH(int, theme);
    setCurrentTheme(ThemeId(theme));
    const auto edge = [](QWidget& field, const QRect& place) {
        return contrastRatio(
            field.grab().toImage().pixelColor(place.left(), place.center().y()), themeOf(currentTheme().id).surface);
    };
    QCheckBox box;
    box.resize(box.sizeHint());
    QStyleOptionButton option;
    option.initFrom(&box);
    QVERIFY2(edge(box, box.style()->subElementRect(QStyle::SE_CheckBoxIndicator, &option, &box)) >= 3, "check box");
    QLineEdit line;
    QSpinBox number;
    QComboBox choice;
    for (QWidget* const field : std::initializer_list<QWidget*>{&line, &number, &choice}) {
        field->resize(120, 30);
        QVERIFY2(edge(*field, field->rect()) >= 3, field->metaObject()->className());
    }
    if (currentTheme().id == ThemeId::HighContrast) {
        QPushButton button(QStringLiteral("one"));
        button.setAutoDefault(false);
        button.resize(120, 30);
        QVERIFY2(edge(button, button.rect()) >= 3, "button");
        QScrollBar bar(Qt::Vertical);
        bar.setRange(0, 100);
        bar.resize(20, 200);
        QStyleOptionSlider ofBar;
        ofBar.initFrom(&bar);
        ofBar.orientation = Qt::Vertical;
        ofBar.maximum = 100;
        const QRect handle = bar.style()->subControlRect(QStyle::CC_ScrollBar, &ofBar, QStyle::SC_ScrollBarSlider, &bar);
        QVERIFY2(edge(bar, handle) >= 3, "handle");
    }
    QMenu menu;
    menu.addAction(QStringLiteral("one"));
    menu.resize(menu.sizeHint());
    QCOMPARE(menu.grab().toImage().pixelColor(0, menu.height() / 2), themeOf(currentTheme().id).border);
    setCurrentTheme(ThemeId::Light);
}

void TestTheme::settingTheThemeReachesTheApplication()
{
    setCurrentTheme(ThemeId::Dark);
    QCOMPARE(QApplication::palette().color(QPalette::Window), themeOf(ThemeId::Dark).window);
    const double plain = QApplication::font().pointSizeF();
    setCurrentTheme(ThemeId::Projector);
    QCOMPARE(QApplication::font().pointSizeF(), plain * 1.6);
    setCurrentLanguage(QStringLiteral("zh_CN"));
    QCOMPARE(QApplication::font().families().first(), fontFamilies(Script::Han).first());
    setCurrentLanguage(QStringLiteral("en"));
    setCurrentTheme(ThemeId::Light);
    QCOMPARE(QApplication::palette().color(QPalette::Window), themeOf(ThemeId::Light).window);
}

void TestTheme::chineseComesFromANamedChineseFace_data()
{
    QTest::addColumn<bool>("chinese");
    QTest::newRow("en") << false;
    QTest::newRow("zh") << true;
}

void TestTheme::chineseComesFromANamedChineseFace()
{
    QFETCH(bool, chinese);
    QVERIFY2(!QFontDatabase::families(QFontDatabase::SimplifiedChinese).isEmpty(), "no Chinese font: install fonts-wqy-microhei");
    QTextLayout layout(
        QStringLiteral("直骨角将令"), fontOf(TextRole::Body, themeOf(ThemeId::Light), chinese ? Script::Han : Script::Latin));
    layout.beginLayout();
    layout.createLine();
    layout.endLayout();
    const QList<QGlyphRun> runs = layout.glyphRuns();
    for (const QGlyphRun& run : runs) {
        QVERIFY2(fontFamilies(chinese ? Script::Han : Script::Latin).contains(run.rawFont().familyName()),
            qPrintable(run.rawFont().familyName()));
        QVERIFY(!run.glyphIndexes().contains(0));
    }
}

QUIET_TEST_MAIN(TestTheme)
#include "tst_theme.moc"
