import * as bank from "@kontor/contract/employees/bank";
import * as benefits from "@kontor/contract/employees/benefits";
import { getBenefitsTemplate } from "@kontor/contract/employees/benefits-template";
import * as contract from "@kontor/contract/employees/employees";
import * as imports from "@kontor/contract/employees/imports";
import * as leaving from "@kontor/contract/employees/leaving";
import { getOpeningTemplate } from "@kontor/contract/employees/opening-template";
import * as pay from "@kontor/contract/employees/pay";
import { getEmployeeTotals } from "@kontor/contract/employees/totals";

import { fileRoute } from "../platform/http/serve-file.ts";
import {
  externalQueryRoute,
  externalActionRoute,
  route,
  uploadRoute,
  type Route,
} from "../platform/http/serve.ts";
import { prepareSheet } from "../platform/sheets/sheet-in-worker.ts";
import {
  bankAccountChangesOf,
  correctNameOnAccount,
  decideBankAccount,
  enterBankAccount,
  withdrawBankAccount,
} from "./bank/account-changes.ts";
import {
  accountCheck,
  prepareHolderInquiry,
  preparePresentHolderInquiry,
} from "./bank/account-check.ts";
import { commitImport } from "./imports/commit.ts";
import {
  discardImport,
  findImport,
  importsList,
  saveUpload,
  mapImport,
} from "./imports/imports.ts";
import { importRows, rejectedRowsFile, importTemplateFile } from "./imports/rows.ts";
import { undoImport } from "./imports/undo.ts";
import {
  rehire,
  endEmployment,
  settlementOf,
  cancelExitOf,
  setSuspension,
} from "./leaving/leaving.ts";
import { arrearsWindow } from "./pay/arrears-window.ts";
import { benefitsTemplateFile } from "./pay/benefits-template.ts";
import { addBenefitTo, benefitsOf, changeBenefit, removeBenefitOf } from "./pay/benefits.ts";
import { documentOf, prepareEvidence } from "./pay/documents.ts";
import {
  removeOpeningFiguresOf,
  saveOpeningFiguresOf,
  openingFiguresOf,
} from "./pay/opening-figures.ts";
import { openingTemplateFile } from "./pay/opening-template.ts";
import { addPayItemTo, changePayItem, payItemsOf, removePayItemOf } from "./pay/pay-items.ts";
import { addPayRateTo, payRatesOf, withdrawPayRateOf } from "./pay/pay-rates.ts";
import { decideReliefOf, claimReliefOf, reliefsOf } from "./pay/reliefs.ts";
import { employeeChoices } from "./records/choices.ts";
import { findEmployee } from "./records/employee.ts";
import { employeesFile } from "./records/export.ts";
import { employeeHistory } from "./records/history.ts";
import { employeesList, employeeTotals } from "./records/list.ts";
import { readNumbersOf } from "./records/numbers.ts";
import { addEmployeeTo, changeJob, changePersonal, changeStatutory } from "./records/sections.ts";

export const employeeRoutes: readonly Route[] = [
  route(contract.listEmployees, employeesList),
  route(getEmployeeTotals, employeeTotals),
  fileRoute(contract.exportEmployees, employeesFile, { snapshot: true }),
  route(contract.getEmployeeChoices, employeeChoices),
  route(contract.getEmployee, findEmployee),
  route(contract.addEmployee, addEmployeeTo),
  route(contract.savePersonal, changePersonal),
  route(contract.saveJob, changeJob),
  route(contract.saveStatutory, changeStatutory),
  route(contract.readPersonalNumbers, readNumbersOf),
  route(contract.listEmployeeHistory, employeeHistory),
  route(pay.listPayRates, payRatesOf),
  route(pay.addPayRate, addPayRateTo),
  route(pay.withdrawPayRate, withdrawPayRateOf),
  route(pay.getArrearsWindow, arrearsWindow),
  route(pay.listPayItems, payItemsOf),
  route(pay.addPayItem, addPayItemTo),
  route(pay.savePayItem, changePayItem),
  route(pay.removePayItem, removePayItemOf),
  route(benefits.listBenefits, benefitsOf),
  route(benefits.addBenefit, addBenefitTo),
  route(benefits.saveBenefit, changeBenefit),
  route(benefits.removeBenefit, removeBenefitOf),
  route(pay.listReliefs, reliefsOf),
  uploadRoute(pay.claimRelief, prepareEvidence, claimReliefOf),
  route(pay.decideRelief, decideReliefOf),
  fileRoute(pay.getEmployeeDocument, documentOf),
  route(pay.listOpeningFigures, openingFiguresOf),
  route(pay.saveOpeningFigures, saveOpeningFiguresOf),
  route(pay.removeOpeningFigures, removeOpeningFiguresOf),
  fileRoute(getOpeningTemplate, openingTemplateFile, { snapshot: true }),
  fileRoute(getBenefitsTemplate, benefitsTemplateFile, { snapshot: true }),
  externalActionRoute(bank.checkBankAccount, accountCheck),
  route(bank.listBankAccountChanges, bankAccountChangesOf),
  externalQueryRoute(bank.changeBankAccount, prepareHolderInquiry, enterBankAccount),
  externalQueryRoute(bank.correctAccountName, preparePresentHolderInquiry, correctNameOnAccount),
  route(bank.decideBankAccountChange, decideBankAccount),
  route(bank.withdrawBankAccountChange, withdrawBankAccount),
  route(leaving.leaveEmployment, endEmployment),
  route(leaving.cancelExit, cancelExitOf),
  route(leaving.returnToWork, rehire),
  route(leaving.suspendEmployee, setSuspension),
  route(leaving.getSettlement, settlementOf),
  uploadRoute(imports.uploadEmployeeImport, prepareSheet("employees"), saveUpload),
  route(imports.listEmployeeImports, importsList),
  route(imports.getEmployeeImport, findImport),
  route(imports.mapEmployeeImport, mapImport),
  route(imports.listEmployeeImportRows, importRows),
  fileRoute(imports.exportRejectedRows, rejectedRowsFile),
  fileRoute(imports.getImportTemplate, importTemplateFile),
  route(imports.commitEmployeeImport, commitImport),
  route(imports.undoEmployeeImport, undoImport),
  route(imports.discardEmployeeImport, discardImport),
];
