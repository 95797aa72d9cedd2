#pragma once

// Veil: a fifth of the ground over the old picture while the new one is computed, with words where there are some. The mouse
// goes through it.

#include <QWidget>

namespace widgets {

class Veil : public QWidget
{
public:
    explicit Veil(QWidget* parent);

    void setWords(const QString& words);
    const QString& words() const { return m_words; }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QString m_words;
};

} // namespace widgets
