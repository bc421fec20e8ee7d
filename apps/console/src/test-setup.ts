import { afterEach } from 'vitest';

// Server-side and pure tests share this file: only a DOM environment needs the rest.
if (typeof document !== 'undefined') {
  await import('@testing-library/jest-dom/vitest');
  const { cleanup } = await import('@testing-library/react');
  afterEach(cleanup);
}
