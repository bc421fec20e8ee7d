import type { EnvironmentStep } from '@countersign/api/affordance-call';
import type { JsonObject } from '@countersign/json/json-object';
import type { Reading, Writing } from '@countersign/server/store/port';
import { storedJson } from '@countersign/server/store/stored-json';
import type { ArtifactState } from '@countersign/signifiers/environment/artifact-state';
import type { Signifier } from '@countersign/signifiers/model/signifier';

/** Where the description of a service is read. */
export interface ArtifactSource {
  /** The registered agent whose headers it is called with; an MCP server without an address of its own is also read with them. */
  agentId: string | null;
  /** The address of the description; null = the agent's. */
  url: string | null;
  isByContent: boolean;
}

/** What an administrator decided about the calls of a service. */
export interface CallPolicy {
  /** What it says of itself is believed: that a call changes nothing. */
  isTrusted: boolean;
  /** It moves something in the world: each call that changes anything is confirmed by typing. */
  isActuator: boolean;
  /** Ids of signifiers that are called without asking, unless they are confirmed by typing. */
  direct: string[];
}

/** A registered service with its signifiers. */
export interface StoredArtifact extends ArtifactState {
  /** Absent = nothing was decided. */
  policy?: CallPolicy;
  source: ArtifactSource;
  /** Signifiers that have changed, as they were approved. */
  approvedVersions: Signifier[];
  /** What in the graph of a signifier has not the shape of one, by id. */
  shapeFaults: Record<string, string>;
  /** Why it could not be read the last time; null = it could. */
  fault: string | null;
  registeredBy: string;
  registeredAt: number;
  synchronisedAt: number;
}

/** What an agent says of itself. */
export interface StoredProfile {
  id: string;
  context: string;
  abilities: string[];
  /** Names of the services that the agent may use; null or absent = all. */
  services?: string[] | null;
  /** Id of the agent that calls with its own token, or of the registrant; null or absent = operators only. */
  owner?: string | null;
  changedBy: string;
  changedAt: number;
}

/** What operators noted of a signifier. */
export interface StoredNote {
  signifierId: string;
  isPinned: boolean;
  isHidden: boolean;
  examples: string[];
  /** The number of its last change; absent in entries of earlier releases = 1. One that was emptied stays, with its number. */
  version?: number;
}

/** Calls that would do the same, as far as the next one needs it; the id is derived from the caller, profile, signifier and arguments. */
export interface StoredCall {
  /** The call whose outcome its caller does not know yet: who repeats it joins it. null = there is none. */
  taskId: string | null;
  /** The caller knows that the outcome of an earlier one is not known. A further one is asked about in any case. */
  wasUnknown: boolean;
  /** When the call began by which `wasUnknown` was set last, epoch ms: what an earlier one did says nothing of it. Absent = never. */
  asOf?: number;
  /** It changes nothing. */
  isReading?: boolean;
}

/** A person allowed all calls of a signifier in the task of a caller; its id is a hash of these. */
export interface StoredGrant {
  /** The name of the person who allowed it. */
  by: string;
  at: number;
  /** Absent in entries of earlier releases, which do not count any more. */
  task?: string;
  /** What was allowed, and to whom; absent in entries of earlier releases. */
  of?: GrantedCalls;
}

/** Calls of a signifier by a caller. */
export interface GrantedCalls {
  signifierId: string;
  label: string;
  callerName: string;
  profile: string | null;
}

/** The last call of a signifier that a person has approved. */
export interface StoredApproval {
  /** With which it was called. */
  arguments: JsonObject;
  /** The name of the person who approved it. */
  by: string;
  at: number;
}

/** What is recorded for a profile; what became of its calls is in their tasks. */
export type StoredStep = Extract<
  EnvironmentStep,
  { kind: 'context' | 'selection' | 'exposure' | 'call' }
>;

/** What happened for a profile, oldest first. */
export interface StoredTrail {
  steps: StoredStep[];
}

/** What the environment keeps, by kind. */
export interface EnvironmentEntries {
  call: StoredCall;
  grant: StoredGrant;
  /** Its id is that of the signifier. */
  approval: StoredApproval;
  /** Its id is that of the profile. */
  trail: StoredTrail;
  artifact: StoredArtifact;
  profile: StoredProfile;
  /** Its id is that of the signifier. */
  note: StoredNote;
}
export type EnvironmentKind = keyof EnvironmentEntries;

export async function listEnvironment<Kind extends EnvironmentKind>(
  reading: Reading,
  kind: Kind,
): Promise<EnvironmentEntries[Kind][]> {
  const rows = await reading.all<{ body: string }>(
    'SELECT body FROM environment_entries WHERE kind = ? ORDER BY id',
    kind,
  );
  return rows.map(({ body }) => storedJson<EnvironmentEntries[Kind]>(body));
}

/** null = there is none. */
export async function readEnvironment<Kind extends EnvironmentKind>(
  reading: Reading,
  kind: Kind,
  id: string,
): Promise<EnvironmentEntries[Kind] | null> {
  const body = await bodyOf(reading, kind, id);
  return body === null ? null : storedJson<EnvironmentEntries[Kind]>(body);
}

/** How many entries of a kind have ids that begin so. `prefix`: of letters, digits and colons. */
export async function countEnvironment(
  reading: Reading,
  kind: EnvironmentKind,
  prefix: string,
): Promise<number> {
  const row = await reading.get<{ count: number }>(
    'SELECT COUNT(*) AS count FROM environment_entries WHERE kind = ? AND id LIKE ?',
    kind,
    `${prefix}%`,
  );
  return row?.count ?? 0;
}

/** The number of the last change of any artifact; 0 = none yet. It only grows. */
export async function environmentRevision(reading: Reading): Promise<number> {
  return Number((await bodyOf(reading, 'revision', '')) ?? 0);
}

async function bodyOf(reading: Reading, kind: string, id: string): Promise<string | null> {
  const row = await reading.get<{ body: string }>(
    'SELECT body FROM environment_entries WHERE kind = ? AND id = ?',
    kind,
    id,
  );
  return row?.body ?? null;
}

/** The number of entries of a kind, and the size of all others than one, in bytes of JSON. What is kept for a time only does not count. */
export async function environmentSize(
  reading: Reading,
  kind: EnvironmentKind,
  id: string,
): Promise<{ count: number; otherBytes: number }> {
  const counted = await reading.get<{ count: number }>(
    'SELECT COUNT(*) AS count FROM environment_entries WHERE kind = ?',
    kind,
  );
  const others = await reading.get<{ bytes: number | null }>(
    "SELECT SUM(OCTET_LENGTH(body)) AS bytes FROM environment_entries WHERE kind IN ('artifact', 'profile', 'note') AND NOT (kind = ? AND id = ?)",
    kind,
    id,
  );
  return { count: counted?.count ?? 0, otherBytes: others?.bytes ?? 0 };
}

/** Adds or replaces an entry. */
export const putEnvironment = <Kind extends EnvironmentKind>(
  writing: Writing,
  kind: Kind,
  id: string,
  entry: EnvironmentEntries[Kind],
): Promise<void> => putBody(writing, [kind, id, JSON.stringify(entry)]);

/** To be called with each change of an artifact: servers keep what is derived from all artifacts until it changes. */
export async function countEnvironmentChange(writing: Writing): Promise<void> {
  const last = await environmentRevision(writing);
  await putBody(writing, ['revision', '', String(last + 1)]);
}

async function putBody(writing: Writing, row: readonly [string, string, string]): Promise<void> {
  await writing.run(
    `INSERT INTO environment_entries(kind, id, body) VALUES(?,?,?)
     ON CONFLICT(kind, id) DO UPDATE SET body = excluded.body`,
    ...row,
  );
}

/** Returns the number of entries removed. */
export const deleteEnvironment = async (
  writing: Writing,
  kind: EnvironmentKind,
  id: string,
): Promise<number> =>
  writing.run('DELETE FROM environment_entries WHERE kind = ? AND id = ?', kind, id);
