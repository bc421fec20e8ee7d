import { indexTerms, isUnspaced } from '@countersign/search/search-text';

/**
 * Chinese words of contexts, with the English ones that descriptions of tools use. Most tools are described in English, and the vectors
 * know no other language; without this a Chinese context would share no word with them.
 */
const glossary = `
智能体 agent|用户 user|操作员 operator|客户 customer|顾客 customer|人 person|收件人 recipient|联系人 contact|团队 team
目标 goal|任务 task|步骤 step|计划 plan|请求 request|问题 question|答案 answer|结果 result|状态 state|进度 progress|反馈 feedback
意见 opinion feedback|评价 feedback|描述 description|说明 description|命令 command|指令 command|操作 operation|动作 action|操作命令 command
自然语言 natural language|语言 language|形式化 formal|正式 formal|形式 form|句子 sentence|文字 text|文本 text|段落 paragraph|内容 contents
机器人 robot|机械臂 robot arm|手臂 arm|夹爪 gripper|夹具 gripper|传送带 conveyor belt|摄像头 camera|相机 camera|照片 picture|图片 picture|图像 image
位置 position|角度 angle|距离 distance|速度 speed|厘米 centimeters|米 meters|度 degrees|默认 default|初始 initial|姿态 pose
灯 lamp|灯光 lamp light|台灯 lamp|亮度 brightness|温度 temperature|湿度 humidity|房间 room|门 door|前门 front door|锁 lock|传感器 sensor|设备 device
天气 weather|天气预报 weather forecast|预报 forecast|城市 city|地图 map|路线 route|邮件 email mail|电子邮件 email|消息 message|短信 message|通知 notify
日历 calendar|日程 calendar event|会议 meeting|事件 event|时间 time|日期 date|开始时间 start time|标题 title|名称 name|地址 address
文件 file|目录 folder|磁盘 disk|文档 document|报告 report|知识库 knowledge base|数据 data|数据库 database|数据仓库 warehouse|仓库 repository|代码仓库 repository
代码 code|缺陷 bug issue|议题 issue|工单 ticket|服务 service|生产环境 production|生产 production|日志 logs|版本 version|配置 configuration|接口 interface
发票 invoice|账单 invoice bill|付款 payment|支付 payment|退款 refund|订单 order|价格 price|调查 survey|问卷 survey|产品 product|商品 product|个人资料 profile|用户资料 user profile
信息 information|密码 password|权限 permission|审批 approval|网页 page|链接 link|网络 network|基站 station|小区 cell|电源 power|列表 list|摘要 summary
读取 read|读 read|获取 get|取得 get|查看 view read|查询 query search|查找 find search|寻找 find|搜索 search|检索 search|了解 know|知道 know|看 see|列出 list|检查 check|监视 watch
写入 write|写 write|设置 set|设定 set|更新 update|修改 modify|编辑 edit|保存 save|存储 store|调整 adjust|调节 adjust|记录 record
创建 create|新建 create|添加 add|增加 add|生成 generate|提交 file submit|开具 create|预约 create schedule|安排 schedule
删除 delete|移除 remove|清除 clear|取消 cancel|关闭 close off|打开 open on|开启 on start|关掉 off|切换 switch toggle
发送 send|寄 send|告知 inform|告诉 tell|汇报 report|报告 report|提供 provide|给出 provide|回复 reply|回答 answer|提供反馈 provide feedback|反馈给 provide feedback
转换 convert|转换成 convert|转换为 convert|转化 convert|变成 turn|翻译 translate|翻译成 translate|总结 summarize|概括 summarize|压缩 shorten|解析 parse
控制 control|操控 control|操纵 operate|执行 perform|运行 run|移动 move|旋转 rotate|转动 rotate|前进 move forward|后退 move backward|抓取 grip|松开 open release|拍照 take picture|拍摄 take picture|锁上 lock|解锁 unlock
启动 start|开始 start|初始化 initialize|恢复 restore|重置 reset|停止 stop|结束 end|暂停 pause|部署 deploy|发布 release deploy|上线 deploy
完成 completed|实现 achieve|达成 achieve|失败 failed|解决 resolve|处理 handle|分析 analyze|比较 compare|计算 compute|选择 select|询问 ask
当前 current|最新 latest|最近 recent|新 new|旧 old|全部 all|相关 relevant|前 front|后 back|左 left|右 right|上 up|下 down|另一种 another|别的 other
`;

const words = new Map(
  glossary
    .trim()
    .split(/[|\n]/)
    .map((entry) => entry.split(' '))
    .map(([chinese = '', ...english]) => [chinese, english] as const),
);
const longest = Math.max(...[...words.keys()].map((word) => word.length));

/** The English words for a Chinese text: at each place the longest word that is known. Characters between them are passed over. */
function chineseWords(text: string): string[] {
  const found: string[] = [];
  for (const [run] of text.matchAll(/\p{Script=Han}+/gu)) {
    for (let at = 0; at < run.length; ) {
      let length = Math.min(longest, run.length - at);
      while (length > 0 && !words.has(run.slice(at, at + length))) length -= 1;
      found.push(...(words.get(run.slice(at, at + length)) ?? []));
      at += Math.max(1, length);
    }
  }
  return found;
}

/** Words that say nothing of what is wanted. */
const emptyWords = new Set(
  (
    'the a an to of on or for in into is be by from and it its that this with has been was are i want wants wanted agent ' +
    'agents must eg no if based form then whether how what where their they will who which when why there here these those as ' +
    'at about can could should would may do does did done not only so such than them he she his her him we our us you your me ' +
    'my mine am were being have had having need needs needed needing some any each every all both few more most other own same ' +
    'too very just also now please like out up down over under again once per via using use used one ones let lets get gets ' +
    'getting'
  ).split(' '),
);

/**
 * The words of a text that say something, in their order: English in small letters, Chinese as its English equivalents and as pairs of
 * characters, other scripts as they are. Names are split where they are written together.
 */
export function contentWords(text: string): string[] {
  const apart = text.replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2').replace(/_/g, ' ');
  const terms = [...indexTerms(apart), ...chineseWords(apart)];
  // A single character of Chinese is in too many words; one letter is a variable.
  return terms.filter((term) => [...term].length > 1 && !emptyWords.has(term));
}

/** Whether a term is a pair of characters, which has no stem and no vector. */
export const isPair = (term: string): boolean => isUnspaced(term);
