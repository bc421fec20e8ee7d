import { useSyncExternalStore } from 'react';

/** `local`: as this computer has it. Else a name of the IANA database, `UTC` among them. */
export type ZoneChoice = string;
const KEY = 'countersign.zone';
const MINUTE = 60_000;
const listeners = new Set<() => void>();
let held: ZoneChoice | null = null;

function isZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }) !== undefined;
  } catch {
    return false;
  }
}

function read(): ZoneChoice {
  try {
    const kept = localStorage.getItem(KEY);
    return kept !== null && isZone(kept) ? kept : 'local';
  } catch {
    return 'local';
  }
}

/** The zone in which times are shown and typed. Read once: it is asked for with every time on screen. */
export function zoneChoice(): ZoneChoice {
  held ??= read();
  return held;
}

export function chooseZone(zone: ZoneChoice): void {
  try {
    if (zone === 'local') localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, zone);
  } catch {
    // Storage may be off: the choice then lasts as long as the tab.
  }
  held = zone;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  // Another tab may choose.
  const onStorage = ({ key }: StorageEvent) => {
    if (key !== KEY && key !== null) return;
    held = null;
    listener();
  };
  listeners.add(listener);
  addEventListener('storage', onStorage);
  return () => {
    listeners.delete(listener);
    removeEventListener('storage', onStorage);
  };
}

/** The chosen zone; draws again when it changes. */
export const useZone = (): ZoneChoice => useSyncExternalStore(subscribe, zoneChoice);

/** The zone in force by its name. */
export function zoneName(): string {
  const zone = zoneChoice();
  return zone === 'local' ? Intl.DateTimeFormat().resolvedOptions().timeZone : zone;
}

/** Every zone there is to choose from, the chosen one among them: it may be kept under another of its names. */
export const zoneNames = (): readonly string[] => {
  const names = new Set(Intl.supportedValuesOf('timeZone')).add(zoneName());
  names.delete('UTC');
  return [...names].sort();
};

const clocks = new Map<string, Intl.DateTimeFormat>();

function clockIn(zone: string): Intl.DateTimeFormat {
  const known = clocks.get(zone);
  if (known !== undefined) return known;
  const made = new Intl.DateTimeFormat('en', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
  });
  clocks.set(zone, made);
  return made;
}

/** How far the clock of the zone is ahead of UTC at a moment (epoch ms), in minutes. */
export function minutesAhead(at: number): number {
  const zone = zoneChoice();
  if (zone === 'UTC' || Number.isNaN(at)) return 0;
  if (zone === 'local') return -new Date(at).getTimezoneOffset();
  const parts = new Map(
    clockIn(zone)
      .formatToParts(at)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const part = (name: Intl.DateTimeFormatPartTypes) => parts.get(name) ?? 0;
  const wall = Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'));
  // The parts name a whole minute: so must the moment.
  return Math.round(wall / MINUTE) - Math.floor(at / MINUTE);
}

/** What a clock on the wall shows at a moment: a date whose UTC parts are those of the zone. */
export const wallOf = (at: number): Date => new Date(at + minutesAhead(at) * MINUTE);

/** The same as a field of date and time (`datetime-local`) holds it: `2026-11-21T14:16`. */
export const wallInput = (at: number): string => wallOf(at).toISOString().slice(0, 16);

/** The moment (epoch ms) at which the clock on the wall shows `2026-11-21T14:16`; null = that is no time. */
export function momentOfWall(wall: string): number | null {
  const asUtc = Date.parse(`${wall}Z`);
  if (Number.isNaN(asUtc)) return null;
  // The clock may be set between the two: asked again at the moment that was found.
  const near = asUtc - minutesAhead(asUtc) * MINUTE;
  return asUtc - minutesAhead(near) * MINUTE;
}
