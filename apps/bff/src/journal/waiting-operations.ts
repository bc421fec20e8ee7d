import type { OperationName } from './operations.ts';

/**
 * What the server has to record whatever happens, and nobody would ask for again: it waits for a store that takes no
 * writes. Everything else is somebody's command, and is refused at once then. Who asks for one of these awaits it before
 * the next, so that what waits stays bounded.
 */
export const waitingOperations: ReadonlySet<OperationName> = new Set<OperationName>([
  'answerByRule',
  'breakRun',
  'carryByNewRun',
  'contact',
  'endSnooze',
  'escalate',
  'expire',
  'holdCall',
  'ingest',
  'leaseOutbox',
  'noteDamage',
  'noteProtocol',
  'noteStatus',
  'passOver',
  'postRun',
  'queueCalls',
  'settleCall',
  'settleClaims',
  'settleDelivery',
  'shiftWaits',
  'stepControl',
]);
