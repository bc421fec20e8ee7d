import fc from 'fast-check';
import { afterAll, afterEach, vi } from 'vitest';

// Cases are the same in every run; `npm run unit:deep` searches for others.
fc.configureGlobal({
  seed: Number(process.env['COUNTERSIGN_SEED'] ?? 20_261_122),
  numRuns: 100 * Number(process.env['COUNTERSIGN_DEEP'] ?? 1),
});

// Server-side and pure tests share this file: only a DOM environment needs the rest.
if (typeof document !== 'undefined') {
  await import('@testing-library/jest-dom/vitest');
  const { cleanup, configure } = await import('@testing-library/react');
  // The first test of a file waits for what its screen loads, also on a busy machine.
  configure({ asyncUtilTimeout: 10_000 });
  afterEach(cleanup);
  // Files of one worker share a window, and run in any order.
  afterAll(() => {
    vi.restoreAllMocks();
    vi.unstubAllGlobals();
    localStorage.clear();
    sessionStorage.clear();
    document.body.replaceChildren();
    history.replaceState(null, '', '/');
  });
}
