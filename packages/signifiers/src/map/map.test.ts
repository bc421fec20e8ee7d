import { describe, expect, it } from 'vitest';
import { driftOf } from '../model/drift.ts';
import { toolNames } from '../model/tool-names.ts';
import { artifact } from '../testing/artifacts.ts';
import { listing4 } from '../testing/listings.ts';
import { mapMcp } from './mcp.ts';

const mcp = (lists: Partial<Parameters<typeof mapMcp>[1]>) =>
  mapMcp(artifact('mcp', 'goal_mcp'), {
    url: 'http://x.example/mcp',
    version: '2026-07-28',
    ...lists,
  });

describe('what stays the same', () => {
  it('is the id, from one synchronisation to the next, whatever else changes', () => {
    const [before] = mcp({ tools: [listing4] }).signifiers;
    const [after] = mcp({
      tools: [{ ...listing4, description: 'Deletes everything.' }],
    }).signifiers;
    expect(after?.id).toBe(before?.id);
    const other = mapMcp(artifact('mcp', 'other'), {
      url: 'http://x.example/mcp',
      version: '2026-07-28',
      tools: [listing4],
    });
    expect(other.signifiers[0]?.id).not.toBe(before?.id);
  });

  it('is distinguished from what drifted', () => {
    const before = mcp({ tools: [listing4, { name: 'gone' }, { name: 'kept' }] }).signifiers;
    const after = mcp({
      tools: [
        { ...listing4, description: 'Deletes everything.' },
        { name: 'kept' },
        { name: 'new' },
      ],
    }).signifiers;
    const drift = driftOf(before, after);
    expect(drift.added.map(({ label }) => label)).toEqual(['goal_mcp_new']);
    expect(drift.removed.map(({ label }) => label)).toEqual(['goal_mcp_gone']);
    expect(drift.changed.map(({ after: { label }, parts }) => [label, parts])).toEqual([
      ['goal_mcp_provide_feedback', ['context']],
    ]);
  });

  it('also drifts if only an annotation changed that no record has', () => {
    const tool = { name: 'a', inputSchema: { type: 'object' } };
    const { changed } = driftOf(
      mcp({ tools: [tool] }).signifiers,
      mcp({ tools: [{ ...tool, outputSchema: { type: 'string' } }] }).signifiers,
    );
    expect(changed).toMatchObject([{ parts: [] }]);
  });

  it('lists a tool once that a server lists twice', () => {
    const { signifiers, skipped } = mcp({ tools: [listing4, listing4] });
    expect(signifiers).toHaveLength(1);
    expect(skipped).toMatchObject([{ reason: 'tool:provide_feedback is listed twice' }]);
  });
});

describe('names of tools', () => {
  it('are those that every client accepts, and never overwrite each other', () => {
    const one = (id: string, label: string) => ({ id, label });
    const names = toolNames([
      one('11111111-1', 'formalizer_Formalize goal'),
      one('22222222-2', 'a b'),
      one('33333333-3', 'A_b'),
      one('44444444-4', '移动'),
      one('55555555-5', `é${'x'.repeat(300)}`),
    ]);
    expect([...names.values()]).toEqual([
      'formalizer_Formalize_goal',
      'a_b_22222222',
      'A_b_33333333',
      'tool_44444444',
      `e${'x'.repeat(118)}`,
    ]);
    expect(new Set(names.values()).size).toBe(5);
  });

  it('are never those of other tools', () => {
    const names = toolNames([{ id: '11111111-1', label: 'Get call' }], ['get_call']);
    expect([...names.values()]).toEqual(['Get_call_11111111']);
  });
});
