import { CopyButton } from './figure.tsx';
import type { View } from './view.ts';

/** A text with a button that copies it. @param isCode keeps the lines of a file as they are; other texts are wrapped */
export function Secret({ view, text, isCode = false }: { view: View; text: string; isCode?: boolean }) {
  return (
    <div class={isCode ? 'code secret' : 'code secret wrapped'}>
      <pre tabIndex={0}>{text}</pre>
      <CopyButton view={view} />
    </div>
  );
}
