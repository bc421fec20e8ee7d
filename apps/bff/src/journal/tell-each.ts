/** Tells every listener, though one of them throws; its fault surfaces after the others have been told. */
export function tellEach<News>(listeners: Iterable<(news: News) => void>, news: News): void {
  const faults: unknown[] = [];
  for (const listener of listeners) {
    try {
      listener(news);
    } catch (error) {
      faults.push(error);
    }
  }
  if (faults.length > 0) {
    queueMicrotask(() => {
      throw faults[0];
    });
  }
}
