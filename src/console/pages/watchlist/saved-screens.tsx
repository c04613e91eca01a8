import type { VNode } from 'preact';
import type { SavedItem } from '../../../commerce/accounts/saved-items.ts';
import type { ScreenChange } from '../../../market/serving/screens/screen-changes.ts';
import { Card } from '../components/card.tsx';
import { Tag } from '../components/notice.tsx';
import { urlWith, useView } from '../components/view.ts';

interface SavedScreensProps {
  readonly screens: readonly { readonly item: SavedItem; readonly change: ScreenChange }[];
}

/** The saved screens of the account: which stocks entered and left. */
export function SavedScreens({ screens }: SavedScreensProps): VNode {
  const { watch } = useView().texts;
  return (
    <Card
      title={watch.screens}
      about={watch.screens_about}
      span={5}
      footer={<a href="/screens">{watch.new_screen}</a>}
    >
      {screens.length === 0 && <p class="note">{watch.no_screens}</p>}
      <ul class="saved-screens">
        {screens.map(({ item: { saved_id, name }, change: { members, entered, left } }) => (
          <li key={saved_id}>
            <a href={urlWith('/screens', { screen: saved_id })}>{name}</a>{' '}
            <span class="soft">{watch.count(members.length)}</span>
            <div class="changes">
              {entered.length > 0 && <Tickers tag={watch.entered} kind="ok" tickers={entered} />}
              {left.length > 0 && <Tickers tag={watch.left} kind="info" tickers={left} />}
              {entered.length + left.length === 0 && <span class="soft">{watch.no_change}</span>}
            </div>
          </li>
        ))}
      </ul>
    </Card>
  );
}

const MAX_NAMED = 12;

interface TickersProps {
  readonly tag: string;
  readonly kind: 'ok' | 'info';
  readonly tickers: readonly string[];
}

function Tickers({ tag, kind, tickers }: TickersProps): VNode {
  return (
    <p>
      <Tag kind={kind}>{tag}</Tag>{' '}
      {tickers.slice(0, MAX_NAMED).map((ticker) => (
        <>
          <a href={`/explore/${encodeURIComponent(ticker)}`}>{ticker}</a>{' '}
        </>
      ))}
      {tickers.length > MAX_NAMED && `+${tickers.length - MAX_NAMED}`}
    </p>
  );
}
