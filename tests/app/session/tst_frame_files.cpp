// Pictures that belong together as files: a PDF, a web page, numbered pictures, a sheet, and pictures that move.

#include "app/export/frame_files.h"

#include "app/base/languages.h"
#include "app/export/export_settings.h"
#include "app/export/figure_book.h"
#include "app/export/frame_html.h"
#include "app/export/moving_picture.h"
#include "app/session/frame_job.h"
#include "app/session/frame_plans.h"
#include "app/session/scenes.h"
#include "app/session/step_picture.h"

#include "core/base/error.h"
#include "tests/widgets/support/quiet.h"
#include "widgets/plot/plot.h"

#include <QFile>
#include <QImageReader>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QXmlStreamReader>

using namespace app;

class TestFrameFiles : public QObject
{
    Q_OBJECT
private slots:
    void init() { setLanguage("en"); }
    void pdfHasAPageAScene();
    void webPageNeedsNothingElseAndEscapesWords();
    void picturesAreNumberedAndOnASheet();
    void movingPicturesHaveAllFrames();
    void endingsThatNobodyWritesAreRefused();
    void framesOverARangeAreWhatTheySay();
    void rangesThatAreNoneAreRefused();
    void jobDrawsInTheBackground();
    void aSeriesHasOneLayout();
    void stepHasASmallPicture();

private:
    static PlannedStep step(const QString& title, const QString& figure = "attention")
    {
        const QJsonObject words{{"title", title}, {"model", "main"}, {"figure", figure}, {"notes", "say <b>this</b>"},
            {"selection", QJsonObject{{"layer", 2}, {"head", 1}}}};
        return plannedStepOf({}, words, "test.json");
    }
    static FrameSettings settings()
    {
        FrameSettings made{.style = ExportSettings().style("en")};
        made.movingDpi = made.pngDpi = 32;
        made.title = "A & B";
        return made;
    }
    QString path(const QString& name) const { return m_folder.filePath(name); }
    QByteArray bytesOf(const QString& name) const
    {
        QFile file(path(name));
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }
    QStringList write(const QString& name, const QList<PlannedStep>& steps, const FrameSettings& how)
    {
        FrameFiles files(path(name), how, std::size_t(steps.size()));
        RunDesk desk;
        for (const PlannedStep& one : steps)
            files.add(computeFrame(one, desk, {}));
        return files.finish();
    }

    QTemporaryDir m_folder;
};

void TestFrameFiles::pdfHasAPageAScene()
{
    QCOMPARE(write("talk.pdf", {step("one"), step("two", "norm"), step("three")}, settings()), QStringList{path("talk.pdf")});
    const QByteArray pdf = bytesOf("talk.pdf");
    QVERIFY(pdf.startsWith("%PDF-"));
    QCOMPARE(pdf.count("/Type /Page\n"), 3);
    QVERIFY(pdf.contains("recipe-03.json"));
    QVERIFY(!pdf.contains("DCTDecode")); // no picture loses anything
}

void TestFrameFiles::webPageNeedsNothingElseAndEscapesWords()
{
    FrameSettings how = settings();
    how.hasNotes = true;
    write("talk.html", {step("<script>alert(1)</script> & \"more\""), step("two", "norm")}, how);
    const QString page = QString::fromUtf8(bytesOf("talk.html"));
    QVERIFY(!page.contains("<script"));
    QVERIFY(page.contains("&lt;script&gt;alert(1)&lt;/script&gt; &amp; &quot;more&quot;"));
    QVERIFY(page.contains("say &lt;b&gt;this&lt;/b&gt;"));
    QVERIFY(page.contains("<title>A &amp; B</title>"));
    QString text = page;
    text.remove("http://www.w3.org/1999/xhtml");
    QVERIFY(!text.contains("http:") && !text.contains("https:") && !text.contains("href=") && !text.contains("url("));
    int sections = 0, pictures = 0, tables = 0;
    QXmlStreamReader xml(page);
    while (!xml.atEnd()) {
        if (xml.readNext() != QXmlStreamReader::StartElement)
            continue;
        sections += xml.name() == QLatin1String("section");
        tables += xml.name() == QLatin1String("details");
        if (xml.name() == QLatin1String("img")) {
            ++pictures;
            const QString source = xml.attributes().value("src").toString();
            QVERIFY(source.startsWith("data:image/svg+xml;base64,"));
            QVERIFY(QByteArray::fromBase64(source.section(',', 1).toLatin1()).contains("</svg>"));
            QVERIFY(!xml.attributes().value("alt").isEmpty());
        }
    }
    QVERIFY2(!xml.hasError(), qPrintable(xml.errorString()));
    QCOMPARE(sections, 2);
    QCOMPARE(pictures, 2);
    QCOMPARE(tables, 2);
    how.style.language = "zh_CN"; // heads of its tables, too
    write("chinese.html", {step("一")}, how);
    const QString head = QString::fromUtf8(bytesOf("chinese.html")).section("<tr>", 1, 1);
    QVERIFY2(head.startsWith(QStringLiteral("<th>行</th>")), qPrintable(head));
    how.style.language.clear();
    how.hasNotes = false;
    write("plain.html", {step("one")}, how);
    QVERIFY(!bytesOf("plain.html").contains("say &lt;b&gt;")); // are the lecturer's
}

void TestFrameFiles::picturesAreNumberedAndOnASheet()
{
    const QStringList written = write("f-{frame}.png", {step("one"), step("two")}, settings());
    QCOMPARE(written, (QStringList{path("f-01.png"), path("f-02.png")}));
    QVERIFY(!widgets::readRecipe(bytesOf("f-02.png")).isEmpty());
    QCOMPARE(write("f-{frame}.svg", {step("one")}, settings()), QStringList{path("f-01.svg")});
    QCOMPARE(write("sheet.png", {step("one"), step("two"), step("three")}, settings()), QStringList{path("sheet.png")});
    QCOMPARE(QImage(path("sheet.png")).width(), 1920);
}

void TestFrameFiles::movingPicturesHaveAllFrames()
{
    const QStringList known = MovingPicture::endings();
    QImage red(40, 30, QImage::Format_RGB32), white = red;
    red.fill(Qt::red);
    white.fill(Qt::white);
    if (known.contains("gif")) {
        const auto gif = MovingPicture::make("gif");
        for (const QImage& frame : {white, red, white})
            gif->add(frame, 500);
        QByteArray bytes = gif->finish();
        QBuffer buffer(&bytes);
        QImageReader reader(&buffer, "gif");
        QCOMPARE(reader.imageCount(), 3);
        QCOMPARE(reader.loopCount(), -1); // for ever
        QCOMPARE(reader.read().pixelColor(20, 15), QColor(Qt::white));
        QCOMPARE(reader.read().pixelColor(20, 15), QColor(Qt::red));
        QCOMPARE(reader.nextImageDelay(), 500);
    }
    if (known.contains("webp")) {
        const auto webp = MovingPicture::make("webp");
        for (const QImage& frame : {white, red, white})
            webp->add(frame, 500);
        const QByteArray bytes = webp->finish();
        QVERIFY(bytes.startsWith("RIFF") && bytes.mid(8, 4) == "WEBP");
        QCOMPARE(bytes.count("ANMF"), 3);
        QCOMPARE(bytes.count("VP8L"), 3); // each pixel as it is
    }
    for (const QString& ending : known)
        QCOMPARE(write("m." + ending, {step("one"), step("two")}, settings()).size(), 1);
}

void TestFrameFiles::endingsThatNobodyWritesAreRefused()
{
    for (const char* name : {"talk.svg", "talk.mp4", "talk"})
        QVERIFY_EXCEPTION_THROWN(FrameFiles(path(name), settings(), 2), core::Error);
}

void TestFrameFiles::framesOverARangeAreWhatTheySay()
{
    RunDesk desk;
    const PlannedStep base = step({});
    const auto over = [&](const char* words) { return framesOver(readFrameRange(words), base, desk, {}); };
    const QList<PlannedStep> training = over("training=1000,1400");
    QCOMPARE(training.size(), 2);
    QCOMPARE(training[1].contents.request.a.model, std::string("main@1400"));
    QVERIFY(training[0].title.contains("1,000"));
    QVERIFY(over("training").size() > 2);
    PlannedStep last = over("training").back();
    QCOMPARE(last.contents.request.a.model, std::string("main"));
    last.contents.request.a.said.set("norm.placement", "post");
    QCOMPARE(QString::fromStdString(desk.carryOut(last.contents.request.a)->setup->origin.model), QStringLiteral("main")); // of no sibling

    const QList<PlannedStep> layers = over("layer=0..2");
    QCOMPARE(layers.size(), 3);
    QCOMPARE(layers[2].contents.data.selection.layer, 2);
    const QList<PlannedStep> stages = over("stage=qk,softmax");
    QCOMPARE(stages[0].contents.data.options["stage"].toString(), QString("qk"));
    const QList<PlannedStep> placements = over("norm.placement=pre,post");
    QCOMPARE(placements[1].title, QString("norm.placement = post"));
    QVERIFY(placements[1].contents.request.a.said.has("norm.placement"));

    const QList<PlannedStep> bases = over("rope.base=100,1e4"); // numbers, as of a slider
    QCOMPARE(bases[0].contents.request.a.said.all().at("rope.base"), core::Json(100));
    QCOMPARE(bases[1].title, QString("rope.base = 1e4"));

    const QList<PlannedStep> written = over("generation=3");
    QCOMPARE(written.size(), 4); // the text itself, too
    QVERIFY(written[3].title.startsWith(written[0].title));
    QCOMPARE(written[3].contents.data.selection.query, written[0].contents.data.selection.query + 3);
}

void TestFrameFiles::rangesThatAreNoneAreRefused()
{
    for (const char* words : {"", "layer", "layer=", "layer=3..0", "layer=0..100000", "generation=0", "generation=x"})
        QVERIFY_EXCEPTION_THROWN(readFrameRange(words), core::Error);
    RunDesk desk;
    for (const char* words : {"weather=1,2", "stage=sun", "training=7", "layer=x"})
        QVERIFY_EXCEPTION_THROWN(framesOver(readFrameRange(words), step({}), desk, {}), core::Error);
}

void TestFrameFiles::jobDrawsInTheBackground()
{
    FrameJob job;
    QSignalSpy finished(&job, &FrameJob::finished), failed(&job, &FrameJob::failed);
    const auto two = [](RunDesk&, const core::RunControl&) { return QList{step("one"), step("two")}; };
    job.start(two, {path("job.pdf"), path("job-{frame}.png")}, settings());
    QVERIFY(job.isBusy());
    QTRY_COMPARE_WITH_TIMEOUT(finished.size(), 1, 60000);
    QCOMPARE(finished[0][0].toStringList().size(), 3);
    QVERIFY(!job.isBusy() && failed.isEmpty());

    job.start(two, {path("job.mp4")}, settings());
    QTRY_COMPARE_WITH_TIMEOUT(failed.size(), 1, 60000);
    job.start(two, {path("gone.pdf")}, settings());
    job.cancel();
    QTest::qWait(50);
    QVERIFY(!QFile::exists(path("gone.pdf")));
}

/// The end of a training has no line that it is a step of it, and what it draws stays where it was.
void TestFrameFiles::aSeriesHasOneLayout()
{
    RunDesk desk;
    FrameSettings how = settings();
    how.isSeries = true;
    const QList<PlannedStep> steps = framesOver(readFrameRange("training"), step({}), desk, {});
    const FramePage before = computeFrame(steps[steps.size() - 2], desk, {}), end = computeFrame(steps.back(), desk, {});
    const auto places = [&](const FramePage& page) {
        const auto plot = widgets::buildFigure(*page.figure, page.data, how.style);
        QList<QRect> rects;
        for (const QCPAxisRect* const rect : plot->axisRects())
            rects << rect->outerRect();
        return rects;
    };
    QVERIFY(places(end) != places(before));
    QVERIFY(growRoom(how, before));
    QVERIFY(!growRoom(how, end));
    QVERIFY(!places(end).isEmpty());
    QCOMPARE(places(end), places(before));

    FrameJob job; // which meets first what needs least
    QSignalSpy finished(&job, &FrameJob::finished);
    FrameSettings whole = settings();
    whole.isSeries = true;
    const QList<PlannedStep> backward{steps.back(), steps[steps.size() - 2]};
    job.start([backward](RunDesk&, const core::RunControl&) { return backward; }, {path("s-{frame}.png")}, whole);
    QTRY_COMPARE_WITH_TIMEOUT(finished.size(), 1, 60000);
    const QImage first(path("s-01.png"));
    QCOMPARE(first.convertToFormat(QImage::Format_RGB32),
        widgets::figureImage(*end.figure, end.data, how.style, how.pngDpi).convertToFormat(QImage::Format_RGB32));
}

void TestFrameFiles::stepHasASmallPicture()
{
    StepPicture picture;
    QSignalSpy ready(&picture, &StepPicture::ready);
    picture.request(step("one"));
    picture.request(step("two", "norm")); // instead
    QTRY_COMPARE_WITH_TIMEOUT(ready.size(), 1, 60000);
    QVERIFY(ready[0][0].value<QImage>().width() > 300);
}

QUIET_TEST_MAIN(TestFrameFiles)
#include "tst_frame_files.moc"
