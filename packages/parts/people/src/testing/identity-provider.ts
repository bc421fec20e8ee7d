import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Provider } from 'oidc-provider';

interface Person {
  name: string;
  groups: string[];
}

/** A real provider on loopback, of `oidc-provider`. */
export interface IdentityProvider {
  issuer: string;
  people: Map<string, Person>;
  /** From now on it signs with another key. */
  rotate(): Promise<void>;
  away(): Promise<void>;
  back(): Promise<void>;
  close(): Promise<void>;
}

const key = async (kid: string) => {
  const pair = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, [
    'sign',
    'verify',
  ]);
  const jwk = await crypto.subtle.exportKey('jwk', pair.privateKey);
  return { ...jwk, use: 'sig', alg: 'ES256', kid, key_ops: undefined, ext: undefined };
};

export async function startIdentityProvider(redirect: () => string): Promise<IdentityProvider> {
  const people = new Map<string, Person>();
  let handle: ReturnType<Provider['callback']>;
  let server: Server = createServer((request, response) => void handle(request, response));
  const listen = (port: number) =>
    new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  await listen(0);
  const { port } = server.address() as AddressInfo;
  const issuer = `http://127.0.0.1:${port}`;
  const start = async (kid: string) => {
    const provider = new Provider(issuer, {
      jwks: { keys: [await key(kid)] },
      clients: [
        {
          ...{ client_id: 'console', client_secret: 'a-secret-of-the-tests' },
          redirect_uris: [redirect()],
          grant_types: ['authorization_code', 'refresh_token'],
          response_types: ['code'],
          id_token_signed_response_alg: 'ES256',
        },
      ],
      claims: { openid: ['sub'], profile: ['name'], groups: ['groups'] },
      scopes: ['openid', 'offline_access', 'profile', 'groups'],
      // Else they are in the user info only.
      conformIdTokenClaims: false,
      features: { devInteractions: { enabled: true } },
      async findAccount(_context: unknown, sub: string) {
        const person = people.get(sub);
        if (person === undefined) return undefined;
        return { accountId: sub, claims: async () => ({ sub, ...person }) };
      },
      issueRefreshToken: async () => true,
      pkce: { required: () => true },
      cookies: { keys: ['k'] },
    });
    handle = provider.callback();
  };
  await start('a');
  const stop = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return {
    issuer,
    people,
    rotate: () => start('b'),
    away: stop,
    async back() {
      server = createServer((request, response) => void handle(request, response));
      await listen(port);
    },
    close: stop,
  };
}

/** A browser of a few lines: cookies by origin, redirects and forms by hand. */
export function createBrowser() {
  const jar = new Map<string, Map<string, string>>();
  async function go(address: string, init: RequestInit = {}) {
    let url = address;
    let next: RequestInit = init;
    for (let hops = 0; hops < 15; hops += 1) {
      const { origin } = new URL(url);
      const cookies = jar.get(origin) ?? new Map<string, string>();
      jar.set(origin, cookies);
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
      const headers = { ...Object.fromEntries(new Headers(next.headers)), cookie };
      const response = await fetch(url, { ...next, redirect: 'manual', headers });
      for (const line of response.headers.getSetCookie()) {
        const [pair = ''] = line.split(';');
        const at = pair.indexOf('=');
        cookies.set(pair.slice(0, at), pair.slice(at + 1));
      }
      const location = response.headers.get('location');
      if (location === null) return { url, status: response.status, text: await response.text() };
      url = new URL(location, url).href;
      // What is behind the sign is for the page.
      if (url.includes('/sign-in#')) return { url, status: response.status, text: '' };
      next = {};
    }
    throw new Error('too many redirects');
  }
  /** Fills in the forms of the provider until it sends the browser on. */
  async function passForms(start: string, login: string) {
    let page = await go(start);
    for (let step = 0; step < 3 && page.url.includes('/interaction/'); step += 1) {
      const prompt = /name="prompt" value="(\w+)"/.exec(page.text)?.[1] ?? '';
      const action = /action="([^"]+)"/.exec(page.text)?.[1]?.replaceAll('&amp;', '&') ?? '';
      page = await go(action, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({ prompt, login, password: 'x' }).toString(),
      });
    }
    return page.url;
  }
  return { go, passForms };
}
