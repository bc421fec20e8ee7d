import { lose } from '@countersign/adapters/relay/losses';
import type { RelayCall, RelayPart } from '@countersign/adapters/relay/neutral';
import { expect, it } from 'vitest';
import { taskContentOf } from './task-content.ts';

type Sending = Extract<RelayCall, { do: 'start' }>;
const text: RelayPart = { kind: 'text', text: 'the hall' };
const call = (more: Partial<Sending>): Sending => ({
  ...{ do: 'start', agent: 'painter', parts: [text], messageId: null, contextId: null },
  ...{ mode: 'sync', acceptedTypes: [], skill: null },
  ...more,
});
const link: RelayPart = { kind: 'link', url: 'https://a.example/x', mediaType: 'a/b', name: 'x' };
const bare: RelayPart = { ...link, mediaType: null };
const markdown: RelayPart = { ...text, mediaType: 'text/markdown' };
const toolCall: RelayPart = { kind: 'data', data: { tool: 'paint', arguments: {} } };

it.each([
  ['nothing of a text', 'hai', {}, []],
  ['the id of a message, which ACP has no place for', 'acp', { messageId: 'm' }, ['message-id']],
  ['no id of a message that has none', 'acp', {}, []],
  ['no id of a message in A2A', 'a2a', { messageId: 'm' }, []],
  ['the accepted types', 'a2a', { acceptedTypes: ['a/b'] }, ['accepted-types']],
  ['the skill', 'hai', { skill: 'paint' }, ['skill']],
  ['that a text is one of Markdown', 'hai', { parts: [markdown] }, ['text-type']],
  ['that a link without a type is one', 'hai', { parts: [bare] }, ['link']],
  ['the name of its conversation', 'a2a', { contextId: 'house-7' }, ['context']],
  ['no less of a run of AG-UI', 'hai', { contextId: 'c', repeatKey: 'c' }, []],
  [
    'what its caller says besides',
    'hai',
    { lost: [lose('lost.earlier-messages')] },
    ['earlier-messages'],
  ],
  ['metadata', 'a2a', { parts: [{ ...text, metadata: { a: 1 } }] }, ['metadata']],
  ['the type of a link, whose address is said', 'ag-ui', { parts: [link] }, ['typed-link']],
  [
    'what a tool has no arguments for',
    'mcp',
    { parts: [toolCall, text, link] },
    ['tool-text', 'tool-link'],
  ],
  ['no skill that names the tool', 'mcp', { parts: [toolCall], skill: 'paint' }, []],
] as [string, string, Partial<Sending>, string[]][])(
  'an agent does not get %s (%s)',
  (_, protocol, more, lost) => {
    const codes = taskContentOf(call(more), protocol).lost.map(({ statement }) => statement.code);
    expect(codes).toEqual(lost.map((code) => `lost.${code}`));
  },
);
