import { createHash } from 'node:crypto';
import type { AffordanceCall } from '@countersign/adapters/affordance/record';
import { canonicalJson } from '@countersign/json/canonical-json';

const hashOf = (parts: readonly unknown[]): string =>
  createHash('sha256').update(canonicalJson(parts)).digest('hex');

/** Identifies the arguments of a call. */
export const argumentsHashOf = (args: unknown): string => hashOf([args ?? null]);

/** What the ids of all calls of a caller begin with. */
export const callsOf = (caller: string): string => `${hashOf(['caller', caller]).slice(0, 16)}:`;

/** Identifies calls that would do the same for the same profile. */
export const callIdOf = ({
  caller,
  profile,
  signifierId,
  argumentsHash,
}: Pick<AffordanceCall, 'caller' | 'profile' | 'signifierId' | 'argumentsHash'>): string =>
  `${callsOf(caller)}${hashOf([caller, profile, signifierId, argumentsHash])}`;

/** Identifies what a person may allow for the task of a caller; null = it named none. A signifier that changes is another one. */
export const grantIdOf = ({
  caller,
  profile,
  task,
  signifierId,
  sourceHash,
}: AffordanceCall): string | null =>
  task === null ? null : hashOf([caller, profile, task, signifierId, sourceHash]);

/** The task of a call with a key: the same for the same key, so that a call that is repeated is made once. */
export function taskIdOfKey(caller: string, profile: string | null, key: string): string {
  const hex = hashOf(['call', caller, profile, key]);
  const groups = [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `5${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
  ];
  return [...groups, hex.slice(20, 32)].join('-');
}
