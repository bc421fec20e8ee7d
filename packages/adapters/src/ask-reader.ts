import type { HaiEvent } from '@countersign/hai/event';
import { interruptsOf } from './ag-ui/interrupt.ts';
import { type CalledTool, interruptAsk } from './ag-ui/interrupts.ts';
import type { AskPlace, ForeignAsk } from './ask.ts';
import { isFrontEndTool, toolCallAsk } from './hai/front-end-tools.ts';
import { buttonName, buttonsAsk, formAsk } from './hai/gen-ui.ts';

/** Finds the questions in a stream that are not asked in UpFormat. */
export interface AskReader {
  /** What an event asks. `relayed`: it is of another run behind this one, whose interrupts cannot be answered from here. */
  read(event: HaiEvent, heard: Heard): AskFound;
}

export type Heard = Omit<AskPlace, 'threadId' | 'runId'> & { relayed: boolean };

export interface AskFound {
  asks: ForeignAsk[];
  /** Interrupts that have no id of their own. */
  nameless: number;
}

const maxRemembered = 1_000;
const maxChars = 500_000;

interface Saying {
  text: string;
  buttons: string[];
  /** How often the message has ended before. */
  ended: number;
  forms: number;
}

/** Remembers calls and messages of one run, bounded. Buttons of one stretch of a message are one question that grows. */
export function createAskReader(run: { threadId: string; runId: string }): AskReader {
  const calls = new Map<string, CalledTool>();
  const sayings = new Map<string, Saying>();

  const sayingOf = (messageId: string): Saying => {
    const known = sayings.get(messageId);
    if (known !== undefined) return known;
    const fresh: Saying = { text: '', buttons: [], ended: 0, forms: 0 };
    remember(sayings, messageId, fresh);
    return fresh;
  };

  const readContent = (
    event: Extract<HaiEvent, { type: 'BUSINESS_DATA_CONTENT' }>,
    place: AskPlace,
  ): ForeignAsk[] => {
    const { messageId, delta } = event;
    const saying = sayingOf(messageId);
    if (typeof delta === 'string') {
      say(saying, delta);
      return [];
    }
    const { output } = delta;
    const { text } = saying;
    if (output.type === 'text' && typeof output['content'] === 'string') {
      say(saying, output['content']);
    }
    if (output.type === 'form') {
      saying.forms += 1;
      return [formAsk(output, place, { messageId, part: saying.forms, text })];
    }
    const name = buttonName(output);
    if (name === null) return [];
    saying.buttons = [...saying.buttons, name].slice(0, 100);
    return [buttonsAsk(saying.buttons, place, { messageId, part: saying.ended + 1, text })];
  };

  return {
    read(event, { relayed, ...speaker }) {
      const place = { ...run, ...speaker };
      const found = (asks: ForeignAsk[], nameless = 0): AskFound => ({ asks, nameless });
      switch (event.type) {
        case 'TOOL_CALL_START':
          remember(calls, event.toolCallId, { name: event.toolCallName, args: '' });
          break;
        case 'TOOL_CALL_ARGS': {
          const call = calls.get(event.toolCallId);
          if (call !== undefined && call.args.length < maxChars) call.args += event.delta;
          break;
        }
        case 'TOOL_CALL_END': {
          const call = calls.get(event.toolCallId);
          if (call === undefined || !isFrontEndTool(call.name)) break;
          return found([toolCallAsk({ toolCallId: event.toolCallId, ...call }, place)]);
        }
        case 'BUSINESS_DATA_CONTENT':
          return found(readContent(event, place));
        case 'BUSINESS_DATA_END': {
          const saying = sayings.get(event.messageId);
          // One messageId may be started and ended several times: each time is a question of its own.
          if (saying !== undefined) {
            const ended = saying.ended + 1;
            sayings.set(event.messageId, { ...saying, text: '', buttons: [], ended });
          }
          break;
        }
        case 'RUN_FINISHED': {
          if (relayed) break;
          const { interrupts, nameless } = interruptsOf(event.outcome);
          const asks = interrupts.map((interrupt) => {
            const id = interrupt.toolCallId;
            return interruptAsk(interrupt, place, (id && calls.get(id)) || null);
          });
          return found(asks, nameless);
        }
      }
      return found([]);
    },
  };
}

function say(saying: Saying, text: string): void {
  saying.text += text;
  if (saying.text.length > maxChars) saying.text = saying.text.slice(-maxChars / 2);
}

/** Keeps the newest. */
function remember<Value>(map: Map<string, Value>, key: string, value: Value): void {
  map.delete(key);
  map.set(key, value);
  const oldest = map.keys().next();
  if (map.size > maxRemembered && !oldest.done) map.delete(oldest.value);
}
