import type { Journal } from '../journal/journal.ts';
import type { Clock } from '../runtime/clock.ts';
import { openPromptsByAge, queueDepths } from '../store/backlog.ts';
import type { Metrics } from './metrics.ts';

export interface Gauged {
  journal: Journal;
  hub: { readers(): number; queued(): number };
  clock: Clock;
}

/** What waits, and for whom: read from the store and the services when the figures are read. */
export function gaugeServer(metrics: Metrics, { journal, hub, clock }: Gauged): void {
  metrics.gauge({
    name: 'countersign_readers',
    help: 'Open streams of browsers.',
    read: () => [[hub.readers()]],
  });
  metrics.gauge({
    name: 'countersign_readers_queued_bytes',
    help: 'Bytes in memory that readers have not taken yet.',
    read: () => [[hub.queued()]],
  });
  metrics.gauge({
    name: 'countersign_open_prompts',
    help: 'Open questions by severity and least age in seconds.',
    labels: ['severity', 'age_from'],
    read: async () =>
      (await openPromptsByAge(journal.read, clock.now())).map(
        ({ severity, ageFrom, count }) =>
          [Number(count), severity, `${Number(ageFrom) / 1_000}`] as const,
      ),
  });
  metrics.gauge({
    name: 'countersign_queue_depth',
    help: 'What waits to be sent, by queue.',
    labels: ['queue'],
    read: async () =>
      (await queueDepths(journal.read)).map(({ queue, count }) => [count, queue] as const),
  });
  metrics.gauge({
    name: 'countersign_store_writable',
    help: '1 = the store can be written.',
    read: () => [[journal.state().reason === null ? 1 : 0]],
  });
  metrics.gauge({
    name: 'countersign_on_duty',
    help: '1 = this server reads agents and delivers; of several on one database, one does.',
    read: () => [[journal.duty.isOn() ? 1 : 0]],
  });
  metrics.gauge({
    name: 'countersign_journal_position',
    help: 'The position of the last event.',
    read: () => [[journal.head()]],
  });
}
