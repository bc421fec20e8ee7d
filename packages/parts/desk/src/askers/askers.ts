import { askerIdOf } from '@countersign/api/asker';
import type { PromptFact } from '@countersign/api/fact';
import type { PromptOrigin } from '@countersign/api/origin';
import { customName } from '@countersign/hai/event';
import { quoted } from '@countersign/server/http/problem';
import type { Journal } from '@countersign/server/journal/journal';
import type { Clock } from '@countersign/server/runtime/clock';
import type { StreamRow } from '@countersign/server/store/row';
import { parseUpMessage } from '@countersign/upformat/parse';
import {
  type AskOutcome,
  askWithoutRun,
  withdrawAsked,
} from '../decisions/questions/ask-operation.ts';
import type { Answerer } from '../delivery/answerer.ts';
import { seal } from '../runs/intake/seal-question.ts';

/** What the last commit changed in prompts of askers, in order. */
function askerFacts(rows: readonly StreamRow[]): PromptFact[] {
  return rows.flatMap((row) => {
    // Most rows are not about askers: they are not parsed.
    if (!row.notable || !row.data.includes(customName.prompt) || !row.data.includes('"asker"'))
      return [];
    const event = JSON.parse(row.data);
    if (event?.type !== 'CUSTOM' || event.name !== customName.prompt) return [];
    const fact: PromptFact = event.value;
    return fact.prompt.origin.answeredBy === 'asker' ? [fact] : [];
  });
}

/** Who asks: `key` is unique in this server, `name` is shown. */
export interface Asker {
  key: string;
  name: string;
}

/** A question that belongs to no task: only who asks and what is asked are needed. */
export interface Question {
  asker: Asker;
  /** The protocol of a registered answerer, and what it calls such questions. */
  origin: Pick<PromptOrigin, 'protocol' | 'kind' | 'label'>;
  /** In UpFormat; a missing thread and time are added. Its `messageId` identifies the question among those of its asker. */
  message: object;
  /** Whose call it is about: each caller has a share of what its asker may ask. */
  caller?: string;
}

/** Questions to people from inside the server, without an agent's run. */
export interface Askers {
  /** Opens a question, or revises it if one with the same `messageId` is open. Rejects if the store cannot be written. */
  ask(question: Question): Promise<AskOutcome>;
  /** Withdraws an open question; false = it is not open. `reason` is a sentence. */
  withdraw(of: { asker: Pick<Asker, 'key'>; messageId: string }, reason: string): Promise<boolean>;
  close(): void;
}

/** `answerers`: they receive the answers; the dispatcher has the same ones. */
export function createAskers({
  journal,
  clock,
  answerers,
}: {
  journal: Journal;
  clock: Clock;
  answerers: readonly Answerer[];
}): Askers {
  const answererOf = (protocol: string) => answerers.find((one) => one.protocol === protocol);
  const stop = journal.onCommit((rows) => {
    for (const { change, prompt } of askerFacts(rows)) {
      const answerer = answererOf(prompt.origin.protocol);
      if (change === 'extended') answerer?.extended?.(prompt);
      if (change === 'expired' || change === 'withdrawn') answerer?.lapsed?.(prompt);
    }
  });
  return {
    async ask({ asker, origin, message, caller }) {
      const { protocol } = origin;
      if (answererOf(protocol) === undefined)
        return {
          kind: 'refused',
          reason: `Nothing in this server receives answers for ${protocol}.`,
        };
      const id = askerIdOf(asker.key);
      const timestamp = new Date(clock.now()).toISOString();
      const parsed = parseUpMessage(message, { threadId: id, timestamp });
      const sealed = parsed.ok ? seal(parsed.message) : { problems: parsed.problems };
      if ('problems' in sealed) {
        const [first] = sealed.problems;
        return { kind: 'refused', reason: `${first?.path ?? ''} ${first?.message ?? ''}`.trim() };
      }
      return journal.commit(askWithoutRun, {
        asker: { id, name: asker.name },
        caller,
        origin: { ...origin, answeredBy: 'asker' },
        ...sealed,
      });
    },
    withdraw: ({ asker, messageId }, reason) =>
      journal.commit(withdrawAsked, {
        askerId: askerIdOf(asker.key),
        messageId,
        reason: quoted(reason),
      }),
    close: stop,
  };
}
