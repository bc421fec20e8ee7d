import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { compareTables, type Figures, readTables } from './compared-tables.ts';
import { printTable } from './table.ts';

function run(command: string, args: readonly string[], cwd = '.', env = process.env): string {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd, env, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} in ${cwd}:\n${stdout}${stderr}`);
  return stdout;
}

/** A checkout of that commit beside this one, with its own packages. It is kept for the next comparison. */
function checkOut(ref: string): { commit: string; folder: string } {
  const commit = run('git', ['rev-parse', '--verify', `${ref}^{commit}`]).trim();
  const folder = resolve('node_modules/.cache/countersign-compare', commit);
  if (!existsSync(folder)) {
    mkdirSync(dirname(folder), { recursive: true });
    run('git', ['worktree', 'prune']);
    run('git', ['worktree', 'add', '--detach', folder, commit]);
  }
  if (!existsSync(`${folder}/node_modules/.package-lock.json`)) {
    process.stderr.write(`Installing the packages of ${commit.slice(0, 8)} …\n`);
    run('npm', ['ci', '--no-audit', '--no-fund'], folder);
  }
  return { commit, folder };
}

function measure(folder: string, bench: string): Figures {
  // Each its own console and its own bench: what is measured is what a commit says of itself.
  const { COUNTERSIGN_CONSOLE: _, ...env } = process.env;
  const args = ['--import', 'tsx', 'bench/main.ts', bench];
  return readTables(run(process.execPath, args, folder, env));
}

const loadAverage = () => readFileSync('/proc/loadavg', 'utf8').split(' ')[0];

/**
 * Runs benches of this checkout and of another commit in turn, in one run, and prints the ratios of each figure (this one to the other)
 * with their range. Which comes first alternates, so that a drift of the machine meets both.
 */
export function benchCompare(ref: string, benches: readonly string[], rounds: number) {
  const { commit, folder } = checkOut(ref);
  for (const bench of benches) {
    const before: Figures[] = [];
    const now: Figures[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const both = [() => before.push(measure(folder, bench)), () => now.push(measure('.', bench))];
      for (const one of round % 2 === 0 ? both : both.toReversed()) one();
      const load = existsSync('/proc/loadavg') ? `, load average ${loadAverage()}` : '';
      process.stderr.write(`${bench}: round ${round + 1} of ${rounds}${load}\n`);
    }
    const rows = compareTables(before, now);
    if (rows.length === 0) process.stdout.write(`${bench}: no figure that both commits print.\n`);
    else printTable([bench, 'Figure', commit.slice(0, 8), 'This', 'Ratio (range)'], rows);
  }
}
