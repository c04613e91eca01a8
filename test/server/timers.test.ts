import { describe, expect, vi } from 'vitest';
import { startNotices } from '../../src/server/notice-timer.ts';
import { startRetention } from '../../src/server/retention-timer.ts';
import { TestAlir } from '../support/alir.ts';
import { test as base } from '../support/fixtures.ts';

const test = base.extend('settings', () => ({
  environment: { ALIR_KEEP_AUDIT_DAYS: '30', ALIR_KEEP_REPLACED_DAYS: '1' },
}));
