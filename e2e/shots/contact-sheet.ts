import { readFile } from 'node:fs/promises';
import type { BrowserContext } from '@playwright/test';
import { folder, type Size, type Theme } from './choice.ts';

export interface Shot {
  screen: string;
  size: Size;
  theme: Theme;
  path: string;
}

const rowHeight = 420;
const sheetWidth = 2440;
const perSheet = 30;

/** The pictures grouped by a key, in the order in which they were taken. */
function groupBy(shots: readonly Shot[], key: (shot: Shot) => string): Shot[][] {
  const groups = new Map<string, Shot[]>();
  for (const shot of shots) {
    const name = key(shot);
    groups.set(name, [...(groups.get(name) ?? []), shot]);
  }
  return [...groups.values()];
}

async function figure({ size, path }: Shot): Promise<string> {
  const bytes = await readFile(path, 'base64');
  return `<figure><img height="${String(rowHeight)}" src="data:image/png;base64,${bytes}"><figcaption>${String(size.width)} × ${String(size.height)}</figcaption></figure>`;
}

async function sheetOf(rows: readonly (readonly Shot[])[]): Promise<string> {
  const bands: string[] = [];
  for (const row of rows) {
    const figures = await Promise.all(row.map(figure));
    bands.push(`<article><h2>${row[0]?.screen ?? ''}</h2>${figures.join('')}</article>`);
  }
  return `<!doctype html><style>
    body { margin: 16px; background: #888; font: 16px sans-serif }
    article { display: inline-block; margin-right: 24px } figure { display: inline-block; margin: 0 12px 0 0 }
    img { display: block } h2 { margin: 12px 0 6px; font-size: 20px }</style>${bands.join('')}`;
}

/** Puts the pictures of a scene side by side: all sizes of a screen next to each other. */
export async function contactSheets(
  context: BrowserContext,
  scene: string,
  shots: readonly Shot[],
): Promise<void> {
  const page = await context.newPage();
  await page.setViewportSize({ width: sheetWidth, height: 800 });
  for (const ofTheme of groupBy(shots, ({ theme }) => theme)) {
    const rows = groupBy(ofTheme, ({ screen }) => screen);
    const screens = Math.max(1, Math.floor(perSheet / (rows[0]?.length ?? 1)));
    for (let from = 0; from < rows.length; from += screens) {
      await page.setContent(await sheetOf(rows.slice(from, from + screens)));
      const number = String(from / screens + 1);
      await page.screenshot({
        path: `${folder}/sheets/${scene}-${ofTheme[0]?.theme ?? ''}-${number}.png`,
        fullPage: true,
      });
    }
  }
  await page.close();
}
