<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN" sourcelanguage="en_US">
<context>
    <name>Alibi</name>
    <message>
        <source>Slopes do not depend on the run: look at A | B.</source>
        <translation>斜率与运行无关：请看 A | B。</translation>
    </message>
    <message>
        <source>This trace does not say how many heads its model has.</source>
        <translation>这份记录没有说明模型有多少个头。</translation>
    </message>
    <message>
        <source>Penalty −m·d over the distance d</source>
        <translation>惩罚 −m·d 随距离 d 的变化</translation>
    </message>
    <message>
        <source>H%1 m = %2</source>
        <translation>H%1 m = %2</translation>
    </message>
    <message>
        <source>length of the text, tokens</source>
        <translation>文本长度（词元）</translation>
    </message>
    <message>
        <source>key</source>
        <translation>键</translation>
    </message>
    <message>
        <source>query</source>
        <translation>查询</translation>
    </message>
    <message>
        <source>penalty</source>
        <translation>惩罚</translation>
    </message>
    <message>
        <source>With equal contents it would look %1 tokens back at the prompt&apos;s length and %2 at %3, where a head without penalty looks %4.</source>
        <translation>若内容全都相同，它在提示长度时回看 %1 个词元，在 %3 时回看 %2 个；没有惩罚的头在那里回看 %4 个。</translation>
    </message>
    <message>
        <source>Shown: ALiBi on the same weights. The model itself: %1.</source>
        <translation>图中：相同权重加 ALiBi。模型本身：%1。</translation>
    </message>
    <message>
        <source>All heads have the same slope.</source>
        <translation>所有头的斜率相同。</translation>
    </message>
    <message>
        <source>A geometric sequence: each slope is %1 of the one before.</source>
        <translation>等比数列：每个斜率是前一个的 %1。</translation>
    </message>
    <message>
        <source>A geometric sequence up to H%1, each slope %2 of the one before; the other heads lie between.</source>
        <translation>到 H%1 为等比数列，每个斜率是前一个的 %2；其余的头位于其间。</translation>
    </message>
    <message>
        <source>The slopes are not a geometric sequence.</source>
        <translation>这些斜率不是等比数列。</translation>
    </message>
    <message>
        <source>%1, own mask</source>
        <translation>%1，原掩码</translation>
    </message>
    <message>
        <source>Both orders of one run are compared here: look at A | B.</source>
        <translation>这里比较的是同一次运行的两种顺序：请看 A | B。</translation>
    </message>
    <message>
        <source>Moving a token needs another run, and the model of this trace is not open.</source>
        <translation>移动词元需要另一次运行，而这份记录的模型没有打开。</translation>
    </message>
    <message>
        <source>%1 tokens are too many to move one by one: shorten the text to %2.</source>
        <translation>%1 个词元太多，无法逐个移动：请把文本缩短到 %2 个。</translation>
    </message>
    <message>
        <source>This model cannot be run with another position encoding.</source>
        <translation>这个模型无法用另一种位置编码运行。</translation>
    </message>
    <message>
        <source>typed</source>
        <translation>按输入</translation>
    </message>
    <message>
        <source>moved</source>
        <translation>移动后</translation>
    </message>
    <message>
        <source>attention as typed</source>
        <translation>按输入的注意力</translation>
    </message>
    <message>
        <source>weight</source>
        <translation>权重</translation>
    </message>
    <message>
        <source>token moved</source>
        <translation>移动词元后</translation>
    </message>
    <message>
        <source>put back, minus typed</source>
        <translation>放回后减去原来</translation>
    </message>
    <message>
        <source>Δ weight</source>
        <translation>Δ 权重</translation>
    </message>
    <message>
        <source>change</source>
        <translation>变化</translation>
    </message>
    <message>
        <source>%1: attention of L%2 H%3</source>
        <translation>%1：L%2 H%3 的注意力</translation>
    </message>
    <message>
        <source>Change of each token&apos;s vector after block %1, relative to its length</source>
        <translation>第 %1 块之后每个词元向量的变化（相对于其长度）</translation>
    </message>
    <message>
        <source>Without positions, moving %1 from place %2 to %3 moves its results and changes none of them: by at most %4 of their length, which is rounding.</source>
        <translation>没有位置时，把 %1 从位置 %2 移到 %3，结果只是跟着移动，数值都不变：变化不超过其长度的 %4，属于舍入误差。</translation>
    </message>
    <message>
        <source>Without positions, moving %1 from place %2 to %3 changes the results by at most %4 of their length.</source>
        <translation>没有位置时，把 %1 从位置 %2 移到 %3，结果的变化不超过其长度的 %4。</translation>
    </message>
    <message>
        <source>With ALiBi they change by up to %1.</source>
        <translation>用 ALiBi 时最多变化 %1。</translation>
    </message>
    <message>
        <source>The model&apos;s own mask alone makes %1.</source>
        <translation>仅模型自己的掩码就造成 %1 的变化。</translation>
    </message>
    <message>
        <source>Computed for the first %1 of %2 blocks.</source>
        <translation>只计算了前 %1 块（共 %2 块）。</translation>
    </message>
    <message>
        <source>slope</source>
        <translation>斜率</translation>
    </message>
    <message>
        <source>mean reach</source>
        <translation>平均回看距离</translation>
    </message>
    <message>
        <source>score, capped</source>
        <translation>分数（已限幅）</translation>
    </message>
    <message>
        <source>score</source>
        <translation>分数</translation>
    </message>
    <message>
        <source>content QKᵀ/√d</source>
        <translation>内容 QKᵀ/√d</translation>
    </message>
    <message>
        <source>penalty %1</source>
        <translation>惩罚 %1</translation>
    </message>
    <message>
        <source>attention</source>
        <translation>注意力</translation>
    </message>
    <message>
        <source>Slope m of each head</source>
        <translation>每个头的斜率 m</translation>
    </message>
    <message>
        <source>Penalty at a distance of i − j</source>
        <translation>距离 i − j 处的惩罚</translation>
    </message>
    <message>
        <source>This trace was recorded without ALiBi and its model is not open. Open the model to see its penalty.</source>
        <translation>这份记录不含 ALiBi，其模型也没有打开。请打开模型来看惩罚。</translation>
    </message>
    <message>
        <source>Latent attention cannot use ALiBi. Choose another kind of attention.</source>
        <translation>潜在注意力不能使用 ALiBi。请选择另一种注意力。</translation>
    </message>
    <message>
        <source>This model has no penalty by distance. Choose “ALiBi” as its position encoding to see one.</source>
        <translation>这个模型没有随距离的惩罚。请把位置编码选为“ALiBi”。</translation>
    </message>
    <message>
        <source>L%1 H%2: the penalty differs by at most %3, the score by %4, the attention by %5.</source>
        <translation>L%1 H%2：惩罚最多相差 %3，分数 %4，注意力 %5。</translation>
    </message>
    <message>
        <source>L%1 H%2, slope %3: %4 → %5 content %6, distance %7 costs %8, makes %9.</source>
        <translation>L%1 H%2，斜率 %3：%4→%5 内容 %6，距离 %7 扣 %8，得 %9。</translation>
    </message>
    <message>
        <source>H%1 (slope %2) looks %3 tokens back on average, H%4 (slope %5) %6.</source>
        <translation>H%1（斜率 %2）平均回看 %3 个词元，H%4（斜率 %5）为 %6 个。</translation>
    </message>
    <message>
        <source>%1 tokens are too many for the four terms: shorten the text to %2.</source>
        <translation>%1 个词元对四项来说太多：请把文本缩短到 %2 个。</translation>
    </message>
    <message>
        <source>The four terms need another run, and the model of this trace is not open.</source>
        <translation>四项需要另一次运行，而这份记录的模型没有打开。</translation>
    </message>
    <message>
        <source>Layer %1 mixes its tokens without attention, so its scores have no terms.</source>
        <translation>L%1 层不用注意力混合词元，因此没有分数可分解。</translation>
    </message>
    <message>
        <source>Queries and keys are normalised or clipped after projection here, so a score is no longer a sum of terms.</source>
        <translation>这里的查询和键在投影后又被归一化或截断，分数不再是各项之和。</translation>
    </message>
    <message>
        <source>Latent attention compresses keys first: a score does not split into four terms.</source>
        <translation>潜在注意力先压缩键：分数不能分成四项。</translation>
    </message>
    <message>
        <source>This model cannot be run with sinusoids.</source>
        <translation>这个模型无法用正弦位置运行。</translation>
    </message>
    <message>
        <source>distance i − j</source>
        <translation>距离 i − j</translation>
    </message>
    <message>
        <source>word · word</source>
        <translation>词 · 词</translation>
    </message>
    <message>
        <source>word · place</source>
        <translation>词 · 位置</translation>
    </message>
    <message>
        <source>place · word</source>
        <translation>位置 · 词</translation>
    </message>
    <message>
        <source>place · place</source>
        <translation>位置 · 位置</translation>
    </message>
    <message>
        <source>with place</source>
        <translation>含位置</translation>
    </message>
    <message>
        <source>Score = (word + place) · (word + place); %1.</source>
        <translation>%1：分数 = 查询的（词 + 位置）· 键的（词 + 位置）。</translation>
    </message>
    <message>
        <source>Reach when all contents are equal</source>
        <translation>内容全部相同时的回看距离</translation>
    </message>
    <message>
        <source>H%1: penalty at %2 tokens, prompt outlined</source>
        <translation>H%1：%2 个词元时的惩罚，虚线框为提示</translation>
    </message>
    <message>
        <source>Rows: queries, columns: keys; blue lowers, red raises. Content and score share their colours.</source>
        <translation>图中每行是一个查询，每列是一个键；蓝色降低分数，红色提高分数。内容与分数共用一套颜色。</translation>
    </message>
    <message>
        <source>content</source>
        <translation>内容</translation>
    </message>
    <message>
        <source>H%1 at %2 tokens</source>
        <translation>H%1，%2 个词元</translation>
    </message>
    <message>
        <source>content + penalty = score</source>
        <translation>内容 + 惩罚 = 分数</translation>
    </message>
    <message>
        <source>softmax(score)</source>
        <translation>softmax(分数)</translation>
    </message>
    <message>
        <source>Rows are queries, columns keys. Small panels leave out content and penalty: see A or B alone.</source>
        <translation>每行是一个查询，每列是一个键。小图略去内容与惩罚：请单看 A 或 B。</translation>
    </message>
    <message>
        <source>w: word, p: place</source>
        <translation>w：词，p：位置</translation>
    </message>
    <message>
        <source>Layer %1, not %2: places are added there.</source>
        <translation>L%1 层，不是 L%2 层：位置在那里与词相加。</translation>
    </message>
    <message numerus="yes">
        <source>H%1 pays %2 for the %n token(s) of the prompt and %3 for %4.</source>
        <translation>
            <numerusform>H%1 在 %n 个词元的提示中最多付出 %2，在 %4 个词元中为 %3。</numerusform>
        </translation>
    </message>
    <message>
        <source>Colours of attention: %1.</source>
        <translation>注意力的颜色：%1。</translation>
    </message>
    <message>
        <source>Shown: the slopes that ALiBi would give its heads. The model itself: %1.</source>
        <translation>图中：ALiBi 会给各头的斜率。模型本身：%1。</translation>
    </message>
    <message>
        <source>What if: without a mask and with other positions, on the same weights.</source>
        <translation>假设：同样权重，无掩码，换位置编码。</translation>
    </message>
    <message>
        <source>With sinusoids, in layer %1, not %2.</source>
        <translation>采用正弦位置编码，L%1 层，不是 L%2 层。</translation>
    </message>
    <message>
        <source>With sinusoids on the same weights.</source>
        <translation>采用正弦位置编码，权重相同。</translation>
    </message>
    <message>
        <source>When both move on</source>
        <translation>两者同移时的变化</translation>
    </message>
    <message>
        <source>added</source>
        <translation>相加</translation>
    </message>
    <message>
        <source>places</source>
        <translation>位置数</translation>
    </message>
    <message>
        <source>The four terms add up to the score within %1.</source>
        <translation>四项之和与分数相差不超过 %1。</translation>
    </message>
    <message>
        <source>%2 and %3 score %5, the sum of four terms: %6; moved on by up to %1 places it changes by up to %4.</source>
        <translation>%2 与 %3 的分数 %5 是四项之和：%6；一起后移至多 %1 位时最多变化 %4。</translation>
    </message>
    <message>
        <source>At one distance the cross terms differ by up to %1 from pair to pair and place · place by up to %2.</source>
        <translation>同一距离下，交叉项在不同词元对之间最多相差 %1，位置 · 位置最多相差 %2。</translation>
    </message>
    <message>
        <source>Cross terms</source>
        <translation>交叉项</translation>
    </message>
    <message>
        <source>Slopes know no trained length. Nothing is learned, so nothing ends at the prompt or there.</source>
        <translation>斜率与训练长度无关。没有学习的参数，因此在提示末尾和训练长度处都不会中断。</translation>
    </message>
    <message>
        <source>the attention maps before and after the move</source>
        <translation>移动前后的注意力热图</translation>
    </message>
    <message>
        <source>w · w, score</source>
        <translation>词·词、分数</translation>
    </message>
    <message>
        <source>Moved on by up to %1 places the score changes by up to %2.</source>
        <translation>一起后移最多 %1 个位置时，分数最多变化 %2。</translation>
    </message>
    <message>
        <source>No positions: a move changes at most %1.</source>
        <translation>无位置：移动最多改变 %1。</translation>
    </message>
    <message>
        <source>L%1 H%2 (slope %3): %4 → %5 %6 − %8 (distance %7) = %9.</source>
        <translation>L%1 H%2（斜率 %3）：%4→%5 %6 − %8（距离 %7）= %9。</translation>
    </message>
    <message>
        <source>Both move on: added</source>
        <translation>两者同移：相加</translation>
    </message>
    <message>
        <source>With sinusoids, on weights trained with %1.</source>
        <translation>用正弦位置，权重以 %1 训练。</translation>
    </message>
    <message>
        <source>One token moved, no mask.</source>
        <translation>移动一个词元；不用掩码：仅因果掩码就会透露顺序。</translation>
    </message>
    <message>
        <source>Sinusoids as in %1, trained with them.</source>
        <translation>正弦来自为它训练的 %1。</translation>
    </message>
    <message>
        <source>Sinusoids by its sibling %1, trained with them; the model itself has %2.</source>
        <translation>正弦来自为它训练的同类模型 %1；本模型用的是 %2。</translation>
    </message>
    <message>
        <source>Moved on by up to %1 places the score changes by up to %2, with RoPE by %3.</source>
        <translation>一起后移至多 %1 位时，分数最多变化 %2，用 RoPE 时为 %3。</translation>
    </message>
    <message>
        <source>%2 and %3 score %6, the sum of four terms: %7; moved on by up to %1 places it changes by up to %4, with RoPE, one term of the distance, by %5.</source>
        <translation>%2 与 %3 的分数 %6 是四项之和：%7；一起后移至多 %1 位时最多变化 %4，用 RoPE 时只有一项，只看距离，变化 %5。</translation>
    </message>
    <message>
        <source>Cross terms; band: all pairs</source>
        <translation>交叉项；带：所有词元对</translation>
    </message>
    <message>
        <source>place · place; band: all pairs</source>
        <translation>位置 · 位置；带：所有词元对</translation>
    </message>
    <message>
        <source>H%1 at %2 tokens; dashed: prompt, %3</source>
        <translation>H%1：%2 个词元；虚线框：提示、%3</translation>
    </message>
    <message>
        <source>One token has no order: add a word.</source>
        <translation>一个词元没有顺序可言：请再加一个词。</translation>
    </message>
    <message>
        <source>With sinusoids, on random weights; the model itself has %1.</source>
        <translation>用正弦，权重为随机；本模型用的是%1。</translation>
    </message>
</context>
<context>
    <name>Atlas</name>
    <message>
        <source>4: two matrices</source>
        <translation>4：两个矩阵</translation>
    </message>
    <message>
        <source>8/3: three matrices</source>
        <translation>8/3：三个矩阵</translation>
    </message>
    <message>
        <source>heads · d_head / d_model</source>
        <translation>头数 · d_head / d_model</translation>
    </message>
    <message>
        <source>1: heads as wide as the stream</source>
        <translation>1：各头合起来与残差流同宽</translation>
    </message>
    <message>
        <source>d_model / layers</source>
        <translation>d_model / 层数</translation>
    </message>
    <message>
        <source>vocabulary, tokens</source>
        <translation>词表，词元数</translation>
    </message>
    <message>
        <source>parameters</source>
        <translation>参数</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>; </source>
        <translation>；</translation>
    </message>
    <message>
        <source>.</source>
        <translation>。</translation>
    </message>
    <message>
        <source>In %1 of %2 models the heads together are as wide as the stream; T5-11B has 16 times its width, LaMDA 2, PaLM two thirds.</source>
        <translation>%2 个模型中有 %1 个的各头合起来与残差流同宽；T5-11B 是其 16 倍，LaMDA 2 倍，PaLM 三分之二。</translation>
    </message>
    <message>
        <source>Band: 100–200 numbers of width per layer, where %1 of %2 models are; below it %3, above it %4.</source>
        <translation>色带：每层宽度 100–200，%2 个模型中有 %1 个在其中；低于它的 %3 个，高于它的 %4 个。</translation>
    </message>
    <message>
        <source>Half of the models until 2023 have at most %1 tokens, half of those since 2024 at most %2.</source>
        <translation>2023 年及以前的模型有一半至多 %1 个词元，2024 年以来的有一半至多 %2 个。</translation>
    </message>
    <message>
        <source>Each point: a published model. ▲ beyond the axis.</source>
        <translation>每个点：一个已发表的模型。▲ 超出坐标轴。</translation>
    </message>
    <message>
        <source>Each point: a published model. Hollow: not gated. ▲ beyond the axis.</source>
        <translation>每个点：一个已发表的模型。空心：无门控。▲ 超出坐标轴。</translation>
    </message>
    <message>
        <source>Without a gate %1 of %2 feed-forwards are exactly 4 times as wide as the stream; with one, %3 of %4 are 2.5–2.9 times.</source>
        <translation>没有门控时，%2 个前馈中有 %1 个恰为残差流的 4 倍宽；有门控时，%4 个中有 %3 个为 2.5–2.9 倍。</translation>
    </message>
    <message>
        <source>models</source>
        <translation>模型数</translation>
    </message>
    <message>
        <source>Shares of the models whose choice is known.</source>
        <translation>在该选项已知的模型中所占的比例。</translation>
    </message>
    <message>
        <source>Blue: as %1.</source>
        <translation>蓝色：与 %1 相同。</translation>
    </message>
    <message>
        <source>Orange: as %1.</source>
        <translation>橙色：与 %1 相同。</translation>
    </message>
    <message>
        <source>%1 have %2</source>
        <translation>%1 个为 %2</translation>
    </message>
    <message>
        <source>Of the %1 models of %2, %3. The atlas is a selection of models, not a census.</source>
        <translation>%2 年的 %1 个模型中，%3。图谱只选了部分模型，并非普查。</translation>
    </message>
    <message>
        <source>, </source>
        <translation>，</translation>
    </message>
    <message>
        <source>The atlas cannot be read: %1</source>
        <translation>无法读取图谱：%1</translation>
    </message>
    <message>
        <source>Select a model in the table: its full size is shown here.</source>
        <translation>请在表中选择一个模型：这里显示它的完整规模。</translation>
    </message>
    <message>
        <source>%1: %2. Select another model in the table.</source>
        <translation>%1：%2。请在表中选择另一个模型。</translation>
    </message>
    <message>
        <source>a token uses</source>
        <translation>每个词元用到</translation>
    </message>
    <message>
        <source>FLOPs per token</source>
        <translation>每个词元的 FLOPs</translation>
    </message>
    <message>
        <source>weights in %1</source>
        <translation>%1 权重</translation>
    </message>
    <message>
        <source>full size</source>
        <translation>完整规模</translation>
    </message>
    <message>
        <source>replica</source>
        <translation>复刻</translation>
    </message>
    <message>
        <source>tokens</source>
        <translation>词元</translation>
    </message>
    <message>
        <source>the cache against the length of the text</source>
        <translation>缓存随文本长度的变化</translation>
    </message>
    <message>
        <source>cache, GiB</source>
        <translation>缓存，GiB</translation>
    </message>
    <message>
        <source>context</source>
        <translation>上下文</translation>
    </message>
    <message>
        <source>%1, by its published sizes; windows keep their own tokens only.</source>
        <translation>%1，按已发表的尺寸；窗口只保留其中的词元。</translation>
    </message>
    <message>
        <source>A size of %1 was not published: its full cost is not known.</source>
        <translation>%1 有一个尺寸未发表：完整成本未知。</translation>
    </message>
    <message>
        <source>%1 has %2 parameters, %3 in float16; its replica has %4.</source>
        <translation>%1 有 %2 个参数，float16 下为 %3；复刻有 %4 个。</translation>
    </message>
    <message>
        <source>A text of %1 tokens fills %2 of cache in float16, %3 of the weights.</source>
        <translation>%1 个词元的文本在 float16 下占缓存 %2，为权重的 %3。</translation>
    </message>
    <message>
        <source>How wide is the feed-forward? d_ff / d_model</source>
        <translation>前馈有多宽？d_ff / d_model</translation>
    </message>
    <message>
        <source>Which share of the year&apos;s models chose it?</source>
        <translation>当年的模型有多大比例选了它？</translation>
    </message>
    <message>
        <source>%1 makes the same %2 choices as %3.</source>
        <translation>%1 的 %2 个选项与 %3 全部相同。</translation>
    </message>
    <message>
        <source>%1 shares %2 of %3 choices with %4; its own: %5.</source>
        <translation>%1 的 %3 个选项中有 %2 个与 %4 相同；不同的是：%5。</translation>
    </message>
    <message>
        <source>RoPE, 2-D</source>
        <translation>RoPE，二维</translation>
    </message>
    <message>
        <source>RoPE, part</source>
        <translation>RoPE，部分</translation>
    </message>
    <message>
        <source>RoPE, some</source>
        <translation>RoPE，部分层</translation>
    </message>
    <message>
        <source>all</source>
        <translation>全部</translation>
    </message>
    <message>
        <source>q, k, v</source>
        <translation>q、k、v</translation>
    </message>
    <message>
        <source>feed-forward</source>
        <translation>前馈</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>read</source>
        <translation>已读</translation>
    </message>
    <message>
        <source>in part</source>
        <translation>部分</translation>
    </message>
    <message>
        <source>recalled</source>
        <translation>凭记忆</translation>
    </message>
    <message>
        <source>course</source>
        <translation>课程</translation>
    </message>
    <message>
        <source>model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>year</source>
        <translation>年份</translation>
    </message>
    <message>
        <source>size</source>
        <translation>规模</translation>
    </message>
    <message>
        <source>norm</source>
        <translation>归一化</translation>
    </message>
    <message>
        <source>placement</source>
        <translation>归一化位置</translation>
    </message>
    <message>
        <source>position</source>
        <translation>位置编码</translation>
    </message>
    <message>
        <source>feed-f.</source>
        <translation>前馈</translation>
    </message>
    <message>
        <source>heads</source>
        <translation>头</translation>
    </message>
    <message>
        <source>ff ratio</source>
        <translation>前馈比</translation>
    </message>
    <message>
        <source>attention</source>
        <translation>注意力</translation>
    </message>
    <message>
        <source>layers</source>
        <translation>层</translation>
    </message>
    <message>
        <source>vocabulary</source>
        <translation>词表</translation>
    </message>
    <message>
        <source>biases</source>
        <translation>偏置</translation>
    </message>
    <message>
        <source>sizes</source>
        <translation>尺寸</translation>
    </message>
    <message>
        <source>Sinusoids</source>
        <translation>正弦</translation>
    </message>
    <message>
        <source>Learned</source>
        <translation>可学习</translation>
    </message>
    <message>
        <source>relative</source>
        <translation>相对</translation>
    </message>
    <message>
        <source>Post</source>
        <translation>后置</translation>
    </message>
    <message>
        <source>Pre</source>
        <translation>前置</translation>
    </message>
    <message>
        <source>Sandwich</source>
        <translation>三明治</translation>
    </message>
    <message>
        <source>some</source>
        <translation>部分</translation>
    </message>
    <message>
        <source>output</source>
        <translation>输出</translation>
    </message>
    <message>
        <source>tied</source>
        <translation>共享</translation>
    </message>
    <message>
        <source>of its own</source>
        <translation>独立</translation>
    </message>
    <message>
        <source>block</source>
        <translation>块</translation>
    </message>
    <message>
        <source>sequential</source>
        <translation>串行</translation>
    </message>
    <message>
        <source>parallel</source>
        <translation>并行</translation>
    </message>
    <message numerus="yes">
        <source>%n published model(s) in the table. Grey: as mine. * the course differs. 48 : 8 = heads : key/value heads.</source>
        <translation>
            <numerusform>表中有 %n 个已发表的模型。灰色：与我的相同。* 课程另有说法。48 : 8 = 头 : 键/值头。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n published model(s) in the words of the course; → the fact where it is another. Grey: as mine.</source>
        <translation>
            <numerusform>课程原表中的 %n 个已发布模型；与事实不同处，→ 后为事实。灰色：与我的相同。</numerusform>
        </translation>
    </message>
    <message>
        <source>The course says of %1: “%2”. The fact: %3 (%4).</source>
        <translation>课程说 %1：“%2”。事实：%3（%4）。</translation>
    </message>
    <message>
        <source>%1 %2, in fact %3</source>
        <translation>%1 %2，实为 %3</translation>
    </message>
    <message numerus="yes">
        <source>The course differs from the facts for %n model(s): %1.</source>
        <translation>
            <numerusform>课程有 %n 个模型与事实不同：%1。</numerusform>
        </translation>
    </message>
    <message>
        <source>topology</source>
        <translation>拓扑</translation>
    </message>
    <message>
        <source>activation</source>
        <translation>激活函数</translation>
    </message>
    <message>
        <source>released</source>
        <translation>发布</translation>
    </message>
    <message>
        <source>width</source>
        <translation>宽度</translation>
    </message>
    <message>
        <source>tokenizer</source>
        <translation>分词器</translation>
    </message>
    <message>
        <source>From %1 to %2 the training tokens go from %3 to %4, the context from %5 to %6 and the vocabulary from %7 to %8.</source>
        <translation>从 %1 到 %2，训练词元由 %3 增至 %4，上下文由 %5 增至 %6，词表由 %7 增至 %8。</translation>
    </message>
    <message>
        <source>%1 of %2 share keys and values between heads.</source>
        <translation>%2 个中有 %1 个在头之间共享键和值。</translation>
    </message>
    <message>
        <source>dropout</source>
        <translation>dropout 率</translation>
    </message>
    <message>
        <source>weight decay</source>
        <translation>权重衰减</translation>
    </message>
    <message>
        <source>known</source>
        <translation>依据</translation>
    </message>
    <message>
        <source>source</source>
        <translation>出处</translation>
    </message>
    <message>
        <source>%1, by the sizes of %2, which was made from it: its own were not published.</source>
        <translation>%1，取由它得来的 %2 的尺寸：它自己的尺寸未公布。</translation>
    </message>
    <message>
        <source>Of %1 models whose dropout is known %2 had none; of %3 whose weight decay is known %4 had %5.</source>
        <translation>已知 dropout 的 %1 个模型中 %2 个不用；已知权重衰减的 %3 个中 %4 个为 %5。</translation>
    </message>
    <message numerus="yes">
        <source>%n model(s) whose dropout or weight decay was published, with where; – is not known.</source>
        <translation>
            <numerusform>%n 个公布了 dropout 或权重衰减的模型及其出处；– 为未知。</numerusform>
        </translation>
    </message>
    <message>
        <source>published; a year is named at its middle, equal points stand side by side</source>
        <translation>发表时间；年份标在正中，重合的点并排画出</translation>
    </message>
    <message>
        <source>Experts: routed + shared. KV cache: numbers per token and layer, with MLA the latent vector + the rotary key.</source>
        <translation>专家：路由 + 共享。KV 缓存：每层每个词元的数，MLA 为潜在向量 + 旋转键。</translation>
    </message>
    <message>
        <source>experts</source>
        <translation>专家</translation>
    </message>
    <message>
        <source>KV cache</source>
        <translation>KV 缓存</translation>
    </message>
</context>
<context>
    <name>Attention</name>
    <message>
        <source>score</source>
        <translation>分数</translation>
    </message>
    <message>
        <source>Scores of %1</source>
        <translation>%1 的分数</translation>
    </message>
    <message>
        <source>Scores of %1, B − A</source>
        <translation>%1 的分数，B − A</translation>
    </message>
    <message>
        <source>Where %1 looks</source>
        <translation>%1 在看哪里</translation>
    </message>
    <message>
        <source>key</source>
        <translation>键</translation>
    </message>
    <message>
        <source>query</source>
        <translation>查询</translation>
    </message>
    <message>
        <source>B: %1</source>
        <translation>B：%1</translation>
    </message>
    <message>
        <source>Look at A | B.</source>
        <translation>请看 A | B。</translation>
    </message>
    <message>
        <source>A has %1 numbers a token here and B has %2. Look at A | B.</source>
        <translation>这里 A 的每个词元有 %1 个数，B 有 %2 个。请看 A | B。</translation>
    </message>
    <message>
        <source>dimension</source>
        <translation>维度</translation>
    </message>
    <message>
        <source>token</source>
        <translation>词元</translation>
    </message>
    <message>
        <source>“%1”</source>
        <translation>“%1”</translation>
    </message>
    <message>
        <source>Where %1 looks more or less</source>
        <translation>%1 多看或少看哪里</translation>
    </message>
    <message>
        <source>From query to key</source>
        <translation>从查询到键</translation>
    </message>
    <message>
        <source>Tokens of one character are merged: keys are summed, queries averaged.</source>
        <translation>同一个字的词元合并：键求和，查询取平均。</translation>
    </message>
    <message>
        <source>Colours leave out the first key, which takes %1 of all weight.</source>
        <translation>颜色不计首个键，它占全部权重的 %1。</translation>
    </message>
    <message>
        <source>Colours are logarithmic: the first key takes %1 of all weight.</source>
        <translation>颜色按对数刻度：首个键占全部权重的 %1。</translation>
    </message>
    <message>
        <source>%1: %2 gives %3 of its attention to %4.</source>
        <translation>%1：%2 把 %3 的注意力放在 %4 上。</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>%1, from %2 to %3: %4 make %5.</source>
        <translation>%1，从 %2 到 %3：%4 合计 %5。</translation>
    </message>
    <message>
        <source>%1: from query %2 to key %3 the %4 is %5.</source>
        <translation>%1：从查询 %2 到键 %3 的%4为 %5。</translation>
    </message>
    <message>
        <source>Next it is multiplied by %1.</source>
        <translation>下一步乘以 %1。</translation>
    </message>
    <message>
        <source>The cap is %1.</source>
        <translation>上限为 %1。</translation>
    </message>
    <message>
        <source>%1: the mix of %2 takes %3 of the value of %4; its length is %5.</source>
        <translation>%1：%2 的混合结果取了 %4 的值的 %3；其长度为 %5。</translation>
    </message>
    <message>
        <source>L%1: %2 heads, concatenated, give %3 %4 numbers; their length is %5.</source>
        <translation>L%1：%2 个头拼接，给 %3 共 %4 个数；长度为 %5。</translation>
    </message>
    <message>
        <source>L%1: what attention adds to the stream of %2 has length %3.</source>
        <translation>L%1：注意力加到 %2 残差流上的向量长度为 %3。</translation>
    </message>
    <message>
        <source>%1, from %2 to %3: %4.</source>
        <translation>%1，从 %2 到 %3：%4。</translation>
    </message>
    <message>
        <source>%1: from %2 to %3 the weight changes by %4.</source>
        <translation>%1：从 %2 到 %3 的权重变化 %4。</translation>
    </message>
    <message>
        <source>The rows of A and B differ by %1 nat on average.</source>
        <translation>A 与 B 的各行平均相差 %1 nat。</translation>
    </message>
    <message>
        <source>A has %1 heads in layer %2 and B has %3: head %4 of the one is not head %4 of the other.</source>
        <translation>L%2 层 A 有 %1 个头，B 有 %3 个：一边的头 %4 不是另一边的头 %4。</translation>
    </message>
    <message>
        <source>mean KL of the rows</source>
        <translation>各行平均 KL</translation>
    </message>
    <message>
        <source>%1 nat</source>
        <translation>%1 nat</translation>
    </message>
    <message>
        <source>%1 (own scale)</source>
        <translation>%1（单独刻度）</translation>
    </message>
    <message>
        <source>The picture is too narrow for lines beside the map.</source>
        <translation>画面太窄，图旁放不下连线。</translation>
    </message>
    <message>
        <source>%1 tokens: lines have room for %2 at most.</source>
        <translation>%1 个词元：连线最多容纳 %2 个。</translation>
    </message>
    <message>
        <source>%1: %2 gives nothing to %3 (%4).</source>
        <translation>%1：%2 对 %3 没有注意力（%4）。</translation>
    </message>
    <message>
        <source>%1 × %2 cells: more than the picture has dots, so each dot is the mean of a block.</source>
        <translation>%1 × %2 格：多于图的像素点，因此每个点是一个块的均值。</translation>
    </message>
    <message>
        <source>Over all queries the entropy is %1 nat; weight spread evenly over the source has %2.</source>
        <translation>对所有查询，熵为 %1 nat；权重均匀分布在源文上时为 %2。</translation>
    </message>
    <message>
        <source>After layer %1, %2 of %3 is of %4.</source>
        <translation>L%1 层之后，%3 的 %2 来自 %4。</translation>
    </message>
    <message>
        <source>%1 is its own, by rollout.</source>
        <translation>按 rollout，%1 是它自己的。</translation>
    </message>
    <message>
        <source>%1: what %2 takes from %3 is %4 long, with weight %5.</source>
        <translation>%1：%2 从 %3 取得的向量长度为 %4，权重 %5。</translation>
    </message>
    <message>
        <source>the row as bars</source>
        <translation>这一行的条形图</translation>
    </message>
    <message>
        <source>Over all queries but the first: first token %1, previous one %2; entropy of all %3 nat.</source>
        <translation>除第一个外的查询平均：首词元占 %1，前一个词元占 %2；全部查询的熵为 %3 nat。</translation>
    </message>
    <message>
        <source>Colours are logarithmic: most tokens give no token a twentieth of their attention.</source>
        <translation>颜色按对数：多数词元给任一词元的注意力不到二十分之一。</translation>
    </message>
</context>
<context>
    <name>AttentionAlignment</name>
    <message>
        <source>The lines of A and B are not subtracted: look at A | B.</source>
        <translation>A 与 B 的连线不相减：请看 A | B。</translation>
    </message>
    <message>
        <source>One stack has no source to look at. Open the model “translator”, or choose the encoder–decoder topology.</source>
        <translation>只有一个堆栈，没有源文可看。请打开模型“translator”，或选编码器–解码器拓扑。</translation>
    </message>
    <message>
        <source>Head %1 was not recorded. Choose another one, or the mean of all heads.</source>
        <translation>头 %1 没有记录。请选另一个头，或所有头的均值。</translation>
    </message>
    <message>
        <source>target</source>
        <translation>目标</translation>
    </message>
    <message>
        <source>source</source>
        <translation>源文</translation>
    </message>
    <message>
        <source>query</source>
        <translation>查询</translation>
    </message>
    <message>
        <source>key</source>
        <translation>键</translation>
    </message>
    <message>
        <source>weight</source>
        <translation>权重</translation>
    </message>
    <message>
        <source>mean of the heads of layer %1</source>
        <translation>L%1 层各头的均值</translation>
    </message>
    <message>
        <source>layer %1, head %2</source>
        <translation>L%1 层头 %2</translation>
    </message>
    <message>
        <source>Each line: attention of the encoder from a token below to one above, %1.</source>
        <translation>每条线：编码器的注意力，从下方词元到上方词元，%1。</translation>
    </message>
    <message>
        <source>Each line: self-attention from a token below to one above, %1.</source>
        <translation>每条线：自注意力，从下方词元到上方词元，%1。</translation>
    </message>
    <message>
        <source>Each line: cross-attention from a token of the target to one of the source, %1.</source>
        <translation>每条线：从目标词元到源文词元的交叉注意力，%1。</translation>
    </message>
    <message>
        <source>“%1”</source>
        <translation>“%1”</translation>
    </message>
    <message>
        <source>%1 of %2 tokens look at the source word of the token that follows: they write it.</source>
        <translation>%2 个词元中有 %1 个看着下一个词元的原文词：它们正要写出它。</translation>
    </message>
    <message>
        <source>A token would look at the source word of the token that follows: it writes it.</source>
        <translation>词元本该看着下一个词元的原文词：它正要写出它。</translation>
    </message>
    <message>
        <source>In %1 bundled sentences %2 do; no head aligns better.</source>
        <translation>在 %1 个自带句子中有 %2 如此；没有哪个头对得更齐。</translation>
    </message>
    <message>
        <source>In %1 bundled sentences %2 do, with %3 %4.</source>
        <translation>在 %1 个自带句子中有 %2 如此，%3 则有 %4。</translation>
    </message>
    <message>
        <source>This head does not align: in %1 bundled sentences %2 do, with %3 %4.</source>
        <translation>此头并不对齐：在 %1 个自带句子中只有 %2 如此，%3 则有 %4。</translation>
    </message>
    <message>
        <source>the weights as a map</source>
        <translation>权重图</translation>
    </message>
    <message>
        <source>%1 gives %2 of its weight to %3, the most of %4 tokens.</source>
        <translation>%1把 %2 的权重给了%3，是 %4 个词元中最多的。</translation>
    </message>
    <message>
        <source>An even share is %1.</source>
        <translation>均分为 %1。</translation>
    </message>
    <message>
        <source>%1 sees %2 alone and gives it %3 of its weight: the mask hides all others.</source>
        <translation>%1 只能看到 %2，把 %3 的权重给了它：掩码遮住其他所有词元。</translation>
    </message>
    <message>
        <source>%1 gives %2 of its weight to %3, the most of %4 tokens, in the mean of all heads.</source>
        <translation>在所有头的均值中，%1 把 %2 的权重给了 %3，是 %4 个词元中最多的。</translation>
    </message>
    <message>
        <source>%1 has %2.</source>
        <translation>%1 得到 %2。</translation>
    </message>
</context>
<context>
    <name>AttentionCell</name>
    <message>
        <source>This run did not record head %1 of layer %2.</source>
        <translation>这次运行没有记录 L%2 层的头 %1。</translation>
    </message>
    <message>
        <source>Σ qᵢ kᵢ = %1</source>
        <translation>Σ qᵢ kᵢ = %1</translation>
    </message>
    <message>
        <source>× scale %1 = %2</source>
        <translation>× 缩放系数 %1 = %2</translation>
    </message>
    <message>
        <source>+ bias %1 = score %2</source>
        <translation>+ 偏置 %1 = 分数 %2</translation>
    </message>
    <message>
        <source>This query may not see this key: the mask makes the score −∞ and the weight 0.</source>
        <translation>这个查询不能看这个键：掩码使分数为 −∞，权重为 0。</translation>
    </message>
    <message>
        <source>÷ Σ over the keys %1 = weight %2</source>
        <translation>÷ 对所有键求和 %1 = 权重 %2</translation>
    </message>
    <message>
        <source>%1 and %2, and what each dimension adds</source>
        <translation>%1 与 %2，以及每个维度的贡献</translation>
    </message>
    <message>
        <source>value</source>
        <translation>值</translation>
    </message>
    <message>
        <source>From the product to the weight</source>
        <translation>从点积到权重</translation>
    </message>
    <message>
        <source>Every number is of this trace; layer %1, head %2: query %3 at %4, key %5 at %6.</source>
        <translation>L%1 层，头 %2：查询 %3 在位置 %4，键 %5 在位置 %6。每个数都在记录里，或由记录算出。</translation>
    </message>
    <message>
        <source>Their sum, term by term</source>
        <translation>逐项累加</translation>
    </message>
    <message>
        <source>terms added</source>
        <translation>已加项数</translation>
    </message>
    <message>
        <source>%1 · tanh(score / %1) = %2</source>
        <translation>%1 · tanh(分数 / %1) = %2</translation>
    </message>
    <message>
        <source>÷ Σ over the keys and the sink %1 = weight %2</source>
        <translation>÷ 对所有键与汇求和 %1 = 权重 %2</translation>
    </message>
    <message>
        <source>Look at A | B.</source>
        <translation>请看 A | B。</translation>
    </message>
    <message>
        <source>B did not record the inputs of this number.</source>
        <translation>B 没有记录这个数的来源。</translation>
    </message>
    <message>
        <source>A adds up %1 terms and B %2. Look at A | B.</source>
        <translation>A 把 %1 项相加，B 把 %2 项相加。请看 A | B。</translation>
    </message>
    <message>
        <source>%1: A %2, B %3, Δ %4</source>
        <translation>%1：A %2，B %3，Δ %4</translation>
    </message>
    <message>
        <source>score</source>
        <translation>分数</translation>
    </message>
    <message>
        <source>weight</source>
        <translation>权重</translation>
    </message>
    <message>
        <source>The sum changes from %1 to %2, the weight from %3 to %4.</source>
        <translation>和从 %1 变为 %2，权重从 %3 变为 %4。</translation>
    </message>
    <message>
        <source>scaled</source>
        <translation>缩放</translation>
    </message>
    <message>
        <source>biased</source>
        <translation>加偏置</translation>
    </message>
    <message>
        <source>capped</source>
        <translation>限幅</translation>
    </message>
    <message>
        <source>, </source>
        <translation>、</translation>
    </message>
    <message>
        <source>Recorded: score %1, weight %2.</source>
        <translation>记录的分数 %1，权重 %2。</translation>
    </message>
    <message>
        <source>exp(score − the largest of the row) = exp(%1 − %2) = %3</source>
        <translation>exp(分数 − 本行最大值) = exp(%1 − %2) = %3</translation>
    </message>
    <message numerus="yes">
        <source>%n term(s) add up to %1. Without the mask the score would be %2; the mask makes the weight 0.</source>
        <translation>
            <numerusform>%n 项相加得 %1。没有掩码时分数会是 %2；掩码使权重为 0。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n term(s) add up to %1: score %2, weight %3.</source>
        <translation>
            <numerusform>%n 项之和 %1：分数 %2，权重 %3。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n term(s) add up to %1; %2, they make the score %3, and the softmax turns it into the weight %4.</source>
        <translation>
            <numerusform>%n 项之和 %1；经%2得分数 %3，softmax 得权重 %4。</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>AttentionMasks</name>
    <message>
        <source>A cell is let through or not: look at A | B.</source>
        <translation>单元格只有放行与否：请看 A | B。</translation>
    </message>
    <message>
        <source>, </source>
        <translation>、</translation>
    </message>
    <message>
        <source>%1 of %2 pairs</source>
        <translation>%1 / %2 对</translation>
    </message>
    <message>
        <source>layers</source>
        <translation>层数</translation>
    </message>
    <message>
        <source>tokens</source>
        <translation>词元数</translation>
    </message>
    <message>
        <source>Tokens that reach the last one</source>
        <translation>能传到最后一个词元的词元数</translation>
    </message>
    <message>
        <source>the reach over depth</source>
        <translation>随深度的传播范围</translation>
    </message>
    <message>
        <source>Each cell: whether a query (row) may see a key (column); hatched: hidden. Layers with the same mask share one map.</source>
        <translation>每格：查询（行）能否看到键（列）；阴影线：不可见。掩码相同的层共用一张图。</translation>
    </message>
    <message>
        <source>%1 of %2 pairs in %3</source>
        <translation>%3 为 %2 对中的 %1 对</translation>
    </message>
    <message>
        <source>Let through: %1.</source>
        <translation>放行：%1。</translation>
    </message>
    <message>
        <source>; </source>
        <translation>；</translation>
    </message>
    <message>
        <source>never all %1</source>
        <translation>始终不到全部 %1 个</translation>
    </message>
    <message>
        <source>all after one layer</source>
        <translation>经过一层后为全部</translation>
    </message>
    <message>
        <source>all after %1 layers</source>
        <translation>经过 %1 层后为全部</translation>
    </message>
    <message>
        <source>Over depth the last token depends on %1 tokens: %2.</source>
        <translation>随深度增加，最后一个词元依赖 %1 个词元：%2。</translation>
    </message>
    <message>
        <source>The window is wider than this text of %1 tokens and hides nothing here: write a longer one.</source>
        <translation>窗口比这段 %1 个词元的文本更宽，在这里什么都没有遮住：请写一段更长的文本。</translation>
    </message>
    <message>
        <source>window %1 in %2</source>
        <translation>%2 的窗口为 %1</translation>
    </message>
    <message>
        <source>Set: %1.</source>
        <translation>已设：%1。</translation>
    </message>
    <message>
        <source>Over depth the last token of the %1 depends on %2 tokens there: %3.</source>
        <translation>随深度增加，%1最后一个词元依赖其中 %2 个词元：%3。</translation>
    </message>
    <message>
        <source>%3 %1 of %2</source>
        <translation>%3 %1/%2</translation>
    </message>
    <message>
        <source>Pairs let through: %1.</source>
        <translation>放行的词元对：%1。</translation>
    </message>
</context>
<context>
    <name>AttentionStacks</name>
    <message>
        <source>decoder → source</source>
        <translation>解码器 → 源文</translation>
    </message>
    <message>
        <source>encoder</source>
        <translation>编码器</translation>
    </message>
    <message>
        <source>decoder</source>
        <translation>解码器</translation>
    </message>
    <message>
        <source>“%1”</source>
        <translation>“%1”</translation>
    </message>
    <message>
        <source>One stack has no source to look at. Open the model “translator”, or choose the encoder–decoder topology.</source>
        <translation>只有一个堆栈，没有源文可看。请打开模型“translator”，或选编码器–解码器拓扑。</translation>
    </message>
    <message>
        <source>The encoder has %1 layers: there is no layer %2.</source>
        <translation>编码器有 %1 层：没有 L%2 层。</translation>
    </message>
    <message>
        <source>The source is one token, which takes all weight: add a word to it.</source>
        <translation>源文只有一个词元，它得到全部权重：请加一个词。</translation>
    </message>
    <message>
        <source>The source of A has %1 tokens and that of B %2. Look at A | B.</source>
        <translation>A 的源文有 %1 个词元，B 的有 %2 个。请看 A | B。</translation>
    </message>
    <message>
        <source>Use an encoder–decoder</source>
        <translation>使用编码器–解码器</translation>
    </message>
    <message>
        <source>Show the four terms of a score</source>
        <translation>看分数的四项</translation>
    </message>
</context>
<context>
    <name>AttentionStage</name>
    <message>
        <source>QKᵀ</source>
        <translation>QKᵀ</translation>
    </message>
    <message>
        <source>q · k</source>
        <translation>q · k</translation>
    </message>
    <message>
        <source>Each cell is q · k: how well a query and a key match.</source>
        <translation>每一格是 q · k：一个查询与一个键有多匹配。</translation>
    </message>
    <message>
        <source>÷ √d</source>
        <translation>÷ √d</translation>
    </message>
    <message>
        <source>q · k · scale</source>
        <translation>q · k · 缩放系数</translation>
    </message>
    <message>
        <source>Each cell is q · k of a query and a key, times the scale, before bias and mask.</source>
        <translation>每一格是一个查询与一个键的 q · k 乘以缩放系数，尚未加偏置和掩码。</translation>
    </message>
    <message>
        <source>+ bias</source>
        <translation>+ 偏置</translation>
    </message>
    <message>
        <source>content + bias</source>
        <translation>内容 + 偏置</translation>
    </message>
    <message>
        <source>Each cell is the content score and what the position encoding adds to it.</source>
        <translation>每一格是内容分数加上位置编码给它的偏置。</translation>
    </message>
    <message>
        <source>soft cap</source>
        <translation>软上限</translation>
    </message>
    <message>
        <source>capped score</source>
        <translation>限幅后的分数</translation>
    </message>
    <message>
        <source>Each cell is the score, limited to ± the soft cap, before the mask.</source>
        <translation>每一格是限制在正负软上限之间的分数，尚未加掩码。</translation>
    </message>
    <message>
        <source>mask</source>
        <translation>掩码</translation>
    </message>
    <message>
        <source>score</source>
        <translation>分数</translation>
    </message>
    <message>
        <source>Each cell is the score that enters the softmax; hatched cells are masked.</source>
        <translation>每一格是进入 softmax 的分数；画斜线的格子被掩码遮住。</translation>
    </message>
    <message>
        <source>softmax</source>
        <translation>softmax</translation>
    </message>
    <message>
        <source>weight</source>
        <translation>权重</translation>
    </message>
    <message>
        <source>Each row is a query and sums to 1; a cell is the weight that it gives to a key.</source>
        <translation>每一行是一个查询，总和为 1；每一格是它给某个键的权重。</translation>
    </message>
    <message>
        <source>· V</source>
        <translation>· V</translation>
    </message>
    <message>
        <source>mixed value</source>
        <translation>混合后的值</translation>
    </message>
    <message>
        <source>Each row is one token&apos;s mix of the values, weighted by its attention; a column is a dimension.</source>
        <translation>每一行是一个词元按注意力加权混合出的值向量；每一列是一个维度。</translation>
    </message>
    <message>
        <source>concat</source>
        <translation>拼接</translation>
    </message>
    <message>
        <source>The outputs of all heads, concatenated: each row is one token, each column a dimension.</source>
        <translation>所有头的输出拼接在一起：每一行是一个词元，每一列是一个维度。</translation>
    </message>
    <message>
        <source>· Wᴼ</source>
        <translation>· Wᴼ</translation>
    </message>
    <message>
        <source>output</source>
        <translation>输出</translation>
    </message>
    <message>
        <source>Each row is what attention adds to one token&apos;s stream; a column is a dimension.</source>
        <translation>每一行是注意力加到某个词元残差流上的向量；每一列是一个维度。</translation>
    </message>
    <message>
        <source>content q · k · scale</source>
        <translation>内容 q · k · 缩放系数</translation>
    </message>
    <message>
        <source>content · content</source>
        <translation>内容 · 内容</translation>
    </message>
    <message>
        <source>content · position</source>
        <translation>内容 · 位置</translation>
    </message>
    <message>
        <source>position · content</source>
        <translation>位置 · 内容</translation>
    </message>
    <message>
        <source>position · position</source>
        <translation>位置 · 位置</translation>
    </message>
    <message>
        <source>u · k</source>
        <translation>u · k</translation>
    </message>
    <message>
        <source>q · r</source>
        <translation>q · r</translation>
    </message>
    <message>
        <source>content → position</source>
        <translation>内容 → 位置</translation>
    </message>
    <message>
        <source>position → content</source>
        <translation>位置 → 内容</translation>
    </message>
    <message>
        <source>position bias</source>
        <translation>位置偏置</translation>
    </message>
    <message>
        <source>Nothing is added to the score here. ALiBi, T5 buckets or a relative encoding would add a bias.</source>
        <translation>这里没有给分数加任何项。换成 ALiBi、T5 分桶或其他相对位置编码，才会有偏置。</translation>
    </message>
    <message>
        <source>This layer has no soft cap. Set one under “Attention” (Gemma 2 has 50).</source>
        <translation>这一层没有软上限。可在“注意力”中设置（Gemma 2 用 50）。</translation>
    </message>
    <message>
        <source>This run did not record head %1 of layer %2.</source>
        <translation>本次运行没有记录 L%2 层的头 %1。</translation>
    </message>
    <message>
        <source>Layer %1 has no head %2.</source>
        <translation>L%1 层没有头 %2。</translation>
    </message>
    <message>
        <source>their sum</source>
        <translation>它们的和</translation>
    </message>
    <message>
        <source>Positions are added to the embedding here: ALiBi › four terms shows the four terms of a score. ALiBi, T5 buckets or a relative encoding would add a bias.</source>
        <translation>这里的位置加在嵌入上：分数的四项见“ALiBi › 四项”。ALiBi、T5 分桶或相对编码会加上偏置。</translation>
    </message>
    <message>
        <source>v · r</source>
        <translation>v · r</translation>
    </message>
</context>
<context>
    <name>AttentionStages</name>
    <message>
        <source>Look at A | B.</source>
        <translation>请看 A | B。</translation>
    </message>
    <message>
        <source>%1 heads</source>
        <translation>%1 个头</translation>
    </message>
    <message>
        <source>A and B differ in shape</source>
        <translation>A 与 B 形状不同</translation>
    </message>
    <message>
        <source>not recorded</source>
        <translation>没有记录</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>From %1 to %2 — %3.</source>
        <translation>从%1到%2：%3。</translation>
    </message>
    <message>
        <source>score</source>
        <translation>分数</translation>
    </message>
    <message>
        <source>Maps: the matrix after each step; the last two hold all heads; layer %1, head %2.</source>
        <translation>L%1 层，头 %2：每张图是该步之后的矩阵；最后两张含全部头。</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1（%2）</translation>
    </message>
    <message>
        <source>Not in this layer: %1.</source>
        <translation>本层没有：%1。</translation>
    </message>
    <message>
        <source>, </source>
        <translation>、</translation>
    </message>
    <message>
        <source>Steps without a map: %1.</source>
        <translation>没有图的步骤：%1。</translation>
    </message>
    <message>
        <source>QK-norm: q and k are normalised before their product, so that no score outgrows their gains.</source>
        <translation>QK-norm：q 和 k 在相乘之前先归一化，分数因此不会超出增益所允许的范围。</translation>
    </message>
    <message>
        <source>QK-norm before q · k: length of q %1 → %2, of k %3 → %4. So no score outgrows their gains.</source>
        <translation>QK 归一化：q 的长度 %1 → %2，k 的 %3 → %4，在 q · k 之前。分数因此不会超出增益所允许的范围。</translation>
    </message>
    <message>
        <source>‖q‖ %1, ‖k‖ %2.</source>
        <translation>‖q‖ %1，‖k‖ %2。</translation>
    </message>
    <message>
        <source>QK-norm: ‖q‖ %1 → %2, ‖k‖ %3 → %4.</source>
        <translation>QK 归一化：‖q‖ %1 → %2，‖k‖ %3 → %4。</translation>
    </message>
    <message>
        <source>%1.</source>
        <translation>%1。</translation>
    </message>
</context>
<context>
    <name>AttentionWall</name>
    <message>
        <source>layer</source>
        <translation>层</translation>
    </message>
    <message>
        <source>head</source>
        <translation>头</translation>
    </message>
    <message>
        <source>weight</source>
        <translation>权重</translation>
    </message>
    <message>
        <source>Most on the previous token</source>
        <translation>最关注前一个词元</translation>
    </message>
    <message>
        <source>Most on the first token</source>
        <translation>最关注首词元</translation>
    </message>
    <message>
        <source>Most focused: entropy, nat</source>
        <translation>最集中：熵，nat</translation>
    </message>
    <message>
        <source>Without attention weights: layers %1.</source>
        <translation>没有注意力权重的层：%1。</translation>
    </message>
    <message>
        <source>Look at A | B.</source>
        <translation>请看 A | B。</translation>
    </message>
    <message>
        <source>Changed most: mean KL, nat</source>
        <translation>变化最大：平均 KL，nat</translation>
    </message>
    <message>
        <source>no token occurs twice</source>
        <translation>没有重复的词元</translation>
    </message>
    <message>
        <source>%1 changed most: its rows differ by %2 nat on average.</source>
        <translation>%1 变化最大：各行平均相差 %2 nat。</translation>
    </message>
    <message>
        <source>%1: entropy %2 nat, %3 of its attention on the previous token, %4 on the first.</source>
        <translation>%1：熵 %2 nat；注意力：前一个词元 %3，首词元 %4。</translation>
    </message>
    <message>
        <source>The strongest previous-token head is %1 with %2.</source>
        <translation>最强的前一词元头是 %1，为 %2。</translation>
    </message>
    <message>
        <source>The strongest induction head is %1 with %2 on the repeats of this text (Training measures random ones).</source>
        <translation>在本文本的重复上，最强的归纳头是 %1，为 %2（“训练”页测量的是随机重复）。</translation>
    </message>
    <message>
        <source>No token occurs twice, so induction cannot be seen.</source>
        <translation>没有词元出现两次，因此看不到归纳。</translation>
    </message>
    <message>
        <source>largest mean KL</source>
        <translation>最大平均 KL</translation>
    </message>
    <message>
        <source>%1 nat, %2</source>
        <translation>%1 nat，%2</translation>
    </message>
    <message>
        <source>previous token</source>
        <translation>前一词元</translation>
    </message>
    <message>
        <source>induction</source>
        <translation>归纳</translation>
    </message>
    <message>
        <source>first token</source>
        <translation>首个词元</translation>
    </message>
    <message>
        <source>entropy</source>
        <translation>熵</translation>
    </message>
    <message>
        <source>Farthest: mean distance, tokens</source>
        <translation>看得最远：平均距离，词元</translation>
    </message>
    <message>
        <source>distance</source>
        <translation>距离</translation>
    </message>
    <message>
        <source>Not sorted by induction: no token of this text occurs twice. Repeat a few words.</source>
        <translation>无法按归纳排序：这段文字里没有词元出现两次。请重复几个词。</translation>
    </message>
    <message>
        <source>A square: one head; rows: queries, columns: keys.</source>
        <translation>每个小方块是一个注意力头：行是查询，列是键。</translation>
    </message>
    <message>
        <source>Induction (what followed before)</source>
        <translation>归纳：关注上次的后继</translation>
    </message>
    <message>
        <source>Heads by %1, smallest first; named layer.head where it has room.</source>
        <translation>每个小方块是一个头，按%1从小到大；放得下时标为“层.头”。</translation>
    </message>
    <message>
        <source>Heads by %1, largest first; named layer.head where it has room.</source>
        <translation>每个小方块是一个头，按%1从大到小；放得下时标为“层.头”。</translation>
    </message>
    <message>
        <source>Δ weight</source>
        <translation>Δ 权重</translation>
    </message>
    <message>
        <source>Layers %1: left to right</source>
        <translation>层 %1：从左到右</translation>
    </message>
    <message>
        <source>Layers %1 have other numbers of heads than A: a place there is another head.</source>
        <translation>L%1 层的头数与 A 不同：同一位置不是同一个头。</translation>
    </message>
    <message>
        <source>%1 layers, A has %2.</source>
        <translation>%1 层，A 有 %2 层。</translation>
    </message>
    <message>
        <source>not of two texts</source>
        <translation>不适用于两个文本</translation>
    </message>
    <message>
        <source>all heads</source>
        <translation>所有头</translation>
    </message>
    <message>
        <source>Not sorted: rollout is of a layer, not of a head.</source>
        <translation>未排序：rollout 属于一层，而不是一个头。</translation>
    </message>
    <message>
        <source>Not sorted by %1: places of the target are not places of the source.</source>
        <translation>未按 %1 排序：目标的位置不是源文的位置。</translation>
    </message>
    <message>
        <source>Places of the target are not places of the source.</source>
        <translation>目标的位置不是源文的位置。</translation>
    </message>
    <message>
        <source>No token of this text occurs twice.</source>
        <translation>此文本中没有词元出现两次。</translation>
    </message>
    <message>
        <source>After the last layer %1 of the last token is its own and %2 of the first token.</source>
        <translation>最后一层之后，最后一个词元有 %1 来自它自己，%2 来自第一个词元。</translation>
    </message>
    <message>
        <source>%1: entropy %2 nat.</source>
        <translation>%1：熵 %2 nat。</translation>
    </message>
    <message>
        <source>The most focused head is %1 with entropy %2 nat, the least %3 with %4; weight spread evenly over the source has %5.</source>
        <translation>最集中的头是 %1，熵为 %2 nat，最分散的是 %3，为 %4；权重均匀分布在源文上时为 %5。</translation>
    </message>
    <message>
        <source>A square: one head of the encoder; rows: queries, columns: keys.</source>
        <translation>每个小方块是编码器的一个头：行是查询，列是键。</translation>
    </message>
    <message>
        <source>A square: one head; rows: tokens of the target, columns: of the source.</source>
        <translation>每个小方块是一个头：行是目标的词元，列是源文的词元。</translation>
    </message>
    <message>
        <source>bars of the heads</source>
        <translation>各头的条形图</translation>
    </message>
    <message>
        <source>The weights of no head changed.</source>
        <translation>没有头的权重发生变化。</translation>
    </message>
    <message>
        <source>%1 looks most at what followed before (%2); in the first layer that is a distance, not induction.</source>
        <translation>%1 最多看上次后面的词（%2）；在第一层，这只是固定的距离，不是归纳。</translation>
    </message>
    <message>
        <source>One token has none before it.</source>
        <translation>只有一个词元，它前面没有词元。</translation>
    </message>
</context>
<context>
    <name>AttentionWeighing</name>
    <message>
        <source>Rollout follows the tokens of one text through its layers.</source>
        <translation>Rollout 跟踪一个文本的词元穿过各层。</translation>
    </message>
    <message>
        <source>Rollout needs the weights of every layer up to this one: layer %1 has none.</source>
        <translation>Rollout 需要到这一层为止每一层的权重：L%1 层没有。</translation>
    </message>
    <message>
        <source>A recorded run has no output matrix: open the model that it is of.</source>
        <translation>记录的运行没有输出矩阵：请打开它所属的模型。</translation>
    </message>
    <message>
        <source>length</source>
        <translation>长度</translation>
    </message>
    <message>
        <source>share</source>
        <translation>份额</translation>
    </message>
    <message>
        <source>Each cell is the length of what a key brings to a query: ‖α · v · Wᴼ‖, its weighted value after the output matrix.</source>
        <translation>每一格是一个键带给一个查询的向量长度：‖α · v · Wᴼ‖，即经过输出矩阵的加权值。</translation>
    </message>
    <message>
        <source>Each row is a token after this layer: the share of each token in it when every layer keeps half and mixes half by the mean of its heads.</source>
        <translation>每一行是这一层之后的一个词元：各词元在其中的份额，假设每层保留一半，另一半按各头的均值混合。</translation>
    </message>
    <message>
        <source>The first key takes %1 of all weight and %2 of all lengths.</source>
        <translation>第一个键占全部权重的 %1，占全部长度的 %2。</translation>
    </message>
</context>
<context>
    <name>AttentionWidth</name>
    <message>
        <source>The lines of A and B have widths of their own: look at A | B.</source>
        <translation>A 与 B 的曲线各有自己的宽度：请看 A | B。</translation>
    </message>
    <message>
        <source>spread of the scores</source>
        <translation>分数的离散程度</translation>
    </message>
    <message>
        <source>entropy of a row, nats</source>
        <translation>每行的熵，nat</translation>
    </message>
    <message>
        <source>saturated rows</source>
        <translation>饱和的行</translation>
    </message>
    <message>
        <source>width d</source>
        <translation>宽度 d</translation>
    </message>
    <message>
        <source>even</source>
        <translation>均匀</translation>
    </message>
    <message>
        <source>Only the first d numbers of q and k count. Thick: layer %1, head %2; thin: random vectors of variance 1; solid: q · k, dashed: ÷√d.</source>
        <translation>只取 q 和 k 的前 d 个数相乘。粗线：L%1 层头 %2；细线：方差为 1 的随机向量；实线：q · k，虚线：÷√d。</translation>
    </message>
    <message>
        <source>At d = %1 the scores spread by %2 without ÷√d and by %3 with it; the entropy is %4 and %5 nats of %6, and %7 and %8 of the rows give one key more than 99 %.</source>
        <translation>d = %1 时分数的标准差不除 √d 为 %2，除后为 %3；熵为 %4 与 %5 nat（均匀为 %6）；分别有 %7 与 %8 的行把 99% 以上给了一个键。</translation>
    </message>
    <message>
        <source>Random scores spread by %1 at d = %2, where √d is %3.</source>
        <translation>随机分数在 d = %2 时标准差为 %1，√d 为 %3。</translation>
    </message>
    <message>
        <source>From %1 of %2 queries.</source>
        <translation>取自 %2 个查询中的 %1 个。</translation>
    </message>
    <message>
        <source>This model multiplies by %1, not by 1/√d.</source>
        <translation>此模型乘以 %1，而不是 1/√d。</translation>
    </message>
    <message>
        <source>Without the bias that positions add to the scores.</source>
        <translation>不含位置给分数加的偏置。</translation>
    </message>
    <message>
        <source>random %1</source>
        <translation>随机 %1</translation>
    </message>
    <message>
        <source>this head %1</source>
        <translation>此头 %1</translation>
    </message>
    <message>
        <source>d = %1, ÷√d: spread %2 → %3, entropy %4 → %5.</source>
        <translation>d = %1，÷√d：标准差 %2 → %3，熵 %4 → %5。</translation>
    </message>
    <message>
        <source>Saturated rows %1 → %2.</source>
        <translation>饱和的行 %1 → %2。</translation>
    </message>
    <message>
        <source>The mask of layer %1 lets no query see two keys, so that nothing can spread. Choose a wider window, or another mask.</source>
        <translation>层 %1 的掩码不让任何查询看到两个键，分数无从分散。请换更宽的窗口或别的掩码。</translation>
    </message>
    <message>
        <source>Use a causal mask</source>
        <translation>使用因果掩码</translation>
    </message>
    <message>
        <source>One token sees one key, so that nothing can spread: add a word.</source>
        <translation>一个词元只看到一个键，没有可分散的：请再加一个词。</translation>
    </message>
</context>
<context>
    <name>Caveats</name>
    <message>
        <source>, </source>
        <translation>、</translation>
    </message>
    <message>
        <source>%1 and %2 more</source>
        <translation>%1，另有 %2 个</translation>
    </message>
    <message>
        <source>Trained with %1, run as %2: shows sensitivity, not quality.</source>
        <translation>训练时用“%1”，运行时用“%2”：只说明有多敏感，不说明好坏。</translation>
    </message>
    <message>
        <source>fewer parts</source>
        <translation>较少部件</translation>
    </message>
    <message>
        <source>New, as identity: %1.</source>
        <translation>新增，取恒等值：%1。</translation>
    </message>
    <message>
        <source>New, random: %1.</source>
        <translation>新增，取随机值：%1。</translation>
    </message>
    <message>
        <source>%1 after %2 steps of its training.</source>
        <translation>%1 训练 %2 步之后的权重。</translation>
    </message>
    <message>
        <source>From %1 on, numbers are no longer finite: cells without a number are hatched.</source>
        <translation>从 %1 起，数值不再有限：没有数值的格子画成斜线。</translation>
    </message>
    <message numerus="yes">
        <source>The model has no position beyond %1: the last %n token(s) of the text are left out.</source>
        <translation>
            <numerusform>模型没有 %1 之后的位置：文本最后 %n 个词元被略去。</numerusform>
        </translation>
    </message>
    <message>
        <source>A and B: %1</source>
        <translation>A 和 B：%1</translation>
    </message>
    <message>
        <source>A: %1</source>
        <translation>A：%1</translation>
    </message>
    <message>
        <source>B: %1</source>
        <translation>B：%1</translation>
    </message>
    <message>
        <source>Unknown family (%1), read as %2.</source>
        <translation>模型系列未知（%1），按 %2 读取。</translation>
    </message>
    <message>
        <source>%1 weights</source>
        <translation>%1 权重</translation>
    </message>
    <message>
        <source>“%1”</source>
        <translation>“%1”</translation>
    </message>
    <message>
        <source>Not in the vocabulary: %1. The model reads %2 in its place.</source>
        <translation>词表中没有：%1。模型将其读作 %2。</translation>
    </message>
    <message>
        <source>Not in the vocabulary: %1. The model reads it in letters or bytes.</source>
        <translation>词表中没有：%1。模型按字母或字节逐个读入。</translation>
    </message>
    <message>
        <source>Untrained replica of %1, scaled down, with seeded weights.</source>
        <translation>%1 的未训练复刻，规模缩小，权重由种子生成。</translation>
    </message>
    <message>
        <source>Intervened: %1.</source>
        <translation>已干预：%1。</translation>
    </message>
    <message>
        <source>Weights of %1, trained separately.</source>
        <translation>%1 的权重，单独训练。</translation>
    </message>
    <message>
        <source>%1 did not learn to copy this: “%2” gets only %3.</source>
        <translation>%1 没有学会抄写这段文本：“%2”只得到 %3。</translation>
    </message>
    <message>
        <source>Which experts a token goes to is held constant</source>
        <translation>词元去往哪些专家视为常量</translation>
    </message>
</context>
<context>
    <name>ChoiceRow</name>
    <message>
        <source>comma-separated numbers</source>
        <translation>以逗号分隔的数</translation>
    </message>
    <message>
        <source>a number</source>
        <translation>一个数</translation>
    </message>
    <message>
        <source>letters, e.g. wwwf</source>
        <translation>字母串，例如 wwwf</translation>
    </message>
</context>
<context>
    <name>ChoiceWords</name>
    <message>
        <source>Seeded, not trained.</source>
        <translation>由种子生成，未经训练。</translation>
    </message>
    <message>
        <source>No weights here were trained with these choices.</source>
        <translation>这里没有用这些选项训练的权重。</translation>
    </message>
    <message>
        <source>kept: %1</source>
        <translation>沿用：%1</translation>
    </message>
    <message>
        <source>kept</source>
        <translation>沿用</translation>
    </message>
    <message>
        <source>The weights of the opened model, whatever they were trained with</source>
        <translation>所打开模型的权重，不论是用哪些选项训练的</translation>
    </message>
    <message>
        <source>own</source>
        <translation>专用</translation>
    </message>
    <message>
        <source>own: %1</source>
        <translation>专用：%1</translation>
    </message>
    <message>
        <source>Weights trained with these choices</source>
        <translation>用这些选项训练的权重</translation>
    </message>
    <message>
        <source>yes</source>
        <translation>是</translation>
    </message>
    <message>
        <source>no</source>
        <translation>否</translation>
    </message>
    <message>
        <source>%1 was trained with these choices.</source>
        <translation>%1 就是用这些选项训练的。</translation>
    </message>
    <message>
        <source>Running %1: trained separately, with these choices.</source>
        <translation>正在运行 %1：用这些选项单独训练。</translation>
    </message>
    <message>
        <source>%1 was trained with other choices.</source>
        <translation>%1 是用其他选项训练的。</translation>
    </message>
    <message>
        <source>Running %1: the nearest one, trained with other choices.</source>
        <translation>正在运行最接近的 %1：它是用其他选项训练的。</translation>
    </message>
    <message>
        <source>nearest: %1</source>
        <translation>最接近的：%1</translation>
    </message>
    <message>
        <source>The nearest trained weights: none were trained with these choices</source>
        <translation>最接近的已训练权重：没有恰好用这些选项训练的</translation>
    </message>
</context>
<context>
    <name>Choices</name>
    <message>
        <source>yes</source>
        <translation>是</translation>
    </message>
    <message>
        <source>no</source>
        <translation>否</translation>
    </message>
    <message>
        <source>by layer</source>
        <translation>逐层</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>%1 in %2</source>
        <translation>%2 为 %1</translation>
    </message>
    <message>
        <source>, </source>
        <translation>，</translation>
    </message>
</context>
<context>
    <name>Circuits</name>
    <message>
        <source>A recorded run cannot be run again: open its model.</source>
        <translation>录制的运行无法重新运行：请打开它的模型。</translation>
    </message>
    <message>
        <source>This model has no experts.</source>
        <translation>这个模型没有专家。</translation>
    </message>
    <message>
        <source>A and B do not have the same places: look at A | B.</source>
        <translation>A 与 B 的位置不同：请看 A | B。</translation>
    </message>
    <message>
        <source>Δ change</source>
        <translation>Δ 变化</translation>
    </message>
    <message>
        <source>change</source>
        <translation>变化</translation>
    </message>
    <message>
        <source>a branch</source>
        <translation>一个分支</translation>
    </message>
    <message>
        <source>an expert</source>
        <translation>一个专家</translation>
    </message>
    <message>
        <source>a neuron of layer %1</source>
        <translation>L%1 层的一个神经元</translation>
    </message>
    <message>
        <source>a head</source>
        <translation>一个头</translation>
    </message>
    <message>
        <source>Each cell is a run in which %1 is its mean over the tokens: how that changes the %2.</source>
        <translation>每个格子是一次运行，其中%1换成它在各词元上的均值：%2因此变化多少。</translation>
    </message>
    <message>
        <source>Each cell is a run without %1: how that changes the %2.</source>
        <translation>每个格子是一次去掉%1的运行：%2因此变化多少。</translation>
    </message>
    <message>
        <source>The %1 is %2; without %3 it is %4.</source>
        <translation>%1是 %2；去掉 %3 后是 %4。</translation>
    </message>
    <message>
        <source>“%1”</source>
        <translation>“%1”</translation>
    </message>
    <message>
        <source>loss of the text, nat</source>
        <translation>文本的损失（nat）</translation>
    </message>
    <message>
        <source>KL to the untouched run, nat</source>
        <translation>与原始运行的 KL（nat）</translation>
    </message>
    <message>
        <source>logit of %1</source>
        <translation>%1的 logit</translation>
    </message>
    <message>
        <source>log p of %1</source>
        <translation>%1的 log p</translation>
    </message>
    <message>
        <source>logit of %1 minus that of %2</source>
        <translation>%1与%2的 logit 之差</translation>
    </message>
    <message>
        <source>entropy of the next token, nat</source>
        <translation>下一个词元的熵（nat）</translation>
    </message>
    <message>
        <source>rank of %1</source>
        <translation>%1的名次</translation>
    </message>
    <message>
        <source>%1 at position %2</source>
        <translation>位置 %2 处%1</translation>
    </message>
    <message>
        <source>What changes it most</source>
        <translation>影响最大的</translation>
    </message>
    <message>
        <source>attention</source>
        <translation>注意力</translation>
    </message>
    <message>
        <source>cross-attention</source>
        <translation>交叉注意力</translation>
    </message>
    <message>
        <source>feed-forward</source>
        <translation>前馈</translation>
    </message>
    <message>
        <source>mixer</source>
        <translation>混合器</translation>
    </message>
    <message>
        <source>stream</source>
        <translation>残差流</translation>
    </message>
    <message>
        <source>end</source>
        <translation>末端</translation>
    </message>
    <message>
        <source>E%1</source>
        <translation>E%1</translation>
    </message>
    <message>
        <source>Patching needs two texts of as many tokens each: that of A, and another as B, in which one word differs.</source>
        <translation>修补需要词元数相同的两段文本：A 的文本，和只换了一个词的 B。</translation>
    </message>
    <message>
        <source>A and B are not the same model: patching compares two texts in one.</source>
        <translation>A 与 B 不是同一个模型：修补在同一个模型里比较两段文本。</translation>
    </message>
    <message>
        <source>The text of A has %1 tokens, that of B %2: patching needs as many in both.</source>
        <translation>A 的文本有 %1 个词元，B 的有 %2 个：修补要求两者一样多。</translation>
    </message>
    <message>
        <source>A and B have the same text: change a word of B.</source>
        <translation>A 与 B 的文本相同：请改 B 的一个词。</translation>
    </message>
    <message>
        <source>the output of attention</source>
        <translation>注意力的输出</translation>
    </message>
    <message>
        <source>the output of the feed-forward</source>
        <translation>前馈的输出</translation>
    </message>
    <message>
        <source>the output of one head</source>
        <translation>一个头的输出</translation>
    </message>
    <message>
        <source>the stream</source>
        <translation>残差流</translation>
    </message>
    <message>
        <source>Each cell is a run of B with %1, at one token, from A: how that changes the %2.</source>
        <translation>每个格子是 B 的一次运行，其中一个词元处%1取自 A：%2因此变化多少。</translation>
    </message>
    <message>
        <source>The %1 is %2 in A and %3 in B; with %4 at position %5 from A it is %6.</source>
        <translation>%1在 A 中是 %2，在 B 中是 %3；位置 %5 处的%4取自 A 时是 %6。</translation>
    </message>
    <message>
        <source>Make B from A</source>
        <translation>由 A 得到 B</translation>
    </message>
    <message>
        <source>FF</source>
        <translation>前馈</translation>
    </message>
    <message>
        <source>embedding</source>
        <translation>嵌入</translation>
    </message>
    <message>
        <source>What the text of B gives comes in place of a path: make B from A, and change a word of it.</source>
        <translation>以 B 的文本所给的值取代一条路径：请由 A 建立 B，并改动其中一个词。</translation>
    </message>
    <message>
        <source>A and B are not the same model: paths exchange what two texts give in one.</source>
        <translation>A 与 B 不是同一模型：路径交换的是两段文本在同一模型中的值。</translation>
    </message>
    <message>
        <source>The text of A has %1 tokens, that of B %2: paths need as many in both.</source>
        <translation>A 的文本有 %1 个词元，B 的有 %2 个：路径要求两者一样多。</translation>
    </message>
    <message>
        <source>This model has two stacks; paths are of models with one.</source>
        <translation>此模型有两个堆栈；路径只用于单堆栈的模型。</translation>
    </message>
    <message>
        <source>A layer of this model has no attention: paths go through heads.</source>
        <translation>此模型有一层没有注意力：路径要经过头。</translation>
    </message>
    <message>
        <source>The stream of this model is not the sum of what its layers write (a norm or a scale is on it), so that no path can be exchanged by itself. Use pre-norm.</source>
        <translation>此模型的残差流不是各层写入之和（其上有归一化或缩放），因此无法单独交换一条路径。请使用前置归一化。</translation>
    </message>
    <message>
        <source>The text is one token: its mean over the tokens is itself. Write a longer one.</source>
        <translation>文本只有一个词元：它对词元的均值就是它自己。请写长一些。</translation>
    </message>
    <message>
        <source>Use pre-norm</source>
        <translation>使用前置归一化</translation>
    </message>
    <message numerus="yes">
        <source>%n path(s)</source>
        <translation>
            <numerusform>%n 条路径</numerusform>
        </translation>
    </message>
    <message>
        <source>threshold %1 · faithfulness %2 · completeness %3</source>
        <translation>阈值 %1 · 忠实度 %2 · 完备度 %3</translation>
    </message>
    <message>
        <source>logits</source>
        <translation>logit</translation>
    </message>
    <message>
        <source>query</source>
        <translation>查询</translation>
    </message>
    <message>
        <source>keys</source>
        <translation>键</translation>
    </message>
    <message>
        <source>values</source>
        <translation>值</translation>
    </message>
    <message>
        <source>feed-forward, logits</source>
        <translation>前馈、logit</translation>
    </message>
    <message>
        <source>works against it</source>
        <translation>起反作用</translation>
    </message>
    <message>
        <source>Faithfulness over all thresholds; 1: the whole model</source>
        <translation>各阈值下的忠实度；1：整个模型</translation>
    </message>
    <message numerus="yes">
        <source>%n head(s)</source>
        <translation>
            <numerusform>%n 个头</numerusform>
        </translation>
    </message>
    <message>
        <source>threshold; a ring: heads leave</source>
        <translation>阈值；圆圈：有头离开</translation>
    </message>
    <message>
        <source>Largest paths</source>
        <translation>最大的路径</translation>
    </message>
    <message>
        <source>Width: what the %1 loses with the other text’s path in its place.</source>
        <translation>粗细：以另一文本的路径取代时，%1所失去的量。</translation>
    </message>
    <message>
        <source>Width: what the %1 loses with the path’s mean in its place.</source>
        <translation>粗细：以路径的均值取代它时，%1所失去的量。</translation>
    </message>
    <message numerus="yes">
        <source>The %1 is %2, with every path exchanged %3; %n path(s) keep %4 of the difference by themselves.</source>
        <translation>
            <numerusform>%1为 %2，交换所有路径后为 %3；%n 条路径单独保留其差的 %4。</numerusform>
        </translation>
    </message>
    <message>
        <source>The %1 is %2, with every path exchanged %3.</source>
        <translation>%1为 %2，交换所有路径后为 %3。</translation>
    </message>
    <message>
        <source>More than 1: what is left out works against it.</source>
        <translation>大于 1：留在外面的部分起反作用。</translation>
    </message>
    <message>
        <source>threshold %1</source>
        <translation>阈值 %1</translation>
    </message>
    <message>
        <source>Intervened: %1.</source>
        <translation>已干预：%1。</translation>
    </message>
    <message>
        <source>Measured without its interventions: %1.</source>
        <translation>测量时不带其干预：%1。</translation>
    </message>
    <message>
        <source>A circuit is not unique: other paths may keep as much.</source>
        <translation>回路并不唯一：其他路径也可能保留同样多。</translation>
    </message>
    <message>
        <source>Each cell is a run in which %1 is its mean over texts (%2): how that changes the %3.</source>
        <translation>每个格子是一次运行，其中%1换成它在多条文本（%2）上的均值：%3因此变化多少。</translation>
    </message>
    <message>
        <source>%1 of %2 runs so far.</source>
        <translation>共 %2 次运行，已完成 %1 次。</translation>
    </message>
    <message>
        <source>Some runs were not possible: %1.</source>
        <translation>部分运行无法进行：%1。</translation>
    </message>
    <message>
        <source>%1 is in none of these circuits.</source>
        <translation>%1 不在任何一个回路中。</translation>
    </message>
    <message>
        <source>%1: direct effect %2, total effect %3.</source>
        <translation>%1：直接效应 %2，总效应 %3。</translation>
    </message>
    <message>
        <source>The text is too short for the %1: add a word.</source>
        <translation>文本太短，没有%1：请再加一个词。</translation>
    </message>
    <message>
        <source>This model has no logits to measure. Choose an output head.</source>
        <translation>这个模型没有可以测量的 logit。请选择一个输出头。</translation>
    </message>
    <message>
        <source>Paths of %1 of %2 heads: those without which the metric changes most.</source>
        <translation>%2 个头中 %1 个的路径：去掉它们指标变化最大。</translation>
    </message>
    <message>
        <source>neuron %1 of %2</source>
        <translation>%2 的神经元 %1</translation>
    </message>
    <message>
        <source>expert %1 of %2</source>
        <translation>%2 的专家 %1</translation>
    </message>
    <message>
        <source>the %1 of %2</source>
        <translation>%2 的%1</translation>
    </message>
    <message>
        <source>A and B have the same text, as long as only interventions tell them apart: take those out, and change a word of B.</source>
        <translation>A 与 B 只相差干预时文本相同：请先去掉干预，再改 B 的一个词。</translation>
    </message>
    <message>
        <source>Measured is “%1”, as it was chosen; the likeliest next token is “%2”.</source>
        <translation>测量的是选定的“%1”；最可能的下一个词元是“%2”。</translation>
    </message>
</context>
<context>
    <name>Compose</name>
    <message>
        <source>● A: %1</source>
        <translation>● A：%1</translation>
    </message>
    <message>
        <source>◆ B: %1</source>
        <translation>◆ B：%1</translation>
    </message>
    <message>
        <source>● A and ◆ B</source>
        <translation>● A 与 ◆ B</translation>
    </message>
    <message>
        <source>● A: %1, ◆ B: %2</source>
        <translation>● A：%1，◆ B：%2</translation>
    </message>
    <message>
        <source>Scales differ: the same colour is not the same number in A and B.</source>
        <translation>刻度不同：同一种颜色在 A 与 B 中不是同一个数。</translation>
    </message>
    <message>
        <source>Δ: %1</source>
        <translation>Δ：%1</translation>
    </message>
    <message>
        <source>A and B: %1</source>
        <translation>A 和 B：%1</translation>
    </message>
    <message>
        <source>A: %1</source>
        <translation>A：%1</translation>
    </message>
    <message>
        <source>B: %1</source>
        <translation>B：%1</translation>
    </message>
    <message>
        <source>%1 panels side by side need a page at least %2 mm wide.</source>
        <translation>%1 幅图并排需要至少 %2 毫米宽的页面。</translation>
    </message>
    <message>
        <source>%1 panels side by side need a picture at least %2 px wide.</source>
        <translation>%1 幅图并排需要至少 %2 像素宽的画面。</translation>
    </message>
    <message>
        <source>%1 panels need a larger page.</source>
        <translation>%1 幅图需要更大的页面。</translation>
    </message>
    <message>
        <source>No Δ: %1</source>
        <translation>没有 Δ：%1</translation>
    </message>
    <message>
        <source>%1 panels need a page at least %2 mm high.</source>
        <translation>%1 幅图需要至少 %2 毫米高的页面。</translation>
    </message>
    <message>
        <source>%1 panels need a picture at least %2 px high.</source>
        <translation>%1 幅图需要至少 %2 像素高的画面。</translation>
    </message>
    <message>
        <source>there is no room for it here.</source>
        <translation>这里放不下。</translation>
    </message>
    <message>
        <source>Colours: %1</source>
        <translation>颜色：%1</translation>
    </message>
    <message>
        <source>B has no picture.</source>
        <translation>B 没有图。</translation>
    </message>
    <message>
        <source>B is not drawn: %1</source>
        <translation>B 未画：%1</translation>
    </message>
    <message>
        <source>A is not drawn: %1</source>
        <translation>A 未画：%1</translation>
    </message>
</context>
<context>
    <name>Cost</name>
    <message>
        <source>attention T²</source>
        <translation>注意力 T²</translation>
    </message>
    <message>
        <source>feed-forward</source>
        <translation>前馈</translation>
    </message>
    <message>
        <source>projections</source>
        <translation>投影</translation>
    </message>
    <message>
        <source>tokens</source>
        <translation>词元数</translation>
    </message>
    <message>
        <source>FLOPs of a pass</source>
        <translation>一次前向计算的 FLOPs</translation>
    </message>
    <message>
        <source>this text</source>
        <translation>本文本</translation>
    </message>
    <message>
        <source>measured, ms</source>
        <translation>测得，ms</translation>
    </message>
    <message>
        <source>Lines: FLOPs by the formulas, mask ignored. Dots: this text repeated or cut, timed here.</source>
        <translation>线：按公式算的 FLOPs，不为掩码作扣除。点：把本文本重复或截断后在此测得的时间。</translation>
    </message>
    <message>
        <source>nothing in this model grows with pairs of tokens</source>
        <translation>这个模型中没有随词元对增长的部分</translation>
    </message>
    <message>
        <source>there is no feed-forward to overtake</source>
        <translation>没有可以比较的前馈</translation>
    </message>
    <message>
        <source>attention needs more FLOPs than the feed-forward from %1 tokens on</source>
        <translation>从 %1 个词元起，注意力的 FLOPs 多于前馈</translation>
    </message>
    <message>
        <source>By the formulas %1; this text has %2.</source>
        <translation>按公式，%1；本文本有 %2 个。</translation>
    </message>
    <message>
        <source>Embedding</source>
        <translation>嵌入</translation>
    </message>
    <message>
        <source>Norms</source>
        <translation>归一化</translation>
    </message>
    <message>
        <source>Q, K, V</source>
        <translation>Q、K、V</translation>
    </message>
    <message>
        <source>Rotation</source>
        <translation>旋转</translation>
    </message>
    <message>
        <source>QKᵀ, softmax, ·V</source>
        <translation>QKᵀ、softmax、·V</translation>
    </message>
    <message>
        <source>Out of attention</source>
        <translation>注意力输出</translation>
    </message>
    <message>
        <source>Mixer</source>
        <translation>混合器</translation>
    </message>
    <message>
        <source>Router</source>
        <translation>路由</translation>
    </message>
    <message>
        <source>Feed-forward, in</source>
        <translation>前馈（输入）</translation>
    </message>
    <message>
        <source>Activation</source>
        <translation>激活</translation>
    </message>
    <message>
        <source>Feed-forward, out</source>
        <translation>前馈（输出）</translation>
    </message>
    <message>
        <source>Residual sums</source>
        <translation>残差求和</translation>
    </message>
    <message>
        <source>Unembedding</source>
        <translation>输出嵌入</translation>
    </message>
    <message>
        <source>Token tables</source>
        <translation>词元表</translation>
    </message>
    <message>
        <source>Projections</source>
        <translation>投影</translation>
    </message>
    <message>
        <source>Attention, mixer</source>
        <translation>注意力、混合器</translation>
    </message>
    <message>
        <source>Attention T²</source>
        <translation>注意力 T²</translation>
    </message>
    <message>
        <source>Feed-forward</source>
        <translation>前馈</translation>
    </message>
    <message>
        <source>A recorded run holds no model that could be timed. Open the model itself.</source>
        <translation>记录文件里没有可以计时的模型。请打开模型本身。</translation>
    </message>
    <message>
        <source>Encoder %1</source>
        <translation>编码器 %1</translation>
    </message>
    <message>
        <source>tied</source>
        <translation>共享</translation>
    </message>
    <message>
        <source>Sum</source>
        <translation>合计</translation>
    </message>
    <message>
        <source>FLOPs, of all of A</source>
        <translation>FLOPs，占 A 全部</translation>
    </message>
    <message>
        <source>time, of all of A</source>
        <translation>时间，占 A 全部</translation>
    </message>
    <message>
        <source>parameters</source>
        <translation>参数</translation>
    </message>
    <message>
        <source>FLOPs</source>
        <translation>FLOPs</translation>
    </message>
    <message>
        <source>bytes</source>
        <translation>字节</translation>
    </message>
    <message>
        <source>time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>Layer</source>
        <translation>层</translation>
    </message>
    <message>
        <source>Operation</source>
        <translation>运算</translation>
    </message>
    <message>
        <source>of the FLOPs</source>
        <translation>占 FLOPs</translation>
    </message>
    <message>
        <source>of the time</source>
        <translation>占时间</translation>
    </message>
    <message>
        <source>FLOPs of A</source>
        <translation>A 的 FLOPs</translation>
    </message>
    <message>
        <source>FLOPs of B</source>
        <translation>B 的 FLOPs</translation>
    </message>
    <message>
        <source>time of A</source>
        <translation>A 的时间</translation>
    </message>
    <message>
        <source>time of B</source>
        <translation>B 的时间</translation>
    </message>
    <message>
        <source>No biases</source>
        <translation>去掉偏置</translation>
    </message>
    <message>
        <source>With biases</source>
        <translation>加上偏置</translation>
    </message>
    <message>
        <source>not this model</source>
        <translation>此模型不能</translation>
    </message>
    <message>
        <source>B − A</source>
        <translation>B − A</translation>
    </message>
    <message>
        <source>Instead</source>
        <translation>改为</translation>
    </message>
    <message>
        <source>The rows beside are B − A already.</source>
        <translation>旁边的各行已经是 B − A。</translation>
    </message>
    <message>
        <source>; </source>
        <translation>；</translation>
    </message>
    <message>
        <source>.</source>
        <translation>。</translation>
    </message>
    <message>
        <source>Two crossovers are compared, not subtracted: look at A | B.</source>
        <translation>两个交叉点只比较、不相减：请看 A | B。</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation>%1 至 %2</translation>
    </message>
    <message>
        <source>equal at %1</source>
        <translation>在 %1 处相等</translation>
    </message>
    <message>
        <source>, </source>
        <translation>、</translation>
    </message>
    <message>
        <source>the measured times</source>
        <translation>实测的时间</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>Each row: a layer with all its operations.</source>
        <translation>每行：一层的所有运算。</translation>
    </message>
    <message>
        <source>Rows: operations in all layers.</source>
        <translation>每行：一种运算在所有层中的合计。</translation>
    </message>
    <message>
        <source>Whiskers: the middle half of the passes, or all of a few. Times: of this machine and run, the middle pass.</source>
        <translation>误差线：居中一半的各次计算（次数少时为全部）。时间：本机本次运行的中位数。</translation>
    </message>
    <message numerus="yes">
        <source>The operations add up to %1 (middle of %n passes); a pass without the clock takes %2.</source>
        <translation>
            <numerusform>各运算合计 %1（%n 次中的中位数）；不带计时的一次前向计算用 %2。</numerusform>
        </translation>
    </message>
    <message>
        <source>This model has neither attention nor a feed-forward. Choose “Attention” as its mixer.</source>
        <translation>此模型既没有注意力，也没有前馈。请将混合器设为“注意力”。</translation>
    </message>
    <message>
        <source>Attention costs most from %1 tokens on.</source>
        <translation>从 %1 个词元起，注意力开销最大。</translation>
    </message>
    <message>
        <source>parameters of A</source>
        <translation>A 的参数</translation>
    </message>
    <message>
        <source>parameters of B</source>
        <translation>B 的参数</translation>
    </message>
    <message>
        <source>bytes of A</source>
        <translation>A 的字节</translation>
    </message>
    <message>
        <source>bytes of B</source>
        <translation>B 的字节</translation>
    </message>
    <message>
        <source>Parameters move: %1.</source>
        <translation>参数的去向：%1。</translation>
    </message>
    <message>
        <source>“%1” %2</source>
        <translation>“%1”%2</translation>
    </message>
    <message>
        <source>Largest shares of the FLOPs: %1; of the time: %2 (in this order within the noise).</source>
        <translation>FLOPs 占比最大：%1；时间占比最大：%2（先后之差在噪声之内）。</translation>
    </message>
    <message>
        <source>Largest shares of the FLOPs: %1; of the time: %2.</source>
        <translation>FLOPs 占比最大：%1；时间占比最大：%2。</translation>
    </message>
    <message>
        <source>This model has no norms.</source>
        <translation>此模型没有归一化。</translation>
    </message>
    <message>
        <source>within the noise the same share</source>
        <translation>在噪声之内与其 FLOPs 占比相同</translation>
    </message>
    <message>
        <source>%1 times their share of the FLOPs</source>
        <translation>为其 FLOPs 占比的 %1 倍</translation>
    </message>
    <message>
        <source>The norms have %1 of the FLOPs and take %2 of the time (%3 to %4), %5.</source>
        <translation>归一化占 FLOPs 的 %1，占时间的 %2（%3 至 %4），%5。</translation>
    </message>
    <message>
        <source>%1 instead of %2</source>
        <translation>%1 代替 %2</translation>
    </message>
    <message>
        <source>biases dropped</source>
        <translation>去掉偏置</translation>
    </message>
    <message>
        <source>biases added</source>
        <translation>加上偏置</translation>
    </message>
    <message numerus="yes">
        <source>%1 and %n other choice(s)</source>
        <translation>
            <numerusform>%1，另有 %n 个选项不同</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n token(s) instead of %1</source>
        <translation>
            <numerusform>%n 个词元，而非 %1 个</numerusform>
        </translation>
    </message>
    <message>
        <source>within the noise</source>
        <translation>在噪声之内</translation>
    </message>
    <message>
        <source>%1 parameters</source>
        <translation>参数 %1</translation>
    </message>
    <message>
        <source>%1 FLOPs</source>
        <translation>FLOPs %1</translation>
    </message>
    <message>
        <source>%1 (within the noise)</source>
        <translation>%1（在噪声之内）</translation>
    </message>
    <message>
        <source>Of it: %1.</source>
        <translation>其中：%1。</translation>
    </message>
    <message>
        <source>The layers together have %1 of the FLOPs and take %2 of the time; embedding and output have %3 and take %4.</source>
        <translation>各层合计占 FLOPs 的 %1、时间的 %2；嵌入与输出占 %3 与 %4。</translation>
    </message>
    <message>
        <source>%1 parameters (%2), %3 FLOPs (%4); a pass takes %5 in A and %6 in B (%7).</source>
        <translation>参数 %1（%2），FLOPs %3（%4）；一次前向计算 A 用 %5，B 用 %6（%7）。</translation>
    </message>
    <message>
        <source>From A to B: %1</source>
        <translation>从 A 到 B：%1</translation>
    </message>
    <message>
        <source>B (%1): %2</source>
        <translation>B（%1）：%2</translation>
    </message>
    <message>
        <source>The passes of A took %1, those of B %2.</source>
        <translation>A 的各次计算用 %1，B 用 %2。</translation>
    </message>
    <message>
        <source>%1: %2 parameters, %3 FLOPs, %4</source>
        <translation>%1：参数 %2，FLOPs %3，用时 %4</translation>
    </message>
    <message>
        <source>%1: %2 parameters, %3 FLOPs, %4 (within the noise)</source>
        <translation>%1：参数 %2，FLOPs %3，用时 %4（在噪声之内）</translation>
    </message>
    <message>
        <source>Two stacks read two texts and are not timed over one length.</source>
        <translation>两个堆叠读两段文本，不按同一长度计时。</translation>
    </message>
    <message>
        <source>attention %1</source>
        <translation>注意力 %1</translation>
    </message>
    <message>
        <source>feed-forward %1</source>
        <translation>前馈 %1</translation>
    </message>
    <message>
        <source>Measured with %1 tokens: %2.</source>
        <translation>%1 个词元时测得：%2。</translation>
    </message>
    <message>
        <source>Bars: parts of all FLOPs and all time of A; no bar of time: within the noise.</source>
        <translation>条形：占 A 的全部 FLOPs 与全部时间的比例；没有时间条形：在噪声之内。</translation>
    </message>
    <message>
        <source>Pale: within the noise.</source>
        <translation>浅色：差别在噪声之内。</translation>
    </message>
    <message>
        <source>Each row: B − A of an operation in all layers. Bars: parts of all FLOPs and all time of A; no bar of time: within the noise.</source>
        <translation>每行：一种运算在所有层中的 B − A。条形：占 A 的全部 FLOPs 与全部时间的比例；没有时间条形：在噪声之内。</translation>
    </message>
    <message>
        <source>Rows: one other choice, minus this model; no bar: within the noise. Bars: parts of its FLOPs and its time.</source>
        <translation>每行：换一个选项后的本模型减去本模型。条形：占其 FLOPs 与时间的比例；没有条形：在噪声之内。</translation>
    </message>
    <message>
        <source>The passes of this model took %1.</source>
        <translation>本模型的各次计算用 %1。</translation>
    </message>
    <message>
        <source>%1 (one pass, which cannot tell how far they spread)</source>
        <translation>%1（只有一次，看不出波动）</translation>
    </message>
</context>
<context>
    <name>DerivationText</name>
    <message>
        <source>scale</source>
        <translation>缩放</translation>
    </message>
    <message>
        <source>soft cap</source>
        <translation>软上限</translation>
    </message>
    <message>
        <source>limit</source>
        <translation>界限</translation>
    </message>
    <message>
        <source>mean</source>
        <translation>均值</translation>
    </message>
    <message>
        <source>root mean square</source>
        <translation>均方根</translation>
    </message>
    <message>
        <source>standard deviation</source>
        <translation>标准差</translation>
    </message>
    <message>
        <source>gain</source>
        <translation>增益</translation>
    </message>
    <message>
        <source>multiplier</source>
        <translation>倍数</translation>
    </message>
    <message>
        <source>count</source>
        <translation>个数</translation>
    </message>
    <message>
        <source>pair</source>
        <translation>维度对</translation>
    </message>
    <message>
        <source>angle per position</source>
        <translation>每个位置的角度</translation>
    </message>
    <message>
        <source>angle</source>
        <translation>角度</translation>
    </message>
    <message>
        <source>position</source>
        <translation>位置</translation>
    </message>
    <message>
        <source>distance</source>
        <translation>距离</translation>
    </message>
    <message>
        <source>slope</source>
        <translation>斜率</translation>
    </message>
    <message>
        <source>sin or cos of the position</source>
        <translation>位置的正弦或余弦</translation>
    </message>
    <message>
        <source>Σ over the row</source>
        <translation>整行之和 Σ</translation>
    </message>
    <message>
        <source>values of distances</source>
        <translation>距离的值向量</translation>
    </message>
    <message>
        <source>exponential</source>
        <translation>取指数</translation>
    </message>
    <message>
        <source>logarithm</source>
        <translation>取对数</translation>
    </message>
    <message>
        <source>square root</source>
        <translation>开平方</translation>
    </message>
    <message>
        <source>%1 · tanh(x ÷ %1)</source>
        <translation>%1 · tanh(x ÷ %1)</translation>
    </message>
    <message>
        <source>kept within ±%1</source>
        <translation>限制在 ±%1 以内</translation>
    </message>
    <message>
        <source>activation function</source>
        <translation>激活函数</translation>
    </message>
    <message>
        <source>the %1 smaller terms</source>
        <translation>其余较小的 %1 项</translation>
    </message>
    <message>
        <source>recorded value</source>
        <translation>记录值</translation>
    </message>
    <message>
        <source>the largest of the row</source>
        <translation>本行最大值</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1：%2</translation>
    </message>
</context>
<context>
    <name>Divergence</name>
    <message>
        <source>There is one run: compare it with another choice, model or text, to see where the two part.</source>
        <translation>只有一次运行：请与另一选项、模型或文本比较，看二者从何处分开。</translation>
    </message>
    <message>
        <source>The curve is of both runs already.</source>
        <translation>曲线已经包含两次运行。</translation>
    </message>
    <message>
        <source>A and B recorded no tensor of the same name.</source>
        <translation>A 和 B 没有记录同名的张量。</translation>
    </message>
    <message>
        <source>stream</source>
        <translation>残差流</translation>
    </message>
    <message>
        <source>attention</source>
        <translation>注意力</translation>
    </message>
    <message>
        <source>feed-forward</source>
        <translation>前馈</translation>
    </message>
    <message>
        <source>norms</source>
        <translation>归一化</translation>
    </message>
    <message>
        <source>embedding, output</source>
        <translation>嵌入、输出</translation>
    </message>
    <message>
        <source>E%1</source>
        <translation>E%1</translation>
    </message>
    <message>
        <source>tensors in the order of computation</source>
        <translation>按计算顺序排列的张量</translation>
    </message>
    <message>
        <source>‖b − a‖ / ‖a‖</source>
        <translation>‖b − a‖ / ‖a‖</translation>
    </message>
    <message>
        <source>The first that differs, then the farthest apart</source>
        <translation>最先不同的，然后是相差最远的</translation>
    </message>
    <message>
        <source>another shape</source>
        <translation>形状不同</translation>
    </message>
    <message>
        <source>All %1 tensors that both recorded are the same.</source>
        <translation>两者都记录的 %1 个张量全部相同。</translation>
    </message>
    <message>
        <source>A and B part at the first of %1 tensors, %2: ‖b − a‖ is %3 of ‖a‖.</source>
        <translation>A 和 B 在 %1 个张量的第一个 %2 处就分开：‖b − a‖ 是 ‖a‖ 的 %3。</translation>
    </message>
    <message>
        <source>A and B part at %1 (‖b − a‖ is %2 of ‖a‖), after %3 of %4 tensors that are the same.</source>
        <translation>A、B 从 %1 起不同（‖b − a‖ 是 ‖a‖ 的 %2）；共 %4 个张量，之前的 %3 个相同。</translation>
    </message>
    <message>
        <source>The farthest apart is %1 (%2), the last, %3, differs by %4.</source>
        <translation>相差最远的是 %1（%2），最后一个 %3 相差 %4。</translation>
    </message>
    <message>
        <source>%1 alone has %2 more, the first is %3.</source>
        <translation>只有 %1 另有 %2 个，第一个是 %3。</translation>
    </message>
    <message>
        <source>first that differs</source>
        <translation>最先不同的</translation>
    </message>
    <message>
        <source>Now change a choice of B.</source>
        <translation>现在改变 B 的一个选项。</translation>
    </message>
    <message>
        <source>The choice that differs changes no number with these weights: new biases begin at 0. Open a model that was trained with it, “biases”, and switch it off in B.</source>
        <translation>不同的那个选项在这些权重下不改变任何数：新的偏置从 0 开始。请打开带偏置训练的模型“biases”，再在 B 中关掉它。</translation>
    </message>
    <message>
        <source>The choice that differs changes no number of this text. Choose another, or write a longer text.</source>
        <translation>不同的那个选项没有改变这段文本的任何数值。请换一个选项，或写一段更长的文本。</translation>
    </message>
    <message>
        <source>“%1”, B without biases</source>
        <translation>“%1”，B 去掉偏置</translation>
    </message>
    <message>
        <source>Make B from A, with its weights</source>
        <translation>由 A 得到 B，沿用其权重</translation>
    </message>
    <message>
        <source>B with parallel blocks</source>
        <translation>B 用并行块</translation>
    </message>
    <message>
        <source>The next token is “%1” (%2) in A and “%3” (%4) in B.</source>
        <translation>下一个词元在 A 中是“%1”（%2），在 B 中是“%3”（%4）。</translation>
    </message>
    <message>
        <source>B with serial blocks</source>
        <translation>B 用串行块</translation>
    </message>
    <message>
        <source>Each dot: a tensor of both runs, how far B’s is from A’s as a share of its length.</source>
        <translation>每个点：两次运行都有的一个张量，B 与 A 的距离占 A 的长度的多少。</translation>
    </message>
    <message>
        <source>“main”, B as in 2017</source>
        <translation>“main”，B 用 2017 年的结构</translation>
    </message>
    <message>
        <source>no number</source>
        <translation>没有数值</translation>
    </message>
    <message>
        <source>Two trainings, not one choice: A and B share no weight.</source>
        <translation>这是两次训练，而不只是一个选项：A 与 B 没有共用的权重。</translation>
    </message>
    <message>
        <source>“Kept” as Weights of B takes those of A.</source>
        <translation>B 的权重选“沿用”，就用 A 的权重。</translation>
    </message>
</context>
<context>
    <name>Embeddings</name>
    <message>
        <source>Token embedding</source>
        <translation>词元嵌入</translation>
    </message>
    <message>
        <source>Token embedding × %1</source>
        <translation>词元嵌入 × %1</translation>
    </message>
    <message>
        <source>%1 = what enters block %2</source>
        <translation>%1 = 进入第 %2 块的向量</translation>
    </message>
    <message>
        <source>position</source>
        <translation>位置</translation>
    </message>
    <message>
        <source>token type</source>
        <translation>词元类型</translation>
    </message>
    <message>
        <source>what enters block %1</source>
        <translation>进入第 %1 块的向量</translation>
    </message>
    <message>
        <source>→ a matrix → %1</source>
        <translation>→ 矩阵 → %1</translation>
    </message>
    <message>
        <source>position and token type</source>
        <translation>位置与词元类型</translation>
    </message>
    <message>
        <source>norm</source>
        <translation>归一化</translation>
    </message>
    <message>
        <source>No position is added here: %1 reads the tokens in their order.</source>
        <translation>这里不加位置：%1 按顺序读词元。</translation>
    </message>
    <message>
        <source>No position is added here: RoPE rotates queries and keys in attention instead.</source>
        <translation>这里不加位置：改由 RoPE 在注意力内部旋转查询与键。</translation>
    </message>
    <message>
        <source>No position is added here: ALiBi penalises distance in attention instead.</source>
        <translation>这里不加位置：改由 ALiBi 在注意力内部惩罚距离。</translation>
    </message>
    <message>
        <source>No position is added, here or anywhere: nothing tells this model the order of its tokens.</source>
        <translation>这里和别处都不加位置：没有什么告诉这个模型词元的顺序。</translation>
    </message>
    <message>
        <source>No position is added, here or anywhere: only the mask tells this model the order of its tokens.</source>
        <translation>这里和别处都不加位置：只有掩码告诉这个模型词元的顺序。</translation>
    </message>
    <message>
        <source>No position is added here.</source>
        <translation>这里不加位置。</translation>
    </message>
    <message>
        <source>No position is added here: %1 adds to the scores inside attention instead.</source>
        <translation>这里不加位置：改由“%1”在注意力内部加到分数上。</translation>
    </message>
    <message>
        <source>%1 at %2</source>
        <translation>%1（位置 %2）</translation>
    </message>
    <message>
        <source>○ token embedding → ● with %1</source>
        <translation>○ 词元嵌入 → ● 加上%1</translation>
    </message>
    <message>
        <source>component 1 (%1)</source>
        <translation>第一主成分（%1）</translation>
    </message>
    <message>
        <source>first principal component (%1 of the variance)</source>
        <translation>第一主成分（方差的 %1）</translation>
    </message>
    <message>
        <source>component 2 (%1)</source>
        <translation>第二主成分（%1）</translation>
    </message>
    <message>
        <source>second principal component (%1)</source>
        <translation>第二主成分（%1）</translation>
    </message>
    <message>
        <source>The planes of A and B have axes of their own: look at A | B.</source>
        <translation>A 与 B 的平面各有自己的轴：请看 A | B。</translation>
    </message>
    <message>
        <source>Some of these vectors hold NaN or infinity: they have no plane.</source>
        <translation>这些向量中有 NaN 或无穷大，无法投影到平面。</translation>
    </message>
    <message>
        <source>One token is one point: add a word.</source>
        <translation>一个词元只是一个点：请再加一个词。</translation>
    </message>
    <message>
        <source>Token vectors on their first two principal components; an arrow is what is added to one.</source>
        <translation>词元向量在前两个主成分上的投影；箭头是加到它上面的向量。</translation>
    </message>
    <message>
        <source>Token vectors on their first two principal components.</source>
        <translation>词元向量在前两个主成分上的投影。</translation>
    </message>
    <message>
        <source>The first %1 of %2 tokens are shown.</source>
        <translation>只显示 %2 个词元中的前 %1 个。</translation>
    </message>
    <message>
        <source>The plane shows %1 of the variance of %2 vectors of %3 numbers.</source>
        <translation>这个平面显示了 %2 个 %3 维向量的方差的 %1。</translation>
    </message>
    <message>
        <source>%1 and %2 start at one point and end %3 apart.</source>
        <translation>%1与%2从同一点出发，终点相距 %3。</translation>
    </message>
    <message>
        <source>%1 and %2 are at one point.</source>
        <translation>%1与%2落在同一点上。</translation>
    </message>
    <message>
        <source>%1 is moved by %2.</source>
        <translation>%1移动了 %2。</translation>
    </message>
    <message>
        <source>Δ cosine</source>
        <translation>Δ 余弦</translation>
    </message>
    <message>
        <source>cosine</source>
        <translation>余弦</translation>
    </message>
    <message>
        <source>Token embeddings</source>
        <translation>词元嵌入</translation>
    </message>
    <message>
        <source>What enters block %1</source>
        <translation>进入第 %1 块的向量</translation>
    </message>
    <message>
        <source>Token embeddings = what enters block %1</source>
        <translation>词元嵌入 = 进入第 %1 块的向量</translation>
    </message>
    <message>
        <source>One token has nothing to compare with: add a word.</source>
        <translation>一个词元没有可以比较的对象：请再加一个词。</translation>
    </message>
    <message>
        <source>Cells: cosine of the vectors of two tokens; 1: one direction, 0: orthogonal.</source>
        <translation>每一格是两个词元的向量的余弦：1 表示方向相同，0 表示正交。</translation>
    </message>
    <message>
        <source>Entering block %7, %1 and %2 change most: their cosine is %3 in A and %4 in B. On average over all pairs it is %5 in A and %6 in B.</source>
        <translation>进入第 %7 块时，%1与%2变化最大：它们的余弦在 A 中为 %3，在 B 中为 %4。所有词元对的平均值在 A 中为 %5，在 B 中为 %6。</translation>
    </message>
    <message>
        <source>%1 and %2 have the cosine %3.</source>
        <translation>%1与%2的余弦为 %3。</translation>
    </message>
    <message>
        <source>%1 and %2: the cosine of their embeddings is %3, of what enters block %5 it is %4.</source>
        <translation>%1与%2：它们的嵌入的余弦为 %3，进入第 %5 块的向量的余弦为 %4。</translation>
    </message>
    <message>
        <source>The average over all pairs is %1.</source>
        <translation>所有词元对的平均值为 %1。</translation>
    </message>
    <message>
        <source>The average over all pairs goes from %1 to %2.</source>
        <translation>所有词元对的平均值从 %1 变为 %2。</translation>
    </message>
    <message>
        <source>dimension (each column is the mean of %1)</source>
        <translation>维度（每列是 %1 个维度的平均）</translation>
    </message>
    <message>
        <source>dimension</source>
        <translation>维度</translation>
    </message>
    <message>
        <source>Δ value</source>
        <translation>Δ 数值</translation>
    </message>
    <message>
        <source>value</source>
        <translation>数值</translation>
    </message>
    <message>
        <source>The vectors of A and B are not of the same width. Look at A | B.</source>
        <translation>A 与 B 的向量宽度不同。请看 A | B。</translation>
    </message>
    <message>
        <source>A and B were trained separately: dimension 1 of the one is not dimension 1 of the other, so a difference by dimension would mean nothing. Look at A | B.</source>
        <translation>A 与 B 是分别训练的：一个的第 1 维不是另一个的第 1 维，逐维相减没有意义。请看 A | B。</translation>
    </message>
    <message>
        <source>What enters block %5 differs most for %1: by a vector of length %2, where A&apos;s has %3 and B&apos;s %4.</source>
        <translation>进入第 %5 块的向量在%1差别最大：相差的向量长 %2，A 的向量长 %3，B 的长 %4。</translation>
    </message>
    <message>
        <source>%1: the vector of the token has length %2, that of the position %3, that of the token type %4; their sum has %5.</source>
        <translation>%1：词元的向量长 %2，位置的长 %3，词元类型的长 %4；它们之和长 %5。</translation>
    </message>
    <message>
        <source>%1: the vector of the token has length %2, that of the position %3, their sum %4.</source>
        <translation>%1：词元的向量长 %2，位置的长 %3，两者之和长 %4。</translation>
    </message>
    <message>
        <source>Over all tokens the position is on average %1 as long as the token.</source>
        <translation>就所有词元平均，位置向量的长度是词元向量的 %1。</translation>
    </message>
    <message>
        <source>%1: the vector of the token has length %2 and enters block %3 as it is.</source>
        <translation>%1：词元的向量长 %2，原样进入第 %3 块。</translation>
    </message>
    <message>
        <source>%1: the vector of the token has length %2, that of the token type %3.</source>
        <translation>%1：词元的向量长 %2，词元类型的长 %3。</translation>
    </message>
    <message>
        <source>%1: the vector of the token has length %2.</source>
        <translation>%1：词元的向量长 %2。</translation>
    </message>
    <message>
        <source>%1 makes it a vector of length %2.</source>
        <translation>%1 把它变成长 %2 的向量。</translation>
    </message>
    <message>
        <source>A matrix projects its %1 numbers to the stream&apos;s %2.</source>
        <translation>一个矩阵把它的 %1 个数投影为残差流的 %2 个数。</translation>
    </message>
    <message>
        <source>What enters block %2 is another vector, of length %1: what changed it was not recorded.</source>
        <translation>进入第 %2 块的是另一个向量，长 %1：是什么改变了它没有记录。</translation>
    </message>
    <message>
        <source>%1 (own scale: ±%2)</source>
        <translation>%1（单独刻度：±%2）</translation>
    </message>
    <message>
        <source>The addends share one scale: cells at one place add up.</source>
        <translation>相加的各图共用一个刻度，同一格的数相加。</translation>
    </message>
    <message>
        <source>%1: none</source>
        <translation>%1：无</translation>
    </message>
    <message>
        <source>Entering block %1, each pair of tokens has the same cosine in A and B.</source>
        <translation>进入第 %1 块时，任意两个词元的余弦在 A 和 B 中都相同。</translation>
    </message>
    <message>
        <source>%1 and %2 are the same token: their cosine is %3, here they cannot be distinguished.</source>
        <translation>%1与%2是同一个词元：余弦为 %3，在这里无法区分。</translation>
    </message>
    <message>
        <source>%1 and %2 are the same token: the cosine of their embeddings is %3, of what enters block %5 it is %4.</source>
        <translation>%1与%2是同一个词元：它们的嵌入的余弦为 %3，进入第 %5 块的向量的余弦为 %4。</translation>
    </message>
    <message>
        <source>What enters block %1 is the same in A and in B.</source>
        <translation>进入第 %1 块的向量在 A 和 B 中相同。</translation>
    </message>
    <message>
        <source>product</source>
        <translation>内积</translation>
    </message>
    <message>
        <source>Product by distance</source>
        <translation>内积随距离的变化</translation>
    </message>
    <message>
        <source>distance</source>
        <translation>距离</translation>
    </message>
    <message>
        <source>mean</source>
        <translation>均值</translation>
    </message>
    <message>
        <source>Vectors of positions</source>
        <translation>各位置的向量</translation>
    </message>
    <message>
        <source>Products of two positions</source>
        <translation>两个位置的内积</translation>
    </message>
    <message>
        <source>A recorded run holds the positions of its text only: open its model.</source>
        <translation>运行记录只含其文本的位置：请打开它的模型。</translation>
    </message>
    <message>
        <source>Rows: vectors of positions; dotted: least and largest product of a distance.</source>
        <translation>每行是某个位置所加的向量；虚线是同一距离下内积的最小值与最大值。</translation>
    </message>
    <message>
        <source>Pairs of one distance have one product, wherever they are.</source>
        <translation>同一距离的位置对，无论在哪里内积都相同。</translation>
    </message>
    <message>
        <source>Press %1 or %2 to see the vectors that such a model adds.</source>
        <translation>请按“%1”或“%2”，查看这样的模型所加的向量。</translation>
    </message>
    <message>
        <source>pair of sine and cosine</source>
        <translation>正弦与余弦对</translation>
    </message>
    <message>
        <source>positions</source>
        <translation>位置数</translation>
    </message>
    <message>
        <source>Wavelength of each pair</source>
        <translation>每对的波长</translation>
    </message>
    <message>
        <source>Waves take from %1 to %2 positions.</source>
        <translation>波长从 %1 到 %2 个位置。</translation>
    </message>
    <message>
        <source>The table ends: position %1 has no row, so a longer text is cut there.</source>
        <translation>表到此为止：没有位置 %1 的行，更长的文本会在此截断。</translation>
    </message>
    <message>
        <source>A position and itself have the product %1 in A and %2 in B, neighbours %3 and %4.</source>
        <translation>位置与自身的内积在 A 中为 %1，在 B 中为 %2；相邻位置为 %3 与 %4。</translation>
    </message>
    <message>
        <source>Product of a position and itself %1, of neighbours %2.</source>
        <translation>位置与自身的内积为 %1，相邻位置为 %2。</translation>
    </message>
    <message>
        <source>Positions %1 apart have %2.</source>
        <translation>相距 %1 的位置为 %2。</translation>
    </message>
    <message>
        <source>Trained separately: the vectors have no common dimensions, only their products are subtracted.</source>
        <translation>分别训练：向量的维度互不对应，只有内积可以相减。</translation>
    </message>
    <message>
        <source>Rows: vectors of positions; their product depends on the distance alone.</source>
        <translation>每行是某个位置加上的向量；两个位置的内积只取决于距离。</translation>
    </message>
    <message>
        <source>No wavelengths</source>
        <translation>没有波长</translation>
    </message>
    <message>
        <source>Mean product of a position and itself %1, of neighbours %2.</source>
        <translation>平均而言，位置与自身的内积是 %1，相邻位置是 %2。</translation>
    </message>
    <message>
        <source>Pairs of one distance differ by up to %1: it is not of the distance alone.</source>
        <translation>同一距离（从 1 起）的两对位置最多相差 %1：内积并不只取决于距离。</translation>
    </message>
    <message numerus="yes">
        <source>A row is a token&apos;s vector of %n number(s).</source>
        <translation>
            <numerusform>每一行是一个词元的 %n 维向量。</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Fairness</name>
    <message numerus="yes">
        <source>same %n token(s)</source>
        <translation>
            <numerusform>%n 个词元相同</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>other tokens, %n of each</source>
        <translation>
            <numerusform>词元不同，各 %n 个</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 tokens against %2</source>
        <translation>%1 个词元对 %2 个</translation>
    </message>
    <message>
        <source>%1 of %2 weight tensors shared</source>
        <translation>%2 个权重张量中共用 %1 个</translation>
    </message>
    <message>
        <source>same seed %1</source>
        <translation>随机种子同为 %1</translation>
    </message>
    <message>
        <source>trained separately: no weight is shared</source>
        <translation>分别训练：没有共用的权重</translation>
    </message>
    <message>
        <source>, </source>
        <translation>、</translation>
    </message>
    <message>
        <source>%1 and %2 more</source>
        <translation>%1，另有 %2 项</translation>
    </message>
    <message>
        <source>differs: %1</source>
        <translation>不同之处：%1</translation>
    </message>
    <message>
        <source>A and B are identical</source>
        <translation>A 与 B 完全相同</translation>
    </message>
    <message>
        <source>no choice differs</source>
        <translation>没有不同的选项</translation>
    </message>
    <message>
        <source>“%1”</source>
        <translation>“%1”</translation>
    </message>
    <message>
        <source>differs: interventions</source>
        <translation>不同之处：干预</translation>
    </message>
    <message>
        <source>untouched</source>
        <translation>未改动</translation>
    </message>
    <message>
        <source>2017</source>
        <translation>2017</translation>
    </message>
    <message>
        <source>LLaMA</source>
        <translation>LLaMA</translation>
    </message>
    <message>
        <source>two steps of one training</source>
        <translation>同一次训练的两个时刻</translation>
    </message>
</context>
<context>
    <name>FeedForward</name>
    <message>
        <source>Grey, number: slope within ±0.1; dashed: slope; the same %1 values of L%2 for all.</source>
        <translation>各种激活（虚线为斜率）作用于 L%2 的同样 %1 个值；灰色与数字：斜率在 ±0.1 以内。</translation>
    </message>
    <message>
        <source>%1 leaves %2 of the values nearly silent and passes %3.</source>
        <translation>%1 使 %2 的值几乎沉默，让 %3 通过。</translation>
    </message>
    <message>
        <source>%1 would leave %2 silent, and pass %3.</source>
        <translation>%1 会使 %2 沉默，让 %3 通过。</translation>
    </message>
    <message>
        <source>Most are silent with %1: %2.</source>
        <translation>沉默最多的是 %1：%2。</translation>
    </message>
    <message>
        <source>The values are those of a run with %1: another activation would change all that comes after.</source>
        <translation>这些值来自使用 %1 的运行：换一种激活，其后的一切都会改变。</translation>
    </message>
    <message>
        <source>neuron %1 of L%2 at %3 tokens</source>
        <translation>L%2 神经元 %1 在 %3 个词元上的值</translation>
    </message>
    <message>
        <source>%1 values of all layers</source>
        <translation>所有层的 %1 个值</translation>
    </message>
    <message>
        <source>%1 values of L%2</source>
        <translation>L%2 的 %1 个值</translation>
    </message>
    <message>
        <source>%1: %2 tokens × %3 neurons</source>
        <translation>%1（%2 个词元 × %3 个神经元）</translation>
    </message>
    <message>
        <source>The activation and what meets it</source>
        <translation>激活及其遇到的值</translation>
    </message>
    <message>
        <source>What is left: the product of each neuron at each token</source>
        <translation>剩下的：每个神经元在每个词元上的乘积</translation>
    </message>
    <message>
        <source>What is left: each neuron at each token</source>
        <translation>剩下的：每个神经元在每个词元上的值</translation>
    </message>
    <message>
        <source>%1, dashed its slope; columns: %2; diamonds: neuron %3.</source>
        <translation>%1，虚线为斜率；柱：%2；菱形：神经元 %3。</translation>
    </message>
    <message>
        <source>The slope of %1 is within ±0.1 for %2 of %3, above 0.9 for %4.</source>
        <translation>%1 的斜率：%3中 %2 在 ±0.1 以内，%4 大于 0.9。</translation>
    </message>
    <message>
        <source>Neuron %1 is highest at %2: %3 becomes %4.</source>
        <translation>神经元 %1 在%2最高：%3 变为 %4。</translation>
    </message>
    <message>
        <source>%1 (ticks: never above 0 before the activation)</source>
        <translation>%1（短线：激活前从不大于 0）</translation>
    </message>
    <message>
        <source>Values outside the histogram: %1.</source>
        <translation>直方图之外的值：%1 个。</translation>
    </message>
    <message>
        <source>x: %1</source>
        <translation>x：%1</translation>
    </message>
    <message>
        <source>its slope</source>
        <translation>其斜率</translation>
    </message>
    <message>
        <source>The feed-forward of layer %1 is plain: it has no gate that multiplies. Choose “Gated” as the feed-forward.</source>
        <translation>L%1 层的前馈是普通的：没有相乘的门控。请将前馈选为“门控”。</translation>
    </message>
    <message>
        <source>Lines: equal products %1(gate) · up; dots: neurons at tokens in these colours.</source>
        <translation>线：%1(门控) · 升维相等处；点：神经元在词元上，颜色同此。</translation>
    </message>
    <message>
        <source>%1 of the %2 products are smaller than a tenth of it.</source>
        <translation>%2 个乘积中有 %1 小于它的十分之一。</translation>
    </message>
    <message>
        <source>Of %1 dots those of the selected token are shown, and of each neuron the one with its largest product.</source>
        <translation>%1 个点中只画出所选词元的点，以及每个神经元乘积最大的点。</translation>
    </message>
    <message>
        <source>gate, before the activation</source>
        <translation>门控（激活之前）</translation>
    </message>
    <message>
        <source>up</source>
        <translation>升维值</translation>
    </message>
    <message>
        <source>Gate × up: each neuron where it is largest, and at the selected token</source>
        <translation>门控 × 升维：每个神经元最大之处，以及所选词元上的</translation>
    </message>
    <message>
        <source>Gate × up: a dot is a neuron at a token</source>
        <translation>门控 × 升维：每个点是一个神经元在一个词元上</translation>
    </message>
    <message>
        <source>gate after its activation</source>
        <translation>激活后的门控</translation>
    </message>
    <message>
        <source>output</source>
        <translation>输出</translation>
    </message>
    <message>
        <source>product gate × up</source>
        <translation>乘积（门控 × 升维）</translation>
    </message>
    <message>
        <source>after</source>
        <translation>激活后</translation>
    </message>
    <message>
        <source>value after the activation</source>
        <translation>激活后的值</translation>
    </message>
    <message>
        <source>neuron %1</source>
        <translation>神经元 %1</translation>
    </message>
    <message>
        <source>A and B do not have the same neurons and tokens here: look at A | B.</source>
        <translation>A 与 B 在此的神经元和词元不同：请看 A | B。</translation>
    </message>
    <message>
        <source>Cells: %1 of L%2, tokens by dimensions.</source>
        <translation>每格是 L%2 在一个词元、一个维度上的%1。</translation>
    </message>
    <message>
        <source>in the order of the weights</source>
        <translation>按权重的顺序</translation>
    </message>
    <message>
        <source>sorted by their largest magnitude</source>
        <translation>按最大绝对值排序</translation>
    </message>
    <message>
        <source>sorted by the token where they are largest</source>
        <translation>按其最大值所在的词元排序</translation>
    </message>
    <message>
        <source>Cells: %1, L%2; ticks: all inputs ≤ 0; neurons %3.</source>
        <translation>每格是 L%2 的一个神经元在一个词元上的%1。神经元%3；刻度：激活之前从不大于 0。</translation>
    </message>
    <message>
        <source>%1 of %2 neurons of L%3 are dead on this text: never above 0, so %4 gives 0 at every token.</source>
        <translation>L%3 的 %2 个神经元中有 %1 个在这段文本上已死：从不大于 0，%4 在每个词元上都给出 0。</translation>
    </message>
    <message>
        <source>%1 of %2 neurons of L%3 stay below 0 at every token: %4 lets a little of them through, ReLU would not.</source>
        <translation>L%3 的 %2 个神经元中有 %1 个在每个词元上都低于 0：%4 还让一点通过，ReLU 则不会。</translation>
    </message>
    <message>
        <source>%1 are saturated: slope within ±0.1 at every token.</source>
        <translation>有 %1 个饱和：在每个词元上斜率都在 ±0.1 以内。</translation>
    </message>
    <message>
        <source>Neuron %1 is %2 at %3 and %4 at %5.</source>
        <translation>神经元 %1 在%3为 %2，在%5为 %4。</translation>
    </message>
    <message>
        <source>dimension</source>
        <translation>维度</translation>
    </message>
    <message>
        <source>product</source>
        <translation>乘积</translation>
    </message>
    <message>
        <source>What it reads at %1</source>
        <translation>它在%1读到什么</translation>
    </message>
    <message>
        <source>… and less likely</source>
        <translation>……更不可能的</translation>
    </message>
    <message>
        <source>Neuron %1 over the text</source>
        <translation>神经元 %1 在整段文本上</translation>
    </message>
    <message>
        <source>dim %1</source>
        <translation>维 %1</translation>
    </message>
    <message>
        <source>all others</source>
        <translation>其余</translation>
    </message>
    <message>
        <source>bias</source>
        <translation>偏置</translation>
    </message>
    <message>
        <source>sum</source>
        <translation>总和</translation>
    </message>
    <message>
        <source>At %1 neuron %2 reads %3; dimension %4 gives %5 of it.</source>
        <translation>在%1，神经元 %2 读到 %3；其中维度 %4 贡献 %5。</translation>
    </message>
    <message>
        <source>At %1 neuron %2 is %3.</source>
        <translation>在%1，神经元 %2 为 %3。</translation>
    </message>
    <message>
        <source>No tokens: there is no linear output matrix behind the stream.</source>
        <translation>没有词元：残差流之后没有线性的输出矩阵。</translation>
    </message>
    <message>
        <source>Tokens: without the norm on the branch.</source>
        <translation>词元：未计分支上的归一化。</translation>
    </message>
    <message>
        <source>Layer %1 is a mixture of experts: the page Mixture shows what each of them does.</source>
        <translation>L%1 层是混合专家：“混合专家”页显示每个专家做什么。</translation>
    </message>
    <message>
        <source>The feed-forward of layer %1 is “%2”, which has no neurons behind one activation.</source>
        <translation>L%1 层的前馈是“%2”，没有单个激活之后的神经元。</translation>
    </message>
    <message>
        <source>Layer %1 has no feed-forward: its mixer is the whole block.</source>
        <translation>L%1 层没有前馈：混合器就是整个块。</translation>
    </message>
    <message>
        <source>Layer %1 has a feed-forward of neurons.</source>
        <translation>L%1 层有由神经元组成的前馈。</translation>
    </message>
    <message>
        <source>This trace comes from a file whose model is not open, so its activation is not known.</source>
        <translation>这份记录来自文件，其模型未打开，因此激活未知。</translation>
    </message>
    <message>
        <source>This model has no layer %1.</source>
        <translation>此模型没有 L%1 层。</translation>
    </message>
    <message>
        <source>Use a gated feed-forward</source>
        <translation>使用门控前馈</translation>
    </message>
    <message>
        <source>gate value before the activation</source>
        <translation>激活之前的门控值</translation>
    </message>
    <message>
        <source>value before the activation</source>
        <translation>激活之前的值</translation>
    </message>
    <message>
        <source>%1 at %2</source>
        <translation>%2 处的%1</translation>
    </message>
    <message>
        <source>nearly silent: |slope| &lt; 0.1</source>
        <translation>几乎沉默：|斜率| &lt; 0.1</translation>
    </message>
    <message>
        <source>nearly silent</source>
        <translation>几乎沉默</translation>
    </message>
    <message>
        <source>silent</source>
        <translation>沉默</translation>
    </message>
    <message>
        <source>bend</source>
        <translation>弯曲</translation>
    </message>
    <message>
        <source>pass: |slope| &gt; 0.9</source>
        <translation>通过：|斜率| &gt; 0.9</translation>
    </message>
    <message>
        <source>pass</source>
        <translation>通过</translation>
    </message>
    <message>
        <source>plain: 2 matrices</source>
        <translation>普通：2 个矩阵</translation>
    </message>
    <message>
        <source>gated: 3 matrices</source>
        <translation>门控：3 个矩阵</translation>
    </message>
    <message>
        <source>Each rectangle: a matrix, d_model = %1 high, d_ff wide; area: weights; blue: this model.</source>
        <translation>每个矩形是一个矩阵，面积即权重数：高 d_model = %1，宽 d_ff。蓝色为此模型。</translation>
    </message>
    <message>
        <source>Three matrices of %1 × %2 have %3 weights, as many as two of %4 × %2.</source>
        <translation>三个 %1 × %2 的矩阵有 %3 个权重，与两个 %4 × %2 的一样多。</translation>
    </message>
    <message>
        <source>Two matrices of %1 × %2 have %3 weights, as many as three of %4 × %2.</source>
        <translation>两个 %1 × %2 的矩阵有 %3 个权重，与三个 %4 × %2 的一样多。</translation>
    </message>
    <message>
        <source>Here d_ff is %1 times d_model; a gated layer with the weights of the usual plain one, 4 times, has 8/3 = 2.67.</source>
        <translation>这里 d_ff 是 d_model 的 %1 倍；普通层通常为 4 倍，权重数相同的门控层为 8/3 = 2.67 倍。</translation>
    </message>
    <message>
        <source>%1.</source>
        <translation>%1。</translation>
    </message>
    <message>
        <source>Neuron %1: largest, in text order</source>
        <translation>神经元 %1：最大的，按文本顺序</translation>
    </message>
    <message>
        <source>Over the text: gate × up</source>
        <translation>沿文本：门控 × 升维</translation>
    </message>
    <message>
        <source>Over the text: after the activation</source>
        <translation>沿文本：激活之后的值</translation>
    </message>
    <message>
        <source>; reading: input · %1, adding up to the value before the activation</source>
        <translation>；读入：输入 · %1，相加即激活之前的值</translation>
    </message>
    <message>
        <source>; A and B share no neuron, only its number</source>
        <translation>；A 与 B 没有共用的神经元，只是编号相同</translation>
    </message>
    <message>
        <source>; A and B share no neuron: each its largest at the token</source>
        <translation>；A 与 B 没有共用的神经元：各取该词元处最大的</translation>
    </message>
    <message>
        <source>Neuron %1 reads %2 and leaves %3.</source>
        <translation>神经元 %1 读到 %2，留下 %3。</translation>
    </message>
    <message>
        <source>Trained with %1: the values of the others would differ.</source>
        <translation>以 %1 训练：用其余的训练，值会不同。</translation>
    </message>
    <message>
        <source>The largest difference is %1, in dimension %2 at %3.</source>
        <translation>最大的差为 %1，在维度 %2、%3。</translation>
    </message>
    <message>
        <source>The largest difference is %1, of neuron %2 at %3.</source>
        <translation>最大的差为 %1，属于神经元 %2，在 %3。</translation>
    </message>
    <message>
        <source>%1: slope within ±0.1 for %2, above 0.9 for %3.</source>
        <translation>%1：斜率在 ±0.1 以内的占 %2，大于 0.9 的占 %3。</translation>
    </message>
    <message>
        <source>The largest product is %1, of neuron %2 at %3.</source>
        <translation>最大的乘积是 %1：神经元 %2 在%3。</translation>
    </message>
    <message>
        <source>Its gate is %1, its up %2.</source>
        <translation>其门控 %1，up %2。</translation>
    </message>
    <message>
        <source>Where the values go: “gate × up” and “maps”.</source>
        <translation>这些值的去向：“门控 × 升维”和“热图”。</translation>
    </message>
    <message>
        <source>Where the values go: “maps”.</source>
        <translation>这些值的去向：“热图”。</translation>
    </message>
    <message>
        <source>; tokens: logits per unit less their mean, W_down · gain ÷ scale of the final norm here · output matrix</source>
        <translation>；词元：每单位的 logit 减去其均值，W_down · 增益 ÷ 最后归一化在此处的除数 · 输出矩阵</translation>
    </message>
    <message>
        <source>; tokens: logits per unit less their mean, before the final norm divides</source>
        <translation>；词元：每单位的 logit 减去其均值，最后归一化相除之前</translation>
    </message>
    <message>
        <source>Against the mean of all logits, one unit of it adds most to that of “%1” (%2) and takes most from “%3” (%4).</source>
        <translation>相对于全部 logit 的均值，每单位使“%1”的 logit 增加最多（%2），使“%3”减少最多（%4）。</translation>
    </message>
    <message>
        <source>What this page shows of A and B cannot be subtracted: look at A | B.</source>
        <translation>本页显示的 A 与 B 不能相减：请看 A | B。</translation>
    </message>
    <message>
        <source>Likelier per unit; here × %1</source>
        <translation>每单位使之更可能；此处 × %1</translation>
    </message>
    <message>
        <source>The first token counts, too: %1 more are above 0 there alone.</source>
        <translation>首个词元也算在内：另有 %1 个只在那里大于 0。</translation>
    </message>
    <message>
        <source>Likelier per unit; here × %1, less likely</source>
        <translation>每单位使之更可能；此处 × %1，反而更不可能</translation>
    </message>
    <message>
        <source>Less likely per unit; here likelier</source>
        <translation>每单位使之更不可能；此处反而更可能</translation>
    </message>
    <message>
        <source>Below 0, as here, it does the opposite.</source>
        <translation>像这里一样小于 0 时，作用相反。</translation>
    </message>
</context>
<context>
    <name>Flow</name>
    <message>
        <source>This trace came without its model. What a layer predicts needs the output matrix: open the model and run the text there.</source>
        <translation>这份记录没有附带模型。求各层的预测需要输出矩阵：请打开该模型并重新运行文本。</translation>
    </message>
    <message>
        <source>This model has no output head, so no layer predicts a token. Choose “Output matrix” as its output head.</source>
        <translation>该模型没有输出头，因此各层都不能预测词元。请把输出头设为“输出矩阵”。</translation>
    </message>
    <message>
        <source>embed</source>
        <translation>嵌入</translation>
    </message>
    <message>
        <source>Token at %1</source>
        <translation>%1 处的词元</translation>
    </message>
    <message>
        <source>Next token after %1</source>
        <translation>%1 之后的词元</translation>
    </message>
    <message>
        <source>Heads of L%1, to “%2”</source>
        <translation>L%1 各头对“%2”的贡献</translation>
    </message>
    <message>
        <source>adds to “%1”</source>
        <translation>对“%1”的贡献</translation>
    </message>
    <message>
        <source>Cells: the token read from the stream after a layer (logit lens); colour: its probability, bold: the model&apos;s answer.</source>
        <translation>每格是输出头从该层之后的残差流读出的词元（logit lens）；颜色表示概率，粗体为模型最终的答案。</translation>
    </message>
    <message>
        <source>Cells: the next token read from the stream after a layer (logit lens); colour: its probability, bold: the model&apos;s answer.</source>
        <translation>每格是输出头从该层之后的残差流读出的下一个词元（logit lens）；颜色表示概率，粗体为模型最终的答案。</translation>
    </message>
    <message>
        <source>attention</source>
        <translation>注意力</translation>
    </message>
    <message>
        <source>feed-forward</source>
        <translation>前馈</translation>
    </message>
    <message>
        <source>The whole stream is normalised after every branch, so the logit is not a sum of their parts.</source>
        <translation>每个分支之后整条残差流都会再次归一化，因此 logit 不是各分支贡献之和。</translation>
    </message>
    <message>
        <source>The residual is taken after a norm, so the logit is not a sum of the branches&apos; parts.</source>
        <translation>残差取自归一化之后，因此 logit 不是各分支贡献之和。</translation>
    </message>
    <message>
        <source>The stream is scaled in every block, so the logit is not a plain sum of the branches&apos; parts.</source>
        <translation>残差流在每一块中都被缩放，因此 logit 不是各分支贡献的简单相加。</translation>
    </message>
    <message>
        <source>The output head has an activation of its own, so the logit is not a sum of the branches&apos; parts.</source>
        <translation>输出头自带激活函数，因此 logit 不是各分支贡献之和。</translation>
    </message>
    <message>
        <source>%1 leaves %2 of the attention of %3 on the first token, a sink (grey).</source>
        <translation>%1 把 %3 的注意力的 %2 留在第一个词元上，即注意力汇（灰色）。</translation>
    </message>
    <message>
        <source>%1 turns %2 of the attention of %3 to %4</source>
        <translation>%1 把 %3 的注意力的 %2 放在 %4 上</translation>
    </message>
    <message>
        <source>%1.</source>
        <translation>%1。</translation>
    </message>
    <message>
        <source>%1, and leaves %2 on the first token, a sink (grey).</source>
        <translation>%1，并把 %2 留在第一个词元上，即注意力汇（灰色）。</translation>
    </message>
    <message>
        <source>Of its logit %1, %2 adds most (%3); the final norm&apos;s scale is held fixed.</source>
        <translation>在其 logit %1 中，%2贡献最大（%3）；最终归一化的尺度保持固定。</translation>
    </message>
    <message>
        <source>An intervention adds the rest, %1, to the stream itself.</source>
        <translation>其余的 %1 来自直接写入残差流的干预。</translation>
    </message>
    <message>
        <source>At %1 the model predicts “%2” with %3</source>
        <translation>在 %1 处，模型预测“%2”，概率 %3</translation>
    </message>
    <message>
        <source>After %1 the model predicts “%2” with %3</source>
        <translation>在 %1 之后，模型预测“%2”，概率 %3</translation>
    </message>
    <message>
        <source>%1; so do all layers from L%2 on.</source>
        <translation>%1；从 L%2 起各层的答案都相同。</translation>
    </message>
    <message>
        <source>%1; no layer before the last does.</source>
        <translation>%1；最后一层之前没有任何一层这样说。</translation>
    </message>
    <message>
        <source>A has %1 layers and B has %2: a difference needs the same depths. Look at A | B.</source>
        <translation>A 有 %1 层，B 有 %2 层：求差需要相同的深度。请看 A | B。</translation>
    </message>
    <message>
        <source>After %1 A predicts “%2” with %3, B “%4” with %5. In the last layer %6 of %7 words differ.</source>
        <translation>在%1之后，A 预测“%2”，概率 %3；B 预测“%4”，概率 %5。最后一层 %7 个词中有 %6 个不同。</translation>
    </message>
    <message>
        <source>words that differ</source>
        <translation>不同的词</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%2 个中的 %1 个</translation>
    </message>
    <message>
        <source>max |Δ p|</source>
        <translation>最大 |Δ p|</translation>
    </message>
    <message>
        <source>, </source>
        <translation>、</translation>
    </message>
    <message>
        <source>%1 of %2 layers, the last of them L%3</source>
        <translation>%2 层中的 %1 层（最后是 L%3）</translation>
    </message>
    <message>
        <source>%1; it was best before in %2, and was lost again until the last layer.</source>
        <translation>%1；此前它在 %2 曾居首位，随后又失去，直到最后一层。</translation>
    </message>
    <message>
        <source>the %1 of L%2</source>
        <translation>L%2 的%1</translation>
    </message>
    <message>
        <source>the embedding</source>
        <translation>嵌入</translation>
    </message>
    <message>
        <source>cross-attention</source>
        <translation>交叉注意力</translation>
    </message>
    <message>
        <source>the bias after the blocks</source>
        <translation>各块之后的偏置</translation>
    </message>
    <message>
        <source>mixer</source>
        <translation>混合器</translation>
    </message>
    <message>
        <source>Each cell is the word that B reads out after a layer, bold where A reads another; colour is how much more (B) or less (A) probability B gives this word than A does.</source>
        <translation>每格是 B 在这一层之后读出的词，与 A 不同时用粗体；颜色表示 B 给这个词的概率比 A 给它的高（B 色）或低（A 色）多少。</translation>
    </message>
</context>
<context>
    <name>FrameHtml</name>
    <message>
        <source>The first %1 of %2 rows; the file of the numbers has all.</source>
        <translation>共 %2 行，这里是前 %1 行；数值文件里是全部。</translation>
    </message>
    <message>
        <source>Numbers</source>
        <translation>数值</translation>
    </message>
</context>
<context>
    <name>FramePlans</name>
    <message>
        <source>Step %1 of the training</source>
        <translation>训练第 %1 步</translation>
    </message>
    <message>
        <source>After the training</source>
        <translation>训练结束后</translation>
    </message>
</context>
<context>
    <name>Gradients</name>
    <message>
        <source>A and B do not have the same number of layers. Look at A | B.</source>
        <translation>A 和 B 的层数不同。请看 A | B。</translation>
    </message>
    <message>
        <source>None of the placements could be run on this text: %1.</source>
        <translation>没有一种归一化位置能在这段文本上运行：%1。</translation>
    </message>
    <message>
        <source>layer</source>
        <translation>层</translation>
    </message>
    <message>
        <source>Δ size of the gradient</source>
        <translation>Δ 梯度大小</translation>
    </message>
    <message>
        <source>size of the gradient</source>
        <translation>梯度大小</translation>
    </message>
    <message>
        <source>%1 from %2 to %3</source>
        <translation>%1从 %2 到 %3</translation>
    </message>
    <message>
        <source>B minus A, from the first layer to the last: %1.</source>
        <translation>B 减 A，从第一层到最后一层：%1。</translation>
    </message>
    <message>
        <source>The gradient goes from the first layer to the last: %1.</source>
        <translation>梯度从第一层到最后一层：%1。</translation>
    </message>
    <message>
        <source>%1 is not shown: %2.</source>
        <translation>%1没有显示：%2。</translation>
    </message>
    <message>
        <source>Seeded weights: nothing is learned</source>
        <translation>随机种子权重：什么都没有学过</translation>
    </message>
    <message>
        <source>÷√d</source>
        <translation>除以 √d</translation>
    </message>
    <message>
        <source>not divided</source>
        <translation>不除</translation>
    </message>
    <message>
        <source>A and B do not have the same tokens. Look at A | B.</source>
        <translation>A 和 B 的词元不同。请看 A | B。</translation>
    </message>
    <message>
        <source>Δ weight</source>
        <translation>Δ 权重</translation>
    </message>
    <message>
        <source>weight</source>
        <translation>权重</translation>
    </message>
    <message>
        <source>Size of the derivative of each row</source>
        <translation>每一行的导数大小</translation>
    </message>
    <message>
        <source>query</source>
        <translation>查询</translation>
    </message>
    <message>
        <source>Gradient that arrives, root mean square</source>
        <translation>到达的梯度，均方根</translation>
    </message>
    <message>
        <source>A weight p changes with its own score by p (1 − p). Cells: weights of keys; layer %1, head %2.</source>
        <translation>每格：一个键的权重；L%1 层，头 %2。权重 p 对自己的分数的导数是 p (1 − p)。</translation>
    </message>
    <message>
        <source>A and B do not have the same matrices. Look at A | B.</source>
        <translation>A 和 B 的矩阵不同。请看 A | B。</translation>
    </message>
    <message>
        <source>Each cell: √Σ g² over one matrix of one layer; g is the gradient of the %1.</source>
        <translation>每格：一层中一个矩阵的 √Σ g²；g 是%1的梯度。</translation>
    </message>
    <message>
        <source>A and B do not have the same tokens and depths. Look at A | B.</source>
        <translation>A 和 B 的词元或深度不同。请看 A | B。</translation>
    </message>
    <message>
        <source>depth in blocks</source>
        <translation>深度（块）</translation>
    </message>
    <message>
        <source>Δ contribution</source>
        <translation>Δ 贡献</translation>
    </message>
    <message>
        <source>contribution</source>
        <translation>贡献</translation>
    </message>
    <message>
        <source>Integrated gradients of the embeddings</source>
        <translation>嵌入的积分梯度</translation>
    </message>
    <message>
        <source>Each cell: stream times gradient, Σ x · ∂m/∂x over a token’s vector; m: the %1.</source>
        <translation>每格：残差流乘梯度，即一个词元的向量上的 Σ x · ∂m/∂x；m 是%1。</translation>
    </message>
    <message>
        <source>The %1 is %2.</source>
        <translation>%1为 %2。</translation>
    </message>
    <message>
        <source>With the mean of all tokens in every place it is %1; of the difference %2, the integrated gradients add up to %3, of which token %4 %5 brings %6.</source>
        <translation>每处都换成全部词元的均值时为 %1；差值为 %2，积分梯度合计 %3，其中词元 %4 %5 带来 %6。</translation>
    </message>
    <message>
        <source>Share of what a small step brings</source>
        <translation>在一小步的作用中所占的份额</translation>
    </message>
    <message>
        <source>Integrated gradients: %1 steps are too few here</source>
        <translation>积分梯度：这里 %1 步太少</translation>
    </message>
    <message>
        <source>Integrated gradients are being computed …</source>
        <translation>正在计算积分梯度…</translation>
    </message>
    <message>
        <source>A and B do not have as many tokens: look at A | B.</source>
        <translation>A 和 B 的词元数不同：请看 A | B。</translation>
    </message>
    <message>
        <source>source %1 “%2”</source>
        <translation>源文 %1 “%2”</translation>
    </message>
    <message>
        <source>Bars: what is lost when one token&apos;s embedding is the mean of all; of the %1.</source>
        <translation>每条：一个词元的嵌入换成全部词元的均值时，%1失去多少。</translation>
    </message>
    <message>
        <source>Its position is taken out with it</source>
        <translation>其位置也一同去掉</translation>
    </message>
    <message>
        <source>token %1</source>
        <translation>词元 %1</translation>
    </message>
    <message>
        <source>The %1 is %2; without %3 it is %4.</source>
        <translation>%1是 %2；去掉 %3 后是 %4。</translation>
    </message>
    <message>
        <source>%1.</source>
        <translation>%1。</translation>
    </message>
    <message>
        <source>Not divided they are %1 and %2.</source>
        <translation>不除时分别为 %1 和 %2。</translation>
    </message>
    <message>
        <source>Its gradient has size %1, its weights %2.</source>
        <translation>它的梯度大小为 %1，权重大小为 %2。</translation>
    </message>
    <message>
        <source>Divided by √d the derivative of the softmax is %1 on average, the gradient of q %2.</source>
        <translation>除以 √d 时，softmax 的导数平均为 %1，q 的梯度为 %2。</translation>
    </message>
    <message>
        <source>One token: the mean of all is its own embedding. Add a word.</source>
        <translation>只有一个词元：所有嵌入的平均值就是它自己。请再加一个词。</translation>
    </message>
    <message>
        <source>Measured on the run without its interventions</source>
        <translation>测量时不带这次运行的干预</translation>
    </message>
    <message>
        <source>Lines: √Σ g² of a layer’s weights; one a placement, thick: this model’s; g: gradient of this text’s loss.</source>
        <translation>每条线：一种归一化位置；一层权重的 √Σ g²，g 为此文本损失的梯度；粗线为当前模型的位置。</translation>
    </message>
    <message>
        <source>%1 in %2 (L%3)</source>
        <translation>%1（%2，L%3）</translation>
    </message>
    <message>
        <source>The gradient of a layer is least, %1, and largest, %2</source>
        <translation>一层的梯度最小为 %1，最大为 %2</translation>
    </message>
    <message>
        <source>%1: %2 times as large.</source>
        <translation>%1，是最小的 %2 倍。</translation>
    </message>
    <message>
        <source>A and B are measured by different things, as other tokens are likeliest there</source>
        <translation>A 与 B 的衡量对象不同，因为两者最可能的词元不同</translation>
    </message>
    <message>
        <source>A descent step on the %1 acts most through %2: %3 of it.</source>
        <translation>对%1下降一步，主要通过 %2 起作用：占 %3。</translation>
    </message>
    <message>
        <source>A step of gradient descent changes the %1 most through %2: %3 of it.</source>
        <translation>梯度下降的一步主要通过 %2 改变%1：占 %3。</translation>
    </message>
    <message>
        <source>The first gradient of each placement is measured in models of one stack. Choose a causal decoder.</source>
        <translation>各种归一化位置的首次梯度在单堆叠的模型中测量。请选因果解码器。</translation>
    </message>
    <message>
        <source>expert %1</source>
        <translation>专家 %1</translation>
    </message>
    <message>
        <source>all experts</source>
        <translation>所有专家</translation>
    </message>
    <message>
        <source>Each cell: √Σ g² over one matrix of one layer, of an expert over all its matrices where each has no row; g is the gradient of the %1.</source>
        <translation>每格：一层中一个矩阵上的 √Σ g²，矩阵没有自己的行时为一个专家的所有矩阵；g 是 %1 的梯度。</translation>
    </message>
    <message>
        <source>Without a norm there is nothing to place. Choose LayerNorm or RMSNorm as its norm.</source>
        <translation>没有归一化，就没有位置可选。请把归一化选为 LayerNorm 或 RMSNorm。</translation>
    </message>
    <message>
        <source>The text is too long for the way back: shorten it to %1 tokens.</source>
        <translation>文本太长，无法反向计算：请缩短到 %1 个词元。</translation>
    </message>
</context>
<context>
    <name>HeadsCache</name>
    <message>
        <source>This model cannot run with another mask: %1.</source>
        <translation>这个模型不能用别的掩码运行：%1。</translation>
    </message>
    <message>
        <source>Blocks of %1 tokens: %2 pairs</source>
        <translation>每块 %1 个词元：%2 对</translation>
    </message>
    <message>
        <source>key</source>
        <translation>键</translation>
    </message>
    <message>
        <source>query</source>
        <translation>查询</translation>
    </message>
    <message>
        <source>weight</source>
        <translation>权重</translation>
    </message>
    <message>
        <source>Cells: weights of head %1, layer %2; hatched: masked.</source>
        <translation>每格：L%2 层头 %1 从查询到键的注意力权重；斜线：被掩码遮住。</translation>
    </message>
    <message>
        <source>Use %1</source>
        <translation>使用 %1</translation>
    </message>
    <message>
        <source>A recorded run does not say what its cache would keep. Open the model itself.</source>
        <translation>录制的运行没有说明缓存会保留什么。请打开模型本身。</translation>
    </message>
    <message>
        <source>An encoder reads its text at once, so it keeps no keys and values for later tokens.</source>
        <translation>编码器一次读完文本，所以不为之后的词元保留键和值。</translation>
    </message>
    <message>
        <source>tokens in the cache</source>
        <translation>缓存中的词元</translation>
    </message>
    <message>
        <source>One more token reads: weights + cache</source>
        <translation>再生成一个词元要读：权重 + 缓存</translation>
    </message>
    <message>
        <source>The text fills the table of %1 positions, so no token can follow. Shorten the text.</source>
        <translation>文本占满了 %1 个位置的表，后面放不下词元。请缩短文本。</translation>
    </message>
    <message>
        <source>This model does not generate token by token, so its cache never grows.</source>
        <translation>这个模型不逐词元生成，所以缓存不会增长。</translation>
    </message>
    <message>
        <source>Dots: bytes that all layers keep (float32); l: layers; across: tokens so far.</source>
        <translation>每点：这么多词元之后所有层的缓存占的字节（float32）；l = 层数。</translation>
    </message>
    <message>
        <source>Of %1 tokens (%2 typed, then generated) the cache keeps %3: measured, %4.</source>
        <translation>%1 个词元（输入 %2 个，其余生成）的缓存：%3；实测，%4。</translation>
    </message>
    <message>
        <source>, </source>
        <translation>，</translation>
    </message>
    <message>
        <source>equal to the formulas</source>
        <translation>与公式相等</translation>
    </message>
    <message>
        <source>with what else the layers remember</source>
        <translation>含各层另外记住的内容</translation>
    </message>
    <message>
        <source>Bytes read are sizes added up, not counted traffic.</source>
        <translation>读取的字节是大小之和，不是实际计数的流量。</translation>
    </message>
    <message>
        <source>k rope</source>
        <translation>k 旋转</translation>
    </message>
    <message>
        <source>On weights trained with another kind: %1. Numbers of the cache, not quality.</source>
        <translation>用另一种训练的权重：%1。说明缓存的数，不说明质量。</translation>
    </message>
    <message>
        <source>value</source>
        <translation>值</translation>
    </message>
    <message>
        <source>x of %1: %2 numbers, compressed by %3</source>
        <translation>%1 的 x：%2 个数，由 %3 压缩</translation>
    </message>
    <message>
        <source>Kept: %1, token × (d_c + d_rope)</source>
        <translation>保留：%1，词元 × (d_c + d_rope)</translation>
    </message>
    <message>
        <source>k rope %1</source>
        <translation>k 旋转 %1</translation>
    </message>
    <message>
        <source>k from c %1</source>
        <translation>c 的 k %1</translation>
    </message>
    <message>
        <source>%1 keeps whole keys and values: nothing is compressed. Latent attention (MLA) keeps one short row per token.</source>
        <translation>%1 保留完整的键和值：什么都不压缩。潜在注意力（MLA）每个词元只保留一个短行。</translation>
    </message>
    <message>
        <source>Latent attention expands keys of its own for each head: none is repeated.</source>
        <translation>潜在注意力为每个头展开各自的键：没有重复的。</translation>
    </message>
    <message>
        <source>This model has one head only, so no heads share its keys.</source>
        <translation>这个模型只有一个头，所以没有头共享键。</translation>
    </message>
    <message>
        <source>Each of the %1 query heads has its own keys here: none is repeated.</source>
        <translation>这里 %1 个查询头各有自己的键：没有重复的。</translation>
    </message>
    <message>
        <source>As used: each key once per query head, %1 per token</source>
        <translation>使用时：每个查询头一份键，每词元 %1</translation>
    </message>
    <message>
        <source>As kept: %1 per token</source>
        <translation>保留时：每词元 %1</translation>
    </message>
    <message>
        <source>Each cell: one number of a token&apos;s key in layer %1, as the scores use it. Both maps have one scale.</source>
        <translation>每格：L%1 层一个词元的键的一个数，即计算分数所用。两张图用同一刻度。</translation>
    </message>
    <message>
        <source>%1 query heads use %2 key heads, each %3 times: %4 numbers per token stand for %5.</source>
        <translation>%1 个查询头使用 %2 个键头，各用 %3 次：每词元 %4 个数代表 %5 个。</translation>
    </message>
    <message>
        <source>%1 numbers</source>
        <translation>%1 个数</translation>
    </message>
    <message>
        <source>Each cell: one number that layer %1 keeps of %2. Each strip has its own colour scale.</source>
        <translation>每格：L%1 层为 %2 保留的一个数。每条有各自的颜色刻度。</translation>
    </message>
    <message numerus="yes">
        <source>One token leaves so many numbers in the cache of all %n layers: %1</source>
        <translation>
            <numerusform>一个词元在全部 %n 层的缓存里留下的数：%1</numerusform>
        </translation>
    </message>
    <message>
        <source>; the running cache grew by exactly as many.</source>
        <translation>；运行中的缓存正好增长了这么多。</translation>
    </message>
    <message>
        <source>; other mixers keep states besides.</source>
        <translation>；其他混合器另外保留状态。</translation>
    </message>
    <message>
        <source>, by the formulas.</source>
        <translation>（按公式）。</translation>
    </message>
    <message>
        <source>Measured (dots), by formula (lines)</source>
        <translation>实测（点），按公式（线）</translation>
    </message>
    <message>
        <source>Each cell: one number; compress, keep, expand from top to bottom. All maps have one scale.</source>
        <translation>每格：一个数；自上而下：压缩、保留、展开。所有图用同一刻度。</translation>
    </message>
    <message>
        <source>%1 pairs out of one short row</source>
        <translation>从一个短行得到 %1 对</translation>
    </message>
    <message>
        <source>a pair for each head</source>
        <translation>每个头一对</translation>
    </message>
    <message>
        <source>all %1 share a pair</source>
        <translation>全部 %1 个头共用一对</translation>
    </message>
    <message>
        <source>%1 heads share a pair</source>
        <translation>%1 个头共用一对</translation>
    </message>
    <message>
        <source>dashed: never kept</source>
        <translation>虚线：不保存</translation>
    </message>
    <message>
        <source>cache, KiB</source>
        <translation>缓存，KiB</translation>
    </message>
    <message>
        <source>The text fits into one block of %1 tokens, which leaves nothing out: add some words, or choose a shorter block.</source>
        <translation>文本放得进一个 %1 词元的块，块不会略去任何内容：请加几个词，或选更短的块。</translation>
    </message>
    <message>
        <source>GQA shares keys and values in groups of heads</source>
        <translation>GQA 在成组的头之间共享键和值</translation>
    </message>
    <message>
        <source>MQA shares one key and one value among all heads</source>
        <translation>MQA 让所有头共用一个键和一个值</translation>
    </message>
    <message>
        <source>MLA keeps one latent for all heads</source>
        <translation>MLA 为所有头只存一个潜向量</translation>
    </message>
    <message>
        <source>%1 gives every head its own keys and values</source>
        <translation>%1 中每个头有自己的键和值</translation>
    </message>
    <message>
        <source>%1, %2: %3 pairs</source>
        <translation>%1，%2：%3 对</translation>
    </message>
    <message>
        <source>%1, and queries see %2 of n² = %3 pairs (%4). Blocks are groups of tokens: g = %5 of m = %6, cost about n·m = %7 (n²/g when every block is full), here %8 pairs that the mask lets through.</source>
        <translation>%1，查询看到 n² = %3 对中的 %2 对（%4）。块是词元的组：g = %5 组，每组 m = %6，开销约 n·m = %7（每块都满时即 n²/g），这里掩码放行 %8 对。</translation>
    </message>
    <message>
        <source>Own trained weights, as many parameters each: %1.</source>
        <translation>各用自己训练的权重，参数量相同：%1。</translation>
    </message>
    <message>
        <source>%1 under %2</source>
        <translation>%2 为 %1</translation>
    </message>
    <message>
        <source>A: </source>
        <translation>A：</translation>
    </message>
    <message>
        <source>B: </source>
        <translation>B：</translation>
    </message>
    <message>
        <source>As used: %1</source>
        <translation>使用时：%1</translation>
    </message>
    <message>
        <source>cache as large as the weights at %1 tokens</source>
        <translation>%1 个词元时缓存与权重一样大</translation>
    </message>
    <message>
        <source>Its own blocks of %1 tokens: %2 pairs</source>
        <translation>自身的分块，每块 %1 个词元：%2 对</translation>
    </message>
    <message>
        <source>%1 without its blocks, %2: %3 pairs</source>
        <translation>%1 去掉自身的分块，%2：%3 对</translation>
    </message>
    <message>
        <source>Expanded for %1 by %2: k and v of each head; never kept but for the rope key</source>
        <translation>为 %1 由 %2 展开：各头的 k 和 v；除旋转键外都不保留</translation>
    </message>
    <message>
        <source>k rope %1, as kept</source>
        <translation>k 旋转 %1，即所保留的</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>Instead of one token&apos;s %1 numbers (k and v of %2 heads) %3 are kept (%4): %5 in cᴷⱽ and %6 in the rope key, which all heads share.</source>
        <translation>不保留一个词元的 %1 个数（%2 个头的 k 和 v），只保留 %3 个（%4）：cᴷⱽ 中的 %5 个，以及所有头共用的旋转键中的 %6 个。</translation>
    </message>
    <message>
        <source>Blocks hide later tokens, as in every decoder, whatever the mask beside them; an encoder’s do not.</source>
        <translation>分块与所有解码器一样遮住后面的词元，与旁边的掩码无关；编码器的分块则不遮。</translation>
    </message>
    <message>
        <source>%1 pairs in A (%2), %3 in B (%4); heads that share keys hide none, blocks of %7 tokens leave %5: g = %6, cost about n·m = %8.</source>
        <translation>A（%2）有 %1 对，B（%4）有 %3 对；共用键的头不遮住任何一对，每块 %7 个词元只留下 %5 对：g = %6，开销约 n·m = %8。</translation>
    </message>
</context>
<context>
    <name>InterventionMenu</name>
    <message>
        <source>&amp;Zero</source>
        <translation>置零(&amp;Z)</translation>
    </message>
    <message>
        <source>&amp;Mean over this text&apos;s tokens</source>
        <translation>本文本词元上的均值(&amp;M)</translation>
    </message>
    <message>
        <source>It has no tokens to take the mean over.</source>
        <translation>它没有可以取均值的词元。</translation>
    </message>
    <message>
        <source>&amp;Value of %1</source>
        <translation>%1 的值(&amp;V)</translation>
    </message>
    <message>
        <source>%1 has no such numbers: another text or other sizes.</source>
        <translation>%1 没有对应的数：文本不同或大小不同。</translation>
    </message>
    <message>
        <source>&amp;Set…</source>
        <translation>设为(&amp;S)…</translation>
    </message>
    <message>
        <source>S&amp;cale…</source>
        <translation>缩放(&amp;C)…</translation>
    </message>
    <message>
        <source>Feed-forward of layer %1</source>
        <translation>L%1 层的前馈</translation>
    </message>
    <message>
        <source>Mixer of layer %1</source>
        <translation>L%1 层的混合器</translation>
    </message>
    <message>
        <source>Cross-attention of layer %1</source>
        <translation>L%1 层的交叉注意力</translation>
    </message>
    <message>
        <source>Attention of layer %1</source>
        <translation>L%1 层的注意力</translation>
    </message>
    <message>
        <source>This number: %1</source>
        <translation>这个数：%1</translation>
    </message>
    <message>
        <source>Token %1: %2</source>
        <translation>词元 %1：%2</translation>
    </message>
    <message>
        <source>Neuron %1: %2</source>
        <translation>神经元 %1：%2</translation>
    </message>
    <message>
        <source>Dimension %1: %2</source>
        <translation>维度 %1：%2</translation>
    </message>
    <message>
        <source>Head L%1 H%2</source>
        <translation>头 L%1 H%2</translation>
    </message>
    <message>
        <source>Of this head: %1</source>
        <translation>这个头的：%1</translation>
    </message>
    <message>
        <source>Expert %1 of layer %2</source>
        <translation>L%2 层的专家 %1</translation>
    </message>
    <message>
        <source>All that layer %1 adds</source>
        <translation>L%1 层写入的全部</translation>
    </message>
    <message>
        <source>Whole tensor: %1</source>
        <translation>整个张量：%1</translation>
    </message>
    <message>
        <source>Add a &amp;direction</source>
        <translation>加上一个方向(&amp;D)</translation>
    </message>
    <message>
        <source>The embedding of “%1”</source>
        <translation>“%1”的嵌入</translation>
    </message>
    <message>
        <source>What %1 has here less what this run has</source>
        <translation>%1 在此处的值减去本次运行的值</translation>
    </message>
    <message>
        <source>&amp;Let it look</source>
        <translation>让它看(&amp;L)</translation>
    </message>
    <message>
        <source>Do not &amp;let it look</source>
        <translation>不让它看(&amp;L)</translation>
    </message>
    <message>
        <source>It is the only token that it may look at.</source>
        <translation>这是它唯一能看的词元。</translation>
    </message>
    <message>
        <source>The weights of its row become those with its score without the mask.</source>
        <translation>它这一行的权重变为计入其无掩码分数后的值。</translation>
    </message>
    <message>
        <source>Its score becomes −∞, as the mask does it.</source>
        <translation>它的分数变为 −∞，如同掩码所为。</translation>
    </message>
    <message>
        <source>Its score without the mask is not in this run.</source>
        <translation>此运行中没有它无掩码时的分数。</translation>
    </message>
    <message>
        <source>Of a model with two stacks a text alone is no input.</source>
        <translation>有两个堆栈的模型不能只以一段文本为输入。</translation>
    </message>
    <message>
        <source>The model has no tokenizer: it cannot read texts.</source>
        <translation>该模型没有分词器：无法读取文本。</translation>
    </message>
    <message>
        <source>It is of pairs of tokens: texts of other lengths have no mean there.</source>
        <translation>它属于成对的词元：长度不同的文本在此没有均值。</translation>
    </message>
    <message>
        <source>Mean over te&amp;xts</source>
        <translation>多段文本的均值(&amp;X)</translation>
    </message>
    <message>
        <source>Which tokens an expert gets differs from text to text.</source>
        <translation>一个专家得到哪些词元，因文本而异。</translation>
    </message>
    <message>
        <source>Value from another &amp;text…</source>
        <translation>另一文本的值(&amp;T)…</translation>
    </message>
    <message>
        <source>Text &amp;file…</source>
        <translation>文本文件(&amp;F)…</translation>
    </message>
    <message>
        <source>T&amp;yped…</source>
        <translation>直接输入(&amp;Y)…</translation>
    </message>
    <message>
        <source>&amp;Difference of two texts…</source>
        <translation>两段文本之差(&amp;D)…</translation>
    </message>
    <message>
        <source>&amp;Saved vector…</source>
        <translation>已保存的向量(&amp;S)…</translation>
    </message>
    <message>
        <source>One expert</source>
        <translation>单个专家</translation>
    </message>
    <message>
        <source>Towards another &amp;token…</source>
        <translation>朝向另一词元(&amp;T)…</translation>
    </message>
    <message>
        <source>The &amp;embedding of another token…</source>
        <translation>另一词元的嵌入(&amp;E)…</translation>
    </message>
    <message>
        <source>Towards “%1”: its row of the output matrix, less the mean of all rows</source>
        <translation>朝向“%1”：它在输出矩阵中的一行减去各行的均值</translation>
    </message>
</context>
<context>
    <name>InterventionText</name>
    <message>
        <source>encoder</source>
        <translation>编码器</translation>
    </message>
    <message>
        <source>query %1</source>
        <translation>查询 %1</translation>
    </message>
    <message>
        <source>key %1</source>
        <translation>键 %1</translation>
    </message>
    <message>
        <source>token %1</source>
        <translation>词元 %1</translation>
    </message>
    <message>
        <source>, </source>
        <translation>，</translation>
    </message>
    <message>
        <source>%1 → mean</source>
        <translation>%1 → 均值</translation>
    </message>
    <message>
        <source>%1 from %2</source>
        <translation>%1 取自 %2</translation>
    </message>
    <message>
        <source>%1 (strength %2)</source>
        <translation>%1（强度 %2）</translation>
    </message>
    <message>
        <source>; </source>
        <translation>；</translation>
    </message>
    <message>
        <source>%1 and %2 more</source>
        <translation>%1，另有 %2 项</translation>
    </message>
    <message numerus="yes">
        <source>%n number(s)</source>
        <translation>
            <numerusform>%n 个数</numerusform>
        </translation>
    </message>
    <message>
        <source>mean over “%1”</source>
        <translation>“%1”的均值</translation>
    </message>
    <message>
        <source>value in “%1”</source>
        <translation>“%1”中的值</translation>
    </message>
    <message>
        <source>mean over typed texts</source>
        <translation>所输入文本的均值</translation>
    </message>
    <message>
        <source>(“%1” − “%2”)</source>
        <translation>（“%1” − “%2”）</translation>
    </message>
    <message>
        <source>embedding of “%1”</source>
        <translation>“%1”的嵌入</translation>
    </message>
    <message numerus="yes">
        <source>%1 → −∞ in %n cell(s)</source>
        <translation>
            <numerusform>%1 → %n 个单元格为 −∞</numerusform>
        </translation>
    </message>
    <message>
        <source>direction towards “%1”</source>
        <translation>朝向“%1”的方向</translation>
    </message>
    <message>
        <source>output row of “%1”</source>
        <translation>“%1”的输出矩阵行</translation>
    </message>
</context>
<context>
    <name>KeySharing</name>
    <message>
        <source>Latent attention: each head has keys and values of its own, expanded from one vector per token.</source>
        <translation>潜在注意力：每个头的键和值都是自己的，由每个词元的一个向量展开而来。</translation>
    </message>
    <message>
        <source>kv %1</source>
        <translation>键值 %1</translation>
    </message>
    <message>
        <source>query heads</source>
        <translation>查询头</translation>
    </message>
    <message>
        <source>their keys and values</source>
        <translation>所用的键和值</translation>
    </message>
    <message>
        <source>Its keys and values are those of all %1 heads.</source>
        <translation>它的键和值为全部 %1 个头共用。</translation>
    </message>
    <message>
        <source>Its keys and values are those of key–value head %1, which heads %2 to %3 share.</source>
        <translation>它的键和值来自键值头 %1，由头 %2 至头 %3 共用。</translation>
    </message>
    <message>
        <source>Its keys and values are those of key–value head %1, shared with %2.</source>
        <translation>它的键和值来自键值头 %1，与 %2 共用。</translation>
    </message>
    <message>
        <source>All %1 heads of a layer share one key–value head.</source>
        <translation>每层的 %1 个头共用一个键值头。</translation>
    </message>
    <message>
        <source>Heads under one bracket share a key–value head: %1 of queries, %2 of keys and values.</source>
        <translation>同一括号下的头共用一个键值头：查询头 %1 个，键值头 %2 个。</translation>
    </message>
</context>
<context>
    <name>Lanes</name>
    <message>
        <source>from-nothing</source>
        <translation>从零开始</translation>
    </message>
    <message>
        <source>divided</source>
        <translation>有 ÷√d</translation>
    </message>
    <message>
        <source>not-divided</source>
        <translation>无 ÷√d</translation>
    </message>
    <message>
        <source>rope</source>
        <translation>RoPE</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无位置</translation>
    </message>
    <message>
        <source>at-once</source>
        <translation>无预热</translation>
    </message>
    <message>
        <source>warm-up</source>
        <translation>有预热</translation>
    </message>
    <message>
        <source>pre</source>
        <translation>前置</translation>
    </message>
    <message>
        <source>sandwich</source>
        <translation>三明治</translation>
    </message>
    <message>
        <source>post</source>
        <translation>后置</translation>
    </message>
    <message>
        <source>relu</source>
        <translation>ReLU</translation>
    </message>
    <message>
        <source>swiglu</source>
        <translation>SwiGLU</translation>
    </message>
    <message>
        <source>balanced</source>
        <translation>有均衡</translation>
    </message>
    <message>
        <source>unbalanced</source>
        <translation>无均衡</translation>
    </message>
    <message>
        <source>no-decay</source>
        <translation>无衰减</translation>
    </message>
    <message>
        <source>decay</source>
        <translation>有衰减</translation>
    </message>
</context>
<context>
    <name>LogZ</name>
    <message>
        <source>position</source>
        <translation>位置</translation>
    </message>
    <message>
        <source>penalty, nat</source>
        <translation>惩罚（nat）</translation>
    </message>
    <message>
        <source>log Z, nat</source>
        <translation>log Z（nat）</translation>
    </message>
</context>
<context>
    <name>Logits</name>
    <message>
        <source>L%1 H%2, query %3 %4</source>
        <translation>L%1 H%2，查询 %3 %4</translation>
    </message>
    <message>
        <source>at %1</source>
        <translation>在 %1 处</translation>
    </message>
    <message>
        <source>after %1</source>
        <translation>在 %1 之后</translation>
    </message>
    <message>
        <source>A recorded run does not say its soft caps: open its model.</source>
        <translation>记录的运行没有写明软上限：请打开它的模型。</translation>
    </message>
    <message>
        <source>This model has no output head, so it has no logits. Choose “Output matrix” as its output head.</source>
        <translation>这个模型没有输出头，因此没有 logit。请把输出头选为“输出矩阵”。</translation>
    </message>
    <message>
        <source>no cap</source>
        <translation>无上限</translation>
    </message>
    <message>
        <source>cap %1</source>
        <translation>上限 %1</translation>
    </message>
    <message>
        <source>score before the cap</source>
        <translation>封顶前的分数</translation>
    </message>
    <message>
        <source>logit before the cap</source>
        <translation>封顶前的 logit</translation>
    </message>
    <message>
        <source>after it</source>
        <translation>封顶后</translation>
    </message>
    <message>
        <source>Scores, %1</source>
        <translation>分数，%1</translation>
    </message>
    <message>
        <source>Logits %1</source>
        <translation>%1的 logit</translation>
    </message>
    <message>
        <source>softmax before</source>
        <translation>封顶前的 softmax</translation>
    </message>
    <message>
        <source>softmax after</source>
        <translation>封顶后的 softmax</translation>
    </message>
    <message>
        <source>cap · tanh(x / cap): small numbers pass, none gets beyond ±%1; dots: the numbers of this run.</source>
        <translation>cap · tanh(x / cap)：小的数原样通过，没有数超出 ±%1；圆点：本次运行的数。</translation>
    </message>
    <message>
        <source>A cap of %1 takes the largest %2, %3, from %4 to %5.</source>
        <translation>上限 %1 把最大的%2（%3）从 %4 压到 %5。</translation>
    </message>
    <message>
        <source>score</source>
        <translation>分数</translation>
    </message>
    <message>
        <source>logit</source>
        <translation>logit</translation>
    </message>
    <message>
        <source>“%1”</source>
        <translation>“%1”</translation>
    </message>
    <message>
        <source>Its softmax goes from %1 to %2, the entropy from %3 to %4 nat.</source>
        <translation>它的 softmax 从 %1 变为 %2，熵从 %3 变为 %4 nat。</translation>
    </message>
    <message>
        <source>This run caps no scores here: a cap of %1 is tried on them.</source>
        <translation>本次运行在这里没有给分数设上限：图中试用上限 %1。</translation>
    </message>
    <message>
        <source>This run caps no logits: a cap of %1 is tried on them.</source>
        <translation>本次运行没有给 logit 设上限：图中试用上限 %1。</translation>
    </message>
    <message>
        <source> %1 is added to every logit.</source>
        <translation>每个 logit 都加上 %1。</translation>
    </message>
    <message>
        <source>Z = Σ e^logit; below, the softmax %1 in three arithmetics.</source>
        <translation>Z = Σ e^logit；下方用三种算术求%1的 softmax。</translation>
    </message>
    <message>
        <source>In float16 the sum overflows at %1 of %2 positions unless the largest logit is subtracted first.</source>
        <translation>用 float16 求和，%2 个位置中有 %1 个溢出，除非先减去最大的 logit。</translation>
    </message>
    <message>
        <source>In float16 no sum overflows here: that begins where log Z reaches %1.</source>
        <translation>用 float16 求和在这里不溢出：log Z 达到 %1 时才开始溢出。</translation>
    </message>
    <message>
        <source>log Z of every position, its penalty 10⁻⁴ · log²Z on the right; dotted: float16 ends, e^%1 = 65,504</source>
        <translation>每个位置的 log Z，右轴是它的惩罚 10⁻⁴ · log²Z；点线：float16 到此为止，e^%1 = 65,504</translation>
    </message>
    <message>
        <source>the softmax in three arithmetics</source>
        <translation>三种精度下的 softmax</translation>
    </message>
    <message>
        <source>log Z runs from %1 at %2 to %3 at %4.</source>
        <translation>log Z 从 %1（%2 处）到 %3（%4 处）。</translation>
    </message>
    <message>
        <source>Z-loss would add %1 nat per position.</source>
        <translation>z 损失平均给每个位置加 %1 nat。</translation>
    </message>
</context>
<context>
    <name>MeasuredToken</name>
    <message>
        <source>Measured now: %1. On the pages %2.</source>
        <translation>现在测量：%1。见页面：%2。</translation>
    </message>
    <message>
        <source>, </source>
        <translation>、</translation>
    </message>
    <message>
        <source>Measure “%1”</source>
        <translation>测量“%1”</translation>
    </message>
    <message>
        <source>Measure “%1” minus “%2”</source>
        <translation>测量“%1”减“%2”</translation>
    </message>
</context>
<context>
    <name>Mixers</name>
    <message>
        <source>Bytes of many kinds have no difference: look at A | B.</source>
        <translation>多种混合器的字节数无法相减：请看 A | B。</translation>
    </message>
    <message>
        <source>A recorded run does not say how its mixer was computed. Open the model itself.</source>
        <translation>录制的运行没有说明混合器如何计算。请打开模型本身。</translation>
    </message>
    <message>
        <source>tokens in the text</source>
        <translation>文本的词元数</translation>
    </message>
    <message>
        <source>bytes kept, all layers</source>
        <translation>保留的字节数（所有层）</translation>
    </message>
    <message>
        <source>this text</source>
        <translation>当前文本</translation>
    </message>
    <message>
        <source>Dots: measured in the running caches (float32). Lines: what a further token adds. Both axes logarithmic.</source>
        <translation>圆点：运行中的缓存实测值（float32）。直线：每多一个词元所增加的量。两轴均为对数刻度。</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>%1 adds %2 per token.</source>
        <translation>%1 每个词元增加 %2。</translation>
    </message>
    <message>
        <source>Whatever the length: %1.</source>
        <translation>与长度无关：%1。</translation>
    </message>
    <message>
        <source>, </source>
        <translation>、</translation>
    </message>
    <message>
        <source>From %1 tokens on attention&apos;s cache is larger than each of these.</source>
        <translation>从 %1 个词元起，注意力的缓存比它们都大。</translation>
    </message>
    <message>
        <source>Each side has all mixers already: look at A | B.</source>
        <translation>每一侧都已包含全部混合器：请看 A | B。</translation>
    </message>
    <message>
        <source>Each map (%1) has a scale of its own, beside its name; scales of a large diagonal are without it.</source>
        <translation>每张图（%1）各用自己的色标，范围写在名称旁；对角线过大时，色标不计对角线。</translation>
    </message>
    <message>
        <source>The same tokens and widths under each mixer.</source>
        <translation>相同的词元与宽度，分别使用每种混合器。</translation>
    </message>
    <message>
        <source>%1 does not state its operators, so it has no matrix here.</source>
        <translation>%1没有给出其算子，因此这里没有它的矩阵。</translation>
    </message>
    <message>
        <source>Use %1</source>
        <translation>改用%1</translation>
    </message>
    <message>
        <source>%1 has no convolution over the last tokens. Mamba, Mamba-2 and RG-LRU have one, RWKV-4 shifts tokens.</source>
        <translation>%1没有对最近词元的卷积。Mamba、Mamba-2 和 RG-LRU 有，RWKV-4 则做词元移位。</translation>
    </message>
    <message>
        <source>the token</source>
        <translation>词元自身</translation>
    </message>
    <message>
        <source>%1 before</source>
        <translation>前第 %1 个</translation>
    </message>
    <message>
        <source>%1: what the projection reads of the last two tokens</source>
        <translation>%1：投影从最近两个词元中各读取多少</translation>
    </message>
    <message>
        <source>%1: weights of the last %2 tokens</source>
        <translation>%1：最近 %2 个词元的权重</translation>
    </message>
    <message>
        <source>mean magnitude</source>
        <translation>平均绝对值</translation>
    </message>
    <message>
        <source>Layer %1: a column is a channel, a row one of the last tokens; each channel mixes them by itself.</source>
        <translation>L%1 层：每列是一个通道，每行是最近的一个词元；各通道独立混合。</translation>
    </message>
    <message>
        <source>%1: mean magnitudes %2, from the token itself back.</source>
        <translation>%1：从词元自身往前，平均绝对值依次为 %2。</translation>
    </message>
    <message>
        <source>weight</source>
        <translation>权重</translation>
    </message>
    <message>
        <source>%1: its pattern</source>
        <translation>%1：注意力图</translation>
    </message>
    <message>
        <source>%1; scale without the diagonal</source>
        <translation>%1；色标不计对角线</translation>
    </message>
    <message>
        <source>%1: its matrix</source>
        <translation>%1：等效矩阵</translation>
    </message>
    <message>
        <source>%1: what its decay leaves</source>
        <translation>%1：衰减后的剩余</translation>
    </message>
    <message>
        <source>share left</source>
        <translation>剩余比例</translation>
    </message>
    <message>
        <source>Δ weight</source>
        <translation>Δ 权重</translation>
    </message>
    <message>
        <source>Cells (%1): share of a key&apos;s value in a query&apos;s result; all else as in this run.</source>
        <translation>每个单元格（%1）：键的值在查询结果中所占的权重，其余系数固定为本次运行的值。</translation>
    </message>
    <message>
        <source>Each row sums to 1.</source>
        <translation>每行之和为 1。</translation>
    </message>
    <message>
        <source>Rows sum to %1 … %2: nothing makes them 1.</source>
        <translation>各行之和为 %1 … %2：没有归一化使其为 1。</translation>
    </message>
    <message>
        <source>%1: the pattern is the matrix.</source>
        <translation>%1：注意力图就是该矩阵。</translation>
    </message>
    <message>
        <source>%1: matrix times %2 is the recorded %3 within %4.</source>
        <translation>%1：矩阵乘以 %2 等于记录的 %3，误差不超过 %4。</translation>
    </message>
    <message>
        <source>Attention keeps no state: each token reads all keys and values again. Retention and the recurrences keep one.</source>
        <translation>注意力不保留状态：每个词元都重新读取所有键和值。Retention 和各种循环混合器则保留状态。</translation>
    </message>
    <message>
        <source>The state after the token: the norm of each row</source>
        <translation>该词元之后的状态：每行的范数</translation>
    </message>
    <message>
        <source>The state after the token: the weighted mean of the values so far</source>
        <translation>该词元之后的状态：此前各值的加权平均</translation>
    </message>
    <message>
        <source>The state after the token</source>
        <translation>该词元之后的状态</translation>
    </message>
    <message>
        <source>Written: what the token&apos;s value enters with</source>
        <translation>写入：该词元的值以多大系数进入</translation>
    </message>
    <message>
        <source>Read: what the token reads the state with</source>
        <translation>读出：该词元以多大系数读取状态</translation>
    </message>
    <message>
        <source>Decay: what the token keeps of the state before</source>
        <translation>衰减：该词元保留之前状态的多少</translation>
    </message>
    <message>
        <source>Layer %1: a column is a token, a row a channel, whose state is one number.</source>
        <translation>L%1 层：每列是一个词元，每行是一个通道，其状态是一个数。</translation>
    </message>
    <message>
        <source>%1 keeps %2 numbers in this layer, however long the text.</source>
        <translation>无论文本多长，%1在这一层只保留 %2 个数。</translation>
    </message>
    <message>
        <source>A step keeps %1 of it on average: half is left after %2 tokens.</source>
        <translation>每步平均保留 %1：%2 个词元后剩下一半。</translation>
    </message>
    <message>
        <source>A step keeps %1 of it on average.</source>
        <translation>每步平均保留 %1。</translation>
    </message>
    <message>
        <source>layer %1, mean magnitude of %2 heads</source>
        <translation>L%1 层，%2 个头的平均绝对值</translation>
    </message>
    <message>
        <source>layer %1, mean magnitude of %2 channels</source>
        <translation>L%1 层，%2 个通道的平均绝对值</translation>
    </message>
    <message>
        <source>layer %1, head %2</source>
        <translation>L%1 层，头 %2</translation>
    </message>
    <message>
        <source>layer %1, channel %2</source>
        <translation>L%1 层，通道 %2</translation>
    </message>
    <message>
        <source>what is written</source>
        <translation>写入的内容</translation>
    </message>
    <message>
        <source>what is read</source>
        <translation>读出的内容</translation>
    </message>
    <message>
        <source>the decay</source>
        <translation>衰减</translation>
    </message>
    <message>
        <source>The state of %1: a column is a token, a row one of its %2 rows.</source>
        <translation>%1的状态：每列是一个词元，每行是状态 %2 行中的一行。</translation>
    </message>
    <message>
        <source>attention</source>
        <translation>注意力</translation>
    </message>
    <message>
        <source>What %1 (token %2) takes: share by magnitude</source>
        <translation>%1（词元 %2）所取的份额（按绝对值）</translation>
    </message>
    <message>
        <source>key</source>
        <translation>键</translation>
    </message>
    <message>
        <source>%1 adds %2 per token: beside its state its keys, whose scores are summed in the divisor.</source>
        <translation>%1 每个词元增加 %2：除状态外还保留键，因为除数要对它们的分数求和。</translation>
    </message>
    <message>
        <source>channel</source>
        <translation>通道</translation>
    </message>
    <message>
        <source>From the last %1 tokens: %2 (%3) to %4 (%5).</source>
        <translation>取自最近 %1 个词元：%2（%3）到 %4（%5）。</translation>
    </message>
    <message>
        <source>By magnitude: %1.</source>
        <translation>按绝对值计：%1。</translation>
    </message>
    <message>
        <source>Not trained: %1.</source>
        <translation>未经训练：%1。</translation>
    </message>
    <message>
        <source>The text fills the table of positions, so no token can follow. Shorten the text.</source>
        <translation>文本已占满位置表，后面不能再有词元。请缩短文本。</translation>
    </message>
</context>
<context>
    <name>Mixture</name>
    <message>
        <source>Layer %1 has no mixture: this is layer %2.</source>
        <translation>L%1 层没有混合专家：这里显示 L%2 层。</translation>
    </message>
    <message>
        <source>gates: the %1 largest p, divided by their sum</source>
        <translation>门控：最大的 %1 个 p，除以它们之和</translation>
    </message>
    <message>
        <source>gates: the %1 largest p</source>
        <translation>门控：最大的 %1 个 p</translation>
    </message>
    <message>
        <source>gates: softmax of the %1 largest logits</source>
        <translation>门控：对最大的 %1 个 logit 做 softmax</translation>
    </message>
    <message>
        <source>gates: p of the %1 largest p + b, divided by their sum</source>
        <translation>门控：p + b 最大的 %1 个专家的 p，除以它们之和</translation>
    </message>
    <message>
        <source>gates: p of the %1 largest p + b</source>
        <translation>门控：p + b 最大的 %1 个专家的 p</translation>
    </message>
    <message>
        <source>This model has no experts: the feed-forward of its blocks is “%1”. Choose “%2” as the feed-forward.</source>
        <translation>这个模型没有专家：它各块的前馈网络是“%1”。请把前馈网络选为“%2”。</translation>
    </message>
    <message>
        <source>The routings are compared with each other, in A or in B.</source>
        <translation>各种路由方式是相互比较的，请看 A 或 B。</translation>
    </message>
    <message>
        <source>Only a run whose model is open can be routed another way.</source>
        <translation>只有模型已打开时，才能换一种路由方式运行。</translation>
    </message>
    <message>
        <source>In layer %1 %2 of %3 tokens go to the same experts in A and B.</source>
        <translation>在 L%1 层，%3 个词元中有 %2 个在 A 和 B 中去往相同的专家。</translation>
    </message>
    <message>
        <source>Use a mixture of experts</source>
        <translation>改用混合专家</translation>
    </message>
    <message>
        <source>gates: the largest logit, softmax among those near it, %1 times</source>
        <translation>门控：取最大的 logit，在与其接近者中做 softmax，共 %1 次</translation>
    </message>
</context>
<context>
    <name>MixtureLoad</name>
    <message>
        <source>fair %1</source>
        <translation>平均 %1</translation>
    </message>
    <message>
        <source>(%1 dropped)</source>
        <translation>（丢弃 %1）</translation>
    </message>
    <message>
        <source>expert</source>
        <translation>专家</translation>
    </message>
    <message>
        <source>load / fair</source>
        <translation>负载 / 平均</translation>
    </message>
    <message>
        <source>Busiest expert</source>
        <translation>最忙的专家</translation>
    </message>
    <message>
        <source>%1 × fair</source>
        <translation>平均的 %1 倍</translation>
    </message>
    <message>
        <source>Unused experts</source>
        <translation>未用到的专家</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>Variation of the load</source>
        <translation>负载的变异系数</translation>
    </message>
    <message>
        <source>standard deviation / mean; even: 0</source>
        <translation>标准差 / 均值；均匀时为 0</translation>
    </message>
    <message>
        <source>Entropy of the load</source>
        <translation>负载的熵</translation>
    </message>
    <message>
        <source>nat; even: %1</source>
        <translation>单位：nat；均匀时为 %1</translation>
    </message>
    <message>
        <source>Load-balancing loss</source>
        <translation>负载均衡损失</translation>
    </message>
    <message>
        <source>N Σ f·P of arXiv 2101.03961 eq. 4, without α; even: %1</source>
        <translation>arXiv 2101.03961 式 4 的 N Σ f·P，不含 α；均匀时为 %1</translation>
    </message>
    <message>
        <source>Router z-loss</source>
        <translation>路由 z 损失</translation>
    </message>
    <message>
        <source>mean of (log Σ eˡ)², arXiv 2202.08906 eq. 5</source>
        <translation>(log Σ eˡ)² 的均值，arXiv 2202.08906 式 5</translation>
    </message>
    <message>
        <source>Dropped</source>
        <translation>被丢弃</translation>
    </message>
    <message>
        <source>capacity per expert: %1</source>
        <translation>每个专家的容量：%1</translation>
    </message>
    <message>
        <source>no capacity limit</source>
        <translation>没有容量限制</translation>
    </message>
    <message>
        <source>Shared experts</source>
        <translation>共享专家</translation>
    </message>
    <message>
        <source>every token goes there too</source>
        <translation>每个词元都经过它们</translation>
    </message>
    <message>
        <source>Parameters of one token</source>
        <translation>一个词元用到的参数</translation>
    </message>
    <message>
        <source>of %1 in the model</source>
        <translation>模型共有 %1 个</translation>
    </message>
    <message>
        <source>Layer %1: tokens of each expert</source>
        <translation>L%1 层：每个专家的词元数</translation>
    </message>
    <message>
        <source>Every layer: load over fair share</source>
        <translation>每一层：负载与平均份额之比</translation>
    </message>
    <message>
        <source>Balance of layer %1</source>
        <translation>L%1 层的均衡程度</translation>
    </message>
    <message>
        <source>A bar is the number of tokens that chose an expert; the dashed line is what each would have if all had the same.</source>
        <translation>每个条形是选择某个专家的词元数；虚线是所有专家平均分配时的数目。</translation>
    </message>
    <message>
        <source>The load-balancing loss is %1.</source>
        <translation>负载均衡损失为 %1。</translation>
    </message>
    <message>
        <source>One token uses %1 of %2 parameters.</source>
        <translation>一个词元用到 %2 个参数中的 %1 个。</translation>
    </message>
    <message>
        <source>In layer %1 %2 has %3 times its fair share.</source>
        <translation>在 L%1 层，%2 的负载是平均份额的 %3 倍。</translation>
    </message>
    <message>
        <source>The load varies by %1 around its mean.</source>
        <translation>负载与平均值的相对偏差为 %1。</translation>
    </message>
</context>
<context>
    <name>MixtureMap</name>
    <message>
        <source>gate</source>
        <translation>门控</translation>
    </message>
    <message>
        <source>probability</source>
        <translation>概率</translation>
    </message>
    <message>
        <source>logit</source>
        <translation>logit</translation>
    </message>
    <message>
        <source>tokens</source>
        <translation>词元数</translation>
    </message>
    <message>
        <source>Every layer</source>
        <translation>每一层</translation>
    </message>
    <message>
        <source>Layer %1: routing</source>
        <translation>L%1 层：路由</translation>
    </message>
    <message>
        <source>The same as numbers</source>
        <translation>同样内容的数值</translation>
    </message>
    <message>
        <source>Layer %1</source>
        <translation>L%1 层</translation>
    </message>
    <message>
        <source>A band or a cell is the gate that a token gives an expert; where it is blank, the expert does not run.</source>
        <translation>一条带子或一个格子是词元给某个专家的门控值；空白处的专家不运行。</translation>
    </message>
    <message>
        <source>A cell is the router&apos;s probability of an expert for a token; framed ones were chosen.</source>
        <translation>每个格子是路由器给词元与专家的概率；带框的专家被选中。</translation>
    </message>
    <message>
        <source>A cell is the router&apos;s logit of an expert for a token; framed ones were chosen.</source>
        <translation>每个格子是路由器给词元与专家的 logit；带框的专家被选中。</translation>
    </message>
    <message>
        <source>×: chosen, but the expert was full.</source>
        <translation>×：已选中，但专家容量已满。</translation>
    </message>
    <message>
        <source>For one token %1 of %2 experts run.</source>
        <translation>每个词元只运行 %2 个专家中的 %1 个。</translation>
    </message>
    <message>
        <source>In layer %1 every expert has %2 of %3 places.</source>
        <translation>在 L%1 层，每个专家都占 %3 个名额中的 %2 个。</translation>
    </message>
    <message>
        <source>In layer %1 the busiest expert, %2, has %3 of %4 places.</source>
        <translation>在 L%1 层，最忙的专家 %2 占 %4 个名额中的 %3 个。</translation>
    </message>
    <message>
        <source>The idlest, %1, has %2; even would be %3.</source>
        <translation>最闲的 %1 占 %2 个；平均为 %3 个。</translation>
    </message>
</context>
<context>
    <name>MixtureRoute</name>
    <message>
        <source>A and B have different mixtures: look at A | B.</source>
        <translation>A 和 B 的混合专家不同：请看 A | B。</translation>
    </message>
    <message>
        <source>The route of %1</source>
        <translation>%1的路线</translation>
    </message>
    <message>
        <source>expert</source>
        <translation>专家</translation>
    </message>
    <message>
        <source>layer</source>
        <translation>层</translation>
    </message>
    <message>
        <source>gate</source>
        <translation>门控</translation>
    </message>
    <message>
        <source>The token with the most similar route, %1 at position %2, shares %3 of its choices.</source>
        <translation>路线最相似的词元是位置 %2 的%1，与它相同的选择占 %3。</translation>
    </message>
    <message>
        <source>Tokens by the share of equal choices</source>
        <translation>按相同选择所占比例排列的词元</translation>
    </message>
    <message>
        <source>Rows are layers, columns experts; a cell is the gate of one token. The strong line joins its largest gates.</source>
        <translation>行是层，列是专家；每个格子是一个词元的门控值，粗线连接它在各层的最大门控值。</translation>
    </message>
    <message>
        <source>The largest gates of %1 are those of %2; at %3 every expert was full.</source>
        <translation>%1的最大门控值依次属于 %2；在 %3 处，专家均已满。</translation>
    </message>
    <message>
        <source>The largest gates of %1 are those of %2.</source>
        <translation>%1的最大门控值依次属于 %2。</translation>
    </message>
</context>
<context>
    <name>MixtureRoutings</name>
    <message>
        <source>The gates of %1</source>
        <translation>%1的门控值</translation>
    </message>
    <message>
        <source>%1 (this model)</source>
        <translation>%1（本模型）</translation>
    </message>
    <message>
        <source>gate</source>
        <translation>门控</translation>
    </message>
    <message>
        <source>%1: its gates and their sum</source>
        <translation>%1：各门控值及其和</translation>
    </message>
    <message>
        <source>The same weights and tokens with each routing in every layer. A cell is the gate that a token gives an expert in layer %1.</source>
        <translation>同样的权重和词元，每一层都分别用各种路由方式运行。每个格子是 L%1 层中词元给某个专家的门控值。</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1（%2）</translation>
    </message>
    <message>
        <source>The gates of %1 sum to %2.</source>
        <translation>%1的门控之和：%2。</translation>
    </message>
    <message>
        <source>For %1 of %2 tokens another routing picks other experts.</source>
        <translation>%2 个词元中有 %1 个在另一种路由方式下会选出不同的专家。</translation>
    </message>
    <message>
        <source>All of them pick the same experts for every token; their gates differ by at most %1.</source>
        <translation>所有方式对每个词元都选出相同的专家；其门控最多相差 %1。</translation>
    </message>
    <message>
        <source>%1 more</source>
        <translation>另外 %1 个</translation>
    </message>
    <message>
        <source>What if: every routing on the same weights.</source>
        <translation>假设：相同权重，换用各种路由方式。</translation>
    </message>
    <message>
        <source>the gates of all tokens</source>
        <translation>所有词元的门控</translation>
    </message>
    <message>
        <source>their sum as bars</source>
        <translation>它们的和（条形）</translation>
    </message>
</context>
<context>
    <name>MixtureToken</name>
    <message>
        <source>length %1</source>
        <translation>长度 %1</translation>
    </message>
    <message>
        <source>router logits l</source>
        <translation>路由 logit l</translation>
    </message>
    <message>
        <source>gates</source>
        <translation>门控</translation>
    </message>
    <message>
        <source>%1 full</source>
        <translation>%1 已满</translation>
    </message>
    <message>
        <source>%1 shared</source>
        <translation>%1 共享</translation>
    </message>
    <message>
        <source>dropped</source>
        <translation>被丢弃</translation>
    </message>
    <message>
        <source>%1 more</source>
        <translation>另外 %1 个</translation>
    </message>
    <message>
        <source>dimension</source>
        <translation>维度</translation>
    </message>
    <message>
        <source>value</source>
        <translation>数值</translation>
    </message>
    <message>
        <source>Δ router logits</source>
        <translation>Δ 路由 logit</translation>
    </message>
    <message>
        <source>Δ gates</source>
        <translation>Δ 门控</translation>
    </message>
    <message>
        <source>A and B have different numbers of experts: look at A | B.</source>
        <translation>A 和 B 的专家数不同：请看 A | B。</translation>
    </message>
    <message>
        <source>Layer %1: the router</source>
        <translation>L%1 层：路由器</translation>
    </message>
    <message>
        <source>Dimension %1: %2 = %3.</source>
        <translation>维度 %1：%2 = %3。</translation>
    </message>
    <message>
        <source>%1 with gate %2</source>
        <translation>%1（门控 %2）</translation>
    </message>
    <message>
        <source>In layer %1 every expert was full for %2.</source>
        <translation>在 L%1 层，所有专家对%2均已满。</translation>
    </message>
    <message>
        <source>In layer %1 %2 goes to %3.</source>
        <translation>在 L%1 层，%2去往 %3。</translation>
    </message>
    <message>
        <source>The gates sum to %1.</source>
        <translation>门控之和为 %1。</translation>
    </message>
    <message>
        <source>Full, so dropped: %1.</source>
        <translation>因容量已满被丢弃：%1。</translation>
    </message>
    <message>
        <source>The weighted sum has length %1 and is the recorded mlp.out.</source>
        <translation>加权和的长度为 %1，正是记录的 mlp.out。</translation>
    </message>
    <message>
        <source>The weighted sum has length %1; the recorded mlp.out differs by at most %2.</source>
        <translation>加权和的长度为 %1，与记录的 mlp.out 最多相差 %2。</translation>
    </message>
    <message>
        <source>Gate × output of each expert, and the sum</source>
        <translation>门控 × 各专家的输出，以及总和</translation>
    </message>
    <message>
        <source>Bars: the router&apos;s output for one token. Bands: the gates of the selected experts.</source>
        <translation>条形：路由器对一个词元的输出。带子：入选专家的门控值。</translation>
    </message>
    <message>
        <source>, </source>
        <translation>、</translation>
    </message>
    <message>
        <source>Layer %1: the router (no room for the sum)</source>
        <translation>L%1 层：路由器（放不下和）</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1（%2）</translation>
    </message>
</context>
<context>
    <name>ModelDiagram</name>
    <message>
        <source>Embedding</source>
        <translation>嵌入</translation>
    </message>
    <message>
        <source>Unembed → logits</source>
        <translation>反嵌入 → logits</translation>
    </message>
    <message>
        <source>Final %1</source>
        <translation>最终 %1</translation>
    </message>
    <message>
        <source>Q  K  V</source>
        <translation>Q  K  V</translation>
    </message>
    <message>
        <source>softmax(QKᵀ/√d)</source>
        <translation>softmax(QKᵀ/√d)</translation>
    </message>
    <message>
        <source>· V → O</source>
        <translation>· V → O</translation>
    </message>
    <message>
        <source>%1(gate) ⊙ up</source>
        <translation>%1(门控) ⊙ 升维</translation>
    </message>
    <message>
        <source>%1(up)</source>
        <translation>%1(升维)</translation>
    </message>
    <message>
        <source>down</source>
        <translation>降维</translation>
    </message>
    <message>
        <source>No model is open.</source>
        <translation>没有打开的模型。</translation>
    </message>
    <message>
        <source>The thick line is the residual stream; every branch reads it and adds to it.</source>
        <translation>粗线是残差流；每条支路都从中读取，并加回其中。</translation>
    </message>
    <message>
        <source>%1: %2 blocks of width %3, %4 heads each.</source>
        <translation>%1：%2 个块，宽度 %3，每块 %4 个头。</translation>
    </message>
    <message>
        <source>softmax + %1</source>
        <translation>softmax + %1</translation>
    </message>
    <message>
        <source>Encoder × %1</source>
        <translation>编码器 × %1</translation>
    </message>
    <message>
        <source>+ token types</source>
        <translation>+ 词元类型</translation>
    </message>
    <message>
        <source>compress: latents</source>
        <translation>压缩为潜向量</translation>
    </message>
    <message>
        <source>QK-norm</source>
        <translation>QK 归一化</translation>
    </message>
    <message>
        <source>softmax with sinks</source>
        <translation>含注意力汇的 softmax</translation>
    </message>
    <message>
        <source>R  K  V</source>
        <translation>R  K  V</translation>
    </message>
    <message>
        <source>in, convolution</source>
        <translation>输入、卷积</translation>
    </message>
    <message>
        <source>⊙ gate</source>
        <translation>⊙ 门控</translation>
    </message>
    <message>
        <source>→ O</source>
        <translation>→ O</translation>
    </message>
    <message>
        <source>cross: Q  K  V</source>
        <translation>交叉：Q  K  V</translation>
    </message>
    <message>
        <source>Queries from this stream, keys and values from the encoder</source>
        <translation>查询来自本残差流，键和值来自编码器</translation>
    </message>
    <message>
        <source>router: %1 of %2</source>
        <translation>路由：%2 选 %1</translation>
    </message>
    <message>
        <source>experts, %1 shared</source>
        <translation>专家（%1 个共享）</translation>
    </message>
    <message>
        <source>experts</source>
        <translation>专家</translation>
    </message>
    <message>
        <source>Σ gate · expert</source>
        <translation>Σ 门控值 · 专家</translation>
    </message>
    <message>
        <source>σ(receptance) ⊙ down</source>
        <translation>σ(接受度) ⊙ 降维</translation>
    </message>
    <message>
        <source>%1(dense)</source>
        <translation>%1(全连接)</translation>
    </message>
    <message>
        <source>%1 · stream + %2 · branch</source>
        <translation>%1 · 残差流 + %2 · 分支</translation>
    </message>
    <message>
        <source>Norm</source>
        <translation>归一化</translation>
    </message>
    <message>
        <source>Attn ∥ FFN</source>
        <translation>注意力 ∥ 前馈</translation>
    </message>
    <message>
        <source>Mixer ∥ FFN</source>
        <translation>混合器 ∥ 前馈</translation>
    </message>
    <message>
        <source>Attn</source>
        <translation>注意力</translation>
    </message>
    <message>
        <source>Mixer</source>
        <translation>混合器</translation>
    </message>
    <message>
        <source>to the stream’s width</source>
        <translation>投影到残差流宽度</translation>
    </message>
    <message>
        <source>Framed twice: what the other model has not, or has elsewhere.</source>
        <translation>双框：另一个模型没有，或位于别处的部分。</translation>
    </message>
    <message>
        <source>.</source>
        <translation>。</translation>
    </message>
    <message>
        <source>A recorded run does not hold its model. Open the model itself.</source>
        <translation>录制的运行不含模型。请打开模型本身。</translation>
    </message>
    <message>
        <source>The keys and values of all %1 heads are expanded from one latent vector per token</source>
        <translation>全部 %1 个头的键和值由每个词元的一个潜在向量展开</translation>
    </message>
    <message>
        <source>All %1 query heads share one key–value head</source>
        <translation>全部 %1 个查询头共用一个键值头</translation>
    </message>
    <message>
        <source>%1 query heads share %2 key–value heads, %3 each</source>
        <translation>%1 个查询头共用 %2 个键值头，每 %3 个共用一个</translation>
    </message>
    <message>
        <source>%1 Q · %2 K, V</source>
        <translation>%1 个 Q · %2 个 K、V</translation>
    </message>
    <message>
        <source>cross: %1 Q · %2 K, V</source>
        <translation>交叉：%1 个 Q · %2 个 K、V</translation>
    </message>
    <message>
        <source>as many parameters</source>
        <translation>参数量不变</translation>
    </message>
    <message>
        <source>+%1 parameters</source>
        <translation>参数 +%1</translation>
    </message>
    <message>
        <source>−%1 parameters</source>
        <translation>参数 −%1</translation>
    </message>
    <message>
        <source>next token %1 nat (KL) from A&apos;s</source>
        <translation>下一词元与 A 的 KL 为 %1 nat</translation>
    </message>
    <message>
        <source>predicts after other tokens</source>
        <translation>预测所依据的词元不同</translation>
    </message>
    <message>
        <source>the stream into L%1</source>
        <translation>进入 L%1 的残差流</translation>
    </message>
    <message>
        <source>first changed: %1</source>
        <translation>最先改变：%1</translation>
    </message>
    <message>
        <source>every tensor is the same</source>
        <translation>每个张量都相同</translation>
    </message>
    <message>
        <source>next token, KL</source>
        <translation>下一词元的 KL</translation>
    </message>
    <message>
        <source>%1 nat</source>
        <translation>%1 nat</translation>
    </message>
    <message>
        <source>%1: %2 blocks of width %3, %4 heads each, on %5 of keys and values.</source>
        <translation>%1：%2 个块，宽度 %3，每块 %4 个头，共用 %5 个键值头。</translation>
    </message>
    <message>
        <source>with a bias</source>
        <translation>带偏置</translation>
    </message>
    <message>
        <source>The output matrix is that of the embedding</source>
        <translation>输出矩阵就是嵌入矩阵</translation>
    </message>
    <message>
        <source>An output matrix of its own</source>
        <translation>有自己的输出矩阵</translation>
    </message>
    <message>
        <source>Its weights are seeded: nothing is learned.</source>
        <translation>权重由种子生成，未经训练。</translation>
    </message>
    <message>
        <source>nothing learned</source>
        <translation>未经训练</translation>
    </message>
    <message numerus="yes">
        <source>%n choice(s) more</source>
        <translation>
            <numerusform>另有 %n 个选项不同</numerusform>
        </translation>
    </message>
    <message>
        <source>no bias</source>
        <translation>无偏置</translation>
    </message>
    <message>
        <source>tied</source>
        <translation>共享</translation>
    </message>
    <message>
        <source>not tied</source>
        <translation>不共享</translation>
    </message>
    <message>
        <source>Every box is the same in both.</source>
        <translation>两者的每个框都相同。</translation>
    </message>
    <message>
        <source>%1: %2 blocks of width %3.</source>
        <translation>%1：%2 个块，宽度 %3。</translation>
    </message>
    <message>
        <source>no numbers of the next token to compare</source>
        <translation>下一个词元没有可比较的数值</translation>
    </message>
    <message>
        <source>, </source>
        <translation>，</translation>
    </message>
    <message>
        <source>; </source>
        <translation>；</translation>
    </message>
</context>
<context>
    <name>NoRoom</name>
    <message>
        <source>No room for %1.</source>
        <translation>放不下：%1。</translation>
    </message>
    <message>
        <source>, </source>
        <translation>、</translation>
    </message>
    <message>
        <source>No room for %1: a larger window or page has it.</source>
        <translation>放不下：%1。窗口或页面更大时显示。</translation>
    </message>
    <message numerus="yes">
        <source>No room for %n part(s).</source>
        <translation>
            <numerusform>有 %n 部分放不下。</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Norm</name>
    <message>
        <source>This model has no norm. Choose LayerNorm or RMSNorm as its norm.</source>
        <translation>这个模型没有归一化。请选择 LayerNorm 或 RMSNorm。</translation>
    </message>
    <message>
        <source>On weights trained with another kind: %1. Shows sensitivity, not quality.</source>
        <translation>权重是以另一种设置训练的：%1。显示的是敏感程度，不是质量。</translation>
    </message>
    <message>
        <source>, </source>
        <translation>、</translation>
    </message>
    <message>
        <source>Each with its own trained weights: %1.</source>
        <translation>各用自己训练的权重：%1。</translation>
    </message>
    <message>
        <source>All but %1 on weights trained with another kind: sensitivity, not quality.</source>
        <translation>除 %1 外，权重都是以另一种设置训练的：显示敏感程度，不是质量。</translation>
    </message>
    <message>
        <source>No norm is placed in this model. Choose a placement, such as Pre.</source>
        <translation>此模型没有任何归一化。请选择归一化位置，例如前置 (Pre)。</translation>
    </message>
    <message>
        <source>this run</source>
        <translation>本次运行</translation>
    </message>
    <message>
        <source>The mean of one number is that number, so that this norm leaves nothing. Choose RMSNorm.</source>
        <translation>一个数的均值就是它自己，这种归一化之后什么也不剩。请选 RMSNorm。</translation>
    </message>
    <message>
        <source>Use RMSNorm</source>
        <translation>使用 RMSNorm</translation>
    </message>
</context>
<context>
    <name>NormAxes</name>
    <message>
        <source>No norm: nothing is normalised here.</source>
        <translation>没有归一化：这里没有归一化后的数。</translation>
    </message>
    <message>
        <source>this run</source>
        <translation>本次运行</translation>
    </message>
    <message>
        <source>The normalised tensors of A and B differ in shape. Look at A | B.</source>
        <translation>A 与 B 归一化后的张量形状不同。请看 A | B。</translation>
    </message>
    <message>
        <source>dimension</source>
        <translation>维度</translation>
    </message>
    <message>
        <source>normalised</source>
        <translation>归一化后</translation>
    </message>
    <message>
        <source>Δ normalised</source>
        <translation>Δ 归一化后</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation>%1 至 %2</translation>
    </message>
    <message>
        <source>%1: RMS of a token %2, of a dimension %3.</source>
        <translation>%1：每个词元的 RMS 为 %2，每个维度为 %3。</translation>
    </message>
    <message>
        <source>Dimensions %1 to %2 of %3 are shown.</source>
        <translation>显示第 %1 至第 %2 维，共 %3 维。</translation>
    </message>
    <message>
        <source>RMS of a token %1, of a dimension %2.</source>
        <translation>每个词元的 RMS 为 %1，每个维度为 %2。</translation>
    </message>
    <message>
        <source>%1: the mean over one token is that token, so all is 0.</source>
        <translation>%1：只有一个词元时均值就是它自己，所以全为 0。</translation>
    </message>
    <message>
        <source>dimension; σ from %1 (dark) to %2</source>
        <translation>维度；σ 从 %1（深色）到 %2</translation>
    </message>
    <message>
        <source>Cells: normalised numbers, tokens by dimensions; frame: those that share one scale.</source>
        <translation>每格：归一化后的一个数，词元 × 维度；框内的数共用一个尺度。</translation>
    </message>
    <message>
        <source>Cells: %1 normalised, tokens by %2 of %3 dimensions; frame: one scale.</source>
        <translation>每格：%1 归一化后的数，词元 × %3 维中的前 %2 维；框：共用一个尺度的数。</translation>
    </message>
    <message>
        <source>dimension; σ %1 (with ε)</source>
        <translation>维度；σ %1（含 ε）</translation>
    </message>
</context>
<context>
    <name>NormDescent</name>
    <message>
        <source>normalised</source>
        <translation>归一化后</translation>
    </message>
    <message>
        <source>badly scaled</source>
        <translation>尺度悬殊</translation>
    </message>
    <message>
        <source>after %1</source>
        <translation>%1 之后</translation>
    </message>
    <message>
        <source>before %1</source>
        <translation>%1 之前</translation>
    </message>
    <message>
        <source>diverges</source>
        <translation>发散</translation>
    </message>
    <message>
        <source>%1 left</source>
        <translation>剩 %1</translation>
    </message>
    <message>
        <source>The paths of A and B cannot be subtracted: look at A | B.</source>
        <translation>A 与 B 的路径无法相减：请看 A | B。</translation>
    </message>
    <message>
        <source>All vectors of this text lie along one direction. Write a longer text, or choose the textbook.</source>
        <translation>这段文字的向量都沿同一方向。请写长一些，或选“教科书”。</translation>
    </message>
    <message>
        <source>%1: condition %2</source>
        <translation>%1：条件数 %2</translation>
    </message>
    <message>
        <source>Two weights; curves: equal loss, upwards the steeper direction; dots: gradient descent from the ring.</source>
        <translation>两个权重；曲线：等损失线，向上为较陡的方向；点：从圆环出发的梯度下降。</translation>
    </message>
    <message>
        <source>Curves: equal error of a linear layer; dots: steps of descent; on these vectors, its two steepest directions, upwards the first.</source>
        <translation>曲线：读入这些向量的线性层的等平方误差线，沿最陡的两个方向，向上为第一个；点：从圆环出发的梯度下降。</translation>
    </message>
    <message>
        <source>%1 (condition %2) it diverges and ends %3 times as far away</source>
        <translation>%1（条件数 %2）发散，距离变为 %3 倍</translation>
    </message>
    <message>
        <source>%1 (condition %2) %3 of the distance is left</source>
        <translation>%1（条件数 %2）还剩 %3 的距离</translation>
    </message>
    <message>
        <source>Rates below %1 and %2 converge.</source>
        <translation>学习率分别低于 %1 和 %2 时收敛。</translation>
    </message>
    <message>
        <source>After %1 steps at rate %2: %3; %4.</source>
        <translation>学习率 %2，%1 步之后：%3；%4。</translation>
    </message>
    <message>
        <source>Two directions of many; both errors are scaled to a mean curvature of 1.</source>
        <translation>众多方向中的两个；两个误差都缩放到平均曲率为 1。</translation>
    </message>
    <message>
        <source>Δ condition before</source>
        <translation>之前的条件数 Δ</translation>
    </message>
    <message>
        <source>Δ condition after</source>
        <translation>之后的条件数 Δ</translation>
    </message>
    <message>
        <source>textbook</source>
        <translation>教科书</translation>
    </message>
    <message>
        <source>The norm scales this text no better: condition %1, then %2.</source>
        <translation>归一化没有让这段文本的尺度更好：条件数 %1，之后 %2。</translation>
    </message>
    <message>
        <source>“%1” shows where a norm helps.</source>
        <translation>“%1”展示归一化在哪里有用。</translation>
    </message>
    <message>
        <source>%1 steps: before the norm %2, after it %3.</source>
        <translation>%1 步：归一化前%2，归一化后%3。</translation>
    </message>
    <message>
        <source>A quadratic of the textbook: none of this model&apos;s numbers, whatever its norm. “This layer” has them.</source>
        <translation>教科书的二次函数：无论用哪种归一化，都不含此模型的数值；“本层”才有。</translation>
    </message>
</context>
<context>
    <name>NormStatistics</name>
    <message>
        <source>RMSNorm subtracts no mean. Look at its scale.</source>
        <translation>RMSNorm 不减均值。请看它的尺度。</translation>
    </message>
    <message>
        <source>A and B do not have the same norms: a difference needs the same places. Look at A | B.</source>
        <translation>A 与 B 的归一化位置不同：求差需要相同的位置。请看 A | B。</translation>
    </message>
    <message>
        <source>dimension</source>
        <translation>维度</translation>
    </message>
    <message>
        <source>Δ</source>
        <translation>Δ</translation>
    </message>
    <message>
        <source>mean μ</source>
        <translation>均值 μ</translation>
    </message>
    <message>
        <source>scale</source>
        <translation>尺度</translation>
    </message>
    <message>
        <source>Each cell: the mean that a norm subtracts from one token&apos;s vector; layers upwards.</source>
        <translation>每格：一个归一化从一个词元的向量中减去的均值；层数向上增加。</translation>
    </message>
    <message>
        <source>Each cell: what a norm divides one token&apos;s vector by; layers upwards.</source>
        <translation>每格：一个归一化用来除一个词元向量的数；层数向上增加。</translation>
    </message>
    <message>
        <source>%1, dimension %2</source>
        <translation>%1，维度 %2</translation>
    </message>
    <message>
        <source>%1 at %2 %3</source>
        <translation>%1，%2 %3</translation>
    </message>
    <message>
        <source>The mean farthest from 0 has magnitude %1: %2.</source>
        <translation>离 0 最远的均值大小为 %1：%2。</translation>
    </message>
    <message>
        <source>The largest scale is %1 (%2), the smallest %3 (%4).</source>
        <translation>最大的尺度为 %1（%2），最小的为 %3（%4）。</translation>
    </message>
    <message>
        <source>Vectors grow on the way up: on average %1 divides by %2, %3 by %4.</source>
        <translation>向量自下而上变大：%1 平均除以 %2，%3 除以 %4。</translation>
    </message>
    <message>
        <source>Vectors do not grow on the way up: on average %1 divides by %2, %3 by %4.</source>
        <translation>向量自下而上并不变大：%1 平均除以 %2，%3 除以 %4。</translation>
    </message>
    <message>
        <source>Of a text this long only the norms of %1 were recorded.</source>
        <translation>这么长的文本只记录了 %1 的归一化。</translation>
    </message>
</context>
<context>
    <name>NormVector</name>
    <message>
        <source>before</source>
        <translation>之前</translation>
    </message>
    <message>
        <source>centred</source>
        <translation>减均值</translation>
    </message>
    <message>
        <source>scaled</source>
        <translation>除尺度</translation>
    </message>
    <message>
        <source>with gain</source>
        <translation>乘增益</translation>
    </message>
    <message>
        <source>with bias</source>
        <translation>加偏置</translation>
    </message>
    <message>
        <source>out</source>
        <translation>输出</translation>
    </message>
    <message>
        <source>The vectors of A and B are not of the same width. Look at A | B.</source>
        <translation>A 与 B 的向量宽度不同。请看 A | B。</translation>
    </message>
    <message>
        <source>dimension</source>
        <translation>维度</translation>
    </message>
    <message>
        <source>%1 at %2, step by step: one bar for each dimension; dashed: one standard deviation.</source>
        <translation>%1，%2，逐步展开：每条柱是一个维度；虚线：一个标准差。</translation>
    </message>
    <message>
        <source>%1 at %2, step by step: one bar for each dimension; dashed: the root mean square.</source>
        <translation>%1，%2，逐步展开：每条柱是一个维度；虚线：均方根。</translation>
    </message>
    <message>
        <source>BatchNorm takes a mean and a scale for each dimension over all tokens: this vector, with μ %1 and RMS %2 before, has RMS %3 after, not 1.</source>
        <translation>BatchNorm 对每个维度在所有词元上取均值和尺度：这个向量之前 μ 为 %1、RMS 为 %2，之后 RMS 为 %3，不是 1。</translation>
    </message>
    <message>
        <source>μ is %1, σ %2, RMS %3. LayerNorm subtracts μ and divides by %4; after gain and bias the RMS is %5.</source>
        <translation>μ 为 %1，σ 为 %2，RMS 为 %3。LayerNorm 减去 μ，再除以 %4；经增益和偏置后 RMS 为 %5。</translation>
    </message>
    <message>
        <source>μ is %1, σ %2, RMS %3. RMSNorm keeps μ and divides by %4; after the gain the RMS is %5.</source>
        <translation>μ 为 %1，σ 为 %2，RMS 为 %3。RMSNorm 不减 μ，直接除以 %4；乘增益后 RMS 为 %5。</translation>
    </message>
    <message>
        <source>BatchNorm takes μ and scale of each dimension over all tokens: RMS %1 before, %2 after.</source>
        <translation>BatchNorm 对每个维度在所有词元上取 μ 和尺度：之前 RMS 为 %1，之后为 %2。</translation>
    </message>
    <message>
        <source>LayerNorm subtracts μ = %1 and divides by %2; after gain and bias the RMS is %3.</source>
        <translation>LayerNorm 减去 μ = %1 并除以 %2；乘增益加偏置后 RMS 为 %3。</translation>
    </message>
    <message>
        <source>RMSNorm keeps μ = %1 and divides by %2; after the gain the RMS is %3.</source>
        <translation>RMSNorm 保留 μ = %1 并除以 %2；乘增益后 RMS 为 %3。</translation>
    </message>
    <message>
        <source>keeps μ</source>
        <translation>保留 μ</translation>
    </message>
    <message>
        <source>has no bias</source>
        <translation>没有偏置</translation>
    </message>
    <message>
        <source>no such step</source>
        <translation>没有这一步</translation>
    </message>
</context>
<context>
    <name>NumberSource</name>
    <message>
        <source>It is not of the run on screen.</source>
        <translation>它不属于屏幕上的这次运行。</translation>
    </message>
    <message>
        <source>See %1 under Any tensor.</source>
        <translation>见“任意张量”中的 %1。</translation>
    </message>
</context>
<context>
    <name>Offers</name>
    <message>
        <source>Open “%1”</source>
        <translation>打开“%1”</translation>
    </message>
</context>
<context>
    <name>OpeningHead</name>
    <message>
        <source>Of all heads L%1 H%2 copies most: %3 of its attention goes to what followed the same token before.</source>
        <translation>在所有头中，L%1 H%2 的复制最明显：它有 %3 的注意力落在同一词元上次出现后紧跟的词元上。</translation>
    </message>
</context>
<context>
    <name>Output</name>
    <message>
        <source>next</source>
        <translation>下一个</translation>
    </message>
    <message>
        <source>After %1, position %2</source>
        <translation>在 %1 之后，位置 %2</translation>
    </message>
    <message>
        <source>Best guess after every position</source>
        <translation>每个位置之后最可能的词元</translation>
    </message>
    <message>
        <source>Each bar is the probability of one next token: softmax of the logits.</source>
        <translation>每个条形是一个候选词元的概率：logits 的 softmax。</translation>
    </message>
    <message>
        <source>Logits were computed for the last token only.</source>
        <translation>只为最后一个词元计算了 logits。</translation>
    </message>
    <message>
        <source>Orange is the actual next token.</source>
        <translation>橙色是文中实际的下一个词元。</translation>
    </message>
    <message>
        <source>After %1 the model predicts “%2” with %3</source>
        <translation>在 %1 之后，模型预测“%2”，概率 %3</translation>
    </message>
    <message>
        <source>%1, then “%2” with %3</source>
        <translation>%1，其次是“%2”，概率 %3</translation>
    </message>
    <message>
        <source>%1.</source>
        <translation>%1。</translation>
    </message>
    <message>
        <source>The actual one, %1, has %2.</source>
        <translation>文中实际的 %1，概率 %2。</translation>
    </message>
    <message>
        <source>This model has no output head, so it predicts no tokens. Choose “Output matrix” as its output head.</source>
        <translation>此模型没有输出头，因此不预测词元。请把“输出头”选为“输出矩阵”。</translation>
    </message>
    <message>
        <source>here</source>
        <translation>此处</translation>
    </message>
    <message>
        <source>At %1, position %2</source>
        <translation>在 %1 处，位置 %2</translation>
    </message>
    <message>
        <source>Best guess at every position</source>
        <translation>每个位置上最可能的词元</translation>
    </message>
    <message>
        <source>Each bar is the probability of one token at this place: softmax of the logits.</source>
        <translation>每个条形是此处为某个词元的概率：logits 的 softmax。</translation>
    </message>
    <message>
        <source>Orange is the token in the text.</source>
        <translation>橙色是此处原有的词元。</translation>
    </message>
    <message>
        <source>At %1 the model predicts “%2” with %3</source>
        <translation>在 %1 处，模型预测“%2”，概率 %3</translation>
    </message>
    <message>
        <source>The one there, %1, has %2.</source>
        <translation>此处原有的 %1，概率 %2。</translation>
    </message>
    <message>
        <source>A and B differ in vocabulary: their tokens cannot be compared one by one.</source>
        <translation>A 与 B 的词表不同：词元无法逐个比较。</translation>
    </message>
    <message>
        <source>Change after %1, position %2</source>
        <translation>在 %1（位置 %2）之后的变化</translation>
    </message>
    <message>
        <source>%1 points</source>
        <translation>%1 个百分点</translation>
    </message>
    <message>
        <source>same best guess</source>
        <translation>最佳预测相同</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%2 处中 %1 处</translation>
    </message>
    <message>
        <source>The probability of “%1” changes most, by %2 percentage points.</source>
        <translation>“%1”的概率变化最大，改变 %2 个百分点。</translation>
    </message>
    <message>
        <source>Read it with the embedding matrix</source>
        <translation>用嵌入矩阵读出</translation>
    </message>
    <message>
        <source>No probability changes here: A and B predict the same.</source>
        <translation>这里没有概率变化：A 与 B 的预测相同。</translation>
    </message>
</context>
<context>
    <name>Placements</name>
    <message>
        <source>this run</source>
        <translation>本次运行</translation>
    </message>
    <message>
        <source>A and B do not write to the stream at the same depths, which a difference needs. Look at A | B.</source>
        <translation>A 与 B 写入残差流的深度不同，而求差需要相同的深度。请看 A | B。</translation>
    </message>
    <message>
        <source>depth in blocks</source>
        <translation>深度（块）</translation>
    </message>
    <message>
        <source>Δ RMS</source>
        <translation>Δ 均方根</translation>
    </message>
    <message>
        <source>RMS</source>
        <translation>均方根</translation>
    </message>
    <message>
        <source>%1 over depth</source>
        <translation>%1 随深度的变化</translation>
    </message>
    <message>
        <source>Mean over depth, without the first position</source>
        <translation>随深度的平均值，不含首位置</translation>
    </message>
    <message>
        <source>Each line: root mean square (RMS) of the residual stream at each depth, on a logarithmic axis.</source>
        <translation>每条线：残差流在各深度的均方根（RMS），对数坐标。</translation>
    </message>
    <message>
        <source>Cells: root mean square (RMS) of a token&apos;s stream; upwards: depth.</source>
        <translation>每格：一个词元的残差流在某一深度的均方根（RMS）；深度向上增加。</translation>
    </message>
    <message>
        <source>%1 with %2</source>
        <translation>%2为 %1</translation>
    </message>
    <message>
        <source>After the last block the RMS of B is %1 and that of A %2: %3.</source>
        <translation>最后一块之后 B 的 RMS 为 %1，A 为 %2：相差 %3。</translation>
    </message>
    <message>
        <source>, </source>
        <translation>，</translation>
    </message>
    <message>
        <source>The RMS of the stream goes from %1 after the embedding to %2 after %3 blocks.</source>
        <translation>残差流的 RMS 在嵌入之后为 %1，经过 %3 块后，%2。</translation>
    </message>
    <message>
        <source>The RMS of the stream goes from %1 after the embedding, in %3 blocks, to %2.</source>
        <translation>残差流的 RMS 在嵌入之后为 %1，经过 %3 块后：%2。</translation>
    </message>
    <message>
        <source>%1: from depth %2 on numbers are too large for float32 (hatched).</source>
        <translation>%1：从深度 %2 起，数值超出 float32 的范围（阴影线）。</translation>
    </message>
    <message>
        <source>from %1 to %2 with %3</source>
        <translation>%3 从 %1 到 %2</translation>
    </message>
    <message>
        <source>Over %1 blocks the RMS of the stream goes %2.</source>
        <translation>经过 %1 块，残差流的 RMS：%2。</translation>
    </message>
    <message>
        <source>%1: from depth %2 on numbers are too large for float32.</source>
        <translation>%1：从深度 %2 起，数值超出 float32 的范围。</translation>
    </message>
    <message>
        <source>Over depth</source>
        <translation>随深度的变化</translation>
    </message>
    <message>
        <source>None of the placements could be run on this text (%1). Shorten the text.</source>
        <translation>这段文本无法用任何一种归一化位置运行（%1）。请缩短文本。</translation>
    </message>
    <message>
        <source>No room for the lines over depth: a larger window or page has them, or “lines” alone.</source>
        <translation>放不下随深度变化的曲线：窗口或页面更大时显示，或改看“曲线”。</translation>
    </message>
    <message>
        <source>Mean over depth, without the first</source>
        <translation>随深度的平均值，不含首位置</translation>
    </message>
    <message>
        <source>%1 has no numbers to subtract from depth %2 on.</source>
        <translation>%1 从深度 %2 起没有可相减的数值。</translation>
    </message>
</context>
<context>
    <name>Positions</name>
    <message>
        <source>This model has no siblings trained with other positions. Open the model main.</source>
        <translation>没有用其他位置编码训练的同类模型。请打开模型 main。</translation>
    </message>
    <message>
        <source>No models trained with other positions come with this program.</source>
        <translation>本程序没有附带用其他位置编码训练的模型。</translation>
    </message>
    <message>
        <source>%1, seed %2</source>
        <translation>%1，种子 %2</translation>
    </message>
    <message>
        <source>%1  bias</source>
        <translation>%1  偏置</translation>
    </message>
    <message>
        <source>%1  score, H%2</source>
        <translation>%1  分数 H%2</translation>
    </message>
    <message>
        <source>no row %1</source>
        <translation>无第 %1 行</translation>
    </message>
    <message>
        <source>What each adds to a score over the distance, tokens (layer %1; thin: its other heads)</source>
        <translation>各编码随距离（词元数）给分数加上什么（第 %1 层；细线：其余的头）</translation>
    </message>
    <message>
        <source>%1 ends</source>
        <translation>%1到此为止</translation>
    </message>
    <message>
        <source>position in the text</source>
        <translation>文本中的位置</translation>
    </message>
    <message>
        <source>loss, nats per token</source>
        <translation>损失，每词元 nat</translation>
    </message>
    <message>
        <source>Only positions differ; mean of %1 held-out rows, %2 neighbours.</source>
        <translation>附带的模型只在位置编码上不同；%1 行留出文本、相邻 %2 个位置的均值。</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>%1 (other seeds %2)</source>
        <translation>%1（其他种子 %2）</translation>
    </message>
    <message>
        <source>, </source>
        <translation>、</translation>
    </message>
    <message>
        <source>%1 ends: its table has %2 rows.</source>
        <translation>%1到此为止：它的表只有 %2 行。</translation>
    </message>
    <message>
        <source>Each line: a model trained with its own positions.</source>
        <translation>每条线都是用自己的位置编码训练的模型。</translation>
    </message>
    <message>
        <source>distance i − j</source>
        <translation>距离 i − j</translation>
    </message>
    <message>
        <source>dimension</source>
        <translation>维度</translation>
    </message>
    <message>
        <source>value</source>
        <translation>值</translation>
    </message>
    <message>
        <source>one row from %1 on</source>
        <translation>从 %1 起同一行</translation>
    </message>
    <message>
        <source>added to the score</source>
        <translation>加到分数上的数</translation>
    </message>
    <message>
        <source>Bias of each head, layer %1</source>
        <translation>各头的偏置，L%1 层</translation>
    </message>
    <message>
        <source>A recorded run has no tables of distances: open its model.</source>
        <translation>记录的运行中没有距离表：请打开它的模型。</translation>
    </message>
    <message>
        <source>%1 adds %2 to the score of the token before and %3 to one %4 tokens back.</source>
        <translation>%1 给前一个词元的分数加 %2，给往前 %4 个词元处加 %3。</translation>
    </message>
    <message>
        <source>From distance %1 on, all tokens share bucket %2.</source>
        <translation>从距离 %1 起，所有词元共用 %2 号桶。</translation>
    </message>
    <message>
        <source>From distance %1 on one row serves all: the clip.</source>
        <translation>从距离 %1 起都用同一行：这就是截断。</translation>
    </message>
    <message>
        <source>This text of %1 tokens ends before the clip at %2.</source>
        <translation>这段 %1 个词元的文本未到 %2 处的截断。</translation>
    </message>
    <message>
        <source>From distance %1 on, all tokens share one row.</source>
        <translation>从距离 %1 起，所有词元共用一行。</translation>
    </message>
    <message>
        <source>q·r: content with distance</source>
        <translation>q·r：内容与距离</translation>
    </message>
    <message>
        <source>u·k: every query alike</source>
        <translation>u·k：每个查询都一样</translation>
    </message>
    <message>
        <source>v·r: distance alone</source>
        <translation>v·r：只看距离</translation>
    </message>
    <message>
        <source>c2p: q · key of the distance</source>
        <translation>c2p：q · 距离的键</translation>
    </message>
    <message>
        <source>p2c: k · query of the distance</source>
        <translation>p2c：k · 距离的查询</translation>
    </message>
    <message>
        <source>bias</source>
        <translation>偏置</translation>
    </message>
    <message>
        <source>bias of the distance</source>
        <translation>距离的偏置</translation>
    </message>
    <message>
        <source>r of each distance</source>
        <translation>各距离的 r</translation>
    </message>
    <message>
        <source>u (elsewhere f), v (elsewhere g)</source>
        <translation>u（别处写作 f）、v（别处写作 g）</translation>
    </message>
    <message>
        <source>%1 by its trained sibling %2; the model itself has %3.</source>
        <translation>%1 来自为它训练的同类模型 %2；本模型用的是 %3。</translation>
    </message>
    <message>
        <source>%1 on weights trained with %2: no trained sibling.</source>
        <translation>%1 用的是以 %2 训练的权重：没有为它训练的同类模型。</translation>
    </message>
    <message>
        <source>%1 on weights trained with %2, its tables random: no trained sibling.</source>
        <translation>%1 用的是以 %2 训练的权重，表是随机的：没有为它训练的同类模型。</translation>
    </message>
    <message>
        <source>%1 on random weights; the model itself has %2.</source>
        <translation>%1 用的是随机权重；本模型用的是 %2。</translation>
    </message>
    <message>
        <source>all tokens</source>
        <translation>所有词元</translation>
    </message>
    <message>
        <source>%1 sinks and a window of %2</source>
        <translation>%1 个注意力汇和 %2 的窗口</translation>
    </message>
    <message>
        <source>a window of %1</source>
        <translation>%1 的窗口</translation>
    </message>
    <message>
        <source>The held-out texts are of the bundled models’ words. Open the model main.</source>
        <translation>留出文本用的是自带模型的词表。请打开模型 main。</translation>
    </message>
    <message>
        <source>Only a causal decoder has a loss at each position. Open the model main.</source>
        <translation>只有因果解码器在每个位置都有损失。请打开模型 main。</translation>
    </message>
    <message>
        <source>none with %1, its table ends</source>
        <translation>%1：无，表已到头</translation>
    </message>
    <message>
        <source>%1 with %2</source>
        <translation>%2：%1</translation>
    </message>
    <message>
        <source>v·r has no band: it is of the distance alone. q·k and u·k are without the distance.</source>
        <translation>v·r 没有色带：它只取决于距离。q·k 与 u·k 不含距离。</translation>
    </message>
    <message>
        <source>q·k: content with content (own scale)</source>
        <translation>q·k：内容与内容（自有标尺）</translation>
    </message>
    <message>
        <source>distance from the query back to the key, tokens</source>
        <translation>从查询回到键的距离，词元</translation>
    </message>
    <message>
        <source>mean score</source>
        <translation>平均分数</translation>
    </message>
    <message>
        <source>mean weight</source>
        <translation>平均权重</translation>
    </message>
    <message>
        <source>What a key gets that lies so far back; mean of all heads and of the last queries of %1 held-out rows.</source>
        <translation>距离如此之远的键得到多少：所有头以及 %1 行留出文本中最后一些查询的平均。</translation>
    </message>
    <message>
        <source>%1 of %2 models computed so far.</source>
        <translation>已算完 %2 个模型中的 %1 个。</translation>
    </message>
    <message>
        <source>%1 by its sibling %2, whose training differs in %3; the model itself has %4.</source>
        <translation>%1 来自同类模型 %2，其训练在%3上不同；本模型用的是 %4。</translation>
    </message>
    <message>
        <source>mean of %1–%2</source>
        <translation>%1–%2 的平均</translation>
    </message>
    <message>
        <source>Mean loss at positions %1–%2, nats: %3.</source>
        <translation>位置 %1–%2 的平均损失（nat）：%3。</translation>
    </message>
    <message>
        <source>Mean score of a key %1–%2 tokens back: %3.</source>
        <translation>往前 %1–%2 个词元的键的平均分数：%3。</translation>
    </message>
    <message>
        <source>Mean weight of a key %1–%2 tokens back: %3.</source>
        <translation>往前 %1–%2 个词元的键的平均权重：%3。</translation>
    </message>
    <message>
        <source>%1.</source>
        <translation>%1。</translation>
    </message>
    <message>
        <source>sinks + window</source>
        <translation>注意力汇 + 窗口</translation>
    </message>
    <message>
        <source>window</source>
        <translation>窗口</translation>
    </message>
    <message>
        <source>(its table ends)</source>
        <translation>（表到此为止）</translation>
    </message>
    <message>
        <source>%1: %2.</source>
        <translation>%1：%2。</translation>
    </message>
    <message>
        <source>%1 adds %2 to the token before, %3 at distance %4.</source>
        <translation>%1 给前一个词元加 %2，距离 %4 处加 %3。</translation>
    </message>
    <message>
        <source>distance i − j, from 1 on</source>
        <translation>距离 i − j，从 1 起</translation>
    </message>
    <message>
        <source>bucket</source>
        <translation>桶</translation>
    </message>
    <message>
        <source>Distance → bucket</source>
        <translation>距离 → 桶</translation>
    </message>
    <message>
        <source>q·aᴷ: query with distance</source>
        <translation>q·aᴷ：查询与距离</translation>
    </message>
    <message>
        <source>aᴷ, added to keys</source>
        <translation>aᴷ，加到键上</translation>
    </message>
    <message>
        <source>aⱽ, added to values</source>
        <translation>aⱽ，加到值上</translation>
    </message>
    <message>
        <source>its own masks, by layer</source>
        <translation>自身各层的掩码</translation>
    </message>
    <message>
        <source>its own window of %1</source>
        <translation>自身 %1 的窗口</translation>
    </message>
    <message>
        <source>its own mask (%1)</source>
        <translation>自身的掩码（%1）</translation>
    </message>
    <message>
        <source>Same weights, other masks; mean of %1 rows, %2 neighbours.</source>
        <translation>同样的权重，不同的掩码；%1 行、%2 个相邻位置的平均。</translation>
    </message>
    <message>
        <source>In %1 the term q·aᴷ adds %2 on average to the token before; |q·k| has a mean of %3.</source>
        <translation>在 %1 中，项 q·aᴷ 平均给前一个词元加 %2；内容项 |q·k| 的平均为 %3。</translation>
    </message>
    <message>
        <source>Mean |values| in %1: %2.</source>
        <translation>%1 绝对值的平均：%2。</translation>
    </message>
    <message>
        <source>Mean |value| of the terms of a score in %1: %2.</source>
        <translation>%1 分数各项绝对值的平均：%2。</translation>
    </message>
    <message>
        <source>i − j (below 0 masked, so never trained)</source>
        <translation>i − j（小于 0 被掩码，从未训练）</translation>
    </message>
    <message>
        <source>%1: after ÷√d; line: mean, band: all pairs of a distance.</source>
        <translation>%1：在 ÷√d 之后相加；同一距离所有词元对的均值，色带包含每一对。</translation>
    </message>
    <message>
        <source>%1: the same for all tokens; key j is i − j before query i.</source>
        <translation>%1：不论词元是什么都加到分数上；i − j：键 j 在查询 i 之前多远。</translation>
    </message>
    <message>
        <source>Sinks make it worse: they stay up to %1 tokens back, farther than any in training.</source>
        <translation>注意力汇反而更差：它们最远留在 %1 个词元之前，比训练中的任何距离都远。</translation>
    </message>
    <message>
        <source>%1, nats at positions %2–%3: %4.</source>
        <translation>%1 在位置 %2–%3 的损失（nat）：%4。</translation>
    </message>
    <message>
        <source>Mean loss at positions %1–%2.</source>
        <translation>位置 %1–%2 的平均损失。</translation>
    </message>
    <message>
        <source>%1 %2 and %3</source>
        <translation>%1 %2 与 %3</translation>
    </message>
    <message>
        <source>Added to the token before and to one %1 back, the most that training saw: %2.</source>
        <translation>加给前一个词元的、与加给往前 %1 个（训练见过的最远处）的：%2。</translation>
    </message>
    <message>
        <source>Over the distance, tokens (layer %1); thin: other heads, line: the trained length.</source>
        <translation>随距离（词元数，L%1 层）；细线：其余的头，竖线：训练长度。</translation>
    </message>
    <message>
        <source>%1 (within %2, the spread of seeds at trained lengths)</source>
        <translation>%1（相差在 %2 以内，即训练长度内不同种子的差异）</translation>
    </message>
    <message>
        <source>; </source>
        <translation>；</translation>
    </message>
    <message>
        <source>What each adds over the distance: “added”.</source>
        <translation>每种编码随距离所加：见“所加”。</translation>
    </message>
    <message>
        <source>Terms of pairs of tokens are left out: %1 tokens have too many, keep at most %2.</source>
        <translation>词元对的各项未画：%1 个词元的两两组合太多，最多留 %2 个。</translation>
    </message>
    <message>
        <source>Terms of pairs of tokens are left out: one token has none, add a word.</source>
        <translation>词元对的各项未画：一个词元没有对，请加一个词。</translation>
    </message>
    <message>
        <source>%1: what its weights hold for each distance, whatever the text is.</source>
        <translation>%1：其权重中每个距离的内容，与文本无关。</translation>
    </message>
</context>
<context>
    <name>QCoreApplication::FigureWords</name>
    <message>
        <source>context %1</source>
        <translation>上下文 %1</translation>
    </message>
</context>
<context>
    <name>ReadOut</name>
    <message>
        <source>“%1”</source>
        <translation>“%1”</translation>
    </message>
    <message>
        <source>L%1 H%2</source>
        <translation>L%1 H%2</translation>
    </message>
    <message>
        <source>query %1 %2</source>
        <translation>查询 %1 %2</translation>
    </message>
    <message>
        <source>%1 → key %2 %3</source>
        <translation>%1 → 键 %2 %3</translation>
    </message>
    <message>
        <source>weight %1</source>
        <translation>权重 %1</translation>
    </message>
    <message>
        <source>first</source>
        <translation>1</translation>
    </message>
    <message>
        <source>second</source>
        <translation>2</translation>
    </message>
    <message>
        <source>third</source>
        <translation>3</translation>
    </message>
    <message>
        <source>fourth</source>
        <translation>4</translation>
    </message>
    <message>
        <source>fifth</source>
        <translation>5</translation>
    </message>
    <message>
        <source>sixth</source>
        <translation>6</translation>
    </message>
    <message>
        <source>seventh</source>
        <translation>7</translation>
    </message>
    <message>
        <source>eighth</source>
        <translation>8</translation>
    </message>
    <message>
        <source>ninth</source>
        <translation>9</translation>
    </message>
    <message>
        <source>tenth</source>
        <translation>10</translation>
    </message>
    <message>
        <source>%1st</source>
        <translation>%1</translation>
    </message>
    <message>
        <source>%1nd</source>
        <translation>%1</translation>
    </message>
    <message>
        <source>%1rd</source>
        <translation>%1</translation>
    </message>
    <message>
        <source>%1th</source>
        <translation>%1</translation>
    </message>
    <message>
        <source>L%1 (%2 of %3)</source>
        <translation>L%1（%3 层中的第 %2 层）</translation>
    </message>
    <message>
        <source>masked: a later token</source>
        <translation>被掩码：后面的词元</translation>
    </message>
    <message>
        <source>masked</source>
        <translation>被掩码</translation>
    </message>
    <message>
        <source>L%1</source>
        <translation>L%1</translation>
    </message>
    <message>
        <source>token %1 %2</source>
        <translation>词元 %1 %2</translation>
    </message>
    <message>
        <source>score %1</source>
        <translation>分数 %1</translation>
    </message>
    <message>
        <source>encoder L%1 H%2</source>
        <translation>编码器 L%1 H%2</translation>
    </message>
    <message>
        <source>bias %1</source>
        <translation>偏置 %1</translation>
    </message>
</context>
<context>
    <name>Residual</name>
    <message>
        <source>RMS</source>
        <translation>均方根</translation>
    </message>
    <message>
        <source>L2 norm</source>
        <translation>L2 范数</translation>
    </message>
    <message>
        <source>layer</source>
        <translation>层</translation>
    </message>
    <message>
        <source>RMS before</source>
        <translation>之前均方根</translation>
    </message>
    <message>
        <source>RMS after</source>
        <translation>之后均方根</translation>
    </message>
    <message>
        <source>mean before</source>
        <translation>之前均值</translation>
    </message>
    <message>
        <source>%1 at each position</source>
        <translation>每个位置的%1</translation>
    </message>
    <message>
        <source>Before and after each norm, mean over positions</source>
        <translation>每个归一化前后，对位置取平均</translation>
    </message>
    <message>
        <source>Cells: root mean square of a position&apos;s vector at one depth; the embedding is at the bottom.</source>
        <translation>每一格是一个位置的向量在某一深度的均方根；最下面是嵌入。</translation>
    </message>
    <message>
        <source>Cells: length (L2 norm) of a position&apos;s vector at one depth; the embedding is at the bottom.</source>
        <translation>每一格是一个位置的向量在某一深度的长度（L2 范数）；最下面是嵌入。</translation>
    </message>
    <message>
        <source>depth in blocks</source>
        <translation>深度（块）</translation>
    </message>
    <message>
        <source>A and B do not write to the stream at the same depths, which a difference needs. Look at A | B.</source>
        <translation>A 与 B 写入残差流的深度不同，而求差需要相同的深度。请看 A | B。</translation>
    </message>
    <message>
        <source>mean</source>
        <translation>均值</translation>
    </message>
    <message>
        <source>Δ %1 at each position</source>
        <translation>各位置的 Δ %1</translation>
    </message>
    <message>
        <source>Δ over depth</source>
        <translation>Δ 随深度的变化</translation>
    </message>
    <message>
        <source>Over depth, mean without the first position</source>
        <translation>随深度的平均值，不含首位置</translation>
    </message>
    <message>
        <source>After the last block the mean %1 is %2 in A and %3 in B, %4 times as much.</source>
        <translation>最后一块之后，平均 %1 在 A 中为 %2，在 B 中为 %3，为其 %4 倍。</translation>
    </message>
    <message>
        <source>Over depth</source>
        <translation>随深度的变化</translation>
    </message>
    <message>
        <source>The %1 goes from %2 after the embedding to %3 after the last block, %4 times as much.</source>
        <translation>%1从嵌入之后的 %2 变为最后一块之后的 %3，是原来的 %4 倍。</translation>
    </message>
    <message>
        <source>The mean %1, without the first position, goes from %2 after the embedding to %3 after the last block, %4 times as much.</source>
        <translation>不含首位置的平均%1从嵌入之后的 %2 变为最后一块之后的 %3，是原来的 %4 倍。</translation>
    </message>
    <message>
        <source>The largest of the map is %1, at depth %2 at %3 %4.</source>
        <translation>图中最大值为 %1，在深度 %2 的 %3 %4。</translation>
    </message>
    <message>
        <source>After the last block the mean %1 is %2 in both.</source>
        <translation>最后一块之后，平均 %1 在两者中均为 %2。</translation>
    </message>
    <message>
        <source>Before and after the norms of %1, others not recorded</source>
        <translation>%1 的归一化前后，其余未记录</translation>
    </message>
    <message>
        <source>After the last block %1 has no number.</source>
        <translation>最后一个块之后，%1 没有数值。</translation>
    </message>
</context>
<context>
    <name>RopeAngles</name>
    <message>
        <source>pair</source>
        <translation>对</translation>
    </message>
    <message>
        <source>this text: %1</source>
        <translation>本文本：%1</translation>
    </message>
    <message>
        <source>trained: %1</source>
        <translation>训练长度：%1</translation>
    </message>
    <message>
        <source>Angle</source>
        <translation>角度</translation>
    </message>
    <message>
        <source>Tokens for one turn</source>
        <translation>转一圈所需的词元数</translation>
    </message>
    <message>
        <source>Cells: the angle position × θ that a pair is turned by; the colours close after one turn.</source>
        <translation>每一格是一对数转过的角度“位置 × θ”；颜色转满一圈后回到起点。</translation>
    </message>
    <message>
        <source>Pair %1 turns once in %2 tokens, pair %3 once in %4.</source>
        <translation>第 %1 对每 %2 个词元转一圈，第 %3 对每 %4 个词元转一圈。</translation>
    </message>
    <message>
        <source>Of %1 pairs, %2 never finish a turn within the trained length of %3 tokens.</source>
        <translation>共 %1 对，其中 %2 对在 %3 个词元的训练长度之内转不满一圈。</translation>
    </message>
</context>
<context>
    <name>RopeDistance</name>
    <message>
        <source>distance query − key</source>
        <translation>距离：查询 − 键</translation>
    </message>
    <message>
        <source>Change of single pairs since distance 0</source>
        <translation>单独几对相对距离 0 的变化</translation>
    </message>
    <message>
        <source>pair %1</source>
        <translation>第 %1 对</translation>
    </message>
    <message>
        <source>This q and k at each distance</source>
        <translation>这对 q 和 k 在每个距离</translation>
    </message>
    <message>
        <source>%1 → %2: %3</source>
        <translation>%1 → %2：%3</translation>
    </message>
    <message>
        <source>Mean over all queries and earlier keys of the head</source>
        <translation>这个头所有查询与先前的键的平均</translation>
    </message>
    <message>
        <source>The same vectors at each distance: a sum of %1 waves, one a pair.</source>
        <translation>同样的向量在每个距离的分数：共 %1 个波之和，每对一个。</translation>
    </message>
    <message>
        <source>trained: %1</source>
        <translation>训练长度：%1</translation>
    </message>
    <message>
        <source>L%1 H%2: the score changes by %3 at distance 1 and by %4 at distance %5, the mean by %6 and %7.</source>
        <translation>L%1 H%2：距离 1 时分数变化 %3，距离 %5 时变化 %4；平均值分别变化 %6 和 %7。</translation>
    </message>
    <message>
        <source>This q and k</source>
        <translation>这对 q 和 k</translation>
    </message>
    <message>
        <source>The mean over all queries and keys goes from %1 to %2.</source>
        <translation>所有查询和键的平均从 %1 变到 %2。</translation>
    </message>
    <message>
        <source>the waves of the pairs</source>
        <translation>各对的波</translation>
    </message>
    <message>
        <source>L%1 H%2: the q of %3 and the k of %4 score %5 at distance 1, %6 at distance %7.</source>
        <translation>L%1 H%2：%3的 q 与%4的 k 相距 1 分数 %5，相距 %7 为 %6。</translation>
    </message>
</context>
<context>
    <name>RopePairing</name>
    <message>
        <source>%1 (this model)</source>
        <translation>%1（本模型）</translation>
    </message>
    <message>
        <source>before</source>
        <translation>旋转前</translation>
    </message>
    <message>
        <source>after</source>
        <translation>旋转后</translation>
    </message>
    <message>
        <source>dimension of the head</source>
        <translation>头内的维度</translation>
    </message>
    <message>
        <source>pair %1: dims %2, %3</source>
        <translation>第 %1 对：维度 %2、%3</translation>
    </message>
    <message>
        <source>score of this q and k: %1</source>
        <translation>这对 q 和 k 的分数：%1</translation>
    </message>
    <message>
        <source>Arcs join two numbers that turn together; below: the same q before and after.</source>
        <translation>每条弧连接向量中一起旋转的两个数；下面是同一个 q 旋转前和旋转后。</translation>
    </message>
    <message>
        <source>Pair %1 is dimensions %2 and %3 half-split, %4 and %5 interleaved. The same q of %6 and k of %7 score %8 and %9, so weights must be read with the pairing they were trained with.</source>
        <translation>第 %1 对按前后两半是维度 %2 和 %3，按交错是 %4 和 %5。同一个%6的 q 与%7的 k 分数为 %8 和 %9，因此权重必须按训练时的配对方式来读。</translation>
    </message>
    <message>
        <source>With the columns of W^Q and W^K reordered, the two agree: largest difference %1.</source>
        <translation>把 W^Q 和 W^K 的列重新排列后，两者一致：最大相差 %1。</translation>
    </message>
    <message>
        <source>the pair as an arrow</source>
        <translation>该对的箭头</translation>
    </message>
</context>
<context>
    <name>RopePlane</name>
    <message>
        <source>pair %1: dims %2, %3</source>
        <translation>第 %1 对：维度 %2、%3</translation>
    </message>
    <message>
        <source>one turn in %1 tokens</source>
        <translation>每 %1 个词元转一圈</translation>
    </message>
    <message>
        <source>adds %1 to the score</source>
        <translation>给分数加 %1</translation>
    </message>
    <message>
        <source>▲ q of %1</source>
        <translation>▲ %1的 q</translation>
    </message>
    <message>
        <source>%1, moved to %2</source>
        <translation>%1，移到 %2</translation>
    </message>
    <message>
        <source>■ k of %1</source>
        <translation>■ %1的 k</translation>
    </message>
    <message>
        <source>dashed: before · solid: after</source>
        <translation>虚线：旋转前 · 实线：旋转后</translation>
    </message>
    <message>
        <source>Score of this q and k at a distance of n tokens</source>
        <translation>这对 q 和 k 相隔 n 个词元时的分数</translation>
    </message>
    <message>
        <source>distance query − key</source>
        <translation>距离：查询 − 键</translation>
    </message>
    <message>
        <source>distance %1: %2</source>
        <translation>距离 %1：%2</translation>
    </message>
    <message>
        <source>Angle of every pair at every position</source>
        <translation>每一对在每个位置上的角度</translation>
    </message>
    <message>
        <source>A circle: a pair of q and k, turned by position × θ. Only their angle counts: the distance.</source>
        <translation>每个圆是 q 和 k 中的一对数，按“位置 × θ”转动。只有两者的夹角起作用，也就是距离。</translation>
    </message>
    <message>
        <source>dashed: before</source>
        <translation>虚线：旋转前</translation>
    </message>
    <message>
        <source>A circle: a pair of q and k, turned by position × θ; at %1 the angles of A and B differ most in pair %2.</source>
        <translation>每个圆是 q 和 k 中的一对数，按“位置 × θ”转动；在位置 %1，A 与 B 的角度在第 %2 对相差最大。</translation>
    </message>
    <message>
        <source>L%1 H%2: at distance %3 the q of %4 and the k of %5 score %6.</source>
        <translation>L%1 H%2：相距 %3，%4的 q 与%5的 k 分数 %6。</translation>
    </message>
    <message>
        <source>Pair %1 adds %2 of it.</source>
        <translation>其中第 %1 对贡献 %2。</translation>
    </message>
    <message>
        <source>Up to %1 tokens apart the score stays between %2 and %3.</source>
        <translation>相隔不超过 %1 个词元时，分数在 %2 与 %3 之间。</translation>
    </message>
    <message>
        <source>L%1 H%2: %4 → %5 at distance %3 score %6.</source>
        <translation>L%1 H%2：%4→%5 相距 %3 分数 %6。</translation>
    </message>
</context>
<context>
    <name>RopeRelative</name>
    <message>
        <source>moved by tokens</source>
        <translation>移动的词元数</translation>
    </message>
    <message>
        <source>query alone</source>
        <translation>只移动查询</translation>
    </message>
    <message>
        <source>both: %1</source>
        <translation>一起移动：%1</translation>
    </message>
    <message>
        <source>The whole score</source>
        <translation>整个分数</translation>
    </message>
    <message>
        <source>What pair %1 adds</source>
        <translation>第 %1 对的贡献</translation>
    </message>
    <message>
        <source>Over all pairs Rᵢ·Rⱼᵀ differs from Rᵢ₋ⱼ by at most %1 in float32. Moved together by up to %2 tokens, the q of %3 and the k of %4 keep their score of %5 within %6.</source>
        <translation>对所有的对，Rᵢ·Rⱼᵀ 与 Rᵢ₋ⱼ 在 float32 下最多相差 %1。%3的 q 与%4的 k 一起移动最多 %2 个词元，分数保持 %5，变化不超过 %6。</translation>
    </message>
    <message>
        <source>Complex form: %1
%2
of both: Re(q·conj(k)) = %3; × scale %4: the pair adds %5</source>
        <translation>复数形式：%1
%2
两者：Re(q·conj(k)) = %3；乘以缩放 %4，这一对贡献 %5</translation>
    </message>
    <message>
        <source>Pair %1, distance %2</source>
        <translation>第 %1 对，距离 %2</translation>
    </message>
    <message>
        <source>Pair %1: the query turns by the %2 tokens before it, the key back by its %3: together by their distance %4</source>
        <translation>第 %1 对：查询按前面的 %2 个词元旋转，键按前面的 %3 个转回：合起来是按距离 %4 旋转</translation>
    </message>
    <message>
        <source>(Rᵢq)·(Rⱼk) = q·Rⱼ₋ᵢk: only the distance is left. i, j: tokens before each.</source>
        <translation>(Rᵢq)·(Rⱼk) = q·Rⱼ₋ᵢk：只剩下按距离的旋转。i、j：各自前面有多少个词元。</translation>
    </message>
</context>
<context>
    <name>RopeScaling</name>
    <message>
        <source>%1, %2</source>
        <translation>%1、%2</translation>
    </message>
    <message>
        <source>trained length %1</source>
        <translation>训练长度 %1</translation>
    </message>
    <message>
        <source>largest in training</source>
        <translation>训练中的最大值</translation>
    </message>
    <message>
        <source>pair</source>
        <translation>对</translation>
    </message>
    <message>
        <source>Tokens for one turn</source>
        <translation>转一圈所需的词元数</translation>
    </message>
    <message>
        <source>How many times slower each pair turns, factor %1</source>
        <translation>每一对慢了多少倍，倍数 %1</translation>
    </message>
    <message>
        <source>Turns of pair %1 by position</source>
        <translation>第 %1 对到各位置转的圈数</translation>
    </message>
    <message>
        <source>position</source>
        <translation>位置</translation>
    </message>
    <message>
        <source>Lines: kinds of scaling; ●: the model&apos;s own; as if the text were factor × the trained length.</source>
        <translation>每条线是这一层角度的一种缩放，设文本长度为训练长度的若干倍；● 是模型自己的。</translation>
    </message>
    <message>
        <source>Trained on %1 tokens, pair %2 made at most %3 turns. At %4 tokens it would reach %5 without scaling; the kinds that interpolate it bring it back to %6.</source>
        <translation>在 %1 个词元上训练时，第 %2 对最多转 %3 圈。到 %4 个词元时，不缩放会转到 %5 圈；做内插的几种把它拉回到 %6 圈。</translation>
    </message>
    <message>
        <source>how much slower each pair turns</source>
        <translation>每一对转慢多少倍</translation>
    </message>
    <message>
        <source>the turns of pair %1 by position</source>
        <translation>第 %1 对随位置的转动</translation>
    </message>
    <message>
        <source>What if: angles alone; the model did not run with these scalings.</source>
        <translation>假设：只算角度，模型并未以这些缩放方式运行。</translation>
    </message>
    <message>
        <source>The model runs with %1; the other scalings are angles alone.</source>
        <translation>模型以%1运行；其他缩放只有角度。</translation>
    </message>
    <message>
        <source>context %1</source>
        <translation>上下文 %1</translation>
    </message>
    <message>
        <source>largest within it</source>
        <translation>其中的最大值</translation>
    </message>
    <message>
        <source>In its context of %1 tokens, pair %2 makes at most %3 turns. At %4 tokens it would reach %5 without scaling; the kinds that interpolate it bring it back to %6.</source>
        <translation>在 %1 个词元的上下文中，第 %2 对最多转 %3 圈。到 %4 个词元，不缩放会达到 %5 圈；做内插的方法使它回到 %6 圈。</translation>
    </message>
</context>
<context>
    <name>RopeWords</name>
    <message>
        <source>This trace comes from a file whose model is not open, so its angles are not known.</source>
        <translation>这份记录来自文件，它的模型没有打开，因此不知道旋转的角度。</translation>
    </message>
    <message>
        <source>No rotation here: layer %1 has the position encoding “%2”.</source>
        <translation>这里没有旋转：L%1 层的位置编码是“%2”。</translation>
    </message>
    <message>
        <source>The fraction %1 rotates nothing: choose a larger one.</source>
        <translation>比例为 %1 时没有可旋转的维度：请选大一些的比例。</translation>
    </message>
    <message>
        <source>Rotations cannot be subtracted: look at A | B.</source>
        <translation>旋转不能相减：请看 A | B。</translation>
    </message>
    <message>
        <source>B does not rotate here, so there is no difference of angles: look at A | B.</source>
        <translation>B 在这里不旋转，因此没有角度之差：请看 A | B。</translation>
    </message>
    <message>
        <source>Use RoPE</source>
        <translation>改用 RoPE</translation>
    </message>
    <message>
        <source>base %1 instead of %2</source>
        <translation>基数 %1（模型为 %2）</translation>
    </message>
    <message>
        <source>fraction %1 instead of %2</source>
        <translation>比例 %1（模型为 %2）</translation>
    </message>
    <message>
        <source>What if: %1. The model&apos;s own q and k, turned by other angles; the model did not run so.</source>
        <translation>假设：%1。用的是模型自己的 q 和 k，只是换了角度旋转；模型并没有这样运行。</translation>
    </message>
    <message>
        <source>, </source>
        <translation>，</translation>
    </message>
    <message>
        <source>score in A</source>
        <translation>A 的分数</translation>
    </message>
    <message>
        <source>score in B</source>
        <translation>B 的分数</translation>
    </message>
    <message>
        <source>slowest turn in A</source>
        <translation>A 最慢的一圈</translation>
    </message>
    <message>
        <source>slowest turn in B</source>
        <translation>B 最慢的一圈</translation>
    </message>
    <message>
        <source>pair</source>
        <translation>对</translation>
    </message>
    <message>
        <source>position</source>
        <translation>位置</translation>
    </message>
    <message>
        <source>Δ angle</source>
        <translation>Δ 角度</translation>
    </message>
    <message>
        <source>angle</source>
        <translation>角度</translation>
    </message>
    <message>
        <source>%1 at %2</source>
        <translation>位置 %2 的%1</translation>
    </message>
    <message>
        <source>A head of one dimension has no pair of numbers to turn: choose wider heads.</source>
        <translation>一维的头没有可旋转的一对数：请选更宽的头。</translation>
    </message>
</context>
<context>
    <name>Scan</name>
    <message>
        <source>A recorded run cannot read other texts: open its model, or the file of a scan.</source>
        <translation>录制的运行不能读取其他文本：请打开它的模型，或一份扫描文件。</translation>
    </message>
    <message>
        <source>This model has two stacks: “cutaway scan” reads texts with its encoder, and its file opens here.</source>
        <translation>此模型有两个堆栈：“cutaway scan”用其编码器读取文本，所得文件可在此打开。</translation>
    </message>
    <message>
        <source>This model has no tokenizer, so it cannot read texts.</source>
        <translation>此模型没有分词器，因此不能读取文本。</translation>
    </message>
    <message>
        <source>Layer %1 has no such numbers: choose others, or another layer.</source>
        <translation>L%1 层没有这样的数：请选别的，或换一层。</translation>
    </message>
    <message>
        <source>Its values, %1 tokens</source>
        <translation>它的值，%1 个词元</translation>
    </message>
    <message>
        <source>mean</source>
        <translation>均值</translation>
    </message>
    <message>
        <source>Drives it most</source>
        <translation>使它最大</translation>
    </message>
    <message>
        <source>Drives it least</source>
        <translation>使它最小</translation>
    </message>
    <message>
        <source>A random sample</source>
        <translation>随机样本</translation>
    </message>
    <message>
        <source>Words with the value of %1 under them; framed: the token that is listed.</source>
        <translation>词下为%1的值；有框的是所列的词元。</translation>
    </message>
    <message>
        <source>Of %1 texts (%2) with %3 tokens, %4 is largest at “%5” in line %6: %7.</source>
        <translation>在 %1 段文本（%2）的 %3 个词元中，%4在第 %6 行的“%5”处最大：%7。</translation>
    </message>
    <message>
        <source>Its mean is %1.</source>
        <translation>其均值为 %1。</translation>
    </message>
    <message>
        <source>Its model “%1” is not here: tokens are numbers.</source>
        <translation>它的模型“%1”不在此处：词元以编号显示。</translation>
    </message>
    <message>
        <source>neuron %1 of %2</source>
        <translation>%2 的神经元 %1</translation>
    </message>
    <message>
        <source>the gate of expert %1 of %2</source>
        <translation>%2 的专家 %1 的门控</translation>
    </message>
    <message>
        <source>number %1 of %2</source>
        <translation>%2 的第 %1 个数</translation>
    </message>
    <message>
        <source>Use a mixture of experts</source>
        <translation>改用混合专家</translation>
    </message>
    <message>
        <source>number %1 of what %2 puts out</source>
        <translation>%2 输出的第 %1 个数</translation>
    </message>
    <message>
        <source>dimension %1 of the stream after %2</source>
        <translation>%2 之后残差流的第 %1 维</translation>
    </message>
    <message>
        <source>No direction yet: choose one with the button above.</source>
        <translation>尚未选择方向：请用上方的按钮选择一个。</translation>
    </message>
    <message>
        <source>what %1 adds to the stream</source>
        <translation>%1 写入残差流的向量</translation>
    </message>
    <message>
        <source>the stream after %1</source>
        <translation>%1 之后的残差流</translation>
    </message>
    <message>
        <source>the length of %1</source>
        <translation>%1的长度</translation>
    </message>
    <message>
        <source>the projection of %1 on %2</source>
        <translation>%1在%2上的投影</translation>
    </message>
    <message>
        <source>Words with %1 under them; framed: the token that is listed.</source>
        <translation>词下为%1；有框的是所列的词元。</translation>
    </message>
    <message>
        <source>It writes in the mean: added to logits, less their mean</source>
        <translation>平均写入：加到 logit 上的量减去其均值</translation>
    </message>
    <message>
        <source>It writes: added to logits, less their mean</source>
        <translation>它写入：加到 logit 上的量减去其均值</translation>
    </message>
</context>
<context>
    <name>Sides</name>
    <message>
        <source>max |Δ|</source>
        <translation>最大 |Δ|</translation>
    </message>
    <message>
        <source>RMS of Δ</source>
        <translation>Δ 的均方根</translation>
    </message>
    <message>
        <source>cosine</source>
        <translation>余弦</translation>
    </message>
    <message>
        <source>These numbers cannot be subtracted: look at A | B.</source>
        <translation>这些数不能相减：请看 A | B。</translation>
    </message>
    <message>
        <source>A has %1 tokens and B has %2: a difference needs the same places. Look at A | B.</source>
        <translation>A 有 %1 个词元，B 有 %2 个：求差需要位置一致。请看 A | B。</translation>
    </message>
    <message>
        <source>Computing …</source>
        <translation>正在计算 …</translation>
    </message>
    <message>
        <source>This could not be computed: %1.</source>
        <translation>无法计算：%1。</translation>
    </message>
    <message>
        <source>A and B were trained separately: number 1 of the one is not number 1 of the other. Look at A | B.</source>
        <translation>A 与 B 是分别训练的：一个的 1 号不是另一个的 1 号。请看 A | B。</translation>
    </message>
    <message>
        <source>The weights of %1 are no numbers (NaN), so that the pass has none. Choose an earlier step of its training, or another model.</source>
        <translation>%1 的权重不是数（NaN），因此前向计算也没有数。请选它训练中较早的一步，或另一个模型。</translation>
    </message>
</context>
<context>
    <name>Steps</name>
    <message>
        <source>embedding</source>
        <translation>嵌入</translation>
    </message>
    <message>
        <source>Each token becomes a vector: the row of the embedding matrix at its id.</source>
        <translation>每个词元变成一个向量：嵌入矩阵中与其编号对应的那一行。</translation>
    </message>
    <message>
        <source>positions</source>
        <translation>位置</translation>
    </message>
    <message>
        <source>Each position has a vector of its own, which is added to that of the token.</source>
        <translation>每个位置有自己的向量，加到词元的向量上。</translation>
    </message>
    <message>
        <source>token types</source>
        <translation>词元类型</translation>
    </message>
    <message>
        <source>A vector for the part of the text that a token belongs to.</source>
        <translation>表示词元属于文本哪一部分的向量。</translation>
    </message>
    <message>
        <source>stream</source>
        <translation>残差流</translation>
    </message>
    <message>
        <source>What enters the block: the sum of everything written so far.</source>
        <translation>进入该块的内容：此前写入的一切之和。</translation>
    </message>
    <message>
        <source>mean</source>
        <translation>均值</translation>
    </message>
    <message>
        <source>The norm computes the mean, to subtract it.</source>
        <translation>归一化先求均值，以便减去。</translation>
    </message>
    <message>
        <source>scale</source>
        <translation>尺度</translation>
    </message>
    <message>
        <source>The norm measures how large the numbers are.</source>
        <translation>归一化求出这些数的尺度。</translation>
    </message>
    <message>
        <source>normalise</source>
        <translation>归一化</translation>
    </message>
    <message>
        <source>Divided by that scale, all vectors have one size.</source>
        <translation>除以该尺度后，所有向量大小一致。</translation>
    </message>
    <message>
        <source>final norm</source>
        <translation>最终归一化</translation>
    </message>
    <message>
        <source>The last norm: its gain is applied, and the output head reads the result.</source>
        <translation>最后一次归一化：乘上增益，结果交给输出头。</translation>
    </message>
    <message>
        <source>gain</source>
        <translation>增益</translation>
    </message>
    <message>
        <source>Each dimension is multiplied by its learned gain; what follows reads this.</source>
        <translation>每一维乘以学到的增益，后面的运算读取这个结果。</translation>
    </message>
    <message>
        <source>compress q</source>
        <translation>压缩 q</translation>
    </message>
    <message>
        <source>The queries are compressed to a narrow vector.</source>
        <translation>查询先压缩成一个窄向量。</translation>
    </message>
    <message>
        <source>compress k, v</source>
        <translation>压缩 k、v</translation>
    </message>
    <message>
        <source>Keys and values of all heads come from this one narrow vector.</source>
        <translation>所有头的键和值都由这一个窄向量得来。</translation>
    </message>
    <message>
        <source>queries</source>
        <translation>查询</translation>
    </message>
    <message>
        <source>Each head asks: what does this token look for?</source>
        <translation>每个头在问：这个词元在找什么？</translation>
    </message>
    <message>
        <source>keys</source>
        <translation>键</translation>
    </message>
    <message>
        <source>Each head labels: how can this token be found?</source>
        <translation>每个头贴标签：凭什么能找到这个词元？</translation>
    </message>
    <message>
        <source>values</source>
        <translation>值</translation>
    </message>
    <message>
        <source>Each head offers: what does this token pass on when attended to?</source>
        <translation>每个头备好内容：这个词元被关注时传递什么？</translation>
    </message>
    <message>
        <source>QK-norm</source>
        <translation>QK 归一化</translation>
    </message>
    <message>
        <source>Queries and keys are normalised, so that no score grows without bound.</source>
        <translation>查询和键先归一化，分数就不会无限增大。</translation>
    </message>
    <message>
        <source>rotate</source>
        <translation>旋转</translation>
    </message>
    <message>
        <source>Pairs of dimensions are turned by an angle that grows with the position.</source>
        <translation>成对的维度按随位置增大的角度旋转。</translation>
    </message>
    <message>
        <source>QKᵀ · scale</source>
        <translation>QKᵀ · 缩放</translation>
    </message>
    <message>
        <source>Every query meets every key: their product says how well they match.</source>
        <translation>每个查询与每个键相乘：乘积说明两者有多匹配。</translation>
    </message>
    <message>
        <source>part of the score</source>
        <translation>分数的一部分</translation>
    </message>
    <message>
        <source>The parts of the score from content and from positions.</source>
        <translation>分数中分别来自内容和位置的部分。</translation>
    </message>
    <message>
        <source>bias</source>
        <translation>偏置</translation>
    </message>
    <message>
        <source>The distance of query and key adds a bias to the score.</source>
        <translation>查询与键的距离给分数加上偏置。</translation>
    </message>
    <message>
        <source>mask</source>
        <translation>掩码</translation>
    </message>
    <message>
        <source>What a query may not see gets the score −∞.</source>
        <translation>查询不允许看到的位置，分数为 −∞。</translation>
    </message>
    <message>
        <source>softmax</source>
        <translation>softmax</translation>
    </message>
    <message>
        <source>Each row of scores becomes weights that add up to 1.</source>
        <translation>每一行分数变成权重，总和为 1。</translation>
    </message>
    <message>
        <source>sink</source>
        <translation>注意力汇</translation>
    </message>
    <message>
        <source>The weight that goes to no token at all.</source>
        <translation>不分给任何词元的那部分权重。</translation>
    </message>
    <message>
        <source>· V</source>
        <translation>对 V 加权</translation>
    </message>
    <message>
        <source>Each head mixes the values by its weights.</source>
        <translation>每个头按权重混合各个值。</translation>
    </message>
    <message>
        <source>W^O</source>
        <translation>输出 W^O</translation>
    </message>
    <message>
        <source>The heads are concatenated and projected back to the stream&apos;s width.</source>
        <translation>各头拼接，再投影回残差流的宽度。</translation>
    </message>
    <message>
        <source>attention</source>
        <translation>注意力</translation>
    </message>
    <message>
        <source>What the attention adds to the stream.</source>
        <translation>注意力写入残差流的内容。</translation>
    </message>
    <message>
        <source>mixer</source>
        <translation>混合器</translation>
    </message>
    <message>
        <source>Tokens exchange information without attention.</source>
        <translation>不用注意力，信息也在词元之间传递。</translation>
    </message>
    <message>
        <source>add</source>
        <translation>相加</translation>
    </message>
    <message>
        <source>The branch is added to the stream; a norm on the stream follows.</source>
        <translation>分支加到残差流上，随后对残差流归一化。</translation>
    </message>
    <message>
        <source>add attention</source>
        <translation>加上注意力</translation>
    </message>
    <message>
        <source>The stream goes on with what the attention has written.</source>
        <translation>残差流带着注意力写入的内容继续向前。</translation>
    </message>
    <message>
        <source>add feed-forward</source>
        <translation>加上前馈</translation>
    </message>
    <message>
        <source>The stream leaves the block.</source>
        <translation>残差流离开该块。</translation>
    </message>
    <message>
        <source>up</source>
        <translation>升维</translation>
    </message>
    <message>
        <source>Each token by itself: its vector is expanded to many neurons.</source>
        <translation>每个词元各自进行：向量展开为许多神经元。</translation>
    </message>
    <message>
        <source>up, ungated</source>
        <translation>升维（未门控）</translation>
    </message>
    <message>
        <source>A second projection, which the first gates.</source>
        <translation>第二次投影，由第一次的结果门控。</translation>
    </message>
    <message>
        <source>activation</source>
        <translation>激活</translation>
    </message>
    <message>
        <source>Neurons that respond stay, the others fall close to 0.</source>
        <translation>有响应的神经元保留，其余接近 0。</translation>
    </message>
    <message>
        <source>router</source>
        <translation>路由器</translation>
    </message>
    <message>
        <source>A small matrix scores the experts for each token.</source>
        <translation>一个小矩阵为每个词元算出各专家的分数。</translation>
    </message>
    <message>
        <source>gates</source>
        <translation>门控</translation>
    </message>
    <message>
        <source>Only the top k experts of each token run, with these weights.</source>
        <translation>每个词元只选得分最高的 k 个专家，权重如此。</translation>
    </message>
    <message>
        <source>dropped</source>
        <translation>丢弃</translation>
    </message>
    <message>
        <source>Tokens whose expert was already full.</source>
        <translation>所选专家已满的词元。</translation>
    </message>
    <message>
        <source>expert</source>
        <translation>专家</translation>
    </message>
    <message>
        <source>One expert works on the tokens routed to it.</source>
        <translation>一个专家处理路由给它的词元。</translation>
    </message>
    <message>
        <source>shared expert</source>
        <translation>共享专家</translation>
    </message>
    <message>
        <source>An expert that every token goes to.</source>
        <translation>每个词元都会经过的专家。</translation>
    </message>
    <message>
        <source>down</source>
        <translation>降维</translation>
    </message>
    <message>
        <source>The neurons are projected back to the stream&apos;s width.</source>
        <translation>神经元投影回残差流的宽度。</translation>
    </message>
    <message>
        <source>feed-forward</source>
        <translation>前馈</translation>
    </message>
    <message>
        <source>What the feed-forward adds to the stream.</source>
        <translation>前馈写入残差流的内容。</translation>
    </message>
    <message>
        <source>head</source>
        <translation>输出头</translation>
    </message>
    <message>
        <source>The output head prepares the vectors for the vocabulary.</source>
        <translation>输出头先变换向量，再与词表相乘。</translation>
    </message>
    <message>
        <source>logits</source>
        <translation>logits（未归一化分数）</translation>
    </message>
    <message>
        <source>Every token of the vocabulary gets a number: how likely it comes next.</source>
        <translation>词表中的每个词元得到一个数：它接在后面的可能性有多大。</translation>
    </message>
    <message>
        <source>log Σ e^logit</source>
        <translation>归一化常数的对数</translation>
    </message>
    <message>
        <source>Subtracted from the logits, it gives log probabilities.</source>
        <translation>从 logits 中减去它，得到对数概率。</translation>
    </message>
</context>
<context>
    <name>Sweep</name>
    <message>
        <source>Say a choice and its values, such as %1.</source>
        <translation>请给出一个选项和它的取值，例如 %1。</translation>
    </message>
    <message>
        <source>B is a recorded run, which cannot be run again: look at A.</source>
        <translation>B 是录制的运行，无法重新运行：请看 A。</translation>
    </message>
    <message>
        <source>The answer of A is no token of B: measure something else, or look at A and B by themselves.</source>
        <translation>A 的答案不是 B 的词元：请换一个测量对象，或分别看 A 和 B。</translation>
    </message>
    <message>
        <source>Each dot: a run with another value or seed; the line is the mean over %1 seeds, the band goes from the least to the most.</source>
        <translation>每个点：换一个取值或种子的运行；线是 %1 个种子的均值，带从最小到最大。</translation>
    </message>
    <message>
        <source>Each dot: a run with another value.</source>
        <translation>每个点：换一个取值的运行。</translation>
    </message>
    <message>
        <source>%1 of %2 values so far.</source>
        <translation>%2 个取值已算出 %1 个。</translation>
    </message>
    <message>
        <source>Without a number: %1.</source>
        <translation>没有数值的：%1。</translation>
    </message>
    <message>
        <source>, </source>
        <translation>、</translation>
    </message>
    <message>
        <source>No value gives a number.</source>
        <translation>没有取值给出数值。</translation>
    </message>
    <message>
        <source>The %1 is the same for every value: %2.</source>
        <translation>%1在每个取值下都相同：%2。</translation>
    </message>
    <message>
        <source>The %1 goes from %2 (%3) to %4 (%5).</source>
        <translation>%1从 %2（%3）到 %4（%5）。</translation>
    </message>
    <message>
        <source>No seed changes it.</source>
        <translation>种子不改变它。</translation>
    </message>
    <message>
        <source>Seeds differ most at %1: from %2 to %3.</source>
        <translation>种子之间在 %1 处相差最大：从 %2 到 %3。</translation>
    </message>
    <message>
        <source>max |Δ|</source>
        <translation>最大 |Δ|</translation>
    </message>
    <message>
        <source>mean of %1</source>
        <translation>%1 的均值</translation>
    </message>
</context>
<context>
    <name>TensorGradient</name>
    <message>
        <source>The way back is computed …</source>
        <translation>正在计算反向传播……</translation>
    </message>
    <message>
        <source>This tensor has no gradient: nothing is differentiated by it.</source>
        <translation>这个张量没有梯度：没有对它求导。</translation>
    </message>
    <message>
        <source>Each number: how fast the %1 grows with that of the tensor.</source>
        <translation>每个数值：%1随张量中的这个数增长得多快。</translation>
    </message>
    <message>
        <source>%1.</source>
        <translation>%1。</translation>
    </message>
</context>
<context>
    <name>TextSets</name>
    <message>
        <source>agreement</source>
        <translation>主谓一致</translation>
    </message>
    <message>
        <source>brackets</source>
        <translation>括号</translation>
    </message>
    <message>
        <source>capitals</source>
        <translation>首都</translation>
    </message>
    <message>
        <source>copying</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>pronouns</source>
        <translation>代词</translation>
    </message>
    <message>
        <source>repeats</source>
        <translation>重复</translation>
    </message>
</context>
<context>
    <name>Texts</name>
    <message>
        <source>Answers are counted for each model: look at A | B.</source>
        <translation>答案按模型分别计数：请看 A | B。</translation>
    </message>
    <message>
        <source>This model has no next token to be right about. Open a causal decoder with an output, such as main.</source>
        <translation>这个模型不预测下一个词元，谈不上答对。请打开带输出的因果解码器，例如 main。</translation>
    </message>
    <message>
        <source>None of these texts says its answer: a .jsonl line does, with {&quot;text&quot;: …, &quot;answer&quot;: …}.</source>
        <translation>这些文本都没有给出答案：.jsonl 的一行可以给出，写作 {&quot;text&quot;: …, &quot;answer&quot;: …}。</translation>
    </message>
    <message>
        <source>texts, the most wrong first</source>
        <translation>文本，错得最多的在前</translation>
    </message>
    <message>
        <source>logit of the right − of the wrong token</source>
        <translation>正确词元的 logit − 错误词元的 logit</translation>
    </message>
    <message>
        <source>log p of the right token, nat</source>
        <translation>正确词元的 log p，nat</translation>
    </message>
    <message>
        <source>right %1</source>
        <translation>对 %1</translation>
    </message>
    <message>
        <source>wrong %1</source>
        <translation>错 %1</translation>
    </message>
    <message>
        <source>The most wrong, and what it says</source>
        <translation>错得最多的，以及模型说了什么</translation>
    </message>
    <message>
        <source>Each dot: a text whose next token is known; right: the model finds it the likeliest of all.</source>
        <translation>每点：一段下一个词元已知的文本；对：模型认为它的可能性最大。</translation>
    </message>
    <message>
        <source>%1 are above the wrong one.</source>
        <translation>%1 个高于错误答案。</translation>
    </message>
    <message>
        <source>Texts are listed by their scores: look at A | B.</source>
        <translation>文本按分数排列：请看 A | B。</translation>
    </message>
    <message>
        <source>Layer %1 has no head %2. Choose another.</source>
        <translation>L%1 层没有头 %2。请另选一个。</translation>
    </message>
    <message>
        <source>texts</source>
        <translation>文本数</translation>
    </message>
    <message>
        <source>mean</source>
        <translation>均值</translation>
    </message>
    <message>
        <source>Texts, the highest first</source>
        <translation>文本，分数高的在前</translation>
    </message>
    <message>
        <source>Over %1 texts</source>
        <translation>%1 条文本</translation>
    </message>
    <message>
        <source>Each bar: a text and the score “%1” of %2 in it.</source>
        <translation>每条：一段文本，以及 %2 在其中的“%1”分数。</translation>
    </message>
    <message>
        <source>A and B do not have the same heads: look at A | B.</source>
        <translation>A 与 B 的头不同：请看 A | B。</translation>
    </message>
    <message>
        <source>spread of %1</source>
        <translation>%1的离散度</translation>
    </message>
    <message>
        <source>Differs most from text to text</source>
        <translation>各文本间差异最大</translation>
    </message>
    <message>
        <source>Each cell: how much a head&apos;s score differs from text to text (standard deviation).</source>
        <translation>每格：一个头的分数在各文本间相差多少（标准差）。</translation>
    </message>
    <message>
        <source>Each cell: the mean over the texts of a head&apos;s score.</source>
        <translation>每格：一个头的分数在各文本上的均值。</translation>
    </message>
    <message>
        <source>A recorded run cannot read other texts: open its model.</source>
        <translation>录制的运行不能读其他文本：请打开它的模型。</translation>
    </message>
    <message>
        <source>This model has two stacks, so a text alone is no input. Open a model with one, such as main.</source>
        <translation>这个模型有两个堆栈，单独一段文本不是它的输入。请打开只有一个堆栈的模型，例如 main。</translation>
    </message>
    <message>
        <source>This model has no tokenizer, so it cannot read texts.</source>
        <translation>这个模型没有分词器，所以不能读文本。</translation>
    </message>
    <message>
        <source>None of these texts has a token. Choose others.</source>
        <translation>这些文本没有任何词元。请选择其他文本。</translation>
    </message>
    <message>
        <source>No text of these says anything about “%1”. Choose other texts or another score.</source>
        <translation>这些文本都说明不了“%1”。请选择其他文本或另一项分数。</translation>
    </message>
    <message>
        <source>%1 of %2 answers are right (%3), mean log p %4 nat.</source>
        <translation>%2 个答案中 %1 个正确（%3），平均 log p 为 %4 nat。</translation>
    </message>
    <message>
        <source>Read: %1.</source>
        <translation>所读：%1。</translation>
    </message>
    <message>
        <source>%1 has %2 %3, from %4 to %5.</source>
        <translation>%1 的%2为 %3，从 %4 到 %5。</translation>
    </message>
    <message>
        <source>Mean ± standard deviation over %1.</source>
        <translation>均值 ± 标准差，取自%1。</translation>
    </message>
    <message>
        <source>%1 differs most in %2: %3.</source>
        <translation>%1 的%2差异最大：%3。</translation>
    </message>
    <message>
        <source>%1 has the lowest %2: %3.</source>
        <translation>%1 的%2最低：%3。</translation>
    </message>
    <message>
        <source>%1 has the highest %2: %3.</source>
        <translation>%1 的%2最高：%3。</translation>
    </message>
    <message>
        <source>the first %1 of %2 texts (%3)</source>
        <translation>%2 条文本（%3）中的前 %1 条</translation>
    </message>
    <message>
        <source>%1 texts (%2)</source>
        <translation>%1 条文本（%2）</translation>
    </message>
    <message>
        <source>%1 of %2 that have this score</source>
        <translation>%2中有这项分数的 %1 条</translation>
    </message>
</context>
<context>
    <name>Tokens</name>
    <message>
        <source>character</source>
        <translation>字符</translation>
    </message>
    <message>
        <source>code point</source>
        <translation>码位</translation>
    </message>
    <message>
        <source>tokens</source>
        <translation>词元</translation>
    </message>
    <message>
        <source>bytes (UTF-8)</source>
        <translation>字节（UTF-8）</translation>
    </message>
    <message>
        <source>bits</source>
        <translation>比特</translation>
    </message>
    <message>
        <source>byte-level letters</source>
        <translation>字节级字母</translation>
    </message>
    <message>
        <source>%1 in bytes</source>
        <translation>%1 的字节</translation>
    </message>
    <message>
        <source>Character → code point → bytes in UTF-8 → tokens. A stronger box is the first byte of its character.</source>
        <translation>字符 → 码位 → UTF-8 字节 → 词元。颜色较深的框是一个字符的首字节。</translation>
    </message>
    <message>
        <source>%1: characters %2, bytes %3, tokens %4.</source>
        <translation>%1：字符 %2 个，字节 %3 个，词元 %4 个。</translation>
    </message>
    <message>
        <source>%1 (%2 unknown)</source>
        <translation>%1（%2 个未知）</translation>
    </message>
    <message>
        <source>text, %1 characters</source>
        <translation>文本，%1 个字符</translation>
    </message>
    <message>
        <source>the whole word is a token</source>
        <translation>整个词是一个词元</translation>
    </message>
    <message>
        <source>characters</source>
        <translation>字符</translation>
    </message>
    <message>
        <source>too long: unknown</source>
        <translation>太长：未知</translation>
    </message>
    <message>
        <source>from character %1</source>
        <translation>从第 %1 个字符起</translation>
    </message>
    <message>
        <source>no token begins here</source>
        <translation>没有词元从这里开始</translation>
    </message>
    <message>
        <source>the longest</source>
        <translation>最长</translation>
    </message>
    <message>
        <source>best way</source>
        <translation>最佳切法</translation>
    </message>
    <message>
        <source>second best</source>
        <translation>次佳切法</translation>
    </message>
    <message>
        <source>sum %1</source>
        <translation>总和 %1</translation>
    </message>
    <message>
        <source>too many pieces to show</source>
        <translation>片段太多，无法画出</translation>
    </message>
    <message>
        <source>other pieces</source>
        <translation>其他片段</translation>
    </message>
    <message>
        <source>%1 can be written in one way only: %2.</source>
        <translation>%1 只有一种切法：%2。</translation>
    </message>
    <message>
        <source>%1 can be written as tokens in %2 ways; the best sum of scores is %3, the next %4.</source>
        <translation>%1 有 %2 种切成词元的方法；分数之和最高为 %3，其次为 %4。</translation>
    </message>
    <message>
        <source>Here every token costs the same, so that the fewest tokens win.</source>
        <translation>这里每个词元的代价相同，所以词元最少的切法胜出。</translation>
    </message>
    <message>
        <source>Of equal sums the first stays.</source>
        <translation>总和相等时保留先找到的一种。</translation>
    </message>
    <message>
        <source>Scores are log-probabilities: the next way is %1 times less likely.</source>
        <translation>分数是对数概率：次佳切法的可能性是它的 1/%1。</translation>
    </message>
    <message>
        <source>%1 stands whole in the vocabulary, and this tokenizer then merges nothing.</source>
        <translation>%1 整个就在词表里，这时该分词器不做任何合并。</translation>
    </message>
    <message>
        <source>%1 begins as %2 characters and becomes %3 tokens in %4 merges.</source>
        <translation>%1 从 %2 个字符开始，经 %4 次合并成为 %3 个词元。</translation>
    </message>
    <message>
        <source>%1 has more characters than this tokenizer takes: all of it is unknown.</source>
        <translation>%1 的字符数超过该分词器的上限：整个词都是未知。</translation>
    </message>
    <message>
        <source>At character %1 of %2 no token begins: the whole word becomes the unknown token, and its text is lost.</source>
        <translation>在 %2 的第 %1 个字符处没有词元可用：整个词变成未知词元，文字丢失。</translation>
    </message>
    <message>
        <source>%1 becomes %2 tokens: at each place the longest of the tokens that begin there, %3 in all.</source>
        <translation>%1 切成 %2 个词元：每处都取从那里开始的最长词元，候选共 %3 个。</translation>
    </message>
    <message>
        <source>word</source>
        <translation>词</translation>
    </message>
    <message>
        <source>token</source>
        <translation>词元</translation>
    </message>
    <message>
        <source>BPE, %1: after %2 of %3 merges</source>
        <translation>BPE，%1：%3 次合并中的前 %2 次之后</translation>
    </message>
    <message>
        <source>WordPiece, %1: the longest token at each place</source>
        <translation>WordPiece，%1：每处取最长的词元</translation>
    </message>
    <message>
        <source>Unigram, %1: the best way to character %2 of %3</source>
        <translation>Unigram，%1：到第 %2 个字符（共 %3 个）的最佳切法</translation>
    </message>
    <message>
        <source>Unigram, %1: the tokens it can be written with</source>
        <translation>Unigram，%1：可以用来拼写它的词元</translation>
    </message>
    <message>
        <source>%1 is a token of the vocabulary of words.</source>
        <translation>%1 是词级词表里的一个词元。</translation>
    </message>
    <message>
        <source>%1 is not in the vocabulary of words: it becomes the unknown token.</source>
        <translation>%1 不在词级词表里：它变成未知词元。</translation>
    </message>
    <message>
        <source>%1 is an added token: it is found as a whole, and no model cuts it.</source>
        <translation>%1 是添加的词元：按整体查找，不由模型切分。</translation>
    </message>
    <message>
        <source>This kind of tokenizer does not note its steps: a box is a token.</source>
        <translation>这种分词器不记下步骤：一个框是一个词元。</translation>
    </message>
    <message>
        <source>the model&apos;s tokenizer</source>
        <translation>模型的分词器</translation>
    </message>
    <message>
        <source>Words of the text as %1 cuts them, %2 tokens; the selected one step by step below.</source>
        <translation>%1 切开的各个词，共 %2 个词元；选中的词在下方逐步展开。</translation>
    </message>
    <message>
        <source>Type a text first: it is cut into tokens here.</source>
        <translation>先输入一段文本：它在这里被切成词元。</translation>
    </message>
    <message>
        <source>This model has no tokenizer, only ids: open another model, or look at Vocabulary.</source>
        <translation>这个模型没有分词器，只有编号：请打开别的模型，或查看“词表”。</translation>
    </message>
    <message>
        <source>%1 and %2 more</source>
        <translation>%1 及另外 %2 个</translation>
    </message>
    <message>
        <source>vocabulary, tokens</source>
        <translation>词表大小（词元数）</translation>
    </message>
    <message>
        <source>tokens per sentence</source>
        <translation>每句的词元数</translation>
    </message>
    <message>
        <source>Mean over 100 Chinese sentences that no training saw. Hollow: some characters are unknown and lost.</source>
        <translation>100 个训练中没有的中文句子的平均值。空心：有些字符未知，已丢失。</translation>
    </message>
    <message>
        <source>Mean over 100 English sentences that no training saw. Hollow: some characters are unknown and lost.</source>
        <translation>100 个训练中没有的英文句子的平均值。空心：有些字符未知，已丢失。</translation>
    </message>
    <message>
        <source>“%1”</source>
        <translation>“%1”</translation>
    </message>
    <message>
        <source>%1 cannot be used: %2. Choose another tokenizer.</source>
        <translation>%1 无法使用：%2。请换一个分词器。</translation>
    </message>
    <message>
        <source>Each character here is one byte.</source>
        <translation>这里每个字符都是一个字节。</translation>
    </message>
    <message numerus="yes">
        <source>“%1” takes %2 bytes and lies in %n token(s).</source>
        <translation>
            <numerusform>“%1”占 %2 个字节，落在 %n 个词元里。</numerusform>
        </translation>
    </message>
    <message>
        <source>A box is a token over its characters; the longer, the stronger. Dashed: unknown, the text is lost.</source>
        <translation>一个框是一个词元，画在它的字符下方；越长颜色越深。虚线框：未知，这段文字丢失。</translation>
    </message>
    <message>
        <source>merge %1 by rule %2</source>
        <translation>第 %1 次合并，规则 %2</translation>
    </message>
    <message>
        <source>Next is the pair of neighbours that training merged first: that of the earliest rule.</source>
        <translation>接下来合并训练时最先合并的那对相邻片段，即规则编号最小的一对。</translation>
    </message>
    <message>
        <source>Of all neighbours “%1” and “%2” had the earliest rule, %3.</source>
        <translation>在所有相邻片段中，“%1”与“%2”的规则最靠前，编号 %3。</translation>
    </message>
    <message>
        <source>WordPiece with 300 loses text: %1 unknown tokens per sentence stand for words that it cannot spell.</source>
        <translation>300 项的 WordPiece 会丢文字：每句有 %1 个未知词元，代表它拼不出的词。</translation>
    </message>
    <message>
        <source>%1 (%2 of no character)</source>
        <translation>%1（%2 个不对应字符）</translation>
    </message>
    <message>
        <source>Fewest tokens of those that lose nothing: %1 with %2; most: %3 with %4.</source>
        <translation>在不丢失内容的分词器中，词元最少的是 %1，有 %2 个；最多的是 %3，有 %4 个。</translation>
    </message>
    <message>
        <source> and </source>
        <translation>、</translation>
    </message>
    <message>
        <source>bytes</source>
        <translation>字节</translation>
    </message>
    <message>
        <source>%1 begins as %2 bytes and becomes %3 tokens in %4 merges.</source>
        <translation>%1 从 %2 个字节开始，经 %4 次合并成为 %3 个词元。</translation>
    </message>
    <message>
        <source>Tied: one table of %1 for embedding and output, %2 of the %3 parameters of this model.</source>
        <translation>共享：嵌入和输出用同一张 %1 的表，占本模型 %3 个参数的 %2。</translation>
    </message>
    <message>
        <source>Not tied: two tables of %1, embedding and output, %2 of the %3 parameters of this model.</source>
        <translation>不共享：嵌入和输出各有一张 %1 的表，占本模型 %3 个参数的 %2。</translation>
    </message>
    <message>
        <source>BPE needs %1 tokens per sentence with 300 entries and %2 with 4,000.</source>
        <translation>BPE 在 300 项时每句要 %1 个词元，4,000 项时只要 %2 个。</translation>
    </message>
    <message>
        <source>A larger vocabulary shortens the text and lengthens the table of embeddings.</source>
        <translation>词表越大，文本越短，嵌入表越长。</translation>
    </message>
    <message>
        <source>Each of these tokenizers loses a part of this text.</source>
        <translation>这些分词器都会丢失这段文本的一部分。</translation>
    </message>
    <message>
        <source>All that lose nothing need as many tokens: %1.</source>
        <translation>不丢失内容的分词器切出的词元数相同：%1。</translation>
    </message>
</context>
<context>
    <name>Training</name>
    <message>
        <source>The history of this training cannot be read: %1</source>
        <translation>无法读取这次训练的记录：%1</translation>
    </message>
    <message>
        <source>No model here has a history of its training.</source>
        <translation>这里没有任何模型带有训练记录。</translation>
    </message>
    <message>
        <source>No training is chosen.</source>
        <translation>没有选择任何训练。</translation>
    </message>
    <message>
        <source>%1 has no history of its training.</source>
        <translation>%1 没有训练记录。</translation>
    </message>
    <message>
        <source>The training of %1 has just begun: its pictures come with the first steps.</source>
        <translation>%1 的训练刚刚开始：走过最初几步，图就会出现。</translation>
    </message>
    <message>
        <source>Choose one that has under “Trainings”: %1 …</source>
        <translation>请在“训练记录”中选择一个有记录的模型：%1……</translation>
    </message>
    <message>
        <source>, </source>
        <translation>、</translation>
    </message>
    <message>
        <source>step</source>
        <translation>步</translation>
    </message>
    <message>
        <source>step %1</source>
        <translation>第 %1 步</translation>
    </message>
    <message>
        <source>Loss on held-out texts</source>
        <translation>留出文本上的损失</translation>
    </message>
    <message>
        <source>nats per token</source>
        <translation>nat/词元</translation>
    </message>
    <message>
        <source>of each batch</source>
        <translation>每一批的损失</translation>
    </message>
    <message>
        <source>entropy %1</source>
        <translation>熵 %1</translation>
    </message>
    <message>
        <source>Learning rate</source>
        <translation>学习率</translation>
    </message>
    <message>
        <source>mean attention</source>
        <translation>平均注意力</translation>
    </message>
    <message>
        <source>induction %1</source>
        <translation>归纳 %1</translation>
    </message>
    <message>
        <source>previous token %1</source>
        <translation>前一词元 %1</translation>
    </message>
    <message>
        <source>Induction, head by head: %1</source>
        <translation>各个头的归纳分数：%1</translation>
    </message>
    <message>
        <source>Gradient of each layer: %1</source>
        <translation>各层的梯度：%1</translation>
    </message>
    <message>
        <source>norm, before clipping</source>
        <translation>范数，裁剪之前</translation>
    </message>
    <message>
        <source>Gradient of the whole model</source>
        <translation>整个模型的梯度</translation>
    </message>
    <message>
        <source>Stream after each layer</source>
        <translation>每层之后的残差流</translation>
    </message>
    <message>
        <source>RMS</source>
        <translation>均方根</translation>
    </message>
    <message>
        <source>What attention adds</source>
        <translation>注意力加上的部分</translation>
    </message>
    <message>
        <source>‖branch‖ / ‖stream‖</source>
        <translation>‖分支‖ / ‖残差流‖</translation>
    </message>
    <message>
        <source>What the feed-forward adds</source>
        <translation>前馈加上的部分</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>Best head on repeated random text; its attention to what followed last time (induction), and to the token before.</source>
        <translation>在重复一遍的随机序列上，最好的头的注意力：看上次跟在后面的词元（归纳），以及看前一个词元。</translation>
    </message>
    <message>
        <source>A column is a recorded step, a row a layer; log colours, the same for every training.</source>
        <translation>一列是记录的一步，一行是一层；颜色取对数，对每次训练都相同。</translation>
    </message>
    <message>
        <source>Columns: steps; rows: layers; a branch is divided by the stream before it.</source>
        <translation>一列是记录的一步，一行是一层；分支除以它之前的残差流。</translation>
    </message>
    <message>
        <source>%1: from %2 to %3 nats per token in %4 steps</source>
        <translation>%1：%4 步内从每词元 %2 nat 降到 %3 nat</translation>
    </message>
    <message>
        <source>, %1 above the entropy</source>
        <translation>，比熵高 %1</translation>
    </message>
    <message>
        <source>.</source>
        <translation>。</translation>
    </message>
    <message>
        <source>%1: the best induction head passes 0.5 at step %2 and ends at %3.</source>
        <translation>%1：最好的归纳头在第 %2 步超过 0.5，最后达到 %3。</translation>
    </message>
    <message>
        <source>%1: at the end the stream has RMS %2 after the first layer and %3 after the last.</source>
        <translation>%1：训练结束时，残差流的均方根在第一层之后是 %2，在最后一层之后是 %3。</translation>
    </message>
    <message>
        <source>best induction head %1</source>
        <translation>最好的归纳头 %1</translation>
    </message>
    <message>
        <source>held-out loss %1</source>
        <translation>留出损失 %1</translation>
    </message>
    <message>
        <source>They end %1 apart: within what the seed alone changes (%2).</source>
        <translation>两者最后相差 %1：在随机种子本身造成的差别（%2）之内。</translation>
    </message>
    <message>
        <source>They end %1 apart: more than the seed alone changes (%2).</source>
        <translation>两者最后相差 %1：超过随机种子本身造成的差别（%2）。</translation>
    </message>
    <message>
        <source>Mean attention of the best head for each task</source>
        <translation>每项任务中最好的头的平均注意力</translation>
    </message>
    <message>
        <source>Its first %1 steps are repeated random sequences only, no texts.</source>
        <translation>它的前 %1 步只有重复的随机序列，没有文本。</translation>
    </message>
    <message>
        <source>Each point is measured before the update of its step; on held-out texts no model stays below the entropy of the corpus.</source>
        <translation>每个点都在该步更新之前测量；在留出文本上，没有模型能一直低于语料的熵。</translation>
    </message>
    <message>
        <source>%1 in %2 (L%3, step %4)</source>
        <translation>%2 是 %1（L%3，第 %4 步）</translation>
    </message>
    <message>
        <source>The smallest gradient of a layer: %1.</source>
        <translation>各层中最小的梯度：%1。</translation>
    </message>
    <message>
        <source>%1: the smallest gradient is %2 in L%3 at step %4, where L%5 has %6.</source>
        <translation>%1：最小的梯度是第 %4 步 L%3 的 %2，而 L%5 是 %6。</translation>
    </message>
    <message>
        <source>Gradient of each layer at the first step</source>
        <translation>第一步时各层的梯度</translation>
    </message>
    <message>
        <source>%1 %2 → %3</source>
        <translation>%1：%2 → %3</translation>
    </message>
    <message>
        <source>From the first layer to the last: %1.</source>
        <translation>从第一层到最后一层：%1。</translation>
    </message>
    <message>
        <source>Not measured: %1.</source>
        <translation>未测量：%1。</translation>
    </message>
    <message>
        <source>depth: 0 the first layer, 1 the last</source>
        <translation>深度：0 为第一层，1 为最后一层</translation>
    </message>
    <message>
        <source>step (early ones wider)</source>
        <translation>步（前期较宽）</translation>
    </message>
    <message>
        <source>%1 s left</source>
        <translation>还剩 %1 秒</translation>
    </message>
    <message>
        <source>%1 min left</source>
        <translation>还剩 %1 分钟</translation>
    </message>
    <message>
        <source>step %1 of %2</source>
        <translation>第 %1 步，共 %2 步</translation>
    </message>
    <message>
        <source>%1 tokens/s</source>
        <translation>每秒 %1 个词元</translation>
    </message>
    <message>
        <source>paused</source>
        <translation>已暂停</translation>
    </message>
    <message>
        <source>Pre against Post, 12 layers</source>
        <translation>前置对后置，12 层</translation>
    </message>
    <message>
        <source>corpus</source>
        <translation>语料</translation>
    </message>
    <message>
        <source>repeats only</source>
        <translation>只有重复序列</translation>
    </message>
    <message>
        <source>corpus, %1 % repeats</source>
        <translation>语料，重复占 %1 %</translation>
    </message>
    <message>
        <source>Load of each expert: %1</source>
        <translation>各专家的负载：%1</translation>
    </message>
    <message>
        <source>1 = fair share</source>
        <translation>1 = 平均份额</translation>
    </message>
    <message>
        <source>The busiest expert, in fair shares</source>
        <translation>最忙的专家，以平均份额计</translation>
    </message>
    <message>
        <source>%1: at the end the experts take %2 to %3 of their fair share.</source>
        <translation>%1：最后各专家承担平均份额的 %2 到 %3。</translation>
    </message>
    <message>
        <source>A column is a recorded step, a row an expert of a layer; on held-out texts.</source>
        <translation>每列是一个记录的步，每行是某层的一个专家；在留出文本上测得。</translation>
    </message>
    <message>
        <source>An induction head from nothing</source>
        <translation>从零形成归纳头</translation>
    </message>
    <message>
        <source>With and without ÷√d</source>
        <translation>有无 ÷√d</translation>
    </message>
    <message>
        <source>RoPE against no positions</source>
        <translation>RoPE 对无位置</translation>
    </message>
    <message>
        <source>Post, with and without warm-up</source>
        <translation>后置，有无预热</translation>
    </message>
    <message>
        <source>Watch the loss: without warm-up Post hardly learns more than how frequent each word is; after a warm-up of 80 steps at the same rate it goes on falling.</source>
        <translation>请看损失：没有预热时，后置几乎只学到各词的频率；以同样的学习率预热 80 步之后，损失继续下降。</translation>
    </message>
    <message>
        <source>Pre against sandwich, 12 layers</source>
        <translation>前置对三明治，12 层</translation>
    </message>
    <message>
        <source>ReLU against SwiGLU</source>
        <translation>ReLU 对 SwiGLU</translation>
    </message>
    <message>
        <source>Experts, with and without balancing</source>
        <translation>专家，有无负载均衡</translation>
    </message>
    <message>
        <source>With and without weight decay</source>
        <translation>有无权重衰减</translation>
    </message>
    <message>
        <source>about %1 s</source>
        <translation>约 %1 秒</translation>
    </message>
    <message>
        <source>%1: from %2 to %3 nats per token so far, in %4 steps</source>
        <translation>%1：到目前为止，%4 步内从每词元 %2 nat 变到 %3 nat</translation>
    </message>
    <message>
        <source>%1: the best induction head passed 0.5 at step %2 and is at %3 now, at step %4.</source>
        <translation>%1：最好的归纳头在第 %2 步超过 0.5，现在（第 %4 步）是 %3。</translation>
    </message>
    <message>
        <source>%1: now, at step %2, the stream has RMS %3 after the first layer and %4 after the last.</source>
        <translation>%1：现在（第 %2 步），残差流的均方根在第一层之后是 %3，在最后一层之后是 %4。</translation>
    </message>
    <message>
        <source>%1: so far the experts take %2 to %3 of their fair share.</source>
        <translation>%1：到目前为止，各专家承担平均份额的 %2 到 %3。</translation>
    </message>
    <message>
        <source>None of these trainings is of a mixture of experts: it has no load to show. Open the model “experts”, or choose one under Trainings.</source>
        <translation>这些训练都不是混合专家的，没有负载可画。打开模型“experts”，或在“训练记录”中选一个。</translation>
    </message>
    <message>
        <source>Encoders</source>
        <translation>编码器</translation>
    </message>
    <message>
        <source>Number of layers</source>
        <translation>层数</translation>
    </message>
    <message>
        <source>Whole recipes</source>
        <translation>整套配方</translation>
    </message>
    <message>
        <source>Training and seeds</source>
        <translation>训练与随机种子</translation>
    </message>
    <message>
        <source>Norm placement</source>
        <translation>归一化位置</translation>
    </message>
    <message>
        <source>Norms</source>
        <translation>归一化</translation>
    </message>
    <message>
        <source>Positions</source>
        <translation>位置编码</translation>
    </message>
    <message>
        <source>Heads and masks</source>
        <translation>头与掩码</translation>
    </message>
    <message>
        <source>Feed-forward and experts</source>
        <translation>前馈与专家</translation>
    </message>
    <message>
        <source>Block and biases</source>
        <translation>块与偏置</translation>
    </message>
    <message>
        <source>Watch the heads: for 350 steps none does much; then a head of the first layer looks at the token before, and from step 480 on, as the rows get longer, a head of the second layer looks at what followed the same token last time.</source>
        <translation>请看各个头：前 350 步都没有多大作用；随后第一层有一个头看前一个词元；从第 480 步起训练行变长，第二层有一个头去看同一词元上次出现时后面跟着什么。</translation>
    </message>
    <message>
        <source>Watch the loss: without ÷√d the scores are ten times as large from the first step, so each token attends to hardly more than one other, and the loss falls later.</source>
        <translation>请看损失：没有 ÷√d 时，分数从第一步起就大十倍，每个词元几乎只注意一个词元，损失下降得更晚。</translation>
    </message>
    <message>
        <source>Watch the loss: for 50 steps both learn equally fast which words are frequent; then the loss without positions stays higher, because no head can tell which token came last.</source>
        <translation>请看损失：前 50 步两者同样快地学到各词的频率；此后没有位置的损失一直更高，因为没有头能分辨哪个词元排在最后。</translation>
    </message>
    <message>
        <source>Watch the stream: with a second norm behind each branch all branches add equally much from the first step, so the stream is five times as large after 12 layers; in Pre it begins near 1.5 and grows as the branches learn.</source>
        <translation>请看残差流：每个分支之后再加一次归一化，各分支从第一步起就加上同样多，12 层之后残差流约为原来的五倍；前置从约 1.5 开始，随各分支学习而增大。</translation>
    </message>
    <message>
        <source>Watch the gradients: in Pre those of all layers are of similar size; in Post the first layers get a thousandth of what the last one gets, and the loss stays where knowing how frequent each word is brings it.</source>
        <translation>请看梯度：前置各层的梯度大小相近；后置的前几层只得到最后一层的千分之一，损失停在只凭词频就能达到的水平。</translation>
    </message>
    <message>
        <source>Watch the loss: with the same number of parameters SwiGLU is ahead from the 20th step on; within these 150 steps ReLU does not catch up.</source>
        <translation>请看损失：参数量相同，SwiGLU 从第 20 步起领先；在这 150 步里 ReLU 没有追上。</translation>
    </message>
    <message>
        <source>Watch the load: without balancing one expert of each layer soon gets three to four times its fair share of tokens, and others hardly a token; with balancing all are used, and the loss is no worse.</source>
        <translation>请看负载：没有负载均衡时，每层很快有一个专家分到平均份额三到四倍的词元，另一些几乎分不到；有负载均衡时所有专家都被用到，损失并不更差。</translation>
    </message>
    <message>
        <source>Watch the stream: a decay of 5 keeps the matrices small, so the branches add less and the stream stays less than half as large as the other; so strong a decay also makes the loss fall more slowly.</source>
        <translation>请看残差流：衰减为 5 时矩阵保持较小，各分支加得更少，残差流不到另一个的一半；这样强的衰减也使损失下降得更慢。</translation>
    </message>
    <message>
        <source>dropout %1, attention %2</source>
        <translation>dropout 率 %1，注意力 %2</translation>
    </message>
    <message>
        <source>dropout %1</source>
        <translation>dropout 率 %1</translation>
    </message>
    <message>
        <source>%1, by characters</source>
        <translation>%1，按字符</translation>
    </message>
    <message>
        <source>%1, warm-up</source>
        <translation>%1，有预热</translation>
    </message>
    <message>
        <source>%1, %2 layers</source>
        <translation>%1，%2 层</translation>
    </message>
    <message>
        <source>From the first of %1 layers to the last: %2.</source>
        <translation>%1 层的模型从第一层到最后一层：%2。</translation>
    </message>
    <message>
        <source>Lines: untrained placements; thick: this model’s; logarithmic.</source>
        <translation>每条线是一个归一化位置不同的模型，随机初始化、尚未训练；粗线为当前模型的位置；对数刻度。</translation>
    </message>
    <message>
        <source>%1 times in %2</source>
        <translation>%1 倍（%2）</translation>
    </message>
    <message>
        <source>First layer against last: from %1 to %2.</source>
        <translation>第一层与最后一层之比：从 %1 到 %2。</translation>
    </message>
    <message>
        <source>All its steps are repeated random sequences, no texts: the held-out loss, of texts, need not fall.</source>
        <translation>全程都是重复的随机序列，没有文本：留出损失按文本计算，不一定下降。</translation>
    </message>
    <message>
        <source>%1, of each batch</source>
        <translation>%1，每一批的损失</translation>
    </message>
    <message>
        <source>%1: on repeated random text no head gives what followed last time half of its attention so far; the best one gives %2.</source>
        <translation>%1：在重复的随机文本上，到目前为止还没有头把一半的注意力给上次跟在后面的词元；最好的头给出 %2。</translation>
    </message>
    <message>
        <source>%1: on repeated random text no head ever gives what followed last time half of its attention; the best one gives %2.</source>
        <translation>%1：在重复的随机文本上，没有任何头把一半的注意力给上次跟在后面的词元；最好的头给出 %2。</translation>
    </message>
    <message>
        <source>went on</source>
        <translation>接着训练</translation>
    </message>
    <message>
        <source>%1: its training did not measure how its heads copy. Choose another under “Trainings”.</source>
        <translation>%1：它的训练没有测量各个头的复制能力。请在“训练记录”中另选一个。</translation>
    </message>
</context>
<context>
    <name>WalkButton</name>
    <message>
        <source>Original Transformer → LLaMA</source>
        <translation>最初的 Transformer → LLaMA</translation>
    </message>
    <message>
        <source>The choices of the original Transformer become those of LLaMA, one by one: planned steps for F5, where → and ← walk them</source>
        <translation>最初的 Transformer 的选项逐个变成 LLaMA 的：F5 中的预定步骤，用 → 和 ← 走</translation>
    </message>
</context>
<context>
    <name>WeightSwapMenu</name>
    <message>
        <source>A recorded run has no weights.</source>
        <translation>记录下来的运行没有权重。</translation>
    </message>
    <message>
        <source>Only one of the two models has this weight.</source>
        <translation>两个模型中只有一个有这个权重。</translation>
    </message>
    <message>
        <source>It has another shape in %1: %2 instead of %3.</source>
        <translation>它在 %1 中形状不同：%2，而不是 %3。</translation>
    </message>
    <message>
        <source>It is the same weight in both.</source>
        <translation>两边的权重相同。</translation>
    </message>
    <message>
        <source>That of %1 is of a seed that no name leads to.</source>
        <translation>%1 的权重由种子生成，没有名称可以找到它。</translation>
    </message>
    <message>
        <source>In %1: take %2 from %3</source>
        <translation>%1：取用 %3 的 %2</translation>
    </message>
</context>
<context>
    <name>Weights</name>
    <message>
        <source>These matrices are drawn in blocks, which are not subtracted: look at A | B.</source>
        <translation>这些矩阵按块绘制，块不能相减：请看 A | B。</translation>
    </message>
    <message>
        <source>No matrix of A has the shape of that of B: look at A | B.</source>
        <translation>A 没有与 B 形状相同的矩阵：请看 A | B。</translation>
    </message>
    <message>
        <source>%1: other shapes</source>
        <translation>%1：形状不同</translation>
    </message>
    <message>
        <source>Δ weight</source>
        <translation>Δ 权重</translation>
    </message>
    <message>
        <source>weight</source>
        <translation>权重</translation>
    </message>
    <message>
        <source>The matrices of layer %1; a row makes one output, a column reads one input; one scale for all.</source>
        <translation>%1 层的矩阵：每行产生一个输出，每列读取一个输入；共用一个色标。</translation>
    </message>
    <message>
        <source>The weights of A and B are the same.</source>
        <translation>A 和 B 的权重相同。</translation>
    </message>
    <message>
        <source>%1 differs most: ‖B − A‖ is %2 of ‖A‖.</source>
        <translation>%1 差别最大：‖B − A‖ 是 ‖A‖ 的 %2。</translation>
    </message>
    <message>
        <source>The largest weight of layer %1 is in %2, magnitude %3.</source>
        <translation>%1 层最大的权重在 %2 中，绝对值 %3。</translation>
    </message>
    <message>
        <source>‖W‖: %1.</source>
        <translation>‖W‖：%1。</translation>
    </message>
    <message>
        <source>, </source>
        <translation>、</translation>
    </message>
    <message>
        <source>A cell of the largest matrices is the largest magnitude of a block, with its sign.</source>
        <translation>最大矩阵的一格是一个块中绝对值最大的数，带符号。</translation>
    </message>
    <message>
        <source>A recorded run has no weights: open the model that it is of.</source>
        <translation>记录的运行没有权重：请打开它所属的模型。</translation>
    </message>
    <message>
        <source>Layer %1 has no matrices.</source>
        <translation>%1 层没有矩阵。</translation>
    </message>
    <message>
        <source>Every matrix here has more than %1 singular values, which would take minutes.</source>
        <translation>这里每个矩阵的奇异值都多于 %1 个，计算需要几分钟。</translation>
    </message>
    <message>
        <source>singular value, largest first</source>
        <translation>奇异值，从大到小</translation>
    </message>
    <message>
        <source>size</source>
        <translation>大小</translation>
    </message>
    <message>
        <source>Each line: the singular values of a matrix of layer %1; a steep one writes into few directions.</source>
        <translation>每条线：%1 层一个矩阵的奇异值；线越陡，写入的方向越少。</translation>
    </message>
    <message>
        <source>Each line: singular values of B less those of A, the largest against the largest.</source>
        <translation>每条线：B 的奇异值减去 A 的，最大的对最大的。</translation>
    </message>
    <message>
        <source>%1 %2 of %3</source>
        <translation>%1 %2/%3</translation>
    </message>
    <message>
        <source>So many singular values hold nine tenths of the squares: %1.</source>
        <translation>占平方和十分之九的奇异值个数：%1。</translation>
    </message>
    <message>
        <source>Larger than %1 and not computed: %2.</source>
        <translation>大于 %1，未计算：%2。</translation>
    </message>
    <message>
        <source>layer</source>
        <translation>层</translation>
    </message>
    <message>
        <source>Lines: the Frobenius norm of a matrix over the layers; the root of the sum of its squares.</source>
        <translation>每条线：一个矩阵在各层的 Frobenius 范数，即平方和的根。</translation>
    </message>
    <message>
        <source>‖W‖ of B less that of A goes from %1 to %2 in %3, the widest range.</source>
        <translation>B 的 ‖W‖ 减去 A 的，在 %3 中从 %1 到 %2，范围最大。</translation>
    </message>
    <message>
        <source>‖W‖ changes most over the layers in %1: from %2 to %3.</source>
        <translation>‖W‖ 在各层中变化最大的是 %1：从 %2 到 %3。</translation>
    </message>
    <message>
        <source>Of the mixture, expert %1 out of %2 is shown.</source>
        <translation>混合专家共 %2 个，图中为专家 %1。</translation>
    </message>
    <message>
        <source>Of the mixture, shared expert %1 is shown.</source>
        <translation>图中为混合专家的共享专家 %1。</translation>
    </message>
    <message>
        <source>The weights of A and B are so unlike that their bins are others: look at A | B.</source>
        <translation>A 与 B 的权重相差太大，分箱不同：请看 A | B。</translation>
    </message>
    <message>
        <source>share of the weights, %</source>
        <translation>权重所占比例，%</translation>
    </message>
    <message>
        <source>Each line: the weights of a matrix of layer %1, in 64 bins; the outer ones hold all beyond.</source>
        <translation>每条线：%1 层一个矩阵的权重，分成 64 箱；最外两箱包含更远的全部。</translation>
    </message>
    <message>
        <source>Each line: the shares of B less those of A.</source>
        <translation>每条线：B 的比例减去 A 的。</translation>
    </message>
    <message>
        <source>Widest are the weights of %1, with a root mean square of %2; narrowest those of %3, with %4.</source>
        <translation>%1 的权重散布最宽，均方根为 %2；%3 最窄，为 %4。</translation>
    </message>
    <message>
        <source>In the fewest directions</source>
        <translation>方向最少的</translation>
    </message>
    <message>
        <source>Changed most</source>
        <translation>改变最大的</translation>
    </message>
    <message>
        <source>stable rank of ΔW</source>
        <translation>ΔW 的稳定秩</translation>
    </message>
    <message>
        <source>size in ΔW</source>
        <translation>在 ΔW 中的大小</translation>
    </message>
    <message>
        <source>Each line: the singular values of ΔW of a matrix of the layer</source>
        <translation>每条线：该层一个矩阵的 ΔW 的奇异值</translation>
    </message>
    <message>
        <source>Each cell: ‖ΔW‖² over its largest squared singular value</source>
        <translation>每格：‖ΔW‖² 除以其最大奇异值的平方</translation>
    </message>
    <message>
        <source>%1 is changed most: ‖ΔW‖ is %2 of ‖W‖; %3 least, %4.</source>
        <translation>%1 改变最大：‖ΔW‖ 是 ‖W‖ 的 %2；%3 最小，%4。</translation>
    </message>
    <message>
        <source>Weights of equal norm that have nothing in common are 141 % apart.</source>
        <translation>范数相等而毫无共同之处的权重相差 141 %。</translation>
    </message>
    <message>
        <source>%1 is changed in the fewest directions, a stable rank of %2; %3 in the most, %4.</source>
        <translation>%1 改变的方向最少，稳定秩为 %2；%3 最多，%4。</translation>
    </message>
    <message>
        <source>The rank of ΔW: %1.</source>
        <translation>ΔW 的秩：%1。</translation>
    </message>
    <message>
        <source>Without ΔW, as B has no such matrix of this shape: %1</source>
        <translation>没有 ΔW，因为 B 没有形状相同的这些矩阵：%1</translation>
    </message>
    <message>
        <source>There is one model: choose as B another with the same sizes, a step of its training or what was trained from it.</source>
        <translation>只有一个模型：请选尺寸相同的另一模型作为 B，例如其训练的某一步，或由它继续训练的模型。</translation>
    </message>
    <message>
        <source>The picture is of both models already.</source>
        <translation>图中已经包含两个模型。</translation>
    </message>
    <message>
        <source>No matrix of A has the shape of that of B: choose as B a model with the same sizes.</source>
        <translation>A 没有与 B 形状相同的矩阵：请选尺寸相同的模型作为 B。</translation>
    </message>
    <message>
        <source>The weights of A and B are the same: choose as B a step of the training, or what was trained from A.</source>
        <translation>A 和 B 的权重相同：请选训练的某一步，或由 A 继续训练的模型作为 B。</translation>
    </message>
    <message>
        <source>Compare with the start of its training</source>
        <translation>与训练开始时比较</translation>
    </message>
    <message>
        <source>Compare with the end of its training</source>
        <translation>与训练结束时比较</translation>
    </message>
    <message>
        <source>E%1</source>
        <translation>E%1</translation>
    </message>
    <message>
        <source>outside</source>
        <translation>层外</translation>
    </message>
    <message>
        <source>Base %1, tuned %2.</source>
        <translation>基础 %1，微调 %2。</translation>
    </message>
    <message>
        <source>%1</source>
        <comment>number of a layer</comment>
        <translation>L%1</translation>
    </message>
    <message>
        <source>from %1 to %2</source>
        <translation>从 %1 到 %2</translation>
    </message>
    <message>
        <source>All: %1.</source>
        <translation>全部：%1。</translation>
    </message>
    <message>
        <source>Each cell: the norm of ΔW, tuned − base, as a share of that of the base</source>
        <translation>每格：ΔW（微调 − 基础）的范数与基础的范数之比</translation>
    </message>
</context>
<context>
    <name>Writing</name>
    <message>
        <source>, </source>
        <translation>，</translation>
    </message>
    <message numerus="yes">
        <source>%1 and %n more</source>
        <translation>
            <numerusform>%1及另外 %n 个</numerusform>
        </translation>
    </message>
    <message>
        <source>one in %1</source>
        <translation>%1 分之一</translation>
    </message>
    <message>
        <source>cut off: %1</source>
        <translation>截去 %1</translation>
    </message>
    <message numerus="yes">
        <source>One prompt, %n continuation(s)</source>
        <translation>
            <numerusform>一段提示，%n 种续写</numerusform>
        </translation>
    </message>
    <message>
        <source>The model is writing …</source>
        <translation>模型正在书写…</translation>
    </message>
    <message>
        <source>After %1: p → p after the cut</source>
        <translation>%1 之后：截断前 p → 截断后 p</translation>
    </message>
    <message>
        <source>log Z after every token</source>
        <translation>每个词元之后的 log Z</translation>
    </message>
    <message>
        <source>“%1”</source>
        <translation>“%1”</translation>
    </message>
    <message>
        <source>A recorded run has no model that could write: open its model.</source>
        <translation>记录的运行没有可以续写的模型：请打开它的模型。</translation>
    </message>
    <message>
        <source>The text is longer than the model reads, so nothing can be written after it: shorten it.</source>
        <translation>文本比模型能读的更长，后面写不下去：请缩短文本。</translation>
    </message>
    <message>
        <source>Nothing follows %1: its text ends there.</source>
        <translation>%1 之后没有内容：文本到此结束。</translation>
    </message>
    <message>
        <source>After %1 one of %2 tokens stays: %3 with probability %4.</source>
        <translation>%1 之后，%2 个词元中只留下一个：%3，概率 %4。</translation>
    </message>
    <message>
        <source>After %1 the cut leaves %2 of %3 tokens with %4 of the probability.</source>
        <translation>%1 之后，截断留下 %3 个词元中的 %2 个，占概率的 %4。</translation>
    </message>
    <message>
        <source>log Z runs from %1 to %2; z-loss would add between %3 and %4 nat per position.</source>
        <translation>log Z 从 %1 到 %2；z 损失会给每个位置加 %3 到 %4 nat。</translation>
    </message>
    <message numerus="yes">
        <source>The model reads %1 tokens: %n text(s) end there.</source>
        <translation>
            <numerusform>模型最多读 %1 个词元：%n 段文本在那里结束。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n text(s) end with the token that ends a text.</source>
        <translation>
            <numerusform>%n 段文本以结束词元收尾。</numerusform>
        </translation>
    </message>
    <message>
        <source>greedy</source>
        <translation>贪心</translation>
    </message>
    <message>
        <source>chosen</source>
        <translation>自选</translation>
    </message>
    <message>
        <source>seed %1</source>
        <translation>种子 %1</translation>
    </message>
    <message>
        <source>temperature 0: always the likeliest</source>
        <translation>温度 0：总取概率最大的</translation>
    </message>
    <message>
        <source>temperature %1</source>
        <translation>温度 %1</translation>
    </message>
    <message>
        <source>repetition penalty %1</source>
        <translation>重复惩罚 %1</translation>
    </message>
    <message>
        <source>Numbers on branches: probability before the cut; %1.</source>
        <translation>分支上的数：截断前的概率；%1。</translation>
    </message>
    <message>
        <source>The texts are written without the interventions of this run.</source>
        <translation>这些文本续写时没有本次运行的干预。</translation>
    </message>
    <message>
        <source>Without the cut %2 is the text of seed %1, loss %3 nat per token; %4 is the greedy one, loss %5.</source>
        <translation>不截断时抽到种子 %1 的文本的机会：%2，每个词元损失 %3 nat；贪心的文本：%4，损失 %5。</translation>
    </message>
    <message>
        <source>almost every one</source>
        <translation>几乎每次</translation>
    </message>
</context>
<context>
    <name>app::AnimationDialog</name>
    <message>
        <source>What changes</source>
        <translation>变化的量</translation>
    </message>
    <message>
        <source>Tokens</source>
        <translation>词元</translation>
    </message>
    <message>
        <source>From – to</source>
        <translation>从 – 到</translation>
    </message>
    <message>
        <source>Values</source>
        <translation>取值</translation>
    </message>
    <message>
        <source>Seconds a frame</source>
        <translation>每帧秒数</translation>
    </message>
    <message>
        <source>A frame for each step that was kept</source>
        <translation>每个保存的训练步一帧</translation>
    </message>
    <message numerus="yes">
        <source>%n frames</source>
        <translation>
            <numerusform>%n 帧</numerusform>
        </translation>
    </message>
    <message>
        <source>The first one is behind the last one.</source>
        <translation>起点在终点之后。</translation>
    </message>
    <message>
        <source>Choose at least one value.</source>
        <translation>请至少选择一个取值。</translation>
    </message>
    <message>
        <source>Type the values with commas between, at most %1: 1000, 10000.</source>
        <translation>请输入取值，以英文逗号分隔，最多 %1 个：1000, 10000。</translation>
    </message>
    <message>
        <source>Export animation</source>
        <translation>导出动画</translation>
    </message>
    <message>
        <source>From</source>
        <translation>从</translation>
    </message>
    <message>
        <source>To</source>
        <translation>到</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>导出…</translation>
    </message>
</context>
<context>
    <name>app::AnimationGuide</name>
    <message>
        <source>Step of the training</source>
        <translation>训练步</translation>
    </message>
    <message>
        <source>Tokens that are written on</source>
        <translation>续写的词元</translation>
    </message>
    <message>
        <source>Layer</source>
        <translation>层</translation>
    </message>
    <message>
        <source>Head</source>
        <translation>头</translation>
    </message>
    <message>
        <source>Token that looks</source>
        <translation>查询词元</translation>
    </message>
    <message>
        <source>Token that is looked at</source>
        <translation>被关注的词元</translation>
    </message>
</context>
<context>
    <name>app::CheckWords</name>
    <message>
        <source>agrees with transformers %1: logits within %2, stream’s RMS within %3</source>
        <translation>与 transformers %1 一致：logit 相差不超过 %2，残差流 RMS 不超过 %3</translation>
    </message>
    <message>
        <source>differs from transformers %1: logits by up to %2, stream’s RMS by up to %3</source>
        <translation>与 transformers %1 不同：logit 最多相差 %2，残差流 RMS 最多 %3</translation>
    </message>
    <message>
        <source>agrees with transformers %1: stream’s RMS within %2</source>
        <translation>与 transformers %1 一致：残差流 RMS 相差不超过 %2</translation>
    </message>
    <message>
        <source>differs from transformers %1: stream’s RMS by up to %2</source>
        <translation>与 transformers %1 不同：残差流 RMS 最多相差 %2</translation>
    </message>
    <message>
        <source>Largest difference of a logit: %1; the largest logit is %2.</source>
        <translation>logit 的最大差：%1；最大的 logit 为 %2。</translation>
    </message>
    <message>
        <source>Largest difference of the root mean square of the stream after a block, as a share of it: %1.</source>
        <translation>各块之后残差流均方根的最大相对差：%1。</translation>
    </message>
    <message>
        <source>Up to %1 of the largest counts as agreement.</source>
        <translation>不超过最大值的 %1 即视为一致。</translation>
    </message>
    <message>
        <source>checking… %1</source>
        <translation>核对中… %1</translation>
    </message>
    <message>
        <source>Plain loops compute every tensor of this run once more.</source>
        <translation>用朴素循环把这次运行的每个张量重算一遍。</translation>
    </message>
    <message>
        <source>checked: %1 tensors, no difference</source>
        <translation>已核对：%1 个张量，没有差别</translation>
    </message>
    <message>
        <source>checked: %1 tensors, largest difference %2 at %3</source>
        <translation>已核对：%1 个张量，最大差 %2，位于 %3</translation>
    </message>
    <message>
        <source>Plain loops in double precision, which share nothing with the engine but the weights, have computed %1 tensors of this run once more.</source>
        <translation>双精度的朴素循环已把这次运行的 %1 个张量重算一遍；它与计算引擎只共用权重。</translation>
    </message>
    <message>
        <source>Largest difference: %1 at %2.</source>
        <translation>最大差：%1，位于 %2。</translation>
    </message>
    <message>
        <source>Largest share of the largest value of its tensor: %1 at %2; up to %3 counts as agreement.</source>
        <translation>相对于所在张量最大值的最大差：%1，位于 %2；不超过 %3 即视为一致。</translation>
    </message>
    <message>
        <source>Not computed by them: %1.</source>
        <translation>它不计算的：%1。</translation>
    </message>
    <message>
        <source>checked: within %1</source>
        <translation>已核对：不超过 %1</translation>
    </message>
    <message>
        <source>checked</source>
        <translation>已核对</translation>
    </message>
    <message>
        <source>transformers %1 with torch %2 computed this model on this text in float32 (class %3); the numbers are stored in references/%4.json, written by %5.</source>
        <translation>transformers %1（torch %2）用 float32 在这段文本上计算过这个模型（类 %3）；数值存于 references/%4.json，由 %5 写成。</translation>
    </message>
    <message>
        <source>checked: within %1, at %2</source>
        <translation>已核对：不超过 %1，位于 %2</translation>
    </message>
</context>
<context>
    <name>app::CommandPalette</name>
    <message>
        <source>%1 · %2</source>
        <translation>%1 · %2</translation>
    </message>
    <message>
        <source>What was found</source>
        <translation>查找结果</translation>
    </message>
    <message>
        <source>Nothing is called so.</source>
        <translation>没有这个名称的内容。</translation>
    </message>
    <message>
        <source>Find an action, a page, a concept, a lesson, a head (L2 H3), a token, a tensor, a model</source>
        <translation>查找操作、页、概念、课程、头（L2 H3）、词元、张量、模型</translation>
    </message>
</context>
<context>
    <name>app::CompareBar</name>
    <message>
        <source>Text and choices are those of A</source>
        <translation>文本与选项属于 A</translation>
    </message>
    <message>
        <source>Text and choices are those of B</source>
        <translation>文本与选项属于 B</translation>
    </message>
    <message>
        <source>A alone (1)</source>
        <translation>只看 A（1）</translation>
    </message>
    <message>
        <source>B alone (2); X toggles</source>
        <translation>只看 B（2）；按 X 切换</translation>
    </message>
    <message>
        <source>Side by side (3)</source>
        <translation>并排（3）</translation>
    </message>
    <message>
        <source>B − A (4)</source>
        <translation>B 减 A（4）</translation>
    </message>
    <message>
        <source>Both and their difference (5)</source>
        <translation>两者及其差（5）</translation>
    </message>
    <message>
        <source>same scale</source>
        <translation>同一刻度</translation>
    </message>
    <message>
        <source>scales differ</source>
        <translation>刻度不同</translation>
    </message>
    <message>
        <source>A and B share their scales, so that a colour is the same number in both</source>
        <translation>A 与 B 共用刻度，同一种颜色在两边是同一个数</translation>
    </message>
    <message>
        <source>Exchange A and B</source>
        <translation>交换 A 与 B</translation>
    </message>
    <message>
        <source>End the comparison</source>
        <translation>结束对比</translation>
    </message>
</context>
<context>
    <name>app::CompareWords</name>
    <message>
        <source>%1 %2</source>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>%1: no effect up to here</source>
        <translation>%1：到此尚无影响</translation>
    </message>
</context>
<context>
    <name>app::ConceptMenu</name>
    <message>
        <source>%1 — %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>Find a concept</source>
        <translation>查找概念</translation>
    </message>
</context>
<context>
    <name>app::Drawers</name>
    <message>
        <source>Opens %1</source>
        <translation>打开“%1”</translation>
    </message>
</context>
<context>
    <name>app::ExportDialog</name>
    <message>
        <source>Export figure</source>
        <translation>导出图形</translation>
    </message>
    <message>
        <source>&amp;Copy</source>
        <translation>复制(&amp;C)</translation>
    </message>
    <message>
        <source>%1 × %2 mm</source>
        <translation>%1 × %2 mm</translation>
    </message>
    <message numerus="yes">
        <source>%n file(s)</source>
        <translation>
            <numerusform>%n 个文件</numerusform>
        </translation>
    </message>
    <message>
        <source>Several files would have this name: add %1</source>
        <translation>会有多个文件同名：请加上 %1</translation>
    </message>
    <message numerus="yes">
        <source>%n file(s) exist already: %1</source>
        <translation>
            <numerusform>已有 %n 个同名文件：%1</numerusform>
        </translation>
    </message>
    <message>
        <source>Overwrite</source>
        <translation>覆盖</translation>
    </message>
    <message numerus="yes">
        <source>%n file(s), %1</source>
        <translation>
            <numerusform>%n 个文件，%1</numerusform>
        </translation>
    </message>
    <message>
        <source>Open folder</source>
        <translation>打开文件夹</translation>
    </message>
    <message>
        <source>Copy path</source>
        <translation>复制路径</translation>
    </message>
    <message>
        <source>Cancelled.</source>
        <translation>已取消。</translation>
    </message>
    <message numerus="yes">
        <source>%n not written: %1</source>
        <translation>
            <numerusform>%n 个未写出：%1</numerusform>
        </translation>
    </message>
    <message>
        <source>Actual size</source>
        <translation>实际大小</translation>
    </message>
    <message>
        <source>&amp;Export</source>
        <translation>导出(&amp;E)</translation>
    </message>
    <message>
        <source>As PNG, SVG and PDF at once</source>
        <translation>同时复制为 PNG、SVG 和 PDF</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>The figure environment for %1 is on the clipboard.</source>
        <translation>%1 的 figure 环境已复制到剪贴板。</translation>
    </message>
    <message>
        <source>Copy &amp;LaTeX</source>
        <translation>复制 LaTeX(&amp;L)</translation>
    </message>
    <message>
        <source>The figure environment with its caption, for a paper</source>
        <translation>带说明文字的 figure 环境，可直接用于论文</translation>
    </message>
</context>
<context>
    <name>app::ExportForm</name>
    <message>
        <source>What</source>
        <translation>内容</translation>
    </message>
    <message>
        <source>Figure</source>
        <translation>图</translation>
    </message>
    <message>
        <source>Also</source>
        <translation>以及</translation>
    </message>
    <message>
        <source>With</source>
        <translation>包含</translation>
    </message>
    <message>
        <source>Caption</source>
        <translation>说明文字</translation>
    </message>
    <message>
        <source>Alternative text</source>
        <translation>替代文字</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>尺寸</translation>
    </message>
    <message>
        <source>For</source>
        <translation>用于</translation>
    </message>
    <message>
        <source>Page</source>
        <translation>页面</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>字号</translation>
    </message>
    <message>
        <source>Look</source>
        <translation>外观</translation>
    </message>
    <message>
        <source>Colours</source>
        <translation>配色</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>语言</translation>
    </message>
    <message>
        <source>Background</source>
        <translation>背景</translation>
    </message>
    <message>
        <source>Text in SVG</source>
        <translation>SVG 中的文字</translation>
    </message>
    <message>
        <source>Format</source>
        <translation>格式</translation>
    </message>
    <message>
        <source>Picture</source>
        <translation>图片</translation>
    </message>
    <message>
        <source>PNG</source>
        <translation>PNG</translation>
    </message>
    <message>
        <source>Numbers</source>
        <translation>数值</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>文件夹</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>文件名</translation>
    </message>
    <message>
        <source>On the page: numbers %1 pt, labels %2 pt, title %3 pt</source>
        <translation>页面上：数字 %1 pt，标签 %2 pt，标题 %3 pt</translation>
    </message>
    <message>
        <source>%1. Below %2 pt it is unreadable.</source>
        <translation>%1。小于 %2 pt 就没人看得清了。</translation>
    </message>
    <message>
        <source>Folder for the files</source>
        <translation>存放文件的文件夹</translation>
    </message>
    <message>
        <source>every head</source>
        <translation>每个头</translation>
    </message>
    <message>
        <source>every layer</source>
        <translation>每一层</translation>
    </message>
    <message>
        <source>title</source>
        <translation>标题</translation>
    </message>
    <message>
        <source>caption</source>
        <translation>说明文字</translation>
    </message>
    <message>
        <source>colour bar</source>
        <translation>色条</translation>
    </message>
    <message>
        <source>transparent</source>
        <translation>透明</translation>
    </message>
    <message>
        <source> mm</source>
        <translation> mm</translation>
    </message>
    <message>
        <source> dpi</source>
        <translation> dpi</translation>
    </message>
    <message>
        <source>Choose…</source>
        <translation>选择…</translation>
    </message>
    <message>
        <source>Read aloud by screen readers; if empty, the caption is</source>
        <translation>供读屏软件朗读；留空则用说明文字</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>浅色</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>深色</translation>
    </message>
    <message>
        <source>Projector</source>
        <translation>投影</translation>
    </message>
    <message>
        <source>Window</source>
        <translation>同窗口</translation>
    </message>
    <message>
        <source>The language of the window</source>
        <translation>窗口所用的语言</translation>
    </message>
    <message>
        <source>Editable</source>
        <translation>可编辑</translation>
    </message>
    <message>
        <source>Text stays text, in a font of the reader&apos;s machine</source>
        <translation>文字仍是文字，用读者电脑上的字体显示</translation>
    </message>
    <message>
        <source>Outlines</source>
        <translation>轮廓</translation>
    </message>
    <message>
        <source>Looks the same everywhere, cannot be edited as text</source>
        <translation>在任何地方看起来都一样，但不能再作为文字编辑</translation>
    </message>
    <message>
        <source>Words</source>
        <translation>文字</translation>
    </message>
    <message>
        <source>recipe</source>
        <translation>配方</translation>
    </message>
    <message>
        <source>The recipe alone, in a JSON file: opens like a figure</source>
        <translation>单独的配方，存为 JSON 文件：可像图形一样打开</translation>
    </message>
    <message>
        <source>LaTeX</source>
        <translation>LaTeX</translation>
    </message>
    <message>
        <source>The figure environment with its caption, in a file to include</source>
        <translation>带说明文字的 figure 环境，存为可引入的文件</translation>
    </message>
    <message>
        <source>Large maps</source>
        <translation>大图</translation>
    </message>
    <message>
        <source>Not installed, the nearest font is used. Debian: %1</source>
        <translation>未安装，改用最接近的字体。Debian 软件包：%1</translation>
    </message>
    <message>
        <source>every cell in SVG and PDF</source>
        <translation>SVG 和 PDF 保留每个格子</translation>
    </message>
    <message>
        <source>Otherwise a block of cells that are smaller than a printed dot shows its largest magnitude</source>
        <translation>否则比印刷点还小的格子合成一块，显示其中绝对值最大的数</translation>
    </message>
    <message>
        <source>Sans serif, as on screen</source>
        <translation>无衬线，与屏幕上相同</translation>
    </message>
    <message>
        <source>Serif</source>
        <translation>衬线</translation>
    </message>
    <message>
        <source>As Times, for papers</source>
        <translation>类似 Times，用于论文</translation>
    </message>
    <message>
        <source>As LaTeX sets its text</source>
        <translation>与 LaTeX 正文相同</translation>
    </message>
    <message>
        <source>All</source>
        <translation>全部</translation>
    </message>
    <message>
        <source>A file in each language</source>
        <translation>每种语言一个文件</translation>
    </message>
    <message>
        <source>High contrast</source>
        <translation>高对比度</translation>
    </message>
    <message>
        <source>Filled in: {page} {figure} {layer} {head} {slot} {lang} {theme} {preset} {ext}</source>
        <translation>可填入：{page} {figure} {layer} {head} {slot} {lang} {theme} {preset} {ext}</translation>
    </message>
    <message>
        <source>Width</source>
        <translation>宽度</translation>
    </message>
    <message>
        <source>Height</source>
        <translation>高度</translation>
    </message>
</context>
<context>
    <name>app::ExportGuide</name>
    <message>
        <source>Written: %1</source>
        <translation>已写入：%1</translation>
    </message>
    <message>
        <source>The figure is on the clipboard as PNG, SVG and PDF.</source>
        <translation>图形已复制到剪贴板，含 PNG、SVG 和 PDF 三种格式。</translation>
    </message>
</context>
<context>
    <name>app::ExportJob</name>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
</context>
<context>
    <name>app::FrameExport</name>
    <message>
        <source>Written: %1</source>
        <translation>已写入：%1</translation>
    </message>
    <message>
        <source>Drawing %1 of %2 …</source>
        <translation>正在绘制第 %1 个，共 %2 个…</translation>
    </message>
    <message>
        <source>PDF, a page a picture (*.pdf)</source>
        <translation>PDF，每页一图 (*.pdf)</translation>
    </message>
    <message>
        <source>Web page (*.html)</source>
        <translation>网页 (*.html)</translation>
    </message>
    <message>
        <source>Numbered PNG pictures (*.png)</source>
        <translation>编号的 PNG 图片 (*.png)</translation>
    </message>
    <message>
        <source>Contact sheet (*-sheet.png)</source>
        <translation>缩略图总览 (*-sheet.png)</translation>
    </message>
    <message>
        <source>Numbered SVG pictures (*.svg)</source>
        <translation>编号的 SVG 图片 (*.svg)</translation>
    </message>
    <message>
        <source>Moving picture (*.%1)</source>
        <translation>动图 (*.%1)</translation>
    </message>
    <message>
        <source>Web page with the notes (*.html)</source>
        <translation>网页，带备注 (*.html)</translation>
    </message>
</context>
<context>
    <name>app::Greeting</name>
    <message>
        <source>Welcome to Cutaway</source>
        <translation>欢迎使用剖视</translation>
    </message>
    <message>
        <source>A real Transformer runs in this window, and every number of it can be seen. Where would you like to begin?</source>
        <translation>这个窗口里运行着一个真正的 Transformer，其中每个数都看得见。从哪里开始？</translation>
    </message>
    <message>
        <source>A tour of three minutes</source>
        <translation>三分钟导览</translation>
    </message>
    <message>
        <source>Compare two models</source>
        <translation>比较两个模型</translation>
    </message>
    <message>
        <source>Just look</source>
        <translation>随便看看</translation>
    </message>
</context>
<context>
    <name>app::Intervening</name>
    <message>
        <source>Where does this number come &amp;from?</source>
        <translation>这个数从哪里来？(&amp;F)</translation>
    </message>
    <message>
        <source>A recorded run cannot be changed</source>
        <translation>记录下的运行不能改动</translation>
    </message>
    <message>
        <source>This run recorded no such tensor</source>
        <translation>这次运行没有记录这样的张量</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation>%1 至 %2</translation>
    </message>
    <message>
        <source>Scale %1 by</source>
        <translation>%1 乘以</translation>
    </message>
    <message>
        <source>Set %1 to</source>
        <translation>%1 设为</translation>
    </message>
    <message>
        <source>In force in %1: %2. The list is under Architecture, at the right.</source>
        <translation>在 %1 中生效：%2。列表在右侧“结构”下。</translation>
    </message>
    <message>
        <source>Interventions: %1</source>
        <translation>干预：%1</translation>
    </message>
    <message>
        <source>Interventions in %1: %2</source>
        <translation>%1 的干预：%2</translation>
    </message>
    <message>
        <source>%1 as in</source>
        <translation>%1 取自</translation>
    </message>
    <message>
        <source>Enter runs this text and takes its value. A place of all tokens needs as many of them.</source>
        <translation>Enter 运行此文本并取其值。涉及全部词元的位置需要同样多的词元。</translation>
    </message>
    <message>
        <source>Nothing was changed: %1.</source>
        <translation>没有改动：%1。</translation>
    </message>
    <message>
        <source>Texts to take the mean over</source>
        <translation>取平均所用的文本</translation>
    </message>
    <message>
        <source>Nothing was changed: the texts were not run to their end.</source>
        <translation>没有改动：文本未运行完。</translation>
    </message>
    <message>
        <source>Nothing was changed: the values from other texts were of the model before.</source>
        <translation>没有改动：其他文本的值属于之前的模型。</translation>
    </message>
    <message>
        <source>Nothing was changed: each token keeps one that it looks at.</source>
        <translation>没有改动：每个词元至少保留一个它能看的词元。</translation>
    </message>
    <message>
        <source>Interventions in A: %1, in B: %2</source>
        <translation>A 中的干预：%1，B 中：%2</translation>
    </message>
    <message>
        <source>Add to %1 the difference of</source>
        <translation>给 %1 加上两者之差</translation>
    </message>
    <message>
        <source>A saved vector to add</source>
        <translation>要加上的已保存向量</translation>
    </message>
    <message>
        <source>In force in %1: the mask that was drawn, of every head. It is under Architecture, Mask.</source>
        <translation>在 %1 中生效：画出的掩码，用于每个头。它在“结构”下的“掩码”里。</translation>
    </message>
    <message>
        <source>Add to %1 the embedding of the token</source>
        <translation>给 %1 加上这个词元的嵌入</translation>
    </message>
    <message>
        <source>Vectors (*.safetensors *.npy *.json)</source>
        <translation>向量 (*.safetensors *.npy *.json)</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>所有文件 (*)</translation>
    </message>
    <message numerus="yes">
        <source>This text has %n token(s).</source>
        <translation>
            <numerusform>这段文本有 %n 个词元。</numerusform>
        </translation>
    </message>
    <message>
        <source>The place is of all %1 tokens: write a text of as many, or point at one token.</source>
        <translation>这个位置包含全部 %1 个词元：请写一段词元数相同的文本，或只指向一个词元。</translation>
    </message>
    <message>
        <source>The place is token %1: write a text that is longer, or point at an earlier token.</source>
        <translation>这个位置是词元 %1：请写一段更长的文本，或指向更靠前的词元。</translation>
    </message>
    <message>
        <source>Add to %1 the direction towards the token</source>
        <translation>给 %1 加上朝向这个词元的方向</translation>
    </message>
</context>
<context>
    <name>app::KeyEditor</name>
    <message>
        <source>Action</source>
        <translation>操作</translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>快捷键</translation>
    </message>
    <message>
        <source>Menu</source>
        <translation>菜单</translation>
    </message>
    <message>
        <source>Keys of all actions</source>
        <translation>所有操作的快捷键</translation>
    </message>
    <message>
        <source>Find an action or a key</source>
        <translation>查找操作或快捷键</translation>
    </message>
    <message>
        <source>New keys</source>
        <translation>新快捷键</translation>
    </message>
    <message>
        <source>Press the new key here</source>
        <translation>在此按下新的快捷键</translation>
    </message>
    <message>
        <source>No keys</source>
        <translation>无快捷键</translation>
    </message>
    <message>
        <source>As delivered</source>
        <translation>恢复默认</translation>
    </message>
    <message>
        <source>All as delivered</source>
        <translation>全部恢复默认</translation>
    </message>
    <message>
        <source>%1 belongs to “%2”.</source>
        <translation>%1 已属于“%2”。</translation>
    </message>
    <message>
        <source>%1 is for the control or picture that has the focus.</source>
        <translation>%1 由焦点所在的控件或图使用。</translation>
    </message>
    <message>
        <source>menu %1</source>
        <translation>菜单 %1</translation>
    </message>
</context>
<context>
    <name>app::KeysOverlay</name>
    <message>
        <source>Tab</source>
        <translation>Tab 键</translation>
    </message>
    <message>
        <source>The next part of the window</source>
        <translation>窗口的下一个部分</translation>
    </message>
    <message>
        <source>Arrows</source>
        <translation>方向键</translation>
    </message>
    <message>
        <source>The next cell of the picture</source>
        <translation>图中的下一个单元格</translation>
    </message>
    <message>
        <source>Enter</source>
        <translation>回车键</translation>
    </message>
    <message>
        <source>Marks the cell, as a click does</source>
        <translation>标出单元格，与单击相同</translation>
    </message>
    <message>
        <source>+ and −</source>
        <translation>+ 和 −</translation>
    </message>
    <message>
        <source>A map larger and smaller</source>
        <translation>放大与缩小热图</translation>
    </message>
    <message>
        <source>0</source>
        <translation>0</translation>
    </message>
    <message>
        <source>All of the map</source>
        <translation>整张热图</translation>
    </message>
    <message>
        <source>Backspace</source>
        <translation>退格键</translation>
    </message>
    <message>
        <source>The previous place</source>
        <translation>上一个位置</translation>
    </message>
    <message>
        <source>Space</source>
        <translation>空格键</translation>
    </message>
    <message>
        <source>Plays the steps of the pass</source>
        <translation>播放前向计算的步骤</translation>
    </message>
    <message>
        <source>Home, End</source>
        <translation>Home、End</translation>
    </message>
    <message>
        <source>The first and the last step</source>
        <translation>第一步与最后一步</translation>
    </message>
    <message>
        <source>The menu</source>
        <translation>菜单</translation>
    </message>
    <message>
        <source> or </source>
        <translation> 或 </translation>
    </message>
    <message>
        <source>Everywhere</source>
        <translation>任何地方</translation>
    </message>
    <message>
        <source>Pages</source>
        <translation>页面</translation>
    </message>
    <message>
        <source>Where the focus is</source>
        <translation>焦点所在处</translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>快捷键</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Close the keys</source>
        <translation>关闭快捷键列表</translation>
    </message>
    <message>
        <source>Alt+Up, Alt+Down</source>
        <translation>Alt+↑、Alt+↓</translation>
    </message>
    <message>
        <source>An intervention earlier and later</source>
        <translation>把干预提前与推后</translation>
    </message>
</context>
<context>
    <name>app::Languages</name>
    <message>
        <source>English</source>
        <comment>what this language calls itself</comment>
        <translation>简体中文</translation>
    </message>
    <message>
        <source>EN</source>
        <comment>the sign of this language, one or two letters</comment>
        <translation>中</translation>
    </message>
    <message>
        <source>The cat sat on the mat because it was tired</source>
        <comment>a plain sentence for a model to read</comment>
        <translation>猫坐在垫子上，因为它累了</translation>
    </message>
</context>
<context>
    <name>app::LayerRecorder</name>
    <message>
        <source>For everything there is no room: patterns and stream of all layers are recorded, the rest of the layer that is looked at.</source>
        <translation>内存不够记录全部：所有层只记录注意力权重与残差流，正在查看的层补全记录。</translation>
    </message>
    <message>
        <source>For everything there is no room: the stream of all layers is recorded, the rest of the layer that is looked at.</source>
        <translation>内存不够记录全部：所有层只记录残差流，正在查看的层补全记录。</translation>
    </message>
</context>
<context>
    <name>app::LecturerGuide</name>
    <message>
        <source>There is one screen: notes and clock can be shown on it, where the audience sees them, too.</source>
        <translation>只有一块屏幕：备注和时钟可以显示在这块屏幕上，但观众也会看到。</translation>
    </message>
</context>
<context>
    <name>app::LecturerWindow</name>
    <message>
        <source>%1 / %2 · %3</source>
        <translation>%1 / %2 · %3</translation>
    </message>
    <message numerus="yes">
        <source>%n scene(s) · Page Down begins</source>
        <translation>
            <numerusform>%n 个场景 · 按 Page Down 开始</numerusform>
        </translation>
    </message>
    <message>
        <source>Next: %1</source>
        <translation>下一步：%1</translation>
    </message>
    <message>
        <source>This is the last one.</source>
        <translation>这是最后一步。</translation>
    </message>
    <message>
        <source>Lecturer&apos;s screen — Cutaway</source>
        <translation>讲课人的屏幕 — 剖视</translation>
    </message>
    <message>
        <source>From 0:00</source>
        <translation>从 0:00 起</translation>
    </message>
    <message>
        <source>The time begins anew</source>
        <translation>重新计时</translation>
    </message>
    <message>
        <source>Previous step</source>
        <translation>上一步</translation>
    </message>
    <message>
        <source>Next step</source>
        <translation>下一步</translation>
    </message>
    <message>
        <source>Notes for the lecturer</source>
        <translation>给讲课人的备注</translation>
    </message>
    <message>
        <source>No notes. They are written with a scene: Scenes, at the right of the window.</source>
        <translation>没有备注。备注写在场景里：窗口右侧的“场景”。</translation>
    </message>
</context>
<context>
    <name>app::LessonBoard</name>
    <message>
        <source>Text</source>
        <translation>文字</translation>
    </message>
    <message>
        <source>Text of the step</source>
        <translation>这一步的文字</translation>
    </message>
    <message>
        <source>The text of the step, below the picture</source>
        <translation>这一步的文字，显示在图的下方</translation>
    </message>
</context>
<context>
    <name>app::LessonDots</name>
    <message>
        <source>Step %1</source>
        <translation>第 %1 步</translation>
    </message>
</context>
<context>
    <name>app::LessonHost</name>
    <message>
        <source>“%1” hides parts of the window. Leave the lesson, and all of them are there again?</source>
        <translation>“%1”隐藏了窗口的一部分。离开课程，让它们全部恢复吗？</translation>
    </message>
    <message>
        <source>Leave the lesson</source>
        <translation>离开课程</translation>
    </message>
    <message>
        <source>Stay in the lesson</source>
        <translation>留在课程</translation>
    </message>
</context>
<context>
    <name>app::LessonPanel</name>
    <message>
        <source>Leave the lesson (Esc): the window is as it was before</source>
        <translation>离开课程（Esc）：窗口恢复原样</translation>
    </message>
    <message>
        <source>Leave the lesson</source>
        <translation>离开课程</translation>
    </message>
    <message>
        <source>Presenter’s note</source>
        <translation>讲者备注</translation>
    </message>
    <message>
        <source>Back to this step</source>
        <translation>回到这一步</translation>
    </message>
    <message>
        <source>The window shows again what the step is about, whatever was changed</source>
        <translation>不管改过什么，窗口重新显示这一步的内容</translation>
    </message>
    <message>
        <source>Lesson · %1</source>
        <translation>课程 · %1</translation>
    </message>
    <message>
        <source>Step %1 of %2</source>
        <translation>第 %1 步 / %2</translation>
    </message>
    <message>
        <source>More</source>
        <translation>还有</translation>
    </message>
    <message>
        <source>There is more below: scrolls on</source>
        <translation>下面还有内容：点这里往下翻</translation>
    </message>
</context>
<context>
    <name>app::LessonPapers</name>
    <message>
        <source>Answers of the lesson</source>
        <translation>课程的答案</translation>
    </message>
    <message>
        <source>Lessons (*.json)</source>
        <translation>课程 (*.json)</translation>
    </message>
    <message>
        <source>PDF files (*.pdf)</source>
        <translation>PDF 文件 (*.pdf)</translation>
    </message>
    <message>
        <source>Record a step of a lesson</source>
        <translation>录制课程的一步</translation>
    </message>
    <message>
        <source>Step %1 recorded: %2</source>
        <translation>已录制第 %1 步：%2</translation>
    </message>
    <message>
        <source>Student sheet of the lesson</source>
        <translation>课程的学生用纸</translation>
    </message>
    <message>
        <source>Written: %1</source>
        <translation>已写入：%1</translation>
    </message>
</context>
<context>
    <name>app::LessonWays</name>
    <message>
        <source>Previous</source>
        <translation>上一步</translation>
    </message>
    <message>
        <source>Previous step</source>
        <translation>上一步</translation>
    </message>
    <message>
        <source>Finish</source>
        <translation>完成</translation>
    </message>
    <message>
        <source>Next</source>
        <translation>下一步</translation>
    </message>
    <message>
        <source>Next: %1</source>
        <translation>下一步：%1</translation>
    </message>
</context>
<context>
    <name>app::LessonWork</name>
    <message>
        <source>Show the answer</source>
        <translation>揭晓答案</translation>
    </message>
    <message>
        <source>Show me</source>
        <translation>做给我看</translation>
    </message>
    <message>
        <source>Does it for you</source>
        <translation>替你完成</translation>
    </message>
    <message>
        <source>First choose an answer.</source>
        <translation>先选一个答案。</translation>
    </message>
    <message>
        <source>First do the tasks above.</source>
        <translation>先完成上面的操作。</translation>
    </message>
    <message>
        <source>The numbers are being computed…</source>
        <translation>正在计算……</translation>
    </message>
    <message>
        <source>Now do it:</source>
        <translation>动手做：</translation>
    </message>
    <message>
        <source>Guess first</source>
        <translation>先猜，再看</translation>
    </message>
    <message>
        <source>None of these holds for the numbers on screen.</source>
        <translation>对屏幕上的数，没有一个成立。</translation>
    </message>
    <message>
        <source>The answer is %1</source>
        <translation>答案是%1</translation>
    </message>
    <message>
        <source>Your guess %1 is right</source>
        <translation>你猜的是%1：对了</translation>
    </message>
    <message>
        <source>Your guess was %1; the answer is %2</source>
        <translation>你猜的是%1，答案是%2</translation>
    </message>
</context>
<context>
    <name>app::MainWindow</name>
    <message>
        <source>Cutaway %1: a running Transformer with the casing cut away. Free software under the GPL, version 3 or later.</source>
        <translation>剖视 Cutaway %1：打开外壳、正在运行的 Transformer。自由软件，许可证为 GPL 第 3 版或更新版本。</translation>
    </message>
    <message>
        <source>Stopped. The picture shows the last run.</source>
        <translation>已停止。图中仍是上一次运行的结果。</translation>
    </message>
    <message>
        <source>Next token</source>
        <translation>下一个词元</translation>
    </message>
    <message>
        <source>Any tensor</source>
        <translation>任意张量</translation>
    </message>
    <message>
        <source>Export figure…</source>
        <translation>导出图形…</translation>
    </message>
    <message numerus="yes">
        <source>%n layer(s)</source>
        <translation>
            <numerusform>%n 层</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 M parameters</source>
        <translation>%1M 参数</translation>
    </message>
    <message>
        <source>%1 — Cutaway</source>
        <translation>%1 — 剖视 Cutaway</translation>
    </message>
    <message>
        <source>Architecture</source>
        <translation>结构</translation>
    </message>
    <message>
        <source>%1 K parameters</source>
        <translation>%1K 参数</translation>
    </message>
    <message>
        <source>untrained: seeded weights</source>
        <translation>未训练：由种子生成的权重</translation>
    </message>
    <message>
        <source>Token at this place</source>
        <translation>此处的词元</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>对比</translation>
    </message>
    <message>
        <source>There is no number here: point at a cell, or click one.</source>
        <translation>这里没有数：请指向或点击一个单元格。</translation>
    </message>
    <message>
        <source>Copied: %1</source>
        <translation>已复制：%1</translation>
    </message>
    <message>
        <source>Hides the panel on the right</source>
        <translation>收起右侧面板</translation>
    </message>
    <message>
        <source>Menu (F10)</source>
        <translation>菜单（F10）</translation>
    </message>
    <message>
        <source>Menu</source>
        <translation>菜单</translation>
    </message>
    <message>
        <source>The text is too long for the memory of this computer: of its %1 tokens the first %2 fit.</source>
        <translation>文本太长，这台电脑的内存放不下：共 %1 个词元，只放得下前 %2 个。</translation>
    </message>
    <message>
        <source>Cut it there</source>
        <translation>从那里截断</translation>
    </message>
    <message>
        <source>Another page</source>
        <translation>换一页</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Hides the panel on the left</source>
        <translation>收起左侧面板</translation>
    </message>
    <message>
        <source>The model ends the text here: its next token is the end of the text.</source>
        <translation>模型在此结束文本：它的下一个词元是文本结束符。</translation>
    </message>
    <message>
        <source>The text is as long as the model can read.</source>
        <translation>文本已达到模型能读入的最大长度。</translation>
    </message>
    <message>
        <source>Folds the list, for more room above it</source>
        <translation>折叠列表，给上方更多空间</translation>
    </message>
    <message>
        <source>Before this in the pass: %1. %2 (%3)</source>
        <translation>前向计算中的上一页：%1。%2（%3）</translation>
    </message>
    <message>
        <source>After this in the pass: %1. %2 (%3)</source>
        <translation>前向计算中的下一页：%1。%2（%3）</translation>
    </message>
    <message>
        <source>Lesson</source>
        <translation>课程</translation>
    </message>
    <message>
        <source>The screen is on the clipboard, with what was drawn.</source>
        <translation>屏幕连同笔迹已复制到剪贴板。</translation>
    </message>
    <message>
        <source>Scenes</source>
        <translation>场景</translation>
    </message>
    <message>
        <source>The citation is on the clipboard, as BibTeX.</source>
        <translation>引用已以 BibTeX 格式放入剪贴板。</translation>
    </message>
    <message numerus="yes">
        <source>Copied: %n row(s)</source>
        <translation>
            <numerusform>已复制 %n 行</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 · %2</source>
        <translation>%1 · %2</translation>
    </message>
    <message>
        <source>Present %1</source>
        <translation>放映 %1</translation>
    </message>
    <message>
        <source>Make B from A and change one thing</source>
        <translation>由 A 得到 B，再改动一处</translation>
    </message>
    <message>
        <source>There is a B already. “%1” removes it.</source>
        <translation>已经有 B 了。“%1”会移除它。</translation>
    </message>
    <message>
        <source>Nothing could run: the message below (⚠) says why.</source>
        <translation>未能运行：原因见下方的消息（⚠）。</translation>
    </message>
    <message>
        <source>Still the run before: what was asked last could not run.</source>
        <translation>仍是之前的运行：刚才要求的内容无法运行。</translation>
    </message>
    <message>
        <source>Opening %1 …</source>
        <translation>正在打开 %1 …</translation>
    </message>
    <message numerus="yes">
        <source>%n planned step(s), the first is here. F5 presents them; there → or Page Down goes on, ← back.</source>
        <translation>
            <numerusform>有 %n 个预定步骤，现在是第一个。F5 放映；放映时按 → 或 Page Down 前进，← 后退。</numerusform>
        </translation>
    </message>
    <message>
        <source>A recorded run has no diagram: open its model to see how it is built.</source>
        <translation>运行记录没有结构图：打开它的模型，就能看到结构。</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>导出…</translation>
    </message>
</context>
<context>
    <name>app::ModelMenu</name>
    <message>
        <source>Fetched models</source>
        <translation>下载的模型</translation>
    </message>
    <message>
        <source>Find a model</source>
        <translation>查找模型</translation>
    </message>
    <message>
        <source>%1 — %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>Your models</source>
        <translation>你的模型</translation>
    </message>
</context>
<context>
    <name>app::NextTokens</name>
    <message>
        <source>%1 %2</source>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>Next token</source>
        <translation>下一个词元</translation>
    </message>
    <message>
        <source>This run has no logits here</source>
        <translation>这次运行在此处没有 logits</translation>
    </message>
    <message>
        <source>No result yet</source>
        <translation>尚无结果</translation>
    </message>
    <message>
        <source>after %1 %2</source>
        <translation>在 %1 %2 之后</translation>
    </message>
    <message>
        <source>This model has no output head</source>
        <translation>此模型没有输出头</translation>
    </message>
    <message>
        <source>at %1 %2</source>
        <translation>在 %1 %2 处</translation>
    </message>
    <message>
        <source>A click appends the token to the text</source>
        <translation>点一下，就把这个词元接到文本后面</translation>
    </message>
    <message>
        <source>A click continues the text with the token from here</source>
        <translation>点一下，文本就从这里起接上这个词元</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Continue</source>
        <translation>续写</translation>
    </message>
    <message>
        <source>Stops writing (Ctrl+.)</source>
        <translation>停止续写（Ctrl+.）</translation>
    </message>
    <message>
        <source>The model continues, token by token</source>
        <translation>让模型一个词元一个词元地往下写</translation>
    </message>
    <message>
        <source>temperature </source>
        <translation>温度 </translation>
    </message>
    <message>
        <source>Temperature</source>
        <translation>温度</translation>
    </message>
    <message>
        <source>0 always takes the most probable token; more draws less probable ones, too. The same text and temperature give the same tokens.</source>
        <translation>0 总是取概率最大的词元；温度越高，越常抽到概率较小的词元。文本和温度相同，写出的词元也相同。</translation>
    </message>
    <message>
        <source>%1, nothing learned</source>
        <translation>%1，未经训练</translation>
    </message>
</context>
<context>
    <name>app::PaletteEntries</name>
    <message>
        <source>%1: “%2”</source>
        <translation>%1：“%2”</translation>
    </message>
    <message>
        <source>Action</source>
        <translation>操作</translation>
    </message>
    <message>
        <source>Concept</source>
        <translation>概念</translation>
    </message>
    <message>
        <source>Head</source>
        <translation>头</translation>
    </message>
    <message>
        <source>Layer</source>
        <translation>层</translation>
    </message>
    <message>
        <source>Lesson</source>
        <translation>课程</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Not possible now</source>
        <translation>现在不能使用</translation>
    </message>
    <message>
        <source>Opened lately</source>
        <translation>最近打开</translation>
    </message>
    <message>
        <source>Page</source>
        <translation>页</translation>
    </message>
    <message>
        <source>Tensor</source>
        <translation>张量</translation>
    </message>
    <message>
        <source>Token</source>
        <translation>词元</translation>
    </message>
    <message>
        <source>%1 (replica)</source>
        <translation>%1（复刻）</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>Choice</source>
        <translation>选项</translation>
    </message>
</context>
<context>
    <name>app::Presenter</name>
    <message>
        <source>– / %1 · Page Down begins</source>
        <translation>– / %1 · 按 Page Down 开始</translation>
    </message>
    <message>
        <source>%1 / %2 · %3</source>
        <translation>%1 / %2 · %3</translation>
    </message>
    <message>
        <source>%1 / %2 left · Page Down goes on</source>
        <translation>%1 / %2 已离开 · Page Down 继续</translation>
    </message>
    <message>
        <source>%1 / %2 left · Page Down goes on with its text</source>
        <translation>%1 / %2 已离开 · Page Down 用课文继续</translation>
    </message>
    <message>
        <source>%1 / %2 · → goes on · %3</source>
        <translation>%1 / %2 · 按 → 继续 · %3</translation>
    </message>
    <message>
        <source>Page Down or →: the next step. Page Up or ←: the one before. Home: the first.</source>
        <translation>Page Down 或 →：下一步；Page Up 或 ←：上一步；Home：第一步。</translation>
    </message>
</context>
<context>
    <name>app::PresenterTools</name>
    <message>
        <source>&amp;Another screen than this window, where there is one</source>
        <translation>窗口所在屏幕以外的另一块屏幕(&amp;A)</translation>
    </message>
    <message>
        <source>There is one screen, and the audience sees it: a still picture needs a second one, which extends the first.</source>
        <translation>只有一块屏幕，观众看到的就是它：让观众看静止的图，需要第二块屏幕（扩展，不是镜像）。</translation>
    </message>
</context>
<context>
    <name>app::SceneGuide</name>
    <message>
        <source>Export scenes</source>
        <translation>导出场景</translation>
    </message>
    <message>
        <source>Kept as scene %1: %2</source>
        <translation>已保存为场景 %1：%2</translation>
    </message>
</context>
<context>
    <name>app::ScenesPanel</name>
    <message>
        <source>Keeps what is on screen as a scene</source>
        <translation>把屏幕上的内容保存为场景</translation>
    </message>
    <message>
        <source>Puts what is on screen in place of this scene</source>
        <translation>用屏幕上的内容替换这个场景</translation>
    </message>
    <message>
        <source>Removes this scene</source>
        <translation>删除这个场景</translation>
    </message>
    <message>
        <source>Moves this scene up</source>
        <translation>上移这个场景</translation>
    </message>
    <message>
        <source>Moves this scene down</source>
        <translation>下移这个场景</translation>
    </message>
    <message>
        <source>Exports all scenes</source>
        <translation>导出全部场景</translation>
    </message>
    <message>
        <source>Scenes</source>
        <translation>场景</translation>
    </message>
    <message>
        <source>Title of the scene</source>
        <translation>场景的标题</translation>
    </message>
    <message>
        <source>Title</source>
        <translation>标题</translation>
    </message>
    <message>
        <source>Notes for the lecturer</source>
        <translation>给讲课人的备注</translation>
    </message>
    <message>
        <source>Notes, for the lecturer&apos;s screen</source>
        <translation>备注，显示在讲课人的屏幕上</translation>
    </message>
    <message>
        <source>A scene keeps what is on screen: model, text, choices, page and place. In F5 a clicker walks the scenes.</source>
        <translation>场景保存屏幕上的内容：模型、文本、选项、页面和位置。放映 (F5) 时翻页笔依次走过各个场景。</translation>
    </message>
</context>
<context>
    <name>app::SessionGuide</name>
    <message>
        <source>%1 is open in another window, too. Neither replaces unasked what the other saved.</source>
        <translation>%1 也在另一个窗口中打开。任何一方都不会未经询问就覆盖另一方保存的内容。</translation>
    </message>
    <message>
        <source>%1 needs a model that is not there: %2</source>
        <translation>%1 需要的模型不存在：%2</translation>
    </message>
    <message>
        <source>Locate…</source>
        <translation>定位…</translation>
    </message>
    <message>
        <source>%1 is open, but: %2</source>
        <translation>%1 已打开，但：%2</translation>
    </message>
    <message>
        <source>Where is %1?</source>
        <translation>%1 在哪里？</translation>
    </message>
    <message>
        <source>%1 was changed by another window or program since it was opened here.</source>
        <translation>%1 在此打开之后，已被另一个窗口或程序修改。</translation>
    </message>
    <message>
        <source>Save as…</source>
        <translation>另存为…</translation>
    </message>
    <message>
        <source>Replace it</source>
        <translation>替换</translation>
    </message>
    <message>
        <source>Session saved: %1</source>
        <translation>会话已保存：%1</translation>
    </message>
    <message>
        <source>Save session</source>
        <translation>保存会话</translation>
    </message>
    <message>
        <source>Sessions (*.cutaway)</source>
        <translation>会话 (*.cutaway)</translation>
    </message>
    <message>
        <source>A window ended without closing. Its session of %1 was kept.</source>
        <translation>有一个窗口未正常关闭。它在 %1 的会话已保留。</translation>
    </message>
    <message>
        <source>Restore</source>
        <translation>恢复</translation>
    </message>
    <message>
        <source>Discard</source>
        <translation>丢弃</translation>
    </message>
    <message>
        <source>What the window showed when it was closed: File › Open recent</source>
        <translation>上次关闭窗口时的画面：文件 › 最近打开</translation>
    </message>
    <message>
        <source>Nothing opened yet</source>
        <translation>尚未打开过文件</translation>
    </message>
    <message>
        <source>As a window was closed without saving, %1</source>
        <translation>关闭窗口时未保存的会话，%1</translation>
    </message>
    <message>
        <source>Kept when a window ended, %1</source>
        <translation>窗口中断时保留的会话，%1</translation>
    </message>
    <message>
        <source>No models in %1</source>
        <translation>%1 中没有模型</translation>
    </message>
    <message>
        <source>Open model folder</source>
        <translation>打开模型文件夹</translation>
    </message>
    <message>
        <source>Models, sessions, traces and figures (*.gguf *.safetensors *.cutaway *.svg *.pdf *.png *.json)</source>
        <translation>模型、会话、记录和图形 (*.gguf *.safetensors *.cutaway *.svg *.pdf *.png *.json)</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>所有文件 (*)</translation>
    </message>
    <message>
        <source>No page shows the figure “%1”; its model, choices and text are restored.</source>
        <translation>没有哪一页显示图“%1”；其模型、选项和文本已经恢复。</translation>
    </message>
    <message>
        <source>The file was drawn with %1 = %2, which this page has no control for.</source>
        <translation>这个文件绘制时 %1 = %2，而此页没有相应的控件。</translation>
    </message>
    <message>
        <source>Open file</source>
        <translation>打开文件</translation>
    </message>
    <message>
        <source>Not all of %1 could be opened, and what could not would be lost.</source>
        <translation>%1 没有全部打开，保存会丢失打不开的部分。</translation>
    </message>
    <message>
        <source>%1 has changes that are not saved. Save them before the window closes?</source>
        <translation>%1 有未保存的更改。关闭窗口前要保存吗？</translation>
    </message>
    <message>
        <source>The scenes are in no file. Save them before the window closes?</source>
        <translation>场景还没有保存到文件。关闭窗口前要保存吗？</translation>
    </message>
    <message>
        <source>Save and close</source>
        <translation>保存并关闭</translation>
    </message>
    <message>
        <source>Close without saving</source>
        <translation>不保存就关闭</translation>
    </message>
    <message>
        <source>On screen is what was there before %1 was opened, and nothing of that file.</source>
        <translation>屏幕上是打开 %1 之前的内容，没有该文件的任何内容。</translation>
    </message>
    <message>
        <source>The scenes are in no file. Save them before %1 opens?</source>
        <translation>场景还没有保存到文件。打开 %1 前要保存吗？</translation>
    </message>
    <message>
        <source>%1 has changes that are not saved. Save them before %2 opens?</source>
        <translation>%1 有未保存的更改。打开 %2 前要保存吗？</translation>
    </message>
    <message>
        <source>Save and open</source>
        <translation>保存并打开</translation>
    </message>
    <message>
        <source>Open without saving</source>
        <translation>不保存，直接打开</translation>
    </message>
</context>
<context>
    <name>app::SettingsDialog</name>
    <message>
        <source>Language</source>
        <translation>语言</translation>
    </message>
    <message>
        <source>Theme</source>
        <translation>主题</translation>
    </message>
    <message>
        <source>Type size</source>
        <translation>字号</translation>
    </message>
    <message>
        <source>Motion</source>
        <translation>动画</translation>
    </message>
    <message>
        <source>Steps and zooms change at once instead of moving.</source>
        <translation>步骤与缩放立即切换，不播放动画。</translation>
    </message>
    <message>
        <source>Count from</source>
        <translation>计数起点</translation>
    </message>
    <message>
        <source>Memory for runs</source>
        <translation>运行所用内存</translation>
    </message>
    <message>
        <source>A run takes at most a sixth of it; a larger one is refused.</source>
        <translation>一次运行最多占用其中六分之一；超出的会被拒绝。</translation>
    </message>
    <message>
        <source>Threads</source>
        <translation>线程数</translation>
    </message>
    <message>
        <source>Takes effect with the next start.</source>
        <translation>下次启动后生效。</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>设置</translation>
    </message>
    <message>
        <source>General</source>
        <translation>常规</translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>快捷键</translation>
    </message>
    <message>
        <source>As the system</source>
        <translation>跟随系统</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>浅色</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>深色</translation>
    </message>
    <message>
        <source>High contrast</source>
        <translation>高对比度</translation>
    </message>
    <message>
        <source>Projector</source>
        <translation>投影</translation>
    </message>
    <message>
        <source>Reduce motion</source>
        <translation>减少动画</translation>
    </message>
    <message>
        <source> GiB</source>
        <translation> GiB</translation>
    </message>
    <message>
        <source>all of this computer</source>
        <translation>本机全部内存</translation>
    </message>
    <message>
        <source>one per core</source>
        <translation>每核一个</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Layers, heads, tokens, dimensions, experts. From 0 always: tensor names, files of numbers, commands, and the window during a lesson or the lecture.</source>
        <translation>层、头、词元、维度、专家的编号。张量名、数值文件和命令总是从 0 起；课程或讲课进行时，整个窗口也从 0 起。</translation>
    </message>
</context>
<context>
    <name>app::StatusLine</name>
    <message>
        <source>Move over a cell for its exact value</source>
        <translation>把鼠标移到格子上查看精确数值</translation>
    </message>
    <message>
        <source>%1 weights · computed in float32</source>
        <translation>%1 权重 · 以 float32 计算</translation>
    </message>
    <message>
        <source>%1 weights, read from disk · computed in float32</source>
        <translation>%1 权重，从磁盘读取 · 以 float32 计算</translation>
    </message>
    <message>
        <source>The weights, %1, do not fit: they are read from disk, layer by layer.</source>
        <translation>权重有 %1，内存放不下：逐层从磁盘读取。</translation>
    </message>
    <message>
        <source>%1 tokens: %2 are recorded, of %3 allowed.</source>
        <translation>%1 个词元：记录 %2，上限 %3。</translation>
    </message>
    <message>
        <source>float32 · seed %1</source>
        <translation>float32 · 种子 %1</translation>
    </message>
    <message>
        <source>%1 · %2 ms</source>
        <translation>%1 · %2 ms</translation>
    </message>
    <message>
        <source>Stop the pass</source>
        <translation>停止计算</translation>
    </message>
    <message>
        <source>Messages</source>
        <translation>消息</translation>
    </message>
    <message>
        <source>Switch the language</source>
        <translation>切换语言</translation>
    </message>
    <message>
        <source>A recorded run</source>
        <translation>运行记录</translation>
    </message>
    <message>
        <source>Type a text</source>
        <translation>请输入文本</translation>
    </message>
    <message>
        <source>Nothing is marked on this page</source>
        <translation>这一页没有标记任何位置</translation>
    </message>
    <message>
        <source>Tokens</source>
        <translation>词元</translation>
    </message>
    <message>
        <source>Tokens and training, over the page</source>
        <translation>词元与训练，浮在页面上</translation>
    </message>
    <message>
        <source>Marked: %1</source>
        <translation>标记：%1</translation>
    </message>
    <message>
        <source>What the picture marks, with a frame where it is a cell</source>
        <translation>图中标记的位置；若是一格，则用方框框出</translation>
    </message>
</context>
<context>
    <name>app::StepGuide</name>
    <message>
        <source>The planned steps of the lecture did not come with this program.</source>
        <translation>这个程序没有附带讲课的预定步骤。</translation>
    </message>
</context>
<context>
    <name>app::SymbolLegend</name>
    <message>
        <source>Symbol</source>
        <translation>符号</translation>
    </message>
    <message>
        <source>This model</source>
        <translation>本模型</translation>
    </message>
    <message>
        <source>Letters of the sources</source>
        <translation>各文献的写法</translation>
    </message>
    <message>
        <source>Symbols, and who writes them how</source>
        <translation>符号，以及各家的写法</translation>
    </message>
    <message>
        <source>Close (Esc)</source>
        <translation>关闭 (Esc)</translation>
    </message>
    <message>
        <source>Close the symbols</source>
        <translation>关闭符号表</translation>
    </message>
    <message>
        <source>What it is</source>
        <translation>是什么</translation>
    </message>
</context>
<context>
    <name>app::TextGuide</name>
    <message>
        <source>Type a sentence or pick an example</source>
        <translation>输入一句话，或选一个例句</translation>
    </message>
    <message>
        <source>A recorded run, which has its tokens: open a model to type a text</source>
        <translation>一次运行的记录，词元已定：打开模型后可输入文本</translation>
    </message>
    <message>
        <source>This model has no tokenizer: type ids of tokens, such as 3 1 12</source>
        <translation>此模型没有分词器：请输入词元编号，例如 3 1 12</translation>
    </message>
    <message>
        <source>At the end of the training: %1</source>
        <translation>训练结束时：%1</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
</context>
<context>
    <name>app::TrainingGuide</name>
    <message>
        <source>The training is paused, as its model is not on screen.</source>
        <translation>模型不在屏幕上，训练已暂停。</translation>
    </message>
    <message>
        <source>Show it again</source>
        <translation>重新显示</translation>
    </message>
    <message>
        <source>Begin again</source>
        <translation>重新开始</translation>
    </message>
    <message>
        <source>Go on</source>
        <translation>继续</translation>
    </message>
    <message>
        <source>Kept among your models: %1</source>
        <translation>已保留到你的模型中：%1</translation>
    </message>
    <message>
        <source>Compare with it</source>
        <translation>与它对比</translation>
    </message>
    <message>
        <source>Keep and close</source>
        <translation>保留并关闭</translation>
    </message>
    <message>
        <source>Close without it</source>
        <translation>不保留，直接关闭</translation>
    </message>
    <message>
        <source>A choice was changed: the training waits. Begin again with it, or go on with the same weights? Undo takes it back.</source>
        <translation>有一个选项改变了：训练在等待。用它重新开始，还是用同样的权重继续？“撤销”会取消改动。</translation>
    </message>
    <message>
        <source>Keep it as a model before another one begins?</source>
        <translation>开始另一个训练之前要把它保留为模型吗？</translation>
    </message>
    <message>
        <source>Keep and begin</source>
        <translation>保留并开始</translation>
    </message>
    <message>
        <source>Begin without it</source>
        <translation>不保留，直接开始</translation>
    </message>
    <message>
        <source>The training is at step %1 of %2 and is not kept. %3</source>
        <translation>训练到了第 %1 步（共 %2 步），还没有保留。%3</translation>
    </message>
    <message>
        <source>Keep it before the window closes?</source>
        <translation>关闭窗口前要保留吗？</translation>
    </message>
    <message>
        <source>A session finds its model again where that is kept.</source>
        <translation>模型保留之后，打开会话时才能再找到它。</translation>
    </message>
    <message>
        <source>Keep and save</source>
        <translation>保留并保存</translation>
    </message>
</context>
<context>
    <name>app::WindowActions</name>
    <message>
        <source>%1 (%2)</source>
        <translation>%1（%2）</translation>
    </message>
    <message>
        <source>Open model &amp;folder…</source>
        <translation>打开模型文件夹(&amp;F)…</translation>
    </message>
    <message>
        <source>&amp;Export figure…</source>
        <translation>导出图形(&amp;E)…</translation>
    </message>
    <message>
        <source>Expor&amp;t again</source>
        <translation>再次导出(&amp;T)</translation>
    </message>
    <message>
        <source>&amp;Copy figure</source>
        <translation>复制图形(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation>退出(&amp;Q)</translation>
    </message>
    <message>
        <source>&amp;Undo change</source>
        <translation>撤销(&amp;U)</translation>
    </message>
    <message>
        <source>&amp;Redo change</source>
        <translation>重做(&amp;R)</translation>
    </message>
    <message>
        <source>Back to the model&apos;s own &amp;choices</source>
        <translation>恢复模型自身的选项(&amp;C)</translation>
    </message>
    <message>
        <source>U&amp;npin the cursor</source>
        <translation>取消固定光标(&amp;N)</translation>
    </message>
    <message>
        <source>&amp;Light</source>
        <translation>浅色(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;Dark</source>
        <translation>深色(&amp;D)</translation>
    </message>
    <message>
        <source>&amp;Projector</source>
        <translation>投影(&amp;P)</translation>
    </message>
    <message>
        <source>&amp;Reset layout</source>
        <translation>重置布局(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Present</source>
        <translation>放映(&amp;P)</translation>
    </message>
    <message>
        <source>&amp;Next page</source>
        <translation>下一页(&amp;N)</translation>
    </message>
    <message>
        <source>Pre&amp;vious page</source>
        <translation>上一页(&amp;V)</translation>
    </message>
    <message>
        <source>Next la&amp;yer</source>
        <translation>下一层(&amp;Y)</translation>
    </message>
    <message>
        <source>P&amp;revious layer</source>
        <translation>上一层(&amp;R)</translation>
    </message>
    <message>
        <source>Next &amp;head</source>
        <translation>下一个头(&amp;H)</translation>
    </message>
    <message>
        <source>Previous h&amp;ead</source>
        <translation>上一个头(&amp;E)</translation>
    </message>
    <message>
        <source>&amp;Edit the text</source>
        <translation>编辑文本(&amp;E)</translation>
    </message>
    <message>
        <source>&amp;Stop the pass</source>
        <translation>停止计算(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;About Cutaway</source>
        <translation>关于剖视(&amp;A)</translation>
    </message>
    <message>
        <source>&amp;File</source>
        <translation>文件(&amp;F)</translation>
    </message>
    <message>
        <source>Open &amp;recent</source>
        <translation>最近打开(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Edit</source>
        <translation>编辑(&amp;E)</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>视图(&amp;V)</translation>
    </message>
    <message>
        <source>Th&amp;eme</source>
        <translation>主题(&amp;E)</translation>
    </message>
    <message>
        <source>&amp;Language</source>
        <translation>语言(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;Model</source>
        <translation>模型(&amp;M)</translation>
    </message>
    <message>
        <source>&amp;Run</source>
        <translation>运行(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation>帮助(&amp;H)</translation>
    </message>
    <message>
        <source>&amp;Make B from A</source>
        <translation>由 A 得到 B(&amp;M)</translation>
    </message>
    <message>
        <source>&amp;End the comparison</source>
        <translation>结束对比(&amp;E)</translation>
    </message>
    <message>
        <source>E&amp;xchange A and B</source>
        <translation>交换 A 与 B(&amp;X)</translation>
    </message>
    <message>
        <source>&amp;A alone</source>
        <translation>只看 A(&amp;A)</translation>
    </message>
    <message>
        <source>&amp;B alone</source>
        <translation>只看 B(&amp;B)</translation>
    </message>
    <message>
        <source>A and B &amp;side by side</source>
        <translation>A 与 B 并排(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Difference B − A</source>
        <translation>差 B − A(&amp;D)</translation>
    </message>
    <message>
        <source>A, B and di&amp;fference</source>
        <translation>A、B 与差(&amp;F)</translation>
    </message>
    <message>
        <source>B&amp;link between A and B</source>
        <translation>在 A 与 B 间切换(&amp;L)</translation>
    </message>
    <message>
        <source>Same s&amp;cale for A and B</source>
        <translation>A 与 B 用同一刻度(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Compare</source>
        <translation>对比(&amp;C)</translation>
    </message>
    <message>
        <source>Copy &amp;value</source>
        <translation>复制数值(&amp;V)</translation>
    </message>
    <message>
        <source>&amp;Back to the previous place</source>
        <translation>返回上一处(&amp;B)</translation>
    </message>
    <message>
        <source>&amp;Forward again</source>
        <translation>前往下一处(&amp;F)</translation>
    </message>
    <message>
        <source>&amp;Step through the pass</source>
        <translation>逐步走过前向计算(&amp;S)</translation>
    </message>
    <message>
        <source>One operation bac&amp;k</source>
        <translation>后退一步(&amp;K)</translation>
    </message>
    <message>
        <source>One operation &amp;on</source>
        <translation>前进一步(&amp;O)</translation>
    </message>
    <message>
        <source>Lect&amp;ure steps</source>
        <translation>讲课步骤(&amp;U)</translation>
    </message>
    <message>
        <source>Ne&amp;xt planned step</source>
        <translation>下一预定步骤(&amp;X)</translation>
    </message>
    <message>
        <source>Pre&amp;vious planned step</source>
        <translation>上一预定步骤(&amp;V)</translation>
    </message>
    <message>
        <source>&amp;Tokens and training</source>
        <translation>词元与训练(&amp;T)</translation>
    </message>
    <message>
        <source>&amp;Model diagram</source>
        <translation>模型图(&amp;M)</translation>
    </message>
    <message>
        <source>Arc&amp;hitecture</source>
        <translation>结构(&amp;H)</translation>
    </message>
    <message>
        <source>Pa&amp;ge</source>
        <translation>页面(&amp;G)</translation>
    </message>
    <message>
        <source>Find a &amp;concept</source>
        <translation>查找概念(&amp;C)</translation>
    </message>
    <message>
        <source>Co&amp;ncepts</source>
        <translation>概念(&amp;N)</translation>
    </message>
    <message>
        <source>What follo&amp;ws in the pass</source>
        <translation>前向计算的下一页(&amp;W)</translation>
    </message>
    <message>
        <source>What co&amp;mes before in the pass</source>
        <translation>前向计算的上一页(&amp;M)</translation>
    </message>
    <message>
        <source>S&amp;ymbols</source>
        <translation>符号(&amp;Y)</translation>
    </message>
    <message>
        <source>&amp;Check this run</source>
        <translation>核对这次运行(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Save session</source>
        <translation>保存会话(&amp;S)</translation>
    </message>
    <message>
        <source>Sa&amp;ve session as…</source>
        <translation>会话另存为(&amp;V)…</translation>
    </message>
    <message>
        <source>Open from the Hugging Face c&amp;ache</source>
        <translation>从 Hugging Face 缓存打开(&amp;A)</translation>
    </message>
    <message>
        <source>&amp;Record step from here…</source>
        <translation>从这里录制一步(&amp;R)…</translation>
    </message>
    <message>
        <source>&amp;Student sheet…</source>
        <translation>学生用纸(&amp;S)…</translation>
    </message>
    <message>
        <source>&amp;Answers…</source>
        <translation>答案(&amp;A)…</translation>
    </message>
    <message>
        <source>&amp;Leave the lesson</source>
        <translation>离开课程(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;Lessons</source>
        <translation>课程(&amp;L)</translation>
    </message>
    <message>
        <source>Export sce&amp;nes…</source>
        <translation>导出场景(&amp;N)…</translation>
    </message>
    <message>
        <source>S&amp;cenes</source>
        <translation>场景(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Keep as a scene</source>
        <translation>保存为场景(&amp;K)</translation>
    </message>
    <message>
        <source>&amp;Black screen</source>
        <translation>黑屏(&amp;B)</translation>
    </message>
    <message>
        <source>&amp;White screen</source>
        <translation>白屏(&amp;W)</translation>
    </message>
    <message>
        <source>&amp;Freeze for the audience</source>
        <translation>观众画面静止(&amp;F)</translation>
    </message>
    <message>
        <source>&amp;Laser pointer</source>
        <translation>激光笔(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;Spotlight</source>
        <translation>聚光灯(&amp;S)</translation>
    </message>
    <message>
        <source>P&amp;en</source>
        <translation>笔(&amp;E)</translation>
    </message>
    <message>
        <source>E&amp;rase the drawing</source>
        <translation>擦除笔迹(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Zoom to a region</source>
        <translation>放大一个区域(&amp;Z)</translation>
    </message>
    <message>
        <source>&amp;Copy the screen with the drawing</source>
        <translation>复制屏幕和笔迹(&amp;C)</translation>
    </message>
    <message>
        <source>Present o&amp;n</source>
        <translation>放映到(&amp;N)</translation>
    </message>
    <message>
        <source>&amp;Numbers as a table</source>
        <translation>以表格显示数值(&amp;N)</translation>
    </message>
    <message>
        <source>&amp;Copy citation</source>
        <translation>复制引用(&amp;C)</translation>
    </message>
    <message>
        <source>Find &amp;anything</source>
        <translation>查找一切(&amp;A)</translation>
    </message>
    <message>
        <source>%1 › %2</source>
        <translation>%1 › %2</translation>
    </message>
    <message>
        <source>As the &amp;system</source>
        <translation>跟随系统(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;High contrast</source>
        <translation>高对比度(&amp;H)</translation>
    </message>
    <message>
        <source>&amp;Explore</source>
        <translation>探索(&amp;E)</translation>
    </message>
    <message>
        <source>&amp;Compare two</source>
        <translation>对比两者(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Lesson</source>
        <translation>课程(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;Figures</source>
        <translation>图形(&amp;F)</translation>
    </message>
    <message>
        <source>Se&amp;ttings…</source>
        <translation>设置(&amp;T)…</translation>
    </message>
    <message>
        <source>&amp;Keys</source>
        <translation>快捷键(&amp;K)</translation>
    </message>
    <message>
        <source>Perspect&amp;ive</source>
        <translation>界面布局(&amp;I)</translation>
    </message>
    <message>
        <source>&amp;Intervene here…</source>
        <translation>在此处干预…(&amp;I)</translation>
    </message>
    <message>
        <source>F&amp;irst planned step</source>
        <translation>第一个预定步骤(&amp;I)</translation>
    </message>
    <message>
        <source>&amp;Go</source>
        <translation>转到(&amp;G)</translation>
    </message>
    <message>
        <source>N&amp;otes and clock</source>
        <translation>备注与时钟(&amp;O)</translation>
    </message>
    <message>
        <source>&amp;Open file…</source>
        <translation>打开文件(&amp;O)…</translation>
    </message>
    <message>
        <source>Export ani&amp;mation…</source>
        <translation>导出动画(&amp;M)…</translation>
    </message>
</context>
<context>
    <name>commandLine</name>
    <message>
        <source>lengths to measure</source>
        <translation>要测量的长度</translation>
    </message>
    <message>
        <source>threads to compute with (default: one per core)</source>
        <translation>计算线程数（默认每核一个）</translation>
    </message>
    <message>
        <source>measure again with one busy thread</source>
        <translation>在有一个繁忙线程时再测一次</translation>
    </message>
    <message>
        <source>fastest plain product</source>
        <translation>最快的纯矩阵乘法</translation>
    </message>
    <message>
        <source>(disturbed)</source>
        <translation>（受干扰）</translation>
    </message>
    <message>
        <source>%1 tokens: pass %2 ms, with trace %3 ms = %4 of the product; memory %5 of weights and trace</source>
        <translation>%1 个词元：一次前向计算 %2 ms，带记录 %3 ms，为矩阵乘法的 %4；内存为权重与记录之和的 %5</translation>
    </message>
    <message>
        <source>%1 tokens with a busy thread: %2 ms = %3 times as long</source>
        <translation>%1 个词元，有繁忙线程：%2 ms，为原来的 %3 倍</translation>
    </message>
    <message>
        <source>one more token %1 ms = %2 of the memory&apos;s read speed (%3 GB/s)</source>
        <translation>再生成一个词元 %1 ms，为内存读取速度的 %2（%3 GB/s）</translation>
    </message>
    <message>
        <source>measures passes against the plain matrix product of this machine</source>
        <translation>测量前向计算，并与本机的纯矩阵乘法对比</translation>
    </message>
    <message>
        <source>Example:</source>
        <translation>示例：</translation>
    </message>
    <message>
        <source>Cutaway: a running Transformer with the casing cut away.</source>
        <translation>剖视 Cutaway：打开外壳、正在运行的 Transformer。</translation>
    </message>
    <message>
        <source>the window</source>
        <translation>窗口</translation>
    </message>
    <message>
        <source>`cutaway COMMAND --help` says more. Options of the window:</source>
        <translation>详见 `cutaway COMMAND --help`。窗口的选项：</translation>
    </message>
    <message>
        <source>language</source>
        <translation>语言</translation>
    </message>
    <message>
        <source>theme</source>
        <translation>主题</translation>
    </message>
    <message>
        <source>the prompt to open with</source>
        <translation>打开时的文本</translation>
    </message>
    <message>
        <source>the page to open with</source>
        <translation>打开时的页面</translation>
    </message>
    <message>
        <source>cancelled</source>
        <translation>已取消</translation>
    </message>
    <message>
        <source>a name of `list models`, a folder, a .safetensors or a .gguf file</source>
        <translation>`list models` 中的名字、文件夹、.safetensors 或 .gguf 文件</translation>
    </message>
    <message>
        <source>change a choice, e.g. norm.kind=rms_norm or rope.base@0-4=1e4; may be repeated</source>
        <translation>改变一个选项，如 norm.kind=rms_norm 或 rope.base@0-4=1e4；可重复</translation>
    </message>
    <message>
        <source>the text to run on</source>
        <translation>要计算的文本</translation>
    </message>
    <message>
        <source>token ids instead of a text</source>
        <translation>用词元编号代替文本</translation>
    </message>
    <message>
        <source>print JSON</source>
        <translation>输出 JSON</translation>
    </message>
    <message>
        <source>language of messages and figures</source>
        <translation>消息与图形的语言</translation>
    </message>
    <message>
        <source>this help</source>
        <translation>本帮助</translation>
    </message>
    <message>
        <source>one or more of `list figures`, separated by commas</source>
        <translation>`list figures` 中的一个或多个，以逗号分隔</translation>
    </message>
    <message>
        <source>marked query token, counted from 0</source>
        <translation>标出的查询词元，从 0 数起</translation>
    </message>
    <message>
        <source>marked key token, counted from 0</source>
        <translation>标出的键词元，从 0 数起</translation>
    </message>
    <message>
        <source>what the words of a picture count layers, heads and tokens from (0)</source>
        <translation>图中文字里层、头和词元的计数起点（0）</translation>
    </message>
    <message>
        <source>an option of the figure, e.g. stage=scores; may be repeated</source>
        <translation>图形的选项，如 stage=scores；可重复</translation>
    </message>
    <message>
        <source>size and type: slide-16x9, slide-half, slide-4x3, beamer, paper-1col, paper-1.5col, paper-2col, neurips, icml, a4, screen</source>
        <translation>尺寸与字号：slide-16x9、slide-half、slide-4x3、beamer、paper-1col、paper-1.5col、paper-2col、neurips、icml、a4、screen</translation>
    </message>
    <message>
        <source>colours (light)</source>
        <translation>配色（light）</translation>
    </message>
    <message>
        <source>resolution of PNG files (192)</source>
        <translation>PNG 的分辨率（192）</translation>
    </message>
    <message>
        <source>without background</source>
        <translation>无背景</translation>
    </message>
    <message>
        <source>SVG text as outlines instead of editable text</source>
        <translation>SVG 文字转为轮廓，不再可编辑</translation>
    </message>
    <message>
        <source>draws figures into SVG, PDF or PNG files with their recipe inside</source>
        <translation>把图形画成 SVG、PDF 或 PNG 文件，内含其配方</translation>
    </message>
    <message>
        <source>how many tokens at most (32)</source>
        <translation>最多多少个词元（32）</translation>
    </message>
    <message>
        <source>0 always takes the most probable token (0)</source>
        <translation>0 表示总取最可能的词元（0）</translation>
    </message>
    <message>
        <source>sample from the K most probable tokens; 0 = all (0)</source>
        <translation>在最可能的 K 个词元中抽取；0 = 全部（0）</translation>
    </message>
    <message>
        <source>sample from the top tokens with this total probability (1)</source>
        <translation>在累计概率达到此值的最可能词元中抽取（1）</translation>
    </message>
    <message>
        <source>seed of the draws (0)</source>
        <translation>抽取的种子（0）</translation>
    </message>
    <message>
        <source>continues a text token by token</source>
        <translation>逐个词元续写文本</translation>
    </message>
    <message>
        <source>untrained: seeded weights</source>
        <translation>未训练：由种子生成的权重</translation>
    </message>
    <message>
        <source>family</source>
        <translation>系列</translation>
    </message>
    <message>
        <source>path</source>
        <translation>路径</translation>
    </message>
    <message>
        <source>stored as</source>
        <translation>存储格式</translation>
    </message>
    <message>
        <source>parameters</source>
        <translation>参数</translation>
    </message>
    <message>
        <source>of these, embeddings</source>
        <translation>其中嵌入</translation>
    </message>
    <message>
        <source>FLOPs per token</source>
        <translation>每词元浮点运算</translation>
    </message>
    <message>
        <source>… and per earlier position</source>
        <translation>… 以及每个更早的位置</translation>
    </message>
    <message>
        <source>key-value cache per token</source>
        <translation>每词元键值缓存</translation>
    </message>
    <message>
        <source>memory of all weights</source>
        <translation>全部权重的内存</translation>
    </message>
    <message>
        <source>memory of a full trace</source>
        <translation>完整记录的内存</translation>
    </message>
    <message numerus="yes">
        <source>%n token(s)</source>
        <translation>
            <numerusform>%n 个词元</numerusform>
        </translation>
    </message>
    <message>
        <source>Choices</source>
        <translation>选项</translation>
    </message>
    <message>
        <source>Tensors by source</source>
        <translation>张量来源</translation>
    </message>
    <message>
        <source>Assumed or ignored</source>
        <translation>所作假定与忽略之处</translation>
    </message>
    <message>
        <source>every choice of a model, its size, its cost and the memory it takes</source>
        <translation>模型的每个选项、规模、计算量和所占内存</translation>
    </message>
    <message>
        <source>with `tensors`: length of the text (16)</source>
        <translation>用于 `tensors`：文本长度（16）</translation>
    </message>
    <message>
        <source>the folder to write</source>
        <translation>要写的文件夹</translation>
    </message>
    <message>
        <source>saves the model, as it runs, to a folder that reopens bit for bit</source>
        <translation>把当前运行的模型写入文件夹，重新打开时逐位相同</translation>
    </message>
    <message>
        <source>one input per line: a JSON string, with --decode an array of ids; - is stdin</source>
        <translation>每行一个输入：JSON 字符串，用 --decode 时为编号数组；- 表示标准输入</translation>
    </message>
    <message>
        <source>without the tokens that the post-processor adds</source>
        <translation>不加后处理器添加的词元</translation>
    </message>
    <message>
        <source>decode ids to text</source>
        <translation>由编号还原文本</translation>
    </message>
    <message>
        <source>shows the tokens of a text, or the text of tokens</source>
        <translation>显示文本的词元，或词元的文本</translation>
    </message>
    <message>
        <source>which tensors, e.g. &apos;blocks.*.attn.pattern[0,5]&apos;; may be repeated; without it all</source>
        <translation>记录哪些张量，如 &apos;blocks.*.attn.pattern[0,5]&apos;；可重复；不给则全部</translation>
    </message>
    <message>
        <source>the safetensors file to write</source>
        <translation>要写的 safetensors 文件</translation>
    </message>
    <message>
        <source>writes every tensor of one pass into a safetensors file</source>
        <translation>把一次前向计算的每个张量写入 safetensors 文件</translation>
    </message>
    <message>
        <source>identical when redrawn from its recipe</source>
        <translation>按其配方重画，结果相同</translation>
    </message>
    <message>
        <source>differs from what its recipe draws</source>
        <translation>与其配方画出的不同</translation>
    </message>
    <message>
        <source>redraws a figure from the recipe inside it and compares</source>
        <translation>按图形内含的配方重画并比较</translation>
    </message>
    <message>
        <source>a list of tensors to replace on the way, see docs/contract.md; may be repeated</source>
        <translation>途中要替换的张量列表，格式见 docs/contract.md；可重复使用</translation>
    </message>
    <message>
        <source>the target of an encoder–decoder; without it its start token</source>
        <translation>编码器–解码器的目标文本；省略时只有起始词元</translation>
    </message>
    <message>
        <source>token ids instead of the target&apos;s text</source>
        <translation>用词元编号代替目标文本</translation>
    </message>
    <message>
        <source>… attention</source>
        <translation>… 注意力</translation>
    </message>
    <message>
        <source>… mixers</source>
        <translation>… 混合器</translation>
    </message>
    <message>
        <source>… feed-forward</source>
        <translation>… 前馈网络</translation>
    </message>
    <message>
        <source>… norms</source>
        <translation>… 归一化</translation>
    </message>
    <message>
        <source>… output</source>
        <translation>… 输出</translation>
    </message>
    <message>
        <source>a token uses</source>
        <translation>每个词元用到</translation>
    </message>
    <message>
        <source>measure the memory of 4,096 tokens instead</source>
        <translation>改为测量 4,096 个词元所用的内存</translation>
    </message>
    <message>
        <source>%1 tokens: %2 MiB beyond the weights, %3 MiB with one head&apos;s pattern</source>
        <translation>%1 个词元：权重之外 %2 MiB，加上一个头的注意力图为 %3 MiB</translation>
    </message>
    <message>
        <source>%1 for the first time: %2 ms</source>
        <translation>首次 %1：%2 毫秒</translation>
    </message>
    <message>
        <source>weights of</source>
        <translation>权重来自</translation>
    </message>
    <message>
        <source>trained with %1, run as %2</source>
        <translation>训练时用“%1”，运行时用“%2”</translation>
    </message>
    <message>
        <source>model of slot B; without it that of A</source>
        <translation>B 槽的模型；不给则 B 与 A 相同</translation>
    </message>
    <message>
        <source>change a choice of slot B; may be repeated</source>
        <translation>改变 B 槽的一个选项，可多次给出</translation>
    </message>
    <message>
        <source>the text of slot B; without it that of A</source>
        <translation>B 槽的文本；不给则用 A 的</translation>
    </message>
    <message>
        <source>token ids of slot B instead of a text</source>
        <translation>B 槽的词元编号，代替文本</translation>
    </message>
    <message>
        <source>the target of slot B</source>
        <translation>B 槽的目标文本</translation>
    </message>
    <message>
        <source>token ids instead of the target&apos;s text of slot B</source>
        <translation>B 槽目标的词元编号，代替文本</translation>
    </message>
    <message>
        <source>A, B, side by side, B − A, or all three (abdelta when there is a slot B)</source>
        <translation>A、B、并排、B − A 或三者都画（有 B 槽时默认为 abdelta）</translation>
    </message>
    <message>
        <source>A and B each with its own scale</source>
        <translation>A 与 B 各用自己的刻度</translation>
    </message>
    <message>
        <source>marked component, counted from 0</source>
        <translation>标出的分量，从 0 数起</translation>
    </message>
    <message>
        <source>files to write; {figure}, {ext}, {lang}, {theme}, {preset}, {slot}, {layer}, {head} are filled in</source>
        <translation>要写的文件；会填入 {figure}、{ext}、{lang}、{theme}、{preset}、{slot}、{layer}、{head}</translation>
    </message>
    <message>
        <source>only this one; may be repeated</source>
        <translation>只画这一个，可多次给出</translation>
    </message>
    <message>
        <source>only this page or figure; may be repeated</source>
        <translation>只画这一页或这幅图，可多次给出</translation>
    </message>
    <message>
        <source>1366 × 768, light and dark, a sentence of ordinary length only</source>
        <translation>只用 1366 × 768、浅色与深色、一般长度的句子</translation>
    </message>
    <message>
        <source>where the pictures go (build/gallery)</source>
        <translation>图片放在哪里（build/gallery）</translation>
    </message>
    <message>
        <source>%1 pictures: %2</source>
        <translation>%1 幅图：%2</translation>
    </message>
    <message>
        <source>draws every page and every figure, in all themes and languages, into a folder</source>
        <translation>把每一页、每幅图以各种主题和语言画到一个文件夹里</translation>
    </message>
    <message>
        <source>layer, counted from 0; or all</source>
        <translation>层，从 0 起数；或 all（全部）</translation>
    </message>
    <message>
        <source>head, counted from 0; or all</source>
        <translation>头，从 0 起数；或 all（全部）</translation>
    </message>
    <message>
        <source>a file for every head of the layer, for every layer, or (heads,layers) for both</source>
        <translation>该层每个头一个文件，或每层一个文件，或（heads,layers）两者都有</translation>
    </message>
    <message>
        <source>width of the page, instead of the preset&apos;s</source>
        <translation>页面宽度，代替预设的宽度</translation>
    </message>
    <message>
        <source>height of the page</source>
        <translation>页面高度</translation>
    </message>
    <message>
        <source>all type of the preset times this (1)</source>
        <translation>预设的所有字号乘以此数（1）</translation>
    </message>
    <message>
        <source>a caption of your own instead of the figure&apos;s</source>
        <translation>用自己的一句话代替图的说明文字</translation>
    </message>
    <message>
        <source>alternative text for screen readers; without it the caption</source>
        <translation>供读屏软件用的替代文字；没有则用说明文字</translation>
    </message>
    <message>
        <source>without title and subtitle</source>
        <translation>不带标题和副标题</translation>
    </message>
    <message>
        <source>without the caption below the picture</source>
        <translation>不带图下的说明文字</translation>
    </message>
    <message>
        <source>without the colour bar</source>
        <translation>不带色条</translation>
    </message>
    <message>
        <source>a file in each of these languages, instead of --lang</source>
        <translation>每种语言一个文件，代替 --lang</translation>
    </message>
    <message>
        <source>one or more of svg, pdf, png, of the numbers csv, npy, safetensors, of the words json (the recipe alone), tex (svg)</source>
        <translation>svg、pdf、png 中的一种或几种；数值用 csv、npy、safetensors；文字用 json（单独的配方）、tex（svg）</translation>
    </message>
    <message>
        <source>memory for the trace and the weights; without it half of the machine&apos;s. A larger trace is refused, larger weights are read layer by layer</source>
        <translation>供记录和权重使用的内存；不给则为本机内存的一半。更大的记录会被拒绝，更大的权重则逐层读取</translation>
    </message>
    <message>
        <source>the file to write: .svg, .pdf, .png, .csv, .npy, .safetensors, .json, .tex</source>
        <translation>要写的文件：.svg、.pdf、.png、.csv、.npy、.safetensors、.json、.tex</translation>
    </message>
    <message>
        <source>resolution of a PNG file, instead of the recipe&apos;s</source>
        <translation>PNG 文件的分辨率，代替配方中的值</translation>
    </message>
    <message>
        <source>%1: no tensor of this name was computed: no token was routed to that expert</source>
        <translation>%1：没有计算任何具有此名称的张量：没有词元被路由到该专家</translation>
    </message>
    <message>
        <source>the font of all text: sans serif, serif, or that of LaTeX (inter)</source>
        <translation>全部文字的字体：无衬线、衬线或 LaTeX 的字体（inter）</translation>
    </message>
    <message>
        <source>with title and subtitle, where a paper preset omits them</source>
        <translation>带上标题和副标题（论文预设会省略它们）</translation>
    </message>
    <message>
        <source>with the caption, where a paper preset omits it</source>
        <translation>带上说明文字（论文预设会省略它）</translation>
    </message>
    <message>
        <source>SVG and PDF hold every cell of a map, even where the page shows blocks</source>
        <translation>SVG 和 PDF 保留图中每个格子，即使页面上只能按块显示</translation>
    </message>
    <message>
        <source>In full size</source>
        <translation>完整规模</translation>
    </message>
    <message>
        <source>published parameters</source>
        <translation>已发表的参数</translation>
    </message>
    <message>
        <source>everything else</source>
        <translation>其他</translation>
    </message>
    <message>
        <source>not known: a size was not published</source>
        <translation>未知：有一个尺寸未发表</translation>
    </message>
    <message>
        <source>%1 (replica %2)</source>
        <translation>%1（复刻 %2）</translation>
    </message>
    <message>
        <source>parameters by the sizes</source>
        <translation>按尺寸计算的参数</translation>
    </message>
    <message>
        <source>weights in %1</source>
        <translation>%1 权重</translation>
    </message>
    <message>
        <source>cache of %1 tokens, float16</source>
        <translation>%1 个词元的缓存，float16</translation>
    </message>
    <message>
        <source>lists models, published models (atlas), figures, concepts, families, tensors or lessons</source>
        <translation>列出模型、已发表的模型（atlas）、图、概念、家族、张量或课程</translation>
    </message>
    <message>
        <source>drop tokens below this share of the most probable one; 0 = none (0)</source>
        <translation>去掉概率低于最大概率这一比例的词元；0 = 不去掉 (0)</translation>
    </message>
    <message>
        <source>divide the positive logits of tokens in the text by R, multiply the negative ones (1)</source>
        <translation>文本中已有词元的正 logit 除以 R，负 logit 乘以 R (1)</translation>
    </message>
    <message>
        <source>the text is a user&apos;s message: it is put into the model&apos;s chat template</source>
        <translation>文本是用户消息：套用模型的对话模板</translation>
    </message>
    <message>
        <source>the text of slot B in the chat template of its model</source>
        <translation>B 槽的文本套用其模型的对话模板</translation>
    </message>
    <message>
        <source>Chat template (--chat applies it)</source>
        <translation>对话模板（用 --chat 套用）</translation>
    </message>
    <message>
        <source>compute every tensor that is recorded once more in plain loops and print the largest difference and its place; exit 4 where it is more than rounding</source>
        <translation>用朴素循环把记录的每个张量重算一遍，并打印最大差及其位置；超出舍入误差时退出码为 4</translation>
    </message>
    <message>
        <source>the version</source>
        <translation>版本</translation>
    </message>
    <message>
        <source>prints the completions of commands, options and their values for a shell</source>
        <translation>输出 shell 的补全：命令、选项及其取值</translation>
    </message>
    <message>
        <source>the models that come with the program, beside its own folder</source>
        <translation>随程序提供的模型，位于程序目录旁</translation>
    </message>
    <message>
        <source>the user&apos;s own models, a folder each; cutaway-get puts published ones there</source>
        <translation>用户自己的模型，每个一个文件夹；cutaway-get 把已发布的模型放在这里</translation>
    </message>
    <message>
        <source>language, theme and layout of the window; no other file is written without being asked</source>
        <translation>窗口的语言、主题和布局；除此之外不会自行写入任何文件</translation>
    </message>
    <message>
        <source>the data folder, instead of ~/.local/share/cutaway</source>
        <translation>数据文件夹，代替 ~/.local/share/cutaway</translation>
    </message>
    <message>
        <source>the folder of all programs&apos; data, instead of ~/.local/share</source>
        <translation>所有程序的数据文件夹，代替 ~/.local/share</translation>
    </message>
    <message>
        <source>where the window opens; figures and every other command need none</source>
        <translation>窗口打开的位置；绘图和其他所有命令都不需要</translation>
    </message>
    <message>
        <source>done</source>
        <translation>完成</translation>
    </message>
    <message>
        <source>wrong words on the command line</source>
        <translation>命令行写法有误</translation>
    </message>
    <message>
        <source>a model or a file that cannot be read</source>
        <translation>模型或文件无法读取</translation>
    </message>
    <message>
        <source>a result that cannot be computed or written</source>
        <translation>结果无法计算或写出</translation>
    </message>
    <message>
        <source>verify found a difference</source>
        <translation>verify 发现差异</translation>
    </message>
    <message>
        <source>cancelled by a signal</source>
        <translation>被信号取消</translation>
    </message>
    <message>
        <source>NAME</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>a running Transformer with the casing cut away</source>
        <translation>打开外壳、正在运行的 Transformer</translation>
    </message>
    <message>
        <source>SYNOPSIS</source>
        <translation>用法</translation>
    </message>
    <message>
        <source>DESCRIPTION</source>
        <translation>说明</translation>
    </message>
    <message>
        <source>Cutaway runs real forward passes of Transformers on the CPU, with the architectural choices of the last years behind switches, and shows every tensor on the way. Without a command it opens the window.</source>
        <translation>Cutaway 在 CPU 上真实运行 Transformer 的前向传播，近年来的各种架构选项都可切换，并显示途中的每个张量。不带命令时打开窗口。</translation>
    </message>
    <message>
        <source>A model is a name of `cutaway list models`, a folder of Hugging Face, a .safetensors file beside its config.json, or a .gguf file. The window also opens traces, exported figures, sessions and planned steps.</source>
        <translation>模型可以是 `cutaway list models` 列出的名称、Hugging Face 文件夹、与 config.json 同目录的 .safetensors 文件，或 .gguf 文件。窗口还能打开运行记录、导出的图、会话和预定步骤。</translation>
    </message>
    <message>
        <source>COMMANDS</source>
        <translation>命令</translation>
    </message>
    <message>
        <source>OPTIONS OF THE WINDOW</source>
        <translation>窗口的选项</translation>
    </message>
    <message>
        <source>FILES</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>ENVIRONMENT</source>
        <translation>环境变量</translation>
    </message>
    <message>
        <source>EXIT STATUS</source>
        <translation>退出状态</translation>
    </message>
    <message>
        <source>SEE ALSO</source>
        <translation>另见</translation>
    </message>
    <message>
        <source>prints the manual page, for man and mandoc</source>
        <translation>输出手册页，供 man 和 mandoc 使用</translation>
    </message>
    <message>
        <source>draw the window into a file and leave</source>
        <translation>把窗口绘制到文件后退出</translation>
    </message>
    <message>
        <source>with --screenshot: size of the window (1366x768)</source>
        <translation>与 --screenshot 合用：窗口大小（1366x768）</translation>
    </message>
    <message>
        <source>the PDF to write</source>
        <translation>要写入的 PDF</translation>
    </message>
    <message>
        <source>the answers instead of the questions alone</source>
        <translation>写答案，而不是只写题目</translation>
    </message>
    <message>
        <source>writes a lesson as a sheet for students, or its answers, as PDF</source>
        <translation>把课程写成学生用纸或答案（PDF）</translation>
    </message>
    <message>
        <source>what changes: training, generation=N tokens, KEY=V,V,… of a choice or an option of the figure, or layer=0..3, head, query, key</source>
        <translation>变化的内容：training（训练）、generation=N（N 个词元）、选项或图的选项 KEY=V,V,…，或 layer=0..3（层）、head（头）、query（查询）、key（键）</translation>
    </message>
    <message>
        <source>one of `list figures`</source>
        <translation>`list figures` 中的一个</translation>
    </message>
    <message>
        <source>an option of the figure; may be repeated</source>
        <translation>图的一个选项；可重复</translation>
    </message>
    <message>
        <source>layer, counted from 0</source>
        <translation>层，从 0 数起</translation>
    </message>
    <message>
        <source>head, counted from 0</source>
        <translation>头，从 0 数起</translation>
    </message>
    <message>
        <source>token of the query, counted from 0</source>
        <translation>查询所在的词元，从 0 数起</translation>
    </message>
    <message>
        <source>token of the key, counted from 0</source>
        <translation>键所在的词元，从 0 数起</translation>
    </message>
    <message>
        <source>draws one figure over a training, a generation or a range of values, as a picture that moves</source>
        <translation>把一张图随训练、生成或一组取值的变化画成动图</translation>
    </message>
    <message>
        <source>the file to write: .pdf, .html, .webp, .gif, a .png as contact sheet, or numbered .svg and .png with {frame} in their name; may be repeated</source>
        <translation>要写的文件：.pdf、.html、.webp、.gif，作为总览的 .png，或文件名含 {frame} 的编号 .svg 和 .png；可重复</translation>
    </message>
    <message>
        <source>size of the page (slide-16x9)</source>
        <translation>页面的尺寸 (slide-16x9)</translation>
    </message>
    <message>
        <source>how long a picture is shown in a file that moves (1.5)</source>
        <translation>动图中每张图停留的秒数 (1.5)</translation>
    </message>
    <message>
        <source>resolution of pixels (96)</source>
        <translation>像素的分辨率 (96)</translation>
    </message>
    <message>
        <source>a web page shows the notes, too</source>
        <translation>网页也显示备注</translation>
    </message>
    <message>
        <source>lists the scenes of a session, or draws them into files</source>
        <translation>列出会话的场景，或把它们画成文件</translation>
    </message>
    <message>
        <source>also write grad.NAME, the derivative of the metric by each number of a tensor, e.g. of &apos;logit: Paris@-1&apos;; grad.weights.NAME where a pattern asks for it</source>
        <translation>同时写出 grad.NAME：指标对张量中每个数的导数，例如 &apos;logit: Paris@-1&apos; 的导数；模式指明时也写出 grad.weights.NAME</translation>
    </message>
    <message>
        <source>what is taken out, one at a time; neurons@3 are those of layer 3</source>
        <translation>每次去掉什么；neurons@3 是 L3 层的神经元</translation>
    </message>
    <message>
        <source>what comes in its place: zero (the default), its mean over the tokens of this text, or its mean over those of --texts</source>
        <translation>用什么代替：零（默认）、它在本文本各词元上的均值，或在 --texts 各词元上的均值</translation>
    </message>
    <message>
        <source>takes heads, branches, experts or neurons out one at a time and measures what that does</source>
        <translation>逐个去掉头、分支、专家或神经元，测量影响</translation>
    </message>
    <message>
        <source>and %1 more: --json and --csv print all</source>
        <translation>还有 %1 个：--json 和 --csv 打印全部</translation>
    </message>
    <message>
        <source>loss, kl, logit:TOKEN@POS, log_prob:TOKEN@POS, logit_difference:TOKEN,TOKEN@POS, entropy@POS or rank:TOKEN@POS; TOKEN is an id (#123) or a text that is one token, POS counts from 0, −1 is the last</source>
        <translation>loss、kl、logit:TOKEN@POS、log_prob:TOKEN@POS、logit_difference:TOKEN,TOKEN@POS、entropy@POS 或 rank:TOKEN@POS；TOKEN 是编号（#123）或恰为一个词元的文本，POS 从 0 数起，−1 是最后一个</translation>
    </message>
    <message>
        <source>the other text</source>
        <translation>另一段文本</translation>
    </message>
    <message>
        <source>token ids instead of the other text</source>
        <translation>用词元编号代替另一段文本</translation>
    </message>
    <message>
        <source>the other target of an encoder–decoder</source>
        <translation>编码器–解码器的另一段目标文本</translation>
    </message>
    <message>
        <source>token ids instead of the other target&apos;s text</source>
        <translation>用词元编号代替另一段目标文本</translation>
    </message>
    <message>
        <source>many texts: a .txt file with one a line, a .jsonl file with a JSON string or {&quot;text&quot;: …} a line, or one of the sets that come with the program: agreement, brackets, capitals, copying, pronouns, repeats</source>
        <translation>许多文本：每行一段的 .txt 文件，每行一个 JSON 字符串或 {&quot;text&quot;: …} 的 .jsonl 文件，或程序自带的集合：agreement、brackets、capitals、copying、pronouns、repeats</translation>
    </message>
    <message>
        <source>print CSV</source>
        <translation>打印 CSV</translation>
    </message>
    <message>
        <source>what is put back from the first text into the run of the other, one token at a time</source>
        <translation>逐个词元地把第一段文本的什么放进另一段的运行</translation>
    </message>
    <message>
        <source>puts places of one text&apos;s run into that of another and measures how far its answer comes back</source>
        <translation>把一段文本的运行中的各处放进另一段的运行，测量答案恢复多少</translation>
    </message>
    <message>
        <source>what is watched: a tensor with a number for each token, e.g. blocks.3.mlp.post</source>
        <translation>观察什么：每个词元都有数值的张量，例如 blocks.3.mlp.post</translation>
    </message>
    <message>
        <source>how many tokens of each kind are kept for each number (10)</source>
        <translation>每个数值每类保留多少个词元（10）</translation>
    </message>
    <message>
        <source>the file to write; a scan that was stopped goes on where it was</source>
        <translation>要写的文件；被中断的扫描从中断处继续</translation>
    </message>
    <message>
        <source>finds the texts that drive each number of a tensor most and least</source>
        <translation>找出使张量各数值最大和最小的文本</translation>
    </message>
    <message>
        <source>a choice and its values, e.g. sizes.layers=1,2,4,8</source>
        <translation>一个选项和它的各个值，例如 sizes.layers=1,2,4,8</translation>
    </message>
    <message>
        <source>each value with the seeds 0 to N − 1</source>
        <translation>每个值都用种子 0 到 N − 1</translation>
    </message>
    <message>
        <source>a metric as in `ablate`, or a name of the trace, of which the mean is taken</source>
        <translation>与 `ablate` 相同的指标，或记录中的一个名称（取其均值）</translation>
    </message>
    <message>
        <source>measures a text over the values of a choice, and over seeds</source>
        <translation>在一个选项的各个值和各个种子上测量一段文本</translation>
    </message>
    <message>
        <source>measure ablations and patches of 12 tokens beside plain loops instead</source>
        <translation>改为测量 12 个词元的消融和修补，与逐次运行比较</translation>
    </message>
    <message>
        <source>%1: %2 runs in %3 ms, %4 of a plain loop</source>
        <translation>%1：%2 次运行用 %3 ms，是逐次运行的 %4</translation>
    </message>
    <message>
        <source>edges that change the metric by less are left out</source>
        <translation>使指标变化不到这个数的边不算</translation>
    </message>
    <message>
        <source>with every edge exchanged</source>
        <translation>所有边都替换后</translation>
    </message>
    <message>
        <source>faithfulness</source>
        <translation>忠实度</translation>
    </message>
    <message>
        <source>completeness</source>
        <translation>完备度</translation>
    </message>
    <message>
        <source>and %1 more: --json prints all</source>
        <translation>还有 %1 条：--json 打印全部</translation>
    </message>
    <message>
        <source>finds the circuit of an answer: the paths between heads and feed-forwards that it needs</source>
        <translation>找出一个答案的回路：它需要的头与前馈之间的路径</translation>
    </message>
    <message>
        <source>updates of the weights (1000)</source>
        <translation>权重更新次数（1000）</translation>
    </message>
    <message>
        <source>learning rate (0.001)</source>
        <translation>学习率（0.001）</translation>
    </message>
    <message>
        <source>of the rate, after the warm-up (cosine)</source>
        <translation>预热之后学习率的变化：余弦或不变（cosine）</translation>
    </message>
    <message>
        <source>steps in which the rate grows (a tenth, at most 100)</source>
        <translation>学习率逐渐升高的步数（总步数的十分之一，至多 100）</translation>
    </message>
    <message>
        <source>AdamW, or SGD with momentum (adamw)</source>
        <translation>AdamW，或带动量的 SGD（adamw）</translation>
    </message>
    <message>
        <source>decay of matrices other than embeddings (0.01)</source>
        <translation>嵌入以外各矩阵的权重衰减（0.01）</translation>
    </message>
    <message>
        <source>largest length of a gradient, 0: any (1)</source>
        <translation>梯度的最大长度，0：不限（1）</translation>
    </message>
    <message>
        <source>factor of the mean of (log of the softmax denominator)² (0)</source>
        <translation>（softmax 分母的对数）² 均值的系数（0）</translation>
    </message>
    <message>
        <source>factor of the load balancing of experts (0)</source>
        <translation>专家负载均衡项的系数（0）</translation>
    </message>
    <message>
        <source>of the rows, and of weights that no file brings (1)</source>
        <translation>训练行的种子，也是文件未提供的权重的种子（1）</translation>
    </message>
    <message>
        <source>steps whose weights are kept; none: no step</source>
        <translation>保存权重的步；none：都不保存</translation>
    </message>
    <message>
        <source>go on from the checkpoint in the folder, with the same command line</source>
        <translation>用同一条命令，从文件夹中的检查点继续训练</translation>
    </message>
    <message>
        <source>threads; their number changes no result</source>
        <translation>线程数；不影响任何结果</translation>
    </message>
    <message>
        <source>%1 s left</source>
        <translation>剩余 %1 秒</translation>
    </message>
    <message>
        <source>%1 min left</source>
        <translation>剩余 %1 分钟</translation>
    </message>
    <message>
        <source>%1 h left</source>
        <translation>剩余 %1 小时</translation>
    </message>
    <message>
        <source>step %1 of %2, loss %3, held out %4, %5 tokens/s, %6</source>
        <translation>第 %1 步，共 %2 步，损失 %3，留出 %4，每秒 %5 个词元，%6</translation>
    </message>
    <message>
        <source>%1: this training has ended</source>
        <translation>%1：这次训练已经结束</translation>
    </message>
    <message>
        <source>trains a model on a text, into a folder with its history and snapshots</source>
        <translation>在文本上训练模型，写成带训练记录和快照的文件夹</translation>
    </message>
    <message>
        <source>rows of each step, and their tokens (16x128)</source>
        <translation>每步的行数，以及每行的词元数（16x128）</translation>
    </message>
    <message>
        <source>begin with seeded weights, of the model only its choices and its tokenizer</source>
        <translation>从随机种子生成的权重开始，只用模型的选项和分词器</translation>
    </message>
    <message>
        <source>read from the file when used</source>
        <translation>用到时从文件读取</translation>
    </message>
    <message>
        <source>as stored</source>
        <translation>按存储格式</translation>
    </message>
    <message>
        <source>in float32</source>
        <translation>按 float32</translation>
    </message>
    <message>
        <source>in float32, and as stored for single tokens</source>
        <translation>按 float32，单个词元另按存储格式</translation>
    </message>
    <message>
        <source>Weights in memory</source>
        <translation>内存中的权重</translation>
    </message>
    <message>
        <source>measure steps of a training instead, of 16 rows of 128 tokens</source>
        <translation>改为测量训练的步，16 行、每行 128 个词元</translation>
    </message>
    <message>
        <source>%1 rows of %2 tokens: a step in %3 ms, %4 tokens/s = %5 of the product</source>
        <translation>%1 行、每行 %2 个词元：一步用 %3 ms，%4 词元/秒 = 矩阵乘法的 %5</translation>
    </message>
    <message>
        <source>UTF-8 text, a .jsonl of texts, a set of texts, or corpus; a twentieth is held out</source>
        <translation>UTF-8 文本、.jsonl 文本集、自带的文本集或 corpus；二十分之一留出不训练</translation>
    </message>
    <message>
        <source>measure opening, a trace and single tokens of one large model instead</source>
        <translation>改为测量一个大模型的打开、一次记录和逐个词元</translation>
    </message>
    <message>
        <source>  roofline %1 ms, of which the pass reaches %2</source>
        <translation>  屋顶线 %1 ms，前向计算达到其 %2</translation>
    </message>
    <message>
        <source>  %1: %2 ms, bound %3 ms</source>
        <translation>  %1：%2 ms，下限 %3 ms</translation>
    </message>
    <message>
        <source>%1 %2 ms, bound %3 ms: %4</source>
        <translation>%1 %2 ms，下限 %3 ms：%4</translation>
    </message>
    <message>
        <source>opening</source>
        <translation>打开</translation>
    </message>
    <message>
        <source>first picture</source>
        <translation>第一幅图</translation>
    </message>
    <message>
        <source>64 tokens with patterns and stream</source>
        <translation>64 个词元，记录注意力图和残差流</translation>
    </message>
    <message>
        <source>  %1 of the fastest plain product</source>
        <translation>  最快的纯矩阵乘法的 %1</translation>
    </message>
    <message>
        <source>one more token</source>
        <translation>再生成一个词元</translation>
    </message>
    <message>
        <source>memory %1 MiB, weights, trace and cache %2 MiB: %3</source>
        <translation>内存 %1 MiB，权重、记录和缓存 %2 MiB：%3</translation>
    </message>
    <message>
        <source>a list of tensors to replace in slot B; may be repeated</source>
        <translation>在 B 槽中替换的张量列表；可重复</translation>
    </message>
    <message>
        <source>share of what branches add to the stream that is dropped (0)</source>
        <translation>各分支加入残差流的数值中被丢弃的比例（0）</translation>
    </message>
    <message>
        <source>share of attention weights that is dropped (0)</source>
        <translation>注意力权重中被丢弃的比例（0）</translation>
    </message>
    <message>
        <source>steps from one checkpoint to the next (as many as two minutes take)</source>
        <translation>两个检查点之间的步数（默认每两分钟一个）</translation>
    </message>
    <message>
        <source>of seeded weights: the characters of FILE as tokens, or the tokenizer of M</source>
        <translation>用于种子生成的权重：以 FILE 的字符为词元，或用 M 的分词器</translation>
    </message>
    <message>
        <source>%1: direct effect %2, total effect %3</source>
        <translation>%1：直接效应 %2，总效应 %3</translation>
    </message>
    <message>
        <source>measure the window too: start, toggle, hover, opening a page; pictures of a training</source>
        <translation>也测量窗口：启动、切换、悬停、打开页面；训练时的图</translation>
    </message>
    <message>
        <source>%1: %2 pictures a second of a training, which cost %3 % of its speed</source>
        <translation>%1：训练时每秒 %2 张图，使训练慢 %3%</translation>
    </message>
    <message>
        <source>draws a recipe, the recipe inside a figure, or what a session shows, into a file</source>
        <translation>按配方、图形内含的配方或会话画出文件</translation>
    </message>
    <message>
        <source>settings of a training; other options go first</source>
        <translation>训练的设置；其他给出的选项优先</translation>
    </message>
    <message>
        <source>only the N heads without which the metric changes most have paths (without it all)</source>
        <translation>只有去掉后指标变化最大的 N 个头有路径（不写则为全部）</translation>
    </message>
    <message>
        <source>documents, a JSON string a line (10)</source>
        <translation>文档，每行一个 JSON 字符串（10）</translation>
    </message>
    <message>
        <source>instead: sentences and what they are in the other language</source>
        <translation>改为：句子及其另一语言的译文</translation>
    </message>
    <message>
        <source>instead: rows as ids, each with the token that its last one tells</source>
        <translation>改为：以 id 表示的行，各含其最后一个词元所预测的词元</translation>
    </message>
    <message>
        <source>of what no training sees</source>
        <translation>取自任何训练都看不到的部分</translation>
    </message>
    <message>
        <source>other documents for each (1)</source>
        <translation>每个种子给出不同的文档（1）</translation>
    </message>
    <message>
        <source>prints the bundled corpus, which small models are trained on</source>
        <translation>打印自带语料，小模型用它训练</translation>
    </message>
    <message>
        <source>title of the file; without it the name of FILE</source>
        <translation>文件的标题；不写则为 FILE 的名称</translation>
    </message>
    <message>
        <source>one number for each vector of the tensor: its length, of a head that of what it adds to the stream; or how far it goes along a direction, said as the source of an intervention, e.g. {&quot;towards&quot;: &quot; chair&quot;}</source>
        <translation>张量的每个向量一个数：它的长度，头则是它写入残差流的向量的长度；或它在一个方向上的投影，方向的写法同干预的 source，例如 {&quot;towards&quot;: &quot; chair&quot;}</translation>
    </message>
    <message>
        <source>cancelled: %1/checkpoint.safetensors has all steps so far; the same command with --resume goes on</source>
        <translation>已取消：%1/checkpoint.safetensors 里有到目前为止的所有步；同一命令加上 --resume 即可继续</translation>
    </message>
</context>
<context>
    <name>concepts</name>
    <message>
        <source>Token and position embedding</source>
        <translation>词元嵌入与位置嵌入</translation>
    </message>
    <message>
        <source>Sinusoidal positions</source>
        <translation>正弦位置编码</translation>
    </message>
    <message>
        <source>Learned positions</source>
        <translation>可学习的位置编码</translation>
    </message>
    <message>
        <source>Absolute positions: four terms of a score</source>
        <translation>绝对位置：分数的四项</translation>
    </message>
    <message>
        <source>Relative positions (Shaw)</source>
        <translation>相对位置 (Shaw)</translation>
    </message>
    <message>
        <source>Relative positions (Transformer-XL)</source>
        <translation>相对位置 (Transformer-XL)</translation>
    </message>
    <message>
        <source>Distance buckets (T5)</source>
        <translation>距离分桶 (T5)</translation>
    </message>
    <message>
        <source>Rotary positions (RoPE)</source>
        <translation>旋转位置编码 (RoPE)</translation>
    </message>
    <message>
        <source>ALiBi</source>
        <translation>ALiBi</translation>
    </message>
    <message>
        <source>No positions</source>
        <translation>无位置编码</translation>
    </message>
    <message>
        <source>Why sinusoids are not relative</source>
        <translation>正弦编码为何不是相对的</translation>
    </message>
    <message>
        <source>Scaled dot-product attention</source>
        <translation>缩放点积注意力</translation>
    </message>
    <message>
        <source>Many heads</source>
        <translation>多头</translation>
    </message>
    <message>
        <source>Shared keys: MHA, GQA, MQA</source>
        <translation>共享键：MHA、GQA、MQA</translation>
    </message>
    <message>
        <source>Latent attention and the KV cache</source>
        <translation>潜在注意力与 KV 缓存</translation>
    </message>
    <message>
        <source>Block-local attention</source>
        <translation>分块局部注意力</translation>
    </message>
    <message>
        <source>Sliding windows, sparse patterns</source>
        <translation>滑动窗口与稀疏模式</translation>
    </message>
    <message>
        <source>Causal, prefix, encoder–decoder</source>
        <translation>因果、前缀、编码器–解码器</translation>
    </message>
    <message>
        <source>Long context</source>
        <translation>长上下文</translation>
    </message>
    <message>
        <source>LayerNorm, RMSNorm, BatchNorm, DeepNorm</source>
        <translation>LayerNorm、RMSNorm、BatchNorm、DeepNorm</translation>
    </message>
    <message>
        <source>Why normalise</source>
        <translation>为何要归一化</translation>
    </message>
    <message>
        <source>Norm placement</source>
        <translation>归一化位置</translation>
    </message>
    <message>
        <source>Pre-norm against post-norm in training</source>
        <translation>训练中的前置与后置归一化</translation>
    </message>
    <message>
        <source>Dropping biases</source>
        <translation>去掉偏置</translation>
    </message>
    <message>
        <source>Feed-forward</source>
        <translation>前馈</translation>
    </message>
    <message>
        <source>Activations</source>
        <translation>激活函数</translation>
    </message>
    <message>
        <source>Gated feed-forward</source>
        <translation>门控前馈</translation>
    </message>
    <message>
        <source>Serial and parallel blocks</source>
        <translation>串行块与并行块</translation>
    </message>
    <message>
        <source>Mixture of experts</source>
        <translation>混合专家</translation>
    </message>
    <message>
        <source>Vocabulary size</source>
        <translation>词表大小</translation>
    </message>
    <message>
        <source>Dropout and weight decay</source>
        <translation>Dropout 与权重衰减</translation>
    </message>
    <message>
        <source>z-loss</source>
        <translation>z 损失</translation>
    </message>
    <message>
        <source>QK-norm</source>
        <translation>QK 归一化</translation>
    </message>
    <message>
        <source>Logit soft cap</source>
        <translation>logit 软上限</translation>
    </message>
    <message>
        <source>The table of models</source>
        <translation>模型总表</translation>
    </message>
    <message>
        <source>LLaMA 1, 2, 3</source>
        <translation>LLaMA 1、2、3</translation>
    </message>
    <message>
        <source>LLaMA 3.1 and DeepSeek</source>
        <translation>LLaMA 3.1 与 DeepSeek</translation>
    </message>
    <message>
        <source>Original Transformer against LLaMA</source>
        <translation>原始 Transformer 与 LLaMA</translation>
    </message>
    <message>
        <source>Beyond attention</source>
        <translation>注意力之外</translation>
    </message>
    <message>
        <source>Tokenisation</source>
        <translation>分词</translation>
    </message>
    <message>
        <source>Width of the feed-forward: d_ff / d_model</source>
        <translation>前馈宽度：d_ff / d_model</translation>
    </message>
    <message>
        <source>Width of all heads: heads · d_head / d_model</source>
        <translation>各头总宽度：头数 · d_head / d_model</translation>
    </message>
    <message>
        <source>Width and depth: d_model / layers</source>
        <translation>宽度与深度：d_model / 层数</translation>
    </message>
    <message>
        <source>Attribution to tokens</source>
        <translation>对词元的归因</translation>
    </message>
</context>
<context>
    <name>core</name>
    <message>
        <source>ALiBi</source>
        <translation>ALiBi</translation>
    </message>
    <message>
        <source>Activation</source>
        <translation>激活函数</translation>
    </message>
    <message>
        <source>Attention</source>
        <translation>注意力</translation>
    </message>
    <message>
        <source>Base</source>
        <translation>基数</translation>
    </message>
    <message>
        <source>Bias of the attention output</source>
        <translation>注意力输出的偏置</translation>
    </message>
    <message>
        <source>Bias of the logits</source>
        <translation>logits 的偏置</translation>
    </message>
    <message>
        <source>Bias</source>
        <translation>偏置</translation>
    </message>
    <message>
        <source>Biases of q, k, v</source>
        <translation>q、k、v 的偏置</translation>
    </message>
    <message>
        <source>Biases of the feed-forward</source>
        <translation>前馈网络的偏置</translation>
    </message>
    <message>
        <source>Bidirectional</source>
        <translation>双向</translation>
    </message>
    <message>
        <source>Block layout</source>
        <translation>块的布局</translation>
    </message>
    <message>
        <source>Causal</source>
        <translation>因果</translation>
    </message>
    <message>
        <source>Context</source>
        <translation>上下文长度</translation>
    </message>
    <message>
        <source>Embedding multiplier</source>
        <translation>嵌入倍数</translation>
    </message>
    <message>
        <source>Epsilon</source>
        <translation>ε</translation>
    </message>
    <message>
        <source>Feed-forward</source>
        <translation>前馈网络</translation>
    </message>
    <message>
        <source>Final norm</source>
        <translation>最终归一化</translation>
    </message>
    <message>
        <source>Fraction</source>
        <translation>比例</translation>
    </message>
    <message>
        <source>GELU (tanh)</source>
        <translation>GELU (tanh)</translation>
    </message>
    <message>
        <source>GELU</source>
        <translation>GELU</translation>
    </message>
    <message>
        <source>Gain</source>
        <translation>增益</translation>
    </message>
    <message>
        <source>Gated</source>
        <translation>门控</translation>
    </message>
    <message>
        <source>Grouped-query</source>
        <translation>分组查询</translation>
    </message>
    <message>
        <source>Heads</source>
        <translation>头数</translation>
    </message>
    <message>
        <source>Key/value heads</source>
        <translation>键值头数</translation>
    </message>
    <message>
        <source>LayerNorm</source>
        <translation>LayerNorm</translation>
    </message>
    <message>
        <source>Layers</source>
        <translation>层数</translation>
    </message>
    <message>
        <source>Layout</source>
        <translation>排列</translation>
    </message>
    <message>
        <source>Learned</source>
        <translation>可学习</translation>
    </message>
    <message>
        <source>Mask schedule</source>
        <translation>逐层掩码</translation>
    </message>
    <message>
        <source>Mask</source>
        <translation>掩码</translation>
    </message>
    <message>
        <source>Multi-head</source>
        <translation>多头</translation>
    </message>
    <message>
        <source>Multi-query</source>
        <translation>多查询</translation>
    </message>
    <message>
        <source>None</source>
        <translation>无</translation>
    </message>
    <message>
        <source>Norm placement</source>
        <translation>归一化位置</translation>
    </message>
    <message>
        <source>Norm</source>
        <translation>归一化</translation>
    </message>
    <message>
        <source>Offset</source>
        <translation>偏移</translation>
    </message>
    <message>
        <source>Pairing</source>
        <translation>配对方式</translation>
    </message>
    <message>
        <source>Parallel, one norm</source>
        <translation>并行，共用归一化</translation>
    </message>
    <message>
        <source>Parallel, two norms</source>
        <translation>并行，各自归一化</translation>
    </message>
    <message>
        <source>Place of epsilon</source>
        <translation>ε 的位置</translation>
    </message>
    <message>
        <source>Plain</source>
        <translation>普通</translation>
    </message>
    <message>
        <source>Positions</source>
        <translation>位置编码</translation>
    </message>
    <message>
        <source>Post</source>
        <translation>后置 (Post)</translation>
    </message>
    <message>
        <source>Pre</source>
        <translation>前置 (Pre)</translation>
    </message>
    <message>
        <source>RMSNorm</source>
        <translation>RMSNorm</translation>
    </message>
    <message>
        <source>ReLU</source>
        <translation>ReLU</translation>
    </message>
    <message>
        <source>Rotary (RoPE)</source>
        <translation>旋转 (RoPE)</translation>
    </message>
    <message>
        <source>Sandwich</source>
        <translation>三明治 (Sandwich)</translation>
    </message>
    <message>
        <source>Scaled</source>
        <translation>缩放</translation>
    </message>
    <message>
        <source>Score scale</source>
        <translation>分数缩放系数</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>种子</translation>
    </message>
    <message>
        <source>Sequential</source>
        <translation>串行</translation>
    </message>
    <message>
        <source>SiLU</source>
        <translation>SiLU</translation>
    </message>
    <message>
        <source>Sinusoidal</source>
        <translation>正弦</translation>
    </message>
    <message>
        <source>Sliding window</source>
        <translation>滑动窗口</translation>
    </message>
    <message>
        <source>Tied output</source>
        <translation>输出与嵌入共享</translation>
    </message>
    <message>
        <source>Topology</source>
        <translation>拓扑</translation>
    </message>
    <message>
        <source>Vocabulary</source>
        <translation>词表</translation>
    </message>
    <message>
        <source>Weights</source>
        <translation>权重</translation>
    </message>
    <message>
        <source>Width of a head</source>
        <translation>每头宽度</translation>
    </message>
    <message>
        <source>Width of the feed-forward</source>
        <translation>前馈宽度</translation>
    </message>
    <message>
        <source>Width of the stream</source>
        <translation>残差流宽度</translation>
    </message>
    <message>
        <source>Window</source>
        <translation>窗口</translation>
    </message>
    <message>
        <source>a cache holds one sequence</source>
        <translation>一个缓存只存一个序列</translation>
    </message>
    <message>
        <source>a key that is empty or not text</source>
        <translation>键为空或不是文本</translation>
    </message>
    <message>
        <source>a link that leaves the model&apos;s folder</source>
        <translation>链接指向模型文件夹之外</translation>
    </message>
    <message>
        <source>a name that is empty or not text</source>
        <translation>名字为空或不是文本</translation>
    </message>
    <message>
        <source>a parallel block has no norm on the stream</source>
        <translation>并行块在残差流上没有归一化</translation>
    </message>
    <message>
        <source>a replacement of the tokenizer makes the text too long</source>
        <translation>分词器的替换使文本过长</translation>
    </message>
    <message>
        <source>a row is not a whole number of blocks</source>
        <translation>一行不是整数个量化块</translation>
    </message>
    <message>
        <source>a template for one text holds it once</source>
        <translation>单文本模板只能含一次文本</translation>
    </message>
    <message>
        <source>an encoder does not generate</source>
        <translation>编码器不能生成</translation>
    </message>
    <message>
        <source>big-endian GGUF files are not supported</source>
        <translation>不支持大端 GGUF 文件</translation>
    </message>
    <message>
        <source>bytes after the last tensor</source>
        <translation>最后一个张量之后还有字节</translation>
    </message>
    <message>
        <source>bytes before it belong to no tensor</source>
        <translation>它之前的字节不属于任何张量</translation>
    </message>
    <message>
        <source>cannot be opened</source>
        <translation>无法打开</translation>
    </message>
    <message>
        <source>cannot be read</source>
        <translation>无法读取</translation>
    </message>
    <message>
        <source>cannot be written</source>
        <translation>无法写入</translation>
    </message>
    <message>
        <source>contradicts another key</source>
        <translation>与另一个键矛盾</translation>
    </message>
    <message>
        <source>contradicts another setting</source>
        <translation>与其他设定矛盾</translation>
    </message>
    <message>
        <source>data_offsets do not fit shape and dtype</source>
        <translation>data_offsets 与形状和类型不符</translation>
    </message>
    <message>
        <source>document too large</source>
        <translation>文档过大</translation>
    </message>
    <message>
        <source>does not divide the heads</source>
        <translation>不能整除头数</translation>
    </message>
    <message>
        <source>does not divide the number of heads</source>
        <translation>不能整除头数</translation>
    </message>
    <message>
        <source>does not divide the width, and the width of a head is not given</source>
        <translation>不能整除宽度，且未给出每头宽度</translation>
    </message>
    <message>
        <source>duplicate key</source>
        <translation>键重复</translation>
    </message>
    <message>
        <source>duplicate tensor</source>
        <translation>张量重复</translation>
    </message>
    <message>
        <source>empty document</source>
        <translation>文档为空</translation>
    </message>
    <message>
        <source>empty vocabulary</source>
        <translation>词表为空</translation>
    </message>
    <message>
        <source>give the input once</source>
        <translation>输入须给出且只给一次</translation>
    </message>
    <message>
        <source>header too long</source>
        <translation>文件头过长</translation>
    </message>
    <message>
        <source>ids and tokens differ in length</source>
        <translation>编号与词元数目不同</translation>
    </message>
    <message>
        <source>impossible number of array elements</source>
        <translation>数组元素数目不可能</translation>
    </message>
    <message>
        <source>impossible number of dimensions</source>
        <translation>维数不可能</translation>
    </message>
    <message>
        <source>impossible number of keys</source>
        <translation>键的数目不可能</translation>
    </message>
    <message>
        <source>impossible number of tensors</source>
        <translation>张量数目不可能</translation>
    </message>
    <message>
        <source>impossible size</source>
        <translation>大小不可能</translation>
    </message>
    <message>
        <source>is fixed by the weights of the model</source>
        <translation>由模型的权重决定，不能改</translation>
    </message>
    <message>
        <source>is longer than the model&apos;s table of positions</source>
        <translation>超出模型的位置表</translation>
    </message>
    <message>
        <source>is not a regular file</source>
        <translation>不是普通文件</translation>
    </message>
    <message>
        <source>is one choice for the whole model</source>
        <translation>是整个模型共用的选项</translation>
    </message>
    <message>
        <source>length of a text is impossible</source>
        <translation>文本长度不可能</translation>
    </message>
    <message>
        <source>malformed JSON</source>
        <translation>JSON 格式错误</translation>
    </message>
    <message>
        <source>malformed list of heads</source>
        <translation>头的列表格式错误</translation>
    </message>
    <message>
        <source>matches no tensor of this model</source>
        <translation>不匹配此模型的任何张量</translation>
    </message>
    <message>
        <source>merge names a token that is not in the vocabulary</source>
        <translation>合并规则用到词表外的词元</translation>
    </message>
    <message>
        <source>metadata too large</source>
        <translation>元数据过大</translation>
    </message>
    <message>
        <source>missing key</source>
        <translation>缺少键</translation>
    </message>
    <message>
        <source>missing or of the wrong type</source>
        <translation>缺失或类型错误</translation>
    </message>
    <message>
        <source>missing output matrix</source>
        <translation>缺少输出矩阵</translation>
    </message>
    <message>
        <source>missing tensors</source>
        <translation>缺少张量</translation>
    </message>
    <message>
        <source>must be even for rotary positions</source>
        <translation>旋转位置编码要求它为偶数</translation>
    </message>
    <message>
        <source>name of impossible length</source>
        <translation>名字长度不可能</translation>
    </message>
    <message>
        <source>needs a value</source>
        <translation>需要一个值</translation>
    </message>
    <message>
        <source>needs at least one number</source>
        <translation>至少需要一个数</translation>
    </message>
    <message>
        <source>no bundled weights were trained with these choices</source>
        <translation>没有用这些选项训练的内置权重</translation>
    </message>
    <message>
        <source>no such head</source>
        <translation>没有这个头</translation>
    </message>
    <message>
        <source>no such layers</source>
        <translation>没有这些层</translation>
    </message>
    <message>
        <source>not a GGUF file</source>
        <translation>不是 GGUF 文件</translation>
    </message>
    <message>
        <source>not a figure of this program</source>
        <translation>不是本程序的图形</translation>
    </message>
    <message>
        <source>not a file in the same folder</source>
        <translation>不是同一文件夹中的文件</translation>
    </message>
    <message>
        <source>not a finite score for each token</source>
        <translation>并非每个词元都有有限的分数</translation>
    </message>
    <message>
        <source>not a legal value</source>
        <translation>不是合法的值</translation>
    </message>
    <message>
        <source>not a merge</source>
        <translation>不是合并规则</translation>
    </message>
    <message>
        <source>not a number in range</source>
        <translation>不是范围内的数</translation>
    </message>
    <message>
        <source>not a number in the legal range</source>
        <translation>不是合法范围内的数</translation>
    </message>
    <message>
        <source>not a pattern</source>
        <translation>不是匹配模式</translation>
    </message>
    <message>
        <source>not a power of two</source>
        <translation>不是 2 的幂</translation>
    </message>
    <message>
        <source>not a range of layers</source>
        <translation>不是层的范围</translation>
    </message>
    <message>
        <source>not a regular expression</source>
        <translation>不是正则表达式</translation>
    </message>
    <message>
        <source>not a safetensors file</source>
        <translation>不是 safetensors 文件</translation>
    </message>
    <message>
        <source>not a safetensors file: it looks like a pickle, which can run code</source>
        <translation>不是 safetensors 文件：看来是 pickle，可能执行代码</translation>
    </message>
    <message>
        <source>not a single character</source>
        <translation>不是单个字符</translation>
    </message>
    <message>
        <source>not a size in bytes</source>
        <translation>不是字节数</translation>
    </message>
    <message>
        <source>not a size</source>
        <translation>不是尺寸</translation>
    </message>
    <message>
        <source>not a token id in range</source>
        <translation>不是范围内的词元编号</translation>
    </message>
    <message>
        <source>not a token id</source>
        <translation>不是词元编号</translation>
    </message>
    <message>
        <source>not a whole number of bytes</source>
        <translation>不是整数个字节</translation>
    </message>
    <message>
        <source>not an assignment</source>
        <translation>不是赋值</translation>
    </message>
    <message>
        <source>not an even number up to the width of a head</source>
        <translation>不是不超过每头宽度的偶数</translation>
    </message>
    <message>
        <source>not an integer in range</source>
        <translation>不是范围内的整数</translation>
    </message>
    <message>
        <source>not an object</source>
        <translation>不是对象</translation>
    </message>
    <message>
        <source>not of the form KEY=VALUE</source>
        <translation>不是 KEY=VALUE 的形式</translation>
    </message>
    <message>
        <source>not supported yet</source>
        <translation>尚不支持</translation>
    </message>
    <message>
        <source>number too large</source>
        <translation>数太大</translation>
    </message>
    <message>
        <source>numbers of this type are not supported as weights</source>
        <translation>不支持以此类型的数作权重</translation>
    </message>
    <message>
        <source>offset is not aligned</source>
        <translation>偏移未对齐</translation>
    </message>
    <message>
        <source>regular expression too long</source>
        <translation>正则表达式过长</translation>
    </message>
    <message>
        <source>needs to know what to list</source>
        <translation>须说明要列出什么</translation>
    </message>
    <message>
        <source>needs a figure to check</source>
        <translation>须给出要检查的图形</translation>
    </message>
    <message>
        <source>sequence starts must begin at 0 and grow</source>
        <translation>序列起点须从 0 开始并递增</translation>
    </message>
    <message>
        <source>several files would have this name</source>
        <translation>会有多个文件同名</translation>
    </message>
    <message>
        <source>shares bytes with another tensor</source>
        <translation>与另一个张量共用字节</translation>
    </message>
    <message>
        <source>size overflows</source>
        <translation>大小溢出</translation>
    </message>
    <message>
        <source>starts with a byte-order mark</source>
        <translation>以字节序标记开头</translation>
    </message>
    <message>
        <source>stored in two files</source>
        <translation>存于两个文件</translation>
    </message>
    <message>
        <source>takes no value</source>
        <translation>不带值</translation>
    </message>
    <message>
        <source>text is not UTF-8</source>
        <translation>文本不是 UTF-8</translation>
    </message>
    <message>
        <source>text too long</source>
        <translation>文本过长</translation>
    </message>
    <message>
        <source>the file does not hold this tensor</source>
        <translation>文件中没有这个张量</translation>
    </message>
    <message>
        <source>the file ends here: it changed while it was read</source>
        <translation>文件到此结束：读取时被改动</translation>
    </message>
    <message>
        <source>the file ends in its header: an incomplete download?</source>
        <translation>文件在文件头处中断：下载不完整？</translation>
    </message>
    <message>
        <source>the file is shorter than its header length</source>
        <translation>文件比其文件头长度还短</translation>
    </message>
    <message>
        <source>the file is too short: an incomplete download?</source>
        <translation>文件太短：下载不完整？</translation>
    </message>
    <message>
        <source>the header does not fit into the file</source>
        <translation>文件头超出文件</translation>
    </message>
    <message>
        <source>the id is outside the vocabulary</source>
        <translation>编号在词表之外</translation>
    </message>
    <message>
        <source>the model has no such tensor</source>
        <translation>模型没有这个张量</translation>
    </message>
    <message>
        <source>the model has no tokenizer, so only token ids can be given</source>
        <translation>模型没有分词器，只能给词元编号</translation>
    </message>
    <message>
        <source>the model has no type</source>
        <translation>模型没有类型</translation>
    </message>
    <message>
        <source>the pass failed</source>
        <translation>计算失败</translation>
    </message>
    <message>
        <source>the template names a special token that it does not define</source>
        <translation>模板用到未定义的特殊词元</translation>
    </message>
    <message>
        <source>the text is empty: type at least one word</source>
        <translation>文本为空：请至少输入一个词</translation>
    </message>
    <message>
        <source>the text is longer than the table of learned positions</source>
        <translation>文本超出可学习位置表的长度</translation>
    </message>
    <message>
        <source>the text outgrows the key-value cache</source>
        <translation>文本超出键值缓存</translation>
    </message>
    <message>
        <source>the tokenizer has no token for a character of the text</source>
        <translation>分词器没有文本中某个字符的词元</translation>
    </message>
    <message>
        <source>the tokenizer&apos;s normalizer makes the text too long</source>
        <translation>分词器的规范化使文本过长</translation>
    </message>
    <message>
        <source>the tokenizer&apos;s regular expression gives up on this text</source>
        <translation>分词器的正则表达式无法处理这段文本</translation>
    </message>
    <message>
        <source>the trace would not fit into the memory allowed</source>
        <translation>记录超出允许的内存</translation>
    </message>
    <message>
        <source>there are no tokens</source>
        <translation>没有词元</translation>
    </message>
    <message>
        <source>there is not enough memory</source>
        <translation>内存不足</translation>
    </message>
    <message>
        <source>there is nothing to draw</source>
        <translation>没有可画的内容</translation>
    </message>
    <message>
        <source>this option is needed</source>
        <translation>必须给出此选项</translation>
    </message>
    <message>
        <source>this run recorded no tensor of this name</source>
        <translation>这次运行没有记录此名的张量</translation>
    </message>
    <message>
        <source>token id is not in the vocabulary</source>
        <translation>词元编号不在词表中</translation>
    </message>
    <message>
        <source>token id used twice</source>
        <translation>词元编号重复使用</translation>
    </message>
    <message>
        <source>token is not in the vocabulary</source>
        <translation>词元不在词表中</translation>
    </message>
    <message>
        <source>token occurs twice in the vocabulary</source>
        <translation>词元在词表中出现两次</translation>
    </message>
    <message>
        <source>token too long</source>
        <translation>词元过长</translation>
    </message>
    <message>
        <source>too many elements</source>
        <translation>元素过多</translation>
    </message>
    <message>
        <source>too many files</source>
        <translation>文件过多</translation>
    </message>
    <message>
        <source>too many merges</source>
        <translation>合并规则过多</translation>
    </message>
    <message>
        <source>too many tensors</source>
        <translation>张量过多</translation>
    </message>
    <message>
        <source>too many values</source>
        <translation>值过多</translation>
    </message>
    <message>
        <source>unexpected argument</source>
        <translation>多余的参数</translation>
    </message>
    <message>
        <source>unknown dtype</source>
        <translation>未知的数据类型</translation>
    </message>
    <message>
        <source>unknown figure</source>
        <translation>未知的图形</translation>
    </message>
    <message>
        <source>unknown format</source>
        <translation>未知的格式</translation>
    </message>
    <message>
        <source>unknown key</source>
        <translation>未知的键</translation>
    </message>
    <message>
        <source>unknown language</source>
        <translation>未知的语言</translation>
    </message>
    <message>
        <source>unknown preset</source>
        <translation>未知的预设</translation>
    </message>
    <message>
        <source>unknown theme</source>
        <translation>未知的主题</translation>
    </message>
    <message>
        <source>unknown type of array elements</source>
        <translation>未知的数组元素类型</translation>
    </message>
    <message>
        <source>unknown type of numbers</source>
        <translation>未知的数值类型</translation>
    </message>
    <message>
        <source>unknown value type</source>
        <translation>未知的值类型</translation>
    </message>
    <message>
        <source>unknown value</source>
        <translation>未知的值</translation>
    </message>
    <message>
        <source>unsupported version of tokenizer.json</source>
        <translation>不支持此版本的 tokenizer.json</translation>
    </message>
    <message>
        <source>unsupported version</source>
        <translation>不支持此版本</translation>
    </message>
    <message>
        <source>values of another width than keys are not supported yet</source>
        <translation>尚不支持宽度与键不同的值</translation>
    </message>
    <message>
        <source>wrong data_offsets</source>
        <translation>data_offsets 错误</translation>
    </message>
    <message>
        <source>wrong list of integers</source>
        <translation>整数列表错误</translation>
    </message>
    <message>
        <source>wrong number of elements</source>
        <translation>元素数目错误</translation>
    </message>
    <message>
        <source>wrong type</source>
        <translation>类型错误</translation>
    </message>
    <message>
        <source>neither a command, nor a model, nor a file; --help lists the commands</source>
        <translation>既不是命令，也不是模型或文件；命令见 --help</translation>
    </message>
    <message>
        <source>nested too deep</source>
        <translation>嵌套过深</translation>
    </message>
    <message>
        <source>there is no display for the window; `cutaway export` draws figures without one</source>
        <translation>没有可显示窗口的屏幕；`cutaway export` 无需屏幕即可画图</translation>
    </message>
    <message>
        <source>there is no recipe inside</source>
        <translation>其中没有配方</translation>
    </message>
    <message>
        <source>unknown option; --help lists them</source>
        <translation>未知的选项；选项见 --help</translation>
    </message>
    <message>
        <source>unknown pre-tokenizer; the tokenization would be wrong</source>
        <translation>未知的预分词器；分词会出错</translation>
    </message>
    <message>
        <source>unknown tokenizer; the tokenization would be wrong</source>
        <translation>未知的分词器；分词会出错</translation>
    </message>
    <message>
        <source>unknown type; the tokenization would be wrong</source>
        <translation>未知的类型；分词会出错</translation>
    </message>
    <message>
        <source>A small model of today&apos;s kind, all weights seeded</source>
        <translation>当今样式的小模型，权重全部由种子生成</translation>
    </message>
    <message>
        <source>The shapes of GPT-2 small, all weights seeded</source>
        <translation>GPT-2 small 的形状，权重全部由种子生成</translation>
    </message>
    <message>
        <source>as many axes as dimensions are needed</source>
        <translation>轴的数目须与维数相同</translation>
    </message>
    <message>
        <source>as many tokens as ids are needed</source>
        <translation>词元数须与编号数相同</translation>
    </message>
    <message>
        <source>holds several GGUF files: name one of them</source>
        <translation>含多个 GGUF 文件：请指定其中一个</translation>
    </message>
    <message>
        <source>missing key, and architectures does not tell the family</source>
        <translation>缺少键，且 architectures 没有说明系列</translation>
    </message>
    <message>
        <source>no model in this folder</source>
        <translation>此文件夹中没有模型</translation>
    </message>
    <message>
        <source>no model of this name and no such file</source>
        <translation>没有此名的模型，也没有此文件</translation>
    </message>
    <message>
        <source>no weights</source>
        <translation>没有权重</translation>
    </message>
    <message>
        <source>not a model file</source>
        <translation>不是模型文件</translation>
    </message>
    <message>
        <source>not a trace file of a known schema</source>
        <translation>不是已知格式的记录文件</translation>
    </message>
    <message>
        <source>pickle formats can run code and are not supported: convert to safetensors</source>
        <translation>pickle 格式可能执行代码，不受支持：请转换为 safetensors</translation>
    </message>
    <message>
        <source>quantized weights of this kind are not supported</source>
        <translation>不支持这种量化权重</translation>
    </message>
    <message>
        <source>unknown family of models</source>
        <translation>未知的模型系列</translation>
    </message>
    <message>
        <source>wrong element</source>
        <translation>元素错误</translation>
    </message>
    <message>
        <source>wrong shape</source>
        <translation>形状错误</translation>
    </message>
    <message>
        <source>After the root</source>
        <translation>根号外</translation>
    </message>
    <message>
        <source>By placement</source>
        <translation>随归一化位置</translation>
    </message>
    <message>
        <source>Causal decoder</source>
        <translation>因果解码器</translation>
    </message>
    <message>
        <source>Encoder</source>
        <translation>编码器</translation>
    </message>
    <message>
        <source>Half-split</source>
        <translation>前后两半</translation>
    </message>
    <message>
        <source>Halves</source>
        <translation>前后两半</translation>
    </message>
    <message>
        <source>Interleaved</source>
        <translation>交错</translation>
    </message>
    <message>
        <source>Keep</source>
        <translation>保留</translation>
    </message>
    <message>
        <source>No gain</source>
        <translation>无增益</translation>
    </message>
    <message>
        <source>No</source>
        <translation>否</translation>
    </message>
    <message>
        <source>Trained</source>
        <translation>训练好的</translation>
    </message>
    <message>
        <source>Trained, else keep</source>
        <translation>训练好的，否则保留</translation>
    </message>
    <message>
        <source>Under the root</source>
        <translation>根号内</translation>
    </message>
    <message>
        <source>Yes</source>
        <translation>是</translation>
    </message>
    <message>
        <source>· (1 + w)</source>
        <translation>· (1 + w)</translation>
    </message>
    <message>
        <source>· w</source>
        <translation>· w</translation>
    </message>
    <message>
        <source>the unknown token is not in the vocabulary</source>
        <translation>未知词元不在词表中</translation>
    </message>
    <message>
        <source>a factor must be finite</source>
        <translation>系数必须是有限数</translation>
    </message>
    <message>
        <source>missing</source>
        <translation>缺失</translation>
    </message>
    <message>
        <source>not a number that float32 holds</source>
        <translation>不是 float32 能表示的数</translation>
    </message>
    <message>
        <source>not an index or a range</source>
        <translation>不是索引，也不是范围</translation>
    </message>
    <message>
        <source>the array has another shape than the slice</source>
        <translation>数组的形状与切片不同</translation>
    </message>
    <message>
        <source>the heads are given twice</source>
        <translation>头被指定了两次</translation>
    </message>
    <message>
        <source>the index is beyond the tensor</source>
        <translation>索引超出了张量</translation>
    </message>
    <message>
        <source>the list is empty</source>
        <translation>列表为空</translation>
    </message>
    <message>
        <source>the other run&apos;s tensor has another shape</source>
        <translation>另一次运行中的张量形状不同</translation>
    </message>
    <message>
        <source>the rows are of different depth</source>
        <translation>各行的嵌套深度不同</translation>
    </message>
    <message>
        <source>the rows are of different length</source>
        <translation>各行的长度不同</translation>
    </message>
    <message>
        <source>the tensor has no such axis</source>
        <translation>该张量没有这个轴</translation>
    </message>
    <message>
        <source>the tensor has no tokens to take the mean over</source>
        <translation>该张量没有可取均值的词元轴</translation>
    </message>
    <message>
        <source>this operation needs it</source>
        <translation>此操作需要它</translation>
    </message>
    <message>
        <source>this operation takes none</source>
        <translation>此操作不接受它</translation>
    </message>
    <message>
        <source>unknown operation</source>
        <translation>未知的操作</translation>
    </message>
    <message>
        <source>As the paper</source>
        <translation>按论文</translation>
    </message>
    <message>
        <source>Attention factor</source>
        <translation>注意力因子</translation>
    </message>
    <message>
        <source>BatchNorm (teaching)</source>
        <translation>BatchNorm（教学用）</translation>
    </message>
    <message>
        <source>Block</source>
        <translation>分块长度</translation>
    </message>
    <message>
        <source>Blocks</source>
        <translation>分块</translation>
    </message>
    <message>
        <source>Both directions</source>
        <translation>区分前后方向</translation>
    </message>
    <message>
        <source>Branch multiplier</source>
        <translation>分支倍数</translation>
    </message>
    <message>
        <source>Branch output</source>
        <translation>分支输出</translation>
    </message>
    <message>
        <source>Buckets (T5)</source>
        <translation>分桶 (T5)</translation>
    </message>
    <message>
        <source>Buckets</source>
        <translation>桶数</translation>
    </message>
    <message>
        <source>By the width of a head</source>
        <translation>按头的宽度</translation>
    </message>
    <message>
        <source>Capacity factor</source>
        <translation>容量系数</translation>
    </message>
    <message>
        <source>Cells</source>
        <translation>单元格</translation>
    </message>
    <message>
        <source>Channel mixing</source>
        <translation>通道混合</translation>
    </message>
    <message>
        <source>Clip q, k, v at</source>
        <translation>q、k、v 的截断值</translation>
    </message>
    <message>
        <source>Clip</source>
        <translation>截断距离</translation>
    </message>
    <message>
        <source>Content to position</source>
        <translation>内容到位置</translation>
    </message>
    <message>
        <source>DeepNorm</source>
        <translation>DeepNorm</translation>
    </message>
    <message>
        <source>Disentangled (DeBERTa)</source>
        <translation>解耦 (DeBERTa)</translation>
    </message>
    <message>
        <source>Divisors beyond trained length</source>
        <translation>超出训练长度的除数</translation>
    </message>
    <message>
        <source>Divisors up to the trained length</source>
        <translation>训练长度以内的除数</translation>
    </message>
    <message>
        <source>Dynamic NTK</source>
        <translation>动态 NTK</translation>
    </message>
    <message>
        <source>ELU</source>
        <translation>ELU</translation>
    </message>
    <message>
        <source>Encoder–decoder</source>
        <translation>编码器–解码器</translation>
    </message>
    <message>
        <source>Experts per token</source>
        <translation>每个词元的专家数</translation>
    </message>
    <message>
        <source>Experts</source>
        <translation>专家数</translation>
    </message>
    <message>
        <source>Factor</source>
        <translation>倍数</translation>
    </message>
    <message>
        <source>Farthest bucket from</source>
        <translation>最远桶的起点</translation>
    </message>
    <message>
        <source>Fast from (turns)</source>
        <translation>快频下限（圈）</translation>
    </message>
    <message>
        <source>Feed-forward width of the encoder</source>
        <translation>编码器的前馈宽度</translation>
    </message>
    <message>
        <source>GELU (sigmoid)</source>
        <translation>GELU（sigmoid 近似）</translation>
    </message>
    <message>
        <source>Gate multiplier</source>
        <translation>门控值倍数</translation>
    </message>
    <message>
        <source>Gates sum to 1</source>
        <translation>门控值之和为 1</translation>
    </message>
    <message>
        <source>Geometric</source>
        <translation>等比</translation>
    </message>
    <message>
        <source>Groups per token</source>
        <translation>每个词元的组数</translation>
    </message>
    <message>
        <source>Groups of experts</source>
        <translation>专家组数</translation>
    </message>
    <message>
        <source>Heads of the encoder</source>
        <translation>编码器的头数</translation>
    </message>
    <message>
        <source>High-frequency factor</source>
        <translation>高频系数</translation>
    </message>
    <message>
        <source>Inner width</source>
        <translation>内部宽度</translation>
    </message>
    <message>
        <source>Latent (MLA)</source>
        <translation>潜在 (MLA)</translation>
    </message>
    <message>
        <source>LayerNorm, all heads</source>
        <translation>LayerNorm，所有头一起</translation>
    </message>
    <message>
        <source>LayerNorm, each head</source>
        <translation>LayerNorm，逐头</translation>
    </message>
    <message>
        <source>Layers of the encoder</source>
        <translation>编码器的层数</translation>
    </message>
    <message>
        <source>Learned sinks</source>
        <translation>可学习的注意力汇</translation>
    </message>
    <message>
        <source>Linear recurrence</source>
        <translation>线性循环</translation>
    </message>
    <message>
        <source>Linear</source>
        <translation>线性</translation>
    </message>
    <message>
        <source>Llama 3</source>
        <translation>Llama 3</translation>
    </message>
    <message>
        <source>Logit multiplier</source>
        <translation>logits 倍数</translation>
    </message>
    <message>
        <source>LongRoPE</source>
        <translation>LongRoPE</translation>
    </message>
    <message>
        <source>Low-frequency factor</source>
        <translation>低频系数</translation>
    </message>
    <message>
        <source>Masked-language head</source>
        <translation>掩码语言模型头</translation>
    </message>
    <message>
        <source>Mixer</source>
        <translation>混合器</translation>
    </message>
    <message>
        <source>Mixture of experts</source>
        <translation>混合专家 (MoE)</translation>
    </message>
    <message>
        <source>NTK-aware</source>
        <translation>NTK 感知</translation>
    </message>
    <message>
        <source>Norm of the embedding</source>
        <translation>嵌入后归一化</translation>
    </message>
    <message>
        <source>State size</source>
        <translation>状态维数</translation>
    </message>
    <message>
        <source>Output head</source>
        <translation>输出头</translation>
    </message>
    <message>
        <source>Output matrix</source>
        <translation>输出矩阵</translation>
    </message>
    <message>
        <source>Painted</source>
        <translation>手绘</translation>
    </message>
    <message>
        <source>Position to content</source>
        <translation>位置到内容</translation>
    </message>
    <message>
        <source>Prefix decoder</source>
        <translation>前缀解码器</translation>
    </message>
    <message>
        <source>Prefix</source>
        <translation>前缀</translation>
    </message>
    <message>
        <source>QK-norm</source>
        <translation>QK 归一化</translation>
    </message>
    <message>
        <source>RMS, all heads</source>
        <translation>RMS，所有头一起</translation>
    </message>
    <message>
        <source>RMS, each head</source>
        <translation>RMS，逐头</translation>
    </message>
    <message>
        <source>Ramp between whole pairs</source>
        <translation>过渡区取整到维度对</translation>
    </message>
    <message>
        <source>Rank of keys and values</source>
        <translation>键和值的秩</translation>
    </message>
    <message>
        <source>Rank of queries</source>
        <translation>查询的秩</translation>
    </message>
    <message>
        <source>ReLU²</source>
        <translation>ReLU²</translation>
    </message>
    <message>
        <source>Relative (Shaw)</source>
        <translation>相对 (Shaw)</translation>
    </message>
    <message>
        <source>Relative (Transformer-XL)</source>
        <translation>相对 (Transformer-XL)</translation>
    </message>
    <message>
        <source>Residual from the norm</source>
        <translation>残差取自归一化之后</translation>
    </message>
    <message>
        <source>Retention</source>
        <translation>保留 (Retention)</translation>
    </message>
    <message>
        <source>Routing</source>
        <translation>路由</translation>
    </message>
    <message>
        <source>SELU</source>
        <translation>SELU</translation>
    </message>
    <message>
        <source>Scaling</source>
        <translation>缩放方式</translation>
    </message>
    <message>
        <source>Selective state space</source>
        <translation>选择性状态空间</translation>
    </message>
    <message>
        <source>Shared experts</source>
        <translation>共享专家数</translation>
    </message>
    <message>
        <source>Shared projections</source>
        <translation>共用投影</translation>
    </message>
    <message>
        <source>Sigmoid, biased selection</source>
        <translation>sigmoid，选择时加偏置</translation>
    </message>
    <message>
        <source>Sigmoid</source>
        <translation>Sigmoid</translation>
    </message>
    <message>
        <source>Sinks and window</source>
        <translation>注意力汇加窗口</translation>
    </message>
    <message>
        <source>Sinks</source>
        <translation>注意力汇</translation>
    </message>
    <message>
        <source>Slopes</source>
        <translation>斜率</translation>
    </message>
    <message>
        <source>Slow below (turns)</source>
        <translation>慢频上限（圈）</translation>
    </message>
    <message>
        <source>Soft cap of logits</source>
        <translation>logits 软上限</translation>
    </message>
    <message>
        <source>Soft cap of scores</source>
        <translation>分数软上限</translation>
    </message>
    <message>
        <source>Softmax, then top k</source>
        <translation>先 softmax 再取前 k</translation>
    </message>
    <message>
        <source>Stride</source>
        <translation>步长</translation>
    </message>
    <message>
        <source>Strided</source>
        <translation>跨步</translation>
    </message>
    <message>
        <source>Swish</source>
        <translation>Swish</translation>
    </message>
    <message>
        <source>Token types</source>
        <translation>词元类型数</translation>
    </message>
    <message>
        <source>Top k, then softmax</source>
        <translation>先取前 k 再 softmax</translation>
    </message>
    <message>
        <source>Trained length</source>
        <translation>训练长度</translation>
    </message>
    <message>
        <source>Width of a shared expert</source>
        <translation>共享专家的宽度</translation>
    </message>
    <message>
        <source>Width of a value</source>
        <translation>值的宽度</translation>
    </message>
    <message>
        <source>Width of an expert</source>
        <translation>专家的宽度</translation>
    </message>
    <message>
        <source>Width of the convolution</source>
        <translation>卷积宽度</translation>
    </message>
    <message>
        <source>Width without rotation</source>
        <translation>不旋转的宽度</translation>
    </message>
    <message>
        <source>Rotary width</source>
        <translation>旋转宽度</translation>
    </message>
    <message>
        <source>YaRN</source>
        <translation>YaRN</translation>
    </message>
    <message>
        <source>a block with cross-attention is not parallel</source>
        <translation>含交叉注意力的块不能并行</translation>
    </message>
    <message>
        <source>a model without logits does not generate</source>
        <translation>没有 logits 的模型不能生成</translation>
    </message>
    <message>
        <source>a norm over all tokens sees the future, so it does not generate</source>
        <translation>对所有词元一起归一化会看到未来，因此不能生成</translation>
    </message>
    <message>
        <source>a painted mask needs its cells</source>
        <translation>手绘掩码需要给出单元格</translation>
    </message>
    <message>
        <source>an encoder–decoder takes one sequence</source>
        <translation>编码器–解码器只接受一个序列</translation>
    </message>
    <message>
        <source>does not divide the experts</source>
        <translation>不能整除专家数</translation>
    </message>
    <message>
        <source>give the target once</source>
        <translation>目标只能给出一次</translation>
    </message>
    <message>
        <source>latent attention has no cross-attention</source>
        <translation>潜在注意力没有交叉注意力</translation>
    </message>
    <message>
        <source>latent attention knows only rotated positions or none</source>
        <translation>潜在注意力只能配旋转位置编码或不用位置编码</translation>
    </message>
    <message>
        <source>more than there are experts</source>
        <translation>多于专家总数</translation>
    </message>
    <message>
        <source>more than there are groups</source>
        <translation>多于组数</translation>
    </message>
    <message>
        <source>mscale of all dimensions</source>
        <translation>所有维度的 mscale</translation>
    </message>
    <message>
        <source>mscale</source>
        <translation>mscale</translation>
    </message>
    <message>
        <source>only an encoder–decoder has a target of its own</source>
        <translation>只有编码器–解码器才有单独的目标</translation>
    </message>
    <message>
        <source>tanh</source>
        <translation>tanh</translation>
    </message>
    <message>
        <source>the text is longer than the painted mask</source>
        <translation>文本比手绘掩码长</translation>
    </message>
    <message>
        <source>there is no norm before the branches to share</source>
        <translation>分支之前没有可共用的归一化</translation>
    </message>
    <message>
        <source>wrong count of numbers</source>
        <translation>数的个数不对</translation>
    </message>
    <message>
        <source>xIELU</source>
        <translation>xIELU</translation>
    </message>
    <message>
        <source>α of the stream</source>
        <translation>残差流的 α</translation>
    </message>
    <message>
        <source>β of the branch</source>
        <translation>分支的 β</translation>
    </message>
    <message>
        <source>β</source>
        <translation>β</translation>
    </message>
    <message>
        <source>The shapes of SmolLM2-135M, all weights seeded</source>
        <translation>SmolLM2-135M 的形状，所有权重由种子生成</translation>
    </message>
    <message>
        <source>has another length than its neighbours</source>
        <translation>长度与相邻各列不同</translation>
    </message>
    <message>
        <source>has no steps</source>
        <translation>没有步数</translation>
    </message>
    <message>
        <source>is not a column of numbers</source>
        <translation>不是一列数</translation>
    </message>
    <message>
        <source>steps do not ascend</source>
        <translation>步数不是递增的</translation>
    </message>
    <message>
        <source>the model has no snapshot of this step</source>
        <translation>模型没有这一步的快照</translation>
    </message>
    <message>
        <source>the model has no snapshots of its training</source>
        <translation>模型没有训练快照</translation>
    </message>
    <message>
        <source>there is no slot B</source>
        <translation>没有 B 槽</translation>
    </message>
    <message>
        <source>An intervention put this number here.</source>
        <translation>这个数是干预放进来的。</translation>
    </message>
    <message>
        <source>How this number is computed is not yet explained here.</source>
        <translation>这个数如何算出，这里尚未解释。</translation>
    </message>
    <message>
        <source>The mask hides this key from this query: its score is −∞ and its weight 0.</source>
        <translation>掩码使这个查询看不到这个键：分数为 −∞，权重为 0。</translation>
    </message>
    <message>
        <source>This run did not record %1.</source>
        <translation>这次运行没有记录 %1。</translation>
    </message>
    <message>
        <source>unknown word</source>
        <translation>未知的词</translation>
    </message>
    <message>
        <source>unknown page</source>
        <translation>未知页面</translation>
    </message>
    <message>
        <source>Activation of the output head</source>
        <translation>输出头的激活函数</translation>
    </message>
    <message>
        <source>After the norm</source>
        <translation>在归一化之后</translation>
    </message>
    <message>
        <source>As in the blocks</source>
        <translation>与各块相同</translation>
    </message>
    <message>
        <source>Attention factor beyond trained length</source>
        <translation>超出训练长度的注意力因子</translation>
    </message>
    <message>
        <source>Attention factor up to the trained length</source>
        <translation>训练长度以内的注意力因子</translation>
    </message>
    <message>
        <source>Before positions</source>
        <translation>在加位置之前</translation>
    </message>
    <message>
        <source>Bias of the masked-language head</source>
        <translation>掩码语言模型头的偏置</translation>
    </message>
    <message>
        <source>Biases of the projections</source>
        <translation>投影的偏置</translation>
    </message>
    <message>
        <source>By the width</source>
        <translation>按宽度</translation>
    </message>
    <message>
        <source>Clamped SwiGLU</source>
        <translation>截断的 SwiGLU</translation>
    </message>
    <message>
        <source>Epsilon of that norm</source>
        <translation>该归一化的 ε</translation>
    </message>
    <message>
        <source>Gate on the shared experts</source>
        <translation>共享专家的门控</translation>
    </message>
    <message>
        <source>Gated recurrence (RG-LRU)</source>
        <translation>门控循环（RG-LRU）</translation>
    </message>
    <message>
        <source>Groups of heads</source>
        <translation>头的分组</translation>
    </message>
    <message>
        <source>Max. step size</source>
        <translation>最大步长</translation>
    </message>
    <message>
        <source>With learned positions</source>
        <translation>另加可学习位置</translation>
    </message>
    <message>
        <source>Min. step size</source>
        <translation>最小步长</translation>
    </message>
    <message>
        <source>Limit</source>
        <translation>上限</translation>
    </message>
    <message>
        <source>Jitter threshold</source>
        <translation>抖动阈值</translation>
    </message>
    <message>
        <source>Norm before the mixer</source>
        <translation>混合器之前的归一化</translation>
    </message>
    <message>
        <source>Norm of a decoder&apos;s tokens before positions</source>
        <translation>解码器的词元先归一化，再加位置</translation>
    </message>
    <message>
        <source>Norm of the table</source>
        <translation>位置表的归一化</translation>
    </message>
    <message>
        <source>Norm of Δ, B, C</source>
        <translation>Δ、B、C 的归一化</translation>
    </message>
    <message>
        <source>One after the other (SparseMixer)</source>
        <translation>逐个选取（SparseMixer）</translation>
    </message>
    <message>
        <source>Padding</source>
        <translation>填充</translation>
    </message>
    <message>
        <source>Precision</source>
        <translation>精度</translation>
    </message>
    <message>
        <source>Projection of the embedding</source>
        <translation>嵌入的投影</translation>
    </message>
    <message>
        <source>QK-norm after rotation</source>
        <translation>旋转之后做 QK 归一化</translation>
    </message>
    <message>
        <source>RMSNorm without a gain</source>
        <translation>无增益的 RMSNorm</translation>
    </message>
    <message>
        <source>Rank of the step size</source>
        <translation>步长的秩</translation>
    </message>
    <message>
        <source>State space duality</source>
        <translation>状态空间对偶（Mamba-2）</translation>
    </message>
    <message>
        <source>To 1/10000 at the end</source>
        <translation>末端为 1/10000</translation>
    </message>
    <message>
        <source>Waves</source>
        <translation>波长</translation>
    </message>
    <message>
        <source>Width of the embedding</source>
        <translation>嵌入的宽度</translation>
    </message>
    <message>
        <source>a recipe alone has no picture to compare with; `cutaway render` draws it</source>
        <translation>单独的配方没有可比较的图形；可用 `cutaway render` 画出</translation>
    </message>
    <message>
        <source>bfloat16</source>
        <translation>bfloat16</translation>
    </message>
    <message>
        <source>does not divide the inner width of the recurrence</source>
        <translation>不能整除循环的内部宽度</translation>
    </message>
    <message>
        <source>float32</source>
        <translation>float32</translation>
    </message>
    <message>
        <source>latent attention norms before it rotates</source>
        <translation>潜在注意力先归一化再旋转</translation>
    </message>
    <message>
        <source>no format has this extension</source>
        <translation>没有使用这种后缀的格式</translation>
    </message>
    <message>
        <source>not a list of positive numbers</source>
        <translation>不是正数列表</translation>
    </message>
    <message>
        <source>not a multiple of 4</source>
        <translation>不是 4 的倍数</translation>
    </message>
    <message>
        <source>not above low_freq_factor</source>
        <translation>不大于 low_freq_factor</translation>
    </message>
    <message>
        <source>not base64</source>
        <translation>不是 base64</translation>
    </message>
    <message>
        <source>not one number for each layer</source>
        <translation>不是每层一个数</translation>
    </message>
    <message>
        <source>not one word for each layer</source>
        <translation>不是每层一个词</translation>
    </message>
    <message>
        <source>the character map is cut off</source>
        <translation>字符映射表被截断</translation>
    </message>
    <message>
        <source>the file changed while it was read</source>
        <translation>文件在读取期间发生了变化</translation>
    </message>
    <message>
        <source>the file was deleted or replaced while it was read</source>
        <translation>文件在读取期间被删除或替换</translation>
    </message>
    <message>
        <source>the texts of the character map are not UTF-8</source>
        <translation>字符映射表的文本不是 UTF-8</translation>
    </message>
    <message>
        <source>the trie of the character map has an impossible size</source>
        <translation>字符映射表的字典树大小不可能</translation>
    </message>
    <message>
        <source>the trie of the character map points outside itself</source>
        <translation>字符映射表的字典树指向自身之外</translation>
    </message>
    <message>
        <source>this kind of layer is not supported</source>
        <translation>不支持这种层</translation>
    </message>
    <message>
        <source>this scaling of rotary positions is not supported</source>
        <translation>不支持这种旋转位置的缩放</translation>
    </message>
    <message>
        <source>Epsilon of the final norm</source>
        <translation>最终归一化的 ε</translation>
    </message>
    <message>
        <source>heads do not fill the inner width</source>
        <translation>各头未填满内部宽度</translation>
    </message>
    <message>
        <source>not a SentencePiece model</source>
        <translation>不是 SentencePiece 模型</translation>
    </message>
    <message>
        <source>not a finite number</source>
        <translation>不是有限数</translation>
    </message>
    <message>
        <source>not a range of steps</source>
        <translation>不是步长的范围</translation>
    </message>
    <message>
        <source>not the size of a block</source>
        <translation>不是块的大小</translation>
    </message>
    <message>
        <source>random tokens (dropout) are not supported</source>
        <translation>不支持随机词元（dropout）</translation>
    </message>
    <message>
        <source>the file is cut off or damaged</source>
        <translation>文件被截断或已损坏</translation>
    </message>
    <message>
        <source>the second part of a merge is shorter than the prefix of parts that go on</source>
        <translation>合并的后一部分比续接前缀还短</translation>
    </message>
    <message>
        <source>this figure has no options</source>
        <translation>这幅图没有选项</translation>
    </message>
    <message>
        <source>unknown option of the figure</source>
        <translation>这幅图没有这个选项</translation>
    </message>
    <message>
        <source>all pairs turn alike: none is fast or slow</source>
        <translation>所有分量对的转动都相同：没有快慢之分</translation>
    </message>
    <message>
        <source>file is too large</source>
        <translation>文件过大</translation>
    </message>
    <message>
        <source>needs two pairs that turn</source>
        <translation>需要至少两对会转动的分量</translation>
    </message>
    <message>
        <source>no distance is left for half of the buckets</source>
        <translation>一半的桶没有可分配的距离</translation>
    </message>
    <message>
        <source>not above beta_slow</source>
        <translation>不大于 beta_slow</translation>
    </message>
    <message>
        <source>a recorded run, or weights without a config.json next to them: not a model</source>
        <translation>这是一次运行的记录，或旁边没有 config.json 的权重：不是模型</translation>
    </message>
    <message>
        <source>a trace file has no text for another model</source>
        <translation>记录文件没有可供另一个模型使用的文本</translation>
    </message>
    <message>
        <source>a trace file cannot be run again</source>
        <translation>记录文件不能重新运行</translation>
    </message>
    <message>
        <source>empty token</source>
        <translation>词元为空</translation>
    </message>
    <message>
        <source>ids of the vocabulary have gaps</source>
        <translation>词表的编号有空缺</translation>
    </message>
    <message>
        <source>not one unknown piece</source>
        <translation>未知词元不是恰好一个</translation>
    </message>
    <message>
        <source>byte tokens are missing</source>
        <translation>缺少代表字节的词元</translation>
    </message>
    <message>
        <source>SVG, PDF, PNG or the JSON of a recipe</source>
        <translation>SVG、PDF、PNG 或配方的 JSON</translation>
    </message>
    <message>
        <source>a JSON array of rows of 0 and 1, all of one length</source>
        <translation>JSON 数组，各行由 0 和 1 组成且等长</translation>
    </message>
    <message>
        <source>a JSON string</source>
        <translation>JSON 字符串</translation>
    </message>
    <message>
        <source>a figure that Cutaway wrote</source>
        <translation>由 Cutaway 写出的图</translation>
    </message>
    <message>
        <source>a list of interventions</source>
        <translation>干预的列表</translation>
    </message>
    <message>
        <source>a list</source>
        <translation>列表</translation>
    </message>
    <message>
        <source>a model folder, a .safetensors or a .gguf file</source>
        <translation>模型文件夹、.safetensors 或 .gguf 文件</translation>
    </message>
    <message>
        <source>a number or auto</source>
        <translation>数或 auto</translation>
    </message>
    <message>
        <source>a number</source>
        <translation>一个数</translation>
    </message>
    <message>
        <source>a web page, not the file itself: download the file</source>
        <translation>这是一个网页，而不是文件本身：请下载该文件</translation>
    </message>
    <message>
        <source>a Git LFS pointer, not the file itself: run git lfs pull</source>
        <translation>这是 Git LFS 的指针，而不是文件本身：请运行 git lfs pull</translation>
    </message>
    <message>
        <source>a recorded run next to a config.json: not the weights of a model</source>
        <translation>config.json 旁边是一次记录下来的运行，而不是模型的权重</translation>
    </message>
    <message>
        <source>a text or an object</source>
        <translation>文本或对象</translation>
    </message>
    <message>
        <source>a text</source>
        <translation>文本</translation>
    </message>
    <message>
        <source>an adapter, not a model: merge it into its model first</source>
        <translation>这是适配器，不是模型：请先把它合并到所属的模型中</translation>
    </message>
    <message>
        <source>an array of ids</source>
        <translation>编号的数组</translation>
    </message>
    <message>
        <source>an object</source>
        <translation>对象</translation>
    </message>
    <message>
        <source>letters w and f, e.g. wwwf</source>
        <translation>字母 w 和 f，例如 wwwf</translation>
    </message>
    <message>
        <source>no model of this name and no such file; `cutaway list models` has all names</source>
        <translation>没有这个名字的模型，也没有这个文件；`cutaway list models` 列出全部名字</translation>
    </message>
    <message>
        <source>no such file or folder</source>
        <translation>没有这个文件或文件夹</translation>
    </message>
    <message>
        <source>no such folder; nothing is fetched from the net: download the model first</source>
        <translation>没有这个文件夹；程序不从网上获取任何东西：请先下载模型</translation>
    </message>
    <message>
        <source>nothing</source>
        <translation>没有</translation>
    </message>
    <message>
        <source>one argument</source>
        <translation>一个参数</translation>
    </message>
    <message>
        <source>options only</source>
        <translation>只有选项</translation>
    </message>
    <message>
        <source>the folder that holds its config.json</source>
        <translation>其 config.json 所在的文件夹</translation>
    </message>
    <message>
        <source>the tokenizer has this token, but the embedding has no row for its id</source>
        <translation>分词器有这个词元，但嵌入矩阵没有对应其编号的行</translation>
    </message>
    <message>
        <source>true or false</source>
        <translation>true 或 false</translation>
    </message>
    <message>
        <source>unknown word of the template</source>
        <translation>模板中有未知的词</translation>
    </message>
    <message>
        <source>a file of another model</source>
        <translation>属于另一个模型的文件</translation>
    </message>
    <message>
        <source>not the number of files given in its name</source>
        <translation>与文件名所说的文件数不符</translation>
    </message>
    <message>
        <source>not the number of tensors in the files</source>
        <translation>与各文件中的张量数不符</translation>
    </message>
    <message>
        <source>not the position given in its name</source>
        <translation>与文件名所说的位置不符</translation>
    </message>
    <message>
        <source>one of several files, but its name does not show the others</source>
        <translation>多个文件之一，但其名称无法说明其余文件</translation>
    </message>
    <message>
        <source>also stored in another file of the model</source>
        <translation>也出现在该模型的另一个文件中</translation>
    </message>
    <message>
        <source>the extension is of another format</source>
        <translation>文件后缀属于另一种格式</translation>
    </message>
    <message>
        <source>Embedding multiplier of the encoder</source>
        <translation>编码器的嵌入倍数</translation>
    </message>
    <message>
        <source>nothing of the run is computed from this tensor</source>
        <translation>本次运行没有任何计算用到这个张量</translation>
    </message>
    <message>
        <source>unknown family of models, which may be one of several</source>
        <translation>未知的模型系列，可能是其中几种之一</translation>
    </message>
    <message>
        <source>contradicts another option</source>
        <translation>与另一个选项相矛盾</translation>
    </message>
    <message>
        <source>unknown font</source>
        <translation>未知的字体</translation>
    </message>
    <message>
        <source>a list of planned steps needs at least one step</source>
        <translation>预定步骤的列表至少要有一步</translation>
    </message>
    <message>
        <source>the model is given twice</source>
        <translation>模型写了两次</translation>
    </message>
    <message>
        <source>a trace file is not run again</source>
        <translation>记录文件不会重新运行</translation>
    </message>
    <message>
        <source>this run is no longer shown</source>
        <translation>此次运行已不再显示</translation>
    </message>
    <message>
        <source>another model of `cutaway list atlas`</source>
        <translation>`cutaway list atlas` 中的另一个模型</translation>
    </message>
    <message>
        <source>no model of the atlas has this id; `cutaway list atlas` has all</source>
        <translation>图谱中没有此 id 的模型；`cutaway list atlas` 列出全部</translation>
    </message>
    <message>
        <source>not a choice of a model</source>
        <translation>不是模型的选项</translation>
    </message>
    <message>
        <source>not a choice with the values of some layers</source>
        <translation>不是带有若干层取值的选项</translation>
    </message>
    <message>
        <source>the published choice is none of the kinds here, so it has no replica</source>
        <translation>已发表的选项不在这里的种类之中，因此没有复刻</translation>
    </message>
    <message>
        <source>these sizes were not published, so it has no replica</source>
        <translation>这些尺寸未发表，因此没有复刻</translation>
    </message>
    <message>
        <source>two models have this id</source>
        <translation>两个模型有相同的 id</translation>
    </message>
    <message>
        <source>no tokenizer in this folder</source>
        <translation>这个文件夹里没有分词器</translation>
    </message>
    <message>
        <source>no tokenizer of this name and no such file</source>
        <translation>没有这个名字的分词器，也没有这个文件</translation>
    </message>
    <message>
        <source>not a tokenizer</source>
        <translation>不是分词器</translation>
    </message>
    <message>
        <source>the file has no tokenizer</source>
        <translation>文件里没有分词器</translation>
    </message>
    <message>
        <source>buckets of distances in T5&apos;s relative positions</source>
        <translation>T5 相对位置的距离桶数</translation>
    </message>
    <message>
        <source>context: tokens that the model was made for</source>
        <translation>上下文：模型按多少词元设计</translation>
    </message>
    <message>
        <source>course</source>
        <translation>课程</translation>
    </message>
    <message>
        <source>entries of the vocabulary</source>
        <translation>词表大小</translation>
    </message>
    <message>
        <source>experts that a token is sent to</source>
        <translation>每个词元选用的专家数</translation>
    </message>
    <message>
        <source>experts that every token passes</source>
        <translation>共享专家数：每个词元都经过</translation>
    </message>
    <message>
        <source>heads of keys and values: groups of queries that share them</source>
        <translation>键值头数：共用键和值的查询分成的组</translation>
    </message>
    <message>
        <source>heads: of queries</source>
        <translation>头数（查询头）</translation>
    </message>
    <message>
        <source>largest distance of its own in Shaw&apos;s relative positions</source>
        <translation>Shaw 相对位置的截断距离</translation>
    </message>
    <message>
        <source>layers (of an encoder–decoder: of the decoder)</source>
        <translation>层数（编码器–解码器：解码器的）</translation>
    </message>
    <message>
        <source>no such model in the atlas</source>
        <translation>图谱中没有这个模型</translation>
    </message>
    <message>
        <source>not one cell a column</source>
        <translation>单元格数与列数不符</translation>
    </message>
    <message>
        <source>parameters</source>
        <translation>参数</translation>
    </message>
    <message>
        <source>positions of a query and of a key</source>
        <translation>查询与键的位置</translation>
    </message>
    <message>
        <source>routed experts of a layer</source>
        <translation>每层的路由专家数</translation>
    </message>
    <message>
        <source>sinusoid of a distance</source>
        <translation>距离的正弦向量</translation>
    </message>
    <message>
        <source>slope of a head in ALiBi</source>
        <translation>ALiBi 中一个头的斜率</translation>
    </message>
    <message>
        <source>this model has nothing to choose from here</source>
        <translation>这个模型在此没有可选的</translation>
    </message>
    <message>
        <source>tokens of a block of block-local attention; g = n / m blocks</source>
        <translation>块局部注意力每块的词元数；g = n / m 块</translation>
    </message>
    <message>
        <source>tokens of this text</source>
        <translation>这段文本的词元数</translation>
    </message>
    <message>
        <source>vector of a distance, added to the key</source>
        <translation>加在键上的距离向量</translation>
    </message>
    <message>
        <source>what every query adds for contents</source>
        <translation>各查询共有的内容偏置</translation>
    </message>
    <message>
        <source>what every query adds for positions</source>
        <translation>各查询共有的位置偏置</translation>
    </message>
    <message>
        <source>width of a head; the d of RoPE, the √d of a score</source>
        <translation>头宽；即 RoPE 的 d 和分数里的 √d</translation>
    </message>
    <message>
        <source>width of one expert</source>
        <translation>单个专家的宽度</translation>
    </message>
    <message>
        <source>width of the feed-forward: of one of its matrices</source>
        <translation>前馈宽度：单个矩阵的</translation>
    </message>
    <message>
        <source>width of the latent of queries</source>
        <translation>查询潜向量的宽度</translation>
    </message>
    <message>
        <source>width of the latent that holds keys and values</source>
        <translation>存放键和值的潜向量宽度</translation>
    </message>
    <message>
        <source>width of the rotary key, which is cached too</source>
        <translation>旋转键的宽度，它也要缓存</translation>
    </message>
    <message>
        <source>width of the stream</source>
        <translation>残差流的宽度</translation>
    </message>
    <message>
        <source>window: keys that a query sees</source>
        <translation>窗口：一个查询能看到的键数</translation>
    </message>
    <message>
        <source>base of RoPE: pair i turns by b^(−2(i−1)/d) per position</source>
        <translation>RoPE 的底数：第 i 对每个位置转 b^(−2(i−1)/d)</translation>
    </message>
    <message>
        <source>a character</source>
        <translation>一个字符</translation>
    </message>
    <message>
        <source>a chat template takes a text</source>
        <translation>对话模板需要文本</translation>
    </message>
    <message>
        <source>a division by zero</source>
        <translation>除以零</translation>
    </message>
    <message>
        <source>a hexadecimal digit</source>
        <translation>一位十六进制数字</translation>
    </message>
    <message>
        <source>a name has no value</source>
        <translation>名称没有值</translation>
    </message>
    <message>
        <source>a name</source>
        <translation>一个名称</translation>
    </message>
    <message>
        <source>a statement</source>
        <translation>一条语句</translation>
    </message>
    <message>
        <source>an expression</source>
        <translation>一个表达式</translation>
    </message>
    <message>
        <source>an integer</source>
        <translation>一个整数</translation>
    </message>
    <message>
        <source>an operation does not fit its values</source>
        <translation>运算与其值的类型不符</translation>
    </message>
    <message>
        <source>another number of values</source>
        <translation>值的个数不符</translation>
    </message>
    <message>
        <source>nested too deeply</source>
        <translation>嵌套过深</translation>
    </message>
    <message>
        <source>not in the part of Jinja that is read here</source>
        <translation>不在本程序支持的 Jinja 子集内</translation>
    </message>
    <message>
        <source>the end of the template</source>
        <translation>模板结尾</translation>
    </message>
    <message>
        <source>the model has no chat template</source>
        <translation>该模型没有对话模板</translation>
    </message>
    <message>
        <source>the template does not come to an end</source>
        <translation>模板运行不会结束</translation>
    </message>
    <message>
        <source>the template is not well formed</source>
        <translation>模板语法有误</translation>
    </message>
    <message>
        <source>the template refuses these messages</source>
        <translation>模板拒绝这些消息</translation>
    </message>
    <message>
        <source>the text of the template is too long</source>
        <translation>模板生成的文本过长</translation>
    </message>
    <message>
        <source>too many arguments</source>
        <translation>参数过多</translation>
    </message>
    <message>
        <source>a recorded run is not computed again: its weights are not there</source>
        <translation>记录下来的运行不能重算：没有它的权重</translation>
    </message>
    <message>
        <source>a run with interventions is not checked by plain loops</source>
        <translation>带干预的运行不用朴素循环核对</translation>
    </message>
    <message>
        <source>plain loops compute a run of one text</source>
        <translation>朴素循环只计算一段文本的运行</translation>
    </message>
    <message>
        <source>plain loops would take too many multiplications for this model and text</source>
        <translation>对这个模型和这段文本，朴素循环需要的乘法太多</translation>
    </message>
    <message>
        <source>plain loops would take too much memory for this text</source>
        <translation>对这段文本，朴素循环需要的内存太多</translation>
    </message>
    <message>
        <source>this choice is not among those that plain loops compute</source>
        <translation>这个选项不在朴素循环能计算的范围内</translation>
    </message>
    <message>
        <source>the session cannot be written</source>
        <translation>无法写入会话</translation>
    </message>
    <message>
        <source>the session is of a later version of the program</source>
        <translation>会话来自本程序的更新版本</translation>
    </message>
    <message>
        <source>needs to know for which shell</source>
        <translation>需要指明是哪个 shell</translation>
    </message>
    <message>
        <source>a claim says what must be so</source>
        <translation>断言要说明什么必须成立</translation>
    </message>
    <message>
        <source>a lesson begins with its title</source>
        <translation>课程以标题开头</translation>
    </message>
    <message>
        <source>a lesson has one title</source>
        <translation>课程只有一个标题</translation>
    </message>
    <message>
        <source>a lesson points at a part of the window</source>
        <translation>课程指向窗口的一个部分</translation>
    </message>
    <message>
        <source>a part of a step begins with ?, !, = or &gt;</source>
        <translation>步骤的一个部分以 ?、!、= 或 &gt; 开头</translation>
    </message>
    <message>
        <source>a value says where it is read</source>
        <translation>值要说明从哪里读取</translation>
    </message>
    <message>
        <source>as many answers as the step has</source>
        <translation>答案的个数应与步骤相同</translation>
    </message>
    <message>
        <source>as many steps (##) as the lesson has</source>
        <translation>步骤（##）的个数应与课程相同</translation>
    </message>
    <message>
        <source>as many tasks as the step has</source>
        <translation>任务的个数应与步骤相同</translation>
    </message>
    <message>
        <source>cannot draw the figure</source>
        <translation>无法绘图</translation>
    </message>
    <message>
        <source>needs a lesson</source>
        <translation>需要一个课程</translation>
    </message>
    <message>
        <source>no lesson of this name</source>
        <translation>没有这个名称的课程</translation>
    </message>
    <message>
        <source>no page is left</source>
        <translation>一页也没有留下</translation>
    </message>
    <message>
        <source>no value of this name</source>
        <translation>没有这个名称的值</translation>
    </message>
    <message>
        <source>tasks and the solution that they lead to come together</source>
        <translation>任务与它们得到的结果（solution）要一起给出</translation>
    </message>
    <message>
        <source>the lesson cannot be written</source>
        <translation>无法写入课程</translation>
    </message>
    <message>
        <source>the lesson is of a later version of the program</source>
        <translation>课程属于程序的更新版本</translation>
    </message>
    <message>
        <source>the lesson points at what the window does not have</source>
        <translation>课程指向窗口里没有的东西</translation>
    </message>
    <message>
        <source>the words of the lesson are not beside it</source>
        <translation>课程旁边没有它的文字</translation>
    </message>
    <message>
        <source>the words point at a mark that the step does not have</source>
        <translation>文字指向步骤里没有的标记</translation>
    </message>
    <message>
        <source>unknown choice</source>
        <translation>未知的选项</translation>
    </message>
    <message>
        <source>unknown control</source>
        <translation>未知的控件</translation>
    </message>
    <message>
        <source>what is on screen has no such number, or several</source>
        <translation>屏幕上没有这样的数，或者不止一个</translation>
    </message>
    <message>
        <source>not one token of the tokenizer</source>
        <translation>不是分词器的一个词元</translation>
    </message>
    <message>
        <source>one token, or an id: #123</source>
        <translation>一个词元，或编号：#123</translation>
    </message>
    <message>
        <source>the metric has another form</source>
        <translation>这个指标的写法不同</translation>
    </message>
    <message>
        <source>the metric needs a position: from 0, or −1 for the last</source>
        <translation>这个指标需要位置：从 0 数起，−1 是最后一个</translation>
    </message>
    <message>
        <source>the text has no such position</source>
        <translation>文本没有这个位置</translation>
    </message>
    <message>
        <source>unknown metric</source>
        <translation>未知的指标</translation>
    </message>
    <message>
        <source>no model has this id</source>
        <translation>没有这个 id 的模型</translation>
    </message>
    <message>
        <source>cannot code the moving picture</source>
        <translation>无法编码动图</translation>
    </message>
    <message>
        <source>needs a session with scenes</source>
        <translation>需要一个有场景的会话</translation>
    </message>
    <message>
        <source>neither a choice, nor an option of the figure, nor a place</source>
        <translation>既不是选项，也不是图的选项，也不是位置</translation>
    </message>
    <message>
        <source>neither a session nor planned steps</source>
        <translation>既不是会话，也不是预定步骤</translation>
    </message>
    <message>
        <source>no file of several pictures has this extension</source>
        <translation>没有这种扩展名的多图文件</translation>
    </message>
    <message>
        <source>no such step of the training</source>
        <translation>训练没有这一步</translation>
    </message>
    <message>
        <source>not a number of tokens</source>
        <translation>不是词元的个数</translation>
    </message>
    <message>
        <source>not a range of frames</source>
        <translation>不是帧的范围</translation>
    </message>
    <message>
        <source>not a range</source>
        <translation>不是范围</translation>
    </message>
    <message>
        <source>several pictures need several files</source>
        <translation>多张图需要多个文件</translation>
    </message>
    <message>
        <source>the picture is too large</source>
        <translation>图太大</translation>
    </message>
    <message>
        <source>the session has no scenes</source>
        <translation>会话没有场景</translation>
    </message>
    <message>
        <source>this model does not write</source>
        <translation>这个模型不生成文本</translation>
    </message>
    <message>
        <source>this model has no steps of its training</source>
        <translation>这个模型没有训练的各步</translation>
    </message>
    <message>
        <source>this program codes no moving picture of this kind</source>
        <translation>本程序不编码这种动图</translation>
    </message>
    <message>
        <source>not a whole number</source>
        <translation>不是整数</translation>
    </message>
    <message>
        <source>matches no weight of this model</source>
        <translation>与此模型的任何权重都不匹配</translation>
    </message>
    <message>
        <source>plain loops compute no gradients</source>
        <translation>普通循环不计算梯度</translation>
    </message>
    <message>
        <source>the metric has no gradient</source>
        <translation>该指标没有梯度</translation>
    </message>
    <message>
        <source>the trace and its gradients would not fit into the memory allowed</source>
        <translation>记录及其梯度超出允许的内存</translation>
    </message>
    <message>
        <source>the model has changed since the session was saved</source>
        <translation>保存会话之后，模型已改变</translation>
    </message>
    <message>
        <source>the path leaves the folder of the session</source>
        <translation>路径超出了会话所在的文件夹</translation>
    </message>
    <message>
        <source>the session cannot be kept for recovery; the last one stays</source>
        <translation>无法保留用于恢复的会话；上一份仍在</translation>
    </message>
    <message>
        <source>unknown to this version</source>
        <translation>此版本不认识</translation>
    </message>
    <message>
        <source>missing, or of another shape</source>
        <translation>缺少，或形状不同</translation>
    </message>
    <message>
        <source>not a key with values</source>
        <translation>不是带值的键</translation>
    </message>
    <message>
        <source>one form of output at a time</source>
        <translation>一次只能用一种输出形式</translation>
    </message>
    <message>
        <source>one tensor at a time</source>
        <translation>一次一个张量</translation>
    </message>
    <message>
        <source>text</source>
        <translation>文本</translation>
    </message>
    <message>
        <source>the file has no text</source>
        <translation>文件里没有文本</translation>
    </message>
    <message>
        <source>the file is no scan</source>
        <translation>这个文件不是扫描结果</translation>
    </message>
    <message>
        <source>the line is too long</source>
        <translation>这一行太长</translation>
    </message>
    <message>
        <source>the tensor has no numbers for each token</source>
        <translation>这个张量不是每个词元都有数值</translation>
    </message>
    <message>
        <source>the texts go with --with reference</source>
        <translation>文本要与 --with reference 一起给出</translation>
    </message>
    <message>
        <source>the two texts have different numbers of tokens</source>
        <translation>两段文本的词元数不同</translation>
    </message>
    <message>
        <source>there are no texts to take the mean over</source>
        <translation>没有可以取均值的文本</translation>
    </message>
    <message>
        <source>there is no such file of texts</source>
        <translation>没有这个文本文件</translation>
    </message>
    <message>
        <source>too many texts</source>
        <translation>文本太多</translation>
    </message>
    <message>
        <source>paths are of models with one stack</source>
        <translation>路径只适用于单栈模型</translation>
    </message>
    <message>
        <source>paths go through attention: this layer has none</source>
        <translation>路径经过注意力：这一层没有注意力</translation>
    </message>
    <message>
        <source>the stream of this model is not a sum of the outputs of its blocks, so that they have no paths of their own</source>
        <translation>这个模型的残差流不是各块输出之和，因此它们没有各自的路径</translation>
    </message>
    <message>
        <source>a model without a tokenizer cannot be trained on texts</source>
        <translation>没有分词器的模型不能在文本上训练</translation>
    </message>
    <message>
        <source>a zero byte: the file is no text</source>
        <translation>含有零字节：该文件不是文本</translation>
    </message>
    <message>
        <source>another folder</source>
        <translation>另一个文件夹</translation>
    </message>
    <message>
        <source>another folder, or --resume to go on</source>
        <translation>另一个文件夹，或用 --resume 继续</translation>
    </message>
    <message>
        <source>another process trains in this folder</source>
        <translation>另一个进程正在这个文件夹中训练</translation>
    </message>
    <message>
        <source>no number that a training can have</source>
        <translation>训练不能使用这个数值</translation>
    </message>
    <message>
        <source>no token of the batch counts: longer rows may reach the answers</source>
        <translation>这一批中没有计入损失的词元：更长的行或许能包含答案</translation>
    </message>
    <message>
        <source>not a checkpoint of a training</source>
        <translation>不是训练的检查点</translation>
    </message>
    <message>
        <source>not rows and their length</source>
        <translation>不是行数和行长</translation>
    </message>
    <message>
        <source>rows are longer than the model&apos;s tables reach</source>
        <translation>行超出了模型各表的长度</translation>
    </message>
    <message>
        <source>the folder holds a model already</source>
        <translation>文件夹中已经有模型</translation>
    </message>
    <message>
        <source>the loss is no number any more: the model is that of the step before</source>
        <translation>损失已不是数值：保存的是前一步的模型</translation>
    </message>
    <message>
        <source>the model has no logits to be trained on</source>
        <translation>模型没有可供训练的 logit</translation>
    </message>
    <message>
        <source>the text has no tokens</source>
        <translation>文本中没有词元</translation>
    </message>
    <message>
        <source>the text is not UTF-8</source>
        <translation>文本不是 UTF-8</translation>
    </message>
    <message>
        <source>the training that was stopped had another recipe</source>
        <translation>中断的训练用的是另一份配方</translation>
    </message>
    <message>
        <source>the training that was stopped is of another model</source>
        <translation>中断的训练属于另一个模型</translation>
    </message>
    <message>
        <source>the training that was stopped read another text</source>
        <translation>中断的训练读的是另一份文本</translation>
    </message>
    <message>
        <source>the training would not fit into the memory</source>
        <translation>内存放不下这次训练</translation>
    </message>
    <message>
        <source>there is no checkpoint to go on from</source>
        <translation>没有可以继续的检查点</translation>
    </message>
    <message>
        <source>too short: a part of it is held out</source>
        <translation>太短：其中一部分要留出</translation>
    </message>
    <message>
        <source>two texts or more</source>
        <translation>至少两个文本</translation>
    </message>
    <message>
        <source>unknown key of a recipe</source>
        <translation>配方中没有这个键</translation>
    </message>
    <message>
        <source>the tokenizer has no token that hides others</source>
        <translation>分词器没有用来遮住其他词元的词元</translation>
    </message>
    <message>
        <source>too few ordinary tokens for the bundled corpus</source>
        <translation>普通词元太少，不够用自带的语料</translation>
    </message>
    <message>
        <source>not a number from 0 to 1</source>
        <translation>不是 0 到 1 之间的数</translation>
    </message>
    <message>
        <source>the training failed</source>
        <translation>训练失败</translation>
    </message>
    <message>
        <source>of a model with two stacks only the encoder reads the text: name a tensor of it</source>
        <translation>双栈模型中只有编码器读取文本：请指定它的张量</translation>
    </message>
    <message>
        <source>a model of this size takes minutes for each placement</source>
        <translation>这样大小的模型，每种位置都要几分钟</translation>
    </message>
    <message>
        <source>the first gradient is of models with one stack</source>
        <translation>初始梯度只适用于单栈模型</translation>
    </message>
    <message>
        <source>the model has no logits, so that there is no loss</source>
        <translation>模型没有 logits，因此没有损失</translation>
    </message>
    <message>
        <source>the text has other tokens than the place</source>
        <translation>文本的词元数与该位置不符</translation>
    </message>
    <message>
        <source>a weight is taken from another model</source>
        <translation>权重取自另一个模型</translation>
    </message>
    <message>
        <source>a weight is taken whole</source>
        <translation>权重只能整个取用</translation>
    </message>
    <message>
        <source>the other model has no such weight of this shape, or is not there</source>
        <translation>另一个模型没有这个形状的该权重，或者模型不存在</translation>
    </message>
    <message>
        <source>the weight has another shape in that model</source>
        <translation>该权重在那个模型中形状不同</translation>
    </message>
    <message>
        <source>this model has no such weight</source>
        <translation>这个模型没有该权重</translation>
    </message>
    <message>
        <source>typed texts</source>
        <translation>输入的文本</translation>
    </message>
    <message>
        <source>this run has no such place</source>
        <translation>这次运行没有这个位置</translation>
    </message>
    <message>
        <source>a list of numbers</source>
        <translation>一列数</translation>
    </message>
    <message>
        <source>has no tensor of this name</source>
        <translation>没有这个名称的张量</translation>
    </message>
    <message>
        <source>has numbers that are not finite</source>
        <translation>含有非有限的数</translation>
    </message>
    <message>
        <source>has several tensors: name one</source>
        <translation>含有多个张量：请指明一个</translation>
    </message>
    <message>
        <source>is no .npy file</source>
        <translation>不是 .npy 文件</translation>
    </message>
    <message>
        <source>is no file of vectors</source>
        <translation>不是向量文件</translation>
    </message>
    <message>
        <source>is no vector</source>
        <translation>不是向量</translation>
    </message>
    <message>
        <source>its length is not that of its shape</source>
        <translation>其长度与形状不符</translation>
    </message>
    <message>
        <source>its numbers cannot be read</source>
        <translation>其中的数无法读取</translation>
    </message>
    <message>
        <source>of a model with two stacks a text alone is no input</source>
        <translation>对有两个堆栈的模型，仅一段文本不构成输入</translation>
    </message>
    <message>
        <source>one axis</source>
        <translation>一个轴</translation>
    </message>
    <message>
        <source>the difference of two texts is of one tensor</source>
        <translation>两段文本之差只能属于一个张量</translation>
    </message>
    <message>
        <source>the model has no tokenizer</source>
        <translation>模型没有分词器</translation>
    </message>
    <message>
        <source>the tables of the model have another width than its stream</source>
        <translation>模型的表与残差流宽度不同</translation>
    </message>
    <message>
        <source>its direction was not computed</source>
        <translation>其方向尚未计算</translation>
    </message>
    <message>
        <source>this model has no such direction</source>
        <translation>这个模型没有这个方向</translation>
    </message>
    <message>
        <source>the bundled corpus is made of the tokens of a model</source>
        <translation>自带语料由模型的词元构成</translation>
    </message>
    <message>
        <source>these weights belong to a tokenizer of their own</source>
        <translation>这些权重有自己的分词器</translation>
    </message>
    <message>
        <source>the trace and the matrices of one step would not fit into the memory allowed</source>
        <translation>记录与一步所用的矩阵超出允许的内存</translation>
    </message>
    <message>
        <source>this layer cannot be computed alone</source>
        <translation>这一层无法单独计算</translation>
    </message>
    <message>
        <source>needs a recipe or a session to draw</source>
        <translation>需要一个配方或会话</translation>
    </message>
    <message>
        <source>the session does not say which figure it shows</source>
        <translation>会话没有说明显示哪幅图形</translation>
    </message>
    <message>
        <source>one token has no next one to be predicted: add a word</source>
        <translation>只有一个词元，没有可预测的下一个词元：请再加一个词</translation>
    </message>
    <message>
        <source>the metric is the same with every path exchanged: choose another metric or text</source>
        <translation>交换所有路径后指标不变：请选择另一个指标或文本</translation>
    </message>
    <message>
        <source>the model has no logits to measure: choose an output head</source>
        <translation>模型没有可以测量的 logit：请选择输出头</translation>
    </message>
    <message>
        <source>the model has none of these: choose others</source>
        <translation>模型没有这些：请选择其他的</translation>
    </message>
    <message>
        <source>what is in force adds to the stream what no head and no feed-forward gives: no path carries it</source>
        <translation>干预往残差流里加了不是任何头或前馈给出的东西：没有路径承载它</translation>
    </message>
    <message>
        <source>give one of them</source>
        <translation>只能给出其中一个</translation>
    </message>
    <message>
        <source>gradients do not go back through an intervention at this tensor</source>
        <translation>梯度不能穿过对这个张量的干预</translation>
    </message>
    <message>
        <source>the file is cut off, an incomplete download or copy: fetch, copy or write it again</source>
        <translation>文件不完整，下载或复制没有完成：请重新下载、复制或写出</translation>
    </message>
    <message>
        <source>the file is empty: fetch, copy or write it again</source>
        <translation>文件是空的：请重新下载、复制或写出</translation>
    </message>
    <message>
        <source>the file is unfinished: the command that writes it goes on from here when it is given again</source>
        <translation>文件尚未写完：再执行一次写它的命令，就会从这里继续</translation>
    </message>
    <message>
        <source>this begun scan is damaged: delete it, and the scan begins anew</source>
        <translation>这个未完成的扫描已损坏：删除它，扫描会重新开始</translation>
    </message>
    <message>
        <source>the loss of a single token: nothing follows it</source>
        <translation>单个词元没有损失：它之后没有词元</translation>
    </message>
    <message>
        <source>no direction</source>
        <translation>不是方向</translation>
    </message>
    <message>
        <source>the direction has another width than the vectors of the tensor</source>
        <translation>方向的宽度与张量的向量不同</translation>
    </message>
    <message>
        <source>the direction has no length</source>
        <translation>方向的长度为零</translation>
    </message>
    <message>
        <source>only whole scenes are opened</source>
        <translation>只打开完整的场景</translation>
    </message>
    <message>
        <source>at most %1 levels</source>
        <translation>最多 %1 层</translation>
    </message>
    <message>
        <source>at most %1 bytes</source>
        <translation>最多 %1 字节</translation>
    </message>
    <message>
        <source>at most %1 tokens</source>
        <translation>最多 %1 个词元</translation>
    </message>
    <message>
        <source>at most %1</source>
        <translation>最多 %1</translation>
    </message>
    <message>
        <source>at least %1 bytes</source>
        <translation>至少 %1 字节</translation>
    </message>
    <message>
        <source>byte %1</source>
        <translation>第 %1 字节</translation>
    </message>
    <message>
        <source>line %1</source>
        <translation>第 %1 行</translation>
    </message>
    <message>
        <source>string literal</source>
        <translation>带引号的文字</translation>
    </message>
    <message>
        <source>end of input</source>
        <translation>文件结尾</translation>
    </message>
    <message>
        <source>&apos;[&apos;, &apos;{&apos;, or a literal</source>
        <translation>“[”、“{”或一个值</translation>
    </message>
    <message>
        <source>a document much larger than its text</source>
        <translation>比原文大得多的文档</translation>
    </message>
    <message>
        <source>all but the scenes could not be read; this is the first of them</source>
        <translation>除场景外都无法读取，现在显示的是第一个场景</translation>
    </message>
    <message>
        <source>its page could not be read</source>
        <translation>页面无法读取</translation>
    </message>
    <message>
        <source>its scenes could not be read, if it had any</source>
        <translation>场景（如果有）无法读取</translation>
    </message>
    <message>
        <source>its selection could not be read</source>
        <translation>选中的位置无法读取</translation>
    </message>
    <message>
        <source>its text could not be read</source>
        <translation>文本无法读取</translation>
    </message>
    <message>
        <source>the end of the text</source>
        <translation>文件到此结束</translation>
    </message>
    <message>
        <source>the gradient is no number any more: the model is that of the step before</source>
        <translation>梯度已不是数值：保存的是前一步的模型</translation>
    </message>
    <message>
        <source>the loss of a text with hidden tokens is that of what they hide: name a token for each</source>
        <translation>文本中有被遮住的词元，损失只计它们所遮住的内容：请为每一处写出一个词元</translation>
    </message>
</context>
<context>
    <name>errors</name>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>%1 (expected %2, found %3)</source>
        <translation>%1（应为 %2，实为 %3）</translation>
    </message>
    <message>
        <source>%1 (expected %2)</source>
        <translation>%1（应为 %2）</translation>
    </message>
    <message>
        <source>%1 (found %2)</source>
        <translation>%1（实为 %2）</translation>
    </message>
    <message>
        <source>there is nothing to draw: %1</source>
        <translation>没有可画的内容：%1</translation>
    </message>
    <message>
        <source>--font %1: this font is not installed; the nearest one is used (Debian: %2)</source>
        <translation>--font %1：未安装这种字体，改用最接近的字体（Debian 软件包：%2）</translation>
    </message>
</context>
<context>
    <name>figures</name>
    <message>
        <source>Slide 16:9</source>
        <translation>幻灯片 16:9</translation>
    </message>
    <message>
        <source>Half a slide</source>
        <translation>半张幻灯片</translation>
    </message>
    <message>
        <source>Slide 4:3</source>
        <translation>幻灯片 4:3</translation>
    </message>
    <message>
        <source>Beamer 16:9</source>
        <translation>Beamer 16:9</translation>
    </message>
    <message>
        <source>Paper, 1 column</source>
        <translation>论文，单栏</translation>
    </message>
    <message>
        <source>Paper, 1.5 columns</source>
        <translation>论文，一栏半</translation>
    </message>
    <message>
        <source>Paper, 2 columns</source>
        <translation>论文，双栏</translation>
    </message>
    <message>
        <source>NeurIPS text width</source>
        <translation>NeurIPS 版心宽</translation>
    </message>
    <message>
        <source>ICML column</source>
        <translation>ICML 单栏</translation>
    </message>
    <message>
        <source>A4 handout</source>
        <translation>A4 讲义</translation>
    </message>
    <message>
        <source>Screen 1:1</source>
        <translation>屏幕 1:1</translation>
    </message>
    <message>
        <source>How is the model built?</source>
        <translation>模型是怎样构成的？</translation>
    </message>
    <message>
        <source>Where does this number come from?</source>
        <translation>这个数从哪里来？</translation>
    </message>
    <message>
        <source>Which tokens does this head look at?</source>
        <translation>这个注意力头在看哪些词元？</translation>
    </message>
    <message>
        <source>Where does every head look?</source>
        <translation>每个注意力头在看哪里？</translation>
    </message>
    <message>
        <source>What comes next?</source>
        <translation>下一个词元是什么？</translation>
    </message>
    <message>
        <source>How does the residual stream grow?</source>
        <translation>残差流怎样增长？</translation>
    </message>
    <message>
        <source>Which token belongs here?</source>
        <translation>此处应该是哪个词元？</translation>
    </message>
    <message>
        <source>When did its heads begin to work?</source>
        <translation>它的头是什么时候开始起作用的？</translation>
    </message>
    <message>
        <source>Did the gradient reach every layer?</source>
        <translation>梯度到达每一层了吗？</translation>
    </message>
    <message>
        <source>How large did the stream and its branches become?</source>
        <translation>残差流和各分支变得多大？</translation>
    </message>
    <message>
        <source>How did it learn?</source>
        <translation>它是怎样学会的？</translation>
    </message>
    <message>
        <source>What does ALiBi do beyond the trained length?</source>
        <translation>超出训练长度后，ALiBi 会怎样？</translation>
    </message>
    <message>
        <source>Where does token order come from?</source>
        <translation>词元的顺序从何而来？</translation>
    </message>
    <message>
        <source>How does ALiBi penalise distance?</source>
        <translation>ALiBi 怎样惩罚距离？</translation>
    </message>
    <message>
        <source>How does a product become attention?</source>
        <translation>乘积怎样变成注意力？</translation>
    </message>
    <message>
        <source>What does each layer make of the text?</source>
        <translation>每一层如何理解这段文本？</translation>
    </message>
    <message>
        <source>How does the text become the next token?</source>
        <translation>文本如何变成下一个词元？</translation>
    </message>
    <message>
        <source>Which experts work on which token?</source>
        <translation>哪些专家处理哪个词元？</translation>
    </message>
    <message>
        <source>Are all experts used?</source>
        <translation>所有专家都用上了吗？</translation>
    </message>
    <message>
        <source>Which route does a token take through the experts?</source>
        <translation>一个词元以怎样的路线经过各层专家？</translation>
    </message>
    <message>
        <source>What does the routing change?</source>
        <translation>路由方式改变了什么？</translation>
    </message>
    <message>
        <source>Which experts work on this token?</source>
        <translation>哪些专家处理这个词元？</translation>
    </message>
    <message>
        <source>Which numbers share one mean and one scale?</source>
        <translation>哪些数共用一个均值和尺度？</translation>
    </message>
    <message>
        <source>What does norm placement do to the stream?</source>
        <translation>归一化位置怎样影响残差流？</translation>
    </message>
    <message>
        <source>What does each norm measure?</source>
        <translation>每个归一化测的是什么？</translation>
    </message>
    <message>
        <source>What does a norm do to one vector?</source>
        <translation>归一化对一个向量做了什么？</translation>
    </message>
    <message>
        <source>How far does each pair turn?</source>
        <translation>每一对转了多少角度？</translation>
    </message>
    <message>
        <source>How does the score change with distance?</source>
        <translation>分数怎样随距离变化？</translation>
    </message>
    <message>
        <source>What does rotating queries and keys do?</source>
        <translation>旋转查询和键有什么作用？</translation>
    </message>
    <message>
        <source>Which two numbers turn together?</source>
        <translation>哪两个数一起旋转？</translation>
    </message>
    <message>
        <source>Why does only distance matter?</source>
        <translation>为什么只有距离起作用？</translation>
    </message>
    <message>
        <source>How is RoPE scaled for longer texts?</source>
        <translation>文本变长时，怎样缩放 RoPE？</translation>
    </message>
    <message>
        <source>How are the tokens arranged?</source>
        <translation>词元的向量如何分布？</translation>
    </message>
    <message>
        <source>Which tokens are similar before the first block?</source>
        <translation>进入第一块之前，哪些词元相似？</translation>
    </message>
    <message>
        <source>What enters the first block?</source>
        <translation>进入第一块的是什么？</translation>
    </message>
    <message>
        <source>What is added at each position?</source>
        <translation>每个位置加上了什么？</translation>
    </message>
    <message>
        <source>What would another activation let through?</source>
        <translation>换一种激活会让什么通过？</translation>
    </message>
    <message>
        <source>What does the feed-forward let through?</source>
        <translation>前馈让什么通过？</translation>
    </message>
    <message>
        <source>What does the gate let through?</source>
        <translation>门控让什么通过？</translation>
    </message>
    <message>
        <source>Which neurons answer which token?</source>
        <translation>哪些神经元响应哪个词元？</translation>
    </message>
    <message>
        <source>What does this neuron read and write?</source>
        <translation>这个神经元读什么、写什么？</translation>
    </message>
    <message>
        <source>Why is a gated feed-forward narrower?</source>
        <translation>门控前馈为什么更窄？</translation>
    </message>
    <message>
        <source>Are groups of heads and groups of tokens the same?</source>
        <translation>头的分组和词元的分组是一回事吗？</translation>
    </message>
    <message>
        <source>Which queries share keys, and what must be kept?</source>
        <translation>哪些查询共用键，必须保留什么？</translation>
    </message>
    <message>
        <source>How does the cache grow, and what does one more token read?</source>
        <translation>缓存怎样增长，再生成一个词元要读什么？</translation>
    </message>
    <message>
        <source>What does latent attention keep?</source>
        <translation>潜在注意力保留什么？</translation>
    </message>
    <message>
        <source>Which key does each query head use?</source>
        <translation>每个查询头使用哪个键？</translation>
    </message>
    <message>
        <source>This picture has no room here: choose a larger page.</source>
        <translation>这里放不下这幅图：请选择更大的页面。</translation>
    </message>
    <message>
        <source>Why does descent go better after a norm?</source>
        <translation>为什么归一化之后下降更顺？</translation>
    </message>
    <message>
        <source>What does each operation of a pass cost?</source>
        <translation>一次前向计算中每种运算的开销是多少？</translation>
    </message>
    <message>
        <source>From which length on does attention cost the most?</source>
        <translation>从多长的文本起注意力开销最大？</translation>
    </message>
    <message>
        <source>What does a choice save?</source>
        <translation>换一个选项能省多少？</translation>
    </message>
    <message>
        <source>Which tokens may see which, and how far does that reach?</source>
        <translation>哪些词元能看到哪些？能传多远？</translation>
    </message>
    <message>
        <source>Why are scores divided by √d?</source>
        <translation>分数为什么要除以 √d？</translation>
    </message>
    <message>
        <source>What do positions add to a score?</source>
        <translation>位置给分数加了什么？</translation>
    </message>
    <message>
        <source>Which positions survive a text longer than training?</source>
        <translation>哪种位置编码经得起比训练更长的文本？</translation>
    </message>
    <message>
        <source>What do relative positions add to a score?</source>
        <translation>相对位置给分数加了什么？</translation>
    </message>
    <message>
        <source>What keeps a text readable that is longer than training?</source>
        <translation>比训练更长的文本，靠什么还能读懂？</translation>
    </message>
    <message>
        <source>What reaches the first layer before anything is learned?</source>
        <translation>还没有学到任何东西时，有多少梯度到达第一层？</translation>
    </message>
    <message>
        <source>Where do A and B part?</source>
        <translation>A 和 B 从何处分开？</translation>
    </message>
    <message>
        <source>What do the weights look like?</source>
        <translation>权重是什么样子？</translation>
    </message>
    <message>
        <source>Into how many directions do the weights write?</source>
        <translation>权重写入多少个方向？</translation>
    </message>
    <message>
        <source>How large are the weights of each layer?</source>
        <translation>每一层的权重有多大？</translation>
    </message>
    <message>
        <source>How wide is the feed-forward?</source>
        <translation>前馈有多宽？</translation>
    </message>
    <message>
        <source>How wide are all heads together?</source>
        <translation>所有头合起来有多宽？</translation>
    </message>
    <message>
        <source>How wide is a model for its depth?</source>
        <translation>相对于深度，模型有多宽？</translation>
    </message>
    <message>
        <source>How many tokens does a model know?</source>
        <translation>模型认识多少词元？</translation>
    </message>
    <message>
        <source>Which share of the year&apos;s models chose it?</source>
        <translation>当年的模型有多大比例选了它？</translation>
    </message>
    <message>
        <source>Which choices won?</source>
        <translation>哪些选项胜出了？</translation>
    </message>
    <message>
        <source>What does the model cost in full size?</source>
        <translation>完整规模的模型成本是多少？</translation>
    </message>
    <message>
        <source>Which bytes are the characters?</source>
        <translation>每个字符是哪些字节？</translation>
    </message>
    <message>
        <source>How does the text become tokens?</source>
        <translation>文本怎样变成词元？</translation>
    </message>
    <message>
        <source>How do several tokenizers cut the same text?</source>
        <translation>不同的分词器怎样切同一段文本？</translation>
    </message>
    <message>
        <source>What does a larger vocabulary buy?</source>
        <translation>更大的词表换来什么？</translation>
    </message>
    <message>
        <source>Why should logits stay small?</source>
        <translation>logit 为什么不该太大？</translation>
    </message>
    <message>
        <source>What does a soft cap do?</source>
        <translation>软上限有什么作用？</translation>
    </message>
    <message>
        <source>How does one prompt become several texts?</source>
        <translation>一段提示怎样变成几段文本？</translation>
    </message>
    <message>
        <source>How large are the single weights?</source>
        <translation>单个权重有多大？</translation>
    </message>
    <message>
        <source>How much must be kept of a text?</source>
        <translation>一段文本必须保留多少？</translation>
    </message>
    <message>
        <source>What does each mixer make of the same text?</source>
        <translation>每种混合器如何处理同一段文本？</translation>
    </message>
    <message>
        <source>What does a mixer take from each token?</source>
        <translation>混合器从每个词元取多少？</translation>
    </message>
    <message>
        <source>Which last tokens does a mixer’s convolution read?</source>
        <translation>混合器的卷积读取最近的哪些词元？</translation>
    </message>
    <message>
        <source>What does the state hold after each token?</source>
        <translation>每个词元之后状态里有什么？</translation>
    </message>
    <message>
        <source>What do added positions do to a score?</source>
        <translation>加上的位置对分数做了什么？</translation>
    </message>
    <message>
        <source>What does this answer need?</source>
        <translation>这个答案需要什么？</translation>
    </message>
    <message>
        <source>Where is the answer decided?</source>
        <translation>答案在哪里决定？</translation>
    </message>
    <message>
        <source>Were all experts used while it learned?</source>
        <translation>学习时所有专家都被用到了吗？</translation>
    </message>
    <message>
        <source>Which paths carry the answer?</source>
        <translation>哪些路径承载答案？</translation>
    </message>
    <message>
        <source>What drives this part of the model?</source>
        <translation>什么驱动模型的这一部分？</translation>
    </message>
    <message>
        <source>Which tokens does this answer hang on?</source>
        <translation>这个答案取决于哪些词元？</translation>
    </message>
    <message>
        <source>What reaches each layer before anything is learned?</source>
        <translation>什么都没学之前，每一层得到多少梯度？</translation>
    </message>
    <message>
        <source>What does the softmax pass back?</source>
        <translation>softmax 传回了什么？</translation>
    </message>
    <message>
        <source>Which weights would a step of training change most?</source>
        <translation>训练的一步最会改变哪些权重？</translation>
    </message>
    <message>
        <source>Alignment: which words does each word look at?</source>
        <translation>对齐：每个词看哪些词？</translation>
    </message>
    <message>
        <source>In how many directions were the weights changed?</source>
        <translation>权重在多少个方向上被改变？</translation>
    </message>
    <message>
        <source>Where were the weights changed?</source>
        <translation>权重在哪里被改变？</translation>
    </message>
    <message>
        <source>How many answers does the model get right?</source>
        <translation>模型答对了多少？</translation>
    </message>
    <message>
        <source>What does each head do over many texts?</source>
        <translation>每个头在许多文本中做什么？</translation>
    </message>
    <message>
        <source>In which texts does this head do it?</source>
        <translation>这个头在哪些文本中这样做？</translation>
    </message>
    <message>
        <source>What does this choice change?</source>
        <translation>这个选项改变什么？</translation>
    </message>
    <message>
        <source>Without which tokens does this answer change?</source>
        <translation>去掉哪些词元，答案会变？</translation>
    </message>
    <message>
        <source>What does this head take from them?</source>
        <translation>这个注意力头从它们取来什么？</translation>
    </message>
    <message>
        <source>What do all heads write together?</source>
        <translation>所有注意力头一起写出什么？</translation>
    </message>
</context>
<context>
    <name>lessons</name>
    <message>
        <source>ABCDEFGH</source>
        <extracomment>The signs of the answers of a question, in their order, with nothing between them</extracomment>
        <translation>甲乙丙丁戊己庚辛</translation>
    </message>
    <message>
        <source>Step %1</source>
        <translation>第 %1 步</translation>
    </message>
    <message>
        <source>What is to be seen here.</source>
        <translation>这里要看什么。</translation>
    </message>
    <message>
        <source>To do in the window:</source>
        <translation>在窗口里做：</translation>
    </message>
    <message>
        <source>Why?</source>
        <translation>为什么？</translation>
    </message>
    <message>
        <source>%1: answers</source>
        <translation>%1：答案</translation>
    </message>
    <message>
        <source>Answers, for the teacher</source>
        <translation>答案（供教师使用）</translation>
    </message>
    <message>
        <source>Name: ____________________    Date: ____________</source>
        <translation>姓名：____________________    日期：____________</translation>
    </message>
    <message>
        <source>The picture answers an earlier question: it is on the sheet with the answers.</source>
        <translation>这幅图会透露前面问题的答案，见答案页。</translation>
    </message>
    <message>
        <source>Draw here what you expect to see.</source>
        <translation>在这里画出你预想的样子。</translation>
    </message>
</context>
<context>
    <name>numbers</name>
    <message>
        <source>%1&#xa0;%</source>
        <comment>per cent</comment>
        <translation>%1%</translation>
    </message>
    <message>
        <source>row</source>
        <translation>行</translation>
    </message>
    <message>
        <source>column</source>
        <translation>列</translation>
    </message>
    <message>
        <source>tile row</source>
        <translation>小图行</translation>
    </message>
    <message>
        <source>tile column</source>
        <translation>小图列</translation>
    </message>
    <message>
        <source>point</source>
        <translation>点</translation>
    </message>
    <message>
        <source>piece</source>
        <translation>片段</translation>
    </message>
    <message>
        <source>token</source>
        <translation>词元</translation>
    </message>
    <message>
        <source>word</source>
        <translation>词</translation>
    </message>
    <message>
        <source>value</source>
        <translation>值</translation>
    </message>
    <message>
        <source>masked</source>
        <translation>被掩码</translation>
    </message>
    <message>
        <source>from</source>
        <translation>从</translation>
    </message>
    <message>
        <source>to</source>
        <translation>到</translation>
    </message>
    <message>
        <source>count</source>
        <translation>个数</translation>
    </message>
    <message>
        <source>before</source>
        <translation>之前</translation>
    </message>
    <message>
        <source>after</source>
        <translation>之后</translation>
    </message>
    <message>
        <source>before x</source>
        <translation>旋转前 x</translation>
    </message>
    <message>
        <source>before y</source>
        <translation>旋转前 y</translation>
    </message>
    <message>
        <source>after x</source>
        <translation>旋转后 x</translation>
    </message>
    <message>
        <source>after y</source>
        <translation>旋转后 y</translation>
    </message>
    <message>
        <source>first x</source>
        <translation>最初 x</translation>
    </message>
    <message>
        <source>first y</source>
        <translation>最初 y</translation>
    </message>
    <message>
        <source>line</source>
        <translation>行号</translation>
    </message>
    <message>
        <source>begin</source>
        <translation>开始</translation>
    </message>
    <message>
        <source>end</source>
        <translation>结束</translation>
    </message>
    <message>
        <source>lane</source>
        <translation>分支</translation>
    </message>
    <message>
        <source>sum</source>
        <translation>累计</translation>
    </message>
    <message>
        <source>mixer</source>
        <translation>混合器</translation>
    </message>
    <message>
        <source>feed forward</source>
        <translation>前馈</translation>
    </message>
    <message>
        <source>head</source>
        <translation>头</translation>
    </message>
    <message>
        <source>heads</source>
        <translation>头</translation>
    </message>
    <message>
        <source>kv head</source>
        <translation>KV 头</translation>
    </message>
    <message>
        <source>slope</source>
        <translation>斜率</translation>
    </message>
    <message>
        <source>length</source>
        <translation>长度</translation>
    </message>
    <message>
        <source>penalty</source>
        <translation>惩罚</translation>
    </message>
    <message>
        <source>penalty of farthest</source>
        <translation>最远处的惩罚</translation>
    </message>
    <message>
        <source>mean reach of equal contents</source>
        <translation>内容相同时的平均距离</translation>
    </message>
    <message>
        <source>query</source>
        <translation>查询</translation>
    </message>
    <message>
        <source>key</source>
        <translation>键</translation>
    </message>
    <message>
        <source>content</source>
        <translation>内容</translation>
    </message>
    <message>
        <source>content content</source>
        <translation>内容对内容</translation>
    </message>
    <message>
        <source>content position</source>
        <translation>内容对位置</translation>
    </message>
    <message>
        <source>position content</source>
        <translation>位置对内容</translation>
    </message>
    <message>
        <source>position position</source>
        <translation>位置对位置</translation>
    </message>
    <message>
        <source>score</source>
        <translation>分数</translation>
    </message>
    <message>
        <source>mean score</source>
        <translation>平均分数</translation>
    </message>
    <message>
        <source>kind</source>
        <translation>种类</translation>
    </message>
    <message>
        <source>change</source>
        <translation>变化</translation>
    </message>
    <message>
        <source>layer</source>
        <translation>层</translation>
    </message>
    <message>
        <source>layers</source>
        <translation>层</translation>
    </message>
    <message>
        <source>position</source>
        <translation>位置</translation>
    </message>
    <message>
        <source>token id</source>
        <translation>词元编号</translation>
    </message>
    <message>
        <source>id</source>
        <translation>编号</translation>
    </message>
    <message>
        <source>probability</source>
        <translation>概率</translation>
    </message>
    <message>
        <source>slot</source>
        <translation>槽</translation>
    </message>
    <message>
        <source>node</source>
        <translation>方框</translation>
    </message>
    <message>
        <source>label</source>
        <translation>文字</translation>
    </message>
    <message>
        <source>tensor</source>
        <translation>张量</translation>
    </message>
    <message>
        <source>differs</source>
        <translation>不同</translation>
    </message>
    <message>
        <source>run</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>step</source>
        <translation>步</translation>
    </message>
    <message>
        <source>vectors</source>
        <translation>向量</translation>
    </message>
    <message>
        <source>divided</source>
        <translation>除以 √d</translation>
    </message>
    <message>
        <source>spread</source>
        <translation>标准差</translation>
    </message>
    <message>
        <source>entropy</source>
        <translation>熵</translation>
    </message>
    <message>
        <source>saturated</source>
        <translation>饱和</translation>
    </message>
    <message>
        <source>part</source>
        <translation>部分</translation>
    </message>
    <message>
        <source>pairs</source>
        <translation>对数</translation>
    </message>
    <message>
        <source>all pairs</source>
        <translation>全部对数</translation>
    </message>
    <message>
        <source>depth</source>
        <translation>深度</translation>
    </message>
    <message>
        <source>tokens reached</source>
        <translation>到达的词元</translation>
    </message>
    <message>
        <source>tokens</source>
        <translation>词元数</translation>
    </message>
    <message>
        <source>number</source>
        <translation>分量</translation>
    </message>
    <message>
        <source>written</source>
        <translation>写入</translation>
    </message>
    <message>
        <source>state</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>read</source>
        <translation>读出</translation>
    </message>
    <message>
        <source>decay</source>
        <translation>衰减</translation>
    </message>
    <message>
        <source>weight</source>
        <translation>权重</translation>
    </message>
    <message>
        <source>weights</source>
        <translation>权重</translation>
    </message>
    <message>
        <source>kernel</source>
        <translation>卷积核</translation>
    </message>
    <message>
        <source>back</source>
        <translation>向前</translation>
    </message>
    <message>
        <source>channel</source>
        <translation>通道</translation>
    </message>
    <message>
        <source>measured bytes</source>
        <translation>实测字节</translation>
    </message>
    <message>
        <source>formula bytes</source>
        <translation>公式字节</translation>
    </message>
    <message>
        <source>weight bytes</source>
        <translation>权重字节</translation>
    </message>
    <message>
        <source>bytes per token</source>
        <translation>每词元字节</translation>
    </message>
    <message>
        <source>fixed bytes</source>
        <translation>固定字节</translation>
    </message>
    <message>
        <source>bytes</source>
        <translation>字节</translation>
    </message>
    <message>
        <source>relative difference</source>
        <translation>相对差异</translation>
    </message>
    <message>
        <source>rms</source>
        <translation>RMS</translation>
    </message>
    <message>
        <source>l2</source>
        <translation>L2</translation>
    </message>
    <message>
        <source>form</source>
        <translation>形式</translation>
    </message>
    <message>
        <source>matrices</source>
        <translation>矩阵数</translation>
    </message>
    <message>
        <source>width</source>
        <translation>宽度</translation>
    </message>
    <message>
        <source>neuron</source>
        <translation>神经元</translation>
    </message>
    <message>
        <source>gate</source>
        <translation>门控</translation>
    </message>
    <message>
        <source>up</source>
        <translation>上投影</translation>
    </message>
    <message>
        <source>product</source>
        <translation>乘积</translation>
    </message>
    <message>
        <source>index</source>
        <translation>序号</translation>
    </message>
    <message>
        <source>activation</source>
        <translation>激活函数</translation>
    </message>
    <message>
        <source>silent</source>
        <translation>沉默</translation>
    </message>
    <message>
        <source>bends</source>
        <translation>弯曲</translation>
    </message>
    <message>
        <source>passes</source>
        <translation>通过</translation>
    </message>
    <message>
        <source>peak position</source>
        <translation>峰值位置</translation>
    </message>
    <message>
        <source>peak</source>
        <translation>峰值</translation>
    </message>
    <message>
        <source>never above 0</source>
        <translation>从不大于 0</translation>
    </message>
    <message>
        <source>values</source>
        <translation>数值</translation>
    </message>
    <message>
        <source>slope of</source>
        <translation>斜率：</translation>
    </message>
    <message>
        <source>dim</source>
        <translation>维</translation>
    </message>
    <message>
        <source>after half split</source>
        <translation>之后（对半）</translation>
    </message>
    <message>
        <source>after interleaved</source>
        <translation>之后（交错）</translation>
    </message>
    <message>
        <source>distance</source>
        <translation>距离</translation>
    </message>
    <message>
        <source>mean</source>
        <translation>均值</translation>
    </message>
    <message>
        <source>least</source>
        <translation>最小</translation>
    </message>
    <message>
        <source>most</source>
        <translation>最大</translation>
    </message>
    <message>
        <source>k first</source>
        <translation>k 第一维</translation>
    </message>
    <message>
        <source>k second</source>
        <translation>k 第二维</translation>
    </message>
    <message>
        <source>turned k first</source>
        <translation>旋转后 k 第一维</translation>
    </message>
    <message>
        <source>turned k second</source>
        <translation>旋转后 k 第二维</translation>
    </message>
    <message>
        <source>adds to score</source>
        <translation>对分数的贡献</translation>
    </message>
    <message>
        <source>moved by</source>
        <translation>移动</translation>
    </message>
    <message>
        <source>score both</source>
        <translation>分数（一起移动）</translation>
    </message>
    <message>
        <source>score query alone</source>
        <translation>分数（仅查询）</translation>
    </message>
    <message>
        <source>pair both</source>
        <translation>一对（一起移动）</translation>
    </message>
    <message>
        <source>pair query alone</source>
        <translation>一对（仅查询）</translation>
    </message>
    <message>
        <source>name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>log z</source>
        <translation>log Z</translation>
    </message>
    <message>
        <source>sum float16</source>
        <translation>float16 的和</translation>
    </message>
    <message>
        <source>sum float16 subtracted</source>
        <translation>float16 的和（减最大值）</translation>
    </message>
    <message>
        <source>softmax</source>
        <translation>softmax</translation>
    </message>
    <message>
        <source>softmax float16</source>
        <translation>float16 的 softmax</translation>
    </message>
    <message>
        <source>softmax subtracted</source>
        <translation>softmax（减最大值）</translation>
    </message>
    <message>
        <source>softmax before</source>
        <translation>之前的 softmax</translation>
    </message>
    <message>
        <source>softmax after</source>
        <translation>之后的 softmax</translation>
    </message>
    <message>
        <source>parent</source>
        <translation>上一个</translation>
    </message>
    <message>
        <source>kept</source>
        <translation>保留</translation>
    </message>
    <message>
        <source>choice</source>
        <translation>选项</translation>
    </message>
    <message>
        <source>year</source>
        <translation>年份</translation>
    </message>
    <message>
        <source>models</source>
        <translation>模型数</translation>
    </message>
    <message>
        <source>parameters</source>
        <translation>参数</translation>
    </message>
    <message>
        <source>flops</source>
        <translation>FLOPs</translation>
    </message>
    <message>
        <source>milliseconds</source>
        <translation>毫秒</translation>
    </message>
    <message>
        <source>dimension</source>
        <translation>维度</translation>
    </message>
    <message>
        <source>normalized</source>
        <translation>归一化后</translation>
    </message>
    <message>
        <source>first</source>
        <translation>第一个</translation>
    </message>
    <message>
        <source>second</source>
        <translation>第二个</translation>
    </message>
    <message>
        <source>of embeddings</source>
        <translation>嵌入之间</translation>
    </message>
    <message>
        <source>of what enters</source>
        <translation>进入块的向量之间</translation>
    </message>
    <message>
        <source>map</source>
        <translation>图</translation>
    </message>
    <message>
        <source>mask</source>
        <translation>掩码</translation>
    </message>
    <message>
        <source>seen</source>
        <translation>可见</translation>
    </message>
    <message>
        <source>attention</source>
        <translation>注意力</translation>
    </message>
    <message>
        <source>matrix</source>
        <translation>矩阵</translation>
    </message>
    <message>
        <source>singular value</source>
        <translation>奇异值</translation>
    </message>
    <message>
        <source>norm</source>
        <translation>范数</translation>
    </message>
    <message>
        <source>rows</source>
        <translation>行数</translation>
    </message>
    <message>
        <source>columns</source>
        <translation>列数</translation>
    </message>
    <message>
        <source>largest</source>
        <translation>最大绝对值</translation>
    </message>
    <message>
        <source>share</source>
        <translation>占比</translation>
    </message>
    <message>
        <source>model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>seed</source>
        <translation>种子</translation>
    </message>
    <message>
        <source>loss</source>
        <translation>损失</translation>
    </message>
    <message>
        <source>expert</source>
        <translation>专家</translation>
    </message>
    <message>
        <source>logit</source>
        <translation>logit</translation>
    </message>
    <message>
        <source>dropped</source>
        <translation>丢弃</translation>
    </message>
    <message>
        <source>quadratic</source>
        <translation>二次函数</translation>
    </message>
    <message>
        <source>condition</source>
        <translation>条件数</translation>
    </message>
    <message>
        <source>steep weight</source>
        <translation>陡方向权重</translation>
    </message>
    <message>
        <source>shallow weight</source>
        <translation>缓方向权重</translation>
    </message>
    <message>
        <source>quantity</source>
        <translation>数量</translation>
    </message>
    <message>
        <source>full size</source>
        <translation>完整规模</translation>
    </message>
    <message>
        <source>replica</source>
        <translation>复刻</translation>
    </message>
    <message>
        <source>window</source>
        <translation>窗口</translation>
    </message>
    <message>
        <source>sinks</source>
        <translation>汇</translation>
    </message>
    <message>
        <source>stack</source>
        <translation>栈</translation>
    </message>
    <message>
        <source>operation</source>
        <translation>运算</translation>
    </message>
    <message>
        <source>product flops</source>
        <translation>矩阵乘 FLOPs</translation>
    </message>
    <message>
        <source>attention flops</source>
        <translation>注意力 FLOPs</translation>
    </message>
    <message>
        <source>other flops</source>
        <translation>其他 FLOPs</translation>
    </message>
    <message>
        <source>feed forward flops</source>
        <translation>前馈 FLOPs</translation>
    </message>
    <message>
        <source>projection flops</source>
        <translation>投影 FLOPs</translation>
    </message>
    <message>
        <source>attention ms</source>
        <translation>注意力毫秒</translation>
    </message>
    <message>
        <source>feed forward ms</source>
        <translation>前馈毫秒</translation>
    </message>
    <message>
        <source>projection ms</source>
        <translation>投影毫秒</translation>
    </message>
    <message>
        <source>tokenizer</source>
        <translation>分词器</translation>
    </message>
    <message>
        <source>vocabulary</source>
        <translation>词表</translation>
    </message>
    <message>
        <source>vocab</source>
        <translation>词表</translation>
    </message>
    <message>
        <source>unknown</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>tokens per sentence</source>
        <translation>每句词元数</translation>
    </message>
    <message>
        <source>unknown per sentence</source>
        <translation>每句未知数</translation>
    </message>
    <message>
        <source>character</source>
        <translation>字符</translation>
    </message>
    <message>
        <source>code point</source>
        <translation>码点</translation>
    </message>
    <message>
        <source>byte</source>
        <translation>字节</translation>
    </message>
    <message>
        <source>letter</source>
        <translation>字母</translation>
    </message>
    <message>
        <source>topology</source>
        <translation>拓扑</translation>
    </message>
    <message>
        <source>placement</source>
        <translation>归一化位置</translation>
    </message>
    <message>
        <source>released</source>
        <translation>发布</translation>
    </message>
    <message>
        <source>kv</source>
        <translation>KV 头</translation>
    </message>
    <message>
        <source>ffn</source>
        <translation>前馈宽度</translation>
    </message>
    <message>
        <source>context</source>
        <translation>上下文</translation>
    </message>
    <message>
        <source>size</source>
        <translation>规模</translation>
    </message>
    <message>
        <source>ff ratio</source>
        <translation>前馈比</translation>
    </message>
    <message>
        <source>biases</source>
        <translation>偏置</translation>
    </message>
    <message>
        <source>dropout</source>
        <translation>dropout 率</translation>
    </message>
    <message>
        <source>weight decay</source>
        <translation>权重衰减</translation>
    </message>
    <message>
        <source>sizes</source>
        <translation>尺寸</translation>
    </message>
    <message>
        <source>training</source>
        <translation>训练</translation>
    </message>
    <message>
        <source>training source</source>
        <translation>训练出处</translation>
    </message>
    <message>
        <source>fact</source>
        <translation>事实</translation>
    </message>
    <message>
        <source>source</source>
        <translation>出处</translation>
    </message>
    <message>
        <source>causal</source>
        <translation>因果</translation>
    </message>
    <message>
        <source>prefix</source>
        <translation>前缀</translation>
    </message>
    <message>
        <source>encdec</source>
        <translation>编码器-解码器</translation>
    </message>
    <message>
        <source>encoder</source>
        <translation>编码器</translation>
    </message>
    <message>
        <source>decoder</source>
        <translation>解码器</translation>
    </message>
    <message>
        <source>pre</source>
        <translation>前置</translation>
    </message>
    <message>
        <source>post</source>
        <translation>后置</translation>
    </message>
    <message>
        <source>sandwich</source>
        <translation>三明治</translation>
    </message>
    <message>
        <source>branch output</source>
        <translation>分支输出</translation>
    </message>
    <message>
        <source>learned</source>
        <translation>可学习</translation>
    </message>
    <message>
        <source>relative</source>
        <translation>相对</translation>
    </message>
    <message>
        <source>sinusoidal</source>
        <translation>正弦</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>yes</source>
        <translation>是</translation>
    </message>
    <message>
        <source>no</source>
        <translation>否</translation>
    </message>
    <message>
        <source>random</source>
        <translation>随机</translation>
    </message>
    <message>
        <source>plain</source>
        <translation>无门控</translation>
    </message>
    <message>
        <source>gated</source>
        <translation>门控</translation>
    </message>
    <message>
        <source>own</source>
        <translation>自身</translation>
    </message>
    <message>
        <source>self</source>
        <translation>自注意力</translation>
    </message>
    <message>
        <source>cross</source>
        <translation>交叉注意力</translation>
    </message>
    <message>
        <source>input</source>
        <translation>输入</translation>
    </message>
    <message>
        <source>down</source>
        <translation>下投影</translation>
    </message>
    <message>
        <source>next</source>
        <translation>下一个词元</translation>
    </message>
    <message>
        <source>pattern</source>
        <translation>注意力权重</translation>
    </message>
    <message>
        <source>difference</source>
        <translation>差</translation>
    </message>
    <message>
        <source>stream</source>
        <translation>残差流</translation>
    </message>
    <message>
        <source>similar</source>
        <translation>相似</translation>
    </message>
    <message>
        <source>load</source>
        <translation>负载</translation>
    </message>
    <message>
        <source>gates</source>
        <translation>门控</translation>
    </message>
    <message>
        <source>route</source>
        <translation>路由</translation>
    </message>
    <message>
        <source>routing</source>
        <translation>路由</translation>
    </message>
    <message>
        <source>balance</source>
        <translation>均衡</translation>
    </message>
    <message>
        <source>strip</source>
        <translation>带</translation>
    </message>
    <message>
        <source>operands</source>
        <translation>操作数</translation>
    </message>
    <message>
        <source>planes</source>
        <translation>平面</translation>
    </message>
    <message>
        <source>plane</source>
        <translation>平面</translation>
    </message>
    <message>
        <source>angles</source>
        <translation>角度</translation>
    </message>
    <message>
        <source>pair</source>
        <translation>对</translation>
    </message>
    <message>
        <source>wavelength</source>
        <translation>波长</translation>
    </message>
    <message>
        <source>wavelengths</source>
        <translation>波长</translation>
    </message>
    <message>
        <source>stretch</source>
        <translation>拉伸</translation>
    </message>
    <message>
        <source>angle</source>
        <translation>角度</translation>
    </message>
    <message>
        <source>formula</source>
        <translation>公式</translation>
    </message>
    <message>
        <source>measured</source>
        <translation>实测</translation>
    </message>
    <message>
        <source>used</source>
        <translation>使用</translation>
    </message>
    <message>
        <source>neurons</source>
        <translation>神经元</translation>
    </message>
    <message>
        <source>curve</source>
        <translation>曲线</translation>
    </message>
    <message>
        <source>numbers</source>
        <translation>数值</translation>
    </message>
    <message>
        <source>no cap</source>
        <translation>无软上限</translation>
    </message>
    <message>
        <source>texts</source>
        <translation>文本</translation>
    </message>
    <message>
        <source>next tokens</source>
        <translation>下一个词元</translation>
    </message>
    <message>
        <source>products</source>
        <translation>乘积</translation>
    </message>
    <message>
        <source>arc</source>
        <translation>弧</translation>
    </message>
    <message>
        <source>alone</source>
        <translation>单独移动</translation>
    </message>
    <message>
        <source>together</source>
        <translation>一起移动</translation>
    </message>
    <message>
        <source>reach</source>
        <translation>可及</translation>
    </message>
    <message>
        <source>reach encoder</source>
        <translation>可及（编码器）</translation>
    </message>
    <message>
        <source>flow</source>
        <translation>全流程</translation>
    </message>
    <message>
        <source>parts</source>
        <translation>部分</translation>
    </message>
    <message>
        <source>slopes</source>
        <translation>斜率</translation>
    </message>
    <message>
        <source>kinds</source>
        <translation>种类</translation>
    </message>
    <message>
        <source>alignment</source>
        <translation>对齐</translation>
    </message>
    <message>
        <source>operations</source>
        <translation>运算</translation>
    </message>
    <message>
        <source>sharing</source>
        <translation>共享</translation>
    </message>
    <message>
        <source>tensors</source>
        <translation>张量</translation>
    </message>
    <message>
        <source>experts</source>
        <translation>专家</translation>
    </message>
    <message>
        <source>descent</source>
        <translation>下降</translation>
    </message>
    <message>
        <source>compact</source>
        <translation>压缩</translation>
    </message>
    <message>
        <source>dots</source>
        <translation>点</translation>
    </message>
    <message>
        <source>cloud</source>
        <translation>点云</translation>
    </message>
    <message>
        <source>delta</source>
        <translation>差</translation>
    </message>
    <message>
        <source>even</source>
        <translation>均匀</translation>
    </message>
    <message>
        <source>root of d</source>
        <translation>√d</translation>
    </message>
    <message>
        <source>row of a distance</source>
        <translation>同一距离</translation>
    </message>
    <message>
        <source>bias of head</source>
        <translation>偏置，头</translation>
    </message>
    <message>
        <source>embed</source>
        <translation>嵌入</translation>
    </message>
    <message>
        <source>lines</source>
        <translation>行</translation>
    </message>
    <message>
        <source>counts</source>
        <translation>个数</translation>
    </message>
    <message>
        <source>scores content</source>
        <translation>内容的分数</translation>
    </message>
    <message>
        <source>bias</source>
        <translation>偏置</translation>
    </message>
    <message>
        <source>bias of a head</source>
        <translation>一个头的偏置</translation>
    </message>
    <message>
        <source>first dim</source>
        <translation>第一维</translation>
    </message>
    <message>
        <source>second dim</source>
        <translation>第二维</translation>
    </message>
    <message>
        <source>theta</source>
        <translation>θ</translation>
    </message>
    <message>
        <source>q first</source>
        <translation>q 第一维</translation>
    </message>
    <message>
        <source>q second</source>
        <translation>q 第二维</translation>
    </message>
    <message>
        <source>turned q first</source>
        <translation>旋转后 q 第一维</translation>
    </message>
    <message>
        <source>turned q second</source>
        <translation>旋转后 q 第二维</translation>
    </message>
    <message>
        <source>half split</source>
        <translation>前后两半</translation>
    </message>
    <message>
        <source>interleaved</source>
        <translation>交错</translation>
    </message>
    <message>
        <source>wavelength none</source>
        <translation>波长（无缩放）</translation>
    </message>
    <message>
        <source>wavelength linear</source>
        <translation>波长（线性）</translation>
    </message>
    <message>
        <source>wavelength ntk</source>
        <translation>波长（NTK）</translation>
    </message>
    <message>
        <source>wavelength dynamic ntk</source>
        <translation>波长（动态 NTK）</translation>
    </message>
    <message>
        <source>wavelength yarn</source>
        <translation>波长（YaRN）</translation>
    </message>
    <message>
        <source>beyond</source>
        <translation>更长文本</translation>
    </message>
    <message>
        <source>none masked</source>
        <translation>无掩码</translation>
    </message>
    <message>
        <source>typed</source>
        <translation>输入的顺序</translation>
    </message>
    <message>
        <source>moved</source>
        <translation>移动后的顺序</translation>
    </message>
    <message>
        <source>moved added</source>
        <translation>移动：加法位置</translation>
    </message>
    <message>
        <source>moved RoPE</source>
        <translation>移动：RoPE</translation>
    </message>
    <message>
        <source>scores content content</source>
        <translation>分数：内容对内容</translation>
    </message>
    <message>
        <source>scores content position</source>
        <translation>分数：内容对位置</translation>
    </message>
    <message>
        <source>scores position content</source>
        <translation>分数：位置对内容</translation>
    </message>
    <message>
        <source>scores position position</source>
        <translation>分数：位置对位置</translation>
    </message>
    <message>
        <source>previous</source>
        <translation>前一个词元</translation>
    </message>
    <message>
        <source>stage qk</source>
        <translation>QKᵀ</translation>
    </message>
    <message>
        <source>stage scaled</source>
        <translation>除以 √d 之后</translation>
    </message>
    <message>
        <source>stage mask</source>
        <translation>掩码之后</translation>
    </message>
    <message>
        <source>stage softmax</source>
        <translation>softmax 之后</translation>
    </message>
    <message>
        <source>stage values</source>
        <translation>V</translation>
    </message>
    <message>
        <source>stage concat</source>
        <translation>拼接</translation>
    </message>
    <message>
        <source>stage out</source>
        <translation>输出</translation>
    </message>
    <message>
        <source>effective</source>
        <translation>等效矩阵</translation>
    </message>
    <message>
        <source>beside</source>
        <translation>旁边的混合器</translation>
    </message>
    <message>
        <source>beside decay</source>
        <translation>旁边的衰减</translation>
    </message>
    <message>
        <source>retention</source>
        <translation>保留 (Retention)</translation>
    </message>
    <message>
        <source>linear recurrence</source>
        <translation>线性循环</translation>
    </message>
    <message>
        <source>selective ssm</source>
        <translation>选择性状态空间</translation>
    </message>
    <message>
        <source>state space dual</source>
        <translation>状态空间对偶</translation>
    </message>
    <message>
        <source>gated recurrence</source>
        <translation>门控循环</translation>
    </message>
    <message>
        <source>below</source>
        <translation>以下</translation>
    </message>
    <message>
        <source>above</source>
        <translation>以上</translation>
    </message>
    <message>
        <source>inputs</source>
        <translation>输入</translation>
    </message>
    <message>
        <source>widths</source>
        <translation>宽度</translation>
    </message>
    <message>
        <source>logits</source>
        <translation>logit</translation>
    </message>
    <message>
        <source>probabilities</source>
        <translation>概率</translation>
    </message>
    <message>
        <source>deep norm</source>
        <translation>DeepNorm 归一化</translation>
    </message>
    <message>
        <source>scaled</source>
        <translation>缩放后</translation>
    </message>
    <message>
        <source>out</source>
        <translation>输出</translation>
    </message>
    <message>
        <source>scale</source>
        <translation>缩放</translation>
    </message>
    <message>
        <source>scale of token</source>
        <translation>每个词元的缩放</translation>
    </message>
    <message>
        <source>scale of dimension</source>
        <translation>每个维度的缩放</translation>
    </message>
    <message>
        <source>norms</source>
        <translation>范数</translation>
    </message>
    <message>
        <source>ends</source>
        <translation>两端</translation>
    </message>
    <message>
        <source>arcs</source>
        <translation>弧</translation>
    </message>
    <message>
        <source>text</source>
        <translation>文本</translation>
    </message>
    <message>
        <source>branch</source>
        <translation>分支</translation>
    </message>
    <message>
        <source>attn</source>
        <translation>注意力</translation>
    </message>
    <message>
        <source>attn out</source>
        <translation>注意力分支</translation>
    </message>
    <message>
        <source>mlp out</source>
        <translation>前馈分支</translation>
    </message>
    <message>
        <source>resid pre</source>
        <translation>块之前</translation>
    </message>
    <message>
        <source>resid post</source>
        <translation>块之后</translation>
    </message>
    <message>
        <source>embedding</source>
        <translation>嵌入</translation>
    </message>
    <message>
        <source>projection</source>
        <translation>投影</translation>
    </message>
    <message>
        <source>projections</source>
        <translation>投影</translation>
    </message>
    <message>
        <source>projections flops</source>
        <translation>投影 FLOPs</translation>
    </message>
    <message>
        <source>projections milliseconds</source>
        <translation>投影毫秒</translation>
    </message>
    <message>
        <source>attention milliseconds</source>
        <translation>注意力毫秒</translation>
    </message>
    <message>
        <source>feed forward milliseconds</source>
        <translation>前馈毫秒</translation>
    </message>
    <message>
        <source>rotation</source>
        <translation>旋转</translation>
    </message>
    <message>
        <source>attention out</source>
        <translation>注意力输出</translation>
    </message>
    <message>
        <source>residual</source>
        <translation>残差</translation>
    </message>
    <message>
        <source>feed forward in</source>
        <translation>前馈输入</translation>
    </message>
    <message>
        <source>feed forward out</source>
        <translation>前馈输出</translation>
    </message>
    <message>
        <source>unembedding</source>
        <translation>输出矩阵</translation>
    </message>
    <message>
        <source>share of flops</source>
        <translation>FLOPs 占比</translation>
    </message>
    <message>
        <source>share of time</source>
        <translation>时间占比</translation>
    </message>
    <message>
        <source>part of flops</source>
        <translation>FLOPs 占比</translation>
    </message>
    <message>
        <source>part of time</source>
        <translation>时间占比</translation>
    </message>
    <message>
        <source>points</source>
        <translation>点</translation>
    </message>
    <message>
        <source>tied</source>
        <translation>共享</translation>
    </message>
    <message>
        <source>block</source>
        <translation>块</translation>
    </message>
    <message>
        <source>gradient</source>
        <translation>梯度</translation>
    </message>
    <message>
        <source>held out</source>
        <translation>留出损失</translation>
    </message>
    <message>
        <source>learning rate</source>
        <translation>学习率</translation>
    </message>
    <message>
        <source>second copy</source>
        <translation>第二次出现</translation>
    </message>
    <message>
        <source>effect</source>
        <translation>效应</translation>
    </message>
    <message>
        <source>largest threshold</source>
        <translation>最大阈值</translation>
    </message>
    <message>
        <source>paths</source>
        <translation>路径</translation>
    </message>
    <message>
        <source>faithfulness</source>
        <translation>忠实度</translation>
    </message>
    <message>
        <source>list</source>
        <translation>列表</translation>
    </message>
    <message>
        <source>top</source>
        <translation>最高</translation>
    </message>
    <message>
        <source>bottom</source>
        <translation>最低</translation>
    </message>
    <message>
        <source>sample</source>
        <translation>抽样</translation>
    </message>
    <message>
        <source>rank</source>
        <translation>名次</translation>
    </message>
    <message>
        <source>writes</source>
        <translation>写出</translation>
    </message>
    <message>
        <source>stable rank</source>
        <translation>稳定秩</translation>
    </message>
    <message>
        <source>matrix rank</source>
        <translation>矩阵的秩</translation>
    </message>
    <message>
        <source>integrated</source>
        <translation>积分</translation>
    </message>
    <message>
        <source>gradient x stream</source>
        <translation>梯度乘残差流</translation>
    </message>
    <message>
        <source>scores</source>
        <translation>分数</translation>
    </message>
    <message>
        <source>jacobian</source>
        <translation>雅可比</translation>
    </message>
    <message>
        <source>jacobian divided</source>
        <translation>雅可比（除以 √d）</translation>
    </message>
    <message>
        <source>jacobian plain</source>
        <translation>雅可比（不除）</translation>
    </message>
    <message>
        <source>gradient scores</source>
        <translation>分数的梯度</translation>
    </message>
    <message>
        <source>gradient q</source>
        <translation>q 的梯度</translation>
    </message>
    <message>
        <source>gradient k</source>
        <translation>k 的梯度</translation>
    </message>
    <message>
        <source>previous spread</source>
        <translation>前一个的离散度</translation>
    </message>
    <message>
        <source>induction</source>
        <translation>归纳</translation>
    </message>
    <message>
        <source>induction spread</source>
        <translation>归纳的离散度</translation>
    </message>
    <message>
        <source>first spread</source>
        <translation>第一个的离散度</translation>
    </message>
    <message>
        <source>entropy spread</source>
        <translation>熵的离散度</translation>
    </message>
    <message>
        <source>distance spread</source>
        <translation>距离的离散度</translation>
    </message>
    <message>
        <source>best</source>
        <translation>最突出</translation>
    </message>
    <message>
        <source>right</source>
        <translation>对</translation>
    </message>
    <message>
        <source>wrong</source>
        <translation>错</translation>
    </message>
    <message>
        <source>worst</source>
        <translation>最错</translation>
    </message>
    <message>
        <source>right id</source>
        <translation>正确的 id</translation>
    </message>
    <message>
        <source>said id</source>
        <translation>所说的 id</translation>
    </message>
    <message>
        <source>log prob</source>
        <translation>对数概率</translation>
    </message>
    <message>
        <source>logit difference</source>
        <translation>logit 之差</translation>
    </message>
    <message>
        <source>outside</source>
        <translation>层外</translation>
    </message>
    <message>
        <source>norm</source>
        <comment>of a layer</comment>
        <translation>归一化</translation>
    </message>
    <message>
        <source>seeds</source>
        <translation>种子</translation>
    </message>
    <message>
        <source>occlusion</source>
        <translation>遮挡</translation>
    </message>
    <message>
        <source>occluded</source>
        <translation>遮挡后</translation>
    </message>
    <message>
        <source>brought</source>
        <translation>贡献</translation>
    </message>
    <message>
        <source>milliseconds low</source>
        <translation>毫秒（下）</translation>
    </message>
    <message>
        <source>milliseconds high</source>
        <translation>毫秒（上）</translation>
    </message>
    <message>
        <source>all heads</source>
        <translation>所有头</translation>
    </message>
</context>
<context>
    <name>plot</name>
    <message>
        <source>log</source>
        <translation>对数</translation>
    </message>
    <message>
        <source>without first</source>
        <translation>不计首个</translation>
    </message>
    <message>
        <source>masked</source>
        <translation>被掩码</translation>
    </message>
    <message>
        <source>prompt %1</source>
        <translation>提示 %1</translation>
    </message>
    <message>
        <source>trained %1</source>
        <translation>训练 %1</translation>
    </message>
    <message>
        <source>%1 above</source>
        <translation>%1 个超出</translation>
    </message>
    <message>
        <source>%1 below</source>
        <translation>%1 个低于</translation>
    </message>
    <message>
        <source>√ scale</source>
        <translation>√ 刻度</translation>
    </message>
</context>
<context>
    <name>sentences</name>
    <message>
        <source>%1 %2</source>
        <comment>two sentences</comment>
        <translation>%1%2</translation>
    </message>
</context>
<context>
    <name>views</name>
    <message>
        <source>Attention</source>
        <translation>注意力</translation>
    </message>
    <message>
        <source>Residual stream</source>
        <translation>残差流</translation>
    </message>
    <message>
        <source>Output</source>
        <translation>输出</translation>
    </message>
    <message>
        <source>Training</source>
        <translation>训练</translation>
    </message>
    <message>
        <source>Flow</source>
        <translation>全流程</translation>
    </message>
    <message>
        <source>RoPE</source>
        <translation>RoPE</translation>
    </message>
    <message>
        <source>ALiBi</source>
        <translation>ALiBi</translation>
    </message>
    <message>
        <source>Norm</source>
        <translation>归一化</translation>
    </message>
    <message>
        <source>Mixture</source>
        <translation>混合专家</translation>
    </message>
    <message>
        <source>Embeddings</source>
        <translation>嵌入</translation>
    </message>
    <message>
        <source>Feed-forward</source>
        <translation>前馈</translation>
    </message>
    <message>
        <source>Heads &amp; cache</source>
        <translation>头与缓存</translation>
    </message>
    <message>
        <source>Cost</source>
        <translation>开销</translation>
    </message>
    <message>
        <source>Positions</source>
        <translation>位置</translation>
    </message>
    <message>
        <source>Diagram</source>
        <translation>结构图</translation>
    </message>
    <message>
        <source>Norm and stream</source>
        <translation>归一化与残差流</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Weights</source>
        <translation>权重</translation>
    </message>
    <message>
        <source>Atlas</source>
        <translation>图谱</translation>
    </message>
    <message>
        <source>Tokens</source>
        <translation>词元</translation>
    </message>
    <message>
        <source>Logits</source>
        <translation>logit 大小</translation>
    </message>
    <message>
        <source>Writing</source>
        <translation>续写</translation>
    </message>
    <message>
        <source>Mixer</source>
        <translation>混合器</translation>
    </message>
    <message>
        <source>Circuits</source>
        <translation>回路</translation>
    </message>
    <message>
        <source>Scan</source>
        <translation>扫描</translation>
    </message>
    <message>
        <source>Backward pass</source>
        <translation>反向传播</translation>
    </message>
    <message>
        <source>Texts</source>
        <translation>文本</translation>
    </message>
    <message>
        <source>Sweep</source>
        <translation>扫参</translation>
    </message>
</context>
<context>
    <name>widgets::AlibiView</name>
    <message>
        <source>penalty</source>
        <translation>惩罚</translation>
    </message>
    <message>
        <source>Content, penalty, score and attention of the heads</source>
        <translation>各头的内容、惩罚、分数和注意力</translation>
    </message>
    <message>
        <source>longer texts</source>
        <translation>更长文本</translation>
    </message>
    <message>
        <source>Beyond the prompt and the trained length</source>
        <translation>超出提示和训练长度</translation>
    </message>
    <message>
        <source>no positions</source>
        <translation>无位置</translation>
    </message>
    <message>
        <source>Move a token and see what changes, with and without positions</source>
        <translation>移动一个词元，看有无位置时什么会改变</translation>
    </message>
    <message>
        <source>4 × prompt</source>
        <translation>4 × 提示</translation>
    </message>
    <message>
        <source>2 × trained</source>
        <translation>2 × 训练长度</translation>
    </message>
    <message>
        <source>8 × trained</source>
        <translation>8 × 训练长度</translation>
    </message>
    <message>
        <source>Move the token one place to the front</source>
        <translation>把词元前移一位</translation>
    </message>
    <message>
        <source>Move the token one place to the back</source>
        <translation>把词元后移一位</translation>
    </message>
    <message>
        <source>Layer %1 › Head %2</source>
        <translation>L%1 层 › 头 %2</translation>
    </message>
    <message>
        <source>Drag a token of the lower row.</source>
        <translation>可拖动下排的词元。</translation>
    </message>
    <message>
        <source>four terms</source>
        <translation>四项</translation>
    </message>
    <message>
        <source>The four terms of a score with added positions, against the one of RoPE</source>
        <translation>加上位置后分数的四项，对比 RoPE 的一项</translation>
    </message>
    <message>
        <source>A click chooses the token, the arrows move it.</source>
        <translation>点击选词元，用箭头移动它。</translation>
    </message>
</context>
<context>
    <name>widgets::AtlasView</name>
    <message>
        <source>Click a point to select its model.</source>
        <translation>点击一个点选择它的模型。</translation>
    </message>
    <message>
        <source>Table</source>
        <translation>表</translation>
    </message>
    <message>
        <source>Every model with its choices and sizes</source>
        <translation>每个模型及其选项和尺寸</translation>
    </message>
    <message>
        <source>FF width</source>
        <translation>前馈宽度</translation>
    </message>
    <message>
        <source>d_ff / d_model: 4, 8/3, and T5&apos;s 64</source>
        <translation>d_ff / d_model：4、8/3，以及 T5 的 64</translation>
    </message>
    <message>
        <source>Heads</source>
        <translation>头</translation>
    </message>
    <message>
        <source>heads · d_head / d_model</source>
        <translation>头数 · d_head / d_model</translation>
    </message>
    <message>
        <source>Depth</source>
        <translation>深度</translation>
    </message>
    <message>
        <source>d_model / layers</source>
        <translation>d_model / 层数</translation>
    </message>
    <message>
        <source>Vocabulary</source>
        <translation>词表</translation>
    </message>
    <message>
        <source>Tokens that the models know</source>
        <translation>模型认识的词元</translation>
    </message>
    <message>
        <source>Choices</source>
        <translation>选项</translation>
    </message>
    <message>
        <source>Shares of each choice by year</source>
        <translation>每个选项在各年的比例</translation>
    </message>
    <message>
        <source>Full size</source>
        <translation>完整规模</translation>
    </message>
    <message>
        <source>Parameters, FLOPs, cache and weights beside the replica&apos;s</source>
        <translation>参数、FLOPs、缓存和权重，与复刻并列</translation>
    </message>
    <message>
        <source>course</source>
        <translation>课程</translation>
    </message>
    <message>
        <source>The models of the course&apos;s table</source>
        <translation>课程表中的模型</translation>
    </message>
    <message>
        <source>all</source>
        <translation>全部</translation>
    </message>
    <message>
        <source>All models of the atlas</source>
        <translation>图谱中的全部模型</translation>
    </message>
    <message>
        <source>over years</source>
        <translation>按年份</translation>
    </message>
    <message>
        <source>By the date of their publication</source>
        <translation>按发表日期</translation>
    </message>
    <message>
        <source>over size</source>
        <translation>按规模</translation>
    </message>
    <message>
        <source>By the number of their parameters</source>
        <translation>按参数数量</translation>
    </message>
    <message>
        <source>Find</source>
        <translation>查找</translation>
    </message>
    <message>
        <source>Find a model, an organisation or a choice</source>
        <translation>查找模型、机构或选项</translation>
    </message>
    <message>
        <source>Run as replica</source>
        <translation>运行复刻</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>比较</translation>
    </message>
    <message>
        <source>Select a model first</source>
        <translation>请先选择一个模型</translation>
    </message>
    <message>
        <source>Runs a small model with the choices of %1</source>
        <translation>运行一个与 %1 选项相同的小模型</translation>
    </message>
    <message>
        <source>Runs that of %1 as B, beside A</source>
        <translation>把 %1 的复刻作为 B，与 A 并列运行</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>%1 parameters</source>
        <translation>%1 个参数</translation>
    </message>
    <message>
        <source>Source: %1</source>
        <translation>来源：%1</translation>
    </message>
    <message>
        <source>LLaMA</source>
        <translation>LLaMA 系列</translation>
    </message>
    <message>
        <source>The course&apos;s table of LLaMA 1, 2 and 3</source>
        <translation>课程的 LLaMA 1、2、3 表</translation>
    </message>
    <message>
        <source>DeepSeek</source>
        <translation>DeepSeek 系列</translation>
    </message>
    <message>
        <source>The course&apos;s table of LLaMA 3.1 and DeepSeek</source>
        <translation>课程的 LLaMA 3.1 与 DeepSeek 表</translation>
    </message>
    <message>
        <source>Click a name to run its replica, a row to select, a heading to sort.</source>
        <translation>点名字运行复刻，点行选中，点表头排序。</translation>
    </message>
    <message>
        <source>decay</source>
        <translation>衰减</translation>
    </message>
    <message>
        <source>Dropout and weight decay, as far as they were published</source>
        <translation>已公布的 dropout 与权重衰减</translation>
    </message>
    <message>
        <source>A model is selected in the table, or by its point in a chart.</source>
        <translation>在表中选择模型，或在图上点它的点。</translation>
    </message>
</context>
<context>
    <name>widgets::AttentionView</name>
    <message>
        <source>auto</source>
        <translation>自动</translation>
    </message>
    <message>
        <source>Logarithmic when the first key takes more than half of the weight</source>
        <translation>首个键占一半以上权重时用对数刻度</translation>
    </message>
    <message>
        <source>linear</source>
        <translation>线性</translation>
    </message>
    <message>
        <source>Colours from 0 to 1</source>
        <translation>颜色从 0 到 1</translation>
    </message>
    <message>
        <source>log</source>
        <translation>对数</translation>
    </message>
    <message>
        <source>Small weights become visible</source>
        <translation>让小权重也看得见</translation>
    </message>
    <message>
        <source>without first</source>
        <translation>不计首个</translation>
    </message>
    <message>
        <source>Colours leave out the first key</source>
        <translation>颜色不计首个键</translation>
    </message>
    <message>
        <source>Layer %1 › Head %2</source>
        <translation>L%1 层 › 头 %2</translation>
    </message>
    <message>
        <source>All heads</source>
        <translation>所有头</translation>
    </message>
    <message>
        <source>%1 → %2</source>
        <translation>%1 → %2</translation>
    </message>
    <message>
        <source>all</source>
        <translation>全部</translation>
    </message>
    <message>
        <source>Every stage as a small map</source>
        <translation>每个阶段一张小图</translation>
    </message>
    <message>
        <source>lines</source>
        <translation>连线</translation>
    </message>
    <message>
        <source>Weights as lines between the tokens, where there is room</source>
        <translation>有空间时，用词元之间的连线表示权重</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>The map only, and its row as bars</source>
        <translation>只有矩阵图和该行的条形图</translation>
    </message>
    <message>
        <source>bytes</source>
        <translation>字节</translation>
    </message>
    <message>
        <source>Tokens that split a character share one bracket</source>
        <translation>拆开同一个字的词元放在一个括号下</translation>
    </message>
    <message>
        <source>characters</source>
        <translation>按字</translation>
    </message>
    <message>
        <source>Tokens of one character are merged: keys are summed, queries averaged</source>
        <translation>同一个字的词元合并：键求和，查询取平均</translation>
    </message>
    <message>
        <source>by layer</source>
        <translation>按层</translation>
    </message>
    <message>
        <source>Heads in the order of the model</source>
        <translation>头按在模型中的次序排列</translation>
    </message>
    <message>
        <source>Click one to open it.</source>
        <translation>点击即可打开。</translation>
    </message>
    <message>
        <source>heads</source>
        <translation>各头</translation>
    </message>
    <message>
        <source>The weights of every head as a small map</source>
        <translation>每个头的权重，各一张小图</translation>
    </message>
    <message>
        <source>masks</source>
        <translation>掩码</translation>
    </message>
    <message>
        <source>What each layer lets through, and how far information travels</source>
        <translation>每层放行什么，信息能传多远</translation>
    </message>
    <message>
        <source>alignment</source>
        <translation>对齐</translation>
    </message>
    <message>
        <source>Lines from the target to the source</source>
        <translation>从目标到源文的连线</translation>
    </message>
    <message>
        <source>cross</source>
        <translation>交叉</translation>
    </message>
    <message>
        <source>From the target to the source</source>
        <translation>从目标到源文</translation>
    </message>
    <message>
        <source>encoder</source>
        <translation>编码器</translation>
    </message>
    <message>
        <source>Within the source</source>
        <translation>源文之内</translation>
    </message>
    <message>
        <source>decoder</source>
        <translation>解码器</translation>
    </message>
    <message>
        <source>Within the target</source>
        <translation>目标之内</translation>
    </message>
    <message>
        <source>head</source>
        <translation>头</translation>
    </message>
    <message>
        <source>The selected head</source>
        <translation>选中的头</translation>
    </message>
    <message>
        <source>mean</source>
        <translation>均值</translation>
    </message>
    <message>
        <source>The mean of the heads of the layer</source>
        <translation>该层各头的均值</translation>
    </message>
    <message>
        <source>What dividing by √d does, over the width of queries and keys</source>
        <translation>除以 √d 的作用，随查询和键的宽度变化</translation>
    </message>
    <message>
        <source>The weights themselves</source>
        <translation>权重本身</translation>
    </message>
    <message>
        <source>How long the vectors are that the weights bring</source>
        <translation>权重带来的向量有多长</translation>
    </message>
    <message>
        <source>rollout</source>
        <translation>rollout</translation>
    </message>
    <message>
        <source>What of each token has come to each place through all layers so far</source>
        <translation>经过到此为止的各层，每个词元有多少到达每个位置</translation>
    </message>
    <message>
        <source>stages</source>
        <translation>各阶段</translation>
    </message>
    <message>
        <source>Every stage of the selected head, from q and k to what it writes</source>
        <translation>所选头的每个阶段，从 q 与 k 到它写出的结果</translation>
    </message>
    <message>
        <source>previous</source>
        <translation>前一个</translation>
    </message>
    <message>
        <source>first</source>
        <translation>首个</translation>
    </message>
    <message>
        <source>Draw with the mouse what is looked at, and run with it</source>
        <translation>用鼠标绘制看哪些词元，并以此运行</translation>
    </message>
    <message>
        <source>Draw</source>
        <translation>绘制</translation>
    </message>
    <message>
        <source>Drag from a seen cell: not looked at. From a masked one: looked at. Esc: done.</source>
        <translation>从可见的单元格拖动：不再看；从被掩码的拖动：看。Esc：结束。</translation>
    </message>
    <message>
        <source>Best in %1 sentences: L%2 H%3</source>
        <translation>在 %1 个句子中对得最齐：L%2 H%3</translation>
    </message>
    <message>
        <source>Open the head whose largest weights are most often on the source word of what is written, in the sentences that the model brings</source>
        <translation>打开这样的头：在模型自带的句子中，它最大的权重最常落在所写词的原文词上</translation>
    </message>
</context>
<context>
    <name>widgets::BarChart</name>
    <message>
        <source>%1 of %2</source>
        <translation>%2 个中的 %1 个</translation>
    </message>
    <message>
        <source>%1: no room for more</source>
        <translation>%1：放不下更多</translation>
    </message>
</context>
<context>
    <name>widgets::ChoiceEditor</name>
    <message>
        <source>The mixer replaces attention: this has no effect.</source>
        <translation>混合器取代了注意力：这一项不起作用。</translation>
    </message>
    <message>
        <source>There is no feed-forward: this has no effect.</source>
        <translation>没有前馈网络：这一项不起作用。</translation>
    </message>
    <message>
        <source>A recorded run: this is what ran. Open its model to change it.</source>
        <translation>运行记录：当时的结构如下。要更改，请打开它的模型。</translation>
    </message>
    <message>
        <source>The model is being opened.</source>
        <translation>正在打开模型。</translation>
    </message>
    <message>
        <source>The sizes of this model come from its file.</source>
        <translation>此模型的尺寸由其文件决定。</translation>
    </message>
    <message>
        <source>This is one choice for the whole model.</source>
        <translation>这是整个模型共用的选项。</translation>
    </message>
</context>
<context>
    <name>widgets::ChoiceGroup</name>
    <message>
        <source>Show less</source>
        <translation>收起</translation>
    </message>
    <message>
        <source>Show more</source>
        <translation>展开</translation>
    </message>
    <message>
        <source>Less</source>
        <translation>收起</translation>
    </message>
    <message>
        <source>More (%1)</source>
        <translation>更多（%1）</translation>
    </message>
    <message>
        <source>Choices this model does not use</source>
        <translation>此模型用不到的选项</translation>
    </message>
</context>
<context>
    <name>widgets::ChoiceRow</name>
    <message>
        <source>differs from the model</source>
        <translation>与模型原样不同</translation>
    </message>
    <message>
        <source>Back to the model&apos;s own choice</source>
        <translation>恢复模型自身的选项</translation>
    </message>
    <message>
        <source>Differs by layer; shown: layer %1.</source>
        <translation>各层不同；显示的是 L%1 层。</translation>
    </message>
    <message>
        <source>Keep above every page</source>
        <translation>固定在每一页上方</translation>
    </message>
</context>
<context>
    <name>widgets::CircuitsView</name>
    <message>
        <source>Ablation</source>
        <translation>消融</translation>
    </message>
    <message>
        <source>One part after the other is taken out of the run</source>
        <translation>逐个去掉运行中的部分</translation>
    </message>
    <message>
        <source>Patching</source>
        <translation>修补</translation>
    </message>
    <message>
        <source>One place after the other of A&apos;s run is put into B&apos;s</source>
        <translation>逐处把 A 的运行放进 B 的运行</translation>
    </message>
    <message>
        <source>heads</source>
        <translation>头</translation>
    </message>
    <message>
        <source>Every head of every layer</source>
        <translation>每一层的每个头</translation>
    </message>
    <message>
        <source>branches</source>
        <translation>分支</translation>
    </message>
    <message>
        <source>Attention and feed-forward of every layer</source>
        <translation>每一层的注意力和前馈</translation>
    </message>
    <message>
        <source>experts</source>
        <translation>专家</translation>
    </message>
    <message>
        <source>Every expert of every mixture</source>
        <translation>每个混合层的每个专家</translation>
    </message>
    <message>
        <source>neurons</source>
        <translation>神经元</translation>
    </message>
    <message>
        <source>Every neuron of the selected layer</source>
        <translation>选中层的每个神经元</translation>
    </message>
    <message>
        <source>stream</source>
        <translation>残差流</translation>
    </message>
    <message>
        <source>The residual stream before each block</source>
        <translation>每个块之前的残差流</translation>
    </message>
    <message>
        <source>attention</source>
        <translation>注意力</translation>
    </message>
    <message>
        <source>What attention adds to the stream</source>
        <translation>注意力加到残差流上的</translation>
    </message>
    <message>
        <source>feed-forward</source>
        <translation>前馈</translation>
    </message>
    <message>
        <source>What the feed-forward adds to the stream</source>
        <translation>前馈加到残差流上的</translation>
    </message>
    <message>
        <source>The output of each head</source>
        <translation>每个头的输出</translation>
    </message>
    <message>
        <source>zero</source>
        <translation>零</translation>
    </message>
    <message>
        <source>Nothing comes in its place</source>
        <translation>什么也不代替</translation>
    </message>
    <message>
        <source>mean</source>
        <translation>均值</translation>
    </message>
    <message>
        <source>Its mean over the tokens of this text comes in its place</source>
        <translation>用它在本文本各词元上的均值代替</translation>
    </message>
    <message>
        <source>threshold %1</source>
        <translation>阈值 %1</translation>
    </message>
    <message>
        <source>Paths</source>
        <translation>路径</translation>
    </message>
    <message>
        <source>The circuit: which part is read by which, and how much that carries</source>
        <translation>回路：哪个部件被哪个读取，各承载多少</translation>
    </message>
    <message>
        <source>Its mean over the tokens of this text comes in place of a path</source>
        <translation>以其对本文本词元的均值取代一条路径</translation>
    </message>
    <message>
        <source>other text</source>
        <translation>另一文本</translation>
    </message>
    <message>
        <source>What the text of the other slot gives comes in place of a path</source>
        <translation>以另一槽的文本所给的值取代一条路径</translation>
    </message>
    <message>
        <source>Threshold of the circuit</source>
        <translation>回路的阈值</translation>
    </message>
    <message>
        <source>threshold</source>
        <translation>阈值</translation>
    </message>
    <message>
        <source>texts</source>
        <translation>文本</translation>
    </message>
    <message>
        <source>Its mean over many texts comes in its place</source>
        <translation>用它在多条文本上的均值代替</translation>
    </message>
    <message>
        <source>all heads</source>
        <translation>所有头</translation>
    </message>
    <message>
        <source>Paths of every head</source>
        <translation>每个头的路径</translation>
    </message>
    <message>
        <source>%1 heads</source>
        <translation>%1 个头</translation>
    </message>
    <message>
        <source>Paths of the heads without which the metric changes most: a fraction of the runs</source>
        <translation>只测去掉后指标变化最大的头的路径：运行少得多</translation>
    </message>
    <message>
        <source>This model has no experts.</source>
        <translation>这个模型没有专家。</translation>
    </message>
</context>
<context>
    <name>widgets::ControlLine</name>
    <message>
        <source>More switches of this page</source>
        <translation>本页的更多开关</translation>
    </message>
</context>
<context>
    <name>widgets::CostView</name>
    <message>
        <source>Operations</source>
        <translation>运算</translation>
    </message>
    <message>
        <source>Parameters, FLOPs, bytes and measured time</source>
        <translation>参数、FLOPs、字节和测得的时间</translation>
    </message>
    <message>
        <source>Length</source>
        <translation>长度</translation>
    </message>
    <message>
        <source>Attention and feed-forward against the length of the text</source>
        <translation>注意力和前馈随文本长度的变化</translation>
    </message>
    <message>
        <source>Saved</source>
        <translation>节省</translation>
    </message>
    <message>
        <source>What another choice saves: biases, block, heads, norm; or B beside A</source>
        <translation>其他选项能省多少：偏置、块、头、归一化；或 B 与 A 对照</translation>
    </message>
    <message>
        <source>by operation</source>
        <translation>按运算</translation>
    </message>
    <message>
        <source>Each operation, summed over the layers</source>
        <translation>每种运算，各层合计</translation>
    </message>
    <message>
        <source>by layer</source>
        <translation>按层</translation>
    </message>
    <message>
        <source>Each layer, summed over its operations</source>
        <translation>每一层，其运算合计</translation>
    </message>
</context>
<context>
    <name>widgets::DiagramView</name>
    <message>
        <source>Click a part to open its page; right-click to change it.</source>
        <translation>单击一个部分，打开它的页面；右键单击则改动它。</translation>
    </message>
</context>
<context>
    <name>widgets::DirectionChoice</name>
    <message>
        <source>direction</source>
        <translation>方向</translation>
    </message>
    <message>
        <source>Direction</source>
        <translation>方向</translation>
    </message>
    <message>
        <source>The direction that the stream is projected on; one that is added to a run is among them</source>
        <translation>残差流投影到的方向；加进某次运行的方向也在其中</translation>
    </message>
    <message>
        <source>Towards another &amp;token…</source>
        <translation>朝向另一词元(&amp;T)…</translation>
    </message>
    <message>
        <source>The direction towards the token</source>
        <translation>朝向这个词元的方向</translation>
    </message>
    <message>
        <source>The &amp;embedding of another token…</source>
        <translation>另一词元的嵌入(&amp;E)…</translation>
    </message>
    <message>
        <source>The embedding of the token</source>
        <translation>这个词元的嵌入</translation>
    </message>
</context>
<context>
    <name>widgets::EmbeddingsView</name>
    <message>
        <source>sum</source>
        <translation>相加</translation>
    </message>
    <message>
        <source>The vectors that are added up, number by number</source>
        <translation>相加的向量，逐个数字</translation>
    </message>
    <message>
        <source>similarity</source>
        <translation>相似度</translation>
    </message>
    <message>
        <source>Similarity of each pair of tokens, before and after adding positions</source>
        <translation>加上位置前后，每两个词元有多相似</translation>
    </message>
    <message>
        <source>plane</source>
        <translation>平面</translation>
    </message>
    <message>
        <source>The tokens on their first two principal components</source>
        <translation>词元在前两个主成分上</translation>
    </message>
    <message>
        <source>positions</source>
        <translation>位置</translation>
    </message>
    <message>
        <source>The vectors that are added at positions, and their products</source>
        <translation>各位置所加的向量及其内积</translation>
    </message>
    <message>
        <source>all</source>
        <translation>全部</translation>
    </message>
    <message>
        <source>Both maps, where they have room</source>
        <translation>两张图，只要放得下</translation>
    </message>
    <message>
        <source>vectors</source>
        <translation>向量</translation>
    </message>
    <message>
        <source>The map of the vectors alone</source>
        <translation>只看向量的图</translation>
    </message>
    <message>
        <source>products</source>
        <translation>乘积</translation>
    </message>
    <message>
        <source>The map of their products alone</source>
        <translation>只看它们乘积的图</translation>
    </message>
</context>
<context>
    <name>widgets::FeedForwardView</name>
    <message>
        <source>after</source>
        <translation>激活后</translation>
    </message>
    <message>
        <source>curve</source>
        <translation>曲线</translation>
    </message>
    <message>
        <source>The activation with the values that it meets</source>
        <translation>激活及其遇到的值</translation>
    </message>
    <message>
        <source>gate × up</source>
        <translation>门控 × 升维</translation>
    </message>
    <message>
        <source>Each neuron at each token: what the gate opens, and what it multiplies</source>
        <translation>每个神经元在每个词元上：门控打开多少，乘以什么</translation>
    </message>
    <message>
        <source>maps</source>
        <translation>热图</translation>
    </message>
    <message>
        <source>Tokens by neurons</source>
        <translation>词元 × 神经元</translation>
    </message>
    <message>
        <source>neuron</source>
        <translation>神经元</translation>
    </message>
    <message>
        <source>What one neuron reads and writes</source>
        <translation>一个神经元读什么、写什么</translation>
    </message>
    <message>
        <source>activations</source>
        <translation>各种激活</translation>
    </message>
    <message>
        <source>Every activation on the same values</source>
        <translation>各种激活作用于同样的值</translation>
    </message>
    <message>
        <source>width</source>
        <translation>宽度</translation>
    </message>
    <message>
        <source>Why a gated feed-forward is narrower</source>
        <translation>门控前馈为什么更窄</translation>
    </message>
    <message>
        <source>layer</source>
        <translation>本层</translation>
    </message>
    <message>
        <source>All neurons of the layer</source>
        <translation>本层所有神经元</translation>
    </message>
    <message>
        <source>The selected neuron</source>
        <translation>所选神经元</translation>
    </message>
    <message>
        <source>all layers</source>
        <translation>所有层</translation>
    </message>
    <message>
        <source>All neurons of all layers</source>
        <translation>所有层的所有神经元</translation>
    </message>
    <message>
        <source>product</source>
        <translation>乘积</translation>
    </message>
    <message>
        <source>What is left after the activation: what W_down reads</source>
        <translation>激活之后剩下的：W_down 所读</translation>
    </message>
    <message>
        <source>before</source>
        <translation>激活前</translation>
    </message>
    <message>
        <source>Before the activation</source>
        <translation>激活之前</translation>
    </message>
    <message>
        <source>gate</source>
        <translation>门控</translation>
    </message>
    <message>
        <source>The gate after its activation</source>
        <translation>激活后的门控</translation>
    </message>
    <message>
        <source>up</source>
        <translation>升维值</translation>
    </message>
    <message>
        <source>What the gate multiplies</source>
        <translation>门控所乘的</translation>
    </message>
    <message>
        <source>out</source>
        <translation>输出</translation>
    </message>
    <message>
        <source>What the feed-forward adds, dimension by dimension</source>
        <translation>前馈加上的，逐个维度</translation>
    </message>
    <message>
        <source>by token</source>
        <translation>按词元</translation>
    </message>
    <message>
        <source>Neurons sorted by the token where they are largest</source>
        <translation>神经元按其最大值所在的词元排序</translation>
    </message>
    <message>
        <source>by number</source>
        <translation>按编号</translation>
    </message>
    <message>
        <source>Neurons in the order of the weights</source>
        <translation>神经元按权重的顺序</translation>
    </message>
    <message>
        <source>by size</source>
        <translation>按大小</translation>
    </message>
    <message>
        <source>Neurons sorted by their largest magnitude</source>
        <translation>神经元按最大绝对值排序</translation>
    </message>
    <message>
        <source>This layer has no gate</source>
        <translation>本层没有门控</translation>
    </message>
    <message>
        <source>L%1 · neuron %2 · %3: gate %4, up %5, product %6</source>
        <translation>L%1 · 神经元 %2 · %3：门控 %4，up %5，乘积 %6</translation>
    </message>
    <message>
        <source>L%1 · neuron %2 · %3: %4 becomes %5</source>
        <translation>L%1 · 神经元 %2 · %3：%4 变为 %5</translation>
    </message>
    <message>
        <source>L%1 · largest neuron at %2: A %3, B %4</source>
        <translation>L%1 · %2 处最大的神经元：A %3，B %4</translation>
    </message>
    <message>
        <source>L%1 · neuron at %2: A %3, B %4</source>
        <translation>L%1 · %2 处的神经元：A 为 %3，B 为 %4</translation>
    </message>
    <message>
        <source>L%1, %4 · neuron %2 · %3</source>
        <translation>L%1，%4 · 神经元 %2 · %3</translation>
    </message>
    <message>
        <source>gated</source>
        <translation>门控</translation>
    </message>
    <message>
        <source>plain</source>
        <translation>无门控</translation>
    </message>
</context>
<context>
    <name>widgets::FigureView</name>
    <message>
        <source>Stopped before it was computed.</source>
        <translation>计算未完成即被停止。</translation>
    </message>
    <message>
        <source>Compute it</source>
        <translation>计算</translation>
    </message>
    <message>
        <source>Show A | B</source>
        <translation>显示 A | B</translation>
    </message>
</context>
<context>
    <name>widgets::FigureWords</name>
    <message>
        <source>This run did not record %1.</source>
        <translation>这次运行没有记录 %1。</translation>
    </message>
    <message>
        <source>This model mixes its tokens by %1, which has no attention weights. Choose “Attention” as its mixer.</source>
        <translation>此模型用%1混合词元，没有注意力权重。请把“混合器”选为“注意力”。</translation>
    </message>
    <message>
        <source>Self-attention over one token is always 1: add a word.</source>
        <translation>只有一个词元时，自注意力恒为 1：请再加一个词。</translation>
    </message>
    <message>
        <source>Self-attention over one token is always 1: add a word to the target.</source>
        <translation>只有一个词元时，自注意力恒为 1：请在目标中再加一个词。</translation>
    </message>
    <message>
        <source>Layer %1 mixes its tokens by %2, which has no attention weights. Layer %3 has some.</source>
        <translation>L%1 层用%2混合词元，没有注意力权重。L%3 层有。</translation>
    </message>
    <message>
        <source>Nothing has run yet: type a sentence or pick an example.</source>
        <translation>还没有运行：请输入一句话，或选一个例句。</translation>
    </message>
    <message>
        <source>Its feed-forward is %1 wide, that of %2 %3: both have about as many parameters.</source>
        <translation>它的前馈层宽 %1，%2 的宽 %3：两者参数量大致相同。</translation>
    </message>
    <message>
        <source>An encoder reads a whole text and writes none: its positions see the tokens after them.</source>
        <translation>编码器读整段文本，不写文本：它的每个位置都看得到后面的词元。</translation>
    </message>
    <message>
        <source>This model has no output head, so no token can be drawn. Choose “Output matrix” as its output head.</source>
        <translation>这个模型没有输出头，因此无法抽取词元。请把输出头选为“输出矩阵”。</translation>
    </message>
    <message>
        <source>BatchNorm takes its mean over all tokens, later ones too, so no text can be written token by token.</source>
        <translation>BatchNorm 对所有词元取均值，也包括后面的，因此无法逐个词元地续写。</translation>
    </message>
    <message>
        <source>Use a causal decoder</source>
        <translation>使用因果解码器</translation>
    </message>
    <message>
        <source>Use attention</source>
        <translation>使用注意力</translation>
    </message>
    <message>
        <source>Use an example text</source>
        <translation>使用示例文本</translation>
    </message>
    <message>
        <source>Use LayerNorm</source>
        <translation>改用 LayerNorm</translation>
    </message>
    <message>
        <source>, </source>
        <translation>、</translation>
    </message>
    <message>
        <source>Keep the first %1 tokens</source>
        <translation>只留前 %1 个词元</translation>
    </message>
</context>
<context>
    <name>widgets::GradientsView</name>
    <message>
        <source>Tokens</source>
        <translation>词元</translation>
    </message>
    <message>
        <source>What each token brings to the answer, at every depth</source>
        <translation>每个词元在每个深度为答案带来多少</translation>
    </message>
    <message>
        <source>Placements</source>
        <translation>归一化位置</translation>
    </message>
    <message>
        <source>What reaches each layer before anything is learned, for every norm placement</source>
        <translation>什么都没学之前，每种归一化位置下各层得到多少梯度</translation>
    </message>
    <message>
        <source>Softmax</source>
        <translation>softmax 函数</translation>
    </message>
    <message>
        <source>What a softmax passes back, with ÷√d and without</source>
        <translation>除以 √d 与不除时，softmax 传回多少</translation>
    </message>
    <message>
        <source>Weights</source>
        <translation>权重</translation>
    </message>
    <message>
        <source>Which weights a step of training would change most</source>
        <translation>训练的一步最会改变哪些权重</translation>
    </message>
    <message>
        <source>Occlusion</source>
        <translation>遮挡</translation>
    </message>
    <message>
        <source>What the answer loses without each token, measured without gradients</source>
        <translation>没有各个词元时答案失去多少，不用梯度测量</translation>
    </message>
</context>
<context>
    <name>widgets::GrowingView</name>
    <message>
        <source>%1 of %2 layers are there, the others are still computed.</source>
        <translation>已算出 %1 层，共 %2 层，其余仍在计算。</translation>
    </message>
    <message>
        <source>The last of %1 layers is still computed.</source>
        <translation>%1 层中的最后一层仍在计算。</translation>
    </message>
</context>
<context>
    <name>widgets::HeadsCacheView</name>
    <message>
        <source>Sharing</source>
        <translation>共享</translation>
    </message>
    <message>
        <source>Which query heads use which keys and values, and what a token leaves</source>
        <translation>哪些查询头使用哪些键和值，一个词元留下什么</translation>
    </message>
    <message>
        <source>Growth</source>
        <translation>增长</translation>
    </message>
    <message>
        <source>The cache while tokens are generated, and what a step reads</source>
        <translation>生成词元时的缓存，以及一步要读什么</translation>
    </message>
    <message>
        <source>Latent</source>
        <translation>潜在</translation>
    </message>
    <message>
        <source>Latent attention: compress, keep, expand</source>
        <translation>潜在注意力：压缩、保留、展开</translation>
    </message>
    <message>
        <source>Repeated</source>
        <translation>重复</translation>
    </message>
    <message>
        <source>The keys of a group as each of its query heads uses them</source>
        <translation>一组的键，组内每个查询头各用一份</translation>
    </message>
    <message>
        <source>Attention within blocks of tokens, beside what the model does</source>
        <translation>词元块内的注意力，与模型自身并列</translation>
    </message>
    <message>
        <source>Tokens of a block: the cost is n²/g for g = n/m blocks</source>
        <translation>一个块的词元数：分为 g = n/m 块时开销为 n²/g</translation>
    </message>
    <message>
        <source>This text of %1 tokens fits into one such block: add some words</source>
        <translation>这段 %1 个词元的文本放得进一个这样的块：请再加些词</translation>
    </message>
    <message>
        <source>Local blocks</source>
        <translation>局部分块</translation>
    </message>
</context>
<context>
    <name>widgets::HeatmapPlottable</name>
    <message>
        <source>Each cell shows the largest magnitude of %1 numbers.</source>
        <translation>每格显示 %1 个数中绝对值最大的一个。</translation>
    </message>
    <message>
        <source>largest magnitude of %1 numbers</source>
        <translation>%1 个数中绝对值最大</translation>
    </message>
    <message>
        <source>largest of %1 numbers</source>
        <translation>%1 个数中最大</translation>
    </message>
    <message>
        <source>Wheel: zoom. Drag: move. Double click: all.</source>
        <translation>滚轮缩放，拖动平移，双击显示全部。</translation>
    </message>
    <message>
        <source>Each cell shows the mean of %1 numbers.</source>
        <translation>每格是 %1 个数的均值。</translation>
    </message>
    <message>
        <source>mean of %1 numbers</source>
        <translation>%1 个数的均值</translation>
    </message>
</context>
<context>
    <name>widgets::Inspector</name>
    <message>
        <source>Find a tensor</source>
        <translation>查找张量</translation>
    </message>
    <message>
        <source>Tensors</source>
        <translation>张量</translation>
    </message>
    <message>
        <source>Nothing has been computed yet.</source>
        <translation>尚未计算。</translation>
    </message>
    <message>
        <source>Pick a tensor.</source>
        <translation>请选一个张量。</translation>
    </message>
    <message>
        <source>Histogram</source>
        <translation>直方图</translation>
    </message>
    <message>
        <source>Distribution of the numbers of %1</source>
        <translation>%1 的数值分布</translation>
    </message>
    <message>
        <source>Where does this number come from?</source>
        <translation>这个数从哪里来？</translation>
    </message>
    <message>
        <source>Pick a token or a cell to see its operands here.</source>
        <translation>点选一个词元或单元格，在这里查看它的操作数。</translation>
    </message>
    <message>
        <source>This trace was opened without its model, so its weights are missing.</source>
        <translation>打开此记录时没有模型，因此没有权重。</translation>
    </message>
    <message>
        <source>Each coloured operand links to its tensor.</source>
        <translation>点彩色的操作数，即可到它所在的张量。</translation>
    </message>
    <message>
        <source>numbers</source>
        <translation>数值</translation>
    </message>
    <message>
        <source>The numbers of the tensor</source>
        <translation>张量的数值</translation>
    </message>
    <message>
        <source>∂ answer</source>
        <translation>∂ 答案</translation>
    </message>
    <message>
        <source>∂ loss</source>
        <translation>∂ 损失</translation>
    </message>
    <message>
        <source>What does this number say?</source>
        <translation>这个数说明什么？</translation>
    </message>
    <message>
        <source>How fast the answer grows with each of them: the logit of the likeliest next token minus that of the second</source>
        <translation>答案随每个数增长得多快：最可能的下一个词元的 logit 减去第二个的</translation>
    </message>
    <message>
        <source>How fast the mean loss of the text grows with each of them</source>
        <translation>文本的平均损失随每个数增长得多快</translation>
    </message>
</context>
<context>
    <name>widgets::InterventionNumber</name>
    <message>
        <source>Enter puts it in force, Esc changes nothing.</source>
        <translation>Enter 使其生效，Esc 不作改动。</translation>
    </message>
    <message>
        <source>Now %1. Enter puts it in force, Esc changes nothing.</source>
        <translation>现为 %1。Enter 使其生效，Esc 不作改动。</translation>
    </message>
    <message>
        <source>“%1” is no number from −%2 to %2. Type one, such as 0.5, or press Esc.</source>
        <translation>“%1”不是 −%2 到 %2 之间的数。请输入一个数，例如 0.5，或按 Esc。</translation>
    </message>
</context>
<context>
    <name>widgets::InterventionPanel</name>
    <message>
        <source>Interventions in force</source>
        <translation>生效的干预</translation>
    </message>
    <message>
        <source>Interventions in force in %1</source>
        <translation>%1 中生效的干预</translation>
    </message>
</context>
<context>
    <name>widgets::InterventionRow</name>
    <message>
        <source>Strength of %1</source>
        <translation>%1 的强度</translation>
    </message>
    <message>
        <source>Number of %1</source>
        <translation>%1 的数值</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>In force, or kept without effect</source>
        <translation>生效，或保留而不起作用</translation>
    </message>
    <message>
        <source>Strength: 0 leaves the numbers, 1 replaces them</source>
        <translation>强度：0 保持原来的数，1 完全替换</translation>
    </message>
    <message>
        <source>The number that is put there, or the factor</source>
        <translation>放进去的数，或乘的系数</translation>
    </message>
    <message>
        <source>Earlier</source>
        <translation>提前</translation>
    </message>
    <message>
        <source>Later</source>
        <translation>推后</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>移除</translation>
    </message>
    <message>
        <source>Drag it to change the order, or press Alt+Up and Alt+Down</source>
        <translation>拖动可改变次序，也可按 Alt+↑ 与 Alt+↓</translation>
    </message>
</context>
<context>
    <name>widgets::InterventionTwoTexts</name>
    <message>
        <source>What the first has at its last token less what the second has. Enter takes them, Esc closes.</source>
        <translation>第一段在其最后一个词元处的值减去第二段的值。回车确认，Esc 关闭。</translation>
    </message>
    <message>
        <source>The first text</source>
        <translation>第一段文本</translation>
    </message>
    <message>
        <source>The second text, which is subtracted</source>
        <translation>第二段文本，被减去</translation>
    </message>
</context>
<context>
    <name>widgets::LogitsView</name>
    <message>
        <source>z-loss</source>
        <translation>z 损失</translation>
    </message>
    <message>
        <source>log Z of every position, and the softmax in float16</source>
        <translation>每个位置的 log Z，以及 float16 中的 softmax</translation>
    </message>
    <message>
        <source>Soft cap</source>
        <translation>软上限</translation>
    </message>
    <message>
        <source>cap · tanh(x / cap) of logits and scores</source>
        <translation>logit 与分数的 cap · tanh(x / cap)</translation>
    </message>
    <message>
        <source>logits</source>
        <translation>logit</translation>
    </message>
    <message>
        <source>The logits of the marked position</source>
        <translation>所选位置的 logit</translation>
    </message>
    <message>
        <source>scores</source>
        <translation>分数</translation>
    </message>
    <message>
        <source>The attention scores of the marked head and query</source>
        <translation>所选头和查询的注意力分数</translation>
    </message>
    <message>
        <source>Added to every logit: the softmax stays as it is, log Z grows</source>
        <translation>加到每个 logit 上：softmax 不变，log Z 变大</translation>
    </message>
    <message>
        <source>The cap that is tried where the run has none</source>
        <translation>运行没有上限时试用的上限</translation>
    </message>
    <message>
        <source>logits + %1</source>
        <translation>各 logit + %1</translation>
    </message>
    <message>
        <source>try cap %1</source>
        <translation>试用上限 %1</translation>
    </message>
</context>
<context>
    <name>widgets::MapStage</name>
    <message>
        <source>, </source>
        <translation>、</translation>
    </message>
    <message>
        <source>Colours: %1</source>
        <translation>颜色：%1</translation>
    </message>
</context>
<context>
    <name>widgets::MaskPainter</name>
    <message>
        <source>query %1 sees key %2</source>
        <translation>查询 %1 能看到键 %2</translation>
    </message>
    <message>
        <source>query %1 does not see key %2</source>
        <translation>查询 %1 看不到键 %2</translation>
    </message>
    <message>
        <source>query %1, key %2: click or drag to paint</source>
        <translation>查询 %1，键 %2：单击或拖动来绘制</translation>
    </message>
    <message>
        <source>query ↓
key →</source>
        <translation>查询 ↓
键 →</translation>
    </message>
</context>
<context>
    <name>widgets::MetricChoice</name>
    <message>
        <source>answer</source>
        <translation>答案</translation>
    </message>
    <message>
        <source>The log probability of the likeliest next token; the logit difference of two</source>
        <translation>最可能的下一个词元的对数概率；两个答案的 logit 之差</translation>
    </message>
    <message>
        <source>loss</source>
        <translation>损失</translation>
    </message>
    <message>
        <source>The mean loss of the text</source>
        <translation>文本的平均损失</translation>
    </message>
    <message>
        <source>KL</source>
        <translation>KL</translation>
    </message>
    <message>
        <source>How far the predictions are from those of the untouched run</source>
        <translation>预测与原始运行相差多远</translation>
    </message>
    <message>
        <source>entropy</source>
        <translation>熵</translation>
    </message>
    <message>
        <source>How undecided the next token is</source>
        <translation>下一个词元有多不确定</translation>
    </message>
</context>
<context>
    <name>widgets::MixersView</name>
    <message>
        <source>Matrix</source>
        <translation>矩阵</translation>
    </message>
    <message>
        <source>The mixer as a matrix of queries and keys, as attention’s pattern</source>
        <translation>把混合器写成查询 × 键的矩阵，如同注意力图</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>What a token writes, what the state holds, what a token reads</source>
        <translation>词元写入什么、状态保存什么、词元读出什么</translation>
    </message>
    <message>
        <source>Kernels</source>
        <translation>卷积核</translation>
    </message>
    <message>
        <source>The short convolution over the last tokens</source>
        <translation>对最近几个词元的短卷积</translation>
    </message>
    <message>
        <source>All</source>
        <translation>全部</translation>
    </message>
    <message>
        <source>Every mixer on the same text</source>
        <translation>同一段文本上的所有混合器</translation>
    </message>
    <message>
        <source>Bytes</source>
        <translation>字节</translation>
    </message>
    <message>
        <source>Bytes of state and of cache over the length of the text</source>
        <translation>状态与缓存的字节数随文本长度的变化</translation>
    </message>
    <message>
        <source>One</source>
        <translation>单个</translation>
    </message>
    <message>
        <source>The selected head, or one channel</source>
        <translation>所选的头或一个通道</translation>
    </message>
    <message>
        <source>Mean</source>
        <translation>平均</translation>
    </message>
    <message>
        <source>The mean of the magnitudes of all heads or channels</source>
        <translation>所有头或通道绝对值的平均</translation>
    </message>
    <message>
        <source>channel %1</source>
        <translation>通道 %1</translation>
    </message>
</context>
<context>
    <name>widgets::MixtureView</name>
    <message>
        <source>token</source>
        <translation>词元</translation>
    </message>
    <message>
        <source>One token: logits, kept experts, gates, weighted sum</source>
        <translation>一个词元：logit、入选专家、门控、加权和</translation>
    </message>
    <message>
        <source>map</source>
        <translation>分布图</translation>
    </message>
    <message>
        <source>Every token and every expert</source>
        <translation>每个词元与每个专家</translation>
    </message>
    <message>
        <source>route</source>
        <translation>路线</translation>
    </message>
    <message>
        <source>One token over all layers</source>
        <translation>一个词元经过所有层</translation>
    </message>
    <message>
        <source>load</source>
        <translation>负载</translation>
    </message>
    <message>
        <source>How evenly the experts are used</source>
        <translation>专家使用得有多均匀</translation>
    </message>
    <message>
        <source>routings</source>
        <translation>路由方式</translation>
    </message>
    <message>
        <source>Every routing on the same weights</source>
        <translation>同样权重下的各种路由方式</translation>
    </message>
    <message>
        <source>gates</source>
        <translation>门控</translation>
    </message>
    <message>
        <source>The weight of a chosen expert</source>
        <translation>所选专家的权重</translation>
    </message>
    <message>
        <source>probabilities</source>
        <translation>概率</translation>
    </message>
    <message>
        <source>The router&apos;s probability of every expert</source>
        <translation>路由器给每个专家的概率</translation>
    </message>
    <message>
        <source>logits</source>
        <translation>logit</translation>
    </message>
    <message>
        <source>The router&apos;s output before softmax or sigmoid</source>
        <translation>softmax 或 sigmoid 之前路由器的输出</translation>
    </message>
    <message>
        <source>Layer %1 · %2</source>
        <translation>L%1 层 · %2</translation>
    </message>
    <message>
        <source>dimension %1</source>
        <translation>维度 %1</translation>
    </message>
    <message>
        <source>L%1 · %2: %3 tokens</source>
        <translation>L%1 · %2：%3 个词元</translation>
    </message>
    <message>
        <source>logit</source>
        <translation>logit</translation>
    </message>
    <message>
        <source>gate</source>
        <translation>门控</translation>
    </message>
    <message>
        <source>L%1 · %2 · %3: %4</source>
        <translation>L%1 · %2 · %3：%4</translation>
    </message>
</context>
<context>
    <name>widgets::ModelDiagram</name>
    <message>
        <source>Model diagram</source>
        <translation>模型结构图</translation>
    </message>
    <message>
        <source>%1, tensor %2</source>
        <translation>%1，张量 %2</translation>
    </message>
    <message>
        <source>B differs from A by %1 of the length of A</source>
        <translation>B 与 A 相差 A 长度的 %1</translation>
    </message>
    <message>
        <source>%1 is spread out</source>
        <translation>展开的是 %1</translation>
    </message>
</context>
<context>
    <name>widgets::NormView</name>
    <message>
        <source>Placements</source>
        <translation>归一化位置</translation>
    </message>
    <message>
        <source>Pre, Post, Sandwich and the others on the same weights</source>
        <translation>同样的权重，前置、后置、三明治等各种归一化位置</translation>
    </message>
    <message>
        <source>Vector</source>
        <translation>向量</translation>
    </message>
    <message>
        <source>One position&apos;s vector in one norm, step by step</source>
        <translation>一个位置的向量在一个归一化中的每一步</translation>
    </message>
    <message>
        <source>Axes</source>
        <translation>轴</translation>
    </message>
    <message>
        <source>Which numbers LayerNorm, RMSNorm and BatchNorm take together</source>
        <translation>LayerNorm、RMSNorm、BatchNorm 各把哪些数放在一起</translation>
    </message>
    <message>
        <source>Statistics</source>
        <translation>统计量</translation>
    </message>
    <message>
        <source>Scale and mean of every norm, over tokens and depth</source>
        <translation>每个归一化的尺度和均值，按词元和深度</translation>
    </message>
    <message>
        <source>maps</source>
        <translation>图</translation>
    </message>
    <message>
        <source>A map for each placement below its diagram</source>
        <translation>每种位置一张图，上方是它的结构</translation>
    </message>
    <message>
        <source>lines</source>
        <translation>曲线</translation>
    </message>
    <message>
        <source>All placements in one plot</source>
        <translation>所有位置画在一张图里</translation>
    </message>
    <message>
        <source>mean</source>
        <translation>均值</translation>
    </message>
    <message>
        <source>Mean over positions without the first</source>
        <translation>各位置的平均，不含首位置</translation>
    </message>
    <message>
        <source>token</source>
        <translation>词元</translation>
    </message>
    <message>
        <source>The selected position</source>
        <translation>选中的位置</translation>
    </message>
    <message>
        <source>norms only</source>
        <translation>仅有归一化</translation>
    </message>
    <message>
        <source>Every norm placement</source>
        <translation>各种归一化位置</translation>
    </message>
    <message>
        <source>+ no norm</source>
        <translation>含无归一化</translation>
    </message>
    <message>
        <source>Also a stream without norms; it does not affect the scales</source>
        <translation>也显示没有归一化的残差流；它不影响刻度</translation>
    </message>
    <message>
        <source>scale</source>
        <translation>尺度</translation>
    </message>
    <message>
        <source>The divisor: σ or RMS</source>
        <translation>除以的数：σ 或 RMS</translation>
    </message>
    <message>
        <source>The subtracted mean</source>
        <translation>减去的均值</translation>
    </message>
    <message>
        <source>Which norm</source>
        <translation>哪个归一化</translation>
    </message>
    <message>
        <source>Which norm of the layer</source>
        <translation>这一层的哪一个归一化</translation>
    </message>
    <message>
        <source>Descent</source>
        <translation>下降</translation>
    </message>
    <message>
        <source>Gradient descent before a norm and after it</source>
        <translation>归一化之前与之后的梯度下降</translation>
    </message>
    <message>
        <source>this layer</source>
        <translation>本层</translation>
    </message>
    <message>
        <source>The squared error of a layer that reads these vectors</source>
        <translation>读入这些向量的层的平方误差</translation>
    </message>
    <message>
        <source>textbook</source>
        <translation>教科书</translation>
    </message>
    <message>
        <source>Two weights whose condition you choose</source>
        <translation>两个权重，条件数由你选</translation>
    </message>
    <message>
        <source>Learning rate</source>
        <translation>学习率</translation>
    </message>
    <message>
        <source>Condition of the badly scaled quadratic</source>
        <translation>尺度悬殊的二次函数的条件数</translation>
    </message>
    <message>
        <source>rate %1</source>
        <translation>学习率 %1</translation>
    </message>
    <message>
        <source>condition %1</source>
        <translation>条件数 %1</translation>
    </message>
</context>
<context>
    <name>widgets::NotificationBar</name>
    <message>
        <source>%1 (%2 times)</source>
        <translation>%1（%2 次）</translation>
    </message>
    <message>
        <source>Copy details</source>
        <translation>复制详情</translation>
    </message>
    <message>
        <source>Dismiss</source>
        <translation>关闭</translation>
    </message>
</context>
<context>
    <name>widgets::OutputView</name>
    <message>
        <source>top </source>
        <translation>前 </translation>
    </message>
    <message>
        <source>Number of tokens</source>
        <translation>词元个数</translation>
    </message>
    <message>
        <source>How many next tokens are listed</source>
        <translation>列出多少个候选词元</translation>
    </message>
</context>
<context>
    <name>widgets::PageSwitch</name>
    <message>
        <source>%1, L%2</source>
        <translation>%1，L%2</translation>
    </message>
</context>
<context>
    <name>widgets::PageSwitches</name>
    <message>
        <source>Keep above every page</source>
        <translation>固定在每一页上方</translation>
    </message>
    <message>
        <source>Opening %1 …</source>
        <translation>正在打开 %1 …</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>, </source>
        <translation>、</translation>
    </message>
    <message>
        <source>Which switches to keep on every page</source>
        <translation>每一页上方固定哪些开关</translation>
    </message>
    <message>
        <source>More kinds. %1</source>
        <translation>更多种类。%1</translation>
    </message>
</context>
<context>
    <name>widgets::Plot</name>
    <message>
        <source>Empty this field</source>
        <translation>清空这一栏</translation>
    </message>
</context>
<context>
    <name>widgets::PositionsView</name>
    <message>
        <source>Relative</source>
        <translation>相对位置</translation>
    </message>
    <message>
        <source>What a kind adds to the score, over the distance</source>
        <translation>一种位置编码随距离给分数加了什么</translation>
    </message>
    <message>
        <source>Longer texts</source>
        <translation>更长的文本</translation>
    </message>
    <message>
        <source>Loss at each position, up to four times the trained length</source>
        <translation>每个位置的损失，直到训练长度的四倍</translation>
    </message>
    <message>
        <source>A clipped table of vectors, added to keys and values</source>
        <translation>截断的向量表，加到键和值上</translation>
    </message>
    <message>
        <source>Transformer-XL: four terms, two with the distance</source>
        <translation>Transformer-XL：四项，其中两项与距离有关</translation>
    </message>
    <message>
        <source>A learned number for each head and bucket of distances</source>
        <translation>每个头、每个距离桶一个学到的数</translation>
    </message>
    <message>
        <source>Two more terms: content to position and back</source>
        <translation>多出两项：内容到位置，以及位置到内容</translation>
    </message>
    <message>
        <source>A penalty that grows with the distance</source>
        <translation>随距离增大的惩罚</translation>
    </message>
    <message>
        <source>%1 rows</source>
        <translation>%1 行</translation>
    </message>
    <message>
        <source>Held-out rows of 512 tokens: more take longer</source>
        <translation>每行 512 个词元的留出文本：越多越慢</translation>
    </message>
    <message>
        <source>Windows</source>
        <translation>窗口</translation>
    </message>
    <message>
        <source>The last tokens only, and the first few beside them</source>
        <translation>只看最近的词元，以及再加上最前面的几个</translation>
    </message>
    <message>
        <source>loss</source>
        <translation>损失</translation>
    </message>
    <message>
        <source>Of the token that follows, at each position</source>
        <translation>每个位置上下一个词元的损失</translation>
    </message>
    <message>
        <source>scores</source>
        <translation>分数</translation>
    </message>
    <message>
        <source>What a key gets that lies so far back, before the softmax</source>
        <translation>距离如此之远的键得到的分数，在 softmax 之前</translation>
    </message>
    <message>
        <source>weights</source>
        <translation>权重</translation>
    </message>
    <message>
        <source>What a key gets that lies so far back, after the softmax</source>
        <translation>距离如此之远的键得到的权重，在 softmax 之后</translation>
    </message>
    <message>
        <source>Rows</source>
        <translation>行数</translation>
    </message>
    <message>
        <source>added</source>
        <translation>所加</translation>
    </message>
    <message>
        <source>What each kind adds to a score, over the distance</source>
        <translation>每种位置编码给分数加上的量，随距离而变</translation>
    </message>
</context>
<context>
    <name>widgets::PromptLine</name>
    <message>
        <source>Type a sentence or pick an example</source>
        <translation>输入一句话，或选一个例句</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>文本</translation>
    </message>
    <message>
        <source>Examples</source>
        <translation>例句</translation>
    </message>
    <message>
        <source>Sentences that show an effect</source>
        <translation>能看出效果的句子</translation>
    </message>
    <message>
        <source>Target</source>
        <translation>目标</translation>
    </message>
    <message>
        <source>What the decoder has written so far</source>
        <translation>解码器到目前为止写出的文本</translation>
    </message>
    <message>
        <source>Chat template</source>
        <translation>对话模板</translation>
    </message>
    <message>
        <source>Reads the text as a user&apos;s message, in the form that the model was trained on: the tokens around it are the template&apos;s</source>
        <translation>把文本当作用户消息，按模型训练时的格式读入：前后的词元来自模板</translation>
    </message>
    <message>
        <source>Empty: its start token only</source>
        <translation>留空则只有起始词元</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>源文</translation>
    </message>
    <message>
        <source>What the encoder reads</source>
        <translation>编码器读取的内容</translation>
    </message>
</context>
<context>
    <name>widgets::ResidualView</name>
    <message>
        <source>RMS</source>
        <translation>均方根</translation>
    </message>
    <message>
        <source>Root mean square: does not depend on the width of the model</source>
        <translation>均方根：与模型宽度无关</translation>
    </message>
    <message>
        <source>L2</source>
        <translation>L2</translation>
    </message>
    <message>
        <source>Length of the vector</source>
        <translation>向量的长度</translation>
    </message>
    <message>
        <source>stream</source>
        <translation>残差流</translation>
    </message>
    <message>
        <source>How large the stream is at each depth</source>
        <translation>每一深度的残差流有多大</translation>
    </message>
    <message>
        <source>A against B</source>
        <translation>A 对 B</translation>
    </message>
    <message>
        <source>Where the two runs part, tensor by tensor</source>
        <translation>两次运行从哪个张量开始分开</translation>
    </message>
</context>
<context>
    <name>widgets::RopeView</name>
    <message>
        <source>planes</source>
        <translation>平面</translation>
    </message>
    <message>
        <source>Pairs of q and k before and after rotation</source>
        <translation>q 和 k 的各对数，旋转前和旋转后</translation>
    </message>
    <message>
        <source>angles</source>
        <translation>角度</translation>
    </message>
    <message>
        <source>The angle of every pair at every position</source>
        <translation>每一对在每个位置上的角度</translation>
    </message>
    <message>
        <source>relative</source>
        <translation>相对</translation>
    </message>
    <message>
        <source>Why only distance matters</source>
        <translation>为什么只有距离起作用</translation>
    </message>
    <message>
        <source>pairing</source>
        <translation>配对</translation>
    </message>
    <message>
        <source>Interleaved and half-split on the same vector</source>
        <translation>同一个向量上的交错与前后两半</translation>
    </message>
    <message>
        <source>distance</source>
        <translation>距离</translation>
    </message>
    <message>
        <source>The score at each distance</source>
        <translation>各个距离上的分数</translation>
    </message>
    <message>
        <source>scaling</source>
        <translation>缩放</translation>
    </message>
    <message>
        <source>Longer texts than in training</source>
        <translation>比训练时更长的文本</translation>
    </message>
    <message>
        <source>Move the query over the positions</source>
        <translation>让查询依次移过各个位置</translation>
    </message>
    <message>
        <source>Position of the query</source>
        <translation>查询的位置</translation>
    </message>
    <message>
        <source>Base, what if</source>
        <translation>假设的基数</translation>
    </message>
    <message>
        <source>Fraction, what if</source>
        <translation>假设的比例</translation>
    </message>
    <message>
        <source>Factor of the scalings</source>
        <translation>缩放的倍数</translation>
    </message>
    <message>
        <source>Use in the model</source>
        <translation>用于模型</translation>
    </message>
    <message>
        <source>Run the model with these numbers</source>
        <translation>用这些数运行模型</translation>
    </message>
    <message>
        <source>As the model</source>
        <translation>与模型一致</translation>
    </message>
    <message>
        <source>Back to the base and fraction of the model</source>
        <translation>回到模型的基数和比例</translation>
    </message>
    <message>
        <source>q at %1</source>
        <translation>q 在 %1</translation>
    </message>
    <message>
        <source>base %1</source>
        <translation>基数 %1</translation>
    </message>
    <message>
        <source>fraction %1</source>
        <translation>比例 %1</translation>
    </message>
    <message>
        <source>factor %1</source>
        <translation>倍数 %1</translation>
    </message>
</context>
<context>
    <name>widgets::ScanView</name>
    <message>
        <source>neurons</source>
        <translation>神经元</translation>
    </message>
    <message>
        <source>The neurons of the selected layer</source>
        <translation>所选层的神经元</translation>
    </message>
    <message>
        <source>head</source>
        <translation>头</translation>
    </message>
    <message>
        <source>The output of the selected head, before it is mixed</source>
        <translation>所选头在混合之前的输出</translation>
    </message>
    <message>
        <source>stream</source>
        <translation>残差流</translation>
    </message>
    <message>
        <source>The residual stream behind the selected layer</source>
        <translation>所选层之后的残差流</translation>
    </message>
    <message>
        <source>experts</source>
        <translation>专家</translation>
    </message>
    <message>
        <source>The gates of the experts of the selected layer</source>
        <translation>所选层专家的门控</translation>
    </message>
    <message>
        <source>Which number</source>
        <translation>哪个数</translation>
    </message>
    <message>
        <source>Which neuron, expert or number is shown; at first the one that stands out most</source>
        <translation>显示哪个神经元、专家或数；起初是最突出的那个</translation>
    </message>
    <message>
        <source>numbers</source>
        <translation>数值</translation>
    </message>
    <message>
        <source>dimensions</source>
        <translation>维度</translation>
    </message>
    <message>
        <source>Each number by itself</source>
        <translation>每个数各自显示</translation>
    </message>
    <message>
        <source>whole head</source>
        <translation>整个头</translation>
    </message>
    <message>
        <source>direction</source>
        <translation>方向</translation>
    </message>
    <message>
        <source>How much the selected head adds to the stream: the length of its vector there</source>
        <translation>所选的头往残差流里写了多少：它写入的向量的长度</translation>
    </message>
    <message>
        <source>How far the stream goes along a direction</source>
        <translation>残差流在一个方向上的投影</translation>
    </message>
</context>
<context>
    <name>widgets::SpanRows</name>
    <message numerus="yes">
        <source>… %n line(s) more have no room here</source>
        <translation>
            <numerusform>… 还有 %n 行放不下</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>widgets::StatisticsTable</name>
    <message>
        <source>Statistics</source>
        <translation>统计</translation>
    </message>
    <message>
        <source>shape</source>
        <translation>形状</translation>
    </message>
    <message>
        <source>axes</source>
        <translation>轴</translation>
    </message>
    <message>
        <source>type</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>at [%1]</source>
        <translation>在 [%1] 处</translation>
    </message>
    <message>
        <source>min</source>
        <translation>最小</translation>
    </message>
    <message>
        <source>max</source>
        <translation>最大</translation>
    </message>
    <message>
        <source>mean</source>
        <translation>均值</translation>
    </message>
    <message>
        <source>standard deviation</source>
        <translation>标准差</translation>
    </message>
    <message>
        <source>norm</source>
        <translation>范数</translation>
    </message>
    <message>
        <source>masked (−∞)</source>
        <translation>被掩码 (−∞)</translation>
    </message>
    <message>
        <source>not a number</source>
        <translation>非数 (NaN)</translation>
    </message>
    <message>
        <source>infinite</source>
        <translation>无穷大</translation>
    </message>
    <message>
        <source>replaced</source>
        <translation>已替换</translation>
    </message>
    <message>
        <source>by an intervention</source>
        <translation>由干预替换</translation>
    </message>
</context>
<context>
    <name>widgets::StepScrubber</name>
    <message>
        <source>finished: step %1</source>
        <translation>已完成：第 %1 步</translation>
    </message>
    <message>
        <source>step %1 of %2</source>
        <translation>第 %1 步，共 %2 步</translation>
    </message>
    <message>
        <source>Training</source>
        <translation>训练</translation>
    </message>
    <message>
        <source>Step of the training</source>
        <translation>训练步</translation>
    </message>
    <message>
        <source>Runs the text with the weights of that step</source>
        <translation>用该步的权重运行文本</translation>
    </message>
    <message>
        <source>step %1</source>
        <translation>第 %1 步</translation>
    </message>
</context>
<context>
    <name>widgets::StepTimeline</name>
    <message>
        <source>To the first operation (Home)</source>
        <translation>到第一步运算（Home）</translation>
    </message>
    <message>
        <source>One operation back (Shift+←)</source>
        <translation>后退一步（Shift+←）</translation>
    </message>
    <message>
        <source>Pause (Space)</source>
        <translation>暂停（空格）</translation>
    </message>
    <message>
        <source>Play (Space)</source>
        <translation>播放（空格）</translation>
    </message>
    <message>
        <source>One operation on (Shift+→)</source>
        <translation>前进一步（Shift+→）</translation>
    </message>
    <message>
        <source>To the last operation (End)</source>
        <translation>到最后一步运算（End）</translation>
    </message>
    <message>
        <source>Operation of the pass</source>
        <translation>前向计算的运算</translation>
    </message>
    <message>
        <source>Pages follow</source>
        <translation>页面跟随</translation>
    </message>
    <message>
        <source>Opens the page that shows the operation</source>
        <translation>打开展示该运算的页面</translation>
    </message>
    <message>
        <source>What becomes of the selected number</source>
        <translation>所选的数变成什么</translation>
    </message>
</context>
<context>
    <name>widgets::SweepView</name>
    <message>
        <source>Choice that is swept</source>
        <translation>扫过的选项</translation>
    </message>
    <message>
        <source>The choice whose values are run</source>
        <translation>逐个取值运行的选项</translation>
    </message>
    <message>
        <source>Its values</source>
        <translation>它的取值</translation>
    </message>
    <message>
        <source>The values, with commas between; each is a run</source>
        <translation>各个取值，用逗号隔开；每个是一次运行</translation>
    </message>
    <message>
        <source>seeds </source>
        <translation>种子数 </translation>
    </message>
    <message>
        <source>own seed</source>
        <translation>自带种子</translation>
    </message>
    <message>
        <source>Seeds of each value</source>
        <translation>每个取值的种子数</translation>
    </message>
    <message>
        <source>How many seeds each value runs with; they change weights that no file brings</source>
        <translation>每个取值用多少个种子运行；种子只改变文件里没有的权重</translation>
    </message>
    <message>
        <source>metric</source>
        <translation>指标</translation>
    </message>
    <message>
        <source>What is measured</source>
        <translation>测量对象</translation>
    </message>
    <message>
        <source>A metric, or the mean of a tensor of the selected layer</source>
        <translation>一个指标，或所选层中一个张量的均值</translation>
    </message>
</context>
<context>
    <name>widgets::TablePage</name>
    <message numerus="yes">
        <source>%n row(s)</source>
        <translation>
            <numerusform>%n 行</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 of %n row(s)</source>
        <translation>
            <numerusform>%1 / %n 行</numerusform>
        </translation>
    </message>
    <message>
        <source>Part of the picture</source>
        <translation>图的部分</translation>
    </message>
    <message>
        <source>Search the table</source>
        <translation>搜索表格</translation>
    </message>
    <message>
        <source>Copy table</source>
        <translation>复制表格</translation>
    </message>
    <message>
        <source>What is selected, else all rows: cells with tabs between them, numbers with all digits</source>
        <translation>所选的单元格；未选择时为所有行：单元格以制表符分隔，数值保留全部位数</translation>
    </message>
</context>
<context>
    <name>widgets::TextsChoice</name>
    <message>
        <source>Text file…</source>
        <translation>文本文件…</translation>
    </message>
    <message>
        <source>Texts</source>
        <translation>文本</translation>
    </message>
    <message>
        <source>Open texts</source>
        <translation>打开文本</translation>
    </message>
    <message>
        <source>Texts, one a line (*.txt *.jsonl)</source>
        <translation>文本，每行一条 (*.txt *.jsonl)</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>所有文件 (*)</translation>
    </message>
    <message>
        <source>typed</source>
        <translation>输入的文本</translation>
    </message>
    <message>
        <source>Typed…</source>
        <translation>直接输入…</translation>
    </message>
    <message>
        <source>The texts that are read: a set that comes with the program, a file with one a line (.txt, .jsonl), or typed ones</source>
        <translation>所读的文本：程序自带的一组、每行一条的文件（.txt、.jsonl），或直接输入的文本</translation>
    </message>
</context>
<context>
    <name>widgets::TextsView</name>
    <message>
        <source>Heads</source>
        <translation>各个头</translation>
    </message>
    <message>
        <source>A score of every head over all texts</source>
        <translation>每个头在全部文本上的一项分数</translation>
    </message>
    <message>
        <source>One head</source>
        <translation>一个头</translation>
    </message>
    <message>
        <source>The score of the selected head in each text</source>
        <translation>选中的头在每条文本中的分数</translation>
    </message>
    <message>
        <source>Answers</source>
        <translation>答案</translation>
    </message>
    <message>
        <source>Which answers the model gets right</source>
        <translation>模型答对了哪些</translation>
    </message>
    <message>
        <source>Score of the heads</source>
        <translation>头的分数</translation>
    </message>
    <message>
        <source>What is measured of each head&apos;s attention</source>
        <translation>测量每个头的注意力的哪一方面</translation>
    </message>
    <message>
        <source>mean</source>
        <translation>均值</translation>
    </message>
    <message>
        <source>The mean over the texts</source>
        <translation>各文本的均值</translation>
    </message>
    <message>
        <source>spread</source>
        <translation>离散度</translation>
    </message>
    <message>
        <source>The standard deviation over the texts</source>
        <translation>各文本的标准差</translation>
    </message>
</context>
<context>
    <name>widgets::TokenMetric</name>
    <message>
        <source>token</source>
        <translation>词元</translation>
    </message>
    <message>
        <source>Token that is measured</source>
        <translation>测量的词元</translation>
    </message>
    <message>
        <source>Measure this token</source>
        <translation>测量这个词元</translation>
    </message>
    <message>
        <source>Measure minus this token</source>
        <translation>减去这个词元后测量</translation>
    </message>
    <message>
        <source>nothing</source>
        <translation>不减</translation>
    </message>
    <message>
        <source>rank of “%1”</source>
        <translation>“%1”的名次</translation>
    </message>
    <message>
        <source>The log probability of a token that you choose, its logit minus that of another, or its rank</source>
        <translation>你选择的词元的对数概率、它的 logit 减去另一个词元的，或它的名次</translation>
    </message>
    <message>
        <source>Measure its rank</source>
        <translation>测量它的名次</translation>
    </message>
    <message>
        <source>Measure the token</source>
        <translation>测量词元</translation>
    </message>
    <message>
        <source>Measure minus the token</source>
        <translation>减去词元</translation>
    </message>
    <message>
        <source>Another &amp;token…</source>
        <translation>另一词元(&amp;T)…</translation>
    </message>
</context>
<context>
    <name>widgets::TokenQuestion</name>
    <message>
        <source>, </source>
        <translation>、</translation>
    </message>
    <message>
        <source>The vocabulary of this model has the ids #0 to #%1.</source>
        <translation>这个模型的词表编号为 #0 到 #%1。</translation>
    </message>
    <message>
        <source>“%1” is no token of this model; “ %1”, with a space before it, is one.</source>
        <translation>“%1”不是这个模型的词元；前面加一个空格的“ %1”才是。</translation>
    </message>
    <message>
        <source>“%1” is not one token of this model: %2. Type one, or #ID.</source>
        <translation>“%1”不是这个模型的一个词元，而是 %2。请输入其中一个，或 #编号。</translation>
    </message>
    <message>
        <source>With the space before it, where the token has one, or #ID.</source>
        <translation>词元前有空格就连同空格，或写 #编号。</translation>
    </message>
</context>
<context>
    <name>widgets::TokenStrip</name>
    <message>
        <source>Token %1 %2, id %3
Click: query. Shift+click: key.</source>
        <translation>词元 %1 %2，编号 %3
点击：设为查询。Shift+点击：设为键。</translation>
    </message>
    <message>
        <source>query %1 %2</source>
        <translation>查询 %1 %2</translation>
    </message>
    <message>
        <source>key %1 %2</source>
        <translation>键 %1 %2</translation>
    </message>
    <message>
        <source>Tokens</source>
        <translation>词元</translation>
    </message>
    <message>
        <source>Left out: the model has no position beyond %1.</source>
        <translation>被略去：模型没有 %1 之后的位置。</translation>
    </message>
    <message>
        <source>It is in no training text: the model never learned what it means.</source>
        <translation>训练文本里没有它：模型从未学过它的含义。</translation>
    </message>
    <message>
        <source>Token %1 %2 of the source, which the encoder reads.</source>
        <translation>源文的词元 %1 %2，由编码器读取。</translation>
    </message>
</context>
<context>
    <name>widgets::TokensView</name>
    <message>
        <source>Open a tokenizer</source>
        <translation>打开分词器</translation>
    </message>
    <message>
        <source>Click a word to see how it is cut.</source>
        <translation>点击一个词，看它怎样被切开。</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>步骤</translation>
    </message>
    <message>
        <source>Merges, longest matches or the lattice of one word</source>
        <translation>一个词的合并、最长匹配或格</translation>
    </message>
    <message>
        <source>Bytes</source>
        <translation>字节</translation>
    </message>
    <message>
        <source>Characters, code points, bytes and tokens of one word</source>
        <translation>一个词的字符、码位、字节和词元</translation>
    </message>
    <message>
        <source>Side by side</source>
        <translation>并排比较</translation>
    </message>
    <message>
        <source>The same text under several tokenizers</source>
        <translation>同一段文本在不同分词器下</translation>
    </message>
    <message>
        <source>Vocabulary</source>
        <translation>词表</translation>
    </message>
    <message>
        <source>Tokens per sentence over the size of the vocabulary</source>
        <translation>每句的词元数随词表大小的变化</translation>
    </message>
    <message>
        <source>English</source>
        <translation>英文</translation>
    </message>
    <message>
        <source>English sentences</source>
        <translation>英文句子</translation>
    </message>
    <message>
        <source>Chinese</source>
        <translation>中文</translation>
    </message>
    <message>
        <source>Chinese sentences</source>
        <translation>中文句子</translation>
    </message>
    <message>
        <source>Open a tokenizer …</source>
        <translation>打开分词器…</translation>
    </message>
    <message>
        <source>tokenizer.json, tokenizer.model or GGUF; weights are not needed</source>
        <translation>tokenizer.json、tokenizer.model 或 GGUF；不需要权重</translation>
    </message>
    <message>
        <source>Tokenizer</source>
        <translation>分词器</translation>
    </message>
    <message>
        <source>The tokenizer that cuts the text here</source>
        <translation>这里用来切分文本的分词器</translation>
    </message>
    <message>
        <source>the model&apos;s own</source>
        <translation>模型自己的</translation>
    </message>
    <message>
        <source>step %1 of %2</source>
        <translation>第 %1 步，共 %2 步</translation>
    </message>
    <message>
        <source>Tokenizers</source>
        <translation>分词器</translation>
    </message>
    <message>
        <source>%1: %2 tokens per sentence, vocabulary %3</source>
        <translation>%1：每句 %2 个词元，词表 %3</translation>
    </message>
</context>
<context>
    <name>widgets::TrainControls</name>
    <message>
        <source>One step</source>
        <translation>一步</translation>
    </message>
    <message>
        <source>One update of the weights, then pause</source>
        <translation>更新一次权重，然后暂停</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>End the training; the model stays on screen until another is opened</source>
        <translation>结束训练；模型留在屏幕上，直到打开另一个</translation>
    </message>
    <message>
        <source>Keep</source>
        <translation>保留</translation>
    </message>
    <message>
        <source>Write the model as it is now, with its curve, into a folder among your models</source>
        <translation>把此刻的模型连同曲线写入你的模型文件夹</translation>
    </message>
    <message>
        <source>The weights that a training begins with</source>
        <translation>训练开始时的权重</translation>
    </message>
    <message>
        <source>Updates of the weights</source>
        <translation>权重更新的次数</translation>
    </message>
    <message>
        <source>Rows of a step × tokens of a row</source>
        <translation>每步的行数 × 每行的词元数</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>暂停</translation>
    </message>
    <message>
        <source>Go on</source>
        <translation>继续</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>开始</translation>
    </message>
    <message>
        <source>Train the model on screen; A and B race while they are compared</source>
        <translation>训练屏幕上的模型；对比时 A 与 B 一起竞赛</translation>
    </message>
    <message>
        <source>from the seed</source>
        <translation>从种子开始</translation>
    </message>
    <message>
        <source>from these weights</source>
        <translation>从当前权重开始</translation>
    </message>
    <message>
        <source>%1 steps</source>
        <translation>%1 步</translation>
    </message>
    <message>
        <source>rate %1</source>
        <translation>学习率 %1</translation>
    </message>
    <message>
        <source>%1 rows of %2 tokens</source>
        <translation>%1 行，每行 %2 个词元</translation>
    </message>
    <message>
        <source>A text file…</source>
        <translation>文本文件…</translation>
    </message>
    <message>
        <source>A text to learn from</source>
        <translation>要学习的文本</translation>
    </message>
    <message>
        <source>Texts (*.txt *.jsonl *.md);;All files (*)</source>
        <translation>文本 (*.txt *.jsonl *.md);;所有文件 (*)</translation>
    </message>
    <message>
        <source>From the weights on screen</source>
        <translation>从屏幕上的权重开始</translation>
    </message>
    <message>
        <source>What is learned; a twentieth of it is held out</source>
        <translation>要学习的内容；留出其中二十分之一</translation>
    </message>
    <message>
        <source>Largest learning rate (AdamW); it grows for the steps of the warm-up, then falls as a cosine</source>
        <translation>最大学习率（AdamW）；先在预热步数内增大，再按余弦下降</translation>
    </message>
    <message>
        <source>Steps in which the learning rate grows</source>
        <translation>学习率增大的步数</translation>
    </message>
    <message>
        <source>Presets</source>
        <translation>预设</translation>
    </message>
    <message>
        <source>Two models side by side on the same data in the same order, or one that learns to copy</source>
        <translation>两个模型并排学习，数据及其顺序都相同；或一个学会复制的模型</translation>
    </message>
    <message>
        <source>warm-up %1</source>
        <translation>预热 %1</translation>
    </message>
    <message>
        <source>a tenth of the steps, at most 100</source>
        <translation>步数的十分之一，最多 100</translation>
    </message>
    <message>
        <source>None: as chosen here</source>
        <translation>无：按这里的选择</translation>
    </message>
    <message>
        <source>At once; the unfinished step is repeated when it goes on</source>
        <translation>立即暂停；继续时重做未完成的这一步</translation>
    </message>
    <message>
        <source>From new weights of the seed; only the choices of the model stay</source>
        <translation>从种子的新权重开始；只保留模型的选项</translation>
    </message>
    <message>
        <source>Share of the numbers that a step sets to 0: of what branches add, and of attention weights</source>
        <translation>每一步随机置 0 的比例：分支所加的数，以及注意力权重</translation>
    </message>
    <message>
        <source>branches %1</source>
        <translation>分支 %1</translation>
    </message>
    <message>
        <source>attention %1</source>
        <translation>注意力 %1</translation>
    </message>
    <message>
        <source>Tokens of the model</source>
        <translation>模型的词元</translation>
    </message>
    <message>
        <source>Each character of the file as a token</source>
        <translation>以文件的每个字符为词元</translation>
    </message>
    <message>
        <source>%1. %2</source>
        <translation>%1。%2</translation>
    </message>
</context>
<context>
    <name>widgets::TrainingView</name>
    <message>
        <source>Loss</source>
        <translation>损失</translation>
    </message>
    <message>
        <source>Held-out loss and learning rate</source>
        <translation>留出损失与学习率</translation>
    </message>
    <message>
        <source>Heads</source>
        <translation>头</translation>
    </message>
    <message>
        <source>Induction and previous token, head by head</source>
        <translation>各个头的归纳与前一词元分数</translation>
    </message>
    <message>
        <source>Gradients</source>
        <translation>梯度</translation>
    </message>
    <message>
        <source>Norm of the gradient of each layer at each step</source>
        <translation>每一步各层梯度的范数</translation>
    </message>
    <message>
        <source>Stream</source>
        <translation>残差流</translation>
    </message>
    <message>
        <source>Size of the stream and of what each branch adds to it</source>
        <translation>残差流以及各分支所加部分的大小</translation>
    </message>
    <message>
        <source>Pre against Post</source>
        <translation>前置对后置</translation>
    </message>
    <message>
        <source>12 layers, the norm before each branch or after each sum: does the gradient reach every layer?</source>
        <translation>12 层，归一化放在每个分支之前或每次相加之后：梯度到达每一层了吗？</translation>
    </message>
    <message>
        <source>Trainings</source>
        <translation>训练记录</translation>
    </message>
    <message>
        <source>Sweeps of the learning rate</source>
        <translation>学习率扫描</translation>
    </message>
    <message>
        <source>%1, step %2, %3: %4</source>
        <translation>%1，第 %2 步，%3：%4</translation>
    </message>
    <message>
        <source>First step</source>
        <translation>第一步</translation>
    </message>
    <message>
        <source>The gradient over depth before anything is learned</source>
        <translation>还没有学到任何东西时，梯度随深度的变化</translation>
    </message>
    <message>
        <source>Train</source>
        <translation>训练</translation>
    </message>
    <message>
        <source>Train the model on screen, here and now</source>
        <translation>此时此地训练屏幕上的模型</translation>
    </message>
    <message>
        <source>Experts</source>
        <translation>专家</translation>
    </message>
    <message>
        <source>The load of every expert of a mixture</source>
        <translation>混合专家中每个专家的负载</translation>
    </message>
    <message>
        <source>Lay the curves of other trainings over this one, as many as you like; maps show the first ones</source>
        <translation>叠加其他训练的曲线，条数不限；热图只显示前几个</translation>
    </message>
    <message>
        <source>Only that of the model on screen</source>
        <translation>只看屏幕上模型的训练</translation>
    </message>
    <message>
        <source>%1 — %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>Your models</source>
        <translation>你的模型</translation>
    </message>
</context>
<context>
    <name>widgets::TypedTexts</name>
    <message>
        <source>One text a line. Ctrl+Enter takes them, Esc closes.</source>
        <translation>每行一条文本。Ctrl+Enter 采用，Esc 关闭。</translation>
    </message>
    <message>
        <source>Take these texts</source>
        <translation>采用这些文本</translation>
    </message>
</context>
<context>
    <name>widgets::UnfoldedSwitches</name>
    <message>
        <source>More kinds</source>
        <translation>更多种类</translation>
    </message>
</context>
<context>
    <name>widgets::VariantPanel</name>
    <message>
        <source>Sizes</source>
        <translation>尺寸</translation>
    </message>
    <message>
        <source>Embedding and weights</source>
        <translation>嵌入与权重</translation>
    </message>
    <message>
        <source>All layers</source>
        <translation>所有层</translation>
    </message>
    <message>
        <source>Layer %1 only</source>
        <translation>仅 L%1 层</translation>
    </message>
    <message>
        <source>A recorded run: this is what ran. Open its model to change it.</source>
        <translation>运行记录：当时的结构如下。要更改，请打开它的模型。</translation>
    </message>
    <message>
        <source>A recorded run: its file does not say what ran.</source>
        <translation>运行记录：文件没有说明当时的结构。</translation>
    </message>
    <message>
        <source>Opening %1 …</source>
        <translation>正在打开 %1 …</translation>
    </message>
    <message>
        <source>A change applies to every layer</source>
        <translation>改动作用于每一层</translation>
    </message>
    <message>
        <source>A change applies to the selected layer</source>
        <translation>改动只作用于选中的层</translation>
    </message>
</context>
<context>
    <name>widgets::WeightsView</name>
    <message>
        <source>maps</source>
        <translation>图</translation>
    </message>
    <message>
        <source>The matrices of a layer, weight by weight</source>
        <translation>一层的矩阵，逐个权重</translation>
    </message>
    <message>
        <source>spectrum</source>
        <translation>谱</translation>
    </message>
    <message>
        <source>The singular values of each matrix</source>
        <translation>每个矩阵的奇异值</translation>
    </message>
    <message>
        <source>norms</source>
        <translation>范数</translation>
    </message>
    <message>
        <source>How large each matrix is in each layer</source>
        <translation>每个矩阵在每一层有多大</translation>
    </message>
    <message>
        <source>expert </source>
        <translation>专家 </translation>
    </message>
    <message>
        <source>The expert whose matrices are shown; the shared ones come last</source>
        <translation>显示哪个专家的矩阵；共享专家排在最后</translation>
    </message>
    <message>
        <source>spread</source>
        <translation>分布</translation>
    </message>
    <message>
        <source>How many weights of each matrix are how large</source>
        <translation>每个矩阵有多少权重、各多大</translation>
    </message>
    <message>
        <source>without weight decay</source>
        <translation>无权重衰减</translation>
    </message>
    <message>
        <source>The same model trained without weight decay, as B</source>
        <translation>同一模型，训练时不用权重衰减，作为 B</translation>
    </message>
    <message>
        <source>with dropout</source>
        <translation>有 Dropout</translation>
    </message>
    <message>
        <source>The same model trained with dropout of 0.1, as B</source>
        <translation>同一模型，训练时用 0.1 的 Dropout，作为 B</translation>
    </message>
    <message>
        <source>ΔW</source>
        <translation>ΔW</translation>
    </message>
    <message>
        <source>How far the weights of B are from those of A</source>
        <translation>B 的权重与 A 的相差多少</translation>
    </message>
    <message>
        <source>norm</source>
        <translation>范数</translation>
    </message>
    <message>
        <source>How large the change of each matrix is in each layer</source>
        <translation>各层中每个矩阵改变了多少</translation>
    </message>
    <message>
        <source>rank</source>
        <translation>秩</translation>
    </message>
    <message>
        <source>In how many directions each matrix is changed</source>
        <translation>每个矩阵在多少个方向上被改变</translation>
    </message>
    <message>
        <source>The singular values of the change in a layer</source>
        <translation>一层中改变量的奇异值</translation>
    </message>
    <message>
        <source>decoder</source>
        <translation>解码器</translation>
    </message>
    <message>
        <source>The matrices of the decoder</source>
        <translation>解码器的矩阵</translation>
    </message>
    <message>
        <source>encoder</source>
        <translation>编码器</translation>
    </message>
    <message>
        <source>The matrices of the encoder</source>
        <translation>编码器的矩阵</translation>
    </message>
</context>
<context>
    <name>widgets::WritingView</name>
    <message>
        <source>temperature %1</source>
        <translation>温度 %1</translation>
    </message>
    <message>
        <source>repetition %1</source>
        <translation>重复 %1</translation>
    </message>
    <message>
        <source>One token</source>
        <translation>一个词元</translation>
    </message>
    <message>
        <source>Shows one token more of every text; after the last one it begins again</source>
        <translation>每段文本多显示一个词元；到末尾后重新开始</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>暂停</translation>
    </message>
    <message>
        <source>All</source>
        <translation>全部</translation>
    </message>
    <message>
        <source>Writes token by token to the end</source>
        <translation>逐个词元写到末尾</translation>
    </message>
    <message>
        <source>Again</source>
        <translation>重抽</translation>
    </message>
    <message>
        <source>Draws other texts: with the next seeds</source>
        <translation>换后面的种子，抽取另一些文本</translation>
    </message>
    <message>
        <source>Temperature: 0 always takes the likeliest token, above 1 unlikely ones come more often</source>
        <translation>温度：0 总取概率最大的词元，大于 1 时不太可能的词元更常出现</translation>
    </message>
    <message>
        <source>Top-p: the fewest of the likeliest tokens whose probabilities add up to this stay</source>
        <translation>Top-p：留下概率之和达到此数的最少的几个词元，从概率最大的数起</translation>
    </message>
    <message>
        <source>Min-p: tokens below this share of the largest probability go</source>
        <translation>Min-p：去掉概率低于最大概率这一比例的词元</translation>
    </message>
    <message>
        <source>Repetition penalty: divides the positive logits of tokens that the text has, multiplies the negative ones</source>
        <translation>重复惩罚：文本中已有词元的正 logit 除以它，负 logit 乘以它</translation>
    </message>
    <message>
        <source>top-k off</source>
        <translation>top-k 关</translation>
    </message>
    <message>
        <source>Only so many of the likeliest tokens stay</source>
        <translation>只留下概率最大的这么多个词元</translation>
    </message>
    <message>
        <source>seed </source>
        <translation>种子 </translation>
    </message>
    <message>
        <source>Of the first text; the others have the numbers after it</source>
        <translation>第一段文本的种子；其余依次加一</translation>
    </message>
    <message>
        <source>texts </source>
        <translation>文本 </translation>
    </message>
    <message>
        <source>Sampled texts, beside the greedy one</source>
        <translation>除贪心文本之外抽样的文本数</translation>
    </message>
    <message>
        <source>tokens </source>
        <translation>词元 </translation>
    </message>
    <message>
        <source>Tokens of each text</source>
        <translation>每段文本的词元数</translation>
    </message>
    <message>
        <source>%1
probability %2 before the cut, %3 after it</source>
        <translation>%1
截断前概率 %2，截断后 %3</translation>
    </message>
    <message>
        <source>top-k </source>
        <translation>top-k：</translation>
    </message>
    <message>
        <source>Click a token to see what could follow it, a bar to go that way; drag the line of top-p.</source>
        <translation>点词元看它后面可能是什么，点条形改走那条路；拖动 top-p 线。</translation>
    </message>
</context>
</TS>
