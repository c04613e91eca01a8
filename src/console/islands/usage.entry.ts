import { UsageChart } from '../charts/usage/usage-chart.tsx';
import { mount } from './mount.ts';

mount('usage', UsageChart);
