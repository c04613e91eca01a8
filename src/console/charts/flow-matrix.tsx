import type { VNode } from 'preact';
import { counterpartyFlows, OTHERS } from './counterparty-flows.ts';
import type { Locale } from './locale.ts';
import { type Brokers, hasForeignParent, type PairRow } from './rows.ts';

interface FlowMatrixProps {
  readonly rows: readonly PairRow[];
  readonly brokers: Brokers;
  readonly locale: Locale;
}

const SHOWN = 10;
/** Classes of strength, `heat-0` to `heat-5`. */
const STRENGTHS = 5;

/** A table of the largest buyers by the largest sellers: the darker a cell, the larger the value. */
export function FlowMatrix({ rows, brokers, locale }: FlowMatrixProps): VNode {
  const { texts, numbers } = locale;
  const { buyers, sellers, value } = counterpartyFlows(rows, SHOWN);
  const largest = Math.max(
    0,
    ...buyers
      .filter(isBroker)
      .flatMap((buyer) => sellers.filter(isBroker).map((seller) => value(buyer.code, seller.code))),
  );
  const name = (code: string) => (code === OTHERS ? texts.chart.others : code);
  const heading = (code: string) => (hasForeignParent(brokers, code) ? 'tinted' : undefined);
  return (
    <section class="scroll" aria-label={texts.counterparties.matrix} tabIndex={0}>
      <table class="matrix">
        <caption>{texts.counterparties.matrix_caption}</caption>
        <thead>
          <tr>
            <td />
            {sellers.map(({ code }) => (
              <th key={code} scope="col" class={heading(code)}>
                {name(code)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {buyers.map((buyer) => (
            <tr key={buyer.code}>
              <th scope="row" class={heading(buyer.code)}>
                {name(buyer.code)}
              </th>
              {sellers.map((seller) => {
                const amount = value(buyer.code, seller.code);
                const strength =
                  amount === 0 ? 0 : Math.min(STRENGTHS, Math.ceil((amount / largest) * STRENGTHS));
                return (
                  <td key={seller.code} class={`heat-${strength}`} title={numbers.full(amount)}>
                    {amount === 0 ? '–' : numbers.short(amount)}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** The sums of all other brokers would make the pairs pale. */
function isBroker({ code }: { code: string }): boolean {
  return code !== OTHERS;
}
