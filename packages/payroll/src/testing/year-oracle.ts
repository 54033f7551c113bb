/**
 * A year of an employee's pay, computed independently of the package from exported inputs: naira
 * and dates as text. It goes day by day, adds exact fractions, and contains its own copy of the
 * bands of 2026, pension, NSITF and the minimum wage. Only tests use it, to compare; it imports
 * nothing.
 */
export type ExportedPerson = {
  start: string;
  exit: string | null;
  /** The month in which payroll first knows the exit date. */
  exit_known_in: string | null;
  /** Monthly pay from a day on, the earliest first. */
  rates: { from: string; monthly: string }[];
  bonuses: { month: string; amount: string; pensionable: boolean }[];
  /** The year's rent, as declared. */
  rent: string;
  /**
   * Paid out in January, with an instalment on the 25th of each of several months, at this yearly
   * percentage.
   */
  advance: { amount: string; requested_on: string; due: string[]; percent: number } | null;
};

/** One month in kobo. */
export type OracleMonth = {
  month: string;
  gross: bigint;
  pension: bigint;
  pension_employer: bigint;
  nsitf: bigint;
  paye: bigint;
  recovered: bigint;
  net: bigint;
};

type Ratio = [n: bigint, d: bigint];

const bands: [upTo: bigint | null, percent: bigint][] = [
  [800_000n, 0n],
  [3_000_000n, 15n],
  [12_000_000n, 18n],
  [25_000_000n, 21n],
  [50_000_000n, 23n],
  [null, 25n],
];
const minimumWage = 7_000_000n;

const koboOf = (naira: string): bigint => BigInt(naira.replace(".", ""));
const plus = ([a, b]: Ratio, [c, d]: Ratio): Ratio => [a * d + c * b, b * d];
const times = ([a, b]: Ratio, [c, d]: Ratio): Ratio => [a * c, b * d];
/** Rounds half-up; negative ratios become zero. */
const nearest = ([n, d]: Ratio): bigint => (n <= 0n ? 0n : (2n * n + d) / (2n * d));
const percentOf = (amount: bigint, percent: bigint) => nearest([amount * percent, 100n]);
const add = (amounts: readonly bigint[]) => amounts.reduce((total, each) => total + each, 0n);

function daysOf(month: string): string[] {
  const [year = 0, number = 0] = month.split("-").map(Number);
  const count = new Date(Date.UTC(year, number, 0)).getUTCDate();
  return Array.from(
    { length: count },
    (_unused, day) => `${month}-${String(day + 1).padStart(2, "0")}`,
  );
}

/** The year's tax on an amount of kobo: band by band, each part of the income at its percentage. */
function taxOn(chargeable: bigint): Ratio {
  let from = 0n;
  let tax: Ratio = [0n, 1n];
  for (const [upTo, percent] of bands) {
    const top = upTo === null ? chargeable : upTo * 100n;
    const end = top < chargeable ? top : chargeable;
    if (end > from) tax = plus(tax, [(end - from) * percent, 100n]);
    from = end > from ? end : from;
  }
  return tax;
}

const monthsOfYear = Array.from(
  { length: 12 },
  (_unused, month) => `2026-${String(month + 1).padStart(2, "0")}`,
);

/** The facts that are known about an employee in a month. */
function factsKnownIn(person: ExportedPerson, month: string) {
  const isKnown = person.exit_known_in !== null && person.exit_known_in <= month;
  const exit = isKnown ? person.exit : null;
  const works = (day: string) => day >= person.start && (exit === null || day <= exit);
  const rateOn = (day: string) =>
    koboOf(person.rates.findLast(({ from }) => from <= day)?.monthly ?? "0.00");
  const shareOf = (each: string): Ratio => {
    const days = daysOf(each);
    return [BigInt(days.filter(works).length), BigInt(days.length)];
  };
  return { works, rateOn, shareOf };
}

/** The months of 2026 in which an employee works, each as it is paid. @internal for tests */
export function oracleYear(person: ExportedPerson): OracleMonth[] {
  const paid: OracleMonth[] = [];
  for (const month of monthsOfYear) {
    const { works, rateOn, shareOf } = factsKnownIn(person, month);
    const days = daysOf(month);
    if (!days.some(works)) continue;
    const earned = nearest([
      add(days.filter(works).map((day) => rateOn(day))),
      BigInt(days.length),
    ]);
    const bonuses = person.bonuses.filter((bonus) => bonus.month === month);
    const bonus = add(bonuses.map(({ amount }) => koboOf(amount)));
    const pensionable = add(
      bonuses.filter((each) => each.pensionable).map(({ amount }) => koboOf(amount)),
    );
    const gross = earned + bonus;
    const pension = percentOf(earned + pensionable, 8n);

    // The rest of the year at the rate of the month's last day.
    const later = monthsOfYear.filter((each) => each > month);
    const rate = rateOn([days.at(-1) ?? "", person.start].toSorted().at(-1) ?? "");
    const foreseen = later.map((each) => nearest(times([rate, 1n], shareOf(each))));
    const regular = add(paid.map((each) => each.gross)) + earned + add(foreseen);
    const regularPension =
      add(paid.map((each) => each.pension)) +
      percentOf(earned, 8n) +
      add(foreseen.map((each) => percentOf(each, 8n)));
    const rent = percentOf(koboOf(person.rent), 20n);
    const relief = rent < 50_000_000n ? rent : 50_000_000n;
    const wage = add(monthsOfYear.map((each) => nearest(times([minimumWage, 1n], shareOf(each)))));
    const taxOf = (income: bigint, contributions: bigint): Ratio =>
      income <= wage ? [0n, 1n] : taxOn(income - contributions - relief);
    const without = taxOf(regular, regularPension);
    const all = taxOf(regular + bonus, regularPension + pension - percentOf(earned, 8n));

    const deducted = add(paid.map((each) => each.paye));
    const now = shareOf(month);
    const left = later.map(shareOf).reduce(plus, now);
    const part: Ratio = later.every((each) => shareOf(each)[0] === 0n)
      ? [1n, 1n]
      : times(now, [left[1], left[0]]);
    const open: Ratio = plus(without, [-deducted, 1n]);
    const extra = plus(all, [-without[0], without[1]]);
    const share = nearest(plus(times(open, part), extra));
    const most = nearest(all) - deducted;
    const paye = share < most ? share : most > 0n ? most : 0n;

    const available = gross - pension - paye;
    const owed = dueOf(person, month) - add(paid.map((each) => each.recovered));
    const recovered = owed < available ? owed : available;
    paid.push({
      month,
      gross,
      pension,
      pension_employer: percentOf(earned + pensionable, 10n),
      nsitf: percentOf(gross, 1n),
      paye,
      recovered,
      net: available - recovered,
    });
  }
  return paid;
}

/** The part of the advance that is due by the 25th of a month; all of it from the last pay. */
function dueOf({ advance, exit, exit_known_in }: ExportedPerson, month: string): bigint {
  if (advance === null) return 0n;
  const amount = koboOf(advance.amount);
  const even = amount / BigInt(advance.due.length);
  const parts = advance.due.map((due, index) => {
    const isLast = index === advance.due.length - 1;
    const principal = isLast ? amount - even * BigInt(index) : even;
    const days = (Date.parse(due) - Date.parse(advance.requested_on)) / 86_400_000;
    const interest: Ratio = [principal * BigInt(advance.percent) * BigInt(days), 36_500n];
    return { due, amount: principal + nearest(interest) };
  });
  const isLastPay =
    exit !== null && exit_known_in !== null && exit_known_in <= month && exit.slice(0, 7) <= month;
  const due = isLastPay ? parts : parts.filter((each) => each.due <= `${month}-25`);
  return add(due.map((each) => each.amount));
}
