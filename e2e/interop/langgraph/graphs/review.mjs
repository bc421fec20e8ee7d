// LangChain's own middleware: tool calls are reviewed by a person before they are executed.
import { createAgent, humanInTheLoopMiddleware, tool } from 'langchain';
import { z } from 'zod';
import { ScriptedModel } from './scripted-model.mjs';

const sendEmail = tool(({ to, subject }) => `sent "${subject}" to ${to}`, {
  name: 'send_email',
  description: 'Sends an email.',
  schema: z.object({ to: z.string(), subject: z.string(), body: z.string() }),
});
const deleteFile = tool(({ path }) => `deleted ${path}`, {
  name: 'delete_file',
  description: 'Deletes a file.',
  schema: z.object({ path: z.string() }),
});

/** Ids as OpenAI makes them: `call_` and 24 characters. */
const callId = (turn, index) => `call_Yk3Jp0x9QmTzV7${turn}${index}bWc4RdNf`;
const email = (turn, index) => ({
  id: callId(turn, index),
  name: 'send_email',
  args: {
    to: 'ada@example.test',
    subject: 'Your invoice',
    body: 'Dear Ada, the invoice is attached.',
  },
});
const removal = (turn, index) => ({
  id: callId(turn, index),
  name: 'delete_file',
  args: { path: '/srv/invoices/2025-11.pdf' },
});

const model = new ScriptedModel({
  calls: (text, turn) => [
    ...(/email/i.test(text) ? [email(turn, 0)] : []),
    ...(/file/i.test(text) ? [removal(turn, 1)] : []),
  ],
});

export const review = createAgent({
  model,
  tools: [sendEmail, deleteFile],
  middleware: [
    humanInTheLoopMiddleware({
      interruptOn: {
        send_email: {
          allowedDecisions: ['approve', 'edit', 'reject'],
          description: 'An email leaves the house.',
        },
        delete_file: { allowedDecisions: ['approve', 'reject'] },
      },
    }),
  ],
});
