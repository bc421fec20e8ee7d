import type { HaiEvent } from '@countersign/hai/event';

/**
 * The started but not ended parts of a stream. A run must not end with open parts, and if it continues in another run, they
 * start there again.
 */
export interface OpenBrackets {
  see(event: HaiEvent): void;
  /** The arguments of a call are still being written. */
  inCall(): boolean;
  /** Ends everything open, the innermost first. */
  closers(): HaiEvent[];
  /** Starts it again. */
  openers(): HaiEvent[];
}

export function createOpenBrackets(): OpenBrackets {
  const open = new Map<string, HaiEvent>();
  const closerOf = (event: HaiEvent): HaiEvent[] => {
    switch (event.type) {
      case 'STEP_STARTED':
        return [{ type: 'STEP_FINISHED', stepName: event.stepName }];
      case 'BUSINESS_DATA_START':
        return [{ type: 'BUSINESS_DATA_END', messageId: event.messageId }];
      case 'AGENT_COLLABORATIVE_MESSAGE_START':
        return [{ type: 'AGENT_COLLABORATIVE_MESSAGE_END', messageId: event.messageId }];
      default:
        return [];
    }
  };
  const untimed = ({ timestamp: _, ...event }: HaiEvent): HaiEvent => event as HaiEvent;
  return {
    see(event) {
      switch (event.type) {
        case 'STEP_STARTED':
          open.set(`step ${event.stepName}`, untimed(event));
          break;
        case 'STEP_FINISHED':
          open.delete(`step ${event.stepName}`);
          break;
        case 'BUSINESS_DATA_START':
          open.set(`message ${event.messageId}`, untimed(event));
          break;
        case 'BUSINESS_DATA_END':
          open.delete(`message ${event.messageId}`);
          break;
        case 'AGENT_COLLABORATIVE_MESSAGE_START':
          open.set(`agent ${event.messageId}`, untimed(event));
          break;
        case 'AGENT_COLLABORATIVE_MESSAGE_END':
          open.delete(`agent ${event.messageId}`);
          break;
        case 'TOOL_CALL_START':
          open.set(`call ${event.toolCallId}`, event);
          break;
        case 'TOOL_CALL_END':
          open.delete(`call ${event.toolCallId}`);
          break;
      }
    },
    inCall: () => [...open.values()].some(({ type }) => type === 'TOOL_CALL_START'),
    closers: () => [...open.values()].reverse().flatMap(closerOf),
    openers: () => [...open.values()],
  };
}
