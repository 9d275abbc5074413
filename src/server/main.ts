import './compile-cache.ts';

const oldest = 24;
// Node 22 can load this file; for older versions the first step of every npm script prints the message.
if (Number(process.versions.node.split('.')[0]) < oldest) {
  console.error(
    `Muster needs Node ${oldest} or later, and this is ${process.version}. Start it with "npm start", which brings its own.`,
  );
  process.exit(1);
}

// Imported dynamically: an older Node would fail on its syntax before it could print the message above.
const { run } = await import('./run.ts');
await run();
