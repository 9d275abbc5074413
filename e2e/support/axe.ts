import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Rules with other impacts would take a third of the time, and their findings are left out anyway. */
const run = `(() => {
  const matters = ({ enabled, impact, tags }) =>
    enabled && (impact === 'serious' || impact === 'critical') && !tags.some((tag) => /experimental|deprecated/.test(tag));
  const values = axe._audit.rules.filter(matters).map(({ id }) => id);
  if (values.length < 50) throw new Error('rules are no longer listed with their impact');
  // A transition that has just begun would be judged by the colours that it begins with.
  for (const animation of document.getAnimations()) if (animation.effect.getComputedTiming().endTime < 1e6) animation.finish();
  return axe.run(document, { runOnly: { type: 'rule', values }, resultTypes: ['violations'], preload: false, elementRef: false });
})()`;

/** Serious and critical accessibility violations, one line each. */
export async function seriousFindings(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source);
  const { violations } = await page.evaluate<Pick<AxeResults, 'violations'>>(
    `${run}.then(({ violations }) => ({ violations }))`,
  );
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id}: ${String(target)} ${failureSummary}`),
    );
}
