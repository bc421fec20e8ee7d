const SECONDS = 0.18;

/** One short tone, made on the spot. Silent where the browser does not allow it yet, or has no sound. */
export function playTone(): void {
  if (typeof AudioContext === 'undefined') return;
  // Without a touch of the page yet it would wait, and sound at some later click.
  if (navigator.userActivation?.hasBeenActive === false) return;
  const context = new AudioContext();
  const oscillator = context.createOscillator();
  const gain = context.createGain();
  const { currentTime } = context;
  oscillator.frequency.value = 587;
  gain.gain.setValueAtTime(0, currentTime);
  gain.gain.linearRampToValueAtTime(0.12, currentTime + 0.02);
  gain.gain.linearRampToValueAtTime(0, currentTime + SECONDS);
  oscillator.connect(gain).connect(context.destination);
  oscillator.onended = () => void context.close();
  oscillator.start();
  oscillator.stop(currentTime + SECONDS);
}
