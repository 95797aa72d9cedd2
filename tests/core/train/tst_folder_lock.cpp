#include <QTest>
class Test_folder_lock : public QObject { Q_OBJECT };
QTEST_GUILESS_MAIN(Test_folder_lock)
#include "tst_folder_lock.moc"
