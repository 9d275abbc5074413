/** How often a test repeats something: `npm run test:long` asks for more than `npm test`. */
export const repeats = (usual: number, long: number): number => (process.env['TEST_LONG'] === '1' ? long : usual);
