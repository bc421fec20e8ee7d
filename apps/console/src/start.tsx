// Sheets that are used by class name only, before those of the screens.
import './ui/banner.css';
import './ui/data-table.css';
import './ui/empty-state.css';
import './ui/field.css';
import './ui/floating.css';
import './ui/input.css';
import './ui/panel.css';

import { createClient } from '@countersign/client/client';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { browserPorts } from './live/session/browser-ports.ts';
import { copyTrueText } from './ui/texts/copy-true-text.ts';
import { showWholeTexts } from './ui/texts/whole-text.ts';

function start(): void {
  const container = document.getElementById('root');
  if (container === null) throw new Error('index.html has no #root');
  showWholeTexts(document);
  copyTrueText(document);
  const client = createClient({ baseUrl: location.origin, ports: browserPorts() });
  createRoot(container).render(
    <StrictMode>
      <App client={client} />
    </StrictMode>,
  );
}

start();
