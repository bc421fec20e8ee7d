import { hostileNames } from '@countersign/testkit/hostile-names';
import { describe, expect, it } from 'vitest';
import { toolCallAsk } from './hai/front-end-tools.ts';
import { repairedSchema } from './schema/repaired-schema.ts';

const named = (name: string, value: unknown): object => Object.fromEntries([[name, value]]);

describe.each(hostileNames)('%s', (name) => {
  it('is a property of a schema like any other', () => {
    const schema = { type: 'object', properties: named(name, { type: 'string' }) };
    expect(JSON.stringify(repairedSchema(schema))).toBe(JSON.stringify(schema));
    expect(JSON.stringify(repairedSchema(named(name, {})))).toBe(JSON.stringify(named(name, {})));
  });

  it('is not read as an importance', () => {
    const call = {
      toolCallId: 'call_Yk3bN8wQz1LrT5vXc7Mde2Fga',
      name: 'confirmAction',
      args: JSON.stringify({ action: 'Refund?', importance: name }),
    };
    const place = {
      threadId: '7c9e6679-7425-40de-944b-e07fc1f90ae7',
      timestamp: '2026-11-22T05:00:00Z',
      runId: 'run-3f2b6c1e-9d5a-4c7b-8a54-0f6f5e2a9b11',
      agentId: 'agent',
    };
    expect(JSON.stringify(toolCallAsk(call, place))).toContain('"severity":"minor"');
  });
});
