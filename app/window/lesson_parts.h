#pragma once

// Parts of the lesson panel: a text whose words point at marks, an answer, the dots of the steps.

#include "widgets/plot/theme.h"

#include <QAbstractButton>
#include <QPainterPath>
#include <QTextBrowser>
#include <QWheelEvent>

#include <optional>

namespace app {

/// Whether the event means another theme or type of the program; a style sheet that a part gives itself means none.
bool isOfTheme(const QEvent& event);

/// Markdown that is as high as it needs to be in its width. "[words](mark:1)" has the number of the mark behind it.
class LessonTextView : public QTextBrowser
{
    Q_OBJECT
public:
    explicit LessonTextView(QWidget* parent = nullptr);

    void setWords(const QString& markdown);
    const QString& words() const { return m_words; }

    /// Where the words of this mark end, in the coordinates of the view.
    std::optional<QPoint> anchorOf(int mark) const;

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void wheelEvent(QWheelEvent* event) override { event->ignore(); } // to what scrolls the panel

private:
    void restyle();
    void fitHeight();

    QString m_words;
    bool m_isRestyling = false;
};

/// A line from the left of the box to the right, from one height in it to another.
QPainterPath guessPath(const QRectF& box, double start, double end);

/// Where a guess of this shape ends, as a share of the height from the top: of what is drawn without a scale.
double endShareOf(const QString& shape);

/// One answer of a question, with its letter.
class AnswerButton : public QAbstractButton
{
    Q_OBJECT
public:
    enum class Look
    {
        Open, // may be chosen
        Chosen,
        Right, // the answer is known: this one …
        Wrong, // … this was guessed instead …
        Gone // … and this neither
    };

    AnswerButton(const QString& letter, QWidget* parent);

    void setWords(const QString& words);
    void setShape(const QString& shape); // a word of guessShapes(): sketched behind the words; empty: none
    const QString& shape() const { return m_shape; }
    void setLook(Look look);
    Look look() const { return m_look; }

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return {80, sizeHint().height()}; }
    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    QRect wordsRect(int width) const;
    QRectF sketchRect() const;

    QString m_letter, m_shape;
    Look m_look = Look::Open;
};

/// A dot for each step; a click leads there.
class LessonDots : public QWidget
{
    Q_OBJECT
public:
    explicit LessonDots(QWidget* parent);

    /// `finished`: one a step.
    void setSteps(const std::vector<bool>& finished, int at);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return {60, sizeHint().height()}; }

signals:
    void chosen(int step);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    bool event(QEvent* event) override;

private:
    QPointF centre(int step) const;
    int stepAt(const QPoint& pixel) const; // −1: none

    std::vector<bool> m_finished;
    int m_at = 0;
};

/// For a label: words that point at a mark are strong, with its number behind them.
QString withMarks(QString markdown);

/// Style sheets of the button that leads on, and of one that is a link.
QString mainButtonStyle(const widgets::Theme& theme);
QString linkButtonStyle(const widgets::Theme& theme);

/// px, in the theme in force.
double markRadius();

/// The number of a mark on its disc, "①".
void paintMark(QPainter& painter, const QPointF& centre, int number, const widgets::Theme& theme);

} // namespace app
