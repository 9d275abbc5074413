const size = 5;
const colours = ['#1d6f5c', '#8a5a00', '#7a3e9d', '#9c2f4f', '#2b5fa8', '#5a6b1f'];

/** FNV-1a: small, and different for similar texts. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (const letter of text) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  return hash;
}

/** A pattern derived from an identifier, so that people of the same name look different. Decoration only. */
export function Avatar({ seed }: { seed: string }) {
  const hash = hashOf(seed);
  const cells = Array.from({ length: size * 3 }, (_, index) => index).filter((index) => ((hash >>> index) & 1) === 1);
  const fill = colours[hash % colours.length] ?? '';
  return (
    <svg width={28} height={28} viewBox={`0 0 ${size} ${size}`} aria-hidden="true" style={{ flex: 'none' }}>
      <rect width={size} height={size} fill="var(--muster-line)" rx={0.8} />
      {cells.flatMap((index) => {
        const [column, row] = [index % 3, Math.floor(index / 3)];
        const columns = column === 2 ? [2] : [column, size - 1 - column];
        return columns.map((x) => <rect key={`${x}-${row}`} x={x} y={row} width={1} height={1} fill={fill} />);
      })}
    </svg>
  );
}
