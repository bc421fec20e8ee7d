/** The mark of the product; with a count, an amber badge on it: the colour is only used when a person is needed. */
export function faviconUrl(count: number): string {
  if (count === 0) return '/favicon.svg';
  const figure = count > 99 ? '99' : String(count);
  const size = figure.length === 1 ? 12 : 10;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 20"><rect width="20" height="20" rx="5" fill="#1c2024"/><path d="M3.5 7.4 5.6 9.6 9.6 4.4" fill="none" stroke="#fcfcfd" stroke-width="1.8" stroke-linecap="round" stroke-linejoin="round"/><rect x="5" y="7" width="15" height="13" rx="3.5" fill="#ffba18"/><text x="12.5" y="17.6" font-family="system-ui,sans-serif" font-size="${size}" font-weight="700" text-anchor="middle" fill="#1c2024">${figure}</text></svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}

/** Shows the count on the icon of the tab. */
export function showOnFavicon(count: number): void {
  const link = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
  const url = faviconUrl(count);
  if (link !== null && link.getAttribute('href') !== url) link.setAttribute('href', url);
}
