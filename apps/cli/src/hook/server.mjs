// Requests to the server. `node:http` starts faster than `fetch`, and follows no redirect.
import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';

/** A fault that another try may not have: the server is away, restarts, or is too busy. */
export class Away extends Error {}

const maxAnswerBytes = 16_000_000;

/** Sends one request; resolves with the JSON of an answer 2xx. @throws {Away} if it can be tried again, another error if not */
export function createServer({ url, token }) {
  const { protocol } = new URL(url);
  if (protocol !== 'http:' && protocol !== 'https:') throw new Error(`${url} is no address.`);
  const send = protocol === 'https:' ? requestHttps : requestHttp;
  return (method, path, { body, timeoutMs }) =>
    new Promise((resolve, reject) => {
      const text = body === undefined ? undefined : JSON.stringify(body);
      const away = (why) => reject(new Away(why));
      const request = send(new URL(path, url), {
        method,
        agent: false,
        headers: {
          authorization: `Bearer ${token}`,
          'user-agent': 'countersign-hook',
          ...(text === undefined
            ? {}
            : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
        },
      });
      const timer = setTimeout(() => request.destroy(new Error('no answer in time')), timeoutMs);
      const settle = (settled) => (value) => {
        clearTimeout(timer);
        settled(value);
      };
      request.on('error', (error) => settle(away)(error.message));
      request.on('response', (response) => {
        const chunks = [];
        let size = 0;
        response.on('data', (chunk) => {
          size += chunk.length;
          if (size > maxAnswerBytes) request.destroy(new Error('too long an answer'));
          else chunks.push(chunk);
        });
        response.on('error', (error) => settle(away)(error.message));
        response.on('close', () => {
          if (!response.complete) return settle(away)('the connection was cut');
          settle(() => read(response.statusCode, Buffer.concat(chunks), resolve, reject))();
        });
      });
      request.end(text);
    });
}

function read(status, bytes, resolve, reject) {
  let value = null;
  try {
    value = JSON.parse(bytes.toString('utf8'));
  } catch {
    // What is no JSON is no answer.
  }
  const isObject = value !== null && typeof value === 'object' && !Array.isArray(value);
  if (status >= 200 && status < 300 && isObject) return resolve(value);
  if (status >= 500 || status === 429 || status === 408) return reject(new Away(`HTTP ${status}`));
  const detail = isObject && typeof value.detail === 'string' ? ` ${value.detail}` : '';
  const error = new Error(`The server refused it (HTTP ${status}).${detail}`);
  reject(Object.assign(error, { status }));
}
