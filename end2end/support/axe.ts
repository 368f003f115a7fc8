// What axe found that keeps people out.
import type { AxeResults } from 'axe-core';

/** The serious and critical violations, each with the elements at fault. */
export function serious(results: AxeResults): string[] {
  return results.violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, help, nodes }) => nodes.map((node) => `${id}: ${help}: ${node.html} ${node.failureSummary ?? ''}`));
}
