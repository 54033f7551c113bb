import type { Kobo } from "@kontor/books/money";

/** A bank account of an organization into which its funds are paid. */
export type VirtualAccount = {
  bank_name: string;
  account_name: string;
  virtual_account_number: string;
};

/**
 * Opens virtual bank accounts into which an organization's funds are paid, and looks up the holders
 * of accounts. Every call goes over a network and may take long, fail, or succeed without a
 * response reaching us.
 */
export type AccountProvider = {
  readonly name: string;
  /**
   * Opens an account, or finds the one opened by the same reference, so a retry after an unknown
   * outcome opens no second account.
   *
   * @param signal aborts the call, whose outcome is then unknown.
   */
  open(
    account: { reference: string; account_name: string },
    signal: AbortSignal,
  ): Promise<VirtualAccount>;
  /**
   * The name under which a bank has an account; null where it knows none or does not say.
   *
   * @param account.holder the presumed holder, which some providers compare and all may ignore.
   * @param signal ends the call.
   */
  accountName(account: InquiredAccount, signal: AbortSignal): Promise<string | null>;
};

/** An account whose name is looked up; its number is a NUBAN, ten digits as text. */
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
   * The virtual account of the organization that pays, where a provider pays from one of several; null
   * while it is not open yet.
   */
  source_account_number: string | null;
};

/** A provider's report on a transfer, in its own word for the status. */
export type TransferReport = {
  /** Such as "success" or "IN_PROGRESS"; transfers/status.ts has the meanings. */
  word: string;
  /** The amount that the provider says it pays, in kobo; null when it does not say. */
  amount: Kobo | null;
  /** Why it failed or was reversed; the empty text when the provider says nothing. */
  reason: string;
};

/**
 * What became of sending. `refused` is said only when nothing was accepted under the reference and
 * nothing will be. Everything else that is no report is `unknown`: a time-out, a 5xx, a limit on
 * calls, a reference that the provider has seen before. The provider is then asked by reference.
 */
export type SendAnswer =
  | { answer: "accepted"; report: TransferReport }
  | { answer: "refused"; reason: string }
  | { answer: "unknown"; reason: string };

/**
 * A service that keeps accounts and moves money. Every provider pays a reference at most once,
 * however often it is sent; sending again after a failure relies on that, and the adapter of a
 * provider that does not must ensure it. Calls may throw, which counts as unknown, and are aborted
 * by `signal`.
 */
export type FundingProvider = AccountProvider & {
  send(transfer: OutgoingTransfer, signal: AbortSignal): Promise<SendAnswer>;
  /** The transfer of a reference; null when the provider says that it knows none. */
  find(reference: string, signal: AbortSignal): Promise<TransferReport | null>;
};
