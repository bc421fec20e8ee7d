import { setImmediate as nextTurn } from 'node:timers/promises';
import { say } from '@countersign/api/statements';
import { withExactNumbers } from '@countersign/json/exact-number';
import { isObject, type JsonObject, memberOf } from '@countersign/json/json-object';
import type { WrittenStatement } from '@countersign/json/statement';
import type { AgentDirectory } from '@countersign/part-desk/agents/agent-directory';
import type { KnownAgent } from '@countersign/part-desk/agents/secret-headers';
import { connectMcp, listingOf } from '@countersign/part-mcp/mcp-servers/connect';
import { AgentFailure } from '@countersign/server/http/transport-errors';
import { OutsideFailure, type SafeFetch } from '@countersign/server/outgoing/safe-fetch';
import type { Clock } from '@countersign/server/runtime/clock';
import { createRedactor } from '@countersign/server/telemetry/redactor';
import { mapA2a } from '@countersign/signifiers/map/a2a';
import type { Mapped } from '@countersign/signifiers/map/mapped';
import { mapMcp } from '@countersign/signifiers/map/mcp';
import { mapUtcp } from '@countersign/signifiers/map/utcp';
import { mapWot } from '@countersign/signifiers/map/wot';
import type { Artifact } from '@countersign/signifiers/model/signifier';
import { readThing } from '@countersign/signifiers/rdf/read-thing';
import { GraphSyntaxError, parseTurtle } from '@countersign/signifiers/rdf/turtle';
import { signifierQuads } from '@countersign/signifiers/rdf/write-signifier';
import { checkShape } from '@countersign/signifiers/shapes/check-shape';
import { documentUrls } from '@countersign/uap/profile/profile-of';
import type { ArtifactSource } from '../rows/environment-entries.ts';
import type { Described } from './artifact-operations.ts';
import { safeFetchLike } from './calls/safe-fetch-like.ts';
import { withoutSecrets } from './without-secrets.ts';

/** A description that could not be read; `said`: why, without secrets. */
export class DescriptionFailure extends Error {
  readonly said: WrittenStatement;
  constructor(said: WrittenStatement) {
    super(said.text);
    this.said = said;
  }
}

/**
 * Reads what a service says of itself. `content`: what was sent instead of fetching it. null = there is no such agent.
 * Rejects with `DescriptionFailure`.
 */
export type ReadDescription = (
  artifact: Artifact,
  source: ArtifactSource,
  content: JsonObject | undefined,
) => Promise<Described | null>;

const timeoutMs = 10_000;
const maxBytes = 4 * 1024 * 1024;

export function createReadDescription(options: {
  fetch: SafeFetch;
  clock: Clock;
  agents: AgentDirectory;
}): ReadDescription {
  const { fetch, agents, clock } = options;
  return async (artifact, source, content) => {
    const { agentId, url } = source;
    const agent = agentId === null ? null : await agents.descriptor(agentId);
    if (agentId !== null && agent === null) return null;
    if (agent !== null && artifact.kind === 'mcp') {
      return described(artifact, await listsOf(agent, { clock }), agent.url);
    }
    const address = url ?? '';
    if (content !== undefined) return described(artifact, asFetched(content), address);
    if (source.isByContent) throw new DescriptionFailure(say('description.not-sent'));
    if (artifact.kind === 'mcp') {
      const { id, name } = artifact;
      const server: KnownAgent = { id, name, protocol: 'mcp', url: address };
      return described(artifact, await listsOf(server, { clock, fetch }), address);
    }
    const found = await fetched(fetch, artifact, address);
    return described(artifact, found.document, found.url);
  };
}

/** A body keeps numbers that JavaScript would change as marked texts; a description that is fetched has JavaScript's. */
function asFetched(content: JsonObject): JsonObject {
  const read: unknown = JSON.parse(withExactNumbers(JSON.stringify(content)));
  return isObject(read) ? read : {};
}

async function described(
  artifact: Artifact,
  document: JsonObject,
  url: string,
): Promise<Described> {
  const mapped = map(artifact, document, url);
  return { url, mapped, shapeFaults: await faultsOf(mapped) };
}

function map(artifact: Artifact, document: JsonObject, url: string): Mapped {
  switch (artifact.kind) {
    case 'a2a':
      return mapA2a(artifact, document, url);
    case 'utcp':
      return mapUtcp(artifact, document);
    case 'wot':
      return mapWot(artifact, document, url);
    case 'mcp': {
      const list = (name: string): unknown[] => {
        const sent = memberOf(document, name);
        return Array.isArray(sent) ? sent : [];
      };
      return mapMcp(artifact, {
        url,
        version: String(document['version'] ?? '2026-07-28'),
        tools: list('tools'),
        resources: list('resources'),
        resourceTemplates: list('resourceTemplates'),
      });
    }
  }
}

/** What of each signifier does not conform to the shape, by id. */
async function faultsOf({ signifiers }: Mapped): Promise<Record<string, string>> {
  const faults: [string, string][] = [];
  for (const signifier of signifiers) {
    // A check takes milliseconds, and there may be thousands.
    await nextTurn();
    const quads = signifierQuads([{ iri: `urn:uuid:${signifier.id}`, signifier }]);
    const [fault] = await checkShape('console', quads);
    if (fault !== undefined) {
      const { property, details, message } = fault;
      const said = details.length > 0 ? details.join('; ') : message;
      faults.push([signifier.id, `${property} ${said}`.trim().slice(0, 500)]);
    }
  }
  return Object.fromEntries(faults);
}

/**
 * The lists of a server. One that is registered as an agent is called with the agent's headers, another one by the safe fetch. What it
 * repeats of headers, or of the session, is removed: descriptions are shown to everyone.
 */
async function listsOf(
  agent: KnownAgent,
  { clock, fetch: safe }: { clock: Clock; fetch?: SafeFetch },
): Promise<JsonObject> {
  const redactor = createRedactor();
  const secrets = Object.values(agent.headers ?? {});
  for (const secret of secrets) redactor.keep(secret);
  try {
    const signal = new AbortController().signal;
    const fetch = safe === undefined ? undefined : safeFetchLike(safe, timeoutMs, signal);
    const how = { signal, answerMs: timeoutMs, commands: null };
    const link = await connectMcp({ agent, clock, fetch, ...how });
    const session = link.session();
    const listing = await listingOf(link, timeoutMs).finally(() => link.close());
    if (session !== null) secrets.push(session);
    const { revision, tools, resources } = withoutSecrets(listing, secrets);
    const listed = Array.isArray(resources) ? resources : [];
    const isTemplate = (one: unknown) => memberOf(one, 'uriTemplate') !== undefined;
    return {
      version: revision,
      tools,
      resources: listed.filter((one) => !isTemplate(one)),
      resourceTemplates: listed.filter(isTemplate),
    };
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const words = redactor.clean(error.message);
    const isStated = error instanceof AgentFailure || error instanceof OutsideFailure;
    throw new DescriptionFailure(
      isStated && words === error.said.text ? error.said : say('problem.quoted', { words }),
    );
  }
}

/** The description at an address; of an A2A agent also where its card usually is. */
async function fetched(
  fetch: SafeFetch,
  { kind }: Artifact,
  url: string,
): Promise<{ document: JsonObject; url: string }> {
  let first: DescriptionFailure | null = null;
  for (const address of kind === 'a2a' ? documentUrls('a2a', url) : [url]) {
    try {
      return await fetchDocument(fetch, address, kind === 'wot');
    } catch (error) {
      if (!(error instanceof DescriptionFailure)) throw error;
      first ??= error;
    }
  }
  throw first ?? new DescriptionFailure(say('description.no-url'));
}

async function fetchDocument(
  fetch: SafeFetch,
  address: string,
  mayBeTurtle: boolean,
): Promise<{ document: JsonObject; url: string }> {
  const accept = mayBeTurtle
    ? 'application/td+json, application/json;q=0.9, text/turtle;q=0.8'
    : 'application/json';
  try {
    const { status, headers, body, url } = await fetch({
      ...{ method: 'GET', url: address, headers: { accept } },
      ...{ timeoutMs, maxBytes, beyond: 'refuse' },
    });
    if (status !== 200) throw new DescriptionFailure(say('description.status', { status }));
    const isTurtle = mayBeTurtle && /^text\/turtle\b/i.test(headers['content-type'] ?? '');
    const document: unknown = isTurtle ? readThing(parseTurtle(body, url)) : JSON.parse(body);
    if (!isObject(document)) throw new DescriptionFailure(say('description.not-a-description'));
    return { document, url };
  } catch (error) {
    if (error instanceof OutsideFailure) throw new DescriptionFailure(error.said);
    if (error instanceof SyntaxError) throw new DescriptionFailure(say('description.not-json'));
    if (error instanceof GraphSyntaxError)
      throw new DescriptionFailure(say('description.not-turtle'));
    throw error;
  }
}
