import { createElement, Fragment, type ReactNode } from 'react';

const slots = /\ue000(\d+)\ue001/;

/**
 * A message with elements at its placeholders, in the order of the language: `filled(text.askedAt, <b>14:02</b>)`. Other
 * parameters are given by a function around it.
 */
export function filled(
  message: (...slots: string[]) => string,
  ...elements: readonly ReactNode[]
): ReactNode {
  const words = message(...elements.map((_, place) => `\ue000${place}\ue001`));
  const parts = words
    .split(slots)
    .map((part, index) => (index % 2 === 0 ? part : elements[Number(part)]));
  return createElement(Fragment, null, ...parts);
}
