import { useNodesInitialized, useReactFlow, useStoreApi } from '@xyflow/react';
import { useCallback, useEffect, useRef } from 'react';
import { fitOptions, isCovering, keptStart } from './fit-start.ts';

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
    const map = document.querySelector('.lineage-canvas .react-flow__minimap');
    const hasMap = map?.checkVisibility() === true;
    await flow.fitView(fitOptions(hasMap));
    // A selected node is brought into view elsewhere.
    if (selecting.current) return;
    const nodes = flow.getNodes();
    const root = nodes.toSorted((a, b) => a.position.y - b.position.y)[0];
    if (root === undefined) return;
    const drawing = { bounds: flow.getNodesBounds(nodes), root: flow.getNodesBounds([root]) };
    await flow.setViewport(keptStart(drawing, flow.getViewport(), { width, hasMap }));
  }, [flow, store]);
  useEffect(() => {
    if (!isDrawn || !first.current) return;
    first.current = false;
    void fit().then(() => {
      const legend = document.querySelector<HTMLDetailsElement>('.lineage-canvas .legend');
      if (legend?.open !== true) return;
      const { offsetLeft: x, offsetTop: y, offsetWidth: width, offsetHeight: height } = legend;
      const boxes = flow.getNodes().map((node) => flow.getNodesBounds([node]));
      // It can be opened again; what it covered first would not be looked for.
      if (isCovering({ x, y, width, height }, boxes, flow.getViewport())) legend.open = false;
    });
  }, [isDrawn, fit, flow]);
  useEffect(() => {
    if (done.current === arranged) return;
    done.current = arranged;
    // Read again after React Flow has taken the new places.
    requestAnimationFrame(() => void fit());
  }, [arranged, fit]);
  return useCallback(() => void fit(), [fit]);
}
