import { expect, it } from 'vitest';
import { type McpText, mcpTextOf, readMcp } from './mcp-settings.ts';

const text = (part: Partial<McpText>): McpText => ({
  direct: '',
  folders: 'these',
  roots: '',
  ...part,
});
const settingsOf = (part: Partial<McpText>, before = {}) => {
  const read = readMcp(text(part), before);
  return read.ok ? read.settings : read.faults;
};

it('reads names and folders, one per line, each once', () => {
  const roots = '/srv/my work/a#b\nfile:///srv/own\nC:\\Data\\x\n/';
  expect(settingsOf({ direct: ' echo \n\nadd\necho', roots })).toEqual({
    direct: ['echo', 'add'],
    roots: [
      { uri: 'file:///srv/my%20work/a%23b' },
      { uri: 'file:///srv/own' },
      { uri: 'file:///C:/Data/x' },
      { uri: 'file:///' },
    ],
  });
});

it('distinguishes no folder from asking a person', () => {
  expect(settingsOf({})).toEqual({ direct: [], roots: [] });
  expect(settingsOf({ folders: 'ask', roots: 'nonsense' })).toEqual({ direct: [] });
  expect(mcpTextOf({ roots: [] }).folders).toBe('these');
  expect(mcpTextOf(undefined).folders).toBe('ask');
});

it('says which line is no folder', () => {
  for (const roots of ['srv/work', 'https://a.example', '//host/share', 'file:/x']) {
    expect(settingsOf({ roots })).toEqual({ roots: expect.stringContaining(roots) });
  }
});

it('keeps the names of folders, and what it does not know', () => {
  const before = { direct: ['a'], roots: [{ uri: 'file:///srv', name: 'Work' }], later: 1 };
  expect(settingsOf({ ...mcpTextOf(before), direct: 'b' }, before)).toEqual({
    direct: ['b'],
    roots: [{ uri: 'file:///srv', name: 'Work' }],
    later: 1,
  });
});
