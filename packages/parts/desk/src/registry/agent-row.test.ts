import { expect, it } from 'vitest';
import type { AgentRow } from '../rows/agents.ts';
import { agentOf, knownAgentOf } from './agent-row.ts';

const row = (more: Partial<AgentRow> = {}): AgentRow => ({
  id: 'planner-7c9e6679-7425-40de-944b-e07fc1f90ae7',
  descriptor: JSON.stringify({
    id: 'planner-7c9e6679-7425-40de-944b-e07fc1f90ae7',
    name: 'Planner',
    url: 'https://planner.example.org/runs',
    protocol: 'hai',
    capabilities: { actions: ['stop'], answers: true },
  }),
  headers: null,
  source: 'api',
  contact_at: null,
  contact_ok: null,
  contact_detail: null,
  contact_statement: null,
  contact_spoke: null,
  ...more,
});
const beside = { dismissedTools: [], nameOf: (id: string) => id.toUpperCase() };

it('is shown with the names of its headers, never with their values', () => {
  const headers = { authorization: 'Bearer sk-live-51Hx0f6f5e2a9b11' };
  const shown = agentOf(row({ headers: 'sealed' }), { ...beside, headers });
  expect(shown.headerNames).toEqual(['authorization']);
  expect(JSON.stringify(shown)).not.toContain('sk-live');
  expect(shown).not.toHaveProperty('secretLost');
  expect(shown).toMatchObject({ controlActions: ['stop'], takesFeedback: true, lastContact: null });
});

it('shows that its headers were lost, and is never called without them', () => {
  expect(agentOf(row({ headers: 'sealed' }), { ...beside, headers: null }).secretLost).toBe(true);
  expect(knownAgentOf(row({ headers: 'sealed' }), null)).toMatchObject({ secretLost: true });
  expect(knownAgentOf(row(), {})).not.toHaveProperty('headers');
  expect(knownAgentOf(row({ headers: 'sealed' }), { 'x-key': '1' }).headers).toEqual({
    'x-key': '1',
  });
});

it('has the names of its protocol, and of the one it was seen to use', () => {
  const met = row({ contact_at: 5, contact_ok: 0, contact_detail: 'Gone.', contact_spoke: 'a2a' });
  expect(agentOf(met, { ...beside, headers: {} })).toMatchObject({
    spoke: 'a2a',
    protocolNames: { protocol: 'HAI', spoke: 'A2A' },
    lastContact: { at: 5, ok: false, detail: 'Gone.' },
  });
});
