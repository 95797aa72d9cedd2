#include <QTest>
class Test_training_record : public QObject { Q_OBJECT };
QTEST_GUILESS_MAIN(Test_training_record)
#include "tst_training_record.moc"
