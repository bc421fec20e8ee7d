import {
  type RelayMessage,
  RelayRefusal,
  type RelayTask,
} from '@countersign/adapters/relay/neutral';
import { say } from '@countersign/adapters/relay/relay-statements';
import type { Prompt } from '@countersign/api/prompt';
import type { Task } from '@countersign/api/task';
import { may } from '@countersign/desk/permissions';
import { readPrompt } from '@countersign/part-desk/records/prompt-records';
import { noteMasked } from '@countersign/part-desk/relayed/masked-notes';
import { type RelayRecord, recordIn } from '@countersign/part-desk/relayed/relay-record';
import { firstInputOf } from '@countersign/part-desk/rows/runs';
import { readTask } from '@countersign/part-desk/tasks/records';
import { threadOfTask } from '@countersign/part-desk/tasks/thread-of-task';
import { keysIn } from '@countersign/server/store/keys';
import { heldCallOf } from '../approvals.ts';
import type { Calling, GatewayDeps, TaskPlace } from '../calling.ts';
import { createWordMask, maskedMessages, maskedTask, maskedText } from '../relay-masking.ts';
import { sessionScope } from '../session-scope.ts';
import { heldTask } from './held-task.ts';
import { noPast, pastOf, type TaskPast } from './run-past.ts';
import { openQuestions, relayTaskOf, runningState } from './task-answer.ts';
import { historyOf } from './task-history.ts';
import { createTaskWords, type Words } from './task-words.ts';

/** A task that was requested through the gateway, or a call that is held. */
export type CallerTask =
  | { task: Task; record: RelayRecord }
  | { held: NonNullable<Awaited<ReturnType<typeof heldCallOf>>>; record: RelayRecord };

const isMasked = ({ mask }: RelayRecord): boolean => mask?.includes('caller') === true;

/** A session is read whole, but of a long one the newest tasks only. */
const mostInSession = 100;

/** The tasks of a conversation, as far as they are read. */
export interface SessionTasks {
  places: TaskPlace[];
  isCut: boolean;
}

/** The tasks of callers. Those of others do not exist for a caller. */
export interface CallerTasks {
  isKnown(taskId: string): Promise<boolean>;
  /** null = there is none of this caller. */
  lookUp(calling: Calling, taskId: string): Promise<CallerTask | null>;
  /** @throws {RelayRefusal} if there is none of this caller and agent. */
  find(calling: Calling, place: TaskPlace): Promise<CallerTask>;
  /** @throws {RelayRefusal} likewise. */
  read(calling: Calling, place: TaskPlace): Promise<RelayTask>;
  /** The newest messages of a task, at most so many. A call that is held has none yet. @throws {RelayRefusal} likewise. */
  history(calling: Calling, place: TaskPlace, length: number): Promise<RelayMessage[]>;
  /** What a task asked before, and where its outputs are. @throws {RelayRefusal} likewise. */
  past(calling: Calling, place: TaskPlace): Promise<TaskPast>;
  /** The newest tasks of a conversation of this caller, by its id in ACP, the oldest of them first. `isCut`: there are older ones. */
  inSession(calling: Calling, sessionId: string): Promise<SessionTasks>;
  /** Reads what the agent of a task says, as it comes. */
  words(calling: Calling, place: TaskPlace): () => Promise<Words[]>;
  /** Reads one task again and again. */
  reader(calling: Calling, place: TaskPlace): () => Promise<RelayTask>;
}

export function createCallerTasks({
  journal,
  snapshots,
}: Pick<GatewayDeps, 'journal' | 'snapshots'>): CallerTasks {
  const lookUp: CallerTasks['lookUp'] = async ({ caller }, taskId) => {
    const mine = (record: RelayRecord) => record.caller === caller.id || may(caller, 'read');
    const row = await firstInputOf(journal.read, taskId);
    const record = row === undefined ? null : recordIn(row.input);
    const task = record === null ? null : await readTask(journal.read, taskId);
    if (task !== null && record !== null && mine(record)) return { task, record };
    const held = await heldCallOf(journal, taskId);
    return held !== null && mine(held.call) ? { held, record: held.call } : null;
  };
  const find: CallerTasks['find'] = async (calling, { agent, taskId }) => {
    const found = await lookUp(calling, taskId);
    if (found?.record.service === agent) return found;
    throw new RelayRefusal('task-not-found', say('relay.no-task'));
  };
  /** As its caller gets it: what is masked once is masked in every answer. */
  const passedOn = async (task: RelayTask, record: RelayRecord): Promise<RelayTask> => {
    if (!isMasked(record)) return task;
    const { value, counts } = maskedTask(task);
    if (Object.keys(counts).length > 0) {
      const { taskId: threadId, state: what } = task;
      const by = record.caller;
      await journal.commit(noteMasked, { threadId, what, counts, towards: 'caller', by });
    }
    return value;
  };
  const shown = async (task: Task, record: RelayRecord): Promise<RelayTask> => {
    const state = runningState(task);
    if (state === null) {
      const thread = await threadOfTask(snapshots, task);
      const asked = new Map<string, Prompt>();
      // A thread has the texts of questions, not what they propose and which answers they allow.
      for (const { id } of openQuestions(thread)) {
        const prompt = await readPrompt(journal.read, id);
        if (prompt !== null) asked.set(id, prompt);
      }
      return passedOn(relayTaskOf(task, { thread, asked }, record), record);
    }
    const { service: agent, contextId } = record;
    const place = { agent, taskId: task.id, contextId: contextId ?? task.id };
    const { startedAt: createdAt } = task;
    return { ...place, state, said: [], output: [], error: null, createdAt };
  };
  const reader: CallerTasks['reader'] = (calling, place) => {
    // Who asked does not change: only the first time it is looked up in the input of the first run, which may be long.
    let record: RelayRecord | null = null;
    return async () => {
      const known = record === null ? null : await readTask(journal.read, place.taskId);
      if (known !== null && record !== null) return shown(known, record);
      const found = await find(calling, place);
      if ('held' in found) return passedOn(heldTask(place.taskId, found.held), found.record);
      record = found.record;
      return shown(found.task, record);
    };
  };
  return {
    lookUp,
    find,
    reader,
    read: (calling, place) => reader(calling, place)(),
    async history(calling, place, length) {
      const found = await find(calling, place);
      if ('held' in found || length <= 0) return [];
      const { task, record } = found;
      const messages = historyOf(await threadOfTask(snapshots, task), record, length);
      return isMasked(record) ? maskedMessages(messages) : messages;
    },
    async past(calling, place) {
      const found = await find(calling, place);
      if ('held' in found) return noPast;
      const { asked, places } = pastOf(await threadOfTask(snapshots, found.task));
      return {
        asked: isMasked(found.record)
          ? asked.map(({ sequence, text }) => ({ sequence, text: maskedText(text) }))
          : asked,
        places,
      };
    },
    words(calling, place) {
      const read = createTaskWords({ journal, snapshots }, place.taskId);
      let mask: ReturnType<typeof createWordMask> | null = null;
      return async () => {
        const found = mask === null ? await find(calling, place) : null;
        if (found !== null) mask = createWordMask(isMasked(found.record));
        const said = await read();
        return mask === null ? [] : said.flatMap(mask);
      };
    },
    async inSession(calling, sessionId) {
      const scope = sessionScope(calling.caller.id, sessionId);
      const known = await keysIn(journal.read, scope, mostInSession + 1);
      const isCut = known.length > mostInSession;
      const noted = known.slice(-mostInSession);
      // A task of a caller that names no conversation is one of its own.
      const ids = isCut || noted.includes(sessionId) ? noted : [sessionId, ...noted];
      const found: TaskPlace[] = [];
      for (const taskId of ids) {
        const one = await lookUp(calling, taskId);
        if (one !== null) found.push({ agent: one.record.service, taskId });
      }
      return { places: found, isCut };
    },
    isKnown: async (taskId) =>
      (await readTask(journal.read, taskId)) !== null ||
      (await heldCallOf(journal, taskId)) !== null,
  };
}
