/** Where frames are written: a socket, or a test. */
export interface Sink {
  /** False if the written data is pending in memory. */
  write(chunk: Buffer | string): boolean;
  /** Pending bytes. */
  queued(): number;
  /** Calls back when nothing is pending any more. */
  onDrain(listener: () => void): () => void;
  /** `flushed`: what is pending may still be read; else the connection is cut. */
  end(how?: 'flushed'): void;
}
