import type { ThreadItem } from '@countersign/thread/thread';

export type NoiseItem = Extract<ThreadItem, { kind: 'custom' | 'anomaly' }>;

/** Internal events of a protocol or its library, and repairs: complete under Events, one line in the stream. */
export function isNoise(item: ThreadItem): item is NoiseItem {
  if (item.kind === 'anomaly') return item.anomaly === 'event-repaired';
  if (item.kind !== 'custom') return false;
  return item.name === 'RAW' || item.name.startsWith('ag-ui.') || item.name === 'PredictState';
}
