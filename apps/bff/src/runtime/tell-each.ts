import type { Report } from './alarm.ts';

/** Where nobody is there to be told, a fault surfaces once the others have had the news. */
const throwLater: Report = (_what, error) =>
  queueMicrotask(() => {
    throw error;
  });

/** Tells every listener, though one of them throws: a page of the disk that one cannot read keeps no news from the others. */
export function tellEach<News>(
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
