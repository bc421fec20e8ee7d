import type { UpMessageItem } from '@countersign/thread/thread';
import type { ThreadPrompt } from '@countersign/thread/thread-prompt';
import type { UpFeedback } from '@countersign/upformat/message';
import { describe, expect, it } from 'vitest';
import { decisionBy, makePrompt } from '../../features/decision/testing/panel.tsx';
import { promptsInWords } from './answered-prompt.ts';
import { feedbackSummary } from './feedback-summary.ts';

const { message, digest } = makePrompt(
  {},
  {
    payload: { assignments: [{ cell: 'NTO-0438-2', proposed: 20 }] },
    upContext: {
      schema: {
        type: 'object',
        properties: {
          assignments: {
            title: 'Assignments',
            items: { properties: { cell: {}, proposed: { title: 'Proposed identity' } } },
          },
        },
      },
    },
  },
);
const feedback: UpFeedback = {
  type: 'edit',
  content: { patch: [{ op: 'replace', path: '/assignments/0/proposed', value: 500 }] },
};

const answered = (over: string): ThreadPrompt => ({
  ...makePrompt({ state: 'answered' }),
  messageId: 'm',
  speaker: 'planner',
  digest,
  decision: { ...decisionBy('sara', 'Sara', feedback), digest: over },
});

/** The summary of the answer in a task that contains the message, or does not. */
function reported(prompt: ThreadPrompt, isThere = true): string {
  const item: UpMessageItem = {
    ...{ kind: 'up-message', key: 'k', agentId: 'planner', runId: 'r', message },
    ...{ sequence: 1, lastSequence: 1, startedAt: 0, endedAt: null, promptId: prompt.id },
  };
  const prompts = promptsInWords({
    prompts: { [prompt.id]: prompt },
    items: isThere ? [item] : [],
  });
  return feedbackSummary(prompt.decision?.feedback, prompts[prompt.id]);
}

describe('an answer without labels, from an older server or from the stream alone', () => {
  it.each([
    ['bound to this revision', digest],
    ['known only from the stream', ''],
  ])('%s is read in the labels of its form', (_how, over) =>
    expect(reported(answered(over))).toBe('edited: NTO-0438-2: Proposed identity 20 → 500'),
  );

  it('to another revision, or without its message, says only how many places', () => {
    const places = 'edited: 1 place';
    expect(reported(answered('e'.repeat(64)))).toBe(places);
    expect(reported(answered(digest), false)).toBe(places);
  });
});
