import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { startAsking } from './pages/asking.ts';
import { inbox } from './pages/console.ts';
import { openAt } from './pages/desk.ts';

test.use({ stackOptions: { crew: false } });

/**
 * Presses the switch of the theme, if asked to, and reads the colours of everything that has a text before anything else runs.
 * Elements are distinguished by identity, not by text: equal texts have different colours in different places, and a part that loads late brings more of them.
 */
const colours = (page: Page, switchTo: string | null = null) =>
  page.evaluate((label) => {
    if (label !== null)
      document.querySelector<HTMLElement>(`button[aria-label="${label}"]`)?.click();
    const seen: Record<string, string> = {};
    const marked = window as Window & { numbers?: WeakMap<Element, number>; count?: number };
    marked.numbers ??= new WeakMap();
    for (const element of document.querySelectorAll<HTMLElement>(
      'body *:not(script, style, kbd)',
    )) {
      const words = [...element.childNodes]
        .filter(({ nodeType }) => nodeType === Node.TEXT_NODE)
        .map(({ textContent }) => textContent?.trim())
        .join('');
      // Clocks and ages differ with time, and caps of keys show whether letters act at that moment.
      if (words === '' || /\d/.test(words)) continue;
      const { color, backgroundColor, opacity } = getComputedStyle(element);
      let number = marked.numbers.get(element);
      if (number === undefined) {
        number = marked.count ?? 0;
        marked.count = number + 1;
        marked.numbers.set(element, number);
      }
      seen[`${element.tagName} ${number} ${words}`] = `${color} on ${backgroundColor}, ${opacity}`;
    }
    return { seen, moving: document.getAnimations().map(({ id }) => id).length };
  }, switchTo);

test('a change of the theme is drawn at once: no text fades from one colour to the other', async ({
  console: page,
  stack,
}) => {
  const asking = await startAsking(stack);
  const { id } = await asking.ask('call_Yk3Xr0T9vQm2LpB7sNaW4dHc1', {
    ask: 'Shall I book this room?',
    payload: { hotel: 'Elster' },
  });
  await openAt(page, stack, id);
  const { panel } = inbox(page);
  await expect(panel.getByText('Elster')).toBeVisible();
  await page.mouse.move(0, 0);
  for (const motion of ['no-preference', 'reduce'] as const)
    await test.step(`reduced motion: ${motion}`, async () => {
      await page.emulateMedia({ reducedMotion: motion });
      const light = await colours(page);
      const dark = await colours(page, 'Switch to dark theme');
      expect(Object.keys(dark.seen).length).toBeGreaterThan(20);
      expect(dark.seen).not.toEqual(light.seen);
      expect(dark.moving).toBe(light.moving);
      await expect(page.getByRole('button', { name: 'Switch to light theme' })).toBeVisible();
      // Where nothing fades, the colours of this moment are those that stay.
      for (const [place, colour] of Object.entries((await colours(page)).seen)) {
        if (place in dark.seen) expect(dark.seen[place], place).toBe(colour);
      }
      const back = await colours(page, 'Switch to light theme');
      for (const [place, colour] of Object.entries(light.seen)) {
        if (place in back.seen) expect(back.seen[place], place).toBe(colour);
      }
      await expect(page.getByRole('button', { name: 'Switch to dark theme' })).toBeVisible();
    });
  await asking.close();
});
