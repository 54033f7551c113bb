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
  decideBankAccount,
  enterBankAccount,
  withdrawBankAccount,
} from "./bank/account-changes.ts";
import { accountCheck, inquireHolder } from "./bank/account-check.ts";
import { commitImport } from "./imports/commit.ts";
import {
  discardImport,
  findImport,
  importsList,
  keepUpload,
  mapImport,
} from "./imports/imports.ts";
import { importRows, rejectedFile, templateFile } from "./imports/rows.ts";
import { undoImport } from "./imports/undo.ts";
import { comeBack, leave, settlementOf, stay, suspend } from "./leaving/leaving.ts";
import { arrearsWindow } from "./pay/arrears-window.ts";
import { benefitsTemplateFile } from "./pay/benefits-template.ts";
import { addBenefitTo, benefitsOf, changeBenefit, removeBenefitOf } from "./pay/benefits.ts";
import { documentOf, prepareEvidence } from "./pay/documents.ts";
import { dropOpeningFigures, keepOpeningFigures, openingFiguresOf } from "./pay/opening-figures.ts";
import { openingTemplateFile } from "./pay/opening-template.ts";
import { addItem, changeItem, payItemsOf, removeItem } from "./pay/pay-items.ts";
import { addRate, payRatesOf, withdrawRate } from "./pay/pay-rates.ts";
import { decideReliefOf, enterRelief, reliefsOf } from "./pay/reliefs.ts";
import { employeeChoices } from "./records/choices.ts";
import { findEmployee } from "./records/employee.ts";
import { employeesFile } from "./records/export.ts";
import { employeeHistory } from "./records/history.ts";
import { employeesList, employeeTotals } from "./records/list.ts";
import { numbersOf } from "./records/numbers.ts";
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
  route(contract.readPersonalNumbers, numbersOf),
  route(contract.listEmployeeHistory, employeeHistory),
  route(pay.listPayRates, payRatesOf),
  route(pay.addPayRate, addRate),
  route(pay.withdrawPayRate, withdrawRate),
  route(pay.getArrearsWindow, arrearsWindow),
  route(pay.listPayItems, payItemsOf),
  route(pay.addPayItem, addItem),
  route(pay.savePayItem, changeItem),
  route(pay.removePayItem, removeItem),
  route(benefits.listBenefits, benefitsOf),
  route(benefits.addBenefit, addBenefitTo),
  route(benefits.saveBenefit, changeBenefit),
  route(benefits.removeBenefit, removeBenefitOf),
  route(pay.listReliefs, reliefsOf),
  uploadRoute(pay.claimRelief, prepareEvidence, enterRelief),
  route(pay.decideRelief, decideReliefOf),
  fileRoute(pay.getEmployeeDocument, documentOf),
  route(pay.listOpeningFigures, openingFiguresOf),
  route(pay.saveOpeningFigures, keepOpeningFigures),
  route(pay.removeOpeningFigures, dropOpeningFigures),
  fileRoute(getOpeningTemplate, openingTemplateFile, { snapshot: true }),
  fileRoute(getBenefitsTemplate, benefitsTemplateFile, { snapshot: true }),
  externalActionRoute(bank.checkBankAccount, accountCheck),
  route(bank.listBankAccountChanges, bankAccountChangesOf),
  externalQueryRoute(bank.changeBankAccount, inquireHolder, enterBankAccount),
  route(bank.decideBankAccountChange, decideBankAccount),
  route(bank.withdrawBankAccountChange, withdrawBankAccount),
  route(leaving.leaveEmployment, leave),
  route(leaving.cancelExit, stay),
  route(leaving.returnToWork, comeBack),
  route(leaving.suspendEmployee, suspend),
  route(leaving.getSettlement, settlementOf),
  uploadRoute(imports.uploadEmployeeImport, prepareSheet("employees"), keepUpload),
  route(imports.listEmployeeImports, importsList),
  route(imports.getEmployeeImport, findImport),
  route(imports.mapEmployeeImport, mapImport),
  route(imports.listEmployeeImportRows, importRows),
  fileRoute(imports.exportRejectedRows, rejectedFile),
  fileRoute(imports.getImportTemplate, templateFile),
  route(imports.commitEmployeeImport, commitImport),
  route(imports.undoEmployeeImport, undoImport),
  route(imports.discardEmployeeImport, discardImport),
];
