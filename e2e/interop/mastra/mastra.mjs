// Mastra agents whose tools wait for a person, behind AG-UI's own bridge, with a mocked model.
import { MastraAgent } from '@ag-ui/mastra';
import { LLMock } from '@copilotkit/aimock';
import { Agent } from '@mastra/core/agent';
import { Mastra } from '@mastra/core/mastra';
import { createTool } from '@mastra/core/tools';
import { LibSQLStore } from '@mastra/libsql';
import { Memory } from '@mastra/memory';
import { z } from 'zod';

/** Ids as OpenAI makes them: `call_` and 24 characters. */
const callId = (index) => `call_Mq7Zt2x9QmTzV7${index}0bWc4RdNf`.slice(0, 29);
const transfer = { account: 'DE89 3704 0044 0532 0130 00', amount: 1250.5, currency: 'EUR' };
const calls = {
  transfer: { id: callId(1), name: 'transfer_money', arguments: JSON.stringify(transfer) },
  city: {
    id: callId(2),
    name: 'ask_city',
    arguments: JSON.stringify({ purpose: 'the kick-off meeting' }),
  },
  remove: {
    id: callId(3),
    name: 'delete_file',
    arguments: JSON.stringify({ path: '/srv/invoices/2025-11.pdf' }),
  },
};

export async function mockModel() {
  const mock = new LLMock({ port: 0 });
  mock.on(
    { predicate: ({ messages }) => messages.at(-1)?.role === 'tool' },
    { content: 'Done as you said.' },
  );
  mock.on({ userMessage: /both/i }, { toolCalls: [calls.transfer, calls.city] });
  mock.on({ userMessage: /transfer/i }, { toolCalls: [calls.transfer] });
  mock.on({ userMessage: /meeting/i }, { toolCalls: [calls.city] });
  mock.on({ userMessage: /delete/i }, { toolCalls: [calls.remove] });
  mock.on({ predicate: () => true }, { content: 'Heard.' });
  await mock.start();
  return mock;
}

/** How many transfers were made. */
let transfers = 0;
export const sentTransfers = () => transfers;

const transferMoney = createTool({
  id: 'transfer_money',
  description: 'Transfers money to an account.',
  inputSchema: z.object({ account: z.string(), amount: z.number(), currency: z.string() }),
  suspendSchema: z.object({ reason: z.string(), limit: z.number() }),
  resumeSchema: z.object({
    approved: z.boolean().describe('May the money be sent?'),
    note: z.string().optional().describe('Words for the record'),
  }),
  execute: async (input, { agent }) => {
    const { resumeData, suspend } = agent ?? {};
    if (resumeData === undefined)
      return suspend?.({ reason: 'The amount is above the limit.', limit: 1000 });
    transfers += 1;
    return { sent: resumeData.approved, amount: input.amount, note: resumeData.note ?? '' };
  },
});
const askCity = createTool({
  id: 'ask_city',
  description: 'Asks a person for a city.',
  inputSchema: z.object({ purpose: z.string() }),
  suspendSchema: z.object({ question: z.string(), options: z.array(z.string()) }),
  resumeSchema: z.object({ city: z.string() }),
  execute: async (_input, { agent }) => {
    const { resumeData, suspend } = agent ?? {};
    if (resumeData === undefined)
      return suspend?.({ question: 'Which city?', options: ['Leipzig', 'Łódź'] });
    return { city: resumeData.city };
  },
});
const deleteFile = createTool({
  id: 'delete_file',
  description: 'Deletes a file.',
  inputSchema: z.object({ path: z.string() }),
  requireApproval: true,
  execute: async ({ path }) => ({ deleted: path }),
});

/** The bridged agents by the path of their endpoint. */
export function bridgedAgents(modelUrl) {
  const storage = new LibSQLStore({ id: 'interop', url: 'file::memory:?cache=shared' });
  const agent = new Agent({
    id: 'clerk',
    name: 'Clerk',
    instructions: 'You are a clerk.',
    model: { id: 'openai/gpt-4o', url: `${modelUrl}/v1`, apiKey: 'none' },
    tools: { transfer_money: transferMoney, ask_city: askCity, delete_file: deleteFile },
    memory: new Memory({ storage }),
  });
  const mastra = new Mastra({ agents: { clerk: agent }, storage, logger: false });
  const bridged = (more) =>
    new MastraAgent({ agent: mastra.getAgent('clerk'), resourceId: 'operator-7', ...more });
  return { '/outcome': bridged({}), '/default': bridged({ emitInterruptOutcome: false }) };
}
