#pragma once

// The three pictures of what enters the first block (option "show"): sum, similarity, plane. embeddings_figure.cpp chooses among
// them.

#include "widgets/figure/figure.h"

#include <QCoreApplication>

namespace widgets {

/// The translation context of the page.
struct Embeddings
{
    Q_DECLARE_TR_FUNCTIONS(Embeddings)
};

/// One picture: as FigureInfo, without what is common.
struct EmbeddingPicture
{
    const char* id;
    const char* title; // QT_TRANSLATE_NOOP("figures", …)
    void (*draw)(Plot& plot, const FigureData& data, const FigureStyle& style);
    QString (*caption)(const FigureData& data);
    QString (*whyNot)(const FigureData& data);
    QString (*subtitle)(const FigureData& data);
    QString (*table)(const FigureData& data);
    std::vector<Metric> (*metrics)(const FigureData& data); // may be null
    QSizeF (*leastPanel)(const FigureData& data);
};

extern const EmbeddingPicture embeddingSumPicture;        // the vectors that are added up, tokens × dimensions
extern const EmbeddingPicture embeddingSimilarityPicture; // the cosine of every two tokens, before and after
extern const EmbeddingPicture embeddingPlanePicture;      // the tokens on their first two principal components

} // namespace widgets
