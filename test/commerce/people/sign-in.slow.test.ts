import { expect, test } from 'vitest';
import { People } from '../../../src/commerce/people/people.ts';
import { SignIn } from '../../../src/commerce/people/sign-in.ts';
import { Shop } from '../../support/shop.ts';
import { ON_POSTGRES } from '../../support/test-ledger.ts';

// With PostgreSQL, sign-in-attacks.test.ts tests the limits with fewer requests.
test.skipIf(ON_POSTGRES)(
  '2,500 requests for codes of 700 new people from 90 networks send 500 e-mails, and keep 1,500 rows',
  async () => {
    const { shop, rows } = await Shop.openWithRows();
    const { ledger, accounts, clock } = shop;
    const people = new People({ ledger, accounts, clock, signup: 'open' });
    const signIn = new SignIn({ ledger, people, clock });
    let mails = 0;
    for (let count = 0; count < 2500; count++) {
      try {
        if ((await signIn.requestCode(`p${count % 700}@example.com`, `10.${count % 90}.0.0/24`)).sent)
          mails += 1;
      } catch (error) {
        expect(error).toMatchObject({ code: 'sign_in_limited', retry_after_s: 3600 });
      }
    }
    expect(mails).toBe(500);
    const [{ codes }] = await rows('SELECT count(*) AS codes FROM sign_in_code');
    expect(Number(codes)).toBeLessThanOrEqual(1501);
    shop.pass(1 / 24);
    expect((await signIn.requestCode('p1@example.com', '203.0.113.0/24')).sent).not.toBeNull();
  },
);
