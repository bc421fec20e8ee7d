import type { CallResult, HeldCallState, HoldCall, TakenCall } from '@countersign/api/agents/door';
import { say } from '@countersign/api/statements';
import { askOf, problemOf } from '@countersign/part-mcp/programs/http-questions';
import type { WaitOptions } from '@countersign/part-mcp/programs/question-waits';
import type { ProgramQuestions } from '@countersign/part-mcp/programs/questions';
import { questionStatusOf } from '@countersign/part-mcp/programs/records';
import type { FoundQuestion } from '@countersign/part-mcp/programs/words';
import { ProblemError } from '@countersign/server/http/problem';
import type { KnownProgram } from '@countersign/server/identity';
import type { Journal } from '@countersign/server/journal/journal';
import type { Clock } from '@countersign/server/runtime/clock';
import {
  type DoorCallRow,
  doorCallOf,
  readDoorCall,
  waitingDoorCalls,
} from '../rows/door-calls.ts';
import { digestOfCall } from './call-digest.ts';
import { keepDoorCall, type TakeOutcome, takeDoorCall } from './call-operations.ts';
import { askOfCall, questionOfCall, titleOfSession } from './call-question.ts';
import { verdictOf } from './call-verdict.ts';
import { isOnlyRead } from './let-through.ts';

/** Tool calls of coding agents that wait for a decision. They survive a restart; a hook that is gone withdraws its call. */
export interface Doors {
  hold(client: KnownProgram, held: HoldCall): Promise<HeldCallState & { isNew: boolean }>;
  /** As soon as it is decided, or as it is then; null = this program holds no such call. */
  wait(client: KnownProgram, id: string, wait: WaitOptions): Promise<HeldCallState | null>;
  take(
    client: KnownProgram,
    id: string,
    by: { holder: string; digest: string },
  ): Promise<TakenCall>;
  withdraw(client: KnownProgram, id: string): Promise<HeldCallState | null>;
  /** What a call has done; null = there was no such call. */
  report(client: KnownProgram, result: CallResult): Promise<{ isAsAllowed: boolean } | null>;
  /** Calls whose hooks do not return are withdrawn. */
  recover(): Promise<void>;
}

const refusals = {
  'not-allowed': say('door.not-allowed'),
  'other-call': say('door.other-call'),
  late: say('door.late'),
  'taken-before': say('door.taken-before'),
} satisfies Record<Exclude<TakeOutcome['kind'], 'taken'>, unknown>;

function stateOfCall(
  row: DoorCallRow,
  found: FoundQuestion | null,
  origin: () => string,
): HeldCallState {
  const { id, digest } = row;
  if (row.is_read === 1) return { id, digest, state: 'allowed', url: null };
  if (found === null) {
    const reason = 'The question is not there any more.';
    return { id, digest, state: 'denied', url: null, reason, again: true };
  }
  const url = `${origin()}/inbox/${encodeURIComponent(found.row.prompt)}`;
  const verdict = verdictOf(found.question, questionStatusOf(found.prompt));
  if (verdict.kind !== 'denied') return { id, digest, state: verdict.kind, url };
  const { reason, again } = verdict;
  return { id, digest, state: 'denied', url, reason, again };
}

/** What is noted about a call that has run: one that was not the allowed one has failed. */
function reportOf({ outcome, note }: Pick<CallResult, 'outcome' | 'note'>, isAsAllowed: boolean) {
  const other = isAsAllowed ? [] : [say('door.ran-other').text];
  const words = [...other, ...(note === undefined ? [] : [note])].join('\n\n');
  return {
    outcome: isAsAllowed ? outcome : ('failed' as const),
    ...(words === '' ? {} : { note: words.slice(0, 10_000) }),
  };
}

/** The row of a held call; its input is stored with its question only. */
function rowOfHeld(
  { key, digest, call }: HoldCall,
  more: Pick<DoorCallRow, 'program' | 'id' | 'round' | 'is_read' | 'until'>,
) {
  const { input: _, ...where } = call;
  return { key, digest, call: JSON.stringify(where), ...more };
}

export function createDoors(options: {
  journal: Journal;
  clock: Pick<Clock, 'now'>;
  createId: () => string;
  programQuestions: ProgramQuestions;
  /** Where people open the console. */
  origin: () => string;
}): Doors {
  const { journal, clock, createId, programQuestions: questions } = options;

  const stateOf = (row: DoorCallRow, found: FoundQuestion | null) =>
    stateOfCall(row, found, options.origin);

  const rowOf = async (client: KnownProgram, id: string) => {
    const row = await doorCallOf(journal.read, id);
    return row === null || row.program !== client.id ? null : row;
  };

  const ask = async (client: KnownProgram, held: HoldCall, round: number): Promise<string> => {
    const { call, digest, key } = held;
    // Checks the size of the whole; what is asked is made of the call.
    const { request } = askOf({ ask: askOfCall(held), payload: call.input });
    const asked = await questions.ask({
      ...{ client, via: 'http', task: null, kind: 'question', wrapped: false, request },
      ...{ session: `${call.agent}:${call.session}`, title: titleOfSession(held) },
      ...{ key: `door:${round}:${key}`, bodyHash: digest },
      message: (place) => questionOfCall(held, place),
    });
    if ('fault' in asked) throw problemOf(asked, request);
    return asked.id;
  };

  return {
    async hold(client, held) {
      const { key, digest } = held;
      if (digestOfCall(held.call) !== digest) {
        throw new ProblemError('invalid-request', say('door.digest'));
      }
      const before = await readDoorCall(journal.read, client.id, key);
      if (before !== null && before.digest !== digest) {
        throw new ProblemError('idempotency-conflict', say('door.key-conflict'));
      }
      const found = before === null ? null : await questions.look(client, before.id);
      const state = before === null ? null : stateOf(before, found);
      if (state !== null && state.again !== true) return { ...state, isNew: false };
      const round = (before?.round ?? 0) + 1;
      const isRead = isOnlyRead(held);
      const id = isRead ? createId() : await ask(client, held, round);
      const until = clock.now() + held.expiresIn * 1_000;
      const row = rowOfHeld(held, {
        ...{ program: client.id, id, round, is_read: isRead ? 1 : 0, until },
      });
      await journal.commit(keepDoorCall, row);
      // A hook that ends before it has waited once does not come back.
      if (!isRead) questions.lost(client, id);
      const kept = (await readDoorCall(journal.read, client.id, key)) ?? null;
      if (kept === null) throw new ProblemError('not-found', say('door.unknown', { id }));
      return { ...stateOf(kept, await questions.look(client, kept.id)), isNew: true };
    },
    async wait(client, id, options) {
      const row = await rowOf(client, id);
      if (row === null) return null;
      if (row.is_read === 1) return stateOf(row, null);
      const found = await questions.wait(client, id, options);
      if (options.signal.aborted) questions.lost(client, id);
      return stateOf(row, found);
    },
    async take(client, id, { holder, digest }) {
      const taken = await journal.commit(takeDoorCall, {
        ...{ program: client.id, id, holder, digest },
      });
      if (taken.kind === 'taken') return { decision: 'allow', id, ...taken };
      throw new ProblemError('prompt-expired', refusals[taken.kind]);
    },
    async withdraw(client, id) {
      const row = await rowOf(client, id);
      if (row === null) return null;
      if (row.is_read === 0) {
        await questions.withdraw(client, id, say('closed.agent-left').text);
      }
      return stateOf(row, await questions.look(client, id));
    },
    async report(client, { key, digest, outcome, note }) {
      const row = await readDoorCall(journal.read, client.id, key);
      if (row === null) return null;
      const isAsAllowed = row.given === digest;
      const found = row.is_read === 1 ? null : await questions.look(client, row.id);
      if (found !== null && questionStatusOf(found.prompt).kind !== 'open') {
        await questions.report(client, found, reportOf({ outcome, note }, isAsAllowed));
      }
      return { isAsAllowed };
    },
    async recover() {
      for (const { id, program } of await waitingDoorCalls(journal.read, clock.now())) {
        questions.lost({ id: program, name: '' }, id);
      }
    },
  };
}
