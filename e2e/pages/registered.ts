import type { Stack } from '../stack.ts';

interface Registered {
  name: string;
  host: string;
  port: number;
}

/** Waits until services are registered, by blocking queries: a crew registers itself when its server is up. */
export async function untilRegistered(
  stack: Stack,
  names: readonly string[],
): Promise<Registered[]> {
  let index = '0';
  for (;;) {
    const response = await fetch(`${stack.url}/api/uap/services?wait=20&index=${index}`, {
      headers: { authorization: `Bearer ${stack.token}` },
    });
    const services = (await response.json()) as Registered[];
    const found = services.filter(({ name }) => names.includes(name));
    if (names.every((name) => found.some((service) => service.name === name))) return found;
    index = response.headers.get('x-uapregistry-index') ?? '0';
  }
}
