#include <QTest>
class Test_checkpoint : public QObject { Q_OBJECT };
QTEST_GUILESS_MAIN(Test_checkpoint)
#include "tst_checkpoint.moc"
