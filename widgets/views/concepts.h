#pragma once

// The concepts of a course on Transformers (docs/concepts.md), and the pages that show each.

#include <QString>
#include <QVariantMap>

#include <span>
#include <vector>

namespace widgets {

struct FigureInfo;

struct Concept
{
    const char* id;    // "C08"
    const char* title; // QT_TRANSLATE_NOOP("concepts", …)
};

/// All of them, C01 to C44.
std::span<const Concept> allConcepts();

/// A page that serves a concept.
struct ConceptPage
{
    QString figure; // its id
    QString page;   // the word of "show"; empty where the figure has one page
    QString view;   // id of the view that shows the figure; empty: none does
    QVariantMap options = {}; // further options with which the page is of this concept and not of others

    /// Every option, "show" among them: what opens the page.
    QVariantMap allOptions() const;

    /// "positions show=relative kind=shaw": as `cutaway list concepts` and docs/concepts.md name it.
    QString words() const;
};

/// Where this concept is shown, in the order of `cutaway list figures`; perhaps nowhere.
std::vector<ConceptPage> pagesOf(const Concept& one);

/// The words of the page that shows it first; empty: none does.
QString mainPageOf(const Concept& one);

/// The concepts that one page of a figure serves; of all its pages for an empty word.
QStringList conceptsOf(const FigureInfo& figure, const QString& page = {});

} // namespace widgets
