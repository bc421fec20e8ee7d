import type { CreateClaim, CreateComment, CreateSnooze } from '@countersign/api/prompt';
import type { PresenceUpdate } from '@countersign/api/prompts/presence';
import type { Call } from '../call.ts';

/** Actions on a prompt other than answering it. `tab` identifies the drafts of this tab. */
export function promptCalls(call: Call, tab: string) {
  const headers = { 'countersign-tab': tab };
  return {
    /** Adds a comment; the prompt stays open. */
    createComment: (promptId: string, body: CreateComment) =>
      call('POST /api/prompts/:id/comments', { params: { id: promptId }, body }),
    /** Closes a prompt whose agent no longer exists. */
    dismissPrompt: (promptId: string, reason: string) =>
      call('POST /api/prompts/:id/dismissal', { params: { id: promptId }, body: { reason } }),
    claimPrompt: (promptId: string, body: CreateClaim = {}) =>
      call('POST /api/prompts/:id/claim', { params: { id: promptId }, body }),
    /** Keeps the claim although another operator asked to take over. */
    keepClaim: (promptId: string) =>
      call('POST /api/prompts/:id/claim/keep', { params: { id: promptId } }),
    releaseClaim: (promptId: string) =>
      call('DELETE /api/prompts/:id/claim', { params: { id: promptId } }),
    listPresence: () => call('GET /api/presence'),
    /** A tab that is closed says so while it closes: its request outlives the page. */
    reportPresence: (promptId: string, body: PresenceUpdate) =>
      call('PUT /api/prompts/:id/presence', {
        ...{ params: { id: promptId }, body, keepalive: body.mode === 'gone' },
      }),
    /** My stored draft, or null. */
    getDraft: (promptId: string, signal?: AbortSignal) =>
      call('GET /api/prompts/:id/draft', { params: { id: promptId }, signal }),
    saveDraft: (promptId: string, draft: unknown) =>
      call('PUT /api/prompts/:id/draft', { params: { id: promptId }, body: draft, headers }),
    deleteDraft: (promptId: string) =>
      call('DELETE /api/prompts/:id/draft', { params: { id: promptId }, headers }),
    snoozePrompt: (promptId: string, body: CreateSnooze) =>
      call('POST /api/prompts/:id/snooze', { params: { id: promptId }, body }),
    wakePrompt: (promptId: string) =>
      call('DELETE /api/prompts/:id/snooze', { params: { id: promptId } }),
    /** Calls of this prompt's tool never become questions again. */
    dismissTool: (promptId: string) =>
      call('POST /api/prompts/:id/dismiss-tool', { params: { id: promptId } }),
    /** Loads the schema it refers to; the response is the prompt with that schema, under another seal. */
    loadSchema: (promptId: string) =>
      call('POST /api/prompts/:id/schema', { params: { id: promptId } }),
    extendPrompt: (promptId: string, expiresAt: number) =>
      call('POST /api/prompts/:id/extension', { params: { id: promptId }, body: { expiresAt } }),
  };
}
