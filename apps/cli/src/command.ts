/** A command of the command line, loaded when it is given. */
export interface Command {
  /** What `countersign help <command>` prints. */
  usage: string;
  /** Does the work; resolves with the exit code. Throws `CommandError` with what to print. */
  run(args: readonly string[]): Promise<number>;
}

/** The command was not done: a sentence for the person who gave it, and the exit code. */
export class CommandError extends Error {
  readonly code: number;

  constructor(message: string, code = 1) {
    super(message);
    this.name = 'CommandError';
    this.code = code;
  }
}

/** What was typed is not understood. */
export class UsageError extends CommandError {
  constructor(message: string) {
    super(message, 2);
    this.name = 'UsageError';
  }
}
