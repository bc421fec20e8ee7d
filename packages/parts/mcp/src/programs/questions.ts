import type { Beside } from '@countersign/adapters/mcp-client/outcome';
import { say } from '@countersign/api/statements';
import { stateOfPrompt } from '@countersign/part-desk/rows/questions/prompts';
import type { Webhooks } from '@countersign/part-desk/webhooks/webhooks';
import type { KnownProgram } from '@countersign/server/identity';
import type { Journal } from '@countersign/server/journal/journal';
import type { Report } from '@countersign/server/runtime/alarm';
import type { Clock } from '@countersign/server/runtime/clock';
import { someInOrder } from '@countersign/server/store/in-order';
import {
  openQuestions,
  type QuestionRow,
  readQuestion,
  threadsWithQuestions,
} from '../rows/program-questions.ts';
import { createAttendance, repeatMs } from './attendance.ts';
import { fetchByProgram, settleByProgram } from './question-operations.ts';
import { createQuestionWaits, type WaitOptions } from './question-waits.ts';
import { besideOf, readAsked } from './records.ts';
import { createProgramWords, type FoundQuestion, isOverHttp, type ProgramWords } from './words.ts';

/** Questions of programs: asked, waited for, withdrawn. They survive a restart; who waits does not. */
export interface ProgramQuestions extends Omit<ProgramWords, 'withdraw'> {
  /** As soon as it has ended, or as it is then, at once if too many calls of the program wait; null = this program has asked no such question. */
  wait(
    client: KnownProgram,
    id: string,
    wait: WaitOptions,
  ): Promise<(FoundQuestion & { beside: Beside }) | null>;
  /** As it is now, which acknowledges nothing. */
  look(client: KnownProgram, id: string): Promise<FoundQuestion | null>;
  withdraw(client: KnownProgram, id: string, reason: string): Promise<void>;
  /** The connection of a call that can be repeated was lost: the question is withdrawn if it is not requested again in time. */
  lost(client: KnownProgram, id: string): void;
  /** Continues with what the last server had not done. */
  recover(): Promise<void>;
  /** Ends all waits and withdraws nothing from then on: to be called before connections are closed, as a closed one cancels its call. */
  close(): void;
}

export function createProgramQuestions(options: {
  journal: Journal;
  clock: Clock;
  createId: () => string;
  /** They make the calls about questions that have ended. */
  webhooks: Pick<Webhooks, 'wake'>;
  report: Report;
}): ProgramQuestions {
  const { journal, clock, createId, report } = options;
  const words = createProgramWords(options);
  const waits = createQuestionWaits(clock);
  const attendance = createAttendance(clock);
  const stopHearing = journal.others.onWord((word) => {
    if (word.kind !== 'mcp-wait') return;
    if (word.isOver) attendance.elsewhereOver(word.wait);
    else attendance.elsewhere(word.questionId, word.wait);
  });
  const attend = (client: string, questionId: string) => {
    const leave = attendance.attend(client, questionId);
    const over = reportWait({ others: journal.others, clock }, { questionId, wait: createId() });
    return () => {
      leave();
      over();
    };
  };
  const stopSettling = settleOnCommit(
    journal,
    (threadId) => {
      waits.wake(threadId);
      if (isOverHttp(threadId)) options.webhooks.wake();
    },
    report,
  );
  let closing = false;

  const read = async (client: KnownProgram, id: string) => {
    const row = await readQuestion(journal.read, id);
    if (row === null || row.client !== client.id) return null;
    const asked = await readAsked(journal.read, row);
    return asked === null ? null : { row, ...asked };
  };

  const withdraw: ProgramQuestions['withdraw'] = async (client, id, reason) => {
    const row = await readQuestion(journal.read, id);
    if (closing || row === null || row.client !== client.id || row.state !== 'open') return;
    await words.withdraw(client, row, reason);
  };

  return {
    ...{ ask: words.ask, say: words.say, revise: words.revise, report: words.report },
    async wait(client, id, options) {
      if ((await read(client, id)) === null) return null;
      const ms = attendance.isFull(client.id) ? 0 : options.ms;
      const leave = attend(client.id, id);
      const found = await waits.wait(() => read(client, id), { ...options, ms }).finally(leave);
      if (found === null) return null;
      // The caller has disconnected, or is being cut off: an answer that was not received is not acknowledged.
      if (!options.signal.aborted && !closing) await journal.commit(fetchByProgram, { id });
      const now = (await read(client, id)) ?? found;
      return { ...now, beside: await besideOf(journal.read, now.row, now.prompt) };
    },
    look: read,
    withdraw,
    lost(client, id) {
      if (closing) return;
      attendance.lost(id, () => {
        withdraw(client, id, say('closed.client-left').text).catch((error) =>
          report('A question of a program was not withdrawn.', error),
        );
      });
    },
    async recover() {
      for (const threadId of await threadsWithQuestions(journal.read)) {
        await settle(journal, threadId);
      }
    },
    close() {
      closing = true;
      stopHearing();
      stopSettling();
      attendance.close();
      waits.close();
    },
  };
}

/** Reports to other servers that a call waits, until the returned function is called. */
function reportWait(
  { others, clock }: { others: Journal['others']; clock: Clock },
  name: { questionId: string; wait: string },
): () => void {
  const notify = (isOver: boolean) => others.notify({ kind: 'mcp-wait', ...name, isOver });
  let stop = () => {};
  const repeat = () => {
    notify(false);
    stop = clock.schedule(repeat, repeatMs);
  };
  repeat();
  return () => {
    stop();
    notify(true);
  };
}

/** Ends the questions of a thread whose prompts have ended. */
async function settle(journal: Journal, threadId: string): Promise<void> {
  const isOver = async ({ prompt }: QuestionRow) => {
    const found = await stateOfPrompt(journal.read, prompt);
    return found?.state !== 'open';
  };
  if (await someInOrder(await openQuestions(journal.read, threadId), isOver)) {
    await journal.commit(settleByProgram, { threadId });
  }
}

/** Settles questions as their prompts end, and wakes those who wait for them. Returns a function that stops it. */
function settleOnCommit(
  journal: Journal,
  wake: (threadId: string) => void,
  report: Report,
): () => void {
  return journal.onCommit((rows) => {
    // Prompts change by the server's own facts only.
    const threads = new Set(rows.flatMap((row) => (row.notable ? [row.thread] : [])));
    for (const threadId of threads) {
      settle(journal, threadId)
        .then(() => wake(threadId))
        .catch((error) => report('A question of a program was not settled.', error));
    }
  });
}
