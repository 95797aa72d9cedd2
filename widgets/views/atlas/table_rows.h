#pragma once

// The rows of the table of the atlas: those of a table of the course with its columns, order and words, or all models with
// theirs.

#include "widgets/views/atlas/model_table.h"
#include "widgets/views/atlas/models.h"

namespace core {
struct CourseTable;
}

namespace widgets {

/// The table of the course that is shown; nullptr: all models. Throws nothing: a table that cannot be read counts as missing.
const core::CourseTable* courseTableOf(const FigureData& data);

/// What a column of a table of the course is called in the language in force: "tokens", "L".
QString courseColumnTitle(const std::string& column);

/// A cell of such a column in the language in force: "causal" -> "因果"; names of models and of tokenizers stay.
QString courseWord(const std::string& column, const std::string& word);

struct AtlasTable
{
    std::vector<ModelColumn> columns;
    std::vector<ModelRow> rows;
    std::vector<const core::AtlasModel*> models; // of the rows; nullptr for one that is not published
    int pinned = 0;                              // rows in front: slots that are none of the table's models
    int sorted = -1;                             // column of the order; −1: as printed
    bool isDownwards = false;
};
AtlasTable atlasTable(const FigureData& data);

/// Cells of a table of the course whose facts are others.
struct CourseDifference
{
    const core::AtlasModel* model;
    QString column; // its title
    QString said, fact;
};
std::vector<CourseDifference> courseDifferences(const FigureData& data);

} // namespace widgets
