import { createClient } from '@countersign/client/client';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { browserPorts } from './live/browser-ports.ts';

if (import.meta.env.VITE_DEMO) {
  const { startDemo } = await import('./mock/start-demo.ts');
  await startDemo();
}

const container = document.getElementById('root');
if (container === null) throw new Error('index.html has no #root');
const client = createClient({ baseUrl: location.origin, ports: browserPorts() });
createRoot(container).render(
  <StrictMode>
    <App client={client} />
  </StrictMode>,
);
