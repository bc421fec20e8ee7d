/** Does these one by one, each when the page has nothing else to do, once it is loaded; returns what stops it. */
export function whenIdle(tasks: readonly (() => Promise<unknown>)[]): () => void {
  let stopped = false;
  const idle = () =>
    new Promise<void>((resolve) => {
      if ('requestIdleCallback' in window) requestIdleCallback(() => resolve(), { timeout: 5_000 });
      else setTimeout(resolve, 200);
    });
  const loaded = () =>
    new Promise<void>((resolve) => {
      if (document.readyState === 'complete') resolve();
      else window.addEventListener('load', () => resolve(), { once: true });
    });
  const run = async () => {
    await loaded();
    for (const task of tasks) {
      await idle();
      if (stopped) return;
      await task();
    }
  };
  void run();
  return () => {
    stopped = true;
  };
}

/** The operator pays for each byte, or has few of them. */
export function savesData(): boolean {
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  return connection?.saveData === true;
}
