#include "core/train/corpus_words.h"

#include <sstream>

namespace core::corpus {

namespace {

/// WordLists of a text in rows of `columns`.
WordRows rows(const char* text, std::size_t columns)
{
    std::istringstream in(text);
    WordRows rows;
    std::string word;
    while (in >> word) {
        if (rows.empty() || rows.back().size() == columns)
            rows.emplace_back();
        rows.back().push_back(word);
    }
    return rows;
}

WordLists made()
{
    WordLists w;
    w.names = rows(R"(Tom 汤姆 m  Jack 杰克 m  Bob 鲍勃 m  John 约翰 m  Peter 彼得 m  Paul 保罗 m  Mark 马克 m  Sam 山姆 m  David 大卫 m  Mike 迈克 m
Henry 亨利 m  Frank 弗兰克 m  Adam 亚当 m  Leo 利奥 m  Ming 小明 m  Gang 小刚 m
Mary 玛丽 f  Anna 安娜 f  Lily 莉莉 f  Lucy 露西 f  Alice 爱丽丝 f  Emma 艾玛 f  Kate 凯特 f  Sara 萨拉 f  Jane 珍妮 f  Helen 海伦 f
Rose 罗丝 f  Nina 妮娜 f  Ella 艾拉 f  Diana 黛安娜 f  Hong 小红 f  Mei 小美 f)", 3);
    w.animals = rows(R"(cat cats 猫 只  dog dogs 狗 只  bird birds 鸟 只  rabbit rabbits 兔子 只  tiger tigers 老虎 只  monkey monkeys 猴子 只  frog frogs 青蛙 只
duck ducks 鸭子 只  goat goats 山羊 只  fox foxes 狐狸 只  horse horses 马 匹  lion lions 狮子 头  bear bears 熊 头  pig pigs 猪 头  cow cows 牛 头)", 4);
    w.people = rows(R"(girl girls 女孩 个  boy boys 男孩 个  friend friends 朋友 个  teacher teachers 老师 位  doctor doctors 医生 位  king kings 国王 位
queen queens 王后 位  student students 学生 名  nurse nurses 护士 名  singer singers 歌手 名  driver drivers 司机 名  lawyer lawyers 律师 位)", 4);
    w.things = rows(R"(ball balls 球 个  cup cups 杯子 个  box boxes 盒子 个  bag bags 袋子 个  pear pears 梨 个  hat hats 帽子 顶  key keys 钥匙 把  knife knives 刀 把
book books 书 本  map maps 地图 张  card cards 卡片 张  car cars 汽车 辆  bike bikes 自行车 辆  boat boats 船 条  fish fishes 鱼 条
flower flowers 花 朵  cloud clouds 云 朵  tree trees 树 棵  shirt shirts 衬衫 件  coat coats 外套 件  letter letters 信 封  pen pens 笔 支
picture pictures 照片 张  lamp lamps 灯 盏  clock clocks 钟 座  bridge bridges 桥 座  door doors 门 扇  window windows 窗户 扇
star stars 星星 颗  phone phones 手机 部  computer computers 电脑 台  plate plates 盘子 个)", 4);
    w.seats = rows(R"(mat mats 垫子 块  sofa sofas 沙发 张  chair chairs 椅子 把  table tables 桌子 张  bed beds 床 张  bench benches 长椅 条
rug rugs 地毯 块  stone stones 石头 块  roof roofs 屋顶 个  wall walls 墙 面)", 4);
    w.verbs = rows(R"(sees see saw 看见  likes like liked 喜欢  wants want wanted 想要  finds find found 找到  takes take took 拿走  helps help helped 帮助
follows follow followed 跟着  chases chase chased 追赶  loves love loved 爱  hates hate hated 讨厌  knows know knew 认识  meets meet met 遇到
washes wash washed 清洗  carries carry carried 带着  touches touch touched 摸  sells sell sold 卖掉  buys buy bought 买下
remembers remember remembered 记得  forgets forget forgot 忘记  needs need needed 需要  watches watch watched 观察  draws draw drew 画)", 4);
    w.acts = rows(R"(sleeps sleep slept 睡觉  sings sing sang 唱歌  dances dance danced 跳舞  rests rest rested 休息  works work worked 工作  plays play played 玩耍
waits wait waited 等待  laughs laugh laughed 大笑  cries cry cried 哭  eats eat ate 吃饭)", 4);
    w.poses = rows(R"(sits sit sat 坐  stands stand stood 站  lies lie lay 躺  jumps jump jumped 跳)", 4);
    w.colors = rows(R"(red 红色  blue 蓝色  green 绿色  yellow 黄色  black 黑色  white 白色  brown 棕色  pink 粉色  gray 灰色  purple 紫色)", 2);
    w.qualities = rows(R"(big 大  small 小  new 新  dirty 脏  clean 干净  strange 奇怪  cheap 便宜  soft 柔软  beautiful 漂亮  heavy 沉重  funny 有趣  famous 有名)", 2);
    w.states = rows(R"(tired 累  hungry 饿  thirsty 渴  happy 高兴  sad 难过  angry 生气  afraid 害怕  busy 忙  lonely 孤单  sick 生病  bored 无聊  cold 冷  late 迟到)", 2);
    w.places = rows(R"(park 公园  school 学校  garden 花园  market 市场  shop 商店  hospital 医院  library 图书馆  station 车站  kitchen 厨房  forest 森林  beach 海滩
farm 农场  city 城市  village 村庄  museum 博物馆  bank 银行  church 教堂  zoo 动物园  hotel 酒店  theater 剧院)", 2);
    w.jobs = rows(R"(baker bakes bread bakery 面包师 烤 面包 面包店  painter paints portraits studio 画家 描绘 肖像 画室  pilot flies planes airport 飞行员 驾驶 飞机 机场
farmer grows wheat field 农民 种植 小麦 田野  writer writes novels study 作家 写 小说 书房  fisher catches salmon lake 渔夫 捕捉 三文鱼 湖边
cook cooks soup restaurant 厨师 煮 汤 餐厅  gardener waters roses yard 园丁 浇灌 玫瑰 院子  sailor steers ships harbor 水手 航行 轮船 港口
waiter serves meals cafe 服务员 端 饭菜 咖啡馆  tailor sews dresses workshop 裁缝 缝制 裙子 作坊  miner digs coal mine 矿工 挖掘 煤炭 矿井)", 8);
    w.portions = rows(R"(cup cups tea 杯 茶  cup cups coffee 杯 咖啡  cup cups water 杯 水  bowl bowls rice 碗 米饭  bowl bowls soup 碗 汤  bowl bowls noodles 碗 面条
bottle bottles milk 瓶 牛奶  bottle bottles juice 瓶 果汁  bottle bottles wine 瓶 红酒  piece pieces bread 片 面包  piece pieces paper 片 纸)", 5);
    w.capitals = rows(R"(France Paris 法国 巴黎  Italy Rome 意大利 罗马  China Beijing 中国 北京  Japan Tokyo 日本 东京  England London 英国 伦敦  Germany Berlin 德国 柏林
Spain Madrid 西班牙 马德里  Russia Moscow 俄罗斯 莫斯科  Egypt Cairo 埃及 开罗  Greece Athens 希腊 雅典  Korea Seoul 韩国 首尔
Thailand Bangkok 泰国 曼谷  Norway Oslo 挪威 奥斯陆  Austria Vienna 奥地利 维也纳  Peru Lima 秘鲁 利马  Turkey Ankara 土耳其 安卡拉)", 4);
    w.opposites = rows(R"(big small 大 小  hot cold 热 冷  long short 长 短  old new 旧 新  clean dirty 干净 脏  day night 白天 黑夜  good bad 好 坏  fast slow 快 慢
early late 早 晚  rich poor 富 穷  high low 高 低  soft hard 柔软 坚硬  strong weak 强 弱  open closed 开 关)", 4);
    w.numbers = rows(R"(one 一  two 二  three 三  four 四  five 五  six 六  seven 七  eight 八  nine 九  ten 十  eleven 十一  twelve 十二  thirteen 十三  fourteen 十四
fifteen 十五  sixteen 十六  seventeen 十七  eighteen 十八  nineteen 十九  twenty 二十)", 2);
    w.days = rows(R"(Monday 星期一  Tuesday 星期二  Wednesday 星期三  Thursday 星期四  Friday 星期五  Saturday 星期六  Sunday 星期日)", 2);
    w.persons = rows(R"(I am 0 my myself 我  You are 0 your yourself 你  He is 1 his himself 他  She is 1 her herself 她  We are 0 our ourselves 我们
They are 0 their themselves 他们)", 6);

    const auto add = [&](const WordRows& from, std::initializer_list<std::size_t> columns) {
        for (const WordRow& row : from)
            for (const std::size_t column : columns)
                w.english.insert(row[column]);
    };
    for (const WordRows* one : {&w.names, &w.colors, &w.qualities, &w.states, &w.places, &w.numbers, &w.days})
        add(*one, {0});
    for (const WordRows* one : {&w.animals, &w.people, &w.things, &w.seats, &w.capitals, &w.opposites})
        add(*one, {0, 1});
    for (const WordRows* one : {&w.verbs, &w.acts, &w.poses, &w.portions})
        add(*one, {0, 1, 2});
    add(w.jobs, {0, 1, 2, 3});
    add(rows(R"(the a of and in on to is are was were am that near gave saw went has it they he she him her his their said only means mean word does plus
but also or nor because for very waited home color capital opposite my your our myself yourself himself herself ourselves themselves)", 1), {0});
    add(rows(R"(The A What It They He She I You We His Her Then Both Either Neither Not Repeat Again Today Yesterday One Two Three Four Five Six Seven Eight
Nine Ten eats drinks)", 1), {0});
    return w;
}

} // namespace

const WordLists& words()
{
    static const WordLists all = made();
    return all;
}

WordRow column(const WordRows& rows, std::size_t index)
{
    WordRow words;
    for (const WordRow& row : rows)
        words.push_back(row[index]);
    return words;
}

WordRows joined(const WordRows& a, const WordRows& b)
{
    WordRows both = a;
    both.insert(both.end(), b.begin(), b.end());
    return both;
}

} // namespace core::corpus
