#include "core/text/built_in_words.h"

namespace core {

const char* const builtInCommonWords = R"(
the a an this that these those and or but if so because when while then than as of in on at to from by with without
into onto over under between through after before about for not no yes all some any each every many much more most few
less other another same such only very too also just even still again always never often now here there where why how
what who which whose I you he she it we they me him her us them my your his its our their mine yours be is am are was
were been being have has had do does did done will would can could may might must shall should let one two three four
five six seven eight nine ten first second last next new old both either until since up down out off away back once
)";

const char* const builtInWords = R"(
time year day night week month hour minute morning evening today tomorrow yesterday man woman child children boy girl
people person friend mother father brother sister family baby king queen teacher student doctor farmer thing place world
country city town village house home room door window wall floor table chair bed sofa mat rug box bag book page paper
pen letter story song word name number line part side end way road street bridge car bus train boat ship plane wheel
cat dog bird fish horse cow sheep pig hen mouse lion bear fox wolf rabbit frog snake bee tree leaf flower grass forest
garden field farm mountain hill river lake sea ocean island beach water fire air earth sun moon star sky cloud rain
snow wind storm light dark shadow color red blue green yellow black white brown food bread milk egg rice meat fruit apple
cake tea coffee sugar salt cup plate knife spoon head face eye ear nose mouth hand arm leg foot heart body hair mind
life love fear hope dream idea question answer problem reason truth language music picture game ball school work job
money price shop market war peace law history science art machine computer model network layer attention token vector
matrix weight query key value mean sum product norm loss data sentence text capital animal
sit sits sat sleep sleeps slept stand stood run runs ran walk walks walked go goes went gone come comes came see sees
saw seen look looks looked watch hear heard say says said tell told talk speak spoke ask asked think thinks thought know
knows knew known believe understand learn learned teach read write wrote written eat eats ate eaten drink drank give
gives gave given take takes took taken get gets got make makes made put keep kept hold held bring brought find found
lose lost buy bought sell sold open opened close closed start started begin began stop stopped turn turned move moved
live lives lived die died grow grew fall fell fly flew swim swam sing sang play plays played jump jumped chase chased
catch caught like likes liked loved want wants wanted need needs needed try tried use used help helped show
showed call called feel felt seem seems become became leave left stay stayed wait waited build built break broke cut
pay paid meet met win won follow followed change changed wash clean cook draw drew laugh laughed cry cried smile smiled
good bad big small little large long short high low tall young happy sad angry afraid tired hungry quiet loud fast slow
quick lazy early late hot cold warm cool wet dry hard soft easy heavy strong weak rich poor full empty clean
beautiful pretty nice kind brave clever wise true false right wrong real same different important great best better
worse free safe ready sure whole half deep near far together alone maybe perhaps really almost already soon later
suddenly slowly quickly
)";

const char* const builtInNames = R"(
Alice Bob Tom Mary John Anna Paris France Rome Italy London England Berlin Germany Madrid Spain Tokyo Japan Beijing China
Moscow Russia America Europe Asia Africa English Chinese French Monday Tuesday Wednesday Thursday Friday Saturday Sunday
January February March April May June July August September October November December
)";

const char* const builtInEndings = R"('s 't 're 've 'm 'll 'd n't s es ed er est ing ly ness ful un re ion able)";

const char* const builtInChineseWords = R"(
今天 明天 昨天 现在 时候 时间 早上 上午 中午 下午 晚上 夜里 星期 月亮 太阳 星星 天空 天气 今年 去年 明年 以前 以后 刚才 马上 已经
正在 经常 总是 从来 有时 一直 忽然 慢慢 终于 我们 你们 他们 她们 它们 自己 大家 别人 人们 什么 怎么 怎样 为什么 哪里 哪儿 谁的
这个 那个 这些 那些 这里 那里 这样 那样 一个 两个 三个 一只 一条 一本 一些 一点 一起 一样 一定 第一 第二 许多 很多 所有 每天 每个
因为 所以 但是 可是 如果 虽然 然后 而且 或者 还是 不过 只要 只有 除了 关于 对于 通过 根据 为了 可以 可能 应该 必须 需要 愿意 能够
喜欢 希望 觉得 知道 认为 以为 想要 记得 忘记 明白 理解 学习 学会 教学 工作 生活 睡觉 起床 吃饭 喝水 说话 走路 跑步 唱歌 跳舞 看见
看到 听见 听到 找到 遇到 发现 发生 开始 结束 停止 继续 变成 成为 出来 出去 进来 进去 回来 回去 回家 过来 过去 起来 下来 下去 上去
打开 关上 坐下 站着 躺着 没有 不是 不要 不能 不会 不知道 就是 还有 只是 都是 也是 有人 有的 这是 那是
沙发 椅子 桌子 床上 房子 房间 家里 门口 窗户 花园 院子 学校 教室 城市 农村 国家 世界 地方 公园 商店 医院 图书馆 火车 汽车 飞机 自行车
垫子 先生 女士 老师 学生 医生 朋友 孩子 爸爸 妈妈 哥哥 弟弟 姐姐 妹妹 爷爷 奶奶 男人 女人 国王 小猫 小狗 老虎 狮子 兔子 猴子 大象 老鼠
动物 植物 森林 大海 河流 高山 石头 苹果 香蕉 水果 面包 牛奶 米饭 蔬菜 鸡蛋 东西 衣服 手机 电脑 机器 问题 答案 故事 音乐 电影
语言 句子 单词 文字 数学 科学 历史 模型 网络 注意力 注意 位置 编码 向量 矩阵 权重 数据 参数 训练 计算 结果 方法 理论 变换 输入 输出
首都 中国 北京 上海 法国 巴黎 意大利 罗马 英国 伦敦 德国 柏林 日本 东京 美国 高兴 快乐 难过 生气 害怕 漂亮 美丽 可爱 聪明 勇敢 安静
容易 困难 重要 简单 复杂 不同 相同 真的 非常 特别 十分 比较 最后 一边 上面 下面 里面 外面 前面 后面 旁边 中间 左边 右边 红色 蓝色
绿色 黄色 黑色 白色
)";

const char* const builtInCharacters = "的一是不了在人有我他这个们中来上大为和国地到以说时要就出会可也你对生能"
                                      "而子那得于着下自之年过发后作里用道行所然家种事成方多经么去法"
                                      "学如都同现当没动面起看定天分还进好小部其些主样理心她本前开但因只从想实"
                                      "日军者意无力它与长把机十民第公此已工使情明性知全三又关点正业"
                                      "外将两高间由问很最重并物手应战向头文体政美相见被利什二等产或新己制身果"
                                      "加西斯月话合回特代内信表化老给世位次度门任常先海通教儿原东声"
                                      "提立及比员解水名真论处走义各入几口认条平系气题活尔更别打女变四神总何电"
                                      "数安少报才结反受目太量再感建务做接必场件计管期市直德资命山金"
                                      "指克许统区保至队形社便空决治展马科司五基眼书非则听白却界达光放强即像难"
                                      "且权思王象完设式色路记南品住告类求据程北边死张该交规万取拉格"
                                      "望觉术领共确传师观清今切院让识候带导争运红猫狗鸟鱼花树草雨雪风云星坐睡"
                                      "吃喝跑飞唱笑哭爱跟吗呢吧啊呀谁您刚每低冷热快慢黑早晚夜春夏秋冬"
                                      "六七八九百千零左右床桌椅窗杯茶饭菜肉蛋奶糖鞋衣钱车船球歌画梦站躺追抓叫"
                                      "找买卖送拿推读写问答爸妈哥弟姐妹只匹张块朵棵片件双垫累";

} // namespace core
