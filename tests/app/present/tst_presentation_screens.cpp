// A presentation on two screens of different pixel ratios: there and back, frozen for the audience, unplugged and plugged in.

#include "app/present/presentation_screens.h"

#include "app/base/languages.h"
#include "app/present/cover.h"
#include "app/window/presenter_tools.h"
#include "app/window/window_actions.h"

#include "tests/app/support/presented_window.h"
#include "tests/widgets/support/quiet.h"
#include "widgets/plot/plot.h"

#include <QGuiApplication>
#include <QMenu>
#include <QScreen>
#include <QTemporaryFile>
#include <QTest>

class TestPresentationScreens : public QObject, support::PresentedWindow
{
    Q_OBJECT
private slots:
    void init();
    void windowFillsTheProjectorAndComesBack();
    void quickKeysLeaveNoFullScreen();
    void audienceKeepsAStillPicture();
    void blackOfAFrozenScreenIsTheAudiences();
    void unpluggedProjectorIsSurvived();
    void unpluggedLaptopOfAFrozenOneIsSurvived();
    void screenIsChosenByName();

private:
    QScreen* laptop() const { return QGuiApplication::screens().at(0); }
    QScreen* projector() const { return QGuiApplication::screens().at(1); }
    app::PresentationScreens& screens() const { return *m_window->presenter()->tools()->screens(); }
    QWidget* still() const
    {
        for (QWidget* const widget : QApplication::topLevelWidgets())
            if (widget->objectName() == "stillPicture")
                return widget;
        return nullptr;
    }

    /// The whole of this screen, drawn at its pixel ratio.
    void verifyFills(QScreen* screen)
    {
        QTRY_COMPARE(m_window->screen(), screen);
        QTRY_COMPARE(m_window->geometry(), screen->geometry());
        m_window->grab();
        QCOMPARE(m_window->devicePixelRatioF(), screen->devicePixelRatio());
        QTRY_COMPARE(view()->plot()->bufferDevicePixelRatio(), screen->devicePixelRatio());
    }
};

void TestPresentationScreens::init()
{
    app::setLanguage("en");
    QCOMPARE(QGuiApplication::screens().size(), 2);
    QCOMPARE(laptop()->devicePixelRatio(), 2.0);
    QCOMPARE(projector()->devicePixelRatio(), 1.0);
}

void TestPresentationScreens::windowFillsTheProjectorAndComesBack()
{
    open("main", "attention");
    m_window->move(40, 30);
    const QRect before = m_window->geometry();
    const support::Shown shownBefore = shown();
    QCOMPARE(m_window->screen(), laptop());
    for (int round = 0; round < 3; ++round) {
        press(Qt::Key_F5);
        verifyFills(projector());
        QCOMPARE(screens().audience(), projector());
        QCOMPARE(screens().lecturer(), laptop());
        press(Qt::Key_Escape);
        QTRY_COMPARE(m_window->geometry(), before);
        QCOMPARE(m_window->screen(), laptop());
        QVERIFY(!m_window->isFullScreen());
        m_window->grab();
        QTRY_COMPARE(view()->plot()->bufferDevicePixelRatio(), 2.0);
        QVERIFY(shown() == shownBefore);
        QVERIFY(!screens().audience());
    }
    m_window->showMaximized();
    press(Qt::Key_F5);
    verifyFills(projector());
    press(Qt::Key_Escape);
    QTRY_VERIFY(m_window->isMaximized());
    QCOMPARE(m_window->screen(), laptop());
}

/// A window system says late that a window fills its screen: the next presentation begins before the one before has ended.
void TestPresentationScreens::quickKeysLeaveNoFullScreen()
{
    open("main", "attention");
    m_window->move(40, 30);
    const QRect before = m_window->geometry();
    press(Qt::Key_F5);
    press(Qt::Key_Escape);
    m_window->setWindowState(m_window->windowState() | Qt::WindowFullScreen);
    press(Qt::Key_F5);
    press(Qt::Key_Escape);
    QVERIFY(!(m_window->windowState() & Qt::WindowFullScreen));
    QTRY_COMPARE(m_window->geometry(), before);
}

void TestPresentationScreens::audienceKeepsAStillPicture()
{
    open("main", "attention");
    press(Qt::Key_F5);
    verifyFills(projector());
    const QImage seen = m_window->grab().toImage();
    press(Qt::Key_F);
    QVERIFY(screens().isFrozen());
    QVERIFY(still());
    QCOMPARE(still()->screen(), projector());
    QCOMPARE(still()->geometry(), projector()->geometry());
    QCOMPARE(still()->grab().toImage().convertToFormat(QImage::Format_RGB32), seen.convertToFormat(QImage::Format_RGB32));
    verifyFills(laptop());
    m_window->showView("norm"); // unseen
    settle();
    QCOMPARE(still()->grab().toImage().convertToFormat(QImage::Format_RGB32), seen.convertToFormat(QImage::Format_RGB32));
    press(Qt::Key_F);
    QVERIFY(!still());
    verifyFills(projector());
    press(Qt::Key_F);
    press(Qt::Key_Escape); // first the picture is live again
    QVERIFY(!still());
    QVERIFY(m_window->action(app::Act::Present)->isChecked());
    press(Qt::Key_Escape);
    QCOMPARE(m_window->screen(), laptop());
}

void TestPresentationScreens::blackOfAFrozenScreenIsTheAudiences()
{
    open("main", "attention");
    press(Qt::Key_F5);
    press(Qt::Key_F);
    const QColor before = m_window->grab().toImage().pixelColor(5, 5);
    press(Qt::Key_B);
    QCOMPARE(still()->grab().toImage().pixelColor(5, 5), QColor(Qt::black));
    QCOMPARE(m_window->grab().toImage().pixelColor(5, 5), before);
    press(Qt::Key_W);
    QCOMPARE(still()->grab().toImage().pixelColor(5, 5), QColor(Qt::white));
    press(Qt::Key_T); // a key of the window, which is not covered
    QCOMPARE(still()->grab().toImage().pixelColor(5, 5), QColor(Qt::white));
    m_window->setPresenting(false);
    QVERIFY(!still());
}

void TestPresentationScreens::unpluggedProjectorIsSurvived()
{
    open("main", "attention");
    const QRect before = m_window->geometry();
    press(Qt::Key_F5);
    press(Qt::Key_F);
    emit qGuiApp->screenRemoved(projector()); // the offscreen platform takes none away
    QVERIFY(!still());
    QVERIFY(m_window->action(app::Act::Present)->isChecked());
    verifyFills(laptop());
    emit qGuiApp->screenAdded(projector()); // the cable was loose
    verifyFills(projector());
    press(Qt::Key_Escape);
    QTRY_COMPARE(m_window->geometry(), before);
    QCOMPARE(m_window->screen(), laptop());
}

void TestPresentationScreens::unpluggedLaptopOfAFrozenOneIsSurvived()
{
    open("main", "attention");
    press(Qt::Key_F5);
    press(Qt::Key_F);
    verifyFills(laptop());
    emit qGuiApp->screenRemoved(laptop());
    QVERIFY(!still());
    verifyFills(projector());
}

void TestPresentationScreens::screenIsChosenByName()
{
    open("main", "attention");
    QMenu* const menu = m_window->findChildren<QMenu*>().first();
    Q_UNUSED(menu);
    QString chosen;
    QMenu listed;
    app::fillScreenMenu(listed, screens(), [&](const QString& name) { chosen = name; });
    QCOMPARE(listed.actions().size(), 3);
    QVERIFY(listed.actions()[0]->isChecked());
    QVERIFY2(listed.actions()[2]->text().startsWith("projector"), qPrintable(listed.actions()[2]->text()));
    press(Qt::Key_F5);
    listed.actions()[1]->trigger(); // at once
    QCOMPARE(chosen, QString("laptop"));
    verifyFills(laptop());
    QCOMPARE(screens().lecturer(), projector());
    press(Qt::Key_Escape);
    press(Qt::Key_F5);
    verifyFills(laptop());
}

int main(int argc, char** argv)
{
    QTemporaryFile file;
    if (!file.open())
        return 1;
    file.write(R"({"synchronousWindowSystemEvents": true, "windowFrameMargins": false, "screens": [
        {"name": "laptop", "x": 0, "y": 0, "width": 1600, "height": 1000, "logicalDpi": 96, "logicalBaseDpi": 96, "dpr": 2},
        {"name": "projector", "x": 1600, "y": 0, "width": 1024, "height": 768, "logicalDpi": 96, "logicalBaseDpi": 96, "dpr": 1}]})");
    file.flush();
    qputenv("QT_QPA_PLATFORM", "offscreen:configfile=" + file.fileName().toUtf8());
    return support::runQuietly<TestPresentationScreens>(argc, argv);
}
#include "tst_presentation_screens.moc"
