/** The address that the program named for the outcome; null = none. */
export function callbackIn({ request }: { request: string | null }): string | null {
  const asked: { callback?: { url: string } } = request === null ? {} : JSON.parse(request);
  return asked.callback?.url ?? null;
}
