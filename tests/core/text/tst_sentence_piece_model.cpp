#include "core/base/error.h"
#include "core/text/sentence_piece_model.h"

#include <QTest>

#include <cmath>
#include <cstring>

using namespace core;

namespace {

std::string varint(std::uint64_t value)
{
    std::string bytes;
    for (; value >= 0x80; value >>= 7)
        bytes += static_cast<char>(value | 0x80);
    return bytes + static_cast<char>(value);
}

std::string integer(int number, std::uint64_t value) { return varint(std::uint64_t(number) << 3) + varint(value); }

std::string text(int number, const std::string& bytes)
{
    return varint(std::uint64_t(number) << 3 | 2) + varint(bytes.size()) + bytes;
}

std::string score(float value)
{
    std::string bytes(sizeof(value), '\0');
    std::memcpy(bytes.data(), &value, sizeof(value));
    return varint(2 << 3 | 5) + bytes;
}

std::string piece(const std::string& name, float value, int type = 1)
{
    return text(1, text(1, name) + score(value) + integer(3, std::uint64_t(type)));
}

std::string good()
{
    return piece("<unk>", 0.0f, 2) + piece("<s>", 0.0f, 3) + piece("▁a", -1.5f)
        + text(2, integer(3, 2) + integer(35, 1) + integer(40, 0) + text(45, "<unk>") + integer(43, ~std::uint64_t(0)))
        + text(3, text(1, "identity") + integer(3, 0)) + text(99, "unknown") + integer(100, 5);
}

Error::Parts refusal(const std::string& bytes)
{
    try {
        parseSentencePiece(bytes, "m.model");
    } catch (const Error& error) {
        return error.parts();
    }
    return {};
}

} // namespace

class TestSentencePieceModel : public QObject
{
    Q_OBJECT

private slots:
    void whatItSaysIsRead();
    void everyCutIsRefusedOrWhole();
    void faultsAreNamedWithTheirByte_data();
    void faultsAreNamedWithTheirByte();
    void deepAndLongInputTakesNoTime();
};

void TestSentencePieceModel::whatItSaysIsRead()
{
    const SentencePieceModel model = parseSentencePiece(good(), "m");
    QCOMPARE(model.pieces.size(), std::size_t(3));
    QCOMPARE(model.pieces[2].text, std::string("▁a"));
    QCOMPARE(model.pieces[2].score, -1.5f);
    QCOMPARE(model.pieces[1].type, int(SentencePieceModel::Control));
    QVERIFY(model.kind == SentencePieceModel::Kind::Bpe);
    QVERIFY(model.hasByteFallback && !model.addsPrefix && model.charsmap.empty());
}

void TestSentencePieceModel::everyCutIsRefusedOrWhole()
{
    const std::string bytes = good();
    int accepted = 0;
    for (std::size_t size = 0; size < bytes.size(); ++size) {
        const Error::Parts parts = refusal(bytes.substr(0, size));
        accepted += parts.problem.empty(); // a cut between two fields of the outermost message
        QVERIFY(parts.problem.empty() || parts.file == "m.model");
    }
    QVERIFY(accepted > 0 && accepted < 10);
}

void TestSentencePieceModel::faultsAreNamedWithTheirByte_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QString>("where");
    const auto row = [](const char* name, const std::string& bytes, const char* where) {
        QTest::newRow(name) << QByteArray(bytes.data(), qsizetype(bytes.size())) << QString(where);
    };
    row("empty", "", "");
    row("endless number", std::string(11, '\xFF'), "byte 0");
    row("length beyond the end", varint(1 << 3 | 2) + varint(std::uint64_t(1) << 62), "byte 10");
    row("group", varint(1 << 3 | 3), "byte 0");
    row("field zero", integer(0, 1), "byte 0");
    row("piece that is a number", integer(1, 7), "byte 0");
    row("text that is a number", text(1, integer(1, 7)), "byte 2");
    row("text that is not UTF-8", text(1, text(1, "\xFF")), "byte 4");
    row("score that is no number", text(1, text(1, "a") + score(NAN)), "byte 5");
    row("score that is a text", text(1, text(1, "a") + text(2, "abcd")), "byte 7");
    row("two pieces", piece("a", 0) + piece("a", 0), "byte 14");
    row("unknown kind", good() + text(2, integer(3, 9)), "byte 98");
    row("unknown piece that is none", good() + text(2, integer(40, 99)), "trainer_spec.unk_id");
    row("negative unknown piece", good() + text(2, integer(40, ~std::uint64_t(0))), "trainer_spec.unk_id");
}

void TestSentencePieceModel::faultsAreNamedWithTheirByte()
{
    QFETCH(QByteArray, bytes);
    QFETCH(QString, where);
    const Error::Parts parts = refusal(bytes.toStdString());
    QVERIFY(!parts.problem.empty());
    QCOMPARE(parts.file, std::string("m.model"));
    QVERIFY2(QString::fromStdString(parts.where).startsWith(where.left(5)), parts.where.c_str());
    if (!where.startsWith("byte 98"))
        QCOMPARE(QString::fromStdString(parts.where), where);
}

void TestSentencePieceModel::deepAndLongInputTakesNoTime()
{
    std::string deep;
    for (int i = 0; i < 20'000; ++i)
        deep = text(1, deep.substr(0, 60'000));
    QVERIFY(!refusal(deep).problem.empty());
    QVERIFY(!refusal(std::string(1'000'000, '\x0A')).problem.empty());
}

QTEST_GUILESS_MAIN(TestSentencePieceModel)
#include "tst_sentence_piece_model.moc"
