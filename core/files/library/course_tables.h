#pragma once

// Course tables: the tables of published models as a course on Transformers prints them, with its columns, order and words, and
// the fact of each cell by the atlas. They come with the program, in ../share/cutaway/atlas/course.json.

#include "core/files/library/atlas.h"

#include <string>
#include <vector>

namespace core {

struct CourseRow
{
    std::string model; // id of the atlas
    std::vector<std::string> cells; // one a column; "-": not published
};

struct CourseTable
{
    std::string id; // "large": many models, "llama": LLaMA 1 to 3, "deepseek": LLaMA 3.1 beside DeepSeek
    std::vector<std::string> columns; // "model", "topology", … "L", "N", "H"
    std::vector<CourseRow> rows;      // as printed
};

/// Those of the program. Throws Error{BadInput} when they cannot be read.
const std::vector<CourseTable>& courseTables();

/// nullptr when there is none of this id.
const CourseTable* findCourseTable(const std::string& id);

/// Throws Error{BadInput}: file, place, problem. `models` are the ids that a row may have.
std::vector<CourseTable> readCourseTables(const std::string& path, const std::vector<AtlasModel>& models);

/// What the atlas knows of a column, in the words of the course ("SwiGLU", "causal", "24 + 24"); empty where it is not known or
/// nothing to compare (the name, the tokenizer).
std::string courseFact(const std::string& column, const AtlasModel& model);

/// The number of a cell: "175B" -> 1.75e11, "96" -> 96; NaN for what is none.
double courseNumber(const std::string& cell);

/// The fact where it is another than the course's cell; empty where it is the same, where it is not known, and for a number of
/// parameters that is the published one rounded.
std::string courseDifference(const std::string& column, const std::string& cell, const AtlasModel& model);

} // namespace core
