/** Work that never overlaps with itself. */
export interface OneAtATime {
  /** Does the work; requested during it, it is done once more afterwards. Rejects if the work did. */
  ask(): Promise<void>;
  /** Resolves when nothing is in progress. Never rejects. */
  idle(): Promise<void>;
}

export function oneAtATime(work: () => Promise<void>): OneAtATime {
  let going: Promise<void> | null = null;
  let again = false;
  const repeat = async () => {
    try {
      do {
        again = false;
        await work();
      } while (again);
    } finally {
      going = null;
    }
  };
  return {
    ask() {
      if (going !== null) again = true;
      else going = repeat();
      return going ?? Promise.resolve();
    },
    async idle() {
      while (going !== null) await going.catch(() => {});
    },
  };
}
