// What a lecturer has in hand while presenting: each tool by its key, put away by Esc, and nothing of it left afterwards.

#include "app/window/presenter_tools.h"

#include "app/base/languages.h"
#include "app/export/export_settings.h"
#include "app/present/cover.h"
#include "app/present/ink.h"
#include "app/present/lecturer_window.h"
#include "app/present/magnifier.h"
#include "app/present/pointer_layer.h"
#include "app/present/presentation_screens.h"
#include "app/window/export_guide.h"
#include "app/window/scene_guide.h"

#include "tests/app/support/presented_window.h"
#include "tests/widgets/support/quiet.h"
#include "widgets/panels/notification_bar.h"
#include "widgets/plot/plot.h"
#include "widgets/plot/theme.h"
#include "widgets/views/shared/page_foot.h"

#include <QApplication>
#include <QClipboard>
#include <QLabel>
#include <QLineEdit>
#include <QRegularExpression>
#include <QTest>

using app::Pointer;
using support::Shown;

class TestPresenterTools : public QObject, support::PresentedWindow
{
    Q_OBJECT
private slots:
    void init() { app::setLanguage("en"); }
    void eachPointerHasItsKey();
    void lettersAreTypedWhereLettersAreTyped();
    void penDrawsOverThePictureAndNeverIntoAFigure();
    void drawingsBelongToTheirPage();
    void drawingsAreMagnifiedWithThePicture();
    void regionIsShownLargeAndReachedByTheMouse();
    void regionFollowsWhatIsBelow();
    void whiteAndBlackCoverEverything();
    void oneScreenCannotBeFrozen();
    void notesAndClockAreOverACornerOfTheOnlyScreen();
    void escapePutsAwayAndThenLeavesEverythingAsItWas();
    void nothingActsOutsideOfPresenting();

private:
    app::PresenterTools& tools() const { return *m_window->presenter()->tools(); }
    QPoint middleOfPicture() const { return view()->plot()->mapTo(m_window.get(), view()->plot()->rect().center()); }
    void drag(QWidget* on, const QPoint& from, const QPoint& to)
    {
        QTest::mousePress(on, Qt::LeftButton, {}, from);
        for (int share = 1; share <= 4; ++share) {
            const QPointF at = from + QPointF(to - from) * share / 4;
            QMouseEvent move(QEvent::MouseMove, at, on->mapToGlobal(at), Qt::NoButton, Qt::LeftButton, Qt::NoModifier);
            QApplication::sendEvent(on, &move);
        }
        QTest::mouseRelease(on, Qt::LeftButton, {}, to);
    }
    void draw(const QPoint& from, const QPoint& to)
    {
        press(Qt::Key_P);
        drag(tools().pointers(), from, to);
        press(Qt::Key_P);
    }
    QByteArray figure()
    {
        const app::ExportSource source = m_window->exportGuide()->source();
        const widgets::FigureStyle style = app::pageOf(source, {});
        return app::figureBytes(source.inputs, {*source.figure, source.data, style, widgets::FigureFormat::Svg});
    }
    QColor shownAt(const QPoint& at) const { return m_window->grab().toImage().pixelColor(at); }
};

void TestPresenterTools::eachPointerHasItsKey()
{
    open("main", "attention");
    press(Qt::Key_F5);
    for (const auto& [key, pointer, act] : {std::tuple{Qt::Key_L, Pointer::Laser, app::Act::Laser},
             {Qt::Key_S, Pointer::Spotlight, app::Act::Spotlight}, {Qt::Key_P, Pointer::Pen, app::Act::Pen}}) {
        press(key);
        QCOMPARE(tools().pointers()->pointer(), pointer);
        QVERIFY(m_window->action(act)->isChecked());
        QVERIFY(tools().pointers()->isVisible());
    }
    press(Qt::Key_P);
    QCOMPARE(tools().pointers()->pointer(), Pointer::None);
    QVERIFY(!tools().pointers()->isVisible());

    const QPoint at = middleOfPicture(), corner(3, 3);
    const QColor plain = shownAt(corner);
    press(Qt::Key_L);
    QTest::mouseMove(m_window->windowHandle(), at);
    QTRY_COMPARE(shownAt(at), widgets::currentTheme().error);
    QCOMPARE(shownAt(corner), plain);
    press(Qt::Key_S);
    QTest::mouseMove(m_window->windowHandle(), at + QPoint(1, 0));
    QTRY_VERIFY(shownAt(corner).lightnessF() < 0.5F * plain.lightnessF()); // everything but the spot is dark
    const QWidget* const plot = view()->plot();
    QCOMPARE(m_window->childAt(at), plot); // the mouse still reaches it
}

void TestPresenterTools::lettersAreTypedWhereLettersAreTyped()
{
    open("main", "attention");
    press(Qt::Key_F5);
    QLineEdit line(m_window->centralWidget());
    line.show();
    line.setFocus();
    for (const Qt::Key key : {Qt::Key_L, Qt::Key_S, Qt::Key_P, Qt::Key_E, Qt::Key_Z, Qt::Key_W, Qt::Key_F, Qt::Key_B})
        QTest::keyClick(&line, key);
    QCOMPARE(line.text().toUpper(), QString("LSPEZWFB"));
    QCOMPARE(tools().pointers()->pointer(), Pointer::None);
    QVERIFY(!tools().isCovered());
}

void TestPresenterTools::penDrawsOverThePictureAndNeverIntoAFigure()
{
    open("main", "attention");
    const QByteArray before = figure();
    press(Qt::Key_F5);
    const QPoint at = middleOfPicture();
    draw(at - QPoint(60, 0), at + QPoint(60, 0));
    QCOMPARE(tools().pointers()->ink().lines.size(), std::size_t(1));
    QCOMPARE(shownAt(at), widgets::currentTheme().error);
    QCOMPARE(figure(), before);
    press(Qt::Key_C, Qt::ControlModifier | Qt::AltModifier); // wished
    QCOMPARE(QApplication::clipboard()->image().pixelColor(at), widgets::currentTheme().error);
    press(Qt::Key_E);
    QVERIFY(tools().pointers()->ink().isEmpty());
    QVERIFY(shownAt(at) != widgets::currentTheme().error);
}

void TestPresenterTools::drawingsBelongToTheirPage()
{
    open("main", "attention");
    press(Qt::Key_F5);
    draw({300, 300}, {400, 300});
    m_window->showView("norm");
    settle();
    QVERIFY(tools().pointers()->ink().isEmpty());
    m_window->showView("attention");
    settle();
    QCOMPARE(tools().pointers()->ink().lines.size(), std::size_t(1));
    press(Qt::Key_T); // its numbers are not the picture that was drawn on
    QVERIFY(tools().pointers()->ink().isEmpty());
    press(Qt::Key_T);
    QCOMPARE(tools().pointers()->ink().lines.size(), std::size_t(1));
    press(Qt::Key_Escape);
    QVERIFY(!tools().pointers()->isVisible()); // the window is as it was
}

void TestPresenterTools::drawingsAreMagnifiedWithThePicture()
{
    open("main", "attention");
    press(Qt::Key_F5);
    const QColor pen = widgets::currentTheme().error;
    const QPoint corner = m_window->centralWidget()->mapTo(m_window.get(), QPoint());
    draw(corner + QPoint(400, 260), corner + QPoint(500, 260));
    tools().magnifier()->magnify({350, 225, 200, 150});
    QTest::qWait(300); // there
    const double times = tools().magnifier()->width() / tools().magnifier()->region().width();
    QVERIFY(times > 3);
    const auto large = [&](const QPointF& at) { return corner + ((at - tools().magnifier()->region().topLeft()) * times).toPoint(); };
    for (const double x : {405.0, 450.0, 495.0})
        QCOMPARE(shownAt(large({x, 260})), pen);
    QVERIFY(shownAt(large({390, 260})) != pen);
    QVERIFY(shownAt(corner + QPoint(450, 260)) != pen); // another place now

    draw(large({420, 290}), large({480, 290})); // and what is drawn there lies there
    QCOMPARE(tools().pointers()->ink().lines.size(), std::size_t(2));
    QCOMPARE(shownAt(large({450, 290})), pen);
    press(Qt::Key_Z);
    QCOMPARE(shownAt(corner + QPoint(450, 260)), pen);
    const QImage drawn = m_window->grab().toImage();
    press(Qt::Key_E);
    const QImage plain = m_window->grab().toImage();
    const auto thickness = [&](int around) {
        int rows = 0;
        for (int y = around - 10; y < around + 10; ++y)
            rows += drawn.pixel(corner + QPoint(450, y)) != plain.pixel(corner + QPoint(450, y));
        return rows;
    };
    QVERIFY(thickness(290) > 0);
    QVERIFY(thickness(290) < thickness(260)); // as much finer
}

void TestPresenterTools::regionIsShownLargeAndReachedByTheMouse()
{
    open("main", "attention");
    press(Qt::Key_F5);
    widgets::Plot* const plot = view()->plot();
    const widgets::CellPlottable* const map = plot->cellMap({});
    QVERIFY(map);
    const auto cellAt = [&](double row, double column) {
        const QPointF pixel(map->keyAxis()->coordToPixel(column), map->valueAxis()->coordToPixel(row));
        return plot->mapTo(m_window->centralWidget(), pixel.toPoint());
    };
    const QPoint cell = cellAt(3, 1);
    press(Qt::Key_Z);
    QVERIFY(tools().magnifier()->isChoosing());
    drag(tools().magnifier(), cell - QPoint(90, 50), cell + QPoint(90, 50));
    QVERIFY(tools().magnifier()->isMagnifying());
    const QRectF region = tools().magnifier()->region();
    QVERIFY(region.contains(QRectF(cell - QPoint(89, 49), cell + QPoint(89, 49))));
    const QSizeF whole = tools().magnifier()->size();
    QVERIFY(qAbs(region.width() / region.height() - whole.width() / whole.height()) < 1e-6);
    QTest::qWait(300); // there
    const double times = whole.width() / region.width();
    QVERIFY(times > 3);
    const QPoint corner = cellAt(3.4, 1.4); // without digits
    const QColor plain = m_window->centralWidget()->grab().toImage().pixelColor(corner);
    const QPoint large = ((QPointF(corner) - region.topLeft()) * times).toPoint();
    QCOMPARE(tools().magnifier()->grab().toImage().pixelColor(large), plain);

    QTest::mouseClick(tools().magnifier(), Qt::LeftButton, {}, ((QPointF(cell) - region.topLeft()) * times).toPoint());
    settle();
    QCOMPARE(m_window->selection()->pinned().query, 3);
    QCOMPARE(m_window->selection()->pinned().key, 1);
    press(Qt::Key_Z);
    QVERIFY(!tools().magnifier()->isVisible());
}

void TestPresenterTools::regionFollowsWhatIsBelow()
{
    open("main", "attention");
    press(Qt::Key_F5);
    tools().magnifier()->magnify({300, 200, 400, 300});
    QTest::qWait(300);
    const QImage before = tools().magnifier()->grab().toImage();
    press(Qt::Key_Right, Qt::ControlModifier); // another head
    QTRY_VERIFY(tools().magnifier()->grab().toImage() != before);
    m_window->showView("norm"); // another picture has no such region
    settle();
    QVERIFY(!tools().magnifier()->isVisible());
}

void TestPresenterTools::whiteAndBlackCoverEverything()
{
    open("main", "attention");
    press(Qt::Key_F5);
    const Shown before = shown();
    for (const auto& [key, color] : {std::pair{Qt::Key_W, Qt::white}, {Qt::Key_B, Qt::black}, {Qt::Key_Period, Qt::black}}) {
        press(key);
        QVERIFY(tools().coversWindow());
        const QImage screen = m_window->grab().toImage();
        for (const QPoint& at : {QPoint(0, 0), screen.rect().center(), screen.rect().bottomRight()})
            QCOMPARE(screen.pixelColor(at), QColor(color));
        press(Qt::Key_PageDown); // only brings the picture back
        QVERIFY(!tools().isCovered());
        QVERIFY(shown() == before);
    }
}

void TestPresenterTools::oneScreenCannotBeFrozen()
{
    open("main", "attention");
    press(Qt::Key_F5);
    press(Qt::Key_F);
    QVERIFY(!tools().screens()->isFrozen());
    QVERIFY(!m_window->action(app::Act::Freeze)->isChecked());
    QVERIFY(m_window->notifications()->notifications().back().text.contains("second"));
    QVERIFY(m_window->notifications()->notifications().back().offer.label.contains("(B)"));
    m_window->notifications()->notifications().back().offer.take();
    QVERIFY(tools().coversWindow()); // what can be done on one screen
}

void TestPresenterTools::notesAndClockAreOverACornerOfTheOnlyScreen()
{
    open("main", "attention");
    m_window->scenes().keep();
    m_window->scenes().keep();
    app::WindowState state = m_window->state();
    state.scenes[0].notes = "Ask first.";
    for (app::PlannedStep& scene : state.scenes)
        scene.title = "Which queries share keys and values, and what must be kept of them?";
    m_window->change(state);
    settle();
    auto* const notes = m_window->findChild<app::LecturerWindow*>("lecturerWindow");
    press(Qt::Key_F5);
    QVERIFY(!notes->isVisible()); // the audience would see them unasked
    const auto& said = m_window->notifications()->notifications();
    QVERIFY(!said.empty() && said.back().text.contains("one screen") && said.back().offer.label.contains("(N)"));
    const auto* const foot = view()->findChild<widgets::PageFoot*>(); // whose lines are covered as a whole, none of them in part
    QVERIFY(m_window->notifications()->mapTo(m_window.get(), QPoint()).y() <= foot->mapTo(m_window.get(), QPoint()).y());
    press(Qt::Key_PageDown);
    press(Qt::Key_N);
    QVERIFY(notes->isVisible());
    QVERIFY(m_window->action(app::Act::LecturerNotes)->isChecked());
    QCOMPARE(notes->windowType(), Qt::Dialog); // else it is behind a window that fills the screen
    QCOMPARE(notes->notes(), QString("Ask first."));
    QVERIFY2(m_window->screen()->geometry().contains(notes->geometry()), qPrintable(QString::number(notes->width())));
    QVERIFY(notes->height() < m_window->screen()->size().height() / 2);
    for (const QLabel* label : notes->findChildren<QLabel*>()) // no title is cut
        if (!label->text().isEmpty())
            QVERIFY2(label->heightForWidth(label->width()) <= label->height(), qPrintable(label->text()));
    for (const QLabel* label : notes->findChildren<QLabel*>()) // nor does the hour decide how wide it is
        if (label->text().contains(':') && !label->wordWrap())
            for (const QString digit : {"0", "1", "7"})
                QVERIFY(label->fontMetrics().horizontalAdvance(QString(label->text()).replace(QRegularExpression("\\d"), digit))
                    <= label->minimumWidth());
    notes->close();
    QVERIFY(!m_window->action(app::Act::LecturerNotes)->isChecked());
    press(Qt::Key_N);
    QVERIFY(notes->isVisible());
    m_window->setPresenting(false);
    QVERIFY(!notes->isVisible());
    press(Qt::Key_F5);
    QVERIFY(!notes->isVisible()); // wished for that presentation
    press(Qt::Key_Escape);
}

void TestPresenterTools::escapePutsAwayAndThenLeavesEverythingAsItWas()
{
    open("main", "attention");
    const Shown before = shown();
    const QRect geometry = m_window->geometry();
    press(Qt::Key_F5);
    tools().magnifier()->magnify({300, 200, 400, 300});
    draw({300, 300}, {400, 300});
    press(Qt::Key_L);
    press(Qt::Key_Escape);
    QCOMPARE(tools().pointers()->pointer(), Pointer::None);
    QVERIFY(tools().magnifier()->isMagnifying());
    press(Qt::Key_Escape);
    QVERIFY(!tools().magnifier()->isVisible());
    QVERIFY(m_window->action(app::Act::Present)->isChecked());
    press(Qt::Key_Escape);
    QVERIFY(!m_window->action(app::Act::Present)->isChecked());
    QVERIFY(shown() == before);
    QCOMPARE(m_window->geometry(), geometry);
    for (const QWidget* over : {static_cast<QWidget*>(tools().magnifier()), static_cast<QWidget*>(tools().pointers()),
             m_window->findChild<QWidget*>("cover")})
        QVERIFY(!over->isVisible());
}

void TestPresenterTools::nothingActsOutsideOfPresenting()
{
    open("main", "attention");
    const Shown before = shown();
    for (const Qt::Key key : {Qt::Key_L, Qt::Key_S, Qt::Key_P, Qt::Key_E, Qt::Key_Z, Qt::Key_W, Qt::Key_F})
        press(key);
    QVERIFY(shown() == before);
    QVERIFY(!tools().pointers()->isVisible() && !tools().magnifier()->isVisible() && !tools().isCovered());
}

QUIET_TEST_MAIN(TestPresenterTools)
#include "tst_presenter_tools.moc"
