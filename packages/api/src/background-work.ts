import { quarterTotalsWork } from "./accounting/totals/quarter-totals.ts";
import { accountNameWork } from "./employees/bank/inquiries.ts";
import { importCheckWork } from "./employees/imports/check.ts";
import { purgeImportsWork } from "./employees/imports/purge.ts";
import { payAccountWork } from "./funding/pay-accounts.ts";
import { transferWork } from "./funding/transfers/deliver.ts";
import type { OutcomeHandlers } from "./funding/transfers/transfer.ts";
import { calculationWork } from "./payroll/calculation/calculate.ts";
import { payslipAttachmentMaker } from "./payroll/payslips/payslip-attachment.ts";
import { rehearsalWork } from "./payroll/rehearsal/work.ts";
import { payslipOutcomeHandler } from "./payroll/steps/outcomes.ts";
import { retentionWork } from "./personal-data/retention.ts";
import type { JobOptions, BackgroundWork } from "./platform/jobs/jobs.ts";
import type { AttachmentMakers } from "./platform/mail/mailer.ts";
import { chainWork } from "./proof/chain/extend.ts";
import { nightlyCheckWork } from "./proof/nightly-check.ts";
import { saveAdvanceOutcomes } from "./salary-advances/sending/outcome.ts";
import { advanceSendingWorks } from "./salary-advances/sending/work.ts";

/** The features that request transfers; each is notified of the outcomes of its own. */
function outcomeHandlers(tools: Pick<JobOptions, "environment" | "clock">): OutcomeHandlers {
  return { salary_advance: saveAdvanceOutcomes, payslip: payslipOutcomeHandler(tools) };
}

/** The background work of the features. */
export function backgroundWork(
  tools: Pick<JobOptions, "database" | "environment" | "log" | "clock">,
): readonly BackgroundWork[] {
  return [
    payAccountWork(tools),
    importCheckWork(tools),
    accountNameWork(tools),
    transferWork(tools, outcomeHandlers(tools)),
    ...advanceSendingWorks(tools),
    chainWork(tools),
    quarterTotalsWork(tools),
    nightlyCheckWork(tools),
    calculationWork(tools),
    rehearsalWork(tools),
    purgeImportsWork(tools),
    retentionWork(tools),
  ];
}

/** The attachments that features make for mails. */
export function mailAttachments(
  tools: Pick<JobOptions, "database" | "environment">,
): AttachmentMakers {
  return { payslip: payslipAttachmentMaker(tools) };
}
