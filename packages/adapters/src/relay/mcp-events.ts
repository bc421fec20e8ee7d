import type { JsonObject } from '@countersign/json/json-object';
import { lose } from './losses.ts';
import type { RelayEvent, Written } from './neutral.ts';

/** A notification of MCP. */
export interface McpNotification {
  method: string;
  params: JsonObject;
}

/** The text that a progress notification can hold of an event. */
function progressText(event: Extract<RelayEvent, { kind: 'status' | 'part' }>): string {
  if (event.kind === 'part') return event.part.kind === 'text' ? event.part.text : '';
  const words = event.said.flatMap((part) => (part.kind === 'text' ? [part.text] : []));
  return words.join('\n') || event.state;
}

/**
 * Writes the stream of a task as progress of the call that started it. What does not fit into a text comes with the result at
 * its end; null = nothing is sent.
 */
export function createMcpEventWriter(
  progressToken: string | number,
): (event: RelayEvent) => Written<McpNotification | null> {
  let progress = 0;
  const report = (message: string): McpNotification => {
    const params = { progressToken, progress, ...(message === '' ? {} : { message }) };
    // It must increase, or it is ignored.
    progress += 1;
    return { method: 'notifications/progress', params };
  };
  return (event) => {
    switch (event.kind) {
      case 'created':
        return { value: report(''), lost: [] };
      case 'status':
        return {
          value: report(progressText(event)),
          lost: event.said.some(({ kind }) => kind !== 'text') ? [lose('lost.part-later')] : [],
        };
      case 'part':
        return event.part.kind === 'text'
          ? { value: report(progressText(event)), lost: [lose('lost.message-of-part')] }
          : { value: null, lost: [lose('lost.part-later')] };
      case 'message-end':
        return { value: null, lost: [lose('lost.message-end')] };
      case 'end':
        // The result of the tool says it.
        return { value: null, lost: [] };
      case 'other':
        return {
          value: { method: 'notifications/message', params: { level: 'info', data: event.value } },
          lost: [],
        };
    }
  };
}
