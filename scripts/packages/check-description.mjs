// What the server says of itself, read by programs of others: two validators find no fault in any document, and the clients of two
// generators compile and ask a real question.
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { buildServers } from '../build-servers.mjs';
import { startServer } from './servers.mjs';

const others = [
  ...['openapi-typescript@7.13.0', 'openapi-fetch@0.17.0', '@hey-api/openapi-ts@0.95.0'],
  ...['@redocly/cli@2.77.0', '@seriousme/openapi-schema-validator@2.11.0', 'typescript@5.9.3'],
];
const run = promisify(execFile);
const step = (text) => process.stdout.write(`${text}\n`);

/** With the client of openapi-fetch, by types alone; `schemas` of the whole are named. */
const byFetch = `import createClient from 'openapi-fetch';
import type { components, paths } from './types.js';

type Question = components['schemas']['Question'];
const [baseUrl = '', token = ''] = process.argv.slice(2);
const client = createClient<paths>({ baseUrl, headers: { authorization: \`Bearer \${token}\` } });
const { data, error } = await client.POST('/api/questions', {
  params: { header: { 'idempotency-key': 'refund-B7' } },
  body: { ask: 'Refund 30 EUR to Ada?', payload: { amount: 30 }, severity: 'major' },
});
if (data === undefined) throw new Error(error.title);
process.stdout.write(\`\${data.id}\\n\`);
const found = await client.GET('/api/questions/{id}', {
  params: { path: { id: data.id }, query: { wait: 50 } },
});
const question: Question | undefined = found.data;
process.stdout.write(\`\${question?.status} \${JSON.stringify(question?.outcome?.value)}\\n\`);
`;

/** With functions that are named after the operations. */
const byFunctions = `import { createClient } from './client/client/index.js';
import { getQuestionsById, postQuestions } from './client/sdk.gen.js';

const [baseUrl = '', token = ''] = process.argv.slice(2);
const client = createClient({ baseUrl: baseUrl as \`http\${string}\`, auth: token });
const { data } = await postQuestions({
  client,
  throwOnError: true,
  headers: { 'idempotency-key': 'refund-B8' },
  body: { ask: 'Refund 40 EUR to Ada?', payload: { amount: 40 }, severity: 'major' },
});
process.stdout.write(\`\${data.id}\\n\`);
const found = await getQuestionsById({
  ...{ client, throwOnError: true as const },
  ...{ path: { id: data.id }, query: { wait: 50 } },
});
process.stdout.write(\`\${found.data.status} \${JSON.stringify(found.data.outcome?.value)}\\n\`);
`;

async function install(folder) {
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }\n');
  await run('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts', ...others], {
    cwd: folder,
  });
  const settings = {
    ...{ strict: true, module: 'nodenext', target: 'es2023', lib: ['es2023', 'dom'] },
    ...{
      outDir: 'out',
      rootDir: '.',
      types: ['node'],
      typeRoots: [resolve('node_modules/@types')],
      skipLibCheck: false,
    },
  };
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({ compilerOptions: settings, include: ['*.ts', 'client'] }),
  );
}

/** The whole and each area, as files of these names. */
async function readDocuments(call, folder) {
  const whole = await call('GET', '/api/openapi.json');
  const names = ['whole'];
  writeFileSync(join(folder, 'whole.json'), JSON.stringify(whole, null, 1));
  for (const { name, externalDocs } of whole.tags) {
    const area = await call('GET', externalDocs.url);
    writeFileSync(join(folder, `${name}.json`), JSON.stringify(area, null, 1));
    names.push(name);
  }
  return names.map((name) => `${name}.json`);
}

/** Runs a compiled client, approves what it asks, and returns the line that it prints then. */
async function askWith(file, { folder, url, call, token }) {
  const asked = run(process.execPath, [join('out', file), url, token], { cwd: folder });
  for (let answered = false; !answered; ) {
    const { items } = await call('GET', '/api/prompts?state=open');
    for (const { id, digest } of items) {
      await call('POST', `/api/prompts/${encodeURIComponent(id)}/decisions`, {
        ...{ feedback: { type: 'approve' }, digest, idempotencyKey: crypto.randomUUID() },
      });
      answered = true;
    }
    await Promise.race([asked, new Promise((done) => setTimeout(done, 100))]);
  }
  const { stdout } = await asked;
  return stdout.trim().split('\n').at(-1);
}

async function check(folder) {
  buildServers();
  await install(folder);
  const server = await startServer('.', join(folder, 'data'));
  const { url, call } = server;
  try {
    const tool = (name, ...args) =>
      run(join(folder, 'node_modules/.bin', name), args, { cwd: folder, maxBuffer: 1e8 });
    const files = await readDocuments(call, folder);
    await tool('redocly', 'lint', '--extends', 'minimal', ...files);
    for (const file of files) await tool('validate-api', file);
    step(`✓ the description: ${files.length} documents, no fault by two validators`);
    await tool('openapi-typescript', 'whole.json', '-o', 'types.ts');
    const generated = ['-i', 'whole.json', '-o', 'client', '-c', '@hey-api/client-fetch'];
    await tool('openapi-ts', ...generated);
    writeFileSync(join(folder, 'by-fetch.ts'), byFetch);
    writeFileSync(join(folder, 'by-functions.ts'), byFunctions);
    await tool('tsc', '-p', '.');
    const { token } = await call('POST', '/api/programs', { name: 'A job', via: 'http' });
    for (const [file, amount] of [
      ['by-fetch.js', 30],
      ['by-functions.js', 40],
    ]) {
      const line = await askWith(file, { folder, url, call, token });
      if (line !== `answered {"amount":${amount}}`) throw new Error(`${file}: ${line}`);
      step(`✓ the description: a generated client (${file}) compiles, asks and is answered`);
    }
  } finally {
    await server.stop();
  }
}

const folder = mkdtempSync(join(tmpdir(), 'countersign-description-'));
try {
  await check(folder);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
