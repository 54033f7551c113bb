import { z } from "zod";

import { endpoint } from "../endpoint.ts";
import { done, version } from "../wire.ts";
import { payrollRun, runAddress, runPath } from "./runs.ts";

const versioned = z.strictObject({ version });

export const calculateRun = endpoint({
  method: "POST",
  path: `${runAddress}/calculation`,
  summary: "Calculate a draft run again",
  access: "payroll.prepare",
  params: runPath,
  body: versioned,
  data: payrollRun,
});

export const discardRun = endpoint({
  method: "DELETE",
  path: runAddress,
  summary: "Give up a draft run",
  access: "payroll.prepare",
  params: runPath,
  query: versioned,
  data: done,
});
