import { sessionIdOf } from './acp/acp-writers.ts';

/** Where the tasks of a conversation of a caller are noted, by the name of the conversation or by its id in ACP. */
export const sessionScope = (caller: string, session: string): string =>
  `gateway-session:${caller}:${sessionIdOf(session)}`;
