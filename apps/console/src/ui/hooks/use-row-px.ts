import { useDensity } from '../../theme/density.ts';
import { usePhone } from './use-phone.ts';

/** The height of a row of a long list in the density in force; a phone has rows for fingers. As the style sheets have it. */
export function useRowPx(px: { compact: number; comfortable: number; phone: number }): number {
  const { density } = useDensity();
  return usePhone() ? px.phone : px[density];
}
