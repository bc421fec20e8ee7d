import { useNodesInitialized, useReactFlow, useStoreApi } from '@xyflow/react';
import { useCallback, useEffect, useRef } from 'react';
import { fitOptions, keptStart } from './fit-start.ts';

/** Shows all of the drawing if its text can be read; otherwise its beginning. */
export function useFit(arranged: number, hasSelection: boolean): () => void {
  const flow = useReactFlow();
  const store = useStoreApi();
  const isDrawn = useNodesInitialized();
  const first = useRef(true);
  const done = useRef(arranged);
  const selecting = useRef(hasSelection);
  useEffect(() => {
    selecting.current = hasSelection;
  });
  const fit = useCallback(async () => {
    const { width } = store.getState();
    const hasMap = document
      .querySelector('.lineage-canvas .react-flow__minimap')
      ?.checkVisibility();
    await flow.fitView(fitOptions(hasMap === true));
    // A selected node is brought into view elsewhere.
    if (selecting.current) return;
    const nodes = flow.getNodes();
    const root = nodes.toSorted((a, b) => a.position.y - b.position.y)[0];
    if (root === undefined) return;
    const drawing = { bounds: flow.getNodesBounds(nodes), root: flow.getNodesBounds([root]) };
    void flow.setViewport(keptStart(drawing, flow.getViewport(), { width }));
  }, [flow, store]);
  useEffect(() => {
    if (!isDrawn || !first.current) return;
    first.current = false;
    void fit();
  }, [isDrawn, fit]);
  useEffect(() => {
    if (done.current === arranged) return;
    done.current = arranged;
    // Read again after React Flow has taken the new places.
    requestAnimationFrame(() => void fit());
  }, [arranged, fit]);
  return useCallback(() => void fit(), [fit]);
}
