// Animations: the dialog offers what may change in the picture on screen, in a person's words, and what it exports are the frames that
// `animate` draws over the same range.

#include "app/window/animation_guide.h"

#include "app/base/languages.h"
#include "app/window/frame_export.h"

#include "tests/app/support/shown_window.h"
#include "widgets/figure/compose.h"
#include "widgets/plot/counting.h"
#include "widgets/plot/plot.h"
#include "widgets/run/tensor_place.h"
#include "widgets/views/shared/no_room.h"
#include "widgets/views/shared/view.h"

#include <QComboBox>
#include <QFormLayout>
#include <QImageReader>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QTemporaryDir>

using app::Act;
using app::AnimationDialog;
using support::shown;

class TestAnimation : public QObject
{
    Q_OBJECT

    std::unique_ptr<app::MainWindow> m_window;

    AnimationDialog& dialog() const { return *m_window->findChild<AnimationDialog*>(); }
    app::AnimationGuide& guide() const { return *m_window->findChild<app::AnimationGuide*>(); }

    void choose(const char* key) const
    {
        auto* const what = dialog().findChild<QComboBox*>();
        QVERIFY2(what->findData(QLatin1String(key)) >= 0, key);
        what->setCurrentIndex(what->findData(QLatin1String(key)));
    }
    QPushButton& exporting() const
    {
        for (QPushButton* const button : dialog().findChildren<QPushButton*>())
            if (button->text() == QStringLiteral("Export…"))
                return *button;
        return *static_cast<QPushButton*>(nullptr);
    }

private slots:
    void init()
    {
        app::setLanguage("en");
        m_window = shown({.model = "main", .text = "red dog saw red", .remembers = false});
        m_window->showView(QStringLiteral("attention"));
        support::waitForRun(*m_window);
        m_window->action(Act::ExportAnimation)->trigger();
        QVERIFY(dialog().isVisible());
    }
    void cleanup()
    {
        widgets::setFirstNumber(0);
        m_window.reset();
    }

    void aSlideHasWhatTheWindowHad()
    {
        m_window->showView(QStringLiteral("norm"));
        support::waitForRun(*m_window);
        const widgets::View& view = *m_window->currentView();
        const auto leavesOut = [&](const widgets::FigureStyle& style) {
            return widgets::saysLeftOut(*widgets::buildFigure(view.figure(), view.figureData(), style));
        };
        QVERIFY(!widgets::saysLeftOut(*view.findChild<widgets::Plot*>()));
        QVERIFY(leavesOut(app::ExportSettings().style())); // in the type of a single figure on a slide
        QVERIFY(!leavesOut(app::frameStyle({})));
    }

    void whatMayChangeIsOffered()
    {
        for (const char* key : {"training", "generation", "layer", "head", "query", "key", "norm.placement", "rope.base"})
            choose(key);
        choose("training");
        QCOMPARE(dialog().range(), QStringLiteral("training"));
        choose("layer");
        QCOMPARE(dialog().range(), QStringLiteral("layer=0..%1").arg(int(m_window->run()->trace->layers()) - 1));
        choose("norm.placement");
        auto* const kinds = dialog().findChild<QListWidget*>();
        QVERIFY(kinds->isVisible());
        QVERIFY(dialog().range().startsWith(QStringLiteral("norm.placement=pre,post,")));
        QCOMPARE(kinds->item(0)->text(), QStringLiteral("Pre"));
        for (int kind = 1; kind < kinds->count(); ++kind)
            kinds->item(kind)->setCheckState(Qt::Unchecked);
        QCOMPARE(dialog().range(), QStringLiteral("norm.placement=pre"));
        kinds->item(0)->setCheckState(Qt::Unchecked);
        QVERIFY(!exporting().isEnabled());
        choose("rope.base");
        QVERIFY(exporting().isEnabled());
        QCOMPARE(dialog().range(), QStringLiteral("rope.base=10,100,1000"));
        dialog().findChild<QLineEdit*>()->setText(QStringLiteral(" , "));
        QVERIFY(!exporting().isEnabled());
    }

    /// A person who counts from 1 types 1; the range counts from 0.
    void placesAreCountedAsThePersonDoes()
    {
        widgets::setFirstNumber(1);
        choose("head");
        QCOMPARE(dialog().range(), QStringLiteral("head=0..%1").arg(widgets::queryHeads(*m_window->run(), 0) - 1));
        QStringList typed;
        for (QSpinBox* const box : dialog().findChildren<QSpinBox*>())
            if (box->isVisible())
                typed << box->text();
        QCOMPARE(typed.value(0), QStringLiteral("1"));
    }

    void framesOfThePictureOnScreenAreWritten()
    {
        QTemporaryDir folder;
        const QString file = folder.filePath(QStringLiteral("layers.gif"));
        guide().exportTo(file, QStringLiteral("layer=0..2"), 400);
        QVERIFY(guide().isExporting());
        QVERIFY(support::waitUntil([this] { return !guide().isExporting(); }, 60000));
        QImageReader reader(file);
        QCOMPARE(reader.imageCount(), 3);
        const QImage first = reader.read(), second = reader.read();
        QCOMPARE(reader.nextImageDelay(), 400);
        QVERIFY(first != second); // another layer
        const QString sheet = folder.filePath(QStringLiteral("all-sheet.png")), frames = folder.filePath(QStringLiteral("one.png"));
        guide().exportTo(sheet, QStringLiteral("generation=2"), 400);
        QVERIFY(support::waitUntil([this] { return !guide().isExporting(); }, 60000));
        QVERIFY(QFile::exists(sheet));
        guide().exportTo(frames, QStringLiteral("norm.placement=pre,post"), 400);
        QVERIFY(support::waitUntil([this] { return !guide().isExporting(); }, 60000));
        QVERIFY(QFile::exists(folder.filePath(QStringLiteral("one-01.png"))));
        QVERIFY(QFile::exists(folder.filePath(QStringLiteral("one-02.png"))));
    }

    void itSpeaksTheLanguageInForce()
    {
        QCOMPARE(dialog().windowTitle(), QStringLiteral("Export animation"));
        app::setLanguage("zh_CN");
        QCoreApplication::processEvents();
        QVERIFY(dialog().windowTitle() != QStringLiteral("Export animation"));
        for (const QLabel* const label : dialog().findChildren<QLabel*>())
            QVERIFY2(!label->text().contains(QRegularExpression(QStringLiteral("[a-z]{4}"))), qPrintable(label->text()));
    }
};

QTEST_MAIN(TestAnimation)
#include "tst_animation.moc"
