// An agent on the A2A SDK's own server, in both protocol versions and both transports: the text of the message selects what it does.
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { createLegacyAwarePushNotificationSender } from '@a2a-js/sdk/compat/v0_3/server';
import {
  AgentEvent,
  DefaultPushNotificationSender,
  DefaultRequestHandler,
  InMemoryPushNotificationStore,
  InMemoryTaskStore,
} from '@a2a-js/sdk/server';
import {
  agentCardHandler,
  jsonRpcHandler,
  restHandler,
  UserBuilder,
} from '@a2a-js/sdk/server/express';
import express from 'express';

const now = () => new Date().toISOString();
const text = (value) => ({
  content: { $case: 'text', value },
  metadata: undefined,
  filename: '',
  mediaType: '',
});
const data = (value, mediaType = 'application/json') => ({
  content: { $case: 'data', value },
  metadata: { mediaType },
  filename: '',
  mediaType,
});
const file = (value, mediaType, filename) => ({
  content: { $case: 'raw', value: Buffer.from(value) },
  metadata: undefined,
  filename,
  mediaType,
});
const wordsOf = ({ parts }) =>
  parts.map(({ content }) => (content?.$case === 'text' ? content.value : '')).join(' ');
const dataOf = ({ parts }) =>
  parts.map(({ content }) => (content?.$case === 'data' ? content.value : null)).find(Boolean);

const state = {
  submitted: 1,
  working: 2,
  completed: 3,
  failed: 4,
  canceled: 5,
  inputRequired: 6,
  rejected: 7,
  authRequired: 8,
};

/** Ids of the tasks that were asked to stop. */
const stopped = new Set();
/** How many trains were booked. */
let booked = 0;

class Agent {
  async execute({ taskId, contextId, userMessage, task }, bus) {
    const message = (...parts) => ({
      messageId: randomUUID(),
      contextId,
      taskId,
      role: 2,
      parts,
      metadata: undefined,
      extensions: [],
      referenceTaskIds: [],
    });
    const status = (to, ...parts) =>
      bus.publish(
        AgentEvent.statusUpdate({
          taskId,
          contextId,
          status: {
            state: to,
            message: parts.length === 0 ? undefined : message(...parts),
            timestamp: now(),
          },
          metadata: undefined,
        }),
      );
    const artifact = (artifactId, parts, { append = false, lastChunk = true, name = '' } = {}) =>
      bus.publish(
        AgentEvent.artifactUpdate({
          taskId,
          contextId,
          artifact: {
            artifactId,
            name,
            description: '',
            parts,
            metadata: undefined,
            extensions: [],
          },
          append,
          lastChunk,
          metadata: undefined,
        }),
      );
    const words = wordsOf(userMessage);
    if (words.startsWith('Just say')) {
      bus.publish(AgentEvent.message(message(text('Just said.'))));
      bus.finished();
      return;
    }
    const isNew = task === undefined;
    const known = task ?? {
      id: taskId,
      contextId,
      status: { state: state.submitted, message: undefined, timestamp: now() },
      history: [userMessage],
      artifacts: [],
      metadata: undefined,
    };
    bus.publish(AgentEvent.task(known));
    const first = wordsOf(known.history?.[0] ?? userMessage);
    status(state.working, text('Looking into it.'));
    if (/book/i.test(first)) {
      if (isNew) {
        artifact('offers', [text('Two trains: ')], { lastChunk: false, name: 'offers.txt' });
        artifact('offers', [text('7:05 and '), text('9:10.')], { append: true });
        status(state.inputRequired, text('Which train do you want, 7:05 or 9:10?'));
      } else {
        booked += 1;
        artifact('ticket', [
          text(`Booked: ${words}`),
          data({ seat: 61, train: words }),
          file('%PDF-1.4 ticket', 'application/pdf', 'ticket.pdf'),
        ]);
        status(state.completed, text(`Your ticket for ${words} is booked.`));
      }
    } else if (/pay/i.test(first)) {
      const id = `upf-${taskId}`;
      if (isNew) {
        const question = {
          messageId: id,
          threadId: contextId,
          agentId: 'payer',
          timestamp: now(),
          state: 'needsHumanDecision',
          explanation: 'The invoice is due.',
          payload: { amount: 120, to: 'Nordic Paper' },
          upContext: {
            schema: {
              type: 'object',
              properties: { amount: { type: 'number' }, to: { type: 'string' } },
            },
          },
          upPrompt: {
            ask: 'Pay this invoice?',
            severity: 'major',
            ...(/soon/i.test(first) && { expiresAt: new Date(Date.now() + 1_500).toISOString() }),
          },
        };
        status(state.inputRequired, data(question, 'application/vnd.upformat+json'));
      } else {
        const answer = dataOf(userMessage);
        const ended = answer?.upPrompt?.ended;
        if (answer?.parentMessageId === id && ended !== undefined) {
          status(state.completed, text(`Not paid: ${ended}. ${words.trim()}`));
          bus.finished();
          return;
        }
        const value = answer?.upFeedback?.content?.value ?? known.payload;
        artifact('receipt', [
          text(`Paid: ${answer?.upFeedback?.type} ${JSON.stringify(value ?? null)}`),
        ]);
        status(state.completed);
      }
    } else if (/sign in/i.test(first)) {
      if (isNew)
        status(state.authRequired, text('Sign in at https://sso.example/start, then say so.'));
      else status(state.completed, text('Signed in.'));
    } else if (/long/i.test(first)) {
      for (let count = 1; count <= 600 && !stopped.has(taskId); count += 1) {
        artifact('story', [text(`Line ${count}. `)], {
          append: count > 1,
          lastChunk: count === 600,
        });
        await sleep(100);
      }
      status(stopped.has(taskId) ? state.canceled : state.completed);
    } else if (/fail/i.test(first)) {
      status(state.failed, text('The printer is on fire.'));
    } else if (/reject/i.test(first)) {
      status(state.rejected, text('Not my business.'));
    } else {
      artifact('hello', [text('Hello.')]);
      status(state.completed, text('Done.'));
    }
    bus.finished();
  }

  cancelTask = async (taskId) => {
    stopped.add(taskId);
  };
}

const port = Number(process.env.PORT ?? 0);
const app = express();
app.get('/booked', (_request, response) => response.json(booked));
const server = app.listen(port, '127.0.0.1');
await new Promise((resolve) => server.once('listening', resolve));
const origin = `http://127.0.0.1:${server.address().port}`;

function mount(name, { bindings, version, streaming = true }) {
  const interfaces = bindings.map((protocolBinding) => ({
    url: `${origin}/${name}/${protocolBinding === 'JSONRPC' ? 'rpc' : 'rest'}`,
    protocolBinding,
    tenant: '',
    protocolVersion: version,
  }));
  const card = {
    name: `Booking desk (${name})`,
    description: 'Books trains, and asks before it does.',
    supportedInterfaces: interfaces,
    provider: { organization: 'Example Rail', url: 'https://rail.example' },
    version: '2.1.0',
    capabilities: { streaming, pushNotifications: true, extensions: [], extendedAgentCard: false },
    securitySchemes: {},
    securityRequirements: [],
    defaultInputModes: ['text/plain'],
    defaultOutputModes: ['text/plain', 'application/json'],
    skills: [
      {
        id: 'book',
        name: 'Book a train',
        description: 'Finds trains and books one of them.',
        tags: ['travel'],
        examples: ['Book me a train to Oslo'],
        inputModes: [],
        outputModes: [],
        securityRequirements: [],
      },
    ],
    signatures: [],
  };
  const legacyCompat = { enabled: version === '0.3' };
  const pushes = new InMemoryPushNotificationStore();
  const sender = legacyCompat.enabled
    ? createLegacyAwarePushNotificationSender(pushes)
    : new DefaultPushNotificationSender(pushes);
  const requestHandler = new DefaultRequestHandler(
    card,
    new InMemoryTaskStore(),
    new Agent(),
    undefined,
    pushes,
    sender,
  );
  const userBuilder = UserBuilder.noAuthentication;
  const shared = { requestHandler, userBuilder, legacyCompat };
  app.use(
    `/${name}/.well-known/agent-card.json`,
    agentCardHandler({ agentCardProvider: requestHandler, legacyCompat }),
  );
  app.use(`/${name}/rpc`, jsonRpcHandler(shared));
  app.use(`/${name}/rest`, restHandler(shared));
  return `${origin}/${name}`;
}

const urls = {
  booked: `${origin}/booked`,
  rpc: mount('now', { bindings: ['JSONRPC', 'HTTP+JSON'], version: '1.0' }),
  rest: mount('now-rest', { bindings: ['HTTP+JSON'], version: '1.0' }),
  quiet: mount('now-quiet', { bindings: ['JSONRPC'], version: '1.0', streaming: false }),
  old: mount('before', { bindings: ['JSONRPC'], version: '0.3' }),
  oldRest: mount('before-rest', { bindings: ['HTTP+JSON'], version: '0.3' }),
};
process.stdout.write(`${JSON.stringify(urls)}\n`);
process.once('SIGTERM', () => process.exit(0));
