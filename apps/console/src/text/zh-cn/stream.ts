import { figure, percent, plural } from '../count.ts';
import type { Messages } from '../messages.ts';
import { spaced } from './spaced.ts';

export const durationLabels: Messages['durationLabels'] = (ms) => {
  if (ms < 95) return spaced`${Math.max(0, Math.round(ms))}毫秒`;
  const seconds = Math.max(0, ms) / 1000;
  if (seconds < 10) return spaced`${seconds.toFixed(1)}秒`;
  if (seconds < 60) return spaced`${Math.round(seconds)}秒`;
  const whole = Math.floor(seconds);
  const pad = (value: number) => String(value).padStart(2, '0');
  if (whole < 3600) return `${Math.floor(whole / 60)}:${pad(whole % 60)}`;
  return `${Math.floor(whole / 3600)}:${pad(Math.floor((whole % 3600) / 60))}:${pad(whole % 60)}`;
};

export const streamText: Messages['streamText'] = {
  label: '消息流',
  following: '正在跟随最新',
  follow: '跟随最新',
  fresh: (count) => spaced`${figure(count)}条新内容`,
  toEnd: '到最新处',
  earlier: (count) => plural(count, { other: '显示更早的 # 条' }),
  putAside: (count) => plural(count, { other: '更早的 # 条在服务器上' }),
  showPutAside: '显示更早的内容',
  later: (count) => plural(count, { other: '显示更晚的 # 条' }),
  shown: '链接所指的位置',
  noPlace: '此任务中没有该位置，或者它尚未到达。',
  sinceYouLeft: (time, count) =>
    spaced`自你${time}离开以来：${plural(count, { other: '# 个事件' })}`,
  empty: '还没有内容',
  emptyDetail: '已调用智能体。它的内容到达后会显示在这里。',
  loading: '正在加载事件',
  failed: '无法加载消息流',
  gap: (from, to) => spaced`事件${figure(from)}至${figure(to)}缺失，当前显示的是最新的已知状态`,
  gapTitle: '缺口',
  askAgain: '重新请求',
  notDrawn: '无法显示此内容',
  writing: '输出中',
  halted: '已暂停',
  you: '你',
  server: 'Countersign',
  role: { user: '用户', system: '系统', developer: '开发者' },
  repeated: '曾以另一 ID 重发，只显示一次',
  sentBy: (agent) => spaced`据${agent}转述`,
  showMore: '显示',
  showLess: '隐藏',

  thinking: '思考中',
  thought: '思考过程',

  tool: {
    arguments: '正在接收参数',
    called: '等待结果',
    done: '完成',
    failed: '失败',
    args: '参数',
    gave: '结果',
    gaveFirst: '先前结果',
    unanswered: '没有收到结果',
    answeredAs: { given: '已答复', rejected: '已驳回' },
    error: '错误',
    noArguments: '无参数',
    withoutCall: '没有对应调用的结果',
    progress: (done, all) => spaced`已完成${figure(done)}/${figure(all)}`,
    percent: (share) => percent(share),
    progressLabel: (name) => spaced`${name}的进度`,
    tools: '工具',
  },

  step: (name) => spaced`步骤${name}`,
  stepFold: (name) => spaced`折叠步骤${name}`,
  stepHidden: (count) => plural(count, { other: '已折叠 # 条' }),

  // Both are in one line: sender, 向, receiver, 移交任务.
  handsOver: (tasks) =>
    tasks.length === 0 ? '移交' : `移交任务${tasks.map((task) => `“${task}”`).join('、')}`,
  to: '向',

  run: {
    started: '开始运行',
    finished: '运行完成',
    failed: '运行失败',
    stopped: '被停止',
    cutOff: '被断开',
    after: (ended, duration) => spaced`${ended}，历时${duration}`,
    version: (version) => spaced`协议${version}`,
    cancelled: '已被智能体取消',
    stopNotFollowed: '没有按停止请求停下，已完成',
    interrupted: '停下等待答复',
  },

  prompt: {
    asks: '需要决定',
    offers: '提出跟进',
    answer: '答复',
    open: '打开',
    decision: '决定',
    answered: '已答复',
    expired: '已过期，无人答复',
    withdrawn: '已撤回，不再需要答复',
    ladder: '答复的送达过程',
    deadline: '截止时间',
  },
  feedback: {
    approve: '批准',
    reject: '驳回',
    edit: '修改',
    rank: '排序',
    comment: '评论',
    instruction: '指示',
    because: (reason) => `，“${reason}”`,
    quote: (text) => `：“${text}”`,
    list: (text) => `：${text}`,
    places: (count) => plural(count, { other: '# 处' }),
    more: (count) => spaced`另有${figure(count)}处`,
  },
  answered: '发送了答复',

  control: {
    pause: '请求暂停',
    resume: '请求继续',
    stop: '请求停止',
    by: (name) => name,
    hold: '智能体无法暂停：改由服务器暂缓消息流',
    close: '智能体无法停止：改由服务器关闭消息流。它可能仍在运行。',
    eventsSince: (count) => plural(count, { other: '此后 # 个事件' }),
  },

  connection: {
    connected: (agent) => spaced`已连接${agent}`,
    lost: (agent) => spaced`与${agent}的连接中断`,
    reconnecting: (agent) => spaced`正在重新连接${agent}`,
    held: (agent) => spaced`已暂缓${agent}的消息流`,
    released: (agent) => spaced`已恢复${agent}的消息流`,
    closed: (agent) => spaced`已关闭${agent}的消息流`,
  },

  anomaly: {
    'frame-rejected': '帧被拒绝',
    'event-repaired': '事件格式有误，已修正',
    'illegal-order': '顺序错误',
    'illegal-transition': '异常的状态变更',
    'patch-failed': '状态改动未生效',
    'message-quarantined': '消息已隔离',
    'event-too-large': '事件过大',
    'event-unreadable': '无法从磁盘读取',
    'over-budget': '超出单个任务的容量',
    'event-altered': '事件与所发内容不完全一致',
    'name-refused': '名称被拒绝',
  },
  anomalyFrom: (agent) => spaced`来自${agent}，已从此处继续读取`,

  custom: (name) => spaced`事件${name}`,
  repaired: '事件格式有误，已修正；没有丢失内容',
  noiseMore: (count) => spaced`及另外${figure(count)}个协议事件，列在“事件”中`,

  output: {
    view: '视图',
    plot: '图形',
    map: '图形',
    graph: '关系图',
    graphCount: (points, links) =>
      `${plural(points, { other: '# 个节点' })}，${plural(links, { other: '# 条连线' })}`,
    node: '节点',
    label: '标签',
    nodeState: '状态',
    changed: '有改动',
    conflict: '有冲突',
    category: '类别',
    series: '系列',
    across: 'x',
    up: 'y',
    further: (place) => spaced`值${place}`,
    notDrawn: (count) => plural(count, { other: '# 处未绘出。' }),
    activity: (type) => (type === '' ? '活动' : spaced`活动${type}`),
    unknown: (type) => `类型为“${type}”的输出`,
    form: '表单',
    fillIn: '到收件箱填写表单',
    answerOffer: '到收件箱答复',
    chart: '图表',
    table: '表格',
    progress: '进度',
    fold: '小节',
    icon: (name) => spaced`图标${name}`,
    press: (name) => name,
    pressed: '已发送',
    pressHint: '将这些文字作为你的消息发送，并开始新的运行',
    image: '图片',
    audio: '音频',
    video: '视频',
    file: '文件',
    media: (kind, name) => spaced`${kind}${name}`,
    remote: (host) => spaced`位于${host}，未加载：打开后，${host}会知道你看过此内容`,
    openRemote: '在新标签页中打开',
    download: '下载',
    refused: '的地址不可用',
    tooLarge: '过大，无法在此显示',
    wide: '左右滚动可查看更多列',
    rowsCut: (shown, all) => spaced`前${figure(shown)}行，共${figure(all)}行`,
  },
};
