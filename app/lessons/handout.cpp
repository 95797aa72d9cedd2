#include "app/lessons/handout.h"

#include "app/base/languages.h"
#include "app/lessons/handout_values.h"
#include "app/lessons/picture_parts.h"

#include "core/base/error.h"
#include "widgets/figure/compose.h"
#include "widgets/figure/figure_export.h"
#include "widgets/figure/page_words.h"
#include "widgets/figure/pdf_text.h"
#include "widgets/plot/counting.h"
#include "widgets/plot/plot.h"

#include <QBuffer>
#include <QCoreApplication>
#include <QPageSize>
#include <QPdfWriter>
#include <QSaveFile>
#include <QTextDocument>

#include <cmath>

namespace app {

namespace {

constexpr double perMillimetre = 96 / 25.4; // px
constexpr double pageWidth = 210 * perMillimetre, pageHeight = 297 * perMillimetre, margin = 18 * perMillimetre;
constexpr double footHeight = 8 * perMillimetre, gap = 8, figureHeight = 104 * perMillimetre;
constexpr double bodyPoints = 10, titlePoints = 16, stepPoints = 12;
constexpr double letterIndent = 18, answerIndent = 40, lineHeight = 24;
constexpr int linesForWhy = 2;

QString say(const char* english) { return QCoreApplication::translate("lessons", english); }

/// Blocks one below the other on pages of A4.
class Sheet
{
public:
    Sheet(QIODevice* device, const QString& title)
        : m_writer(device)
        , m_title(title)
        , m_theme(widgets::themeOf(widgets::ThemeId::Light))
    {
        m_writer.setPageLayout(QPageLayout(QPageSize(QPageSize::A4), QPageLayout::Portrait, {}, QPageLayout::Point));
        m_dpi = widgets::Plot().logicalDpiY(); // what QCustomPlot measures text with
        m_writer.setResolution(int(std::lround(m_dpi)));
        m_writer.setTitle(title);
        m_writer.setCreator(QStringLiteral("Cutaway"));
        if (!m_painter.begin(&m_writer))
            throw core::Error({.kind = core::ErrorKind::Output, .problem = CUTAWAY_TR("cannot draw the figure")});
        m_painter.setRenderHint(QPainter::LosslessImageRendering);
        m_painter.setRenderHint(QPainter::TextAntialiasing);
        m_painter.setMode(QCPPainter::pmVectorized);
        m_painter.setMode(QCPPainter::pmNoCaching);
        m_painter.scale(m_dpi / 96, m_dpi / 96);
        foot();
    }

    ~Sheet() { m_painter.end(); }

    static double width() { return pageWidth - 2 * margin; }

    /// A new page unless so much room is left.
    void need(double height)
    {
        if (m_y + height <= pageHeight - margin - footHeight || m_y == margin)
            return;
        m_writer.newPage();
        m_y = margin;
        foot();
    }

    void space(double height) { m_y += height; }

    /// Markdown, as wide as the page less `indent`. Marks are bold words: nothing is ringed on paper.
    void text(const QString& markdown, double points = bodyPoints, double indent = 0, bool isStrong = false)
    {
        QTextDocument document;
        lay(document, markdown, font(points, isStrong), indent);
        need(document.size().height());
        m_painter.save();
        m_painter.translate(margin + indent, m_y);
        document.drawContents(&m_painter);
        m_painter.restore();
        m_y += document.size().height() + gap / 2;
    }

    /// The height of words in ordinary type, for need().
    double heightOf(const QString& words) const
    {
        QTextDocument document;
        lay(document, words, font(bodyPoints, false), 0);
        return document.size().height() + gap / 2;
    }

    /// The same of a question with its answers and as many empty lines.
    double heightOf(const QString& question, const QStringList& answers, int lines) const
    {
        const auto height = [this](const QString& words, double indent) {
            QTextDocument document;
            lay(document, words, font(bodyPoints, true), indent);
            return document.size().height() + gap / 2;
        };
        double all = height(question, 0);
        for (const QString& answer : answers)
            all += height(answer, answerIndent);
        return lines > 0 ? all + height(QStringLiteral("?"), 0) + lines * lineHeight : all;
    }

    /// A box to tick, its letter, and the answer; or a task, which has no letter.
    void answer(const QString& letter, const QString& words, bool isRight)
    {
        need(3 * bodyPoints);
        m_painter.setPen(QPen(m_theme.text, 1));
        const QRectF box(margin + 2, m_y + 2, 10, 10);
        m_painter.drawRect(box);
        if (isRight) {
            m_painter.drawLine(box.topLeft(), box.bottomRight());
            m_painter.drawLine(box.topRight(), box.bottomLeft());
        }
        m_painter.setFont(font(bodyPoints, true));
        m_painter.drawText(QRectF(margin + letterIndent, m_y - 1, 24, 18), Qt::AlignLeft, letter);
        text(words, bodyPoints, letter.isEmpty() ? letterIndent : answerIndent, isRight);
    }

    void line(int count)
    {
        m_painter.setPen(QPen(m_theme.borderStrong, 0.5));
        for (int i = 0; i < count; ++i) {
            need(lineHeight + 2);
            m_y += lineHeight;
            m_painter.drawLine(QPointF(margin, m_y), QPointF(margin + width(), m_y));
        }
        m_y += gap;
    }

    void rule()
    {
        if (m_y > margin)
            m_y += gap; // else it looks like one more line to write on
        m_painter.setPen(QPen(m_theme.border, 0.75));
        m_painter.drawLine(QPointF(margin, m_y), QPointF(margin + width(), m_y));
        m_y += gap;
    }

    /// The plot with these parts left empty, for the reader's own drawing.
    void plot(widgets::Plot& plot, const QSizeF& size, const std::vector<QRectF>& hidden)
    {
        need(size.height());
        m_painter.save();
        m_painter.translate(margin, m_y);
        plot.setBackground(QBrush(Qt::NoBrush));
        plot.toPainter(&m_painter, int(size.width()), int(size.height()));
        for (const QRectF& part : hidden)
            emptyBox(part);
        m_painter.restore();
        m_y += size.height() + gap;
    }

    void emptyPicture(const QSizeF& size)
    {
        need(size.height());
        m_painter.save();
        m_painter.translate(margin, m_y);
        frame(QRectF(QPointF(), size));
        m_painter.setPen(m_theme.text2);
        m_painter.setFont(font(bodyPoints, false));
        m_painter.drawText(QRectF(QPointF(gap, gap), size), Qt::AlignLeft,
            say(QT_TRANSLATE_NOOP("lessons", "Draw here what you expect to see.")));
        m_painter.restore();
        m_y += size.height() + gap;
    }

private:
    static void lay(QTextDocument& document, const QString& markdown, const QFont& font, double indent)
    {
        document.setDocumentMargin(0);
        document.setUseDesignMetrics(true);
        document.setDefaultFont(font);
        document.setMarkdown(withBoldMarks(markdown));
        document.setTextWidth(width() - indent);
    }

    void frame(const QRectF& place)
    {
        m_painter.setPen(QPen(m_theme.borderStrong, 1, Qt::DashLine));
        m_painter.setBrush(Qt::white);
        m_painter.drawRect(place);
    }

    void emptyBox(const QRectF& place)
    {
        frame(place);
        m_painter.setFont(font(28, true));
        m_painter.drawText(place, Qt::AlignCenter, QStringLiteral("?"));
    }

    QFont font(double points, bool isStrong) const
    {
        widgets::FigureStyle style;
        style.plainLetters = true;
        QFont font = widgets::figureFont(style, points, isStrong ? QFont::DemiBold : QFont::Normal); // bold in Chinese, too
        font.setPixelSize(int(std::lround(points * 96 / 72)));
        return font;
    }

    void foot()
    {
        ++m_page;
        m_painter.setPen(m_theme.text2);
        m_painter.setFont(font(8, false));
        const QRectF place(margin, pageHeight - margin - footHeight / 2, width(), footHeight);
        m_painter.drawText(place, Qt::AlignLeft | Qt::AlignBottom, m_title + QStringLiteral(" · Cutaway"));
        m_painter.drawText(place, Qt::AlignRight | Qt::AlignBottom, QString::number(m_page));
    }

    QPdfWriter m_writer;
    QString m_title;
    const widgets::Theme& m_theme;
    QCPPainter m_painter;
    double m_dpi = 96, m_y = margin;
    int m_page = 0;
};

/// How much of a step's picture a sheet has.
enum class Picture
{
    Whole,
    Veiled, // as the step asks its question
    Later,  // none: it has the answer to an earlier question
    None    // the page has none, and the step says so
};

bool hasPicture(const HandoutStep& made)
{
    const widgets::FigureInfo* const figure = widgets::findFigure(made.figure);
    return figure && widgets::whyNothing(*figure, made.data).isEmpty();
}

bool isAllVeiled(const LessonStep& step)
{
    return std::ranges::any_of(step.veil, [](const LessonTarget& one) { return one.kind == "picture"; });
}

QString pictureElsewhere()
{
    return say(QT_TRANSLATE_NOOP("lessons", "The picture answers an earlier question: it is on the sheet with the answers."));
}

/// REQUIRES: there is one.
void addPicture(Sheet& sheet, const LessonStep& step, const HandoutStep& made, bool isVeiled)
{
    const widgets::FigureInfo* const figure = widgets::findFigure(made.figure);
    widgets::FigureStyle style;
    style.size = {Sheet::width(), figureHeight};
    style.tickPoints = 7;
    style.labelPoints = 8;
    style.titlePoints = 9;
    style.lineWidth = 1.2;
    style.showTitle = false;
    style.showLeftOut = false;
    style.plainLetters = true;
    style.showCaption = !isVeiled; // whose sentence has the numbers
    style = widgets::withRoom(*figure, made.data, style);
    if (isVeiled && isAllVeiled(step))
        return sheet.emptyPicture({style.size.width(), style.size.height() / 2});
    const std::unique_ptr<widgets::Plot> plot = widgets::buildFigure(*figure, made.data, style);
    std::vector<QRectF> hidden;
    for (const LessonTarget& target : step.veil)
        if (const auto part = isVeiled && target.isInPicture() ? partOf(*plot, target) : std::nullopt)
            hidden.push_back(*part);
    sheet.plot(*plot, style.size, hidden);
}

/// Of what belongs together: a question is read beside its picture and its text.
double heightOfStep(const Sheet& sheet, const LessonStep& step, const LessonText& text, Picture picture)
{
    const double ofPicture = picture == Picture::None     ? 0
        : picture == Picture::Later                       ? sheet.heightOf(pictureElsewhere())
        : picture == Picture::Veiled && isAllVeiled(step) ? figureHeight / 2 + gap
                                                          : figureHeight + gap;
    double all = 4 * stepPoints + ofPicture + sheet.heightOf(text.body);
    if (!step.tasks.empty())
        all += sheet.heightOf(text.request, text.tasks, 0);
    if (!step.answers.empty())
        all += sheet.heightOf(text.question, text.answers, picture == Picture::Whole ? 0 : linesForWhy);
    return all;
}

struct SheetStep
{
    const LessonStep& step;
    const HandoutStep& made;
    const LessonText& text;
    Picture picture = Picture::Whole;
};

void addStep(Sheet& sheet, const SheetStep& of, bool hasAnswers)
{
    const auto& [step, made, text, picture] = of;
    const bool isAsked = !step.answers.empty();
    if (picture == Picture::Later)
        sheet.text(pictureElsewhere());
    else if (picture != Picture::None)
        addPicture(sheet, step, made, picture == Picture::Veiled);
    sheet.text(text.body);
    const bool isDoneFirst = !step.tasks.empty();
    if (isDoneFirst) {
        sheet.text(text.request.isEmpty() ? say(QT_TRANSLATE_NOOP("lessons", "To do in the window:")) : text.request, bodyPoints,
            0, true);
        for (const QString& task : text.tasks)
            sheet.answer({}, task, false);
    }
    if (isAsked) {
        sheet.need(sheet.heightOf(text.question, text.answers, hasAnswers ? 0 : linesForWhy));
        sheet.text(text.question, bodyPoints, 0, true);
        const LessonAnswers known = answersOf(step, made);
        const int right = hasAnswers ? rightAnswer(step, {}, known) : -1;
        for (int i = 0; i < int(text.answers.size()); ++i)
            sheet.answer(answerLetter(i), text.answers[i], i == right);
    }
    if (hasAnswers && !text.after.isEmpty())
        sheet.text(text.after);
    else if (isAsked && !hasAnswers) {
        sheet.text(say(QT_TRANSLATE_NOOP("lessons", "Why?")));
        sheet.line(linesForWhy);
    }
}

} // namespace

QByteArray handoutPdf(const Lesson& lesson, const std::vector<HandoutStep>& steps, const HandoutLook& look)
{
    const Speaking speaking(look.language);
    const widgets::Counting counting(0); // as the words of the lesson do
    const LessonWords& words = lesson.wordsIn(look.language);
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    {
        Sheet sheet(&buffer, look.hasAnswers ? say(QT_TRANSLATE_NOOP("lessons", "%1: answers")).arg(words.title) : words.title);
        sheet.text(words.title, titlePoints, 0, true);
        if (!words.summary.isEmpty())
            sheet.text(words.summary);
        sheet.text(look.hasAnswers ? say(QT_TRANSLATE_NOOP("lessons", "Answers, for the teacher"))
                                   : say(QT_TRANSLATE_NOOP("lessons", "Name: ____________________    Date: ____________")));
        AskedSoFar asked;
        for (std::size_t i = 0; i < lesson.steps.size(); ++i) {
            const LessonStep& step = lesson.steps[i];
            // Of what is known, the sheet for students has what does not answer its questions.
            const LessonAnswers known = answersOf(step, steps[i]);
            const LessonText text = filled(words.steps[i], look.hasAnswers ? known : asked.withGaps(step, known));
            const Picture picture = !hasPicture(steps[i])    ? Picture::None
                : look.hasAnswers                            ? Picture::Whole
                : !step.answers.empty() && isAllVeiled(step) ? Picture::Veiled
                : asked.hasCovered(step)                     ? Picture::Later
                : step.answers.empty()                       ? Picture::Whole
                                                             : Picture::Veiled;
            asked.add(step, known);
            sheet.need(heightOfStep(sheet, step, text, picture));
            sheet.rule();
            sheet.text(QStringLiteral("%1  %2").arg(i + 1).arg(text.title), stepPoints, 0, true);
            addStep(sheet, {step, steps[i], text, picture}, look.hasAnswers);
        }
    }
    widgets::repairPdfText(bytes);
    return bytes;
}

void writeHandout(const QString& path, const QByteArray& pdf)
{
    QSaveFile file(path);
    if (!file.open(QIODevice::WriteOnly) || file.write(pdf) != pdf.size() || !file.commit())
        throw core::Error({.kind = core::ErrorKind::Output,
            .file = path.toStdString(),
            .problem = CUTAWAY_TR("cannot be written"),
            .found = file.errorString().toStdString()});
}

} // namespace app
