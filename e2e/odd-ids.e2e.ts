import { expect, test } from './fixtures.ts';
import { addScripted, begin, finish, sendText } from './pages/scripted-task.ts';
import { scriptedAgent } from './scripted-agent.ts';

test.use({ stackOptions: { crew: false } });

const ids: readonly (readonly [title: string, threadId: string])[] = [
  ['commas', 'a,b,,c'],
  ['dots', '...'],
  ['quotes', `it's "quoted" \`and\` $(uuidgen) \\`],
  ['percent', '100%2F%25'],
  ['way up', 'tasks/../../etc/passwd'],
  ['letters', 'Grüße aus Köln 🚀 日本語'],
  ['mark', '?q=1#hash&x=y;z'],
  ['long', 'x'.repeat(500)],
];
const tabs = ['Lineage', 'Timeline', 'Flow', 'State', 'Events', 'Decisions', 'Stream'];

test('a task with any id is opened from the list, in every tab and after a reload', async ({
  console: page,
  stack,
}) => {
  const agent = await scriptedAgent((run) => {
    begin(run);
    // Not the id itself, which would be rendered as Markdown.
    const [title = ''] = ids.find(([, id]) => id === run.input.threadId) ?? [];
    sendText(run, 'chatcmpl-B7xQ2vN9wLk3Yt8Rz1Mc4Dh6', `Said in the one with ${title}`);
    finish(run);
  });
  await addScripted(stack, agent);
  for (const [title, threadId] of ids) {
    const body = { agentId: 'scripted', message: 'Go', title: `Odd: ${title}`, threadId };
    await stack.api('/api/tasks', { body });
  }
  const stream = page.getByRole('region', { name: 'Stream', exact: true });
  const nav = page.getByRole('navigation', { name: 'Views of this task' });
  const main = page.getByRole('navigation', { name: 'Main' }).first();
  await page.goto(`${stack.url}/tasks`);
  for (const [title, threadId] of ids) {
    await main.getByRole('link', { name: 'Tasks' }).click();
    await page.getByRole('link', { name: `Odd: ${title}` }).click();
    const said = stream.getByText(`Said in the one with ${title}`);
    await expect(said).toBeVisible();
    expect(decodeURIComponent(new URL(page.url()).pathname)).toBe(`/tasks/${threadId}`);
    for (const tab of tabs) {
      await nav.getByRole('link', { name: tab }).click();
      await expect(nav.getByRole('link', { name: tab })).toHaveAttribute('aria-current', 'page');
      await expect(page.getByRole('heading', { level: 1 })).toContainText(`Odd: ${title}`);
    }
    await expect(said).toBeVisible();
    await page.reload();
    await expect(said).toBeVisible();
    await expect(page.getByText('Connection: Live')).toBeVisible();
  }
  await agent.close();
});
