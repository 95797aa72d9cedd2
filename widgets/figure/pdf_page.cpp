#include "widgets/figure/pdf_page.h"

#include <QRegularExpression>

#include <vector>

namespace widgets {

namespace {

constexpr qsizetype entryLength = 20; // of the table of objects: "0000000015 00000 n \n"

QByteArray number(double value)
{
    QByteArray text = QByteArray::number(value, 'f', 4);
    while (text.endsWith('0'))
        text.chop(1);
    return text.endsWith('.') ? text.chopped(1) : text;
}

} // namespace

bool setPdfPageSize(QByteArray& pdf, const QSizeF& points)
{
    static const QRegularExpression boxPattern("/MediaBox \\[0 0 ([\\d.]+) ([\\d.]+)\\]");
    const QRegularExpressionMatch box = boxPattern.match(QString::fromLatin1(pdf));
    const qsizetype start = pdf.lastIndexOf("startxref");
    if (!box.hasMatch() || start < 0)
        return false;
    static const QRegularExpression tablePattern("startxref\\s+(\\d+)");
    const qsizetype table = tablePattern.match(QString::fromLatin1(pdf.mid(start))).captured(1).toLongLong();
    static const QRegularExpression headPattern("^xref\\s+0 (\\d+)\\s*\n");
    const QRegularExpressionMatch head = headPattern.match(QString::fromLatin1(pdf.mid(table, 40)));
    if (table <= 0 || !head.hasMatch())
        return false;
    const qsizetype firstEntry = table + head.capturedLength();
    const qsizetype entries = head.captured(1).toLongLong();
    if (entries < 1 || firstEntry + entries * entryLength > start)
        return false;

    // The drawing hangs from the rounded height, so the box ends there, and its foot takes up the difference.
    const double top = box.captured(2).toDouble();
    const QByteArray exact
        = "/MediaBox [0 " + number(top - points.height()) + ' ' + number(points.width()) + ' ' + number(top) + ']';
    const qsizetype at = box.capturedStart();
    const qsizetype shift = exact.size() - box.capturedLength();
    for (qsizetype i = 0; i < entries; ++i) {
        const qsizetype entry = firstEntry + i * entryLength;
        const qsizetype offset = pdf.mid(entry, 10).toLongLong();
        if (offset > at)
            pdf.replace(entry, 10, QByteArray::number(offset + shift).rightJustified(10, '0'));
    }
    pdf.truncate(start);
    pdf += "startxref\n" + QByteArray::number(table + shift) + "\n%%EOF\n";
    pdf.replace(at, box.capturedLength(), exact);
    return true;
}

} // namespace widgets
