import { type ParseArgsConfig, parseArgs } from 'node:util';
import { nearest } from '@countersign/bff/settings/nearest';
import { UsageError } from './command.ts';

type Options = NonNullable<ParseArgsConfig['options']>;

/** The options and the other words of a command. Throws `UsageError` with a sentence about what is not understood. */
export function readArgs<const Given extends Options>(
  args: readonly string[],
  options: Given,
  words: { least?: number; most?: number; missing?: string } = {},
) {
  const parsed = parsedArgs(args, options);
  const { least = 0, most = least, missing = '' } = words;
  const { length } = parsed.positionals;
  if (length < least) throw new UsageError(missing);
  const extra = parsed.positionals[most];
  if (extra !== undefined) throw new UsageError(`What is "${extra}"? Nothing more is expected.`);
  return parsed;
}

function parsedArgs<const Given extends Options>(args: readonly string[], options: Given) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true, allowNegative: true });
  } catch (error) {
    // Its first sentence; the second is about file names that begin with a dash.
    const said = error instanceof Error ? error.message : String(error);
    const [, option] = /^Unknown option '([^']+)'/.exec(said) ?? [];
    if (option === undefined) throw new UsageError(`${said.split(/\.\s/)[0]}.`);
    const known = Object.keys(options).map((name) => `--${name}`);
    const meant = nearest(option, known);
    const remedy = meant === null ? '' : ` Did you mean ${meant}?`;
    throw new UsageError(
      `There is no option ${option} here.${remedy} These are: ${known.join(', ')}.`,
    );
  }
}
