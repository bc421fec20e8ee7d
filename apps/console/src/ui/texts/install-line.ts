import type { Library } from '@countersign/api/agents/library';

const installers = { npm: 'npm i', python: 'pip install' } as const;

/** What installs a library of this server, at the address by which the console was opened. */
export const installLine = ({ kind, path }: Pick<Library, 'kind' | 'path'>): string =>
  `${installers[kind]} ${location.origin}${path}`;
