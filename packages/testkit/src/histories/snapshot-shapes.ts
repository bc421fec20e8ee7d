import { call, called, snapshot, text, thought } from './events.ts';
import type { Ids } from './ids.ts';
import type { Turn } from './recording.ts';

type Shape = (ids: Ids) => Turn[];

const user = (id: string, content: unknown = 'What is on this picture?') => ({
  id,
  role: 'user',
  content,
});
const activity = (messageId: string, more: Record<string, unknown> = {}) => ({
  type: 'ACTIVITY_SNAPSHOT',
  messageId,
  activityType: 'PLAN',
  content: { steps: ['look'] },
  ...more,
});
const scope = (authoritativeActivityTypes: unknown) => ({
  metadata: { '@ag-ui/client': { authoritativeActivityTypes } },
});
const picture = {
  type: 'image',
  source: { type: 'url', value: 'https://images.example/cat.png', mimeType: 'image/png' },
};

/** A thread with two kinds of activities, and a snapshot that contains one of them. */
const activitiesUnder =
  (more: Record<string, unknown>, own: unknown[] = []): Shape =>
  ({ message }) => [
    {
      add: [user(message(0))],
      events: [
        activity(message(1)),
        activity(message(2), { activityType: 'SEARCH' }),
        ...text(message(3), 'A cat.'),
        snapshot([user(message(0)), ...own], more),
        // Text cannot use an id that is in use.
        ...text(message(1), 'over the plan'),
        ...text(message(2), 'over the search'),
      ],
    },
  ];

/** Snapshots of the conversation, and its activities. */
export const snapshotShapes: Record<string, Shape> = {
  'a snapshot that knows less': ({ message, call: id }) => [
    {
      add: [user(message(0))],
      events: [
        ...thought(message(1), 'Whiskers.'),
        ...text(message(2), 'A cat'),
        ...call(id(0), 'zoom'),
        snapshot([user(message(0)), { id: message(9), role: 'assistant', content: 'A cat.' }]),
        ...text(message(10), 'Grey.'),
      ],
    },
  ],
  'a snapshot with thoughts of its own': ({ message }) => [
    {
      add: [user(message(0))],
      events: [
        ...thought(message(1), 'Whiskers.'),
        ...text(message(2), 'A cat.'),
        snapshot([
          user(message(0)),
          { id: message(8), role: 'reasoning', content: 'Whiskers.', encryptedValue: 'gAAAAB==' },
          { id: message(2), role: 'assistant', content: 'A cat.' },
        ]),
      ],
    },
  ],
  'a snapshot in another order': ({ message }) => [
    {
      add: [user(message(0))],
      events: [
        ...text(message(1), 'One.'),
        ...text(message(2), 'Two.'),
        snapshot([
          { id: message(5), role: 'system', content: 'Be brief.' },
          { id: message(2), role: 'assistant', content: 'Two!' },
          { id: message(1), role: 'assistant', content: 'One!' },
          user(message(0)),
        ]),
      ],
    },
  ],
  'a snapshot of every role': ({ message, call: id }) => [
    {
      events: [
        snapshot([
          { id: message(0), role: 'system', content: 'Be brief.', name: 'house' },
          { id: message(1), role: 'developer', content: 'trace 17' },
          user(message(2), [{ type: 'text', text: 'And this?' }, picture]),
          {
            id: message(3),
            role: 'assistant',
            toolCalls: [called(id(0), 'zoom', { encryptedValue: 'c2VhbGVk' })],
          },
          { id: message(4), role: 'tool', toolCallId: id(0), content: 'a cat', error: 'blurred' },
          { id: message(5), role: 'reasoning', content: 'Whiskers.' },
          { id: message(6), role: 'activity', activityType: 'PLAN', content: {} },
          { id: message(7), role: 'assistant', content: 'A cat.', metadata: { tokens: 4 } },
        ]),
      ],
    },
    { add: [user(message(9), 'Thanks')], events: [] },
  ],
  'members that nobody defined': ({ message, call: id }) => [
    {
      events: [
        snapshot([
          { ...user(message(0)), timestamp: 17, extra: { a: 1 } },
          {
            id: message(1),
            role: 'assistant',
            content: 'A cat.',
            additional_kwargs: {},
            toolCalls: [called(id(0), 'zoom', { index: 0 })],
          },
          {
            id: message(2),
            role: 'tool',
            toolCallId: id(0),
            content: 'grey',
            status: 'success',
          },
          { id: message(3), role: 'function', content: 'of a role that is gone' },
        ]),
      ],
    },
  ],
  'activities that a snapshot leaves alone': activitiesUnder({}),
  'activities that a snapshot knows': ({ message, ...ids }) =>
    activitiesUnder({}, [{ id: message(1), role: 'activity', activityType: 'PLAN', content: {} }])({
      message,
      ...ids,
    }),
  'activities of one kind given up': activitiesUnder(scope(['SEARCH'])),
  'activities of all kinds given up': activitiesUnder(scope(null)),
  'activities under a claim that cannot be read': activitiesUnder(scope('PLAN')),
  'an activity in the place of a text, and beside one': ({ message }) => [
    {
      add: [user(message(0))],
      events: [
        ...text(message(1), 'A cat.'),
        activity(message(1)),
        ...text(message(2), 'Grey.'),
        activity(message(2), { replace: false }),
        activity(message(3)),
        {
          type: 'ACTIVITY_DELTA',
          messageId: message(3),
          activityType: 'PLAN',
          patch: [{ op: 'add', path: '/steps/-', value: 'tell' }],
        },
      ],
    },
  ],
};
