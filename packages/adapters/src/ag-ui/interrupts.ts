import { parseExactly } from '@countersign/json/exact-json';
import { isObject, type JsonObject } from '@countersign/json/json-object';
import {
  type FeedbackType,
  type Severity,
  severitySchema,
  type UpFeedback,
  type UpMessage,
} from '@countersign/upformat/message';
import { askedForm, labelsOf, shownNames } from '../answer/asked-form.ts';
import { plannedAnswer } from '../answer/planned-answer.ts';
import { approvalReason, type ResponsePlan, responsePlan } from '../answer/response-plan.ts';
import type { AskPlace, ForeignAsk } from '../ask.ts';
import { askMembers, type Explained } from '../ask-members.ts';
import { sayAsk, titlesIn } from '../ask-statements.ts';
import { isoTime } from '../iso-time.ts';
import { lastLine, questionTextIn } from '../question-text.ts';
import { effectOf } from '../shapes/action.ts';
import { agentInbox } from '../shapes/agent-inbox.ts';
import { review } from '../shapes/review.ts';
import type { ShapedAnswer, ShapedQuestion } from '../shapes/shape.ts';
import { isShapeName, type ShapeName, shapes } from '../shapes/shapes.ts';
import { type Interrupt, readInterrupt } from './interrupt.ts';
import { interruptOrigin } from './origins.ts';
import type { ReceivedInterrupt } from './received-interrupt.ts';
import { upFormatOfInterrupt } from './upformat-interrupt.ts';

/** What is known of the tool call an interrupt is about. */
export interface CalledTool {
  name: string;
  /** JSON text. */
  args: string;
}

/** What was received before an interrupt. */
export interface ReceivedBefore {
  /** The call it names, if that was received. */
  tool: CalledTool | null;
  /** The last text of the agent. */
  said: string;
}

const coreReasons = new Set(['tool_call', 'input_required', 'confirmation', approvalReason]);
const crewReason = 'crewai:human_feedback';
/** Reasons that the bridges send if there is no other. */
const emptyReasons = new Set([
  'langgraph:interrupt',
  'mastra:tool_suspend',
  'on_interrupt',
  'unknown',
]);

/** The questions of an interrupt, however it was sent: by the shape of its value, by its schema, or open. */
export function asksOfInterrupt(
  raised: ReceivedInterrupt,
  place: AskPlace,
  before: ReceivedBefore,
): ForeignAsk[] {
  const { interrupt, command } = raised;
  const own = command === null ? upFormatOfInterrupt(interrupt) : null;
  if (own !== null) return [upFormatAsk(own, interrupt, { place, before })];
  const { name, questions } = shaped(raised) ?? planned(raised, before);
  return questions.map((question, part) =>
    foreignAsk({ raised, place, before, name, question, part, parts: questions.length }),
  );
}

/** An agent that asks in UpFormat over AG-UI: the whole question is in the message, the interrupt only names it. */
function upFormatAsk(
  own: UpMessage,
  { id, reason }: Interrupt,
  { place, before }: { place: AskPlace; before: ReceivedBefore },
): ForeignAsk {
  const { threadId, agentId, runId } = place;
  return {
    origin: interruptOrigin,
    source: { id, reason, toolName: before.tool?.name ?? null, together: runId },
    message: {
      ...withoutStatements(own),
      ...{ threadId, agentId, interrupt: { id, reason, metadata: { upformat: id } } },
    },
  };
}

/** All of it is from the agent: nothing is shown as words of this server. */
function withoutStatements(message: UpMessage): UpMessage {
  if (message.upPrompt === undefined) return message;
  const { statements: _, ...upPrompt } = message.upPrompt;
  return { ...message, upPrompt };
}

interface Found {
  name: ShapeName | 'planned';
  questions: ShapedQuestion[];
}

function shaped({ value, interrupt }: ReceivedInterrupt): Found | null {
  const actions = review.find(value);
  if (actions !== null) return { name: 'review', questions: actions };
  const requests = agentInbox.find(value);
  if (requests !== null) return { name: 'agent-inbox', questions: requests };
  if (interrupt.responseSchema !== undefined) return null;
  const options = shapes.choice.find(value);
  return options === null ? null : { name: 'choice', questions: options };
}

/** Members that bridges copy out of the value: they are shown elsewhere. */
const lifted = new Set(
  'reason toolCallId tool_call_id responseSchema response_schema expiresAt expires_at'.split(' '),
);

function withoutLifted(value: unknown, tool: CalledTool | null): unknown {
  if (!isObject(value)) return value;
  // The name of the displayed call is redundant.
  const isSaid = (name: string) => name === 'toolName' && value[name] === tool?.name;
  return Object.fromEntries(
    Object.entries(value).filter(([name]) => !lifted.has(name) && !isSaid(name)),
  );
}

function planned(raised: ReceivedInterrupt, { tool }: ReceivedBefore): Found {
  const { interrupt, suspended, value, action } = raised;
  const { responseSchema, reason, metadata } = interrupt;
  const own = suspended === null ? withoutLifted(value ?? metadata, tool) : suspended.payload;
  const isAsked = responseSchema !== undefined || coreReasons.has(reason);
  if (action !== undefined) return { name: 'open', questions: actionQuestions(action) };
  if (!isAsked && suspended === null) {
    const asked = isObject(own) || own === undefined ? { ...calledWith(tool), ...own } : own;
    return { name: 'open', questions: shapes.open.find(asked) ?? [] };
  }
  const { text, rest } = questionTextIn(own);
  const details = rest ?? (isObject(own) || typeof own === 'string' ? null : bare(own));
  const args = tool === null ? suspended?.args : argumentsOf(tool.args);
  // Without a schema a suspended tool accepts any value; it is resumed, not approved.
  const meant = suspended === null ? reason : 'input_required';
  const plan = responsePlan(responseSchema, meant);
  const { allowed, payload, schema, shown, wrapped } = askedForm(plan, { args, details });
  const toolName = tool?.name ?? suspended?.toolName ?? null;
  const approves = plan.kind !== 'form' && allowed.includes('approve');
  return {
    name: 'planned',
    questions: [
      {
        ask: text,
        ...(toolName !== null && approves ? { effect: effectOf(toolName) } : {}),
        allowed,
        answers: labelsOf(plan),
        payload,
        schema,
        toolName,
        keep: { shown, wrapped, reason: meant, ...heldCall(interrupt, tool, plan) },
      },
    ],
  };
}

/**
 * The call that a bare approval is about: Microsoft's AG-UI server runs a call that it holds only if the answer repeats it, as its
 * own client does.
 */
function heldCall(
  { reason, toolCallId }: Interrupt,
  tool: CalledTool | null,
  plan: ResponsePlan,
): JsonObject {
  const isBare = plan.kind === 'approval' && Object.keys(propertiesIn(plan.schema)).length === 1;
  const args = tool === null ? null : argumentsOf(tool.args);
  if (tool === null || reason !== 'tool_call' || !isBare || !isObject(args)) return {};
  if (plan.schema['additionalProperties'] === false) return {};
  return { toolCall: { callId: toolCallId ?? '', name: tool.name, arguments: args } };
}

const propertiesIn = ({ properties }: JsonObject): JsonObject =>
  isObject(properties) ? properties : {};

/** An action is named as it would be if its call had been received. What its answer is, only the agent knows. */
const actionQuestions = ({ name, args }: NonNullable<ReceivedInterrupt['action']>) =>
  (shapes.open.find({ [shownNames.args]: args }) ?? []).map((question) => ({
    ...question,
    ask: sayAsk('ask.may-run', { tool: name }),
    toolName: name,
  }));

/** The call an interrupt is about is always shown, for any content of the interrupt. */
const calledWith = (tool: CalledTool | null): JsonObject =>
  tool === null ? {} : { [shownNames.args]: argumentsOf(tool.args) };

const bare = (value: unknown): JsonObject | null =>
  value === undefined || value === null ? null : { value };

interface Asking {
  raised: ReceivedInterrupt;
  place: AskPlace;
  before: ReceivedBefore;
  name: Found['name'];
  question: ShapedQuestion;
  part: number;
  parts: number;
}

function foreignAsk(asking: Asking): ForeignAsk {
  const { raised, place, question, part, parts, name } = asking;
  const { id, reason, metadata: _, ...plain } = raised.interrupt;
  // One of many parts keeps only what it needs: a thousand copies of the whole would fill the journal.
  const interrupt = parts === 1 ? raised.interrupt : { ...plain, id, reason };
  const toolName = question.toolName;
  const message: UpMessage = {
    messageId: `interrupt:${place.runId}:${id}${parts === 1 ? '' : `:${part}`}`,
    threadId: place.threadId,
    timestamp: place.timestamp,
    agentId: place.agentId,
    state: 'needsHumanDecision',
    payload: question.payload,
    upContext: {
      ...(toolName === null ? {} : { entity: toolName }),
      ...(question.schema === null ? {} : { schema: question.schema }),
    },
    interrupt,
    question: { shape: name, part, parts, keep: question.keep },
    ...(raised.command === null ? {} : { command: raised.command }),
  };
  return {
    origin: interruptOrigin,
    source: {
      id,
      reason: emptyReasons.has(reason) ? null : reason,
      toolName,
      together: togetherOf(raised, place),
      ...(raised.carrier === 'outcome' ? {} : { carrier: 'on-interrupt' as const }),
    },
    message: { ...message, ...wordsOf(asking, message) },
  };
}

/** What is answered together: all interrupts of a run that one answer can address; otherwise each separately. */
const togetherOf = ({ command, interrupt }: ReceivedInterrupt, { runId }: AskPlace): string =>
  command === null || command.graph !== undefined ? runId : `${runId}:${interrupt.id}`;

function wordsOf(
  { raised, before, question, name }: Asking,
  message: UpMessage,
): Partial<UpMessage> {
  const { interrupt, command } = raised;
  const text = interrupt.message?.trim() ? interrupt.message : null;
  const isAction = name === 'review' || name === 'agent-inbox';
  const [first, second] = isAction ? [question.ask, text] : [text, question.ask];
  // A CUSTOM event cannot be cancelled; Mastra reads `false` as a refusal. CrewAI continues with its first choice.
  const cannotCancel =
    (command !== null && command.event === undefined) || interrupt.reason === crewReason;
  const cannotRefuse = cannotCancel && refuses(message);
  const allowed = question.allowed.filter((type) => !(cannotRefuse && type === 'reject'));
  return askMembers({
    ask: first ?? second ?? askText(interrupt, question.toolName, before),
    explanation: [question.explanation ?? (first === null ? null : second)].filter(
      (part) => part !== null,
    ),
    effect: question.effect,
    titles: { ...titlesIn(message.upContext?.schema), ...question.titles },
    severity: severityOf(interrupt, question.toolName !== null && question.effect !== undefined),
    allowed,
    answers: { ...question.answers, ...saysWhatItSends(message, allowed, question.answers) },
    expiresAt: isoTime(interrupt.expiresAt) ?? undefined,
  });
}

const refuses = (message: UpMessage): boolean =>
  answerOf(message, { type: 'reject' }).kind === 'given-up';

const maxShown = 160;

/** The effect of an approval or refusal: the value that is sent to the agent. */
function saysWhatItSends(
  message: UpMessage,
  allowed: readonly FeedbackType[],
  given: ShapedQuestion['answers'] = {},
): ShapedQuestion['answers'] {
  const kinds = (['approve', 'reject'] as const).filter((type) => allowed.includes(type));
  return Object.fromEntries(
    kinds.flatMap((type) => {
      const answer = answerOf(message, { type });
      const text = answer.kind === 'value' ? JSON.stringify(answer.value) : null;
      if (text !== null && (text === undefined || text.length > maxShown)) return [];
      const effect = text === null ? sayAsk('ask.gives-up') : sayAsk('ask.sends', { value: text });
      return [[type, { effect, ...given[type] }]];
    }),
  );
}

function askText({ reason }: Interrupt, tool: string | null, { said }: ReceivedBefore): Explained {
  if (tool !== null && reason !== 'mastra:tool_suspend') return sayAsk('ask.may-run', { tool });
  if (tool !== null) return sayAsk('ask.tool-waits', { tool });
  if (reason === 'tool_call') return sayAsk('ask.may-run-a-tool');
  const line = lastLine(said);
  if (line !== '') return line;
  if (reason === 'confirmation') return sayAsk('ask.confirmation');
  if (reason === 'input_required') return sayAsk('ask.more-information');
  if (emptyReasons.has(reason)) return sayAsk('ask.stopped');
  return sayAsk('ask.stopped-because', { reason });
}

/** An action is more severe than a question. */
function severityOf({ reason, metadata }: Interrupt, acts: boolean): Severity {
  const given = severitySchema.safeParse(metadata?.['severity']);
  if (given.success) return given.data;
  if (reason === 'tool_call' || acts) return 'major';
  return reason === 'input_required' ? 'info' : 'minor';
}

function argumentsOf(text: string): unknown {
  try {
    return parseExactly(text === '' ? '{}' : text);
  } catch {
    return text;
  }
}

/** Which question of its interrupt a message is; a message of an older release is the only one. */
export function partOf(message: UpMessage): { part: number; parts: number } {
  const { question } = message;
  const { part, parts } = isObject(question) ? question : {};
  return typeof part === 'number' && typeof parts === 'number'
    ? { part, parts }
    : { part: 0, parts: 1 };
}

/** The answer to one question of an interrupt. `message` is one of {@link asksOfInterrupt}. */
export function answerOf(message: UpMessage, feedback: UpFeedback): ShapedAnswer {
  const given = { proposed: message.payload ?? {}, feedback };
  const question = isObject(message['question']) ? message['question'] : {};
  const keep = isObject(question['keep']) ? question['keep'] : {};
  const { shape } = question;
  if (isShapeName(shape)) return shapes[shape].answer(keep, given);
  const interrupt = readInterrupt(message['interrupt']) ?? { id: '', reason: 'unknown' };
  const { responseSchema } = interrupt;
  const reason = typeof keep['reason'] === 'string' ? keep['reason'] : interrupt.reason;
  const plan = responsePlan(responseSchema, reason);
  return plannedAnswer(plan, given, {
    shown: Array.isArray(keep['shown']) ? keep['shown'].map(String) : onceShown(responseSchema),
    wrapped: keep['wrapped'] === true,
  });
}

/** What an older release displayed next to a form, unless the form had a field of that name. */
function onceShown(schema: unknown): string[] {
  const own = isObject(schema) && isObject(schema['properties']) ? schema['properties'] : {};
  return Object.values(shownNames).filter((name) => !Object.hasOwn(own, name));
}
