import type { putCallPolicySchema } from '@countersign/api/affordance-call';
import { jsonEqual } from '@countersign/json/json-equal';
import { operation } from '@countersign/server/journal/operation';
import type { Author } from '@countersign/server/runtime/share';
import type { Transaction } from '@countersign/server/store/transaction';
import {
  type ArtifactState,
  approved,
  registered,
  synchronised,
} from '@countersign/signifiers/environment/artifact-state';
import type { Mapped } from '@countersign/signifiers/map/mapped';
import type { Drift } from '@countersign/signifiers/model/drift';
import type { Artifact, Signifier } from '@countersign/signifiers/model/signifier';
import type { z } from 'zod';
import {
  type ArtifactSource,
  type CallPolicy,
  countEnvironmentChange,
  deleteEnvironment,
  listEnvironment,
  putEnvironment,
  readEnvironment,
  type StoredArtifact,
} from '../rows/environment-entries.ts';
import { canApprove, roomForArtifact } from './room.ts';
import { usualPolicy } from './shown.ts';

/** What was read of a service. */
export interface Described {
  /** Where it is. */
  url: string;
  mapped: Mapped;
  shapeFaults: Record<string, string>;
}

/** Why there is no room. `share`: its registrant has as much as one may have. `full`: all together have. */
type NoRoom = { kind: 'share' | 'full' };

/** The outcome of a registration. `exists`: the name is taken. `left`: how many signifiers its author may still add. */
export type KeptArtifact =
  | { kind: 'stored'; artifact: StoredArtifact; left: number }
  | { kind: 'exists' }
  | NoRoom;

async function store(
  transaction: Transaction,
  artifact: StoredArtifact,
  { others, by }: { others: readonly StoredArtifact[]; by: Author },
): Promise<Exclude<KeptArtifact, { kind: 'exists' }>> {
  const room = await roomForArtifact(transaction, { artifact, others }, by);
  if (room.kind !== 'room') return room;
  await putEnvironment(transaction, 'artifact', artifact.artifact.id, artifact);
  await countEnvironmentChange(transaction);
  return { kind: 'stored', artifact, left: room.left };
}

const audit = (
  transaction: Transaction,
  by: string,
  action: string,
  detail: Record<string, unknown>,
) => transaction.audit({ operator: by, action: `artifact:${action}`, threadId: null, detail });

/** Registers a service. What it describes now is approved with it if an administrator registers it. */
export const addArtifact = operation<
  {
    artifact: Artifact;
    source: ArtifactSource;
    described: Described;
    by: Author;
    isApproved: boolean;
  },
  KeptArtifact
>('addArtifact', async (transaction, { artifact, source, described, by, isApproved }) => {
  const others = await listEnvironment(transaction, 'artifact');
  if (others.some((other) => other.artifact.name === artifact.name)) return { kind: 'exists' };
  const { url, mapped, shapeFaults } = described;
  const state = registered(artifact, url, mapped);
  const waiting = state.known.map((one) => ({ ...one, approvedHash: null }));
  const outcome = await store(
    transaction,
    {
      ...state,
      known: isApproved ? state.known : waiting,
      ...{ source, shapeFaults, approvedVersions: [], fault: null, registeredBy: by.id },
      registeredAt: transaction.now,
      synchronisedAt: transaction.now,
    },
    { others, by },
  );
  if (outcome.kind === 'stored') {
    await audit(transaction, by.id, 'register', { ...artifact, url });
  }
  return outcome;
});

export type Synchronised =
  | { kind: 'stored'; artifact: StoredArtifact; drift: Drift; left: number }
  | { kind: 'unknown' }
  | NoRoom;

/** The service, if it is there for its author: a registrant has no others than those that it has registered. */
async function changeable(
  transaction: Transaction,
  id: string,
  { id: by, role }: Author,
): Promise<StoredArtifact | null> {
  const artifact = await readEnvironment(transaction, 'artifact', id);
  return role === 'registrant' && artifact?.registeredBy !== by ? null : artifact;
}

/** Takes what was read of a service again. Not if another one was registered in its place while it was read (`seen`: as it was then). */
export const synchroniseArtifact = operation<
  {
    id: string;
    described: Described;
    by: Author;
    seen: Pick<StoredArtifact, 'source' | 'registeredBy' | 'registeredAt'>;
  },
  Synchronised
>('synchroniseArtifact', async (transaction, { id, described, by, seen }) => {
  const before = await changeable(transaction, id, by);
  const isSame =
    before?.registeredAt === seen.registeredAt &&
    before.registeredBy === seen.registeredBy &&
    jsonEqual(before.source, seen.source);
  if (before === null || !isSame) return { kind: 'unknown' };
  const { url, mapped, shapeFaults } = described;
  const { state, drift } = synchronised(before, mapped);
  const artifact: StoredArtifact = {
    ...before,
    ...state,
    ...{ url, shapeFaults, fault: null, synchronisedAt: transaction.now },
    approvedVersions: approvedVersions(before, state),
  };
  const all = await listEnvironment(transaction, 'artifact');
  const others = all.filter((other) => other.artifact.id !== id);
  const outcome = await store(transaction, artifact, { others, by });
  if (outcome.kind !== 'stored') return outcome;
  for (const { id: gone } of drift.removed) await deleteEnvironment(transaction, 'approval', gone);
  const counts = {
    added: drift.added.length,
    removed: drift.removed.length,
    changed: drift.changed.length,
  };
  await audit(transaction, by.id, 'synchronise', { id, ...counts });
  return { ...outcome, drift };
});

/** Of each signifier that is not as it was approved: as it was approved, so that an operator can be shown both. */
function approvedVersions(before: StoredArtifact, { known }: Pick<ArtifactState, 'known'>) {
  const versions = [...before.approvedVersions, ...before.known.map(({ signifier }) => signifier)];
  return known.flatMap(({ signifier, approvedHash }): Signifier[] => {
    if (approvedHash === signifier.sourceHash) return [];
    const { id } = signifier;
    const found = versions.find((one) => one.id === id && one.sourceHash === approvedHash);
    return found === undefined ? [] : [found];
  });
}

/**
 * Records that a service could not be read: its signifiers are blocked until it can be. Not if it was read since it was asked for
 * (`synchronisedAt`: the last time before).
 */
export const noteArtifactFault = operation<
  { id: string; fault: string; synchronisedAt: number; by: Author },
  null
>('noteArtifactFault', async (transaction, { id, fault, synchronisedAt, by }) => {
  const artifact = await changeable(transaction, id, by);
  if (artifact?.synchronisedAt !== synchronisedAt) return null;
  await putEnvironment(transaction, 'artifact', id, { ...artifact, fault });
  await countEnvironmentChange(transaction);
  return null;
});

export type Approved =
  | { kind: 'stored'; artifact: StoredArtifact; refused: string[] }
  | { kind: 'unknown' | 'full' };

/** Approves signifiers as an operator saw them. */
export const approveSignifiers = operation<
  { id: string; seen: readonly { id: string; sourceHash: string }[]; by: string },
  Approved
>('approveSignifiers', async (transaction, { id, seen, by }) => {
  const before = await readEnvironment(transaction, 'artifact', id);
  if (before === null) return { kind: 'unknown' };
  const hashes = new Map(seen.map((one) => [one.id, one.sourceHash]));
  const { state, refused } = approved(before, hashes);
  const artifact = { ...before, ...state, approvedVersions: approvedVersions(before, state) };
  const all = await listEnvironment(transaction, 'artifact');
  const after = all.map((one) => (one.artifact.id === id ? artifact : one));
  if (refused.length < seen.length && !canApprove(after)) return { kind: 'full' };
  await putEnvironment(transaction, 'artifact', id, artifact);
  await countEnvironmentChange(transaction);
  const signifiers = seen.filter((one) => !refused.includes(one.id));
  await audit(transaction, by, 'approve', { id, signifiers });
  return { kind: 'stored', artifact, refused };
});

/** Removes a service with its signifiers and the notes about them. Returns whether it was there. */
export const removeArtifact = operation<{ id: string; by: string }, boolean>(
  'removeArtifact',
  async (transaction, { id, by }) => {
    const artifact = await readEnvironment(transaction, 'artifact', id);
    if (artifact === null) return false;
    await deleteEnvironment(transaction, 'artifact', id);
    for (const { signifier } of artifact.known) {
      await deleteEnvironment(transaction, 'note', signifier.id);
      await deleteEnvironment(transaction, 'approval', signifier.id);
    }
    await countEnvironmentChange(transaction);
    await audit(transaction, by, 'remove', { ...artifact.artifact, url: artifact.url });
    return true;
  },
);

/** Decides how calls of a service are approved; what is left out stays. Returns the whole policy; null = there is no such service. */
export const putCallPolicy = operation<
  { id: string; change: z.output<typeof putCallPolicySchema>; by: string },
  CallPolicy | null
>('putCallPolicy', async (transaction, { id, change, by }) => {
  const artifact = await readEnvironment(transaction, 'artifact', id);
  if (artifact === null) return null;
  const before = artifact.policy ?? usualPolicy;
  const policy: CallPolicy = {
    isTrusted: change.isTrusted ?? before.isTrusted,
    isActuator: change.isActuator ?? before.isActuator,
    direct: change.direct ?? before.direct,
  };
  await putEnvironment(transaction, 'artifact', id, { ...artifact, policy });
  await countEnvironmentChange(transaction);
  await audit(transaction, by, 'policy', { id, ...policy });
  return policy;
});
