import type { TellPresence } from '@countersign/api/presence';
import type { CreateClaim, CreateComment, CreateSnooze } from '@countersign/api/prompt';
import type { Call } from '../call.ts';

/** What is done with a prompt beside answering it. `tab` tells this tab's own drafts from those of others. */
export function promptCalls(call: Call, tab: string) {
  const headers = { 'countersign-tab': tab };
  return {
    /** Adds a comment; the prompt stays open. */
    createComment: (promptId: string, body: CreateComment) =>
      call('POST /api/prompts/:id/comments', { params: { id: promptId }, body }),
    /** Closes a prompt whose agent is gone. */
    dismissPrompt: (promptId: string, reason: string) =>
      call('POST /api/prompts/:id/dismissal', { params: { id: promptId }, body: { reason } }),
    claimPrompt: (promptId: string, body: CreateClaim = {}) =>
      call('POST /api/prompts/:id/claim', { params: { id: promptId }, body }),
    /** Keeps it although somebody asked to take over. */
    keepClaim: (promptId: string) =>
      call('POST /api/prompts/:id/claim/keep', { params: { id: promptId } }),
    releaseClaim: (promptId: string) =>
      call('DELETE /api/prompts/:id/claim', { params: { id: promptId } }),
    listPresence: () => call('GET /api/presence'),
    tellPresence: (promptId: string, body: TellPresence) =>
      call('PUT /api/prompts/:id/presence', { params: { id: promptId }, body }),
    /** My draft as it was kept, or null. */
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
    /** Never ask about calls of the tool of this prompt again. */
    dismissTool: (promptId: string) =>
      call('POST /api/prompts/:id/dismiss-tool', { params: { id: promptId } }),
    askToolAgain: (agentId: string, tool: string) =>
      call('DELETE /api/agents/:id/dismissed-tools', { params: { id: agentId }, query: { tool } }),
    /** The schema that it refers to; the prompt comes back with it, under another seal. */
    loadSchema: (promptId: string) =>
      call('POST /api/prompts/:id/schema', { params: { id: promptId } }),
    extendPrompt: (promptId: string, expiresAt: number) =>
      call('POST /api/prompts/:id/extension', { params: { id: promptId }, body: { expiresAt } }),
  };
}
