#pragma once

// The models of the atlas as the figures show them: which ones and in which order, "mine", and their choices in words.

#include "core/files/library/atlas.h"
#include "widgets/figure/figure.h"

#include <QCoreApplication>

#include <vector>

namespace widgets {

struct AtlasWords
{
    Q_DECLARE_TR_FUNCTIONS(Atlas)
};

inline constexpr TextOption atlasModelsOption{"models"}; // of the table, one of atlasTables()
inline constexpr TextOption atlasSortOption{"sort"};     // id of a column; "-" before it: downwards
inline constexpr TextOption atlasSearchOption{"search"}; // words that a row of the table has
inline constexpr TextOption atlasModelOption{"model"};   // id of the selected model
inline constexpr WholeOption atlasFromOption{"from", 0, 100'000}; // the first row of the table
inline constexpr WordOption atlasOverOption{"over", {"year", "size"}}; // of the charts

/// Which models and columns the table can have, the first where nothing is said: the tables of a course, how models were trained,
/// all.
QStringList atlasTables();
QString shownTable(const FigureData& data);

/// The model that runs in a slot; a replica is the model that it is a replica of.
struct MyModel
{
    core::AtlasModel model;
    QString name;
    Side side = Side::A;
    bool isPublished = false; // a replica
};

/// Those of the slots that are shown; without a run none.
std::vector<MyModel> myModels(const FigureData& data);

/// The selected model; nullptr when none is.
const core::AtlasModel* selectedModel(const FigureData& data);

/// Those of the table in its order.
std::vector<const core::AtlasModel*> tableModels(const FigureData& data);

/// A column of the table.
struct AtlasColumn
{
    const char* id;
    QString (*title)();
    QString (*text)(const core::AtlasModel& model);
    double (*number)(const core::AtlasModel& model); // what it sorts by, NaN: not known; null: by its text
    bool isChoice;                                   // of the architecture: grey where it is that of mine
};
std::span<const AtlasColumn> atlasColumns();

/// Those of the table that is shown, where it is none of the course: of how models were trained few, else all.
std::vector<const AtlasColumn*> shownColumns(const FigureData& data);

/// Id of the column that the table is sorted by, of the atlas or of a table of the course, and whether downwards; empty: a table
/// of the course as it is printed.
std::pair<QString, bool> sortedBy(const FigureData& data);

/// A choice of the architecture with the kinds that the shares of years are of: kinds that are forms of one are one.
struct AtlasFamily
{
    const char* id;
    QString (*title)();
    QStringList (*kinds)();
    int (*kindOf)(const core::AtlasModel& model); // −1: not known
};
std::span<const AtlasFamily> atlasFamilies();

/// "SwiGLU", "GELU"; empty where it is not known.
QString feedForwardName(const core::AtlasModel& model);

/// 175e9 -> "175 B".
QString sizeText(double parameters);

/// Why the atlas cannot be shown; empty when it can.
QString whyNoAtlas(const FigureData& data);

} // namespace widgets
