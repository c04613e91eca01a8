import type { Catalogue } from '../../../core/catalogue.ts';
import { BRIEF_NOTE } from '../../../core/market/brief.ts';
import { EXPLORER } from '../explorer.ts';

export const BRIEF = {
  title: ['Morning brief', 'Ringkasan pagi'],
  subject: (day: string) => [`morning brief of ${day}`, `ringkasan pagi ${day}`],
  after: (day: string) => [`after the close of ${day}`, `setelah penutupan ${day}`],
  whose: ['Whose brief', 'Ringkasan untuk'],
  market: ['Whole market', 'Seluruh pasar'],
  no_lists: ['Save a watchlist', 'Simpan daftar pantau'],
  feed: ['Atom feed', 'Feed Atom'],
  feed_about: [
    'The address of this feed contains a key. Anyone who has the address can read this brief, and nothing else.',
    'Alamat feed ini memuat kunci. Siapa pun yang memiliki alamat ini dapat membaca ringkasan ini, dan tidak lebih.',
  ],
  by_mail: ['Send me by e-mail', 'Kirimi saya lewat e-mail'],
  is_mailed: ['You get it by e-mail', 'Anda menerimanya lewat e-mail'],
  json: ['JSON', 'JSON'],
  about: ['About these figures', 'Tentang angka-angka ini'],
  percentiles: [
    'A percentile compares a figure with 250 earlier ones of the same stock. Where there are fewer, and for brokers, it compares with 60, marked (60), or there is none. Figures are adjusted for stock splits, bonus shares and rights.',
    'Persentil membandingkan sebuah angka dengan 250 angka sebelumnya dari saham yang sama. Jika belum cukup, dan untuk broker, dengan 60, bertanda (60), atau tidak ada. Angka disesuaikan dengan stock split, saham bonus, dan HMETD.',
  ],
  rules: ['How each line is chosen', 'Cara setiap baris dipilih'],
  note: [
    BRIEF_NOTE,
    'Angka-angka ini menunjukkan apa yang diperdagangkan dan seberapa tidak biasa. Angka ini tidak menunjukkan arah harga berikutnya.',
  ],
  no_day: ['There is no brief of this day.', 'Tidak ada ringkasan untuk tanggal ini.'],
  no_day_about: [
    'The brief of a new day follows its publication by a few minutes.',
    'Ringkasan hari baru tersedia beberapa menit setelah datanya terbit.',
  ],
  nothing: ['Nothing unusual', 'Tidak ada yang luar biasa'],
  stock: ['Stock', 'Saham'],
  broker: ['Broker', 'Broker'],
  percentile: ['Percentile', 'Persentil'],
  ...EXPLORER.percentile,
  in_market: ['all', 'semua'],
  kinds: {
    accumulated: {
      title: ['Accumulated', 'Akumulasi'],
      about: ['5 days, in percent of the volume', '5 hari, dalam persen volume'],
      figure: ['Net', 'Net'],
      more: [],
    },
    distributed: {
      title: ['Distributed', 'Distribusi'],
      about: ['5 days, in percent of the volume', '5 hari, dalam persen volume'],
      figure: ['Net', 'Net'],
      more: [],
    },
    volume: {
      title: ['Unusual volume', 'Volume tidak biasa'],
      about: [
        'the day against the median of the 20 days before',
        'hari itu terhadap median 20 hari sebelumnya',
      ],
      figure: ['Times', 'Kali'],
      more: [],
    },
    streak_began: {
      title: ['Foreign streaks that began', 'Net buy/sell asing beruntun: mulai'],
      about: [
        'on the 5th day in a row; IDR of the 5 days',
        'pada hari ke-5 berturut-turut; IDR selama 5 hari',
      ],
      figure: ['Net foreign', 'Net asing'],
      more: [['Streak', 'Beruntun']],
    },
    streak_ended: {
      title: ['Foreign streaks that ended', 'Net buy/sell asing beruntun: berakhir'],
      about: ['after 5 days or more; IDR of the day', 'setelah 5 hari atau lebih; IDR hari itu'],
      figure: ['Net foreign', 'Net asing'],
      more: [['Streak', 'Beruntun']],
    },
    negotiated: {
      title: ['Largest negotiated trades', 'Transaksi nego terbesar'],
      about: ['IDR of the day, and the premium to the close', 'IDR hari itu, dan premi terhadap penutupan'],
      figure: ['Value', 'Nilai'],
      more: [['Premium', 'Premi']],
    },
    broker_turned: {
      title: ['Brokers that turned', 'Broker yang berbalik arah'],
      about: ['net IDR of 5 days, and of the 20 days before', 'IDR bersih 5 hari, dan 20 hari sebelumnya'],
      figure: ['Net', 'Net'],
      more: [['Before', 'Sebelum']],
    },
  },
  bought_days: (days: number) => [`${days} days bought`, `${days} hari beli`],
  sold_days: (days: number) => [`${days} days sold`, `${days} hari jual`],
} satisfies Catalogue;
