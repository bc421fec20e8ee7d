import type { PolicyLine, PolicyTrial } from '@countersign/api/policy/table';
import { createPolicyTrial } from '@countersign/policy/policy-trial';
import type { Journal } from '@countersign/server/journal/journal';
import { readPolicyTable } from '../decisions/policy-in-force.ts';
import { readPrompt } from '../records/prompt-records.ts';
import { answeredSince } from '../rows/policy/policy-tables.ts';

const backMs = 90 * 86_400_000;
const pageSize = 100;
const maxTried = 5_000;

/** Tries lines on the questions of the last 90 days; a turn of the loop between pages, so that it delays no other work. */
export async function tryPolicy(
  { read }: Pick<Journal, 'read'>,
  tried: readonly PolicyLine[],
  now: number,
): Promise<PolicyTrial> {
  const since = now - backMs;
  const { lines: inForce } = await readPolicyTable(read, now);
  const trial = createPolicyTrial({ inForce, tried, since });
  for (let offset = 0; offset < maxTried; offset += pageSize) {
    const page = await answeredSince(read, since, { limit: pageSize, offset });
    for (const { id, starter } of page) {
      const prompt = await readPrompt(read, id);
      if (prompt !== null) trial.lookAt(prompt, starter === null ? [] : [starter]);
    }
    if (page.length < pageSize) break;
    await new Promise((resolve) => setImmediate(resolve));
  }
  return trial.found();
}
