/**
 * The refusals about employees, and the messages about rows of a file that cannot be imported; see
 * ../error-codes.ts.
 */
export const employeeErrorCodes = {
  branch_unknown: {
    status: 422,
    message: "This branch is not one of the organization’s. Choose one from the list.",
  },
  staff_no_taken: {
    status: 409,
    message: "The staff number {staff_no} already belongs to {name}. Choose another.",
  },
  number_taken: {
    status: 409,
    message:
      "This {what} already belongs to {name} ({staff_no}). Check it, or rehire that employee instead of adding a new one.",
  },
  born_too_late: {
    status: 422,
    message: "The employee would be under {years} on the start date. Check both dates.",
  },
  start_after_exit: {
    status: 422,
    message: "The start date is after the last day of work, {exit_date}. Check both dates.",
  },
  pay_before_start: {
    status: 422,
    message: "The employee starts on {start_date}. Choose that day or a later one.",
  },
  pay_rate_differs: {
    status: 409,
    message:
      "Pay of {monthly_pay} a month from {from_date} has been entered meanwhile. Submit again to replace it.",
  },
  pay_rate_began: {
    status: 409,
    message:
      "This pay is already in effect and stays in the history. To correct it, enter the right pay for the same day.",
  },
  decided_already: {
    status: 409,
    message: "This has already been decided. The page now shows by whom.",
  },
  second_person_needed: {
    status: 409,
    message: "You entered this yourself, so somebody else has to review and decide it.",
  },
  evidence_invalid: {
    status: 422,
    message: "Choose a PDF or an image (PNG, JPEG or WebP).",
  },
  month_outside_year: { status: 422, message: "Choose a month of {year}." },
  month_not_begun: {
    status: 422,
    message:
      "{month} has not begun. End the figures with the last month that was paid before payroll moved here.",
  },
  opening_not_needed: {
    status: 409,
    message:
      "Payroll pays from January {year} on here, so no employee needs opening figures for that year.",
  },
  opening_complete: {
    status: 409,
    message:
      "Every employee who worked here from January to {month} has opening figures for {year}. Correct them at the employee, or with the template of employees.",
  },
  month_paid_already: {
    status: 422,
    message:
      "Payroll has paid this employee for {month}, so that month would count twice. End the figures before it, or have that payroll reversed first.",
  },
  bank_account_same: {
    status: 409,
    message: "The pay already goes to this account. There is nothing to change.",
  },
  account_name_same: {
    status: 409,
    message: "The account already has this name. There is nothing to correct.",
  },
  account_missing: {
    status: 409,
    message:
      "The employee has no bank account yet, so there is no name to correct. Add the account.",
  },
  account_replaced: {
    status: 409,
    message: "Another account has been confirmed meanwhile. Check the name on it.",
  },
  exit_before_start: {
    status: 422,
    message: "The last day of work is before the start date, {start_date}. Check both dates.",
  },
  employee_erased: {
    status: 409,
    message: "This record was erased after its retention period, so it can no longer be changed.",
  },
  erased_already: {
    status: 409,
    message: "This was already erased. The rest is erased when its retention period is over.",
  },
  erasure_before_exit: {
    status: 409,
    message:
      "The employee still works here, and this record is needed to pay them. Record the last day of work first, then erase.",
  },
  erasure_open_matters: {
    status: 409,
    message:
      "A payslip or salary advance is not settled yet. Settle or reject it first, then erase.",
  },
  erasure_other_employee: {
    status: 422,
    message: "This is not the staff number of this employee, which is {staff_no}.",
  },
  not_leaving: {
    status: 409,
    message: "This employee has not left, so there is nothing to undo.",
  },
  settlement_paid: {
    status: 409,
    message:
      "The amounts owed at the end are in the approved payroll for {month}. Rehire the employee instead, or have that payroll reversed first.",
  },
  return_before_exit: {
    status: 422,
    message: "The employee worked until {exit_date}. Choose a later day.",
  },
  sheet_missing: { status: 422, message: "Choose a CSV or Excel file." },
  sheet_is_pdf: {
    status: 422,
    message: "This file is a PDF. Save the list as CSV or Excel (.xlsx).",
  },
  sheet_is_old_excel: {
    status: 422,
    message:
      "This workbook is of an old Excel version or has a password. Save it as .xlsx without a password.",
  },
  sheet_is_web_page: {
    status: 422,
    message: "This file is a web page. Open it and save it as CSV or Excel (.xlsx).",
  },
  sheet_is_other: {
    status: 422,
    message: "This is neither CSV nor an Excel workbook. Save the list as one of them.",
  },
  sheet_broken: {
    status: 422,
    message: "This file is damaged or incomplete. Save the list again and upload the new file.",
  },
  sheet_empty: {
    status: 422,
    message:
      "There are no rows. Put the column titles in the first row and the rows of the list below.",
  },
  sheet_too_long: {
    status: 422,
    message: "This file has more than {most} rows. Split it and upload the parts one by one.",
  },
  sheet_too_wide: {
    status: 422,
    message: "This file has more than {most} columns. Delete the columns that you do not need.",
  },
  sheet_too_large: {
    status: 422,
    message:
      "This file is too large when unpacked. Save only the sheet with the list as CSV and upload that.",
  },
  import_columns_differ: {
    status: 422,
    message: "The file has {count} columns. Choose a field for each of them, or leave it out.",
  },
  import_field_twice: {
    status: 422,
    message: "Two columns are matched to the same field. Choose one of them.",
  },
  import_needs_staff_no: {
    status: 422,
    message: "Choose the column with the staff number. Employees are matched by it.",
  },
  import_pay_not_allowed: {
    status: 422,
    message: "Your role does not allow you to enter pay. Leave out the pay columns.",
  },
  import_records_not_allowed: {
    status: 422,
    message:
      "Your role allows you to import pay only. Leave out all columns but staff number, names and pay.",
  },
  import_file_of_records: {
    status: 403,
    message:
      "This file has columns that your role does not allow you to import. Ask the user who uploaded it.",
  },
  import_closed: { status: 409, message: "This file has already been imported or discarded." },
  import_not_ready: {
    status: 409,
    message: "The rows of this file have not been checked yet. Wait until the check has finished.",
  },
  import_has_rejected: {
    status: 409,
    message: "The file has rejected rows ({count}). Correct them, or choose to leave them out.",
  },
  import_nothing: { status: 409, message: "There is nothing new or changed in this file." },
  import_outdated: {
    status: 409,
    message:
      "Employees in this file were changed after it was checked, so nothing was imported. Check it again.",
  },
  import_not_committed: { status: 409, message: "Only an imported file can be undone." },
  import_used: {
    status: 409,
    message: "{staff_no} has been changed or used since, so this import can no longer be undone.",
  },
  import_changed_later: {
    status: 409,
    message: "{staff_no} was changed by a later import, {filename}. Undo that one first.",
  },
  import_number_taken: {
    status: 409,
    message:
      "The {what} that {staff_no} had before the import now belongs to {name} ({other}). Correct it there, then undo the import.",
  },
  import_failed: {
    status: 500,
    message: "The rows could not be checked. Upload the file again; if it fails again, contact us.",
  },
  row_unreadable: { status: 422, message: "This cannot be read." },
  row_staff_no: {
    status: 422,
    message: "Every row needs one. A merged cell has its text in its first row only.",
  },
  row_needs_value: { status: 422, message: "A new employee needs one." },
  row_formula: { status: 422, message: "This looks like a formula. Paste its value instead." },
  row_number_shortened: {
    status: 422,
    message: "The spreadsheet shortened this number. Format the column as text and enter it again.",
  },
  row_zeros_lost: {
    status: 422,
    message:
      "Digits are missing: the spreadsheet may have removed leading zeros. Format the column as text.",
  },
  row_amount: {
    status: 422,
    message: "Enter an amount of 0.00 or more in digits, such as 250000.00.",
  },
  row_date: {
    status: 422,
    message: "Enter a date with all four digits of its year, such as 31/03/2026 or 2026-03-31.",
  },
  row_no_such_day: {
    status: 422,
    message: "{month} has {days} days. Enter a day that exists, such as {days}/{number}/{year}.",
  },
  row_no_such_month: {
    status: 422,
    message:
      "There is no month {number}. Write the day first, as in 31/03/2026, or the year first, as in 2026-03-31.",
  },
  row_yes_or_no: { status: 422, message: "Enter yes or no." },
  row_worker: {
    status: 422,
    message: "Enter yes for a worker under the Labour Act, and no for other employees.",
  },
  row_gender: { status: 422, message: "Enter F or M." },
  row_branch: {
    status: 422,
    message: "No branch has this name or code. Enter one of the organization’s: {branches}.",
  },
  row_no_branches: {
    status: 422,
    message:
      "The organization has no branches. Add this one to it and check the file again, or leave this empty.",
  },
  row_account_number: { status: 422, message: "An account number has 10 digits." },
  row_bank: {
    status: 422,
    message: "No bank in the list has this name or code. Check its spelling.",
  },
  row_pfa: {
    status: 422,
    message: "No pension fund administrator in the list has this name. Check its spelling.",
  },
  row_pension_exemption: {
    status: 422,
    message:
      "Enter Foreign employee, Small employer, Exempt by law or Other reason, or None for an employee in the pension scheme.",
  },
  row_half_account: {
    status: 422,
    message: "A bank account needs both the bank and the account number.",
  },
  row_no_pay: {
    status: 422,
    message: "Enter an amount above 0.00 for at least one part of the pay.",
  },
  row_staff_no_unknown: {
    status: 422,
    message:
      "No employee has this number. Correct it, or add the employee first; a file adds employees if it has their start date.",
  },
  row_name_differs: {
    status: 422,
    message:
      "{staff_no} is {name}, not {other}. Check the staff number. If it is right, write the name as in the records, or correct it at the employee.",
  },
  row_month: {
    status: 422,
    message: "Enter a month as March 2026, 03/2026 or 2026-03.",
  },
  row_opening_through: {
    status: 422,
    message: "Enter the last month that the figures include, such as March 2026.",
  },
  row_opening_gross: {
    status: 422,
    message: "Enter what was earned from January to that month, before deductions.",
  },
  row_benefit_name: { status: 422, message: "Enter what it is, such as Official car." },
  row_benefit_kind: {
    status: 422,
    message: "Enter Asset of the company, Rented or hired, Living accommodation or Other benefit.",
  },
  row_benefit_needs_value: { status: 422, message: "A new benefit needs one." },
  row_benefit_pays: {
    status: 422,
    message:
      "The law lowers only the value of an asset of the company by what the employee pays. Leave this empty.",
  },
  row_benefit_which: {
    status: 422,
    message:
      "This employee has several benefits of this name. Enter the first day of the one meant.",
  },
  row_benefit_overlaps: {
    status: 422,
    message:
      "This employee has a benefit of this name from {from} already. To change it, enter this first day; to add another, give it another name.",
  },
  row_benefit_repeated: {
    status: 422,
    message:
      "Line {line} of the file has a benefit of this name for the same time. Give one of them another name, or leave out one of the two lines.",
  },
  row_repeated_with_benefit: {
    status: 422,
    message:
      "Line {line} of the file has the same value. Of an employee in the records, a further line may have another benefit and nothing else that changes.",
  },
  row_staff_no_zeros: {
    status: 422,
    message:
      "{name} has the staff number {staff_no}. Spreadsheets drop leading zeros: write the number as text, or give this employee another one.",
  },
  row_repeated: {
    status: 422,
    message:
      "Line {line} of the file has the same value. Correct it, or leave out one of the two lines.",
  },
  row_repeated_zeros: {
    status: 422,
    message:
      "Line {line} of the file has the same staff number except for leading zeros, which spreadsheets drop. Correct it, or leave out one of the two lines.",
  },
} as const satisfies Record<string, { status: number; message: string }>;
