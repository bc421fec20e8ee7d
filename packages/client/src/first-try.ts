/** A promise of what comes of a first try, however it ends. */
export interface FirstTry {
  begin(): void;
  end(): void;
  /** Resolves at the end of the try; at once where none was begun. */
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
