import { type Fault, faultAt } from '@countersign/json/fault';
import { isObject, type JsonObject } from '@countersign/json/json-object';
import { readTime } from '../model/wire-time.ts';
import { say } from '../statements.ts';

const maxIdChars = 200;

/** Any text is an id: those of others are opaque. It must never be used as a file name or a path as it is. */
export const isId = (value: unknown): value is string =>
  typeof value === 'string' &&
  value.length > 0 &&
  value.length <= maxIdChars &&
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
  !/[\u0000-\u001f\u007f\ud800-\udfff]/.test(value.replace(/[\ud800-\udbff][\udc00-\udfff]/g, ''));

export const idFault = (name: string): Fault =>
  faultAt(`/${name}`, say('memory.id', { limit: maxIdChars }));

export const textIn = (object: JsonObject, name: string, most = 1_000): string => {
  const value = object[name];
  return typeof value === 'string' ? value.slice(0, most) : '';
};

export const objectIn = (object: JsonObject, name: string): JsonObject => {
  const value = object[name];
  return isObject(value) ? value : {};
};

/** The time of a member; null = it has none; a fault if it is another text. */
export function timeIn(object: JsonObject, name: string): number | null | Fault {
  const value = object[name];
  if (value === undefined || value === null || value === '') return null;
  const at = typeof value === 'string' ? readTime(value) : null;
  return at ?? faultAt(`/${name}`, say('memory.time'));
}
