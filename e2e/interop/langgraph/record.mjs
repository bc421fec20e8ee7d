// Records the tapes of this counterpart; run it again when its versions change: `node e2e/interop/langgraph/record.mjs`.
import { randomUUID } from 'node:crypto';
import { interruptsIn, record, startCounterpart, versionOf } from '../recorder.mjs';

const { url, stop } = await startCounterpart('langgraph');

const version = [
  '@ag-ui/langgraph',
  '@langchain/langgraph',
  '@langchain/langgraph-cli',
  'langchain',
]
  .map((name) => `${name} ${versionOf('langgraph', name)}`)
  .join(', ');
const origin = {
  name: 'LangGraph development server behind AG-UI’s bridge',
  version,
  how: 'the graphs of e2e/interop/langgraph, driven by the HttpAgent of @ag-ui/client',
};

const tape = (mode, graph, name, play) =>
  record(
    {
      counterpart: 'langgraph',
      name: `${name}-${mode}`,
      origin,
      url: `${url}/${mode}/${graph}`,
      threadId: randomUUID(),
    },
    play,
  );
/** One question, one answer, and the agent's reaction; `more` continues from there. */
const answered = (graph, name, words, payload, more = async () => {}) => [
  tape('outcome', graph, name, async (client) => {
    client.say(words);
    await client.run();
    const [{ id }] = interruptsIn(client.exchanges);
    await client.run({ resume: [{ interruptId: id, status: 'resolved', payload }] });
    await more(client);
  }),
  tape('default', graph, name, async (client) => {
    client.say(words);
    await client.run();
    await client.run({ forwardedProps: { command: { resume: payload } } });
    await more(client);
  }),
];

const klm = {
  airline: 'KLM',
  departure: 'Amsterdam (AMS)',
  arrival: 'San Francisco (SFO)',
  price: '$650',
  duration: '11h 30m',
};
const editedEmail = {
  to: 'grace@example.test',
  subject: 'Your invoice',
  body: 'Dear Grace, the invoice is attached.',
};
const approve = { type: 'approve' };
const edit = { type: 'edit', editedAction: { name: 'send_email', args: editedEmail } };
const reject = { type: 'reject', message: 'Not before the audit.' };

for (const recording of [
  () => answered('text', 'text', 'Plan a trip', 'Amsterdam'),
  () => answered('options', 'options', 'Book a flight', klm),
  () =>
    answered('inbox', 'inbox-edit', 'Answer Ada', [
      { type: 'edit', args: { action: 'send_email', args: editedEmail } },
    ]),
  () => answered('inbox', 'inbox-accept', 'Answer Ada', [{ type: 'accept', args: null }]),
  () => answered('nested', 'subgraph', 'Find a hotel', 'Hotel Zoe'),
  () =>
    answered(
      'review',
      'review-approve',
      'Send the email',
      { decisions: [approve] },
      async ({ say, run }) => {
        say('Thank you');
        await run();
      },
    ),
  () => answered('review', 'review-edit', 'Send the email', { decisions: [edit] }),
  () => answered('review', 'review-reject', 'Send the email', { decisions: [reject] }),
  () =>
    answered('refusal', 'refused-call', 'Pay Ada', 'no', async ({ say, run }) => {
      say('Thank you');
      await run();
    }),
  () =>
    answered('review', 'review-two', 'Send the email, delete the file', {
      decisions: [edit, reject],
    }),
  () => [
    tape('outcome', 'parallel', 'parallel', async ({ say, run, exchanges }) => {
      say('Sign');
      await run();
      const open = interruptsIn(exchanges);
      await run({
        resume: open.map(({ id }, index) => ({
          interruptId: id,
          status: 'resolved',
          payload: index === 0 ? 'yes' : 'no',
        })),
      });
    }),
    // The bridge's response to an answer that the graph cannot read: it fails, then asks the same again.
    tape('outcome', 'review', 'review-refused', async ({ say, run, exchanges }) => {
      say('Send the email');
      await run();
      const [{ id }] = interruptsIn(exchanges);
      await run({ resume: [{ interruptId: id, status: 'resolved', payload: { approved: true } }] });
      await run({
        resume: [{ interruptId: id, status: 'resolved', payload: { decisions: [approve] } }],
      });
    }),
    // A message while a question is open: the bridge asks again and ignores it.
    tape('outcome', 'text', 'words-while-open', async ({ agent, say, run }) => {
      say('Plan a trip');
      await run();
      agent.pendingInterrupts = [];
      say('Never mind');
      await run();
    }),
  ],
]) {
  await Promise.all(recording());
}
stop();
