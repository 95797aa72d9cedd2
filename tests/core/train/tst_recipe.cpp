#include <QTest>
class Test_recipe : public QObject { Q_OBJECT };
QTEST_GUILESS_MAIN(Test_recipe)
#include "tst_recipe.moc"
