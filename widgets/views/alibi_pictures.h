#pragma once

// The four pictures of the ALiBi room (option "show"): penalty, beyond, order, terms. alibi_figure.cpp chooses among them.

#include "widgets/figure/figure.h"

#include <QCoreApplication>

namespace widgets {

/// The translation context of the room.
struct Alibi
{
    Q_DECLARE_TR_FUNCTIONS(Alibi)
};

/// One picture: as FigureInfo, without what is common.
struct AlibiPicture
{
    const char* id;
    void (*draw)(Plot& plot, const FigureData& data, const FigureStyle& style);
    QString (*caption)(const FigureData& data);
    QString (*whyNot)(const FigureData& data);
    QString (*subtitle)(const FigureData& data);
    QString (*table)(const FigureData& data);
};

extern const AlibiPicture alibiPenaltyPicture; // the slopes and the four stages of a head
extern const AlibiPicture alibiBeyondPicture;  // beyond the prompt and the trained length
extern const AlibiPicture alibiOrderPicture;   // a token moved elsewhere, with and without positions
extern const AlibiPicture alibiTermsPicture;   // the four terms of sinusoids

/// "This model uses RoPE: shown is ALiBi on the same weights." Empty when it uses ALiBi.
QString insteadOf(const FigureData& data);

} // namespace widgets
