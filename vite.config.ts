import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { localesPlugin } from './src/locales/vite-plugin.ts';

/** Packages that every page needs and that change rarely: one file, which stays in caches when our own code changes. */
const foundation = /node_modules\/(react|react-dom|scheduler|i18next|react-i18next|@tanstack)\//;

export default defineConfig({
  root: 'src/web',
  plugins: [react(), localesPlugin()],
  build: {
    outDir: '../../dist/web',
    emptyOutDir: true,
    // The security policy lets pages load files, not data addresses.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'foundation', test: foundation }] } } },
  },
  // For work on the pages: `vite` beside a running `npm start`.
  server: { proxy: { '/api': 'http://localhost:3000' } },
});
