// Photographs every screen of the built console over real servers: single pictures and contact sheets, in a folder that git ignores.
import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { buildConsole } from './build-console.mjs';
import { buildTestServers } from './build-test-servers.mjs';
import { findChromium } from './find-chromium.mjs';

const usage = `npm run shots -- [options]
  --screens inbox,task-flow   only these, or those that begin with one (task = every view of a task)
  --sizes 390,1440            only these widths of 390, 720, 1024, 1280, 1440, 1920
  --themes dark               only light or dark
  --out folder                where they go; shots is the usual place
  --list                      names the screens
`;

try {
  const { values } = parseArgs({
    options: {
      screens: { type: 'string', default: '' },
      sizes: { type: 'string', default: '' },
      themes: { type: 'string', default: '' },
      out: { type: 'string', default: 'shots' },
      list: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) {
    process.stdout.write(usage);
    process.exit(0);
  }
  const chromium = await findChromium();
  if (!values.list) {
    buildConsole();
    buildTestServers();
    // Sheets of an earlier run show other screens, and say nothing of how old they are.
    rmSync(`${values.out}/sheets`, { recursive: true, force: true });
  }
  const result = spawnSync(
    process.execPath,
    [
      ...['--import', 'tsx', 'node_modules/@playwright/test/cli.js', 'test'],
      ...['--config', 'e2e/shots', ...(values.list ? ['--list'] : [])],
    ],
    {
      stdio: 'inherit',
      env: {
        ...process.env,
        CHROMIUM: chromium,
        SHOTS_FOLDER: values.out,
        SHOTS_SCREENS: values.screens,
        SHOTS_SIZES: values.sizes,
        SHOTS_THEMES: values.themes,
      },
    },
  );
  if (result.status === 0 && !values.list) process.stdout.write(`See ${values.out}/sheets\n`);
  process.exit(result.status ?? 1);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n${usage}`);
  process.exit(1);
}
