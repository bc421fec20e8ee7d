import type { Messages } from '../messages.ts';
import { spaced } from './spaced.ts';

export const firstMinuteText: Messages['firstMinute']['firstMinuteText'] = {
  label: '入门',
  title: '你用的是哪种智能体？',
  lead: '它的提问会出现在这里。你查看它的提议，批准、修改或驳回，它再按你的答复继续。',
  ways: {
    editor: ['编辑器里的智能体', 'Claude Code、Codex、Cursor 等任何 MCP 客户端'],
    code: ['我自己的代码', '脚本、流水线任务、网页应用'],
    agent: ['有地址的智能体', 'HAI、AG-UI、A2A，或提供工具的 MCP 服务器'],
    demo: ['先看演示', '让这里已有的智能体执行它的示例'],
  },
  token: '给它一个令牌',
  tokenDetail: {
    editor:
      '有了令牌，客户端只能在这里向人提问，不能做其他事。它会得到 ask_human、request_approval、notify 和 get_answer 四个工具。',
    code: '有了令牌，程序只能在这里向人提问，不能做其他事。',
  },
  tokenAction: '生成令牌',
  tokenAdmin: '令牌由管理员在“设置 → 提问程序”中生成。',
  programName: {
    editor: (name) => (name === '' ? '编辑器' : spaced`${name}的编辑器`),
    code: (name) => (name === '' ? '程序' : spaced`${name}的程序`),
  },
  once: '令牌只在此时显示，可在“设置 → 提问程序”中吊销。',
  paste: {
    editor: '粘贴到客户端的设置中',
    code: '在代码中提问',
  },
  client: '客户端的设置',
  claude: '或者，Claude Code 的命令',
  language: '语言',
  install: '安装库',
  ask: '提一个问题',
  curlHelp: '返回提问的 id；用 GET /api/questions/{id}?wait=50 取得答复。',
  tell: '让智能体提问',
  tellTitle: '例如',
  tellWords: '在做任何改动之前，先用 request_approval 征求我的同意。',
  wait: '答复提问',
  waiting: '正在等待它的第一个提问…',
  asked: (ask) => `它的提问：${ask}`,
  try: '启动任务',
  tryDetail: '点一下，就会用智能体自带的示例启动任务。你可以看到它工作，提问会出现在收件箱。',
  noTry:
    '这里的智能体都没有示例。`npm start` 和 `countersign --demo` 会启动带示例的演示智能体，也可以使用你自己的智能体。',
  start: (name) => spaced`启动${name}`,
  startShort: '启动',
  startFailed: '任务未能启动',
  example: '示例',
  own: '用地址添加',
  ownDetail:
    '任何通过 HTTP 使用 HAI、AG-UI 或 A2A 的智能体，或 MCP 服务器都可以。输入 URL 并点击“测试”，即可知道对方是什么。',
  ownAction: '添加智能体',
  ownAdmin: '由管理员添加智能体。',
  guide: '操作员指南：各项含义',
  viewer: '你可以查看这里的全部内容；任务由操作员启动，提问由操作员答复。',
};
