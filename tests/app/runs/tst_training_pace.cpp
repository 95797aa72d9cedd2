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
            TellingPace pace;
            int told = 0, steps = 0;
            double last = 1000; // it was on before
            for (double now = 1000; now < 1020; now += step, ++steps)
                if (pace.isTold(now, step)) {
                    QVERIFY2(now - last <= 0.1 + step, qPrintable(QString::number(stepMs)));
                    last = now;
                    ++told;
                }
            QVERIFY2(told >= std::min(200, steps), qPrintable(QString::number(stepMs)));
            QVERIFY2(told <= std::min(207, steps), qPrintable(QString::number(stepMs))); // no more than that costs the training
        }
    }

    void picturesTakeAtMostHalfOfTheTime()
    {
        for (int took = 0; took <= 50; ++took)
            QVERIFY(betweenPictures(took) <= 100);
        for (int took = 0; took <= 500; ++took)
            QVERIFY(betweenPictures(took) >= 2 * took);
        QVERIFY(betweenPictures(128'000) <= 1000); // one that was held up does not hold up the next
    }
};

QTEST_GUILESS_MAIN(TestTrainingPace)
#include "tst_training_pace.moc"
