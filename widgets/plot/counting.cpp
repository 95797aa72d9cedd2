#include "widgets/plot/counting.h"

namespace widgets {

namespace {

thread_local int numberInForce = 0; // a worker that reads numbers of a lesson changes nothing of the window

} // namespace

int firstNumber() { return numberInForce; }

void setFirstNumber(int first) { numberInForce = first == 1 ? 1 : 0; }

QString layerLabel(qsizetype layer) { return QStringLiteral("L%1").arg(counted(layer)); }

QString headLabel(qsizetype head) { return QStringLiteral("H%1").arg(counted(head)); }

QString headLabel(qsizetype layer, qsizetype head) { return layerLabel(layer) + QLatin1Char(' ') + headLabel(head); }

} // namespace widgets
