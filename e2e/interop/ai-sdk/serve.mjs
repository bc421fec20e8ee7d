// AI SDK agents whose tools need approval, behind the AI SDK bridge of CopilotKit's runtime, with a mocked model. Prints one line
// of JSON when it is ready. `bridge` is only the bridge; `executing` also passes the answers on as the approvals the AI SDK expects.
import { createServer } from 'node:http';
import { createOpenAI } from '@ai-sdk/openai';
import { LLMock } from '@copilotkit/aimock';
import {
  BuiltInAgent,
  CopilotRuntime,
  convertMessagesToVercelAISDKMessages,
} from '@copilotkit/runtime/v2';
import { createCopilotNodeListener } from '@copilotkit/runtime/v2/node';
import { isStepCount, streamText, tool } from 'ai';
import { z } from 'zod';

const host = '127.0.0.1';
const mock = new LLMock({ port: 0, host });
const call = (id, name, args) => ({ id, name, arguments: JSON.stringify(args) });
const payment = call('call_Ai5dkPay0neLx8Qk2Yz9Wm1R', 'pay', { to: 'Ada Ltd', amount: 120 });
const removal = call('call_Ai5dkRemLx8Qk2Yz9Wm1Rb6H', 'remove_file', {
  path: '/srv/invoices/2025-11.pdf',
});
const last = ({ messages }) => messages.at(-1);
const textOf = ({ content }) => (typeof content === 'string' ? content : JSON.stringify(content));
mock.on({ predicate: (request) => last(request)?.role === 'tool' }, (request) => {
  const results = [];
  for (const message of [...request.messages].reverse()) {
    if (message.role !== 'tool') break;
    results.unshift(textOf(message));
  }
  return { content: `Done: ${results.join(' | ')}` };
});
mock.on({ userMessage: /both/i }, { toolCalls: [payment, removal] });
mock.on({ userMessage: /pay/i }, { toolCalls: [payment] });
mock.on({ predicate: () => true }, (request) => ({ content: `Heard: ${textOf(last(request))}` }));
await mock.start();

process.env.COPILOTKIT_TELEMETRY_DISABLED = 'true';
process.env.DO_NOT_TRACK = '1';
/** How many payments were made. */
let paid = 0;
const openai = createOpenAI({ baseURL: `${mock.url}/v1`, apiKey: 'none' });
const tools = {
  pay: tool({
    description: 'Pays an invoice.',
    inputSchema: z.object({ to: z.string(), amount: z.number() }),
    needsApproval: true,
    execute: async ({ to, amount }) => {
      paid += 1;
      return `paid ${amount} to ${to}`;
    },
  }),
  remove_file: tool({
    description: 'Removes a file.',
    inputSchema: z.object({ path: z.string() }),
    needsApproval: true,
    execute: async ({ path }) => `removed ${path}`,
  }),
};
const answer = (messages, abortSignal) =>
  streamText({
    model: openai.chat('gpt-4o'),
    tools,
    messages,
    abortSignal,
    stopWhen: isStepCount(5),
  });

const bridge = new BuiltInAgent({
  type: 'aisdk',
  factory: ({ input, abortSignal }) =>
    answer(convertMessagesToVercelAISDKMessages(input.messages), abortSignal),
});

/** The resume entries as `tool-approval-response`, with approval ids of our own: the bridge keeps only the call's id. */
function withApprovals(input) {
  const answers = new Map((input.resume ?? []).map((entry) => [entry.interruptId, entry]));
  const isAnswer = ({ role, toolCallId }) => role === 'tool' && answers.has(toolCallId);
  const messages = convertMessagesToVercelAISDKMessages(
    input.messages.filter((message) => !isAnswer(message)),
  );
  const asked = messages.findLast(
    ({ role, content }) =>
      role === 'assistant' &&
      Array.isArray(content) &&
      content.some(({ type, toolCallId }) => type === 'tool-call' && answers.has(toolCallId)),
  );
  if (asked === undefined) return messages;
  const responses = [];
  for (const [toolCallId, { status, payload }] of answers) {
    const approvalId = `approval-${toolCallId}`;
    asked.content.push({ type: 'tool-approval-request', approvalId, toolCallId });
    responses.push({
      type: 'tool-approval-response',
      approvalId,
      approved: status === 'resolved' && payload?.approved === true,
      ...(payload?.reason === undefined ? {} : { reason: payload.reason }),
    });
  }
  return [...messages, { role: 'tool', content: responses }];
}
const executing = new BuiltInAgent({
  type: 'aisdk',
  factory: ({ input, abortSignal }) => answer(withApprovals(input), abortSignal),
});

const runtime = new CopilotRuntime({ agents: { default: bridge, bridge, executing } });
const listener = createCopilotNodeListener({ runtime, basePath: '/api/copilotkit' });
const server = createServer((request, response) =>
  request.url === '/paid' ? response.end(String(paid)) : listener(request, response),
);
server.listen(0, host, () => {
  const origin = `http://${host}:${server.address().port}`;
  const urls = { url: `${origin}/api/copilotkit/agent`, paid: `${origin}/paid` };
  process.stdout.write(`${JSON.stringify(urls)}\n`);
});
const stop = () => process.exit(0);
process.on('SIGTERM', stop);
process.on('SIGINT', stop);
