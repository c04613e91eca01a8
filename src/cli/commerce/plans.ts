import type { Command } from 'commander';
import { publicProducts } from '../../commerce/billing/prices/prices.ts';
import { pricesOf } from '../../server/settings-files.ts';
import { type Common, command } from '../command.ts';
import type { Invocation } from '../invocation.ts';
import { idrText, list } from '../output.ts';

export function commands(cli: Invocation, plan: Command): void {
  command(plan, 'list', 'list plans and prices').action((options: Common) =>
    cli.with(options, (config, out) => {
      const products = publicProducts(pricesOf(config)).map(({ plan, months, days, price_idr }) => ({
        ...{ plan, months, days, price_idr },
      }));
      list(out, options, ['PLAN', 'MONTHS', 'DAYS', 'PRICE'], products, (product) => [
        product.plan,
        String(product.months),
        String(product.days),
        idrText(product.price_idr),
      ]);
    }),
  );
}
