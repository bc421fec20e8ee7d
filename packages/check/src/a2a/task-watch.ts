import type { Endpoint } from '@countersign/adapters/a2a/endpoint';
import {
  type A2aMessage,
  type FrameContent,
  frameContent,
  type TaskState,
} from '@countersign/adapters/a2a/frames';
import { isObject, memberOf } from '@countersign/json/json-object';
import type { WrittenStatement } from '@countersign/json/statement';
import type { Notebook } from '../finding.ts';
import { few, seen } from '../statements.ts';
import { createArtifactWatch } from './artifact-watch.ts';

/** The rules that each frame is judged by. */
const rules = [
  'a2a.readable',
  'a2a.states',
  'a2a.same-task',
  'a2a.order',
  'a2a.messages',
  'a2a.artifacts',
] as const;
export type FrameRule = (typeof rules)[number];

/** The ids of a task; null = not named yet. */
interface Ids {
  taskId: string | null;
  contextId: string | null;
}

/** What an agent has said of a task up to now. */
interface Said {
  /** The newest state; null = none was sent, or it answered by a message alone. */
  readonly state: TaskState | null;
  /** What the newest state was sent with. */
  readonly message: A2aMessage | null;
  readonly error: string | null;
  /** Whether it answered by a message, without a task. */
  readonly isMessage: boolean;
}

/** Looks at the frames of a task as they come, over all requests about it. */
export interface TaskWatch {
  readonly ids: Readonly<Ids>;
  readonly said: Said;
  /** What was sent since `begin` ends it: a message, an error, an end of the task, or a question that is not the old one. */
  readonly isSettled: boolean;
  readonly faults: Map<FrameRule, WrittenStatement[]>;
  /** The text of each artifact, as it was put together. */
  readonly artifacts: ReadonlyMap<string, string>;
  /** What follows answers another request. `continues`: the task is known, and its old question may be repeated first. */
  begin(continues: boolean): void;
  take(frame: unknown): FrameContent | null;
  fault(rule: FrameRule, said: WrittenStatement): void;
  /** One finding for each rule. */
  report(note: Notebook): void;
}

interface Turn {
  continues: boolean;
  frames: number;
  isOver: boolean;
  /** The question that it answers. */
  asked: string | null;
}

const ended: ReadonlySet<TaskState> = new Set(['completed', 'failed', 'canceled', 'rejected']);
export const hasEnded = (state: TaskState | null): boolean => state !== null && ended.has(state);
export const asks = (state: TaskState | null): boolean =>
  state === 'input-required' || state === 'auth-required';

/** @param faults - another watch's, if both are reported together */
export function createTaskWatch(
  endpoint: Endpoint,
  faults = new Map<FrameRule, WrittenStatement[]>(),
): TaskWatch {
  const fault = (rule: FrameRule, said: WrittenStatement) => {
    faults.set(rule, [...(faults.get(rule) ?? []), said]);
  };
  const artifacts = createArtifactWatch((said) => fault('a2a.artifacts', said));
  const ids: Ids = { taskId: null, contextId: null };
  let said: Said = { state: null, message: null, error: null, isMessage: false };
  let turn: Turn = { continues: false, frames: 0, isOver: false, asked: null };

  const status = (next: Pick<Said, 'state' | 'message'>, isSnapshot: boolean) => {
    if (turn.isOver && next.state !== said.state) {
      fault('a2a.order', late(said.state, String(next.state)));
    }
    const isOld = turn.continues && turn.frames === 1 && isSnapshot;
    said = { ...said, ...next };
    if (!isOld && (hasEnded(said.state) || asks(said.state))) turn.isOver = true;
  };

  const isOldQuestion = () =>
    !turn.isOver && turn.asked !== null && said.message?.messageId === turn.asked;

  return {
    faults,
    ids,
    get said() {
      return said;
    },
    get isSettled() {
      if (turn.frames === 0) return false;
      if (said.isMessage || said.error !== null || hasEnded(said.state)) return true;
      return asks(said.state) && !isOldQuestion();
    },
    artifacts: artifacts.texts,
    fault,
    begin(continues) {
      const asked = asks(said.state) ? (said.message?.messageId ?? null) : null;
      turn = { continues, frames: 0, isOver: false, asked };
      said = { ...said, error: null, isMessage: false };
    },
    take(frame) {
      turn.frames += 1;
      const news = frameContent(frame);
      for (const [rule, what] of faultsOf(endpoint, frame, news)) fault(rule, what);
      if (news === null) return null;
      if (news.kind === 'error') {
        said = { ...said, error: news.message };
        return news;
      }
      for (const what of misplaced(ids, news)) fault('a2a.same-task', what);
      if (news.kind === 'message') said = { ...said, isMessage: true };
      else if (news.kind === 'artifact') {
        if (turn.isOver) fault('a2a.order', late(said.state, 'artifact'));
        artifacts.part(news);
      } else {
        if (news.kind === 'task') artifacts.whole(news.artifacts);
        status(news.status, news.kind === 'task');
      }
      return news;
    },
    report(note) {
      for (const rule of rules) {
        const found = faults.get(rule);
        note.expect(rule, found === undefined ? null : few(found));
      }
    },
  };
}

/** Keeps the ids of a task as first named, and says where others are named. A message alone is of no task, and need not name a context. */
function misplaced(
  ids: Ids,
  given: { taskId?: string; contextId: string | null },
): WrittenStatement[] {
  const members = ['taskId', 'contextId'] as const;
  const others = members.flatMap((member) => {
    const id = given[member] ?? null;
    if (id === null) return [];
    ids[member] ??= id;
    const wanted = ids[member];
    return id === wanted ? [] : [seen('check.seen.other-id', { member, given: id, wanted })];
  });
  const isLost = given.taskId !== undefined && given.contextId === null;
  return isLost ? [...others, seen('check.seen.no-id', { member: 'contextId' })] : others;
}

/** What is wrong with a frame by itself. */
function faultsOf(
  endpoint: Endpoint,
  frame: unknown,
  news: FrameContent | null,
): readonly (readonly [FrameRule, WrittenStatement])[] {
  const wrong = envelopeFault(endpoint, frame) ?? (news === null ? notRead(frame) : null);
  const odd = oddState(endpoint, frame);
  const oddly = odd === null ? null : seen('check.seen.odd-state', { state: odd });
  const message =
    news?.kind === 'message'
      ? news.message
      : news?.kind === 'task' || news?.kind === 'status'
        ? news.status.message
        : null;
  const ofMessage = message === null ? [] : messageFaults(message);
  return [
    ...(wrong === null ? [] : [['a2a.readable', wrong] as const]),
    ...(oddly === null ? [] : [['a2a.states', oddly] as const]),
    ...ofMessage.map((one) => ['a2a.messages', one] as const),
  ];
}

const messageFaults = ({ messageId, parts }: A2aMessage): WrittenStatement[] => [
  ...(messageId === null ? [seen('check.seen.no-id', { member: 'messageId' })] : []),
  ...(parts.length === 0 ? [seen('check.seen.no-parts')] : []),
];

const late = (state: TaskState | null, to: string) =>
  seen('check.seen.after-end', { from: String(state), to });

const notRead = (frame: unknown) =>
  seen('check.seen.no-a2a', { frame: (JSON.stringify(frame) ?? '').slice(0, 200) });

/** What JSON-RPC asks of each response. */
function envelopeFault({ binding }: Endpoint, frame: unknown): WrittenStatement | null {
  if (binding !== 'JSONRPC') return null;
  const [version, id] = [memberOf(frame, 'jsonrpc'), memberOf(frame, 'id')];
  if (version !== '2.0') return seen('check.seen.no-jsonrpc');
  const isError = isObject(memberOf(frame, 'error'));
  // An error about a request that was not understood has no id.
  if (id !== 1 && !(isError && id === null)) {
    return seen('check.seen.response-id', { id: JSON.stringify(id) ?? 'undefined' });
  }
  return null;
}

const known: ReadonlySet<string> = new Set([
  ...['submitted', 'working', 'input-required', 'auth-required'],
  ...['completed', 'failed', 'canceled', 'rejected', 'unknown'],
]);
const written10 = (state: string) => `TASK_STATE_${state.toUpperCase().replaceAll('-', '_')}`;
const known10: ReadonlySet<string> = new Set([
  ...[...known].filter((state) => state !== 'unknown').map(written10),
  'TASK_STATE_UNSPECIFIED',
]);

/** The state in a frame that its version does not have; null = none. */
function oddState({ version, binding }: Endpoint, frame: unknown): string | null {
  const result = binding === 'JSONRPC' ? memberOf(frame, 'result') : frame;
  const holders = [result, memberOf(result, 'task'), memberOf(result, 'statusUpdate')];
  const state = holders
    .map((holder) => memberOf(memberOf(holder, 'status'), 'state'))
    .find((one) => one !== undefined);
  if (state === undefined) return null;
  if (typeof state !== 'string') return JSON.stringify(state);
  // The HTTP+JSON transport of 0.3 was spelled in several ways.
  if (version === '0.3' && binding === 'HTTP+JSON') return null;
  return (version === '1.0' ? known10 : known).has(state) ? null : state.slice(0, 100);
}
