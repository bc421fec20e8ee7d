import '@fontsource-variable/inter/wght.css';
import '@fontsource-variable/geist-mono/wght.css';
import './theme/tokens.css';
import './theme/base.css';
import './theme/primitives.css';
import './theme/tones.css';
import './theme/frame.css';
import { loadMessages } from './text/locales.ts';

// Modules that show text are loaded after the texts; the page has requested them meanwhile (scripts/preload-start.mjs).
// Not awaited here: where the bundler puts what both need into this file, `start.tsx` would wait for it, and it for `start.tsx`.
loadMessages()
  .then(() => import('./start.tsx'))
  .catch((error: unknown) => {
    // There are no messages to say it with: in every language, instead of an empty page.
    const root = document.getElementById('root');
    if (root?.childElementCount === 0)
      root.textContent =
        'The console could not be loaded. Reload the page. 控制台无法加载，请重新加载页面。';
    throw error;
  });
