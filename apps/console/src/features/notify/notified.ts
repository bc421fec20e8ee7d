import type { KeptText } from './notify-settings.ts';

const placeOf = (owner: string) => `countersign.told.${owner}`;
/** Without storage they last as long as the tab. */
let memory: Readonly<Record<string, number>> = {};

/** When each question was notified on this machine, epoch ms. */
export function readNotified(
  storage: KeptText | null,
  owner: string,
): Readonly<Record<string, number>> {
  if (storage === null) return memory;
  try {
    const kept: unknown = JSON.parse(storage.get(placeOf(owner)) ?? '{}');
    if (typeof kept !== 'object' || kept === null) return {};
    return Object.fromEntries(
      Object.entries(kept).filter(
        (entry): entry is [string, number] => typeof entry[1] === 'number',
      ),
    );
  } catch {
    return {};
  }
}

export function writeNotified(
  storage: KeptText | null,
  owner: string,
  reported: Readonly<Record<string, number>>,
): void {
  memory = reported;
  try {
    storage?.set(placeOf(owner), JSON.stringify(reported));
  } catch {
    // A full storage costs a second notice after a reload, no more.
  }
}
