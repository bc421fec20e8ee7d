import type { Messages } from '../messages.ts';
import { spaced } from './spaced.ts';

export const firstMinuteText: Messages['firstMinute']['firstMinuteText'] = {
  label: '入门',
  title: '还没有智能体提问',
  lead: '智能体执行任务。遇到不能自行决定的事，它的提问会出现在这个收件箱。你查看它的提议，批准、修改或驳回，它再按你的答复继续。',
  try: '试一试',
  tryDetail: '点一下，就会用智能体自带的示例启动任务。你可以看到它工作，提问会出现在收件箱。',
  noTry: '这里的智能体都没有示例。`npm start` 会启动带示例的演示智能体，也可以使用你自己的智能体。',
  start: (name) => spaced`启动${name}`,
  startShort: '启动',
  startFailed: '任务未能启动',
  example: '示例',
  own: '添加你自己的智能体',
  ownDetail:
    '任何通过 HTTP 使用 HAI、AG-UI 或 A2A 的智能体，或 MCP 服务器都可以。输入 URL 并点击“测试”，即可知道对方是什么。',
  ownAction: '添加智能体',
  ownAdmin: '由管理员添加智能体。',
  keys: '快捷键',
  keyLines: [
    ['j', '下一条提问'],
    ['Enter', '打开提问'],
    ['a', '批准'],
    ['$mod+Enter', '发送答复'],
    ['$mod+k', '搜索或执行命令'],
    ['?', '全部快捷键'],
  ],
  more: '文档',
  guide: '操作员指南：各项含义',
  viewer: '你可以查看这里的全部内容；任务由操作员启动，提问由操作员答复。',
};
