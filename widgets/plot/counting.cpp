#include "widgets/plot/counting.h"

#include <atomic>

namespace widgets {

namespace {

constinit std::atomic<int> numberInForce = 0;

} // namespace

int firstNumber() { return numberInForce; }

void setFirstNumber(int first) { numberInForce = first == 1 ? 1 : 0; }

QString layerLabel(qsizetype layer) { return QStringLiteral("L%1").arg(counted(layer)); }

QString headLabel(qsizetype head) { return QStringLiteral("H%1").arg(counted(head)); }

QString headLabel(qsizetype layer, qsizetype head) { return layerLabel(layer) + QLatin1Char(' ') + headLabel(head); }

} // namespace widgets
