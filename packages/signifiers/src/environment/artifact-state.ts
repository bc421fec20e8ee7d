import type { JsonObject } from '@countersign/json/json-object';
import type { WrittenStatement } from '@countersign/json/statement';
import type { Mapped, Skipped } from '../map/mapped.ts';
import { type Drift, driftOf } from '../model/drift.ts';
import type { Artifact, Signifier } from '../model/signifier.ts';
import { say } from '../select/reasons.ts';

/** A signifier with what an operator approved of it. */
export interface KnownSignifier {
  signifier: Signifier;
  /** The hash of the description that was approved; null = it came later and was not approved yet. */
  approvedHash: string | null;
  /** What the service says of it besides the record; absent = it is not known. */
  rest?: JsonObject | undefined;
  /** The same as it was approved, if it has changed since. */
  approvedRest?: JsonObject | undefined;
}

/** A registered service, as the environment keeps it. */
export interface ArtifactState {
  artifact: Artifact;
  url: string;
  known: KnownSignifier[];
  /** What the service described without producing a signifier. */
  skipped: Skipped[];
}

/** A service that an operator registers: what it describes at that moment is approved with it. */
export const registered = (artifact: Artifact, url: string, mapped: Mapped): ArtifactState => ({
  ...{ artifact, url },
  known: mapped.signifiers.map((signifier) => ({
    ...{ signifier, approvedHash: signifier.sourceHash, rest: mapped.rest?.[signifier.id] },
  })),
  skipped: mapped.skipped,
});

/**
 * The service after a synchronisation. What is new or changed since then has to be approved; what is gone is removed, and has to be
 * approved again if it comes back.
 */
export function synchronised(
  state: ArtifactState,
  mapped: Mapped,
): { state: ArtifactState; drift: Drift } {
  const before = new Map(state.known.map((one) => [one.signifier.id, one]));
  const drift = driftOf(
    state.known.map(({ signifier }) => signifier),
    mapped.signifiers,
  );
  const known = mapped.signifiers.map((signifier): KnownSignifier => {
    const { id, sourceHash } = signifier;
    const old = before.get(id);
    const approvedHash = old?.approvedHash ?? null;
    const now = { signifier, approvedHash, rest: mapped.rest?.[id] };
    if (old === undefined || approvedHash === null || approvedHash === sourceHash) return now;
    const wasApproved = approvedHash === old.signifier.sourceHash;
    return { ...now, approvedRest: wasApproved ? old.rest : old.approvedRest };
  });
  return { state: { ...state, known, skipped: mapped.skipped }, drift };
}

/** Approves signifiers as an operator saw them, by id and hash: one that changed meanwhile is not approved. */
export function approved(
  state: ArtifactState,
  seen: ReadonlyMap<string, string>,
): { state: ArtifactState; refused: string[] } {
  const refused = [...seen.keys()].filter(
    (id) =>
      state.known.find(({ signifier }) => signifier.id === id)?.signifier.sourceHash !==
      seen.get(id),
  );
  const known = state.known.map((one) => {
    const { id, sourceHash } = one.signifier;
    return seen.get(id) === sourceHash
      ? { ...one, approvedHash: sourceHash, approvedRest: undefined }
      : one;
  });
  return { state: { ...state, known }, refused };
}

/** What is known of the signifiers of a service besides its description. */
export interface Conditions {
  isHealthy: boolean;
  /** What in its graph has not the shape of a signifier, by id. */
  shapeFaults?: ReadonlyMap<string, string>;
  /** The rule that forbids a signifier to the agent, if any. */
  ruleAgainst?: (signifier: Signifier) => WrittenStatement | null;
}

/** Why signifiers of a service are blocked, by id, for the ranking. */
export function blockedIn(
  { known }: Pick<ArtifactState, 'known'>,
  { isHealthy, shapeFaults, ruleAgainst }: Conditions,
): Map<string, WrittenStatement> {
  const reasonFor = ({ signifier, approvedHash }: KnownSignifier): WrittenStatement | null => {
    const rule = ruleAgainst?.(signifier) ?? null;
    const detail = shapeFaults?.get(signifier.id);
    if (rule !== null) return say('select.policy', { rule });
    if (detail !== undefined) return say('select.shape', { detail });
    if (approvedHash !== signifier.sourceHash) return say('select.drifted');
    return isHealthy ? null : say('select.unhealthy');
  };
  return new Map(
    known.flatMap((one) => {
      const reason = reasonFor(one);
      return reason === null ? [] : [[one.signifier.id, reason] as const];
    }),
  );
}
