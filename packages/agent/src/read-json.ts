import type { z } from 'zod';
import { faultsOf, problemResponse } from './problem-response.ts';

/** The result of reading a body: the value, or the problem response. */
export type ReadBody<T> = { ok: true; value: T } | { ok: false; response: Response };

const refused = (response: Response) => ({ ok: false as const, response });

/** Reads at most `maxBytes` of a JSON body and validates it; never buffers more than the limit. */
export async function readJson<T>(
  request: Request,
  schema: z.ZodType<T>,
  maxBytes: number,
): Promise<ReadBody<T>> {
  const type = request.headers.get('content-type') ?? '';
  if (!/^application\/(?:[a-z0-9.+-]+\+)?json\b/i.test(type)) {
    return refused(problemResponse('unsupported-media-type'));
  }
  const text = await readText(request, maxBytes);
  if (text === null) return refused(problemResponse('too-large', `At most ${maxBytes} bytes.`));
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return refused(problemResponse('invalid-request', 'The body is not JSON.'));
  }
  const parsed = schema.safeParse(json);
  if (parsed.success) return { ok: true, value: parsed.data };
  return refused(
    problemResponse('invalid-request', 'The body does not have the expected form.', {
      errors: faultsOf(parsed.error),
    }),
  );
}

async function readText(request: Request, maxBytes: number): Promise<string | null> {
  if (Number(request.headers.get('content-length') ?? 0) > maxBytes) return null;
  if (!request.body) return '';
  const decoder = new TextDecoder();
  const reader = request.body.getReader();
  let text = '';
  let bytes = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    bytes += value.byteLength;
    if (bytes > maxBytes) {
      await reader.cancel();
      return null;
    }
    text += decoder.decode(value, { stream: true });
  }
}
