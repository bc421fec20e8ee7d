import { plural } from '../count.ts';
import type { Messages } from '../messages.ts';
import { spaced } from './spaced.ts';

const runs = (count: number) => plural(count, { other: '# 次运行' });

export const checkText: Messages['check']['checkText'] = {
  open: '检查',
  hint: '通过真实运行，按协议检查。',
  title: (agent) => spaced`检查${agent}`,
  about:
    '检查会启动、答复、重复、断开、暂停和停止运行，并发送智能体必须拒绝的请求。报告说明其作者需要修复什么。',
  real: '智能体会做真实的工作：检查会答复它的提问，能批准的都会批准。请选择不会造成损害的智能体。',
  message: '消息',
  messageHelp: '每次运行都以它开始。最好能让智能体提问。',
  start: '开始检查',
  failed: '检查未开始',
  cancel: '停止检查',
  going: (count) => spaced`正在检查。目前有${plural(count, { other: '# 项结果' })}；最多两分钟。`,
  cut: '检查在报告完成前已停止。以下是目前的结果。',
  nothingFailed: (count) => spaced`没有失败的项目。共启动${runs(count)}。`,
  someFailed: (failed, count) =>
    spaced`${plural(failed, { other: '# 项检查' })}失败。共启动${runs(count)}。`,
  groups: {
    fail: (count) => plural(count, { other: '# 项需要修复' }),
    warn: (count) => plural(count, { other: '# 项警告' }),
    skip: (count) => plural(count, { other: '# 项未检查' }),
    pass: (count) => plural(count, { other: '# 项通过' }),
  },
  copy: '复制报告',
  report: 'JSON 格式的报告',
};
