/** The choice made on the command line, as passed on by `scripts/shots.mjs`. */

const listOf = (name: string): string[] =>
  (process.env[name] ?? '').split(',').filter((word) => word !== '');

export const folder = process.env['SHOTS_FOLDER'] ?? 'shots';

export const withSheets = process.env['SHOTS_SHEETS'] !== 'no';

const screens = listOf('SHOTS_SCREENS');
const widths = listOf('SHOTS_SIZES').map(Number);
const wantedThemes = listOf('SHOTS_THEMES');

/** The languages of the browser; English if none is named. */
export const languages = process.env['SHOTS_LANGS'] ? listOf('SHOTS_LANGS') : ['en'];

export type Theme = 'light' | 'dark';

export interface Size {
  width: number;
  height: number;
}

const allThemes: readonly Theme[] = ['light', 'dark'];
const allSizes: readonly Size[] = [
  { width: 390, height: 844 },
  { width: 720, height: 450 },
  { width: 720, height: 900 },
  { width: 800, height: 600 },
  { width: 960, height: 540 },
  { width: 1024, height: 768 },
  { width: 1280, height: 720 },
  { width: 1440, height: 900 },
  { width: 1920, height: 1080 },
];

/** A size in the name of a file: its width, and its height if two sizes have the same width. */
export const sizeName = ({ width, height }: Size): string =>
  height === 450 ? `${String(width)}x${String(height)}` : String(width);

export const themes = allThemes.filter(
  (theme) => wantedThemes.length === 0 || wantedThemes.includes(theme),
);
export const sizes = allSizes.filter(({ width }) => widths.length === 0 || widths.includes(width));

/** Matches the names given, and names starting with them: `task` selects every view of a task. */
export const isChosen = (screen: string): boolean =>
  screens.length === 0 ||
  screens.some((name) => screen === name || (withSheets && screen.startsWith(`${name}-`)));
