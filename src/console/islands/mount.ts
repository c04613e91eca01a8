import { type ComponentType, h, hydrate } from 'preact';

/**
 * Hydrates every island of a name: `<div data-island="NAME" data-props="JSON">`, whose content the server rendered with the same component
 * and the same props. See `<Island>` in `pages/island.tsx`.
 */
export function mount<Props extends object>(name: string, component: ComponentType<Props>): void {
  for (const element of document.querySelectorAll<HTMLElement>(`[data-island="${name}"]`)) {
    hydrate(h(component, JSON.parse(element.dataset.props ?? '{}') as Props), element);
  }
}
