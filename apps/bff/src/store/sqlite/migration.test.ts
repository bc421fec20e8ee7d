import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promptOriginSchema } from '@countersign/api/origin';
import { expect, it } from 'vitest';
import { expire } from '../../decisions/deadline.ts';
import { listPrompts } from '../../decisions/prompt-queries.ts';
import { openJournal } from '../../journal/journal.ts';
import { systemClock } from '../../runtime/clock.ts';
import { storeWriter } from '../../store-writer.ts';
import { readTask } from '../../tasks/records.ts';
import { listRules } from '../rules.ts';
import { openDatabase } from './database.ts';
import { migrations } from './migrations.ts';

const message = (id: string) =>
  JSON.stringify({
    messageId: id,
    threadId: 't',
    timestamp: '2026-01-01T00:00:00Z',
    state: 'needsHumanDecision',
  });

it('a store of the first version is migrated: prompts and answers can be read, and no two prompts share a class', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'countersign-migration-'));
  const store = openDatabase(join(directory, 'countersign.db'), 'write');
  for (const step of migrations.slice(0, 1)) store.exec(step);
  store.exec(`INSERT INTO meta VALUES('schema', '1'), ('store', 's');
    INSERT INTO tasks VALUES('t', 'Title', 'a', '["a"]', 'r', NULL, 1, 1, 0, 0);
    INSERT INTO runs(id, thread, agent, status, input, started) VALUES('r', 't', 'a', 'finished', '{}', 1);
    INSERT INTO snapshots VALUES('t', 1, '{"shape":"of an earlier version"}');
    INSERT INTO claims VALUES('t~open', 'admin', 'Admin', 99);`);
  for (const [id, state] of [
    ['open', 'open'],
    ['second', 'open'],
    ['done', 'answered'],
  ] as const) {
    store.run(
      `INSERT INTO prompts VALUES(?, 't', 'r', NULL, ?, 'a', 1, ?, 'info', 1, 1, 'Ask', ?, 'd', 1, NULL, 99, NULL, NULL)`,
      `t~${id}`,
      id,
      state,
      message(id),
    );
  }
  store.exec(`INSERT INTO decisions VALUES('x', 't~done', 'operator', 'admin', 'Admin', '{"type":"approve"}', 'd', 'acknowledged', 5, 6, 7, 1, NULL);
    INSERT INTO outbox VALUES('x', 'decision', 'r', '{}', 'done', 5, 1);`);
  store.close();
  // As left by its server; this process may have the file open until its statements are collected.
  writeFileSync(join(directory, 'server.lock'), '');

  const journal = openJournal({
    writer: storeWriter,
    directory,
    clock: systemClock,
    createId: randomUUID,
  });
  const { items } = await listPrompts(journal, { limit: 100 });
  expect(items.map(({ id }) => id).toSorted()).toEqual(['t~done', 't~open', 't~second']);
  expect(items.find(({ id }) => id === 't~done')?.decision).toMatchObject({
    id: 'x',
    state: 'acknowledged',
    deliveredAt: 6,
    acknowledgedAt: 7,
    attempts: 1,
    waitsFor: [],
  });
  expect(items.find(({ id }) => id === 't~open')).toMatchObject({
    origin: { protocol: 'upformat', kind: 'message', answeredBy: 'message' },
    claim: null,
    snooze: null,
    expiresAt: 99,
  });
  // Prompts without a computed class must not be offered for one answer to all.
  expect(new Set(items.map(({ classKey }) => classKey)).size).toBe(3);
  expect(await journal.read.all('SELECT * FROM snapshots')).toEqual([]);
  await journal.commit(expire, { promptId: 't~open', decisionId: 'y' });
  expect((await listPrompts(journal, { limit: 100, state: 'expired' })).items).toHaveLength(1);
  await journal.close();
  rmSync(directory, { recursive: true, force: true });
});

it('the origin of a prompt has a protocol and a kind, where older versions had one word', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'countersign-migration-'));
  const store = openDatabase(join(directory, 'countersign.db'), 'write');
  const before = migrations.findIndex((step) => step.includes('ADD COLUMN answered_by'));
  for (const step of migrations.slice(0, before)) store.exec(step);
  store.exec(`INSERT INTO meta VALUES('schema', '${before}'), ('store', 's');
    INSERT INTO tasks VALUES('t', 'Title', 'hiring', '["hiring"]', 'r', NULL, 1, 1, 0, 0);
    INSERT INTO runs(id, thread, agent, status, input, started) VALUES('r', 't', 'hiring', 'running', '{}', 1);`);
  const words = ['upformat', 'interrupt', 'tool-call', 'button', 'form', 'unread'];
  for (const word of words) {
    store.run(
      `INSERT INTO prompts(id, thread, run, message_id, agent, blocking, state, severity, revision, sequence, ask, message, digest, opened, origin)
       VALUES(?, 't', 'r', ?, 'hiring', 1, 'open', 'info', 1, 1, 'Ask', ?, 'd', 1, ?)`,
      word,
      word,
      message(word),
      word,
    );
  }
  const match = { agentId: 'hiring', origin: 'interrupt', conditions: [] };
  const rule = {
    name: 'R',
    match,
    feedback: { type: 'approve' },
    createdBy: 'a',
    createdAt: 1,
    updatedAt: 1,
    updatedBy: 'a',
  };
  store.run(
    `INSERT INTO rules(id, version, enabled, expires, body) VALUES('rule', 1, 0, 99, ?)`,
    JSON.stringify(rule),
  );
  store.close();
  writeFileSync(join(directory, 'server.lock'), '');

  const journal = openJournal({
    writer: storeWriter,
    directory,
    clock: systemClock,
    createId: randomUUID,
  });
  const { items } = await listPrompts(journal, { limit: 100 });
  for (const word of words) {
    const origin = items.find(({ id }) => id === word)?.origin;
    expect(origin).toEqual(promptOriginSchema.parse(word));
  }
  expect((await listRules(journal.read))[0]?.match.origin).toBe('ag-ui/interrupt');
  await journal.close();
  rmSync(directory, { recursive: true, force: true });
});

it('what older versions attributed to the name an agent acted for is attributed to that agent, with the name', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'countersign-migration-'));
  const store = openDatabase(join(directory, 'countersign.db'), 'write');
  const before = migrations.findIndex((step) => step.includes('ADD COLUMN relayed'));
  for (const step of migrations.slice(0, before)) store.exec(step);
  store.exec(`INSERT INTO meta VALUES('schema', '${before}'), ('store', 's');
    INSERT INTO tasks VALUES('t', 'Title', 'evil', '["evil","trusted-ledger","helper"]', 'r', NULL, 1, 1, 0, 0);
    INSERT INTO runs(id, thread, agent, status, input, started) VALUES('r', 't', 'evil', 'running', '{}', 1);
    INSERT INTO agents VALUES('evil', 'Evil', '{}', NULL, 'api', 1), ('trusted-ledger', 'Trusted Ledger', '{}', NULL, 'api', 1);
    INSERT INTO up_lanes VALUES('t', 'helper', 'run r', 'submitted', 'r');
    INSERT INTO up_messages VALUES('t', 'evil', 'm', 'run r', 'submitted');`);
  for (const [id, agent] of [
    ['own', 'evil'],
    ['borrowed', 'trusted-ledger'],
  ] as const) {
    store.run(
      `INSERT INTO prompts(id, thread, run, message_id, agent, blocking, state, severity, revision, sequence, ask, message, digest, opened)
       VALUES(?, 't', 'r', ?, ?, 1, 'open', 'info', 1, 1, 'Ask', ?, 'd', 1)`,
      id,
      id,
      agent,
      message(id),
    );
  }
  store.close();
  // As left by its server; this process may have the file open until its statements are collected.
  writeFileSync(join(directory, 'server.lock'), '');

  const journal = openJournal({
    writer: storeWriter,
    directory,
    clock: systemClock,
    createId: randomUUID,
  });
  const { items } = await listPrompts(journal, { limit: 100 });
  const who = new Map(
    items.map(({ id, agentId, agentName, relayedFor }) => [id, [agentId, agentName, relayedFor]]),
  );
  expect(who.get('own')).toEqual(['evil', 'Evil', null]);
  expect(who.get('borrowed')).toEqual(['evil', 'Evil', 'trusted-ledger']);
  expect((await listPrompts(journal, { limit: 100, agent: 'trusted-ledger' })).items).toEqual([]);
  expect((await readTask(journal.read, 't'))?.agents).toEqual([
    'evil',
    'relayed:evil:trusted-ledger',
    'relayed:evil:helper',
  ]);
  expect(await journal.read.all('SELECT agent FROM up_lanes')).toEqual([
    { agent: 'relayed:evil:helper' },
  ]);
  expect(await journal.read.all('SELECT agent FROM up_messages')).toEqual([{ agent: 'evil' }]);
  await journal.close();
  rmSync(directory, { recursive: true, force: true });
});
