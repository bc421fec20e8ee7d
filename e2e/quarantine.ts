import type { FullResult, Reporter, Suite, TestCase } from '@playwright/test/reporter';

/**
 * Tests that fail by chance, by file and title, each with its reason. Their failure does not fail a run; they are printed at its
 * end, and are mended first. A test that is not listed is never tried twice.
 */
const quarantine: Readonly<Record<string, string>> = {};
const most = 5;

const nameOf = (test: TestCase) => test.titlePath().slice(2).join(' › ');

/** Judges a run without the tests in quarantine, and prints these. */
export default class Quarantine implements Reporter {
  #tests: readonly TestCase[] = [];

  onBegin(_config: unknown, suite: Suite): void {
    this.#tests = suite.allTests();
    if (Object.keys(quarantine).length > most)
      throw new Error(`More than ${most} tests are in quarantine: mend them first.`);
  }

  async onEnd({ status }: FullResult): Promise<{ status: FullResult['status'] } | undefined> {
    for (const [name, reason] of Object.entries(quarantine)) {
      const test = this.#tests.find((one) => nameOf(one) === name);
      if (test !== undefined)
        process.stdout.write(`  in quarantine: ${name}: ${test.outcome()} (${reason})\n`);
    }
    const failed = this.#tests.filter((test) => test.outcome() === 'unexpected');
    const isExcused = failed.length > 0 && failed.every((test) => nameOf(test) in quarantine);
    return status === 'failed' && isExcused ? { status: 'passed' } : undefined;
  }

  printsToStdio(): boolean {
    return false;
  }
}
