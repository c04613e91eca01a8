import { type Catalogue, written } from '../../../core/catalogue.ts';
import type { Language } from '../../../core/commerce-terms.ts';
import { JAKARTA_OFFSET_MS } from '../../../core/dates.ts';

const INVOICE = {
  title: {
    invoice: ['Invoice and receipt', 'Faktur dan kuitansi'],
    credit_note: ['Credit note', 'Nota kredit'],
  },
  state: { invoice: ['Paid', 'Lunas'], credit_note: ['Credited', 'Dikreditkan'] },
  details: ['Details', 'Rincian'],
  issued: ['Issued', 'Diterbitkan'],
  order: ['Order', 'Pesanan'],
  of_invoice: ['For invoice', 'Untuk faktur'],
  reason: ['Reason', 'Alasan'],
  causes: {
    refund: ['refund', 'pengembalian dana'],
    void: ['the payment was not made', 'pembayaran tidak dilakukan'],
    chargeback: ['chargeback', 'tolak bayar (chargeback)'],
  },
  seller: ['Seller', 'Penjual'],
  buyer: ['Buyer', 'Pembeli'],
  tax_id: ['Tax number (NPWP)', 'NPWP'],
  tax_invoice: ['Tax invoice (faktur pajak)', 'Faktur pajak'],
  description: ['Description', 'Uraian'],
  period: ['Period', 'Periode'],
  quantity: ['Quantity', 'Jumlah'],
  unit_price: ['Price (Rp)', 'Harga (Rp)'],
  amount: ['Amount (Rp)', 'Nilai (Rp)'],
  credited: ['Credit for', 'Kredit untuk'],
  price: ['Price', 'Harga'],
  period_credit: [
    'Credit for the unused part of the previous period, including rounding',
    'Kredit atas sisa periode sebelumnya, termasuk pembulatan',
  ],
  waived: ['Reduction', 'Potongan'],
  total: { invoice: ['Total paid', 'Total dibayar'], credit_note: ['Total credited', 'Total dikreditkan'] },
  without_tax: ['Price without PPN', 'Harga tanpa PPN'],
  tax_base: ['Tax base (DPP)', 'Dasar pengenaan pajak (DPP)'],
  tax: ['PPN', 'PPN'],
  payments: { invoice: ['Payments', 'Pembayaran'], credit_note: ['Returned', 'Pengembalian'] },
  method: ['Method', 'Cara'],
  reference: ['Reference', 'Referensi'],
  methods: {
    manual: ['Bank transfer or other payment', 'Transfer bank atau pembayaran lain'],
    midtrans: ['Midtrans', 'Midtrans'],
    xendit: ['Xendit', 'Xendit'],
    credit: ['Credit of the account', 'Saldo kredit akun'],
    withheld: ['Income tax withheld (PPh 23)', 'PPh 23 dipotong'],
  },
  paid_at: ['Time (WIB)', 'Waktu (WIB)'],
  kinds: {
    purchase: ['purchase', 'pembelian'],
    renewal: ['renewal', 'perpanjangan'],
    upgrade: ['upgrade', 'peningkatan'],
  },
  tax_included: ['The prices and the total include PPN.', 'Harga dan total sudah termasuk PPN.'],
  notes: [
    'All amounts are in Indonesian rupiah (IDR). This document is not a tax invoice (faktur pajak).',
    'Semua nilai dalam rupiah Indonesia (IDR). Dokumen ini bukan faktur pajak.',
  ],
  print: ['Print', 'Cetak'],
  back: ['Back', 'Kembali'],
  print_hint: [
    'Or choose Print in the menu of the browser (Ctrl+P), also to save a PDF.',
    'Atau pilih Cetak di menu peramban (Ctrl+P), juga untuk menyimpan PDF.',
  ],
} as const satisfies Catalogue;

export const INVOICE_TEXTS = { en: written(INVOICE, 'en'), id: written(INVOICE, 'id') };

/** An amount with the separators of a language: `1.234.567` in Indonesian, `1,234,567` in English, as on the other pages. */
export function inRupiah(amount_idr: number, language: Language): string {
  return String(amount_idr).replaceAll(/\B(?=(?:\d{3})+$)/g, language === 'id' ? '.' : ',');
}

/** The day in Jakarta: `5 January 2026`. @param time ISO 8601 in UTC */
export function dayInWords(time: string, language: Language): string {
  return new Date(time).toLocaleDateString(language === 'id' ? 'id' : 'en-GB', {
    dateStyle: 'long',
    timeZone: 'Asia/Jakarta',
  });
}

/** The time in Jakarta: `5 January 2026, 10:00`, in Indonesian `5 Januari 2026 10.00`. @param time ISO 8601 in UTC */
export function timeInWords(time: string, language: Language): string {
  const clock = new Date(Date.parse(time) + JAKARTA_OFFSET_MS).toISOString().slice(11, 16);
  const day = dayInWords(time, language);
  return language === 'id' ? `${day} ${clock.replace(':', '.')}` : `${day}, ${clock}`;
}
