import { getPayslipPdf } from "@kontor/contract/payroll/payslips";

import { callFile, type CallInput } from "../../platform/api.ts";
import { notifySuccess } from "../../platform/message/notify.tsx";
import { saveFile } from "../../platform/save-file.ts";

/** Saves a payslip as the employee receives it, and shows a message. */
export async function downloadPayslip(path: CallInput<typeof getPayslipPdf>): Promise<void> {
  try {
    const file = await callFile(getPayslipPdf, path);
    saveFile(file);
    notifySuccess(`${file.filename} is downloaded.`);
  } catch {
    // The API client has shown the message.
  }
}
