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
const perSheet = 5;

/** What was photographed, by one of its members, in the order it was taken. */
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
    bands.push(`<h2>${row[0]?.screen ?? ''}</h2><section>${figures.join('')}</section>`);
  }
  return `<!doctype html><style>
    body { margin: 16px; width: max-content; background: #888; font: 16px sans-serif }
    section { display: flex; gap: 12px } figure { margin: 0 } img { display: block }
    h2 { margin: 12px 0 6px; font-size: 20px }</style>${bands.join('')}`;
}

/** Puts the pictures of a scene side by side: a row a screen, a column a size, a few rows a sheet. */
export async function contactSheets(
  context: BrowserContext,
  scene: string,
  shots: readonly Shot[],
): Promise<void> {
  const page = await context.newPage();
  for (const ofTheme of groupBy(shots, ({ theme }) => theme)) {
    const rows = groupBy(ofTheme, ({ screen }) => screen);
    for (let from = 0; from < rows.length; from += perSheet) {
      await page.setContent(await sheetOf(rows.slice(from, from + perSheet)));
      const number = String(from / perSheet + 1);
      await page.screenshot({
        path: `${folder}/sheets/${scene}-${ofTheme[0]?.theme ?? ''}-${number}.png`,
        fullPage: true,
      });
    }
  }
  await page.close();
}
