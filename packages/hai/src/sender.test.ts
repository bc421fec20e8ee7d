import { expect, it } from 'vitest';
import type { HaiEvent } from './event.ts';
import { namedBy, readSenderId, refusedNameIn, relayedId, senderOf } from './sender.ts';

const connection = { agentId: 'evil', runId: 'run-3f2b6c1e-9d5a-4c7b-8a54-0f6f5e2a9b11' };

it('an event belongs to its connection, regardless of the name in it', () => {
  expect(senderOf(undefined, connection)).toMatchObject({ id: 'evil', relayedFor: null });
  expect(senderOf({ agentId: 'trusted-ledger' }, connection)).toEqual({
    id: 'relayed:evil:trusted-ledger',
    relayedFor: 'trusted-ledger',
    sourceRun: null,
    refused: null,
  });
  // Its own id is not another sender; another run of its own is.
  expect(senderOf({ agentId: 'evil', runId: 'inner' }, connection)).toEqual({
    id: 'evil',
    relayedFor: null,
    sourceRun: 'inner',
    refused: null,
  });
  for (const agentId of ['', 'x'.repeat(201), 7, null, ['trusted-ledger']]) {
    expect(senderOf({ agentId }, connection).id).toBe('evil');
  }
});

it('a relayed id can be read back, and no name in it can produce another connection', () => {
  for (const name of ['trusted-ledger', 'relayed:trusted-ledger:x', 'a:b', ':', 'operator:ada']) {
    expect(readSenderId(relayedId('evil', name))).toEqual({ connection: 'evil', relayedFor: name });
  }
  expect(readSenderId('trusted-ledger')).toEqual({
    connection: 'trusted-ledger',
    relayedFor: null,
  });
  expect(readSenderId('operator:ada').relayedFor).toBeNull();
  expect(namedBy('evil', 'evil')).toBe('evil');
  expect(namedBy('evil', 'Evil')).toBe('relayed:evil:Evil');
});

it('reserved names of the server and of people are refused wherever an agent uses them', () => {
  const refused = (event: HaiEvent) => refusedNameIn(event, senderOf(event.metadata, connection));
  for (const agentId of ['countersign', 'countersign:default', 'operator:ada']) {
    expect(refused({ type: 'STEP_STARTED', stepName: 's', metadata: { agentId } })).toBe(agentId);
    expect(senderOf({ agentId }, connection).id).toBe('evil');
  }
  expect(refused({ type: 'CUSTOM', name: 'countersign.prompt', value: {} })).toBe(
    'countersign.prompt',
  );
  const message = (value: object): HaiEvent => ({
    type: 'CUSTOM',
    name: 'upformat.message',
    value,
  });
  expect(refused(message({ agentId: 'operator:ada', state: 'submitted' }))).toBe('operator:ada');
  // A forwarded answer names its author.
  expect(refused(message({ agentId: 'operator:ada', upFeedback: { type: 'approve' } }))).toBeNull();
  expect(refused({ type: 'CUSTOM', name: 'countersignature', value: {} })).toBeNull();
});
