import { readStatement } from '@countersign/json/statement';
import { answerLabel } from '@countersign/upformat/answer-labels';
import type { UpFeedback, UpMessage } from '@countersign/upformat/message';
import { upPromptOf } from '@countersign/upformat/up-prompt';
import { originName, type PromptOrigin, upFormatOrigin } from './origin.ts';
import type { Decision, Prompt } from './prompt.ts';
import type { WireRow } from './prompts/wire-row.ts';
import { type Figure, figuresOf } from './shapes/figures.ts';
import { cutMiddle } from './shapes/text-bytes.ts';
import { statedAsk } from './statements/stated-question.ts';

/** Maximum bytes of a row as JSON. Ids and names of operators are never cut and may exceed it. */
export const maxRowBytes = 600;
/** The same if the server has written the question: the row contains it as text and as data, for readers of every language. */
export const maxStatedRowBytes = 760;

/** What a list shows of an answer. */
export interface RowDecision
  extends Pick<Decision, 'id' | 'by' | 'state' | 'recordedAt' | 'waitsFor' | 'waitsForRun'> {
  feedback: Pick<UpFeedback, 'type'>;
  /** The agent's label for this answer. Absent in a whole prompt, whose message contains it. */
  label?: string | undefined;
}

/** What a list shows of a prompt. A whole `Prompt` is one too. */
export interface PromptRow
  extends Pick<
    Prompt,
    | 'id'
    | 'taskId'
    | 'taskTitle'
    | 'agentId'
    | 'agentName'
    | 'relayedFor'
    | 'classKey'
    | 'blocking'
    | 'state'
    | 'severity'
    | 'revision'
    | 'sequence'
    | 'place'
    | 'ask'
    | 'openedAt'
    | 'expiresAt'
    | 'claim'
    | 'snooze'
    | 'seen'
    | 'closedAt'
  > {
  origin: Pick<PromptOrigin, 'protocol' | 'kind' | 'label'>;
  source: Pick<Prompt['source'], 'toolName' | 'together'>;
  escalation: { group: string | null } | null;
  decision: RowDecision | null;
  /** Absent in a whole prompt, whose message contains it. */
  hasDefault?: true | undefined;
  /** The question as data, if the server has written it. Absent in a whole prompt, whose message contains it. */
  stated?: WireRow['stated'];
  /** Absent in a whole prompt, whose payload contains them. */
  figures?: readonly Figure[] | undefined;
}

/** What a row is made of. */
export type RowSource = Omit<PromptRow, 'hasDefault' | 'stated' | 'figures'> &
  Pick<Prompt, 'message'>;

/** Characters of a class key that a row has: 128 bits. */
export const classKeyChars = 32;
const nameBytes = 40;
const labelBytes = 32;
const titleBytes = 72;
const paramBytes = 72;
const reasonBytes = 48;
/** Other texts are cut further before less than this of a question is shown. */
const minAskBytes = 104;
/** Rows of closed prompts may show less of the question: they are found by search. No row shows less. */
const minClosedAskBytes = 56;
const maxAskBytes = 200;

/** Size of a JSON text in bytes. */
function utf8Bytes(text: string): number {
  let bytes = text.length;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit >= 0x80) bytes += unit >= 0x800 && (unit < 0xd800 || unit > 0xdfff) ? 2 : 1;
  }
  return bytes;
}

const given = <Members extends object>(members: Members) =>
  Object.fromEntries(
    Object.entries(members).filter(([, value]) => value !== undefined && value !== null),
  ) as { [Name in keyof Members]?: NonNullable<Members[Name]> };

function wireDecision(
  { id, by, feedback, state, recordedAt, ...rest }: RowDecision,
  message: UpMessage,
): NonNullable<WireRow['decision']> {
  const label = cutMiddle(answerLabel(message, feedback.type), labelBytes);
  return {
    id,
    by: { kind: by.kind, id: by.id, name: by.name },
    feedback: { type: feedback.type },
    ...(label === '' ? {} : { label }),
    state,
    recordedAt,
    ...(rest.waitsFor.length > 0 ? { waitsFor: rest.waitsFor } : {}),
    ...(rest.waitsForRun === undefined ? {} : { waitsForRun: rest.waitsForRun }),
  };
}

const { answeredBy: _, ...plain } = upFormatOrigin;

/** The origin of a question in UpFormat is left out. */
function wireOrigin({ protocol, kind, label }: PromptRow['origin']): Pick<WireRow, 'origin'> {
  if (originName({ protocol, kind }) === originName(plain)) return {};
  const shown = label === undefined ? '' : cutMiddle(label, labelBytes);
  return { origin: { protocol, kind, ...(shown === '' ? {} : { label: shown }) } };
}

const wireClaim = ({ takeOver, ...claim }: NonNullable<Prompt['claim']>) => ({
  ...claim,
  ...(takeOver === null ? {} : { takeOver }),
});

/** Most who hold a prompt were the first to see it: they are named once. */
function wireSeen({ seen, claim }: RowSource): WireRow['seen'] | null {
  const isHolder = seen?.operator === claim?.operator && seen?.name === claim?.name;
  return seen !== null && isHolder ? { at: seen.at } : seen;
}

const shortSnooze = (snooze: NonNullable<Prompt['snooze']>) => ({
  ...snooze,
  reason: cutMiddle(snooze.reason, reasonBytes),
});

/** A statement whose values are cut to `maxBytes` each. */
function shortStatement(stated: unknown, maxBytes: number): WireRow['stated'] {
  const read = readStatement(stated);
  if (read?.params === undefined) return read ?? undefined;
  const params = Object.entries(read.params).map(([name, value]) => [
    name,
    typeof value === 'string' ? cutMiddle(value, maxBytes) : value,
  ]);
  return { ...read, params: Object.fromEntries(params) };
}

/** What a row gives up, in this order, while its question has no room. */
const shortenings: readonly ((row: WireRow) => void)[] = [
  (row) => {
    if (row.snooze) row.snooze.reason = cutMiddle(row.snooze.reason, reasonBytes / 2);
  },
  (row) => {
    if (row.taskTitle) row.taskTitle = cutMiddle(row.taskTitle, titleBytes / 2);
  },
  (row) => {
    delete row.figures;
  },
  (row) => {
    if (row.taskTitle) row.taskTitle = cutMiddle(row.taskTitle, titleBytes / 4);
  },
  (row) => {
    row.agentName = cutMiddle(row.agentName, nameBytes / 2);
  },
  // The console has its own names for the origins of questions that the server writes.
  (row) => {
    if (row.stated) delete row.origin?.label;
  },
  (row) => {
    if (row.stated) row.stated = shortStatement(row.stated, paramBytes / 3);
  },
  (row) => {
    delete row.stated;
  },
];

/** A prompt as a row to be sent. */
export function wireRowOf(prompt: RowSource): WireRow {
  const { source, message, escalation, decision, snooze } = prompt;
  const isOpen = prompt.state === 'open';
  const figures = isOpen ? figuresOf(message.payload ?? {}) : [];
  const words = given({
    toolName: source.toolName === null ? null : cutMiddle(source.toolName, nameBytes),
    together: source.together,
  });
  const { taskId, taskTitle } = prompt;
  const stated = shortStatement(statedAsk(prompt), paramBytes);
  const row: WireRow = {
    id: prompt.id,
    ...(taskId === null ? {} : { taskId, taskTitle: cutMiddle(taskTitle ?? taskId, titleBytes) }),
    agentId: prompt.agentId,
    agentName: cutMiddle(prompt.agentName, nameBytes),
    ...wireOrigin(prompt.origin),
    ...(Object.keys(words).length > 0 ? { source: words } : {}),
    ...(isOpen ? { classKey: prompt.classKey.slice(0, classKeyChars) } : { state: prompt.state }),
    ...(prompt.blocking ? {} : { blocking: false }),
    ...(prompt.severity === 'info' ? {} : { severity: prompt.severity }),
    ...(prompt.revision === 1 ? {} : { revision: prompt.revision }),
    sequence: prompt.sequence,
    ...(prompt.place === 0 ? {} : { place: prompt.place }),
    openedAt: prompt.openedAt,
    ...(upPromptOf(message).defaultFeedback === undefined ? {} : { hasDefault: true as const }),
    ...(stated === undefined ? {} : { stated }),
    ...(figures.length > 0 ? { figures: figures.map((figure) => [...figure]) } : {}),
    ...given({
      relayedFor: prompt.relayedFor === null ? null : cutMiddle(prompt.relayedFor, nameBytes),
      expiresAt: prompt.expiresAt,
      claim: prompt.claim === null ? null : wireClaim(prompt.claim),
      snooze: snooze === null ? null : shortSnooze(snooze),
      seen: wireSeen(prompt),
      closedAt: prompt.closedAt,
    }),
    ...(escalation === null || escalation.group === null
      ? {}
      : { escalation: { group: escalation.group } }),
    ...(decision === null ? {} : { decision: wireDecision(decision, message) }),
    ask: '',
  };
  // A short question needs no more room than it takes.
  const least = Math.min(
    isOpen ? minAskBytes : minClosedAskBytes,
    utf8Bytes(JSON.stringify(prompt.ask)),
  );
  const roomLeft = () =>
    (row.stated ? maxStatedRowBytes : maxRowBytes) - utf8Bytes(JSON.stringify(row));
  let room = roomLeft();
  for (const shorten of shortenings) {
    if (room >= least) break;
    shorten(row);
    room = roomLeft();
  }
  row.ask = cutMiddle(prompt.ask, Math.min(maxAskBytes, Math.max(minClosedAskBytes, room)));
  return row;
}

function rowDecision({
  waitsFor,
  waitsForRun,
  ...decision
}: NonNullable<WireRow['decision']>): RowDecision {
  return {
    ...decision,
    waitsFor: waitsFor ?? [],
    ...(waitsForRun === undefined ? {} : { waitsForRun }),
  };
}

const seenBy = (seen: NonNullable<WireRow['seen']>, holder: WireRow['claim']) => ({
  operator: seen.operator ?? holder?.operator ?? '',
  name: seen.name ?? holder?.name ?? '',
});

/** A received row with the omitted members restored. */
export function rowFromWire(row: WireRow): PromptRow {
  const { source, decision, claim, seen } = row;
  return {
    ...row,
    taskId: row.taskId ?? null,
    taskTitle: row.taskTitle ?? null,
    relayedFor: row.relayedFor ?? null,
    origin: row.origin ?? plain,
    source: { toolName: source?.toolName ?? null, together: source?.together ?? null },
    classKey: row.classKey ?? '',
    blocking: row.blocking ?? true,
    state: row.state ?? 'open',
    severity: row.severity ?? 'info',
    revision: row.revision ?? 1,
    place: row.place ?? 0,
    expiresAt: row.expiresAt ?? null,
    claim: claim === undefined ? null : { ...claim, takeOver: claim.takeOver ?? null },
    snooze: row.snooze ?? null,
    escalation: row.escalation ?? null,
    seen: seen === undefined ? null : { ...seenBy(seen, claim), at: seen.at },
    closedAt: row.closedAt ?? null,
    decision: decision === undefined ? null : rowDecision(decision),
  };
}

/** The row of a whole prompt, as the server would send it. */
export const rowOf = (prompt: RowSource): PromptRow => rowFromWire(wireRowOf(prompt));
