import type { Message } from '@countersign/hai/event';
import { callsOf } from './called-tool.ts';

/** A call is announced once in each run that continues it; of more, nothing is known. */
const maxTimes = 8;

/**
 * Messages whose calls were announced again in a later run (LangGraph's bridge does), and have their arguments as often: each gets them
 * once. An agent that reads the arguments as JSON refuses the others.
 */
export function withEachCallOnce(messages: readonly Message[]): Message[] {
  return messages.map((message) =>
    callsOf(message).some((call) => repeatedIn(call.function.arguments) !== null)
      ? {
          ...message,
          toolCalls: callsOf(message).map((call) => {
            const once = repeatedIn(call.function.arguments);
            return once === null
              ? call
              : { ...call, function: { ...call.function, arguments: once } };
          }),
        }
      : message,
  );
}

/** The JSON that a text is a repetition of; null = it is none. */
function repeatedIn(text: string): string | null {
  if (!text.includes('}{') || isJson(text)) return null;
  for (let times = 2; times <= maxTimes; times += 1) {
    const once = text.slice(0, text.length / times);
    if (once.repeat(times) === text && isJson(once)) return once;
  }
  return null;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
