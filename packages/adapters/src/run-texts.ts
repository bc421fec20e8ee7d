import type { HaiEventOf } from '@countersign/hai/event';
import type { AskPlace, ForeignAsk } from './ask.ts';
import { buttonName, buttonsAsk, formAsk } from './hai/gen-ui.ts';

const maxRemembered = 1_000;
const maxChars = 500_000;

/** The texts of an agent in the messages of one run, bounded, and the questions in them. */
export interface RunTexts {
  /** Buttons of one part of a message are one growing question; each form is a separate one. */
  content(event: HaiEventOf<'BUSINESS_DATA_CONTENT'>, place: AskPlace): ForeignAsk[];
  /** One messageId may be started and ended several times: each time is a separate question. */
  end(messageId: string): void;
  /** The text of the message that was extended last. */
  last(): string;
}

interface Saying {
  text: string;
  /** Block of the newest text: the text of another block starts on a new line, as it is rendered. */
  blockId: string | undefined;
  buttons: string[];
  /** How often the message has ended before. */
  ended: number;
  forms: number;
}

export function createRunTexts(): RunTexts {
  const sayings = new Map<string, Saying>();
  let last = '';

  const sayingOf = (messageId: string): Saying => {
    const known = sayings.get(messageId);
    if (known !== undefined) return known;
    const fresh: Saying = { text: '', blockId: undefined, buttons: [], ended: 0, forms: 0 };
    remember(sayings, messageId, fresh);
    return fresh;
  };

  return {
    content({ messageId, delta, blockId }, place) {
      const saying = sayingOf(messageId);
      if (typeof delta === 'string') {
        say(saying, delta, blockId);
        last = saying.text;
        return [];
      }
      const { output } = delta;
      const { text } = saying;
      if (output.type === 'text' && typeof output['content'] === 'string') {
        say(saying, output['content'], blockId);
      }
      if (output.type === 'form') {
        saying.forms += 1;
        return [formAsk(output, place, { messageId, part: saying.forms, text })];
      }
      const name = buttonName(output);
      if (name === null) return [];
      saying.buttons = [...saying.buttons, name].slice(0, 100);
      return [buttonsAsk(saying.buttons, place, { messageId, part: saying.ended + 1, text })];
    },
    end(messageId) {
      const saying = sayings.get(messageId);
      if (saying === undefined) return;
      sayings.set(messageId, { ...saying, text: '', buttons: [], ended: saying.ended + 1 });
    },
    last: () => last,
  };
}

function say(saying: Saying, text: string, blockId: string | undefined): void {
  const isApart = saying.blockId !== blockId && saying.text !== '' && !saying.text.endsWith('\n');
  saying.text += isApart && !text.startsWith('\n') ? `\n${text}` : text;
  saying.blockId = blockId;
  if (saying.text.length > maxChars) saying.text = saying.text.slice(-maxChars / 2);
}

/** Keeps the newest. */
function remember<Value>(map: Map<string, Value>, key: string, value: Value): void {
  map.delete(key);
  map.set(key, value);
  const oldest = map.keys().next();
  if (map.size > maxRemembered && !oldest.done) map.delete(oldest.value);
}
