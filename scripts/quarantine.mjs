/**
 * Tests that failed by chance and are left out until they are repaired: at most five, printed after every run. No test is repeated
 * instead. `file` and `title` as the run prints them, and why it is here.
 * @type {{ file: string, title: string, reason: string }[]}
 */
export const quarantined = [];

export const maxQuarantined = 5;

/** @param {(text: string) => unknown} print */
export function printQuarantine(print) {
  print(`Tests in quarantine: ${quarantined.length} of at most ${maxQuarantined}.\n`);
  for (const { file, title, reason } of quarantined) print(`  ${file}: ${title} (${reason})\n`);
}
