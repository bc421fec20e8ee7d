import { readdirSync, readFileSync } from 'node:fs';

/** One request to a real agent and the bytes of its reply. */
export interface Exchange {
  request: { method: string; path: string; headers?: Record<string, string>; body: unknown };
  response: {
    status: number;
    headers: Record<string, string>;
    /** The body as it came: for a stream its whole SSE text. */
    text: string;
  };
}

/** Requests and responses of a real agent by other authors. */
export interface Tape {
  origin: {
    name: string;
    version: string;
    commit?: string;
    /** ISO time. */
    recordedAt: string;
    /** How it was driven. */
    how: string;
  };
  exchanges: Exchange[];
}

const folder = new URL('../tapes/', import.meta.url);

/** Reads `tapes/<counterpart>/<name>.json`. @throws when there is none */
export function readTape(counterpart: string, name: string): Tape {
  return JSON.parse(readFileSync(new URL(`${counterpart}/${name}.json`, folder), 'utf8'));
}

/** Every tape there is, as counterpart and name. */
export function listTapes(): { counterpart: string; name: string }[] {
  const folders = readdirSync(folder, { withFileTypes: true }).filter((entry) =>
    entry.isDirectory(),
  );
  return folders.flatMap(({ name: counterpart }) =>
    readdirSync(new URL(`${counterpart}/`, folder))
      .filter((file) => file.endsWith('.json'))
      .sort()
      .map((file) => ({ counterpart, name: file.slice(0, -'.json'.length) })),
  );
}

/** Counterparts whose frames are of another vocabulary. */
const others = ['a2a', 'acp', 'mcp-everything'];

/** Those of AG-UI and HAI. */
export const listEventTapes = () =>
  listTapes().filter(({ counterpart }) => !others.includes(counterpart));

/** The JSON texts of the events of a reply, in order. */
export function eventsOf({ response }: Exchange): string[] {
  return response.text
    .split(/\r?\n\r?\n/)
    .map((frame) =>
      frame
        .split(/\r?\n/)
        .filter((line) => line.startsWith('data:'))
        .map((line) => line.slice(5).trimStart())
        .join('\n'),
    )
    .filter((data) => data !== '');
}
