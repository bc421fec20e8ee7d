import type { IngestItem } from './ingest-item.ts';

/** A question built from several events of this batch is asked once: at its last place, in its final form. */
export function mergeAsks(items: readonly IngestItem[]): IngestItem[] {
  const asked = new Set<string>();
  return items
    .toReversed()
    .map((item) => {
      if (item.kind !== 'event' || item.asks.length === 0) return item;
      const asks = item.asks
        .toReversed()
        .filter(({ message: { messageId } }) => {
          const isLast = !asked.has(messageId);
          asked.add(messageId);
          return isLast;
        })
        .toReversed();
      return asks.length === item.asks.length ? item : { ...item, asks };
    })
    .toReversed();
}
