#include <QTest>
class Test_training_measures : public QObject { Q_OBJECT };
QTEST_GUILESS_MAIN(Test_training_measures)
#include "tst_training_measures.moc"
