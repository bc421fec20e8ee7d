import type { shapeStatements } from '@countersign/json/shape-message';
import type { argumentStatements } from '@countersign/signifiers/call/faults';
import type { selectStatements } from '@countersign/signifiers/select/reasons';
import type { uapStatements } from '@countersign/uap/statements';
import { runStatusLabels, stateLabels } from '../words.ts';
import { answerStatements } from './answers.ts';
import { statementsOfAsks } from './asks.ts';
import { statementsOfReasons } from './reasons.ts';
import { statementsOfServer } from './server.ts';
import { streamStatements } from './streams.ts';

const named = (kind: string, labels: Readonly<Record<string, string>>) =>
  Object.entries(labels).map(([state, label]) => [`${kind}.${state}`, label] as const);

/** States within a sentence, as they are labelled elsewhere. */
const statementsOfStates: Readonly<Record<string, string>> = Object.fromEntries([
  ...named('state', stateLabels),
  ...named('run-status', runStatusLabels),
]);

/** What is wrong with the shape of a value. */
const statementsOfShape: Readonly<Record<keyof typeof shapeStatements, string>> = {
  'shape.missing': '必填',
  'shape.string': '须为文本',
  'shape.number': '须为数字',
  'shape.int': '须为整数',
  'shape.boolean': '须为 true 或 false',
  'shape.array': '须为列表',
  'shape.object': '须为对象',
  'shape.one-of': '须为以下之一：{values:、| 或 }',
  'shape.format': '不是有效的 {format}',
  'shape.least': '不小于 {limit}',
  'shape.most': '不大于 {limit}',
  'shape.too-short': '至少须有 {limit} 个字符或项',
  'shape.too-long': '最多可有 {limit} 个字符或项',
  'shape.unknown-members': '含有此处不识别的成员：{names}',
  'shape.other': '形式不正确',
};

type Codes = keyof typeof selectStatements | keyof typeof argumentStatements;

/** Why a signifier is recommended, not recommended or blocked, and why arguments cannot be sent. */
const selectionStatements: Readonly<Record<Codes, string>> = {
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

/** Faults of a registration, a route or a search of the registry; they follow the path of a member. */
const registryStatements: Readonly<Record<keyof typeof uapStatements, string>> = {
  'uap.shape': '类型错误：{detail}',
  'uap.missing': '必填',
  'uap.too-long': '过长：最多 {limit} 个字符',
  'uap.too-many': '项数过多：最多 {limit} 项',
  'uap.range': '必须是 {min} 到 {max} 之间的整数',
  'uap.one-of': '必须是以下之一：{names:、| 或 }',
  'uap.empty-or-one-of': '必须为空，或是以下之一：{names:、| 或 }',
  'uap.host': '必须是 IP 地址（不能是未指定地址）或带点的域名',
  'uap.duration': '必须是大于零的时长，例如 15s、2m 或 1m30s',
  'uap.order': '必须长于 {name}',
  'uap.path': '必须是以 / 开头的路径',
  'uap.url': '必须是 http 或 https 网址',
  'uap.list': '必须是列表',
  'uap.info': '必须有成员 {name}，其值为对象',
  'uap.info-needed': '智能体必填，除非给出 agent_info_url',
  'uap.info-size': '过大：以 JSON 计最多 {limit} 个字符',
  'uap.secret': '不得发送：能读取注册中心的人都会看到它',
  'uap.not-fetched': '无法获取：{reason}',
  'uap.unknown': '此处不识别',
  'uap.empty-query': '没有可搜索的内容',
};

/** What the server itself says in questions of MCP. */
const statementsOfMcpAsks: Readonly<Record<string, string>> = {
  'mcp-ask.call': '在 {server} 上调用 {tool}？',
  'mcp-ask.runs': '{server} 会以这些参数运行 {tool}。',
  'mcp-ask.runs-edited': '{server} 会以你修改后的参数运行 {tool}。',
  'mcp-ask.call-label': '调用',
  'mcp-ask.not-call-label': '不调用',
  'mcp-ask.changes-nothing': '不作任何更改',
  'mcp-ask.destroys': '可能破坏数据',
  'mcp-ask.repeatable': '重复调用不会产生更多影响',
  'mcp-ask.open-world': '会影响该服务器以外的系统',
  'mcp-ask.no-claims': '该服务器没有说明此工具会更改什么。',
  'mcp-ask.claims': '该服务器称此工具{claims:、|、}。这未经核实。',
  'mcp-ask.needs': '{server} 需要信息。',
  'mcp-ask.asks': '{server} 问：{words}',
  'mcp-ask.accept-label': '接受',
  'mcp-ask.send-label': '发送',
  'mcp-ask.decline-label': '谢绝',
  'mcp-ask.values': '{server} 会收到这些值，不作改动。',
  'mcp-ask.entered': '{server} 会收到你填写的内容。',
  'mcp-ask.declined': '{server} 会得知你已谢绝。',
  'mcp-ask.no-address': '此地址无法打开：',
  'mcp-ask.address': '此地址位于 {origin}。打开之前，请确认你认识这台主机。',
  'mcp-ask.agreed': '{server} 会得知你同意打开此地址。你在那里所做的不经过本控制台。',
  'mcp-ask.sampling': '{server} 请求语言模型的回答。',
  'mcp-ask.model-label': '由 {model} 回答',
  'mcp-ask.model': '这些消息会发送给 {model}。你先于 {server} 看到其回答。',
  'mcp-ask.by-hand-label': '亲自回答',
  'mcp-ask.by-hand': '{server} 会收到你的文字作为回答。',
  'mcp-ask.sampling-declined': '{server} 会得知该请求已被谢绝。',
  'mcp-ask.review': '把 {model} 的回答发送给 {server}？',
  'mcp-ask.roots': '{server} 询问可以在哪些文件夹中工作。',
  'mcp-ask.none-label': '没有',
  'mcp-ask.empty-list': '{server} 会收到空列表。',
  'mcp-ask.list': '{server} 会收到该列表。',
  'mcp-ask.title-roots': '根目录',
  'mcp-ask.title-name': '名称',
  'mcp-ask.system-prompt': '系统提示词：',
  'mcp-ask.user': '用户：',
  'mcp-ask.assistant': '助手：',
  'mcp-ask.not-shown': '（另有 {count} 个字符未显示。）',
  'mcp-ask.models': '首选模型：{names:、|、}',
  'mcp-ask.priorities': '优先考虑：{names:、|、}',
  'mcp-ask.tokens': '最多 {count} 个 token',
  'mcp-ask.temperature': '温度 {value}',
  'mcp-ask.stops-at': '遇到以下内容时停止：{texts:、|、}',
  'mcp-ask.tools-not-called': '它还提供了工具（{names:、|、}）；不会调用其中任何一个。',
  'mcp-ask.context-not-given': '它还请求此客户端的上下文（{context}）；不会提供。',
};

/** Why a run ended, or did not take what was sent, in the sentences of this product's libraries: they come without codes. */
const statementsOfEndings: Readonly<Record<string, string>> = {
  'end.failed-silently': '任务失败，智能体未给出理由。',
  'end.rejected-silently': '智能体拒绝了该任务，未给出理由。',
  'end.error-unsaid': '智能体报告了一个错误，但未说明是什么错误。',
  'end.nobody-answered': '太久没有人答复。',
  'end.too-many-questions': '等待答复的提问过多。',
  'end.agent-failed': '智能体运行失败。',
  'end.already-finished': '运行已经完成。',
  'end.already-stopped': '运行已经停止。',
  'end.is-stopping': '运行正在停止。',
  'end.nothing-waits': '此任务中没有等待答复的提问。',
  'end.stopped': '已停止。',
  'end.call-over': '提出此问题的调用已经结束，答复无处可送。请重新调用该工具。',
  'end.calls-only':
    'MCP 服务器只接受对其工具的调用，不接受消息。请从其页面调用工具，或发送 {"tool": "…", "arguments": {…}}。',
  'end.service-calls-only': '服务只接受对其所提供内容的调用，不接受消息。',
  'end.name-not-typed': '没有输入该工具的名称。',
  'end.no-arguments': '答复中没有参数。',
  'end.text-no-arguments': '答复是文字，没有参数。',
  'end.person-decides': '这须由人决定。',
  'end.choose-kept': '请选择保留哪些：其中一条、两条，或合并后的内容。',
  'end.decided': '已经作出决定。',
  'end.stopped-by': '已由 {by} 停止。',
};

/** The templates of statements by their codes. */
export const templates: Record<string, string> = {
  ...answerStatements,
  ...streamStatements,
  ...statementsOfServer,
  ...statementsOfReasons,
  ...statementsOfStates,
  ...statementsOfEndings,
  ...statementsOfAsks,
  ...statementsOfMcpAsks,
  ...statementsOfShape,
  ...registryStatements,
  ...selectionStatements,
};

/** Adds the templates of screens that are loaded later. */
export const addStatements = (more: Readonly<Record<string, string>>): void => {
  Object.assign(templates, more);
};
