import type { Messages } from '../messages.ts';
import { spaced } from './spaced.ts';

export const programsText: Messages['programs']['programsText'] = {
  title: '提问程序',
  lead: '编辑器中的智能体、脚本或任务：它们通过本服务器以 MCP 或 HTTP 向人提问。每个程序有自己的令牌，提问时显示其名称。',
  add: '添加程序',
  none: '还没有程序',
  noneDetail:
    '为每个程序添加一个。通过 MCP，它将获得工具 ask_human、request_approval、notify 和 get_answer；通过 HTTP，它自行提交提问。',
  via: { mcp: 'MCP', http: 'HTTP' },
  never: '尚未调用',
  contact: '最近调用',
  as: (name) => spaced`名为${name}`,
  createdBy: (name) => spaced`由${name}添加`,
  revoke: (name) => spaced`吊销${name}的令牌`,
  revokeAsk: (name) => spaced`吊销${name}的令牌？`,
  revokeDetail: '此后它的调用会被拒绝，未答复的提问会撤回。此操作无法撤销。',
  revokeYes: '吊销令牌',
  form: {
    title: '添加提问程序',
    via: '提问方式',
    viaHelp: {
      http: '由程序自行发送请求，例如 curl、任务或 Web 应用。',
      mcp: '使用 MCP 客户端的工具，例如编辑器中的智能体。',
    },
    name: '名称',
    nameHelp: '作为提问者显示，例如“Ana 的编辑器”。',
    nameBad: '请填写名称，最多 80 个字符',
    add: '添加',
  },
  token: {
    title: (name) => spaced`已添加${name}`,
    label: '令牌',
    how: '把下面任一配置粘贴到客户端的设置中，两者都已包含令牌。',
    http: '通过 HTTP',
    stdio: '通过 stdio（由客户端启动程序）',
    stdioHelp: '路径指向 Countersign 目录中的这个程序，需要 Node 20。',
    copyHttp: '用于 HTTP 的配置',
    copyStdio: '用于 stdio 的配置',
    howHttp: '此命令会提出一个提问，其中已包含令牌；答复由另一个请求取回。',
    curl: '在命令行中提问',
    copyCurl: '该命令',
    secret: '回调的密钥',
    secretHelp: '用于对发送到提问回调地址的内容签名，与 Webhook 的签名方式相同。',
    copySecret: '该密钥',
  },
};
