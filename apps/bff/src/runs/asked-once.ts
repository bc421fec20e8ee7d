import type { IngestItem } from './ingest-item.ts';

/** A question that grew within this batch is asked once: where it is said last, as it is in the end. */
export function askedOnce(items: readonly IngestItem[]): IngestItem[] {
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
