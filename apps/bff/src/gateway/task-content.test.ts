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
const toolCall: RelayPart = { kind: 'data', data: { tool: 'paint', arguments: {} } };

it.each([
  ['nothing of a text', 'hai', {}, []],
  ['the id of a message, which ACP has no place for', 'acp', { messageId: 'm' }, ['messageId']],
  ['no id of a message that has none', 'acp', {}, []],
  ['no id of a message in A2A', 'a2a', { messageId: 'm' }, []],
  ['the accepted types', 'a2a', { acceptedTypes: ['a/b'] }, ['acceptedTypes']],
  ['the skill', 'hai', { skill: 'paint' }, ['skill']],
  ['metadata', 'a2a', { parts: [{ ...text, metadata: { a: 1 } }] }, ['metadata']],
  ['the type of a link, whose address is said', 'ag-ui', { parts: [link] }, ['mediaType']],
  ['what a tool has no arguments for', 'mcp', { parts: [toolCall, text, link] }, ['text', 'link']],
  ['no skill that names the tool', 'mcp', { parts: [toolCall], skill: 'paint' }, []],
] as [string, string, Partial<Sending>, string[]][])(
  'an agent does not get %s (%s)',
  (_, protocol, more, lost) => {
    expect(taskContentOf(call(more), protocol).lost).toEqual(lost);
  },
);
