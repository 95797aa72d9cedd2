#include <QTest>
class Test_training_text : public QObject { Q_OBJECT };
QTEST_GUILESS_MAIN(Test_training_text)
#include "tst_training_text.moc"
