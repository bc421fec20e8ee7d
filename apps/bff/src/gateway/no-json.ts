import type { FastifyReply, FastifyRequest } from 'fastify';

const message = 'The body is no JSON.';
/** What is no JSON has no id. */
const rpcError = { jsonrpc: '2.0', id: null, error: { code: -32_700, message } };
const answers = {
  a2a: { status: 200, body: rpcError },
  mcp: { status: 400, body: rpcError },
  acp: { status: 400, body: { code: 'invalid_input', message } },
} as const;

/** Answers a body that is no JSON in the words of a protocol. */
export const answerNoJson =
  (protocol: keyof typeof answers) =>
  (error: Error, _request: FastifyRequest, reply: FastifyReply): void => {
    const code = 'code' in error ? error.code : undefined;
    if (code !== 'FST_ERR_CTP_INVALID_JSON_BODY' && code !== 'FST_ERR_CTP_EMPTY_JSON_BODY')
      throw error;
    const { status, body } = answers[protocol];
    reply.code(status).send(body);
  };
