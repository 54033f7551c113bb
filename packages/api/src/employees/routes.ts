import * as contract from "@kontor/contract/employees";

import { fileRoute } from "../platform/http/serve-file.ts";
import { route, type Route } from "../platform/http/serve.ts";
import { employeeChoices } from "./records/choices.ts";
import { findEmployee } from "./records/employee.ts";
import { employeesFile } from "./records/export.ts";
import { employeeHistory } from "./records/history.ts";
import { employeesList } from "./records/list.ts";
import { numbersOf } from "./records/numbers.ts";
import { addEmployeeTo, changeJob, changePersonal, changeStatutory } from "./records/sections.ts";

export const employeeRoutes: readonly Route[] = [
  route(contract.listEmployees, employeesList),
  fileRoute(contract.exportEmployees, employeesFile, { snapshot: true }),
  route(contract.getEmployeeChoices, employeeChoices),
  route(contract.getEmployee, findEmployee),
  route(contract.addEmployee, addEmployeeTo),
  route(contract.savePersonal, changePersonal),
  route(contract.saveJob, changeJob),
  route(contract.saveStatutory, changeStatutory),
  route(contract.readNumbers, numbersOf),
  route(contract.listEmployeeHistory, employeeHistory),
];
