/** Where frames go: a socket, or a test. */
export interface Sink {
  /** False when what was written waits in memory. */
  write(chunk: Buffer | string): boolean;
  /** Bytes that wait. */
  queued(): number;
  /** Calls back when nothing waits any more. */
  onDrain(listener: () => void): () => void;
  end(): void;
}
