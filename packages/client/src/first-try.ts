/** A promise that resolves when a first attempt succeeds or fails. */
export interface FirstTry {
  begin(): void;
  end(): void;
  /** Resolves at the end of the attempt; at once if there is none. */
  tried(): Promise<void>;
}

export function createFirstTry(): FirstTry {
  let tried = Promise.resolve();
  let end = () => {};
  return {
    begin() {
      tried = new Promise((resolve) => {
        end = resolve;
      });
    },
    end: () => end(),
    tried: () => tried,
  };
}
