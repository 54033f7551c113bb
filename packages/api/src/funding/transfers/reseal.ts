import {
  resealColumn,
  type ResealResult,
  type ResealTools,
} from "../../platform/configuration/reseal.ts";
import { transferSealingContext } from "./request.ts";

/** Reseals the account numbers of an organization's transfers. */
export function resealTransfers(tools: ResealTools, tenantId: number): Promise<ResealResult> {
  return resealColumn(tools, tenantId, {
    table: "transfers",
    column: "account_number_sealed",
    namedBy: "id",
    nameOf: () => transferSealingContext(tenantId),
  });
}
