import type { Messages } from '../messages.ts';

export const storedReasonText: Messages['storedReason']['storedReasonText'] = {
  nobodyAnswered: '无人按时答复。',
  runStopped: '运行在给出答复之前被停止。',
  streamClosed: '运行的流在给出答复之前被关闭。',
  taskContinued: '任务没有等待答复，已继续进行。',
  questionChanged: '智能体在答复发出之前更改或结束了提问。',
  askedAgain: '智能体没有接受答复，再次提出了同样的问题。',
  taskStopped: '任务在发送之前被停止。',
  rulesStopped: '规则已停用。',
  nobodyThere: '没有接收方。',
  notControllable: '该智能体已无法控制。',
  noConnection: '与智能体没有连接。',
  stopUnconfirmed: '智能体确认停止之前连接已中断。',
};
