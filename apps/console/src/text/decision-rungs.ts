import type { ThreadDecision } from '@countersign/thread/thread';
import type { Rung } from './rung.ts';
import { streamText } from './stream.ts';

/** The way of an answer, as far as the other side has said so. */
export function decisionRungs(decision: ThreadDecision): Rung[] {
  const recorded: Rung = { word: streamText.rung.recorded, state: 'ok', at: decision.recordedAt };
  if (decision.state === 'undeliverable' || decision.state === 'refused') {
    return [
      recorded,
      { word: streamText.rung[decision.state], state: 'bad', note: decision.failure },
    ];
  }
  const delivered = decision.deliveredAt !== null || decision.state !== 'recorded';
  const acknowledged = decision.acknowledgedAt !== null || decision.state === 'acknowledged';
  return [
    recorded,
    { word: streamText.rung.delivered, state: delivered ? 'ok' : 'now', at: decision.deliveredAt },
    {
      word: streamText.rung.acknowledged,
      state: acknowledged ? 'ok' : delivered ? 'now' : 'todo',
      at: decision.acknowledgedAt,
    },
  ];
}
