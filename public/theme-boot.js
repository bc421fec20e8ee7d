// Before the first paint, as a file: the content policy allows no inline script.
(() => {
  let chosen = null;
  try {
    chosen = localStorage.getItem('countersign.theme');
  } catch {
    // Storage may be off.
  }
  const system = matchMedia('(prefers-color-scheme: dark)');
  const apply = (dark) => document.documentElement.classList.toggle('dark', dark);
  apply(chosen ? chosen === 'dark' : system.matches);
  system.addEventListener('change', (event) => {
    if (!chosen) apply(event.matches);
  });
})();
