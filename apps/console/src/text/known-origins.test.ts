import { origins as mcpOrigins } from '@countersign/adapters/mcp-server/origins';
import { originName, promptOriginSchema } from '@countersign/api/origin';
import { expect, it } from 'vitest';
import { knownOrigin, originLabelOf, originOptions } from './known-origins.ts';
import { originLabels } from './texts.ts';

const wager = { protocol: 'parley', kind: 'wager', label: 'Wager\u202e' };

it('has its own names for known origins, and the protocol’s names for others, made safe', () => {
  expect(originLabelOf(promptOriginSchema.parse('tool-call'), originLabels)).toBe('Tool call');
  expect(originLabelOf(wager, originLabels)).toMatch(/^Wager/);
  expect(originLabelOf(wager, originLabels)).not.toContain('\u202e');
  expect(originLabelOf({ protocol: 'parley', kind: 'dare' }, originLabels)).toBe('dare');
});

it('offers the origins of protocols, the known ones, and the chosen one', () => {
  const options = originOptions(originLabels, { described: [wager], chosen: 'lost/kind' });
  expect(options.map(({ value }) => value)).toEqual([
    'upformat/message',
    'ag-ui/interrupt',
    'ag-ui/tool-call',
    'hai/button',
    'hai/form',
    'upformat/unread',
    'a2a/input-required',
    'a2a/auth-required',
    'acp/awaiting',
    'mcp/approval',
    'mcp/elicitation',
    'mcp/url',
    'mcp/sampling',
    'mcp/roots',
    'parley/wager',
    'lost/kind',
  ]);
});

it('knows each kind of question of an MCP server', () => {
  const unknown = Object.values(mcpOrigins).filter(
    (origin) => knownOrigin(originName(origin)) === null,
  );
  expect(unknown).toEqual([]);
});
