import type { Catalogue } from '../../../core/catalogue.ts';

export const DOCS = {
  title: ['Documentation', 'Dokumentasi'],
  lead: [
    'Call the API, query the Parquet files, or host the service.',
    'Panggil API, olah berkas Parquet, atau jalankan layanannya sendiri.',
  ],
  guides_title: ['Guides', 'Daftar panduan'],
  search: ['Search the docs', 'Cari dokumentasi'],
  groups: {
    callers: ['Call the API', 'Memanggil API'],
    analysts: ['Query the files', 'Mengolah berkas'],
    operators: ['Host the service', 'Menjalankan layanan'],
    rules: ['Rules', 'Aturan'],
  },
  guides: {
    caller: {
      title: ['First requests', 'Permintaan pertama'],
      about: [
        'Requests in curl, TypeScript and Python, all endpoints, agents, data formats',
        'Contoh curl, TypeScript, dan Python, semua endpoint, agen, format data',
      ],
    },
    limits: {
      title: ['Limits and charging', 'Batas dan biaya'],
      about: [
        'Quotas, rate limits, and the cost of each request',
        'Kuota, batas laju, dan biaya setiap permintaan',
      ],
    },
    numbers: {
      title: ['How the numbers are made', 'Asal angka'],
      about: ['Check a broker summary by hand', 'Menghitung ringkasan broker dengan tangan'],
    },
    glossary: {
      title: ['Glossary', 'Istilah'],
      about: ['Market terms in English and Indonesian', 'Istilah pasar dalam bahasa Inggris dan Indonesia'],
    },
    analysts: {
      title: ['For analysts', 'Untuk analis'],
      about: [
        'The Parquet files with SQL, Python, R and Excel',
        'Berkas Parquet dengan SQL, Python, R, dan Excel',
      ],
    },
    'beyond-one-box': {
      title: ['Beyond one box', 'Lebih dari satu mesin'],
      about: [
        'Spark, Trino, ClickHouse and BigQuery; several servers',
        'Spark, Trino, ClickHouse, dan BigQuery; beberapa server',
      ],
    },
    run: {
      title: ['Run Alir', 'Menjalankan Alir'],
      about: [
        'Install Alir; TLS, backups, upgrades and monitoring',
        'Pemasangan, TLS, cadangan, pembaruan, dan pemantauan',
      ],
    },
    ingest: {
      title: ['Ingest daily files', 'Memuat berkas harian'],
      about: [
        'Updates, held and rejected files, comparisons',
        'Pembaruan, berkas yang ditahan atau ditolak, pencocokan',
      ],
    },
    sell: {
      title: ['Sell plans', 'Menjual paket'],
      about: [
        'Accounts, payments, invoices, people and notices',
        'Akun, pembayaran, faktur, orang, dan pemberitahuan',
      ],
    },
    commands: {
      title: ['Commands and settings', 'Perintah dan pengaturan'],
      about: ['Every command and every setting', 'Setiap perintah dan setiap pengaturan'],
    },
    'data-protection': {
      title: ['Data protection', 'Perlindungan data'],
      about: [
        'What is stored about customers, why and for how long',
        'Yang disimpan tentang pelanggan, alasannya, dan berapa lama',
      ],
    },
    benchmarks: {
      title: ['Benchmarks', 'Tolok ukur'],
      about: ['How fast Alir is, and how it is measured', 'Kecepatan Alir, dan cara mengukurnya'],
    },
    contract: {
      title: ['Contract', 'Kontrak'],
      about: ['The numbered rules of the service', 'Aturan layanan, bernomor'],
    },
    rules: {
      title: ['Rules and their files', 'Aturan dan berkasnya'],
      about: ['The file that implements each rule', 'Berkas yang menerapkan setiap aturan'],
    },
  },
  requests: ['All requests', 'Semua permintaan'],
  requests_about: [
    'Each request has a page with its fields, errors and examples. About keys and responses:',
    'Setiap permintaan punya halaman dengan isian, galat, dan contohnya. Tentang kunci dan jawaban:',
  ],
  request: ['Request', 'Permintaan'],
  answer: ['Answer', 'Jawaban'],
  cost: ['Cost', 'Biaya'],
  free: ['free', 'gratis'],
  /** Of a metered request, by what its units are counted. */
  costs: {
    request: ['1 unit', '1 unit'],
    ticker: ['1 unit per stock', '1 unit per saham'],
    days: ['1 unit per 31 days', '1 unit per 31 hari'],
    market: ['5 units', '5 unit'],
  },
  results: (query: string) => [`Results for “${query}”`, `Hasil untuk “${query}”`],
  nothing_found: ['No section has all these words.', 'Tidak ada bagian yang memuat semua kata ini.'],
  nothing_found_advice: [
    'Use fewer words, or their beginnings.',
    'Kurangi kata, atau tulis awal katanya saja.',
  ],
  on_this_page: ['On this page', 'Di halaman ini'],
  as_markdown: ['This guide as Markdown', 'Panduan ini sebagai Markdown'],
  in_english: ['This guide is in English.', 'Panduan ini berbahasa Inggris.'],
  all_in_english: [
    'The guides and the API reference are in English.',
    'Panduan dan referensi API berbahasa Inggris. Kata untuk pencarian juga harus dalam bahasa Inggris.',
  ],
} satisfies Catalogue;
