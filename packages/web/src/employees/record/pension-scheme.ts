import { codeInWords } from "@kontor/contract/words";
import type { PensionExemption } from "@kontor/payroll/statutory/pension-exemption";

/** Whether somebody is in the pension scheme, or why not: "Outside: foreign employee". */
export function pensionSchemeLabel(exemption: PensionExemption | null): string {
  if (exemption === null) return "In the scheme";
  return `Outside: ${codeInWords(exemption).toLowerCase()}`;
}
