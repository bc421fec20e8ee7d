import type { Prompt } from '@countersign/api/prompt';
import type { Page } from '@playwright/test';
import { promptsOf } from '../pages/asking.ts';
import { inbox } from '../pages/console.ts';
import { openAt } from '../pages/desk.ts';
import type { Stack } from '../stack.ts';
import { expect } from './fixtures.ts';

/** The server reads and calls services on this machine. */
export const environmentOptions = {
  crew: false,
  env: { COUNTERSIGN_REGISTRY_ALLOW: '127.0.0.1' },
} as const;

interface Registered {
  id: string;
  signifiers: {
    approval: string;
    shapeFault: string | null;
    signifier: { id: string; label: string };
  }[];
  skipped: { name: string; reason: string }[];
}

/** Registers a service of someone else; all that it describes has the shape of a signifier. */
export async function registerService(
  { api }: Stack,
  body: { name: string; kind: 'mcp' | 'a2a' | 'utcp' | 'wot'; url: string; content?: object },
): Promise<Registered> {
  const made = await api<Registered>('/api/environment/artifacts', { body });
  for (const { approval, shapeFault } of made.signifiers) {
    expect({ approval, shapeFault }).toEqual({ approval: 'approved', shapeFault: null });
  }
  return made;
}

/** An agent with a profile of its own: how it calls a signifier, and fetches what became of a call. */
export async function connectAgent({ api, url }: Stack) {
  const { token } = await api<{ token: string }>('/api/programs', { body: { name: 'Visitor' } });
  const tool = async (name: string, args: object): Promise<Record<string, unknown>> => {
    const answer = await fetch(`${url}/mcp/environment`, {
      method: 'POST',
      headers: {
        ...{ authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        accept: 'application/json, text/event-stream',
      },
      body: JSON.stringify({
        ...{ jsonrpc: '2.0', id: 1, method: 'tools/call' },
        params: { name, arguments: args },
      }),
    });
    const text = await answer.text();
    const json = /^data: (\{.*)$/m.exec(text)?.[1] ?? text;
    return JSON.parse(json).result.structuredContent;
  };
  await tool('register_profile', { profile_id: 'visitor', context: 'visit' });
  return {
    call: (signifier: string, args: unknown, waitSeconds = 30) =>
      tool('invoke_signifier', {
        ...{ profile_id: 'visitor', signifier, arguments: args, wait_seconds: waitSeconds },
      }),
    outcome: (callId: unknown) => tool('get_call', { call_id: callId, wait_seconds: 30 }),
  };
}

/** An agent of `connectAgent`. */
type VisitingAgent = Awaited<ReturnType<typeof connectAgent>>;

interface ApprovedCall {
  agent: VisitingAgent;
  label: string;
  args: unknown;
  /** Its name is typed. */
  isTyped?: boolean;
}

/** Begins a call that a person approves in the console; returns what became of it. */
export async function callApproved(
  page: Page,
  stack: Stack,
  { agent, label, args, isTyped = false }: ApprovedCall,
): Promise<Record<string, unknown>> {
  const begun = await agent.call(label, args, 0);
  expect(begun).toMatchObject({ state: 'waiting' });
  const open = async (): Promise<Prompt | undefined> =>
    (await promptsOf(stack, String(begun['call_id']))).find(({ state }) => state === 'open');
  await expect.poll(open, { message: 'a question' }).toBeDefined();
  await openAt(page, stack, (await open())!.id);
  const { panel, answer, send, expectAcknowledged } = inbox(page);
  if (isTyped) {
    await answer('Fill in').click();
    await panel.getByRole('textbox', { name: `Type ${label} to confirm` }).fill(label);
    await send('Send answer').click();
  } else {
    await answer('Approve').click();
    await send('Send approval').click();
  }
  await expectAcknowledged();
  return agent.outcome(begun['call_id']);
}
