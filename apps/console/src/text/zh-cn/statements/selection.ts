import type { argumentStatements } from '@countersign/signifiers/call/faults';
import type { selectStatements } from '@countersign/signifiers/select/reasons';

type Codes = keyof typeof selectStatements | keyof typeof argumentStatements;

/** Why a signifier is recommended, not recommended or blocked, and why arguments cannot be sent. */
export const selectionStatements: Readonly<Record<Codes, string>> = {
  'select.ability': '需要该智能体不具备的能力：{names:、| 和 }',
  'select.policy': '不允许该智能体使用：{rule}',
  'select.services': '该智能体可使用{names:、| 和 }',
  'select.no-services': '该智能体不可使用任何服务',
  'select.unhealthy': '所属的服务没有响应',
  'select.drifted': '已变更，且尚未重新批准',
  'select.shape': '不符合示能符的形状：{detail}',
  'select.pinned': '由操作员置顶',
  'select.hidden': '由操作员隐藏',
  'select.example': '情境与示例“{phrase}”相近',
  'select.words': '含有情境中的词：{words:、| 和 }',
  'select.meaning': '含有与情境中的词义相近的词：{pairs:、| 和 }',
  'select.near': '“{word}”接近“{found}”',
  'select.model': '{model} 判断为相关',
  'select.model-not': '{model} 判断为不相关',
  'select.far': '其他示能符更接近该情境',
  'select.nothing': '其中没有与情境相近的内容',
  'select.no-context': '该智能体没有可供比较的情境',
  'call.missing': '是地址的一部分，但没有填写',
  'call.segment': '会指向另一个地址',
  'call.plain': '须为文本、数字、true 或 false，才能在 {place} 中发送',
  'call.header': '不能在请求头中发送',
  'call.secret': '由服务器保管，不能作为参数',
  'call.text': '须为文本：请求类型为 {type}',
  'call.none': '不接受参数',
  'call.parts': '须有文本或数据',
};
