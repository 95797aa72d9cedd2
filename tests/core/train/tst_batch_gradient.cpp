#include <QTest>
class Test_batch_gradient : public QObject { Q_OBJECT };
QTEST_GUILESS_MAIN(Test_batch_gradient)
#include "tst_batch_gradient.moc"
