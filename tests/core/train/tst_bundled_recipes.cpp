// Recipes that come with the program: each can be read, a name stands for its file, and a file of that name goes first.

#include "core/train/bundled_recipes.h"

#include "core/base/error.h"
#include "tests/core/support/temporary_files.h"

#include <QDir>
#include <QTest>

#include <algorithm>

using namespace core;

class TestBundledRecipes : public QObject
{
    Q_OBJECT
private slots:
    void eachIsARecipe()
    {
        const std::vector<std::string> names = bundledRecipes();
        QVERIFY(std::find(names.begin(), names.end(), "induction") != names.end());
        QVERIFY(std::is_sorted(names.begin(), names.end()));
        for (const std::string& name : names)
            QVERIFY2(recipeNamed(name).steps >= 50, name.c_str());
    }

    void aNameStandsForItsFile()
    {
        QVERIFY(QString::fromStdString(recipePath("induction")).endsWith("/recipes/induction.json"));
        QCOMPARE(recipePath("no-such-recipe"), std::string("no-such-recipe"));
        const TemporaryFolder folder;
        const std::string own = folder.write("own.json", R"({"steps": 7})");
        QVERIFY(recipeNamed(own).steps == 7);
        QVERIFY_EXCEPTION_THROWN(recipeNamed("no-such-recipe"), Error);
    }

    void aFileOfThatNameGoesFirst()
    {
        const TemporaryFolder folder;
        folder.write("induction", R"({"steps": 3})");
        const QString before = QDir::currentPath();
        QDir::setCurrent(QString::fromStdString(folder.path("")));
        const Index steps = recipeNamed("induction").steps;
        QDir::setCurrent(before);
        QVERIFY(steps == 3);
    }
};

QTEST_APPLESS_MAIN(TestBundledRecipes)
#include "tst_bundled_recipes.moc"
