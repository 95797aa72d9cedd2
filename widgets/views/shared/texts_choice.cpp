#include "widgets/views/shared/texts_choice.h"

#include "core/experiments/text_set.h"
#include "core/io/shown_text.h"
#include "widgets/figure/text_set_words.h"
#include "widgets/views/shared/typed_texts.h"

#include <QFileDialog>
#include <QFileInfo>

namespace widgets {

namespace {

constexpr int asking = 2; // the last items: a file, typed texts

} // namespace

QString textsTitle(const std::string& nameOrPath)
{
    if (core::typedIn(nameOrPath))
        return TextsChoice::tr("typed");
    if (const QString words = textSetWords(nameOrPath); words.toStdString() != nameOrPath)
        return words;
    const std::string shown = core::shownText(nameOrPath, 200);
    return shown.empty() ? QString() : QFileInfo(QString::fromStdString(shown)).completeBaseName();
}

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
        addItem(textSetWords(set), QString::fromStdString(set));
    for (int i = 0; i < asking; ++i)
        addItem(QString());
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
    const bool isTyped = core::typedIn(texts.toStdString()).has_value();
    for (int i = count() - asking; isTyped && --i >= 0;) // of which there is one set
        if (core::typedIn(itemData(i).toString().toStdString()))
            removeItem(i);
    if (findData(texts) < 0)
        insertItem(count() - asking, isTyped ? tr("typed") : QFileInfo(texts).fileName(), texts);
    m_chosen = findData(texts);
    setCurrentIndex(m_chosen);
}

void TextsChoice::retranslate()
{
    setItemText(count() - 2, tr("Text file…"));
    setItemText(count() - 1, tr("Typed…"));
    for (int i = 0; i < count() - asking; ++i)
        if (const std::string texts = itemData(i).toString().toStdString(); core::typedIn(texts))
            setItemText(i, tr("typed"));
        else if (const QString words = textSetWords(texts); words.toStdString() != texts)
            setItemText(i, words);
    setAccessibleName(tr("Texts"));
    setToolTip(tr("The texts that are read: a set that comes with the program, a file with one a line (.txt, .jsonl), or typed ones"));
}

void TextsChoice::take(int index)
{
    if (index >= count() - asking) {
        const bool isFile = index == count() - asking;
        setCurrentIndex(m_chosen); // until they are named
        return isFile ? askFile() : askTyped();
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

void TextsChoice::askTyped()
{
    auto* const question = new TypedTexts(tr("Texts"), current(), window());
    connect(question, &TypedTexts::chosen, this, [this](const QString& texts) {
        restore(texts);
        emit chosen();
    });
    question->ask(mapToGlobal(QPoint(0, height())));
}

} // namespace widgets
