import '@fontsource-variable/inter/wght.css';
import '@fontsource-variable/geist-mono/wght.css';
import './theme/tokens.css';
import './theme/base.css';
import './theme/parts.css';
import './theme/frame.css';
import { loadMessages } from './text/locales.ts';

// Modules that show text are loaded after the texts; the page has requested them meanwhile (scripts/preload-start.mjs).
// Not awaited here: where the bundler puts what both need into this file, `start.tsx` would wait for it, and it for `start.tsx`.
void loadMessages().then(() => import('./start.tsx'));
