import type { Language } from '../../../core/commerce-terms.ts';
import { JAKARTA_OFFSET_MS } from '../../../core/dates.ts';

const ENGLISH = {
  title: { invoice: 'Invoice and receipt', credit_note: 'Credit note' },
  state: { invoice: 'Paid', credit_note: 'Credited' },
  details: 'Details',
  issued: 'Issued',
  order: 'Order',
  of_invoice: 'For invoice',
  reason: 'Reason',
  causes: { refund: 'refund', void: 'the payment was not made', chargeback: 'chargeback' },
  seller: 'Seller',
  buyer: 'Buyer',
  tax_id: 'Tax number (NPWP)',
  tax_invoice: 'Tax invoice (faktur pajak)',
  description: 'Description',
  period: 'Period',
  quantity: 'Quantity',
  unit_price: 'Price (Rp)',
  amount: 'Amount (Rp)',
  credited: 'Credit for',
  price: 'Price',
  period_credit: 'Credit for the unused part of the previous period, including rounding',
  waived: 'Reduction',
  total: { invoice: 'Total paid', credit_note: 'Total credited' },
  without_tax: 'Price without PPN',
  tax_base: 'Tax base (DPP)',
  tax: 'PPN',
  payments: { invoice: 'Payments', credit_note: 'Returned' },
  method: 'Method',
  reference: 'Reference',
  methods: {
    manual: 'Bank transfer or other payment',
    midtrans: 'Midtrans',
    xendit: 'Xendit',
    credit: 'Credit of the account',
    withheld: 'Income tax withheld (PPh 23)',
  },
  paid_at: 'Time (WIB)',
  kinds: { purchase: 'purchase', renewal: 'renewal', upgrade: 'upgrade' },
  tax_included: 'The prices and the total include PPN.',
  notes: 'All amounts are in Indonesian rupiah (IDR). This document is not a tax invoice (faktur pajak).',
  print: 'Print',
  back: 'Back',
  print_hint: 'Or choose Print in the menu of the browser (Ctrl+P), also to save a PDF.',
};

export const INVOICE_TEXTS: Readonly<Record<Language, typeof ENGLISH>> = {
  en: ENGLISH,
  id: {
    title: { invoice: 'Faktur dan kuitansi', credit_note: 'Nota kredit' },
    state: { invoice: 'Lunas', credit_note: 'Dikreditkan' },
    details: 'Rincian',
    issued: 'Diterbitkan',
    order: 'Pesanan',
    of_invoice: 'Untuk faktur',
    reason: 'Alasan',
    causes: {
      refund: 'pengembalian dana',
      void: 'pembayaran tidak dilakukan',
      chargeback: 'tolak bayar (chargeback)',
    },
    seller: 'Penjual',
    buyer: 'Pembeli',
    tax_id: 'NPWP',
    tax_invoice: 'Faktur pajak',
    description: 'Uraian',
    period: 'Periode',
    quantity: 'Jumlah',
    unit_price: 'Harga (Rp)',
    amount: 'Nilai (Rp)',
    credited: 'Kredit untuk',
    price: 'Harga',
    period_credit: 'Kredit atas sisa periode sebelumnya, termasuk pembulatan',
    waived: 'Potongan',
    total: { invoice: 'Total dibayar', credit_note: 'Total dikreditkan' },
    without_tax: 'Harga tanpa PPN',
    tax_base: 'Dasar pengenaan pajak (DPP)',
    tax: 'PPN',
    payments: { invoice: 'Pembayaran', credit_note: 'Pengembalian' },
    method: 'Cara',
    reference: 'Referensi',
    methods: {
      manual: 'Transfer bank atau pembayaran lain',
      midtrans: 'Midtrans',
      xendit: 'Xendit',
      credit: 'Saldo kredit akun',
      withheld: 'PPh 23 dipotong',
    },
    paid_at: 'Waktu (WIB)',
    kinds: { purchase: 'pembelian', renewal: 'perpanjangan', upgrade: 'peningkatan' },
    tax_included: 'Harga dan total sudah termasuk PPN.',
    notes: 'Semua nilai dalam rupiah Indonesia (IDR). Dokumen ini bukan faktur pajak.',
    print: 'Cetak',
    back: 'Kembali',
    print_hint: 'Atau pilih Cetak di menu peramban (Ctrl+P), juga untuk menyimpan PDF.',
  },
};

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
