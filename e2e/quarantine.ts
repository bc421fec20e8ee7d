import type { Reporter } from '@playwright/test/reporter';
import { printQuarantine } from '../scripts/quarantine.mjs';

/** Prints the tests that are left out, at the end of a run. */
export default class Quarantine implements Reporter {
  onEnd(): void {
    printQuarantine((text) => process.stdout.write(text));
  }

  printsToStdio(): boolean {
    return false;
  }
}
