import { describe, expect, test } from 'vitest';
import { CHROMIUM, openBrowser, screenshot } from '../../support/browser.ts';
import { startServing } from '../../support/cli.ts';
import { demoPlace } from '../../support/demo.ts';

describe.skipIf(CHROMIUM === undefined)('the link of the demo', () => {
  test('leads to the first chart with one click', async () => {
    const { printed } = await startServing(['demo'], { cwd: await demoPlace() });
    const { page, problems } = await openBrowser({
      locale: 'en-US',
      viewport: { width: 1400, height: 1000 },
    });
    await page.goto(printed.sign_in_url as string);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL('**/explore/BBCA');
    await page.getByRole('slider').first().waitFor();
    await screenshot(page, 'demo-explore');
    expect(problems).toEqual([]);
  });
});
