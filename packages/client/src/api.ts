import { createCall } from './call.ts';
import { agentCalls } from './calls/agent-calls.ts';
import { operatorCalls } from './calls/operator-calls.ts';
import { promptCalls } from './calls/prompt-calls.ts';
import { queueCalls } from './calls/queue-calls.ts';
import { settingCalls } from './calls/setting-calls.ts';
import { taskCalls } from './calls/task-calls.ts';
import type { Download, Http } from './http.ts';

/**
 * One typed method per endpoint of the BFF. Throws ProblemError or NetworkError; responses are trusted. `tab` identifies the
 * drafts of this tab.
 */
export function createApi(http: Http, download: Download, tab: string) {
  const call = createCall(http);
  return {
    /** Calls any route by its contract: for screens that are loaded on their own, so that the start does not carry their calls. */
    call,
    /** Reads a long response as it comes. */
    download,
    ...operatorCalls(call),
    ...agentCalls(call),
    ...taskCalls(call, download),
    ...queueCalls(call),
    ...promptCalls(call, tab),
    ...settingCalls(call),
  };
}
export type Api = ReturnType<typeof createApi>;
