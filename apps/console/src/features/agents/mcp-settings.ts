import type { McpSettings } from '@countersign/hai/agent-descriptor';
import { offersText } from '../../text/texts.ts';

const words = offersText.settings;
const most = { tools: 500, folders: 100, nameChars: 500, uriChars: 2_000 } as const;

/** What an administrator decides about an MCP server, as text. */
export interface McpText {
  /** Tools that are called without approval, one per line. */
  direct: string;
  /** `ask`: a person names the folders when the server asks for them. */
  folders: 'ask' | 'these';
  /** One per line: an absolute path or a `file:` address. */
  roots: string;
}

interface McpFaults {
  direct?: string;
  roots?: string;
}

/** Settings, or what is wrong with their text. */
type ReadMcp = { ok: true; settings: McpSettings } | { ok: false; faults: McpFaults };

const linesOf = (text: string): string[] => [
  ...new Set(
    text
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== ''),
  ),
];

export const mcpTextOf = (settings: McpSettings | undefined): McpText => ({
  direct: (settings?.direct ?? []).join('\n'),
  folders: settings?.roots === undefined ? 'ask' : 'these',
  roots: (settings?.roots ?? []).map(({ uri }) => uri).join('\n'),
});

/** Reads the text. `before`: the settings it is changed from, whose names of folders and other members are kept. */
export function readMcp(text: McpText, before: McpSettings | undefined): ReadMcp {
  const direct = linesOf(text.direct);
  const uris = text.folders === 'ask' ? [] : linesOf(text.roots).map(folderUri);
  const faults: McpFaults = {};
  if (direct.length > most.tools) faults.direct = words.tooMany(most.tools);
  if (direct.some((name) => name.length > most.nameChars)) faults.direct = words.nameLong;
  if (uris.length > most.folders) faults.roots = words.tooMany(most.folders);
  const bad = uris.findIndex((uri) => uri === null || uri.length > most.uriChars);
  if (bad !== -1) faults.roots = words.noFolder(linesOf(text.roots)[bad] ?? '');
  if (Object.keys(faults).length > 0) return { ok: false, faults };
  const { roots: known = [], ...others } = before ?? {};
  const roots = uris.flatMap((uri) =>
    uri === null ? [] : [known.find((one) => one.uri === uri) ?? { uri }],
  );
  return {
    ok: true,
    settings: { ...others, direct, ...(text.folders === 'ask' ? {} : { roots }) },
  };
}

/** The address of a folder, from itself or from an absolute path of Unix or Windows; null = it is neither. */
function folderUri(line: string): string | null {
  if (/^file:\/\//.test(line)) return URL.canParse(line) ? line : null;
  const path = /^[a-z]:[\\/]/i.test(line) ? `/${line.replaceAll('\\', '/')}` : line;
  if (!path.startsWith('/') || path.startsWith('//')) return null;
  const [drive = '', ...segments] = path.slice(1).split('/');
  const first = /^[a-z]:$/i.test(drive) ? drive : encodeURIComponent(drive);
  return `file:///${[first, ...segments.map(encodeURIComponent)].join('/')}`;
}
