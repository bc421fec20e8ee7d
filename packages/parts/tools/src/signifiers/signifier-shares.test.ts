import { artifactDetailSchema } from '@countersign/api/environment';
import { type Harness, startHarness } from '@countersign/bff/testing/harness';
import { createDatabase, hasPostgres, startMs } from '@countersign/bff/testing/postgres';
import type { Author } from '@countersign/server/runtime/share';
import { mapMcp } from '@countersign/signifiers/map/mcp';
import type { Artifact } from '@countersign/signifiers/model/signifier';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { addArtifact, approveSignifiers, synchroniseArtifact } from './artifact-operations.ts';

const base = '/api/environment';
const registrantToken = 'token-of-registrants-A1b2C3';
const crew = { authorization: `Bearer ${registrantToken}` };

const registrant = { id: 'registrant', role: 'registrant' } as const;
const admin = { id: 'admin', role: 'admin' } as const;

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

describe.each(['sqlite', ...(hasPostgres ? ['postgres'] : [])])(
  'signifiers on %s',
  { timeout: startMs },
  (engine) => {
    let harness: Harness;
    beforeEach(async () => {
      const database = engine === 'sqlite' ? null : await createDatabase();
      if (database !== null) closing.push(database.drop);
      const own = database === null ? {} : { databaseUrl: database.url };
      harness = await startHarness({ registrantToken, ...own });
      closing.push(() => harness.close());
    }, startMs);

    const toolsOf = (count: number) =>
      Array.from({ length: count }, (_, at) => ({
        ...{ name: `tool-${at}`, description: 'Paints', inputSchema: { type: 'object' } },
      }));
    /** Past the reading of descriptions, which takes long for so many. */
    const describedBy = (artifact: Artifact, count: number) => ({
      ...{ url: `http://${artifact.name}.example/mcp`, shapeFaults: {} },
      mapped: mapMcp(artifact, {
        ...{ url: `http://${artifact.name}.example/mcp`, version: '2026-07-28' },
        tools: toolsOf(count),
      }),
    });
    const add = (name: string, count: number, by: Author) => {
      const artifact: Artifact = { id: name, name, kind: 'mcp' };
      const source = { agentId: null, url: `http://${name}.example/mcp`, isByContent: true };
      return harness.services.journal.commit(addArtifact, {
        ...{ artifact, source, described: describedBy(artifact, count), by },
        isApproved: by.role === 'admin',
      });
    };
    const register = async (name: string, count: number, headers: Record<string, string> = {}) => {
      const content = { tools: toolsOf(count) };
      const sent = { name, kind: 'mcp', url: `http://${name}.example/mcp`, content };
      return harness.request('POST', `${base}/artifacts`, sent, headers);
    };

    it('of a registrant that fills its share shut neither administrators nor others out', async () => {
      expect(await add('a', 1_248, registrant)).toMatchObject({ kind: 'stored', left: 2 });
      const { status, headers } = await register('b', 1, crew);
      expect([status, headers['countersign-signifiers-left']]).toEqual([201, '1']);
      const refused = await register('c', 2, crew);
      expect([refused.status, refused.body['type'], refused.body['detail']]).toEqual([
        ...[422, expect.stringMatching(/registry-full$/)],
        expect.stringContaining('1250 signifiers'),
      ]);
      for (const other of ['crew-1', 'crew-2', 'crew-3', 'crew-4']) {
        const by = { id: other, role: 'registrant' } as const;
        expect(await add(other, 1_250, by)).toMatchObject({ kind: 'stored', left: 0 });
      }
      // What nobody has approved counts against its own registrant only.
      expect(await add('d', 4_999, admin)).toMatchObject({ kind: 'stored', left: 1 });
      expect((await register('e', 2)).status).toBe(413);
      expect((await register('e', 1)).status).toBe(201);
    });

    it('of a registrant are read again within its share, and approved within what all have', async () => {
      await add('a', 1_249, registrant);
      const { journal } = harness.services;
      const [before] = (await harness.services.environment.artifacts()).filter(
        ({ artifact }) => artifact.id === 'a',
      );
      if (before === undefined) throw new Error('It was not registered.');
      const again = (count: number) => {
        const described = describedBy({ id: 'a', name: 'a', kind: 'mcp' }, count);
        return journal.commit(synchroniseArtifact, {
          id: 'a',
          described,
          by: registrant,
          seen: before,
        });
      };
      expect(await again(1_251)).toEqual({ kind: 'share' });
      expect(await again(1_250)).toMatchObject({ kind: 'stored', left: 0 });
      await add('b', 4_000, admin);
      const json = { accept: 'application/json' };
      const { body } = await harness.request('GET', `${base}/artifacts/a`, undefined, json);
      const { signifiers } = artifactDetailSchema.parse(body);
      const seen = signifiers.map(({ signifier: { id, sourceHash } }) => ({ id, sourceHash }));
      const approve = (count: number) =>
        journal.commit(approveSignifiers, { id: 'a', seen: seen.slice(0, count), by: 'admin' });
      expect(await approve(1_001)).toEqual({ kind: 'full' });
      expect(await approve(1_000)).toMatchObject({ kind: 'stored', refused: [] });
    });

    it('of a registrant have a share of the text, too', async () => {
      const large = (at: number, by: Author) => {
        const artifact: Artifact = { id: `${by.id}-${at}`, name: `${by.id}-${at}`, kind: 'mcp' };
        const { mapped, ...described } = describedBy(artifact, 1);
        const skipped = [{ name: 'x', reason: 'y'.repeat(6 * 1024 * 1024) }];
        return harness.services.journal.commit(addArtifact, {
          ...{ artifact, by, isApproved: by.role === 'admin' },
          source: { agentId: null, url: described.url, isByContent: true },
          described: { ...described, mapped: { ...mapped, skipped } },
        });
      };
      expect(await large(0, registrant)).toMatchObject({ kind: 'stored' });
      expect(await large(1, registrant)).toMatchObject({ kind: 'stored' });
      expect(await large(2, registrant)).toEqual({ kind: 'share' });
      expect(await large(0, admin)).toMatchObject({ kind: 'stored' });
    });
  },
);
