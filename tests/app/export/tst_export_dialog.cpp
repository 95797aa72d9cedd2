#include "app/export/export_dialog.h"

#include "app/base/languages.h"
#include "app/export/export_form.h"
#include "app/export/export_preview.h"
#include "app/export/figure_file.h"

#include "tests/widgets/support/quiet.h"
#include "tests/widgets/support/tiny_run.h"
#include "widgets/controls/segmented_switch.h"

#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QDir>
#include <QFile>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTemporaryDir>

using app::ExportDialog;

class TestExportDialog : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase()
    {
        app::setLanguage("en");
        m_source.inputs.a.model = "untrained";
        m_source.figure = widgets::findFigure("attention");
        m_source.data.a = support::tinyRun("The cat sat on the mat");
        m_source.data.selection = {.layer = 1, .head = 2, .query = 3};
    }

    void thePageHasTheProportionsOfThePaper()
    {
        const auto dialog = shown();
        for (const char* preset : {"slide-16x9", "paper-1col", "slide-4x3"}) {
            choose(*dialog, preset);
            QTRY_COMPARE(dialog->settings().preset, QString(preset));
            const QSizeF size = app::pageOf(m_source, dialog->settings()).size;
            QTRY_VERIFY(std::abs(dialog->preview()->pageRect().width() / dialog->preview()->pageRect().height()
                            - size.width() / size.height())
                < 1e-6);
            QVERIFY(!dialog->preview()->page().isNull());
        }
    }

    void theBoxSaysHowHighThePageIsDrawn()
    {
        const auto dialog = shown();
        auto* const box = part<QDoubleSpinBox>(*dialog, "pageHeight");
        const auto shownPage = [&] { return app::pageOf(m_source, dialog->settings()).size.height() * 25.4 / 96; };
        choose(*dialog, "paper-1col");
        QTRY_VERIFY(std::abs(box->value() - shownPage()) < 0.06);
        QVERIFY(std::abs(box->value() - widgets::findPreset("paper-1col")->style.size.height() * 25.4 / 96) > 1); // it grows
        QVERIFY(dialog->settings().millimetres.isEmpty()); // and goes on doing so
        box->setValue(90);
        QTRY_COMPARE(dialog->settings().millimetres.height(), 90.0);
        QTest::qWait(300);
        QCOMPARE(box->value(), 90.0); // the person's own
        choose(*dialog, "slide-16x9");
        QTRY_VERIFY(std::abs(box->value() - shownPage()) < 0.06);
    }

    void thePageFollowsTheSelectionBehindIt()
    {
        const auto dialog = shown();
        QVERIFY(!dialog->isModal());
        const QImage before = dialog->preview()->page();
        m_source.data.selection.head = 0;
        dialog->follow();
        QTRY_VERIFY(dialog->preview()->page() != before);
        m_source.data.selection.head = 2;
        dialog->follow();
        QTRY_COMPARE(dialog->preview()->page(), before);
    }

    void everySettingReachesTheFile()
    {
        const auto dialog = shown();
        part<QCheckBox>(*dialog, "pdf")->setChecked(true);
        part<QCheckBox>(*dialog, "npy")->setChecked(true);
        part<QSpinBox>(*dialog, "fontScale")->setValue(150);
        part<QPlainTextEdit>(*dialog, "caption")->setPlainText("One sentence of mine");
        part<QPlainTextEdit>(*dialog, "altText")->setPlainText("A map");
        part<QLineEdit>(*dialog, "pattern")->setText("{figure}_{layer}{head}");
        QSignalSpy exported(dialog.get(), &ExportDialog::exported);
        dialog->exportFiles();
        QVERIFY(exported.wait());
        QCOMPARE(files(), QStringList({"attention_12.npy", "attention_12.pdf", "attention_12.svg"}));
        const QByteArray svg = read("attention_12.svg");
        QVERIFY(svg.contains("One sentence of mine"));
        QVERIFY(svg.contains("<desc>A map</desc>"));
        const app::RecipeContents recipe = app::readRecipe(widgets::readRecipe(svg), "a.svg");
        QCOMPARE(recipe.style.tickPoints, 24.0);
        QVERIFY2(dialog->resultText().startsWith("3 files, "), qPrintable(dialog->resultText()));
        emit part<QLabel>(*dialog, "exportResult")->linkActivated("path");
        QCOMPARE(QGuiApplication::clipboard()->text().split('\n').size(), 3);
    }

    void whatExistsIsNotOverwrittenUnasked()
    {
        const auto dialog = shown();
        const QString path = m_folder.filePath("attention-en.svg");
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("mine");
        file.close();
        dialog->exportFiles();
        QTest::qWait(50);
        QCOMPARE(read("attention-en.svg"), QByteArray("mine"));
        QVERIFY2(dialog->resultText().contains("attention-en.svg"), qPrintable(dialog->resultText()));
        emit part<QLabel>(*dialog, "exportResult")->linkActivated("overwrite");
        QTRY_VERIFY(read("attention-en.svg").contains("<svg"));
    }

    void whatWasSaidIsOfThesePictureAndSettings()
    {
        const auto dialog = shown();
        const auto exported = [&] {
            dialog->exportFiles(true);
            QTRY_VERIFY(dialog->resultText().startsWith("1 file"));
        };
        exported();
        dialog->follow(); // the same picture
        QTest::qWait(200);
        QVERIFY(!dialog->resultText().isEmpty());
        part<QSpinBox>(*dialog, "fontScale")->setValue(130);
        QCOMPARE(dialog->resultText(), QString());
        exported();
        m_source.data.selection.head = 0;
        dialog->follow();
        QTRY_COMPARE(dialog->resultText(), QString());
        m_source.data.selection.head = 2;
    }

    void everyHeadNeedsItsPlaceInTheName()
    {
        const auto dialog = shown();
        part<QCheckBox>(*dialog, "everyHead")->setChecked(true);
        auto* button = part<QPushButton>(*dialog, "exportNow");
        QTRY_VERIFY(!button->isEnabled());
        part<QLineEdit>(*dialog, "pattern")->setText("h{head}");
        QTRY_VERIFY(button->isEnabled());
        dialog->exportFiles();
        QTRY_COMPARE(files().size(), 4);
        QVERIFY(read("h0.svg") != read("h3.svg"));
    }

    void bothLanguagesAreTwoFiles()
    {
        const auto dialog = shown();
        auto* language = part<widgets::SegmentedSwitch>(*dialog, "language");
        language->setCurrent("all");
        emit language->chosen("all");
        dialog->exportFiles();
        QTRY_COMPARE(files(), QStringList({"attention-en.svg", "attention-zh_CN.svg"}));
        QVERIFY(!read("attention-en.svg").contains("注意力"));
        QCOMPARE(app::currentLanguage(), QString("en"));
    }

    void theCaptionGoesToThePaper()
    {
        const auto dialog = shown();
        part<QPlainTextEdit>(*dialog, "caption")->setPlainText("“the_cat” takes 50 % of 10⁻⁷");
        part<QPushButton>(*dialog, "copyLatex")->click();
        const QString copied = QGuiApplication::clipboard()->text();
        QVERIFY2(copied.contains("\\caption[{Which tokens does this head look at?}]{``the\\_cat'' takes 50 \\% of 10$^{-7}$}"),
            qPrintable(copied));
        QVERIFY(copied.contains("\\includegraphics[width=338.667mm]{attention-en}"));
        QVERIFY(dialog->resultText().contains("attention-en"));

        part<QCheckBox>(*dialog, "tex")->setChecked(true);
        dialog->exportFiles();
        QTRY_COMPARE(files(), QStringList({"attention-en.svg", "attention-en.tex"}));
        QCOMPARE(QString::fromUtf8(read("attention-en.tex")), copied);
    }

    void theRecipeAloneOpensLikeTheFigure()
    {
        const auto dialog = shown();
        part<QCheckBox>(*dialog, "json")->setChecked(true);
        dialog->exportFiles();
        QTRY_COMPARE(files(), QStringList({"attention-en.json", "attention-en.svg"}));
        const std::string alone = m_folder.filePath("attention-en.json").toStdString();
        QVERIFY(app::isFigureFile(alone));
        QCOMPARE(widgets::readRecipe(read("attention-en.json")), widgets::readRecipe(read("attention-en.svg")));
        QCOMPARE(app::readFigureFile(alone).contents.data.selection.head, 2);
        QFile other(m_folder.filePath("config.json"));
        QVERIFY(other.open(QIODevice::WriteOnly));
        other.write("{\"layers\": 4}");
        other.close();
        QVERIFY(!app::isFigureFile(other.fileName().toStdString()));
    }

    void aPlaceThatCannotBeWrittenIsSaidInTheLine()
    {
        const auto dialog = shown();
        dialog->form()->setFolder("/proc/no/such");
        dialog->exportFiles();
        QTRY_VERIFY(dialog->resultText().contains("/proc/no/such"));
        QVERIFY(part<QPushButton>(*dialog, "exportNow")->isEnabled());
    }

    void lightComesOutOfADarkWindow()
    {
        widgets::setCurrentTheme(widgets::ThemeId::Dark);
        const auto dialog = shown();
        QCOMPARE(dialog->preview()->page().pixelColor(2, 2), QColor(Qt::white));
        widgets::setCurrentTheme(widgets::ThemeId::Light);
    }

private:
    std::unique_ptr<ExportDialog> shown()
    {
        for (const QString& name : files())
            QFile::remove(m_folder.filePath(name));
        auto dialog = std::make_unique<ExportDialog>([this] { return m_source; });
        dialog->form()->setFolder(m_folder.path());
        dialog->show();
        return dialog;
    }

    template <class Widget>
    static Widget* part(const ExportDialog& dialog, const char* name)
    {
        auto* found = dialog.findChild<Widget*>(name);
        if (!found)
            qFatal("no %s", name);
        return found;
    }

    static void choose(const ExportDialog& dialog, const char* preset)
    {
        auto* box = part<QComboBox>(dialog, "preset");
        box->setCurrentIndex(box->findData(QString(preset)));
    }

    QStringList files() const { return QDir(m_folder.path()).entryList(QDir::Files, QDir::Name); }
    QByteArray read(const QString& name) const
    {
        QFile file(m_folder.filePath(name));
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }

    app::ExportSource m_source;
    QTemporaryDir m_folder;
};

QUIET_TEST_MAIN(TestExportDialog)
#include "tst_export_dialog.moc"
