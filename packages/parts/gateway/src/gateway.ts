import { createHash } from 'node:crypto';
import {
  isFinal,
  type RelayCall,
  type RelayErrorCode,
  type RelayEvent,
  type RelayMessage,
  RelayRefusal,
  type RelayTask,
} from '@countersign/adapters/relay/neutral';
import { say } from '@countersign/adapters/relay/relay-statements';
import type { Operator } from '@countersign/api/operator';
import { type ProblemSlug, problems } from '@countersign/api/problems';
import type { Task } from '@countersign/api/task';
import { maxControlled, requestControl } from '@countersign/part-desk/controls/control-operations';
import { capabilities } from '@countersign/part-desk/tasks/records';
import { createThreadWaits, type ThreadWaits } from '@countersign/part-desk/tasks/thread-waits';
import { bodyHash } from '@countersign/server/http/body-hash';
import { ProblemError, statementOfProblem } from '@countersign/server/http/problem';
import type { Clock } from '@countersign/server/runtime/clock';
import type { Service } from '@countersign/uap/model/service';
import {
  type ApprovalAnswerer,
  approvalLog,
  askToAllow,
  type HeldCall,
  withdrawHeld,
} from './approvals.ts';
import { createCallRate } from './call-rate.ts';
import type { Calling, GatewayDeps, TaskPlace } from './calling.ts';
import { createPaths, type Paths } from './paths.ts';
import { lostByMask } from './relay-masking.ts';
import { maskedTowards } from './route-masking.ts';
import { answerOfCaller, wasReceived } from './tasks/answer-of-caller.ts';
import { beginTask } from './tasks/begin-task.ts';
import { createCallerTasks, type SessionTasks } from './tasks/caller-tasks.ts';
import { eventsUntilNow } from './tasks/run-past.ts';
import { noFiles, taskContentOf } from './tasks/task-content.ts';
import type { TaskStep } from './tasks/task-events.ts';
import type { Words } from './tasks/task-words.ts';

/** How long a task is followed, and what is reported of it. */
export interface FollowOptions {
  ms: number;
  signal: AbortSignal;
  /** With what the agent says, as it comes. */
  hasWords?: boolean;
  /** A task that waits as this one does is followed further. */
  past?: Pick<RelayTask, 'state' | 'said'>;
  /** A task that waits is followed further, up to its end. */
  toEnd?: boolean;
}

/**
 * Passes calls of clients of any protocol to agents of any other. A call is a task of this server: it is in the journal, its
 * questions are in the queue, and people can stop it. Refusals are thrown as `RelayRefusal`.
 */
export interface Gateway {
  paths: Paths;
  /** Starts, continues, reads or cancels a task; the task as it is then. */
  call(calling: Calling, call: Exclude<RelayCall, { do: 'list' }>): Promise<RelayTask>;
  /** The task each time it changes, until it waits for a person, has ended, the time is up or the gateway is closed. */
  follow(calling: Calling, place: TaskPlace, options: FollowOptions): AsyncGenerator<TaskStep>;
  /** The task when it waits for a person or has ended, at the latest after the time that clients wait for an answer. */
  rested(calling: Calling, task: RelayTask, signal: AbortSignal): Promise<RelayTask>;
  /**
   * A task that was asked to stop, as it has ended.
   *
   * @throws {RelayRefusal} if it has not ended in time, or in another way.
   */
  cancelled(calling: Calling, task: RelayTask, signal: AbortSignal): Promise<RelayTask>;
  /** The events of a task from its beginning until now. */
  readWithEvents(
    calling: Calling,
    place: TaskPlace,
  ): Promise<{ task: RelayTask; events: RelayEvent[] }>;
  /** The newest tasks of a conversation, by its id in ACP. */
  inSession(calling: Calling, sessionId: string): Promise<SessionTasks>;
  /** The newest messages of a task, oldest first, at most so many. */
  history(calling: Calling, place: TaskPlace, length: number): Promise<RelayMessage[]>;
  callable(calling: Calling): Promise<Service[]>;
  /** Whether a caller can continue and cancel tasks of an agent, as far as the mode of the gateway goes. */
  continues(calling: Calling, agent: string): Promise<boolean>;
  /** The id that the task of a message of this caller has, or will have. */
  taskOf(calling: Calling, service: string, messageId: string): string;
  /** The service that a task was requested of; null = there is no such task of this caller. */
  agentOf(calling: Calling, taskId: string): Promise<string | null>;
  /** Ends all streams and waits: with the task as it is then. */
  close(): void;
}

/** What the gateway gives the rest of the server. */
export interface GatewayServices {
  gateway: Gateway;
}

/** How long a blocking call waits for the end of its task; then the task is returned as it is. */
const blockingMs = 290_000;
/** How long a request to cancel waits for the end of its task, ms: clients wait for half a minute, or longer. */
const cancelMs = 20_000;
/** How long a stream is kept open, ms. */
export const streamMs = 60 * 60_000;

const restingStates = [
  'input-required',
  'auth-required',
  'completed',
  'canceled',
  'failed',
  'rejected',
];

/** Whether nothing comes from the agent by itself any more. */
export const isResting = ({ state }: Pick<RelayTask, 'state'>): boolean =>
  restingStates.includes(state);

interface Mode {
  approvals: ApprovalAnswerer;
  /** Whether clients of MCP can do with agents of A2A only what the published table has. */
  strict: boolean;
}

export function createGateway(deps: GatewayDeps, { approvals, strict }: Mode): Gateway {
  const { journal, clock, createId, askers } = deps;
  const paths = createPaths(journal, deps);
  const rate = createCallRate(clock);
  const waits = createThreadWaits(journal, clock);
  const tasks = createCallerTasks(deps);

  bindApprovals(approvals, deps, paths);

  /** The route of a message of a caller, if it has not sent too many. */
  const countedPath = async ({ caller, protocol }: Calling, service: string) => {
    const path = await paths.find(caller, protocol, service);
    const { route, callsPerMinute } = path.policy;
    if (!rate.take(`${caller.id} ${route}`, callsPerMinute)) throw tooMany(path.policy);
    return path;
  };

  const start = async (calling: Calling, call: Extract<RelayCall, { do: 'start' }>) => {
    const { caller, protocol } = calling;
    const { messageId, contextId, repeatKey = messageId } = call;
    const taskId = repeatKey === null ? createId() : taskIdOf(caller, call.agent, repeatKey);
    if (await tasks.isKnown(taskId)) return taskId;
    const path = await countedPath(calling, call.agent);
    const { value: content, lost: unsaid } = taskContentOf(call, path.target.protocol);
    const { content: message, input = null, files } = content;
    const mask = maskedTowards(caller, path);
    const lost = [...unsaid, ...lostByMask(mask, content)];
    const { name: service } = path.service;
    const { route, approval, approvalMinutes } = path.policy;
    const held: HeldCall = {
      ...{ caller: caller.id, protocol, service, route, contextId, messageId, message, input },
      ...(lost.length === 0 ? {} : { lost: lost.map(({ text }) => text) }),
      ...(mask.length === 0 ? {} : { mask }),
    };
    if (!approval) await beginTask(deps, { taskId, held, path, caller, files });
    else {
      // The question holds the call until someone has allowed it, and is read by people.
      if (files.length > 0) throw noFiles(say('relay.files-held'));
      const asked = { call: held, callerName: caller.name, approvalMinutes, now: clock.now() };
      await askToAllow(askers, taskId, asked);
    }
    return taskId;
  };

  const cancel = async (calling: Calling, place: TaskPlace) => {
    let found = await tasks.find(calling, place);
    if ('held' in found) {
      if (await withdrawHeld(askers, place.taskId)) return;
      // It was answered or cancelled before; an approved one may have become a task meanwhile.
      found = await tasks.find(calling, place);
    }
    if (!('held' in found)) await stop(deps, found.task, calling.caller.id);
    else if (found.held.prompt.state !== 'withdrawn') {
      throw new RelayRefusal('task-not-cancelable', say('relay.decided'));
    }
  };

  const resume = async (calling: Calling, call: Extract<RelayCall, { do: 'resume' }>) => {
    const found = await tasks.find(calling, call);
    if ('held' in found) {
      throw new RelayRefusal('operation-unsupported', say('relay.not-yet-allowed'));
    }
    // After the task was read: what was sent to it before then is found.
    if (await wasReceived(deps, found, call, calling.caller)) return;
    const { policy, target } = await countedPath(calling, call.agent);
    const content = taskContentOf(call, target.protocol).value;
    await answerOfCaller(deps, found.task, { caller: calling.caller, policy, call, content });
  };

  const continues = continuing(paths, strict);

  const followTask: Gateway['follow'] = (calling, place, options) => {
    const read = tasks.reader(calling, place);
    const words = options.hasWords === true ? tasks.words(calling, place) : null;
    return follow({ clock, waits, read, words }, place.taskId, options);
  };

  return {
    paths,
    follow: followTask,
    async rested(calling, task, signal) {
      let last = task;
      for await (const next of followTask(calling, task, { ms: blockingMs, signal })) {
        last = next.task;
      }
      return last;
    },
    cancelled: (calling, task, signal) => cancelledTask(followTask, { calling, task, signal }),
    async readWithEvents(calling, place) {
      const last = await lookedAt(followTask, calling, place);
      const step = last ?? { task: await tasks.read(calling, place), words: [] };
      return { task: step.task, events: eventsUntilNow(step, await tasks.past(calling, place)) };
    },
    inSession: tasks.inSession,
    async call(calling, call) {
      if (call.do === 'start') {
        const taskId = await start(calling, call);
        return tasks.read(calling, { agent: call.agent, taskId });
      }
      if (call.do !== 'read' && !(await continues(calling, call.agent))) {
        throw new RelayRefusal('operation-unsupported', say('relay.not-in-a2a'));
      }
      if (call.do === 'cancel') await cancel(calling, call);
      if (call.do === 'resume') await resume(calling, call);
      return tasks.read(calling, call);
    },
    history: tasks.history,
    taskOf: ({ caller }, service, messageId) => taskIdOf(caller, service, messageId),
    agentOf: async (calling, taskId) =>
      (await tasks.lookUp(calling, taskId))?.record.service ?? null,
    continues,
    callable: ({ caller, protocol }) => paths.callable(caller, protocol),
    close: waits.close,
  };
}

/** A call that a person has allowed is made. */
function bindApprovals(approvals: ApprovalAnswerer, deps: GatewayDeps, paths: Paths): void {
  approvals.bind(async (taskId, held) => {
    const caller = await deps.auth.byId(held.caller);
    if (caller === null) return { kind: 'gone', reason: 'The caller is no longer known.' };
    try {
      const path = await paths.find(caller, held.protocol, held.service);
      await beginTask(deps, { taskId, held, path, caller });
      return { kind: 'taken' };
    } catch (error) {
      const refusal = refusalOf(error);
      if (refusal !== null) return { kind: 'refused', reason: refusal.message };
      throw error;
    }
  });
}

/** The published table has only clients of MCP; in it, tasks of agents of A2A can be neither cancelled nor continued. */
const continuing =
  (paths: Paths, strict: boolean): Gateway['continues'] =>
  async ({ caller, protocol }, agent) =>
    !strict ||
    protocol !== 'mcp' ||
    (await paths.find(caller, protocol, agent)).target.protocol !== 'a2a';

async function cancelledTask(
  followTask: Gateway['follow'],
  { calling, task, signal }: { calling: Calling; task: RelayTask; signal: AbortSignal },
): Promise<RelayTask> {
  let last = task;
  const options = { ms: cancelMs, signal, toEnd: true };
  for await (const step of followTask(calling, task, options)) last = step.task;
  if (last.state === 'canceled') return last;
  throw new RelayRefusal(
    'task-not-cancelable',
    isFinal(last.state) ? say('relay.ended-before') : say('relay.stop-unconfirmed'),
  );
}

/** A task as it is now, with what its agent has said. */
async function lookedAt(
  followTask: Gateway['follow'],
  calling: Calling,
  place: TaskPlace,
): Promise<TaskStep | null> {
  const { signal } = new AbortController();
  let step: TaskStep | null = null;
  for await (const one of followTask(calling, place, { ms: 0, signal, hasWords: true })) step = one;
  return step;
}

async function* follow(
  {
    clock,
    waits,
    read,
    words,
  }: {
    clock: Clock;
    waits: ThreadWaits;
    read: () => Promise<RelayTask>;
    words: (() => Promise<Words[]>) | null;
  },
  taskId: string,
  { ms, signal, past, toEnd = false }: FollowOptions,
): AsyncGenerator<TaskStep> {
  const begun = clock.monotonic();
  const watch = waits.watch([taskId, approvalLog]);
  const pastState = past === undefined ? null : stateText(past);
  let last = '';
  try {
    for (;;) {
      const task = await read();
      const said = task.state === 'working' && words !== null ? await words() : [];
      const left = ms - (clock.monotonic() - begun);
      const state = stateText(task);
      const rests = toEnd ? isFinal(task.state) : isResting(task) && state !== pastState;
      const isOver = rests || left <= 0 || signal.aborted || watch.isClosed();
      if (isOver || state !== last || said.length > 0) yield { task, words: said };
      last = state;
      if (isOver) return;
      await watch.changed({ ms: left, signal });
    }
  } finally {
    watch.end();
  }
}

const stateText = ({ state, said }: Pick<RelayTask, 'state' | 'said'>): string =>
  JSON.stringify([state, said]);

/** The same for the same message of a caller, so that a call that is repeated is made once. */
function taskIdOf(caller: Operator, service: string, messageId: string): string {
  const text = JSON.stringify([caller.id, service, messageId]);
  const hex = createHash('sha256').update(text).digest('hex');
  const groups = [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `5${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
  ];
  return [...groups, hex.slice(20, 32)].join('-');
}

const tooMany = ({ callsPerMinute, route }: { callsPerMinute: number; route: string }) =>
  new RelayRefusal('too-many-calls', say('relay.too-many', { calls: callsPerMinute, route }));

/** Stops a task for its caller, as an operator would. */
async function stop(
  { journal, registry, protocols, controls, createId }: GatewayDeps,
  task: Task,
  by: string,
): Promise<void> {
  const agent = await registry.descriptor(task.agentId);
  const asked = agent && protocols.of(agent.protocol)?.capabilities(agent);
  const outcome = await journal.commit(requestControl, {
    threadId: task.id,
    action: 'stop',
    // A task that waits for an answer is not over.
    can: capabilities(asked ?? null, true),
    createdIds: Array.from({ length: maxControlled }, createId),
    reason: null,
    operatorId: by,
    key: `gateway-stop-${task.runId}`,
    bodyHash: bodyHash([task.id, 'stop']),
  });
  if (outcome.kind === 'impossible') {
    throw new RelayRefusal('task-not-cancelable', outcome.reason);
  }
  if (outcome.kind !== 'key-conflict' && outcome.kind !== 'unknown') {
    for (const each of outcome.controls) if (each.state === 'requested') controls.carryOut(each);
  }
}

/** What refusals of the server are to callers; others are faults of their parameters, or of the server. */
const codes: Partial<Record<ProblemSlug, RelayErrorCode>> = {
  forbidden: 'not-allowed',
  'not-entitled': 'not-allowed',
  'not-found': 'task-not-found',
  'rate-limited': 'too-many-calls',
  'too-many-waiting': 'too-many-calls',
  'control-not-possible': 'task-not-cancelable',
};

/** A refusal of the server itself, for callers who read the words of their protocol only. */
export function refusalOf(error: unknown): RelayRefusal | null {
  if (error instanceof RelayRefusal) return error;
  if (!(error instanceof ProblemError)) return null;
  const code = codes[error.slug];
  const isOurs = problems[error.slug].status >= 500;
  return new RelayRefusal(code ?? (isOurs ? 'internal' : 'bad-params'), statementOfProblem(error));
}
