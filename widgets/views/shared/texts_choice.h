#pragma once

// TextsChoice: which texts are read: a set that comes with the program, or a file.

#include <QComboBox>

class QFileDialog;

namespace widgets {

/// Asks for a file of texts; its name comes by fileSelected(). Open when it is returned, deleted when it is closed.
QFileDialog* openTextsDialog(QWidget* window, const QString& title);

class TextsChoice : public QComboBox
{
    Q_OBJECT
public:
    /// `first`: the set that is chosen at first.
    TextsChoice(const char* first, QWidget* parent);

    /// The name of the set, or the path of the file.
    QString current() const;

    /// What an opened file says; nothing for empty words.
    void restore(const QString& texts);

    void retranslate();

signals:
    void chosen(); // by the person

private:
    void take(int index);
    void askFile();

    int m_chosen = 0;
};

} // namespace widgets
