let audio: AudioContext | undefined;

/** A short high tone and a short buzz if all is well, a long low one if not. Devices without either stay silent. */
export function signal(isGood: boolean): void {
  if ('vibrate' in navigator) navigator.vibrate(isGood ? 80 : [200, 100, 200]);
  audio ??= new AudioContext();
  const [tone, volume] = [audio.createOscillator(), audio.createGain()];
  tone.frequency.value = isGood ? 880 : 220;
  volume.gain.value = 0.1;
  tone.connect(volume).connect(audio.destination);
  tone.start();
  tone.stop(audio.currentTime + (isGood ? 0.12 : 0.4));
}
