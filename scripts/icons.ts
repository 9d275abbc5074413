/** Draws the icons of the installed app from the logo: `node scripts/icons.ts` after the logo has changed. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { chromiumFlags, chromiumPath } from '../test/support/browser.ts';

const web = join(import.meta.dirname, '../src/web');
const folder = join(web, 'public/icons');
const logo = readFileSync(join(web, 'ui/logo.svg'), 'utf8');
const mark = logo.replace(/<rect[^>]*>/, '');
const [, colour = ''] = /<rect[^>]*fill="([^"]+)"/.exec(logo) ?? [];

/** Systems cut a circle or another shape out of it, so the mark keeps to the inner part. */
const maskable = mark.replace('<svg ', `<svg style="background:${colour};padding:10%;box-sizing:border-box" `);
/** Phones show only the shape, in one colour. */
const badge = mark.replaceAll('#f4b740', '#fff');

const icons = [
  { file: 'icon-192.png', svg: logo, size: 192 },
  { file: 'icon-512.png', svg: logo, size: 512 },
  { file: 'apple-180.png', svg: maskable, size: 180 },
  { file: 'maskable-512.png', svg: maskable, size: 512 },
  { file: 'badge.png', svg: badge, size: 96 },
];

const executablePath = chromiumPath();
if (executablePath === undefined) throw new Error('no Chromium on this machine');
const browser = await chromium.launch({ executablePath, args: chromiumFlags });
const page = await browser.newPage();
for (const { file, svg, size } of icons) {
  await page.setViewportSize({ width: size, height: size });
  await page.setContent(`<style>html,body{margin:0}svg{display:block;width:${size}px;height:${size}px}</style>${svg}`);
  await page.screenshot({ path: join(folder, file), omitBackground: true });
}
writeFileSync(join(folder, 'icon.svg'), logo);
await browser.close();
