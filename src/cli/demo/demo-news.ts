import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Item {
  readonly date: string;
  readonly title: string;
  readonly description: string;
}

interface Publisher {
  readonly name: string;
  readonly host: string;
  readonly items: readonly Item[];
}

/** Made-up reports about what the stories of the made-up market do. */
export const PUBLISHERS: readonly Publisher[] = [
  {
    name: 'Kabar-Demo',
    host: 'kabar.example',
    items: [
      {
        date: '2026-01-23',
        title: 'Asing kembali membeli BBCA, harga pulih sebagian',
        description: 'Investor asing membeli BBCA empat hari berturut-turut.',
      },
      {
        date: '2026-01-22',
        title: 'MEDC naik lebih dari seperempat sejak awal tahun',
        description: 'Dua broker tercatat sebagai pembeli terbesar MEDC sejak Desember.',
      },
      {
        date: '2026-01-20',
        title: '45 juta saham MYOR berpindah tangan di pasar negosiasi',
        description: 'Harga transaksi MYOR itu 6% di bawah harga pasar reguler.',
      },
      {
        date: '2026-01-15',
        title: 'Asing menjual BBCA delapan hari berturut-turut',
        description: 'Investor domestik menampung saham BBCA yang dilepas investor asing.',
      },
      {
        date: '2026-01-09',
        title: 'COIN melonjak lebih dari separuh dalam lima hari',
        description: 'Transaksi COIN mencapai tiga kali hari biasa.',
      },
    ],
  },
  {
    name: 'Pasar-Demo',
    host: 'pasar.example',
    items: [
      {
        date: '2026-01-21',
        title: 'COIN diperdagangkan lagi dan langsung turun',
        description: 'Saham COIN tidak diperdagangkan selama enam hari bursa.',
      },
      {
        date: '2026-01-19',
        title: 'Hak atas saham baru INET mulai diperdagangkan',
        description: 'INET-R diperdagangkan selama lima hari.',
      },
      {
        date: '2026-01-15',
        title: 'Sebagian besar saham pulih sehari setelah aksi jual',
        description: 'Harga memulihkan sebagian penurunan hari sebelumnya.',
      },
      {
        date: '2026-01-14',
        title: 'Transaksi bursa melonjak, sebagian besar saham turun',
        description: 'Jumlah transaksi mencapai 2,5 kali hari biasa.',
      },
      {
        date: '2025-12-30',
        title: 'Bursa sepi menjelang tahun baru',
        description: 'Jumlah transaksi sekitar separuh dari hari biasa.',
      },
    ],
  },
];

export interface DemoNews {
  /** Content of the file that ALIR_NEWS_SOURCES names. */
  readonly settings: string;
  /** The port of this machine that serves each host. */
  readonly ports: ReadonlyMap<string, number>;
  close(): Promise<void>;
}

/** Serves made-up feeds on a free port of 127.0.0.1, so that the news of the demo belong to its market. */
export async function startDemoNews(): Promise<DemoNews> {
  const server = createServer(({ headers }, response) => {
    const publisher = PUBLISHERS.find(({ host }) => host === headers.host);
    if (publisher) response.writeHead(200, { 'content-type': 'application/rss+xml' }).end(feedOf(publisher));
    else response.writeHead(404).end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  // A demo that cannot start ends all the same.
  server.unref();
  const { port } = server.address() as AddressInfo;
  return {
    settings: JSON.stringify({
      deadline_ms: 5000,
      feed_timeout_ms: 4000,
      max_feed_bytes: 1_000_000,
      sources: PUBLISHERS.map(({ name, host }) => ({
        ...{ name, on: true, feeds: [`http://${host}/rss`], hosts: [host], time_zone: 'Asia/Jakarta' },
      })),
    }),
    ports: new Map(PUBLISHERS.map(({ host }) => [host, port])),
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function feedOf({ name, host, items }: Publisher): string {
  const entries = items.map(
    ({ date, title, description }, place) => `<item>
<title>${title}</title>
<link>https://${host}/${date}/${place}</link>
<description>${description} Berita karangan untuk demo Alir.</description>
<pubDate>${new Date(`${date}T17:30:00+07:00`).toUTCString()}</pubDate>
</item>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0"><channel><title>${name}</title><link>https://${host}/</link>
${entries.join('\n')}
</channel></rss>
`;
}
