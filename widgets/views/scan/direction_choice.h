#pragma once

// DirectionChoice: the direction that the stream is projected on: one that is added to a run (the difference of two texts, a saved
// vector, any token's row), towards likely next tokens or any other, embeddings of tokens of the text or any other.

#include "widgets/figure/figure.h"

#include <QToolButton>

#include <functional>

class QMenu;

namespace widgets {

class DirectionChoice : public QToolButton
{
    Q_OBJECT
public:
    /// `now`: of the page.
    DirectionChoice(std::function<FigureData()> now, QWidget* parent);

    /// As core::ScanRequest has it; empty: none was chosen.
    QString current() const { return m_along; }

    /// What an opened file says.
    void restore(const QString& along) { m_along = along; }

    /// Says what is in the picture.
    void show(const FigureData& now);

    void retranslate();

signals:
    void chosen(); // by the person

private:
    void fill();
    void offer(const std::string& along);
    void offerAny(const QString& text, const QString& question, const char* kind, const core::SetupPtr& setup);
    void take(const std::string& along);

    QMenu* m_menu;
    std::function<FigureData()> m_now;
    QString m_along;
};

} // namespace widgets
