import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import type { PairRow } from '../../../core/market/rows.ts';
import { useLocale } from '../locale.ts';
import { type Brokers, hasForeignParent } from '../requests/rows.ts';

interface FlowMatrixProps {
  readonly rows: readonly PairRow[];
  readonly brokers: Brokers;
  /** Where the code of a broker leads. */
  readonly hrefOf: (code: string) => string;
}

/** The code that stands for all brokers that a picture does not show. */
export const OTHERS = '*';
const SHOWN = 10;
/** Classes of tint, `size-0` to `size-5`. */
const SIZES = 5;

/** A table of the largest buyers by the largest sellers: the darker a cell, the larger the value. One broker can be framed. */
export function FlowMatrix({ rows, brokers, hrefOf }: FlowMatrixProps): VNode {
  const { texts, numbers } = useLocale();
  const [framed, setFramed] = useState('');
  const { buyers, sellers, value } = counterpartyFlows(rows, SHOWN);
  const largest = Math.max(
    0,
    ...buyers
      .filter(isBroker)
      .flatMap((buyer) => sellers.filter(isBroker).map((seller) => value(buyer.code, seller.code))),
  );
  const codes = [...new Set([...buyers, ...sellers].filter(isBroker).map(({ code }) => code))].sort();
  const name = (code: string) =>
    code === OTHERS ? (
      texts.chart.others
    ) : (
      <a
        class={hasForeignParent(brokers, code) ? 'code tinted' : 'code'}
        href={hrefOf(code)}
        title={brokers[code]?.name}
      >
        {code}
      </a>
    );
  const frameOf = (code: string, side: 'row' | 'column') => (code === framed ? `framed-${side}` : undefined);
  return (
    <>
      <label class="frame-choice">
        {texts.counterparties.highlight}{' '}
        <select onChange={({ currentTarget }) => setFramed(currentTarget.value)}>
          <option value="">{texts.counterparties.no_highlight}</option>
          {codes.map((code) => (
            <option key={code}>{code}</option>
          ))}
        </select>
      </label>
      <section class="scroll" aria-label={texts.counterparties.matrix} tabIndex={0}>
        <table class="matrix">
          <caption class="visually-hidden">{texts.counterparties.matrix_caption}</caption>
          <thead>
            <tr>
              <td>{texts.counterparties.corner}</td>
              {sellers.map(({ code }) => (
                <th key={code} scope="col" class={frameOf(code, 'column')}>
                  {name(code)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {buyers.map((buyer) => (
              <tr key={buyer.code} class={frameOf(buyer.code, 'row')}>
                <th scope="row">{name(buyer.code)}</th>
                {sellers.map((seller) => {
                  const amount = value(buyer.code, seller.code);
                  const strength = amount === 0 ? 0 : Math.min(SIZES, Math.ceil((amount / largest) * SIZES));
                  const isOwn = buyer.code === seller.code && isBroker(buyer);
                  return (
                    <td
                      key={seller.code}
                      class={`size-${isOwn ? 0 : strength} ${frameOf(seller.code, 'column') ?? ''}`}
                      title={isOwn ? texts.counterparties.own(numbers.full(amount)) : numbers.full(amount)}
                    >
                      {amount === 0 ? '–' : numbers.short(amount)}
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </>
  );
}

/** The sums of all other brokers would make the pairs pale. */
function isBroker({ code }: { code: string }): boolean {
  return code !== OTHERS;
}

interface Counterparties {
  /** The largest first; OTHERS is last. */
  readonly buyers: readonly Side[];
  readonly sellers: readonly Side[];
  /** IDR by `buyer seller`. */
  readonly value: (buyer: string, seller: string) => number;
}

interface Side {
  readonly code: string;
  readonly value: number;
}

/** The pairs between the largest buyers and sellers; every other broker is added to OTHERS, so that the sums are those of all pairs. */
export function counterpartyFlows(rows: readonly PairRow[], shown: number): Counterparties {
  const buyers = largest(rows, 'buyer', shown);
  const sellers = largest(rows, 'seller', shown);
  const codeOf = (sides: readonly Side[], code: string) =>
    sides.some((side) => side.code === code) ? code : OTHERS;
  const values = new Map<string, number>();
  for (const { buyer, seller, value } of rows) {
    const key = `${codeOf(buyers, buyer)} ${codeOf(sellers, seller)}`;
    values.set(key, (values.get(key) ?? 0) + value);
  }
  return {
    buyers,
    sellers,
    value: (buyer, seller) => values.get(`${buyer} ${seller}`) ?? 0,
  };
}

function largest(rows: readonly PairRow[], side: 'buyer' | 'seller', shown: number): Side[] {
  const totals = new Map<string, number>();
  for (const row of rows) totals.set(row[side], (totals.get(row[side]) ?? 0) + row.value);
  const sides = [...totals]
    .map(([code, value]) => ({ code, value }))
    .sort((a, b) => b.value - a.value || (a.code < b.code ? -1 : 1));
  // One broker beyond the shown ones is shown itself: "others" would not be shorter.
  if (sides.length <= shown + 1) return sides;
  const others = sides.slice(shown).reduce((sum, { value }) => sum + value, 0);
  return [...sides.slice(0, shown), { code: OTHERS, value: others }];
}
