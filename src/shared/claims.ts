export const claimStates = [
  'draft',
  'sent',
  'returned',
  'refused',
  'withdrawn',
  'approved',
  'in_payout',
  'paid',
] as const;

/** What a receipt can be. Pictures are encoded again; a PDF is only downloaded, never shown. */
export const receiptTypes = ['image/jpeg', 'image/png', 'image/webp', 'application/pdf'] as const;
export type ReceiptType = (typeof receiptTypes)[number];
export const isReceiptType = (type: string): type is ReceiptType => receiptTypes.some((one) => one === type);

export const maxReceiptBytes = 5 * 1024 * 1024;
/** The receipts of one claim. */
export const maxReceipts = 20;
/** Of all receipts of one person in a project: a disk must not be full because of one account. */
export const maxReceiptsBytes = 200 * 1024 * 1024;
/** A photo of a receipt is reduced to this many pixels, at which small print can be read. */
export const maxReceiptSide = 2000;
/** How many lines a claim can have. */
export const maxClaimLines = 50;
/** Claims of one person in a project, without those that they withdrew. */
export const maxClaims = 50;
/** Of a line, in the smallest unit: far below what a number can hold exactly, so that all of a project can be added up. */
export const maxClaimAmount = 1_000_000_000_000;
/** How many budgets a project can have. */
export const maxBudgets = 500;
/** How many claims one payout can have. */
export const maxPayoutClaims = 2000;
/** What the table of a payout can have. */
export const payoutColumns = [
  'name',
  'holder',
  'number',
  'code',
  'branch',
  'amount',
  'currency',
  'reference',
  'claims',
] as const;
export type PayoutColumn = (typeof payoutColumns)[number];
export const isPayoutColumn = (text: string): text is PayoutColumn => payoutColumns.some((one) => one === text);
