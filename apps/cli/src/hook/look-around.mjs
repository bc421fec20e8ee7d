// What the hook finds on the machine about a call: facts that are not the agent's.
import { readFileSync, realpathSync, statSync } from 'node:fs';
import { hostname } from 'node:os';
import { dirname, isAbsolute, join, resolve, sep } from 'node:path';

const pathNames = ['file_path', 'filePath', 'path', 'notebook_path', 'absolute_path', 'dir_path'];
const maxTextBytes = 180_000;

const orNull = (read) => {
  try {
    return read();
  } catch {
    return null;
  }
};

/** The real path of what is there, or of the nearest folder above it with the rest. */
function realOf(path) {
  const found = orNull(() => realpathSync(path));
  if (found !== null) return found;
  const above = dirname(path);
  return above === path ? path : join(realOf(above), path.slice(above.length));
}

function textOf(path) {
  const size = orNull(() => statSync(path).size);
  if (size === null || size > maxTextBytes) return undefined;
  const bytes = orNull(() => readFileSync(path));
  if (bytes === null || bytes.includes(0)) return undefined;
  const text = bytes.toString('utf8');
  return Buffer.from(text).equals(bytes) ? text : undefined;
}

/** The files that a call names, without symbolic links; the texts of those that it may change. */
export function filesIn({ folder, input, tool }) {
  const root = realOf(folder);
  const isChange = /write|edit|replace|patch/i.test(tool);
  const named = pathNames.map((name) => input[name]).filter((path) => typeof path === 'string');
  return [...new Set(named)].filter(Boolean).map((path) => {
    const real = realOf(isAbsolute(path) ? path : resolve(folder, path));
    const text = isChange ? textOf(real) : undefined;
    const inside = real === root || real.startsWith(root.endsWith(sep) ? root : root + sep);
    return { path, real, inside, ...(text === undefined ? {} : { text }) };
  });
}

/** The branch that is checked out in a folder; undefined = none. */
function branchOf(folder) {
  for (let at = folder; ; at = dirname(at)) {
    const git = join(at, '.git');
    const pointer = orNull(() => readFileSync(git, 'utf8'));
    const place = pointer === null ? git : resolve(at, pointer.replace(/^gitdir: /, '').trim());
    const head = orNull(() => readFileSync(join(place, 'HEAD'), 'utf8'));
    if (head !== null) return /^ref: refs\/heads\/(.+)$/m.exec(head)?.[1];
    if (dirname(at) === at) return undefined;
  }
}

export function placeOf({ folder }, { permission_mode: mode }) {
  const branch = branchOf(folder);
  return {
    machine: hostname() || 'unknown',
    ...(branch === undefined ? {} : { branch: branch.slice(0, 300) }),
    ...(typeof mode === 'string' && mode !== '' ? { mode: mode.slice(0, 100) } : {}),
  };
}
