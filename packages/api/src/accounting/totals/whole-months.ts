import {
  addDays,
  daysBetween,
  endOfMonth,
  LAST_DAY,
  startOfMonth,
} from "@kontor/books/calendar-date";

/** Days, both ends included. */
export type Days = { start_date: string; end_date: string };

/** Days at an end of a range by which it differs from whole months. */
export type PartialMonth = Days & {
  /** Whether these days count as before the range, by the monthly totals. */
  openingFactor: 1 | 0 | -1;
  /** Whether they are added to the range or subtracted from it. */
  rangeFactor: 1 | -1;
};

/**
 * A range as whole months, from one up to another exclusive, and the days by which it differs from
 * them. A cut month counts as inside or outside the range, whichever leaves fewer days to read.
 */
export function wholeMonths({ start_date, end_date }: Days): {
  from: string;
  until: string;
  partialMonths: readonly PartialMonth[];
} {
  const first = startOfMonth(start_date);
  const last = startOfMonth(end_date);
  const partialMonths: PartialMonth[] = [];
  const afterFirst = endOfMonth(start_date);
  const startsLate = daysBetween(first, start_date) > daysBetween(start_date, afterFirst) + 1;
  if (startsLate)
    partialMonths.push({ start_date, end_date: afterFirst, openingFactor: -1, rangeFactor: 1 });
  else if (start_date !== first) {
    const dayBefore = addDays(start_date, -1);
    partialMonths.push({
      start_date: first,
      end_date: dayBefore,
      openingFactor: 1,
      rangeFactor: -1,
    });
  }
  const afterLast = endOfMonth(end_date);
  const endsEarly =
    daysBetween(last, end_date) + 1 < daysBetween(end_date, afterLast) &&
    !(startsLate && first === last);
  if (endsEarly)
    partialMonths.push({ start_date: last, end_date, openingFactor: 0, rangeFactor: 1 });
  else if (end_date !== afterLast) {
    const dayAfter = addDays(end_date, 1);
    partialMonths.push({
      start_date: dayAfter,
      end_date: afterLast,
      openingFactor: 0,
      rangeFactor: -1,
    });
  }
  return {
    from: startsLate ? monthAfter(first) : first,
    until: endsEarly ? last : monthAfter(last),
    partialMonths,
  };
}

/** The first day of the next month; for the last month of the calendar, its last day. */
function monthAfter(month: string): string {
  const last = endOfMonth(month);
  return last === LAST_DAY ? last : addDays(last, 1);
}

/** Days that are added to, or subtracted from, other totals. */
type CountedDays = Days & { factor: 1 | -1 };

/**
 * Approximates days from the first of a month, or up to its last, by thirds of the month, with the
 * days to add (`factor` 1) or subtract (-1). When there are none of these, their range ends before
 * it starts.
 *
 * @returns the thirds by their first days.
 */
export function approximateByThirds({ start_date, end_date }: Days): {
  thirds: readonly string[];
  rest: CountedDays;
} {
  const month = startOfMonth(start_date);
  const lastThird = addDays(month, 20);
  const parts = [month, addDays(month, 10), lastThird].map((first) => ({
    first,
    last: first === lastThird ? endOfMonth(month) : addDays(first, 9),
  }));
  const inside = parts.filter(({ first, last }) => {
    const from = first > start_date ? first : start_date;
    const until = last < end_date ? last : end_date;
    return 2 * (daysBetween(from, until) + 1) > daysBetween(first, last) + 1;
  });
  const [earliest, latest] = [inside.at(0)?.first, inside.at(-1)?.last];
  const thirds = inside.map(({ first }) => first);
  if (earliest === undefined || latest === undefined)
    return { thirds, rest: { start_date, end_date, factor: 1 } };
  return { thirds, rest: remainingDays({ start_date, end_date }, { earliest, latest }) };
}

/**
 * The days that a range has in addition to the counted ones, or lacks, at the one end at which they
 * differ.
 */
function remainingDays(
  { start_date, end_date }: Days,
  { earliest, latest }: { earliest: string; latest: string },
): CountedDays {
  if (start_date < earliest) return { start_date, end_date: addDays(earliest, -1), factor: 1 };
  if (start_date > earliest)
    return { start_date: earliest, end_date: addDays(start_date, -1), factor: -1 };
  if (end_date > latest) return { start_date: addDays(latest, 1), end_date, factor: 1 };
  if (end_date < latest) return { start_date: addDays(end_date, 1), end_date: latest, factor: -1 };
  return { start_date: end_date, end_date: start_date, factor: 1 };
}
