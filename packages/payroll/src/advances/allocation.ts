import { kobo, smaller, sum, ZERO, type Kobo } from "@kontor/books/money";

import type { AdvancePlan } from "./plan.ts";

/** What a repayment pays, in kobo: principal reduces the receivable, interest becomes income. */
export type Allocation = { readonly principal: Kobo; readonly interest: Kobo };

/** The amounts still to be repaid. */
export type Outstanding = Allocation & { readonly total: Kobo };

function subtract(a: Kobo, b: Kobo): Kobo {
  return kobo(a - b);
}

/** The allocation of the first `total` kobo of a payback, in the order of the plan. */
function allocationOf(plan: AdvancePlan, total: Kobo): Allocation {
  let left = total;
  let principal: Kobo = ZERO;
  let interest: Kobo = ZERO;
  for (const instalment of plan.instalments) {
    const forInterest = smaller(left, instalment.interest);
    const forPrincipal = smaller(subtract(left, forInterest), instalment.principal);
    interest = sum([interest, forInterest]);
    principal = sum([principal, forPrincipal]);
    left = subtract(left, sum([forInterest, forPrincipal]));
  }
  return { principal, interest };
}

/**
 * The amounts of an advance that are still owed.
 *
 * @param allocated the sum of all repayments and write-offs so far, in kobo.
 * @throws RangeError when that is below zero or above the payback.
 */
export function outstandingOf(plan: AdvancePlan, allocated: Kobo): Outstanding {
  if (allocated < 0n || allocated > plan.payback) {
    throw new RangeError("Allocated is between nothing and the payback amount.");
  }
  const { principal, interest } = allocationOf(plan, allocated);
  return {
    total: subtract(plan.payback, allocated),
    principal: subtract(plan.amount, principal),
    interest: subtract(plan.interest, interest),
  };
}

/**
 * Allocates a repayment of any kind (payslip, cash, write-off). It pays instalments in the order of
 * the plan, and within each the interest before the principal. So an instalment that is paid in
 * full pays exactly the interest and principal that the plan shows for it, splitting a repayment
 * makes no difference, and the last kobo completes all principal and interest. The payback is fixed
 * at the request, so repaying early does not reduce it.
 *
 * @throws RangeError when the amount is not above zero or is more than is owed.
 */
export function allocate(plan: AdvancePlan, allocated: Kobo, amount: Kobo): Allocation {
  const owed = outstandingOf(plan, allocated);
  if (amount <= 0n || amount > owed.total) {
    throw new RangeError("A repayment is above zero and at most what is owed.");
  }
  const after = outstandingOf(plan, sum([allocated, amount]));
  return {
    principal: subtract(owed.principal, after.principal),
    interest: subtract(owed.interest, after.interest),
  };
}

/**
 * The amounts that become owed again when a repayment is undone: the last kobo allocated, in the
 * order of the plan. Without later repayments that is exactly the result of {@link allocate}. Later
 * repayments move forward in the plan, and the sums are as if the repayment had never happened.
 *
 * @throws RangeError when the amount is not above zero or is more than was allocated.
 */
export function reverseAllocation(plan: AdvancePlan, allocated: Kobo, amount: Kobo): Allocation {
  if (amount <= 0n || amount > allocated) {
    throw new RangeError("What is undone is above zero and at most what was allocated.");
  }
  return allocate(plan, subtract(allocated, amount), amount);
}

/** The amount due by a day and not yet repaid, including earlier missed instalments. */
export function amountDueBy(plan: AdvancePlan, allocated: Kobo, date: string): Kobo {
  const planned = plan.instalments.filter(({ due }) => due <= date).map(({ amount }) => amount);
  const due = subtract(sum(planned), allocated);
  return due > 0n ? due : ZERO;
}

/** The due date of the first instalment that is not fully paid; undefined when all is repaid. */
export function nextDueDate(plan: AdvancePlan, allocated: Kobo): string | undefined {
  let planned = 0n;
  return plan.instalments.find(({ amount }) => {
    planned += amount;
    return planned > allocated;
  })?.due;
}
