import type { ComponentChildren, VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';

interface CodeBoxProps {
  readonly id?: string;
  readonly text: string;
  readonly texts: Readonly<Record<'copy' | 'copied', string>>;
  /** Without it, there is no button. */
  readonly browser: { copy(text: string): Promise<void> } | undefined;
  readonly children?: ComponentChildren;
}

/** A text with a button that copies it. */
export function CodeBox({ id, text, texts, browser, children }: CodeBoxProps): VNode {
  const [isCopied, setCopied] = useState(false);
  useEffect(() => setCopied(false), [text]);
  return (
    <div class="code" id={id}>
      <pre tabIndex={0}>{text}</pre>
      {browser && (
        <button type="button" class="copy" onClick={() => browser.copy(text).then(() => setCopied(true))}>
          {isCopied ? texts.copied : texts.copy}
        </button>
      )}
      {children}
    </div>
  );
}
