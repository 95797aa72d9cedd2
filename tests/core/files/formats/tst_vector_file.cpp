// Vectors of other programs: what numpy, safetensors and a list in JSON hold is read, and what is no vector is one line.

#include "core/files/formats/vector_file.h"

#include "core/files/formats/safetensors.h"
#include "tests/core/support/temporary_files.h"

#include <QTest>

#include <cmath>
#include <limits>

using namespace core;

namespace {

/// As numpy.save writes it: the header padded to 64 bytes, its length in two bytes.
std::string npy(const std::string& type, const std::string& shape, const std::string& numbers, const std::string& order = "False")
{
    std::string header = "{'descr': '" + type + "', 'fortran_order': " + order + ", 'shape': (" + shape + "), }";
    header.append(64 - (10 + header.size() + 1) % 64, ' ');
    header += '\n';
    return std::string("\x93NUMPY\x01\0", 8) + bytesOf(std::uint16_t(header.size())) + header + numbers;
}

std::string floats(const std::vector<float>& numbers)
{
    std::string bytes;
    for (const float number : numbers)
        bytes += bytesOf(number);
    return bytes;
}

void writeTensors(const std::string& path, const std::vector<std::pair<std::string, Shape>>& tensors)
{
    std::vector<TensorToWrite> all;
    for (const auto& [name, shape] : tensors)
        all.push_back({name, shape, [shape = shape](Index row, Index rows, float* out) {
                           const Index width = elements(shape) / shape.front();
                           for (Index i = 0; i < rows * width; ++i)
                               out[i] = float(row * width + i) + 0.5f;
                       }});
    writeSafetensors(path, all, {});
}

std::string problemOf(const std::string& path, const std::string& name = {})
{
    try {
        readVector(path, name);
    } catch (const Error& error) {
        return error.parts().kind == ErrorKind::BadInput ? error.parts().problem : "of another kind";
    }
    return "";
}

} // namespace

class TestVectorFile : public QObject
{
    Q_OBJECT
private slots:
    void theThreeKindsAreRead()
    {
        const TemporaryFolder folder;
        const std::vector<float> expected{1.5f, -2, 0.25f};
        QCOMPARE(readVector(folder.write("a.npy", npy("<f4", "3,", floats(expected))), ""), expected);
        QCOMPARE(readVector(folder.write("b.npy", npy("<f4", "1, 3", floats(expected))), ""), expected);
        QCOMPARE(readVector(folder.write("c.npy", npy("<f8", "3,", bytesOf(1.5) + bytesOf(-2.0) + bytesOf(0.25))), ""), expected);
        QCOMPARE(readVector(folder.write("d.json", "[1.5, -2, 0.25]"), ""), expected);
        const std::string file = folder.path("e.safetensors");
        writeTensors(file, {{"steer", {3}}, {"wide", {2, 3}}});
        QCOMPARE(readVector(file, "steer"), (std::vector<float>{0.5f, 1.5f, 2.5f}));
        QCOMPARE(vectorNames(file), std::vector<std::string>{"steer"});
        const std::string one = folder.path("f.safetensors");
        writeTensors(one, {{"only", {1, 2}}});
        QCOMPARE(readVector(one, ""), (std::vector<float>{0.5f, 1.5f}));
    }

    void whatIsNoVectorIsRefused_data()
    {
        QTest::addColumn<QString>("file");
        QTest::addColumn<QByteArray>("bytes");
        const auto row = [](const char* title, const char* file, const std::string& bytes) {
            QTest::newRow(title) << QString::fromLatin1(file) << QByteArray::fromStdString(bytes);
        };
        const std::string three = floats({1, 2, 3});
        row("two axes", "a.npy", npy("<f4", "3, 2", three + three));
        row("integers", "a.npy", npy("<i4", "3,", three));
        row("other end", "a.npy", npy(">f4", "3,", three));
        row("cut off", "a.npy", npy("<f4", "3,", three.substr(0, 8)));
        row("too long", "a.npy", npy("<f4", "2,", three));
        row("huge", "a.npy", npy("<f4", "99999999999999999999,", three));
        row("no shape", "a.npy", npy("<f4", "", three));
        row("empty", "a.npy", npy("<f4", "0,", ""));
        row("header longer than the file", "a.npy", std::string("\x93NUMPY\x01\0\xff\xff", 10) + "{'descr'");
        row("not finite", "a.npy", npy("<f4", "2,", floats({1, std::numeric_limits<float>::infinity()})));
        row("no numpy", "a.npy", "hello, here is a text");
        row("short", "a.npy", "\x93NUM");
        row("object", "a.json", R"({"a": 1})");
        row("nested", "a.json", "[[1, 2]]");
        row("words", "a.json", R"([1, "b"])");
        row("empty list", "a.json", "[]");
        row("too large for float32", "a.json", "[1e300]");
        row("not safetensors", "a.safetensors", "hello, here is a text");
        row("of no kind", "a.txt", "1 2 3");
    }

    void whatIsNoVectorIsRefused()
    {
        QFETCH(QString, file);
        QFETCH(QByteArray, bytes);
        const TemporaryFolder folder;
        const std::string problem = problemOf(folder.write(file.toStdString(), bytes.toStdString()));
        QVERIFY2(!problem.empty() && problem != "of another kind", problem.c_str());
    }

    void aTensorIsNamedWhereThereAreSeveral()
    {
        const TemporaryFolder folder;
        const std::string file = folder.path("e.safetensors");
        writeTensors(file, {{"a", {3}}, {"b", {3}}, {"wide", {2, 3}}});
        QCOMPARE(problemOf(file), std::string("has several tensors: name one"));
        QCOMPARE(problemOf(file, "c"), std::string("has no tensor of this name"));
        QCOMPARE(problemOf(file, "wide"), std::string("is no vector"));
        QCOMPARE(problemOf(folder.write("d.json", "[1]"), "a"), std::string("has no tensor of this name"));
        QCOMPARE(problemOf(folder.path("missing.npy")).empty(), false);
        QVERIFY(vectorNames(folder.path("missing.safetensors")).empty());
    }
};

QTEST_GUILESS_MAIN(TestVectorFile)
#include "tst_vector_file.moc"
