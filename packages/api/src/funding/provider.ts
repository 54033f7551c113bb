import type { Kobo } from "@kontor/books/money";

/** A bank account of an organization into which its funds are paid. */
export type VirtualAccount = {
  bank_name: string;
  account_name: string;
  virtual_account_number: string;
};

/**
 * Opens virtual bank accounts into which an organization's funds are paid, and looks up the names
 * of account holders. Every call goes over a network: it may take long, fail, or succeed although
 * its response is lost.
 */
export type AccountProvider = {
  readonly name: string;
  /**
   * Opens an account, or finds the one already opened under the reference, so that a retry after an
   * unknown outcome opens no second account.
   *
   * @param signal aborts the call, whose outcome is then unknown.
   */
  open(
    account: { reference: string; account_name: string },
    signal: AbortSignal,
  ): Promise<VirtualAccount>;
  /**
   * The name in which a bank holds an account; null when the bank does not know the account or does
   * not say.
   *
   * @param account.holder the presumed holder, which some providers compare and others ignore.
   * @param signal aborts the call.
   */
  accountName(account: InquiredAccount, signal: AbortSignal): Promise<string | null>;
};

/** An account whose holder is looked up; its number is a NUBAN, ten digits as text. */
export type InquiredAccount = { bank_code: string; account_number: string; holder: string };

/** Money to send to a person's account; amount in kobo. */
export type OutgoingTransfer = {
  /** 16 to 50 of a–z, 0–9, _ and -. */
  reference: string;
  amount: Kobo;
  bank_code: string;
  /** NUBAN: ten digits, as text. */
  account_number: string;
  account_name: string;
  narration: string;
  /**
   * The virtual account of the paying organization, for providers that pay from one of several
   * accounts; null while it is not open yet.
   */
  source_account_number: string | null;
};

/** A provider's report on a transfer, in its own word for the status. */
export type TransferReport = {
  /** Such as "success" or "IN_PROGRESS"; transfers/status.ts maps them to a status. */
  word: string;
  /** The amount that the provider reports, in kobo; null when it reports none. */
  amount: Kobo | null;
  /** Why the transfer failed or was reversed; empty when the provider gives no reason. */
  reason: string;
};

/**
 * The outcome of a request to send. `refused` means that nothing was accepted under the reference
 * and nothing will be. Any other response without a report is `unknown`: a timeout, a 5xx, a rate
 * limit, a reference that the provider has seen before. The provider is then asked by reference.
 */
export type SendAnswer =
  | { answer: "accepted"; report: TransferReport }
  | { answer: "refused"; reason: string }
  | { answer: "unknown"; reason: string };

/**
 * A service that keeps accounts and moves money. Retries rely on each provider paying a reference
 * at most once, however often it is sent; the adapter of a provider that does not must ensure it.
 * `signal` aborts a call. A call may throw, which counts as unknown.
 */
export type FundingProvider = AccountProvider & {
  send(transfer: OutgoingTransfer, signal: AbortSignal): Promise<SendAnswer>;
  /** The transfer with this reference; null when the provider says that it has none. */
  find(reference: string, signal: AbortSignal): Promise<TransferReport | null>;
};
