// The commands about figures: export, verify, render, gallery.

#include "core/files/traces/trace_file.h"
#include "tests/app/command_line/program_test.h"

#include <QBuffer>
#include <QDir>
#include <QFile>
#include <QImage>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

#include <algorithm>
#include <cstring>
#include <set>

class TestCommandFigures : public ProgramTest
{
    Q_OBJECT
private slots:
    void figuresBeginWithTheDefaultModel();
    void withoutAHeadTheOneOfTheWindowIsDrawn();
    void exportWritesEveryFormatWithItsRecipe();
    void withoutAFormatTheEndingSaysIt();
    void verifyFindsAnEditedFigure_data();
    void verifyFindsAnEditedFigure();
    void verifyFindsAnotherModel();
    void verifyDrawsTheTimesOfTheFile();
    void renderDrawsARecipeAlone();
    void twoSlotsAreDrawnInEveryMode();
    void galleryDrawsThePagesItIsAskedFor();
    void everyHeadIsAFile();
    void theDialogsOptionsAreHereToo();
    void numbersLeaveInThreeFormats();
    void interventionsAreInTheTraceAndInTheFigure();
    void aRecordedRunIsDrawnAsItIs();
};

void TestCommandFigures::figuresBeginWithTheDefaultModel()
{
    QCOMPARE(run({"export", "--figure", "attention", "--text", "猫在沙发上睡觉", "-o", "default.svg"}).exitCode, 0);
    const QByteArray figure = readAll(path("default.svg"));
    QVERIFY(figure.contains("--model &apos;main&apos;") || figure.contains("--model 'main'")
        || figure.contains("\"model\":\"main\""));
}

void TestCommandFigures::withoutAHeadTheOneOfTheWindowIsDrawn()
{
    const auto selection = [&](const QStringList& more) {
        const Result result = run(QStringList{"export", "main", "--figure", "attention", "--text",
                                      "Repeat: red dog chair cup. Again: red dog", "-o", "opened.json"}
            + more);
        return result.exitCode == 0 ? QJsonDocument::fromJson(readAll(path("opened.json"))).object()["selection"].toObject()
                                    : QJsonObject();
    };
    const QJsonObject opened = selection({}); // as prompts.json of the model says
    QCOMPARE(opened["layer"].toInt(), 2);
    QCOMPARE(opened["head"].toInt(), 1);
    QCOMPARE(opened["query"].toInt(), 10);
    QCOMPARE(opened["key"].toInt(), 4);
    QCOMPARE(selection({"--layer", "1"})["head"].toInt(), 0); // what was said stays
    QCOMPARE(selection({"--query", "3"})["query"].toInt(), 3);
}

void TestCommandFigures::exportWritesEveryFormatWithItsRecipe()
{
    const Result result = run(QStringList{"export", "--figure", "attention", "--text", "The cat sat", "--format", "svg,pdf,png",
                                  "--lang", "zh_CN", "-o", path("fig-{figure}-{lang}.{ext}")}
        + tiny);
    QVERIFY2(result.exitCode == 0, result.err.constData());
    QVERIFY(readAll(path("fig-attention-zh_CN.png")).startsWith("\x89PNG"));
    QVERIFY(readAll(path("fig-attention-zh_CN.pdf")).startsWith("%PDF"));
    const QByteArray svg = readAll(path("fig-attention-zh_CN.svg"));
    QVERIFY(svg.contains("<svg"));
    for (const char* ext : {"svg", "pdf", "png"}) {
        const Result same = run({"verify", path(QString("fig-attention-zh_CN.") + ext)});
        QVERIFY2(same.exitCode == 0, (same.out + same.err).constData());
    }
}

void TestCommandFigures::withoutAFormatTheEndingSaysIt()
{
    const QStringList draw = QStringList{"export", "--figure", "attention", "--text", "The cat sat"} + tiny;
    for (const auto& [file, start] : {std::pair{"ending.png", "\x89PNG"}, {"ending.pdf", "%PDF"}, {"ending.json", "{"},
             {"ending.csv", "series,"}, {"ending.SVG", "<"}}) {
        const Result result = run(draw + QStringList{"-o", path(file)});
        QVERIFY2(result.exitCode == 0, result.err.constData());
        QVERIFY2(readAll(path(file)).startsWith(start), file);
    }
    QCOMPARE(run(draw + QStringList{"-o", path("ending-{figure}.{ext}")}).exitCode, 0);
    QVERIFY(readAll(path("ending-attention.svg")).contains("<svg"));
}

/// The recipe names a path: what is there may have become another model.
void TestCommandFigures::verifyFindsAnEditedFigure_data()
{
    QTest::addColumn<QString>("format");
    QTest::addColumn<QStringList>("words");
    for (const char* format : {"svg", "pdf", "png"}) {
        QTest::addRow("%s", format) << QString(format) << QStringList{};
        QTest::addRow("%s transparent, Chinese, own words", format)
            << QString(format)
            << QStringList{"--transparent", "--lang", "zh_CN", "--caption", "一句话", "--font-scale", "1.2", "--width", "200"};
        QTest::addRow("%s A, B and their difference", format)
            << QString(format) << QStringList{"--b-set", "position.kind=alibi", "--slot", "abdelta"};
    }
}

void TestCommandFigures::verifyFindsAnEditedFigure()
{
    QFETCH(QString, format);
    QFETCH(QStringList, words);
    const QString file = path("edited." + format);
    const QStringList draw{
        "export", "--figure", "attention", "--text", "The cat sat", "--head", "1", "--format", format, "-o", file};
    QCOMPARE(run(draw + words + tiny).exitCode, 0);
    const QByteArray whole = readAll(file);
    const auto verified = [&](const QByteArray& bytes) {
        write("edited." + format, bytes);
        return run({"verify", file}).exitCode;
    };
    QCOMPARE(verified(whole), 0);

    // One drawn number: a digit of a text, a coordinate of a path, a pixel, a byte of the page.
    QList<QByteArray> drawings;
    if (format == "svg") {
        const qsizetype text = whole.lastIndexOf("</text>");
        const qsizetype coordinate = whole.indexOf(" d=\"M", whole.indexOf("</defs>")) + 5;
        drawings << QByteArray(whole).insert(text, "9")
                 << QByteArray(whole).replace(coordinate, 1, whole[coordinate] == '7' ? "8" : "7");
    } else if (format == "png") {
        QImage image = QImage::fromData(whole, "PNG");
        image.setPixelColor(image.width() / 2, image.height() / 2, Qt::magenta);
        QBuffer buffer;
        QVERIFY(buffer.open(QIODevice::WriteOnly));
        QVERIFY(image.save(&buffer, "PNG"));
        drawings << buffer.data();
    } else {
        const qsizetype page = whole.indexOf("stream", whole.indexOf("/Length")) + 40;
        drawings << QByteArray(whole).replace(page, 1, whole[page] == 'x' ? "y" : "x");
    }
    for (const QByteArray& drawing : drawings)
        QCOMPARE(verified(drawing), 4);

    // Its recipe: another head, or something that is not drawn at all.
    const auto withRecipe = [&](const QByteArray& from, const QByteArray& to) {
        if (format == "png") {
            QImage image = QImage::fromData(whole, "PNG");
            image.setText("cutaway-recipe", QString::fromUtf8(image.text("cutaway-recipe").toUtf8().replace(from, to)));
            QBuffer buffer;
            return buffer.open(QIODevice::WriteOnly) && image.save(&buffer, "PNG") ? buffer.data() : QByteArray();
        }
        if (format == "pdf") { // the compressed attachment, edited in its place
            for (qsizetype at = whole.indexOf("stream\n"); at >= 0; at = whole.indexOf("stream\n", at + 7)) {
                const qsizetype begin = at + 7, length = whole.indexOf("endstream", begin) - begin;
                const QByteArray packed = QByteArray(4, '\0') + whole.mid(begin, length); // qUncompress wants a size in front
                const QByteArray text = packed.mid(4).startsWith('\x78') ? qUncompress(packed) : QByteArray();
                if (!text.contains(from))
                    continue;
                const qsizetype room = length - (whole[begin + length - 1] == '\n' ? 1 : 0); // as many bytes as before
                for (int spaces = 0; spaces < 100; ++spaces)
                    for (int level = 1; level <= 9; ++level) {
                        QByteArray other = QByteArray(text).replace(from, to) + QByteArray(spaces, ' ');
                        other.replace("\"version\":\"0.2.0\"", "\"version\":\"0\""); // makes room
                        if (const QByteArray edited = qCompress(other, level).mid(4); edited.size() == room)
                            return QByteArray(whole).replace(begin, room, edited);
                    }
            }
            return whole;
        }
        const auto coded = [](const QByteArray& text) { return QByteArray(text).replace("\"", "&quot;"); };
        return QByteArray(whole).replace(coded(from), coded(to));
    };
    QVERIFY(withRecipe("\"head\":1", "\"head\":2") != whole);
    QCOMPARE(verified(withRecipe("\"head\":1", "\"head\":2")), 4);
    if (format != "pdf") {
        QVERIFY(withRecipe("\"step\":-1", "\"step\":11") != whole);
        QCOMPARE(verified(withRecipe("\"step\":-1", "\"step\":11")), 4);
    }
    QCOMPARE(verified(whole), 0);
}

void TestCommandFigures::verifyFindsAnotherModel()
{
    const auto save = [&](const char* seed) {
        const Result saved = run(QStringList{"save", "--model", "untrained", "--set", seed, "-o", path("model")} + tiny);
        QVERIFY2(saved.exitCode == 0, saved.err.constData());
    };
    save("seed=1");
    const QString file = path("model.svg");
    QCOMPARE(run({"export", "--figure", "attention", "--model", path("model"), "--text", "The cat", "-o", file}).exitCode, 0);
    QCOMPARE(run({"verify", file}).exitCode, 0);
    save("seed=2");
    QCOMPARE(run({"verify", file}).exitCode, 4);
    save("seed=1");
    QCOMPARE(run({"verify", file}).exitCode, 0);
}

void TestCommandFigures::verifyDrawsTheTimesOfTheFile()
{
    for (const char* page : {"operations", "length", "saved"}) {
        const QString file = path(QStringLiteral("cost-%1.svg").arg(QLatin1String(page)));
        const QStringList drawn{"export", "--figure", "cost", "--option", QStringLiteral("show=%1").arg(QLatin1String(page)),
            "--model", "untrained", "--text", "a cat", "--b-set", "block.layout=parallel_shared_norm", "--slot", "ab", "-o",
            file};
        QCOMPARE(run(drawn).exitCode, 0);
        QCOMPARE(run({"verify", file}).exitCode, 0);
    }
}

void TestCommandFigures::renderDrawsARecipeAlone()
{
    QVERIFY(run({"export", "--figure", "attention", "--model", "untrained", "--text", "a cat", "--head", "1", "--preset", "a4",
                    "--format", "svg,json,tex", "-o", path("one.{ext}")})
                .exitCode
        == 0);
    const auto read = [&](const char* name) {
        QFile file(path(name));
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    };
    QVERIFY(read("one.tex").contains("\\includegraphics[width=170mm]{one}"));
    QCOMPARE(run({"render", path("one.json"), "-o", path("again.svg")}).exitCode, 0);
    QCOMPARE(read("again.svg"), read("one.svg"));
    QCOMPARE(run({"render", path("one.svg"), "-o", path("again.json")}).exitCode, 0);
    QCOMPARE(read("again.json"), read("one.json"));
    const Result verified = run({"verify", path("one.json")});
    QCOMPARE(verified.exitCode, 2);
    QVERIFY(verified.err.contains("render"));
    QCOMPARE(run({"render", path("one.json"), "-o", path("again.tiff")}).exitCode, 1);
}

void TestCommandFigures::twoSlotsAreDrawnInEveryMode()
{
    const QStringList words
        = QStringList{"export", "--figure", "output", "--text", "The cat sat", "--b-set", "norm.placement=post"} + tiny;
    std::set<QByteArray> pictures;
    for (const char* mode : {"a", "b", "ab", "delta", "abdelta"}) {
        const QString file = path(QString("slots-%1.svg").arg(mode));
        QCOMPARE(run(words + QStringList{"--slot", mode, "-o", path("slots-{slot}.svg")}).exitCode, 0);
        pictures.insert(readAll(file));
        QCOMPARE(run({"verify", file}).exitCode, 0);
    }
    QCOMPARE(pictures.size(), std::size_t(5));
    QCOMPARE(run(words + QStringList{"--slot", "c", "-o", path("x.svg")}).exitCode, 1);
    QCOMPARE(
        run(QStringList{"export", "--figure", "output", "--text", "The cat", "--slot", "b", "-o", path("x.svg")} + tiny).exitCode,
        1);

    // Another slot B in the recipe is another picture.
    QByteArray svg = readAll(path("slots-b.svg"));
    const qsizetype b = svg.indexOf("&quot;b&quot;");
    const qsizetype post = svg.indexOf("post", std::max<qsizetype>(0, b));
    QVERIFY(post > 0);
    svg.replace(post, 4, "none");
    QFile edited(path("edited-b.svg"));
    QVERIFY(edited.open(QIODevice::WriteOnly));
    edited.write(svg);
    edited.close();
    QCOMPARE(run({"verify", path("edited-b.svg")}).exitCode, 4);
}

void TestCommandFigures::galleryDrawsThePagesItIsAskedFor()
{
    const Result result = run({"gallery", "--quick", "--model", "untrained", "--view", "output", "-o", path("gallery")});
    QVERIFY2(result.exitCode == 0, result.err.constData());
    const QStringList pictures = QDir(path("gallery")).entryList({"*.png"});
    QCOMPARE(pictures.size(), 8); // two languages: light and dark window, the figure, and the figure of two runs
    const QByteArray index = readAll(path("gallery/index.html"));
    for (const QString& picture : pictures)
        QVERIFY(index.contains(picture.toUtf8()));
}

void TestCommandFigures::everyHeadIsAFile()
{
    const QStringList draw = QStringList{"export", "--figure", "attention", "--text", "The cat sat", "--preset", "beamer"} + tiny;
    QCOMPARE(
        run(draw + QStringList{"--all", "heads", "--layer", "1", "-o", path("all/h{head}.svg")}).exitCode, 3); // no such folder
    QDir(m_folder.path()).mkpath("all");
    QVERIFY(run(draw + QStringList{"--all", "heads", "-o", path("all/one.svg")}).err.contains("{head}"));
    const Result result
        = run(draw + QStringList{"--head", "all", "--layer", "all", "-o", path("all/{layer}-{head}-{slot}.{ext}")});
    QVERIFY2(result.exitCode == 0, result.err.constData());
    const QStringList files = QDir(path("all")).entryList(QDir::Files, QDir::Name);
    const qsizetype heads = files.size() / 2;
    QVERIFY(heads > 1 && files.size() == 2 * heads && files[0] == "0-0-a.svg");
    QVERIFY(readAll(path("all/" + files[0])) != readAll(path("all/" + files[1])));
    QCOMPARE(run({"verify", path("all/" + files.last())}).exitCode, 0);
}

void TestCommandFigures::theDialogsOptionsAreHereToo()
{
    const Result result
        = run(QStringList{"export", "--figure", "attention", "--text", "The cat sat", "--width", "100", "--height", "80",
                  "--font-scale", "1.5", "--languages", "en,zh_CN", "--caption", "Mine & <yours>", "--alt-text", "A map",
                  "--no-title", "--no-color-bar", "-o", path("o-{lang}.{ext}")}
            + tiny);
    QVERIFY2(result.exitCode == 0, result.err.constData());
    const QByteArray english = readAll(path("o-en.svg")), chinese = readAll(path("o-zh_CN.svg"));
    QVERIFY(english.contains("width=\"377.95\" height=\"302.36\""));
    QVERIFY(english.contains("Mine &amp; &lt;yours&gt;") && english.contains("<desc>A map</desc>"));
    QVERIFY(english != chinese && !chinese.isEmpty());
    QCOMPARE(run({"verify", path("o-zh_CN.svg")}).exitCode, 0);
    for (const QStringList& wrong :
        {QStringList{"--font-scale", "9"}, {"--width", "1"}, {"--all", "tokens"}, {"--languages", "fr"}})
        QCOMPARE(
            run(QStringList{"export", "--figure", "attention", "--text", "a", "-o", path("w.svg")} + wrong + tiny).exitCode, 1);
}

void TestCommandFigures::numbersLeaveInThreeFormats()
{
    const Result result = run(QStringList{"export", "--figure", "attention", "--text", "The cat sat", "--lang", "zh_CN",
                                  "--format", "csv,npy,safetensors", "-o", path("n.{ext}")}
        + tiny);
    QVERIFY2(result.exitCode == 0, result.err.constData());
    QVERIFY(readAll(path("n.csv")).startsWith("series,"));
    QVERIFY(!QDir(m_folder.path()).entryList({"n*.npy"}).isEmpty());
    const QByteArray tensors = readAll(path("n.safetensors"));
    QVERIFY(tensors.mid(8, 4000).contains("__metadata__"));
}

void TestCommandFigures::interventionsAreInTheTraceAndInTheFigure()
{
    QDir(m_folder.path()).mkpath("lists");
    const QStringList text{"--text", "The cat sat"};
    QCOMPARE(run(QStringList{"trace", "-o", path("plain.safetensors")} + tiny + text).exitCode, 0);
    write("lists/zero.json", R"([{"at": "blocks.0.attn.pattern", "slice": {"head": 0}, "op": "zero"}])");
    write("lists/from.json", R"([{"at": "blocks.1.resid_pre", "op": "from", "source": "../plain.safetensors"}])");
    const QStringList lists{"--intervene", "lists/zero.json", "--intervene", "lists/from.json"};

    const Result result = run(QStringList{"trace", "-o", path("changed.safetensors")} + tiny + text + lists);
    QVERIFY2(result.exitCode == 0, result.err.constData());
    const std::shared_ptr<core::Trace> plain = core::readTrace(path("plain.safetensors").toStdString());
    const std::shared_ptr<core::Trace> changed = core::readTrace(path("changed.safetensors").toStdString());
    const auto same = [&](const char* name) { return std::ranges::equal(changed->at(name).values(), plain->at(name).values()); };
    QVERIFY(!same("blocks.0.attn.pattern") && !same("blocks.0.resid_post"));
    QVERIFY(same("blocks.1.resid_pre") && same("logits")); // patched back
    QCOMPARE(changed->replaced, (std::vector<std::string>{"blocks.0.attn.pattern", "blocks.1.resid_pre"}));
    QCOMPARE(changed->interventions.size(), std::size_t(2));
    QCOMPARE(changed->interventions[1]["source"].get<std::string>(), std::string("plain.safetensors")); // as seen from here

    // The figure shows the changed run, and is drawn again from its own list.
    const QStringList figure = QStringList{"export", "--figure", "attention"} + tiny + text;
    QCOMPARE(run(figure + lists + QStringList{"-o", path("lists/changed.svg")}).exitCode, 0);
    QCOMPARE(run(figure + QStringList{"-o", path("plain.svg")}).exitCode, 0);
    QCOMPARE(run({"verify", path("lists/changed.svg")}).exitCode, 0);
    QVERIFY(readAll(path("lists/changed.svg")) != readAll(path("plain.svg")));
    QFile::remove(path("plain.safetensors"));
    QCOMPARE(run({"verify", path("lists/changed.svg")}).exitCode, 2);
}

void TestCommandFigures::aRecordedRunIsDrawnAsItIs()
{
    const QString record = path("recorded/run.safetensors");
    QDir(m_folder.path()).mkpath("recorded");
    const QStringList text{"--text", "The cat sat"}, figure{"export", "--figure", "attention", "--layer", "1", "--head", "1"};
    QCOMPARE(run(QStringList{"trace", "--record", "*", "-o", record} + tiny + text).exitCode, 0);
    QCOMPARE(run(figure + tiny + text + QStringList{"--format", "csv", "-o", path("of-model.csv")}).exitCode, 0);
    const QStringList recorded{"--model", record};
    const Result drawn = run(figure + recorded + QStringList{"--format", "csv,svg", "-o", path("of-record.{ext}")});
    QVERIFY2(drawn.exitCode == 0, drawn.err.constData());
    QVERIFY(readAll(path("of-record.csv")).contains("0."));
    QCOMPARE(readAll(path("of-record.csv")), readAll(path("of-model.csv")));
    QCOMPARE(run({"verify", path("of-record.svg")}).exitCode, 0);

    // Under another name too.
    QVERIFY(QFile::copy(record, path("recorded/run.st")));
    QCOMPARE(run(figure + QStringList{"--model", path("recorded/run.st"), "--format", "csv", "-o", path("st.csv")}).exitCode, 0);
    QCOMPARE(readAll(path("st.csv")), readAll(path("of-model.csv")));

    write("none.json", R"([{"at": "logits", "op": "zero"}])");

    // Beside another recorded run; nothing that would run it anew; layers and heads of its own.
    QCOMPARE(run(figure + recorded + QStringList{"--b-model", record, "-o", path("two.svg")}).exitCode, 0);
    for (const QStringList& wrong : {QStringList{"--text", "a"}, {"--set", "norm.kind=rms_norm"}, {"--intervene", "none.json"},
             {"--b-model", "untrained"}, {"--layer", "9"}, {"--head", "9"}}) {
        const Result refused = run(figure + recorded + wrong + QStringList{"-o", path("w.svg")});
        QCOMPARE(refused.exitCode, 1);
        QCOMPARE(refused.err.count('\n'), 1);
    }
    const Result info = run({"info", "--model", record});
    QCOMPARE(info.exitCode, 2);
    QVERIFY(info.err.contains("a recorded run"));
}

QTEST_GUILESS_MAIN(TestCommandFigures)
#include "tst_command_figures.moc"
