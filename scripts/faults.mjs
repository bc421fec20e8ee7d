// Runs the fault tests (`*.faults.ts`), and prints what they did. `--minutes N` repeats the random ones for that time, `--seed S` starts
// with that seed; names of files choose some.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

const { values, positionals } = parseArgs({
  options: { minutes: { type: 'string' }, seed: { type: 'string' } },
  allowPositionals: true,
});
for (const [name, value] of Object.entries(values)) {
  if (Number(value) >= 0) continue;
  process.stderr.write(`--${name} takes a number, not "${value}".\n`);
  process.exit(2);
}
const folder = mkdtempSync(join(tmpdir(), 'countersign-faults-'));
const report = join(folder, 'report.jsonl');
const began = Date.now();
const result = spawnSync(
  process.execPath,
  ['node_modules/vitest/vitest.mjs', 'run', '--config', 'vitest.faults.config.ts', ...positionals],
  {
    stdio: 'inherit',
    env: {
      ...process.env,
      FAULT_REPORT: report,
      ...(values.minutes === undefined ? {} : { FAULT_MINUTES: values.minutes }),
      ...(values.seed === undefined ? {} : { FAULT_SEED: values.seed }),
    },
  },
);
const scenarios = existsSync(report)
  ? readFileSync(report, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
  : [];
rmSync(folder, { recursive: true, force: true });
const counted = [
  'events',
  'deliveries',
  'answers',
  'reconnects',
  'cuts',
  'kills',
  'lost',
  'doubled',
];
const total = Object.fromEntries(
  counted.map((name) => [name, scenarios.reduce((sum, task) => sum + task[name], 0)]),
);
const sentence = (task) =>
  `${task.events} events, ${task.deliveries} deliveries, ${task.answers} answers, ${task.reconnects} reconnects, ${task.cuts} cuts, ${task.kills} kills: ${task.lost} lost, ${task.doubled} doubled`;
for (const task of scenarios) {
  process.stdout.write(`${task.engine}, ${task.title}: ${sentence(task)}\n`);
}
const seconds = Math.round((Date.now() - began) / 1_000);
process.stdout.write(`\n${scenarios.length} stories in ${seconds} s. ${sentence(total)}\n`);
process.exit(result.status ?? 1);
