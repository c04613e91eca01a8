import { readFileSync } from 'node:fs';
import { parentPort } from 'node:worker_threads';
import regular from '@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf';
import bold from '@expo-google-fonts/inter/700Bold/Inter_700Bold.ttf';
import { initWasm, Resvg } from '@resvg/resvg-wasm';
import wasm from '@resvg/resvg-wasm/index_bg.wasm';

const read = (path: string) => readFileSync(new URL(path, import.meta.url));
const fonts = { fontBuffers: [regular, bold].map(read), defaultFontFamily: 'Inter', loadSystemFonts: false };
const ready = initWasm(read(wasm));

// Runs in a worker thread, which ends if it fails.
parentPort?.on('message', async (svg: string) => {
  await ready;
  parentPort?.postMessage(new Resvg(svg, { font: fonts }).render().asPng());
});
