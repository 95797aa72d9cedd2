<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en" sourcelanguage="en_US">
<context>
    <name>Alibi</name>
    <message numerus="yes">
        <source>H%1 pays %2 for the %n token(s) of the prompt and %3 for %4.</source>
        <translation>
            <numerusform>H%1 pays %2 for the one token of the prompt and %3 for %4.</numerusform>
            <numerusform>H%1 pays %2 for the %n tokens of the prompt and %3 for %4.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Atlas</name>
    <message numerus="yes">
        <source>%n published model(s) in the table. Grey: as mine. * the course differs. 48 : 8 = heads : key/value heads.</source>
        <translation>
            <numerusform>One published model in the table. Grey: as mine. * the course differs. 48 : 8 = heads : key/value heads.</numerusform>
            <numerusform>%n published models in the table. Grey: as mine. * the course differs. 48 : 8 = heads : key/value heads.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n published model(s) in the words of the course; → the fact where it is another. Grey: as mine.</source>
        <translation>
            <numerusform>%n published model in the words of the course; → the fact where it is another. Grey: as mine.</numerusform>
            <numerusform>%n published models in the words of the course; → the fact where it is another. Grey: as mine.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The course differs from the facts for %n model(s): %1.</source>
        <translation>
            <numerusform>The course differs from the facts for %n model: %1.</numerusform>
            <numerusform>The course differs from the facts for %n models: %1.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n model(s) whose dropout or weight decay was published, with where; – is not known.</source>
        <translation>
            <numerusform>%n model whose dropout or weight decay was published, with where; – is not known.</numerusform>
            <numerusform>%n models whose dropout or weight decay was published, with where; – is not known.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>AttentionCell</name>
    <message numerus="yes">
        <source>%n term(s) add up to %1. Without the mask the score would be %2; the mask makes the weight 0.</source>
        <translation>
            <numerusform>One term makes %1. Without the mask the score would be %2; the mask makes the weight 0.</numerusform>
            <numerusform>%n terms add up to %1. Without the mask the score would be %2; the mask makes the weight 0.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n term(s) add up to %1: score %2, weight %3.</source>
        <translation>
            <numerusform>One term makes %1: score %2, weight %3.</numerusform>
            <numerusform>%n terms add up to %1: score %2, weight %3.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n term(s) add up to %1; %2, they make the score %3, and the softmax turns it into the weight %4.</source>
        <translation>
            <numerusform>One term makes %1; %2, it makes the score %3, and the softmax turns it into the weight %4.</numerusform>
            <numerusform>%n terms add up to %1; %2, they make the score %3, and the softmax turns it into the weight %4.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Caveats</name>
    <message numerus="yes">
        <source>The model has no position beyond %1: the last %n token(s) of the text are left out.</source>
        <translation>
            <numerusform>The model has no position beyond %1: the last token of the text is left out.</numerusform>
            <numerusform>The model has no position beyond %1: the last %n tokens of the text are left out.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Circuits</name>
    <message numerus="yes">
        <source>%n path(s)</source>
        <translation>
            <numerusform>%n path</numerusform>
            <numerusform>%n paths</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n head(s)</source>
        <translation>
            <numerusform>%n head</numerusform>
            <numerusform>%n heads</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The %1 is %2, with every path exchanged %3; %n path(s) keep %4 of the difference by themselves.</source>
        <translation>
            <numerusform>The %1 is %2, with every path exchanged %3; one path keeps %4 of the difference by itself.</numerusform>
            <numerusform>The %1 is %2, with every path exchanged %3; %n paths keep %4 of the difference by themselves.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Cost</name>
    <message numerus="yes">
        <source>The operations add up to %1 (middle of %n passes); a pass without the clock takes %2.</source>
        <translation>
            <numerusform>The operations add up to %1 (one pass); a pass without the clock takes %2.</numerusform>
            <numerusform>The operations add up to %1 (middle of %n passes); a pass without the clock takes %2.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 and %n other choice(s)</source>
        <translation>
            <numerusform>%1 and %n other choice</numerusform>
            <numerusform>%1 and %n other choices</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n token(s) instead of %1</source>
        <translation>
            <numerusform>%n token instead of %1</numerusform>
            <numerusform>%n tokens instead of %1</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Embeddings</name>
    <message numerus="yes">
        <source>A row is a token&apos;s vector of %n number(s).</source>
        <translation>
            <numerusform>A row is a token&apos;s vector of one number.</numerusform>
            <numerusform>A row is a token&apos;s vector of %n numbers.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Fairness</name>
    <message numerus="yes">
        <source>same %n token(s)</source>
        <translation>
            <numerusform>same %n token</numerusform>
            <numerusform>same %n tokens</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>other tokens, %n of each</source>
        <translation>
            <numerusform>other tokens, %n of each</numerusform>
            <numerusform>other tokens, %n of each</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>HeadsCache</name>
    <message numerus="yes">
        <source>One token leaves so many numbers in the cache of all %n layers: %1</source>
        <translation>
            <numerusform>One token leaves so many numbers in the cache of the one layer: %1</numerusform>
            <numerusform>One token leaves so many numbers in the cache of all %n layers: %1</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>InterventionText</name>
    <message numerus="yes">
        <source>%n number(s)</source>
        <translation>
            <numerusform>%n number</numerusform>
            <numerusform>%n numbers</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 → −∞ in %n cell(s)</source>
        <translation>
            <numerusform>%1 → −∞ in %n cell</numerusform>
            <numerusform>%1 → −∞ in %n cells</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ModelDiagram</name>
    <message numerus="yes">
        <source>%n choice(s) more</source>
        <translation>
            <numerusform>%n choice more</numerusform>
            <numerusform>%n choices more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>NoRoom</name>
    <message numerus="yes">
        <source>No room for %n part(s).</source>
        <translation>
            <numerusform>No room for %n part.</numerusform>
            <numerusform>No room for %n parts.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Tokens</name>
    <message numerus="yes">
        <source>“%1” takes %2 bytes and lies in %n token(s).</source>
        <translation>
            <numerusform>“%1” takes %2 bytes and lies in %n token.</numerusform>
            <numerusform>“%1” takes %2 bytes and lies in %n tokens.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Writing</name>
    <message numerus="yes">
        <source>%1 and %n more</source>
        <translation>
            <numerusform>%1 and one more</numerusform>
            <numerusform>%1 and %n more</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>One prompt, %n continuation(s)</source>
        <translation>
            <numerusform>One prompt, one continuation</numerusform>
            <numerusform>One prompt, %n continuations</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The model reads %1 tokens: %n text(s) end there.</source>
        <translation>
            <numerusform>The model reads %1 tokens: one text ends there.</numerusform>
            <numerusform>The model reads %1 tokens: %n texts end there.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n text(s) end with the token that ends a text.</source>
        <translation>
            <numerusform>One text ends with the token that ends a text.</numerusform>
            <numerusform>%n texts end with the token that ends a text.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>app::AnimationDialog</name>
    <message numerus="yes">
        <source>%n frames</source>
        <translation>
            <numerusform>%n frame</numerusform>
            <numerusform>%n frames</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>app::ExportDialog</name>
    <message numerus="yes">
        <source>%n file(s)</source>
        <translation>
            <numerusform>%n file</numerusform>
            <numerusform>%n files</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n file(s) exist already: %1</source>
        <translation>
            <numerusform>%n file exists already: %1</numerusform>
            <numerusform>%n files exist already: %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n file(s), %1</source>
        <translation>
            <numerusform>%n file, %1</numerusform>
            <numerusform>%n files, %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n not written: %1</source>
        <translation>
            <numerusform>%n not written: %1</numerusform>
            <numerusform>%n not written: %1</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>app::Intervening</name>
    <message numerus="yes">
        <source>This text has %n token(s).</source>
        <translation>
            <numerusform>This text has %n token.</numerusform>
            <numerusform>This text has %n tokens.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>app::LecturerWindow</name>
    <message numerus="yes">
        <source>%n scene(s) · Page Down begins</source>
        <translation>
            <numerusform>%n scene · Page Down begins</numerusform>
            <numerusform>%n scenes · Page Down begins</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>app::MainWindow</name>
    <message numerus="yes">
        <source>%n layer(s)</source>
        <translation>
            <numerusform>%n layer</numerusform>
            <numerusform>%n layers</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Copied: %n row(s)</source>
        <translation>
            <numerusform>Copied: %n row</numerusform>
            <numerusform>Copied: %n rows</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n planned step(s), the first is here. F5 presents them; there → or Page Down goes on, ← back.</source>
        <translation>
            <numerusform>%n planned step is here. F5 presents it.</numerusform>
            <numerusform>%n planned steps, the first is here. F5 presents them; there → or Page Down goes on, ← back.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>commandLine</name>
    <message numerus="yes">
        <source>%n token(s)</source>
        <translation>
            <numerusform>%n token</numerusform>
            <numerusform>%n tokens</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>widgets::SpanRows</name>
    <message numerus="yes">
        <source>… %n line(s) more have no room here</source>
        <translation>
            <numerusform>… %n line more has no room here</numerusform>
            <numerusform>… %n lines more have no room here</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>widgets::TablePage</name>
    <message numerus="yes">
        <source>%n row(s)</source>
        <translation>
            <numerusform>%n row</numerusform>
            <numerusform>%n rows</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 of %n row(s)</source>
        <translation>
            <numerusform>%1 of %n row</numerusform>
            <numerusform>%1 of %n rows</numerusform>
        </translation>
    </message>
</context>
</TS>
