import type { Messages } from '../messages.ts';

export const offersText: Messages['offers']['offersText'] = {
  server: 'MCP 服务器',
  tools: '可调用的工具',
  noTools: '该服务器没有列出工具。',
  resources: '资源',
  prompts: '提示模板',
  claims: '服务器的声明，未经核实：',
  readOnly: '只读',
  destructive: '破坏性',
  idempotent: '可重复',
  openWorld: '会影响其他系统',
  call: '调用',
  callTool: (name) => `调用 ${name}`,
  arguments: '参数',
  noArguments: '该工具没有参数。',
  approval: '调用会成为一个任务。除非管理员已允许该工具，调用前需要先在收件箱中批准。',
  typed: '该工具声明自己具有破坏性：批准时须输入它的名称。',
  faults: '请先更正标出的字段',
  failed: '调用没有启动',
};
