import { say } from '@countersign/api/statements';
import type { JsonObject } from '@countersign/json/json-object';
import { operatorOf } from '@countersign/server/guard/guard';
import { ProblemError } from '@countersign/server/http/problem';
import { serve } from '@countersign/server/http/serve';
import type { ZodApp } from '@countersign/server/http/zod-app';
import type { Kernel } from '@countersign/server/kernel';
import type { Artifact } from '@countersign/signifiers/model/signifier';
import { resourceProfileQuads } from '@countersign/signifiers/rdf/profiles';
import type { FastifyRequest } from 'fastify';
import {
  type ArtifactSource,
  readEnvironment,
  type StoredArtifact,
} from '../rows/environment-entries.ts';
import type { ToolServices } from '../tool-services.ts';
import { addressesOf } from './addresses.ts';
import {
  addArtifact,
  approveSignifiers,
  type Described,
  noteArtifactFault,
  putCallPolicy,
  removeArtifact,
  synchroniseArtifact,
} from './artifact-operations.ts';
import { asAccepted } from './negotiate.ts';
import { full, noShare, unknownEntry } from './problems.ts';
import { DescriptionFailure } from './read-description.ts';
import { artifactDetail, artifactView, type Shown } from './shown.ts';

type Deps = Pick<Kernel, 'journal' | 'createId'> &
  Pick<ToolServices, 'environment' | 'environmentNews' | 'readDescription'>;

/** How many signifiers the caller may still add. */
const leftHeader = 'countersign-signifiers-left';

/** Services are registered, read again, approved and removed. */
export function registerArtifacts(app: ZodApp, deps: Deps): void {
  const { journal, createId, environment, environmentNews: news } = deps;
  const shownTo = async (request: FastifyRequest): Promise<Shown> => ({
    at: addressesOf(request),
    notes: await environment.notes(),
  });
  const existing = async (id: string): Promise<StoredArtifact> => {
    const artifact = await readEnvironment(journal.read, 'artifact', id);
    if (artifact === null) throw unknownEntry(id);
    return artifact;
  };

  serve(app, 'GET /api/environment/artifacts', async (request) => ({
    items: (await environment.artifacts()).map((one) => artifactView(one, addressesOf(request))),
  }));

  serve(app, 'POST /api/environment/artifacts', async (request, reply) => {
    const { name, kind, agentId = null, url = null, content } = request.body;
    requireOwnHeaders(request, agentId);
    const artifact: Artifact = { id: createId(), name, kind };
    const source = { agentId, url, isByContent: content !== undefined };
    const described = await readOrRefuse(deps, { artifact, source, content });
    const by = operatorOf(request);
    // Programs describe themselves: what they say is not approved by themselves.
    const isApproved = by.role === 'admin';
    const added = { artifact, source, described, by, isApproved };
    const outcome = await journal.commit(addArtifact, added);
    if (outcome.kind === 'exists') {
      throw new ProblemError('artifact-exists', say('environment.name-taken', { name }));
    }
    if (outcome.kind === 'share') throw noShare();
    if (outcome.kind !== 'stored') throw full();
    news.notify(null);
    reply.header(leftHeader, outcome.left);
    return reply.code(201).send(artifactDetail(outcome.artifact, await shownTo(request)));
  });

  serve(app, 'GET /api/environment/artifacts/:id', async (request, reply) => {
    const stored = await existing(request.params.id);
    const shown = await shownTo(request);
    const { artifact, known } = stored;
    return asAccepted(request, reply, {
      record: artifactDetail(stored, shown),
      quads: () =>
        resourceProfileQuads(
          { iri: shown.at.artifact(artifact.id), name: artifact.name },
          known.map(({ signifier }) => ({ iri: shown.at.signifier(signifier.id), signifier })),
        ),
    });
  });

  serve(app, 'POST /api/environment/artifacts/:id/synchronisation', async (request, reply) => {
    const { id } = request.params;
    const { artifact, source, registeredBy, registeredAt, synchronisedAt } = await existing(id);
    const seen = { source, registeredBy, registeredAt };
    const by = operatorOf(request);
    // Nothing is fetched for who may not change it.
    if (by.role === 'registrant' && registeredBy !== by.id) throw unknownEntry(id);
    requireOwnHeaders(request, source.agentId);
    let described: Described;
    try {
      described = await readOrRefuse(deps, { artifact, source, content: request.body.content });
    } catch (error) {
      // What was not sent is no fault of the service.
      if (error instanceof ProblemError && !source.isByContent) {
        const fault = { fault: error.message, synchronisedAt };
        await journal.commit(noteArtifactFault, { id, ...fault, by });
        news.notify(null);
      }
      throw error;
    }
    const outcome = await journal.commit(synchroniseArtifact, { id, described, by, seen });
    if (outcome.kind === 'unknown') throw unknownEntry(id);
    if (outcome.kind === 'share') throw noShare();
    if (outcome.kind !== 'stored') throw full();
    news.notify(null);
    reply.header(leftHeader, outcome.left);
    const { added, removed, changed } = outcome.drift;
    return {
      artifact: artifactDetail(outcome.artifact, await shownTo(request)),
      added: added.map((one) => one.id),
      removed: removed.map((one) => ({ id: one.id, label: one.label })),
      changed: changed.map(({ after, parts }) => ({ id: after.id, parts })),
    };
  });

  serve(app, 'POST /api/environment/artifacts/:id/approval', async (request) => {
    const { id } = request.params;
    const { signifiers: seen } = request.body;
    const by = operatorOf(request).id;
    const outcome = await journal.commit(approveSignifiers, { id, seen, by });
    if (outcome.kind === 'unknown') throw unknownEntry(id);
    if (outcome.kind !== 'stored') throw full();
    news.notify(null);
    const { artifact, refused } = outcome;
    return { artifact: artifactDetail(artifact, await shownTo(request)), refused };
  });

  serve(app, 'PUT /api/environment/artifacts/:id/policy', async (request) => {
    const { id } = request.params;
    const change = request.body;
    const by = operatorOf(request).id;
    const policy = await journal.commit(putCallPolicy, { id, change, by });
    if (policy === null) throw unknownEntry(id);
    news.notify(null);
    return policy;
  });

  serve(app, 'DELETE /api/environment/artifacts/:id', async (request, reply) => {
    const { id } = request.params;
    const removed = await journal.commit(removeArtifact, { id, by: operatorOf(request).id });
    if (!removed) throw unknownEntry(id);
    news.notify(null);
    return reply.code(204).send(null);
  });
}

/** Programs may neither read nor have called with the headers of an agent, which they cannot even see. */
function requireOwnHeaders(request: FastifyRequest, agentId: string | null): void {
  if (agentId !== null && operatorOf(request).role === 'registrant') {
    throw new ProblemError('forbidden', say('session.role', { role: 'admin' }));
  }
}

async function readOrRefuse(
  { readDescription }: Pick<Deps, 'readDescription'>,
  {
    artifact,
    source,
    content,
  }: { artifact: Artifact; source: ArtifactSource; content: JsonObject | undefined },
): Promise<Described> {
  try {
    const described = await readDescription(artifact, source, content);
    if (described !== null) return described;
  } catch (error) {
    if (!(error instanceof DescriptionFailure)) throw error;
    throw new ProblemError('description-not-read', error.said);
  }
  throw new ProblemError('unknown-agent', say('agent.unknown', { id: source.agentId ?? '' }));
}
