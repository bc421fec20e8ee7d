import type { Control } from '@countersign/api/task';
import { storedReason } from '../statements/stored-reason.ts';
import { rungText as words } from '../texts.ts';
import type { Rung } from './rung.ts';

type Steps = Pick<
  Control,
  | 'means'
  | 'state'
  | 'requestedAt'
  | 'deliveredAt'
  | 'acknowledgedAt'
  | 'settledAt'
  | 'failure'
  | 'failureStatement'
>;

/**
 * The steps of a pause, resume or stop. A reported step implies the earlier ones. If the server acts in place
 * of the agent, there is no acknowledgement: that step is left out.
 */
export function controlRungs(control: Steps): Rung[] {
  const requested: Rung = { word: words.requested, state: 'ok', at: control.requestedAt };
  const steps = [
    { word: words.delivered, at: control.deliveredAt, state: 'delivered' },
    { word: words.acknowledged, at: control.acknowledgedAt, state: 'acknowledged' },
    { word: words.settled, at: control.settledAt, state: 'settled' },
  ].filter(({ state, at }) => state !== 'acknowledged' || at !== null || control.means === 'agent');
  if (control.state === 'failed') {
    const said = steps.filter((step) => step.at !== null);
    return [
      requested,
      ...said.map((step): Rung => ({ word: step.word, state: 'ok', at: step.at })),
      {
        word: words.failed,
        state: 'bad',
        note:
          control.failure === null ? null : storedReason(control.failure, control.failureStatement),
      },
    ];
  }
  // The server closed the stream, which is the last step: none may look as if the agent had stopped.
  if (control.state === 'cut-off') {
    return [requested, { word: words['cut-off'], state: 'bad', note: words.unconfirmed }];
  }
  if (control.means === 'close') {
    const settled = control.state === 'settled';
    const closed: Rung = { word: words['cut-off'], state: settled ? 'ok' : 'now' };
    // A later status request may report that the agent did stop.
    const said: Rung = { word: words.settled, state: 'ok', at: control.settledAt };
    return settled ? [requested, closed, said] : [requested, closed];
  }
  const reached = steps.findLastIndex((step) => step.at !== null || step.state === control.state);
  return [
    requested,
    ...steps.map(
      (step, index): Rung => ({
        word: step.word,
        at: step.at,
        state: index <= reached ? 'ok' : index === reached + 1 ? 'now' : 'todo',
      }),
    ),
  ];
}
