import type { AgentDescriptor } from '@countersign/hai/agent-descriptor';
import { expect, it } from 'vitest';
import { type AgentSource, directoryOf } from './agent-directory.ts';

const id = 'planner-3f2b6c1e-9d5a-4c7b-8a54-0f6f5e2a9b11';
const described = (url: string): AgentDescriptor => ({ id, name: 'Planner', url, protocol: 'hai' });

/** A source that records which agents it was asked for. */
function source(name: string, known: Record<string, AgentDescriptor>) {
  const asked: string[] = [];
  const made: AgentSource = {
    name,
    async descriptor(wanted) {
      asked.push(wanted);
      return known[wanted] ?? null;
    },
  };
  return { asked, made };
}

it('uses the first source that has the agent, and asks no other', async () => {
  const file = source('config', {});
  const added = source('api', { [id]: described('https://added.example/run') });
  const elsewhere = source('registry', { [id]: described('https://elsewhere.example/run') });
  const directory = directoryOf([file.made, added.made, elsewhere.made]);
  expect(await directory.descriptor(id)).toEqual(described('https://added.example/run'));
  expect(file.asked).toEqual([id]);
  expect(elsewhere.asked).toEqual([]);
});

it('has no agent that no source knows, and none without a source', async () => {
  const file = source('config', {});
  const added = source('api', { [id]: described('https://added.example/run') });
  expect(await directoryOf([file.made, added.made]).descriptor('stranger')).toBeNull();
  expect([...file.asked, ...added.asked]).toEqual(['stranger', 'stranger']);
  expect(await directoryOf([]).descriptor(id)).toBeNull();
});

it('does not use another source for an agent whose own source cannot be read', async () => {
  const away: AgentSource = {
    name: 'registry',
    descriptor: () => Promise.reject(new Error('The registry is away.')),
  };
  const added = source('api', { [id]: described('https://added.example/run') });
  await expect(directoryOf([away, added.made]).descriptor(id)).rejects.toThrow('is away');
  expect(added.asked).toEqual([]);
});
