import type { VNode } from 'preact';
import { counterpartyFlows, OTHERS } from './counterparty-flows.ts';
import type { Locale } from './locale.ts';
import { Plot } from './plot.tsx';
import { type Brokers, hasForeignParent, type PairRow } from './rows.ts';

interface FlowDiagramProps {
  readonly rows: readonly PairRow[];
  readonly brokers: Brokers;
  readonly width: number;
  readonly locale: Locale;
}

const SHOWN = 8;
const HEIGHT = 420;
const TOP = 26;
const GAP = 6;
const NODE_PX = 10;
const LEAST_NODE_PX = 10;

interface Node {
  readonly code: string;
  readonly value: number;
  readonly y: number;
  readonly height: number;
}

/** Buyers left, sellers right, and a band for each pair whose width is the value of their trades. */
export function FlowDiagram({ rows, brokers, width, locale }: FlowDiagramProps): VNode {
  const { texts, numbers } = locale;
  const flows = counterpartyFlows(rows, SHOWN);
  const label_px = width < 480 ? 94 : 128;
  const [left, right] = [label_px, width - label_px];
  const buyers = placed(flows.buyers);
  const sellers = placed(flows.sellers);
  const used = { buyer: new Map<string, number>(), seller: new Map<string, number>() };
  const ribbons = buyers.flatMap((buyer) =>
    sellers.flatMap((seller) => {
      const value = flows.value(buyer.code, seller.code);
      if (value === 0) return [];
      const buyer_height = (value / buyer.value) * buyer.height;
      const seller_height = (value / seller.value) * seller.height;
      const buyer_y = buyer.y + (used.buyer.get(buyer.code) ?? 0);
      const seller_y = seller.y + (used.seller.get(seller.code) ?? 0);
      used.buyer.set(buyer.code, buyer_y - buyer.y + buyer_height);
      used.seller.set(seller.code, seller_y - seller.y + seller_height);
      return [
        { buyer: buyer.code, seller: seller.code, value, buyer_y, seller_y, buyer_height, seller_height },
      ];
    }),
  );
  const byValue = ribbons.toSorted((a, b) => b.value - a.value);
  const name = (code: string) => (code === OTHERS ? texts.chart.others : code);
  const middle = (left + right) / 2;
  const bandOf = (each: (typeof ribbons)[number]) =>
    `M${left + NODE_PX} ${each.buyer_y}C${middle} ${each.buyer_y} ${middle} ${each.seller_y} ${right - NODE_PX} ${each.seller_y}` +
    `v${each.seller_height}C${middle} ${each.seller_y + each.seller_height} ${middle} ${each.buyer_y + each.buyer_height} ${left + NODE_PX} ${each.buyer_y + each.buyer_height}Z`;
  return (
    <Plot
      label={texts.counterparties.title}
      width={width}
      height={HEIGHT}
      grid={{ count: byValue.length, columns: 1 }}
      start={0}
      locale={locale}
      at={(x, y) => nearestBand(byValue, (x - left) / (right - left), y)}
      read={(index) => {
        const each = byValue[index];
        if (!each) return texts.table.empty;
        return texts.counterparties.pair(name(each.buyer), name(each.seller), numbers.full(each.value));
      }}
    >
      {(cursor) => (
        <>
          <text class="axis-title" x={left + NODE_PX} y={13} text-anchor="end">
            {texts.counterparties.buyers}, {texts.units.idr}
          </text>
          <text class="axis-title" x={right - NODE_PX} y={13}>
            {texts.counterparties.sellers}, {texts.units.idr}
          </text>
          {byValue.map((each, index) => (
            <path
              key={`${each.buyer} ${each.seller}`}
              class={cursor === index ? 'band selected' : cursor === undefined ? 'band' : 'band faded'}
              d={bandOf(each)}
            />
          ))}
          {[buyers, sellers].map((nodes, side) =>
            nodes.map(({ code, value, y, height }) => (
              <g key={`${side}${code}`}>
                <rect
                  class={side === 0 ? 'buy' : 'sell'}
                  x={side === 0 ? left : right - NODE_PX}
                  y={y}
                  width={NODE_PX}
                  height={height}
                  rx={2}
                />
                <text
                  x={side === 0 ? left - 8 : right + 8}
                  y={y + height / 2 + 4}
                  text-anchor={side === 0 ? 'end' : 'start'}
                >
                  <tspan class={hasForeignParent(brokers, code) ? 'strong tinted' : 'strong'}>
                    {name(code)}
                  </tspan>{' '}
                  <tspan class="soft">{numbers.short(value)}</tspan>
                </text>
              </g>
            )),
          )}
        </>
      )}
    </Plot>
  );
}

/** The nodes of one side from top to bottom. Small ones are tall enough for their name. */
function placed(sides: readonly { readonly code: string; readonly value: number }[]): Node[] {
  const total = sides.reduce((sum, { value }) => sum + value, 0);
  const room = HEIGHT - TOP - 8 - GAP * Math.max(0, sides.length - 1);
  const extra = room - LEAST_NODE_PX * sides.length;
  let y = TOP;
  return sides.map(({ code, value }) => {
    const height = LEAST_NODE_PX + (total === 0 ? 0 : (value / total) * extra);
    const node = { code, value, y, height };
    y += height + GAP;
    return node;
  });
}

interface BandPlace {
  readonly buyer_y: number;
  readonly seller_y: number;
  readonly buyer_height: number;
  readonly seller_height: number;
}

/** @param share how far to the right between the two sides, 0 to 1 */
function nearestBand(bands: readonly BandPlace[], share: number, y: number): number | undefined {
  if (share < 0 || share > 1) return undefined;
  // The share of the way down that a cubic curve with control points in the middle has made.
  const way = share * share * (3 - 2 * share);
  let nearest: { index: number; distance: number } | undefined;
  bands.forEach((band, index) => {
    const top = band.buyer_y + (band.seller_y - band.buyer_y) * way;
    const height = band.buyer_height + (band.seller_height - band.buyer_height) * way;
    const distance = Math.abs(y - top - height / 2);
    if (distance <= height / 2 + 1 && (!nearest || distance < nearest.distance))
      nearest = { index, distance };
  });
  return nearest?.index;
}
