import type {
  ExchangeItem,
  PromptItem,
  StepItem,
  Thread,
  ToolCallItem,
  UpMessageItem,
} from '@countersign/thread/thread';
import { inRow } from '../../text/count.ts';
import { askText } from '../../text/statements/asked-words.ts';

/** `cut`: its run ended before it did. `unanswered`: a call without a result whose run has ended. `asked`: a person is waited for. */
export type FlowStatus = 'waiting' | 'asked' | 'running' | 'done' | 'failed' | 'cut' | 'unanswered';

/** One call of a tool, as a link of the chain. */
export interface FlowCall {
  key: string;
  name: string;
  status: FlowStatus;
  startedAt: number;
  endedAt: number | null;
}

/** One step of an agent, or what it did outside of any (`name` null), with its calls in order. */
export interface FlowStep {
  key: string;
  name: string | null;
  status: FlowStatus;
  startedAt: number;
  endedAt: number | null;
  calls: readonly FlowCall[];
  /** It is a wait for a person: what was asked is its name. */
  wait?: { promptId: string; blocking: boolean };
}

/** A piece of work one agent has: the task itself, or what another handed over to it. */
export interface FlowTask {
  key: string;
  agentId: string;
  /** Who handed it over; null = the operator, or the agent itself. */
  from: string | null;
  name: string | null;
  status: FlowStatus;
  startedAt: number;
  endedAt: number | null;
  itemKey: string | null;
  steps: readonly FlowStep[];
  children: readonly FlowTask[];
}

/** The agent's list of work (`workflowItems` of the shared state). */
export interface WorkItem {
  id: string;
  name: string;
  status: FlowStatus;
  /** As the agent wrote it. */
  said: string;
}

interface Open {
  task: FlowTask & { steps: FlowStep[]; children: FlowTask[] };
  exchange: ExchangeItem | null;
  above: Open | null;
  step: (FlowStep & { calls: FlowCall[] }) | null;
}

/** The work of a task as a tree: the hand-overs, the steps in which it was done, and their calls. */
export function flowOf(thread: Thread): FlowTask[] {
  const roots: Open[] = [];
  const current = new Map<string, Open>();
  const all: Open[] = [];
  const asked = new Set<string>();

  const begin = (agentId: string, exchange: ExchangeItem | null, startedAt: number): Open => {
    const above = exchange === null ? null : (current.get(exchange.from) ?? null);
    const work: Open = {
      above,
      task: {
        key: exchange?.key ?? `agent:${agentId}:${all.length}`,
        agentId,
        from: exchange?.from ?? null,
        name: inRow(exchange?.tasks.map(({ name }) => name) ?? []) || null,
        status: 'running',
        startedAt,
        endedAt: null,
        itemKey: exchange?.key ?? null,
        steps: [],
        children: [],
      },
      exchange,
      step: null,
    };
    if (above === null) roots.push(work);
    else above.task.children.push(work.task);
    current.set(agentId, work);
    all.push(work);
    return work;
  };
  const workOf = (agentId: string, at: number) => current.get(agentId) ?? begin(agentId, null, at);

  for (const item of thread.items) {
    if (item.kind === 'exchange') {
      const from = workOf(item.from, item.startedAt);
      // Handed back up: no new work, the agent above continues its own.
      if (!isAbove(from, item.to)) begin(item.to, item, item.startedAt);
    } else if (item.kind === 'step') {
      const { task } = workOf(item.agentId, item.startedAt);
      const step = stepOf(item, thread.run);
      task.steps.push(step);
      const work = current.get(item.agentId);
      if (work !== undefined) work.step = step;
    } else if (item.kind === 'up-message' || item.kind === 'prompt') {
      const wait = waitOf(item, thread);
      if (wait?.wait === undefined || asked.has(wait.wait.promptId)) continue;
      // A revision is the same question again.
      asked.add(wait.wait.promptId);
      const work = workOf(item.agentId, item.startedAt);
      work.task.steps.push(wait);
      // Later calls are listed after it.
      if (work.step?.name === null) work.step = null;
    } else if (item.kind === 'tool-call') {
      addCall(workOf(item.agentId, item.startedAt), item, thread.run);
    }
  }
  // What was handed over before who handed it over: its end counts above.
  const items = new Map(workItemsOf(thread).map((item) => [item.id, item.status]));
  for (const { task, exchange } of all.toReversed()) {
    finish(task, exchange, thread);
    if (exchange !== null) correct(task, exchange, items, thread.run);
  }
  return roots.map(({ task }) => task);
}

function isAbove(work: Open, agentId: string): boolean {
  for (let at: Open | null = work; at !== null; at = at.above) {
    if (at.task.agentId === agentId) return true;
  }
  return false;
}

type Run = Thread['run'];

/** It has ended, and not because the work was done. */
const isCutOff = (run: Run): boolean => run.endedAt !== null && run.status !== 'finished';

function stepOf(item: StepItem, run: Run): FlowStep & { calls: FlowCall[] } {
  const open = item.status === 'running';
  // What the end of a run closes has its time.
  const cut = isCutOff(run) && (open || item.endedAt === run.endedAt);
  return {
    key: item.key,
    name: item.stepName,
    status: cut ? 'cut' : open ? 'running' : 'done',
    startedAt: item.startedAt,
    endedAt: item.endedAt,
    calls: [],
  };
}

/** A question is part of the work: later work had to wait for its answer. */
function waitOf(
  item: UpMessageItem | PromptItem,
  { prompts }: Thread,
): (FlowStep & { calls: FlowCall[] }) | null {
  const { promptId } = item;
  const prompt = promptId !== null && Object.hasOwn(prompts, promptId) ? prompts[promptId] : null;
  if (!prompt) return null;
  const isOpen = prompt.state === 'open';
  return {
    key: item.key,
    name: askText(prompt),
    status: isOpen ? 'asked' : 'done',
    startedAt: prompt.openedAt,
    endedAt: isOpen ? null : (prompt.decision?.recordedAt ?? prompt.closedAt ?? prompt.openedAt),
    calls: [],
    wait: { promptId: prompt.id, blocking: prompt.blocking },
  };
}

function addCall(work: Open, item: ToolCallItem, run: Run): void {
  const { step } = work;
  const within = step !== null && (step.endedAt === null || item.startedAt <= step.endedAt);
  let home = within ? step : null;
  if (home === null) {
    home = {
      key: `calls:${item.key}`,
      name: null,
      status: 'done',
      startedAt: item.startedAt,
      endedAt: item.startedAt,
      calls: [],
    };
    work.task.steps.push(home);
    work.step = { ...home, endedAt: null, calls: home.calls };
  }
  home.calls.push({
    key: item.key,
    name: item.name,
    status: callStatus(item, run),
    startedAt: item.startedAt,
    endedAt: item.endedAt,
  });
}

function callStatus({ status, endedAt }: ToolCallItem, run: Run): FlowStatus {
  if (status === 'failed' || status === 'done') return status;
  if (isCutOff(run)) return 'cut';
  // Its run has ended without a result: some tools never answer, and what a person is asked is shown as the question.
  return endedAt === null ? 'running' : 'unanswered';
}

type Part = FlowCall | FlowStep;

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] };

/** Work cannot end before its children; a hand-over without an end runs until its parts have ended. */
function finish(task: Mutable<FlowTask>, exchange: ExchangeItem | null, { run }: Thread): void {
  const parts: Part[] = [...task.steps, ...task.steps.flatMap(({ calls }) => calls)];
  const failed = parts.some(({ status }) => status === 'failed');
  const below = [...parts, ...task.children];
  const running = below.some(({ status }) => status === 'running');
  const over = run.endedAt !== null;
  const own = exchange === null ? run.endedAt : exchange.endedAt;
  // Not by spreading into Math.max: a task may have more calls than a call has arguments.
  const latest = below.reduce(
    (last, { endedAt }) => Math.max(last, endedAt ?? last),
    own ?? task.startedAt,
  );
  const open = exchange === null ? !over : exchange.open || running;
  const cut = parts.some(({ status }) => status === 'cut') || (exchange === null && isCutOff(run));
  const asked = task.steps.some(
    ({ status, wait }) => status === 'asked' && wait?.blocking === true,
  );
  if (asked) task.status = 'asked';
  else if (open && !over) task.status = 'running';
  else if (failed) task.status = 'failed';
  else task.status = cut ? 'cut' : 'done';
  task.endedAt = task.status === 'running' || task.status === 'asked' ? null : latest;
}

/**
 * The end of a message between agents is only the end of that message: the status of the work is that of the agent's own list, and
 * without one it waits until something of it is seen. The hand-over of a subagent, whose task has the same id, does end with it.
 */
function correct(
  task: Mutable<FlowTask>,
  { tasks, messageId, open }: ExchangeItem,
  items: ReadonlyMap<string, FlowStatus>,
  run: Run,
): void {
  if (task.status === 'asked') return;
  const reported = tasks.flatMap(({ id }) => {
    const status = id === undefined ? undefined : items.get(id);
    return status === undefined ? [] : [status];
  });
  const isSeen = task.steps.length + task.children.length > 0;
  if (reported.length > 0 && reported.length === tasks.length) {
    const worst = (['failed', 'cut', 'running', 'waiting'] as const).find((status) =>
      reported.includes(status),
    );
    task.status = worst ?? 'done';
  } else if (!open && !isSeen && run.endedAt === null) {
    const isWord = tasks.some(({ id }) => id !== undefined && id !== messageId);
    if (isWord) task.status = 'waiting';
  }
  if (task.status === 'running' || task.status === 'waiting') task.endedAt = null;
}

const known: readonly [RegExp, FlowStatus][] = [
  [/^(done|completed?|finished|success|ok)$/i, 'done'],
  [/^(fail(ed)?|error|rejected|cancell?ed)$/i, 'failed'],
  [/^(running|doing|active|in[-_ ]?progress|working|started)$/i, 'running'],
];

/** The list an agent keeps of what it has to do; empty when it keeps none. */
export function workItemsOf({ state, run }: Pick<Thread, 'state' | 'run'>): WorkItem[] {
  if (typeof state !== 'object' || state === null || !('workflowItems' in state)) return [];
  const { workflowItems } = state;
  if (!Array.isArray(workflowItems)) return [];
  return workflowItems.flatMap((held: unknown, index): WorkItem[] => {
    if (typeof held !== 'object' || held === null) return [];
    const members = new Map<string, unknown>(Object.entries(held));
    const read = (...names: string[]) =>
      names.map((name) => members.get(name)).find((value) => typeof value === 'string');
    const said = String(read('status', 'state') ?? '');
    const status = known.find(([pattern]) => pattern.test(said))?.[1] ?? 'waiting';
    return [
      {
        id: String(read('id') ?? index),
        name: String(read('name', 'title', 'label', 'id') ?? index + 1),
        status: status === 'running' && isCutOff(run) ? 'cut' : status,
        said,
      },
    ];
  });
}
