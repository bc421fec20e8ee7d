import { type ChangeEvent, type CompositionEvent, useState } from 'react';

interface Typed {
  value: string;
  onChange: (event: ChangeEvent<HTMLInputElement>) => void;
  onCompositionEnd: (event: CompositionEvent<HTMLInputElement>) => void;
  onBlur: () => void;
}

/**
 * The members of an input whose text is also kept elsewhere, such as in the address, where it arrives later. What is typed is shown at once,
 * so that the caret stays; `onType` gets it when a letter that is composed of several keys is whole. A change from elsewhere is taken over.
 */
export function useTyped(value: string, onType: (text: string) => void): Typed {
  const [text, setText] = useState(value);
  const [seen, setSeen] = useState(value);
  // What was typed and has not arrived: it is not news when it does.
  const [sent, setSent] = useState<readonly string[]>([]);
  if (value !== seen) {
    setSeen(value);
    const at = sent.lastIndexOf(value);
    setSent(sent.slice(at + 1));
    if (at < 0) setText(value);
  }
  const send = (next: string) => {
    setText(next);
    if (next === (sent.at(-1) ?? value)) return;
    setSent((before) => [...before, next]);
    onType(next);
  };
  return {
    value: text,
    onChange: ({ target, nativeEvent }) => {
      if (nativeEvent instanceof InputEvent && nativeEvent.isComposing) setText(target.value);
      else send(target.value);
    },
    onCompositionEnd: ({ currentTarget }) => send(currentTarget.value),
    onBlur: () => setSent([]),
  };
}
