import {
  type ReactFlowInstance,
  useNodesInitialized,
  useReactFlow,
  useStoreApi,
} from '@xyflow/react';
import { useCallback, useEffect, useRef } from 'react';
import { fitOptions, isCovering, keptStart } from './fit-start.ts';
import type { Layout } from './use-layout.ts';

/** Closes the legend where it covers nodes, which would not be looked for behind it; once, as it is opened again by a person. */
function closeCoveringLegend(flow: ReactFlowInstance): void {
  const legend = document.querySelector<HTMLDetailsElement>('.lineage-canvas .legend');
  if (legend?.open !== true || legend.dataset['closed'] !== undefined) return;
  const { offsetLeft: x, offsetTop: y, offsetWidth: width, offsetHeight: height } = legend;
  const boxes = flow.getNodes().map((node) => flow.getNodesBounds([node]));
  if (!isCovering({ x, y, width, height }, boxes, flow.getViewport())) return;
  legend.dataset['closed'] = '';
  legend.open = false;
}

/** Shows all of the drawing if its text can be read; otherwise its beginning, or the selected node, which `reveal` brings into view. */
export function useFit({ arranged, places }: Layout, reveal: (() => void) | null): () => void {
  const flow = useReactFlow();
  const store = useStoreApi();
  const isDrawn = useNodesInitialized();
  const first = useRef(true);
  const done = useRef(arranged);
  const revealing = useRef(reveal);
  useEffect(() => {
    revealing.current = reveal;
  });
  const fit = useCallback(async () => {
    const { width } = store.getState();
    const map = document.querySelector('.lineage-canvas .react-flow__minimap');
    const hasMap = map?.checkVisibility() === true;
    await flow.fitView(fitOptions(hasMap));
    if (revealing.current !== null) {
      revealing.current();
      return;
    }
    const nodes = flow.getNodes();
    const root = nodes.toSorted((a, b) => a.position.y - b.position.y)[0];
    if (root === undefined) return;
    const drawing = { bounds: flow.getNodesBounds(nodes), root: flow.getNodesBounds([root]) };
    await flow.setViewport(keptStart(drawing, flow.getViewport(), { width, hasMap }));
    closeCoveringLegend(flow);
  }, [flow, store]);
  useEffect(() => {
    if (!isDrawn || !first.current) return;
    first.current = false;
    void fit();
  }, [isDrawn, fit]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: new nodes may lie behind it
  useEffect(() => {
    if (first.current) return;
    const frame = requestAnimationFrame(() => closeCoveringLegend(flow));
    return () => cancelAnimationFrame(frame);
  }, [flow, places]);
  useEffect(() => {
    if (done.current === arranged) return;
    done.current = arranged;
    // Read again after React Flow has taken the new places.
    requestAnimationFrame(() => void fit());
  }, [arranged, fit]);
  return useCallback(() => void fit(), [fit]);
}
