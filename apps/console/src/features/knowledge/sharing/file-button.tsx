import { Upload } from 'lucide-react';
import { useRef } from 'react';
import { Button } from '../../../ui/button.tsx';

/** A button that asks for a JSON file. */
export function FileButton({
  label,
  busy,
  onFile,
}: {
  label: string;
  busy: boolean;
  onFile: (file: File) => void;
}) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button busy={busy} icon={Upload} onClick={() => input.current?.click()}>
        {label}
      </Button>
      <input
        accept="application/json,.json,.jsonl"
        aria-label={label}
        className="visually-hidden"
        onChange={(event) => {
          const file = event.target.files?.[0];
          // The same file can be chosen again.
          event.target.value = '';
          if (file !== undefined) onFile(file);
        }}
        ref={input}
        tabIndex={-1}
        type="file"
      />
    </>
  );
}
