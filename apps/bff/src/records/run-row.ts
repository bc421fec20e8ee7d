/** A run, as its table holds it. */
export interface RunRow {
  id: string;
  thread: string;
  agent: string;
  status: string;
  input: string;
  resumable: number;
  contacted: number;
  /** It was about to be posted: the agent may have begun, whether it has answered or not. */
  posted: number;
  last_event: string | null;
  carries: string | null;
  started: number;
  ended: number | null;
  /** How far the log had come when it ended; null = it goes on, or an older release saw its end. */
  ended_place: number | null;
}
