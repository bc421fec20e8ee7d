// Before the first paint and before every module, as a file: the content policy allows no inline script.

// Zod tries whether it may compile its checks as soon as the first is made; the policy forbids it and would report that.
globalThis.__zod_globalConfig = { jitless: true };

(() => {
  const kept = (name) => {
    try {
      return localStorage.getItem(`countersign.${name}`);
    } catch {
      // Storage may be off.
      return null;
    }
  };
  const chosen = () => kept('theme');
  if (kept('density') === 'comfortable') document.documentElement.dataset.density = 'comfortable';
  const system = matchMedia('(prefers-color-scheme: dark)');
  const apply = (dark) => document.documentElement.classList.toggle('dark', dark);
  apply(chosen() ? chosen() === 'dark' : system.matches);
  system.addEventListener('change', (event) => {
    if (!chosen()) apply(event.matches);
  });
})();
