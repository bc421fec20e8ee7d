import { type LayoutNode, tidyLayout } from './layout.ts';

export interface LayoutOrder {
  id: number;
  nodes: LayoutNode[];
}
export interface LayoutDone {
  id: number;
  places: [string, { x: number; y: number }][];
}

// In a worker: ten thousand nodes must not delay a key press.
addEventListener('message', ({ data }: MessageEvent<LayoutOrder>) => {
  const done: LayoutDone = { id: data.id, places: [...tidyLayout(data.nodes)] };
  postMessage(done);
});
