#include "widgets/views/norm/courses.h"

#include "widgets/figure/choice_text.h"
#include "widgets/figure/fairness.h"
#include "widgets/figure/sides.h"
#include "widgets/views/norm/parts.h"
#include "widgets/views/shared/figure_words.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>
#include <limits>

namespace widgets {

const char* const placementFamily = "norm.placement";

Family placements() { return {placementFamily, {"blocks.*.resid_*"}}; }

namespace {

struct Placements
{
    Q_DECLARE_TR_FUNCTIONS(Placements)
};

/// A stream without norms grows beyond all others: it is shown on request, and never affects a scale.
constexpr const char* kUnbounded = "none";

Course courseOf(const RunPtr& run, const QString& name, int pen)
{
    Course course{.name = name, .run = run, .pen = pen};
    if (run) {
        course.places = core::streamPlaces(*run->trace, core::VectorLength::Rms);
        course.value = placementOf(*run);
    }
    return course;
}

std::vector<Course> kindCourses(const FigureData& data, const std::vector<KindRun>& kinds)
{
    QStringList wanted = kindsOption.listIn(data);
    wanted.removeAll(QStringLiteral("normed"));
    const std::string ofA = placementOf(*data.a);
    std::vector<Course> courses;
    for (const KindRun& kind : kinds) {
        const bool isWanted = wanted.isEmpty()
            ? kind.value != kUnbounded || kind.value == ofA
            : wanted.contains(QStringLiteral("all")) || wanted.contains(QString::fromStdString(kind.value));
        if (!isWanted)
            continue;
        Course course = courseOf(kind.run, choiceText(placementFamily, kind.value), placeInFamily(kind.value));
        course.value = kind.value;
        course.slot = kind.value == ofA ? ownMark(data) : QString();
        if (!kind.run)
            course.why = coreText(kind.why);
        else if (course.places.empty())
            course.why = whyNotRecorded("blocks.*.resid_pre");
        courses.push_back(std::move(course));
    }
    return courses;
}

} // namespace

std::string placementOf(const RunResult& run)
{
    if (run.setup && !run.setup->config.blocks.empty())
        return std::string(core::infoOf(run.setup->config.blocks.front().placement).id);
    const core::Json& choices = run.trace->choices;
    if (choices.is_object() && choices.contains("norm") && choices["norm"].contains("placement")
        && choices["norm"]["placement"].is_string())
        return choices["norm"]["placement"].get<std::string>();
    return {};
}

bool isOverlay(const FigureData& data) { return layoutOption.is(data, "overlay"); }

bool isOfSelected(const FigureData& data) { return ofOption.is(data, "selected"); }

int placeInFamily(const std::string& value)
{
    const core::ChoiceKey* key = core::findChoiceKey(placementFamily);
    const auto found = std::find(key->words.begin(), key->words.end(), value);
    return found == key->words.end() ? 0 : int(found - key->words.begin());
}

std::vector<Course> coursesOf(const FigureData& data)
{
    if (data.side == Side::Both || data.side == Side::Delta) {
        const auto [a, b] = slotNames(data, fairnessOf(data));
        return {courseOf(data.a, a.isEmpty() ? QStringLiteral("A") : a, 0),
            courseOf(data.b, b.isEmpty() ? QStringLiteral("B") : b, 1)};
    }
    const RunPtr& run = shownRun(data);
    if (const std::vector<KindRun> kinds = kindsOf(data, placements()); !kinds.empty())
        return kindCourses(data, kinds);
    const bool isB = data.b && run == data.b && run != data.a;
    const std::string value = placementOf(*run);
    const QString name = value.empty() ? Placements::tr("this run") : choiceText(placementFamily, value);
    Course course = courseOf(run, name, isB ? 1 : 0);
    return {course};
}

double valueAt(const core::StreamPlace& place, const FigureData& data, const RunResult& run)
{
    if (!isOfSelected(data))
        return place.rest;
    const auto position = std::size_t(shownPosition(run, data.selection));
    return position < place.lengths.size() ? place.lengths[position] : std::numeric_limits<double>::quiet_NaN();
}

Grid depthGrid(const std::vector<core::StreamPlace>& places)
{
    std::vector<float> values;
    core::Index rows = 0, columns = 0;
    for (std::size_t i = places.size(); i-- > 0;)
        if (places[i].isBetweenBlocks()) {
            for (const double length : places[i].lengths)
                values.push_back(float(length));
            columns = core::Index(places[i].lengths.size());
            ++rows;
        }
    return gridOf(std::move(values), rows, columns);
}

GridOf depthGridOf()
{
    return [](const RunResult& run) { return depthGrid(core::streamPlaces(*run.trace, core::VectorLength::Rms)); };
}

double brokenFrom(const Course& course)
{
    for (const core::StreamPlace& place : course.places)
        for (const double length : place.lengths)
            if (!std::isfinite(length))
                return place.depth;
    return -1;
}

bool isInScale(const Course& course, const std::vector<Course>& all)
{
    const bool hasOthers
        = std::any_of(all.begin(), all.end(), [](const Course& one) { return one.value != kUnbounded && !one.places.empty(); });
    return !hasOthers || course.value != kUnbounded;
}

} // namespace widgets
