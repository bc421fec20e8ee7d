import { randomUUID } from 'node:crypto';
import { type CreatedProgram, createdProgramSchema } from '@countersign/api/agents/program';
import type { Prompt } from '@countersign/api/prompt';
import type { JsonObject } from '@countersign/json/json-object';
import { isObject } from '@countersign/json/json-object';
import { readPrompt } from '@countersign/part-desk/records/prompt-records';
import { readQuestion } from '@countersign/part-mcp/rows/program-questions';
import { type Harness, type HarnessOptions, startHarness } from './harness.ts';

/** A response over real HTTP. */
interface Reply {
  status: number;
  /** Empty if it is no object. */
  body: JsonObject;
}

/** A server that listens, with one program that asks over HTTP. */
export interface HttpAsking {
  server: Harness;
  origin(): string;
  program: CreatedProgram;
  /** As the program, over real HTTP. */
  call(
    method: string,
    path: string,
    body?: unknown,
    more?: { key?: string; token?: string },
  ): Promise<Reply>;
  /** Asks, and returns its id; throws if it was not asked. */
  ask(question: JsonObject): Promise<string>;
  /** The prompt of a question. */
  promptOf(id: string): Promise<Prompt>;
  /** Answers as the administrator. */
  answer(id: string, feedback: JsonObject, more?: JsonObject): Promise<Reply>;
  close(): Promise<void>;
}

export async function startHttpAsking(options: HarnessOptions = {}): Promise<HttpAsking> {
  const server = await startHarness(options);
  const address = await server.listen();
  const added = await server.request('POST', '/api/programs', { name: 'Shop', via: 'http' });
  const program = createdProgramSchema.parse(added.body);
  const call: HttpAsking['call'] = async (method, path, body, more = {}) => {
    const response = await fetch(`${address}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${more.token ?? program.token}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(more.key === undefined ? {} : { 'idempotency-key': more.key }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    const read: unknown = text === '' ? null : JSON.parse(text);
    return { status: response.status, body: isObject(read) ? read : {} };
  };
  const promptOf = async (id: string): Promise<Prompt> => {
    const { read } = server.services.journal;
    const row = await readQuestion(read, id);
    const prompt = row === null ? null : await readPrompt(read, row.prompt);
    if (prompt === null) throw new Error(`There is no question ${id}.`);
    return prompt;
  };
  return {
    server,
    origin: () => address,
    program,
    call,
    promptOf,
    async ask(question) {
      const { status, body } = await call('POST', '/api/questions', question);
      if (status !== 201) throw new Error(`${status} ${JSON.stringify(body)}`);
      return String(body['id']);
    },
    async answer(id, feedback, more = {}) {
      const prompt = await promptOf(id);
      const { status, body } = await server.request('POST', `/api/prompts/${prompt.id}/decisions`, {
        ...{ feedback, digest: prompt.digest, idempotencyKey: randomUUID() },
        ...more,
      });
      return { status, body: isObject(body) ? body : {} };
    },
    close: () => server.close(),
  };
}
