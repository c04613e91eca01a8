/**
 * Prints the stocks that rose on at least 1.5 times their usual volume while foreign investors bought, each evening
 * after 19:00 in Jakarta. It costs 5 units.
 *
 *     npm install alir-client
 *     ALIR_API_KEY=... ALIR_BASE_URL=... npx tsx evening_screen.mts [2026-01-30]
 */
import { Alir } from 'alir-client';

const alir = new Alir();
const [date] = process.argv.slice(2);
const { data, units } = await alir.screen({
  ...(date === undefined ? {} : { date }),
  where: {
    and: [
      { measure: 'change_1d', gt: 0 },
      { measure: 'volume_ratio_20d', gte: 1.5 },
      { measure: 'net_foreign_1d', gt: 0 },
    ],
  },
  sort: { measure: 'net_foreign_1d', direction: 'desc' },
  measures: ['close', 'change_1d', 'volume_ratio_20d', 'net_foreign_1d'],
});
console.log(`${data.date}: ${data.rows.length} stocks, ${units} units`);
for (const { ticker, close, change_1d, volume_ratio_20d, net_foreign_1d } of data.rows) {
  const net = Number(net_foreign_1d).toLocaleString('en');
  console.log(`${ticker} ${close} IDR, ${change_1d}%, volume x ${volume_ratio_20d}, net foreign ${net} IDR`);
}
