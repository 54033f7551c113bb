import { firstDayOf, monthOf, monthsLater, type Month } from "@kontor/payroll/month";
import { packInForce } from "@kontor/payroll/statutory/packs";

/** A department with one job, its monthly basic pay in naira, and whether the Labour Act counts it as a worker's. */
export type DemoJob = readonly [
  department: string,
  designation: string,
  basic: number,
  worker: "yes" | "no",
];

/** One of the organizations of the demo data. They differ in size and business, without being random. */
export type DemoOrganization = {
  name: string;
  code: string;
  color: string;
  /** Where the organization is, and most of its employees live. */
  state: string;
  /** What its staff numbers begin with. */
  prefix: string;
  /** How many employees it has; salary advances of the demo go up to the 55th. */
  headcount: number;
  /** Where it begins in the lists of first and last names. */
  namesFrom: number;
  /**
   * Its jobs. Salary advances are requested by employees of certain places in this list, so that
   * each list has jobs of similar pay in the same places.
   */
  jobs: readonly DemoJob[];
  /** The amounts of its entries in percent of those of the first organization. */
  scale: number;
  /** The narrations of its receipts, of purchases on credit, and the ledger of the purchases. */
  words: Readonly<Record<"sales" | "customers" | "purchase" | "purchases", string>>;
};

export const demoOrganizations: readonly DemoOrganization[] = [
  {
    name: "Demo Foods Limited",
    code: "demo-foods",
    color: "#1f7a2e",
    state: "Lagos",
    prefix: "DFL",
    headcount: 60,
    namesFrom: 0,
    jobs: [
      ["Operations", "Machine operator", 85_000, "yes"],
      ["Operations", "Shift supervisor", 160_000, "no"],
      ["Sales", "Sales officer", 130_000, "no"],
      ["Logistics", "Driver", 80_000, "yes"],
      ["Finance", "Accountant", 240_000, "no"],
      ["Human Resources", "HR officer", 210_000, "no"],
      ["Engineering", "Technician", 145_000, "yes"],
      ["Administration", "Manager", 520_000, "no"],
    ],
    scale: 100,
    words: {
      sales: "Sales of the week's first days",
      customers: "Sales to distributors",
      purchase: "Stock on credit",
      purchases: "Stock and materials",
    },
  },
  {
    name: "Demo Logistics Limited",
    code: "demo-logistics",
    color: "#E63946",
    state: "Rivers",
    prefix: "DLL",
    headcount: 56,
    namesFrom: 5,
    jobs: [
      ["Fleet", "Driver", 92_000, "yes"],
      ["Fleet", "Fleet supervisor", 175_000, "no"],
      ["Sales", "Account officer", 140_000, "no"],
      ["Warehouse", "Loader", 78_000, "yes"],
      ["Finance", "Accountant", 255_000, "no"],
      ["Human Resources", "HR officer", 220_000, "no"],
      ["Workshop", "Mechanic", 150_000, "yes"],
      ["Administration", "Manager", 560_000, "no"],
    ],
    scale: 135,
    words: {
      sales: "Haulage of the week's first days",
      customers: "Haulage under contract",
      purchase: "Diesel on credit",
      purchases: "Diesel and repairs",
    },
  },
  {
    name: "Demo Textiles Limited",
    code: "demo-textiles",
    color: "#7f28Ea",
    state: "Kano",
    prefix: "DTL",
    headcount: 67,
    namesFrom: 9,
    jobs: [
      ["Weaving", "Loom operator", 82_000, "yes"],
      ["Weaving", "Shift supervisor", 155_000, "no"],
      ["Sales", "Sales officer", 125_000, "no"],
      ["Dispatch", "Packer", 76_000, "yes"],
      ["Finance", "Accountant", 225_000, "no"],
      ["Human Resources", "HR officer", 205_000, "no"],
      ["Design", "Pattern designer", 165_000, "no"],
      ["Administration", "Manager", 480_000, "no"],
    ],
    scale: 80,
    words: {
      sales: "Cloth sold in the week's first days",
      customers: "Cloth sold to wholesalers",
      purchase: "Yarn and dyes on credit",
      purchases: "Yarn and dyes",
    },
  },
];

/** @throws Error when no organization of the demo data has this code. */
export function demoOrganization(code: string): DemoOrganization {
  const found = demoOrganizations.find((each) => each.code === code);
  if (found === undefined) throw new Error(`the demo has no organization ${code}`);
  return found;
}

/** An amount of an organization's entries in naira: its scale of that of the first one. */
export function scaled({ scale }: DemoOrganization, naira: number): number {
  return Math.round((naira * scale) / 100);
}

/** The number of past months with entries and payroll, if there is a statutory pack for them. */
export const pastMonths = 6;

/** The months before the present one whose payroll the demo's history pays, the earliest first. */
export function paidMonths(today: string): Month[] {
  const present = monthOf(today);
  return Array.from({ length: pastMonths }, (_unused, index) =>
    monthsLater(present, index - pastMonths),
  ).filter((month) => packInForce(firstDayOf(month)) !== undefined);
}
