import { readFileSync } from 'node:fs';
import { beforeEach, describe, expect, test } from 'vitest';
import { Accounts } from '../../../src/commerce/accounts/accounts.ts';
import { isKey, keySha256, maskedKey, newKey } from '../../../src/commerce/accounts/keys/key-format.ts';
import { DATA_ONLY, endOfKey, hasEnded, storedTerms } from '../../../src/commerce/accounts/keys/key-terms.ts';
import type { KeyScope } from '../../../src/core/commerce-terms.ts';
import type { Ledger } from '../../../src/ledger/ledger.ts';
import { afterThisTest, SetClock, temporaryFolder } from '../../support/alir.ts';
import { ON_POSTGRES, TestLedger } from '../../support/test-ledger.ts';

describe('a key', () => {
  test('has the prefix, 32 base62 characters and a checksum of 6', () => {
    const keys = Array.from({ length: 200 }, newKey);
    for (const key of keys) expect(key).toMatch(/^alir_live_[0-9A-Za-z]{38}$/);
    expect(new Set(keys).size).toBe(200);
    const characters = new Set(keys.flatMap((key) => [...key.slice(10, 42)]));
    expect(characters.size).toBe(62);
  });

  test('has a checksum that detects typing errors', () => {
    const key = newKey();
    expect(isKey(key)).toBe(true);
    for (let place = 0; place < key.length; place++) {
      const other = key[place] === 'x' ? 'y' : 'x';
      expect(isKey(key.slice(0, place) + other + key.slice(place + 1))).toBe(false);
    }
    for (const text of ['', key.slice(1), `${key}0`, key.toUpperCase(), ` ${key}`])
      expect(isKey(text)).toBe(false);
  });

  test('ends with the CRC-32 of the preceding characters in base62', () => {
    // crc32('alir_live_' + 32 zeros) by Python's zlib.crc32, written in base62 by hand
    expect(isKey(`alir_live_${'0'.repeat(32)}${CHECKSUM_OF_ZEROS}`)).toBe(true);
  });

  test('is masked to its first and last 4 characters', () => {
    expect(maskedKey('alir_live_abcdefgh1234')).toBe('alir...1234');
  });
});

const CHECKSUM_OF_ZEROS = '0ZQjof';

test('the terms of a key are stored in one order, and each block of addresses once', () => {
  const allowed_ips = ['10.0.0.0/8', '10.0.0.0/8', '2001:db8::/32'];
  const terms = { ...DATA_ONLY, scopes: ['account', 'data'] as KeyScope[], allowed_ips };
  expect(storedTerms(terms)).toEqual({
    ...{ scopes: 'data,account', allowed_ips: '10.0.0.0/8,2001:db8::/32' },
    ...{ expires_at: null, max_units: null, link: null },
  });
});

describe('the end of a key', () => {
  test.each([
    [null, null, null],
    ['2026-01-02', null, '2026-01-02'],
    [null, '2026-01-03', '2026-01-03'],
    // A key that is replaced remains valid until it expires.
    ['2026-01-02', '2026-01-03', '2026-01-02'],
    ['2026-01-03', '2026-01-02', '2026-01-02'],
  ])('that expires at %s and is revoked at %s is %s', (expires_at, revoked_at, end) => {
    const key = { expires_at, revoked_at };
    expect(endOfKey(key)).toBe(end);
    const ended = ['2026-01-01', '2026-01-02', '2026-01-03'].map((day) => hasEnded(key, new Date(day)));
    expect(ended).toEqual(
      ['2026-01-01', '2026-01-02', '2026-01-03'].map((day) => end !== null && end <= day),
    );
  });
});

describe('accounts', () => {
  let path: string;
  let ledger: Ledger;
  let accounts: Accounts;

  beforeEach(async () => {
    path = `${await temporaryFolder()}/ledger.sqlite`;
    ledger = await (await TestLedger.create(path)).open();
    afterThisTest(async () => ledger.close());
    accounts = new Accounts(ledger, new SetClock('2026-01-31T10:00:00Z'));
  });

  test.each([
    ['free', 1, null],
    ['starter', 1, '2026-03-02T10:00:00.000Z'],
    ['starter', 3, '2026-05-01T10:00:00.000Z'],
    ['advanced', 6, '2026-07-30T10:00:00.000Z'],
  ] as const)('a %s account for %i month(s) ends at %s', async (plan, months, period_end) => {
    const { account } = await accounts.create('a@example.com', plan, months);
    expect(account).toMatchObject({ plan, period_start: '2026-01-31T10:00:00.000Z', period_end });
  });

  test('a new MCP key replaces the previous one and keeps the API keys', async () => {
    const { account, api_key, mcp_key } = await accounts.create('a@example.com', 'starter', 1);
    const { account_id } = account;
    const replaced = (await accounts.rotateMcpKey(account_id)).api_key;
    expect(await accounts.callerWithKey(replaced)).toMatchObject({ account_id, scopes: ['data'] });
    expect(await accounts.callerWithKey(mcp_key)).toBeUndefined();
    expect(await accounts.callerWithKey(api_key)).toMatchObject({ account_id, scopes: ['data', 'account'] });
  });

  test('a new account has a working API key and MCP key', async () => {
    const { account, api_key, mcp_key } = await accounts.create('a@example.com', 'starter', 1);
    const { account_id } = account;
    expect(await accounts.callerWithKey(api_key)).toMatchObject({
      account_id,
      scopes: ['data', 'account'],
      masked: maskedKey(api_key),
    });
    expect(await accounts.callerWithKey(mcp_key)).toMatchObject({ account_id, scopes: ['data'] });
    expect(await accounts.callerWithKey(newKey())).toBeUndefined();
  });

  test.skipIf(ON_POSTGRES)('keys are stored only as hashes', async () => {
    const { api_key } = await accounts.create('a@example.com', 'starter', 1);
    await ledger.close();
    const file = readFileSync(path);
    expect(file.includes(keySha256(api_key))).toBe(true);
    expect(file.includes(api_key.slice(10, 42))).toBe(false);
  });

  test('an e-mail address has one account, regardless of case', async () => {
    await accounts.create('a@example.com', 'free', 1);
    await expect(() => accounts.create('A@Example.com', 'free', 1)).rejects.toThrow(
      expect.objectContaining({ code: 'email_taken' }),
    );
    expect(await accounts.keys()).toHaveLength(2);
  });

  test.each([
    ['free', 1],
    ['starter', 3],
    ['professional', 10],
    ['advanced', 20],
  ] as const)('the %s plan allows %i key(s), not counting MCP keys and revoked keys', async (plan, limit) => {
    const { account } = await accounts.create('a@example.com', plan, 1);
    for (let key = 1; key < limit; key++) await accounts.createKey(account.account_id, `key ${key}`);
    const refused = expect.objectContaining({ code: 'key_limit_reached' });
    await expect(() => accounts.createKey(account.account_id, 'one more')).rejects.toThrow(refused);
    const [first] = (await accounts.keys(account.account_id)).filter((key) => key.kind === 'api');
    await accounts.revokeKey(first?.key_id ?? '');
    expect((await accounts.createKey(account.account_id, 'in its place')).api_key).toMatch(/^alir_live_/);
    await expect(() => accounts.createKey(account.account_id, 'one more')).rejects.toThrow(refused);
  });

  test('a revoked key is refused and keeps the time of its first revocation', async () => {
    const clock = new SetClock('2026-01-31T10:00:00Z');
    const { account, api_key } = await new Accounts(ledger, clock).create('a@example.com', 'starter', 1);
    const key_id = (await accounts.callerWithKey(api_key))?.key_id ?? '';
    const first = await new Accounts(ledger, clock).revokeKey(key_id);
    clock.time = new Date('2026-02-02T10:00:00Z');
    expect(await new Accounts(ledger, clock).revokeKey(key_id)).toEqual(first);
    expect(first.revoked_at).toBe('2026-01-31T10:00:00.000Z');
    expect(await accounts.callerWithKey(api_key)).toBeUndefined();
    expect(await accounts.keys(account.account_id)).toContainEqual(first);
  });

  test('an unknown account or key is an error', async () => {
    await expect(() => accounts.createKey('nobody', 'x')).rejects.toThrow(
      expect.objectContaining({ code: 'unknown_account' }),
    );
    await expect(() => accounts.keys('nobody')).rejects.toThrow(
      expect.objectContaining({ code: 'unknown_account' }),
    );
    await expect(() => accounts.revokeKey('none')).rejects.toThrow(
      expect.objectContaining({ code: 'unknown_key' }),
    );
  });
});
