import type {
  agentProfileSchema,
  artifactDetailSchema,
  artifactSchema,
  knownSignifierSchema,
} from '@countersign/api/environment';
import { changedMembers } from '@countersign/json/changed-members';
import type { KnownSignifier } from '@countersign/signifiers/environment/artifact-state';
import { driftOf } from '@countersign/signifiers/model/drift';
import type { RankedSignifier } from '@countersign/signifiers/select/ranking';
import type { z } from 'zod';
import type {
  CallPolicy,
  StoredArtifact,
  StoredNote,
  StoredProfile,
} from '../rows/environment-entries.ts';
import type { Addresses } from './addresses.ts';
import { versionOf } from './profile-operations.ts';

type KnownView = z.input<typeof knownSignifierSchema>;
type ArtifactView = z.input<typeof artifactSchema>;
export type ArtifactDetail = z.input<typeof artifactDetailSchema>;

/** What is needed to show signifiers. */
export interface Shown {
  at: Addresses;
  notes: ReadonlyMap<string, StoredNote>;
}

const approvalOf = ({ signifier, approvedHash }: KnownSignifier): KnownView['approval'] => {
  if (approvedHash === null) return 'new';
  return approvedHash === signifier.sourceHash ? 'approved' : 'changed';
};

export function knownView(
  artifact: StoredArtifact,
  known: KnownSignifier,
  { at, notes, ranked }: Shown & { ranked?: RankedSignifier },
): KnownView {
  const { signifier } = known;
  const before = artifact.approvedVersions.find(({ id }) => id === signifier.id);
  const [change] = before === undefined ? [] : driftOf([before], [signifier]).changed;
  const note = notes.get(signifier.id);
  return {
    iri: at.signifier(signifier.id),
    signifier,
    approval: approvalOf(known),
    drift:
      change === undefined
        ? null
        : { parts: change.parts, before: change.before, members: changedRest(known) },
    shapeFault: artifact.shapeFaults[signifier.id] ?? null,
    note: note === undefined ? null : { ...note, version: versionOf(note) },
    rank: ranked === undefined ? null : rankView(ranked),
  };
}

/** What the service says otherwise besides the record. Of what was approved under an earlier release, it is not known. */
const changedRest = ({ rest, approvedRest }: KnownSignifier) =>
  rest === undefined || approvedRest === undefined ? [] : changedMembers(approvedRest, rest);

function rankView({ reason, ...rank }: RankedSignifier): KnownView['rank'] {
  const { decision, score, tiers, matched } = rank;
  return {
    decision,
    score,
    tiers,
    matched,
    reason: reason.text,
    reasonStatement: reason.statement,
  };
}

/** The policy of a service about which nothing was decided. */
export const usualPolicy: CallPolicy = { isTrusted: false, isActuator: false, direct: [] };

export function artifactView(stored: StoredArtifact, at: Addresses): ArtifactView {
  const { artifact, source, known, url, fault } = stored;
  const { registeredBy, registeredAt, synchronisedAt } = stored;
  return {
    ...artifact,
    iri: at.artifact(artifact.id),
    ...{ url, agentId: source.agentId, isByContent: source.isByContent },
    ...{ registeredBy, registeredAt, synchronisedAt, fault },
    signifierCount: known.length,
    skippedCount: stored.skipped.length,
    policy: stored.policy ?? usualPolicy,
    waitingCount: known.filter((one) => approvalOf(one) !== 'approved').length,
  };
}

export const artifactDetail = (stored: StoredArtifact, shown: Shown): ArtifactDetail => ({
  ...artifactView(stored, shown.at),
  signifiers: stored.known.map((one) => knownView(stored, one, shown)),
  skipped: stored.skipped,
});

export const profileView = (
  profile: StoredProfile,
  at: Addresses,
): z.input<typeof agentProfileSchema> => ({
  ...profile,
  services: profile.services ?? null,
  owner: profile.owner ?? null,
  iri: at.profile(profile.id),
  mcpUrl: at.tools(profile.id),
});
