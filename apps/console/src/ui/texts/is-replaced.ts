/** The page that the server has now does not start with the script that this one was started with. */
export async function isReplaced(): Promise<boolean> {
  const entry = document.querySelector('script[type="module"][src]')?.getAttribute('src');
  if (!entry) return false;
  try {
    const page = await fetch('/', { cache: 'no-store', headers: { accept: 'text/html' } });
    return page.ok && !(await page.text()).includes(entry);
  } catch {
    return false;
  }
}
