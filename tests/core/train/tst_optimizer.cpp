#include <QTest>
class Test_optimizer : public QObject { Q_OBJECT };
QTEST_GUILESS_MAIN(Test_optimizer)
#include "tst_optimizer.moc"
