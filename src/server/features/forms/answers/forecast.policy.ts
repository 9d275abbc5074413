/** How many people will have chosen something, if those who have not answered choose as the others did. */
export type Forecast = { expected: number; low: number; high: number };

/** The range has this share of the probability. */
const [lowest, highest] = [0.05, 0.95];

/**
 * `count` of the `answered` people chose it, `missing` have not answered. Undefined while nobody has answered. The range takes
 * into account how few answers there may be: the share that the others have is only an estimate of what the rest will choose
 * (beta-binomial, with half an answer for and against).
 */
export function forecastOf(count: number, answered: number, missing: number): Forecast | undefined {
  if (missing <= 0) return { expected: count, low: count, high: count };
  if (answered === 0) return undefined;
  const expected = count + Math.round((missing * count) / answered);
  const [low, high] = quantilesOf(count + 0.5, answered - count + 0.5, missing);
  return { expected, low: Math.min(expected, count + low), high: Math.max(expected, count + high) };
}

/** The numbers of `n` people below and above which few of the possible outcomes are. */
function quantilesOf(a: number, b: number, n: number): [number, number] {
  // Each from the one before, as logarithms, because most of them are too small for a number.
  const logs = [0];
  for (let k = 0; k < n; k += 1)
    logs.push((logs[k] ?? 0) + Math.log(((n - k) * (a + k)) / ((k + 1) * (b + n - k - 1))));
  const most = logs.reduce((one, other) => Math.max(one, other), Number.NEGATIVE_INFINITY);
  const weights = logs.map((log) => Math.exp(log - most));
  const whole = weights.reduce((sum, weight) => sum + weight, 0);
  const reached = (share: number): number => {
    let sum = 0;
    return weights.findIndex((weight) => (sum += weight) >= share * whole);
  };
  return [reached(lowest), reached(highest)];
}
