/** One fault: `path` is a JSON Pointer into the checked value (`''` = the whole), `message` is plain language. */
export interface Fault {
  path: string;
  message: string;
}
