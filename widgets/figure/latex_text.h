#pragma once

// LatexText: a figure's words for a paper: the environment that shows its file with its caption below.

#include <QString>

namespace widgets {

/// The text with LaTeX's own characters escaped, its quotes as LaTeX has them, and its mathematical characters as mathematics,
/// so that it also sets with pdfLaTeX. Chinese stays: it needs ctex or xeCJK.
QString latexText(const QString& plain);

struct LatexFigure
{
    QString file;    // of the picture, without its extension: LaTeX takes the PDF or the PNG
    QString title;   // for the list of figures; may be empty
    QString caption;
    double millimetres = 0; // width of the page, at which the type has its size
};

/// The whole environment, with a label made of the file's name; ends in a newline.
QString latexOf(const LatexFigure& figure);

} // namespace widgets
