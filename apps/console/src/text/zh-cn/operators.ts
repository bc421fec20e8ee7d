import type { Messages } from '../messages.ts';
import { spaced } from './spaced.ts';

export const operatorsText: Messages['operators']['operatorsText'] = {
  title: '操作员',
  lead: '谁可以登录、可以做什么，以及提问会升级到哪些小组。',
  add: '添加操作员',
  only: '还没有操作员',
  onlyDetail: '目前只有管理员可以登录。添加操作员后，所有人都能看到提问由谁处理、由谁答复。',
  roles: { viewer: '观察员', operator: '操作员', admin: '管理员', registrant: '注册方' },
  roleHelp: {
    viewer: '可查看全部，不能答复',
    operator: '可答复，可启动和停止任务',
    admin: '还可修改操作员、策略、规则和 Webhook',
    registrant: '程序：注册自己的服务、搜索其他服务，不能登录',
  },
  you: '你',
  noGroups: '无小组',
  groups: '小组',
  fixed: '用此服务器的令牌登录，不能更改或移除。',
  edit: (name) => spaced`修改${name}`,
  remove: (name) => spaced`移除${name}`,
  removeAsk: (name) => spaced`移除${name}？`,
  removeDetail: '其所有会话立即结束，正在处理的提问将被释放。已做的答复会保留。',
  removeYes: '移除操作员',

  form: {
    addTitle: '添加操作员',
    editTitle: (name) => spaced`修改${name}`,
    name: '名字',
    nameHelp: '其他人看到的名字。',
    nameBad: '请填写名字，最多 120 个字符',
    id: 'ID',
    idHelp: '小写字母、数字、点、短横线、下划线。之后不能更改。',
    idBad: '以小写字母或数字开头，之后可用小写字母、数字和 . _ -，最多 40 个字符',
    role: '角色',
    groups: '小组',
    groupsHelp: '以逗号分隔，例如 leads, night-shift。',
    groupsBad: (group) =>
      `“${group}”不是有效的小组名：只能用小写字母、数字和 . _ -，最多 40 个字符`,
    tooManyGroups: '最多 20 个小组',
    add: '添加',
    save: '保存',
    exists: '已有使用此 ID 的操作员',
  },
  token: {
    title: (name) => spaced`${name}现在可以登录`,
    label: '令牌',
    how: (address) => spaced`在${address}粘贴，或由程序作为 Bearer 令牌发送。`,
  },
};
