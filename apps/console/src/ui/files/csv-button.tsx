import { Download } from 'lucide-react';
import { csvText } from '../../text/texts.ts';
import { Button } from '../button.tsx';
import { saveCsv } from './csv.ts';

/** Saves the list that is on screen; `name` is without its ending, and `table` is called when it is pressed. */
export function CsvButton({ name, table }: { name: string; table: () => string }) {
  return (
    <Button data-save-csv icon={Download} onClick={() => saveCsv(name, table())}>
      {csvText.save}
    </Button>
  );
}
