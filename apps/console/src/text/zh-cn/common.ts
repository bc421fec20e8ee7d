import { inRow } from '../count.ts';
import type { Messages } from '../messages.ts';

export const commonText: Messages['common']['commonText'] = {
  product: 'Countersign',
  close: '关闭',
  cancel: '取消',
  copy: '复制',
  copied: '已复制',
  copyFailed: '此处不允许复制',
  retry: '重试',
  loading: '加载中',
  more: '更多',
  required: '必填',
  somethingBroke: '此面板已停止工作',
  brokeDetail: '控制台的其余部分照常运行，已发送的内容不受影响。',
  notLoaded: '这部分尚未加载',
  notLoadedDetail: '无法连接服务器。连接恢复后会打开。',
  newVersion: '有新版本',
  newVersionDetail: '这部分属于新版本。草稿会保留。',
  reload: '重新加载',
  offlineProblem: '无法连接服务器。',
  /** Words as a sentence, and a value behind its name. */
  sentence: (words) => (/[。！？…]”?$/.test(words) ? words : `${words}。`),
  /** Between two sentences, between parts of one, and between a name and what follows it. */
  gap: '',
  comma: '，',
  colon: '：',
  aside: (words) => `（${words}）`,
  pair: (name, value) => `${name}：${value}`,
  saying: (did, words) => `${did}：“${words}”`,
  // Words are separated as words, and phrases as phrases.
  inRow: (parts) => (parts.some((part) => part.includes(' ')) ? parts.join('，') : inRow(parts)),
  // What an agent wrote in another language ends with the mark of that language.
  sentences: (words) =>
    words
      .map((one, at) =>
        at === words.length - 1 ? one : `${one}${/\p{Script=Han}/u.test(one) ? '。' : '. '}`,
      )
      .join(''),
  unknownProblem: '服务器没有给出原因。',
};
