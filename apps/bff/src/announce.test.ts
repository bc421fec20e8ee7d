import { expect, it, vi } from 'vitest';
import { announce, announcementOf } from './announce.ts';
import { readConfig } from './config.ts';

it.each([
  ['where people open the console', 'https://console.example.com/', 'https://console.example.com'],
  ['where the server listens, if nothing else is set', '', 'http://localhost:4400'],
])('the sign-in link leads to %s', (_where, origin, expected) => {
  const written = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  const server = {
    ...{ url: 'http://127.0.0.1:4400', signInCode: 'once' },
    ...{ secretsLost: [], readsOnly: null },
  };
  announce(announcementOf(server, readConfig({ COUNTERSIGN_ORIGIN: origin })));
  const lines = written.mock.calls.map(([text]) => text).join('');
  written.mockRestore();
  expect(lines).toContain('Countersign listens on http://127.0.0.1:4400\n');
  expect(lines).toContain(`Sign in: ${expected}/sign-in#code=once\n`);
});
