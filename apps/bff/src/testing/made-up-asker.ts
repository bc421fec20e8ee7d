import type { Prompt } from '@countersign/api/prompt';
import type { Answerer, Received } from '@countersign/part-desk/delivery/answerer';
import type { AskerAnswer } from '@countersign/part-desk/delivery/lease';
import { createArrivals } from '@countersign/testkit/arrivals';

/** A store of memories that asks which of two contradicting memories holds: it has no task, no run and no agent. */
export interface MadeUpAsker extends Answerer {
  answers: AskerAnswer[];
  lapsed(prompt: Prompt): void;
  closed: Prompt[];
  /** With a later deadline. */
  postponed: Prompt[];
  /** The n-th answer (from 0), as soon as it is there. */
  answer(index: number): Promise<AskerAnswer>;
}

/** `receive`: what it does with the n-th answer; default: takes it. */
export function createMadeUpAsker(
  receive: (index: number) => Promise<Received> | Received = () => ({ kind: 'taken' }),
): MadeUpAsker {
  const answers: AskerAnswer[] = [];
  const closed: Prompt[] = [];
  const postponed: Prompt[] = [];
  const arrivals = createArrivals();
  return {
    protocol: 'memory',
    answers,
    closed,
    postponed,
    answer: (index) => arrivals.until(() => answers[index]),
    async receive(answer) {
      answers.push(answer);
      arrivals.announce();
      return receive(answers.length - 1);
    },
    lapsed: (prompt) => void closed.push(prompt),
    extended: (prompt) => void postponed.push(prompt),
  };
}

/** What it asks, of a length that real ids have. */
export const contradiction = (
  more: object = {},
  messageId = 'contradiction-3f2b6c1e-9d5a-4c7b',
) => ({
  asker: { key: 'memory:project-9d5a4c7b-8a54-0f6f5e2a9b11', name: 'Project memory' },
  origin: { protocol: 'memory', kind: 'contradiction', label: 'Contradicting memories' },
  message: {
    messageId,
    state: 'needsHumanDecision',
    payload: { deadline: 'Friday' },
    upPrompt: { ask: 'The deadline is Friday in one note and Monday in another. Which holds?' },
    upContext: {
      schema: {
        type: 'object',
        properties: { deadline: { type: 'string', enum: ['Friday', 'Monday'] } },
        required: ['deadline'],
      },
    },
    ...more,
  },
});
