import { figure, plural } from '../count.ts';
import type { Messages } from '../messages.ts';
import { spaced } from './spaced.ts';

export const frameText: Messages['frame']['frameText'] = {
  main: '主导航',
  skip: '跳到内容',
  inbox: '收件箱',
  tasks: '任务',
  wall: '监控墙',
  agents: '智能体',
  knowledge: '知识',
  settings: '设置',
  keys: '快捷键',
  collapse: '收起',
  expand: '展开',
  more: '更多',
  breadcrumb: '当前位置',
  search: '搜索或执行命令',
  switchTheme: (next) => `切换到${next === 'light' ? '浅色' : '深色'}主题`,
  operatorMenu: (name) => spaced`操作员${name}`,
  signOut: '退出登录',
  guide: '指南',
  reloadNewer: '重新加载以使用新版本',
  version: (version) => `Countersign ${version}`,
  blocking: (count) => spaced`${figure(count)}条阻塞`,
  followups: (count) => plural(count, { other: '# 条跟进' }),
  notFound: '页面不存在',
  notFoundDetail: '链接可能已过时。',
  toInbox: '打开收件箱',
  roles: { viewer: '观察员', operator: '操作员', admin: '管理员', registrant: '注册方' },
};
