import { createHash } from 'node:crypto';
import { say } from '@countersign/api/statements';
import { calledOrigin } from '@countersign/server/guard/called-origin';
import { ProblemError } from '@countersign/server/http/problem';
import { serve } from '@countersign/server/http/serve';
import type { ZodApp } from '@countersign/server/http/zod-app';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AppDeps } from '../app-deps.ts';
import { type LibraryIndex, libraryFolder } from './library-folder.ts';

/** An installation asks a few times; many come from one address behind a proxy. */
const perMinute = 300;

const json = 'application/json; charset=utf-8';
const html = 'text/html; charset=utf-8';

interface Content {
  type: string;
  body: string | Buffer;
}
type Answer = Content | { location: string };
/** What an address answers; `name` is its last part. */
type Answering = (
  index: LibraryIndex,
  name: string,
  request: FastifyRequest,
) => Answer | Promise<Answer>;

const none = (name: string) =>
  new ProblemError('not-found', say('library.none', { name: name.slice(0, 200) }));

/** A name of a Python package as indexes compare it (PEP 503). */
const normal = (name: string): string => name.replaceAll(/[-_.]+/g, '-').toLowerCase();

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

/** npm asks one registry for a package and for what that needs: all others are in the public one. */
function elsewhere(name: string): Answer {
  if (!/^(@[\w.~-]+\/)?[\w.~-]+$/.test(name)) throw none(name);
  return { location: `https://registry.npmjs.org/${name.replace('/', '%2f')}` };
}

const page = (links: string, title = 'Python packages'): Content => ({
  type: html,
  body: `<!DOCTYPE html>\n<html lang="en"><head><title>${title}</title></head><body>\n${links}\n</body></html>\n`,
});

/**
 * Hands out the libraries for authors of agents: files, and the index of each as npm and pip read it. They are read without a sign-in, as they
 * hold no secret.
 */
export function registerLibraries(app: ZodApp, { librariesDir, secureHost }: AppDeps): void {
  const folder = libraryFolder(librariesDir);
  const config = {
    rateLimit: { max: perMinute, timeWindow: 60_000, allowList: () => false },
  };
  const route = (url: string, answering: Answering) =>
    app.get(url, { config }, async (request, reply) => {
      const index = await folder.index();
      if (index === null) throw new ProblemError('not-found', say('library.not-built'));
      const { name = '' } = request.params as { name?: string };
      return send(request, reply, await answering(index, name, request));
    });

  route('/packages/', ({ npm, python }) =>
    page(
      [npm.file, python.file].map((file) => `<a href="${file}">${file}</a><br>`).join('\n'),
      'Packages for authors of agents',
    ),
  );
  route('/packages/:name', async (_index, name) => {
    const body = await folder.read(name);
    if (body === null) throw none(name);
    return { type: name.endsWith('.tgz') ? 'application/gzip' : 'application/octet-stream', body };
  });
  // npm writes the slash of a scope as %2f.
  route('/npm/:name', ({ npm }, name, request) => {
    if (name !== npm.manifest.name) return elsewhere(name);
    const origin = calledOrigin(request, secureHost);
    return { type: json, body: JSON.stringify(packument(npm, origin)) };
  });
  route('/simple/', ({ python }) => page(`<a href="${normal(python.name)}/">${python.name}</a>`));
  route('/simple/:name/', ({ python }, name) => {
    if (normal(name) !== normal(python.name)) throw none(name);
    const { file, sha256, requiresPython } = python;
    return page(
      `<a href="../../packages/${file}#sha256=${sha256}" data-requires-python="${escaped(requiresPython)}">${file}</a>`,
    );
  });

  serve(app, 'GET /api/libraries', async () => {
    const index = await folder.index();
    if (index === null) return { items: [] };
    const { npm, python } = index;
    const { name, version } = npm.manifest;
    return {
      items: [
        { kind: 'npm' as const, name, version, path: `/packages/${npm.file}` },
        {
          kind: 'python' as const,
          ...{ name: python.name, version: python.version, path: `/packages/${python.file}` },
        },
      ],
    };
  });
}

/** A package as the registry of npm describes it. */
function packument({ file, integrity, shasum, manifest }: LibraryIndex['npm'], origin: string) {
  const { name, version } = manifest;
  const dist = { tarball: `${origin}/packages/${file}`, integrity, shasum };
  return {
    name,
    'dist-tags': { latest: version },
    versions: { [version]: { ...manifest, dist } },
  };
}

/** Clients ask again each time, and get the content only if it is another one. */
function send(request: FastifyRequest, reply: FastifyReply, answer: Answer): FastifyReply {
  if ('location' in answer) return reply.redirect(answer.location);
  const { type, body } = answer;
  const tag = `"${createHash('sha256').update(body).digest('base64url')}"`;
  reply.header('etag', tag).header('cache-control', 'no-cache');
  const known = String(request.headers['if-none-match'] ?? '').split(/\s*,\s*/);
  if (known.some((one) => one === '*' || one.replace(/^W\//, '') === tag)) {
    return reply.code(304).send();
  }
  return reply.type(type).send(body);
}
