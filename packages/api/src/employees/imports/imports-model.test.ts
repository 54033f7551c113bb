import * as fc from "fast-check";
import { sql } from "kysely";
import { expect, test } from "vitest";

import { setTenant } from "../../platform/scope.ts";
import { expectCoherentBooks } from "../../testing/coherence.ts";
import { openStaff, type Staff } from "../../testing/employees.ts";
import { openFileWorld } from "../../testing/harness.ts";
import { importsOf, type TestImport } from "../../testing/imports.ts";
import { randomSequences } from "../../testing/random-sequences.ts";

const sequences = randomSequences(2, 10_000);

const world = await openFileWorld();

/** The people of a file by staff number; the first two are employees already. */
const people = {
  "M-1": ["Okafor", "Ada", "2026-01-05"],
  "M-2": ["Bello", "Musa", "05/01/2026"],
  "M-3": ["Eze", "Ngozi", "2026-02-15"],
  "M-4": ["Sani", "Halima", "10 Mar 2026"],
  "M-5": ["Ojo", "Tunde", "1 Nov 2025"],
} as const satisfies Readonly<Record<string, readonly string[]>>;
type StaffNo = keyof typeof people;
const staffNumbers = Object.keys(people) as StaffNo[];

const amount = fc.integer({ min: 1, max: 500 }).map((thousands) => `${String(thousands)},000.00`);
const day = fc.constantFrom("2025-11-01", "05/01/2026", "2026-02-15", "10 Mar 2026", "1 Apr 2026");
const either = (...values: readonly string[]) => fc.constantFrom(...values);
/** A number of a row: the person's own one of two, or sometimes one that others may have. */
const numberOf = (prefix: string, staffNo: StaffNo) =>
  fc.oneof(
    {
      weight: 9,
      arbitrary: either(`${prefix}${staffNo.slice(2)}`, `${prefix}${staffNo.slice(2)}9`),
    },
    { weight: 1, arbitrary: either(`${prefix}7`) },
  );

/** Columns that a file has together, with the cells of a person; some of them are wrong. */
const groups: readonly {
  titles: readonly string[];
  cells: (staffNo: StaffNo) => readonly fc.Arbitrary<string>[];
}[] = [
  {
    titles: ["Surname", "First Name", "Start Date"],
    cells: (staffNo) => people[staffNo].map((cell) => either(cell)),
  },
  {
    titles: ["Email", "Phone"],
    cells: () => [either("ada@example.com", "", "nobody"), either("0803 123 4567", "")],
  },
  {
    titles: ["Department", "Grade", "Gender"],
    cells: () => [either("Sales", "Finance", ""), either("GL-7", ""), either("F", "male", "")],
  },
  {
    titles: ["State", "LGA"],
    cells: () => [either("Lagos", "Lagos State"), either("Shomolu", "Ikeja", "")],
  },
  {
    titles: ["NIN", "RSA PIN", "PFA"],
    cells: (staffNo) => [
      numberOf("111111111", staffNo).map((text) => text.padEnd(11, "0")),
      numberOf("PEN10000000", staffNo).map((text) => text.padEnd(15, "0")),
      either("Stanbic IBTC Pension Managers", ""),
    ],
  },
  {
    titles: ["Pension Exemption", "NHF Number", "NHF Consent"],
    cells: () => [
      either("Foreign employee", "none", ""),
      either("12345", ""),
      either("yes", "no", ""),
    ],
  },
  {
    titles: ["Bank", "Account Number", "Account Name"],
    cells: (staffNo) => [
      either("GTBank", "UBA"),
      numberOf("20000000", staffNo).map((text) => text.padEnd(10, "0")),
      either("Ada Okafor", ""),
    ],
  },
  {
    titles: ["Basic", "Housing", "Other Allowances"],
    cells: () => [amount, fc.oneof(amount, either("")), fc.oneof(amount, either(""))],
  },
  { titles: ["Basic", "Pay From"], cells: () => [amount, day] },
  {
    titles: ["Opening Through", "Opening Earned", "Opening Pension", "Opening NHF", "Opening PAYE"],
    cells: () => [
      either("2026-01", "2026-02", "2026-13"),
      amount,
      either("0", "900"),
      either("0", "100"),
      either("0"),
    ],
  },
  {
    titles: ["Benefit", "Benefit Kind", "Benefit Value", "Benefit From", "Benefit To"],
    cells: () => [
      either("Car", "House"),
      either("Motor vehicle", "Other"),
      either("1,200,000", "900000"),
      day,
      either("", "2026-12-31"),
    ],
  },
];

type File = { titles: string[]; rows: string[][] };
const fileArbitrary: fc.Arbitrary<File> = fc
  .record({
    numbers: fc.subarray(staffNumbers, { minLength: 1 }),
    chosen: fc.subarray([...groups], { minLength: 1, maxLength: 5 }),
  })
  .chain(({ numbers, chosen }) => {
    const titles = [...new Set(chosen.flatMap((group) => group.titles))];
    const rowOf = (staffNo: StaffNo) => {
      const cells = new Map(
        chosen.flatMap((group) =>
          group.cells(staffNo).map((cell, place) => [group.titles[place], cell] as const),
        ),
      );
      return fc.tuple(
        fc.constant<string>(staffNo),
        ...titles.map((title) => cells.get(title) ?? either("")),
      );
    };
    return fc.record({
      titles: fc.constant(["Staff No", ...titles]),
      rows: fc.tuple(...numbers.map(rowOf)),
    });
  });

const linesOf = ({ titles, rows }: File) =>
  [titles, ...rows].map((cells) => cells.map((cell) => `"${cell}"`).join(","));

/** Everything recorded of the employees that an import may change. */
async function recordsOf({ home }: Staff): Promise<unknown> {
  const { rows } = await world.database.transaction(async (tx) => {
    await setTenant(tx, home.tenant_id);
    return sql<{ records: unknown }>`
      select jsonb_build_object(
        'employees', (select jsonb_agg(to_jsonb(e) - 'version' order by e.id) from employees e),
        'rates', (select jsonb_agg(to_jsonb(r) order by r.id) from pay_rates r),
        'opening figures', (select jsonb_agg(to_jsonb(o) - array['version', 'recorded_at', 'recorded_by']
          order by o.employee_id, o.year) from opening_figures o),
        'benefits', (select jsonb_agg(to_jsonb(b) - 'version' order by b.id) from benefits_in_kind b),
        'bank account changes', (select jsonb_agg(to_jsonb(c) order by c.id) from bank_account_changes c
          where c.status = 'WAITING'),
        'counts', (select jsonb_agg(to_jsonb(n)) from employee_counts n)) as records`.execute(tx);
  });
  return rows[0]?.records;
}

/** Uploads a file, checks it, and commits its accepted rows. @returns undefined where none was accepted. */
async function imported(
  imports: ReturnType<typeof importsOf>,
  file: File,
): Promise<TestImport | undefined> {
  world.clock.advance(60_000);
  const one = await imports.checked(...linesOf(file));
  expect(one.rows).toBe(file.rows.length);
  if (one.status !== "READY" || one.counts.NEW + one.counts.CHANGED === 0) return undefined;
  const reply = await imports.commit(one, true);
  expect([reply.status, reply.problem.code]).toEqual([200, undefined]);
  return one;
}

async function undo(imports: ReturnType<typeof importsOf>, one: TestImport): Promise<void> {
  world.clock.advance(60_000);
  const reply = await imports.undo(one);
  expect([reply.status, reply.problem.code]).toEqual([200, undefined]);
}

/**
 * Imports a file, undoes it, and imports it again for the files after it.
 *
 * @returns the last import; undefined where no row was accepted.
 */
async function expectUndone(staff: Staff, file: File): Promise<TestImport | undefined> {
  const imports = importsOf(world, staff);
  const before = await recordsOf(staff);
  const one = await imported(imports, file);
  if (one !== undefined) await undo(imports, one);
  expect(await recordsOf(staff)).toEqual(before);
  const again = await imported(imports, file);
  expect(again?.counts).toEqual(one?.counts);
  if (again === undefined) return undefined;
  const { counts } = await imports.checked(...linesOf(file));
  const changed = await imports.rowsOf(again, { kind: "CHANGED" });
  // A change of the bank account waits for a second person.
  const waiting = changed.filter(({ bank_change }) => bank_change).length;
  expect([counts.NEW, counts.CHANGED <= waiting]).toEqual([0, true]);
  return again;
}

const figures = ["Opening Earned", "Benefit"];
type FileImport = { file: File; one: TestImport };

/**
 * Whether an import is kept if later ones were undone: it added employees, and figures that a later
 * one changed or added may have been entered by hand, which the undo would delete.
 */
function keepsFigures({ one }: FileImport, later: readonly FileImport[]): boolean {
  const hasFigures = later.some(({ file }) => figures.some((title) => file.titles.includes(title)));
  return one.counts.NEW > 0 && hasFigures;
}

/** Undoes imports from the last to the first. @returns those that were kept */
async function undoAll(staff: Staff, all: readonly FileImport[]): Promise<readonly FileImport[]> {
  const imports = importsOf(world, staff);
  for (const [place, each] of [...all.entries()].toReversed()) {
    world.clock.advance(60_000);
    const { status, problem } = await imports.undo(each.one);
    if (problem.code === "import_used" && keepsFigures(each, all.slice(place + 1)))
      return all.slice(0, place + 1);
    expect([status, problem.code]).toEqual([200, undefined]);
  }
  return [];
}

test(
  "an import of any file stores what its preview showed, and its undo restores what was there",
  async () => {
    const property = fc.asyncProperty(
      fc.array(fileArbitrary, { minLength: 1, maxLength: 3 }),
      async (files) => {
        const staff = await openStaff(world);
        await staff.add("M-1", { department: "Sales", nin: "11111111111" });
        await staff.add("M-2", { first_name: "Musa", last_name: "Bello" });
        const before = [await recordsOf(staff)];
        const all: FileImport[] = [];
        for (const file of files) {
          const one = await expectUndone(staff, file);
          if (one === undefined) continue;
          all.push({ file, one });
          before.push(await recordsOf(staff));
        }
        const kept = await undoAll(staff, all);
        expect(await recordsOf(staff)).toEqual(before[kept.length]);
        await expectCoherentBooks(world);
      },
    );
    await sequences.play(property);
  },
  sequences.maxTime,
);
