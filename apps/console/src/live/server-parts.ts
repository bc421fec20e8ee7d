import { useKnownMe } from './queries.ts';

/** A part that a server may be started without. */
export type OptionalPart = 'registry' | 'gateway' | 'knowledge' | 'tools' | 'insights' | 'evidence';

/** Whether the server has a part; of what belongs to none of them it is true. A server that names no parts has all. */
export function useHasPart(): (part: OptionalPart | undefined) => boolean {
  const parts = useKnownMe()?.parts;
  return (part) => part === undefined || parts === undefined || parts.includes(part);
}
