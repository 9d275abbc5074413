type Series = { labels: string; counts: number[]; sum: number };

/**
 * A histogram in the Prometheus text format. The caller keeps a series per set of labels, so that an observation is two
 * additions; prom-client hashes the labels for each one.
 */
export function histogram(name: string, help: string, bounds: readonly number[]) {
  const kept: Series[] = [];
  return {
    series: (labels: Record<string, string | number>): ((value: number) => void) => {
      const text = Object.entries(labels).map(([label, value]) => `${label}="${escape(String(value))}"`);
      const series: Series = { labels: text.join(','), counts: [...bounds, Infinity].map(() => 0), sum: 0 };
      kept.push(series);
      return (value) => {
        let bucket = 0;
        while (bucket < bounds.length && value > (bounds[bucket] ?? 0)) bucket += 1;
        series.counts[bucket] = (series.counts[bucket] ?? 0) + 1;
        series.sum += value;
      };
    },
    text: (): string => [`# HELP ${name} ${help}`, `# TYPE ${name} histogram`, ...kept.flatMap(lines), ''].join('\n'),
  };

  function lines({ labels, counts, sum }: Series): string[] {
    let total = 0;
    const buckets = counts.map((count, bucket) => {
      total += count;
      return `${name}_bucket{le="${bounds[bucket] ?? '+Inf'}",${labels}} ${total}`;
    });
    return [...buckets, `${name}_sum{${labels}} ${sum}`, `${name}_count{${labels}} ${total}`];
  }
}

const escape = (value: string): string => value.replace(/[\\"\n]/g, (mark) => (mark === '\n' ? '\\n' : `\\${mark}`));
