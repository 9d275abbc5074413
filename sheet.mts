// sheet.mts OUT.png COLS CELLW file...  (label from file name)
import { chromium } from 'playwright-core';
import { readFileSync, existsSync } from 'node:fs';
import { chromiumFlags, chromiumPath } from '/tmp/wt/lead/test/support/browser.ts';
const browser = await chromium.launch({ executablePath: chromiumPath()!, args: chromiumFlags });
const page = await browser.newPage();
const pages = JSON.parse(readFileSync('/tmp/wt/tmp-lead/pages.json', 'utf8'));
const jobs: { out: string; cols: number; w: number; files: string[] }[] = JSON.parse(
  readFileSync(process.argv[2]!, 'utf8'),
);
for (const { out, cols, w, files } of jobs) {
  const cells = files.filter(existsSync).map((f) => {
    const n = f.split('/').at(-1)!;
    const i = Number(n.slice(0, 3));
    return `<div style="width:${w}px;margin:3px"><div style="font:12px sans-serif;background:#ff8">${n} ${pages[i].role} ${pages[i].pattern}</div><img src="data:image/jpeg;base64,${readFileSync(f).toString('base64')}" style="width:${w}px;border:1px solid #888"></div>`;
  });
  await page.setViewportSize({ width: cols * (w + 8) + 10, height: 500 });
  await page.setContent(
    `<body style="margin:2px;background:#ccc"><div style="display:flex;flex-wrap:wrap;align-items:flex-start">${cells.join('')}</div>`,
  );
  await page.screenshot({ path: out, fullPage: true });
}
await browser.close();
