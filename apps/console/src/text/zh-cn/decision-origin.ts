import { plural } from '../count.ts';
import type { Messages } from '../messages.ts';
import { spaced } from './spaced.ts';

/** The origin of a question, and how its answer is sent. */
export const originLabels: Messages['decisionOrigin']['originLabels'] = {
  'upformat/message': { badge: null, goesBack: () => null },
  'ag-ui/interrupt': {
    badge: '中断',
    goesBack: (tool) =>
      tool === null
        ? '运行停下来提问，你的答复会让它继续。'
        : spaced`运行停在${tool}之前，你的答复会让它继续。`,
  },
  'ag-ui/tool-call': {
    badge: '工具调用',
    goesBack: (tool) =>
      tool === null
        ? '你的答复就是智能体所调用工具的结果。'
        : spaced`你的答复就是工具${tool}的结果。`,
  },
  'hai/button': {
    badge: '按钮',
    goesBack: () => '你的选择会作为你说的话告诉智能体。',
  },
  'hai/form': { badge: '表单', goesBack: () => '你填写的内容会告诉智能体。' },
  'upformat/unread': {
    badge: '无法读取',
    goesBack: () => '你的话会作为新消息发给智能体。',
  },
  'a2a/input-required': {
    badge: '需要输入',
    goesBack: () => '你的答复会成为该智能体任务的下一条消息。',
  },
  'a2a/auth-required': {
    badge: '需要登录',
    goesBack: () => '你的答复会成为该智能体任务的下一条消息。不要在此填写密码。',
  },
  'acp/awaiting': {
    badge: '等待答复',
    goesBack: () => '你的答复会恢复该智能体的运行。',
  },
  'mcp/approval': {
    badge: '工具调用',
    goesBack: (tool) => spaced`你的答复决定是否调用${tool ?? '该工具'}。`,
  },
  'mcp/elicitation': { badge: '信息征询', goesBack: () => '你的答复会发给 MCP 服务器。' },
  'mcp/url': { badge: '要打开的地址', goesBack: () => '会告知 MCP 服务器你是否同意。' },
  'mcp/sampling': { badge: '模型采样', goesBack: () => '你的答复决定 MCP 服务器收到的内容。' },
  'mcp/roots': { badge: '根目录', goesBack: () => '会告知 MCP 服务器可以使用哪些文件夹。' },
};

/** How the answer to a question with an unknown origin is sent, as declared by its protocol. */
export const answerRouteText: Messages['decisionOrigin']['answerRouteText'] = {
  message: null,
  resume: '运行停下来提问，你的答复会让它继续。',
  result: '你的答复就是智能体所作调用的结果。',
  words: '你的话会发给智能体。',
  asker: '你的答复会在服务器内部交给提问方。',
};

export const originText: Messages['decisionOrigin']['originText'] = {
  goesBack: '答复去向',
  reason: (reason) => `给出的理由：${reason}`,
  together: (count) => plural(count, { other: '此运行的另外 # 条提问也须答复，之后才会发送。' }),
  choice: '你的选择',
  dismissTool: (tool) => spaced`不再询问${tool}`,
};
