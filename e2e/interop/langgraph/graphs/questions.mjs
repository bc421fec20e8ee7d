// Graphs that interrupt with a question, each in one of the formats that LangGraph agents use.
import { AIMessage } from '@langchain/core/messages';
import {
  END,
  interrupt,
  MessagesValue,
  ReducedValue,
  START,
  StateGraph,
  StateSchema,
} from '@langchain/langgraph';
import { z } from 'zod';

// With a schema available at run time, the server need not compile our sources to read it, which takes half a minute.
const Talk = new StateSchema({ messages: MessagesValue });

const reported = (text) => ({ messages: [new AIMessage({ content: text })] });
const asking = (question) => (name) =>
  new StateGraph(Talk)
    .addNode(name, () => reported(`The answer was ${JSON.stringify(interrupt(question))}.`))
    .addEdge(START, name)
    .addEdge(name, END)
    .compile();

/** A question as plain text. */
export const text = asking('Which city should the trip start from?')('ask_city');

/** Choices, one of them recommended. */
export const options = asking({
  message: 'Which flight should be booked?',
  options: [
    {
      airline: 'KLM',
      departure: 'Amsterdam (AMS)',
      arrival: 'San Francisco (SFO)',
      price: '$650',
      duration: '11h 30m',
    },
    {
      airline: 'United',
      departure: 'Amsterdam (AMS)',
      arrival: 'San Francisco (SFO)',
      price: '$720',
      duration: '12h 15m',
    },
  ],
  recommendation: {
    airline: 'KLM',
    departure: 'Amsterdam (AMS)',
    arrival: 'San Francisco (SFO)',
    price: '$650',
    duration: '11h 30m',
  },
  agent: 'flights',
})('ask_flight');

/** The format of Agent Inbox: a list with one request, answered by a list with one response. */
export const inbox = asking([
  {
    action_request: {
      action: 'send_email',
      args: {
        to: 'ada@example.test',
        subject: 'Your invoice',
        body: 'Dear Ada, the invoice is attached.',
      },
    },
    config: { allow_accept: true, allow_edit: true, allow_respond: true, allow_ignore: true },
    description: 'A reply to Ada is ready. Please review it before it is sent.',
  },
])('review_email');

const soon = () => new Date(Date.now() + 3_000).toISOString();

/** Questions that are not answered in time: in the format of Agent Inbox, with a schema, and with a deadline alone. */
export const late = new StateGraph(Talk)
  .addNode('ask', ({ messages }) => {
    const words = String(messages.at(-1)?.content);
    const question = /inbox/.test(words)
      ? {
          action_request: { action: 'send_email', args: { to: 'ada@example.test' } },
          config: { allow_accept: true, allow_ignore: true },
        }
      : {
          message: 'Pay 120 EUR?',
          ...(/schema/.test(words)
            ? {
                responseSchema: {
                  type: 'object',
                  properties: { approved: { type: 'boolean' }, reason: { type: 'string' } },
                  required: ['approved'],
                },
              }
            : {}),
        };
    const said = interrupt({ ...question, expires_at: soon() });
    return reported(`The answer was ${JSON.stringify(said)}.`);
  })
  .addEdge(START, 'ask')
  .addEdge('ask', END)
  .compile();

/** The question comes from a graph within a graph. */
export const nested = new StateGraph(Talk)
  .addNode('plan', () => reported('I hand over to the hotels desk.'))
  .addNode(
    'hotels_desk',
    asking({ message: 'Which hotel?', options: ['Hotel Zephyr', 'The Ritz-Carlton', 'Hotel Zoe'] })(
      'ask_hotel',
    ),
    { subgraphs: [] },
  )
  .addEdge(START, 'plan')
  .addEdge('plan', 'hotels_desk')
  .addEdge('hotels_desk', END)
  .compile();

const Votes = new StateSchema({
  messages: MessagesValue,
  votes: new ReducedValue(
    z.array(z.object({ who: z.string(), said: z.any() })).default(() => []),
    { reducer: (before, after) => [...before, ...after] },
  ),
});
// The bridge passes the answers to several interrupts as one map under this name, to each of them.
const resumeMap = '__agui_resume_map__';
const vote = (who) => () => ({
  votes: [{ who, said: interrupt(`May ${who} sign the contract?`) }],
});

/** Two questions at once, from two branches. */
export const parallel = new StateGraph(Votes)
  .addNode('legal', vote('the legal desk'))
  .addNode('finance', vote('the finance desk'))
  .addNode('count', ({ votes }) => {
    const maps = votes.filter(({ said }) => said?.[resumeMap] !== undefined).length;
    return reported(`${votes.length} votes, ${maps} as a map: ${JSON.stringify(votes[0]?.said)}`);
  })
  .addEdge(START, 'legal')
  .addEdge(START, 'finance')
  .addEdge('legal', 'count')
  .addEdge('finance', 'count')
  .addEdge('count', END)
  .compile();
