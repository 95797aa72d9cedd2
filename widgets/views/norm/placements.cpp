// Where the norm stands: what the picture says, its numbers as a table and as metrics. courses.h computes it,
// placements_picture.h draws it.

#include "core/analysis/logit_lens.h"
#include "core/model/choices.h"
#include "widgets/figure/sides.h"
#include "widgets/figure/sentences.h"
#include "widgets/plot/number_format.h"
#include "widgets/views/norm/courses.h"
#include "widgets/views/norm/parts.h"
#include "widgets/views/norm/placements_picture.h"
#include "widgets/views/shared/figure_words.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>
#include <limits>

namespace widgets {

namespace {

struct Placements
{
    Q_DECLARE_TR_FUNCTIONS(Placements)
};

QString depthText(double depth)
{
    return QString::number(std::floor(depth)) + (depth > std::floor(depth) ? QStringLiteral(".5") : QString());
}

QString whyNotPlacements(const FigureData& data)
{
    if (QString reason = whyNoTokens(data); !reason.isEmpty())
        return reason;
    if (data.side == Side::Delta && sideGrid(data, depthGridOf()).isEmpty())
        return Placements::tr(
            "A and B do not write to the stream at the same depths, which a difference needs. Look at A | B.");
    const std::vector<Course> courses = coursesOf(data);
    const bool isAny = std::any_of(courses.begin(), courses.end(), [](const Course& course) { return !course.places.empty(); });
    if (isAny)
        return {};
    const auto hasRun = [](const KindRun& kind) { return kind.run != nullptr; };
    const std::vector<KindRun> kinds = kindsOf(data, placements());
    const bool areRefused = !kinds.empty() && std::ranges::none_of(kinds, hasRun);
    if (areRefused) // each for the same reason: only the memory refuses them all
        return Placements::tr("None of the placements could be run on this text (%1). Shorten the text.")
            .arg(QCoreApplication::translate("core", kinds.front().why.c_str()));
    return whyNotRecorded("blocks.*.resid_pre");
}

QString placementsSubtitle(const FigureData& data)
{
    if (isOverlay(data))
        return Placements::tr("Each line: root mean square (RMS) of the residual stream at each depth, on a logarithmic axis.");
    return Placements::tr("Cells: root mean square (RMS) of a token's stream; upwards: depth.");
}

std::vector<Caveat> placementsCaveats(const FigureData& data)
{
    if (kindsOf(data, placements()).empty())
        return {};
    std::vector<NamedRun> others;
    for (const Course& course : coursesOf(data))
        if (course.slot.isEmpty())
            others.push_back({course.name, course.run});
    return caveatsOfKinds(others);
}

QString placementsCaption(const FigureData& data)
{
    std::vector<Course> courses = coursesOf(data);
    QStringList ends, ways, sentences;
    double first = std::numeric_limits<double>::quiet_NaN();
    bool beginsAlike = true; // on the same weights all do
    core::Index blocks = 0;
    for (const Course& course : courses) {
        if (course.places.empty())
            continue;
        const double last = valueAt(course.places.back(), data, *course.run);
        if (brokenFrom(course) >= 0)
            continue; // has a sentence of its own
        const double begin = valueAt(course.places.front(), data, *course.run);
        beginsAlike &= ends.isEmpty() || lengthText(begin) == lengthText(first);
        first = begin;
        blocks = std::max(blocks, core::Index(course.places.back().depth));
        ends << Placements::tr("%1 with %2").arg(lengthText(last), course.name);
        ways << Placements::tr("from %1 to %2 with %3").arg(lengthText(begin), lengthText(last), course.name);
    }
    if (data.side == Side::Delta) {
        const double a = valueAt(courses[0].places.back(), data, *courses[0].run);
        const double b = valueAt(courses[1].places.back(), data, *courses[1].run);
        for (const Course& course : courses)
            if (const double depth = brokenFrom(course); depth >= 0)
                return Placements::tr("%1 has no numbers to subtract from depth %2 on.").arg(course.name, depthText(depth));
        return Placements::tr("After the last block the RMS of B is %1 and that of A %2: %3.")
            .arg(lengthText(b), lengthText(a), formatDifference(b - a));
    }
    const QString comma = Placements::tr(", ");
    if (ends.size() == 1)
        sentences << Placements::tr("The RMS of the stream goes from %1 after the embedding to %2 after %3 blocks.")
                         .arg(lengthText(first), ends.front())
                         .arg(blocks);
    else if (!ends.isEmpty() && !beginsAlike)
        sentences << Placements::tr("Over %1 blocks the RMS of the stream goes %2.").arg(blocks).arg(ways.join(comma));
    else if (!ends.isEmpty())
        sentences << Placements::tr("The RMS of the stream goes from %1 after the embedding, in %3 blocks, to %2.")
                         .arg(lengthText(first), ends.join(comma))
                         .arg(blocks);
    for (const Course& course : courses) {
        if (const double depth = brokenFrom(course); depth >= 0)
            sentences << (isOverlay(data) // lines only
                    ? Placements::tr("%1: from depth %2 on numbers are too large for float32.")
                    : Placements::tr("%1: from depth %2 on numbers are too large for float32 (hatched)."))
                             .arg(course.name, depthText(depth));
    }
    return joinedSentences(sentences);
}

QString placementsTable(const FigureData& data)
{
    QString text = QStringLiteral("kind,depth,position,rms\n");
    for (const Course& course : coursesOf(data))
        for (const core::StreamPlace& place : course.places)
            for (std::size_t i = 0; i < place.lengths.size(); ++i)
                text += QStringLiteral("%1,%2,%3,%4\n")
                            .arg(course.value.empty() ? QStringLiteral("run") : QString::fromStdString(course.value),
                                depthText(place.depth))
                            .arg(i)
                            .arg(exactText(float(place.lengths[i])));
    return text;
}

std::vector<Metric> placementsMetrics(const FigureData& data)
{
    const GridOf numbers = depthGridOf();
    return gridMetrics(numbers(*data.a), numbers(*data.b), [&](int row, int column) {
        Selection at = data.selection;
        at.layer = layerOfRow(*data.a, row);
        at.query = column;
        return at;
    });
}

/// Whether A has a stream of its own that the others are compared with.
bool recordsStream(const FigureData& data)
{
    for (core::Index layer = -1; data.a && layer < data.a->trace->layers(); ++layer)
        if (core::streamAfter(*data.a->trace, layer))
            return true;
    return false;
}

FigureOptions options(const FigureData&)
{
    QStringList kinds{QStringLiteral("normed"), QStringLiteral("all")};
    for (const std::string& kind : core::findChoiceKey(placementFamily)->words)
        kinds << QString::fromStdString(kind);
    return {layoutOption, ofOption, kindsOption.someOf(kinds)};
}

} // namespace

core::Index depthRows(const RunResult& run) { return depthGridOf()(run).rows; }

int layerOfRow(const RunResult& run, int row) { return std::max(0, int(depthRows(run)) - 2 - row); }

int rowOfLayer(const RunResult& run, int layer)
{
    const int row = int(depthRows(run)) - 2 - layer;
    return row >= 0 && layer >= 0 ? row : -1;
}

const FigurePage placementsPage{.id = "placements",
    .title = QT_TRANSLATE_NOOP("figures", "What does norm placement do to the stream?"),
    .draw = drawPlacements,
    .caption = placementsCaption,
    .whyNot = whyNotPlacements,
    .subtitle = placementsSubtitle,
    .table = placementsTable,
    .metrics = placementsMetrics,
    .needs = [](const FigureData& data) { return recordsStream(data) ? kindsNeeded(data, placements()) : Needs(); },
    .options = options,
    .caveats = placementsCaveats,
    .concepts = "C20 C22"};

} // namespace widgets
