import '@fontsource-variable/inter/wght.css';
import '@fontsource-variable/geist-mono/wght.css';
import './theme/tokens.css';
import './theme/base.css';
import './theme/parts.css';
import './theme/frame.css';
import { loadMessages } from './text/locales.ts';

// Whatever shows a text is loaded after the texts; the page has asked for it meanwhile (scripts/preload-start.mjs).
await loadMessages();
await import('./start.tsx');
