// Lesson, its words with the values of a run in them.

#include "app/lessons/lesson.h"

#include <QCoreApplication>

namespace app {

int rightAnswer(const LessonStep& step, const LessonScene& scene, const LessonAnswers& known)
{
    int right = -1;
    for (int i = 0; i < int(step.answers.size()); ++i)
        if (holds(step.answers[std::size_t(i)], scene, known)) {
            if (right >= 0)
                return -1;
            right = i;
        }
    return right;
}

LessonText filled(LessonText text, const LessonAnswers& known)
{
    for (QString* words : {&text.body, &text.question, &text.request, &text.after, &text.notes})
        *words = withAnswers(*words, known);
    for (QStringList* list : {&text.answers, &text.tasks})
        for (QString& words : *list)
            words = withAnswers(words, known);
    return text;
}

QString answerLetter(int answer)
{
    //: The signs of the answers of a question, in their order, with nothing between them
    const QString letters = QCoreApplication::translate("lessons", "ABCDEFGH");
    return answer < letters.size() ? letters.mid(answer, 1) : QString::number(answer + 1);
}

} // namespace app
