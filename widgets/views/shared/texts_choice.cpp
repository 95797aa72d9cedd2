#include "widgets/views/shared/texts_choice.h"

#include "core/experiments/text_set.h"

#include <QFileDialog>
#include <QFileInfo>

namespace widgets {

QFileDialog* openTextsDialog(QWidget* window, const QString& title)
{
    auto* const dialog = new QFileDialog(window, title);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setObjectName(QStringLiteral("openTexts"));
    dialog->setFileMode(QFileDialog::ExistingFile);
    dialog->setNameFilters({TextsChoice::tr("Texts, one a line (*.txt *.jsonl)"), TextsChoice::tr("All files (*)")});
    dialog->open();
    return dialog;
}

TextsChoice::TextsChoice(const char* first, QWidget* parent)
    : QComboBox(parent)
{
    for (const std::string& set : core::bundledTextSets())
        addItem(QString::fromStdString(set), QString::fromStdString(set));
    addItem(QString()); // a file
    m_chosen = findData(QLatin1String(first));
    setCurrentIndex(m_chosen);
    connect(this, &QComboBox::activated, this, &TextsChoice::take);
    retranslate();
}

QString TextsChoice::current() const { return itemData(m_chosen).toString(); }

void TextsChoice::restore(const QString& texts)
{
    if (texts.isEmpty())
        return;
    if (findData(texts) < 0) // a file
        insertItem(count() - 1, QFileInfo(texts).fileName(), texts);
    m_chosen = findData(texts);
    setCurrentIndex(m_chosen);
}

void TextsChoice::retranslate()
{
    setItemText(count() - 1, tr("Text file…"));
    setAccessibleName(tr("Texts"));
    setToolTip(tr("The texts that are read: a set that comes with the program, or a file with one a line (.txt, .jsonl)"));
}

void TextsChoice::take(int index)
{
    if (index == count() - 1) {
        setCurrentIndex(m_chosen); // until a file is named
        return askFile();
    }
    m_chosen = index;
    emit chosen();
}

void TextsChoice::askFile()
{
    connect(openTextsDialog(window(), tr("Open texts")), &QFileDialog::fileSelected, this, [this](const QString& path) {
        restore(path);
        emit chosen();
    });
}

} // namespace widgets
