// Takes screenshots of every screen of the built console over real servers: single pictures and contact sheets, ignored by git.
import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { buildConsole } from './build-console.mjs';
import { requireDependencies } from './dependencies.mjs';
import { makeSmall } from './docs/small-png.mjs';
import { findChromium } from './find-chromium.mjs';

const usage = `npm run shots -- [options]
  --screens inbox,task-flow   only these, or those that begin with one (task = every view of a task)
  --sizes 390,1440            only these widths of 390, 720 (low and high), 800, 960, 1024, 1280, 1440, 1920
  --themes dark               only light or dark
  --langs zh-CN               in Chinese, or in both: en,zh-CN; English is the usual one
  --out folder                where they go; shots is the usual place
  --docs                      only the pictures of the README, the guide and the tutorial, in docs/images; with --screens some of them, in both languages
  --list                      names the screens
`;

/** The pictures in the documentation, the only ones in git. */
const documented = [
  {
    out: 'docs/images/guide',
    screens: 'prompt-plan,bulk,task-lineage,registry-find,affordances-one,knowledge-extraction',
    sizes: '1280',
    themes: 'light',
    langs: 'en,zh-CN',
  },
  {
    out: 'docs/images/tutorial',
    screens: 'tutorial-token,tutorial-answer',
    sizes: '1280',
    themes: 'light',
    langs: 'en,zh-CN',
  },
  {
    out: 'docs/images/readme',
    screens: 'prompt-place-filled',
    sizes: '1440',
    themes: 'dark',
    langs: 'en,zh-CN',
  },
];

/** Those with one of the named screens; all if none is named. */
const documentedOf = (screens) => {
  const named = screens.split(',').filter((name) => name !== '');
  const has = ({ screens: own }) => own.split(',').some((name) => named.includes(name));
  return named.length === 0 ? documented : documented.filter(has);
};

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
      docs: { type: 'boolean', default: false },
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
  }
  for (const choice of values.docs ? documentedOf(values.screens) : [values]) {
    // Sheets of an earlier run show other screens, without their age.
    if (!values.list) rmSync(`${choice.out}/sheets`, { recursive: true, force: true });
    const { status } = spawnSync(
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
          SHOTS_FOLDER: choice.out,
          SHOTS_SHEETS: values.docs ? 'no' : '',
          SHOTS_SCREENS: choice.screens,
          SHOTS_SIZES: choice.sizes,
          SHOTS_THEMES: choice.themes,
          SHOTS_LANGS: choice.langs,
        },
      },
    );
    if (status !== 0) process.exit(status ?? 1);
    if (values.docs && !values.list) makeSmall(choice.out);
    if (!values.list) process.stdout.write(`See ${choice.out}\n`);
  }
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n${usage}`);
  process.exit(1);
}
