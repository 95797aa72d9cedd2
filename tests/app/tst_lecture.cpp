// What the lecture of docs/lecture.md shows by hand, with keys, tabs and controls of the real window.

#include "app/base/languages.h"
#include "app/export/export_dialog.h"
#include "app/window/compare_bar.h"
#include "app/window/compare_words.h"
#include "app/window/export_guide.h"
#include "app/window/main_window.h"
#include "app/window/page_tabs.h"
#include "app/window/tab_strip.h"

#include "core/files/library/model_files.h"
#include "widgets/panels/prompt_line.h"
#include "widgets/panels/step_scrubber.h"
#include "widgets/panels/token_strip.h"
#include "widgets/panels/variant_panel.h"
#include "widgets/plot/plot.h"
#include "widgets/views/norm/courses.h"
#include "widgets/views/shared/figure_view.h"
#include "widgets/views/training/data.h"

#include <QAbstractButton>
#include <QApplication>
#include <QComboBox>
#include <QDir>
#include <QFile>
#include <QLabel>
#include <QProcess>
#include <QSlider>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>

#include <memory>

using app::MainWindow;

class TestLecture : public QObject
{
    Q_OBJECT
private slots:
    void init();
    void itOpensOnFlowWithATextThatRepeats();
    void theInductionHeadFormsInTraining();
    void placementsRunOnTheSameWeights();
    void preAgainstPostIsOneClick();
    void aComparisonLeadsToItsPlaceAndBack();
    void ropeThenAlibi();
    void aMixtureRoutesTheSelectedToken();
    void theExportDialogIsOneKeyAway();
    void fourFiguresLeaveInBothLanguages();

private:
    void settle();
    void press(Qt::Key key, Qt::KeyboardModifiers modifiers = {});
    widgets::FigureView* open(const char* page);
    void choose(const char* key, const char* word);
    void click(const char* option, const char* value);
    void train(long step);
    void clickToken(int token);

    widgets::FigureView* view() const { return qobject_cast<widgets::FigureView*>(m_window->currentView()); }

    std::unique_ptr<MainWindow> m_window;
};

void TestLecture::init()
{
    app::setLanguage("en");
    widgets::setCurrentTheme(widgets::ThemeId::Light);
    m_window = std::make_unique<MainWindow>(
        MainWindow::Start{.model = QString::fromStdString(core::defaultModel()), .remembers = false});
    m_window->resize(1366, 768);
    m_window->show();
    QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
    m_window->centralWidget()->setFocus();
    settle();
}

void TestLecture::settle()
{
    QTRY_VERIFY_WITH_TIMEOUT(!m_window->isComputing() && m_window->run(), 60000);
    QTest::qWait(30);
    QTRY_VERIFY_WITH_TIMEOUT(!m_window->isComputing(), 60000);
}

void TestLecture::press(Qt::Key key, Qt::KeyboardModifiers modifiers)
{
    QTest::keyClick(m_window->centralWidget(), key, modifiers);
    settle();
}

/// Clicks the tab with this page, and then its name where the tab has several.
widgets::FigureView* TestLecture::open(const char* page)
{
    const auto* const pages = m_window->findChild<app::PageTabs*>();
    auto* const tabs = pages->findChild<app::TabStrip*>();
    for (int i = 0; i < pages->count(); ++i)
        if (pages->textAt(i) == QLatin1String(page)) {
            QTest::mouseClick(tabs, Qt::LeftButton, {}, tabs->tabRect(pages->tabOf(i)).center());
            settle();
            if (auto* const name = pages->findChild<QAbstractButton*>(pages->idAt(i)))
                name->click();
            settle();
            return pages->currentIndex() == i ? view() : nullptr;
        }
    return nullptr;
}

/// Takes a word from the menu of a choice.
void TestLecture::choose(const char* key, const char* word)
{
    auto* const menu = m_window->findChild<QComboBox*>(QLatin1String(key));
    QVERIFY2(menu, key);
    const int place = menu->findText(QLatin1String(word), Qt::MatchStartsWith);
    QVERIFY2(place >= 0, word);
    menu->setCurrentIndex(place);
    emit menu->activated(place);
    settle();
}

/// Clicks a word beside the title of the picture, or on the sheet of what has no room there.
void TestLecture::click(const char* option, const char* value)
{
    const auto* const words = view()->findChild<QWidget*>(QLatin1String(option));
    QVERIFY2(words, option);
    auto* const button = words->findChild<QAbstractButton*>(QLatin1String(value));
    QVERIFY2(button, value);
    auto* const more = view()->findChild<QAbstractButton*>(QStringLiteral("moreControls"));
    if (!button->isVisible() && more->isVisible())
        QTest::mouseClick(more, Qt::LeftButton);
    QVERIFY2(button->isVisible(), value);
    QTest::mouseClick(button, Qt::LeftButton);
    if (QWidget* const sheet = QApplication::activePopupWidget())
        sheet->close();
    settle();
}

void TestLecture::train(long step)
{
    auto* const slider = m_window->scrubber()->findChild<QSlider*>();
    QVERIFY(slider->isVisible());
    while (m_window->scrubber()->step() != step && slider->value() > slider->minimum())
        QTest::keyClick(slider, Qt::Key_Left);
    QCOMPARE(m_window->scrubber()->step(), step);
    settle();
}

void TestLecture::clickToken(int token)
{
    auto* const chips = m_window->findChild<widgets::TokenStrip*>()->widget();
    for (int x = 0; x < chips->width() && m_window->selection()->pinned().query != token; x += 4)
        QTest::mouseClick(chips, Qt::LeftButton, {}, {x, chips->height() / 2});
    QCOMPARE(m_window->selection()->pinned().query, token);
    settle();
}

void TestLecture::itOpensOnFlowWithATextThatRepeats()
{
    QCOMPARE(QString(view()->figure().id), QStringLiteral("flow"));
    QVERIFY(!view()->isEmpty());
    QVERIFY(m_window->promptLine()->isVisible());
    const auto* const choice = m_window->findChild<QComboBox*>("norm.placement");
    press(Qt::Key_F5); // the picture, large
    QVERIFY(!m_window->promptLine()->isVisible() && !choice->isVisible());
    QVERIFY(view()->plot()->isVisible());
    press(Qt::Key_F5);
    QVERIFY(m_window->promptLine()->isVisible() && choice->isVisible());
    const std::vector<core::TokenId>& ids = m_window->run()->trace->ids;
    QVERIFY(std::count(ids.begin(), ids.end(), ids.back()) >= 2); // the last word stood there before
    QCOMPARE(m_window->run()->trace->model, std::string("main"));
}

void TestLecture::theInductionHeadFormsInTraining()
{
    open("Attention");
    QVERIFY(!view()->isEmpty());
    const widgets::Selection at = m_window->selection()->pinned();
    QCOMPARE(at.layer, 2);
    QCOMPARE(at.head, 1);
    const auto weight = [&] { return m_window->run()->trace->at("blocks.2.attn.pattern").at({at.head, at.query, at.key}); };
    QVERIFY(weight() > 0.9F);
    train(1700);
    QVERIFY(weight() > 0.5F);
    train(1000);
    QVERIFY(weight() < 0.3F);
}

void TestLecture::placementsRunOnTheSameWeights()
{
    const widgets::FigureView* view = open("Norm");
    const auto kindsOf = [&] {
        const widgets::FigureData data = view->figureData();
        return widgets::kindRuns(data.results, data.a, widgets::placements());
    };
    QTRY_VERIFY(!kindsOf().empty());
    const auto lengthAtEnd = [&](const std::string& kind) {
        for (const widgets::KindRun& one : kindsOf())
            if (one.value == kind && one.run) {
                const core::Tensor& stream = one.run->trace->at("blocks.3.resid_post");
                double sum = 0;
                for (const float x : stream.values())
                    sum += double(x) * double(x);
                return std::sqrt(sum / double(stream.size()));
            }
        return -1.0;
    };
    for (const char* kind : {"pre", "post", "sandwich", "branch_output", "deep_norm"})
        QVERIFY2(lengthAtEnd(kind) > 0, kind);
    QVERIFY(lengthAtEnd("pre") > 10 * lengthAtEnd("post"));
    QVERIFY(!view->isEmpty());
    const auto lines = [&] {
        int count = 0;
        for (int i = 0; i < view->plot()->graphCount(); ++i)
            count += int(view->plot()->graph(i)->dataCount() > 0);
        return count;
    };
    click("layout", "overlay"); // lines
    const int before = lines();
    QVERIFY(before >= 5);
    click("kinds", "all"); // and none
    QCOMPARE(lines(), before + 1);
}

void TestLecture::preAgainstPostIsOneClick()
{
    widgets::FigureView* view = open("Training");
    QToolButton* button = nullptr;
    for (QToolButton* one : view->findChildren<QToolButton*>())
        if (one->text() == QLatin1String("Pre against Post"))
            button = one;
    QVERIFY(button);
    button->click();
    settle();
    const std::vector<widgets::Training> shown = widgets::shownTrainings(view->figureData());
    QCOMPARE(shown.size(), std::size_t(2));
    QVERIFY(widgets::columnOf(*shown[0].history, "held_out").last() < 2); // Pre
    QVERIFY(widgets::columnOf(*shown[1].history, "held_out").last() > 5); // Post
    const widgets::Grid gradient = widgets::rowsOverPoints(*shown[1].history, "gradient_layers");
    QVERIFY(gradient.at(0, gradient.columns - 1) < 1e-9F); // of the first layer, at the end
    QVERIFY(gradient.at(0, 0) > 0.01F);
}

void TestLecture::aComparisonLeadsToItsPlaceAndBack()
{
    open("Attention");
    press(Qt::Key_D, Qt::ControlModifier);
    choose("norm.placement", "Post");
    press(Qt::Key_3);
    QVERIFY(m_window->state().mode == widgets::SlotMode::SideBySide);
    QVERIFY(m_window->compareWords()->fairness().contains("trained separately"));
    QVERIFY(m_window->compareWords()->metrics().empty()); // heads of the two mean different things
    m_window->findChild<widgets::VariantPanel*>()->findChild<QWidget*>("weights")->findChild<QAbstractButton*>("keep")->click();
    settle();
    press(Qt::Key_5);
    QVERIFY(m_window->compareBar()->isVisible());
    QVERIFY(!m_window->compareWords()->fairness().isEmpty());
    QVERIFY(!m_window->compareWords()->metrics().empty());
    const widgets::Metric metric = m_window->compareWords()->metrics().front();
    QVERIFY(metric.hasPlace);
    QLabel* numbers = nullptr;
    for (QLabel* label : m_window->compareWords()->findChildren<QLabel*>())
        if (label->isVisible() && label->text().contains("href=\"0\""))
            numbers = label;
    QVERIFY(numbers && numbers->text().contains("max |Δ|"));
    emit numbers->linkActivated("0");
    settle();
    QCOMPARE(m_window->selection()->pinned(), metric.at);
    QCOMPARE(view()->plot()->cellMaps().size() % 3, 0); // A, B, Δ
    press(Qt::Key_D, Qt::ControlModifier | Qt::AltModifier);
    QVERIFY(!m_window->compareBar()->isVisible());
    press(Qt::Key_Z, Qt::ControlModifier);
    QVERIFY(m_window->compareBar()->isVisible());
}

void TestLecture::ropeThenAlibi()
{
    open("RoPE");
    QVERIFY(!view()->isEmpty());
    const QString plane = view()->captionText();
    click("show", "relative");
    QVERIFY(view()->captionText() != plane);
    choose("position.kind", "ALiBi");
    QVERIFY(view()->isEmpty()); // says so, and offers the switch
    open("ALiBi");
    QVERIFY(!view()->isEmpty());
    click("show", "beyond"); // longer texts
    QVERIFY(!view()->isEmpty());
    QCOMPARE(m_window->run()->setup->origin.model, std::string("position-alibi"));
}

void TestLecture::aMixtureRoutesTheSelectedToken()
{
    open("Mixture");
    QVERIFY(view()->isEmpty());
    choose("feed_forward.kind", "Mixture");
    QVERIFY(!view()->isEmpty());
    const QString before = view()->captionText();
    clickToken(2);
    QVERIFY(view()->captionText() != before);
    click("show", "load");
    QVERIFY(!view()->isEmpty());
}

void TestLecture::theExportDialogIsOneKeyAway()
{
    press(Qt::Key_E, Qt::ControlModifier | Qt::ShiftModifier);
    QVERIFY(m_window->exportGuide()->dialog() && m_window->exportGuide()->dialog()->isVisible());
}

void TestLecture::fourFiguresLeaveInBothLanguages()
{
    QTemporaryDir folder;
    QProcess script;
    script.start(QStringLiteral(LECTURE_SCRIPT), {QStringLiteral(CUTAWAY_PROGRAM), folder.path()});
    QVERIFY(script.waitForFinished(300000));
    QCOMPARE(script.exitCode(), 0);
    const QStringList files = QDir(folder.path()).entryList({"*.svg", "*.pdf"});
    QCOMPARE(files.size(), 16);
    for (const QString& file : files)
        if (file.contains("en.svg")) {
            QProcess verify;
            verify.start(QStringLiteral(CUTAWAY_PROGRAM), {"verify", folder.filePath(file)});
            QVERIFY(verify.waitForFinished(120000));
            QVERIFY2(verify.exitCode() == 0, qPrintable(file));
        }
}

QTEST_MAIN(TestLecture)
#include "tst_lecture.moc"
