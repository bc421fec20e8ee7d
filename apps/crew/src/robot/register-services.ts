import { z } from 'zod';
import type { AdministratorAccess } from '../config.ts';
import type { RobotService } from './robot-services.ts';

const signifierSchema = z.object({ id: z.string(), nativeName: z.string() });
const artifactSchema = z.object({ id: z.string(), name: z.string(), url: z.string() });
const listSchema = z.object({ items: z.array(artifactSchema) });
const detailSchema = artifactSchema.extend({
  signifiers: z.array(z.object({ signifier: signifierSchema })),
});

/** A service may start a moment later than what registers it. */
const attempts = 40;
const pauseMs = 250;

/**
 * Registers the services of the robot: what they describe now is approved with it. One that is registered already is read again, so
 * that what has changed since shows up; one that was elsewhere is registered again. Throws with the reason if a service is refused.
 */
export async function registerServices(
  { url, token }: AdministratorAccess,
  services: readonly RobotService[],
): Promise<void> {
  const call = async (method: string, path: string, body?: unknown) => {
    const response = await fetch(`${url}/api/environment/artifacts${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        accept: 'application/json',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (response.ok) return text === '' ? null : JSON.parse(text);
    throw new Refused(response.status, text);
  };
  const { items } = listSchema.parse(await untilRead(() => call('GET', '')));
  for (const { direct, isActuator, ...service } of services) {
    const known = items.find(({ name }) => name === service.name);
    if (known !== undefined && sameOrigin(known.url, service.url)) {
      await untilRead(() => call('POST', `/${known.id}/synchronisation`, {}));
      continue;
    }
    if (known !== undefined) await call('DELETE', `/${known.id}`);
    const made = detailSchema.parse(await untilRead(() => call('POST', '', service)));
    const ids = made.signifiers
      .filter(({ signifier }) => direct.includes(signifier.nativeName))
      .map(({ signifier }) => signifier.id);
    await call('PUT', `/${made.id}/policy`, { isTrusted: false, isActuator, direct: ids });
  }
}

const sameOrigin = (one: string, other: string): boolean =>
  new URL(one).origin === new URL(other).origin;

/** The server's answer to what it does not do. */
class Refused extends Error {
  /** The other side may not be ready yet. */
  readonly isEarly: boolean;
  constructor(status: number, text: string) {
    super(`The services of the robot were not registered: status ${status}. ${text.slice(0, 500)}`);
    this.isEarly = text.includes('description-not-read') || status === 503;
  }
}

async function untilRead<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      // What does not connect at all is an error of another kind.
      const isEarly = !(error instanceof Refused) || error.isEarly;
      if (!isEarly || attempt === attempts) throw error;
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  }
}
