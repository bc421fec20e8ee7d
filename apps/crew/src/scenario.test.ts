import { controlRun, type WatchedRun } from '@countersign/agent/test-client';
import { createVerifier } from '@countersign/hai/verifier';
import { type UpState, upMessageSchema } from '@countersign/upformat/message';
import { checkTransition } from '@countersign/upformat/transition';
import { afterEach, describe, expect, it } from 'vitest';
import { inLeipzig, request, startTestCrew } from './test-crew.ts';

type Crew = Awaited<ReturnType<typeof startTestCrew>>;
let crew: Crew;
let begun: WatchedRun[] = [];
afterEach(async () => {
  await crew.close();
  for (const run of begun) expect(anomalies(run)).toEqual([]);
  begun = [];
});
async function begin(text: string) {
  const run = await crew.begin(text);
  begun.push(run);
  return run;
}

const isAsk = (message: { state: string }) => message.state === 'needsHumanDecision';
const isFollowup = (message: { state: string }) => message.state === 'followup';
const invited = () =>
  crew
    .mails()
    .flatMap(({ to }) => to)
    .sort();
interface Row {
  id: string;
  name: string;
  email: string;
}
const candidatesOf = (payload: unknown) => (payload as { candidates: Row[] }).candidates;

/** State transitions that UpFormat calls anomalous, per agent and run. */
function anomalies(run: WatchedRun): string[] {
  const last = new Map<string, UpState>();
  return run.of('CUSTOM').flatMap(({ name, value, metadata }) => {
    if (name !== 'upformat.message') return [];
    const { state, agentId } = upMessageSchema.parse(value);
    const key = `${agentId} ${String(metadata?.['runId'] ?? 'own')}`;
    const before = last.get(key) ?? null;
    last.set(key, state);
    return checkTransition(before, state) === 'anomalous' ? [`${key}: ${before} → ${state}`] : [];
  });
}

/** Answers the first question, up to the followup. */
async function toFollowup(text = request) {
  const run = await begin(text);
  const ask = await run.message(isAsk);
  expect((await crew.answer(run, ask, inLeipzig(ask))).status).toBe(200);
  const followup = await run.message(isFollowup);
  return { run, ask, followup, candidates: candidatesOf(followup.payload) };
}

describe('hiring, from agent to agent, with a person in between', () => {
  it('asks for the place, ranks, offers the choice, and writes to the two best', async () => {
    crew = await startTestCrew();
    const { run, ask, followup, candidates } = await toFollowup();
    expect(ask).toMatchObject({
      explanation: 'No location was given. I cannot rank 84 profiles without one.',
      agentId: 'recommender',
      upPrompt: {
        ask: 'Where should the Senior React contractor for Payments UI work?',
        severity: 'major',
        waiting: ['orchestrator', 'email-tool'],
      },
    });
    expect(ask.upThought?.confidence).toBeLessThan(0.5);
    expect(ask.payload).toMatchObject({
      remote: 'hybrid-2',
      startDate: '2026-12-07',
      rate: { max: 105 },
    });
    expect(followup.agentId).toBe('orchestrator');
    expect(followup.payload?.['invite']).toEqual(candidates.slice(0, 2).map(({ id }) => id));
    expect(crew.mails()).toEqual([]);

    await crew.answer(run, followup, { type: 'approve' });
    await run.ended;
    expect(invited()).toEqual(
      candidates
        .slice(0, 2)
        .map(({ email }) => email)
        .sort(),
    );
    const [mail] = crew.mails();
    expect(mail?.subject).toBe('Invitation: Senior React contractor for Payments UI');
    const name = candidates.find(({ email }) => mail?.to.includes(email))?.name;
    expect(mail?.text).toContain(`Hello ${name},`);
    expect(run.messages().at(-1)).toMatchObject({ state: 'completed', agentId: 'orchestrator' });
    expect(run.text()).toContain(
      'have been invited as **Senior React contractor for Payments UI**',
    );
    expect(run.of('RUN_FINISHED')).toHaveLength(1);

    const verifier = createVerifier();
    expect(run.events.flatMap((event) => verifier.check(event))).toEqual([]);
    expect(new Set(run.of('AGENT_COLLABORATIVE_MESSAGE_START').map(({ to }) => to))).toEqual(
      new Set(['recommender', 'email-tool']),
    );
    const tools = new Set(run.of('TOOL_CALL_START').map(({ toolCallName }) => toolCallName));
    for (const tool of ['search_profiles', 'route_minutes', 'check_availability', 'send_mail']) {
      expect(tools).toContain(tool);
    }
    const page = await (await fetch(crew.mailbox)).text();
    expect(page).toContain('2 mails, newest first');
    const listed = (await (await fetch(`${crew.mailbox}mail`)).json()) as { items: unknown[] };
    expect(listed.items).toHaveLength(2);
  });

  it('needs no question when the place is given', async () => {
    crew = await startTestCrew();
    const run = await begin(`${request}, near Leipzig`);
    const followup = await run.message(isFollowup);
    expect(run.messages().filter(isAsk)).toEqual([]);
    await crew.answer(run, followup, { type: 'reject', content: { reason: 'budget is gone' } });
    await run.ended;
    expect(run.messages().at(-1)?.state).toBe('cancelled');
    expect(run.text()).toContain('Nobody is invited (budget is gone).');
    expect(crew.mails()).toEqual([]);
  });

  it('applies the default exactly as offered, once, despite repetitions', async () => {
    crew = await startTestCrew({ CREW_FOLLOWUP_SECONDS: '60' });
    const { run, followup, candidates } = await toFollowup();
    const { timestamp, upPrompt } = followup;
    const { defaultFeedback, expiresAt } = upPrompt ?? {};
    expect(Date.parse(expiresAt ?? '') - Date.parse(timestamp)).toBeGreaterThan(59_000);
    if (!defaultFeedback) throw new Error('no default');
    const replies = await Promise.all(
      ['k', 'k', 'k'].map((key) => crew.answer(run, followup, defaultFeedback, key)),
    );
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200]);
    await run.ended;
    expect(invited()).toEqual(
      candidates
        .slice(0, 2)
        .map(({ email }) => email)
        .sort(),
    );
    expect(crew.mails()).toHaveLength(2);
  });

  it('invites the people in the edited form, with the edited text', async () => {
    crew = await startTestCrew();
    const { run, followup, candidates } = await toFollowup();
    const third = candidates[2];
    await crew.answer(run, followup, {
      type: 'edit',
      content: {
        value: {
          ...followup.payload,
          invite: [third?.id],
          subject: 'A word about <payments>',
          message: 'Dear {name}, call me.',
        },
      },
    });
    await run.ended;
    expect(invited()).toEqual([third?.email]);
    expect(crew.mails()[0]?.text.trim()).toBe(`Dear ${third?.name}, call me.`);
    const page = await fetch(crew.mailbox);
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(await page.text()).toContain('A word about &lt;payments&gt;');
  });

  it('invites the first two of the order a person gives', async () => {
    crew = await startTestCrew();
    const { run, followup, candidates } = await toFollowup();
    const order = candidates.map(({ id }) => id).reverse();
    await crew.answer(run, followup, { type: 'rank', content: { order } });
    await run.ended;
    expect(invited()).toEqual(
      candidates
        .slice(-2)
        .map(({ email }) => email)
        .sort(),
    );
  });

  it('ranks again after an instruction, given as an answer or as a message', async () => {
    crew = await startTestCrew();
    const { run, followup } = await toFollowup();
    await crew.answer(run, followup, {
      type: 'instruction',
      content: { text: 'only people in Berlin, fully remote' },
    });
    const second = await run.message(
      (message) => isFollowup(message) && message.messageId !== followup.messageId,
    );
    const cities = (second.payload as { candidates: { city: string }[] }).candidates;
    expect(new Set(cities.map(({ city }) => city))).toEqual(new Set(['Berlin']));

    expect((await crew.say(run, 'max 85 EUR')).status).toBe(200);
    const third = await run.message(
      (message) =>
        isFollowup(message) && ![followup.messageId, second.messageId].includes(message.messageId),
    );
    const rates = (third.payload as { candidates: { rate: number }[] }).candidates;
    expect(Math.max(...rates.map(({ rate }) => rate))).toBeLessThanOrEqual(85);
    const withdrawn = run.messages().filter(({ messageId }) => messageId === second.messageId);
    expect(withdrawn.at(-1)?.state).toBe('submitted');
    await crew.answer(run, third, { type: 'approve' });
    await run.ended;
    expect(invited()).toEqual(
      candidatesOf(third.payload)
        .slice(0, 2)
        .map(({ email }) => email)
        .sort(),
    );
  });

  it('asks again, with the reason, when the form cannot be used', async () => {
    crew = await startTestCrew();
    const run = await begin(request);
    const first = await run.message(isAsk);
    await crew.answer(run, first, {
      type: 'edit',
      content: { value: { ...first.payload, location: { country: 'DE', city: 'Nowhereville' } } },
    });
    const second = await run.message(
      (message) => isAsk(message) && message.messageId !== first.messageId,
    );
    expect(second.explanation).toContain('I do not know a town called Nowhereville');
    await crew.answer(run, second, { type: 'reject' });
    await run.ended;
    expect(run.messages().at(-1)?.state).toBe('cancelled');
    expect(crew.mails()).toEqual([]);
  });

  it('stops in the middle: every agent stops, no mail is sent', async () => {
    crew = await startTestCrew({ CREW_TOKEN_DELAY_MS: '5' });
    const run = await begin(`${request}, near Leipzig`);
    await run.until((event) => event.metadata?.['agentId'] === 'recommender');
    await controlRun(crew.orchestrator, run, 'stop');
    await run.ended;
    expect(run.events.at(-1)).toMatchObject({ type: 'RUN_ERROR', code: 'stopped' });
    expect(run.messages().at(-1)).toMatchObject({ state: 'cancelled', agentId: 'orchestrator' });
    expect(crew.mails()).toEqual([]);
  });
});
