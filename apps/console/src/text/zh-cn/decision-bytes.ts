import { plural } from '../count.ts';
import type { Messages } from '../messages.ts';

/** Texts about the exact bytes. */
export const bytesText: Messages['decisionBytes']['bytesText'] = {
  title: '原始字节',
  note: '键在发送时生成，因此重复的请求只计一次。',
  missing: '选好并填完答复后，这里显示将要发送的内容。',
  keyPlaceholder: '（发送时生成）',
  view: '视图',
  request: '请求',
  feedback: '答复',
  agent: '智能体收到的内容',
  canonical: '规范格式（RFC 8785）',
  bytes: (count) => plural(count, { other: '# 字节' }),
  copyCurl: '复制为 curl',
  seal: '指纹，所示内容的 sha256',
  default: '若逾时无人答复',
  asFeedback: '发送到进行中的运行。',
  asRun: '随任务的新运行发出。',
  asAsker: '在服务器内部交给提问方，不经网络发送。',
  headers: '专用请求头',
  noHeaders: '无',
  nothing: '不发送任何内容，也不通知智能体。',
  waits: (count) => plural(count, { other: '等此运行的另外 # 条提问也答复后才发出。' }),
  reading: '加载中',
  failed: '服务器无法给出结果',
};
