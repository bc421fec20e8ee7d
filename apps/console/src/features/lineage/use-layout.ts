import { useCallback, useEffect, useRef, useState } from 'react';
import { growLayout, type LayoutNode, type Places, quickLayout, tidyLayout } from './layout.ts';
import type { LayoutDone, LayoutOrder } from './layout-worker.ts';
import { startLayoutWorker } from './worker-script.ts';

/** A layout that takes longer than this is cancelled; the last one is kept. */
const patienceMs = 2_000;

type Tidy = (nodes: readonly LayoutNode[], done: (places: Places) => void) => () => void;

/** Lays out in a worker; where there is none, at once. */
function createTidy(): { tidy: Tidy; close: () => void } {
  if (typeof Worker === 'undefined') {
    const tidy: Tidy = (nodes, done) => {
      done(tidyLayout(nodes));
      return () => {};
    };
    return { tidy, close: () => {} };
  }
  let worker: Worker | null = null;
  let nextId = 0;
  return {
    tidy(nodes, done) {
      worker ??= startLayoutWorker();
      const mine = worker;
      nextId += 1;
      const id = nextId;
      const stop = () => {
        clearTimeout(timer);
        mine.removeEventListener('message', onMessage);
      };
      const onMessage = ({ data }: MessageEvent<LayoutDone>) => {
        if (data.id !== id) return;
        stop();
        done(new Map(data.places));
      };
      const timer = setTimeout(() => {
        stop();
        mine.terminate();
        if (worker === mine) worker = null;
      }, patienceMs);
      mine.addEventListener('message', onMessage);
      const order: LayoutOrder = {
        id,
        nodes: nodes.map(({ id: nodeId, parentId }) => ({ id: nodeId, parentId })),
      };
      mine.postMessage(order);
      return stop;
    },
    close: () => worker?.terminate(),
  };
}

export interface Layout {
  places: Places;
  /** A new key = a new drawing: the previous one is not kept on screen. */
  drawing: number;
  /** Draws again with every node in its best place. */
  arrange: () => void;
  /** Increases when everything was placed again: the view may want to fit. */
  arranged: number;
}

interface DrawnPlaces {
  key: string;
  places: Places;
  arranged: number;
  drawing: number;
}

/** A graph this large is drawn again when most of it is new: another time was selected, and no node keeps its place. */
const jumpNodes = 100;

function isJump(nodes: readonly LayoutNode[], places: Places): boolean {
  if (nodes.length < jumpNodes) return false;
  const known = nodes.reduce((count, { id }) => count + Number(places.has(id)), 0);
  return known < nodes.length / 2;
}

/**
 * Places for the nodes: a quick drawing at once, replaced by the tidy one when the worker has it. Later nodes are put where there is
 * room and move nothing; `layoutKey` names what is drawn (filters, folds): a new one draws again.
 */
export function useLayout(nodes: readonly LayoutNode[], layoutKey: string): Layout {
  const [drawn, setDrawn] = useState<DrawnPlaces>(() => ({
    key: layoutKey,
    places: quickLayout(nodes),
    arranged: 0,
    drawing: 0,
  }));
  const [order, setOrder] = useState(0);
  const tidy = useRef<ReturnType<typeof createTidy> | null>(null);
  useEffect(() => () => tidy.current?.close(), []);

  let current = drawn;
  if (drawn.key !== layoutKey) {
    current = { ...drawn, key: layoutKey, places: quickLayout(nodes) };
    setDrawn(current);
  } else if (isJump(nodes, drawn.places)) {
    current = { ...drawn, places: quickLayout(nodes), drawing: drawn.drawing + 1 };
    setDrawn(current);
  } else if (nodes.some(({ id }) => !drawn.places.has(id))) {
    current = { ...drawn, places: growLayout(nodes, drawn.places) };
    setDrawn(current);
  }

  const latest = useRef(nodes);
  useEffect(() => {
    latest.current = nodes;
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: `order` and `drawing` ask again for the same key
  useEffect(() => {
    tidy.current ??= createTidy();
    return tidy.current.tidy(latest.current, (places) =>
      setDrawn((before) =>
        before.key === layoutKey
          ? {
              ...before,
              // Nodes that arrived while the worker was busy have provisional places.
              places: growLayout(latest.current, places),
              arranged: before.arranged + 1,
            }
          : before,
      ),
    );
  }, [layoutKey, order, current.drawing]);

  const arrange = useCallback(() => setOrder((before) => before + 1), []);
  const { places, arranged, drawing } = current;
  return { places, arrange, arranged, drawing };
}
