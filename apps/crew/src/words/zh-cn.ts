import { countryNames } from '../freelancers/cities.ts';
import type { en } from './en.ts';

const regions = new Intl.DisplayNames('zh-CN', { type: 'region' });
const countries = Object.fromEntries(
  Object.entries(countryNames).map(([code, name]) => [name, regions.of(code) ?? name]),
);

export const zhCn: typeof en = {
  stopped: '操作员停止了任务。不会再给任何人写信。',
  accepted: '请求已接受。',
  handsOver: '我把这项工作交给人才推荐智能体，稍后带回候选名单。',
  saidMeanwhile: (said) => `你刚才说：“${said.join('”、“')}”。我让它重新排序。`,
  limitsChange: (instruction) => `条件有变：“${instruction}”。我让它重新排序。`,
  calledOff: '没有邀请任何人：搜索已取消。',
  shortlistReady: '候选名单已就绪。',
  nobodyInvited: (reason) =>
    `没有邀请任何人${reason === null ? '' : `（${reason}）`}。候选名单保留在此任务中。`,
  shortlistRejected: '没有邀请任何人：候选名单被驳回。',
  invites: (names) => `我邀请 ${names.join('、')}。`,
  notMapped: '没有邀请任何人：字段没有对应好。',
  invited: (names, role, mailbox) =>
    `完成：已通过邮件邀请 ${names.join('、')} 担任 **${role}**。发出的邮件见[邮箱](${mailbox})。`,
  whomToInvite: (role) => `邀请谁担任“${role}”？`,
  ranked: (count, invited) =>
    `已对 ${count} 名候选人排序；如果你不另作选择，将邀请前 ${invited} 名。`,
  whom: '邀请谁？',
  defaultReason: (seconds, names) => `${seconds} 秒内无人答复：邀请 ${names.join('、')}。`,
  mailsGo: (count, names) => `立即发出 ${count} 封邮件给 ${names.join('、')}。`,
  firstGetMail: (count) => `立即给前 ${count} 名各发一封邮件。`,
  whereToWork: (role) => `${role} 的工作地点在哪里？`,
  answeredBefore: ({ location, approvedBy, path }) =>
    `之前有人回答过：${location.city}${approvedBy === null ? '' : `，由 ${approvedBy} 批准`}（[记忆](${path})）。`,
  whatToKnow: (role) => `${role} 需要掌握什么？`,
  nobodyFits: (role) => `没有人符合“${role}”的条件。哪些条件可以放宽？`,
  whereQuestion: '在哪里工作？',
  remoteQuestion: '可以接受完全远程的人选吗？',
  no: '否',
  limitQuestion: '哪个条件可以放宽？',
  poolRanked: '将按这些要求对人才库排序。暂不给任何人写信。',
  noTown: '其中没有我认识的城市。',
  skillAndPlace: '至少需要一项技能和一个工作地点。',
  noLocation: (profiles) => `没有给出工作地点，因此无法对 ${profiles} 份资料排序。`,
  noSkill: '没有提到我认识的技能，因此无法区分这些资料。',
  thanks: (brief) => `谢谢。现在的要求是：${brief}。`,
  leading: (shown, total) => `在 ${total} 名符合条件的人中，目前 **${shown} 人**较为突出：\n\n`,
  searched: (found, isPlaced) =>
    isPlaced
      ? `共 ${found.total} 份资料：${found.skills} 份具备技能，${found.rate} 份符合费率，${found.travel} 份通勤可行，${found.availability} 份能按时到岗。`
      : `共 ${found.total} 份资料：${found.skills} 份具备技能，其中 ${found.rate} 份符合费率。工作地点未知，无法判断通勤距离。`,
  certainty: (data, pool, margin, fit) =>
    `已知要求 ${data}，可选范围 ${pool}，与下一名的差距 ${margin}，末位人选的匹配度 ${fit}。`,
  tooFew: (fitting, count, found) =>
    `${fitting === 0 ? '没有人' : `只有 ${fitting} 人（需要 ${count} 人）`}符合全部条件：${found.skills} 人具备技能，${found.rate} 人符合费率，${found.travel} 人通勤可行，${found.availability} 人能按时到岗。`,
  fitBest: (first, second, count) =>
    second === null
      ? `${count} 人中 ${first} 最合适。`
      : `${count} 人中 ${first} 和 ${second} 最合适。`,
  travelEstimated: '通勤时间按门到门的距离估算。',
  remoteUnknown: '没有提到远程办公，因此按每天到岗计算。',
  startUnknown: '没有给出开始日期，因此视为所有人都能按时到岗。',
  rateUnlimited: '没有给出费率上限。',
  paymentsRead: '“Payments”按技能 Payment flows、熟练程度理解。',
  cheapest: (reason) => `其余人选中费率最低：${reason}`,
  nearest: (reason) => `其余人选中通勤最短：${reason}`,
  readAs: (isChanged, brief) => `${isChanged ? '条件有变。' : '新的请求。'}我的理解是：${brief}。`,
  enough: '信息足够，可以开始搜索。先看技能，再看费率、通勤和到岗时间。',
  isMissing: (missing) =>
    `缺少${missing.map((one) => (one === 'location' ? '工作地点' : '技能')).join('和')}；否则无法计算通勤和排序，因此需要提问。`,
  leads: (count, name, score, parts) =>
    `剩下 ${count} 人。${name} 以 ${score} 领先：技能 ${parts.skills}，通勤 ${parts.travel}，费率 ${parts.rate}，到岗 ${parts.availability}。`,
  next: (name, score) => `其次是 ${name}，${score}。`,
  weighs: '我把其中最好的交给模型权衡。',
  confidence: (value, threshold) => `我的置信度是 ${value}；低于 ${threshold} 时会提问。`,
  fields: {
    ...countries,
    Requirements: '要求',
    Location: '工作地点',
    'Where the person works when not remote': '非远程时的工作地点',
    Country: '国家',
    'Country of the place of work': '工作地点所在国家',
    City: '城市',
    'Town of the place of work': '工作地点所在城市',
    'Postal code': '邮政编码',
    'Postal code of the place of work; five digits in Germany':
      '工作地点的邮政编码；德国为五位数字',
    'Remote share': '远程比例',
    'How many days a week are worked on site': '每周到岗天数',
    'On site, every day': '每天到岗',
    'Hybrid, 3 days on site': '混合办公，到岗 3 天',
    'Hybrid, 2 days on site': '混合办公，到岗 2 天',
    'Hybrid, 1 day on site': '混合办公，到岗 1 天',
    'Fully remote': '完全远程',
    'Start date': '开始日期',
    'First day of work': '第一个工作日',
    Rate: '费率',
    'Price per hour before tax, in EUR': '每小时税前价格，单位 EUR',
    From: '下限',
    'Lower end of the rate in EUR': '费率下限，单位 EUR',
    To: '上限',
    'Upper end of the rate in EUR': '费率上限，单位 EUR',
    Basis: '计价单位',
    'Unit of the rate, set by the agent': '费率的计价单位，由智能体设定',
    Skills: '技能',
    'What the person must know, most important first': '需要掌握的技能，最重要的在前',
    Skill: '技能',
    'Name of the skill': '技能名称',
    Level: '水平',
    'How well it must be known': '需要掌握到的程度',
    Years: '年数',
    'Years of practice': '实践年数',
    Role: '角色',
    Candidates: '候选人',
    Id: 'ID',
    Name: '姓名',
    Email: '邮箱',
    Title: '职位',
    Minutes: '通勤（分钟）',
    'EUR/h': 'EUR/小时',
    'Free from': '可到岗日期',
    Score: '得分',
    Why: '理由',
    Invite: '邀请',
    Subject: '主题',
    Message: '正文',
    'who gets an invitation': '收到邀请的人',
    'subject line of the invitation': '邀请邮件的主题',
    'text of the invitation, {name} stands for the name of the person':
      '邀请邮件的正文，{name} 代表收件人姓名',
  },
};
