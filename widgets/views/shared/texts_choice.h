#pragma once

// TextsChoice: which texts are read: a set that comes with the program, a file, or what the person types.

#include "widgets/figure/options.h"

#include <QComboBox>

#include <string>

class QFileDialog;

namespace widgets {

/// A set of bundledTextSets(), a file of texts, or typed ones.
inline constexpr TextOption textsOption{"texts"};

/// Asks for a file of texts; its name comes by fileSelected(). Open when it is returned, deleted when it is closed.
QFileDialog* openTextsDialog(QWidget* window, const QString& title);

/// What such texts are called: the set, the file without its ending, or that they were typed.
QString textsTitle(const std::string& nameOrPath);

class TextsChoice : public QComboBox
{
    Q_OBJECT
public:
    /// `first`: the set that is chosen at first.
    TextsChoice(const char* first, QWidget* parent);

    /// The name of the set, the path of the file, or the name of what was typed.
    QString current() const;

    /// What an opened file says; nothing for empty words.
    void restore(const QString& texts);

    void retranslate();

signals:
    void chosen(); // by the person

private:
    void take(int index);
    void askFile();
    void askTyped();

    int m_chosen = 0;
};

} // namespace widgets
