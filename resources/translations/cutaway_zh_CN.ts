<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN" sourcelanguage="en_US">
<context>
    <name>Attention</name>
    <message>
        <source>q · k · scale</source>
        <translation>q · k · 缩放系数</translation>
    </message>
    <message>
        <source>Each cell is q · k of a query and a key, times the scale, before bias and mask.</source>
        <translation>每一格是一个查询与一个键的 q · k 乘以缩放系数，尚未加偏置和掩码。</translation>
    </message>
    <message>
        <source>bias</source>
        <translation>偏置</translation>
    </message>
    <message>
        <source>Each cell is what the position encoding adds to the score.</source>
        <translation>每一格是位置编码加到分数上的值。</translation>
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
        <source>weight</source>
        <translation>权重</translation>
    </message>
    <message>
        <source>Each row is a query and sums to 1; a cell is the weight that it gives to a key.</source>
        <translation>每一行是一个查询，总和为 1；每一格是它给某个键的权重。</translation>
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
        <source>L%1 H%2: from query %3 to key %4 the %5 is %6.</source>
        <translation>L%1 H%2：从查询 %3 到键 %4 的%5为 %6。</translation>
    </message>
    <message>
        <source>Colours are logarithmic.</source>
        <translation>颜色按对数刻度。</translation>
    </message>
    <message>
        <source>Colours leave out the first key.</source>
        <translation>颜色不计首个键。</translation>
    </message>
    <message>
        <source>L%1 H%2: %3 gives %4 of its attention to %5.</source>
        <translation>L%1 H%2：%3 把 %4 的注意力放在 %5 上。</translation>
    </message>
    <message>
        <source>Over all queries the first token takes %1, the previous one %2; entropy %3 nat.</source>
        <translation>就所有查询而言，首词元占 %1，前一个词元占 %2；熵为 %3 nat。</translation>
    </message>
</context>
<context>
    <name>AttentionCell</name>
    <message>
        <source>This run did not record head %1 of layer %2.</source>
        <translation>这次运行没有记录第 %2 层的头 %1。</translation>
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
        <source>e^(score − largest) = e^(%1 − %2) = %3</source>
        <translation>e^(分数 − 最大值) = e^(%1 − %2) = %3</translation>
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
        <source>Layer %1, head %2: query %3 at %4, key %5 at %6. Every number is in the trace or follows from it.</source>
        <translation>第 %1 层，头 %2：查询 %3 在位置 %4，键 %5 在位置 %6。每个数都在记录里，或由记录算出。</translation>
    </message>
    <message>
        <source>Without the mask the score would be %1.</source>
        <translation>若没有掩码，分数会是 %1。</translation>
    </message>
    <message>
        <source>%1 terms add up to %2; scaled%3 the score is %4, and the softmax turns it into %5. The trace says %6.</source>
        <translation>%1 项相加得 %2；缩放%3后分数为 %4，softmax 把它变成 %5。记录中是 %6。</translation>
    </message>
    <message>
        <source> and biased</source>
        <translation>并加偏置</translation>
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
</context>
<context>
    <name>AttentionWall</name>
    <message>
        <source>L%1 H%2</source>
        <translation>L%1 H%2</translation>
    </message>
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
        <source>Each small square is one head: rows are queries, columns are keys. Click one to open it.</source>
        <translation>每个小方块是一个注意力头：行是查询，列是键。点击即可打开。</translation>
    </message>
    <message>
        <source>L%1 H%2: entropy %3 nat, %4 of its attention on the previous token, %5 on the first.</source>
        <translation>L%1 H%2：熵 %3 nat，前一个词元占注意力的 %4，首词元占 %5。</translation>
    </message>
    <message>
        <source>The strongest previous-token head is L%1 H%2 with %3.</source>
        <translation>最强的“前一词元”头是 L%1 H%2，为 %3。</translation>
    </message>
    <message>
        <source>Without attention weights: layers %1.</source>
        <translation>没有注意力权重的层：%1。</translation>
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
        <translation>%1 等，另有 %2 个</translation>
    </message>
    <message>
        <source>Trained with %1, run as %2: shows sensitivity, not quality.</source>
        <translation>以 %1 训练，按 %2 运行：显示的是敏感程度，不是质量。</translation>
    </message>
    <message>
        <source>less</source>
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
        <source>Weights of %1, trained separately: none is shared with %2.</source>
        <translation>权重来自单独训练的 %1：与 %2 没有任何共享权重。</translation>
    </message>
    <message>
        <source>%1 as it was after %2 steps of its training.</source>
        <translation>%1 在训练第 %2 步时的样子。</translation>
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
</context>
<context>
    <name>ChoiceRow</name>
    <message>
        <source>numbers, with commas between</source>
        <translation>若干个数，用逗号隔开</translation>
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
        <source>A: %1</source>
        <translation>A：%1</translation>
    </message>
    <message>
        <source>B: %1</source>
        <translation>B：%1</translation>
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
        <translation>%1 等，另有 %2 项</translation>
    </message>
    <message>
        <source>differs: %1</source>
        <translation>不同之处：%1</translation>
    </message>
    <message>
        <source>no choice differs</source>
        <translation>没有不同的选择</translation>
    </message>
    <message>
        <source>“%1”</source>
        <translation>“%1”</translation>
    </message>
</context>
<context>
    <name>ModelDiagram</name>
    <message>
        <source>Embedding</source>
        <translation>嵌入</translation>
    </message>
    <message>
        <source>Block %1</source>
        <translation>第 %1 块</translation>
    </message>
    <message>
        <source>Unembed → logits</source>
        <translation>反嵌入 → logits</translation>
    </message>
    <message>
        <source>Final %1</source>
        <translation>末尾 %1</translation>
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
        <source>block %1 of %2</source>
        <translation>第 %1 块，共 %2 块</translation>
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
        <source>Queries of this stream, keys and values of the encoder</source>
        <translation>查询来自本流，键和值来自编码器</translation>
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
        <translation>每个条是一个候选词元的概率：logits 的 softmax。</translation>
    </message>
    <message>
        <source>Logits were computed for the last token only.</source>
        <translation>只为最后一个词元计算了 logits。</translation>
    </message>
    <message>
        <source>Orange is the token that really follows.</source>
        <translation>橙色是文中真正的下一个词元。</translation>
    </message>
    <message>
        <source>After %1 the model expects “%2” with %3</source>
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
        <source>What follows, %1, had %2.</source>
        <translation>文中实际接着的是 %1，概率 %2。</translation>
    </message>
    <message>
        <source>This model has no output head, so it says nothing about tokens. Choose “Output matrix” as its output head.</source>
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
        <source>Orange is the token that stands there.</source>
        <translation>橙色是此处原有的词元。</translation>
    </message>
    <message>
        <source>At %1 the model expects “%2” with %3</source>
        <translation>在 %1 处，模型预测“%2”，概率 %3</translation>
    </message>
    <message>
        <source>What stands there, %1, has %2.</source>
        <translation>此处原有的 %1，概率 %2。</translation>
    </message>
    <message>
        <source>A and B have other vocabularies: their tokens cannot be compared one by one.</source>
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
        <source>mean %1</source>
        <translation>平均 %1</translation>
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
        <source>Over depth</source>
        <translation>随深度变化</translation>
    </message>
    <message>
        <source>Before and after each norm, mean over positions</source>
        <translation>每个归一化前后，对位置取平均</translation>
    </message>
    <message>
        <source>Each cell is the root mean square of one position&apos;s vector at one depth; the embedding is at the bottom.</source>
        <translation>每一格是一个位置的向量在某一深度的均方根；最下面是嵌入。</translation>
    </message>
    <message>
        <source>Each cell is the length (L2 norm) of one position&apos;s vector at one depth; the embedding is at the bottom.</source>
        <translation>每一格是一个位置的向量在某一深度的长度（L2 范数）；最下面是嵌入。</translation>
    </message>
    <message>
        <source>The mean %1 goes from %2 after the embedding to %3 after the last block, %4 times as much; the largest is %5 at %6.</source>
        <translation>平均%1从嵌入之后的 %2 变为最后一块之后的 %3，是原来的 %4 倍；最大值 %5 在 %6。</translation>
    </message>
    <message>
        <source>depth in blocks</source>
        <translation>深度（块）</translation>
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
        <source>A and B were trained separately: head 1 of the one is not head 1 of the other, so a difference by index would mean nothing. Look at A | B.</source>
        <translation>A 与 B 是分别训练的：一个模型的 1 号头不是另一个的 1 号头，按编号相减没有意义。请看 A | B。</translation>
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
        <source>Loss on texts that were held out</source>
        <translation>留出文本上的损失</translation>
    </message>
    <message>
        <source>nats a token</source>
        <translation>奈特/词元</translation>
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
        <translation>各个头的归纳得分：%1</translation>
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
        <source>Each point is measured before the update of its step; no model can stay below the entropy of the corpus.</source>
        <translation>每个点都在该步更新之前测量；没有模型能一直低于语料的熵。</translation>
    </message>
    <message>
        <source>Attention of the best head on random sequences given twice: to the token that followed last time (induction), and to the token before.</source>
        <translation>在给出两遍的随机序列上，最好的头的注意力：看上次跟在后面的词元（归纳），以及看前一个词元。</translation>
    </message>
    <message>
        <source>A column is a recorded step, a row a layer; the colours are logarithmic and the same for every training.</source>
        <translation>一列是记录的一步，一行是一层；颜色取对数，对每次训练都相同。</translation>
    </message>
    <message>
        <source>A column is a recorded step, a row a layer; the branch is divided by the stream before it.</source>
        <translation>一列是记录的一步，一行是一层；分支除以它之前的残差流。</translation>
    </message>
    <message>
        <source>%1: from %2 to %3 nats a token in %4 steps</source>
        <translation>%1：%4 步内从每词元 %2 奈特降到 %3 奈特</translation>
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
        <source>%1: no head ever copies; the best induction score is %2.</source>
        <translation>%1：没有任何头学会抄写；最好的归纳得分是 %2。</translation>
    </message>
    <message>
        <source>%1: the best induction head passes 0.5 at step %2 and ends at %3.</source>
        <translation>%1：最好的归纳头在第 %2 步超过 0.5，最后达到 %3。</translation>
    </message>
    <message>
        <source>%1: the smallest gradient is %2 in layer %3 at step %4, where layer %5 has %6.</source>
        <translation>%1：最小的梯度是第 %4 步第 %3 层的 %2，而第 %5 层是 %6。</translation>
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
</context>
<context>
    <name>app::CompareBar</name>
    <message>
        <source>%1 %2</source>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>● A: %1</source>
        <translation>● A：%1</translation>
    </message>
    <message>
        <source>Text and choices are those of A</source>
        <translation>文本与选择属于 A</translation>
    </message>
    <message>
        <source>◆ B: %1</source>
        <translation>◆ B：%1</translation>
    </message>
    <message>
        <source>Text and choices are those of B</source>
        <translation>文本与选择属于 B</translation>
    </message>
    <message>
        <source>A alone (1)</source>
        <translation>只看 A（1）</translation>
    </message>
    <message>
        <source>B alone (2); X goes to and fro</source>
        <translation>只看 B（2）；按 X 来回切换</translation>
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
    <name>app::ExportDialog</name>
    <message>
        <source>Export figure</source>
        <translation>导出图形</translation>
    </message>
    <message>
        <source>Format</source>
        <translation>格式</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>尺寸</translation>
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
        <source>Transparent</source>
        <translation>透明</translation>
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
        <source>As the window</source>
        <translation>与窗口相同</translation>
    </message>
    <message>
        <source>&amp;Export…</source>
        <translation>导出(&amp;E)…</translation>
    </message>
    <message>
        <source>&amp;Copy</source>
        <translation>复制(&amp;C)</translation>
    </message>
    <message>
        <source>The numbers as a table</source>
        <translation>以表格形式给出数值</translation>
    </message>
    <message>
        <source>This figure has no table of numbers.</source>
        <translation>这幅图没有数值表。</translation>
    </message>
</context>
<context>
    <name>app::MainWindow</name>
    <message>
        <source>Cutaway %1: a running Transformer with the casing cut away. Free software under the GPL, version 3 or later.</source>
        <translation>剖视 Cutaway %1：打开外壳、正在运行的 Transformer。自由软件，许可证为 GPL 第 3 版或更新版本。</translation>
    </message>
    <message>
        <source>Stopped. The picture shows the run before.</source>
        <translation>已停止。图中仍是上一次运行的结果。</translation>
    </message>
    <message>
        <source>Type a sentence or pick an example</source>
        <translation>输入一句话，或选一个例句</translation>
    </message>
    <message>
        <source>Written: %1</source>
        <translation>已写入：%1</translation>
    </message>
    <message>
        <source>The figure is on the clipboard as PNG, SVG and PDF.</source>
        <translation>图形已复制到剪贴板，含 PNG、SVG 和 PDF 三种格式。</translation>
    </message>
    <message>
        <source>Open model folder</source>
        <translation>打开模型文件夹</translation>
    </message>
    <message>
        <source>Open model file</source>
        <translation>打开模型文件</translation>
    </message>
    <message>
        <source>Models and traces (*.gguf *.safetensors)</source>
        <translation>模型与运行记录 (*.gguf *.safetensors)</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>所有文件 (*)</translation>
    </message>
    <message>
        <source>Nothing opened yet</source>
        <translation>尚未打开过文件</translation>
    </message>
    <message>
        <source>%1 — %2</source>
        <translation>%1：%2</translation>
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
        <source>Present F5</source>
        <translation>放映 F5</translation>
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
        <source>At the end of the training: %1</source>
        <translation>训练结束时：%1</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>对比</translation>
    </message>
    <message>
        <source>Make B from A and change one thing (Ctrl+D)</source>
        <translation>由 A 得到 B，再改动一处（Ctrl+D）</translation>
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
</context>
<context>
    <name>app::WindowActions</name>
    <message>
        <source>%1 (%2)</source>
        <translation>%1（%2）</translation>
    </message>
    <message>
        <source>&amp;Open model file…</source>
        <translation>打开模型文件(&amp;O)…</translation>
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
        <source>Export &amp;again</source>
        <translation>再次导出(&amp;A)</translation>
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
        <translation>恢复模型自身的选择(&amp;C)</translation>
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
        <source>Previous l&amp;ayer</source>
        <translation>上一层(&amp;A)</translation>
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
        <source>&amp;Theme</source>
        <translation>主题(&amp;T)</translation>
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
        <source>A, B &amp;and difference</source>
        <translation>A、B 与差(&amp;N)</translation>
    </message>
    <message>
        <source>B&amp;link between A and B</source>
        <translation>在 A 与 B 间切换(&amp;L)</translation>
    </message>
    <message>
        <source>Same &amp;scale for A and B</source>
        <translation>A 与 B 用同一刻度(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Compare</source>
        <translation>对比(&amp;C)</translation>
    </message>
</context>
<context>
    <name>commandLine</name>
    <message>
        <source>lengths to measure</source>
        <translation>要测量的长度</translation>
    </message>
    <message>
        <source>threads to compute with; without it one a core</source>
        <translation>计算线程数；不给则每核一个</translation>
    </message>
    <message>
        <source>measure again beside one busy thread</source>
        <translation>在一个繁忙线程旁边再测一次</translation>
    </message>
    <message>
        <source>measure the window too: start, toggle, hover, opening a page</source>
        <translation>也测量窗口：启动、切换、悬停、打开页面</translation>
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
        <translation>%1 个词元：一次前向 %2 ms，带记录 %3 ms，为矩阵乘法的 %4；内存为权重与记录之和的 %5</translation>
    </message>
    <message>
        <source>%1 tokens beside a busy thread: %2 ms = %3 times as long</source>
        <translation>%1 个词元，旁有繁忙线程：%2 ms，为原来的 %3 倍</translation>
    </message>
    <message>
        <source>one more token %1 ms = %2 of the memory&apos;s read speed (%3 GB/s)</source>
        <translation>再生成一个词元 %1 ms，为内存读取速度的 %2（%3 GB/s）</translation>
    </message>
    <message>
        <source>measures passes beside the plain matrix product of this machine</source>
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
        <source>draw the window into a file and leave (--size 1366x768)</source>
        <translation>把窗口画到文件后退出（--size 1366x768）</translation>
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
        <translation>改变一项选择，如 norm.kind=rms_norm 或 rope.base@0-4=1e4；可重复</translation>
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
        <source>one or more of `list figures`, with commas between them</source>
        <translation>`list figures` 中的一个或多个，以逗号分隔</translation>
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
        <source>marked query token, counted from 0</source>
        <translation>标出的查询词元，从 0 数起</translation>
    </message>
    <message>
        <source>marked key token, counted from 0</source>
        <translation>标出的键词元，从 0 数起</translation>
    </message>
    <message>
        <source>an option of the figure, e.g. stage=scores; may be repeated</source>
        <translation>图形的选项，如 stage=scores；可重复</translation>
    </message>
    <message>
        <source>one or more formats (svg)</source>
        <translation>一种或多种格式（svg）</translation>
    </message>
    <message>
        <source>size and type: slide-16x9, slide-half, slide-4x3, beamer, paper-1col, paper-2col, a4, screen</source>
        <translation>尺寸与字号：slide-16x9、slide-half、slide-4x3、beamer、paper-1col、paper-2col、a4、screen</translation>
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
        <source>refuse a larger record; without it half of the memory</source>
        <translation>拒绝更大的记录；不给则为内存的一半</translation>
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
        <source>draw among the K most probable tokens; 0 = all (0)</source>
        <translation>在最可能的 K 个词元中抽取；0 = 全部（0）</translation>
    </message>
    <message>
        <source>draw among the most probable tokens that hold this share (1)</source>
        <translation>在合占此比例的最可能词元中抽取（1）</translation>
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
        <source>FLOPs a token</source>
        <translation>每词元浮点运算</translation>
    </message>
    <message>
        <source>… and a position before it</source>
        <translation>… 以及之前每个位置</translation>
    </message>
    <message>
        <source>key-value cache a token</source>
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
        <translation>结构选择</translation>
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
        <translation>模型的每项选择、规模、计算量和所占内存</translation>
    </message>
    <message>
        <source>with `tensors`: length of the text (16)</source>
        <translation>用于 `tensors`：文本长度（16）</translation>
    </message>
    <message>
        <source>lists models, figures, families, tensors or lessons</source>
        <translation>列出模型、图形、选择系列、张量或课程</translation>
    </message>
    <message>
        <source>the folder to write</source>
        <translation>要写的文件夹</translation>
    </message>
    <message>
        <source>writes the model, as it is run, into a folder that opens again bit for bit</source>
        <translation>把当前运行的模型写入文件夹，重新打开时逐位相同</translation>
    </message>
    <message>
        <source>one input a line: a JSON string, with --decode an array of ids; - is standard input</source>
        <translation>每行一个输入：JSON 字符串，用 --decode 时为编号数组；- 表示标准输入</translation>
    </message>
    <message>
        <source>without the tokens that the post-processor adds</source>
        <translation>不加后处理器添加的词元</translation>
    </message>
    <message>
        <source>from ids to text</source>
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
        <source>the same, drawn again from its recipe</source>
        <translation>按其配方重画，结果相同</translation>
    </message>
    <message>
        <source>differs from what its recipe draws</source>
        <translation>与其配方画出的不同</translation>
    </message>
    <message>
        <source>draws a figure again from the recipe inside it and compares</source>
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
        <translation>… 混合层</translation>
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
        <translation>以 %1 训练，按 %2 运行</translation>
    </message>
    <message>
        <source>model of slot B; without it B begins as A is</source>
        <translation>B 槽的模型；不给则 B 与 A 相同</translation>
    </message>
    <message>
        <source>change a choice of slot B; may be repeated</source>
        <translation>改变 B 槽的一个选择，可多次给出</translation>
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
        <translation>末尾归一化</translation>
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
        <translation>夹心 (Sandwich)</translation>
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
        <source>cannot be read to its end</source>
        <translation>无法读到结尾</translation>
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
        <source>contradicts what else was said</source>
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
        <translation>对整个模型只有一个选择</translation>
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
        <translation>没有按这些选择训练好的内置权重</translation>
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
        <source>says what to list</source>
        <translation>须说明要列出什么</translation>
    </message>
    <message>
        <source>says which file to check</source>
        <translation>须说明要检查哪个文件</translation>
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
        <source>the file ends in its head: an incomplete download?</source>
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
        <source>this scaling of rotary positions is not supported yet</source>
        <translation>尚不支持这种旋转位置缩放</translation>
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
        <source>token stands twice in the vocabulary</source>
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
        <source>models in several GGUF files are not supported</source>
        <translation>不支持分成多个 GGUF 文件的模型</translation>
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
        <translation>不是已知格式的运行记录文件</translation>
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
        <translation>注意力系数</translation>
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
        <source>Divisors beyond it</source>
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
        <source>Experts of a token</source>
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
        <translation>最远的桶起于</translation>
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
        <source>Groups of a token</source>
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
        <translation>混合层</translation>
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
        <source>Numbers of the state</source>
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
        <translation>长度外推</translation>
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
        <source>Sigmoid with a bias on the choice</source>
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
        <source>Width that does not turn</source>
        <translation>不旋转的宽度</translation>
    </message>
    <message>
        <source>Width that turns</source>
        <translation>旋转的宽度</translation>
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
        <source>wrong number of numbers</source>
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
</context>
<context>
    <name>errors</name>
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
</context>
<context>
    <name>widgets::AttentionView</name>
    <message>
        <source>QKᵀ</source>
        <translation>QKᵀ</translation>
    </message>
    <message>
        <source>Products of queries and keys, times the scale</source>
        <translation>查询与键的点积乘以缩放系数</translation>
    </message>
    <message>
        <source>+ bias</source>
        <translation>+ 偏置</translation>
    </message>
    <message>
        <source>What the position encoding adds</source>
        <translation>位置编码所加的值</translation>
    </message>
    <message>
        <source>masked</source>
        <translation>加掩码</translation>
    </message>
    <message>
        <source>What enters the softmax</source>
        <translation>进入 softmax 的值</translation>
    </message>
    <message>
        <source>softmax</source>
        <translation>softmax</translation>
    </message>
    <message>
        <source>Attention weights</source>
        <translation>注意力权重</translation>
    </message>
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
        <source>This model or this run has none.</source>
        <translation>此模型或此次运行没有这一项。</translation>
    </message>
    <message>
        <source>Layer %1 › Head %2</source>
        <translation>第 %1 层 › 头 %2</translation>
    </message>
    <message>
        <source>All heads</source>
        <translation>所有头</translation>
    </message>
    <message>
        <source>%1 → %2</source>
        <translation>%1 → %2</translation>
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
</context>
<context>
    <name>widgets::ChoiceRow</name>
    <message>
        <source>differs from the model</source>
        <translation>与模型原样不同</translation>
    </message>
    <message>
        <source>Back to the model&apos;s own choice</source>
        <translation>恢复模型自身的选择</translation>
    </message>
    <message>
        <source>Differs by layer; shown: layer %1.</source>
        <translation>各层不同；显示的是第 %1 层。</translation>
    </message>
</context>
<context>
    <name>widgets::FigureView</name>
    <message>
        <source>Type a sentence or pick an example.</source>
        <translation>输入一句话，或选一个例句。</translation>
    </message>
    <message>
        <source>This run did not record %1.</source>
        <translation>这次运行没有记录 %1。</translation>
    </message>
    <message>
        <source>This model mixes its tokens by %1, which has no attention weights. Choose “Attention” as its mixer.</source>
        <translation>此模型用%1混合词元，没有注意力权重。请把“混合层”选为“注意力”。</translation>
    </message>
    <message>
        <source>Layer %1 mixes its tokens by %2, which has no attention weights. Layer %3 has some.</source>
        <translation>第 %1 层用%2混合词元，没有注意力权重。第 %3 层有。</translation>
    </message>
    <message>
        <source>Self-attention over one token is always 1: add a word.</source>
        <translation>只有一个词元时，自注意力恒为 1：请再加一个词。</translation>
    </message>
    <message>
        <source>Self-attention over one token is always 1: add a word to the target.</source>
        <translation>只有一个词元时，自注意力恒为 1：请在目标中再加一个词。</translation>
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
        <source>Statistics</source>
        <translation>统计</translation>
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
        <source>not a number</source>
        <translation>非数 (NaN)</translation>
    </message>
    <message>
        <source>replaced</source>
        <translation>已替换</translation>
    </message>
    <message>
        <source>by an intervention</source>
        <translation>由干预替换</translation>
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
        <source>masked (−∞)</source>
        <translation>被掩码 (−∞)</translation>
    </message>
    <message>
        <source>infinite</source>
        <translation>无穷大</translation>
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
</context>
<context>
    <name>widgets::ModelDiagram</name>
    <message>
        <source>Model diagram</source>
        <translation>模型结构图</translation>
    </message>
    <message>
        <source>%1 blocks; block %2 is spread out</source>
        <translation>共 %1 块；展开的是第 %2 块</translation>
    </message>
    <message>
        <source>%1, tensor %2</source>
        <translation>%1，张量 %2</translation>
    </message>
    <message>
        <source>B differs from A by %1 of the length of A</source>
        <translation>B 与 A 相差 A 长度的 %1</translation>
    </message>
</context>
<context>
    <name>widgets::NotificationBar</name>
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
        <source>Sentences that show something</source>
        <translation>能看出门道的句子</translation>
    </message>
    <message>
        <source>Target; empty: its start token only</source>
        <translation>目标；留空则只有起始词元</translation>
    </message>
    <message>
        <source>Target</source>
        <translation>目标</translation>
    </message>
    <message>
        <source>What the decoder has written so far</source>
        <translation>解码器到目前为止写出的文本</translation>
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
        <translation>训练的步数</translation>
    </message>
    <message>
        <source>Runs the text with the weights of that moment</source>
        <translation>用那一刻的权重运行文本</translation>
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
        <source>No text of the training held it: the model has never learned what it means.</source>
        <translation>训练文本里没有它：模型从未学过它的意思。</translation>
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
        <translation>各个头的归纳与前一词元得分</translation>
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
        <source>Which trainings lie over each other</source>
        <translation>哪些训练画在一起</translation>
    </message>
    <message>
        <source>That of the model on screen</source>
        <translation>屏幕上模型的训练</translation>
    </message>
    <message>
        <source>Sweeps of the learning rate</source>
        <translation>学习率扫描</translation>
    </message>
    <message>
        <source>%1, step %2, row %3: %4</source>
        <translation>%1，第 %2 步，第 %3 行：%4</translation>
    </message>
</context>
<context>
    <name>widgets::VariantPanel</name>
    <message>
        <source>Sizes</source>
        <translation>尺寸</translation>
    </message>
    <message>
        <source>The sizes of this model come from its file.</source>
        <translation>此模型的尺寸由其文件决定。</translation>
    </message>
    <message>
        <source>Embedding and weights</source>
        <translation>嵌入与权重</translation>
    </message>
    <message>
        <source>This is one choice for the whole model.</source>
        <translation>这一项对整个模型只有一个选择。</translation>
    </message>
    <message>
        <source>All layers</source>
        <translation>所有层</translation>
    </message>
    <message>
        <source>A change speaks of every layer</source>
        <translation>改动作用于每一层</translation>
    </message>
    <message>
        <source>Layer %1 only</source>
        <translation>仅第 %1 层</translation>
    </message>
    <message>
        <source>A change speaks of the layer that is selected</source>
        <translation>改动只作用于选中的层</translation>
    </message>
    <message>
        <source>The mixer stands in place of attention: this has no effect.</source>
        <translation>混合层取代了注意力：这一项不起作用。</translation>
    </message>
    <message>
        <source>There is no feed-forward: this has no effect.</source>
        <translation>没有前馈网络：这一项不起作用。</translation>
    </message>
</context>
</TS>
