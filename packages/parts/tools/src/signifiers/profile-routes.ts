import type { Operator } from '@countersign/api/operator';
import { say } from '@countersign/api/statements';
import { operatorOf } from '@countersign/server/guard/guard';
import { ProblemError } from '@countersign/server/http/problem';
import { serve } from '@countersign/server/http/serve';
import type { ZodApp } from '@countersign/server/http/zod-app';
import type { Kernel } from '@countersign/server/kernel';
import { parseJsonLd } from '@countersign/signifiers/rdf/json-ld';
import { agentProfileQuads, readAgentProfile } from '@countersign/signifiers/rdf/profiles';
import { GraphSyntaxError, parseTurtle } from '@countersign/signifiers/rdf/turtle';
import type { FastifyRequest } from 'fastify';
import {
  listEnvironment,
  readEnvironment,
  type StoredProfile,
} from '../rows/environment-entries.ts';
import type { ToolServices } from '../tool-services.ts';
import { addressesOf, profileId } from './addresses.ts';
import { asAccepted } from './negotiate.ts';
import { full, unknownEntry } from './problems.ts';
import { putProfile, removeProfile } from './profile-operations.ts';
import { profileView } from './shown.ts';
import { createCallSteps, wholeTrail } from './trail.ts';

/** What agents say they are about to do. */
export function registerProfiles(
  app: ZodApp,
  {
    journal,
    snapshots,
    environmentNews: news,
  }: Pick<Kernel, 'journal' | 'snapshots'> & Pick<ToolServices, 'environmentNews'>,
): void {
  const stepsOf = createCallSteps({ journal, snapshots });
  serve(app, 'GET /api/environment/profiles', async (request) => ({
    items: (await listEnvironment(journal.read, 'profile')).map((profile) =>
      profileView(profile, addressesOf(request)),
    ),
  }));

  serve(app, 'GET /api/environment/profile/:id', async (request, reply) => {
    const { id } = request.params;
    const profile = await readEnvironment(journal.read, 'profile', id);
    if (profile === null || !isSeenBy(operatorOf(request), profile)) throw unknownEntry(id);
    const record = profileView(profile, addressesOf(request));
    return asAccepted(request, reply, { record, quads: () => agentProfileQuads(record) });
  });

  serve(app, 'DELETE /api/environment/profile/:id', async (request, reply) => {
    const { id } = request.params;
    const removed = await journal.commit(removeProfile, { id, by: operatorOf(request).id });
    if (!removed) throw unknownEntry(id);
    news.notify(id);
    return reply.code(204).send(null);
  });

  serve(app, 'GET /api/environment/profile/:id/trail', async (request) => {
    const { id } = request.params;
    const profile = await readEnvironment(journal.read, 'profile', id);
    if (profile === null) throw unknownEntry(id);
    const trail = await readEnvironment(journal.read, 'trail', id);
    return { items: await wholeTrail(trail?.steps ?? [], stepsOf) };
  });

  // In a scope of its own: no other route takes graphs.
  app.register((scope: ZodApp, _options, done) => {
    takeGraphs(scope);
    serve(scope, 'PUT /api/environment/profile/:id', async (request) => {
      const { id } = request.params;
      if (!profileId.test(id)) {
        throw new ProblemError('invalid-request', say('environment.profile-elsewhere'));
      }
      const { context, abilities, services, owner } = request.body;
      const { id: by, role } = operatorOf(request);
      const isProgram = role === 'registrant';
      const outcome = await journal.commit(putProfile, {
        profile: { id, context, abilities, services, owner: isProgram ? undefined : owner },
        ...{ by, as: isProgram ? by : null },
      });
      if (outcome.kind === 'foreign') throw unknownEntry(id);
      if (outcome.kind !== 'stored') throw full();
      news.notify(id);
      return profileView(outcome.profile, addressesOf(request));
    });
    done();
  });
}

/** Whether a profile is there for the caller: registrants have their own, operators all. */
export const isSeenBy = (
  { id, role }: Pick<Operator, 'id' | 'role'>,
  { owner }: Pick<StoredProfile, 'owner'>,
): boolean => role !== 'registrant' || owner === id;

/** Reads bodies in Turtle and JSON-LD as what the contract says. A page of another site cannot send these types unasked. */
function takeGraphs(scope: ZodApp): void {
  const read =
    (quadsOf: (text: string, iri: string) => ReturnType<typeof parseJsonLd>) =>
    async (request: FastifyRequest, text: string) => {
      const { id = '' } = request.params as { id?: string };
      const iri = addressesOf(request).profile(id);
      try {
        const { context, abilities } = readAgentProfile(await quadsOf(text, iri), iri);
        return { context, abilities };
      } catch (error) {
        if (!(error instanceof GraphSyntaxError || error instanceof SyntaxError)) throw error;
        const words = error.message;
        throw new ProblemError('invalid-request', say('problem.quoted', { words }));
      }
    };
  const asString = { parseAs: 'string' } as const;
  const ofTurtle = read(async (text, iri) => parseTurtle(text, iri));
  const ofJsonLd = read((text, iri) => parseJsonLd(JSON.parse(text), iri));
  scope.addContentTypeParser<string>('text/turtle', asString, ofTurtle);
  scope.addContentTypeParser<string>('application/ld+json', asString, ofJsonLd);
}
