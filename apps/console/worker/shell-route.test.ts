import { expect, it } from 'vitest';
import { shellRoute } from './shell-route.ts';

const origin = 'https://desk.example';
const route = (path: string, part: { method?: string; mode?: string } = {}) =>
  shellRoute({ method: 'GET', mode: 'cors', url: `${origin}${path}`, ...part }, origin);

it('answers all addresses of the console with its page', () => {
  for (const path of ['/', '/inbox/4f7c?group=equal', '/tasks/run-3f2b6c1e-9d5a', '/apiary']) {
    expect(route(path, { mode: 'navigate' })).toBe('page');
  }
});

it('keeps hashed files for ever and requests those with constant names first', () => {
  expect(route('/assets/inbox-BEGKcl4m.js')).toBe('file');
  expect(route('/boot.js', { mode: 'no-cors' })).toBe('part');
});

it('never touches what the server answers, its stream, or what is sent to it', () => {
  expect(route('/api/stream?tasks=*')).toBe('none');
  expect(route('/api/prompts')).toBe('none');
  expect(route('/api/tasks/a/export', { mode: 'navigate' })).toBe('none');
  const pages = ['/docs', '/docs/ways/curl', '/problems/unauthorized', '/llms.txt', '/simple/'];
  for (const path of ['/health', ...pages]) expect(route(path, { mode: 'navigate' })).toBe('none');
  expect(route('/shell-worker.js')).toBe('none');
  expect(route('/inbox', { method: 'POST', mode: 'navigate' })).toBe('none');
  const elsewhere = { method: 'GET', mode: 'cors', url: 'https://other.example/assets/a.js' };
  expect(shellRoute(elsewhere, origin)).toBe('none');
});
