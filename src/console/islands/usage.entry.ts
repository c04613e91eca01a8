import { UsageChart } from '../charts/usage-chart.tsx';
import { mount } from './mount.ts';

mount('usage', UsageChart);
