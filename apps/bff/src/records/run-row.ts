/** A run, as stored. */
export interface RunRow {
  id: string;
  thread: string;
  agent: string;
  status: string;
  input: string;
  resumable: number;
  contacted: number;
  /** It was about to be posted: the agent may have started, whether it has responded or not. */
  posted: number;
  last_event: string | null;
  carries: string | null;
  started: number;
  ended: number | null;
  /** The position of the log when it ended; null = it is running, or ended under an older release. */
  ended_place: number | null;
}
