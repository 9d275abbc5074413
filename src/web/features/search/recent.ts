const key = 'muster:recent-finds';
const most = 20;

/** The identifiers of what somebody chose last, the latest first. No names: others may use the browser, too. */
export function recentFinds(): string[] {
  try {
    const stored: unknown = JSON.parse(window.localStorage.getItem(key) ?? '[]');
    return Array.isArray(stored) ? stored.filter((one) => typeof one === 'string') : [];
  } catch {
    return [];
  }
}

export function noteFind(id: string): void {
  const others = recentFinds().filter((one) => one !== id);
  try {
    window.localStorage.setItem(key, JSON.stringify([id, ...others].slice(0, most)));
  } catch {
    // Without storage nothing is ranked higher.
  }
}
