import { expect, it } from 'vitest';
import { type Attempt, afterAttempt } from './after-attempt.ts';

const after = (attempt: Attempt, isLast = false, isClosing = false) =>
  afterAttempt(attempt, { agentName: 'Planner', isLast, isClosing });
const answered = (answer: Extract<Attempt, { kind: 'answered' }>['answer'], isLast = false) =>
  after({ kind: 'answered', answer }, isLast);

it('goes as far as the agent says that it has heard', () => {
  for (const isLast of [false, true]) {
    expect(answered({ kind: 'heard' }, isLast)).toEqual({ kind: 'step', to: 'delivered' });
    const acknowledged = answered({ kind: 'acknowledged' }, isLast);
    expect(acknowledged).toEqual({ kind: 'step', to: 'acknowledged' });
  }
});

it('does not ask again where the agent will never do it', () => {
  expect(answered({ kind: 'refused', reason: 'No such run.' })).toEqual({
    kind: 'step',
    to: 'failed',
    failure: 'Planner: No such run.',
  });
  expect(after({ kind: 'impossible' })).toMatchObject({ kind: 'step', to: 'failed' });
});

it('asks again what may be heard later, and says at last why it was not', () => {
  const attempts: [Attempt, string][] = [
    [{ kind: 'answered', answer: { kind: 'later', reason: 'It answered 503.' } }, '503'],
    [{ kind: 'unreachable', reason: 'Nobody listens there.' }, 'could not be reached. Nobody'],
  ];
  for (const [attempt, why] of attempts) {
    expect(after(attempt)).toEqual({ kind: 'again' });
    // A server that goes down may have broken the line itself.
    expect(after(attempt, true, true)).toEqual({ kind: 'leave' });
    const last = after(attempt, true);
    expect(last).toMatchObject({ kind: 'step', to: 'failed' });
    expect(last).toHaveProperty('failure', expect.stringContaining(why));
  }
});
