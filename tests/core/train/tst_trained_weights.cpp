#include <QTest>
class Test_trained_weights : public QObject { Q_OBJECT };
QTEST_GUILESS_MAIN(Test_trained_weights)
#include "tst_trained_weights.moc"
