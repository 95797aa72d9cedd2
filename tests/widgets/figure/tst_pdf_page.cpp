#include "widgets/figure/pdf_page.h"

#include "tests/widgets/support/quiet.h"

#include <QBuffer>
#include <QPainter>
#include <QPdfWriter>
#include <QRegularExpression>

namespace {

QByteArray pdfOf(const QSizeF& points)
{
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    QPdfWriter writer(&buffer);
    writer.setPageLayout({QPageSize(points, QPageSize::Point, {}, QPageSize::ExactMatch), QPageLayout::Portrait, {}, QPageLayout::Point});
    QPainter(&writer).drawText(20, 40, "word");
    return bytes;
}

} // namespace

class TestPdfPage : public QObject
{
    Q_OBJECT

private slots:
    void thePageIsAsLargeAsSaid()
    {
        QByteArray pdf = pdfOf({249.449, 187.087});
        QVERIFY(pdf.contains("/MediaBox [0 0 249"));
        QVERIFY(widgets::setPdfPageSize(pdf, {249.449, 187.087}));
        QVERIFY(pdf.contains("/MediaBox [0 -0.087 249.449 187]")); // hangs from the top, where the drawing does
        QCOMPARE(pdf.count("/MediaBox"), qsizetype(1));
    }

    void everyEntryOfTheTableFindsItsObject()
    {
        QByteArray pdf = pdfOf({249.449, 187.087});
        QVERIFY(widgets::setPdfPageSize(pdf, {249.449, 187.087}));
        const qsizetype table = pdf.mid(pdf.lastIndexOf("startxref") + 10).split('\n')[0].toLongLong();
        QVERIFY(pdf.mid(table).startsWith("xref\n"));
        const QList<QByteArray> lines = pdf.mid(table).split('\n');
        const int count = lines[1].split(' ')[1].toInt();
        QVERIFY(count > 5);
        for (int i = 1; i < count; ++i) {
            const QByteArray head = QByteArray::number(i) + " 0 obj";
            QCOMPARE(pdf.mid(lines[2 + i].left(10).toLongLong(), head.size()), head);
        }
        QVERIFY(pdf.endsWith("%%EOF\n"));
    }

    void anotherFileStaysAsItIs()
    {
        for (const QByteArray& file : {QByteArray(), QByteArray("%PDF-1.4"), QByteArray("/MediaBox [0 0 10 10] startxref\n5\n%%EOF")}) {
            QByteArray same = file;
            QVERIFY(!widgets::setPdfPageSize(same, {10, 10}));
            QCOMPARE(same, file);
        }
    }
};

QUIET_TEST_MAIN(TestPdfPage)
#include "tst_pdf_page.moc"
