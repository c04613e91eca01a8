import { CopyButton } from './figure.tsx';

/** A text with a button that copies it. @param isCode keeps the lines of a file as they are; other texts are wrapped */
export function Secret({ text, isCode = false }: { text: string; isCode?: boolean }) {
  return (
    <div class={isCode ? 'code secret' : 'code secret wrapped'}>
      <pre tabIndex={0}>{text}</pre>
      <CopyButton />
    </div>
  );
}
