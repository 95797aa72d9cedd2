#include "widgets/figure/pdf_text.h"

#include <QString>

#include <algorithm>
#include <iterator>

namespace widgets {

namespace {

constexpr qsizetype maxPackedBytes = 64 * 1024;
constexpr char16_t firstRadical = 0x2e80;
constexpr char16_t lastRadical = 0x2fdf;

/// U+2E80…2EF3, CJK radicals supplement: their Equivalent_Unified_Ideograph of Unicode 14; 0 = none of four digits.
constexpr char16_t supplement[] = {
    0x0000,
    0x5382,
    0x4e5b,
    0x4e5a,
    0x4e59,
    0x4ebb,
    0x5182,
    0x0000,
    0x5200,
    0x5202,
    0x535c,
    0x353e,
    0x5c0f,
    0x5c0f,
    0x5140,
    0x5c23,
    0x5c22,
    0x0000,
    0x5df3,
    0x5e7a,
    0x5f51,
    0x5f50,
    0x5fc4,
    0x5fc3,
    0x624c,
    0x6535,
    0x0000,
    0x65e1,
    0x65e5,
    0x6708,
    0x6b7a,
    0x6bcd,
    0x6c11,
    0x6c35,
    0x6c3a,
    0x706c,
    0x722b,
    0x722b,
    0x4e2c,
    0x725b,
    0x72ad,
    0x738b,
    0x0000,
    0x76ee,
    0x793a,
    0x793b,
    0x0000,
    0x7cf9,
    0x7e9f,
    0x7f53,
    0x7f52,
    0x34c1,
    0x5197,
    0x0000,
    0x7f8a,
    0x0000,
    0x0000,
    0x8002,
    0x8080,
    0x807f,
    0x8089,
    0x0000,
    0x8279,
    0x8279,
    0x8279,
    0x864e,
    0x8864,
    0x8980,
    0x897f,
    0x89c1,
    0x89d2,
    0x0000,
    0x8ba0,
    0x8d1d,
    0x0000,
    0x8f66,
    0x8fb6,
    0x8fb6,
    0x8fb6,
    0x9091,
    0x9485,
    0x9577,
    0x9578,
    0x957f,
    0x95e8,
    0x0000,
    0x961d,
    0x96e8,
    0x9752,
    0x97e6,
    0x9875,
    0x98ce,
    0x98de,
    0x98df,
    0x0000,
    0x98e0,
    0x9963,
    0x0000,
    0x9a6c,
    0x9aa8,
    0x9b3c,
    0x9c7c,
    0x9e1f,
    0x5364,
    0x9ea6,
    0x9ec4,
    0x9efe,
    0x6589,
    0x9f50,
    0x6b6f,
    0x9f7f,
    0x7adc,
    0x9f99,
    0x9f9c,
    0x4e80,
    0x9f9f,
};

/// Replaces the four hex digits at `position` when they are a radical.
bool replaceRadical(QByteArray& pdf, qsizetype position)
{
    bool isNumber = false;
    const auto code = char16_t(QByteArrayView(pdf).sliced(position, 4).toByteArray().toUShort(&isNumber, 16));
    const char16_t unified = isNumber ? unifiedIdeograph(code) : code;
    if (!isNumber || unified == code)
        return false;
    const QByteArray digits = QByteArray::number(int(unified), 16).rightJustified(4, '0');
    pdf.replace(position, 4, digits);
    return true;
}

} // namespace

char16_t unifiedIdeograph(char16_t code)
{
    if (code < firstRadical || code > lastRadical)
        return code;
    if (code - firstRadical < int(std::size(supplement)) && supplement[code - firstRadical] != 0)
        return supplement[code - firstRadical];
    const QString normal = QString(QChar(code)).normalized(QString::NormalizationForm_KC);
    return normal.size() == 1 ? normal.at(0).unicode() : code;
}

int repairPdfText(QByteArray& pdf)
{
    // Lines of a table: "<glyph> <code>", "<first> <last> <code>" or "<first> <last> [<code> <code> …]".
    int repaired = 0;
    qsizetype begin = 0;
    while ((begin = pdf.indexOf("begincmap", begin)) >= 0) {
        const qsizetype end = pdf.indexOf("endcmap", begin);
        if (end < 0)
            break;
        int codesFrom = -1; // how many numbers of a line come before its codes; -1 = outside a block
        for (qsizetype line = begin; line < end;) {
            qsizetype next = pdf.indexOf('\n', line);
            if (next < 0 || next > end)
                next = end;
            const QByteArrayView text = QByteArrayView(pdf).sliced(line, next - line);
            if (text.contains("beginbfchar"))
                codesFrom = 1;
            else if (text.contains("beginbfrange"))
                codesFrom = 2;
            else if (text.contains("endbf"))
                codesFrom = -1;
            else if (codesFrom > 0) {
                int field = 0;
                for (qsizetype i = line; i + 5 < next; ++i)
                    if (pdf.at(i) == '<' && pdf.at(i + 5) == '>' && field++ >= codesFrom)
                        repaired += replaceRadical(pdf, i + 1);
            }
            line = next + 1;
        }
        begin = end;
    }
    return repaired;
}

QByteArray pdfAttachment(const QByteArray& pdf, qsizetype maxBytes)
{
    // "/EF <</F 34 0 R>> … /Type/Filespec" names the object that holds the file, deflated.
    const qsizetype entry = pdf.lastIndexOf("/EF <</F ");
    if (entry < 0)
        return {};
    const qsizetype digits = entry + qsizetype(sizeof "/EF <</F " - 1);
    const QByteArray object
        = '\n' + pdf.mid(digits, std::max<qsizetype>(0, std::min<qsizetype>(10, pdf.indexOf(' ', digits) - digits))) + " 0 obj\n";
    const qsizetype start = pdf.lastIndexOf(object, entry);
    const qsizetype stream = start < 0 ? -1 : pdf.indexOf("stream\n", start);
    const qsizetype end = stream < 0 ? -1 : pdf.indexOf("\nendstream", stream);
    if (end < 0 || end > entry)
        return {};
    const QByteArray packed = pdf.mid(stream + 7, end - stream - 7);
    if (!QByteArrayView(pdf).sliced(start, stream - start).contains("FlateDecode"))
        return packed.size() <= maxBytes ? packed : QByteArray();
    // Deflate packs at most 1032 : 1, so a short stream cannot fill the memory.
    if (packed.size() > maxPackedBytes)
        return {};
    QByteArray framed(4, '\0');
    framed[2] = 0x10; // a first guess of the length, which qUncompress enlarges
    const QByteArray text = qUncompress(framed + packed);
    return text.size() <= maxBytes ? text : QByteArray();
}

} // namespace widgets
