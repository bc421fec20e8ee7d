import { type Fault, faultAt } from '@countersign/json/fault';
import { isObject } from '@countersign/json/json-object';
import { pointerOf } from '@countersign/json/json-pointer';
import { isSecretHeader } from '../map/public-headers.ts';
import type { ArgumentPlace, Form, FormHeader, JsonSchema } from '../model/signifier.ts';
import type { RequestResult } from './build-request.ts';
import { say } from './faults.ts';

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
  let sentBody = places === null ? args : undefined;
  for (const [name, place] of Object.entries(places ?? {})) {
    const value = isObject(args) && Object.hasOwn(args, name) ? args[name] : undefined;
    if (place === 'body') sentBody = value;
    else if (value === undefined) continue;
    else if (place === 'query') query.push(...queryOf(name, value, faults));
    else if (place === 'path') path.set(name, segmentOf(name, value, faults));
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

/** A part of the path. Dots that address the folder above, and nothing at all, would be another resource. */
function segmentOf(name: string, value: unknown, faults: Fault[]): string {
  const text = isPlain(value) ? String(value) : null;
  if (text === null)
    faults.push(faultAt(pointerOf([name]), say('call.plain', { place: 'the path' })));
  else if (text === '' || text === '.' || text === '..') {
    faults.push(faultAt(pointerOf([name]), say('call.segment')));
  }
  return encodeURIComponent(text ?? '');
}

function headerOf(name: string, value: unknown, faults: Fault[]): FormHeader[] {
  const text = isPlain(value) ? String(value) : '\n';
  if (isSecretHeader(name)) faults.push(faultAt(pointerOf([name]), say('call.secret')));
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

/** Fills a template (RFC 6570 as far as descriptions of things use it). Other arguments of the query are added at its end. */
function filledTarget(target: string, { path, query, places }: Filling, faults: Fault[]): string {
  const named = new Set<string>();
  const written = (names: readonly string[]) =>
    query
      .filter(([name]) => names.includes(name))
      .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
      .join('&');
  const filled = target.replace(/\{([?&]?)([^{}]+)\}/g, (_, mark: string, list: string) => {
    const names = list.split(',').map((name) => name.replace(/(\*|:\d+)$/, ''));
    for (const name of names) named.add(name);
    if (mark !== '') {
      const text = written(names);
      return text === '' ? '' : mark + text;
    }
    return names
      .map((name) => {
        const value = path.get(name);
        if (value === undefined) faults.push(faultAt(pointerOf([name]), say('call.missing')));
        return value ?? '';
      })
      .join(',');
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
