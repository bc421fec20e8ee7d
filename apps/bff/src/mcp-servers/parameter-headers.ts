import {
  type HeaderParameter,
  headerParameters,
} from '@countersign/adapters/mcp-server/header-parameters';

const isPlain = (text: string): boolean =>
  /^[\t\x20-\x7e]+$/.test(text) && text === text.trim() && !/^=\?base64\?.*\?=$/.test(text);

const written = ({ value }: HeaderParameter): string =>
  isPlain(value) ? value : `=?base64?${Buffer.from(value).toString('base64')}?=`;

/** The headers in which a call repeats arguments (revision 2026-07-28). */
export const parameterHeaders = (schema: unknown, args: unknown): Record<string, string> =>
  Object.fromEntries(
    headerParameters(schema, args).map((one) => [`Mcp-Param-${one.name}`, written(one)]),
  );
