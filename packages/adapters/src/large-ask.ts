import type { FrameEnds } from '@countersign/hai/sse';
import { isObject } from '@countersign/json/json-object';
import { wellFormedText } from '@countersign/json/well-formed-text';
import type { UpMessage } from '@countersign/upformat/message';
import { upPromptOf } from '@countersign/upformat/up-prompt';
import { onInterruptName } from './ag-ui/received-interrupt.ts';
import type { AskPlace, ForeignAsk } from './ask.ts';
import { askMembers } from './ask-members.ts';
import { sayAsk } from './ask-statements.ts';
import { membersInSight } from './members-in-sight.ts';
import { askingState, checksum, unreadOrigin } from './unread-ask.ts';

/** `source.reason` of a question that was larger than what is read, if its id is known. */
export const tooLargeReason = 'too-large';

/** A frame, or an event, of which only the ends are read. */
export interface LargeText extends FrameEnds {
  chars: number;
}

/** `limit`: what is read of a question, characters. */
export type LargePlace = AskPlace & { limit: number };

const maxIdChars = 300;
const maxSaidChars = 2_000;

/**
 * A question that is too large to be read, as a prompt that a person answers with words, or from which the task is stopped; null if
 * how it begins and ends does not look like one. What lies between is not read.
 */
export function largeAsk(received: LargeText, place: LargePlace): ForeignAsk | null {
  // Without the fields of its frame, which differ when it is sent once more.
  const head = received.head.slice(Math.max(0, received.head.indexOf('{')));
  const large = { ...received, head };
  const { tail } = large;
  const depth = messageDepthIn(`${head}\n${tail}`);
  if (depth === null) return foreignRow(large, place);
  const members = membersInSight(large, depth);
  const state = members.get('state');
  // Without a state in sight it is unknown whether the agent waits.
  if (state !== undefined && !askingState.test(state)) return null;
  const given = members.get('messageId');
  const isUsable = given !== undefined && given !== '' && given.length <= maxIdChars;
  return rowOf(large, place, {
    id: isUsable ? wellFormedText(given) : checksum(head + tail),
    reason: isUsable ? tooLargeReason : null,
    said: members.get('ask') ?? membersInSight(large, depth + 1).get('ask'),
  });
}

/** A question of another format that is too large to be shown, in the same way. Its protocol has no word for that. */
export function largeForeignAsk(
  { message, source }: ForeignAsk,
  large: LargeText,
  place: LargePlace,
): ForeignAsk {
  return rowOf(large, place, {
    ...{ id: source.id, reason: null, said: upPromptOf(message).ask },
    isInterrupt: isObject(message['interrupt']) && source.carrier === undefined,
  });
}

/** The formats in which a run ends, or stops, with a question; by what is in sight of it. */
interface AskingFormat {
  isOf(large: LargeText): boolean;
  /** Of the members of the question; null = they are anywhere. */
  depth: number | null;
  endsRun: boolean;
  isInterrupt: boolean;
}

const asks = /^(TASK_STATE_)?(INPUT|AUTH)[-_]REQUIRED$/i;
/** In a task or an update, as one of several transports and versions has it. */
const stateDepths = [2, 3, 4];

function isA2aQuestion(large: LargeText): boolean {
  // Every event of the other protocols has a type.
  if (membersInSight(large, 1).has('type')) return false;
  if (!/"(?:contextId|taskId)"/.test(large.head + large.tail)) return false;
  return stateDepths.some((depth) => asks.test(membersInSight(large, depth).get('state') ?? ''));
}

function isAcpQuestion(large: LargeText): boolean {
  const members = membersInSight(large, 1);
  const isRun = members.has('run_id') && members.get('status') === 'awaiting';
  return isRun || members.get('type') === 'run.awaiting';
}

const askingFormats: readonly AskingFormat[] = [
  {
    isOf: (large) =>
      membersInSight(large, 1).get('type') === 'RUN_FINISHED' &&
      membersInSight(large, 2).get('type') === 'interrupt',
    ...{ depth: 4, endsRun: true, isInterrupt: true },
  },
  {
    isOf: (large) => membersInSight(large, 1).get('name') === onInterruptName,
    ...{ depth: 2, endsRun: false, isInterrupt: false },
  },
  {
    isOf: (large) => isA2aQuestion(large) || isAcpQuestion(large),
    ...{ depth: null, endsRun: true, isInterrupt: false },
  },
];

/** Whether what is too large to be read ends its run, which waits for an answer. */
export const endsRun = (large: LargeText): boolean =>
  askingFormats.find(({ isOf }) => isOf(large))?.endsRun === true;

function foreignRow(large: LargeText, place: LargePlace): ForeignAsk | null {
  const format = askingFormats.find(({ isOf }) => isOf(large));
  if (format === undefined) return null;
  const members = format.depth === null ? null : membersInSight(large, format.depth);
  const id = members?.get('id') ?? '';
  const isUsable = id !== '' && id.length <= maxIdChars;
  return rowOf(large, place, {
    id: isUsable ? wellFormedText(id) : checksum(large.head + large.tail),
    ...{ reason: null, said: members?.get('message') },
    isInterrupt: isUsable && format.isInterrupt,
  });
}

/** The interrupt that was too large to be read; null = the question was none. Its run accepts nothing before it is given up. */
export function largeInterruptOf({ genUi }: UpMessage): string | null {
  const { messageId, interrupt } = isObject(genUi) ? genUi : {};
  return interrupt === true && typeof messageId === 'string' ? messageId : null;
}

/** How deep in its event an UpFormat message has its members; null = none is in sight. */
function messageDepthIn(known: string): number | null {
  if (known.includes('"upformat.message"')) return 2;
  return /"type"\s*:\s*"upformat"/.test(known) ? 4 : null;
}

const megabytes = (chars: number): string => (Math.ceil(chars / 100_000) / 10).toFixed(1);

interface LargeQuestion {
  id: string;
  reason: string | null;
  said: string | undefined;
  /** It is given up under its id. */
  isInterrupt?: boolean;
}

function rowOf(
  { chars, head }: LargeText,
  { limit, ...place }: LargePlace,
  { id, reason, said, isInterrupt = false }: LargeQuestion,
): ForeignAsk {
  return {
    origin: unreadOrigin,
    source: { id, reason, toolName: null, together: null },
    message: {
      messageId: `unread:${place.runId}:${id}`,
      ...{ threadId: place.threadId, timestamp: place.timestamp, agentId: place.agentId },
      state: 'needsHumanDecision',
      ...askMembers({
        ask: sayAsk('ask.too-large', { size: megabytes(chars) }),
        explanation: [
          sayAsk('ask.too-large-why', { limit: megabytes(limit) }),
          ...(said === undefined ? [] : [wellFormedText(said.slice(0, maxSaidChars))]),
        ],
        effect: sayAsk('ask.unread-effect'),
        allowed: ['instruction', 'reject'],
      }),
      unread: [
        {
          path: '',
          problem: 'It is too large.',
          value: wellFormedText(head),
        },
      ],
      genUi: { type: 'unread', messageId: id, ...(isInterrupt ? { interrupt: true } : {}) },
    },
  };
}
