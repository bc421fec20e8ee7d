import type { Report } from './alarm.ts';

/** Without a reporter, a fault is thrown after all listeners were called. */
const throwLater: Report = (_what, error) =>
  queueMicrotask(() => {
    throw error;
  });

/** Calls every listener even if one throws: a damaged page found by one does not prevent the others from being called. */
export function notifyAll<News>(
  listeners: Iterable<(news: News) => void>,
  news: News,
  report: Report = throwLater,
): void {
  for (const listener of listeners) {
    try {
      listener(news);
    } catch (error) {
      report('A listener to what is journalled failed.', error);
    }
  }
}
