import { describe, expect, it } from 'vitest';
import { parseTurtle } from '../rdf/turtle.ts';
import { signifierQuads } from '../rdf/write-signifier.ts';
import { artifact, paperServices, publish } from '../testing/artifacts.ts';
import {
  listing2,
  listing7,
  listing8,
  listing9,
  listing10,
  listing11,
  listingBase,
} from '../testing/listings.ts';
import { readSignifiers } from '../testing/read-signifiers.ts';
import { checkShape } from './check-shape.ts';

const quadsOf = (listing: string) => parseTurtle(listing, listingBase);
const faultsOf = async (name: 'paper' | 'console', listing: string) =>
  (await checkShape(name, quadsOf(listing))).map(({ property, constraint, message }) => ({
    property,
    constraint,
    message,
  }));

describe('the listings of the paper', () => {
  it.each([
    ['2', listing2],
    ['8', listing8],
    ['9', listing9],
    ['10', listing10],
    ['11', listing11],
  ])('%s conforms to listing 1', async (_, listing) => {
    expect(await faultsOf('paper', listing)).toEqual([]);
  });

  it.each([
    ['9', listing9],
    ['10', listing10],
    ['11', listing11],
  ])('%s conforms to the stricter shape', async (_, listing) => {
    expect(await faultsOf('console', listing)).toEqual([]);
  });

  it('2 is refused by the stricter shape: names of headers where values should be, and a session', async () => {
    const details = await detailsOf(listing2);
    expect(details).toContain('A header needs exactly one name');
    expect(details).toContain('A header needs exactly one value');
    expect(details).toContain('Secrets and sessions are kept by the server, never published');
  });

  it('8 is refused by the stricter shape: it publishes a session', async () => {
    expect(await detailsOf(listing8)).toEqual([
      'Secrets and sessions are kept by the server, never published',
    ]);
  });

  it('7 is no signifier', () => {
    expect(readSignifiers(quadsOf(listing7), artifact('wot', 'x'))).toEqual({
      signifiers: [],
      skipped: [],
    });
  });

  it.each([
    ['8', listing8, 'goal_mcp_CurrentGoal', 'POST'],
    ['9', listing9, 'formalizer_Formalize goal', 'POST'],
    ['10', listing10, 'cherrybot_utcp_operation', 'POST'],
    ['11', listing11, 'cherrybot_proxy_operation', 'POST'],
  ])('%s is read', (_, listing, label, method) => {
    const { signifiers, skipped } = readSignifiers(quadsOf(listing), artifact('mcp', 'foreign'));
    expect(skipped).toEqual([]);
    expect(signifiers).toMatchObject([{ signifier: { label, form: { method } } }]);
  });

  it('9 keeps the union of types, which a reader of the last one would lose', () => {
    const [read] = readSignifiers(quadsOf(listing9), artifact('a2a', 'x')).signifiers;
    expect(read?.signifier.body).toMatchObject({
      properties: { id: { type: ['null', 'number', 'string'] } },
    });
  });
});

/** The messages of the headers that are refused. */
async function detailsOf(listing: string): Promise<string[]> {
  const faults = await checkShape('console', quadsOf(listing));
  return [...new Set(faults.flatMap(({ details }) => details))];
}

describe('the signifiers made of the same services', () => {
  const all = Object.entries(paperServices()).flatMap(([, { signifiers }]) => signifiers);

  it('G3: conform to both shapes', async () => {
    expect(all).toHaveLength(6);
    for (const name of ['paper', 'console'] as const) {
      expect(await checkShape(name, signifierQuads(publish(all)))).toEqual([]);
    }
  });

  it('have the labels, contexts, methods and targets of the listings', () => {
    const printed = [listing8, listing9, listing10, listing11].map((listing) => {
      const [one] = readSignifiers(quadsOf(listing), artifact('mcp', 'x')).signifiers;
      return one?.signifier;
    });
    for (const one of printed) {
      const ours = all.find(({ label }) => label === one?.label);
      expect(ours?.context).toBe(one?.context);
      expect(ours?.form.method).toBe(one?.form.method);
      expect(ours?.form.contentType).toBe(one?.form.contentType);
      expect(ours?.form.target.replace(/\/$/, '')).toBe(one?.form.target);
    }
  });
});
