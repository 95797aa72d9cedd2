#include "widgets/figure/latex_text.h"

#include <QTest>

using namespace widgets;

class TestLatexText : public QObject
{
    Q_OBJECT

private slots:
    void whatLatexReadsIsEscaped_data()
    {
        QTest::addColumn<QString>("plain");
        QTest::addColumn<QString>("latex");
        QTest::newRow("quotes") << "“a” and ‘b’"
                                << "``a'' and `b'";
        QTest::newRow("its own characters") << "50 % of {x_1} & #2 \\"
                                            << "50 \\% of \\{x\\_1\\} \\& \\#2 \\textbackslash{}";
        QTest::newRow("raised and lowered") << "1.2 × 10⁻¹² of x₁₀"
                                            << "1.2 $\\times$ 10$^{-12}$ of x$_{10}$";
        QTest::newRow("mathematics") << "−0.5 ≤ QKᵀ/√d → Δ"
                                     << "$-$0.5 $\\le$ QK$^{T}$/$\\surd$d $\\to$ $\\Delta$";
        QTest::newRow("Chinese stays") << "注意力“猫”占 99.5%。"
                                       << "注意力``猫''占 99.5\\%。";
    }

    void whatLatexReadsIsEscaped()
    {
        QFETCH(QString, plain);
        QTEST(latexText(plain), "latex");
    }

    void theEnvironmentNamesItsFile()
    {
        QCOMPARE(latexOf({"fig_A-zh_CN", "Why?", "50 %", 88}),
            QStringLiteral("\\begin{figure}\n  \\centering\n  \\includegraphics[width=88mm]{fig_A-zh_CN}\n"
                           "  \\caption[{Why?}]{50 \\%}\n  \\label{fig:fig-A-zh-CN}\n\\end{figure}\n"));
    }
};

QTEST_APPLESS_MAIN(TestLatexText)
#include "tst_latex_text.moc"
