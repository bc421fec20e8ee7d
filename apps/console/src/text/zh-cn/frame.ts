import { figure, plural } from '../count.ts';
import type { Messages } from '../messages.ts';
import { spaced } from './spaced.ts';

export const frameText: Messages['frameText'] = {
  main: '主导航',
  skip: '跳到内容',
  inbox: '收件箱',
  tasks: '任务',
  wall: '监控墙',
  agents: '智能体',
  knowledge: '知识',
  insights: '洞察',
  pages: '菜单',
  audit: '审计',
  settings: '设置',
  keys: '快捷键',
  collapse: '收起',
  expand: '展开',
  more: '更多',
  breadcrumb: '当前位置',
  defaultsSoon: '即将发送默认答复',
  defaultsSoonTitle: '两分钟内将发送默认答复，且没有其他人在处理',
  search: '搜索或执行命令',
  switchTheme: (next) => `切换到${next === 'light' ? '浅色' : '深色'}主题`,
  operatorMenu: (name) => spaced`操作员${name}`,
  signOut: '退出登录',
  guide: '指南',
  reloadNewer: '重新加载以使用新版本',
  allDocumentation: '全部文档（英文）',
  version: (version) => `Countersign ${version}`,
  blocking: (count) => spaced`${figure(count)}条阻塞`,
  followups: (count) => plural(count, { other: '# 条跟进' }),
  notFound: '页面不存在',
  notFoundDetail: '链接可能已过时。',
  toInbox: '打开收件箱',
  roles: {
    viewer: '观察员',
    auditor: '审计员',
    operator: '操作员',
    admin: '管理员',
    registrant: '注册方',
  },
};

export const connectionText: Messages['connectionText'] = {
  label: '连接',
  live: '实时',
  liveAge: (age) => `实时 · ${age}`,
  lastEvent: (age) => `最近事件：${age}前`,
  noEventYet: '还没有事件',
  connecting: '连接中',
  catchingUp: '同步中',
  catchingUpBy: (behind) => spaced`同步中，落后${figure(behind)}`,
  catchingUpDetail: '显示的内容可能不是最新的。',
  offline: (span) => spaced`已离线${span}`,
  offlineWord: '离线',
  offlineDetail: (waiting) =>
    waiting === 0
      ? '截止时间照常计时。你没有待发送的答复。'
      : spaced`截止时间照常计时。你有${figure(waiting)}条答复待发送。`,
  spoken: {
    offline: '离线。截止时间照常计时，答复会在连接恢复后发送。',
    store: '没有内容丢失：智能体在等待，截止时间照常计时。',
  },
  storeTrouble: {
    locked: '存储无法写入：数据库被其他程序占用',
    full: '存储无法写入：磁盘已满',
    failing: '存储无法写入：磁盘故障',
    off: '此服务器只读',
    elsewhere: '此服务器只读：其存储是副本',
  },
  readsOnlyDetail: {
    off: '不会向智能体发送任何内容，也不会记录任何内容。它以 COUNTERSIGN_DUTY=off 启动。',
    elsewhere:
      '不会向智能体发送任何内容，也不会记录任何内容。要让它在此执行操作，请以 COUNTERSIGN_DUTY=on 启动。',
  },
  storeTroubleDetail: (span) =>
    spaced`已持续${span}。没有内容丢失：智能体在等待，截止时间照常计时。恢复后即可接收答复。`,
  retryIn: (span) => `${span}后重试。`,
  retryNow: '立即重试',
  damaged: '存储已损坏',
  newerDetail: '草稿会保留。重新加载后生效。',
  later: '稍后',
  gap: '缺口',
  gapDetail: (from, to) => spaced`此处缺少第${figure(from)}至第${figure(to)}个事件。`,
  askAgain: '重新请求',
  signedOut: '已退出登录',
};

export const damageText: Messages['damageText'] = {
  title: '部分存储无法读取',
  intro: '服务器磁盘上的数据库有一页已损坏。其余一切正常。',
  whatToDo: '请通知管理员：停止服务器，检查磁盘，并恢复数据库备份。',
  more: '指南中的说明',
  unknownPart: '其中缺少部分内容。',
};

export const damagedParts: Messages['damagedParts'] = {
  rules: {
    name: '规则',
    meaning: '无法读取规则：规则不会自动答复，相关提问等待你答复。',
  },
  policies: {
    name: '升级策略',
    meaning: '在能读取你们的策略之前，使用新安装时的策略。',
  },
  webhooks: {
    name: 'Webhook',
    meaning: '不会调用任何 Webhook，不要指望会收到通知。',
  },
  calls: { name: 'Webhook 调用', meaning: '部分 Webhook 调用不会执行。' },
  prompts: {
    name: '提问',
    meaning: '部分提问不显示智能体名称、标题和处理人。',
  },
  claims: { name: '认领', meaning: '提问由谁处理，可能缺失或已过时。' },
  drafts: {
    name: '草稿',
    meaning: '服务器上的部分草稿已丢失。你在此浏览器中写的内容仍保留。',
  },
  sessions: { name: '会话', meaning: '部分人员可能需要重新登录。' },
  contacts: { name: '与智能体的联系', meaning: '不知道最近一次与智能体联系的时间。' },
  'dismissed-tools': {
    name: '不再询问的工具',
    meaning: '设为不再询问的工具可能会再次询问。',
  },
  states: {
    name: '声明的状态',
    meaning: '智能体违反规则的状态变更可能没有标记。',
  },
  runs: { name: '运行', meaning: '部分运行未能重新接入，相关任务停滞不前。' },
  controls: { name: '暂停和停止', meaning: '部分暂停或停止请求不会发送。' },
  outbox: {
    name: '发送途中的答复',
    meaning: '部分答复没有发出。相关提问重新待答复，请再次答复。',
  },
  time: {
    name: '稍后处理和升级',
    meaning: '服务器时钟调整后，部分稍后处理和升级步骤仍按原来的时间进行。',
  },
};

export const notifyText: Messages['notifyText'] = {
  title: '通知',
  lead: '只通知阻塞智能体的提问，每条一次，直到有人查看。设置只保存在本机，只对你有效。',
  on: '此窗口不在前台时通知我',
  onHelp: (permission) => `使用浏览器通知。${permission}`,
  words: '通知内容',
  plain: '有一项需要决定',
  plainLabel: '只提示需要决定',
  askLabel: '提问内容和提问者',
  wordsHelp: '通知可能显示在锁屏上。',
  repeat: '重复通知',
  repeatNever: '从不',
  repeatEvery: (span) => spaced`每${span}，直到查看`,
  sound: '播放短提示音',
  soundHelp: '同时到达多条提问也只响一声。跟进不响。',
  test: '显示测试通知',
  tested: '已显示。如果没有看到，说明被系统屏蔽了。',
  testTitle: '通知会这样显示',
  allow: '允许通知',
  permission: {
    granted: '此浏览器已允许。',
    denied: '此浏览器已屏蔽通知。可在浏览器的网站设置中重新允许。',
    default: '尚未询问。',
    missing: '此处无法使用通知：需要 https，或在本机访问。',
  },
  asks: (agent) => spaced`${agent}提问`,
  many: (count) => spaced`有${figure(count)}项需要决定`,
  product: 'Countersign',

  bell: (count) => (count === 0 ? '没有新提问' : `未查看：${figure(count)}`),
  unseen: '未查看',
  none: '没有新的提问等你处理。',
  viewer: '观察员不能答复，因此不会收到通知。',
  more: (count) => spaced`收件箱中还有${figure(count)}条`,
  reported: '此窗口不在前台时会通知你。',
  notNotified: '通知已关闭。',
  turnOn: '开启',
  change: '设置',
};

export const signInText: Messages['signInText'] = {
  provider: (name) => spaced`通过${name}继续`,
  providerAway: '刚才无法连接。通行密钥和令牌仍可使用。',
  refusals: {
    away: '无法连接身份提供方',
    clock: '此服务器与身份提供方的时钟不一致：请通知管理员',
    'no-role': '你的小组在这里都没有角色：请联系管理员',
    refused: '在身份提供方的登录没有完成。请重试',
  },
  passkey: '使用通行密钥',
  passkeyRefused: '通行密钥未被接受',
  passkeyHint: '操作被取消、超时，或此设备没有用于此地址的通行密钥。',
  title: '登录',
  lead: '打开服务器启动时输出的登录链接，或粘贴令牌。',
  // The server prints its line in English: “Sign in” is what to look for.
  where:
    '链接在终端中以“Sign in”开头的那一行，只能使用一次。管理员的令牌在该处所指的文件中；管理员可以为每位操作员创建令牌。',
  token: '令牌',
  submit: '登录',
  signingIn: '正在登录',
  withCode: '正在通过链接登录',
  empty: '请先粘贴令牌',
  codeRefused: '此链接已被使用，或服务器之后重新启动过',
  codeHint: '重新启动服务器可获得新链接，也可以用令牌登录。',
  tokenRefused: '令牌错误或已过期。请使用终端中的链接，或联系管理员。',
  offline: '无法连接服务器',
  offlineHint: '请检查服务器是否在运行，然后重试。',
  openFile: '打开导出的任务：无需登录',
  loss: {
    over: {
      title: '你的会话已结束',
      hint: '会话已过期，或被服务器终止。你正在写的内容保存在此浏览器中。',
    },
    'cookie-missing': {
      title: '你的会话 Cookie 已丢失',
      hint: '它在此浏览器中被删除，或被同一主机上的其他服务器删除：同一主机的所有端口共用 Cookie。没有人以你的名义执行过操作。请登录后继续。',
    },
    'cookie-replaced': {
      title: '同一主机上的其他服务器覆盖了你的会话 Cookie',
      hint: '同一主机的所有端口共用 Cookie。没有人以你的名义执行过操作，不登录也无法这样做。如果你刚才没有打开智能体的页面，请查明是谁所为。',
    },
  },
  limited: '尝试次数过多，请等待一分钟',
};
