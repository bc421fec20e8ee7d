// Takes screenshots of every screen of the built console over real servers: single pictures and contact sheets, ignored by git.
import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { buildConsole } from './build-console.mjs';
import { requireDependencies } from './dependencies.mjs';
import { findChromium } from './find-chromium.mjs';

const usage = `npm run shots -- [options]
  --screens inbox,task-flow   only these, or those that begin with one (task = every view of a task)
  --sizes 390,1440            only these widths of 390, 720 (low and high), 800, 960, 1024, 1280, 1440, 1920
  --themes dark               only light or dark
  --langs zh-CN               in Chinese, or in both: en,zh-CN; English is the usual one
  --out folder                where they go; shots is the usual place
  --guide                     only the pictures of docs/guide.md, where that looks for them
                              (that of the README, docs/images/inbox.png, is prompt-place-filled-1440-dark)
  --list                      names the screens
`;

requireDependencies();
// Imported here, as it needs the dependencies.
const { buildTestServers } = await import('./build-test-servers.mjs');
try {
  const { values } = parseArgs({
    options: {
      screens: { type: 'string', default: '' },
      sizes: { type: 'string', default: '' },
      themes: { type: 'string', default: '' },
      langs: { type: 'string', default: '' },
      out: { type: 'string', default: 'shots' },
      guide: { type: 'boolean', default: false },
      list: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) {
    process.stdout.write(usage);
    process.exit(0);
  }
  // Those used in the guide; only these are in git.
  const wanted = values.guide
    ? {
        out: 'docs/images/guide',
        screens: 'prompt-plan,bulk,task-lineage,registry-find,affordances-one,knowledge-extraction',
        sizes: '1280',
        themes: 'light',
        langs: '',
      }
    : values;
  const chromium = await findChromium();
  if (!values.list) {
    buildConsole();
    buildTestServers();
    // Sheets of an earlier run show other screens, without their age.
    rmSync(`${wanted.out}/sheets`, { recursive: true, force: true });
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
        SHOTS_FOLDER: wanted.out,
        SHOTS_SHEETS: values.guide ? 'no' : '',
        SHOTS_SCREENS: wanted.screens,
        SHOTS_SIZES: wanted.sizes,
        SHOTS_THEMES: wanted.themes,
        SHOTS_LANGS: wanted.langs,
      },
    },
  );
  if (result.status === 0 && !values.list) process.stdout.write(`See ${wanted.out}\n`);
  process.exit(result.status ?? 1);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n${usage}`);
  process.exit(1);
}
