import type { ComponentChildren } from 'preact';
import { Tag } from '../../components/notice.tsx';
import { useOperator } from '../operator-page.tsx';

/** Something that needs the operator: one problem with the one action that solves it. */
export interface Todo {
  readonly key: string;
  readonly severity: 'problem' | 'warning' | 'info';
  readonly title: string;
  readonly what: ComponentChildren;
  /** What to do, if the button does not say all of it. */
  readonly fix?: ComponentChildren;
  /** What is folded. */
  readonly details?: ComponentChildren;
  /** The page that solves it, or a form with one button. */
  readonly action: { readonly href: string; readonly label: string } | { readonly form: ComponentChildren };
}

const SEVERITY_TAG = { problem: 'bad', warning: 'warn', info: 'info' } as const;

export function TodoItem({ todo: { severity, title, what, fix, details, action } }: { todo: Todo }) {
  const t = useOperator().texts.today;
  return (
    <li>
      <Tag kind={SEVERITY_TAG[severity]}>{t.severity[severity]}</Tag>
      <div>
        <h3>{title}</h3>
        <p>{what}</p>
        {fix !== undefined && <p class="fix">{fix}</p>}
        {details !== undefined && (
          <details class="fold">
            <summary aria-label={`${t.details}: ${title}`}>{t.details}</summary>
            {details}
          </details>
        )}
      </div>
      {'form' in action ? (
        action.form
      ) : (
        <a
          class={severity === 'problem' ? 'btn primary' : 'btn'}
          href={action.href}
          aria-label={`${action.label}: ${title}`}
        >
          {action.label}
        </a>
      )}
    </li>
  );
}
