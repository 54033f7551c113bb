import {
  resealColumn,
  type Resealed,
  type Resealing,
} from "../../platform/configuration/reseal.ts";
import { sealedAs } from "./request.ts";

/** Reseals the account numbers of an organization's transfers. */
export function resealTransfers(tools: Resealing, tenantId: number): Promise<Resealed> {
  return resealColumn(tools, tenantId, {
    table: "transfers",
    column: "account_number_sealed",
    namedBy: "id",
    nameOf: () => sealedAs(tenantId),
  });
}
