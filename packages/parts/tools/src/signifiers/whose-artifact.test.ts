import { startHarness } from '@countersign/bff/testing/harness';
import { expect, it } from 'vitest';
import { noteArtifactFault, synchroniseArtifact } from './artifact-operations.ts';
import { putProfile } from './profile-operations.ts';

const lamp = {
  ...{ name: 'lamp', kind: 'wot', url: 'http://lamp.example/td' },
  content: {
    '@context': 'https://www.w3.org/2022/wot/td/v1.1',
    ...{ title: 'Lamp', security: 'none', securityDefinitions: { none: { scheme: 'nosec' } } },
    actions: { toggle: { description: 'Switch the lamp', forms: [{ href: '/toggle' }] } },
  },
};
const crew = { id: 'registrant', role: 'registrant' } as const;
const other = { id: 'other-crew', role: 'registrant' } as const;

it('a service is changed by its registrant and operators, also while its description is read for another', async () => {
  const harness = await startHarness({ registrantToken: 'token-of-registrants-A1b2C3' });
  const { journal, environment } = harness.services;
  const authorization = 'Bearer token-of-registrants-A1b2C3';
  const path = '/api/environment/artifacts';
  const { body } = await harness.request('POST', path, lamp, { authorization });
  const id = String(body.id);
  const described = {
    ...{ url: 'http://elsewhere.example/td', shapeFaults: {} },
    mapped: { signifiers: [], skipped: [] },
  };
  const [seen] = await environment.artifacts();
  if (seen === undefined) throw new Error('It was not registered.');
  const sync = (by: typeof crew | typeof other, as = seen) =>
    journal.commit(synchroniseArtifact, { id, described, by, seen: as });
  expect(await sync(other)).toEqual({ kind: 'unknown' });
  const note = (by: typeof crew | typeof other, synchronisedAt: number) =>
    journal.commit(noteArtifactFault, { id, fault: 'It is away.', synchronisedAt, by });
  const now = async () => (await environment.artifacts())[0];
  const { synchronisedAt = 0 } = (await now()) ?? {};
  await note(other, synchronisedAt);
  // It was read since the failed attempt began.
  await note(crew, synchronisedAt - 1);
  expect(await now()).toMatchObject({ url: lamp.url, fault: null });
  await note(crew, synchronisedAt);
  expect(await now()).toMatchObject({ fault: 'It is away.' });
  // Another one has its name meanwhile: what was read of the former one is not of it.
  const former = { ...seen.source, url: 'http://former.example/td' };
  expect(await sync(crew, { ...seen, source: former })).toEqual({ kind: 'unknown' });
  expect(await sync(crew, { ...seen, registeredAt: 1 })).toEqual({ kind: 'unknown' });
  expect(await now()).toMatchObject({ url: lamp.url });
  expect(await sync(crew)).toMatchObject({ kind: 'stored' });
  await harness.close();
});

it('a profile that was removed meanwhile is not set up again by its update', async () => {
  const harness = await startHarness();
  const { journal } = harness.services;
  const profile = { id: 'mine', context: 'x', abilities: [], services: null, owner: undefined };
  const put = { profile, by: 'crew', as: 'crew', isKnown: true };
  expect(await journal.commit(putProfile, put)).toEqual({ kind: 'unknown' });
  expect(await journal.commit(putProfile, { ...put, isKnown: false })).toMatchObject({
    kind: 'stored',
  });
  await harness.close();
});
