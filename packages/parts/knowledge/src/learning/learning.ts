import { createHash } from 'node:crypto';
import type { Prompt } from '@countersign/api/prompt';
import type { Rule } from '@countersign/api/rule';
import type { Task } from '@countersign/api/task';
import { customName } from '@countersign/hai/event';
import { isObject } from '@countersign/json/json-object';
import { addMemories } from '@countersign/memory/absorb/add-memories';
import type { Memory } from '@countersign/memory/model/memory';
import { type Revision, revise } from '@countersign/memory/model/revise';
import { correctionsOfTask } from '@countersign/memory/work/corrections-of-task';
import type { DecisionFact, FinishedTask } from '@countersign/memory/work/finished-task';
import { memoriesOfTask } from '@countersign/memory/work/memories-of-task';
import { readPrompt } from '@countersign/part-desk/records/prompt-records';
import { callerOfTask } from '@countersign/part-desk/tasks/caller-of-task';
import { readTask } from '@countersign/part-desk/tasks/records';
import { threadOfTask } from '@countersign/part-desk/tasks/thread-of-task';
import { isProgram } from '@countersign/part-mcp/rows/programs';
import type { Journal } from '@countersign/server/journal/journal';
import type { Snapshots } from '@countersign/server/journal/snapshots';
import type { Report } from '@countersign/server/runtime/alarm';
import type { Clock } from '@countersign/server/runtime/clock';
import { mapInOrder } from '@countersign/server/store/in-order';
import type { Reading } from '@countersign/server/store/port';
import { questionEntries } from '../exchange/absorb-held.ts';
import type { HeldMemories } from '../memories/held.ts';
import {
  canLearn,
  hasRoomFor,
  type Knowledge,
  maxOfAgent,
  nearlyAll,
  type Plan,
  shareUsed,
} from '../memories/knowledge.ts';
import { readEntry } from '../memories/stored.ts';
import { tasksToLearnFrom } from '../rows/knowledge-entries.ts';
import { askerNameOf, factOfRule } from './decision-facts.ts';
import { effectsIn } from './effects.ts';
import { finishedTaskOf } from './finished-task.ts';
import { statedExperience } from './stated-experience.ts';

/** Makes memories of work, on the server on duty. */
export interface Learning {
  /** Continues with tasks that the last server had not learnt from. */
  recover(): Promise<void>;
  /** What is taught by a rule of an operator. */
  ofRule(rule: Rule): Promise<void>;
  /** Learns at once from what has happened so far. */
  settle(): Promise<void>;
  close(): Promise<void>;
}

/** What happens to a task within this time is looked at together, ms. */
const calmMs = 1_000;
/** Of the newest tasks, what was not learnt from is taken up after a start. */
const newestTasks = 1_000;

export interface LearningOptions {
  journal: Journal;
  clock: Clock;
  snapshots: Pick<Snapshots, 'threadAt'>;
  knowledge: Knowledge;
  /** Asks people about what contradicts what is there. */
  onAsked: () => Promise<void>;
  report: Report;
}

export function createLearning(options: LearningOptions): Learning {
  const { journal, clock, knowledge, report } = options;
  const queue = new Set<string>();
  let working: Promise<void> | null = null;
  let cancel: (() => void) | null = null;
  let closed = false;

  const work = async () => {
    for (const taskId of queue) {
      queue.delete(taskId);
      if (closed) return;
      // It is learnt from again when it continues, or at the next start.
      await learnFrom(options, taskId).catch((error) =>
        report('Nothing was learnt from a task.', error, { taskId }),
      );
    }
  };
  const begin = (): Promise<void> => {
    cancel?.();
    cancel = null;
    working ??= work().finally(() => {
      working = null;
      if (queue.size > 0 && !closed) wake();
    });
    return working;
  };
  const wake = () => {
    cancel ??= clock.schedule(() => void begin(), calmMs);
  };
  const undo = journal.onCommit((rows) => {
    for (const { notable, data, thread } of rows) {
      if (notable && isWorthALook(data)) queue.add(thread);
    }
    if (queue.size > 0 && working === null && !closed) wake();
  });

  return {
    async recover() {
      const { learns } = await knowledge.settings();
      if (!learns) return;
      const left = await tasksToLearnFrom(journal.read, newestTasks);
      for (const id of left.reverse()) queue.add(id);
      if (queue.size > 0) wake();
    },
    async ofRule(rule) {
      try {
        await learnRule(knowledge, rule);
      } catch (error) {
        // The rule was made: that nothing is learnt from it is no reason to refuse it.
        report('Nothing was learnt from a rule.', error);
      }
    },
    async settle() {
      while (queue.size > 0 || working !== null) await begin();
    },
    async close() {
      closed = true;
      undo();
      cancel?.();
      await working;
    },
  };
}

/** What a person says by a rule, once for each version of it. */
async function learnRule(knowledge: Knowledge, rule: Rule): Promise<void> {
  const { learns } = await knowledge.settings();
  if (!learns) return;
  const at = knowledge.now();
  const fact = factOfRule(rule, at);
  const task: FinishedTask = {
    ...{ id: '', agent: rule.match.agentId, caller: null, title: rule.name, domain: '' },
    outcome: 'success',
    ...{ startedAt: at, endedAt: at, steps: [], decisions: [fact] },
  };
  const corrections = correctionsOfTask(task, () => idOf('correction', fact.id));
  await knowledge.change(async (held) => {
    const memories = corrections.filter(({ id }) => !held.all.has(id) && !held.removed.has(id));
    if (memories.length > 0 && !hasRoomFor(held, memories.length)) throw noRoom();
    return { plan: memories.length === 0 ? null : { memories }, value: undefined };
  });
}

/** Ends of runs, and answers that have arrived. */
const isWorthALook = (text: string): boolean =>
  /"type":"RUN_(?:FINISHED|ERROR)"/.test(text) ||
  (text.includes(customName.decision) && /"change":"(?:delivered|acknowledged)"/.test(text));

/** The same for the same thing: what is learnt twice is learnt once. */
const idOf = (prefix: string, of: string): string =>
  `${prefix}-${createHash('sha256').update(of).digest('hex').slice(0, 26)}`;

async function learnFrom(options: LearningOptions, taskId: string): Promise<void> {
  const { journal, knowledge, snapshots, report } = options;
  const { learns } = await knowledge.settings();
  const task = await readTask(journal.read, taskId);
  if (task === null) return;
  const thread = await threadOfTask(snapshots, task);
  const ids = Object.keys(thread.prompts);
  const read = await mapInOrder(ids, (id) => readPrompt(journal.read, id));
  const prompts = read.flatMap((prompt) => prompt ?? []);
  const isOver =
    task.endedAt !== null && task.openPrompts.blocking === 0 && thread.waiting.every(isSettled);
  const effects = isOver ? await effectsIn(journal.read, { task, prompts, thread }, report) : [];
  if (!learns) {
    if (effects.length > 0)
      await knowledge.change(async () => ({ plan: { entries: effects }, value: null }));
    return;
  }
  const caller = await callerOf(journal.read, task);
  const finished = finishedTaskOf(task, thread, { prompts, caller });
  const learnt = await knowledge.change(async (held) => {
    const known = await readEntry(journal.read, 'work', taskId);
    const isNew = isOver && known?.state !== task.runId;
    const stated = isNew && caller === null ? statedExperience(task, thread) : [];
    const used = shareUsed(held, task.agentId);
    const now = knowledge.now();
    const made = planOf(held, { task, finished, prompts, stated, isNew, used, now });
    const plan = made?.plan;
    const isFull = made === null ? 'all' : made.isFull && 'share';
    // Without room it counts as not learnt from: it is taken up again.
    const marks =
      isNew && !isFull
        ? [{ kind: 'work' as const, id: taskId, state: task.runId, body: { at: knowledge.now() } }]
        : [];
    const memories = plan?.memories ?? [];
    const changes = memories.length + marks.length + effects.length;
    return {
      plan:
        changes === 0
          ? null
          : { ...plan, entries: [...(plan?.entries ?? []), ...marks, ...effects] },
      value: { asks: (plan?.entries ?? []).length > 0, isFull, used },
    };
  });
  if (learnt.asks) await options.onAsked();
  if (learnt.isFull === 'all') throw noRoom();
  const { agentId } = task;
  if (learnt.isFull) {
    throw new Error(`${agentId} has its share of ${maxOfAgent} memories: confirm or remove some.`);
  }
  if (learnt.used >= nearlyAll) {
    const used = `${Math.floor(learnt.used * 100)} % of its share of ${maxOfAgent} memories`;
    report('An agent will soon learn nothing more.', new Error(`${agentId} has ${used}.`));
  }
}

/** Who requested a task from outside: a client asks in tasks of its own. null = an operator. */
const callerOf = async (reading: Reading, { id, agentId }: Task): Promise<string | null> =>
  (await isProgram(reading, agentId)) ? agentId : callerOfTask(reading, id);

const isSettled = ({ state }: { state: string }): boolean => state !== 'waiting';

const noRoom = () => new Error('There are as many memories as this server allows.');

/** null = there is no room for what is new. */
function planOf(
  held: HeldMemories,
  given: {
    task: Task;
    finished: FinishedTask;
    prompts: readonly Prompt[];
    stated: readonly Memory[];
    isNew: boolean;
    /** Of the share of the agent. */
    used: number;
    now: number;
  },
): { plan: Plan; isFull: boolean } | null {
  const { task, finished, prompts, stated, isNew, used, now } = given;
  const isKnown = (id: string) => held.all.has(id) || held.removed.has(id);
  const corrections = finished.decisions.flatMap((decision) =>
    correctionOf({ finished, decision, prompts }).filter(({ id }) => !isKnown(id)),
  );
  // What a caller requested is never learnt by itself: only what people of this server taught meanwhile.
  const made =
    isNew && finished.caller === null
      ? memoriesOfTask(finished, (prefix) => idOf(prefix, task.id)).map((memory) =>
          withSource(memory, { run_id: task.runId }),
        )
      : [];
  const revisions: Revision[] = [];
  const learnt: Memory[] = [];
  const changed = [...made, ...stated].flatMap((memory) => {
    if (held.removed.has(memory.id)) return [];
    const before = held.all.get(memory.id);
    if (before === undefined) {
      learnt.push(memory);
      return [];
    }
    // What a person has confirmed or written, a later run does not change.
    if (before.confirmed !== null || (before.version > 1 && !isByItself(before))) return [];
    const why = 'the task went on';
    const { content } = memory;
    const revised = revise(before, { content }, { at: now, by: task.agentId, why });
    if (revised.revision === null) return [];
    revisions.push(revised.revision);
    return [revised.memory];
  });
  const count = corrections.length + learnt.length;
  if (count > 0 && !hasRoomFor(held, count)) return null;
  // What people taught is kept though the share of the agent is full.
  const isFull = learnt.length > 0 && !canLearn(held, learnt.length, used);
  const added = addMemories(isFull ? corrections : [...corrections, ...learnt], held.known, {
    now,
  });
  const plan = {
    memories: [...changed, ...added.memories],
    revisions: [...revisions, ...added.revisions],
    entries: questionEntries(added.questions),
  };
  return { plan, isFull };
}

const isByItself = ({ content }: Memory): boolean =>
  isObject(content['source_info']) && content['source_info']['run_id'] !== undefined;

function withSource(memory: Memory, more: Record<string, unknown>): Memory {
  const info = memory.content['source_info'];
  const source_info = { ...(isObject(info) ? info : {}), ...more };
  return { ...memory, content: { ...memory.content, source_info } } as Memory;
}

/** What a decision has taught, with where it comes from. */
function correctionOf({
  finished,
  decision,
  prompts,
}: {
  finished: FinishedTask;
  decision: DecisionFact;
  prompts: readonly Prompt[];
}): Memory[] {
  const prompt = prompts.find((one) => one.decision?.id === decision.id);
  const from = {
    by: decision.by,
    ...(prompt === undefined
      ? {}
      : { prompt_id: prompt.id, class_key: prompt.classKey, speaker: askerNameOf(prompt) }),
  };
  return correctionsOfTask({ ...finished, decisions: [decision] }, () =>
    idOf('correction', decision.id),
  ).map((memory) => withSource(memory, from));
}
