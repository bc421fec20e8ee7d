import { useEffect, useRef, useState } from 'react';
import type { EventPages } from '../../live/events/event-pages.ts';
import { advance } from './playback.ts';

const tickMs = 100;
const aheadEvents = 500;

interface PlaybackOptions {
  pages: EventPages;
  /** The position shown; null = live. */
  at: number | null;
  head: number;
  onMove: (at: number) => void;
}

export interface Playback {
  playing: boolean;
  speed: number;
  setSpeed: (speed: number) => void;
  /** From the position on; from the beginning when it is at the end. */
  toggle: () => void;
  stop: () => void;
}

/** Advances the position automatically, by the events' own times. */
export function usePlayback(options: PlaybackOptions): Playback {
  const [playing, setPlaying] = useState(false);
  const [speed, setSpeed] = useState(10);
  const latest = useRef({ ...options, speed });
  latest.current = { ...options, speed };
  const { pages } = options;

  useEffect(() => {
    if (!playing) return;
    const controller = new AbortController();
    let times: { from: number; at: number[] } | null = null;
    let budgetMs = 0;
    let reading = false;
    const read = async (from: number) => {
      reading = true;
      try {
        const found = await pages.range(from, from + aheadEvents, controller.signal);
        if (!controller.signal.aborted) {
          times = { from, at: found.map(({ receivedAt }) => receivedAt) };
        }
      } catch {
        // A position that cannot be read cannot be played; it shows the reason itself.
        if (!controller.signal.aborted) setPlaying(false);
      } finally {
        reading = false;
      }
    };
    const tick = () => {
      const { at, head, onMove } = latest.current;
      const position = at ?? head;
      if (position >= head) {
        setPlaying(false);
        return;
      }
      const skip = times === null ? -1 : position - times.from;
      if (times === null || skip < 0 || skip >= times.at.length - 1) {
        if (!reading) void read(position);
        return;
      }
      budgetMs += tickMs * latest.current.speed;
      const { passed, restMs } = advance(times.at.slice(skip), budgetMs);
      budgetMs = passed === 0 ? budgetMs : restMs;
      if (passed > 0) onMove(Math.min(head, position + passed));
    };
    const timer = setInterval(tick, tickMs);
    return () => {
      clearInterval(timer);
      controller.abort();
    };
  }, [playing, pages]);

  const toggle = () => {
    const { at, head, onMove } = options;
    if (!playing && (at ?? head) >= head) onMove(1);
    setPlaying(!playing);
  };
  return { playing, speed, setSpeed, toggle, stop: () => setPlaying(false) };
}
