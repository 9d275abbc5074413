type Series = { labels: string; counts: number[]; sum: number };

/**
 * A histogram in the Prometheus text format, whose caller keeps the series that it feeds: an observation is then
 * two additions, where the general library hashes the labels each time.
 */
export function histogram(name: string, help: string, bounds: readonly number[]) {
  const kept: Series[] = [];
  return {
    series: (labels: Record<string, string | number>): ((value: number) => void) => {
      const text = Object.entries(labels).map(([label, value]) => `${label}="${escape(String(value))}"`);
      const series: Series = { labels: text.join(','), counts: [...bounds, Infinity].map(() => 0), sum: 0 };
      kept.push(series);
      return (value) => {
        let place = 0;
        while (place < bounds.length && value > (bounds[place] ?? 0)) place += 1;
        series.counts[place] = (series.counts[place] ?? 0) + 1;
        series.sum += value;
      };
    },
    text: (): string => [`# HELP ${name} ${help}`, `# TYPE ${name} histogram`, ...kept.flatMap(lines), ''].join('\n'),
  };

  function lines({ labels, counts, sum }: Series): string[] {
    let total = 0;
    const buckets = counts.map((count, place) => {
      total += count;
      return `${name}_bucket{le="${bounds[place] ?? '+Inf'}",${labels}} ${total}`;
    });
    return [...buckets, `${name}_sum{${labels}} ${sum}`, `${name}_count{${labels}} ${total}`];
  }
}

const escape = (value: string): string => value.replace(/[\\"\n]/g, (mark) => (mark === '\n' ? '\\n' : `\\${mark}`));
