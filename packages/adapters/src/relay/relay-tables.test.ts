import { describe, expect, it } from 'vitest';
import { lossCodes } from '../testing/loss-codes.ts';
import { readA2aPart, writeA2aPart } from './a2a-parts.ts';
import { lostOfAcpPart, readAcpPart, writeAcpPart } from './acp-parts.ts';
import { lostOfMcpBlock, readMcpBlock, writeMcpBlock, writeMcpCopy } from './mcp-parts.ts';
import {
  isVerdict,
  type RelayErrorCode,
  type RelayPart,
  type RelayState,
  relayStates,
} from './neutral.ts';
import { writeA2aError, writeAcpError, writeMcpError } from './relay-errors.ts';
import { isMcpError, writeAcpState } from './relay-states.ts';

const png = { kind: 'bytes' as const, base64: 'AAEC', mediaType: 'image/png', name: null };
const zip = { kind: 'bytes' as const, base64: 'AAEC', mediaType: 'application/zip', name: 'ä.zip' };
const link = {
  kind: 'link' as const,
  url: 'https://a.example/x',
  mediaType: 'text/csv',
  name: 'x',
};

const trajectory = { kind: 'trajectory', tool_name: 'map' };
const a2aFile = (file: object) => ({ kind: 'file', file });
const document = { uri: 'uap://data', mimeType: 'application/json', text: '{"a":1}' };

const typed = (value: object, mediaType: string) => ({ ...value, metadata: { mediaType } });
const wrapped = (value: unknown) => ({
  ...{ kind: 'data', data: { value } },
  metadata: { 'countersign.value': true },
});

const partRows: [string, RelayPart, object, object, object][] = [
  [
    'text',
    { kind: 'text', text: 'hi' },
    { kind: 'text', text: 'hi' },
    { content_type: 'text/plain', content: 'hi' },
    { type: 'text', text: 'hi' },
  ],
  [
    'JSON',
    { kind: 'data', data: { a: 1 } },
    { kind: 'data', data: { a: 1 } },
    { content_type: 'application/json', content: '{"a":1}' },
    { type: 'resource', resource: document },
  ],
  [
    'a text of another type',
    { kind: 'text', text: '# hi', mediaType: 'text/markdown' },
    typed({ kind: 'text', text: '# hi' }, 'text/markdown'),
    { content_type: 'text/markdown', content: '# hi' },
    {
      type: 'resource',
      resource: { uri: 'uap://text', mimeType: 'text/markdown', text: '# hi' },
    },
  ],
  [
    'JSON that is no object',
    { kind: 'data', data: [1] },
    wrapped([1]),
    { content_type: 'application/json', content: '[1]' },
    { type: 'resource', resource: { ...document, text: '[1]' } },
  ],
  [
    'a link without a name',
    { ...link, name: null },
    a2aFile({ uri: 'https://a.example/x', mimeType: 'text/csv' }),
    { content_type: 'text/csv', content_url: 'https://a.example/x' },
    {
      type: 'resource_link',
      uri: 'https://a.example/x',
      name: 'https://a.example/x',
      mimeType: 'text/csv',
    },
  ],
  [
    'a file without a name',
    { ...zip, name: null },
    a2aFile({ bytes: 'AAEC', mimeType: 'application/zip' }),
    { content_type: 'application/zip', content: 'AAEC', content_encoding: 'base64' },
    {
      type: 'resource',
      resource: { uri: 'uap://files/', mimeType: 'application/zip', blob: 'AAEC' },
    },
  ],
  [
    'a picture',
    png,
    a2aFile({ bytes: 'AAEC', mimeType: 'image/png' }),
    { content_type: 'image/png', content: 'AAEC', content_encoding: 'base64' },
    { type: 'image', data: 'AAEC', mimeType: 'image/png' },
  ],
  [
    'a sound',
    { ...png, mediaType: 'audio/wav' },
    a2aFile({ bytes: 'AAEC', mimeType: 'audio/wav' }),
    { content_type: 'audio/wav', content: 'AAEC', content_encoding: 'base64' },
    { type: 'audio', data: 'AAEC', mimeType: 'audio/wav' },
  ],
  [
    'inline bytes',
    zip,
    a2aFile({ bytes: 'AAEC', mimeType: 'application/zip', name: 'ä.zip' }),
    { content_type: 'application/zip', content: 'AAEC', content_encoding: 'base64', name: 'ä.zip' },
    {
      type: 'resource',
      resource: { uri: 'uap://files/%C3%A4.zip', mimeType: 'application/zip', blob: 'AAEC' },
    },
  ],
  [
    'content by reference',
    link,
    a2aFile({ uri: 'https://a.example/x', mimeType: 'text/csv', name: 'x' }),
    { content_type: 'text/csv', content_url: 'https://a.example/x', name: 'x' },
    { type: 'resource_link', uri: 'https://a.example/x', name: 'x', mimeType: 'text/csv' },
  ],
  [
    'a citation',
    { kind: 'text', text: 'hi', metadata: { kind: 'citation', url: 'u' } },
    { kind: 'text', text: 'hi', metadata: { kind: 'citation', url: 'u' } },
    { content_type: 'text/plain', content: 'hi', metadata: { kind: 'citation', url: 'u' } },
    { type: 'text', text: 'hi', _meta: { kind: 'citation', url: 'u' } },
  ],
  [
    'a file with the steps that led to it',
    { ...link, metadata: trajectory },
    { ...a2aFile({ uri: link.url, mimeType: 'text/csv', name: 'x' }), metadata: trajectory },
    { content_type: 'text/csv', content_url: link.url, name: 'x', metadata: trajectory },
    { type: 'resource_link', uri: link.url, name: 'x', mimeType: 'text/csv', _meta: trajectory },
  ],
];

describe.each(partRows)('%s', (_, part, a2a, acp, mcp) => {
  it('has a part in A2A', () => {
    expect(writeA2aPart(part)).toEqual({ value: a2a, lost: [] });
    expect(readA2aPart({ ...a2a })).toEqual(part);
  });

  it('has a part in ACP', () => {
    expect(writeAcpPart(part)).toEqual({ value: acp, lost: [] });
    expect(readAcpPart({ ...acp })).toEqual(part);
  });

  it('has a block in MCP', () => {
    expect(writeMcpBlock(part)).toEqual({ value: mcp, lost: [] });
    expect(readMcpBlock({ ...mcp })).toEqual(part);
  });
});

describe('what a part loses', () => {
  it('in ACP: metadata of other kinds, and that the type of a link is not known', () => {
    const noted = writeAcpPart({ kind: 'text', text: 'a', metadata: { lang: 'de' } });
    expect(noted.value).toEqual({ content_type: 'text/plain', content: 'a' });
    expect(lossCodes(noted.lost)).toEqual(['metadata']);
    expect(writeAcpPart({ ...link, mediaType: null }).lost).toMatchObject([
      {
        text: 'The media type of https://a.example/x is not known, and some type is stated.',
        statement: { code: 'lost.link-type', params: { url: 'https://a.example/x' } },
      },
    ]);
    expect(lossCodes(lostOfAcpPart({ content_type: 'text/plain', name: 'a' }))).toEqual([
      'part-name',
    ]);
    expect(lostOfAcpPart({ content_url: 'https://a.example/', name: 'a' })).toEqual([]);
  });

  it('in MCP: the name of a picture and of a sound, not metadata of any kind', () => {
    expect(writeMcpBlock({ ...png, name: 'map.png' }).lost).toMatchObject([
      { statement: { code: 'lost.file-name', params: { name: 'map.png' } } },
    ]);
    const wav = writeMcpBlock({ ...png, mediaType: 'audio/wav', name: 'a.wav' });
    expect(lossCodes(wav.lost)).toEqual(['file-name']);
    const noted: RelayPart = { kind: 'text', text: 'a', metadata: { lang: 'de' } };
    expect(writeMcpBlock(noted)).toMatchObject({ value: { _meta: { lang: 'de' } }, lost: [] });
    expect(writeA2aPart(noted)).toMatchObject({ value: { metadata: { lang: 'de' } }, lost: [] });
  });

  it('of MCP is named when it is read: hints, and the address of what is embedded', () => {
    const hinted = { type: 'text', text: 'a', annotations: { priority: 1 } };
    const embedded = { uri: 'file:///a.md', mimeType: 'text/markdown', text: '# a' };
    const named = [hinted, { type: 'resource', resource: embedded }].flatMap(lostOfMcpBlock);
    expect(named.map(({ text }) => text)).toEqual([
      'input.text.annotations is not passed on.',
      'file:///a.md is not passed on.',
    ]);
    for (const [, part] of partRows) {
      expect(lostOfMcpBlock(writeMcpBlock(part).value)).toEqual([]);
    }
  });

  it('is not what an object that has only a value contains', () => {
    const data = { value: 1 };
    expect(readA2aPart({ kind: 'data', data })).toEqual({ kind: 'data', data });
    expect(readA2aPart(writeA2aPart({ kind: 'data', data }).value)).toEqual({ kind: 'data', data });
  });

  it('is not the rest of the metadata', () => {
    const part: RelayPart = {
      ...{ kind: 'text', text: '# a', mediaType: 'text/markdown' },
      metadata: { lang: 'de' },
    };
    expect(readA2aPart(writeA2aPart(part).value)).toEqual(part);
  });

  it('is not said of JSON that is none', () => {
    const part = { content_type: 'application/json', content: '{' };
    expect(readAcpPart(part)).toEqual({ kind: 'text', text: '{' });
  });

  it('is refused if it is of no kind', () => {
    expect(readA2aPart({ kind: 'video' })).toBeNull();
    expect(readAcpPart({ content_type: 'text/plain' })).toBeNull();
    expect(readMcpBlock({ type: 'hologram' })).toBeNull();
  });

  it('is not lost to a reader of text', () => {
    expect(writeMcpCopy({ kind: 'data', data: { a: 1 } })).toEqual({
      type: 'text',
      text: '{"a":1}',
    });
  });
});

const stateRows: [RelayState, string, boolean][] = [
  ['submitted', 'created', false],
  ['working', 'in-progress', false],
  ['input-required', 'awaiting', false],
  ['auth-required', 'awaiting', false],
  ['completed', 'completed', false],
  ['canceled', 'cancelled', true],
  ['failed', 'failed', true],
  ['rejected', 'failed', true],
  ['unknown', 'in-progress', false],
];

describe('the states', () => {
  it('are all in the table', () => {
    expect(stateRows.map(([state]) => state)).toEqual(relayStates);
  });

  it.each(stateRows)('%s is %s in ACP', (state, acp, isError) => {
    const { value, lost } = writeAcpState(state);
    expect(value['status']).toBe(acp);
    const isLossy = ['auth-required', 'rejected', 'unknown'].includes(state);
    expect(lossCodes(lost)).toEqual(isLossy ? ['state'] : []);
    expect(isMcpError(state)).toBe(isError);
  });
});

const errorRows: [RelayErrorCode, number, string, boolean, number | 'tool'][] = [
  ['bad-json', -32700, 'invalid_input', false, -32700],
  ['bad-request', -32600, 'invalid_input', false, -32600],
  ['bad-params', -32602, 'invalid_input', true, -32602],
  ['unknown-method', -32601, 'not_found', false, -32602],
  ['task-not-found', -32001, 'not_found', true, 'tool'],
  ['task-not-cancelable', -32002, 'invalid_input', false, 'tool'],
  ['push-unsupported', -32003, 'invalid_input', false, 'tool'],
  ['operation-unsupported', -32004, 'invalid_input', false, 'tool'],
  ['content-type', -32005, 'invalid_input', false, 'tool'],
  ['bad-agent-response', -32006, 'server_error', false, 'tool'],
  ['no-extended-card', -32007, 'not_found', false, 'tool'],
  ['not-allowed', -32040, 'invalid_input', false, 'tool'],
  ['too-many-calls', -32041, 'invalid_input', false, 'tool'],
  ['refused-by-operator', -32042, 'invalid_input', true, 'tool'],
  ['approval-expired', -32043, 'invalid_input', true, 'tool'],
  ['internal', -32603, 'server_error', true, -32603],
];

describe.each(errorRows)('the error %s', (code, rpc, acp, isKeptByAcp, mcp) => {
  const error = { code, message: 'why' };

  it(`is ${rpc} in A2A`, () => {
    expect(writeA2aError(error)).toEqual({ code: rpc, message: 'why' });
  });

  it(`is ${acp} in ACP`, () => {
    const written = writeAcpError(error);
    const beside = isVerdict(code) ? { data: { code } } : {};
    expect(written.value).toEqual({ code: acp, message: 'why', ...beside });
    expect(lossCodes(written.lost)).toEqual(isKeptByAcp ? [] : ['error-code']);
  });

  it(`is ${mcp} in MCP`, () => {
    const { value, lost } = writeMcpError(error);
    expect(value.kind === 'tool' ? 'tool' : value.error['code']).toBe(mcp);
    expect(lossCodes(lost)).toEqual(code === 'unknown-method' ? ['error-code'] : []);
  });
});
