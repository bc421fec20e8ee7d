/**
 * Whether a server is to act on its store: `off` = never; `on` = yes, and the store belongs here from now on; `auto` = unless the store
 * finds itself elsewhere than before.
 */
export type ActSetting = 'auto' | 'on' | 'off';

/** Why a server only reads; null = it acts. */
export type ReadsOnly = 'off' | 'elsewhere' | null;

/** The same for the person who started it, with what to do. */
export const readsOnlyInWords: Record<NonNullable<ReadsOnly>, string> = {
  off: 'This server only reads, and sends nothing: COUNTERSIGN_DUTY is off.',
  elsewhere:
    'This server only reads, and sends nothing: its store was copied or restored. To let it act here, start it with COUNTERSIGN_DUTY=on, once.',
};

/** `known`: the place that the store was last acted on in; undefined = none was noted yet. */
export function readsOnlyFor(
  setting: ActSetting,
  known: string | undefined,
  here: string,
): ReadsOnly {
  if (setting === 'off') return 'off';
  return setting === 'on' || known === undefined || known === here ? null : 'elsewhere';
}
