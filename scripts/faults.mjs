// Runs the fault tests (`*.faults.ts`). `--minutes N` repeats the random ones for that time, `--seed S` starts with that seed.
import { spawnSync } from 'node:child_process';
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
const result = spawnSync(
  process.execPath,
  ['node_modules/vitest/vitest.mjs', 'run', '--config', 'vitest.faults.config.ts', ...positionals],
  {
    stdio: 'inherit',
    env: {
      ...process.env,
      ...(values.minutes === undefined ? {} : { FAULT_MINUTES: values.minutes }),
      ...(values.seed === undefined ? {} : { FAULT_SEED: values.seed }),
    },
  },
);
process.exit(result.status ?? 1);
