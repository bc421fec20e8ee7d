import {
  isFinal,
  type RelayEvent,
  type RelayPart,
  type RelayTask,
} from '@countersign/adapters/relay/neutral';
import type { Words } from './task-words.ts';

/** A task as it is, and what its agent has said since the last step. */
export interface TaskStep {
  task: RelayTask;
  words: readonly Words[];
}

/** What was passed on of an output. */
interface Sent {
  text: string;
  isOpen: boolean;
}

/**
 * The events of a stream: the states of a task as they follow each other, and what its agent says, as it comes. Texts are passed on
 * at once; what else an output has follows when the task has ended.
 *
 * @param known Texts of outputs that the client has from before, by their ids.
 */
export function eventsOf(
  known: ReadonlyMap<string, string> = new Map(),
): (step: TaskStep) => RelayEvent[] {
  let isBegun = false;
  let last = '';
  const sent = new Map<string, Sent>();
  /** Spaces at the beginning of a text: it may be nothing else. */
  const blanks = new Map<string, string>();

  const part = (messageId: string, value: RelayPart): RelayEvent => {
    const before = sent.get(messageId);
    const said = value.kind === 'text' ? value.text : '';
    sent.set(messageId, {
      text: (before?.text ?? known.get(messageId) ?? '') + said,
      isOpen: true,
    });
    return { kind: 'part', messageId, part: value, isFirst: before === undefined };
  };
  const end = (messageId: string): RelayEvent[] => {
    const before = sent.get(messageId);
    if (before?.isOpen !== true) return [];
    before.isOpen = false;
    return [{ kind: 'message-end', messageId }];
  };
  const say = ({ id, text }: Words): RelayEvent[] => {
    if (text === '' || (!sent.has(id) && known.has(id))) return [];
    const whole = (blanks.get(id) ?? '') + text;
    if (sent.has(id) || whole.trim() !== '') {
      blanks.delete(id);
      return [part(id, { kind: 'text', text: whole })];
    }
    blanks.set(id, whole);
    return [];
  };
  /** What was not passed on yet of an output. */
  const rest = ({ id, parts }: RelayTask['output'][number], isAll: boolean): RelayEvent[] => {
    const [first, ...more] = parts;
    if (first?.kind !== 'text') return isAll ? parts.map((one) => part(id, one)) : [];
    const had = sent.get(id)?.text ?? known.get(id) ?? '';
    const others = () => (isAll ? more.map((one) => part(id, one)) : []);
    if (!first.text.startsWith(had)) {
      // The agent has replaced it: all of it again.
      const ended = end(id);
      sent.delete(id);
      const again = part(id, first);
      sent.set(id, { text: first.text, isOpen: true });
      return [...ended, again, ...others()];
    }
    const text = first.text.slice(had.length);
    return [...(text === '' ? [] : [part(id, { ...first, text })]), ...others()];
  };

  return ({ task, words }) => {
    const { state, said, error, taskId, contextId, output } = task;
    const events: RelayEvent[] = isBegun ? [] : [{ kind: 'created', taskId, contextId }];
    isBegun = true;
    events.push(...words.flatMap(say));
    if (state !== 'working' && state !== 'submitted') {
      for (const one of output) events.push(...rest(one, isFinal(state)), ...end(one.id));
      for (const id of sent.keys()) events.push(...end(id));
    }
    if (isFinal(state)) return [...events, { kind: 'end', state, said, error }];
    const status = JSON.stringify([state, said]);
    if (status !== last && (state !== 'submitted' || said.length > 0)) {
      events.push({ kind: 'status', state, said });
    }
    last = status;
    return events;
  };
}
