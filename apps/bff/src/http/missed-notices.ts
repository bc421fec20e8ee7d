/** Unjournalled notices for a reader that is behind: the newest of each key, and few keys. */
export function createMissedNotices(maxKeys: number) {
  const missed = new Map<string, Buffer>();
  return {
    keep(key: string, frame: Buffer): void {
      missed.delete(key);
      missed.set(key, frame);
      const oldest = missed.keys().next();
      if (missed.size > maxKeys && oldest.done !== true) missed.delete(oldest.value);
    },
    /** One after another, each removed as it is taken. */
    *taken(): Generator<Buffer> {
      for (const [key, frame] of missed) {
        missed.delete(key);
        yield frame;
      }
    },
  };
}
