import { type Span, spansOf } from './rule.ts';

// A Chinese name is a surname with one or two characters. Many surnames are also frequent characters: a name needs a word beside it that
// says that a person is meant, and must not be a word itself.

export const doubleSurnames =
  '欧阳|歐陽|诸葛|諸葛|司马|司馬|上官|夏侯|东方|皇甫|尉迟|公孙|公孫|慕容|令狐|申屠|司徒|司空|独孤|南宫|长孙|宇文|轩辕|端木|呼延|闻人|完颜|拓跋|淳于|单于|濮阳|太史|钟离|公羊|澹台|赫连|东郭';
const frequent = [
  '王李张刘陈杨黄赵吴周徐孙马朱胡郭何高林罗郑梁谢宋唐许韩冯邓曹彭曾萧田董袁潘于蒋蔡余杜叶程苏魏吕丁任沈姚卢姜崔钟谭陆汪范金石廖贾夏韦付方白邹孟熊秦邱江尹薛闫段雷侯龙史陶黎贺顾毛郝龚邵',
  '万钱严覃武戴莫孔汤陳張劉黃吳趙孫馬鄭謝許韓馮鄧蕭蔣葉蘇呂盧鐘鍾譚陸賈韋鄒龍賀顧龔萬錢嚴湯傅常温施',
].join('');
/** Surnames of one character. */
export const surnames = [
  frequent,
  '康文牛樊葛邢安齐易乔伍庞颜倪庄聂章鲁岳翟殷詹申欧耿关兰焦俞左柳甘祝包宁尚符舒阮柯纪梅童凌毕单季裴霍涂成苗谷盛曲翁冉骆蓝路游辛靳管柴蒙鲍华喻祁蒲房滕屈饶解牟艾尤阳穆农司卓古吉缪简车',
  '项连芦麦褚娄窦戚岑景党宫费卜冷晏席卫米柏宗瞿桂佟臧闵苟邬边卞姬师仇栾隋商刁沙荣巫寇桑郎甄丛仲虞敖巩明佘池查麻苑迟邝官封谈匡鞠惠荆乐冀郁胥南班储原栗燕楚鄢劳谌奚皮粟冼蔺楼盘满闻',
  '位厉伊仝区郜海阚花权强帅屠豆朴盖练廉禹井祖漆巴丰支卿国狄平计索宣晋初门云容敬来扈晁芮普阙浦戈伏鹿薄邸雍辜羊阿乌母裘亓修邰赫杭况那宿鲜印逯隆茹诺战慈危敏赖习桓竺阎昝仉宓隗昌凤糜牧',
  '蓬幸韶贡郦濮寿衡弘禄沃蔚融巢蒯週齊喬龐顏莊聶魯關蘭紀畢單滿駱藍遊費簡項連華榮衛應溫楊羅',
  '肖閻閔闞鄺鄔樂寧車單厲繆襲庞龐',
].join('');
const part = String.raw`\p{Script=Han}`;
const words = new Set(
  '高温 高级 高度 高频 高速 高于 高峰 高清 高层 高效 方法 方案 方式 方向 方面 方便 方可 周期 周一 周二 周三 周四 周五 周六 周日 周末 周边 周围 周报 时间 时延 时长 时候 时段 金额 金融 任务 任何 任意 程序 程度 成功 成本 成员 成为 安全 安装 安排 安静 平台 平均 平时 平衡 平稳 石油 马上 钱包 温度 温馨 严重 严格 白天 白名 白色 黄色 江苏 江西 江南 张贴 陈述 王牌 许可 许多 余额 余量 余下 万元 万一 万能 段落 项目 容量 容易 路由 路径 路线 路段 关闭 关于 关键 关系 关联 关注 房间 房屋 文件 文档 文本 文字 文章 于是 于每 应该 应用 应急 应当 应先 应在 应为 常用 顾客 管理 管道 管线 管控 明天 明确 明细 明早 明白 易用 龙头 华为 华东 华南 华北 边界 边缘 施工 党员 计划 计算 计费 计数 水平 和平 单位 单元 单独 单号 单次 向上 向下 向用 都是 都要 包括 包含 包装 符合 强制 强度 强调 章节 苏州 毕竟 毕业 武汉 林业 田间 宋体 唐山 谢谢 何时 何种 何处 费用 费率 季度 季节 甘肃 车辆 车间 车站 车牌 麻烦 康复 乐观 全部 全局 全网 全员 全体 支持 支付 支架 来自 来电 来源 国家 国内 国际 海外 相关 相同 相应 相邻 初始 门店 门口 云端 云平 修改 修复 印刷 普通 索引 位置 区域 权限 原因 原来 原始 查看 查询 查找 查明 官方 封锁 商品 商家 商户 师傅 解决 解锁 解除 解释 连接 连续 冷却 席位 班组 班次 储存 海报 满意 满足 满载 区分 盘点 练习 花费 巡检 检查 简单 简化 温控 后台 司机 司法 古老 农业 左右 游客 路口 管理员 系统 客户 用户 平台 同事 部门 大家 对方 前台 主管 经理 领导 值班 运维 客服 财务 人员 双方 各方 上级 下级 厂家 供应 全省 全市 国网 明年 时钟 应答 成都 南京 南方 北京 上海 广州 江门 海南 安徽 杭州 温州 宁波 福州 关口 关机 开机 查收 查验 阳光 阳台 金属 金牌 高压 方块 万吨 万台 花园 任一 项下 盖章 盖板 阿里 阿姨 戴好 包裹 封装 单据 连线 叶片 叶轮 马达 马力 高炉 高铁 高架 石墨 石英 石化 金库 钱款 雷达 雷电 雷击 沈阳 郑州 徐州 徐汇 兰州 常州 谢绝 韩国 夏季 夏天 白板 方框 万用 陈旧 黄金 黄灯 何必 曾任 程控 陆地 陆续 范围 范例 陶瓷 毛刺 毛重 毛利 严禁 严查 戴尔 莫非 孔板 孔洞 向导 向量 向用 于此 余热'.split(
    ' ',
  ),
);
const surname = `(?:${doubleSurnames}|[${surnames}])`;
const isName = (found: string): boolean => !words.has(found.slice(0, 2)) && !words.has(found);

const role =
  '工程师|工程師|技术员|技術員|技师|维修工|电工|焊工|操作员|操作員|值班员|值班長|值班长|班长|组长|主管|经理|經理|主任|总监|处长|科长|局长|院长|校长|老师|医生|醫生|护士|護士|司机|同事|员工|員工|客户|客戶|用户|顾客|患者|病人|学生|学员|代表|助理|秘书|会计|律师|警官|队长|师傅|女士|先生|负责人|負責人|联系人|聯絡人|申请人|经办人|审批人|投诉人|报修人|当事人|驾驶员|乘客|租客|房东|邻居|户名|车主|机主|持卡人|开户人|收款人|付款人|业主|被保险人|投保人|监护人|家属|户主';
const lists =
  '值班(?:人员|人|员)?|联系人|聯絡人|負責人|负责人|与会(?:人员|者)?|與會(?:人員|者)?|参会(?:人员|人|者)?|出席(?:人员|者)?|到会(?:人员)?|列席|名单|人员名单|成员|组员|参与人(?:员)?|抄送|收件人|主持人?|记录人?|审批人?|经办人?|申请人|姓名|经手人|签字|签名|签收人?|责任人|替班|代班|联系|聯絡|操作人?|审核人?|担当者?|担当|責任者|連絡先|氏名|名前|お客様名|参加者|出席者|工程师|技术员|班长|经理|同事|患者|客户';
const verb =
  '已|说|說|称|表示|反映|反馈|确认|確認|批准|同意|审批|审核|负责|負責|复位|重启|更换|更新|关闭|处理|解决|请假|离职|辞职|到场|通过|提出|建议|认为|要求|报告|上报|完成|值班|来电|致电|投诉|指出|刚|正在|将|会|要|去|也|把|向|对|从|于|在|的|和|与|及|跟|或|、|，|,|。|；|;|：|:|（|\\(|明早|明天|今天|昨天|今晚|上午|下午|到|核实|联系|對接|对接|过目|签字|安排|先生|女士|老师|师傅|$|\\s';
const speech =
  '说|說|称|表示|反映|反馈|认为|提出|投诉|建议|请假|离职|辞职|同意|批准|确认|负责|致电|来电|指出|要求|报告|已|刚';
const tail = `(?=${verb})`;
/** As short as what follows allows. */
const shorter = `(?:(?:${doubleSurnames})${part}{1,2}?|[${surnames}]${part}{1,2}?)`;

const forms: readonly { expression: RegExp; confidence: number }[] = [
  { expression: new RegExp(`(?:${role})(${shorter})${tail}`, 'gu'), confidence: 0.75 },
  {
    expression: new RegExp(
      `(?<![提访訪询疑追])(?:请|請|让|讓|由|找|问|問|通知|转告|轉告|告诉|告訴|联系|聯繫|联络|提醒|委托|交给|转交|经|給|给|叫|跟|抄送|感谢|通過)(?:联系|通知|转告|找|问|让|由)?(${shorter})${tail}`,
      'gu',
    ),
    confidence: 0.7,
  },
  {
    expression: new RegExp(
      `(?:^|[。；;！!？?，,\\s])((?:${doubleSurnames}|[${frequent}])${part}{1,2}?)(?=${speech})`,
      'gu',
    ),
    confidence: 0.65,
  },
  {
    expression: new RegExp(
      `(?:^|[。；;！!？?，,\\s])(${shorter})(?=已?(?:请假|離職|离职|辞职|反映|投诉|致电|来电|表示|认为))`,
      'gu',
    ),
    confidence: 0.65,
  },
  {
    expression: new RegExp(
      `(${shorter})(?=先生|女士|小姐|老师|师傅|同志|经理|主任|总监|工程师|医生|护士)`,
      'gu',
    ),
    confidence: 0.8,
  },
];
/** `姓司徒` */
const surnameSaid = new RegExp(`(?<=[他她主户人客])姓(${surname})(?=[。，,；;的\\s]|$)`, 'gu');
/** Two names that did something together. */
const couple = new RegExp(
  `(?:^|[。；;！!？?，,\\s])((?:${doubleSurnames}|[${frequent}])${part}{1,2}[和与及跟](?:${doubleSurnames}|[${frequent}])${part}{1,2}?)(?=昨天|今天|昨晚|今早|上周|明天|都|已|一起|共同|正在|分别)`,
  'gu',
);
const listed = new RegExp(
  String.raw`(?:${lists}|${part}[员員长長人者属屬友师師手主母父夫妻婆事任])\s?[:：]\s?(${part}{2,4}(?:[、，,和与及跟\s/]{1,2}${part}{2,4}(?!${part}{0,4}[:：])){0,20})`,
  'gu',
);
const japanese: readonly RegExp[] = [
  /(?<![\p{Script=Han}])([\p{Script=Han}々]{1,4}(?:[ 　][\p{Script=Han}々\p{Script=Hiragana}]{1,4})?)(?=と(?:申し|もうし|言い|いい)ます)/gu,
  /(?:担当|責任者|営業|受付)の(?!部署|部門|者|方|店|会社|課|係|変更|業務|件)([\p{Script=Han}々]{1,4})(?=[がはにをへ、。]|です|より|から|まで|宛)/gu,
  /\p{Script=Han}[人者員]\s?[:：]\s?([\p{Script=Han}々]{1,4}[ 　][\p{Script=Han}々\p{Script=Hiragana}]{1,4})/gu,
  /(?:母|父|妻|夫|娘|息子|兄|姉|弟|妹)の([\p{Script=Han}々]{3,5})(?=[、。,(（はがにを]|です|と)/gu,
  /(?:名義人?|フリガナ|カナ氏名)\s?[:：はが]\s?([\p{Script=Han}々\p{Script=Katakana}ー]{1,10}(?:[ 　・][\p{Script=Han}々\p{Script=Katakana}ー]{1,10})?)/gu,
  /(?:担当者?|責任者|連絡先|氏名|名前|作業者|承認者)\s?[:：]\s?([\p{Script=Han}々]{1,4}[ 　]?[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}々ー]{0,6})/gu,
  /(?<![\p{Script=Han}])([\p{Script=Han}々]{2,4}(?:(?![はがのをにともで])\p{Script=Hiragana}){0,3})(?=課長|部長|係長|主任|社長|店長|班長|次長|専務|常務)/gu,
];
const koreanName =
  '(?:남궁|황보|제갈|선우|독고|사공|서문|[김이박최정강조윤장임한오서신권황안송류유전홍고문양손배백허남심노하곽성차주우구민나진지엄채원천방공현함변염여추도소석선설마길연위표명기반왕금옥육인맹제모탁국어은편용예경봉사부가복태목형피두감음빈동온호범좌팽승간견])[가-힣]{1,2}?';
const korean: readonly RegExp[] = [
  new RegExp(
    String.raw`(?:제|내) ?이름은 (${koreanName})(?=이고|이며|입니다|예요|이에요|라고|이라고|[\s,.]|$)`,
    'gu',
  ),
  /(?<![가-힣])([가-힣]{2,4})(?= ?씨(?![가-힣]*앗))/gu,
  new RegExp(
    String.raw`(?<![가-힣])(${koreanName})(?= (?:과장|대리|부장|차장|사원|팀장|기사|주임|실장|이사|선생|간호사|엔지니어))`,
    'gu',
  ),
  new RegExp(
    String.raw`(?<![가-힣])(?:담당자?|책임자|연락처|이름|성명|참석자|고객|환자|직원|기사|엔지니어)(?:\s?[:：]\s?|\s)(${koreanName})(?=[\s,.)]|에게|이|가|은|는|을|를|씨|님|$)`,
    'gu',
  ),
];

/** A name behind another one: `、`, `和`. */
const next = new RegExp(`^(?:[、，,]|和|与|與|及|跟|或)\\s?(${shorter})${tail}`, 'u');

function withNeighbours(text: string, spans: readonly Span[]): Span[] {
  const all = [...spans];
  const starts = new Set(all.map(({ start }) => start));
  for (const span of all) {
    const rest = next.exec(text.slice(span.end, span.end + 12));
    const found = rest?.[1] ?? '';
    if (rest === null || !isName(found)) continue;
    const start = span.end + rest[0].length - found.length;
    if (starts.has(start)) continue;
    starts.add(start);
    all.push({ start, end: start + found.length, confidence: 0.65 });
  }
  return all;
}

/** The names of a list that is called one of people: there, a surname is enough. */
function inLists(text: string): Span[] {
  return [...text.matchAll(listed)].flatMap((match) => {
    const list = match[1] ?? '';
    const offset = match.index + match[0].length - list.length;
    return [...list.matchAll(/[^、，,和与及跟\s/]+/gu)].flatMap(({ 0: found, index }): Span[] =>
      new RegExp(`^${surname}`, 'u').test(found) && found.length <= 4 && isName(found)
        ? [{ start: offset + index, end: offset + index + found.length, confidence: 0.8 }]
        : [],
    );
  });
}

/** Names in Chinese characters, Japanese and Korean ones. */
export function namesInHan(text: string): Span[] {
  if (!/[\u4e00-\u9fff\uac00-\ud7a3]/.test(text)) return [];
  const found = forms.flatMap(({ expression, confidence }) =>
    spansOf(text, expression, { group: 1, confidence, test: isName }),
  );
  const others = [...japanese, ...korean].flatMap((expression) =>
    spansOf(text, expression, { group: 1, confidence: 0.75 }),
  );
  const surnames = spansOf(text, surnameSaid, { group: 1, confidence: 0.7 });
  const couples = spansOf(text, couple, {
    group: 1,
    confidence: 0.65,
    test: (both) => both.split(/[和与及跟]/u).every(isName),
  });
  return [
    ...withNeighbours(text, [...found, ...inLists(text)]),
    ...surnames,
    ...couples,
    ...others,
  ];
}
