import type { VNode } from 'preact';
import { written } from '../../../core/catalogue.ts';
import type { Language } from '../../../core/commerce-terms.ts';
import { positionPath } from '../../../core/market/page-paths.ts';
import { EXPLORER, REFUSALS } from '../../texts/explorer.ts';
import { DateFormat } from '../../texts/written-dates.ts';
import { NumberFormat } from '../../texts/written-numbers.ts';
import { type Locale, LocaleContext } from '../locale.ts';
import type { Browser } from '../requests/answer.ts';
import type { Selection } from '../requests/requests.ts';
import type { Links } from '../tables/table-columns.ts';
import { BrokerView } from './broker-view.tsx';
import { MarketView } from './market/market-view.tsx';
import { NewsView } from './news-view.tsx';
import { PositionView } from './position-view.tsx';
import { TickerView } from './stock/ticker-view.tsx';
import type { ExplorerProps, Subject } from './view-props.ts';

const LOCALES: Readonly<Record<Language, Locale>> = {
  en: { texts: written(EXPLORER, 'en'), numbers: new NumberFormat('en'), dates: new DateFormat('en') },
  id: {
    texts: written(EXPLORER, 'id'),
    numbers: new NumberFormat('id'),
    dates: new DateFormat('id'),
    refusals: REFUSALS,
  },
};

export function localeOf(language: Language): Locale {
  return LOCALES[language];
}

type AppProps = ExplorerProps & { readonly browser?: Browser | undefined };

/** The pictures of one page. The server renders them without data; a browser loads and draws them. */
export function ExplorerApp({ language, ...props }: AppProps): VNode {
  return (
    <LocaleContext.Provider value={localeOf(language)}>
      <View {...props} />
    </LocaleContext.Provider>
  );
}

function View({ subject, browser, ...rest }: Omit<AppProps, 'language'>): VNode {
  const links = linksOf(rest.selection);
  const address = addressOf(subject, links, rest.selection);
  const common = { ...rest, links, address, browser };
  switch (subject.page) {
    case 'ticker':
      return <TickerView {...common} subject={subject} />;
    case 'broker':
      return <BrokerView {...common} subject={subject} />;
    case 'position':
      return <PositionView {...common} subject={subject} />;
    case 'market':
      return <MarketView {...common} subject={subject} />;
    case 'news':
      return <NewsView {...common} subject={subject} />;
  }
}

function addressOf(subject: Subject, links: Links, selection: Selection): string {
  switch (subject.page) {
    case 'ticker':
      return links.ticker(subject.ticker);
    case 'broker':
      return links.broker(subject.code);
    case 'position':
      return links.position(subject.ticker, subject.code);
    case 'market':
      return `/market?${new URLSearchParams({ ...selection })}`;
    case 'news':
      return '/market/news';
  }
}

/** Links to other subjects with the same selection. */
function linksOf(selection: Selection): Links {
  const query = new URLSearchParams({ ...selection }).toString();
  return {
    broker: (code) => `/brokers/${encodeURIComponent(code)}?${query}`,
    ticker: (ticker) => `/explore/${encodeURIComponent(ticker)}?${query}`,
    position: (ticker, broker) => `${positionPath(ticker, broker)}?${query}`,
  };
}
