// CopilotKit's runtime with its built-in agent and CopilotKit's own mock as model, on free ports. Prints a line of JSON when ready.
import { createServer } from 'node:http';
import { LLMock } from '@copilotkit/aimock';
import { BuiltInAgent, CopilotRuntime, defineTool } from '@copilotkit/runtime/v2';
import { createCopilotNodeListener } from '@copilotkit/runtime/v2/node';
import { z } from 'zod';

const host = '127.0.0.1';

// The model's response depends only on the last message. Ids are as long as OpenAI's.
const model = new LLMock({ port: 0, host, chunkSize: 8 });
const last = ({ messages }) => messages.at(-1);
const textOf = ({ content }) => (typeof content === 'string' ? content : JSON.stringify(content));
const saysUser = (pattern) => (request) =>
  last(request)?.role === 'user' && pattern.test(textOf(last(request)));
const call = (id, name, args) => ({ id, name, arguments: JSON.stringify(args) });
const payment = (id, to, amount) => call(id, 'pay', { to, amount, currency: 'EUR' });

model.on(
  { predicate: saysUser(/confirm/i) },
  {
    toolCalls: [
      call('call_c0nfirmT4Lx8Qk2Yz9Wm1Rb6', 'confirmAction', {
        action: 'Delete 14 invoices of 2023',
        importance: 'high',
      }),
    ],
  },
);
model.on(
  { predicate: saysUser(/colour/i) },
  {
    toolCalls: [
      call('call_pickC0lourLx8Qk2Yz9Wm1Rb', 'pickColour', { question: 'Which colour?', shades: 3 }),
    ],
  },
);
model.on(
  { predicate: saysUser(/pay both/i) },
  {
    toolCalls: [
      payment('call_payF1rstLx8Qk2Yz9Wm1Rb6H', 'Ada Ltd', 120),
      payment('call_payS3condLx8Qk2Yz9Wm1Rb6', 'Grace GmbH', 80),
    ],
  },
);
model.on(
  { predicate: saysUser(/pay/i) },
  { toolCalls: [payment('call_pay0neLx8Qk2Yz9Wm1Rb6Hd7', 'Ada Ltd', 120)] },
);
model.on(
  { predicate: saysUser(/long/i) },
  { content: 'A long story. '.repeat(2000) },
  { latency: 50 },
);
/** How often the result of a call has reached the model. */
let resumed = 0;
model.on({ predicate: (request) => last(request)?.role === 'tool' }, (request) => {
  resumed += 1;
  const results = [];
  for (const message of [...request.messages].reverse()) {
    if (message.role !== 'tool') break;
    results.unshift(textOf(message));
  }
  return { content: `Done: ${results.join(' | ')}` };
});
model.on({ predicate: () => true }, (request) => ({ content: `Heard: ${textOf(last(request))}` }));
await model.start();
process.env.OPENAI_BASE_URL = `${model.url}/v1`;
process.env.OPENAI_API_KEY = 'mock';
process.env.COPILOTKIT_TELEMETRY_DISABLED = 'true';
process.env.DO_NOT_TRACK = '1';

const pay = defineTool({
  name: 'pay',
  description: 'Pays an invoice, once a person agreed.',
  parameters: z.object({ to: z.string(), amount: z.number(), currency: z.string() }),
  interrupt: true,
  interruptMessage: 'May this invoice be paid?',
});
const agent = () =>
  new BuiltInAgent({ model: 'openai/gpt-4o', apiKey: 'mock', maxSteps: 3, tools: [pay] });
const runtime = new CopilotRuntime({ agents: { default: agent() } });
const listener = createCopilotNodeListener({ runtime, basePath: '/api/copilotkit' });
const server = createServer((request, response) =>
  request.url === '/resumed' ? response.end(String(resumed)) : listener(request, response),
);
server.listen(0, host, () => {
  const origin = `http://${host}:${server.address().port}`;
  const runtimeUrl = `${origin}/api/copilotkit`;
  const urls = { url: `${runtimeUrl}/agent/default/run`, runtime: runtimeUrl, model: model.url };
  process.stdout.write(`${JSON.stringify({ ...urls, resumed: `${origin}/resumed` })}\n`);
});

const stop = () => process.exit(0);
process.on('SIGTERM', stop);
process.on('SIGINT', stop);
