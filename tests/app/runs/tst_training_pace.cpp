// The pace of pictures of a training: ten a second or more wherever steps allow it, never more than the window can draw.

#include "app/runs/training_pace.h"

#include <QTest>

using namespace app;

class TestTrainingPace : public QObject
{
    Q_OBJECT
private slots:
    void weightsAreToldTenTimesASecond()
    {
        for (int stepMs = 1; stepMs <= 200; ++stepMs) {
            const double step = stepMs * 1e-3;
            double since = step;
            while (!isTold(since, step))
                since += step;
            QVERIFY2(since <= std::max(0.1, step), qPrintable(QString::number(stepMs)));
            QVERIFY2(since >= std::min(0.1, std::max(0.046, step)), qPrintable(QString::number(stepMs)));
        }
    }

    void picturesTakeAtMostHalfOfTheTime()
    {
        for (int took = 0; took <= 50; ++took)
            QVERIFY(betweenPictures(took) <= 100);
        for (int took = 0; took <= 1000; ++took)
            QVERIFY(betweenPictures(took) >= 2 * took);
    }
};

QTEST_GUILESS_MAIN(TestTrainingPace)
#include "tst_training_pace.moc"
