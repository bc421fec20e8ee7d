import type { Messages } from '../messages.ts';
import { spaced } from './spaced.ts';

export const settingsText: Messages['settingsText'] = {
  title: '设置',
  sections: '设置的各部分',
  general: '常规',
  operators: '操作员',
  signIn: '登录',
  policy: '升级策略',
  webhooks: 'Webhook',
  programs: '提问程序',
  rules: '规则',
  adminOnly: '只有管理员可以查看。',
  adminOnlyDetail: '请联系管理员代为更改，或授予你该角色。',
  adminChanges: '只有管理员可以更改。',
  failed: '无法加载此内容',
  notSaved: '未保存',
  save: '保存',
  saving: '正在保存',
  saved: '已保存',
  edit: '修改',
  remove: '移除',
  actionFailed: '操作失败',

  look: '外观',
  theme: '主题',
  themeHelp: '保存在本机。',
  system: '跟随系统',
  light: '浅色',
  dark: '深色',
  answering: '答复',
  advance: '答复后转到下一条提问',
  advanceHelp:
    '上一条答复在发出前，可以从那里撤回。如果是不能撤回的危急提问，会先让你看到结果。此设置保存在本机，仅对你有效。',
  keys: '快捷键',
  language: '语言',
  languageSystem: '跟随浏览器',
  languageHelp: '保存在本机。更改后页面会重新加载。智能体所写的内容不翻译。',
  density: '密度',
  densities: { compact: '紧凑', comfortable: '宽松' },
  densityHelp: '选择“宽松”时，行更高，文字更大。',
  zone: '时区',
  zoneLocal: (zone) => `跟随本机：${zone}`,
  zoneNow: (zone, clock) =>
    spaced`时间按${zone}显示、输入和保存，当地现在是${clock}。鼠标悬停在时间上可查看其时区。`,
  keysHelp: '每个快捷键都可单独关闭。保存在本机，仅对你有效。',

  secret: {
    shownOnce: '此内容只显示一次，请立即复制：服务器以无法还原的形式保存它。',
    copy: '复制',
    done: '我已保存',
  },
};

export const stepUpText: Messages['stepUpText'] = {
  title: '用通行密钥确认',
  lead: '策略要求在记录此答复之前确认。',
  seal: '你所见内容的印记',
  signs: '你的通行密钥只对此摘要和你的答复签名。签名不能重复使用，任何程序都不能代你触碰。',
  touch: '请触碰传感器或输入 PIN',
  done: '已签名',
  failed: '未确认',
  cancelled: '操作被取消或超时。没有记录任何内容。',
  again: '使用通行密钥',
};
