import { quoted } from '@countersign/server/http/problem';
import { expect, it } from 'vitest';
import { type Attempt, afterAttempt } from './after-attempt.ts';

const after = (attempt: Attempt, isLast = false, isClosing = false) =>
  afterAttempt(attempt, { agentName: 'Planner', isLast, isClosing });
const answered = (answer: Extract<Attempt, { kind: 'answered' }>['answer'], isLast = false) =>
  after({ kind: 'answered', answer }, isLast);

it('advances to the state that the agent reports', () => {
  for (const isLast of [false, true]) {
    expect(answered({ kind: 'accepted' }, isLast)).toEqual({ kind: 'step', to: 'delivered' });
    const acknowledged = answered({ kind: 'acknowledged' }, isLast);
    expect(acknowledged).toEqual({ kind: 'step', to: 'acknowledged' });
  }
});

it('does not ask again where the agent will never do it', () => {
  expect(answered({ kind: 'refused', reason: 'No such run.' })).toEqual({
    kind: 'step',
    to: 'failed',
    failure: expect.objectContaining({ text: 'Planner: No such run.' }),
  });
  expect(after({ kind: 'impossible' })).toMatchObject({ kind: 'step', to: 'failed' });
});

it('retries a control that may be accepted later, and reports the reason at the end', () => {
  const attempts: [Attempt, string][] = [
    [{ kind: 'answered', answer: { kind: 'later', reason: 'It answered 503.' } }, '503'],
    [
      { kind: 'unreachable', reason: quoted('Nobody listens there.') },
      'could not be reached. Nobody',
    ],
  ];
  for (const [attempt, why] of attempts) {
    expect(after(attempt)).toEqual({ kind: 'again' });
    // A server that is closing may have closed the connection itself.
    expect(after(attempt, true, true)).toEqual({ kind: 'leave' });
    const last = after(attempt, true);
    expect(last).toMatchObject({ kind: 'step', to: 'failed' });
    expect(last).toHaveProperty('failure.text', expect.stringContaining(why));
  }
});
