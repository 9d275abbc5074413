/** The dialog may never come, for example without a connection. */
const patienceMs = 10_000;

/** Keeps what is typed until the search has its field. What it returns gives that text, once, and ends it. */
export function keepKeys(): () => string {
  let typed = '';
  const stop = new AbortController();
  const onKey = (press: KeyboardEvent) => {
    const { key } = press;
    if (press.isComposing || press.ctrlKey || press.metaKey || press.altKey) return;
    if (key !== 'Backspace' && key.length > 1) return;
    typed = key === 'Backspace' ? typed.slice(0, -1) : typed + key;
    press.preventDefault();
  };
  const signal = AbortSignal.any([stop.signal, AbortSignal.timeout(patienceMs)]);
  addEventListener('keydown', onKey, { capture: true, signal });
  return () => {
    stop.abort();
    const text = typed;
    typed = '';
    return text;
  };
}
