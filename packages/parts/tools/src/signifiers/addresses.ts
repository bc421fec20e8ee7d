import type { FastifyRequest } from 'fastify';

/** The path of the environment. */
const base = '/api/environment';

/** The addresses under which things of the environment are published: those at which this server was asked. */
export interface Addresses {
  signifier(id: string): string;
  artifact(id: string): string;
  profile(id: string): string;
  /** Where what is recommended for a profile is listed as a graph. */
  signifiersFor(id: string): string;
  /** Where the tools of a profile are listed over MCP. */
  tools(id: string): string;
  /** The id of a profile that is named by its id or by its address here; null = it is elsewhere. Nothing is fetched. */
  profileIn(named: string): string | null;
}

/** Ids of profiles, which are parts of addresses. */
export const profileId = /^[A-Za-z0-9][\w.-]{0,99}$/;

export function addressesOf({
  protocol,
  host,
}: Pick<FastifyRequest, 'protocol' | 'host'>): Addresses {
  const root = `${protocol}://${host}${base}`;
  return {
    signifier: (id) => `${root}/signifiers/${id}#sig`,
    artifact: (id) => `${root}/artifacts/${id}#artifact`,
    profile: (id) => `${root}/profile/${id}`,
    signifiersFor: (id) => `${root}/signifiers?profile=${id}`,
    tools: (id) => `${protocol}://${host}/mcp/profiles/${id}`,
    profileIn(named) {
      const prefix = `${root}/profile/`;
      const id = (named.startsWith(prefix) ? named.slice(prefix.length) : named).replace(
        /#.*$/,
        '',
      );
      return profileId.test(id) ? id : null;
    },
  };
}
