// Records the tapes of this counterpart, whose servers run elsewhere (docs/interop.md says how):
// `node e2e/interop/ag-ui-python/record.mjs <server with all features> <minimal server> <commit> <versions>`.
import { randomUUID } from 'node:crypto';
import { record } from '../recorder.mjs';

const [all, minimal, commit, version] = process.argv.slice(2);
const origin = {
  name: 'AG-UI’s Python server starters (github.com/ag-ui-protocol/ag-ui)',
  version,
  commit,
  how: 'integrations/server-starter*/python over sdks/python, driven by the HttpAgent of @ag-ui/client; the starters’ own prose is replaced by ours before the client hears it',
};

/**
 * Our texts instead of those of the starters; data (steps, a colour, a weather report) is unchanged. The document of
 * `predictive_state_updates` is streamed word by word, so its `make_story` has to be replaced where the server is started.
 */
const words = [
  ["Ok! I'm working on it.", 'The rollout has begun.'],
  ['background changed ✓', 'The new colour is on.'],
  ['The weather in San Francisco is sunny.', 'Sunny, 20 degrees, light wind.'],
  ['Retrieved weather information!', 'The report is in.'],
  ['Haiku created', 'Lines written'],
  ['Season chicken with chili powder and salt.', 'Weigh everything.'],
  ['Sear until fully cooked.', 'Heat the pan.'],
  ['Slice and wrap in lettuce.', 'Serve at once.'],
  ['Hello world!', 'Good morning.'],
];
const lines = String.raw`{\"japanese\": [\"\\u4e00\", \"\\u4e8c\", \"\\u4e09\"], \"english\": [\"One\", \"Two \\u2014\", \"Three\"]}`;
const reword = (text) =>
  words
    .reduce((reply, [theirs, ours]) => reply.replaceAll(theirs, ours), text)
    .replace(/\{\\"japanese\\".*?\]\}/g, () => lines);

const steps = {
  name: 'generate_task_steps',
  description: 'Puts the steps of a task before a person, who says which are to be done.',
  parameters: {
    type: 'object',
    properties: {
      steps: {
        type: 'array',
        items: {
          type: 'object',
          properties: {
            description: { type: 'string' },
            status: { type: 'string', enum: ['enabled', 'disabled'] },
          },
          required: ['description', 'status'],
        },
      },
    },
    required: ['steps'],
  },
};
const tape = (name, url, play, tools = []) =>
  record(
    { counterpart: 'ag-ui-python', name, origin, url, threadId: randomUUID(), tools, reword },
    play,
  );
const feature = (name, path, play, tools) => tape(name, `${all}/${path}`, play, tools);

const call = ({ messages }) => messages.at(-1).toolCalls[0];
/** The result of the open call, computed from its arguments. */
const answer = ({ agent, uuid }, result) => {
  const { id: toolCallId, function: made } = call(agent);
  const content = result(made.arguments);
  agent.addMessage({ id: `result-${uuid()}`, role: 'tool', toolCallId, content });
};
const talk =
  (...said) =>
  async ({ say, run }) => {
    for (const content of said) {
      say(content);
      await run();
    }
  };
/** The same arguments without the third step. */
const withoutTheThird = (text) => {
  const args = JSON.parse(text);
  args.steps[2].status = 'disabled';
  return JSON.stringify(args);
};

const humanInTheLoop = async (client) => {
  const { say, run } = client;
  say('Plan the rollout');
  await run();
  answer(client, withoutTheThird);
  await run();
  say('And the way back');
  await run();
  answer(client, () => 'Not before the audit.');
  await run();
};
await feature('human-in-the-loop', 'human_in_the_loop', humanInTheLoop, [steps]);
await feature('human-in-the-loop-undeclared', 'human_in_the_loop', humanInTheLoop);
await feature(
  'words-while-a-call-is-open',
  'human_in_the_loop',
  talk('Plan the rollout', 'Never mind'),
  [steps],
);
await feature('agentic-chat', 'agentic_chat', async (client) => {
  await talk('Good morning', 'tool')(client);
  answer(client, () => 'done');
  await client.run();
  await talk('backend_tool', 'Thank you')(client);
});
await feature('backend-tool', 'backend_tool_rendering', talk('How is the weather?', 'And now?'));
await feature('tool-based-ui', 'tool_based_generative_ui', talk('Write three lines', 'thanks'));
await feature('state-deltas', 'agentic_generative_ui', talk('Begin', 'Again'));
await feature('shared-state', 'shared_state', talk('What is there?', 'Again'));
await feature('predictive-state', 'predictive_state_updates', async (client) => {
  const { agent, uuid, say, run } = client;
  say('Write the minutes');
  await run();
  const open = agent.messages.flatMap(({ toolCalls = [] }) => toolCalls);
  for (const { id: toolCallId } of open) {
    agent.addMessage({ id: `result-${uuid()}`, role: 'tool', toolCallId, content: 'confirmed' });
  }
  await run();
});
await tape('minimal', minimal, talk('Good morning', 'Again'));
