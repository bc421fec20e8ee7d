import type { Stack } from '../stack.ts';

/** Waits until services are registered, by blocking queries: a crew registers itself when its server is up. */
export async function untilRegistered(stack: Stack, names: readonly string[]): Promise<void> {
  let index = '0';
  for (;;) {
    const response = await fetch(`${stack.url}/api/uap/services?wait=20&index=${index}`, {
      headers: { authorization: `Bearer ${stack.token}` },
    });
    const services = (await response.json()) as { name: string }[];
    if (names.every((name) => services.some((service) => service.name === name))) return;
    index = response.headers.get('x-uapregistry-index') ?? '0';
  }
}
