/** Work that does not overlap with other work of the same name. */
export type Alone = <Value>(name: string, work: () => Promise<Value>) => Promise<Value>;

/** In this process. */
export function createAlone(): Alone {
  const running = new Map<string, Promise<unknown>>();
  return async (name, work) => {
    const before = running.get(name) ?? Promise.resolve();
    const mine = before.catch(() => {}).then(work);
    running.set(name, mine);
    try {
      return await mine;
    } finally {
      if (running.get(name) === mine) running.delete(name);
    }
  };
}
