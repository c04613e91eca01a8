import type { VNode } from 'preact';
import { useLocale } from '../locale.ts';

/** What the requests of the page cost in all. Screen readers announce it when it is known. */
export function ViewCost({ units, isLoading }: { units: number; isLoading: boolean }): VNode {
  const { texts } = useLocale();
  return (
    <p class="view-cost" role="status">
      {isLoading ? texts.page.cost_loading : texts.page.cost_of_view(texts.units.cost(units))}
    </p>
  );
}
