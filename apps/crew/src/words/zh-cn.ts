import type { CrewText } from './crew-text.ts';

export const zhCn: CrewText = {
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
  stand: (shown, total) => `在 ${total} 名符合条件的人中，目前 **${shown} 人**较为突出：\n\n`,
};
