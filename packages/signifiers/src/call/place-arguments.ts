import { type Fault, faultAt } from '@countersign/json/fault';
import { isObject } from '@countersign/json/json-object';
import { pointerOf } from '@countersign/json/json-pointer';
import { isSecretName } from '../map/secret-name.ts';
import type { ArgumentPlace, Form, FormHeader, JsonSchema } from '../model/signifier.ts';
import { expressionsOf, fillTemplate, isOfQuery } from '../model/uri-template.ts';
import { say } from './faults.ts';

/** A request as it is sent, except for secrets, which its sender adds last. */
export interface BuiltRequest {
  method: string;
  url: string;
  headers: FormHeader[];
  /** null = the request has no body. */
  body: string | null;
}

export type RequestResult = { ok: true; request: BuiltRequest } | { ok: false; faults: Fault[] };

interface Placed {
  form: Form;
  places: Record<string, ArgumentPlace> | null;
  body: JsonSchema | null;
}

/** The request of a plain HTTP form: the arguments are its body, or each is sent where it belongs. */
export function placeArguments({ form, places, body }: Placed, args: unknown): RequestResult {
  const faults: Fault[] = [];
  const headers: FormHeader[] = [...form.headers];
  const query: [string, string][] = [];
  const path = new Map<string, string>();
  const open = new Set(
    expressionsOf(form.target).flatMap(({ mark, names }) =>
      mark === '+' || mark === '#' ? names : [],
    ),
  );
  let sentBody = places === null ? args : undefined;
  for (const [name, place] of Object.entries(places ?? {})) {
    const value = isObject(args) && Object.hasOwn(args, name) ? args[name] : undefined;
    if (place === 'body') sentBody = value;
    else if (value === undefined) continue;
    else if (place === 'query') query.push(...queryOf(name, value, faults));
    else if (place === 'path')
      path.set(name, pathOf(name, value, { keepsSlashes: open.has(name), faults }));
    else headers.push(...headerOf(name, value, faults));
  }
  const url = filledTarget(form.target, { path, query, places: places ?? {} }, faults);
  const text = body === null ? null : bodyText(sentBody, form.contentType, faults);
  if (faults.length > 0) return { ok: false, faults };
  const typed =
    text === null || form.contentType === null
      ? headers
      : [{ name: 'Content-Type', value: form.contentType }, ...headers];
  return { ok: true, request: { method: form.method, url, headers: typed, body: text } };
}

const isPlain = (value: unknown): value is string | number | boolean =>
  ['string', 'number', 'boolean'].includes(typeof value);

function queryOf(name: string, value: unknown, faults: Fault[]): [string, string][] {
  const values = Array.isArray(value) ? value : [value];
  if (!values.every(isPlain)) {
    faults.push(faultAt(pointerOf([name]), say('call.plain', { place: 'the query' })));
    return [];
  }
  return values.map((one) => [name, String(one)]);
}

/**
 * A part of the path; several, if the template keeps slashes. Dots that address the folder above, and nothing at all, would be another
 * resource. Other characters that divide an address are always escaped, also where the template would keep them.
 */
function pathOf(
  name: string,
  value: unknown,
  { keepsSlashes, faults }: { keepsSlashes: boolean; faults: Fault[] },
): string {
  const text = isPlain(value) ? String(value) : null;
  if (text === null)
    faults.push(faultAt(pointerOf([name]), say('call.plain', { place: 'the path' })));
  const segments = keepsSlashes ? (text ?? '').split('/') : [text ?? ''];
  if (text !== null && segments.some((one) => one === '' || one === '.' || one === '..')) {
    faults.push(faultAt(pointerOf([name]), say('call.segment')));
  }
  return segments.map(encodeURIComponent).join('/');
}

function headerOf(name: string, value: unknown, faults: Fault[]): FormHeader[] {
  const text = isPlain(value) ? String(value) : '\n';
  if (isSecretName(name)) faults.push(faultAt(pointerOf([name]), say('call.secret')));
  else if (!/^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/.test(name) || !/^[\t\x20-\x7e]*$/.test(text)) {
    faults.push(faultAt(pointerOf([name]), say('call.header')));
  }
  return [{ name, value: text }];
}

interface Filling {
  path: ReadonlyMap<string, string>;
  query: readonly (readonly [string, string])[];
  places: Readonly<Record<string, ArgumentPlace>>;
}

/** What is written before and between the values of an expression of the path (RFC 6570, appendix A). */
const signs: Readonly<Record<string, { first: string; between: string }>> = {
  '#': { first: '#', between: ',' },
  '.': { first: '.', between: '.' },
  '/': { first: '/', between: '/' },
  ';': { first: ';', between: ';' },
};

/** Fills a template (RFC 6570 as far as descriptions of things use it). Other arguments of the query are added at its end. */
function filledTarget(target: string, { path, query, places }: Filling, faults: Fault[]): string {
  const named = new Set<string>();
  const written = (names: readonly string[]) =>
    query
      .filter(([name]) => names.includes(name))
      .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
      .join('&');
  const filled = fillTemplate(target, (one) => {
    const { mark, names } = one;
    for (const name of names) named.add(name);
    if (isOfQuery(one)) {
      const text = written(names);
      return text === '' ? '' : mark + text;
    }
    const values = names.map((name) => {
      const value = path.get(name);
      if (value === undefined) faults.push(faultAt(pointerOf([name]), say('call.missing')));
      return mark === ';' ? `${encodeURIComponent(name)}=${value ?? ''}` : (value ?? '');
    });
    const { first, between } = signs[mark] ?? { first: '', between: ',' };
    return first + values.join(between);
  });
  const rest = written(Object.keys(places).filter((name) => !named.has(name)));
  if (rest === '') return filled;
  const [before = '', fragment] = filled.split('#', 2);
  const joined = `${before}${before.includes('?') ? '&' : '?'}${rest}`;
  return fragment === undefined ? joined : `${joined}#${fragment}`;
}

function bodyText(value: unknown, contentType: string | null, faults: Fault[]): string | null {
  if (value === undefined) return null;
  const type = contentType ?? 'application/json';
  if (/^application\/([\w.-]+\+)?json\b/i.test(type)) return JSON.stringify(value);
  if (typeof value === 'string') return value;
  if (/^text\//i.test(type) && isPlain(value)) return String(value);
  if (type.startsWith('application/x-www-form-urlencoded') && isObject(value)) {
    return Object.entries(value)
      .flatMap(([name, one]) => queryOf(name, one, faults))
      .map(([name, one]) => `${encodeURIComponent(name)}=${encodeURIComponent(one)}`)
      .join('&');
  }
  faults.push(faultAt('', say('call.text', { type })));
  return null;
}
