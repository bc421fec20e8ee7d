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
  expiredBeforeSent: '提问在答复发出之前已过期。',
  callEnded: '调用已结束。',
  callStopped: '调用已被停止。',
  agentGone: '该智能体已不存在。',
  runFailed: '提问的运行已失败。',
};

export const storedReasonShapes: Messages['storedReason']['storedReasonShapes'] = {
  givenUp: (why, attempts) => `${why} 已尝试 ${attempts} 次，不再发送。`,
  defaultUnfit: (why) => `无人按时答复，默认答复与所问不符，因此没有发送：${why}`,
  defaultNotSent: (why) => `无人按时答复，默认答复没有发送：${why}`,
  dismissed: (who, why) => `${who} 已忽略此提问：${why}`,
};
