import { isFinal, type RelayEvent } from '@countersign/adapters/relay/neutral';
import type { Thread } from '@countersign/thread/thread';
import { eventsOf, type TaskStep } from './task-events.ts';

/** What a task asked that is open no more, and where its outputs are in its thread. */
export interface TaskPast {
  asked: { sequence: number; text: string }[];
  /** Sequences by the ids of outputs. */
  places: ReadonlyMap<string, number>;
}

/** A call that is held has none. */
export const noPast: TaskPast = { asked: [], places: new Map() };

export const pastOf = ({ items, prompts }: Pick<Thread, 'items' | 'prompts'>): TaskPast => ({
  asked: Object.values(prompts)
    .filter(({ state, blocking }) => blocking && state !== 'open')
    .map(({ sequence, ask }) => ({ sequence, text: ask })),
  places: new Map(items.map(({ key, sequence }) => [key, sequence])),
});

/**
 * The events of a task from its beginning until now, for a reader that comes later: what was asked and answered is between what the
 * agent said before and after it.
 */
export function eventsUntilNow(step: TaskStep, { asked, places }: TaskPast): RelayEvent[] {
  const [created, ...now] = eventsOf()(step);
  const { state } = step.task;
  if (created === undefined || state === 'submitted')
    return [...(created ? [created] : []), ...now];
  const working: RelayEvent = { kind: 'status', state: 'working', said: [] };
  const groups = new Map<string, { sequence: number; events: RelayEvent[] }>();
  for (const event of now) {
    if (event.kind !== 'part' && event.kind !== 'message-end') continue;
    const { messageId: id } = event;
    const sequence = places.get(id) ?? Number.MAX_SAFE_INTEGER;
    const group = groups.get(id) ?? { sequence, events: [] };
    group.events.push(event);
    groups.set(id, group);
  }
  const questions = asked.map(({ sequence, text }) => {
    const said = [{ kind: 'text' as const, text }];
    const waited: RelayEvent = { kind: 'status', state: 'input-required', said };
    return { sequence, events: [waited, working] };
  });
  const past = [...groups.values(), ...questions].sort((a, b) => a.sequence - b.sequence);
  const last = now.filter((event) => event.kind === 'end' || event.kind === 'status');
  return [
    created,
    working,
    ...past.flatMap(({ events }) => events),
    ...(isFinal(state) || state !== 'working' ? last : []),
  ];
}
