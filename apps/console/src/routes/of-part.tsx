import type { ComponentType } from 'react';
import { type OptionalPart, useHasPart } from '../live/server-parts.ts';
import { NotFound } from './frame.tsx';

/** A page that is there if the server has the part. */
export const ofPart = (part: OptionalPart, Page: ComponentType) =>
  function OfPart() {
    return useHasPart()(part) ? <Page /> : <NotFound />;
  };
