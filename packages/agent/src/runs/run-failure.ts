/** Where an exception of an author's code happened: with these ids the task is found in the console. */
export interface FailurePlace {
  agentId: string;
  threadId: string;
  runId: string;
  /** What was called: the run function, a check of an edit. */
  in: 'run' | 'check';
}

/** Receives the exceptions of an author's code, which would otherwise only be a sentence in the console. */
export type OnError = (error: unknown, place: FailurePlace) => void;

/** Prints it with its stack, as an exception that nobody catches. */
export const printError: OnError = (error, { agentId, threadId, runId, in: called }) => {
  const what = called === 'run' ? 'The run failed' : 'The check of an edit failed';
  const text = error instanceof Error ? (error.stack ?? String(error)) : String(error);
  process.stderr.write(`${what} (agent ${agentId}, thread ${threadId}, run ${runId}): ${text}\n`);
};

/** Reports to the author; one that throws must not change how the run ends. */
export function reportTo(onError: OnError): OnError {
  return (error, place) => {
    try {
      onError(error, place);
    } catch (fault) {
      printError(error, place);
      printError(fault, place);
    }
  };
}
