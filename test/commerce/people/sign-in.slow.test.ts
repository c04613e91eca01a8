import { expect } from 'vitest';
import { People } from '../../../src/commerce/people/people.ts';
import { SignIn } from '../../../src/commerce/people/sign-in.ts';
import { test } from '../../support/fixtures.ts';

test('requests for codes are limited for each address of people and of networks, and in all: 10,000 requests send 500 mails', async ({
  shop,
}) => {
  const { ledger, accounts, clock } = shop;
  const people = new People({ ledger, accounts, clock, signup: 'open' });
  const signIn = new SignIn({ ledger, people, clock });
  let mails = 0;
  let refused = 0;
  for (let count = 0; count < 10_000; count++) {
    try {
      if (await signIn.requestCode(`p${count % 700}@example.com`, `10.${count % 90}.0.0/24`)) mails += 1;
    } catch (error) {
      expect(error).toMatchObject({ code: 'sign_in_limited', retry_after_s: 3600 });
      refused += 1;
    }
  }
  expect([mails, refused]).toEqual([500, 9500]);
  shop.pass(1 / 24);
  expect(await signIn.requestCode('p1@example.com', '203.0.113.0/24')).not.toBeNull();
}, 300_000);
