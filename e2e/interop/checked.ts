import { checkAgent } from '@countersign/check/check-agent';
import { textReport } from '@countersign/check/text-report';
import { agentDescriptorSchema } from '@countersign/hai/agent-descriptor';

/** Everything but what passed, by id: `verdict: what was seen`. */
export async function checked(url: string, message: string, members: object = {}) {
  const agent = agentDescriptorSchema.parse({ id: 'checked', name: 'Checked', url, ...members });
  const report = await checkAgent({ agent, message, patienceMs: 20_000 });
  const others = report.findings.filter(({ verdict }) => verdict !== 'pass');
  return {
    speaks: report.speaks,
    passed: report.findings.filter(({ verdict }) => verdict === 'pass').map(({ id }) => id),
    noted: Object.fromEntries(
      others.map(({ id, verdict, detail }) => [id, `${verdict}: ${detail}`]),
    ),
    text: textReport(report),
  };
}

/** What is true of every AG-UI server tried here: it has no rejoining, no control, and does not ask who sends. */
export const agUiNotes = {
  'run.same-run': 'skip: AG-UI has no such rule: a lost connection is a lost run.',
  'message.messages': 'skip: This is AG-UI, which asks without them; UpFormat is optional there.',
  'rejoin.rejoin':
    'skip: The response has no header hai-resume: last-event-id. A lost connection is a lost run.',
  'refusal.wrong-type': 'warn: It was accepted.',
  'refusal.foreign-origin': 'warn: It was accepted.',
  'control.pause': 'skip: The descriptor has no control: a run can only be held or cut off.',
};

/** Whether a page of another site can start a run: the same as the check says, but asked by a plain request. */
export async function startsForPages(url: string, headers: Record<string, string>) {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({
      ...{ threadId: crypto.randomUUID(), runId: crypto.randomUUID(), state: {}, tools: [] },
      ...{ context: [], forwardedProps: {} },
      messages: [{ id: 'm-1', role: 'user', content: 'Hello' }],
    }),
  });
  const type = response.headers.get('content-type') ?? '';
  await response.body?.cancel();
  return response.status === 200 && type.startsWith('text/event-stream');
}
