import type { Presence } from '@countersign/api/prompts/presence';
import { createManualClock } from '@countersign/bff/testing/manual-clock';
import { type Crowd, startCrowd } from '@countersign/bff/testing/prompt-crowd';
import { openStream, type StreamFrames } from '@countersign/bff/testing/stream-frames';
import { afterEach, describe, expect, it } from 'vitest';
import { createPresenceBoard, type PresenceReport } from './presence.ts';

describe('the board', () => {
  function setUp() {
    const clock = createManualClock();
    const reported: Presence[] = [];
    const board = createPresenceBoard(clock, (presence) => reported.push(presence));
    const notify = (
      operatorId: string,
      mode: PresenceReport['mode'],
      more: Partial<PresenceReport> = {},
    ) => board.notify({ promptId: 'p', tab: 't1', operatorId, name: operatorId, mode, ...more });
    const people = () => reported.at(-1)?.people.map(({ operator, mode }) => `${operator} ${mode}`);
    return { clock, reported, board, notify, people };
  }

  it('publishes each change once, and a repetition not at all', () => {
    const { clock, reported, notify, people } = setUp();
    notify('ann', 'viewing');
    clock.advance(20_000);
    notify('ann', 'viewing');
    expect(reported).toHaveLength(1);
    notify('bob', 'editing');
    expect(people()).toEqual(['ann viewing', 'bob editing']);
    notify('ann', 'gone');
    expect(people()).toEqual(['bob editing']);
    notify('ann', 'gone');
    expect(reported).toHaveLength(3);
  });

  it('shows one person in two tabs until both are gone', () => {
    const { notify, people, board } = setUp();
    notify('ann', 'editing');
    notify('ann', 'viewing', { tab: 't2' });
    expect(people()).toEqual(['ann editing']);
    notify('ann', 'gone');
    expect(people()).toEqual(['ann viewing']);
    notify('ann', 'gone', { tab: 't2' });
    expect(people()).toEqual([]);
    expect(board.list()).toEqual([]);
  });

  it('removes a tab that has not reported for 45 s, each by its own time', () => {
    const { clock, reported, notify, people, board } = setUp();
    notify('ann', 'viewing');
    clock.advance(30_000);
    notify('bob', 'viewing');
    clock.advance(14_999);
    expect(reported).toHaveLength(2);
    clock.advance(1);
    expect(people()).toEqual(['bob viewing']);
    notify('bob', 'viewing');
    clock.advance(44_999);
    expect(people()).toEqual(['bob viewing']);
    clock.advance(1);
    expect(people()).toEqual([]);
    expect(board.list()).toEqual([]);
  });

  it('is not filled by one operator with a thousand tabs', () => {
    const { notify, board } = setUp();
    notify('bob', 'viewing');
    for (let index = 0; index < 1_000; index += 1) {
      notify('ann', 'viewing', { tab: `t${index}`, promptId: `p${index}` });
    }
    expect(board.list()).toHaveLength(31);
    board.leave('ann');
    expect(board.list().map((presence) => presence.promptId)).toEqual(['p']);
  });
});

describe('over HTTP', () => {
  let crowd: Crowd;
  const open: StreamFrames[] = [];
  afterEach(async () => {
    for (const stream of open.splice(0)) stream.close();
    await crowd?.close();
  });
  const notify = (id: string, mode: string, by: { authorization: string }, tab = 't1') =>
    crowd.harness.request(
      'PUT',
      `/api/prompts/${encodeURIComponent(id)}/presence`,
      { tab, mode },
      by,
    );
  const listen = async (url: string, by: { authorization: string }) => {
    const stream = await openStream(url, by);
    open.push(stream);
    return stream;
  };
  const peopleOf = (stream: StreamFrames, promptId: string) =>
    stream.until(() => {
      const news = stream.news('presence') as Presence[];
      return news.filter((presence) => presence.promptId === promptId).at(-1)?.people;
    });

  it('every reader receives who has it open, without an id and without an event in the journal', async () => {
    crowd = await startCrowd();
    const url = await crowd.harness.listen();
    const { ann, bob } = await crowd.join(['ann', 'bob']);
    const { vera } = await crowd.join(['vera'], 'viewer');
    const [prompt] = await crowd.ask(['p1']);
    const streams = [await listen(url, bob), await listen(url, vera)];
    const head = crowd.harness.services.journal.head();
    expect((await notify(prompt!.id, 'editing', ann)).status).toBe(204);
    for (const stream of streams) {
      expect(await peopleOf(stream, prompt!.id)).toMatchObject([
        { operator: 'ann', mode: 'editing' },
      ]);
      expect(stream.frames.find((frame) => frame.event === 'presence')?.id).toBeUndefined();
    }
    expect(crowd.harness.services.journal.head()).toBe(head);
    const { body } = await crowd.harness.request('GET', '/api/presence', undefined, vera);
    expect(body.items).toMatchObject([{ promptId: prompt!.id, people: [{ operator: 'ann' }] }]);
    await notify(prompt!.id, 'gone', ann);
    await streams[0]!.until(
      () => (streams[0]!.news('presence') as Presence[]).at(-1)?.people.length === 0,
    );
  });

  it('is sent to readers that connect within a minute, because a browser may be between two streams', async () => {
    const clock = createManualClock();
    crowd = await startCrowd({ clock });
    const url = await crowd.harness.listen();
    const { ann, bob } = await crowd.join(['ann', 'bob']);
    const [prompt] = await crowd.ask(['p1']);
    await notify(prompt!.id, 'viewing', ann);
    const soon = await listen(url, bob);
    const modes = (stream: StreamFrames) =>
      (stream.news('presence') as Presence[]).map(({ people }) => people[0]?.mode ?? 'nobody');
    await soon.until(() => modes(soon).length === 1);
    expect(soon.news('presence')).toMatchObject([
      { promptId: prompt!.id, seen: { operator: 'ann' } },
    ]);
    // Only the newest, and each operator once.
    await notify(prompt!.id, 'editing', ann);
    await soon.until(() => modes(soon).length === 2);
    const next = await listen(url, bob);
    await next.until(() => modes(next).length === 1);
    expect([modes(soon), modes(next)]).toEqual([['viewing', 'editing'], ['editing']]);
    // No report of ann for 45 s is published; a minute later that is not sent to new readers any more.
    clock.advance(45_000);
    await soon.until(() => modes(soon).length === 3);
    clock.advance(60_000);
    const late = await listen(url, bob);
    await notify(prompt!.id, 'viewing', ann);
    await late.until(() => modes(late).length > 0);
    expect(modes(late)).toEqual(['viewing']);
  });

  it('the first who may answer and opens it has seen it; a viewer has not, nor has one who leaves', async () => {
    crowd = await startCrowd();
    const { ann, bob } = await crowd.join(['ann', 'bob']);
    const { vera } = await crowd.join(['vera'], 'viewer');
    const [prompt] = await crowd.ask(['p1']);
    expect((await notify(prompt!.id, 'editing', vera)).status).toBe(403);
    await notify(prompt!.id, 'gone', ann);
    expect((await crowd.prompt(prompt!.id)).seen).toBeNull();
    const stream = await listen(await crowd.harness.listen(), vera);
    const seenReportedWith = (operator: string) =>
      stream.until(() =>
        (stream.news('presence') as Presence[]).find(({ people }) =>
          people.some((person) => person.operator === operator),
        ),
      );
    await notify(prompt!.id, 'viewing', vera);
    expect((await crowd.prompt(prompt!.id)).seen).toBeNull();
    expect((await seenReportedWith('vera'))?.seen).toBeNull();
    await notify(prompt!.id, 'viewing', ann);
    const seen = (await crowd.prompt(prompt!.id)).seen;
    expect(seen).toMatchObject({ operator: 'ann', name: 'ann' });
    expect((await seenReportedWith('ann'))?.seen).toEqual(seen);
    await notify(prompt!.id, 'viewing', bob);
    expect((await crowd.prompt(prompt!.id)).seen).toEqual(seen);
    expect((await notify('none', 'viewing', ann)).status).toBe(404);
  });

  it('a removed operator is gone, and the stream ends', async () => {
    crowd = await startCrowd();
    const url = await crowd.harness.listen();
    const { ann, bob } = await crowd.join(['ann', 'bob']);
    const [prompt] = await crowd.ask(['p1']);
    const [mine, theirs] = [await listen(url, ann), await listen(url, bob)];
    await notify(prompt!.id, 'viewing', bob);
    expect(await peopleOf(mine, prompt!.id)).toHaveLength(1);
    await crowd.harness.request('DELETE', '/api/operators/bob');
    await theirs.ended;
    await mine.until(() => (mine.news('presence') as Presence[]).at(-1)?.people.length === 0);
  });
});
