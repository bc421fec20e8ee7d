import type { Decision } from '@countersign/api/prompt';
import { isInDoubt } from '@countersign/desk/in-doubt';
import { storedReason } from '../statements/stored-reason.ts';
import { rungText as words } from '../texts.ts';
import type { Rung } from './rung.ts';

/** Held for a recall, for other answers or for the end of a run: not being delivered yet. */
const isHeld = ({ attempts, releaseAt, waitsFor, waitsForRun }: Decision): boolean =>
  attempts === 0 && (releaseAt !== null || waitsFor.length > 0 || waitsForRun !== undefined);

function deliveredRung(decision: Decision): Rung {
  const { state, deliveredAt, attempts } = decision;
  const isDelivered = deliveredAt !== null || state === 'delivered' || state === 'acknowledged';
  if (isDelivered) return { word: words.delivered, state: 'ok', at: deliveredAt };
  if (isHeld(decision)) return { word: words.delivered, state: 'todo' };
  const note = attempts > 1 ? words.attempts(attempts) : null;
  return { word: words.delivered, state: 'now', note };
}

/** The steps of an answer, as reported by the other side. A reported step implies the earlier ones. */
export function decisionRungs(decision: Decision): Rung[] {
  const { state, acknowledgedAt, failure, failureStatement } = decision;
  const recorded: Rung = { word: words.recorded, state: 'ok', at: decision.recordedAt };
  if (state === 'undeliverable' || state === 'refused')
    return [
      recorded,
      {
        word: words[state],
        state: 'bad',
        note: failure === null ? null : storedReason(failure, failureStatement),
      },
    ];
  const delivered = deliveredRung(decision);
  if (isInDoubt(decision)) {
    const note = failure === null ? null : storedReason(failure, failureStatement);
    const doubt: Rung = { word: words.inDoubt, state: 'bad', note };
    return delivered.state === 'ok' ? [recorded, delivered, doubt] : [recorded, doubt];
  }
  const acknowledged: Rung =
    acknowledgedAt !== null || state === 'acknowledged'
      ? { word: words.acknowledged, state: 'ok', at: acknowledgedAt }
      : { word: words.acknowledged, state: delivered.state === 'ok' ? 'now' : 'todo' };
  return [recorded, delivered, acknowledged, ...outcomeRung(decision)];
}

/** What became of it: an answer that arrived may still have failed. */
const outcomeRung = ({ outcome }: Decision): Rung[] =>
  outcome === undefined
    ? []
    : [
        {
          word: words.outcomes[outcome.status],
          state: outcome.status === 'failed' ? 'bad' : 'ok',
          ...(outcome.note === null ? { at: outcome.at } : { note: outcome.note }),
        },
      ];
