import { codingAgents } from '@countersign/api/agents/door';
import { type Command, CommandError } from '../command.ts';
import { readArgs } from '../read-args.ts';
import { agentNamed } from './connect.ts';
import { hookFolder, readConnection, removeHook } from './hook-folder.ts';
import { removeEntry } from './plan.ts';
import { revokeToken } from './program-token.ts';
import { restoreFile } from './settings-file.ts';

const usage = `countersign disconnect <agent> [options]

Takes the hook out of the settings of a coding agent (${codingAgents.join(', ')}) and makes its token void. A file that nobody else
has changed since is put back byte for byte; of another one only our entry is removed.

  --data <folder>   as given to connect
  --json            print what was done as JSON
`;

const options = {
  data: { type: 'string' },
  json: { type: 'boolean', default: false },
} as const;

async function disconnect(args: readonly string[]): Promise<number> {
  const missing = `Name the agent: ${codingAgents.join(', ')}.`;
  const { values, positionals } = readArgs(args, options, { least: 1, missing });
  const agent = agentNamed(positionals[0]);
  const folder = hookFolder(agent.id, values.data);
  const connection = readConnection(folder);
  if (connection === null) throw new CommandError(`${agent.name} is not connected.`);
  const files = connection.files.map((file) => ({
    file: file.path,
    how: restoreFile(file)
      ? 'restored'
      : removeEntry(file.path)
        ? 'entry removed'
        : 'left as it is',
  }));
  const { url, program } = connection;
  const isRevoked = program !== null && (await revokeToken(url, program, values.data));
  removeHook(folder);
  const done = { agent: agent.id, files, tokenRevoked: isRevoked };
  const lines = files.map(({ file, how }) => `${file}: ${how}`);
  const last = isRevoked
    ? 'Its token is void.'
    : 'Remove its token in Settings, Programs that ask.';
  const text = [...lines, `${agent.name} is not held any more. ${last}`].join('\n');
  process.stdout.write(`${values.json ? JSON.stringify(done) : text}\n`);
  return 0;
}

export const command: Command = { usage, run: disconnect };
