import { say } from '@countersign/api/statements';
import { operatorOf } from '@countersign/server/guard/guard';
import { ProblemError } from '@countersign/server/http/problem';
import { serve } from '@countersign/server/http/serve';
import type { ZodApp } from '@countersign/server/http/zod-app';
import type { Kernel } from '@countersign/server/kernel';
import { signifierQuads } from '@countersign/signifiers/rdf/write-signifier';
import type { RankedSignifier } from '@countersign/signifiers/select/ranking';
import type { FastifyRequest } from 'fastify';
import { readEnvironment } from '../rows/environment-entries.ts';
import type { ToolServices } from '../tool-services.ts';
import { addressesOf } from './addresses.ts';
import { asAccepted } from './negotiate.ts';
import { full, unknownEntry } from './problems.ts';
import { putSignifierNote } from './profile-operations.ts';
import { isSeenBy } from './profile-routes.ts';
import { knownView } from './shown.ts';

type Deps = Pick<Kernel, 'journal'> & Pick<ToolServices, 'environment' | 'environmentNews'>;
type Agent = Parameters<Deps['environment']['rank']>[0];

/** Signifiers are read, ranked for what an agent is about to do, and noted. */
export function registerSignifiers(
  app: ZodApp,
  { journal, environment, environmentNews: news }: Deps,
): void {
  const listed = async (request: FastifyRequest, agent: Agent | null) => {
    const ranking = agent === null ? null : await environment.rank(agent);
    const shown = { at: addressesOf(request), notes: await environment.notes() };
    const found = (await environment.artifacts()).flatMap((artifact) =>
      artifact.known.map((known) => ({ artifact, known })),
    );
    if (ranking === null) {
      const items = found.map(({ artifact, known }) => knownView(artifact, known, shown));
      return { version: null, items };
    }
    const byId = new Map(found.map((one) => [one.known.signifier.id, one]));
    const items = ranking.entries.flatMap((ranked: RankedSignifier) => {
      // Registered or removed since the ranking was made.
      const one = byId.get(ranked.id);
      return one === undefined ? [] : [knownView(one.artifact, one.known, { ...shown, ranked })];
    });
    const { version, model } = ranking;
    if (model === undefined) return { version, items };
    return { version, model: { name: model.name, state: model.state }, items };
  };

  serve(app, 'GET /api/environment/signifiers', async (request, reply) => {
    const { profile: named } = request.query;
    const agent = named === undefined ? null : await profileOf(request, named);
    const record = await listed(request, agent);
    const offered = record.items.filter(
      ({ rank }) => rank === null || rank.decision === 'recommended',
    );
    return asAccepted(request, reply, { record, quads: () => signifierQuads(offered) });
  });

  async function profileOf(request: FastifyRequest, named: string): Promise<Agent> {
    const id = addressesOf(request).profileIn(named);
    // Any other address would have to be fetched.
    if (id === null) {
      throw new ProblemError('invalid-request', say('environment.profile-elsewhere'));
    }
    const profile = await readEnvironment(journal.read, 'profile', id);
    if (profile === null || !isSeenBy(operatorOf(request), profile)) throw unknownEntry(id);
    return profile;
  }

  serve(app, 'GET /api/environment/signifiers/:id', async (request, reply) => {
    const { id } = request.params;
    const { items } = await listed(request, null);
    const record = items.find(({ signifier }) => signifier.id === id);
    if (record === undefined) throw unknownEntry(id);
    return asAccepted(request, reply, { record, quads: () => signifierQuads([record]) });
  });

  serve(app, 'PUT /api/environment/signifiers/:id/note', async (request) => {
    const { id } = request.params;
    const note = { signifierId: id, ...request.body };
    const by = operatorOf(request).id;
    const outcome = await journal.commit(putSignifierNote, { note, by });
    if (outcome.kind === 'unknown') throw unknownEntry(id);
    if (outcome.kind === 'full') throw full();
    const { signifierId: _, ...now } = outcome.note;
    if (outcome.kind === 'changed') {
      throw new ProblemError('note-changed', say('environment.note-changed'), { note: now });
    }
    news.notify(null);
    return now;
  });

  serve(app, 'POST /api/environment/comparison', async (request) => {
    const { selectors, model, order } = await environment.compare(request.body);
    const labels = new Map(
      (await environment.artifacts()).flatMap(({ known }) =>
        known.map(({ signifier: { id, label } }) => [id, label] as const),
      ),
    );
    const any = new Set(selectors.flatMap(({ recommended }) => recommended));
    const items = order
      .filter((id) => any.has(id))
      .map((id) => ({ id, label: labels.get(id) ?? id }));
    if (model === undefined) return { selectors, items };
    return { selectors, items, model: { name: model.name, state: model.state } };
  });

  serve(app, 'POST /api/environment/selection', async (request) => listed(request, request.body));
}
